//! The pre-battle.

use crate::support::*;
use caracole_kernel::{
    Awaiting, BySide, Numbers, Rules, RulesVersion, Session, Side, Viewer, Views, dice::Scripted,
};
use caracole_ledger::proves;
use caracole_plane::Hand;
use caracole_renatio::army::builtin;
use caracole_renatio::battle::before::{Decision as D, Event as E, Request as R, Spot};
use caracole_renatio::battle::{Begin, Bw, Decision, Event, Presence, Renatio, Request, Setup, encounter};
use caracole_renatio::cards::{Cards, Colour};
use caracole_renatio::charts::{TerrainKind, Territory};

fn encountering() -> Setup {
    let army = |id| builtin(id).unwrap();
    encounter(BySide { red: army("retg/swedish-1632"), blue: army("retg/imperial-1632") })
}

fn throws(session: &mut Session<Renatio>, faces: &[u8]) -> Vec<E> {
    assert!(matches!(session.battle().awaiting(), Awaiting::Dice(_)), "dice are awaited");
    let mut source = Scripted::new(faces.iter().copied());
    let events = session.throw(&mut source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(source.left(), 0);
    told(events)
}

fn told(events: Vec<Event>) -> Vec<E> {
    events.into_iter().filter_map(|e| if let Event::Before(e) = e { Some(e) } else { None }).collect()
}

pub fn say(session: &mut Session<Renatio>, side: Side, decision: D) -> Vec<E> {
    told(does(session, side, Decision::Before(decision)))
}

pub fn asks(session: &Session<Renatio>) -> Option<(Side, R)> {
    match asked(session) {
        Some((side, Request::Before(request))) => Some((side, request)),
        _ => None,
    }
}

pub fn why(session: &mut Session<Renatio>, side: Side, decision: D) -> &'static str {
    session.choose(side, Decision::Before(decision)).unwrap_err().rule.id()
}

fn draw(session: &mut Session<Renatio>, cards: &[Colour]) {
    let faces: Vec<u8> = cards.iter().map(|card| *card as u8).collect();
    throws(session, &faces);
}

/// Red, a Legendary, throws RED; blue, a Talented, throws YELLOW.
fn started() -> Session<Renatio> {
    start(&encountering())
}

/// Blue defends in plains, the marker is in square D2: sparse, no secure flank; six Map Cards each.
fn placed() -> Session<Renatio> {
    let mut session = started();
    throws(&mut session, &[4, 1]);
    say(&mut session, Side::Red, D::Invade);
    say(&mut session, Side::Blue, D::Territory(Territory::Cultivated));
    say(&mut session, Side::Blue, D::Square("D2".to_owned()));
    session
}

#[test]
fn the_better_initiative_dice_chooses_and_a_tie_is_thrown_again() {
    proves!("RETG-PBS-005", "RETG-PBS-006", "RETG-PBS-004", "RETG-PBS-007", "RETG-PBS-008", "RETG-PBS-010");
    let mut session = started();
    // RED: S on 1, wounds on 2 to 4, Skulls on 5 and 6. YELLOW: blank on 1, S on 2, wounds on 3 to 5, a Skull on 6.
    let again = throws(&mut session, &[2, 3]);
    assert_eq!(again, [E::Initiative { winner: None, skull: false }]);
    let won = throws(&mut session, &[4, 2]);
    assert_eq!(won, [E::Initiative { winner: Some(Side::Red), skull: false }]);
    assert_eq!(asks(&session), Some((Side::Red, R::Posture)));
    assert_eq!(say(&mut session, Side::Red, D::Invade), [E::Defends { side: Side::Blue }]);
    assert_eq!(asks(&session), Some((Side::Blue, R::Territory)));
    // Seashore is not in the Imperial list.
    assert_eq!(why(&mut session, Side::Blue, D::Territory(Territory::Seashore)), "RETG-PBS-008");
    say(&mut session, Side::Blue, D::Territory(Territory::Cultivated));
    // Without a Skull the defender places the marker.
    assert_eq!(asks(&session), Some((Side::Blue, R::Square)));
    // A1 is for plains and seashores only.
    assert_eq!(why(&mut session, Side::Blue, D::Square("A1".to_owned())), "RETG-PBS-010");
    say(&mut session, Side::Blue, D::Square("D2".to_owned()));
}

