//! Stepping files forward into contact.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{BaseRect, Contact, Extent, Group, Motion, Rects, Relation, Um, first_contact};

/// A file that steps forward into contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FileStep {
    /// The file.
    pub file: u8,
    /// How far it steps.
    pub distance: Um,
    /// Index of the enemy base that it contacts.
    pub enemy: usize,
    /// Index in the group of the base that makes the contact.
    pub base: usize,
    /// How they touch, seen from the stepping base.
    pub contact: Option<Contact>,
}

impl Group {
    /// How far a file must slide straight forward to contact an enemy base, `None` if none is within
    /// the limit or something else is in the way first.
    pub fn file_reach(
        &self,
        file: u8,
        enemies: &[BaseRect],
        others: &[BaseRect],
        limit: Um,
    ) -> Option<FileStep> {
        let indices: SmallVec<[usize; 8]> = self.file(file).collect();
        let movers: Rects =
            indices.iter().filter_map(|&index| self.base(index)).map(|base| base.rect()).collect();
        let ahead = Motion::Slide { toward: self.facing(), distance: limit };
        let hit = first_contact(&movers, &ahead, enemies)?;
        let Extent::Distance(distance) = hit.after else { return None };
        let clear = match first_contact(&movers, &ahead, others) {
            Some(other) => other.after >= hit.after,
            None => true,
        };
        let base = indices.get(hit.mover).copied()?;
        clear.then_some(FileStep { file, distance, enemy: hit.obstacle, base, contact: hit.contact })
    }

    /// The group with one file moved straight forward.
    pub fn with_file_stepped(&self, file: u8, distance: Um) -> Group {
        let mut group = self.clone();
        for place in group.places.iter_mut().filter(|place| place.file == file) {
            place.forward += distance;
        }
        group
    }

    /// Every file that is not in contact with the enemy and can reach one steps forward, up to a
    /// limit, as long as the files still hang together at corners at least.
    ///
    /// Files whose step would part them from the files in contact do not step. Gives the group with
    /// its steps, by file.
    pub fn step_forward(
        &self,
        enemies: &[BaseRect],
        others: &[BaseRect],
        limit: Um,
    ) -> (Group, Vec<FileStep>) {
        self.step_forward_to(enemies, others, limit, |_, _| true)
    }

    /// As [`Group::step_forward`], where every base of a file that steps may stand where it ends.
    pub fn step_forward_where(
        &self,
        enemies: &[BaseRect],
        others: &[BaseRect],
        limit: Um,
        may_stand: impl Fn(&BaseRect) -> bool,
    ) -> (Group, Vec<FileStep>) {
        self.step_forward_to(enemies, others, limit, |stepped, file| {
            stepped.file(file).filter_map(|i| stepped.base(i)).all(|base| may_stand(&base.rect()))
        })
    }

    /// As [`Group::step_forward`], for files that may stand where they end: asked of the body with this file stepped
    /// forward.
    pub fn step_forward_to(
        &self,
        enemies: &[BaseRect],
        others: &[BaseRect],
        limit: Um,
        may_stand: impl Fn(&Group, u8) -> bool,
    ) -> (Group, Vec<FileStep>) {
        let stands =
            |step: &FileStep| may_stand(&self.with_file_stepped(step.file, step.distance), step.file);
        let mut steps: Vec<FileStep> = self
            .file_numbers()
            .filter(|&file| !self.file_in_contact(file, enemies))
            .filter_map(|file| self.file_reach(file, enemies, others, limit))
            .filter(|step| step.distance > Um::ZERO && stands(step))
            .collect();
        loop {
            let stepped = steps
                .iter()
                .fold(self.clone(), |group, step| group.with_file_stepped(step.file, step.distance));
            let joined = self.files_joined_to_contact(&stepped, enemies);
            let before = steps.len();
            steps.retain(|step| joined.get(usize::from(step.file)).copied().unwrap_or(false));
            if steps.len() == before {
                return (stepped, steps);
            }
        }
    }

    /// Whether any base of a file touches an enemy by its own front.
    pub fn file_in_contact(&self, file: u8, enemies: &[BaseRect]) -> bool {
        self.file(file).filter_map(|index| self.base(index)).any(|base| {
            let rect = base.rect();
            enemies.iter().any(|enemy| rect.contact(enemy).is_some_and(Contact::is_by_own_front))
        })
    }

