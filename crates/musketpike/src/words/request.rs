//! What is asked.

use super::{Names, leader_piece, unit_piece};
use crate::engine::MusketPike;
use crate::engine::choice::Request;
use caracole_kernel::{Battle, Prompt, Side};
use caracole_ledger::{RuleId, rule};

pub(crate) fn prompt(battle: &Battle<MusketPike>, side: Side, request: &Request) -> Prompt {
    let names = Names::of(battle);
    let about_unit = |unit, text: String, rule: RuleId| Prompt::new(text, &[rule]).about([unit_piece(unit)]);
    use Request as R;
    match *request {
        R::Opening => Prompt::new("Choose the starting Orders of your Wings.", &[rule!("MPBS-5.5.3a")]),
        R::Activate(orders) => Prompt::new(
            format!("Which Wing under {} Orders does {side} activate, or pass with?", orders.name()),
            &[rule!("MPBS-3.2-1")],
        ),
        R::Preempt(wing) => Prompt::new(
            format!("{} is about to activate. Preempt it?", names.wing(wing)),
            &[rule!("MPBS-4.4.1a")],
        ),
        R::ChangeOrders(wing) => {
            Prompt::new(format!("Try to change the Orders of {}?", names.wing(wing)), &[rule!("MPBS-5.7.1a")])
        }
        R::Act(wing) => {
            Prompt::new(format!("What do the units of {} do?", names.wing(wing)), &[rule!("MPBS-3.2-1")])
        }
        R::Continue(wing) => {
            Prompt::new(format!("Try to go on with {}?", names.wing(wing)), &[rule!("MPBS-4.3.1a")])
        }
        R::Manoeuvre(unit) => {
            about_unit(unit, format!("Where does {} go?", names.unit(unit)), rule!("MPBS-7.1.1a"))
        }
        R::React(unit) => about_unit(
            unit,
            format!("{} is moving near your units. Does one of them react?", names.unit(unit)),
            rule!("MPBS-9.1.1-1"),
        ),
        R::Intercept(unit) => {
            about_unit(unit, format!("Where does {} intercept?", names.unit(unit)), rule!("MPBS-9.3.3a"))
        }
        R::PistolFirst(unit) => about_unit(
            unit,
            format!("Does {} fire its pistols before contact?", names.unit(unit)),
            rule!("MPBS-9.3.3d"),
        ),
        R::Engage(unit) => {
            about_unit(unit, format!("Whom does {} attack?", names.unit(unit)), rule!("MPBS-11.1.1b"))
        }
        R::TakeCover(unit) => {
            about_unit(unit, format!("Does {} take cover?", names.unit(unit)), rule!("MPBS-9.4.5a"))
        }
        R::Aim(unit) => about_unit(
            unit,
            format!("At which hex of its target does {} fire?", names.unit(unit)),
            rule!("MPBS-10.9.5c"),
        ),
        R::Spine(unit) => about_unit(
            unit,
            format!("On which side of the line does {} look?", names.unit(unit)),
            rule!("MPBS-10.9.5b"),
        ),
        R::Displace(unit) => {
            about_unit(unit, format!("Which way is {} displaced?", names.unit(unit)), rule!("MPBS-10.8.6a"))
        }
        R::TakeHit(unit) => about_unit(
            unit,
            format!("Which unit beside {} takes the hit?", names.unit(unit)),
            rule!("MPBS-10.6.1a"),
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
            about_unit(unit, format!("Whom does {} pursue?", names.unit(unit)), rule!("MPBS-11.7.5"))
        }
        R::Face(unit) => {
            about_unit(unit, format!("Which way does {} face?", names.unit(unit)), rule!("MPBS-6.1a"))
        }
        R::GoAlong(leader) => {
            Prompt::new(format!("Does {} go along?", names.leader(leader)), &[rule!("MPBS-5.0")])
                .about([leader_piece(leader)])
        }
        R::PlaceLeader(leader) => {
            Prompt::new(format!("Where is {} placed?", names.leader(leader)), &[rule!("MPBS-5.0")])
                .about([leader_piece(leader)])
        }
        R::GunsOnTop(unit) => about_unit(
            unit,
            format!("Do the guns stand on top of {}?", names.unit(unit)),
            rule!("MPBS-8.3.1a"),
        ),
        R::NextRout => Prompt::new("Which unit routs next?", &[rule!("MPBS-3.3")]),
        R::Rout(unit) => {
            about_unit(unit, format!("Which way does {} rout?", names.unit(unit)), rule!("MPBS-3.3"))
        }
    }
}
