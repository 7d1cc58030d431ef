//! Early and later tercios: shapes, conversion, contraction, footprint.
//!
//! In the grid of an early tercio rank 0 is the front of the front horns, the pike begin in rank 1 and the rear horns
//! in rank 4. In a later tercio all files begin in rank 0.

use super::{Formation, Nature, Placed, Position};
use crate::troops::{BaseProfile, Capabilities};
use caracole_kernel::Refusal;
use caracole_ledger::{RuleId, enforces, rule};
use smallvec::SmallVec;

/// Where the pike of an early tercio begin.
const PIKE_FRONT: u8 = 1;
/// Where the rear horns of an early tercio begin: four base depths behind the front of the front horns.
const REAR_HORN: u8 = 4;

fn is_pike(base: &BaseProfile) -> bool {
    base.capabilities.has_any(Capabilities::PIKE)
}

fn counts(bases: &[BaseProfile]) -> (usize, usize) {
    let pike = bases.iter().filter(|b| is_pike(b)).count();
    (pike, bases.len() - pike)
}

/// Only pike and shot, which is all that tercio rules provide for.
fn pike_and_shot_only(rule: RuleId, bases: &[BaseProfile]) -> Result<(), Refusal> {
    if bases.iter().all(|b| is_pike(b) || b.is_shot()) {
        return Ok(());
    }
    Err(Refusal::new(rule, "a tercio consists of pike and shot", "leave other bases out"))
}

/// Whether these bases can form an early tercio at the start of the game.
pub fn early_tercio_at_start(bases: &[BaseProfile]) -> Result<(), Refusal> {
    pike_and_shot_only(rule!("FOGR-BG-015"), bases)?;
    let (pike, shot) = counts(bases);
    if !matches!(pike, 3 | 4 | 6 | 7 | 8) {
        return Err(Refusal::new(
            rule!("FOGR-BG-015"),
            "the pike of an early tercio stand in 1 or 2 files of 3 or 4 ranks",
            "take 3, 4, 6, 7 or 8 pike bases",
        )
        .fact("pike bases", pike));
    }
    if !(4..=8).contains(&shot) {
        return Err(Refusal::new(
            rule!("FOGR-BG-016"),
            "the shot of an early tercio stand in four horns of 1 or 2 bases",
            "take 4 to 8 shot bases",
        )
        .fact("shot bases", shot));
    }
    Ok(())
}

/// Whether these bases can form a later tercio at the start of the game.
pub fn later_tercio_at_start(bases: &[BaseProfile]) -> Result<(), Refusal> {
    pike_and_shot_only(rule!("FOGR-BG-019"), bases)?;
    let (pike, shot) = counts(bases);
    if !(2..=8).contains(&pike) {
        return Err(Refusal::new(
            rule!("FOGR-BG-019"),
            "the pike of a later tercio stand in 1 or 2 files of 2 to 4 ranks",
            "take 2 to 8 pike bases",
        )
        .fact("pike bases", pike));
    }
    if shot < 2 || shot % 2 != 0 {
        return Err(Refusal::new(
            rule!("FOGR-BG-020"),
            "half the shot of a later tercio stand on each flank of the pike",
            "take an even number of shot bases",
        )
        .fact("shot bases", shot));
    }
    Ok(())
}

/// Files of the narrowest legal tercio of these bases, the column apart.
pub(super) fn narrowest_width(bases: &[BaseProfile]) -> usize {
    let (pike, shot) = counts(bases);
    pike.div_ceil(4).max(1) + shot.min(2)
}

/// The pike files in the middle and the shot files to their left and right.
struct Files {
    left: Option<u8>,
    pike: SmallVec<[u8; 4]>,
    right: Option<u8>,
}

/// Pike together in 1 or 2 files, shot in single files on their flanks, the two never in one file.
fn files(
    formation: &Formation,
    pike_rule: RuleId,
    shot_rule: RuleId,
    apart: RuleId,
) -> Result<Files, Refusal> {
    let mut found = Files { left: None, pike: SmallVec::new(), right: None };
    let mut last = None;
    for file in formation.files() {
        if last.is_some_and(|l: u8| file != l + 1) {
            return Err(Refusal::new(pike_rule, "there is a gap between files", "close the files up"));
        }
        last = Some(file);
        let pike = formation.file(file).filter(|p| is_pike(&p.base)).count();
        let all = formation.file_depth(file);
        if pike != 0 && pike != all {
            return Err(Refusal::new(
                apart,
                "pike and shot stand in one file",
                "put them into separate files",
            ));
        }
        if pike != 0 {
            if found.right.is_some() {
                return Err(Refusal::new(
                    pike_rule,
                    "the pike are not together",
                    "put the pike files side by side",
                ));
            }
            found.pike.push(file);
        } else if found.pike.is_empty() && found.left.is_none() {
            found.left = Some(file);
        } else if !found.pike.is_empty() && found.right.is_none() {
            found.right = Some(file);
        } else {
            return Err(Refusal::new(
                shot_rule,
                "the shot are in more than one file on a flank",
                "put them into a single file on each flank of the pike",
            ));
        }
    }
    if found.pike.len() > 2 {
        return Err(Refusal::new(
            pike_rule,
            "the pike stand in more than 2 files",
            "put them into 1 or 2 files",
        )
        .fact("pike files", found.pike.len()));
    }
    Ok(found)
}

