//! Cells that the rules fix, and charts with faults.

use super::*;
use crate::counters::{ArtilleryClass, BatterySize, Morale, Orders, Strength};
use crate::map::{HexTerrain, HexsideFeature, Slope, SlopeKind};
use caracole_ledger::proves;

fn standard() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

/// The one fault of a user's file.
fn fault_of(text: &str) -> crate::document::Fault {
    let faults = Charts::read(&[("mine.toml", text)]).expect_err("the file has a fault").0;
    assert_eq!(faults.len(), 1, "{faults:#?}");
    faults[0].clone()
}

/// A chart of the program as text, to be spoilt.
fn chart(key: &str) -> String {
    let all = include_str!("../../data/charts.toml");
    let from = all.find(&format!("[chart.{key}]\n")).expect("the chart is there");
    let to = all[from + 1..].find("\n[chart.").map_or(all.len(), |n| from + 1 + n);
    all[from..to].to_owned()
}

#[test]
fn command_tables_have_the_published_ranges() {
    proves!(
        "MPBS-CHARTX-ORDERS-CHANGE",
        "MPBS-CHARTX-CONTINUATION-PREEMPTION",
        "MPBS-CHARTX-ORDERS-RESTRICTION",
        "MPBS-CHARTX-LEADER-REPLACEMENT"
    );
    let charts = standard();
    let most = |from, to| charts.orders_change.range(from, to).map(|range| range.most);
    use Orders::*;
    let expected = [
        (Charge, [None, Some(3), Some(2), Some(5)]),
        (MakeReady, [Some(5), None, Some(5), Some(6)]),
        (ReceiveCharge, [Some(3), Some(5), None, Some(4)]),
        (Rally, [Some(1), Some(4), Some(3), None]),
    ];
    for (from, row) in expected {
        assert_eq!(Orders::ALL.map(|to| most(from, to)), row, "from {from:?}");
    }
    assert_eq!(
        Orders::ALL.map(|o| charts.continuation.range(o).map(|r| r.most)),
        [Some(3), Some(2), Some(1), None]
    );
    assert_eq!(
        Orders::ALL.map(|o| charts.preemption.range(o).map(|r| r.most)),
        [Some(4), Some(3), Some(2), None]
    );
    assert_eq!(charts.continuation.modifiers.add(ContinuationModifier::SecondAttempt), 1);
    assert_eq!(charts.preemption.modifiers.add(PreemptionModifier::NoContinueMarker), 1);
    assert_eq!(charts.orders_change.modifiers.add(OrdersChangeModifier::HalfWingHurtToRally), -2);
    assert_eq!(charts.leader_replacement[0], LeaderReplacement::ReturnsNow);
    assert_eq!(charts.leader_replacement[1], LeaderReplacement::ReturnsNextTurn);
    assert!(charts.leader_replacement[2..].iter().all(|r| *r == LeaderReplacement::Gone));
    let charge = charts.orders_restriction.of(Charge);
    assert!(charge.must_close && !charge.may_pass && charge.rally == RallyReform::No);
    assert!(!charge.fire[InfantryFire::Retreating as usize] && charge.fire[InfantryFire::Advancing as usize]);
    assert_eq!(charts.orders_restriction.of(ReceiveCharge).move_limit, MoveLimit::OneHex);
    assert!(!charts.orders_restriction.of(Rally).may_come_closer);
}

#[test]
fn ranges_that_start_at_zero_take_everything_below() {
    proves!("MPBS-2.2b");
    let range = standard().continuation.range(Orders::Charge).expect("Charge may continue");
    assert!(range.covers(-3) && range.covers(0) && range.covers(3) && !range.covers(4));
    assert_eq!((row(-2), row(0), row(9), row(12)), (0, 0, 9, 9));
}

