//! Files and ranks: the grid in which the bases of a body stand, whatever they are.

use caracole_document::rulebook_words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

rulebook_words! {
    /// Which way a base faces, seen from the front of its body.
    Facing, "facing" {
        /// As the body.
        Front = "front",
        /// To its right.
        Right = "right",
        /// To its rear.
        Rear = "rear",
        /// To its left.
        Left = "left",
    }
}

impl Facing {
    /// The facing in a mirror: left becomes right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
            Facing::Front | Facing::Rear => self,
        }
    }
}

/// A place in the grid: files count from the left, ranks from the front, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// File, from the left.
    pub file: u8,
    /// Rank, from the front.
    pub rank: u8,
}

impl Position {
    fn is_within(self) -> bool {
        usize::from(self.file) < MOST && usize::from(self.rank) < MOST
    }
}

/// A base in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Placed")]
pub struct Placed<P> {
    /// Where.
    pub at: Position,
    /// Which way it faces.
    pub facing: Facing,
    /// What it is.
    pub base: P,
}

/// A grid in which nobody can stand: two bases in one place, or too far away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedGrid {
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for MalformedGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem)
    }
}

impl std::error::Error for MalformedGrid {}

/// More bases, files or ranks than any body has.
const MOST: usize = 64;

/// The bases of a body in their places. It holds at most 64, with files and ranks up to 63: what is built beyond that is
/// left out, what is read beyond that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(
    try_from = "Vec<Placed<P>>",
    into = "Vec<Placed<P>>",
    bound(serialize = "P: Copy + Serialize", deserialize = "P: Copy + Deserialize<'de>")
)]
#[schemars(rename = "Formation")]
pub struct Grid<P> {
    #[schemars(with = "Vec<Placed<P>>")]
    bases: SmallVec<[Placed<P>; 16]>,
}

impl<P: Copy> TryFrom<Vec<Placed<P>>> for Grid<P> {
    type Error = MalformedGrid;

    fn try_from(bases: Vec<Placed<P>>) -> Result<Self, MalformedGrid> {
        let wrong = |problem: String| Err(MalformedGrid { problem });
        if bases.len() > MOST {
            return wrong(format!("{} bases; no grid holds more than {MOST}", bases.len()));
        }
        if bases.iter().any(|p| !p.at.is_within()) {
            return wrong(format!("files and ranks are counted from 0 to {}", MOST - 1));
        }
        let grid = Grid::sorted(bases);
        if let Some(twice) = grid.bases.windows(2).find(|w| matches!(w, [a, b] if a.at == b.at)) {
            let at = twice.first().map_or(Position { file: 0, rank: 0 }, |p| p.at);
            return wrong(format!("two bases in file {}, rank {}", at.file, at.rank));
        }
        Ok(grid)
    }
}

impl<P> From<Grid<P>> for Vec<Placed<P>> {
    fn from(grid: Grid<P>) -> Self {
        grid.bases.into_vec()
    }
}

