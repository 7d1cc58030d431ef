//! Faults that were found by playing at a table with the rulebook open.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Battle, Rules, Side, Words};
use caracole_ledger::proves;
use caracole_musketpike::{
    MusketPike,
    counters::{Orders, WingId},
    hex::{Direction, Half, Turn},
    messages::{
        Company, Decision, Escort, Event, Help, Manner, Reaction, Request, Salvoing, Shot, Target, Volley,
    },
    scenario::{Options, StartingOrders},
    scene::{Moment, scene_svg},
    world::{Marks, MoraleState},
};

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

fn volley(game: &Game, unit: &str, manner: Manner, shots: &[(Half, &str)]) -> Decision {
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
fn guns_beneath_a_unit_that_is_fired_on_may_restack() {
    proves!("MPBS-8.3.2b", "MPBS-9.4.3", "MPBS-9.4.4");
    let mut game = foot_on_guns();
    let restack = Decision::React(Reaction::Restack(game.id("G")));
    game.decide(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
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
    game.decide(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
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
fn light_infantry_that_need_not_approach_heavy_infantry_may_stand() {
    proves!("MPBS-5.6.1p");
    let mut game = Position::new()
        .wing("ra", "charge", "0807")
        .wing("ba", "make_ready", "1207")
        .unit("A", "ra", "musketeers 2 5", "1007", "E", "formation = \"shaken\"")
        .unit("X", "ba", "heavy_infantry 6 6", "1207", "W", "")
        .unit("R", "ra", "cuirassier 4 7", "0807", "E", "")
        .play();
    game.activate(0);
    game.change_unit("R", |unit| unit.marks.set(Marks::ACTED));
    // One step more would be next to the front of X; A stands two hexes away and faces it.
    assert!(game.allowed(Decision::Decline));
    assert!(candidates(&game).contains(&Decision::Decline));
}

#[test]
fn a_wing_under_rally_orders_that_must_rally_neither_passes_nor_changes_orders() {
    proves!("MPBS-5.8b", "MPBS-5.8c");
    let mut game = Position::new()
        .wing("ra", "rally", "0404")
        .wing("ba", "rally", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play_with(|game, world| {
            for code in ["A", "S"] {
                world.units[usize::from(game.id(code).0)].morale = MoraleState::Shaken;
            }
        });
    roll_for_initiative(&mut game);
    let wing = WingId(0);
    assert_eq!(game.refused(Decision::Pass(wing)), "MPBS-5.8c");
    game.decide(Decision::Activate(wing));
    while matches!(game.asked().1, Request::Preempt(_)) {
        game.decline();
    }
    assert_eq!(game.asked().1, Request::Act(wing), "no Orders change is asked for");
    assert_eq!(game.battle.world().wing(wing).orders, Orders::Rally);
    assert!(!game.allowed(Decision::ChangeOrders { to: Orders::MakeReady, help: Help::Alone }));
}

#[test]
fn every_way_to_fire_with_one_half_or_both_is_offered() {
    proves!("MPBS-10.1.4b", "MPBS-10.4f");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 10 6", "0504 0505", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "0604", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let all = candidates(&game);
    // 0605 is the centre front hex, next to both halves; 0604 is next to the left half only.
    for manner in [Manner::Skirmishing, Manner::Salvo] {
        for shots in [
            &[(Half::Left, "E"), (Half::Right, "E")][..],
            &[(Half::Left, "D"), (Half::Right, "E")],
            &[(Half::Left, "D")],
            &[(Half::Left, "E")],
            &[(Half::Right, "E")],
        ] {
            let fire = volley(&game, "A", manner, shots);
            assert!(all.contains(&fire), "{manner:?} {shots:?} is not offered");
            assert!(game.allowed(fire));
        }
    }
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
    game.decide(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "X")])).die(0);
    assert!(matches!(game.asked().1, Request::React(_)), "X may answer");
    assert_eq!(game.refused(Decision::React(Reaction::Restack(game.id("G")))), "MPBS-9.1.3g");
}

#[test]
fn a_charge_keeps_its_target_when_guns_drive_the_unit_aside() {
    proves!("MPBS-5.6.1c", "MPBS-10.8.6a");
    let mut game = Position::new()
        .wing("ra", "charge", "0806")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0806", "E", "")
        .unit("G", "ba", "artillery - 6", "1206", "W", "class = \"heavy\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.activate(0);
    // The guns are four hexes away: the charge must end within three.
    game.start_move("A").step(Direction::Se);
    game.decide(Decision::React(Reaction::Fire { unit: game.id("G"), salvo: Default::default() }));
    while matches!(game.battle.awaiting(), Awaiting::Decision { request: Request::Spine(_), .. }) {
        game.decide(Decision::Aside(Turn::Left));
    }
    // Heavy guns add 1 at three hexes, and 6 is a formation hit.
    game.die(5);
    assert!(matches!(game.asked().1, Request::Displace(_)), "{:?}", game.asked());
    game.decide(Decision::Aside(Turn::Right));
    assert_eq!(game.at("A"), hex("0907"));
    game.quiet();
    assert_eq!(game.asked().1, Request::Manoeuvre(game.id("A")));
    // From 0907 the guns are three hexes away: nearer than when the unit began to move, so it may stop.
    assert!(game.allowed(Decision::Decline));
}

#[test]
fn whoever_breaks_and_runs_has_no_momentum() {
    proves!("MPBS-11.3.6-2", "MPBS-12.4.3d");
    // Two hexes at a run bring A before the guns, whose fire breaks it: it runs away and gains nothing.
    let mut game = Position::new()
        .wing("ra", "charge", "0606")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "heavy_infantry 8 5", "0606", "E", "")
        .unit("R", "ra", "cuirassier 4 7", "0405", "E", "")
        .unit("X", "ba", "heavy_infantry 6 6", "0907", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play_with(|game, world| {
            world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken;
        });
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    game.quiet().step(Direction::Se);
    let fire = Reaction::Fire { unit: game.id("X"), salvo: Salvoing::Yes };
    game.decide(Decision::React(fire));
    // The Salvo hits, and the check that it forces is failed.
    while matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
        game.die(9);
    }
    assert_eq!(game.unit("A").morale, MoraleState::Broken);
    assert!(!game.events.iter().any(|event| matches!(event, Event::Momentum { .. })));
    assert!(!game.unit("A").is(Marks::MOMENTUM));
}

#[test]
fn a_typed_choice_is_never_taken_for_another_that_begins_alike() {
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 10 6", "0504 0505", "E", "")
        .unit("E", "ba", "heavy_infantry 5 6", "0605", "W", "")
        .unit("D", "ba", "heavy_infantry 5 6", "0604", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let (side, request) = game.asked();
    let read = |text: &str| MusketPike::read_command(&game.battle, side, &request, text);
    assert_eq!(
        read("fire A at D and E skirmishing"),
        Ok(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "D"), (Half::Right, "E")]))
    );
    // Only one half bears on D, so it must be said which fires: this is not "D and E".
    let refused = read("fire A at D skirmishing").unwrap_err();
    assert_eq!(refused.rule.id(), "TABLE-010");
    assert!(refused.remedy.contains("\"fire a at d with its left half skirmishing\""), "{refused}");
    assert_eq!(
        read("fire A at D with its left half skirmishing"),
        Ok(volley(&game, "A", Manner::Skirmishing, &[(Half::Left, "D")]))
    );
    assert!(read("fire A").is_err() && read("fire A at D and").is_err());
}

