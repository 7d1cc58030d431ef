//! Groups of bases: files and ranks, stepped fronts, missing, turned and kinked bases.
//!
//! A group keeps the places of its bases relative to one anchor, the left end of its front line.
//! Moving the group moves the anchor alone, so that its bases never drift apart by rounding.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Angle, Base, BaseRect, Corner, Hand, Motion, Point, Pose, Um};

/// The most bases that a group holds without allocating.
const INLINE: usize = 16;

/// Where a list of bases by number has none.
const NO_BASE: u16 = u16::MAX;

fn base_of(base: u16) -> Option<usize> {
    (base != NO_BASE).then_some(usize::from(base))
}

/// The measuring forms of the bases of a group.
pub type Rects = SmallVec<[BaseRect; INLINE]>;

/// Where one base stands in its group, relative to the group's anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// File, counted from the left.
    pub file: u8,
    /// Rank, counted from the front.
    pub rank: u8,
    /// How far the middle of the base's front edge lies to the right of the anchor.
    pub right: Um,
    /// How far it lies forward of the anchor.
    pub forward: Um,
    /// How far the base is turned clockwise from the facing of the group.
    pub turn: Angle,
    /// Width of the base.
    #[serde(deserialize_with = "crate::um::positive")]
    pub width: Um,
    /// Depth of the base.
    #[serde(deserialize_with = "crate::um::positive")]
    pub depth: Um,
}

impl Place {
    /// How far its rearmost and its foremost point lie forward of the anchor.
    fn extent(&self) -> (Um, Um) {
        if self.turn == Angle::ZERO {
            return (self.forward - self.depth, self.forward);
        }
        let front = Pose::new(Point::new(self.right, self.forward), self.turn);
        let ahead = Base::new(front, self.width, self.depth).rect().corners().map(|corner| corner.y);
        (ahead.into_iter().fold(Um::MAX, Um::min), ahead.into_iter().fold(-Um::MAX, Um::max))
    }
}

/// A body of bases that moves together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The left end of the front line and the facing.
    pub anchor: Pose,
    /// Length of the front line: wheels turn about its ends.
    #[serde(deserialize_with = "crate::um::positive")]
    pub frontage: Um,
    /// The bases, in the order in which the owner of the group knows them.
    #[schemars(with = "Vec<Place>")]
    pub places: SmallVec<[Place; INLINE]>,
}

/// The shape of a group: its files from left to right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// The files from left to right.
    pub files: Vec<File>,
}

/// One file of a formation, front base first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Width of the file.
    #[serde(deserialize_with = "crate::um::positive")]
    pub width: Um,
    /// How far the file has stepped forward of the front line (negative: drawn back).
    #[serde(default)]
    pub step: Um,
    /// The bases from front to rear.
    pub ranks: Vec<Rank>,
}

/// One base in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// Depth of the base.
    #[serde(deserialize_with = "crate::um::positive")]
    pub depth: Um,
    /// How it is turned against the group.
    #[serde(default)]
    pub facing: Facing,
    /// Empty ground in front of it, back from the base before it in the file.
    #[serde(default)]
    pub gap: Um,
}

/// How a base inside a group is turned against the group's facing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// As the group.
    #[default]
    Front,
    /// Turned 90 degrees to the right.
    Right,
    /// Turned 180 degrees.
    Rear,
    /// Turned 90 degrees to the left.
    Left,
}

impl Facing {
    /// The clockwise turn from the group's facing.
    pub const fn angle(self) -> Angle {
        match self {
            Facing::Front => Angle::ZERO,
            Facing::Right => Angle::QUARTER,
            Facing::Rear => Angle::HALF,
            Facing::Left => Angle::THREE_QUARTERS,
        }
    }
}

impl Rank {
    /// A base of a depth, facing front, close up to the one before it.
    pub const fn new(depth: Um) -> Rank {
        Rank { depth, facing: Facing::Front, gap: Um::ZERO }
    }
}

impl File {
    /// A file of equal bases, level with the front line.
    pub fn new(width: Um, depth: Um, ranks: u8) -> File {
        File { width, step: Um::ZERO, ranks: vec![Rank::new(depth); usize::from(ranks)] }
    }

    /// The ground from the front of its first base to the rear of its last.
    pub fn depth(&self) -> Um {
        self.ranks.iter().map(|rank| rank.gap + rank.ground(self.width)).sum()
    }
}

