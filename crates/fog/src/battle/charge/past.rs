//! Ways past what is in the way of a runaway: a shift of up to a base width, files dropped back behind the others, or
//! both.

use super::PastBy;
use super::away::{Around, Barrier, Setout};
use super::plan::MEASURE;
use caracole_ledger::enforces;
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Hand, Motion, Path, Um, first_contact,
};

/// A way past, worked out.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// How.
    pub by: PastBy,
    /// Where it ends, files dropped back.
    pub body: Group,
    /// How far it goes.
    pub moved: Um,
    /// The move leads off the table.
    pub off: bool,
}

impl Setout<'_> {
    /// The body at the end of its wheel, and what is left of the move; none if it does not get so far.
    fn wheeled(&self, around: &Around<'_>) -> Option<(Group, Um, Um)> {
        let wheeled = Path::from(&self.start).wheel_to_face(self.toward, MEASURE);
        if wheeled.spent() > around.distance || !self.is_clear(&wheeled, around) {
            return None;
        }
        let left = (around.distance - wheeled.spent()).or_zero();
        Some((wheeled.end().clone(), wheeled.spent(), left))
    }

    /// Every way past what is in the way: with the least shifts that help, with the greatest, and with files dropped
    /// back. None if there is no way.
    pub(super) fn ways_past(&self, around: &Around<'_>) -> Vec<Past> {
        if self.most_shift() == Um::ZERO {
            return Vec::new();
        }
        let Some((body, _, left)) = self.wheeled(around) else { return Vec::new() };
        let files = usize::from(body.files());
        let mut found: Vec<Past> = Vec::new();
        for dropped in 0..files.min(3) {
            for (from_left, from_right) in (0..=dropped).map(|l| (l, dropped - l)) {
                let Some(kept) = front_of(&body, from_left, from_right) else { continue };
                for (hand, shift) in self.shifts(&kept, left, around) {
                    let by = PastBy {
                        hand,
                        shift,
                        drop_left: u8::try_from(from_left).unwrap_or(u8::MAX),
                        drop_right: u8::try_from(from_right).unwrap_or(u8::MAX),
                    };
                    if !found.iter().any(|p| p.by == by) {
                        found.extend(self.past_by(by, around));
                    }
                }
            }
        }
        found
    }

    /// The way past with this shift and these files dropped back; none if it is not allowed or does not help.
    pub(super) fn past_by(&self, by: PastBy, around: &Around<'_>) -> Option<Past> {
        enforces!(
            "FOGR-IMPACT-106",
            "FOGR-IMPACT-107",
            "FOGR-IMPACT-108",
            "FOGR-UNUSUAL-002",
            "FOGAM-IMPACT-112",
            "FOGAM-IMPACT-113",
            "FOGAM-UNUSUAL-002",
            "FOGAM-DIAGRAM-041",
            "FOGAM-DIAGRAM-043",
            "FOGAM-DIAGRAM-044",
            "FOGAM-UNUSUAL-004",
            "FOGAM-UNUSUAL-005",
            "FOGAM-MOVE-065"
        );
        let (body, spent, left) = self.wheeled(around)?;
        let most = self.world.field.base_width();
        if by.shift < Um::ZERO || by.shift > self.most_shift() {
            return None;
        }
        let (from_left, from_right) = (usize::from(by.drop_left), usize::from(by.drop_right));
        let kept = front_of(&body, from_left, from_right)?;
        // Those who drop back come behind the nearest file that goes on, a base width aside at most, all told.
        let sideways = by.hand.signed(by.shift);
        let aside = |files: usize, end: Hand| {
            let inwards = end.other().signed(most * i32::try_from(files).unwrap_or(0));
            (inwards + sideways).abs()
        };
        let within = (from_left == 0 || aside(from_left, Hand::Left) <= most)
            && (from_right == 0 || aside(from_right, Hand::Right) <= most);
        // Only files that cannot get past drop back.
        let stays_behind = |files: usize, end: Hand| {
            files == 0
                || file_of(&body, files, end)
                    .is_some_and(|file| self.run_past(&file, left, by, around).is_none())
        };
        if !within || !stays_behind(from_left, Hand::Left) || !stays_behind(from_right, Hand::Right) {
            return None;
        }
        let (far, off) = self.run_past(&kept, left, by, around)?;
        let whole = dropped_back(&body, from_left, from_right, self.world.hand_where_equal())?;
        let slide = Motion::Slide { toward: whole.facing(), distance: far };
        let whole = whole.moved(&whole.shift(by.hand, by.shift)).moved(&slide);
        let moved = spent + far;
        match off {
            true => Some(Past { by, body: whole, moved, off }),
            false => self.beyond(&whole).map(|body| Past { by, body, moved, off }),
        }
    }

    /// How far the files that go on get with a shift, made before they start or where they would be stopped, and
    /// whether that is off the table; none if something stops them all the same.
    fn run_past(&self, kept: &Group, left: Um, by: PastBy, around: &Around<'_>) -> Option<(Um, bool)> {
        let (hand, shift) = (by.hand, by.shift);
        let at_once = Path::from(kept).shift(hand, shift).advance(left);
        let (path, off) = self.as_far_as_table(&at_once);
        if self.is_clear(&path, around) {
            return Some((path.spent().min(left), off));
        }
        let straight = Path::from(kept).advance(left);
        let mut stop = self.first_block(&straight, around).map(|(at, _)| at);
        for &f in &around.solid {
            let hit = straight.first_contact(self.world.obstruction(f)).map(|h| (h.leg, h.met.after));
            stop = [stop, hit].into_iter().flatten().min();
        }
        let (_, Extent::Distance(first)) = stop? else { return None };
        let later = Path::from(kept).advance(first).shift(hand, shift).advance((left - first).or_zero());
        let (path, off) = self.as_far_as_table(&later);
        self.is_clear(&path, around).then_some((path.spent().min(left), off))
    }

    /// The shifts that may help: none, the least to either hand that takes a front clear of each thing it runs into,
    /// and a whole base width.
    fn shifts(&self, body: &Group, left: Um, around: &Around<'_>) -> Vec<(Hand, Um)> {
        let most = self.most_shift();
        let advance = body.advance(left);
        let mut found = vec![(Hand::Left, Um::ZERO), (Hand::Left, most), (Hand::Right, most)];
        let shifted = |hand: Hand, by: Um| body.moved(&body.shift(hand, by));
        let mut clear_of = |clear: Clear, blocked: &dyn Fn(&Group) -> bool| {
            if !blocked(body) {
                return;
            }
            for hand in Hand::BOTH {
                found.extend(least(most, clear, |by| blocked(&shifted(hand, by))).map(|by| (hand, by)));
            }
        };
        let (solid, stops) = (self.rects_of(&around.solid), self.rects_of(&around.stops));
        let camps = around.barriers.iter().filter_map(|b| match b {
            Barrier::Camp { rect, .. } => Some(*rect),
            Barrier::Ground(..) => None,
        });
        let meets = |b: &Group, other: BaseRect| first_contact(&b.rects(), &advance, &[other]).is_some();
        for enemy in around.enemies.iter().copied() {
            clear_of(Clear::OfContact, &|b| meets(b, enemy));
        }
        for other in solid.iter().chain(&stops).copied().chain(camps) {
            clear_of(Clear::Flush, &|b| meets(b, other));
        }
        for barrier in &around.barriers {
            if let Barrier::Ground(area, _) = barrier {
                clear_of(Clear::Flush, &|b| area.first_entry(&b.rects(), &advance).is_some());
            }
        }
        if self.stays_on_table() {
            let table = &self.world.field.table;
            clear_of(Clear::Flush, &|b| table.first_exit(&b.rects(), &advance).is_some());
        }
        found.sort_by_key(|(hand, by)| (*hand == Hand::Right, *by));
        // Of shifts that only rounding tells apart the greatest gets clear of everything.
        found.dedup_by(|later, earlier| {
            let same =
                later.0 == earlier.0 && later.1 - earlier.1 <= CONTACT_TOLERANCE && earlier.1 > Um::ZERO;
            earlier.1 = if same { later.1 } else { earlier.1 };
            same
        });
        found.sort_by_key(|(hand, by)| (*by, *hand == Hand::Right));
        found.dedup();
        found
    }
}

