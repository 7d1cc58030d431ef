//! Battles between two players, sides changed after each, told in figures, for work on the players.
//!
//! `bouts FIRST SECOND BATTLES SEED` prints who won, how long it took, what each did and what kind of troops each lost.
//! `LIST=1` names the battles that FIRST did not win, `TELL=1` tells each battle in sentences, `SIDES=same` leaves the
//! sides as they are, `RED=` and `BLUE=` name armies, `SYSTEM=mpbs` and `SCENARIO=` another system and battle.

use caracole_bots::{Account, Match, Roster, Terms, Troops, Wish, arena};
use caracole_fog::battle::Fogr;
use caracole_kernel::{
    Battle, BySide, Side, System,
    log::{Limits, read, replay},
};
use caracole_musketpike::MusketPike;
use caracole_renatio::battle::Renatio;
use std::{collections::BTreeMap, env, error::Error, time::Instant};

/// What came of all battles, by player instead of by side.
#[derive(Default)]
struct Count {
    won: u32,
    deeds: BTreeMap<String, u32>,
    troops: BTreeMap<String, Troops>,
    late: u32,
    refused: u32,
}

impl Count {
    fn add(&mut self, account: &Account, side: Side) {
        self.won += u32::from(account.winner == Some(side));
        self.late += account.late[side];
        self.refused += account.refused[side];
        for (deed, times) in &account.deeds {
            *self.deeds.entry(deed.clone()).or_default() += times[side];
        }
        for (kind, troops) in &account.troops[side] {
            self.troops.entry(kind.clone()).or_default().add(troops);
        }
    }
}

/// Tells a battle in sentences.
fn tell<S: System>(log: &str) -> Result<(), Box<dyn Error>> {
    let log = read(log.as_bytes(), Limits::default()).map_err(|e| e.to_string())?;
    let replay = replay::<S>(log).map_err(|e| e.to_string())?;
    let scenario = replay.session.battle().scenario();
    for (_, event) in &replay.happened {
        println!("{}", S::tell(scenario, event).text);
    }
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "speed is told; no rule depends on it")]
fn bouts<S: Roster>() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let (first, second) = (arg(0, "marshal").parse()?, arg(1, "random").parse()?);
    let (battles, seed): (u64, u64) = (arg(2, "20").parse()?, arg(3, "1").parse()?);
    let of = |name: &str| env::var(name).ok();
    let wish = Wish { red: of("RED"), blue: of("BLUE"), scenario: of("SCENARIO") };
    let setup = S::setup(&wish).map_err(|e| format!("{e}: {}", e.remedy))?;
    let (start, _) = Battle::<S>::start(&setup).map_err(|e| e.to_string())?;
    let (mut ours, mut theirs) = (Count::default(), Count::default());
    let (mut turns, mut drawn, mut ahead) = (0u32, 0u32, 0i32);
    let began = Instant::now();
    for number in 0..battles {
        let swapped = number % 2 == 1 && env::var("SIDES").is_err();
        let players =
            if swapped { BySide { red: second, blue: first } } else { BySide { red: first, blue: second } };
        let own = if swapped { Side::Blue } else { Side::Red };
        let bout = Match { number, seed: seed + number, players, swapped };
        let account = if env::var("TELL").is_ok() {
            let (account, log) = arena::fight_with_log::<S>(&setup, &bout, &Terms::default())?;
            tell::<S>(&log)?;
            account
        } else {
            arena::fight(&start, &bout, &Terms::default())?
        };
        if env::var("ONLY").is_ok() && account.winner == Some(own) {
            continue;
        }
        ours.add(&account, own);
        theirs.add(&account, own.other());
        ahead += account.score[own] - account.score[own.other()];
        turns += u32::from(account.turns);
        drawn += u32::from(account.winner.is_none());
        if env::var("LIST").is_ok() && account.winner != Some(own) {
            println!(
                "seed {} {first} is {own}: {} wins, {}, turns {}, score {:?}",
                bout.seed,
                account.winner.map_or("nobody".to_owned(), |w| w.to_string()),
                account.how,
                account.turns,
                account.score
            );
        }
    }
    let n = battles.max(1) as f64;
    println!(
        "{first} {} drawn {drawn} {second} {}: {:.1} %; ahead {:.2}; turns {:.1}; {:.3} s each; late {}/{} refused {}/{}",
        ours.won,
        theirs.won,
        100.0 * f64::from(ours.won) / n,
        f64::from(ahead) / n,
        f64::from(turns) / n,
        began.elapsed().as_secs_f64() / n,
        ours.late,
        theirs.late,
        ours.refused,
        theirs.refused
    );
    for (deed, times) in &ours.deeds {
        let other = theirs.deeds.get(deed).copied().unwrap_or(0);
        println!("  {deed:24} {:7.2} {:7.2}", f64::from(*times) / n, f64::from(other) / n);
    }
    for (name, count) in [("first", &ours), ("second", &theirs)] {
        for (kind, t) in &count.troops {
            println!(
                "  {name} {kind:20} lost {:5.2} of {:5.2}",
                f64::from(t.lost) / n,
                f64::from(t.fielded) / n
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    match env::var("SYSTEM").as_deref() {
        Ok("mpbs") => bouts::<MusketPike>(),
        Ok("retg") => bouts::<Renatio>(),
        _ => bouts::<Fogr>(),
    }
}