#[test]
fn a_unit_without_an_allowance_moves_only_to_do_something_where_it_stands() {
    proves!("MPBS-7.2.1b", "MPBS-8.3.2d", "MPBS-10.2b");
    let moved = |code: &str, game: &Game| Decision::Move {
        unit: game.id(code),
        company: Company::Stack,
        escort: Escort::None,
    };
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("C", "ra", "cuirassier 4 7", "0404", "E", "formation = \"broken\"")
        .unit("P", "ra", "cuirassier 4 7", "0405", "E", "formation = \"broken\"")
        .unit("F", "ra", "heavy_infantry 5 6", "0304", "E", "formation = \"broken\"")
        .unit("B", "ra", "heavy_infantry 5 6", "0303", "E", "formation = \"broken\"")
        .unit("G", "ra", "artillery - 6", "0303", "E", "class = \"light\"")
        .unit("E", "ba", "heavy_infantry 5 6", "0505", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    // P has E in its front and fires, B changes places with its guns; C and F could do nothing.
    for (code, may) in [("C", false), ("P", true), ("F", false), ("B", true)] {
        let decision = moved(code, &game);
        assert_eq!(candidates(&game).contains(&decision), may, "{code}");
        assert_eq!(game.allowed(decision), may, "{code}");
    }
    // Without loaded pistols P has nothing to do either.
    game.change_unit("P", |unit| unit.shots = 2);
    assert_eq!(game.refused(moved("P", &game)), "MPBS-7.2.1b");
}

#[test]
fn a_question_speaks_of_passing_only_where_a_wing_may_pass() {
    proves!("MPBS-4.5b", "MPBS-5.8c");
    let asked = |orders: &str, hurt: bool| {
        let mut game = Position::new()
            .wing("ra", orders, "0404")
            .wing("ba", "rally", "1905")
            .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
            .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
            .play_with(|game, world| {
                if hurt {
                    world.units[usize::from(game.id("A").0)].morale = MoraleState::Shaken;
                }
            });
        if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
            roll_for_initiative(&mut game);
        }
        let (side, request) = game.asked();
        MusketPike::prompt(&game.battle, side, &request).text
    };
    assert_eq!(
        asked("make_ready", false),
        "Which Wing under Make Ready Orders does red activate, or pass with?"
    );
    assert_eq!(asked("charge", false), "Which Wing under Charge Orders does red activate?");
    assert_eq!(asked("rally", true), "Which Wing under Rally Orders does red activate?");
}

