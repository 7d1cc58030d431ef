//! Other pike and shot: pike rectangle with shot on its flanks, Swedish brigade, one pike with five shot, and the
//! mixes that follow the same rules.

use super::{Formation, Role, role};
use crate::troops::BaseProfile;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Contents {
    file: u8,
    pike: usize,
    shot: usize,
}

fn contents(formation: &Formation) -> SmallVec<[Contents; 8]> {
    let bases = formation.profiles();
    let count = |file, wanted| formation.file(file).filter(|p| role(&bases, p.base) == Some(wanted)).count();
    formation
        .files()
        .map(|file| Contents { file, pike: count(file, Role::Pike), shot: count(file, Role::Shot) })
        .collect()
}

/// Pike and shot that are no tercio, and the mixes that follow their rules.
pub(super) fn check(formation: &Formation) -> Result<(), Refusal> {
    enforces!("FOGR-BG-034", "FOGR-BG-043");
    let contents = contents(formation);
    level_and_closed(formation)?;
    separate(&contents)?;
    pike_together(formation, &contents)?;
    let shot: usize = contents.iter().map(|c| c.shot).sum();
    if shot > 0 { shot_on_the_flanks(&contents, shot) } else { pike_in_the_centre(&contents) }
}

/// All files level in front, without gaps between files or within one.
fn level_and_closed(formation: &Formation) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-032");
    let files: SmallVec<[u8; 16]> = formation.files().collect();
    if !files.windows(2).all(|w| matches!(w, [a, b] if *b == *a + 1)) {
        return Err(Refusal::new(rule!("FOGR-BG-006"), "there is a gap between files", "close the files up"));
    }
    let front = formation.placed().map(|p| p.at.rank).min().unwrap_or(0);
    for file in files {
        if !formation.file(file).zip(front..).all(|(p, rank)| p.at.rank == rank) {
            return Err(Refusal::new(
                rule,
                format!("file {} has a gap or is not level with the others in front", file + 1),
                "bring the front edges of all files level and close them up",
            ));
        }
    }
    Ok(())
}

fn separate(contents: &[Contents]) -> Result<(), Refusal> {
    match contents.iter().find(|c| c.pike > 0 && c.shot > 0) {
        None => Ok(()),
        Some(c) => Err(Refusal::new(
            rule!("FOGR-BG-033"),
            format!("file {} mixes pike and shot", c.file + 1),
            "put pike and shot into separate files",
        )),
    }
}

/// Pike in one rectangle, 2 or more ranks deep if there are 2 or more.
fn pike_together(formation: &Formation, contents: &[Contents]) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-029");
    let files: SmallVec<[&Contents; 8]> = contents.iter().filter(|c| c.pike > 0).collect();
    let together = files.windows(2).all(|w| matches!(w, [a, b] if b.file == a.file + 1));
    if !together {
        return Err(Refusal::new(rule, "the pike are not together", "put the pike files side by side"));
    }
    let pike: usize = files.iter().map(|c| c.pike).sum();
    let deepest = files.iter().map(|c| formation.file_depth(c.file)).max().unwrap_or(0);
    if pike >= 2 && deepest < 2 {
        return Err(Refusal::new(
            rule,
            "two or more pike bases stand in one rank",
            "form them 2 or more ranks deep",
        )
        .fact("pike bases", pike));
    }
    let pure = files.iter().all(|c| formation.file_depth(c.file) == c.pike);
    let (most, least) =
        files.iter().fold((0, usize::MAX), |(most, least), c| (c.pike.max(most), c.pike.min(least)));
    if pure && most > least.saturating_add(1) {
        return Err(Refusal::new(
            rule,
            "the pike do not form a rectangle: more than its rearmost rank is short",
            "make the pike files equally deep, the rearmost rank excepted",
        )
        .fact("deepest file", most)
        .fact("shallowest file", least));
    }
    Ok(())
}

/// Shot shared between a single file on each side; two or fewer may stand in one file.
fn shot_on_the_flanks(contents: &[Contents], shot: usize) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-031");
    let first = contents.iter().position(|c| c.pike > 0).unwrap_or(0);
    let last = contents.iter().rposition(|c| c.pike > 0).unwrap_or(0);
    let side = |range: &[Contents]| {
        let files: SmallVec<[usize; 4]> = range.iter().map(|c| c.shot).filter(|n| *n > 0).collect();
        files
    };
    let left = side(contents.get(..first).unwrap_or_default());
    let right = side(contents.get(last + 1..).unwrap_or_default());
    if contents.iter().all(|c| c.pike == 0) {
        return Ok(());
    }
    if left.len() > 1 || right.len() > 1 {
        return Err(Refusal::new(
            rule,
            "the shot are in more than one file on a flank",
            "put them into a single file on each flank",
        ));
    }
    let (left, right) = (left.iter().sum::<usize>(), right.iter().sum::<usize>());
    let one_file = shot <= 2 && (left == 0 || right == 0);
    if left.abs_diff(right) > 1 && !one_file {
        return Err(Refusal::new(
            rule,
            "the shot are not shared as equally as possible between the two flanks",
            "move shot from one flank to the other",
        )
        .fact("on the left", left)
        .fact("on the right", right));
    }
    Ok(())
}