impl Rank {
    /// How much of the file's length the base takes up.
    fn ground(&self, width: Um) -> Um {
        match self.facing {
            Facing::Front | Facing::Rear => self.depth,
            Facing::Left | Facing::Right => width,
        }
    }
}

impl Formation {
    /// So many equal bases on a frontage of `files`; only the rear rank may be short, and its bases
    /// stand behind the files on the left.
    pub fn block(bases: u8, files: u8, width: Um, depth: Um) -> Formation {
        let files = files.clamp(1, bases.max(1));
        let (full, rest) = (bases / files, bases % files);
        let file = |index: u8| File::new(width, depth, full + u8::from(index < rest));
        Formation { files: (0..files).map(file).collect() }
    }

    /// Length of the front line.
    pub fn frontage(&self) -> Um {
        self.files.iter().map(|file| file.width).sum()
    }

    /// The greatest depth of any file, counted from the front line.
    pub fn depth(&self) -> Um {
        self.files.iter().map(|file| file.depth() - file.step).max().unwrap_or(Um::ZERO)
    }

    /// How many bases it has.
    pub fn bases(&self) -> usize {
        self.files.iter().map(|file| file.ranks.len()).sum()
    }

    /// The places of its bases: file by file from the left, front to rear.
    ///
    /// A base turned to a flank stands with the corner it turned about where its old front corner on
    /// that side was; one turned about stands where it stood.
    pub fn places(&self) -> SmallVec<[Place; INLINE]> {
        let mut places = SmallVec::new();
        let mut left = Um::ZERO;
        for (index, file) in self.files.iter().enumerate() {
            let mut front = file.step;
            for (rank, base) in file.ranks.iter().enumerate() {
                front -= base.gap;
                let (right, forward) = match base.facing {
                    Facing::Front => (left + file.width.half(), front),
                    Facing::Rear => (left + file.width.half(), front - base.depth),
                    Facing::Left => (left, front - file.width.half()),
                    Facing::Right => (left + file.width, front - file.width.half()),
                };
                places.push(Place {
                    file: clamp_index(index),
                    rank: clamp_index(rank),
                    right,
                    forward,
                    turn: base.facing.angle(),
                    width: file.width,
                    depth: base.depth,
                });
                front -= base.ground(file.width);
            }
            left += file.width;
        }
        places
    }
}

fn clamp_index(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}

impl Group {
    /// A formation with the left end of its front line at the anchor.
    pub fn form(anchor: Pose, formation: &Formation) -> Group {
        Group { anchor, frontage: formation.frontage(), places: formation.places() }
    }

    /// A formation with the middle of its front line at a pose.
    pub fn form_centred(front: Pose, formation: &Formation) -> Group {
        Group::form(front.offset(-formation.frontage().half(), Um::ZERO), formation)
    }

    /// A formation whose front line has one end at a point.
    pub fn form_at_corner(hand: Hand, corner: Point, facing: Angle, formation: &Formation) -> Group {
        let anchor = Pose::new(corner, facing);
        match hand {
            Hand::Left => Group::form(anchor, formation),
            Hand::Right => Group::form(anchor.offset(-formation.frontage(), Um::ZERO), formation),
        }
    }

    /// A group of bases that stand as they are; the first is its front.
    pub fn of_bases(bases: &[Base]) -> Option<Group> {
        let first = bases.first()?;
        let anchor = first.front.offset(-first.width.half(), Um::ZERO);
        let place = |(index, base): (usize, &Base)| {
            let (right, forward) = anchor.local(base.front.at);
            let turn = base.front.facing - anchor.facing;
            Place {
                file: 0,
                rank: clamp_index(index),
                right,
                forward,
                turn,
                width: base.width,
                depth: base.depth,
            }
        };
        let places = bases.iter().enumerate().map(place).collect();
        Some(Group { anchor, frontage: first.width, places })
    }

    /// The way the group faces.
    pub const fn facing(&self) -> Angle {
        self.anchor.facing
    }

    /// The base at a place.
    pub fn base_at(&self, place: &Place) -> Base {
        let front = self.anchor.offset(place.right, place.forward);
        Base::new(Pose::new(front.at, front.facing + place.turn), place.width, place.depth)
    }