#[test]
fn an_invader_with_a_skull_may_intercept() {
    proves!("RETG-PBS-011");
    let mut session = started();
    throws(&mut session, &[5, 5]);
    say(&mut session, Side::Red, D::Invade);
    say(&mut session, Side::Blue, D::Territory(Territory::Cultivated));
    assert_eq!(asks(&session), Some((Side::Red, R::Intercept)));
    say(&mut session, Side::Red, D::Invade);
    assert_eq!(asks(&session), Some((Side::Red, R::Square)));
    // Who defends with a Skull places the marker anyway.
    let mut session = started();
    throws(&mut session, &[5, 5]);
    say(&mut session, Side::Red, D::Defend);
    let territory = encountering().armies.red.territories[0];
    say(&mut session, Side::Red, D::Territory(territory));
    assert_eq!(asks(&session), Some((Side::Red, R::Square)));
}

#[test]
fn the_better_card_of_a_day_moves_the_marker() {
    proves!(
        "RETG-QRS-012",
        "RETG-PROV-010",
        "RETG-PBS-001",
        "RETG-PBS-012",
        "RETG-PBS-015",
        "RETG-PBS-016",
        "RETG-PBS-009",
        "RETG-PBS-014"
    );
    let mut session = placed();
    // Both sides have six Map Cards.
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("a draw") };
    assert_eq!((roll.side, roll.pools[0].dice), (Some(Side::Red), 6));
    draw(&mut session, &[Red, Red, Green, White, White, Black]);
    draw(&mut session, &[Yellow, Green, Green, White, White, Black]);
    assert_eq!(asks(&session), Some((Side::Blue, R::Day)));
    assert_eq!(why(&mut session, Side::Blue, D::Card(Red)), "RETG-PBS-012");
    assert_eq!(session.choose(Side::Blue, Decision::Pass).unwrap_err().rule.id(), "RETG-PBS-013");
    assert_eq!(
        say(&mut session, Side::Blue, D::Card(Green)),
        [E::Chosen { side: Side::Blue, passes: false }]
    );
    let shown = say(&mut session, Side::Red, D::Card(Red));
    let cards = BySide { red: Some(Red), blue: Some(Green) };
    assert_eq!(shown, [E::Chosen { side: Side::Red, passes: false }, E::Day { day: 1, cards }]);
    // Two steps better: one square to a side or one along a diagonal, in cultivated squares only.
    assert_eq!(asks(&session), Some((Side::Red, R::Marker)));
    assert_eq!(why(&mut session, Side::Red, D::Square("D4".to_owned())), "RETG-PBS-016");
    assert_eq!(why(&mut session, Side::Red, D::Square("C1".to_owned())), "RETG-PBS-016");
    say(&mut session, Side::Red, D::Square("C3".to_owned()));
    // Equal cards move nothing.
    say(&mut session, Side::Blue, D::Card(White));
    say(&mut session, Side::Red, D::Card(White));
    assert_eq!(asks(&session), Some((Side::Blue, R::Day)));
    for _ in 0..3 {
        let blue = session.battle().world().before.as_ref().unwrap().hands.blue.iter().next().unwrap();
        say(&mut session, Side::Blue, D::Card(blue));
        let red = session.battle().world().before.as_ref().unwrap().hands.red.iter().next().unwrap();
        say(&mut session, Side::Red, D::Card(red));
        if let Some((side, R::Marker)) = asks(&session) {
            does(&mut session, side, Decision::Pass);
        }
    }
    // One card is kept by each for scouting: they had six.
    let pre = session.battle().world().before.as_ref().unwrap();
    assert_eq!((pre.hands.red.total(), pre.hands.blue.total()), (1, 1));
    // C3 has a rough flank.
    assert_eq!(asks(&session).map(|(_, request)| request), Some(R::FlankEdge));
}

