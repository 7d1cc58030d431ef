//! The printable sheet of an army.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{Army, Price, Problem};
use std::path::Path;

/// Writes the sheet as SVG or PNG, by the name of the file.
pub(super) fn write(_army: &Army, _price: &Price, _marks: &[Problem], path: &Path, _out: &Output) -> Done {
    Err(Failure::new("sheets are not available yet").at(path.display().to_string()))
}
