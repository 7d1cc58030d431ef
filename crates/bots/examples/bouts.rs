//! Battles between two players, counted: `bouts SYSTEM RED BLUE NUMBER`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]
use caracole_bots::{Match, Terms, Wish, arena_of};
use caracole_kernel::{BySide, Side};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arena = arena_of(&args[0]).unwrap();
    let names = BySide { red: args[1].parse().unwrap(), blue: args[2].parse().unwrap() };
    let number: u64 = args[3].parse().unwrap();
    let first: u64 = args.get(4).map_or(0, |s| s.parse().unwrap());
    if std::env::var_os("TELL").is_some() {
        tell(&args[0], arena, names, first);
        return;
    }
    let ground = arena.lay_out(arena.setup(&Wish::default()).unwrap()).unwrap();
    let mut wins = [0u32; 3];
    let mut deeds: BySide<std::collections::BTreeMap<String, u32>> = Default::default();
    let mut turns = 0;
    for seed in first..first + number {
        let swapped = seed % 2 == 1;
        let players = if swapped { BySide { red: names.blue, blue: names.red } } else { names };
        let bout = Match { number: seed, seed, players, swapped };
        let began = std::time::Instant::now();
        match ground.fight(&bout, &Terms::default()) {
            Ok(account) => {
                let first = if swapped { Side::Blue } else { Side::Red };
                wins[match account.winner {
                    Some(s) if s == first => 0,
                    Some(_) => 1,
                    None => 2,
                }] += 1;
                turns += u32::from(account.turns);
                for (deed, counts) in &account.deeds {
                    *deeds.red.entry(deed.clone()).or_default() += counts[first];
                    *deeds.blue.entry(deed.clone()).or_default() += counts[first.other()];
                }
                println!(
                    "{seed} swapped {swapped} winner {:?} {} turns {} steps {} refused {:?} late {:?} {:?}",
                    account.winner,
                    account.how,
                    account.turns,
                    account.steps,
                    account.refused,
                    account.late,
                    began.elapsed()
                );
            }
            Err(e) => println!("{seed}: {e}"),
        }
    }
    println!("first {} second {} neither {}; {turns} turns", wins[0], wins[1], wins[2]);
    println!("first  {:?}\nsecond {:?}", deeds.red, deeds.blue);
}

fn tell(
    code: &str,
    arena: &dyn caracole_bots::AnyArena,
    players: BySide<caracole_bots::PlayerName>,
    seed: u64,
) {
    use caracole_kernel::{AnySystem, Viewer, log};
    assert_eq!(code, "fogr");
    let ground = arena.lay_out(arena.setup(&Wish::default()).unwrap()).unwrap();
    let bout = Match { number: seed, seed, players, swapped: false };
    let (_, text) = ground.fight_with_log(&bout, &Terms::default()).unwrap();
    std::fs::write("/tmp/bout.log", &text).unwrap();
    let system: &dyn AnySystem = &caracole_kernel::Erased::<caracole_fog::renaissance::battle::Fogr>::new();
    let log = log::read(text.as_bytes(), log::Limits::default()).unwrap();
    let replay = system.replay(log).unwrap();
    for seen in replay.session.report(Viewer::Spectator, 0) {
        println!("{}", seen.sentence.text);
    }
}
