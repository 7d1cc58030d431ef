//! Command: lines of communication, judged unit by unit at the instant it acts, and what a unit out of command may do.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_musketpike::{
    engine::motion::Manoeuvre,
    hex::{Direction, Facing, Half},
    messages::{Decision, Escort, Manner, Reaction, Reform, Request, Shot, Target, Through, Volley},
    world::{Fate, Formation, LeaderAction, Presence},
};

/// Red's commander in 0405 with C; blue far away.
fn wing(orders: &str) -> Position {
    Position::new()
        .wing_rated("ra", orders, "0405", -1)
        .wing("ba", "rally", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0405", "E", "formation = \"open_order\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

fn line(link: &str) -> Position {
    Position::new()
        .wing("ra", "make_ready", "0305")
        .wing("ba", "rally", "1905")
        .unit("U", "ra", "heavy_infantry 5 6", "0305", "E", "")
        .unit("L", "ra", link, "0405", "E", "")
        .unit("X", "ra", "heavy_infantry 5 6", "0805", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
}

#[test]
fn enemy_units_and_impassable_ground_block_a_line() {
    proves!("MPBS-5.4.2d", "MPBS-5.4.2b");
    // From 0605 two hexes lead to 0405: 0504 and 0505.
    let foot = |position: Position| {
        let game = position.unit("X", "ra", "heavy_infantry 5 6", "0605", "E", "").play();
        game.field().in_command(game.id("X"))
    };
    let enemy = |position: Position| position.unit("E", "ba", "heavy_infantry 5 6", "0504", "E", "");
    assert!(foot(wing("make_ready")));
    assert!(foot(enemy(wing("make_ready"))), "past the enemy by 0505");
    assert!(foot(wing("make_ready").terrain("0505", 'p')), "past the pond by 0504");
    assert!(!foot(enemy(wing("make_ready")).terrain("0505", 'p')), "both ways are blocked");
    // Cavalry has a third hex and goes round.
    let game = enemy(wing("make_ready"))
        .terrain("0505", 'p')
        .unit("X", "ra", "cuirassier 4 7", "0605", "E", "")
        .play();
    assert!(!game.field().in_command(game.id("X")), "round both it is four hexes");
    let game = enemy(wing("make_ready")).unit("X", "ra", "cuirassier 4 7", "0604", "E", "").play();
    assert!(game.field().in_command(game.id("X")));
}

#[test]
fn guns_are_links_until_they_are_disabled_and_other_wings_never_are() {
    proves!("MPBS-5.4.2e", "MPBS-5.4.1b", "MPBS-5.4.2c");
    let mut game = wing("make_ready")
        .unit("G", "ra", "artillery - 5", "0605", "E", "class = \"light\"")
        .unit("X", "ra", "heavy_infantry 5 6", "0805", "E", "")
        .play();
    assert!(game.field().in_command(game.id("X")), "two hexes to the guns, two to the commander");
    for fate in [Fate::Disabled, Fate::Captured] {
        game.change_unit("G", |unit| unit.fate = fate);
        assert!(!game.field().in_command(game.id("X")), "{fate:?}");
    }
    // A unit keeps its Wing: next to another Wing's commander it is as lost as before.
    let game = wing("make_ready")
        .wing("rb", "make_ready", "0805")
        .unit("F", "rb", "cuirassier 4 7", "0805", "E", "")
        .unit("X", "ra", "heavy_infantry 5 6", "0905", "E", "")
        .play();
    assert!(!game.field().in_command(game.id("X")));
    assert!(game.field().in_command(game.id("F")));
}

#[test]
fn a_leader_with_a_two_hex_unit_stands_in_one_of_its_hexes() {
    proves!("MPBS-5.4.2f", "MPBS-5.1.2e");
    let game = |at: &str| {
        let mut game = wing("make_ready")
            .army_commander("red", -1, at)
            .unit("B", "ra", "heavy_infantry 10 6", "0506 0507", "E", "")
            .unit("X", "ra", "heavy_infantry 5 6", "0508", "E", "formation = \"shaken\"")
            .play();
        game.activate(0);
        game
    };
    let reform = |game: &Game| game.reform("X", Reform::Formation, Through::ArmyCommander);
    assert!(game("0507").allowed(reform(&game("0507"))), "0508 is next to the half he is with");
    assert_eq!(game("0506").refused(reform(&game("0506"))), "MPBS-5.1.2e", "but not next to the other");
}

#[test]
fn out_of_command_next_to_an_enemy_it_stays_or_goes_back() {
    proves!("MPBS-5.4.3b");
    let mut game = wing("make_ready")
        .unit("X", "ra", "cuirassier 4 7", "1005", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "1105", "E", "")
        .play();
    assert!(!game.field().in_command(game.id("X")));
    game.activate(0);
    assert!(game.allowed(Decision::Decline), "it need not move at all");
    game.start_move("X");
    assert!(game.allowed(Decision::Decline), "it may stay");
    assert!(game.allowed(Decision::Manoeuvre(Manoeuvre::Face(1))), "and turn where it is");
    assert_eq!(
        game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))),
        "MPBS-5.4.3a",
        "but not wander about"
    );
    game.manoeuvre(Manoeuvre::CounterMarch).quiet().step(Direction::Nw).quiet();
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a", "once it goes it goes back");
}

