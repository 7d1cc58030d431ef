//! Stacks with artillery and Wagons, and of cavalry with light infantry under fire and in combat.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half},
    messages::{Decision, Manner, Reaction, Reform, Request, Shot, Target, Through, Volley},
    world::{Fate, Formation, Marks, MoraleState},
};

fn field(orders: &str) -> Position {
    Position::new()
        .wing_rated("ra", orders, "0404", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"open_order\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn volley(game: &Game, unit: &str, half: Half, target: &str, manner: Manner) -> Decision {
    let shot = Shot { half, target: Target::Unit(game.id(target)) };
    Decision::Volley(Volley { unit: game.id(unit), manner, shots: smallvec::smallvec![shot] })
}

fn skirmish(game: &Game, unit: &str, target: &str) -> Decision {
    volley(game, unit, Half::Left, target, Manner::Skirmishing)
}

fn cannon(game: &Game, gun: &str, target: &str, at: &str) -> Decision {
    Decision::Cannonade { gun: game.id(gun), target: Target::Unit(game.id(target)), hex: hex(at) }
}

/// Foot and guns in 0505, the guns on top or beneath; an enemy of foot and guns the same way in 0605.
fn stacks(orders: &str, layer: &str) -> Game {
    let guns = format!("class = \"light\", layer = \"{layer}\"");
    let mut game = field(orders)
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", &guns)
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("H", "ba", "artillery - 5", "0605", "W", &guns)
        .play();
    game.activate(0);
    game
}

/// Cavalry and light infantry in 0505, an enemy in 0605.
fn horse_and_shot(orders: &str, enemy: &str) -> Position {
    field("receive_charge")
        .unit("A", "ra", "cuirassier 6 7", "0505", "E", "")
        .unit("L", "ra", "musketeers 2 6", "0505", "E", "")
        .wing("bb", orders, "0605")
        .unit("E", "bb", enemy, "0605", "W", "")
}

fn candidates(game: &Game) -> Vec<Decision> {
    let (side, request) = game.asked();
    let mut all = Vec::new();
    MusketPike::candidates(&game.battle, side, &request, &mut all);
    all
}

/// Both sides have the same Orders, so dice decide: red goes first.
fn roll_for_initiative(game: &mut Game) {
    game.dice(&[9, 0]);
}

fn volley_of(game: &Game, unit: &str, manner: Manner, shots: &[(Half, &str)]) -> Decision {
    let shots =
        shots.iter().map(|(half, at)| Shot { half: *half, target: Target::Unit(game.id(at)) }).collect();
    Decision::Volley(Volley { unit: game.id(unit), manner, shots })
}

/// Blue foot in 1008 with guns beneath it; red foot next to it, red guns four hexes away.
fn foot_on_guns() -> Game {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0707")
        .wing("ba", "make_ready", "1008")
        .unit("G", "ba", "artillery - 6", "1008", "W", "class = \"medium\", layer = \"bottom\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1008", "W", "")
        .unit("A", "ra", "heavy_infantry 6 6", "0908", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0707", "E", "")
        .unit("H", "ra", "artillery - 6", "0606", "E", "class = \"medium\"")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    game
}

#[test]
fn only_the_top_unit_fires_and_is_fired_on() {
    proves!("MPBS-8.3.1b", "MPBS-8.3.3a");
    let game = stacks("make_ready", "top");
    assert!(game.allowed(cannon(&game, "G", "H", "0605")));
    assert_eq!(game.refused(cannon(&game, "G", "E", "0605")), "MPBS-8.3.1b", "the foot is beneath its guns");
    assert_eq!(game.refused(skirmish(&game, "A", "H")), "MPBS-8.3.1b", "beneath its own guns");
    let game = stacks("make_ready", "bottom");
    assert!(game.allowed(skirmish(&game, "A", "E")));
    assert_eq!(game.refused(skirmish(&game, "A", "H")), "MPBS-8.3.1b");
    assert_eq!(game.refused(cannon(&game, "G", "E", "0605")), "MPBS-8.3.1b");
    // States and facings are each its own.
    let mut game = stacks("make_ready", "bottom");
    game.change_unit("A", |unit| unit.morale = MoraleState::Shaken);
    assert_eq!((game.unit("G").morale, game.field().morale(game.id("G"))), (MoraleState::Normal, 5));
    game.decide(Decision::TurnGun { gun: game.id("G"), facing: Facing::W }).quiet();
    assert_eq!((game.unit("G").at.facing(), game.unit("A").at.facing()), (Some(Facing::W), Some(Facing::E)));
}

#[test]
fn the_owner_chooses_who_is_on_top_when_a_unit_stops_with_guns() {
    proves!("MPBS-8.3.1a");
    for on_top in [true, false] {
        let mut game = field("make_ready")
            .unit("A", "ra", "heavy_infantry 5 6", "0504", "SE", "")
            .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\"")
            .play();
        game.activate(0).start_move("A").step(Direction::S).decline();
        assert_eq!(game.asked(), (Side::Red, Request::GunsOnTop(game.id("A"))));
        if on_top {
            game.accept()
        } else {
            game.decline()
        };
        assert_eq!(game.field().gun_on_top(game.id("G")), on_top);
    }
}

#[test]
fn guns_over_one_half_leave_the_other_to_fire() {
    proves!("MPBS-8.3.1c");
    let mut game = field("make_ready")
        .unit("A", "ra", "heavy_infantry 10 6", "0504 0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0504", "E", "class = \"light\", layer = \"top\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0604", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "0606", "W", "")
        .play();
    game.activate(0);
    // Facing east the left half is in 0504, beneath the guns.
    assert_eq!(game.refused(volley(&game, "A", Half::Left, "E", Manner::Skirmishing)), "MPBS-8.3.1b");
    assert!(game.allowed(volley(&game, "A", Half::Right, "D", Manner::Skirmishing)));
}

#[test]
fn disabled_guns_lie_at_the_bottom() {
    proves!("MPBS-8.3.1d");
    let mut game = field("make_ready")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("H", "ba", "artillery - 5", "0605", "W", "class = \"light\", layer = \"top\"")
        .play();
    game.activate(0);
    assert_eq!(game.field().top(hex("0605")), Some(game.id("H")));
    let die = (0..10).rev().find(|die| {
        let mut trial = Game { battle: game.battle.clone(), events: Vec::new() };
        trial.decide(skirmish(&game, "A", "H")).die(*die);
        trial.unit("H").fate == Fate::Disabled
    });
    game.decide(skirmish(&game, "A", "H")).die(die.expect("a hit disables guns"));
    assert_eq!(game.field().top(hex("0605")), Some(game.id("E")), "the foot is what is fired at now");
}

#[test]
fn the_order_of_a_stack_changes_by_a_move_or_in_place_of_reaction_fire() {
    proves!("MPBS-8.3.2a", "MPBS-8.3.2b", "MPBS-8.3.2c");
    let mut game = stacks("make_ready", "top");
    // Even guns that have fired change places by the foot's Action.
    game.change_unit("G", |unit| unit.marks.set(Marks::FIRED));
    game.start_move("A").decide(Decision::Restack).quiet();
    assert!(!game.field().gun_on_top(game.id("G")));
    assert_eq!(game.refused(Decision::Restack), "MPBS-8.3.2a", "once");
    // In reaction the guns give up their shot: neither they nor the foot fires.
    let mut game = field("receive_charge")
        .wing("bb", "charge", "0705")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\", layer = \"bottom\"")
        .unit("E", "bb", "heavy_infantry 5 6", "0705", "W", "")
        .play();
    game.activate(2).start_move("E").step(Direction::Nw);
    assert_eq!(game.asked(), (Side::Red, Request::React(game.id("E"))));
    game.decide(Decision::React(Reaction::Restack(game.id("G"))));
    assert!(game.field().gun_on_top(game.id("G")) && game.unit("G").is(Marks::FIRED));
    if matches!(game.asked().1, Request::React(_)) {
        for code in ["A", "G"] {
            let fire = Reaction::Fire { unit: game.id(code), salvo: Default::default() };
            assert!(!game.allowed(Decision::React(fire)), "{code}");
        }
        game.decline();
    }
    // Once they have fired they cannot.
    game.quiet();
    let mut game = field("receive_charge")
        .wing("bb", "charge", "0705")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\", layer = \"bottom\"")
        .unit("E", "bb", "heavy_infantry 5 6", "0705", "W", "")
        .play();
    game.activate(2);
    game.change_unit("G", |unit| unit.marks.set(Marks::FIRED));
    game.start_move("E").step(Direction::Nw);
    assert_eq!(game.asked().0, Side::Red);
    assert_eq!(game.refused(Decision::React(Reaction::Restack(game.id("G")))), "MPBS-10.8.1a");
}

