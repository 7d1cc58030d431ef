//! What is asked.

use super::{Names, leader_piece, unit_piece};
use crate::engine::MusketPike;
use crate::messages::{Decision, Request};
use crate::procedures::Procedure;
use caracole_kernel::{Battle, Prompt, Rules, Side};
use caracole_ledger::{RuleId, rule};

// Long because every kind of question has its words here.
pub(crate) fn prompt(battle: &Battle<MusketPike>, side: Side, request: &Request) -> Prompt {
    let names = Names::of(battle);
    let about_unit = |unit, text: String, rule: RuleId| Prompt::new(text, &[rule]).about([unit_piece(unit)]);
    use Request as R;
    match *request {
        R::Opening => Prompt::new("Choose the starting Orders of your Wings.", &[rule!("MPBS-5.5.3a")]),
        R::Activate(orders) => {
            let pass = if may_pass(battle, side, request) { ", or pass with" } else { "" };
            Prompt::new(
                format!("Which Wing under {} Orders does {side} activate{pass}?", orders.name()),
                &[rule!("MPBS-3.2-1")],
            )
        }
        R::Preempt(wing) => Prompt::new(
            format!("{} is about to activate. Preempt it?", names.wing_of_side(wing)),
            &[rule!("MPBS-4.4.1a")],
        ),
        R::ChangeOrders(wing) => Prompt::new(
            format!("Try to change the Orders of {}?", names.wing_of_side(wing)),
            &[rule!("MPBS-5.7.1a")],
        ),
        R::Act(wing) => Prompt::new(
            format!("Which unit or leader of {} acts next, and how?", names.wing_of_side(wing)),
            &[rule!("MPBS-3.2C-1")],
        ),
        R::Continue(wing) => Prompt::new(
            format!("Try to activate {} again?", names.wing_of_side(wing)),
            &[rule!("MPBS-4.3.1a")],
        ),
        R::Manoeuvre(unit) => {
            about_unit(unit, format!("Where does {} go?", names.unit(unit)), rule!("MPBS-7.1.1a"))
        }
        R::React(unit) => about_unit(
            unit,
            format!("{} {}. Does one of your units react?", names.unit(unit), what_happened(battle)),
            rule!("MPBS-9.1.1-1"),
        ),
        R::Intercept(unit) => {
            about_unit(unit, format!("Where does {} intercept?", names.unit(unit)), rule!("MPBS-9.3.3a"))
        }
        R::PistolFirst(unit) => about_unit(
            unit,
            format!("Fire a pistol with {} before the combat?", names.unit(unit)),
            rule!("MPBS-9.3.3d"),
        ),
        R::Engage(unit) => {
            about_unit(unit, format!("{} has intercepted. Attack?", names.unit(unit)), rule!("MPBS-9.3.3e"))
        }
        R::TakeCover(unit) => about_unit(
            unit,
            format!(
                "{} is about to be fired at. Take cover? It then cannot fire in this activation.",
                names.unit(unit)
            ),
            rule!("MPBS-9.4.5a"),
        ),
        R::Aim(unit) => about_unit(
            unit,
            format!("Which hex of the target does {} fire at?", names.unit(unit)),
            rule!("MPBS-10.9.5c"),
        ),
        R::Spine(unit) => about_unit(
            unit,
            format!(
                "The line of fire of {} runs between two rows of hexes. Which row does it hit?",
                names.unit(unit)
            ),
            rule!("MPBS-10.8.5"),
        ),
        R::Displace(unit) => about_unit(
            unit,
            format!("Guns hit {}. Move it aside to avoid the formation hit?", names.unit(unit)),
            rule!("MPBS-10.8.6a"),
        ),
        R::TakeHit(unit) => about_unit(
            unit,
            format!("Which unit takes the casualty: {} or the unit in its hex?", names.unit(unit)),
            rule!("MPBS-8.2.1f"),
        ),
        R::Retreat(unit) => {
            about_unit(unit, format!("Which way does {} retreat?", names.unit(unit)), rule!("MPBS-11.4.2a"))
        }
        R::Designate => Prompt::new("Which units attack in Close Combat?", &[rule!("MPBS-11.1.2a")]),
        R::NextCombat => Prompt::new("Which Close Combat is fought next?", &[rule!("MPBS-11.2C")]),
        R::Pistols => Prompt::new("Which units spend a pistol in this combat?", &[rule!("MPBS-10.1.3c")]),
        R::Advance => Prompt::new("Does a victor advance after combat?", &[rule!("MPBS-11.4.6b")]),
        R::FaceAdvance(unit) => about_unit(
            unit,
            format!("Which way does {} face after its advance?", names.unit(unit)),
            rule!("MPBS-11.4.7b"),
        ),
        R::Quarry(unit) => {
            about_unit(unit, format!("Which unit does {} pursue?", names.unit(unit)), rule!("MPBS-11.7.5"))
        }
        R::Face(unit) => {
            about_unit(unit, format!("Which way does {} face?", names.unit(unit)), rule!("MPBS-6.1a"))
        }
        R::GoAlong(leader) => Prompt::new(
            format!("The unit with {} leaves the hex. Go along with it?", names.leader(leader)),
            &[rule!("MPBS-5.1.2a"), rule!("MPBS-5.2.2a")],
        )
        .about([leader_piece(leader)]),
        R::PlaceLeader(leader) => {
            Prompt::new(format!("Which unit does {} join?", names.leader(leader)), &[rule!("MPBS-5.3.4a")])
                .about([leader_piece(leader)])
        }
        R::GunsOnTop(unit) => about_unit(
            unit,
            format!("Which is on top and can fire: the guns or {}?", names.unit(unit)),
            rule!("MPBS-8.3.1a"),
        ),
        R::NextRout => Prompt::new("Which unit routs next?", &[rule!("MPBS-3.3")]),
        R::Rout(unit) => {
            about_unit(unit, format!("Which way does {} rout?", names.unit(unit)), rule!("MPBS-13.4.1e"))
        }
    }
}

/// Whether passing is among the answers.
fn may_pass(battle: &Battle<MusketPike>, side: Side, request: &Request) -> bool {
    let mut all = Vec::new();
    MusketPike::candidates(battle, side, request, &mut all);
    all.iter().any(|decision| matches!(decision, Decision::Pass(_)))
}

/// What gives the chance to react.
fn what_happened(battle: &Battle<MusketPike>) -> &'static str {
    match battle.stack().last() {
        Some(Procedure::Reactions(reactions)) => reactions.what_happened(),
        _ => "is moving",
    }
}
