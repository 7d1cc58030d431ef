//! Square (fogr) and orb (fogam).

use super::{Facing, Formation};
use crate::troops::{Capabilities, Capability, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};

/// Whether the battle group, as it stands, may form square. (That an enemy is near and the CMT are for the table.)
pub fn may_form_square(formation: &Formation) -> Result<(), Refusal> {
    enforces!("FOGR-BG-049");
    const NEEDED: Capabilities = Capabilities::of(&[Capability::Pike, Capability::Spearmen]);
    let foot = formation.placed().all(|p| p.base.is_foot());
    if !foot || !formation.placed().any(|p| p.base.capabilities.has_any(NEEDED)) {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-032"),
            "only foot battle groups that include pike or spearmen form square",
            "keep another formation",
        ));
    }
    if formation.width() > 4 {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-033"),
            "only a battle group at most 4 files wide can form square",
            "contract to 4 files first",
        )
        .fact("files", formation.width()));
    }
    Ok(())
}

/// Bases that fight on each attacked side of a square, and how many of them are front rank bases.
#[must_use]
pub const fn square_bases(size: u8) -> (u8, u8) {
    enforces!("FOGR-SPECIAL-042");
    let fighting = size.div_ceil(4);
    (fighting, fighting.div_ceil(2))
}

/// The same with the reasons.
#[must_use]
pub fn square_fighters(size: u8) -> (Tally, Tally) {
    let rule = rule!("FOGR-SPECIAL-042");
    let (side, front_rank) = square_bases(size);
    let mut fighting = Tally::new("bases of a square fighting on a side");
    fighting.add(rule, format!("a quarter of {size} bases, rounded up"), i32::from(side));
    let mut front = Tally::new("front rank bases of them");
    front.add(rule, format!("half of {side}, rounded up"), i32::from(front_rank));
    (fighting, front)
}

/// Whether the battle group may form orb. (That an enemy is near and the CMT are for the table.)
pub fn may_form_orb(formation: &Formation) -> Result<(), Refusal> {
    const NEEDED: Capabilities = Capabilities::PIKE.union(Capabilities::SPEARMEN);
    let rule = rule!("FOGAM-SPECIAL-029");
    let all = formation
        .placed()
        .all(|p| p.base.troop_type == TroopType::HeavyFoot && p.base.capabilities.has_any(NEEDED));
    if !all {
        return Err(Refusal::new(
            rule,
            "only battle groups entirely of heavy foot pikemen or spearmen form orb",
            "keep another formation",
        ));
    }
    if formation.len() < 4 {
        return Err(Refusal::new(rule, "an orb needs at least 4 bases", "keep another formation")
            .fact("bases", formation.len()));
    }
    if formation.width() > 4 {
        return Err(Refusal::new(
            rule,
            "only a battle group at most 4 files wide can form orb",
            "contract to 4 files first",
        )
        .fact("files", formation.width()));
    }
    Ok(())
}

/// The orb as it is depicted: two files, the rear half of the ranks (the greater half if odd) facing the rear.
pub fn form_orb(formation: &Formation) -> Result<Formation, Refusal> {
    enforces!("FOGAM-SPECIAL-030");
    may_form_orb(formation)?;
    let block = Formation::block(&formation.profiles(), 2);
    let ranks = formation.len().div_ceil(2);
    let turn = |rank: u8| if usize::from(rank) >= ranks / 2 { Facing::Rear } else { Facing::Front };
    Ok(block.turned(|p| turn(p.at.rank)))
}

/// How wide each side of an orb fights.
#[must_use]
pub fn orb_width(bases: usize) -> Tally {
    let mut tally = Tally::new("fighting width of each side of the orb");
    let (width, label) = if bases <= 8 { (1, "8 bases or fewer") } else { (2, "more than 8 bases") };
    tally.add(rule!("FOGAM-SPECIAL-035"), label, width);
    tally
}

/// On how many faces an orb fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrbFaces {
    /// On one.
    One,
    /// On two or more.
    Several,
}

/// Bases of an orb that count for hits per 2 or 3 bases in close combat.
#[must_use]
pub const fn orb_bases(bases: u16, faces: OrbFaces) -> u16 {
    match faces {
        OrbFaces::One => (3 * bases).div_ceil(4),
        OrbFaces::Several => bases,
    }
}

/// The same with the reason.
#[must_use]
pub fn orb_bases_counted(bases: u16, faces: OrbFaces) -> Tally {
    let mut tally = Tally::new("bases of the orb that count for hits");
    let label = match faces {
        OrbFaces::One => "three quarters of its bases, rounded up",
        OrbFaces::Several => "all its bases",
    };
    tally.add(rule!("FOGAM-SPECIAL-038"), label, i32::from(orb_bases(bases, faces)));
    tally
}