#[test]
fn a_formation_broken_unit_may_still_change_places_with_guns() {
    proves!("MPBS-8.3.2d");
    let mut game = field("make_ready")
        .unit("A", "ra", "heavy_infantry 5 6", "0505", "E", "formation = \"broken\"")
        .unit("G", "ra", "artillery - 5", "0505", "E", "class = \"light\", layer = \"top\"")
        .play();
    game.activate(0).start_move("A");
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Face(1))), "MPBS-7.3.1f");
    game.decide(Decision::Restack).quiet();
    assert!(!game.field().gun_on_top(game.id("G")));
}

#[test]
fn losses_beyond_the_guns_fall_on_the_unit_beneath() {
    proves!("MPBS-8.3.4b");
    let shoot = |die: u8| {
        let mut game = field("make_ready")
            .unit("A", "ra", "heavy_infantry 20 6", "0505", "E", "guns = true, salvo = true")
            .unit("E", "ba", "heavy_infantry 12 7", "0605", "W", "")
            .unit("H", "ba", "artillery - 5", "0605", "W", "class = \"light\", layer = \"top\"")
            .play();
        game.activate(0);
        game.decide(volley(&game, "A", Half::Left, "H", Manner::Salvo)).die(die);
        game
    };
    let fates: Vec<(bool, u8)> = (0..10)
        .map(|die| {
            let game = shoot(die);
            (game.unit("H").fate == Fate::Disabled, game.unit("E").casualties)
        })
        .collect();
    assert!(fates.contains(&(true, 0)), "one hit disables the guns and is used up: {fates:?}");
    assert!(fates.contains(&(true, 1)), "the second falls on the foot: {fates:?}");
    assert!(fates.iter().all(|(disabled, casualties)| *disabled || *casualties == 0), "{fates:?}");
}

