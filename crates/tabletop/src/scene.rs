//! From the table to a scene and back: the frame in which bases, ground and overlays are drawn.

use caracole_kernel::At;
use caracole_plane::{Angle, Base, BaseRect, Corner, Point, Table, Um};

/// Micrometres in one unit of a scene.
const FINE: i32 = 10;

/// A length in units of a scene.
#[must_use]
pub fn units(length: Um) -> i32 {
    length.get() / FINE
}

/// From the table, where y grows away from red, to the screen, where it grows downwards.
#[must_use]
pub fn at(table: &Table, point: Point) -> At {
    At(units(point.x), units(table.depth) - units(point.y))
}

/// A point of the scene on the table; none if it lies beyond what can be measured.
#[must_use]
pub fn on_table(table: &Table, At(x, y): At) -> Option<Point> {
    let fine = i64::from(FINE);
    let x = Um::checked(i64::from(x) * fine).ok()?;
    let y = Um::checked(i64::from(table.depth.get()) - i64::from(y) * fine).ok()?;
    Some(Point::new(x, y))
}

/// The corners of a rectangle clockwise, its front edge first.
#[must_use]
pub fn corners(table: &Table, rect: &BaseRect) -> Vec<At> {
    [Corner::FrontLeft, Corner::FrontRight, Corner::RearRight, Corner::RearLeft]
        .into_iter()
        .map(|corner| at(table, rect.corner(corner)))
        .collect()
}

/// The corners of a base clockwise, its front edge first.
#[must_use]
pub fn outline(table: &Table, base: &Base) -> Vec<At> {
    corners(table, &base.rect())
}

/// All that lies within a distance of a base: its sides moved out, its corners rounded.
#[must_use]
pub fn within(table: &Table, base: &Base, distance: Um) -> Vec<At> {
    const STEPS: u32 = 8;
    let rect = base.rect();
    let turns = [
        (Corner::FrontLeft, Angle::THREE_QUARTERS),
        (Corner::FrontRight, Angle::ZERO),
        (Corner::RearRight, Angle::QUARTER),
        (Corner::RearLeft, Angle::HALF),
    ];
    let round = |(corner, first): (Corner, Angle)| {
        (0..=STEPS).map(move |n| {
            let toward = base.front.facing + first + Angle(Angle::QUARTER.0 / STEPS * n);
            at(table, rect.corner(corner).moved(toward, distance))
        })
    };
    turns.into_iter().flat_map(round).collect()
}

/// The ground straight ahead of a line of bases and a margin to either side, as far as they reach.
#[must_use]
pub fn strip_ahead(table: &Table, front: &[Base], margin: Um, reach: Um) -> Option<Vec<At>> {
    let (first, last) = (front.first()?, front.last()?);
    let left = first.front.offset(-first.width.half() - margin, Um::ZERO);
    let right = last.front.offset(last.width.half() + margin, Um::ZERO);
    let far = [left, right].map(|pose| pose.offset(Um::ZERO, reach).at);
    Some([far[0], far[1], right.at, left.at].map(|point| at(table, point)).to_vec())
}

/// Whether two places are apart enough for a line between them.
#[must_use]
pub fn apart(a: At, b: At) -> bool {
    (a.0 - b.0).abs() + (a.1 - b.1).abs() > units(Um::from_mm(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use caracole_plane::Pose;

    const TABLE: Table = Table::new(Um::from_mm(1800), Um::from_mm(1200));

    #[test]
    fn the_far_edge_of_the_table_is_at_the_top() {
        assert_eq!(at(&TABLE, Point::from_mm(0, 1200)), At(0, 0));
        assert_eq!(at(&TABLE, Point::from_mm(1800, 0)), At(180_000, 120_000));
    }

    #[test]
    fn a_place_of_the_scene_is_found_on_the_table_again() {
        let point = Point::from_mm(333, 777);
        assert_eq!(on_table(&TABLE, at(&TABLE, point)), Some(point));
        assert_eq!(on_table(&TABLE, At(i32::MAX, i32::MIN)), None);
    }

    #[test]
    fn a_strip_ahead_is_as_wide_as_the_front_and_its_margins() {
        let base =
            |x| Base::new(Pose::new(Point::from_mm(x, 100), Angle::ZERO), Um::from_mm(40), Um::from_mm(20));
        let strip = strip_ahead(&TABLE, &[base(100), base(140)], Um::from_mm(10), Um::from_mm(200));
        let expected = [(70, 300), (170, 300), (170, 100), (70, 100)];
        assert_eq!(strip, Some(expected.map(|(x, y)| at(&TABLE, Point::from_mm(x, y))).to_vec()));
        assert_eq!(strip_ahead(&TABLE, &[], Um::ZERO, Um::ZERO), None);
    }
}