#[test]
fn a_side_with_few_map_cards_says_first_when_it_passes() {
    proves!("RETG-PBS-013", "RETG-PBS-014");
    let mut setup = encountering();
    // A Competent Commander with nobody to scout: three Map Cards, so two passes.
    setup.armies.red.commanders[0].grade = caracole_renatio::troops::Grade::Competent;
    setup.armies.red.units.retain(|unit| unit.name.contains("regiment"));
    let mut session = start(&setup);
    throws(&mut session, &[6, 1]);
    say(&mut session, Side::Red, D::Defend);
    say(&mut session, Side::Red, D::Territory(Territory::Cultivated));
    say(&mut session, Side::Red, D::Square("D2".to_owned()));
    draw(&mut session, &[Green, White, Black]);
    draw(&mut session, &[Yellow, Green, Green, White, White, Black]);
    assert_eq!(asks(&session), Some((Side::Red, R::Day)));
    assert_eq!(
        told(does(&mut session, Side::Red, Decision::Pass)),
        [E::Chosen { side: Side::Red, passes: true }]
    );
    let shown = say(&mut session, Side::Blue, D::Card(White));
    // A pass counts as BLACK: WHITE is one step better.
    assert!(shown.contains(&E::Day { day: 1, cards: BySide { red: None, blue: Some(White) } }));
    assert_eq!(asks(&session), Some((Side::Blue, R::Marker)));
}

#[test]
fn what_is_chosen_for_a_day_is_hidden_until_both_have_chosen() {
    proves!("RETG-PBS-015");
    let dealt = |red: [Colour; 6], chosen: Colour| {
        let mut session = started();
        throws(&mut session, &[4, 1]);
        say(&mut session, Side::Red, D::Defend);
        say(&mut session, Side::Red, D::Territory(Territory::Cultivated));
        say(&mut session, Side::Red, D::Square("D2".to_owned()));
        draw(&mut session, &red);
        draw(&mut session, &[Yellow, Green, Green, White, White, Black]);
        let seen = say(&mut session, Side::Red, D::Card(chosen));
        (session, seen)
    };
    let (one, seen_one) = dealt([Red, Red, Green, White, White, Black], Red);
    let (two, seen_two) = dealt([Black, Black, White, White, Green, Green], Black);
    assert_eq!(seen_one, seen_two);
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        assert_eq!(
            serde_json::to_vec(&Renatio::view(one.battle(), viewer)).unwrap(),
            serde_json::to_vec(&Renatio::view(two.battle(), viewer)).unwrap()
        );
    }
    let imagined = |session: &Session<Renatio>| {
        let mut numbers = Numbers::new(3);
        let battle = Renatio::imagine(session.battle(), Side::Blue, &mut |n| numbers.below(n)).into_owned();
        Renatio::invariants(&battle).unwrap();
        let pre = battle.world().before.clone().unwrap();
        (pre.hands, pre.day, battle.world().deck)
    };
    assert_eq!(imagined(&one), imagined(&two));
}

/// After five days of equal cards, in a square of the given name.
fn after_days(square: &str) -> Session<Renatio> {
    let mut session = started();
    throws(&mut session, &[4, 1]);
    say(&mut session, Side::Red, D::Invade);
    say(&mut session, Side::Blue, D::Territory(Territory::Cultivated));
    say(&mut session, Side::Blue, D::Square(square.to_owned()));
    draw(&mut session, &[White, White, White, White, White, Green]);
    draw(&mut session, &[White, White, White, White, White, Green]);
    for _ in 0..5 {
        say(&mut session, Side::Blue, D::Card(White));
        say(&mut session, Side::Red, D::Card(White));
    }
    session
}

fn spot(x: i32, y: i32, wide: i32, deep: i32) -> Spot {
    Spot { at: [Bw(x), Bw(y)], size: [Bw(wide), Bw(deep)], turned: 0 }
}

