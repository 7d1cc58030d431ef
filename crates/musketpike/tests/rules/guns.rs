//! Chapter 10.8 to 10.10: artillery, sight and leaders under fire.

use super::scene::{charge_of, field_of, scene};
use crate::common::position::{Game, Position, hex, one};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    hex::{Direction, Facing, Turn},
    messages::{Decision, Event, Manner, Reaction, Request, Target},
    world::{Fate, Formation, Marks, MoraleState, Presence},
};

const FOOT: &str = "heavy_infantry 8 8";
const GUNS: &str = "artillery - 7";
const HEAVY: &str = "class = \"heavy\"";

fn cannonade(game: &mut Game, code: &str, at: &str, in_hex: &str) {
    let (gun, target) = (game.id(code), Target::Unit(game.id(at)));
    game.decide(Decision::Cannonade { gun, target, hex: hex(in_hex) });
}

/// How many units were fired at.
fn fired_at(game: &Game) -> Vec<Target> {
    let fires = game.events.iter().filter_map(|event| match event {
        Event::Fired { target, .. } => Some(*target),
        _ => None,
    });
    fires.collect()
}

#[test]
fn guns_out_of_command_fire_all_the_same() {
    proves!("MPBS-10.8.1b", "MPBS-10.8.1a");
    let mut game = scene(
        ("receive_charge", "0112"),
        ("receive_charge", "1505"),
        &[
            ("G", GUNS, "0605", "E", HEAVY),
            ("K", "cuirassier 4 7", "0112", "W", ""),
            ("T", FOOT, "0805", "W", ""),
            ("Z", "cuirassier 4 7", "1505", "E", ""),
        ],
    )
    .red_acts();
    assert!(!game.field().in_command(game.id("G")));
    cannonade(&mut game, "G", "T", "0805");
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Spine(_), .. }) {
        game.decide(Decision::Aside(Turn::Left));
    }
    assert!(game.rolls(RollPurpose::ArtilleryFire));
}

#[test]
fn grazing_fire_sweeps_whoever_is_on_its_line() {
    // EX-10.8.5: B beside A's line is left alone, Y on C's line is attacked with Z.
    proves!("MPBS-10.8.3a", "MPBS-10.8.3b", "MPBS-10.8.4", "MPBS-10.9.1b", "MPBS-10.8.5");
    // North: G at 0603 fires straight down its row of hexes at T in 0804, grazing to 1005; P beyond is hit as well,
    // and so is red B behind him, but not red C one hex off the line.
    let mut game = field_of(&[
        ("G", GUNS, "0605", "SE", HEAVY),
        ("T", FOOT, "0607", "W", ""),
        ("P", FOOT, "0608", "W", ""),
        ("B", FOOT, "0609", "W", ""),
        ("C", FOOT, "0708", "W", ""),
        ("Q", FOOT, "0610", "W", ""),
    ])
    .red_acts();
    cannonade(&mut game, "G", "T", "0607");
    let mut dice = 0;
    while game.rolls(RollPurpose::ArtilleryFire) {
        game.die(0);
        dice += 1;
    }
    // Heavy guns graze four hexes: 0606 to 0609.
    let units: Vec<Target> = ["T", "P", "B"].iter().map(|code| Target::Unit(game.id(code))).collect();
    assert_eq!((dice, fired_at(&game)), (3, units));
    // Every unit has its own range: two, three and four hexes are +2, +1, +1.
    let ranges: Vec<i32> = game
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Fired { rolled, .. } => Some(rolled.modifiers.total()),
            _ => None,
        })
        .collect();
    assert_eq!(ranges, [2, 1, 1]);
    // A two-hex unit with both hexes on the line is attacked once for each.
    let mut game =
        field_of(&[("G", GUNS, "0605", "SE", HEAVY), ("T", "heavy_infantry 10 8", "0607 0608", "W", "")])
            .red_acts();
    cannonade(&mut game, "G", "T", "0607");
    game.die(0);
    assert!(game.rolls(RollPurpose::ArtilleryFire));
    game.die(0);
    assert_eq!(fired_at(&game), [Target::Unit(game.id("T")); 2]);
}