#[test]
fn wagons_lie_beneath_and_are_captured_by_whoever_enters() {
    proves!("MPBS-8.5a", "MPBS-8.5c", "MPBS-8.5b");
    let mut game = field("charge")
        .unit("A", "ra", "cuirassier 4 7", "0505", "E", "")
        .unit("W", "ba", "wagon - 5", "0605", "", "")
        .unit("E", "ba", "heavy_infantry 5 6", "1105", "W", "")
        .unit("V", "ba", "wagon - 5", "1105", "", "")
        .play();
    assert_eq!(game.field().top(hex("1105")), Some(game.id("E")), "always at the bottom");
    game.activate(0).start_move("A").step(Direction::Ne);
    assert_eq!(game.unit("W").fate, Fate::Captured);
    assert_eq!(game.field().victory_points(Side::Red).total(), 10);
}

#[test]
fn cavalry_and_light_infantry_fire_together_and_share_hits() {
    proves!("MPBS-8.2.1c", "MPBS-8.2.1f");
    let mut game = horse_and_shot("charge", "heavy_infantry 12 7").play();
    game.activate(2);
    game.decide(skirmish(&game, "E", "A"));
    let fired = game.battle.clone();
    // Find a die with a casualty hit: the owner says who takes it.
    let die = (0..10)
        .find(|die| {
            let mut trial = Game { battle: fired.clone(), events: Vec::new() };
            trial.die(*die);
            matches!(trial.battle.awaiting(), Awaiting::Decision { request: Request::TakeHit(_), .. })
        })
        .expect("a hit on the stack");
    game.die(die);
    assert_eq!(game.asked().0, Side::Red);
    game.decide(Decision::Unit(game.id("L")));
    assert_eq!((game.unit("L").casualties, game.unit("A").casualties), (1, 0));
    assert_eq!(game.unit("A").formation, game.unit("L").formation);
    // Both answer at once, the effects added up.
    let mut game = horse_and_shot("charge", "heavy_infantry 12 7").play();
    game.activate(2);
    game.decide(skirmish(&game, "E", "A")).die(0).quiet_until_react();
    if let (Side::Red, Request::React(_)) = game.asked() {
        game.decide(Decision::React(Reaction::FireTogether(game.id("A"))));
        // Nothing is applied before both have rolled.
        game.die(9);
        assert!(matches!(game.battle.awaiting(), Awaiting::Dice(_)), "the other's die");
        assert_eq!((game.unit("E").casualties, game.unit("E").formation), (0, Formation::Normal));
        game.die(9);
        assert!(game.unit("E").casualties > 0 || game.unit("E").formation != Formation::Normal);
        assert_eq!(game.unit("A").shots, 1, "the cavalry has spent a pistol");
    } else {
        panic!("the stack may answer");
    }
}

