//! The printable sheet of an army.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::army::{Army, Price, Problem};
use caracole_picture::png::png;
use caracole_systems::fog::sheet::sheet;
use serde_json::json;
use std::path::Path;

/// Pixels of a PNG sheet: 200 to the inch.
const PIXELS: u32 = 1654;

/// Writes the sheet of an army.
pub(super) fn write(army: &Army, price: &Price, marks: &[Problem], path: &Path, out: &Output) -> Done {
    write_svg(sheet(army, price, marks), path, out)
}

/// Writes a sheet as SVG or PNG, by the name of the file.
pub(super) fn write_svg(svg: String, path: &Path, out: &Output) -> Done {
    let shown = path.display().to_string();
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let bytes = match extension.as_deref() {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg, PIXELS).map_err(|e| Failure::new(e.to_string()).at(shown.clone()))?,
        _ => {
            return Err(Failure::usage("a sheet is written as .svg or .png")
                .at(shown)
                .remedy("name the file sheet.svg or sheet.png"));
        }
    };
    std::fs::write(path, &bytes)
        .map_err(|e| Failure::new(format!("cannot be written: {e}")).at(shown.clone()))?;
    match out.json() {
        true => out.print_json(&json!({ "file": shown, "bytes": bytes.len() })),
        false => out.line(format!("{shown} written")),
    }
    Ok(())
}