    /// A base by its index.
    pub fn base(&self, index: usize) -> Option<Base> {
        self.places.get(index).map(|place| self.base_at(place))
    }

    /// All bases, in order.
    pub fn bases(&self) -> impl Iterator<Item = Base> + '_ {
        self.places.iter().map(|place| self.base_at(place))
    }

    /// The measuring forms of all bases, in order.
    pub fn rects(&self) -> Rects {
        // One unit vector serves all bases that face as the group does or square to it.
        let ahead = self.facing().heading();
        let rect = |place: &Place| {
            let heading = match place.turn {
                Angle::ZERO => ahead,
                Angle::QUARTER => ahead.right(),
                Angle::HALF => ahead.reversed(),
                Angle::THREE_QUARTERS => ahead.right().reversed(),
                other => (self.facing() + other).heading(),
            };
            let front = self.anchor.at.offset(ahead, place.right, place.forward);
            BaseRect::placed(front, heading, place.width.abs(), place.depth.abs())
        };
        self.places.iter().map(rect).collect()
    }

    /// How far the front of each file stands ahead of the anchor, from the left.
    fn file_fronts(&self) -> impl Iterator<Item = Um> + '_ {
        self.front_rank().filter_map(|index| self.places.get(index)).map(|place| place.extent().1)
    }

    /// The front corner of the group on a hand: that of the file at this end of its front.
    pub fn front_corner(&self, hand: Hand) -> Point {
        match hand {
            Hand::Left => self.anchor.at,
            Hand::Right => {
                let mut fronts = self.file_fronts();
                let left = fronts.next().unwrap_or(Um::ZERO);
                let right = fronts.last().unwrap_or(left);
                self.anchor.offset(self.frontage, right - left).at
            }
        }
    }

    /// How far the foremost file stands ahead of the anchor.
    pub fn foremost(&self) -> Um {
        self.file_fronts().fold(Um::ZERO, Um::max)
    }

    /// The middle of the front line, on which the foremost file stands.
    pub fn front_centre(&self) -> Pose {
        self.anchor.offset(self.frontage.half(), self.foremost())
    }

    /// How far the rearmost edge of any base is behind the anchor.
    pub fn rear(&self) -> Um {
        -self.places.iter().map(|place| place.extent().0).min().unwrap_or(Um::ZERO)
    }

    /// The ground from the front line back to the rearmost edge of any base.
    pub fn depth(&self) -> Um {
        self.rear() + self.foremost()
    }

    /// The rectangle from the front line to the rearmost edge, as wide as the front line.
    pub fn footprint(&self) -> Base {
        let foremost = self.foremost();
        let middle = self.anchor.offset(self.frontage.half(), foremost);
        Base::new(middle, self.frontage, self.rear() + foremost)
    }

    /// The indices of the bases of a file, front to rear.
    pub fn file(&self, file: u8) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let of_file = self.places.iter().enumerate().filter(|(_, place)| place.file == file);
        let mut ranks: SmallVec<[(u8, usize); INLINE]> = of_file.map(|(i, place)| (place.rank, i)).collect();
        // Bases that have fallen back may be known before those in front of them.
        ranks.sort_by_key(|(rank, _)| *rank);
        ranks.into_iter().map(|(_, index)| index)
    }

    /// How many files there are.
    pub fn files(&self) -> u16 {
        self.places.iter().map(|place| u16::from(place.file) + 1).max().unwrap_or(0)
    }

    /// The numbers of the files, from the left.
    pub fn file_numbers(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.files()).filter_map(|file| u8::try_from(file).ok())
    }

    /// The indices of the front rank bases: the first of each file.
    pub fn front_rank(&self) -> impl Iterator<Item = usize> + use<> {
        self.fronts().into_iter().filter_map(base_of)
    }

    /// The first base of each file, from the left; [`NO_BASE`] where a file is empty.
    fn fronts(&self) -> SmallVec<[u16; INLINE]> {
        let mut fronts: SmallVec<[u16; INLINE]> = SmallVec::new();
        for (index, place) in (0..NO_BASE).zip(&self.places) {
            let file = usize::from(place.file);
            if fronts.len() <= file {
                fronts.resize(file + 1, NO_BASE);
            }
            let Some(front) = fronts.get_mut(file) else { continue };
            if self.places.get(usize::from(*front)).is_none_or(|first| place.rank < first.rank) {
                *front = index;
            }
        }
        fronts
    }

    /// The group after a move of the whole.
    pub fn moved(&self, motion: &Motion) -> Group {
        Group { anchor: motion.pose_after(self.anchor), ..self.clone() }
    }

    /// The group in another place.
    pub fn placed(&self, anchor: Pose) -> Group {
        Group { anchor, ..self.clone() }
    }

    /// How far to the right and forward of the anchor the left end of the front lies if it begins with this file.
    pub fn left_end_at(&self, file: u8) -> Option<(Um, Um)> {
        let fronts = self.fronts();
        let front = |file: u8| self.places.get(base_of(*fronts.get(usize::from(file))?)?);
        let (old, new) = (front(0)?, front(file)?);
        Some((new.right - new.width.half(), new.extent().1 - old.extent().1))
    }

    /// The group as it is if its front begins with this file, at this left end.
    pub fn beginning_at(&self, file: u8, (right, forward): (Um, Um)) -> Group {
        let mut group = self.placed(self.anchor.offset(right, forward));
        for place in &mut group.places {
            place.file = place.file.saturating_sub(file);
            place.right -= right;
            place.forward -= forward;
        }
        group
    }

    /// The group with its bases in another formation, one front corner staying where it is.
    pub fn reformed(&self, formation: &Formation, keep: Hand) -> Group {
        Group::form_at_corner(keep, self.front_corner(keep), self.facing(), formation)
    }

    /// The group expanded or contracted into a formation: the left end of its front line moves out
    /// to the left by `left` (in, if negative); where the right end comes to follows.
    pub fn reshaped(&self, formation: &Formation, left: Um) -> Group {
        Group::form(self.anchor.offset(-left, Um::ZERO), formation)
    }

    /// The group after a 90 degree turn into a formation.
    ///
    /// The side edge turned to becomes the front edge; the front corner on that side stays.
    pub fn turned_to(&self, hand: Hand, formation: &Formation) -> Group {
        let corner = self.front_corner(hand);
        match hand {
            Hand::Left => {
                Group::form_at_corner(Hand::Right, corner, self.facing() - Angle::QUARTER, formation)
            }
            Hand::Right => {
                Group::form_at_corner(Hand::Left, corner, self.facing() + Angle::QUARTER, formation)
            }
        }
    }

    /// The group after a 90 degree turn away from a side, into a formation: the side edge on `from`
    /// becomes the rear edge and the old front edge a side. Evaders turn so.
    pub fn turned_from(&self, from: Hand, formation: &Formation) -> Group {
        let hand = from.other();
        let corner = self.front_corner(from);
        let facing = match hand {
            Hand::Left => self.facing() - Angle::QUARTER,
            Hand::Right => self.facing() + Angle::QUARTER,
        };
        // The old front corner becomes a rear corner of the new formation.
        let front = Pose::new(corner, facing).offset(Um::ZERO, formation.depth()).at;
        Group::form_at_corner(from, front, facing, formation)
    }

    /// The group after a 180 degree turn into a formation: its front lies where its rear edge was.
    pub fn turned_about(&self, formation: &Formation) -> Group {
        let rear_right = self.anchor.offset(self.frontage, -self.rear()).at;
        Group::form(Pose::new(rear_right, self.facing() + Angle::HALF), formation)
    }

    /// The zones directly ahead, one rectangle for each front rank base with its own front.
    pub fn zones_ahead(&self, depth: Um) -> SmallVec<[Base; 8]> {
        self.front_rank().filter_map(|index| self.base(index)).map(|base| base.zone_ahead(depth)).collect()
    }

    /// The rectangle directly ahead of the front line, as wide as it.
    pub fn zone_ahead(&self, depth: Um) -> Base {
        Base::new(self.front_centre(), self.frontage, Um::ZERO).zone_ahead(depth)
    }

    /// A wheel of the group: about the front corner on the hand it wheels to.
    pub fn wheel(&self, hand: Hand, by: Angle) -> Motion {
        Motion::Turn { about: self.front_corner(hand), sense: hand.sense(), by }
    }

    /// A pivot of the group about any point to face a direction, by the shorter way.
    pub fn pivot(&self, about: Point, facing: Angle) -> Motion {
        let (sense, by) = self.facing().shortest_turn(facing);
        Motion::Turn { about, sense, by }
    }

    /// The group with one base moved straight back against the others, if turning it opened a gap:
    /// it goes opposite to its own facing until it touches.
    pub fn with_base_closed_up(&self, index: usize) -> Group {
        // Measured in the group's own frame, where its places are exact.
        let local = self.placed(Pose::default());
        let rects = local.rects();
        let others: Rects =
            rects.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, rect)| *rect).collect();
        let (Some(base), Some(own)) = (local.base(index), rects.get(index)) else { return self.clone() };
        let back = Motion::Slide { toward: base.facing() + Angle::HALF, distance: Um::MAX };
        let hit = crate::first_contact(core::slice::from_ref(own), &back, &others);
        let Some(crate::Extent::Distance(distance)) = hit.map(|hit| hit.after) else { return self.clone() };
        let mut group = self.clone();
        if let Some(place) = group.places.get_mut(index) {
            let moved =
                Pose::new(Point::new(place.right, place.forward), place.turn).offset(Um::ZERO, -distance);
            (place.right, place.forward) = (moved.at.x, moved.at.y);
        }
        group
    }

    /// A straight advance of the group.
    pub const fn advance(&self, distance: Um) -> Motion {
        Motion::Slide { toward: self.anchor.facing, distance }
    }

    /// A sideways shift of the group.
    pub fn shift(&self, hand: Hand, distance: Um) -> Motion {
        let quarter = match hand {
            Hand::Left => Angle::THREE_QUARTERS,
            Hand::Right => Angle::QUARTER,
        };
        Motion::Slide { toward: self.anchor.facing + quarter, distance }
    }

    /// Whether every base still touches another, at least at a corner, and none overlap.
    pub fn holds_together(&self) -> bool {
        let rects = self.rects();
        connected(&rects)
            && rects
                .iter()
                .enumerate()
                .all(|(i, own)| rects.iter().skip(i + 1).all(|other| !own.overlaps(other)))
    }

    /// The mirror image across the line x = 0; files keep their numbers.
    pub fn mirrored(&self) -> Group {
        let anchor = Pose::new(self.front_corner(Hand::Right).mirrored(), -self.facing());
        let places = self.places.iter().map(|place| Place {
            right: self.frontage - place.right,
            turn: -place.turn,
            ..*place
        });
        Group { anchor, frontage: self.frontage, places: places.collect() }
    }

    /// The corner of a base.
    pub fn base_corner(&self, index: usize, corner: Corner) -> Option<Point> {
        self.base(index).map(|base| base.corner(corner))
    }
}

