//! Where hexes lie on the paper.

use crate::hex::{Direction, Facing, Hex};
use crate::map::Map;
use caracole_picture::svg::{Pt, pt};

/// Length of a hexside on the paper.
pub(super) const SIDE: f64 = 34.0;
/// Half of the height of a hex.
pub(super) const HALF: f64 = SIDE * 0.866_025_4;
/// White margin around the map.
pub(super) const MARGIN: f64 = 46.0;

/// The map laid out on paper.
pub(super) struct Paper<'a> {
    pub(super) map: &'a Map,
    pub(super) width: f64,
    /// Height of the map with its margins; the legend comes below.
    pub(super) height: f64,
}

impl<'a> Paper<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        let columns = f64::from(map.columns().1 - map.columns().0 + 1);
        let rows = f64::from(map.rows().1 - map.rows().0 + 1);
        Paper {
            map,
            width: MARGIN * 2.0 + SIDE * (1.5 * columns + 0.5),
            height: MARGIN * 2.0 + HALF * (2.0 * rows + 1.0),
        }
    }

    pub(super) fn centre(&self, hex: Hex) -> Pt {
        let column = f64::from(hex.column() - self.map.columns().0);
        let row = f64::from(hex.row() - self.map.rows().0);
        let lower = f64::from(hex.column() & 1);
        pt(MARGIN + SIDE * (1.0 + 1.5 * column), MARGIN + HALF * (1.0 + 2.0 * row + lower))
    }

    /// A corner of a hex, `part` of the way out from its centre.
    pub(super) fn corner(&self, hex: Hex, vertex: Facing, part: f64) -> Pt {
        let v = vertex.vertex();
        self.centre(hex).shifted(f64::from(v.x) * SIDE * 0.5 * part, f64::from(v.y) * HALF * part)
    }

    /// The two ends of a hexside, with the clock.
    pub(super) fn side(&self, hex: Hex, direction: Direction) -> (Pt, Pt) {
        let after = Facing::ALL[direction.index()];
        (self.corner(hex, after.turned(-1), 1.0), self.corner(hex, after, 1.0))
    }

    /// A number from 0 to 1 that belongs to a hex, for scattering trees and houses: always the same.
    pub(super) fn chance(&self, hex: Hex, salt: u32) -> f64 {
        let (c, r) = (hex.column() as u32, hex.row() as u32);
        let mut n =
            c.wrapping_mul(0x9E37_79B1) ^ r.wrapping_mul(0x85EB_CA77) ^ salt.wrapping_mul(0xC2B2_AE3D);
        n ^= n >> 15;
        n = n.wrapping_mul(0x2C1B_3C6D);
        n ^= n >> 12;
        n = n.wrapping_mul(0x297A_2D39);
        n ^= n >> 15;
        f64::from(n % 1000) / 1000.0
    }
}
