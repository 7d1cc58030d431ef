//! The table and its edges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sweep::{Sweep, Touch};
use crate::{BaseRect, CONTACT_TOLERANCE, Extent, Motion, Point, Um};

/// The playing area: a rectangle with its near left corner at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Length of the near and far edges.
    #[serde(deserialize_with = "crate::um::positive")]
    pub width: Um,
    /// Length of the side edges.
    #[serde(deserialize_with = "crate::um::positive")]
    pub depth: Um,
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableEdge {
    /// The edge at y = 0.
    Near,
    /// The edge at the right end.
    Right,
    /// The edge opposite the near one.
    Far,
    /// The edge at x = 0.
    Left,
}

impl TableEdge {
    /// All edges, from the near one anticlockwise seen from above.
    pub const ALL: [TableEdge; 4] = [TableEdge::Near, TableEdge::Right, TableEdge::Far, TableEdge::Left];
}

/// The first moment at which a move would cross the edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Exit {
    /// Index of the base that reaches the edge first.
    pub mover: usize,
    /// The edge reached.
    pub edge: TableEdge,
    /// How much of the move has been made then.
    pub after: Extent,
}

impl Table {
    /// A table by its size.
    pub const fn new(width: Um, depth: Um) -> Table {
        Table { width: width.abs(), depth: depth.abs() }
    }

    /// The ends of an edge, the table on the left of the way from first to second.
    pub fn edge(&self, edge: TableEdge) -> [Point; 2] {
        let corners = [
            Point::ORIGIN,
            Point::new(self.width, Um::ZERO),
            Point::new(self.width, self.depth),
            Point::new(Um::ZERO, self.depth),
        ];
        match edge {
            TableEdge::Near => [corners[0], corners[1]],
            TableEdge::Right => [corners[1], corners[2]],
            TableEdge::Far => [corners[2], corners[3]],
            TableEdge::Left => [corners[3], corners[0]],
        }
    }

    /// The four corners, anticlockwise from the near left one.
    pub fn corners(&self) -> [Point; 4] {
        TableEdge::ALL.map(|edge| self.edge(edge)[0])
    }

    /// How far a point lies inside of an edge; negative beyond it.
    pub fn inside_of(&self, edge: TableEdge, point: Point) -> Um {
        match edge {
            TableEdge::Near => point.y,
            TableEdge::Right => self.width - point.x,
            TableEdge::Far => self.depth - point.y,
            TableEdge::Left => point.x,
        }
    }

    /// The distance of the nearest part of a base from an edge; negative if it reaches over.
    pub fn distance_to_edge(&self, edge: TableEdge, base: &BaseRect) -> Um {
        let inside = base.corners().map(|corner| self.inside_of(edge, corner));
        inside.into_iter().fold(Um::MAX, Um::min)
    }

    /// Whether no part of a base is over an edge by more than the contact tolerance.
    pub fn holds(&self, base: &BaseRect) -> bool {
        base.is_inside_box(Point::ORIGIN, Point::new(self.width, self.depth)) || self.holds_closely(base)
    }

    fn holds_closely(&self, base: &BaseRect) -> bool {
        TableEdge::ALL.iter().all(|&edge| self.distance_to_edge(edge, base) >= -CONTACT_TOLERANCE)
    }

    /// Whether a base is sure to come near no edge on a move.
    fn keeps_well_inside(&self, base: &BaseRect, motion: &Motion) -> bool {
        // A move may end while contact is being pressed home: a millimetre is more than that takes.
        let margin = Um::from_mm(1);
        let low = Point::new(margin, margin);
        let high = Point::new(self.width - margin, self.depth - margin);
        base.is_inside_box(low, high)
            && match *motion {
                Motion::Slide { toward, distance } => {
                    base.slid(toward.heading(), distance).is_inside_box(low, high)
                }
                Motion::Turn { about, .. } => base.turns_inside_box(about, low, high),
            }
    }

    /// When a move first takes any part of a base over the edge, `None` if it stays on the table.
    pub fn first_exit(&self, movers: &[BaseRect], motion: &Motion) -> Option<Exit> {
        if movers.iter().all(|own| self.keeps_well_inside(own, motion)) {
            return None;
        }
        let none = motion.up_to(match motion {
            Motion::Slide { .. } => Extent::Distance(Um::ZERO),
            Motion::Turn { .. } => Extent::Angle(crate::Angle::ZERO),
        });
        for (mover, own) in movers.iter().enumerate() {
            for edge in TableEdge::ALL {
                if self.distance_to_edge(edge, own) < -CONTACT_TOLERANCE {
                    return Some(Exit { mover, edge, after: none.extent() });
                }
            }
        }
        let sweep = Sweep::new(motion)?;
        let mut best: Option<(Touch, Exit)> = None;
        for edge in TableEdge::ALL {
            let [from, to] = self.edge(edge);
            let Some(line) = BaseRect::segment(from, to) else { continue };
            for (mover, own) in movers.iter().enumerate() {
                if let Some(touch) = sweep.touch(own, &line)
                    && best.is_none_or(|(least, _)| touch < least)
                {
                    best = Some((touch, Exit { mover, edge, after: sweep.extent(touch.at) }));
                }
            }
        }
        best.map(|(_, exit)| exit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Pose, Sense};

    const TABLE: Table = Table::new(Um::from_mm(1800), Um::from_mm(1200));

    fn base(x: i32, y: i32, degrees: i32) -> BaseRect {
        let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
        Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn on_the_table_and_over_its_edge() {
        assert!(TABLE.holds(&base(20, 20, 0)));
        assert!(!TABLE.holds(&base(19, 20, 0)));
        assert_eq!(TABLE.distance_to_edge(TableEdge::Far, &base(900, 1100, 0)), Um::from_mm(100));
        assert_eq!(TABLE.distance_to_edge(TableEdge::Right, &base(1700, 600, 90)), Um::from_mm(100));
    }

    #[test]
    fn an_evader_reaches_the_edge_after_its_distance() {
        let away = Motion::Slide { toward: Angle::HALF, distance: Um::from_mm(500) };
        let exit = TABLE.first_exit(&[base(900, 300, 180)], &away).unwrap();
        assert_eq!((exit.edge, exit.after), (TableEdge::Near, Extent::Distance(Um::from_mm(300))));
        assert_eq!(TABLE.first_exit(&[base(900, 600, 180)], &away), None);
    }

    #[test]
    fn a_wheel_into_the_side_edge() {
        // Right front corner at (1790, 600): the rear right corner is 20 mm behind it and swings left
        // in a right wheel; in a left wheel about it the rear corner swings right, over the edge when
        // 20 sin a = 10, at 30 degrees.
        let mover = base(1770, 600, 0);
        let about = Point::from_mm(1790, 600);
        let wheel = |sense| Motion::Turn { about, sense, by: Angle::QUARTER };
        let exit = TABLE.first_exit(&[mover], &wheel(Sense::Anticlockwise)).unwrap();
        let Extent::Angle(angle) = exit.after else { panic!("{exit:?}") };
        assert!(angle.millidegrees().abs_diff(30_000) <= 1, "{angle}");
        // In a right wheel of 90 degrees the arms come to point up and left: nothing crosses.
        assert_eq!(TABLE.first_exit(&[mover], &wheel(Sense::Clockwise)), None);
    }
}
