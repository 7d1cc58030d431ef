//! Players of Field of Glory Renaissance: that all of their army comes on, and that temperaments can be told apart.
#![allow(clippy::unwrap_used)] // Helpers of tests fail by panicking.

use caracole_bots::{Account, Budget, Match, Numbers, PlayerName, Roster, Temperament, Terms, Wish, arena};
use caracole_fog::{
    renaissance::battle::{Fogr, GroupId, Phase, World, scenarios},
    troops::TroopType,
};
use caracole_kernel::{
    Awaiting, Battle, BySide, Side, Step, System,
    dice::{Pool, throw_with},
};

fn bout(seed: u64, red: PlayerName, blue: PlayerName) -> Match {
    Match { number: 0, seed, players: BySide { red, blue }, swapped: false }
}

/// The Mill Field with its fields right before red's foot, who go 2 MU in them instead of 3.
fn fields_before_red() -> Battle<Fogr> {
    let text = scenarios::text_of("mill-field").unwrap();
    let fields = "area = [[4, 12.5], [11, 12], [11.5, 18], [5, 19]]";
    assert!(text.contains(fields));
    let text = text.replace(fields, "area = [[4, 9.4], [36, 9.4], [36, 13], [4, 13]]");
    let ready = scenarios::read(&text).unwrap();
    Battle::start(&ready.setup).unwrap().0
}

#[test]
fn foot_before_ground_that_slows_them_go_on_all_the_same() {
    let mut battle = fields_before_red();
    let stands = |battle: &Battle<Fogr>, group: usize| {
        let world = battle.world();
        let group = world.of_side(Side::Red).nth(group).unwrap();
        world.body(group).front_centre()
    };
    let before = [1, 2].map(|foot| stands(&battle, foot));
    let mut marshal = Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), 1).unwrap();
    let mut events = Vec::new();
    while battle.world().turn.active == Side::Red && battle.world().turn.phase <= Phase::Manoeuvre {
        let Awaiting::Decision { side, request } = battle.awaiting() else { break };
        let decision = marshal.decide(&battle, *side, request, &Budget::default());
        let step = Step::Choose { side: *side, decision: decision.unwrap() };
        battle.apply_into(&step, &mut events).unwrap();
    }
    for (foot, before) in [1, 2].into_iter().zip(before) {
        assert_ne!(stands(&battle, foot), before, "battle group {} has not stirred", foot + 1);
    }
}

/// The usual battle at its first turn, both armies drawn up by `marshal`.
fn drawn_up(seed: u64) -> Battle<Fogr> {
    let mut battle = Battle::<Fogr>::start(&Fogr::setup(&Wish::default()).unwrap()).unwrap().0;
    let marshal = || Fogr::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap();
    let mut players = BySide { red: marshal(), blue: marshal() };
    let mut numbers = Numbers::new(seed);
    while battle.world().turn.number == 0 {
        let step = match battle.awaiting() {
            Awaiting::Nothing(_) => break,
            Awaiting::Dice(roll) => {
                let mut face = |pool: &Pool, _: u32| {
                    Ok::<u8, ()>(pool.die.lowest + numbers.below(usize::from(pool.die.sides())) as u8)
                };
                Step::Dice(throw_with(roll, &mut face).unwrap())
            }
            Awaiting::Decision { side, request } => {
                let chosen = players[*side].decide(&battle, *side, request, &Budget::default());
                let mut all = Vec::new();
                if chosen.is_none() {
                    Fogr::candidates(&battle, *side, request, &mut all);
                }
                let decision = chosen.or_else(|| all.into_iter().next()).unwrap();
                Step::Choose { side: *side, decision }
            }
        };
        battle.apply(&step).unwrap();
    }
    battle
}

#[test]
fn horse_who_fight_in_one_rank_are_drawn_up_in_one() {
    let one_rank = |world: &World, g: GroupId| {
        let in_one_rank = |t: TroopType| matches!(t, TroopType::Cavaliers | TroopType::DeterminedHorse);
        world.profiles(g).iter().all(|b| in_one_rank(b.troop_type))
    };
    for seed in 0..4 {
        let battle = drawn_up(seed);
        let world = battle.world();
        let horse: Vec<GroupId> = world.on_table().filter(|&g| one_rank(world, g)).collect();
        assert_eq!(horse.len(), 8);
        // Bad ground and the edge of the table may leave no room for some.
        let wide = horse.iter().filter(|&&g| world.formation(g).width() == world.size(g)).count();
        assert!(wide >= 6, "{wide} of 8 with seed {seed}");
    }
}

/// Eight battles of a temperament against `marshal`.
fn against_marshal(temperament: Temperament) -> Vec<Account> {
    let (start, _) = Battle::<Fogr>::start(&Fogr::setup(&Wish::default()).unwrap()).unwrap();
    let (own, marshal) = (PlayerName::Marshal(temperament), PlayerName::Marshal(Temperament::Balanced));
    (0..8)
        .map(|seed| arena::fight(&start, &bout(700_000 + seed, own, marshal), &Terms::default()).unwrap())
        .collect()
}

#[test]
fn the_cautious_let_the_enemy_come_and_the_bold_charge() {
    let (cautious, bold) = (against_marshal(Temperament::Cautious), against_marshal(Temperament::Bold));
    let turns = |all: &[Account]| all.iter().map(|a| u32::from(a.turns)).sum::<u32>();
    let charges = |all: &[Account]| all.iter().map(|a| a.deeds["charges"][Side::Red]).sum::<u32>();
    assert!(turns(&cautious) > turns(&bold) + 16, "{} turns against {}", turns(&cautious), turns(&bold));
    let a_turn = |all: &[Account]| charges(all) * 1_000 / turns(all);
    assert!(a_turn(&bold) > a_turn(&cautious), "{} a turn against {}", a_turn(&bold), a_turn(&cautious));
}

#[test]
fn the_account_tells_who_broke_whom() {
    // Nobody helps to break more than the enemy lost, and somebody broke those who lost the battle.
    let all = against_marshal(Temperament::Bold);
    let sum = |a: &Account, side: Side, of: &dyn Fn(&caracole_bots::Troops) -> u32| -> u32 {
        a.troops[side].values().map(of).sum()
    };
    for (account, side) in all.iter().flat_map(|a| Side::BOTH.map(|side| (a, side))) {
        let fielded = sum(account, side.other(), &|t| t.fielded);
        assert!(account.troops[side].values().all(|t| t.victims <= t.fielded * fielded));
    }
    let broken: u32 = all.iter().flat_map(|a| Side::BOTH.map(|s| sum(a, s, &|t| t.victims))).sum();
    assert!(broken >= 8, "{broken} in eight battles that ended with a rout");
}
