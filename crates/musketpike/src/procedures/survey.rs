//! A move looked at before it is made: what it costs, whether it is allowed, and whether it may end there.

use super::{Manoeuvring, course::Purpose, departure::may_begin, movement::Move};
use crate::{
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
        motion::{Manoeuvre, Motion},
    },
    messages::{Company, Escort},
    world::Formation,
};

/// One manoeuvre of the move.
#[derive(Clone, Debug)]
pub struct Leg {
    /// What it came to.
    pub motion: Motion,
    /// Movement points used so far.
    pub spent: u8,
    /// Formation after it.
    pub formation: Formation,
}

/// A Movement Action by a unit as it stands, without any reactions.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The movement points that it has.
    pub allowance: u8,
    /// The manoeuvres that are allowed.
    pub legs: Vec<Leg>,
    /// Why the next one is not.
    pub barred: Option<Bar>,
    /// Whether the move may end where it has come to.
    pub end: Allowed,
}

impl Survey {
    /// Follows the manoeuvres by the rules of the move itself.
    pub fn new(f: Field<'_>, unit: UnitId, manoeuvres: &[Manoeuvre]) -> Survey {
        let leaders: Leaders = f.leaders_with(unit);
        let company = if f.partner(unit).is_some() { Company::Stack } else { Company::Alone };
        let mut mover = Move::new(f, unit, Purpose::Action, company, leaders);
        let mut legs = Vec::new();
        let mut barred = may_begin(f, unit, Company::Stack, Escort::None).err();
        mover.look_ahead(f);
        for manoeuvre in manoeuvres {
            if barred.is_some() {
                break;
            }
            match mover.plan(f, *manoeuvre) {
                Ok(Manoeuvring { course, motion, .. }) => {
                    mover.course = course;
                    if !mover.mover.commanded {
                        mover.mover.commanded = f.in_command_at(unit, course.at.footprint());
                    }
                    legs.push(Leg { motion, spent: course.spent, formation: course.formation });
                }
                Err(bar) => barred = Some(bar),
            }
            mover.look_ahead(f);
        }
        Survey { allowance: mover.mover.allowance, legs, barred, end: mover.check_stop(f) }
    }
}
