//! Chapter 10.8 to 10.10: artillery, sight and leaders under fire; its one shot a turn, and guns that change hands.

use crate::common::{
    field::{charge_of, field_of, scene},
    position::{Game, Position, hex, one},
};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::{proves, rule};
use caracole_musketpike::{
    RollPurpose,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Turn},
    messages::{Decision, Event, Manner, Reaction, Reform, Request, Salvoing, Target, Through},
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

fn battery() -> Position {
    Position::new()
        .wing("ra", "make_ready", "0505")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"medium\"")
        .unit("T", "ba", "heavy_infantry 8 7", "0905", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
}

fn guns_at(target: &str) -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "receive_charge", "1505")
        .unit("R", "ra", "cuirassier 4 7", "0405", "W", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"heavy\"")
        .unit(
            "T",
            "ba",
            target,
            "0705",
            "W",
            if target.starts_with("art") { "class = \"medium\"" } else { "" },
        )
        .unit("S", "ba", "cuirassier 4 7", "1505", "E", "")
        .play();
    game.activate(0);
    let (gun, t) = (game.id("G"), game.id("T"));
    game.decide(Decision::Cannonade { gun, target: Target::Unit(t), hex: hex("0705") });
    if matches!(
        game.battle.awaiting(),
        caracole_kernel::Awaiting::Decision { request: Request::Spine(_), .. }
    ) {
        game.decide(Decision::Aside(Turn::Left));
    }
    game
}

const HEAVY_FOOT: &str = "heavy_infantry 8 7";

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

#[test]
fn firing_and_turning_each_use_the_one_shot_of_the_turn() {
    proves!("MPBS-10.8.1a", "MPBS-6.2.3a", "MPBS-9.1.5");
    let mut game = battery().play();
    game.activate(0);
    let (gun, t) = (game.id("G"), game.id("T"));
    let shot = Decision::Cannonade { gun, target: Target::Unit(t), hex: hex("0905") };
    assert!(game.allowed(shot.clone()));
    game.decide(Decision::TurnGun { gun, facing: Facing::Ne }).quiet();
    assert!(game.unit("G").is(Marks::FIRED));
    assert!(game.field().gun_ready(gun).is_err(), "no reaction either");
    let mut game = battery().play();
    game.activate(0).decide(shot);
    assert_eq!(game.purpose(), RollPurpose::ArtilleryFire);
    game.die(0).quiet();
    assert!(game.unit("G").is(Marks::FIRED));
    assert!(game.field().gun_ready(gun).is_err());
}

#[test]
fn a_gun_answers_movement_in_its_grazing_range_only() {
    proves!("MPBS-9.1.2b", "MPBS-9.4.3");
    // Medium guns graze to three hexes. Blue foot steps from four hexes to three.
    let mut game = Position::new()
        .wing("ra", "rally", "0505")
        .wing("ba", "make_ready", "1205")
        .unit("R", "ra", "cuirassier 4 7", "0505", "W", "")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"medium\"")
        .unit("T", "ba", "heavy_infantry 8 7", "1105", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1205", "E", "")
        .play();
    game.activate(1).start_move("T").step(Direction::Nw);
    // Four hexes away: no reaction, the move goes on.
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Manoeuvre(t)));
    game.step(Direction::Sw);
    assert_eq!(game.asked(), (Side::Red, Request::React(t)));
    let gun = game.id("G");
    game.decide(Decision::React(Reaction::Fire { unit: gun, salvo: Salvoing::No }));
    game.die(0);
    assert!(game.unit("G").is(Marks::FIRED));
}

