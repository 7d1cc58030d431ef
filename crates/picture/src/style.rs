//! Colours and sizes in one place. Side colours follow the Okabe-Ito palette, darkened where white must read on them.

use caracole_position::Colour;

/// Ink of outlines and letters.
pub(crate) const INK: &str = "#23211c";
/// Secondary letters.
pub(crate) const INK_SOFT: &str = "#5d574a";
/// Paper around the table.
pub(crate) const PAPER: &str = "#f6f2e6";
/// Rim of letters on the table.
pub(crate) const RIM: &str = "#f4efdd";
/// Symbols on bases.
pub(crate) const SYMBOL: &str = "#fffdf3";
/// The bright front edge of a base.
pub(crate) const FRONT: &str = "#ffe14a";
/// Open ground.
pub(crate) const GROUND: &str = "#dcd8b6";
/// Tufts and pebbles on open ground.
pub(crate) const GROUND_MARK: &str = "#c4c097";
/// Measured lines and other overlays.
pub(crate) const OVERLAY: &str = "#4b2e83";

/// Colour and pattern of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Livery {
    /// Name of the colour in position files.
    pub name: &'static str,
    /// Body of a base.
    pub body: &'static str,
    /// Lines of the pattern on the body.
    pub line: &'static str,
    /// Outline of a base, lettering of the side's groups.
    pub edge: &'static str,
    /// The pattern on the body.
    pub pattern: Pattern,
}

/// Patterns tell sides apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// No pattern.
    Plain,
    /// Slanting stripes.
    Stripes,
    /// Dots.
    Dots,
    /// Crossed stripes.
    Lattice,
}

/// The liveries in the order in which sides get them.
pub static LIVERIES: [Livery; 6] = [
    Livery { name: "blue", body: "#0a4f8c", line: "#2f7dbd", edge: "#06304f", pattern: Pattern::Plain },
    Livery {
        name: "vermilion",
        body: "#cf5a12",
        line: "#86300a",
        edge: "#571f03",
        pattern: Pattern::Stripes,
    },
    Livery { name: "green", body: "#04795a", line: "#3fae8d", edge: "#03382a", pattern: Pattern::Dots },
    Livery { name: "purple", body: "#ad5288", line: "#6d2a53", edge: "#481a36", pattern: Pattern::Lattice },
    Livery { name: "orange", body: "#b57d0c", line: "#6f4a07", edge: "#4a3204", pattern: Pattern::Stripes },
    Livery { name: "black", body: "#3c3c40", line: "#66666c", edge: "#101012", pattern: Pattern::Plain },
];

/// The livery of a colour.
#[must_use]
pub fn livery_of(colour: Colour) -> &'static Livery {
    LIVERIES.iter().find(|l| l.name == colour.name()).unwrap_or(&LIVERIES[0])
}