/// How far those who pass keep from what they pass, counted from where it no longer blocks them. Overlaps within the
/// tolerance do not block.
#[derive(Clone, Copy, Debug)]
enum Clear {
    /// Flush with friends, camps and ground.
    Flush,
    /// By as much again clear of contact with enemies.
    OfContact,
}

/// The least shift that is flush with what blocks; none if the greatest does not help.
pub(in crate::battle) fn least_shift(most: Um, blocked: impl Fn(Um) -> bool) -> Option<Um> {
    least(most, Clear::Flush, blocked)
}

/// The least shift, to the micrometre, after which nothing blocks; none if the greatest does not help.
fn least(most: Um, clear: Clear, blocked: impl Fn(Um) -> bool) -> Option<Um> {
    if blocked(most) {
        return None;
    }
    let (mut low, mut high) = (Um::ZERO, most);
    while high - low > Um::new(1) {
        let middle = low + (high - low).half();
        match blocked(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    let more = match clear {
        Clear::Flush => CONTACT_TOLERANCE - Um::new(1),
        Clear::OfContact => CONTACT_TOLERANCE * 2 + Um::new(1),
    };
    Some((high + more).min(most))
}

/// The innermost of so many files that drop back at an end.
fn file_of(body: &Group, files: usize, end: Hand) -> Option<Group> {
    let all = usize::from(body.files());
    let index = match end {
        Hand::Left => files.checked_sub(1)?,
        Hand::Right => all.checked_sub(files)?,
    };
    front_of(body, index, all.checked_sub(index + 1)?)
}

/// The files that go on when so many at each end drop back.
fn front_of(body: &Group, from_left: usize, from_right: usize) -> Option<Group> {
    let files = usize::from(body.files());
    if from_left + from_right == 0 {
        return Some(body.clone());
    }
    let kept = from_left..files.checked_sub(from_right)?;
    if kept.is_empty() || body.places.iter().any(|p| p.turn != Angle::ZERO) {
        return None;
    }
    let width = body.places.first()?.width;
    let first = u8::try_from(from_left).ok()?;
    let mut front = body.beginning_at(first, body.left_end_at(first)?);
    let mut files = body.places.iter().map(|p| usize::from(p.file));
    front.places.retain(|_| files.next().is_some_and(|file| kept.contains(&file)));
    front.frontage = width * i32::try_from(kept.len()).ok()?;
    Some(front)
}

/// The body with so many files at each end fallen back behind the nearest file that goes on: those next to it first, of
/// two as near that at this hand.
fn dropped_back(body: &Group, from_left: usize, from_right: usize, hand: Hand) -> Option<Group> {
    let files = usize::from(body.files());
    let mut out = body.clone();
    if from_left + from_right == 0 {
        return Some(out);
    }
    let (first, last) = (from_left, files.checked_sub(from_right + 1)?);
    let width = body.places.first()?.width;
    let falls = |index: &usize| {
        let file = body.places.get(*index).map_or(0, |p| usize::from(p.file));
        let at_hand = (file < first) == (hand == Hand::Left);
        (first.saturating_sub(file).max(file.saturating_sub(last)), !at_hand)
    };
    let mut indices: Vec<usize> = (0..body.places.len()).collect();
    indices.sort_by_key(falls);
    for index in indices {
        let file = usize::from(body.places.get(index)?.file);
        let onto = match file {
            f if f < first => first,
            f if f > last => last,
            _ => continue,
        };
        let onto = u8::try_from(onto).ok()?;
        let behind: Vec<_> = out.places.iter().filter(|p| p.file == onto).copied().collect();
        let rear = behind.iter().map(|p| p.forward - p.depth).min()?;
        let rank = behind.iter().map(|p| p.rank).max()?.checked_add(1)?;
        let right = behind.first()?.right;
        let place = out.places.get_mut(index)?;
        (place.file, place.rank, place.right, place.forward) = (onto, rank, right, rear);
    }
    out.frontage = width * i32::try_from(last + 1 - first).ok()?;
    let first = u8::try_from(first).ok()?;
    Some(out.beginning_at(first, body.left_end_at(first)?))
}