#[test]
fn pieces_are_chosen_and_placed_by_dice() {
    proves!(
        "RETG-QRS-013",
        "RETG-PROV-009",
        "RETG-PBS-020",
        "RETG-PBS-021",
        "RETG-PBS-022",
        "RETG-PBS-023",
        "RETG-PBS-025",
        "RETG-PBS-026"
    );
    // Sparse: a rough piece and one of any kind, one optional piece each.
    let mut session = after_days("D2");
    assert_eq!(asks(&session), Some((Side::Blue, R::Choose)));
    assert_eq!(why(&mut session, Side::Blue, D::Kind(TerrainKind::SteepHill)), "RETG-PBS-020");
    say(&mut session, Side::Blue, D::Kind(TerrainKind::Wood));
    // The wood filled the place of any kind: only rough is left.
    assert_eq!(why(&mut session, Side::Red, D::Kind(TerrainKind::Village)), "RETG-PBS-020");
    say(&mut session, Side::Red, D::Kind(TerrainKind::Brush));
    // The defender's wood: 1 is his left sector, at the right end as red sees it; odd touches an edge.
    let thrown = throws(&mut session, &[1, 3]);
    let sector = caracole_renatio::charts::Sector::Left;
    assert_eq!(thrown, [E::PieceThrown { side: Side::Blue, sector, touches: true }]);
    let place = |session: &mut Session<Renatio>, at| why(session, Side::Blue, D::Spot(at));
    assert_eq!(place(&mut session, spot(500, 300, 600, 600)), "RETG-PBS-022");
    assert_eq!(place(&mut session, spot(4000, 1500, 600, 600)), "RETG-PBS-023");
    assert_eq!(place(&mut session, spot(4250, 1500, 500, 500)), "RETG-PBS-025");
    say(&mut session, Side::Blue, D::Spot(spot(4200, 1500, 600, 600)));
    // Red throws 3: nothing may be done, and his own dice follow.
    throws(&mut session, &[3]);
    throws(&mut session, &[2, 2]);
    // Less than 2 BW from the wood.
    assert_eq!(why(&mut session, Side::Red, D::Spot(spot(3400, 1500, 600, 600))), "RETG-PBS-022");
    say(&mut session, Side::Red, D::Spot(spot(2200, 1500, 600, 600)));
    assert_eq!(session.battle().world().laid.as_ref().unwrap().pieces.len(), 2);
}

#[test]
fn the_other_player_may_move_pivot_or_remove_a_piece() {
    proves!("RETG-PBS-024", "RETG-PBS-026");
    let at = |number: u8| {
        let mut session = after_days("D2");
        say(&mut session, Side::Blue, D::Kind(TerrainKind::Wood));
        say(&mut session, Side::Red, D::Kind(TerrainKind::Brush));
        throws(&mut session, &[2, 2]);
        say(&mut session, Side::Blue, D::Spot(spot(2200, 1500, 600, 600)));
        throws(&mut session, &[number]);
        session
    };
    let mut four = at(4);
    assert_eq!(asks(&four), Some((Side::Red, R::Adjust)));
    assert_eq!(why(&mut four, Side::Red, D::Move { right: Bw(601), up: Bw(0) }), "RETG-PBS-024");
    assert_eq!(
        why(&mut four, Side::Red, D::Pivot { about: [Bw(2200), Bw(1500)], degrees: 45 }),
        "RETG-PBS-024"
    );
    say(&mut four, Side::Red, D::Move { right: Bw(600), up: Bw(0) });
    let mut five = at(5);
    assert_eq!(why(&mut five, Side::Red, D::Remove), "RETG-PBS-024");
    say(&mut five, Side::Red, D::Pivot { about: [Bw(2200), Bw(1500)], degrees: 45 });
    let mut six = at(6);
    assert_eq!(say(&mut six, Side::Red, D::Remove), [E::Adjusted { side: Side::Red, removed: true }]);
    assert!(six.battle().world().laid.as_ref().unwrap().pieces.is_empty());
}

#[test]
fn water_secures_a_flank() {
    proves!("RETG-PBS-018", "RETG-PBS-017");
    // A2: sparse, water.
    let mut session = after_days("A2");
    assert_eq!(asks(&session), Some((Side::Blue, R::FlankEdge)));
    say(&mut session, Side::Blue, D::Edge(Hand::Left));
    let world = session.battle().world();
    let piece = &world.laid.as_ref().unwrap().pieces[0];
    let [low, high] = piece.outline().unwrap().bounds();
    let bw = |length: caracole_plane::Um| length.get() / 40_000;
    assert_eq!(([bw(low.x), bw(low.y)], [bw(high.x), bw(high.y)]), ([0, 0], [4, 30]));
}

