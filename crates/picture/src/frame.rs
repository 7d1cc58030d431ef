//! From the table to the picture: micrometres up the table to millimetres down the page.

use crate::svg::{Pt, pt};
use caracole_plane::{Angle, Point, Um};

/// The mapping and the sizes that follow from the scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Size of bases against those of 15 mm figures: marks grow with it.
    pub(crate) unit: f64,
    /// Size of names and drawn lines: that of the bases, finer on small tables.
    pub(crate) pen: f64,
    /// Size of the page against that of a table 1.8 m wide: heading and legend grow with it.
    pub(crate) page: f64,
}

impl Frame {
    pub(crate) fn new(width: Um, depth: Um, base_width: Um) -> Self {
        let width = mm(width);
        let (unit, page) = (mm(base_width) / 40.0, (width / 1800.0).clamp(0.28, 3.0));
        Self { width, height: mm(depth), unit, pen: unit * (0.5 + 0.55 * page).clamp(0.6, 1.0), page }
    }

    pub(crate) fn pt(&self, p: Point) -> Pt {
        pt(mm(p.x), self.height - mm(p.y))
    }

    pub(crate) fn length(&self, length: Um) -> f64 {
        mm(length)
    }
}

fn mm(length: Um) -> f64 {
    f64::from(length.get()) / 1000.0
}

/// Clockwise degrees, from 0 up to 360, to the hundredth.
pub(crate) fn degrees(angle: Angle) -> f64 {
    f64::from(angle.millidegrees() % 360_000) / 1000.0
}