#[test]
fn along_a_spine_the_firer_chooses_one_side_for_the_whole_line() {
    proves!("MPBS-10.8.5");
    // 0605 to 0805 runs along the spine between 0704 and 0705; light infantry hides nothing from the eye, but one
    // side of the spine is enough for the guns.
    for (turn, hit) in [(Turn::Left, true), (Turn::Right, false)] {
        let mut game = field_of(&[
            ("G", GUNS, "0605", "E", HEAVY),
            ("P", FOOT, "0704", "W", ""),
            ("T", FOOT, "0805", "W", ""),
        ])
        .red_acts();
        cannonade(&mut game, "G", "T", "0805");
        assert!(matches!(game.asked(), (Side::Red, Request::Spine(_))));
        game.decide(Decision::Aside(turn));
        while game.rolls(RollPurpose::ArtilleryFire) {
            game.die(0);
        }
        assert_eq!(fired_at(&game).contains(&Target::Unit(game.id("P"))), hit, "{turn:?}");
    }
}

/// Blue horse T is shot at by heavy guns two hexes off.
fn horse_under_fire(position: impl FnOnce(Position) -> Position) -> Game {
    let mut game =
        position(field_of(&[("G", GUNS, "0605", "SE", HEAVY), ("T", "cuirassier 4 7", "0607", "NW", "")]))
            .red_acts();
    cannonade(&mut game, "G", "T", "0607");
    // 4 + 2 is a formation hit.
    game.die(4);
    game
}

#[test]
fn displacement_keeps_to_stacking_ground_and_orders() {
    proves!("MPBS-10.8.6c", "MPBS-10.8.6d", "MPBS-10.8.6a");
    // T faces NW in 0607: its left flank hex is 0507, its right one 0706.
    let aside = |game: &Game, turn| game.allowed(Decision::Aside(turn));
    let game = horse_under_fire(|position| position);
    assert!(matches!(game.asked(), (Side::Blue, Request::Displace(_))));
    assert!(aside(&game, Turn::Left) && aside(&game, Turn::Right));
    // A friend there, ground that gives a formation hit, an enemy next to it without Charge Orders.
    let game = horse_under_fire(|p| p.unit("U", "ba", FOOT, "0507", "W", ""));
    assert!(!aside(&game, Turn::Left) && aside(&game, Turn::Right));
    let game = horse_under_fire(|p| p.terrain("0507", ','));
    assert!(!aside(&game, Turn::Left) && aside(&game, Turn::Right));
    let game = horse_under_fire(|p| p.unit("B", "ra", FOOT, "0407", "W", ""));
    assert!(!aside(&game, Turn::Left) && aside(&game, Turn::Right));
    // Nowhere to go: the hit is taken.
    let game = horse_under_fire(|p| p.terrain("0507", ',').terrain("0706", ','));
    assert_eq!(game.unit("T").formation, Formation::Shaken);
}

#[test]
fn displacement_takes_the_place_of_a_reaction_and_triggers_some() {
    proves!("MPBS-10.8.6d", "MPBS-9.1.3a", "MPBS-9.2.3a");
    // Blue guns shoot in reaction at red horse on the move; it displaces next to blue foot, who may answer that.
    let mut game = charge_of(&[
        ("A", "cuirassier 4 7", "0504", "E", ""),
        ("B", FOOT, "0705", "NE", "formation = \"broken\""),
        ("N", GUNS, "0803", "W", HEAVY),
        ("O", GUNS, "0603", "E", "class = \"light\""),
        ("P", FOOT, "0706", "W", ""),
        ("Q", FOOT, "0606", "NW", ""),
    ])
    .red_acts();
    game.start_move("A").step(Direction::Ne);
    let (a, gun) = (game.id("A"), game.id("N"));
    assert_eq!(game.at("A"), hex("0604"));
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    game.react(Reaction::Fire { unit: gun, salvo: Default::default() });
    while !game.rolls(RollPurpose::ArtilleryFire) {
        game.decide(Decision::Aside(Turn::Right));
    }
    game.die(4);
    assert!(matches!(game.asked(), (Side::Red, Request::Displace(_))), "{:?}", game.asked());
    game.decide(Decision::Aside(Turn::Right));
    assert_eq!(game.unit("A").at, one("0605", Facing::E), "its right hand is south");
    assert_eq!(game.unit("A").formation, Formation::Normal);
    // A trigger of its own: Q has the horse before its front and may fire. But the horse spent no points, so P,
    // within two hexes, forms no Hedgehog.
    assert_eq!(game.asked(), (Side::Blue, Request::React(a)));
    assert_eq!(game.no(Reaction::Hedgehog(game.id("P"))), "MPBS-9.2.3a");
    game.answer("Q").die(0);
    // A target that displaces does not react to the fire.
    let mut game =
        field_of(&[("G", GUNS, "0605", "SE", HEAVY), ("T", "cuirassier 4 7", "0606", "NW", "")]).red_acts();
    cannonade(&mut game, "G", "T", "0606");
    game.die(3).decide(Decision::Aside(Turn::Left));
    assert!(matches!(game.asked().1, Request::Act(_)), "T, adjacent and with loaded pistols, is not asked");
}

