//! Clipping of small convex polygons in fine coordinates.

use smallvec::SmallVec;

use crate::rect::Fine;

/// A convex polygon of few corners in some frame.
pub(crate) type Outline = SmallVec<[Fine; 12]>;

/// The part of a convex polygon where `height` is not negative. `height` must be linear and of the
/// size of a coordinate.
pub(crate) fn clip(polygon: &[Fine], height: impl Fn(Fine) -> i64) -> Outline {
    let mut kept = Outline::new();
    let Some(&last) = polygon.last() else { return kept };
    let mut from = last;
    let mut from_height = height(from);
    for &to in polygon {
        let to_height = height(to);
        if (from_height < 0) != (to_height < 0) {
            // Always from the kept end, so that going round the other way gives the same point.
            let (kept_end, rise, lost_end) =
                if to_height < 0 { (from, from_height, to) } else { (to, to_height, from) };
            let run = from_height.abs() + to_height.abs();
            kept.push(Fine {
                x: kept_end.x + divide(lost_end.x - kept_end.x, rise, run),
                y: kept_end.y + divide(lost_end.y - kept_end.y, rise, run),
            });
        }
        if to_height >= 0 {
            kept.push(to);
        }
        (from, from_height) = (to, to_height);
    }
    kept
}

/// `length * rise / run` without overflow.
fn divide(length: i64, rise: i64, run: i64) -> i64 {
    ((i128::from(length) * i128::from(rise)) / i128::from(run)) as i64
}

/// Least and greatest x of a polygon, `None` if it is empty.
pub(crate) fn span(polygon: &[Fine]) -> Option<(i64, i64)> {
    let least = polygon.iter().map(|p| p.x).min()?;
    let greatest = polygon.iter().map(|p| p.x).max()?;
    Some((least, greatest))
}
