//! Cells that the rules fix, and charts with faults.

use super::*;
use crate::counters::{ArtilleryClass, BatterySize, Morale, Orders, Strength};
use crate::map::{HexTerrain, HexsideFeature, Slope, SlopeKind};
use caracole_ledger::proves;

fn standard() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

/// The one fault of a user's file.
fn fault_of(text: &str) -> caracole_document::Fault {
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
fn fire_charts_favour_high_rolls_and_only_guns_ask_for_checks() {
    proves!(
        "MPBS-CHART-MUSKETRY",
        "MPBS-CHART-MUSKETRY-RA",
        "MPBS-CHART-LI-CAV-FIRE",
        "MPBS-CHART-ARTILLERY-FIRE",
        "MPBS-CHART-ARTILLERY-RANGE",
        "MPBS-CHART-FIRE-MODIFIERS"
    );
    let charts = standard();
    let (plain, guns) = (charts.musketry, charts.musketry_regimental_artillery);
    let muskets =
        [plain.front, plain.flank, plain.salvo, charts.light_fire.muskets, charts.light_fire.pistol];
    let with_guns = [guns.front, guns.flank, guns.salvo, charts.artillery_fire.results];
    let harm = |r: FireResult| {
        u32::from(r.casualties) * 3 + u32::from(r.formation_hits) + u32::from(r.morale_checks)
    };
    for column in muskets.iter().chain(&with_guns) {
        assert!(column.windows(2).all(|two| harm(two[0]) <= harm(two[1])), "{column:?}");
        assert!(column[0].is_miss());
    }
    assert!(muskets.iter().flatten().all(|result| result.morale_checks == 0));
    assert!(with_guns.iter().all(|column| column.iter().any(|result| result.morale_checks > 0)));
    // A formation hit with a check is a result of guns; pistols disorder nobody.
    let both = FireResult { casualties: 0, formation_hits: 1, morale_checks: 1 };
    assert!(charts.artillery_fire.results.contains(&both));
    assert!(charts.light_fire.pistol.iter().all(|result| result.formation_hits == 0));
    let m = |key| charts.fire_modifiers.add(key);
    assert_eq!((m(FireModifier::AdvancingFire), m(FireModifier::RetreatingFire)), (-3, -3));
    assert_eq!((m(FireModifier::AfterSalvo), m(FireModifier::HiReactionVsMovedCavalry)), (-1, -1));
    assert_eq!(m(FireModifier::Carbine), 1);
    for class in ArtilleryClass::ALL {
        let at = |range| charts.artillery_range.modifier(class, range);
        assert!(at(0).is_none() && at(1).is_some() && at(99).is_none());
        assert!((1..60).all(|range| at(range + 1) <= at(range)), "farther is worse for {class:?}");
    }
}

#[test]
fn close_combat_charts_have_the_shape_that_the_rules_say() {
    proves!(
        "MPBS-CHART-CLOSE-COMBAT",
        "MPBS-CHART-CLOSE-COMBAT-MATRIX",
        "MPBS-CHART-UNABLE-TO-RETREAT",
        "MPBS-CHART-CAVALRY-PURSUIT",
        "MPBS-CHART-CASUALTY-THRESHOLD",
        "MPBS-CHART-FORMATION-MOVEMENT",
        "MPBS-CHART-INTERCEPTION",
        "MPBS-CHART-LEADER-CASUALTY"
    );
    let charts = standard();
    assert_eq!(charts.close_combat.modifier_limit, (-4, 4));
    let m = |key| charts.close_combat_modifiers.add(key);
    use CloseCombatModifier::*;
    assert_eq!([m(LeaderAttacker), m(LeaderDefender), m(FlankRear)], [1, -1, 1]);
    assert_eq!([m(Ratio4To1), m(Ratio2To1), m(Ratio1To2), m(Ratio1To4)], [2, 1, -1, -2]);
    assert_eq!([m(MomentumCavalry), m(MomentumHi), m(PistolAttacker), m(PistolDefender)], [2, 1, 1, -1]);
    // High rolls favour the attacker, and every roll has a row.
    let outcomes: Vec<CloseCombatOutcome> = (-4..=13).map(|n| charts.close_combat.row(n).outcome).collect();
    assert!(outcomes.windows(2).all(|two| two[0] <= two[1]), "{outcomes:?}");
    assert_eq!(charts.close_combat.row(-40).outcome, CloseCombatOutcome::AttackerEliminated);
    assert_eq!(charts.close_combat.row(40).outcome, CloseCombatOutcome::DefenderEliminated);
    for row in charts.close_combat.rows() {
        use CloseCombatOutcome::*;
        if matches!(row.outcome, AttackerMoraleBroken | DefenderMoraleBroken) {
            assert_eq!(row.retreat, 2);
        }
    }
    let matrix = charts.close_combat_matrix;
    for defender in MatrixType::ALL {
        assert_eq!(matrix.modifier(MatrixType::Hedgehog, *defender), None);
        let light = matrix.modifier(MatrixType::Li, *defender);
        assert_eq!(light.is_some(), *defender == MatrixType::Li);
    }
    for horse in [MatrixType::Cuirassier, MatrixType::Arquebusier, MatrixType::Croat] {
        assert!(matrix.modifier(horse, MatrixType::Hedgehog) < matrix.modifier(horse, MatrixType::Hi));
    }
    assert!(charts.unable_to_retreat.results.contains(&UnableToRetreat::Stand));
    use AllowanceEffect as A;
    let allowance = FormationState::ALL.iter().map(|state| charts.formation_effects.of(*state).allowance);
    assert!(allowance.eq([A::Full, A::Half, A::Zero, A::Zero, A::Full, A::Plus2, A::Zero]));
    let hits = FormationState::ALL.iter().map(|state| charts.formation_effects.of(*state).terrain_hits);
    assert!(hits.eq([true, true, false, false, false, false, false]));
    // Better troops stand more, and a threshold never asks for more than the unit has.
    for strength in 1..=20 {
        let of = |morale| charts.casualty_threshold.of(Morale(morale), Strength(strength));
        let known: Vec<u8> = (4..=8).filter_map(of).collect();
        assert!(known.windows(2).all(|two| two[0] <= two[1]) && known.iter().all(|hits| *hits < strength));
    }
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
        ("close_combat", "{ from = 3,  to = 3,", "{ from = 4,  to = 4,", "rolls 3 to 3 have no row"),
        ("close_combat", "{ from = 3,  to = 3,", "{ from = 2,  to = 3,", "rolls 2 to 2 have a row already"),
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