#[test]
fn light_infantry_with_cavalry_stays_out_of_the_combat_and_shares_its_end() {
    proves!("MPBS-8.2.1d", "MPBS-8.2.1e");
    let mut game = horse_and_shot("rally", "cuirassier 6 7").play();
    game.activate(0).end_actions();
    let attack = |code: &str| Decision::Attack { unit: game.id(code), hex: hex("0605") };
    assert_eq!(game.refused(attack("L")), "MPBS-8.2.1d");
    assert!(game.allowed(attack("A")));
    // Its strength counts for nothing.
    let alone = field("receive_charge")
        .unit("A", "ra", "cuirassier 6 7", "0505", "E", "")
        .wing("bb", "charge", "0605")
        .unit("E", "bb", "cuirassier 6 7", "0605", "W", "")
        .play();
    let tally = |game: &Game| game.field().close_combat_tally(&[game.id("A")], game.id("E"), &[]).total();
    assert_eq!(tally(&game), tally(&alone));
    // Beaten, the two go back together.
    game.decide(attack("A")).quiet();
    let named = game.battle.clone();
    let mut together = false;
    for die in 0..10 {
        let mut trial = Game { battle: named.clone(), events: Vec::new() };
        trial.finish_combat(die);
        let (horse, shot) = (trial.unit("A"), trial.unit("L"));
        if horse.fate == Fate::Eliminated {
            assert_eq!(shot.fate, Fate::Eliminated, "{die}: eliminated with it");
        } else if horse.fate == Fate::OnMap
            && horse.at.footprint().first != hex("0505")
            && horse.morale != MoraleState::Normal
        {
            assert_eq!(shot.at.footprint(), horse.at.footprint(), "{die}: back with it");
            together = true;
        }
    }
    assert!(together, "some die drives it back");
}

#[test]
fn the_two_rally_and_reform_with_one_action() {
    proves!("MPBS-8.2.1h");
    let mut game = Position::new()
        .wing_rated("ra", "rally", "0505", -1)
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 6 7", "0505", "E", "formation = \"shaken\"")
        .unit("L", "ra", "musketeers 2 6", "0505", "E", "formation = \"shaken\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(0);
    for code in ["A", "L"] {
        game.change_unit(code, |unit| unit.morale = MoraleState::Shaken);
    }
    game.decide(game.reform("A", Reform::Formation, Through::Wing)).quiet();
    assert_eq!((game.unit("A").formation, game.unit("L").formation), (Formation::Normal, Formation::Normal));
    assert!(game.unit("L").is(Marks::ACTED), "one Action for both");
    assert_eq!(game.refused(game.rally("L", Through::Wing)), "MPBS-3.2C-1");
}

