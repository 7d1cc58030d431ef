//! From the numbers of a file to micrometres and binary angles.

use super::file::{PointFile, TableFile, Unit};
use super::vocabulary::base_width;
use caracole_document::Field;
use caracole_document::Problems;
use caracole_plane::{Angle, Point, Um};

/// The measure of a file: how long its unit is, and how large its table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    um_per_unit: f64,
    pub(crate) unit: &'static str,
    pub(crate) width: Um,
    pub(crate) depth: Um,
}

const MIN_TABLE: Um = Um::from_mm(50);
const MAX_TABLE: Um = Um::from_mm(5000);

impl Measure {
    /// Checks the table itself; a wrong table becomes the usual one, so that other checks can go on.
    pub(crate) fn of_table(table: &TableFile, problems: &mut Problems) -> (Self, Um) {
        let top = Field::top().then("table");
        let mu_mm = if (10.0..=60.0).contains(&table.mu) {
            table.mu
        } else {
            problems.add(
                top.then("mu"),
                format!("a movement unit of {} mm is not usable", table.mu),
                "write 25, or 25.4, 38.1 or 40 as your rules allow (10 to 60)",
            );
            25.0
        };
        let mu = to_um(mu_mm, 1000.0).unwrap_or(Um::from_mm(25));
        let (unit, um_per_unit) = match table.unit {
            Unit::Mu => ("MU", f64::from(mu.get())),
            Unit::Mm => ("mm", 1000.0),
            Unit::Bw => ("BW", f64::from(base_width(table.scale).get())),
        };
        let mut side = |name: &str, value: f64, usual: Um| {
            let length = to_um(value, um_per_unit).filter(|um| (MIN_TABLE..=MAX_TABLE).contains(um));
            length.unwrap_or_else(|| {
                problems.add(
                    top.then(name),
                    format!("a table {value} {unit} across is not usable"),
                    "give a length from 50 mm to 5 m; `unit` says whether numbers are \"mu\", \"mm\" or \"bw\"",
                );
                usual
            })
        };
        let width = side("width", table.width, Um::from_mm(1800));
        let depth = side("depth", table.depth, Um::from_mm(1200));
        (Self { um_per_unit, unit, width, depth }, mu)
    }

    /// A length that must lie between zero and five metres.
    pub(crate) fn length(&self, value: f64, field: Field, problems: &mut Problems) -> Um {
        to_um(value, self.um_per_unit).filter(|um| (Um::ZERO..=MAX_TABLE).contains(um)).unwrap_or_else(|| {
            problems.add(
                field,
                format!("{value} {} is not a usable length", self.unit),
                "give a number from 0 up to 5 m",
            );
            Um::ZERO
        })
    }

    /// A length of either sign.
    pub(crate) fn signed_length(&self, value: f64, field: Field, problems: &mut Problems) -> Um {
        let length = self.length(value.abs(), field, problems);
        if value < 0.0 { -length } else { length }
    }

    /// A point on the table.
    pub(crate) fn point(&self, p: PointFile, field: Field, problems: &mut Problems) -> Point {
        let before = problems.count();
        let point = self.point_anywhere(p, field.clone(), problems);
        if problems.count() == before && !self.holds(point) {
            problems.add(
                field,
                format!("the point [{}, {}] lies off the table", p.x, p.y),
                format!(
                    "keep x from 0 to {} and y from 0 to {}",
                    self.show(self.width),
                    self.show(self.depth)
                ),
            );
        }
        point
    }

    /// A point that may lie off the table.
    pub(crate) fn point_anywhere(&self, p: PointFile, field: Field, problems: &mut Problems) -> Point {
        Point::new(
            self.signed_length(p.x, field.then(0), problems),
            self.signed_length(p.y, field.then(1), problems),
        )
    }

    /// The point lies on the table or its edge.
    pub(crate) fn holds(&self, p: Point) -> bool {
        (Um::ZERO..=self.width).contains(&p.x) && (Um::ZERO..=self.depth).contains(&p.y)
    }

    /// The point lies on an edge of the table.
    pub(crate) fn on_edge(&self, p: Point) -> bool {
        p.x == Um::ZERO || p.x == self.width || p.y == Um::ZERO || p.y == self.depth
    }

    /// A length in the file's unit, for messages.
    pub(crate) fn show(&self, length: Um) -> String {
        let hundredths = (f64::from(length.get()) * 100.0 / self.um_per_unit).round() / 100.0;
        format!("{hundredths} {}", self.unit)
    }
}

fn to_um(value: f64, um_per_unit: f64) -> Option<Um> {
    let um = (value * um_per_unit).round();
    // Also refuses what is not a number.
    if um.abs() <= f64::from(Um::LIMIT) { Um::checked(um as i64).ok() } else { None }
}

/// A length in millimetres, for base depths.
pub(crate) fn millimetres(value: f64) -> Option<Um> {
    to_um(value, 1000.0)
}

/// Degrees to a binary angle, to the thousandth of a degree.
pub(crate) fn angle(degrees: f64, field: Field, problems: &mut Problems) -> Angle {
    if degrees.abs() <= 360.0 {
        Angle::from_millidegrees((degrees * 1000.0).round() as i64)
    } else {
        problems.add(
            field,
            format!("{degrees} is not an angle in degrees"),
            "give a number from -360 to 360; 0 faces up the table, 90 to the right",
        );
        Angle::ZERO
    }
}