#[test]
fn rough_pieces_secure_a_flank() {
    proves!("RETG-PBS-019");
    // C2: sparse, rough.
    let mut session = after_days("C2");
    say(&mut session, Side::Blue, D::Edge(Hand::Right));
    assert_eq!(asks(&session), Some((Side::Blue, R::FlankPiece)));
    let brush = TerrainKind::Brush;
    assert_eq!(
        why(&mut session, Side::Blue, D::Piece(TerrainKind::Village, spot(4200, 2600, 600, 600))),
        "RETG-PBS-019"
    );
    assert_eq!(why(&mut session, Side::Blue, D::Piece(brush, spot(4200, 400, 600, 600))), "RETG-PBS-019");
    say(&mut session, Side::Blue, D::Piece(brush, spot(4200, 2600, 600, 600)));
    assert_eq!(asks(&session), Some((Side::Red, R::FlankPiece)));
}

/// Everything up to deployment, without terrain as far as the dice allow; red's scouting cards and blue's.
fn deploying(red: &[Colour], blue: &[Colour]) -> Session<Renatio> {
    let mut session = after_days("D2");
    for _ in 0..60 {
        match (asks(&session), session.battle().awaiting().clone()) {
            (Some((side, R::Choose)), _) => {
                let kind = if side == Side::Blue { TerrainKind::PloughedField } else { TerrainKind::Brush };
                say(&mut session, side, D::Kind(kind));
            }
            (Some((side, R::Place)), _) => {
                let x = if side == Side::Blue { 2600 } else { 1800 };
                say(&mut session, side, D::Spot(spot(x, 1500, 600, 600)));
            }
            (Some((side, R::Adjust)), _) => {
                say(&mut session, side, D::Remove);
            }
            (None, Awaiting::Dice(roll)) if roll.pools[0].dice == 2 => {
                throws(&mut session, &[2, 2]);
            }
            (None, Awaiting::Dice(roll)) if !roll.draws() => {
                throws(&mut session, &[6]);
            }
            _ => break,
        }
    }
    draw(&mut session, red);
    draw(&mut session, blue);
    session
}

/// At the orders of blue, who defends, nobody out-scouted; a wood lies in blue's half from x 19 and y 20 BW on, 6 BW each
/// way.
pub fn deploying_in_wood() -> Session<Renatio> {
    let mut session = after_days("D2");
    let mut placed = 0;
    for _ in 0..60 {
        match (asks(&session), session.battle().awaiting().clone()) {
            (Some((side, R::Choose)), _) => {
                let first = session.battle().world().before.as_ref().unwrap().chosen.blue.is_empty();
                let kind = match (side, first && placed == 0) {
                    (Side::Blue, true) => TerrainKind::Wood,
                    (Side::Blue, false) => TerrainKind::PloughedField,
                    _ => TerrainKind::Brush,
                };
                say(&mut session, side, D::Kind(kind));
            }
            (Some((side, R::Place)), _) => {
                placed += 1;
                let (x, y) = if side == Side::Blue { (2200, 2300) } else { (2200, 900) };
                let at = if placed == 1 { spot(x, y, 600, 600) } else { spot(x, 1500, 600, 600) };
                say(&mut session, side, D::Spot(at));
            }
            (Some((side, R::Adjust)), _) => {
                let decision = if placed == 1 { Decision::Pass } else { Decision::Before(D::Remove) };
                does(&mut session, side, decision);
            }
            (None, Awaiting::Dice(roll)) if roll.pools[0].dice == 2 => {
                throws(&mut session, &[2, 2]);
            }
            (None, Awaiting::Dice(roll)) if !roll.draws() => {
                throws(&mut session, &[6]);
            }
            _ => break,
        }
    }
    draw(&mut session, &[Green, Black, Black, Black, Black]);
    draw(&mut session, &[Green, Black, Black, Black, Black, White]);
    session
}

/// Nobody orders ambushes or flank marches.
fn no_orders(session: &mut Session<Renatio>) {
    while let Some((side, R::Orders)) = asks(session) {
        does(session, side, Decision::Pass);
    }
}

