//! What a battle does not start from.

use crate::support::*;
use caracole_kernel::{Rules, RulesVersion};
use caracole_ledger::proves;
use caracole_renatio::army::Role;
use caracole_renatio::battle::{Renatio, Setup};
use caracole_renatio::readings::Reading;
use caracole_renatio::troops::{CommandType, Grade};

fn rule(setup: &Setup) -> &'static str {
    match Renatio::prepare(setup, RulesVersion(1)) {
        Ok(_) => "",
        Err(refusal) => refusal.rule.id(),
    }
}

fn base() -> Setup {
    setup(&[(PIKE_AND_SHOT, [1000, 800], 3), (HORSE, [1400, 800], 2)], &far())
}

fn changed(change: impl FnOnce(&mut Setup)) -> &'static str {
    let mut setup = base();
    change(&mut setup);
    rule(&setup)
}

#[test]
fn places_are_checked() {
    proves!("RETG-FORM-001", "RETG-FORM-002", "RETG-FORM-003", "RETG-ROUT-002");
    assert_eq!(changed(|_| {}), "");
    assert_eq!(changed(|s| s.start.red.units[0].wide = 2), "RETG-FORM-003");
    assert_eq!(changed(|s| s.start.red.units[1].wide = 1), "RETG-FORM-002");
    // Six bases break on three and a wound.
    let lose = |lost, wound| {
        changed(move |s| (s.start.red.units[0].lost, s.start.red.units[0].wound) = (lost, wound))
    };
    assert_eq!((lose(3, false), lose(3, true)), ("", "RETG-ROUT-002"));
    for broken in [
        changed(|s| s.start.red.units[1].at = s.start.red.units[0].at),
        changed(|s| s.start.red.units[0].at[0].0 = 100),
        changed(|s| s.start.red.units[0].at[0].0 = i32::MAX),
        changed(|s| s.start.red.units[0].command = 1),
        changed(|s| s.start.red.units[0].dismounted = true),
        changed(|s| s.start.red.units.truncate(1)),
        changed(|s| s.turns = 0),
        changed(|s| s.base_mm = 50),
        changed(|s| s.table_bw = [255, 30]),
        changed(|s| s.charts = Some("nonsense".to_owned())),
    ] {
        assert_eq!(broken, "TABLE-002");
    }
}

#[test]
fn what_is_not_played_is_refused() {
    assert_eq!(
        changed(|s| s.options = caracole_renatio::troops::Set::of(&[Reading::HiddenDiscards])),
        "RETG-CMD-005"
    );
    let ally = |s: &mut Setup| {
        s.armies.red.commanders.push(commander("Ally", Role::Ally, Grade::Competent, CommandType::Tribal));
    };
    assert_eq!(changed(ally), "RETG-CMD-041");
}

#[test]
fn a_battle_may_begin_with_enemies_in_contact() {
    let foot = |at| (PIKE_AND_SHOT, at, 3);
    let session = start(&setup(&[foot([1000, 800])], &[foot([1000, 800])]));
    let game = caracole_renatio::battle::Game::new(session.battle().scenario(), session.battle().world());
    let clashes =
        caracole_renatio::battle::forecast::clashes(game, caracole_renatio::charts::CombatKind::Melee);
    // Three files face three files.
    assert_eq!(clashes.len(), 3);
}

#[test]
fn an_army_has_one_army_commander() {
    proves!("RETG-ARMY-009");
    assert_eq!(changed(|s| s.armies.red.commanders[0].role = Role::Sub), "RETG-ARMY-009");
}