#[test]
fn lone_guns_are_captured_and_change_hands() {
    proves!("MPBS-11.5.1a", "MPBS-10.8.9a", "MPBS-10.8.9b", "MPBS-10.8.9c", "MPBS-11.5.1b", "MPBS-15.0e");
    let mut game = Position::new()
        .wing("ra", "charge", "0505")
        .wing("ba", "charge", "0709")
        .unit("R", "ra", "cuirassier 4 7", "0505", "E", "formation = \"broken\"")
        .unit("A", "ra", "cuirassier 4 7", "0605", "E", "")
        .unit("G", "ba", "artillery - 5", "0705", "W", "class = \"light\", layer = \"bottom\"")
        .unit("B", "ba", "cuirassier 4 7", "0708", "NE", "")
        .unit("S", "ba", "cuirassier 4 7", "0709", "E", "formation = \"broken\"")
        .play();
    game.dice(&[9, 0]).activate(0).start_move("A").step(Direction::Se).quiet();
    assert_eq!(game.unit("G").fate, Fate::Captured);
    assert!(game.field().stack(hex("0705")).gun().is_none(), "captured guns are no unit");
    assert_eq!(game.field().victory_points(Side::Red).total(), 5, "3 lb guns captured");
    assert_eq!(game.unit("A").formation, caracole_musketpike::world::Formation::Normal, "no formation hit");
    // A rides on; blue horse comes back to the hex, and the guns are disabled, but nobody crews them again.
    game.step(Direction::Ne).quiet().step(Direction::Se).quiet().decline();
    game.end_actions();
    while !matches!(game.asked().1, Request::Activate(_)) {
        game.decline();
    }
    game.activate(1).start_move("B");
    for _ in 0..3 {
        game.step(Direction::N).quiet();
    }
    assert_eq!(game.unit("G").fate, Fate::Disabled);
    assert_eq!(game.field().victory_points(Side::Red).total(), 2, "3 lb guns disabled");
    assert!(game.field().gun_ready(game.id("G")).is_err());
}

#[test]
fn cavalry_may_step_aside_from_the_guns() {
    proves!("MPBS-10.8.2", "MPBS-10.8.6a", "MPBS-10.8.6b", "MPBS-CHART-ARTILLERY-RANGE");
    // Heavy guns at two hexes: +2. 4 + 2 = 6 is a formation hit.
    let mut game = guns_at("cuirassier 4 7");
    game.die(4);
    let t = game.id("T");
    assert_eq!(game.asked(), (Side::Blue, Request::Displace(t)));
    game.decide(Decision::Aside(Turn::Left)).quiet();
    assert_eq!(game.unit("T").formation, Formation::Normal);
    assert_eq!(game.unit("T").at, one("0706", Facing::W), "its left hand is south");
    let mut game = guns_at("cuirassier 4 7");
    game.die(4).decline();
    assert_eq!(game.unit("T").formation, Formation::Shaken);
}

#[test]
fn a_formation_hit_with_a_check_is_one_check_at_plus_one_for_guns() {
    proves!("MPBS-10.8.7", "MPBS-12.3");
    // Against guns -1: 7 + 2 - 1 = 8 is FH + MC.
    let mut game = guns_at("artillery - 7");
    game.die(7);
    assert_eq!(game.purpose(), RollPurpose::MoraleCheck);
    game.die(7);
    let modifier = game.events.iter().rev().find_map(|event| match event {
        caracole_musketpike::messages::Event::MoraleCheck { rolled, .. } => Some(rolled.modifiers.total()),
        _ => None,
    });
    assert_eq!(modifier, Some(1));
    assert_eq!(game.unit("T").morale, MoraleState::Shaken, "7 + 1 is above 7");
}

#[test]
fn one_hit_disables_guns() {
    proves!("MPBS-10.6.1b", "MPBS-10.8.9a");
    let mut game = guns_at("artillery - 7");
    // 8 + 2 - 1 = 9: a casualty, a formation hit and a check.
    game.die(8);
    assert_eq!(game.unit("T").fate, Fate::Disabled);
    assert_eq!(game.field().victory_points(Side::Red).total(), 10, "4-8 lb guns disabled");
}

#[test]
fn restacking_is_the_guns_one_shot_and_silences_the_stack() {
    // Trap: artillery's turning, restacking or reacting all use the one shot of the turn.
    proves!("MPBS-9.4.4", "MPBS-8.3.2b", "MPBS-9.1.5");
    let mut game = charge_of(&[
        ("A", "heavy_infantry 6 7", "0505", "E", ""),
        ("T", "heavy_infantry 6 7", "0705", "W", ""),
        ("N", "artillery - 5", "0705", "W", "class = \"light\", layer = \"bottom\""),
        ("V", "musketeers 2 6", "0704", "W", ""),
    ])
    .red_acts();
    game.start_move("A").step(Direction::Ne);
    let gun = game.id("N");
    assert_eq!(game.no(game.fires("N")), "MPBS-8.3.1b", "the guns lie beneath");
    game.react(Reaction::Restack(gun));
    assert!(game.unit("N").is(Marks::ON_TOP) && game.unit("N").is(Marks::FIRED));
    assert_eq!(game.no(game.fires("T")), "MPBS-8.3.2b", "neither does its mate fire");
    assert_eq!(game.no(game.fires("N")), "MPBS-9.1.1a-1");
    // Nor may the guns do anything more this turn.
    game.quiet().manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.no(Reaction::Restack(gun)), "MPBS-10.8.1a");
    assert_eq!(game.no(Reaction::TurnGun { gun, facing: Facing::Nw }), "MPBS-10.8.1a");
}

