//! What an action costs.

use super::Colour;
use crate::charts::{ActionCode, Charts, Column};
use crate::command::{OutOfCommand, out_of_command_cards};
use crate::readings::Readings;
use crate::troops::{Characteristic, Form, Profile, Set, Training};
use caracole_document::{Basis, Word, words};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};

words! {
    /// Reasons for an additional coloured card.
    Surcharge {
        /// Several units move as a group.
        Group = "group",
        /// The unit is Out of Command.
        OutOfCommand = "out_of_command",
        /// A Keil, Late Keil or Tercio always counts as a group.
        DoubleUnit = "double_unit",
    }
}

impl Surcharge {
    /// The rule that asks for it.
    pub const fn rule(self) -> RuleId {
        match self {
            Surcharge::Group => rule!("RETG-MOVE-020"),
            Surcharge::OutOfCommand => rule!("RETG-MOVE-037"),
            Surcharge::DoubleUnit => rule!("RETG-MOVE-036"),
        }
    }
}

/// What a unit is asked to do, as far as the cost depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'p> {
    /// The action.
    pub action: ActionCode,
    /// The unit.
    pub profile: &'p Profile,
    /// Its formation now.
    pub form: Form,
    /// It moves together with other units.
    pub in_group: bool,
    /// Why it is Out of Command for the Commander who pays.
    pub out_of_command: Set<OutOfCommand>,
}

/// What must be played: one card of at least a colour, and coloured ones on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The least colour of the card for the action.
    pub card: Colour,
    /// Why additional coloured cards are needed, one card for each entry.
    pub extra: Vec<Surcharge>,
    /// The opponent then tests the unit.
    pub kab: bool,
    /// What the colour rests on.
    pub basis: Basis,
}

/// The column of the Prompted Actions table for a unit.
pub fn column(profile: &Profile, form: Form) -> Column {
    enforces!("RETG-MOVE-004", "RETG-TROOP-013", "RETG-GLOS-037");
    match profile.training {
        _ if profile.acts_as_sug(form) => Column::Sug,
        Training::Drilled | Training::Skirmish => Column::Drilled,
        Training::Formed => Column::Formed,
        Training::Tribal => Column::Tribal,
    }
}

/// What the action costs this unit, or why it may not be done.
pub fn cost(charts: &Charts, readings: Readings, asked: &Asked<'_>) -> Result<Cost, Refusal> {
    enforces!("RETG-MOVE-003", "RETG-OVR-011");
    let table = &charts.prompted_actions;
    let action = table.action(asked.action);
    let at = column(asked.profile, asked.form);
    let Some(card) = action.cost(at) else {
        return Err(not_allowed(asked, at));
    };
    let double = asked.profile.shape.is_double_unit();
    let mut extra = Vec::new();
    let mut add = |why: Surcharge, times: usize| {
        extra.extend(std::iter::repeat_n(why, times * usize::from(table.surcharges.get(why))));
    };
    enforces!("RETG-GLOS-107", "RETG-CMD-017");
    if double {
        add(Surcharge::DoubleUnit, 1);
    } else if asked.in_group {
        add(Surcharge::Group, 1);
    }
    if !asked.profile.is(Characteristic::Independent) {
        enforces!("RETG-GLOS-041");
        add(Surcharge::OutOfCommand, out_of_command_cards(readings, asked.out_of_command));
    }
    Ok(Cost { card, extra, kab: action.kab[at.index()], basis: action.basis[at.index()] })
}

/// Whether a double move may be made of moves of this kind: each must cost the unit GREEN or less.
pub fn can_be_doubled(charts: &Charts, profile: &Profile, form: Form, action: ActionCode) -> bool {
    enforces!("RETG-MOVE-041", "RETG-MOVE-035");
    let at = column(profile, form);
    let cost = |code: ActionCode| charts.prompted_actions.action(code).cost(at);
    cost(ActionCode::M14).is_some() && cost(action).is_some_and(|colour| colour <= Colour::Green)
}

fn not_allowed(asked: &Asked<'_>, at: Column) -> Refusal {
    let problem = format!("{} is not an action for {} troops", asked.action.key(), at.key());
    let rule = match (asked.action, at) {
        (ActionCode::M14, Column::Tribal) => rule!("RETG-MOVE-035"),
        _ => rule!("RETG-QRS-002"),
    };
    Refusal::new(rule, problem, "Choose an action that the table allows them.")
}