#[test]
fn cells_named_by_the_examples_of_the_rules() {
    proves!("MPBS-7.2.1a", "MPBS-10.6.2d", "MPBS-15.0c");
    let charts = standard();
    assert_eq!(charts.interception.range(Orders::Charge), Some(Success { least: 0, most: 5 }));
    assert_eq!(charts.interception.modifiers.add(InterceptionModifier::Morale8), -1);
    let tacw = charts.cavalry_pursuit.column(TitleColumn::Tacw);
    assert_eq!((tacw[3], tacw[6]), (PursuitResult::PursueEliminate, PursuitResult::PursueOffMap));
    assert_eq!(charts.casualty_threshold.of(Morale(8), Strength(4)), None);
    assert_eq!(charts.casualty_threshold.of(Morale(8), Strength(21)), None);
    assert_eq!(charts.leader_casualty.iter().filter(|r| **r == LeaderCasualty::Removed).count(), 1);
    assert_eq!(charts.leader_casualty[9], LeaderCasualty::Removed);
    let m = charts.movement;
    assert_eq!(
        [m.cavalry, m.leader, m.light_infantry, m.cavalry_li_stack, m.heavy_infantry, m.wagon],
        [8, 8, 6, 6, 4, 2]
    );
    assert_eq!((m.limbered_artillery, m.unlimbered_artillery, m.counter_march), (2, 0, 2));
    let hits = [4, 5, 6, 7, 8].map(|n| charts.morale_check_from_hits.hits(Morale(n)));
    assert_eq!(hits, [1, 1, 1, 2, 3]);
    let vp = charts.victory_points;
    assert_eq!(vp.captured(ArtilleryClass::Heavy, BatterySize::Double), 30);
    assert_eq!(vp.captured(ArtilleryClass::Light, BatterySize::Single), 5);
    assert_eq!(vp.disabled(ArtilleryClass::Medium, BatterySize::Single), 10);
    assert_eq!(vp.disabled(ArtilleryClass::Light, BatterySize::Single), 2);
    assert_eq!((vp.formed_cavalry, vp.casualty_formed_cavalry, vp.king_charles), (10, 2, 50));
}

#[test]
fn terrain_that_the_rules_fix() {
    proves!("MPBS-14.4f", "MPBS-10.8.3c", "MPBS-10.8.3d", "MPBS-BATTLE-WHITEMOUNTAIN-2");
    let tec = standard().tec;
    let clear = tec.hex(HexTerrain::Clear);
    assert!(MoveClass::ALL.iter().all(|class| clear.cost(*class) == MoveCost::Points(1)));
    use HexsideFeature::*;
    for feature in [Hedge, Stream, Bridge, Berm, Abatis, Entrenchment, Redoubt] {
        assert!(tec.hexside(feature).reciprocal, "{feature:?}");
        assert_eq!(tec.hexside(feature).grazing, GrazingEffect::OneHexBeyond, "{feature:?}");
    }
    for slope in [Slope::Up(SlopeKind::Gentle), Slope::Down(SlopeKind::Gentle), Slope::Up(SlopeKind::Steep)] {
        assert_eq!(tec.slope(slope).grazing, GrazingEffect::Stops, "{slope:?}");
    }
    let hedge = tec.hexside(Hedge);
    assert_eq!((hedge.formation_hits(MoveClass::Li), hedge.formation_hits(MoveClass::Cav)), (0, 1));
    assert_eq!((tec.hexside(Abatis).fire, tec.hexside(Abatis).close_combat), (0, -1));
    assert_eq!(tec.hexside(HighWall).cost(MoveClass::Hi), MoveCost::All);
    assert!(tec.hexside(Bridge).replaces.contains(River));
}

#[test]
fn a_users_file_replaces_whole_charts_and_leaves_the_rest() {
    let mine = "[chart.leader_casualty]\ntitle = \"My card\"\n\
        results = [\"removed\",\"none\",\"none\",\"none\",\"none\",\"none\",\"none\",\"none\",\"none\",\"none\"]\n";
    let charts = Charts::read(&[("mine.toml", mine)]).expect("the file is sound");
    assert_eq!(charts.leader_casualty[0], LeaderCasualty::Removed);
    assert_eq!(charts.leader_casualty[9], LeaderCasualty::None);
    assert_eq!(charts.musketry, standard().musketry);
    let source = charts.source(ChartKey::LeaderCasualty).expect("it has a source");
    assert_eq!((source.basis, source.file.as_deref()), (Basis::User, Some("mine.toml")));
    let other = charts.source(ChartKey::Musketry).expect("it has a source");
    assert_eq!((other.key, other.basis, other.file.as_deref()), (ChartKey::Musketry, Basis::Proposed, None));
}

#[test]
fn every_chart_says_what_it_rests_on() {
    let charts = standard();
    assert_eq!(charts.sources.len(), ChartKey::ALL.len());
    for (key, source) in ChartKey::ALL.iter().zip(&charts.sources) {
        assert_eq!(*key, source.key);
        assert!(source.basis != Basis::User && source.confidence.is_some(), "{key:?}");
        if source.basis == Basis::Proposed {
            assert!(!source.why.is_empty(), "{key:?} gives no reason");
        }
    }
}