#[test]
fn scouting_cards_are_compared_and_the_worse_side_deploys_first() {
    proves!("RETG-PBS-029", "RETG-PBS-030", "RETG-PBS-031", "RETG-CAMP-013", "RETG-CAMP-014", "RETG-PBS-033");
    // Red has 6 Scouting Cards and kept a GREEN, so it is dealt 5; blue has 7 and is dealt 6.
    let mut session =
        deploying(&[Red, Black, Black, Black, Black], &[Black, Black, Black, Black, White, White]);
    let pre = session.battle().world().before.as_ref().unwrap();
    // Red 40 and 10, blue 10: blue is behind by 40 % of 11 units, rounded up to 5.
    assert_eq!(pre.out_scouted, Some((Side::Blue, 5)));
    assert_eq!(pre.hands, BySide::new_with(|_| Cards::NONE));
    assert_eq!(asks(&session), Some((Side::Blue, R::Deploy)));
    // The camp first; its front is 2 BW from the rear edge, all of it within 6 BW of the middle.
    let heavy = session.battle().world().ids().find(|ug| {
        let state = &session.battle().world()[*ug];
        state.side == Side::Blue && state.profile.arm == caracole_renatio::troops::Arm::HeavyArtillery
    });
    let unit = |number: u32, x: i32, y: i32, wide| D::Unit {
        ug: ug(u16::try_from(number).unwrap()),
        at: [Bw(x), Bw(y)],
        wide,
        form: None,
        turned: 0,
    };
    let guns = heavy.unwrap().number();
    assert_eq!(why(&mut session, Side::Blue, unit(guns, 2200, 2100, 2)), "RETG-CAMP-014");
    assert_eq!(why(&mut session, Side::Blue, D::Camp([Bw(2250), Bw(2700)])), "RETG-CAMP-013");
    assert_eq!(why(&mut session, Side::Blue, D::Camp([Bw(2710), Bw(2800)])), "RETG-CAMP-013");
    say(&mut session, Side::Blue, D::Camp([Bw(2700), Bw(2800)]));
    // Heavy guns before anything else, in the own half 6 BW from the centre line.
    assert_eq!(why(&mut session, Side::Blue, unit(12, 2200, 2100, 3)), "RETG-PBS-033");
    assert_eq!(why(&mut session, Side::Blue, unit(guns, 2200, 2099, 2)), "RETG-PBS-035");
    // Guns do not stand in the outer 10 BW.
    assert_eq!(why(&mut session, Side::Blue, unit(guns, 3551, 2100, 2)), "RETG-PBS-036");
    say(&mut session, Side::Blue, unit(guns, 2200, 2100, 2));
    // Four more, then red's turn.
    for (n, x) in [(12, 1500), (13, 1900), (14, 2700), (15, 3100)] {
        assert_eq!(asks(&session), Some((Side::Blue, R::Deploy)));
        say(&mut session, Side::Blue, unit(n, x, 2100, 3));
    }
    // Ambushes and flank marches are ordered after that.
    assert_eq!(asks(&session), Some((Side::Blue, R::Orders)));
    no_orders(&mut session);
    assert_eq!(asks(&session), Some((Side::Red, R::Deploy)));
}

#[test]
fn horse_may_stand_on_the_wings() {
    proves!("RETG-PBS-036", "RETG-PBS-035");
    let mut session = deploying(&[Black; 5], &[Red, Black, Black, Black, White, White]);
    assert_eq!(asks(&session), Some((Side::Red, R::Deploy)));
    say(&mut session, Side::Red, D::Camp([Bw(2250), Bw(200)]));
    let unit =
        |number, x: i32, wide| D::Unit { ug: ug(number), at: [Bw(x), Bw(900)], wide, form: None, turned: 0 };
    // Unit 1 is a brigade of foot, unit 5 the Hakkapeliita.
    assert_eq!(why(&mut session, Side::Red, unit(1, 1100, 3)), "RETG-PBS-036");
    say(&mut session, Side::Red, unit(1, 1150, 3));
    say(&mut session, Side::Red, unit(5, 100, 2));
    assert_eq!(session.battle().world()[ug(5)].presence, Presence::OnTable);
}