#[test]
fn messages_say_whose_a_wing_is() {
    let mut game = Position::new()
        .wing("ra", "charge", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.decide(Decision::Activate(WingId(0)));
    let (side, request) = game.asked();
    let prompt = MusketPike::prompt(&game.battle, side, &request).text;
    assert_eq!(prompt, "Red's ra is about to activate. Preempt it?");
    game.begin();
    let told: Vec<_> =
        game.events.iter().map(|event| MusketPike::tell(game.battle.scenario(), event).text).collect();
    assert!(told.iter().any(|text| text.starts_with("Red's ra activates")), "{told:?}");
}

#[test]
fn the_legend_of_a_moment_tells_of_that_moment() {
    let game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    let picture = |battle: &Battle<MusketPike>| {
        let scene = Moment::moment(battle, "Turn 1".to_owned());
        scene_svg(&battle.scenario().scenario, &scene)
    };
    let changed = game.battle.with_world(|world| {
        world.wings[0].orders = Orders::Rally;
        world.wings[1].commander = None;
    });
    let svg = picture(&changed);
    assert!(svg.contains("ra, ra (0): Rally") && svg.contains("ba, no commander: Make Ready"), "{svg}");
    // While starting Orders are secret they are not told.
    let options = Options { starting_orders: StartingOrders::Secret, ..Options::default() };
    let game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .options(options)
        .start();
    let svg = picture(&game.battle);
    assert!(svg.contains("ra, ra (0): secret Orders") && !svg.contains("Make Ready"), "{svg}");
}

#[test]
fn choices_that_were_accepted_but_never_offered_are_offered_or_refused() {
    // Each was found by the check that what is offered is just what is accepted.
    proves!("MPBS-10.4a", "MPBS-8.3.2a", "MPBS-8.2.1c");
    let mut game = Position::new()
        .wing("ra", "charge", "0606")
        .wing("ba", "make_ready", "1905")
        .unit("A", "ra", "heavy_infantry 6 6", "0606", "E", "")
        .unit("G", "ba", "artillery - 6", "0906", "W", "class = \"heavy\"")
        .unit("C", "ba", "cuirassier 4 7", "0807", "W", "")
        .unit("L", "ba", "musketeers 2 6", "0807", "W", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    // Guns fire no Salvo.
    let fire = |salvo| Decision::React(Reaction::Fire { unit: game.id("G"), salvo });
    assert!(candidates(&game).contains(&fire(Salvoing::No)));
    assert_eq!(game.refused(fire(Salvoing::Yes)), "MPBS-10.4a");
    // Fire together is named by the cavalry.
    assert!(candidates(&game).contains(&Decision::React(Reaction::FireTogether(game.id("C")))));
    assert!(!game.allowed(Decision::React(Reaction::FireTogether(game.id("L")))));

    // A unit out of command may change places with its guns before it goes back.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0404")
        .wing("ba", "make_ready", "1905")
        .unit("R", "ra", "cuirassier 4 7", "0404", "E", "")
        .unit("A", "ra", "heavy_infantry 6 6", "1010", "E", "")
        .unit("G", "ra", "artillery - 6", "1010", "E", "class = \"light\"")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    assert!(!game.field().in_command(game.id("A")));
    game.start_move("A");
    assert!(game.allowed(Decision::Restack) && candidates(&game).contains(&Decision::Restack));
}

#[test]
fn a_commander_who_reaches_no_unit_is_offered_a_ride_towards_one() {
    proves!("MPBS-5.2.1b");
    let mut game = Position::new()
        .wing("ra", "make_ready", "0202")
        .wing("ba", "make_ready", "1905")
        .army_commander("red", 0, "0212")
        .unit("R", "ra", "cuirassier 4 7", "0202", "E", "")
        .unit("F", "ra", "heavy_infantry 6 6", "2001", "E", "")
        .unit("S", "ba", "cuirassier 4 7", "1905", "W", "")
        .play();
    roll_for_initiative(&mut game);
    game.activate(0);
    let f = game.field();
    let army = f.army_commander(Side::Red).expect("he is on the map");
    let reach = i32::from(f.table.movement().leader);
    assert!(hex("0212").distance(hex("0202")) > reach, "R is too far away");
    let rides: Vec<_> = candidates(&game)
        .into_iter()
        .filter_map(|decision| match decision {
            Decision::MoveLeader { leader, to } if leader == army => Some(to),
            _ => None,
        })
        .collect();
    assert!(!rides.is_empty());
    // As near to R as he comes.
    assert!(rides.iter().all(|to| to.distance(hex("0202")) == hex("0212").distance(hex("0202")) - reach));
}

#[test]
fn limbered_guns_under_rally_orders_are_offered_a_withdraw() {
    proves!("MPBS-9.2.4a", "MPBS-9.2.4d");
    let limbered = "class = \"light\", limbered = true";
    // Red guns, no faster than those of blue, come within two hexes.
    let mut game = Position::new()
        .wing("ra", "make_ready", "0303")
        .wing("ba", "rally", "0909")
        .unit("A", "ra", "artillery - 5", "0405", "E", limbered)
        .unit("R", "ra", "cuirassier 4 7", "0303", "E", "")
        .unit("T", "ba", "artillery - 5", "0705", "E", limbered)
        .unit("B", "ba", "cuirassier 4 7", "0909", "E", "")
        .play();
    game.activate(0);
    game.start_move("A").step(Direction::Se);
    let withdraw = Decision::React(Reaction::Withdraw(game.id("T")));
    assert_eq!(game.asked(), (Side::Blue, Request::React(game.id("A"))));
    assert!(candidates(&game).contains(&withdraw));
    assert!(game.allowed(withdraw));
}