#[test]
fn a_stack_that_routs_is_split() {
    proves!("MPBS-8.2.1i");
    let mut game = Position::new()
        .wing("ra", "receive_charge", "1403")
        .wing("ba", "receive_charge", "1905")
        .unit("F", "ra", "cuirassier 4 7", "1403", "E", "")
        .unit("A", "ra", "cuirassier 6 7", "1405", "E", "")
        .unit("L", "ra", "musketeers 2 6", "1405", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play_with(|game, world| {
            for code in ["A", "L"] {
                let unit = &mut world.units[usize::from(game.id(code).0)];
                (unit.morale, unit.formation) = (MoraleState::Broken, Formation::Broken);
            }
        });
    game.dice(&[9, 0]).decline_until(|game| game.battle.world().turn == 2);
    // Towards the west edge: the cavalry eight hexes, the light infantry six.
    let column = |code: &str| game.field().hex(game.id(code)).column();
    assert_eq!((column("A"), column("L")), (14 - 8, 14 - 6));
}

#[test]
fn light_infantry_takes_the_facing_of_the_cavalry_it_joins_or_does_not_enter() {
    proves!("MPBS-8.2.2b");
    let join = |facing: &str, spend: usize| {
        let mut game = field("make_ready")
            .unit("A", "ra", "cuirassier 6 7", "0505", facing, "")
            .unit("L", "ra", "musketeers 2 6", "0504", "SE", "")
            .play();
        game.activate(0).start_move("L");
        for turn in 0..spend {
            game.manoeuvre(Manoeuvre::Face(if turn % 2 == 0 { 1 } else { -1 }));
        }
        game
    };
    let step = Decision::Manoeuvre(Manoeuvre::Step(Direction::S));
    let mut game = join("E", 0);
    game.decide(step.clone());
    assert_eq!(game.unit("L").at.facing(), Some(Facing::E));
    // Four of six points spent: one hex and one vertex are all that is left, a half turn needs three.
    assert!(join("E", 4).allowed(step.clone()));
    assert_eq!(join("NE", 4).refused(step.clone()), "MPBS-7.1.1d");
    assert!(join("SE", 4).allowed(step));
}

#[test]
fn guns_beneath_a_unit_that_is_fired_on_may_restack() {
    proves!("MPBS-8.3.2b", "MPBS-9.4.3", "MPBS-9.4.4");
    let mut game = foot_on_guns();
    let restack = Decision::React(Reaction::Restack(game.id("G")));
    game.decide(volley_of(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    assert!(candidates(&game).contains(&restack));
    game.decide(restack);
    assert!(game.field().gun_on_top(game.id("G")) && game.unit("G").is(Marks::FIRED));
    // Neither fires besides.
    assert!(!matches!(game.asked().1, Request::React(_)));
}

#[test]
fn guns_beneath_do_not_restack_after_the_unit_on_top_has_fired() {
    proves!("MPBS-8.3.2b");
    let mut game = foot_on_guns();
    game.decide(volley_of(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    game.decide(Decision::React(Reaction::Fire { unit: game.id("X"), salvo: Default::default() })).die(0);
    assert!(!matches!(game.asked().1, Request::React(_)), "the stack has had its Reaction Fire");
}

#[test]
fn guns_beneath_a_unit_that_guns_fire_on_may_restack() {
    proves!("MPBS-8.3.2b", "MPBS-9.4.3");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0707")
        .wing("ba", "make_ready", "1008")
        .unit("G", "ba", "artillery - 6", "1008", "W", "class = \"medium\", layer = \"bottom\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1008", "W", "")
        .unit("R", "ra", "cuirassier 4 7", "0707", "E", "")
        .unit("H", "ra", "artillery - 6", "0208", "E", "class = \"medium\", grazing = 4, range = 10")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let (gun, target) = (game.id("H"), Target::Unit(game.id("X")));
    // Beyond Grazing Fire Range only the unit on top is fired on.
    game.decide(Decision::Cannonade { gun, target, hex: hex("1008") }).die(0);
    assert_eq!(game.asked(), (Side::Blue, Request::React(gun)));
    assert!(game.allowed(Decision::React(Reaction::Restack(game.id("G")))));
}

#[test]
fn guns_beneath_answer_only_fire_at_their_own_hex() {
    proves!("MPBS-9.4.3", "MPBS-8.3.2b");
    // X stands in 1007 and 1008 with guns beneath it in 1007; A, in 0909, has only 1008 next to it.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0707")
        .wing("ba", "make_ready", "1008")
        .unit("G", "ba", "artillery - 6", "1007", "W", "class = \"medium\", layer = \"bottom\"")
        .unit("X", "ba", "heavy_infantry 10 6", "1007 1008", "W", "")
        .unit("A", "ra", "heavy_infantry 6 6", "0908", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0707", "E", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    game.decide(volley_of(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    assert!(matches!(game.asked().1, Request::React(_)), "X may answer");
    assert_eq!(game.refused(Decision::React(Reaction::Restack(game.id("G")))), "MPBS-9.1.3g");
}