#[test]
fn whole_pre_battles_lead_to_a_first_turn() {
    proves!(
        "RETG-PBS-034",
        "RETG-PBS-038",
        "RETG-PBS-039",
        "RETG-PBS-040",
        "RETG-CMD-020",
        "RETG-SEQ-002",
        "RETG-PBS-027",
        "RETG-PBS-028"
    );
    for number in 0..3 {
        let mut session = started();
        let mut numbers = Numbers::new(number);
        let mut dice = caracole_kernel::dice::Verifiable::new(
            &caracole_kernel::dice::Seed::from_number(number),
            &BySide { red: String::new(), blue: String::new() },
        );
        for step in 0..400 {
            match session.battle().awaiting().clone() {
                Awaiting::Dice(_) => {
                    session.throw(&mut dice).unwrap();
                }
                Awaiting::Decision { side, request: request @ Request::Before(_) } => {
                    let mut all = Vec::new();
                    Renatio::candidates(session.battle(), side, &request, &mut all);
                    assert!(!all.is_empty(), "{number}, step {step}: {request:?}");
                    for decision in &all {
                        let legal = Renatio::check(session.battle(), side, &request, decision);
                        assert!(legal.is_ok(), "{number}, {step}: {decision:?}: {:?}", legal.err());
                    }
                    let chosen = all.swap_remove(numbers.below(all.len()));
                    session.choose(side, chosen).unwrap();
                }
                _ => break,
            }
            Renatio::invariants(session.battle()).unwrap_or_else(|e| panic!("{number}, {step}: {e}"));
        }
        let world = session.battle().world();
        assert_eq!((world.when.turn, world.before.is_none()), (1, true), "{number}");
        let hidden = |p: Presence| matches!(p, Presence::OnTable | Presence::Hidden | Presence::Marching);
        assert!(world.groups().all(|ug| hidden(ug.presence)));
        let pieces = world.laid.as_ref().map_or(0, |laid| laid.pieces.len());
        assert!(pieces <= 12, "{pieces} pieces");
    }
}

#[test]
fn nobody_is_deployed_before_a_pre_battle() {
    let mut setup = setup(&[(PIKE_AND_SHOT, [1000, 800], 3)], &far());
    setup.begin = Begin::PreBattle;
    assert_eq!(Renatio::prepare(&setup, RulesVersion(1)).err().map(|e| e.rule.id()), Some("TABLE-002"));
}

#[test]
fn guns_wheel_back_when_everything_is_down() {
    proves!("RETG-PBS-037");
    let mut session = deploying(&[Black; 5], &[Red, Black, Black, Black, White, White]);
    for _ in 0..80 {
        no_orders(&mut session);
        let Some((side, request @ R::Deploy)) = asks(&session) else { break };
        let mut all = Vec::new();
        Renatio::candidates(session.battle(), side, &Request::Before(request), &mut all);
        session.choose(side, all.swap_remove(0)).unwrap();
    }
    // Blue defends and wheels first: its heavy guns are the only ones.
    assert_eq!(asks(&session), Some((Side::Blue, R::Guns)));
    let world = session.battle().world();
    let guns = world
        .of_side(Side::Blue)
        .find(|ug| world[*ug].profile.arm == caracole_renatio::troops::Arm::HeavyArtillery);
    let guns = guns.unwrap();
    let corner = world.body(guns).front_corner(Hand::Left);
    let facing = world.facing(guns);
    let wheel = |ug, degrees| D::Wheel { ug, hand: Hand::Left, degrees };
    assert_eq!(why(&mut session, Side::Blue, wheel(ug(12), 10)), "RETG-PBS-037");
    assert_eq!(why(&mut session, Side::Blue, wheel(guns, 91)), "RETG-PBS-037");
    say(&mut session, Side::Blue, wheel(guns, 10));
    let world = session.battle().world();
    // The corner stays, the other end has gone back: a wheel to the left ahead would turn the other way.
    assert_eq!(world.body(guns).front_corner(Hand::Left), corner);
    assert_eq!(world.facing(guns), facing + caracole_plane::Angle::from_degrees(10));
    assert_eq!(asks(&session), Some((Side::Red, R::Guns)));
}