#[test]
fn one_hex_out_of_command_it_comes_back_and_goes_on() {
    proves!("MPBS-5.4.3c", "MPBS-5.4.3a");
    // The rulebook's example: one hex back into command, then on with what is left under the Wing's Orders.
    let mut game = wing("receive_charge").unit("X", "ra", "cuirassier 4 7", "0805", "W", "").play();
    assert!(!game.field().in_command(game.id("X")), "four hexes");
    game.activate(0).start_move("X").step(Direction::Nw);
    assert!(game.field().in_command(game.id("X")));
    assert!(game.allowed(Decision::Decline));
    // Under Receive Charge it has had its one hex.
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Nw))), "MPBS-5.6.3a");
    let mut game = wing("make_ready").unit("X", "ra", "cuirassier 4 7", "0805", "W", "").play();
    game.activate(0).start_move("X").step(Direction::Nw).step(Direction::Sw).decline();
}

#[test]
fn guns_in_position_are_not_driven_back_and_may_fire() {
    proves!("MPBS-5.4.3e", "MPBS-5.4.3g", "MPBS-5.5.4a");
    let mut game = wing("make_ready")
        .unit("G", "ra", "artillery - 5", "1005", "E", "class = \"light\"")
        .unit("I", "ra", "musketeers 3 6", "1007", "E", "")
        .unit("H", "ra", "cuirassier 4 7", "1003", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "1205", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "1107", "W", "")
        .unit("B", "ba", "heavy_infantry 5 6", "1103", "W", "")
        .play();
    game.activate(0);
    for code in ["G", "I", "H"] {
        assert!(!game.field().in_command(game.id(code)), "{code}");
    }
    // Nobody has to move: I and H are next to enemies, G is unlimbered.
    assert!(game.allowed(Decision::Decline));
    let target = Target::Unit(game.id("E"));
    assert!(game.allowed(Decision::Cannonade { gun: game.id("G"), target, hex: hex("1205") }));
    let shot = Shot { half: Half::Left, target: Target::Unit(game.id("D")) };
    let volley = Volley { unit: game.id("I"), manner: Manner::Skirmishing, shots: smallvec::smallvec![shot] };
    assert_eq!(game.refused(Decision::Volley(volley)), "MPBS-5.4.3g");
    game.start_move("H");
    assert_eq!(game.refused(Decision::Pistol(Target::Unit(game.id("B")))), "MPBS-5.4.3g");
    // In reaction they do fire: blue turns to D, and I answers.
    let mut game = wing("make_ready")
        .unit("I", "ra", "musketeers 3 6", "1007", "E", "")
        .unit("D", "ba", "heavy_infantry 5 6", "1107", "W", "")
        .unit("F", "ba", "cuirassier 4 7", "1906", "W", "")
        .play();
    game.activate(0).end_actions().decline_until(|game| matches!(game.asked().1, Request::Activate(_)));
    game.decide(Decision::Activate(caracole_musketpike::counters::WingId(1))).begin();
    game.start_move("D").manoeuvre(Manoeuvre::Face(1));
    assert_eq!(game.asked(), (Side::Red, Request::React(game.id("D"))));
    let fire = Reaction::Fire { unit: game.id("I"), salvo: Default::default() };
    assert!(game.allowed(Decision::React(fire)));
}

