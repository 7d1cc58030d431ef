//! The Morale Check.

use super::{
    Answer, Bar, Cx, In, MusketPike, Next, Play, call, changes, changes::MoraleLoss, field, retreat::Retreat,
    rolled, throw,
};
use crate::RollPurpose;
use crate::{
    counters::UnitId,
    engine::field::Field,
    messages::{Attempt, Event},
};
use caracole_kernel::{Flow, Tally};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};

/// A Morale Check: a failure costs a level, and a unit that breaks runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoraleCheck {
    unit: UnitId,
    extra: u8,
    by: Option<UnitId>,
    why: Occasion,
    result: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Occasion {
    Check,
    Hedgehog,
    /// A Rally attempt, with the rating of an adjacent leader.
    Rally(i8),
}

impl MoraleCheck {
    /// A check caused by an enemy; further checks are added to the roll.
    pub(super) const fn new(unit: UnitId, extra: u8, by: Option<UnitId>) -> Self {
        MoraleCheck { unit, extra, by, why: Occasion::Check, result: None }
    }

    /// To form Hedgehog in reaction.
    pub(super) const fn hedgehog(unit: UnitId, by: UnitId) -> Self {
        MoraleCheck { unit, extra: 0, by: Some(by), why: Occasion::Hedgehog, result: None }
    }

    /// To Rally, with the rating of a leader who is adjacent.
    pub(super) const fn rally(unit: UnitId, adjacent: i8) -> Self {
        MoraleCheck { unit, extra: 0, by: None, why: Occasion::Rally(adjacent), result: None }
    }

    fn tally(&self, f: Field<'_>) -> Tally {
        f.morale_tally(self.unit, self.extra, if let Occasion::Rally(rating) = self.why { rating } else { 0 })
    }
}

impl Field<'_> {
    /// Modifiers of a Morale Check: one leader in the hex, or one who is adjacent and helps a Rally.
    pub fn morale_tally(self, unit: UnitId, extra: u8, adjacent: i8) -> Tally {
        enforces!("MPBS-12.2b");
        let mut tally = Tally::new("Morale Check");
        let stacked = self.best_rating_with(unit);
        tally.add(rule!("MPBS-12.2a"), "leader", i32::from(stacked.unwrap_or(0).min(adjacent)));
        tally.add(rule!("MPBS-10.6.5a"), "further checks", i32::from(extra));
        tally
    }
}

impl Play<MusketPike, Bar> for MoraleCheck {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.result, input) {
            (None, In::Dice(values)) => {
                enforces!("MPBS-12.2c", "MPBS-GLOSSARY-MC", "MPBS-12.4.3d");
                let f = field(cx);
                let rolled = rolled(&values, self.tally(f));
                let morale = f.morale(self.unit);
                let passed = rolled.total() <= i32::from(morale);
                self.result = Some(passed);
                cx.tell(Event::MoraleCheck {
                    unit: self.unit,
                    morale,
                    rolled,
                    result: Attempt::from(passed),
                });
                if passed {
                    return Flow::Done(Answer::Passed);
                }
                match changes::lower_morale(cx, self.unit) {
                    MoraleLoss::Broken if !field(cx).is_train(self.unit) => {
                        call(Retreat::broken(self.unit, self.by))
                    }
                    _ => Flow::Done(Answer::Failed),
                }
            }
            (None, _) => throw(field(cx).side(self.unit), rule!("MPBS-12.2a"), RollPurpose::MoraleCheck),
            (Some(_), _) => Flow::Done(Answer::Failed),
        }
    }
}