/// What the pike of a tercio must be like.
struct PikeBlock {
    /// The rank in which each file begins.
    front: u8,
    /// The fewest ranks of a file, before losses.
    least: usize,
    has_losses: bool,
    rule: RuleId,
}

/// Each pike file without gaps from its front, within the depths that the start allows.
fn check_pike(formation: &Formation, files: &Files, block: &PikeBlock) -> Result<(), Refusal> {
    let &PikeBlock { front, least, has_losses, rule } = block;
    for file in &files.pike {
        let depth = formation.file_depth(*file);
        let closed = formation.file(*file).zip(front..).all(|(p, rank)| p.at.rank == rank);
        if !closed {
            return Err(Refusal::new(
                rule,
                "a pike file has a gap or is not in its place",
                "close the pike up from the front",
            ));
        }
        if depth > 4 || (depth < least && !has_losses) {
            return Err(Refusal::new(
                rule,
                format!("a pike file has {depth} ranks"),
                format!("form pike files of {least} to 4 ranks"),
            ));
        }
    }
    Ok(())
}

/// Shot bases in the four horns of an early tercio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horns {
    /// Front left.
    pub front_left: u8,
    /// Front right.
    pub front_right: u8,
    /// Rear left.
    pub rear_left: u8,
    /// Rear right.
    pub rear_right: u8,
}

impl Horns {
    /// Whether every horn has a base: what keeps an early tercio one.
    #[must_use]
    pub const fn all_manned(self) -> bool {
        self.front_left > 0 && self.front_right > 0 && self.rear_left > 0 && self.rear_right > 0
    }
}

/// The horns of a formation laid out as an early tercio.
#[must_use]
pub fn horns(formation: &Formation) -> Horns {
    let first_pike = formation.placed().filter(|p| is_pike(&p.base)).map(|p| p.at.file).min().unwrap_or(0);
    let mut horns = Horns { front_left: 0, front_right: 0, rear_left: 0, rear_right: 0 };
    for p in formation.placed().filter(|p| !is_pike(&p.base)) {
        let horn = match (p.at.file < first_pike, p.at.rank < REAR_HORN) {
            (true, true) => &mut horns.front_left,
            (false, true) => &mut horns.front_right,
            (true, false) => &mut horns.rear_left,
            (false, false) => &mut horns.rear_right,
        };
        *horn += 1;
    }
    horns
}

/// The shape of an early tercio.
pub(super) fn early(nature: &Nature<'_>, formation: &Formation) -> Result<(), Refusal> {
    enforces!("FOGR-BG-018", "FOGR-BG-022", "FOGR-BG-034");
    let (pike_rule, horn_rule) = (rule!("FOGR-BG-015"), rule!("FOGR-BG-016"));
    let losses = nature.has_losses(formation.len());
    let files = files(formation, pike_rule, horn_rule, rule!("FOGR-BG-017"))?;
    let block = PikeBlock { front: PIKE_FRONT, least: 3, has_losses: losses, rule: pike_rule };
    check_pike(formation, &files, &block)?;
    let in_place = |p: &Placed| matches!(p.at.rank, 0 | 1 | 4 | 5);
    let horns = horns(formation);
    if !horns.all_manned() {
        return Err(Refusal::new(
            rule!("FOGR-BG-024"),
            "an early tercio needs a shot base in each of its four horns",
            "form it as a later tercio, which it becomes for good",
        ));
    }
    let shot_files = [files.left, files.right];
    for file in shot_files.into_iter().flatten() {
        let has = |rank| formation.at(Position { file, rank }).is_some();
        let second_behind_first = (!has(1) || has(0)) && (!has(5) || has(4));
        if !formation.file(file).all(in_place) || !second_behind_first {
            return Err(Refusal::new(
                horn_rule,
                "the shot are not in horns of 1 or 2 bases at the corners of the pike",
                "put front horns one base depth ahead of the pike and rear horns four base depths behind that",
            ));
        }
    }
    Ok(())
}