    /// Which files of the stepped group hang together, through neighbouring files, with those that
    /// were in contact before stepping (with those that did not step, if none was).
    fn files_joined_to_contact(&self, stepped: &Group, enemies: &[BaseRect]) -> SmallVec<[bool; 16]> {
        let count = usize::from(self.files());
        let rects = |file: usize| -> Rects {
            let file = u8::try_from(file).unwrap_or(u8::MAX);
            stepped.file(file).filter_map(|index| stepped.base(index)).map(|base| base.rect()).collect()
        };
        let files: Vec<Rects> = (0..count).map(rects).collect();
        let touch = |left: &Rects, right: &Rects| {
            left.iter().any(|a| right.iter().any(|b| a.relation(b) != Relation::Apart))
        };
        let links: Vec<bool> = files.windows(2).map(|pair| matches!(pair, [a, b] if touch(a, b))).collect();
        let file_number = |file: usize| u8::try_from(file).unwrap_or(u8::MAX);
        let mut joined: SmallVec<[bool; 16]> =
            (0..count).map(|file| self.file_in_contact(file_number(file), enemies)).collect();
        if !joined.iter().any(|&j| j) {
            let unmoved = |file: usize| {
                let mut indices = self.file(file_number(file));
                indices.all(|index| self.places.get(index) == stepped.places.get(index))
            };
            joined = (0..count).map(unmoved).collect();
        }
        for _ in 0..count {
            for (index, &linked) in links.iter().enumerate() {
                if linked && (joined[index] || joined[index + 1]) {
                    joined[index] = true;
                    joined[index + 1] = true;
                }
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Base, Formation, Point, Pose};

    const MU: Um = Um::from_mm(25);

    /// Four files, two ranks of 20 mm, front from x = 0 to 160 at y = 100, already moved into contact.
    fn group() -> Group {
        let formation = Formation::block(8, 4, Um::from_mm(40), Um::from_mm(20));
        Group::form(Pose::new(Point::from_mm(0, 100), Angle::ZERO), &formation)
    }

    fn enemy(x: i32, y: i32) -> BaseRect {
        Base::new(Pose::new(Point::from_mm(x, y), Angle::HALF), Um::from_mm(40), Um::from_mm(20)).rect()
    }

    #[test]
    fn files_step_into_a_refused_line() {
        // The first enemy is in contact; the others stand 10, 30 and 60 mm further back.
        let enemies = [enemy(20, 100), enemy(60, 110), enemy(100, 130), enemy(140, 160)];
        let (stepped, steps) = group().step_forward(&enemies, &[], MU * 2);
        let distances: Vec<(u8, Um)> = steps.iter().map(|step| (step.file, step.distance)).collect();
        // The last is beyond 2 MU (50 mm).
        assert_eq!(distances, vec![(1, Um::from_mm(10)), (2, Um::from_mm(30))]);
        assert!(stepped.holds_together());
        assert!(stepped.file_in_contact(2, &enemies) && !stepped.file_in_contact(3, &enemies));
    }

    #[test]
    fn a_file_that_would_lose_touch_does_not_step() {
        // One rank only, 20 mm deep: a step of 20 mm keeps the corners together, 21 mm does not.
        let formation = Formation::block(2, 2, Um::from_mm(40), Um::from_mm(20));
        let group = Group::form(Pose::new(Point::from_mm(0, 100), Angle::ZERO), &formation);
        let (_, steps) = group.step_forward(&[enemy(20, 100), enemy(60, 120)], &[], MU * 2);
        assert_eq!(steps.len(), 1);
        let (_, steps) = group.step_forward(&[enemy(20, 100), enemy(60, 121)], &[], MU * 2);
        assert_eq!(steps, vec![]);
    }

    #[test]
    fn a_file_cannot_part_from_the_line_with_its_neighbour() {
        // Files 2 and 3 could reach enemies 45 mm ahead side by side, but both would leave the line
        // of one-deep bases.
        let formation = Formation::block(4, 4, Um::from_mm(40), Um::from_mm(20));
        let group = Group::form(Pose::new(Point::from_mm(0, 100), Angle::ZERO), &formation);
        let enemies = [enemy(20, 100), enemy(100, 145), enemy(140, 145)];
        assert_eq!(group.step_forward(&enemies, &[], MU * 2).1, vec![]);
        // With a stepping stone they follow.
        let enemies = [enemy(20, 100), enemy(60, 118), enemy(100, 136), enemy(140, 136)];
        assert_eq!(group.step_forward(&enemies, &[], MU * 2).1.len(), 3);
    }

    #[test]
    fn friends_in_the_way_stop_a_file() {
        let enemies = [enemy(20, 100), enemy(60, 130)];
        let friend = [enemy(60, 110)];
        assert_eq!(group().step_forward(&enemies, &friend, MU * 2).1, vec![]);
    }
}
