//! Lengths, places and pieces of ground in scenario files.
//!
//! Files give lengths in the unit of their game. They are rounded to whole micrometres once, when the file is read: a
//! battle never uses anything else.

use crate::Ground;
use caracole_plane::{Angle, Hill, Point, Polygon, Strip, Um, obstacle};

/// A place in units of the game: from the left edge, and from red's edge.
pub type At = [f64; 2];

/// The most corners of a piece.
const MOST_POINTS: usize = 100;

/// What is wrong with a value of a file, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What is wrong.
    pub wrong: String,
    /// What to do about it.
    pub remedy: String,
}

impl Wrong {
    /// Something wrong.
    pub fn new(wrong: impl Into<String>, remedy: impl Into<String>) -> Self {
        Wrong { wrong: wrong.into(), remedy: remedy.into() }
    }
}

/// The unit in which a file gives lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its length.
    pub length: Um,
    /// What players call it: "MU".
    pub name: &'static str,
}

impl Unit {
    /// A length of a file in micrometres.
    pub fn length(self, units: f64) -> Result<Um, Wrong> {
        if !units.is_finite() || units.abs() > 500.0 {
            return Err(Wrong::new(
                format!("{units} is not a length on a table"),
                format!("use {} from 0 to the size of the table", self.name),
            ));
        }
        Ok(Um::new((units * f64::from(self.length.get())).round() as i64))
    }

    /// A point of a file.
    pub fn point(self, at: At) -> Result<Point, Wrong> {
        let [x, y] = at;
        Ok(Point::new(self.length(x)?, self.length(y)?))
    }

    /// The points of a piece.
    pub fn points(self, list: &[At]) -> Result<Vec<Point>, Wrong> {
        if list.len() > MOST_POINTS {
            return Err(Wrong::new(format!("the piece has {} points", list.len()), "use at most 100"));
        }
        list.iter().map(|&at| self.point(at)).collect()
    }

    /// An area by its corners.
    pub fn area(self, corners: &[At]) -> Result<Polygon, Wrong> {
        if corners.is_empty() {
            return Err(Wrong::new(
                "the piece has no area",
                "give its corners: area = [[10, 10], [18, 10], [14, 16]]",
            ));
        }
        Polygon::new(self.points(corners)?).map_err(|e| {
            Wrong::new(
                format!("the area is not valid: {e}"),
                "give three corners or more, in order around it",
            )
        })
    }

    /// A hill by its corners and its crest line; one point is a peak.
    pub fn hill(self, corners: &[At], crest: &[At]) -> Result<Ground, Wrong> {
        Ok(Ground::Hill(Hill { outline: self.area(corners)?, crest: self.points(crest)? }))
    }

    /// A road or river by its middle line.
    pub fn strip(self, line: &[At], width: f64) -> Result<Ground, Wrong> {
        let width = self.length(width)?;
        let strip = Strip::new(self.points(line)?, width).map_err(|e| {
            Wrong::new(
                format!("the line is not valid: {e}"),
                "give two points or more: line = [[0, 20], [72, 24]]",
            )
        });
        strip.map(Ground::Strip)
    }

    /// A wall or hedge by its two ends.
    pub fn line(self, line: &[At], thickness: Um) -> Result<Ground, Wrong> {
        let [from, to] = line else {
            return Err(Wrong::new(
                "an obstacle is a straight line",
                "give two points: line = [[10, 20], [18, 20]]",
            ));
        };
        let base = obstacle(self.point(*from)?, self.point(*to)?, thickness);
        base.map(Ground::Line)
            .ok_or_else(|| Wrong::new("the obstacle has no length", "give two different points"))
    }
}

/// A facing of a file in degrees clockwise from the far edge.
pub fn facing(degrees: f64) -> Result<Angle, Wrong> {
    if degrees.is_finite() && degrees.abs() <= 720.0 {
        return Ok(Angle::from_millidegrees((degrees * 1000.0).round() as i64));
    }
    Err(Wrong::new("that is not a facing", "use degrees from 0 to 360, clockwise from the far edge"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;

    const INCH: Unit = Unit { length: Um::new(25_400), name: "inches" };

    #[test]
    fn lengths_are_rounded_to_micrometres_once() {
        assert_eq!(INCH.length(0.1).unwrap(), Um::new(2_540));
        assert_eq!(INCH.point([1.5, -2.0]).unwrap(), Point::new(Um::new(38_100), Um::new(-50_800)));
    }

    #[test]
    fn what_is_no_length_is_refused_in_the_unit_of_the_game() {
        for wrong in [f64::NAN, f64::INFINITY, 500.1] {
            assert!(INCH.length(wrong).unwrap_err().remedy.contains("inches"));
        }
        assert!(facing(f64::NAN).is_err() && facing(721.0).is_err());
        assert!(INCH.points(&[[0.0, 0.0]; 101]).is_err());
    }

    #[test]
    fn an_obstacle_has_two_ends() {
        let thick = Um::from_mm(15);
        assert!(INCH.line(&[[1.0, 1.0]], thick).is_err());
        assert!(INCH.line(&[[1.0, 1.0], [1.0, 1.0]], thick).is_err());
        assert!(matches!(INCH.line(&[[1.0, 1.0], [4.0, 1.0]], thick), Ok(Ground::Line(_))));
    }
}
