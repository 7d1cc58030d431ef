//! Counters drawn across the map by hand, and what can be laid over it.

use crate::common::{
    field::{charge_of, field_of},
    position::Game,
};
use caracole_kernel::{At, Awaiting, OverlayKind, Piece, Pull, Scenery, Viewer};
use caracole_musketpike::{
    MusketPike,
    engine::motion::Manoeuvre,
    hex::Direction,
    messages::{Decision, Request},
};

/// From one hex to its neighbour on the scene: hexes have sides of 34, counted in hundredths.
fn step(direction: Direction) -> (i32, i32) {
    const ACROSS: i32 = 5_100;
    const DOWN: i32 = 2_944;
    match direction {
        Direction::N => (0, -2 * DOWN),
        Direction::Ne => (ACROSS, -DOWN),
        Direction::Se => (ACROSS, DOWN),
        Direction::S => (0, 2 * DOWN),
        Direction::Sw => (-ACROSS, DOWN),
        Direction::Nw => (-ACROSS, -DOWN),
    }
}

/// The way of the hand from a unit through these hexes.
fn way(game: &Game, code: &str, steps: &[Direction]) -> (Piece, Vec<At>) {
    let scene = MusketPike::scene(&game.battle, Viewer::Spectator).expect("a scene");
    let piece = Piece::new("unit", game.id(code).0.into());
    let item = scene.items.iter().find(|item| item.piece == piece).expect("it is on the map");
    let outline = &item.parts[0].outline;
    let sum = outline.iter().fold((0, 0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
    let mut points = vec![At(sum.0 / 4, sum.1 / 4)];
    for direction in steps {
        let (At(x, y), (dx, dy)) = (points[points.len() - 1], step(*direction));
        points.push(At(x + dx, y + dy));
    }
    (piece, points)
}

/// The decisions that the drag stands for, made one after the other; the rule that ends it if one does.
fn follow(game: &mut Game, piece: &Piece, way: &[At]) -> (Vec<Decision>, Option<String>) {
    let mut made = Vec::new();
    while made.len() < 30 {
        let (side, request) = game.asked();
        let Pull::Step(all) = MusketPike::drag(&game.battle, side, &request, piece, way) else {
            return (made, None);
        };
        let mut stopped = None;
        let legal = all.into_iter().find(|decision| match game.battle.plan(side, decision) {
            Ok(_) => true,
            Err(refusal) => {
                stopped = stopped.take().or(Some(refusal.rule.to_string()));
                false
            }
        });
        let Some(decision) = legal else { return (made, stopped) };
        made.push(decision.clone());
        game.decide(decision);
        let still = matches!(game.battle.awaiting(), Awaiting::Decision { side: next, .. } if *next == side);
        if !still {
            break;
        }
    }
    (made, None)
}

/// Under Charge Orders, which lead towards the enemy in the east.
#[test]
fn a_counter_follows_the_hand_hex_by_hex() {
    let mut game = charge_of(&[("A", "cuirassier 4 7", "0506", "E", "")]).red_acts();
    let (piece, way) = way(&game, "A", &[Direction::Ne, Direction::Se]);
    let (made, stopped) = follow(&mut game, &piece, &way);
    assert_eq!(stopped, None);
    let steps = [Direction::Ne, Direction::Se].map(|d| Decision::Manoeuvre(Manoeuvre::Step(d)));
    assert!(matches!(made[0], Decision::Move { .. }), "{made:?}");
    assert_eq!(made[1..], steps, "into its two front hexes by turns");
    assert_eq!(game.at("A").to_string(), "0706", "two columns on");
}

#[test]
fn it_turns_where_the_way_leads_behind_it() {
    let mut game = field_of(&[("A", "cuirassier 4 7", "0906", "E", "")]).red_acts();
    let (piece, way) = way(&game, "A", &[Direction::Nw]);
    let (made, _) = follow(&mut game, &piece, &way);
    let turns = |d: &Decision| matches!(d, Decision::Manoeuvre(Manoeuvre::Face(_) | Manoeuvre::CounterMarch));
    assert!(turns(&made[1]), "it cannot step back: {made:?}");
    assert!(matches!(made.last(), Some(Decision::Manoeuvre(Manoeuvre::Step(Direction::Nw)))), "{made:?}");
}

#[test]
fn it_goes_as_far_as_its_movement_points() {
    let mut game = charge_of(&[("A", "cuirassier 4 7", "0306", "E", "")]).red_acts();
    let allowance = usize::from(game.field().allowance(game.id("A")));
    let steps: Vec<Direction> =
        (0..14).map(|n| if n % 2 == 0 { Direction::Ne } else { Direction::Se }).collect();
    let (piece, way) = way(&game, "A", &steps);
    let (made, stopped) = follow(&mut game, &piece, &way);
    // A clear hex costs one point: as many steps as points, after the beginning of the move.
    assert_eq!(made.len(), allowance + 1, "{made:?}");
    assert!(stopped.is_some_and(|rule| rule.starts_with("MPBS-")), "the rule that sets the limit");
}

#[test]
fn going_back_on_the_way_takes_steps_away() {
    let mut game = field_of(&[("A", "cuirassier 4 7", "0506", "E", "")]).red_acts();
    let (piece, way) = way(&game, "A", &[Direction::Ne, Direction::Se, Direction::Nw]);
    let (made, _) = follow(&mut game, &piece, &way);
    assert_eq!(made.len(), 2, "the hand has come back over the first hex: {made:?}");
}

#[test]
fn what_a_step_costs_is_laid_over_the_map() {
    let mut game = field_of(&[("A", "cuirassier 4 7", "0506", "E", "")]).red_acts();
    let (piece, way) = way(&game, "A", &[Direction::Ne]);
    let (side, request) = game.asked();
    let Pull::Step(all) = MusketPike::drag(&game.battle, side, &request, &piece, &way) else {
        panic!("steps")
    };
    game.decide(all[0].clone());
    let (side, _) = game.asked();
    assert!(game.asks(side, Request::Manoeuvre(game.id("A"))));
    let decision = Decision::Manoeuvre(Manoeuvre::Step(Direction::Ne));
    let order = game.battle.plan(side, &decision).expect("legal");
    let laid = MusketPike::overlays(&game.battle, &order);
    let ghost = laid.iter().find(|o| o.kind == OverlayKind::Ghost).expect("where it would be");
    let allowance = game.field().allowance(game.id("A"));
    assert_eq!(ghost.label, format!("1 of {allowance} movement points"));
    assert!(laid.iter().any(|o| o.kind == OverlayKind::Path));
}

/// A looks east and has an enemy behind it and one before it.
#[test]
fn layers_show_front_flank_rear_and_command() {
    let game = field_of(&[
        ("A", "cuirassier 4 7", "0806", "E", ""),
        ("M", "cuirassier 4 7", "0706", "E", ""),
        ("N", "cuirassier 4 7", "1206", "W", ""),
    ])
    .red_acts();
    let piece = Piece::new("unit", game.id("A").0.into());
    let of = |id: &str, about: Option<&Piece>| MusketPike::layer(&game.battle, Viewer::Red, id, about);
    let facing = of("facing", Some(&piece));
    let count = |label: &str| facing.iter().filter(|o| o.label == label).count();
    assert_eq!((count("front"), count("flank"), count("rear")), (2, 2, 2), "of a counter in one hex");
    let flanks = of("flanks", Some(&piece));
    assert_eq!(flanks.len(), 1, "{flanks:?}");
    assert_eq!(flanks[0].label, "in the rear");
    let sight = of("sight", Some(&piece));
    assert!(
        sight.iter().filter(|o| o.kind == OverlayKind::Line).count() >= 2,
        "open ground hides nobody: {sight:?}"
    );
    for layer in MusketPike::LAYERS.iter().filter(|layer| layer.id != "sight") {
        of(&layer.id, None);
    }
    assert!(!of("command", None).is_empty());
    assert!(of("command", Some(&piece)).iter().any(|o| o.kind == OverlayKind::Reach));
}