#[test]
fn a_dead_zone_hides_from_guns_and_interceptors() {
    // Trap: line of sight with dead zones, in play.
    proves!("MPBS-10.9.3B-2", "MPBS-10.9.3B-3", "MPBS-9.3.1d");
    // High ground to column 07; the crest hex is 0705. Guns one hex behind it have one hex of dead zone below.
    let hill = |gun: &str, target: &str| {
        let mut position =
            field_of(&[("G", GUNS, gun, "E", HEAVY), ("T", HEAVY_FOOT, target, "W", "")]).steep();
        for column in 4..=7 {
            for row in 1..=12 {
                position = position.level(&format!("{column:02}{row:02}"), '1');
            }
        }
        position.red_acts()
    };
    let shot = |game: &Game, at: &str| Decision::Cannonade {
        gun: game.id("G"),
        target: Target::Unit(game.id("T")),
        hex: hex(at),
    };
    // From 0605 the line goes by 0704, the crest, to 0804 below it and 0904 beyond.
    let game = hill("0605", "0804");
    assert_eq!(game.refused(shot(&game, "0804")), "MPBS-10.9.3B-2", "just below the crest");
    let game = hill("0605", "0904");
    assert!(game.allowed(shot(&game, "0904")), "one hex farther it is seen");
    let game = hill("0704", "0804");
    assert!(game.allowed(shot(&game, "0804")), "from the crest itself nothing is hidden");
}

#[test]
fn whoever_grazing_fire_rolled_for_may_answer() {
    // Unclear in 9.1.3g: units swept besides the one aimed at were fired on too. Wagons are not (14.1c).
    proves!("MPBS-9.1.3g", "MPBS-9.1.2b", "MPBS-14.1c");
    let guns = "class = \"heavy\"";
    let mut game = field_of(&[
        ("G", "artillery - 7", "0605", "SE", guns),
        ("T", "musketeers 3 8", "0606", "NW", ""),
        ("V", "wagon -", "0607", "", ""),
        ("N", "artillery - 7", "0608", "NW", guns),
    ])
    .red_acts();
    let (gun, target) = (game.id("G"), Target::Unit(game.id("T")));
    game.decide(Decision::Cannonade { gun, target, hex: hex("0606") });
    let mut dice = 0;
    while game.rolls(RollPurpose::ArtilleryFire) {
        game.die(0);
        dice += 1;
    }
    assert_eq!(dice, 2, "the light infantry and the guns beyond; not the Wagon");
    assert_eq!(game.asked(), (Side::Blue, Request::React(gun)));
    // T answers; N would, but its line of fire is not free.
    assert!(game.allowed(Decision::React(game.fires("T"))));
    assert_eq!(game.no(game.fires("N")), "MPBS-9.4.3");
}

#[test]
fn guns_answer_a_reform_in_their_grazing_range() {
    // Unclear in 9.4.3: 9.1.2b with its "other triggers" is the fuller statement.
    proves!("MPBS-9.4.3", "MPBS-9.1.2b");
    let reform = |gun: &str| {
        let mut game = field_of(&[
            ("A", HEAVY_FOOT, "0605", "E", "formation = \"shaken\""),
            ("N", "artillery - 7", gun, "W", "class = \"medium\""),
        ])
        .red_acts();
        let unit = game.id("A");
        game.decide(Decision::Reform { unit, what: Reform::Formation, through: Through::Wing });
        game.asked().0
    };
    assert_eq!(reform("0905"), Side::Blue, "three hexes");
    assert_eq!(reform("1005"), Side::Red, "four");
}
