//! Leaders of the Musket & Pike Battle Series in the hands of computer players: where they ride, and with whom they go.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use caracole_bots::{Budget, Numbers, Player, PlayerName, Roster, Temperament, Wish};
use caracole_kernel::{
    Awaiting, Battle, Side, Step,
    dice::{NextDie, throw_with},
};
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, UnitId, WingId},
    engine::field::Field,
    messages::{Decision, Request},
    world::{LeaderAction, MoraleState, Phase, Post, World},
};

fn marshal(seed: u64) -> Box<dyn Player<MusketPike>> {
    MusketPike::enlist(PlayerName::Marshal(Temperament::Balanced), seed).unwrap()
}

fn naseby() -> Battle<MusketPike> {
    Battle::start(&MusketPike::setup(&Wish::default()).unwrap()).unwrap().0
}

/// The next step of a battle in which one player has both sides.
fn next(
    battle: &Battle<MusketPike>,
    player: &mut dyn Player<MusketPike>,
    numbers: &mut Numbers,
) -> Step<Decision> {
    match battle.awaiting() {
        Awaiting::Decision { side, request } => {
            let decision = player.decide(battle, *side, request, &Budget::default()).unwrap();
            Step::Choose { side: *side, decision }
        }
        Awaiting::Dice(roll) => {
            let mut face =
                |next: &NextDie<'_>| Ok::<u8, ()>(next.face(numbers.below(usize::from(next.sides()))));
            Step::Dice(throw_with(roll, &mut face).unwrap())
        }
        Awaiting::Nothing(_) => panic!("the battle is over"),
    }
}

/// The Wing whose Action is asked for.
fn acting(battle: &Battle<MusketPike>) -> Option<WingId> {
    match battle.awaiting() {
        Awaiting::Decision { request: Request::Act(wing), .. } => Some(*wing),
        _ => None,
    }
}

/// Naseby where blue's foot has its first Action before it, and something else besides.
fn foot_acts(change: impl FnOnce(Field<'_>, WingId, &mut World)) -> Battle<MusketPike> {
    let mut battle = naseby();
    let (mut player, mut numbers) = (marshal(1), Numbers::new(1));
    let foot = battle.scenario().scenario.wing_ids().find(|wing| {
        let f = Field::new(battle.scenario(), battle.world());
        f.wing_side(*wing) == Side::Blue && !f.is_cavalry_wing(*wing)
    });
    while acting(&battle) != foot {
        let step = next(&battle, player.as_mut(), &mut numbers);
        battle.apply(&step).unwrap();
    }
    let f = Field::new(battle.scenario(), battle.world());
    battle.with_world(|world| change(f, foot.unwrap(), world))
}

/// What is chosen in the Actions of the Wing that has them.
fn actions(mut battle: Battle<MusketPike>) -> Vec<Decision> {
    let (mut player, mut numbers) = (marshal(1), Numbers::new(1));
    let wing = battle.world().activation.unwrap();
    let mut chosen = Vec::new();
    while battle.world().activation.is_some_and(|now| now.wing == wing.wing && !now.close_combat) {
        let acts = acting(&battle).is_some();
        let step = next(&battle, player.as_mut(), &mut numbers);
        if let (true, Step::Choose { decision, .. }) = (acts, &step) {
            chosen.push(decision.clone());
        }
        battle.apply(&step).unwrap();
    }
    chosen
}

#[test]
fn a_commander_whom_nobody_hears_rides_back_before_anybody_acts() {
    let mut commander = None;
    let battle = foot_acts(|f, foot, world| {
        commander = f.wing_commander(foot);
        // As after a rout: five hexes behind the last of his men.
        let last = f.units_of_wing(foot).filter(|unit| !f.is_train(*unit)).map(|unit| f.hex(unit));
        let mut hex = last.max_by_key(|hex| hex.column()).unwrap();
        for _ in 0..5 {
            hex = hex.step(caracole_musketpike::hex::Direction::Ne);
        }
        world.leaders[usize::from(commander.unwrap().0)].hex = hex;
    });
    let chosen = actions(battle);
    assert!(
        matches!(chosen.first(), Some(Decision::MoveLeader { leader, .. }) if Some(*leader) == commander),
        "{:?}",
        chosen.first()
    );
}

/// A unit of one hex of the foot, in the rear.
fn reserve(f: Field<'_>, foot: WingId) -> UnitId {
    let mut units = f.units_of_wing(foot).filter(|unit| f.is_heavy(*unit) && !f.is_two_hex(*unit));
    units.next().unwrap()
}

#[test]
fn the_army_commander_rides_to_men_who_run() {
    let mut wanted = None;
    let battle = foot_acts(|f, foot, world| {
        let unit = reserve(f, foot);
        world.units[usize::from(unit.0)].morale = MoraleState::Broken;
        let army = f.army_commander(Side::Blue).unwrap();
        world.leaders[usize::from(army.0)].action = LeaderAction::None;
        wanted =
            Some(Decision::MoveLeader { leader: f.army_commander(Side::Blue).unwrap(), to: f.hex(unit) });
    });
    let chosen = actions(battle);
    assert!(chosen.contains(&wanted.unwrap()), "{chosen:?}");
}

#[test]
fn nobody_who_is_fit_marches_about_under_rally() {
    let battle = foot_acts(|_, foot, world| world.wings[usize::from(foot.0)].orders = Orders::Rally);
    let chosen = actions(battle);
    assert!(!chosen.iter().any(|choice| matches!(choice, Decision::Move { .. })), "{chosen:?}");
}

#[test]
fn a_wing_commander_goes_with_a_rout_only_to_rally() {
    let mut found = 0;
    for seed in 0..4 {
        let mut battle = naseby();
        let (mut player, mut numbers) = (marshal(seed), Numbers::new(seed));
        while !matches!(battle.awaiting(), Awaiting::Nothing(_)) && battle.world().turn < 6 {
            if let Awaiting::Decision { side, request: request @ Request::GoAlong(leader) } =
                battle.awaiting()
                && battle.world().phase == Phase::Rout
                && let Post::Wing(wing) = battle.world().leader(*leader).post
            {
                found += 1;
                let goes = |orders: Orders| {
                    // No enemy who can fight is near.
                    let quiet = battle.with_world(|world| {
                        world.wings[usize::from(wing.0)].orders = orders;
                        for unit in &battle.scenario().units_of[side.other()] {
                            world.units[usize::from(unit.0)].morale = MoraleState::Broken;
                        }
                    });
                    marshal(1).decide(&quiet, *side, request, &Budget::default()) == Some(Decision::Accept)
                };
                assert!(goes(Orders::Rally), "under Rally he brings them to stand");
                assert!(!goes(Orders::Charge) && !goes(Orders::MakeReady), "the others want him");
            }
            let step = next(&battle, player.as_mut(), &mut numbers);
            battle.apply(&step).unwrap();
        }
    }
    assert!(found > 0, "no commander was with men who ran");
}