#[test]
fn faults_name_file_line_and_remedy() {
    let fault = fault_of(
        "[chart.musketry]\nfront = [\"miss\"]\nflank = []\nsalvo = []\n".replace("[]", TEN).as_str(),
    );
    assert_eq!((fault.file.as_str(), fault.line), ("mine.toml", 2));
    assert_eq!(
        fault.to_string(),
        "mine.toml:2: chart.musketry.front: the list has 1 entries (give it exactly 10)"
    );

    let fault = fault_of("[chart.muskets]\n");
    assert!(
        fault.wrong.contains("muskets") && fault.remedy.contains("musketry_regimental_artillery"),
        "{fault}"
    );

    let fault = fault_of("[chart.musketry]\nfront = \n");
    assert_eq!(fault.line, 2);
    assert!(fault.wrong.contains("TOML"), "{fault}");
}

const TEN: &str = r#"["miss","miss","miss","miss","miss","miss","miss","miss","miss","1"]"#;

#[test]
fn each_kind_of_fault_is_refused() {
    // (chart, what to spoil, with what, a piece of the message)
    let cases = [
        ("musketry", "\"1+FH\"]", "\"1+XX\"]", "not a result"),
        ("musketry", "\"1+FH\"]\nflank", "\"1+MC\"]\nflank", "no MC results"),
        ("musketry", "\"1+FH\"]\nflank", "\"1+1\"]\nflank", "same twice"),
        ("artillery_range", "range = [3, 4]", "range = [4, 4]", "gap or overlaps"),
        ("artillery_range", "range = [3, 4]", "range = [2, 4]", "gap or overlaps"),
        ("close_combat", "{ from = 3,  to = 3,", "{ from = 4,  to = 4,", "left out or doubled"),
        ("close_combat", "result = \"no_effect\"", "result = \"nothing\"", "not a word"),
        ("close_combat_matrix", "attack.croat ", "attack.cossack ", "cossack"),
        ("close_combat_matrix", "attack.hi          = { hi = 0,", "attack.hi = {", "\"hi\" is missing"),
        ("casualty_threshold", "morale_7 = [0, 1,", "morale_7 = [0,", "19 entries"),
        ("casualty_threshold", "morale_7 = [0, 1,", "morale_7 = [0, 3,", "more than the strength"),
        ("orders_change", "rally = [0, 5] }", "rally = [5, 0] }", "ends before it starts"),
        ("orders_change", ", rally = [0, 5] }", " }", "\"rally\" is missing"),
        ("continuation", "not_allowed = [\"rally\"]", "not_allowed = []", "\"rally\" is missing"),
        ("continuation", "key = \"second_attempt\"", "key = \"third_attempt\"", "third_attempt"),
        ("continuation", "add = -1", "add = -10", "out of range"),
        ("leader_casualty", "modifiers = []", "modifiers = [1]", "no modifiers"),
        ("formation_effects", "state = \"hedgehog\"", "state = \"normal\"", "twice"),
        ("morale_check_from_hits", "{ current_morale_max = 8, hits = 3 }", "", "morale 8"),
        ("movement_allowance", "cavalry = 8", "cavalry = 8.5", "number with a point"),
        ("victory_points", "wagon = 10", "waggon = 10", "waggon"),
        ("tec", "key = \"pond\"", "key = \"lake\"", "lake"),
        (
            "tec",
            "prohibited = [\"hi\", \"li\", \"cav\"]",
            "prohibited = [\"hi\", \"li\"]",
            "no cost for \"cav\"",
        ),
        ("tec", "kind = \"hexside\"\ncost", "kind = \"hex\"\ncost", "not a word"),
        ("orders_restriction", "orders = \"rally\"", "orders = \"rout\"", "rout"),
    ];
    for (key, good, bad, message) in cases {
        let text = chart(key);
        assert!(text.contains(good), "{key}: the program's chart has no {good:?}");
        let faults = Charts::read(&[("mine.toml", &text.replacen(good, bad, 1))]).expect_err(key);
        assert!(faults.to_string().contains(message), "{key}: {faults}");
        assert!(faults.0.iter().all(|fault| fault.line >= 1 && !fault.remedy.is_empty()));
    }
}