#[test]
fn with_no_way_back_it_turns_towards_its_commander() {
    proves!("MPBS-5.4.3f");
    // Ponds all round 1005: no way out.
    let mut position = wing("make_ready").unit("X", "ra", "heavy_infantry 5 6", "1005", "E", "");
    for around in hex("1005").neighbours() {
        position = position.terrain(&around.to_string(), 'p');
    }
    let mut game = position.play();
    game.activate(0);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a");
    game.start_move("X");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3f");
    game.manoeuvre(Manoeuvre::CounterMarch).decline().end_actions();
    assert_eq!(game.unit("X").at.facing(), Some(Facing::W));
}

#[test]
fn out_of_command_nobody_comes_next_to_an_enemy() {
    proves!("MPBS-5.4.3h");
    // X is lost behind an enemy that stands next to its way back.
    let mut game = wing("charge")
        .unit("X", "ra", "cuirassier 4 7", "1005", "W", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0805", "E", "")
        .play();
    game.activate(0).start_move("X");
    for direction in [Direction::Nw, Direction::Sw] {
        let step = Decision::Manoeuvre(Manoeuvre::Step(direction));
        assert!(["MPBS-5.4.3h", "MPBS-5.4.3a"].contains(&game.refused(step)), "{direction:?}");
    }
    // Nor by an Interception, unless it is next to the enemy already.
    let react = |at: &str| {
        let mut game = wing("make_ready")
            .wing("bb", "charge", "1205")
            .unit("X", "ra", "cuirassier 4 7", at, "E", "")
            .unit("F", "bb", "cuirassier 4 6", "1205", "W", "formation = \"shaken\"")
            .unit("H", "bb", "heavy_infantry 5 6", "1105", "W", "")
            .wing("rb", "make_ready", "0902")
            .unit("Q", "rb", "cuirassier 4 7", "0902", "E", "")
            .play();
        game.activate(2).start_move("F").step(Direction::Nw);
        let unit = game.id("X");
        assert_eq!(game.asked().1, Request::React(game.id("F")));
        game.refused(Decision::React(Reaction::Intercept(unit)))
    };
    assert_eq!(react("0903"), "MPBS-5.4.3h");
}

#[test]
fn out_of_command_pikes_still_form_hedgehog() {
    proves!("MPBS-5.4.3i", "MPBS-6.3.2b-2");
    let mut game = wing("make_ready")
        .wing("bb", "charge", "1205")
        .unit("X", "ra", "heavy_infantry 5 8", "0905", "E", "formation = \"shaken\"")
        .unit("F", "bb", "cuirassier 4 6", "1205", "W", "")
        .play();
    assert!(!game.field().in_command(game.id("X")));
    game.activate(2).start_move("F").step(Direction::Nw);
    assert_eq!(game.asked(), (Side::Red, Request::React(game.id("F"))));
    game.decide(Decision::React(Reaction::Hedgehog(game.id("X")))).die(0);
    assert_eq!(game.unit("X").formation, Formation::Hedgehog);
}

#[test]
fn out_of_command_only_the_army_commander_reforms_and_rallies() {
    proves!("MPBS-5.4.3j", "MPBS-13.3.1");
    let game = |army: bool| {
        let mut position =
            wing("rally").unit("X", "ra", "cuirassier 4 7", "1005", "E", "formation = \"shaken\"");
        if army {
            position = position.army_commander("red", -1, "1004");
        }
        let mut game = position.play();
        game.activate(0);
        game
    };
    let lone = game(false);
    assert_eq!(lone.refused(lone.reform("X", Reform::Formation, Through::Wing)), "MPBS-5.4.3j");
    let helped = game(true);
    assert!(helped.allowed(helped.reform("X", Reform::Formation, Through::ArmyCommander)));
}

#[test]
fn a_wing_commander_ends_the_step_with_a_unit_and_is_not_stranded() {
    proves!("MPBS-5.2.1b", "MPBS-5.2.1c", "MPBS-5.2.2d", "MPBS-5.2.2e");
    let position = || {
        Position::new()
            .wing("ra", "make_ready", "0405")
            .wing("ba", "rally", "1905")
            .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
            .unit("B", "ra", "cuirassier 4 7", "0407", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
    };
    let mut game = position().play();
    let leader = game.commander(0);
    game.activate(0);
    // He may be left alone while he has his Action; but the step does not end so.
    game.start_move("A").step(Direction::Ne).decline();
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.2.1b");
    let ride = |to: &str| Decision::MoveLeader { leader, to: hex(to) };
    assert_eq!(game.refused(ride("1405")), "MPBS-5.2.2e", "he has eight points");
    game.decide(ride("0407"));
    assert_eq!(game.refused(ride("0405")), "MPBS-5.2.2d", "one Action");
    // Now he has none left, and B may not leave him.
    game.start_move("B");
    assert_eq!(game.refused(Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne))), "MPBS-5.2.1c");
    game.decline().end_actions();
    // He rides along with a unit that he is stacked with.
    let mut game = position().play();
    game.activate(0);
    game.decide(game.moving("A", Escort::WingCommander));
    game.step(Direction::Ne).decline();
    assert_eq!(game.leader_at(leader), hex("0504"));
    assert_eq!(game.refused(game.moving("B", Escort::WingCommander)), "MPBS-5.2.2e");
}