/// The shape of a later tercio.
pub(super) fn later(nature: &Nature<'_>, formation: &Formation) -> Result<(), Refusal> {
    enforces!("FOGR-BG-021");
    let (pike_rule, shot_rule) = (rule!("FOGR-BG-019"), rule!("FOGR-BG-020"));
    let losses = nature.has_losses(formation.len());
    let files = files(formation, pike_rule, shot_rule, shot_rule)?;
    let front = formation.rank_sizes().first().map_or(0, |(rank, _)| *rank);
    check_pike(formation, &files, &PikeBlock { front, least: 2, has_losses: losses, rule: pike_rule })?;
    let depth = |file: Option<u8>| file.map_or(0, |f| formation.file_depth(f));
    let (left, right) = (depth(files.left), depth(files.right));
    // Halves as far as possible: an odd number leaves one more on a flank; losses leave what they leave.
    let even = left.abs_diff(right) <= 1 || (losses && left > 0 && right > 0);
    if !even {
        return Err(Refusal::new(
            shot_rule,
            "half the shot stand on each flank of the pike",
            "share the shot out between the two flank files",
        )
        .fact("on the left", left)
        .fact("on the right", right));
    }
    for file in [files.left, files.right].into_iter().flatten() {
        let level_and_closed = formation.file(file).zip(front..).all(|(p, rank)| p.at.rank == rank);
        if !level_and_closed {
            return Err(Refusal::new(
                rule!("FOGR-BG-021"),
                "a shot file has a gap or is not level with the pike",
                "close the shot up from the front, level with the pike",
            ));
        }
    }
    Ok(())
}

/// The later tercio that an early one becomes: every file closed up to one front, shot moved between the flanks only
/// as far as the halves need it.
#[must_use]
pub fn to_later_tercio(formation: &Formation) -> Formation {
    enforces!("FOGR-BG-024", "FOGR-BG-025");
    let mut pike: Vec<Vec<BaseProfile>> = Vec::new();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for file in formation.files() {
        let bases: Vec<BaseProfile> = formation.file(file).map(|p| p.base).collect();
        if bases.iter().any(is_pike) {
            pike.push(bases);
        } else if pike.is_empty() {
            left = bases;
        } else {
            right = bases;
        }
    }
    while left.len() > right.len() + 1 {
        right.extend(left.pop());
    }
    while right.len() > left.len() + 1 {
        left.extend(right.pop());
    }
    let mut files: Vec<&[BaseProfile]> = Vec::new();
    files.extend((!left.is_empty()).then_some(left.as_slice()));
    files.extend(pike.iter().map(Vec::as_slice));
    files.extend((!right.is_empty()).then_some(right.as_slice()));
    Formation::in_files(&files)
}

/// Whether the owner may contract two pike files into one, at the moment when a pike base has been lost.
///
/// Whether it would take the tercio out of an enemy restricted area needs the table and is for the caller to ask.
pub fn may_contract_pike(nature: &Nature<'_>, after_loss: &Formation) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-023");
    let (pike, _) = counts(&after_loss.profiles());
    let (started, _) = counts(nature.start);
    if !nature.is_tercio() {
        return Err(Refusal::new(rule, "only tercios contract their pike so", "use an ordinary contraction"));
    }
    if started <= 4 {
        return Err(Refusal::new(
            rule,
            "this tercio did not start with two files of pike",
            "keep its formation",
        ));
    }
    if pike > 4 || pike >= started {
        return Err(Refusal::new(
            rule,
            "the pike contract into one file only when a loss leaves 4 pike bases or fewer",
            "keep two files of pike",
        )
        .fact("pike bases left", pike));
    }
    Ok(())
}

/// The rectangle that a tercio may use when it rearranges itself. It never shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Base widths.
    pub files: u8,
    /// Base depths, an even number.
    pub ranks: u8,
}

/// The footprint of an early tercio: from the front of the front horns to the rear of the rear horns.
#[must_use]
pub fn early_tercio_footprint(deployed: &Formation) -> Footprint {
    enforces!("FOGR-GLOSSARY-018", "FOGR-BG-027");
    let files = u8::try_from(deployed.width()).unwrap_or(u8::MAX);
    let last = deployed.placed().map(|p| p.at.rank).max().unwrap_or(0);
    Footprint { files, ranks: (last + 1).next_multiple_of(2) }
}

/// The footprint of a later tercio: its deepest file, rounded up to an even number of ranks.
#[must_use]
pub fn later_tercio_footprint(deployed: &Formation) -> Footprint {
    let files = u8::try_from(deployed.width()).unwrap_or(u8::MAX);
    let deepest = deployed.files().map(|f| deployed.file_depth(f)).max().unwrap_or(0);
    Footprint { files, ranks: u8::try_from(deepest.next_multiple_of(2)).unwrap_or(u8::MAX) }
}
