//! Whether a unit out of combat stands in a legal formation.

use crate::charts::Charts;
use crate::troops::{Name, Shape};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// Checks the width and depth of a unit out of combat. Losses may have left the rearmost rank incomplete.
pub fn check_shape(charts: &Charts, shape: Shape, bases: u8, wide: u8) -> Result<(), Refusal> {
    enforces!("RETG-FORM-001", "RETG-FORM-002", "RETG-FORM-003", "RETG-GLOS-012");
    let formation = charts.formations.of(shape);
    let most_deep = if formation.deep > 0 { formation.deep } else { charts.formations.most_deep };
    let deep = bases.div_ceil(wide.max(1));
    let column = shape == Shape::Battlewagons && wide == 1;
    let fault = if formation.deep > 0 && wide != formation.wide.min(bases) {
        Some("This unit keeps its set formation out of combat")
    } else if wide < formation.wide.min(bases) && !column {
        Some("The unit is too narrow")
    } else if deep > most_deep && !column {
        Some("The unit is too deep")
    } else {
        None
    };
    let Some(problem) = fault else { return Ok(()) };
    let rule = if formation.deep > 0 { rule!("RETG-FORM-003") } else { rule!("RETG-FORM-002") };
    let remedy =
        format!("Form {} at least {} wide and at most {most_deep} deep.", shape.name(), formation.wide);
    Err(Refusal::new(rule, problem, remedy)
        .fact("bases", u32::from(bases))
        .fact("wide", u32::from(wide))
        .fact("deep", u32::from(deep)))
}