/// Pike with heavy weapon or swordsmen and no shot: pike files in the centre if there are more than two files.
fn pike_in_the_centre(contents: &[Contents]) -> Result<(), Refusal> {
    if contents.len() <= 2 {
        return Ok(());
    }
    let before = contents.iter().take_while(|c| c.pike == 0).count();
    let after = contents.iter().rev().take_while(|c| c.pike == 0).count();
    if before.abs_diff(after) <= 1 {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-BG-042"),
        "the pike files are not the centre files",
        "put the files of other troops on both sides of the pike",
    )
    .fact("files to the left of the pike", before)
    .fact("files to the right of the pike", after))
}

/// A battle group that began with 1 pike and 5 shot: a rectangle with the pike in the rearmost rank, central.
pub(super) fn one_pike_and_five_shot(formation: &Formation) -> Result<(), Refusal> {
    let rule = rule!("FOGR-BG-030");
    let bases = formation.profiles();
    let files = formation.width();
    let ranks = formation.rank_sizes();
    let short = ranks.iter().rev().skip(1).any(|(_, n)| *n != files);
    if short {
        return Err(Refusal::new(rule!("FOGR-BG-008"), "a rank other than the rearmost is short", "fill it"));
    }
    let Some(pike) = formation.placed().find(|p| p.base.has(crate::troops::Capability::Pike)) else {
        return Ok(());
    };
    let Some((rear, size)) = ranks.last().copied() else { return Ok(()) };
    if pike.at.rank != rear {
        return Err(Refusal::new(rule, "the pike base is not in the rearmost rank", "put it there"));
    }
    // "In its centre if possible": with an even number of bases either of the two middle places.
    let place = formation.placed().filter(|p| p.at.rank == rear && p.at.file < pike.at.file).count();
    let central = 2 * place + 1 == size || 2 * place == size || 2 * (place + 1) == size;
    if !central && bases.len() > 1 {
        return Err(Refusal::new(
            rule,
            "the pike base is not in the centre of the rearmost rank",
            "put it there",
        )
        .fact("bases in the rank", size)
        .fact("place from the left", place + 1));
    }
    Ok(())
}

/// Whether these bases are a Swedish brigade at the start: 3 pike and 4 shot.
pub fn swedish_brigade_at_start(bases: &[BaseProfile]) -> Result<(), Refusal> {
    let pike = bases.iter().filter(|b| b.has(crate::troops::Capability::Pike)).count();
    let shot = bases.iter().filter(|b| b.is_shot()).count();
    if pike == 3 && shot == 4 && bases.len() == 7 {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-BG-036"),
        "a Swedish brigade starts with 3 pike bases and 4 shot bases",
        "use 3 pike and 4 shot",
    )
    .fact("pike bases", pike)
    .fact("shot bases", shot))
}

/// A Swedish brigade: pike file with a point base one rank ahead of the shot files, or drawn back level with them.
/// With one pike base left it is ordinary pike and shot.
pub(super) fn swedish_brigade(formation: &Formation) -> Result<(), Refusal> {
    let contents = contents(formation);
    let pike: usize = contents.iter().map(|c| c.pike).sum();
    if pike < 2 {
        return check(formation);
    }
    separate(&contents)?;
    let pike_files: SmallVec<[&Contents; 4]> = contents.iter().filter(|c| c.pike > 0).collect();
    let [pike_file] = pike_files.as_slice() else {
        return Err(Refusal::new(
            rule!("FOGR-BG-036"),
            "the pike of a Swedish brigade stand in one file",
            "put them into one file",
        ));
    };
    shot_on_the_flanks(&contents, contents.iter().map(|c| c.shot).sum())?;
    let front = |file: u8| formation.file(file).next().map_or(0, |p| p.at.rank);
    let closed = |file: u8| formation.file(file).zip(front(file)..).all(|(p, rank)| p.at.rank == rank);
    if !contents.iter().all(|c| closed(c.file)) {
        return Err(Refusal::new(rule!("FOGR-BG-036"), "a file has a gap", "close the files up"));
    }
    let shot_fronts: SmallVec<[u8; 4]> =
        contents.iter().filter(|c| c.shot > 0).map(|c| front(c.file)).collect();
    let level = |rank: u8| shot_fronts.iter().all(|f| *f == rank);
    let point = front(pike_file.file);
    // Point position, or drawn back level: both are the formation.
    if level(point + 1) || level(point) {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-BG-037"),
        "the shot files are not level with the second pike base",
        "put one pike base in point position, one base depth ahead of the shot",
    ))
}