fn small(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

impl<P: Copy> Grid<P> {
    /// The bases in any order, each in a place of its own.
    pub fn sorted(bases: impl IntoIterator<Item = Placed<P>>) -> Self {
        let mut bases: SmallVec<[Placed<P>; 16]> = bases.into_iter().collect();
        bases.sort_by_key(|p| p.at);
        Self { bases }
    }

    /// Bases by file and rank, all facing the front.
    pub fn of(bases: impl IntoIterator<Item = (u8, u8, P)>) -> Self {
        let place = |(file, rank, base)| Placed { at: Position { file, rank }, facing: Facing::Front, base };
        Self::sorted(bases.into_iter().map(place).filter(|p| p.at.is_within()).take(MOST))
    }

    /// Rank by rank from the front, each rank from the left; short ranks fill from the left.
    #[must_use]
    pub fn in_ranks(ranks: &[&[P]]) -> Self {
        let in_rank = |(r, rank): (usize, &&[P])| {
            let bases: Vec<_> = rank.iter().enumerate().map(|(f, b)| (small(f), small(r), *b)).collect();
            bases
        };
        Self::of(ranks.iter().enumerate().flat_map(in_rank))
    }

    /// File by file from the left, each from the front, all fronts level.
    #[must_use]
    pub fn in_files(files: &[&[P]]) -> Self {
        let in_file = |(f, file): (usize, &&[P])| {
            let bases: Vec<_> = file.iter().enumerate().map(|(r, b)| (small(f), small(r), *b)).collect();
            bases
        };
        Self::of(files.iter().enumerate().flat_map(in_file))
    }

    /// A rectangle of this width, the last rank short if need be.
    #[must_use]
    pub fn block(bases: &[P], width: usize) -> Self {
        let ranks: Vec<&[P]> = bases.chunks(width.max(1)).collect();
        Self::in_ranks(&ranks)
    }

    /// How many bases.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bases.len()
    }

    /// Whether no base is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    /// The bases in their places, file by file.
    pub fn placed(&self) -> impl Iterator<Item = &Placed<P>> + Clone {
        self.bases.iter()
    }

    /// The bases alone.
    #[must_use]
    pub fn profiles(&self) -> Vec<P> {
        self.bases.iter().map(|p| p.base).collect()
    }

    /// The base in this place.
    #[must_use]
    pub fn at(&self, at: Position) -> Option<&Placed<P>> {
        self.bases.iter().find(|p| p.at == at)
    }

    /// The numbers of the files that hold bases, from the left.
    pub fn files(&self) -> impl Iterator<Item = u8> + Clone {
        let mut last = None;
        self.bases.iter().filter_map(move |p| {
            let new = last != Some(p.at.file);
            last = Some(p.at.file);
            new.then_some(p.at.file)
        })
    }

    /// How many files.
    #[must_use]
    pub fn width(&self) -> usize {
        self.files().count()
    }

    /// The bases of one file, front to back, gaps left out.
    pub fn file(&self, file: u8) -> impl DoubleEndedIterator<Item = &Placed<P>> + Clone {
        self.bases.iter().filter(move |p| p.at.file == file)
    }

    /// How many bases the file has.
    #[must_use]
    pub fn file_depth(&self, file: u8) -> usize {
        self.file(file).count()
    }

    /// The foremost base of each file.
    pub fn front_rank(&self) -> impl Iterator<Item = &Placed<P>> + Clone {
        self.files().filter_map(|f| self.file(f).next())
    }

    /// Whether the base in this place is the foremost of its file.
    #[must_use]
    pub fn is_front(&self, at: Position) -> bool {
        self.file(at.file).next().is_some_and(|p| p.at == at)
    }

    /// The ranks that hold bases, with how many each holds, front to back.
    #[must_use]
    pub fn rank_sizes(&self) -> SmallVec<[(u8, usize); 16]> {
        let mut ranks: SmallVec<[(u8, usize); 16]> = SmallVec::new();
        for placed in &self.bases {
            match ranks.iter_mut().find(|(rank, _)| *rank == placed.at.rank) {
                Some((_, count)) => *count += 1,
                None => ranks.push((placed.at.rank, 1)),
            }
        }
        ranks.sort_unstable();
        ranks
    }

    /// Whether every base faces the front.
    #[must_use]
    pub fn faces_front(&self) -> bool {
        self.bases.iter().all(|p| p.facing == Facing::Front)
    }

    /// The same with bases turned: `turn` gives each its facing.
    #[must_use]
    pub fn turned(&self, turn: impl Fn(&Placed<P>) -> Facing) -> Self {
        Self { bases: self.bases.iter().map(|p| Placed { facing: turn(p), ..*p }).collect() }
    }

    /// The mirror image: the last file first, left facings right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let last = self.files().max().unwrap_or(0);
        let mirror = |p: &Placed<P>| {
            let at = Position { file: last - p.at.file, ..p.at };
            Placed { at, facing: p.facing.mirrored(), ..*p }
        };
        Self::sorted(self.bases.iter().map(mirror))
    }

    /// Without the base in this place.
    #[must_use]
    pub fn without(&self, at: Position) -> Self {
        Self { bases: self.bases.iter().filter(|p| p.at != at).copied().collect() }
    }

    /// With the base of one place put into another; unchanged if that is taken or out of bounds.
    #[must_use]
    pub fn moved(&self, from: Position, to: Position) -> Self {
        if self.at(to).is_some() || !to.is_within() {
            return self.clone();
        }
        Self::sorted(self.bases.iter().map(|p| if p.at == from { Placed { at: to, ..*p } } else { *p }))
    }
}