/// Whether all the bases hang together by contact (or overlap), each with the next.
pub fn connected(rects: &[BaseRect]) -> bool {
    let mut reached: SmallVec<[bool; INLINE]> = SmallVec::from_elem(false, rects.len());
    let mut queue: SmallVec<[usize; INLINE]> = SmallVec::new();
    if let Some(first) = reached.first_mut() {
        *first = true;
        queue.push(0);
    }
    while let Some(index) = queue.pop() {
        let Some(own) = rects.get(index) else { continue };
        for (other, (rect, seen)) in rects.iter().zip(reached.iter_mut()).enumerate() {
            if !*seen && own.relation(rect) != crate::Relation::Apart {
                *seen = true;
                queue.push(other);
            }
        }
    }
    reached.iter().all(|seen| *seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Contact;

    const WIDTH: Um = Um::from_mm(40);

    fn mm(length: i32) -> Um {
        Um::from_mm(length)
    }

    fn block(bases: u8, files: u8, depth: i32) -> Formation {
        Formation::block(bases, files, WIDTH, mm(depth))
    }

    fn group(bases: u8, files: u8) -> Group {
        Group::form_centred(Pose::new(Point::from_mm(500, 500), Angle::ZERO), &block(bases, files, 20))
    }

    #[test]
    fn seven_bases_on_three_files_leave_the_rear_rank_short() {
        let formation = block(7, 3, 20);
        let depths: Vec<usize> = formation.files.iter().map(|file| file.ranks.len()).collect();
        assert_eq!(depths, vec![3, 2, 2]);
        assert_eq!((formation.frontage(), formation.depth()), (mm(120), mm(60)));
        let group = group(7, 3);
        assert_eq!(group.base(0).map(|b| b.front.at), Some(Point::from_mm(460, 500)));
        assert_eq!(group.base(2).map(|b| b.front.at), Some(Point::from_mm(460, 460)));
        assert_eq!(group.front_rank().collect::<Vec<_>>(), vec![0, 3, 5]);
        assert!(group.holds_together());
    }

    #[test]
    fn stepped_and_gapped_files() {
        // The horns of an early tercio: shot files stepped one depth ahead, with a gap behind.
        let mut formation = block(12, 4, 20);
        for file in [0, 3] {
            formation.files[file].step = mm(20);
            formation.files[file].ranks[1].gap = mm(20);
        }
        let group = Group::form(Pose::new(Point::ORIGIN, Angle::ZERO), &formation);
        assert_eq!(group.base(0).map(|b| b.front.at), Some(Point::from_mm(20, 20)));
        assert_eq!(group.base(1).map(|b| b.front.at), Some(Point::from_mm(20, -20)));
        assert!(group.holds_together());
        assert_eq!(group.zones_ahead(mm(50)).len(), 4);
    }

    #[test]
    fn a_wheel_turns_about_the_corner_of_the_file_at_that_end() {
        // Two files from x = 0 to 80, the right one 20 mm behind the left.
        let mut formation = block(4, 2, 20);
        formation.files[1].step = mm(-20);
        let group = Group::form(Pose::new(Point::ORIGIN, Angle::ZERO), &formation);
        let fronts = |g: &Group| -> Vec<Option<Point>> {
            g.front_rank().map(|i| g.base(i).map(|b| b.front.at)).collect()
        };
        // To the right about (80, -20): the right file ends beside that corner, the left one 60 mm out.
        let right = group.moved(&group.wheel(Hand::Right, Angle::QUARTER));
        assert_eq!(fronts(&right), [Some(Point::from_mm(100, 40)), Some(Point::from_mm(80, 0))]);
        // To the left about (0, 0).
        let left = group.moved(&group.wheel(Hand::Left, Angle::QUARTER));
        assert_eq!(fronts(&left), [Some(Point::from_mm(0, 20)), Some(Point::from_mm(20, 60))]);
    }

    #[test]
    fn turned_bases_keep_the_corner_they_turn_about() {
        let mut formation = block(4, 2, 20);
        formation.files[0].ranks[0].facing = Facing::Left;
        formation.files[1].ranks[1].facing = Facing::Rear;
        let group = Group::form(Pose::new(Point::ORIGIN, Angle::ZERO), &formation);
        let left = group.base(0).unwrap();
        assert_eq!(left.facing(), Angle::THREE_QUARTERS);
        assert_eq!(left.corner(Corner::FrontRight), Point::ORIGIN);
        assert_eq!(left.corner(Corner::FrontLeft), Point::from_mm(0, -40));
        let about = group.base(3).unwrap();
        assert_eq!(about.front.at, Point::from_mm(60, -40));
        assert!(group.holds_together());
    }

    #[test]
    fn a_turned_base_closes_up() {
        // Turned left, a base 20 mm deep leaves 20 mm of its slot empty behind it.
        let mut formation = block(4, 4, 20);
        formation.files[0].ranks[0].facing = Facing::Left;
        let group = Group::form(Pose::new(Point::ORIGIN, Angle::from_degrees(33)), &formation);
        assert!(!group.holds_together());
        let closed = group.with_base_closed_up(0);
        assert!(closed.holds_together());
        assert_eq!((closed.places[0].right, closed.places[0].forward), (mm(20), mm(-20)));
        assert_eq!(closed.with_base_closed_up(0), closed);
        assert_eq!(group.with_base_closed_up(99), group);
    }

    #[test]
    fn a_pivot_turns_about_its_point() {
        let group = group(8, 4);
        let about = Point::from_mm(500, 480);
        let turned = group.moved(&group.pivot(about, Angle::from_degrees(350)));
        assert_eq!(turned.facing(), Angle::from_degrees(350));
        assert!((about.distance(turned.front_centre().at) - mm(20)).abs() <= Um::new(2));
    }

    #[test]
    fn a_turn_of_90_degrees_keeps_the_corner() {
        let four = group(8, 4);
        let right = four.turned_to(Hand::Right, &block(8, 1, 20));
        assert_eq!(right.front_corner(Hand::Left), Point::from_mm(580, 500));
        assert_eq!(right.front_corner(Hand::Right), Point::from_mm(580, 460));
        assert_eq!(right.facing(), Angle::QUARTER);
        let left = four.turned_to(Hand::Left, &block(8, 1, 20));
        assert_eq!(left.front_corner(Hand::Right), Point::from_mm(420, 500));
        assert_eq!(left.front_corner(Hand::Left), Point::from_mm(420, 460));
    }

    #[test]
    fn an_evaders_turn_puts_the_near_side_behind() {
        // Charged from the right: the right side edge becomes the rear edge, the front faces left.
        let turned = group(8, 4).turned_from(Hand::Right, &block(8, 2, 20));
        assert_eq!(turned.facing(), Angle::THREE_QUARTERS);
        let rear_right = turned.anchor.offset(turned.frontage, -turned.depth()).at;
        assert_eq!(rear_right, Point::from_mm(580, 500));
        let turned = group(8, 4).turned_from(Hand::Left, &block(8, 2, 20));
        assert_eq!(turned.facing(), Angle::QUARTER);
        assert_eq!(turned.anchor.offset(Um::ZERO, -turned.depth()).at, Point::from_mm(420, 500));
    }

    #[test]
    fn a_turn_of_180_degrees_fronts_where_the_rear_was() {
        let turned = group(7, 3).turned_about(&block(7, 3, 20));
        assert_eq!(turned.facing(), Angle::HALF);
        assert_eq!(turned.front_centre().at, Point::from_mm(500, 440));
        assert_eq!(turned.turned_about(&block(7, 3, 20)), group(7, 3));
    }

    #[test]
    fn expansion_and_contraction_keep_what_they_keep() {
        let wide = group(8, 4).reshaped(&block(8, 6, 20), WIDTH);
        assert_eq!(wide.front_corner(Hand::Left), Point::from_mm(380, 500));
        assert_eq!(wide.front_corner(Hand::Right), Point::from_mm(620, 500));
        let narrow = group(8, 4).reformed(&block(8, 3, 20), Hand::Right);
        assert_eq!(narrow.front_corner(Hand::Right), Point::from_mm(580, 500));
        assert_eq!(narrow.frontage, mm(120));
    }

    #[test]
    fn bases_do_not_drift_apart_in_a_thousand_moves() {
        let mut group = group(8, 4);
        for step in 0..1_000_u32 {
            let hand = if step % 3 == 0 { Hand::Left } else { Hand::Right };
            group = group.moved(&group.wheel(hand, Angle(step.wrapping_mul(77_777_777) >> 4)));
            group = group.moved(&group.advance(Um::new(i64::from(step) % 977)));
        }
        assert!(group.holds_together());
        assert_eq!(
            group.rects()[0].contact(&group.rects()[2]).and_then(Contact::edges).map(|e| e.fit),
            Some(crate::Fit::Aligned)
        );
    }

    #[test]
    fn groups_of_loose_bases_come_back_as_they_were() {
        let kinked = [
            Base::new(Pose::new(Point::from_mm(0, 0), Angle::from_degrees(30)), WIDTH, mm(20)),
            Base::new(Pose::new(Point::from_mm(-10, -25), Angle::ZERO), WIDTH, mm(20)),
        ];
        let group = Group::of_bases(&kinked).unwrap();
        for (base, was) in group.bases().zip(kinked) {
            assert!(base.front.at.distance(was.front.at) <= Um::new(2));
            assert_eq!(base.facing(), was.facing());
        }
        assert_eq!(Group::of_bases(&[]), None);
    }

    #[test]
    fn measuring_forms_are_those_of_the_bases() {
        let mut formation = block(8, 4, 20);
        for (file, facing) in [Facing::Left, Facing::Right, Facing::Rear].into_iter().enumerate() {
            formation.files[file].ranks[1].facing = facing;
        }
        let mut group = Group::form(Pose::new(Point::from_mm(77, 33), Angle(123_456_789)), &formation);
        group.places[7].turn = Angle::from_degrees(17);
        let one_by_one: Rects = group.bases().map(|base| base.rect()).collect();
        assert_eq!(group.rects(), one_by_one);
    }

    #[test]
    fn mirrored_groups() {
        let mirror = group(7, 3).mirrored();
        for (base, other) in group(7, 3).bases().zip(mirror.bases()) {
            assert_eq!(base.mirrored(), other);
        }
    }
}