#[test]
fn broken_guns_do_nothing_and_stay() {
    proves!("MPBS-10.8.8", "MPBS-12.4.4", "MPBS-10.8.7");
    // Guns that fail twice are Morale Broken, but neither retreat nor rout.
    let mut game = field_of(&[
        ("G", GUNS, "0605", "SE", HEAVY),
        ("H", GUNS, "0505", "SE", HEAVY),
        ("T", GUNS, "0607", "NW", HEAVY),
    ])
    .red_acts();
    game.morale_of("T", MoraleState::Shaken).set("T", |gun| gun.formation = Formation::Normal);
    cannonade(&mut game, "G", "T", "0607");
    // 6 + 2 - 1 = 7: a formation hit, for guns a check against 6.
    game.die(6);
    assert!(game.rolls(RollPurpose::MoraleCheck));
    game.die(7);
    assert_eq!((game.unit("T").morale, game.at("T")), (MoraleState::Broken, hex("0607")));
    let t = game.id("T");
    assert!(game.field().gun_ready(t).is_err(), "neither fire nor turning");
    game.quiet();
    // A second failure is the end: guns are disabled.
    game.set("T", |gun| gun.morale = MoraleState::Broken);
    cannonade(&mut game, "H", "T", "0607");
    game.decide(Decision::Aside(Turn::Left)).die(6).die(9);
    assert_eq!(game.unit("T").fate, Fate::Disabled);
}

/// A leader with blue T, before red A.
fn leader_with(more: &str) -> Game {
    let mut game = scene(
        ("receive_charge", "0404"),
        ("receive_charge", "0705"),
        &[
            ("A", "heavy_infantry 10 7", "0605", "E", more),
            ("K", "cuirassier 4 7", "0404", "W", ""),
            ("T", "heavy_infantry 8 6", "0705", "W", ""),
        ],
    )
    .army_commander("blue", -1, "0705")
    .red_acts();
    game.decide(game.volley("A", Manner::Skirmishing, "T"));
    game
}

#[test]
fn leaders_are_exposed_to_every_fire_that_does_anything() {
    proves!("MPBS-10.10a", "MPBS-12.2b");
    let mut game = leader_with("");
    game.die(0);
    assert!(!game.rolls(RollPurpose::LeaderCasualty), "a miss");
    let mut game = leader_with("");
    game.die(6);
    // One die for each leader, before the Morale Check: 9 removes him.
    let (wing, army) =
        (game.commander(1), game.field().army_commander(Side::Blue).expect("an Army Commander"));
    assert!(game.rolls(RollPurpose::LeaderCasualty));
    game.die(9);
    assert!(game.rolls(RollPurpose::LeaderCasualty));
    game.die(8);
    let lost =
        |game: &Game, leader| matches!(game.battle.world().leader(leader).presence, Presence::Lost { .. });
    assert!(lost(&game, wing) != lost(&game, army), "the first is gone, the second not");
    assert!(game.rolls(RollPurpose::MoraleCheck));
    // With both of them there only one rating counts: -1 and not the sum with the Wing Commander's 0.
    let mut game = leader_with("");
    game.battle = game.battle.with_world(|world| world.leaders[usize::from(wing.0)].rating = -2);
    game.die(6).die(0).die(0).die(0);
    assert_eq!(game.last_check(), -2, "the better of -1 and -2");
}

