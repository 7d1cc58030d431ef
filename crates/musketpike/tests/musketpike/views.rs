//! What is hidden stays hidden: battles that differ only in red's secret starting Orders are the same to everybody else,
//! in every byte that they can get, until blue has chosen too and both are shown.

use caracole_kernel::{AnySession, AnySystem, At, Erased, Piece, Rules, Side, Viewer, Views, battle_of};
use caracole_musketpike::{
    MusketPike, bots::Random, engine::Setup, messages::Decision, scenario::StartingOrders,
};
use serde_json::{Value, json};

/// A legal opening of the side that is asked, by chance: any Orders where they are secret, any units in Open Order.
fn opening(session: &dyn AnySession, setup: &Setup, chance: &mut Random) -> Value {
    let battle = battle_of::<MusketPike>(session).expect("a battle of the system");
    let scenario = &battle.scenario().scenario;
    let wings = scenario.wing_ids().filter(|wing| scenario.wing(*wing).side == Side::Red);
    let mut orders: Vec<Value> = Vec::new();
    for wing in wings {
        orders.push(match setup.options.starting_orders {
            StartingOrders::Historical => json!(battle.world().wing(wing).orders),
            StartingOrders::Secret => {
                json!(["charge", "make_ready", "receive_charge", "rally"][chance.below(4)])
            }
        });
    }
    let mut open: Vec<u8> = Vec::new();
    for unit in scenario.unit_ids().filter(|unit| scenario.unit(*unit).side == Side::Red) {
        let wanted = json!({ "opening": { "orders": orders, "open_order": [unit] } });
        if chance.below(3) == 0 && session.plan(Side::Red, &wanted).is_ok() {
            open.push(unit.0);
        }
    }
    json!({ "opening": { "orders": orders, "open_order": open } })
}

/// Answers that blue might try: lawful, unlawful and nonsense.
fn tries(session: &dyn AnySession, reds: &Value) -> Vec<Value> {
    let mut all = session.candidates(Side::Blue);
    for orders in 0..6 {
        for one in ["charge", "rally"] {
            all.push(json!({ "opening": { "orders": vec![one; orders], "open_order": [] } }));
        }
    }
    for unit in 0..200 {
        all.push(json!({ "opening": { "orders": ["charge", "charge"], "open_order": [unit] } }));
    }
    for wing in 0..9 {
        all.push(json!({ "activate": wing }));
        all.push(json!({ "pass": wing }));
        all.push(json!({ "move": { "unit": wing } }));
    }
    all.extend([json!("decline"), json!("accept"), json!({}), json!([]), json!("opening")]);
    // What red chose is no secret key either: blue gets the same answer to the same guess in both battles.
    all.push(reds.clone());
    all
}

/// Everything that blue and an onlooker can get, as text.
fn all_that_others_get(session: &dyn AnySession, guess: &Value) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    let mut note = |what: &str, value: Value| seen.push(format!("{what}: {value}"));
    let battle = battle_of::<MusketPike>(session).expect("a battle of the system");
    let pieces: Vec<Piece> = (0..battle.world().units.len() as u32)
        .map(|n| Piece::new("unit", n))
        .chain((0..battle.world().leaders.len() as u32).map(|n| Piece::new("leader", n)))
        .collect();
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        note("awaiting", json!(session.awaiting(viewer)));
        note("view", session.view(viewer));
        note("scene", json!(session.scene(viewer)));
        note("prompt", json!(session.prompt(viewer)));
        note("report", json!(session.report(viewer, 0)));
        for layer in session.layers() {
            note(&layer.id, json!(session.layer(viewer, &layer.id, None)));
            for piece in pieces.iter().step_by(7) {
                note(&layer.id, json!(session.layer(viewer, &layer.id, Some(piece))));
            }
        }
    }
    note("offers", json!(session.offers(Side::Blue)));
    note("red's offers", json!(session.offers(Side::Red)));
    for side in Side::BOTH {
        for decision in tries(session, guess) {
            note("plan", json!(session.plan(side, &decision)));
            note("overlays", json!(session.overlays(side, &decision)));
        }
    }
    for text in ["", "0", "1", "9", "pass", "orders: charge", "no", "{\"pass\":0}"] {
        note("words", json!(session.read_command(Side::Blue, text)));
    }
    for piece in pieces.iter().step_by(5) {
        note("grips", json!(session.grips(Side::Blue, piece)));
        note("drag", json!(format!("{:?}", session.drag(Side::Blue, piece, &[At(0, 0), At(9_000, 9_000)]))));
    }
    for name in ["0101", "0708", "1906", "nowhere"] {
        note("place", json!(session.place(name)));
    }
    note("ground", json!(session.ground()));
    note("prospects", json!(session.prospects()));
    note("undo", json!(session.undo_to(Side::Blue)));
    note("state", json!([session.entries(), session.revealed()]));
    for viewer in [Viewer::Blue, Viewer::Spectator] {
        note("casts", json!(session.casts(viewer, 0)));
    }
    note("header", json!(session.header(None)));
    note("outcome", json!(session.outcome()));
    seen
}

#[test]
fn others_get_the_same_bytes_whatever_red_has_chosen_in_secret() {
    let system: &dyn AnySystem = &Erased::<MusketPike>::new();
    let mut told_apart = 0;
    for n in 0..24 {
        let setup = MusketPike::random_setup(n).expect("a setup");
        let start = || system.start(serde_json::to_value(&setup).expect("text")).expect("a start");
        let (mut one, mut other) = (start(), start());
        let mut chance = Random::new(n);
        let choices = [&one, &other].map(|session| opening(&**session, &setup, &mut chance));
        one.choose(Side::Red, &choices[0]).expect("legal");
        other.choose(Side::Red, &choices[1]).expect("legal");
        let (a, b) = (all_that_others_get(&*one, &choices[0]), all_that_others_get(&*other, &choices[0]));
        assert!(a.len() > 400, "{} things are compared", a.len());
        for (a, b) in a.iter().zip(&b) {
            assert_eq!(a, b, "setup {n}");
        }
        assert_eq!(a.len(), b.len());
        // Red sees its own choice, so a difference could have been seen.
        told_apart += usize::from(one.view(Viewer::Red) != other.view(Viewer::Red));
        // What blue's computer player may imagine is the same too.
        let imagined = |session: &dyn AnySession| {
            let battle = battle_of::<MusketPike>(session).expect("a battle");
            let mut numbers = Random::new(n);
            MusketPike::imagine(battle, Side::Blue, &mut |end| numbers.below(end)).hash()
        };
        assert_eq!(imagined(&*one), imagined(&*other), "setup {n}");
        // Whatever blue then chooses is answered alike, and shows both.
        let decision = one.candidates(Side::Blue).swap_remove(0);
        let _: Decision = serde_json::from_value(decision.clone()).expect("a decision");
        for session in [&mut one, &mut other] {
            session.choose(Side::Blue, &decision).expect("legal");
            assert!(session.revealed());
        }
    }
    assert!(told_apart > 20, "only {told_apart} pairs of battles differed at all");
}