#[test]
fn a_wing_commander_may_ride_ahead_to_where_a_unit_will_come() {
    proves!("MPBS-5.2.1b");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("I", "ra", "heavy_infantry 5 6", "0406", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let leader = game.commander(0);
    let ride = |to: &str| Decision::MoveLeader { leader, to: hex(to) };
    game.activate(0);
    game.decide(ride("0705"));
    assert_eq!(game.battle.world().leader(leader).action, LeaderAction::Used);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.2.1b", "somebody has to come to him");
    // The foot in 0406 turned away cannot; so the horse must, and may do nothing else.
    game.start_move("A").step(Direction::Ne);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.2.1b");
    game.step(Direction::Se).step(Direction::Se).decline();
    assert!(game.unit("A").at.footprint().contains(hex("0705")));
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a", "now the foot, left behind, must follow");
    // Where nobody can come he may not go.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0405")
        .wing("ba", "rally", "1905")
        .unit("I", "ra", "heavy_infantry 5 6", "0405", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    let leader = game.commander(0);
    game.activate(0);
    assert_eq!(game.refused(Decision::MoveLeader { leader, to: hex("0905") }), "MPBS-5.2.1b");
}

#[test]
fn a_wing_commander_left_alone_keeps_his_action_to_join_a_unit() {
    proves!("MPBS-5.2.1b", "MPBS-5.2.1c");
    // Found by random play: the only unit near him rides off, and then he allows a Reform instead of following.
    let mut game = Position::new()
        .wing("ra", "rally", "0405")
        .wing("ba", "receive_charge", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("B", "ra", "cuirassier 4 7", "0407", "E", "formation = \"shaken\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(1).end_actions().decline();
    game.decide(Decision::Activate(caracole_musketpike::counters::WingId(0))).begin();
    game.start_move("A").manoeuvre(Manoeuvre::CounterMarch).step(Direction::Nw).decline();
    assert_eq!(game.refused(game.reform("B", Reform::Formation, Through::Wing)), "MPBS-5.2.1b");
    let leader = game.commander(0);
    game.decide(Decision::MoveLeader { leader, to: hex("0407") }).end_actions();
}

#[test]
fn whoever_cannot_come_to_the_commander_any_more_may_stop() {
    proves!("MPBS-5.2.1b");
    // The commander waits in 0405 without an Action for A, which turns in the face of E on its way to him.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0505")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0505", "E", "formation = \"shaken\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "E", "")
        .play();
    game.activate(0);
    let leader = game.commander(0);
    game.change(|world| {
        let leader = &mut world.leaders[usize::from(leader.0)];
        (leader.hex, leader.action) = (hex("0405"), LeaderAction::Used);
    });
    game.start_move("A").manoeuvre(Manoeuvre::Face(1));
    let fire = Reaction::Fire { unit: game.id("E"), salvo: Default::default() };
    // A hit that costs the ranks as well: whoever is Formation Broken goes no farther.
    game.decide(Decision::React(fire)).die(9);
    assert_eq!(game.unit("A").formation, Formation::Broken);
    game.decline();
    assert_eq!(game.asked(), (Side::Red, Request::Act(caracole_musketpike::counters::WingId(0))));
}

#[test]
fn a_unit_that_moves_up_brings_another_into_command() {
    proves!("MPBS-5.4.2a", "MPBS-5.4.2b", "MPBS-5.4.2c", "MPBS-5.4.1a");
    // X at 0805 is five hexes from its commander, four from the cavalry L.
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    assert!(!game.field().in_command(game.id("X")));
    game.start_move("L").step(Direction::Se).step(Direction::Ne).decline();
    // Now X reaches L with two hexes, and L, cavalry, its commander with three.
    assert!(game.field().in_command(game.id("X")));
}

#[test]
fn each_link_has_the_length_of_its_own_type() {
    proves!("MPBS-5.4.2b", "MPBS-5.4.2c");
    let mut game = line("musketeers 2 6").play();
    game.activate(0).start_move("L").step(Direction::Se).step(Direction::Ne).decline();
    // The same places, but light infantry reaches only two hexes: 0605 to 0305 is three.
    assert!(!game.field().in_command(game.id("L")));
    assert!(!game.field().in_command(game.id("X")));
}

#[test]
fn without_the_commander_nobody_moves() {
    proves!("MPBS-5.4.3d", "MPBS-5.4.2a");
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    let commander = game.commander(0);
    game.battle = game.battle.with_world(|world| {
        world.leaders[usize::from(commander.0)].presence = Presence::Lost { pursuing: false }
    });
    let unit = game.id("L");
    let decision = Decision::Move { unit, company: Default::default(), escort: Default::default() };
    assert_eq!(game.refused(decision), "MPBS-5.4.3d");
}

#[test]
fn a_unit_out_of_command_must_take_the_quickest_way_back() {
    proves!("MPBS-5.4.3a", "MPBS-5.4.3c");
    let mut game = line("cuirassier 4 7").play();
    game.activate(0);
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a", "X has to move");
    game.start_move("X");
    assert_eq!(game.refused(Decision::Decline), "MPBS-5.4.3a");
    assert_eq!(
        game.refused(Decision::Manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::Step(
            Direction::Se
        ))),
        "MPBS-5.4.3a",
        "not away from its commander"
    );
    game.manoeuvre(caracole_musketpike::engine::motion::Manoeuvre::CounterMarch);
    game.step(Direction::Sw);
    game.step(Direction::Nw);
    assert!(game.field().in_command(game.id("X")), "two hexes from L");
}