#[test]
fn a_leader_alone_may_be_shot_at() {
    proves!("MPBS-10.10b", "MPBS-10.1.1b");
    let scene = || {
        field_of(&[("A", "heavy_infantry 10 7", "0605", "E", ""), ("T", FOOT, "0704", "W", "")])
            .army_commander("blue", 0, "0705")
            .red_acts()
    };
    let mut game = scene();
    let leader = game.field().army_commander(Side::Blue).expect("an Army Commander");
    let shots = smallvec::smallvec![caracole_musketpike::messages::Shot {
        half: caracole_musketpike::hex::Half::Left,
        target: Target::Leader(leader),
    }];
    let unit = game.id("A");
    let volley =
        Decision::Volley(caracole_musketpike::messages::Volley { unit, manner: Manner::Skirmishing, shots });
    game.decide(volley.clone()).die(5);
    assert!(matches!(game.asked().1, Request::Act(_)), "a miss");
    let mut game = scene();
    game.decide(volley.clone()).die(6);
    assert!(game.rolls(RollPurpose::LeaderCasualty));
    game.die(9);
    assert!(!game.battle.world().leader(leader).on_map());
    // With a unit he is no target by himself.
    let mut game = scene();
    game.battle = game.battle.with_world(|world| world.leaders[usize::from(leader.0)].hex = hex("0704"));
    assert_eq!(game.refused(volley), "MPBS-10.10b");
}

#[test]
fn morale_shaken_guns_fire_worse() {
    proves!("MPBS-CHART-ARTILLERY-FIRE", "MPBS-10.8");
    // The three classes at two hexes.
    for (class, range) in [("heavy", 2), ("medium", 1), ("light", 0)] {
        let more = format!("class = \"{class}\"");
        let game = field_of(&[("G", GUNS, "0605", "E", &more), ("T", FOOT, "0805", "W", "")]).red_acts();
        assert_eq!(
            game.field().cannon_tally(game.id("G"), Target::Unit(game.id("T")), hex("0805")).total(),
            range
        );
    }
    let mut game = field_of(&[("G", GUNS, "0605", "E", HEAVY), ("T", FOOT, "0805", "W", "")]).red_acts();
    let (gun, t) = (game.id("G"), Target::Unit(game.id("T")));
    let tally = |game: &Game| game.field().cannon_tally(gun, t, hex("0805"));
    assert_eq!(tally(&game).total(), 2);
    game.morale_of("G", MoraleState::Shaken);
    assert_eq!(tally(&game).total(), 1);
    assert!(tally(&game).cites(rule!("MPBS-CHART-ARTILLERY-FIRE")));
    assert!(!game.unit("G").is(Marks::FIRED));
}

#[test]
fn leaders_choose_whether_to_be_displaced_and_are_exposed_either_way() {
    proves!("MPBS-5.1.2a", "MPBS-10.8.6a");
    for (goes, end) in [(true, "0507"), (false, "0607")] {
        let mut game = horse_under_fire(|position| position.army_commander("blue", 0, "0607"));
        let army = game.field().army_commander(Side::Blue).expect("an Army Commander");
        game.decide(Decision::Aside(Turn::Left));
        assert_eq!(game.asked(), (Side::Blue, Request::GoAlong(army)));
        game.decide(if goes { Decision::Accept } else { Decision::Decline });
        assert_eq!((game.at("T"), game.leader_at(army)), (hex("0507"), hex(end)));
        // The fire was at the hex where he stood.
        assert!(game.rolls(RollPurpose::LeaderCasualty));
    }
}

#[test]
fn guns_that_answer_choose_the_hex_of_a_two_hex_unit() {
    proves!("MPBS-10.9.5c");
    // The commander rides with the right half: only fire at that hex endangers him.
    for (aim, exposed) in [("0505", false), ("0506", true)] {
        let mut game = scene(
            ("make_ready", "0406"),
            ("receive_charge", "1505"),
            &[
                ("A", "heavy_infantry 10 7", "0405 0406", "E", ""),
                ("N", GUNS, "0805", "W", HEAVY),
                ("Z", "cuirassier 4 7", "1505", "E", ""),
            ],
        )
        .red_acts();
        game.decide(game.moving("A", caracole_musketpike::messages::Escort::WingCommander));
        game.step(Direction::Se);
        let gun = game.id("N");
        game.react(Reaction::Fire { unit: gun, salvo: Default::default() });
        assert_eq!(game.asked(), (Side::Blue, Request::Aim(gun)));
        assert!(!game.allowed(Decision::Hex(hex("0606"))), "nobody is there");
        game.decide(Decision::Hex(hex(aim)));
        while !game.rolls(RollPurpose::ArtilleryFire) {
            game.decide(Decision::Aside(Turn::Left));
        }
        game.die(9);
        assert_eq!(game.rolls(RollPurpose::LeaderCasualty), exposed, "{aim}");
    }
}
