//! Whether the description of a fight makes sense in this book; outside input passes here before anything is counted.

use super::commanders::check_front_rank;
use crate::combat::{
    Charge, CommanderPlace, Defence, Duel, Edge, Engaged, Fight, FileRef, FileShot, Formation, Group,
    MOST_BASES, MOST_GROUPS, Role, Volley,
};
use crate::troops::{Book, Capabilities, Capability, CombatPhase, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::rule;

/// Refuses a fight that the book does not know.
pub fn check_fight(fight: &Fight) -> Result<(), Refusal> {
    if fight.groups.len() > MOST_GROUPS {
        return Err(Refusal::new(
            rule!("FOGAM-COMBAT-001"),
            "too many battle groups in one fight",
            format!("describe at most {MOST_GROUPS}"),
        )
        .fact("battle groups", fight.groups.len() as i64));
    }
    for (index, group) in fight.groups.iter().enumerate() {
        check_group(group, fight, index as u8).map_err(|r| r.fact("battle group", index as i64))?;
    }
    for (number, duel) in fight.duels.iter().enumerate() {
        check_duel(fight, duel).map_err(|r| r.fact("combat", number as i64))?;
    }
    for (number, volley) in fight.volleys.iter().enumerate() {
        check_volley(fight, volley).map_err(|r| r.fact("volley", number as i64))?;
    }
    check_phase(fight)
}

fn check_phase(fight: &Fight) -> Result<(), Refusal> {
    let shooting = fight.phase == CombatPhase::Shooting;
    if !fight.bombardments.is_empty() {
        return Err(Refusal::new(
            rule!("FOGAM-SHOOT-001"),
            "this book has no shooting from off the table",
            "take the bombardment out",
        ));
    }
    if shooting && !fight.duels.is_empty() || !shooting && !fight.volleys.is_empty() {
        return Err(Refusal::new(
            rule!("FOGAM-TURN-010"),
            "shooting and close combat belong to different phases",
            "state volleys for the shooting phase, combats for impact and melee",
        ));
    }
    Ok(())
}

fn check_group(group: &Group, fight: &Fight, index: u8) -> Result<(), Refusal> {
    let size = group.bases().count();
    if size == 0 || size > MOST_BASES || group.files.len() > MOST_BASES {
        return Err(Refusal::new(
            rule!("FOGAM-BG-001"),
            "a battle group has at least one base, and not that many",
            format!("give it 1 to {MOST_BASES} bases in as many files at most"),
        )
        .fact("bases", size as i64));
    }
    if usize::from(group.bases_at_start) < size {
        return Err(Refusal::new(
            rule!("FOGAM-COHESION-039"),
            "it has more bases than it began with",
            "raise bases_at_start, or take bases off",
        )
        .fact("bases", size as i64)
        .fact("bases at the start", i64::from(group.bases_at_start)));
    }
    group.bases().try_for_each(|b| b.profile.check(Book::Ancients))?;
    if group.bases().any(|b| b.profile.quality != group.quality()) {
        return Err(Refusal::new(
            rule!("FOGAM-BG-004"),
            "bases of one battle group differ in quality",
            "give all its bases one quality",
        ));
    }
    if group.regimental_gun || group.captured {
        return Err(Refusal::new(
            rule!("FOGAM-TROOPS-001"),
            "this book has neither regimental guns nor captured artillery",
            "take them out",
        ));
    }
    check_formation(group)?;
    check_commander(group, fight, index)
}

fn check_formation(group: &Group) -> Result<(), Refusal> {
    let filled = group.files.iter().filter(|f| f.front().is_some()).count();
    match group.formation {
        Formation::Plain => Ok(()),
        Formation::Column if filled == 1 => Ok(()),
        Formation::Column => Err(Refusal::new(
            rule!("FOGAM-GLOSSARY-014"),
            "a column is one base wide",
            "state one file, or another formation",
        )
        .fact("files", filled as i64)),
        Formation::Orb => check_orb(group),
        other => Err(Refusal::new(
            rule!("FOGAM-BG-011"),
            format!("{other} is no formation of this book"),
            "use plain, column or orb",
        )),
    }
}

fn check_orb(group: &Group) -> Result<(), Refusal> {
    const WALL: Capabilities = Capabilities::of(&[
        Capability::Pikemen,
        Capability::OffensiveSpearmen,
        Capability::DefensiveSpearmen,
    ]);
    let fit = group
        .bases()
        .all(|b| b.profile.troop_type == TroopType::HeavyFoot && b.profile.capabilities.has_any(WALL));
    if fit && group.bases_at_start >= 4 {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGAM-SPECIAL-029"),
        "only heavy foot pikemen or spearmen of at least 4 bases form orb",
        "use another formation or other troops",
    ))
}

fn check_commander(group: &Group, fight: &Fight, index: u8) -> Result<(), Refusal> {
    let Some(commander) = group.commander else { return Ok(()) };
    if commander.place != CommanderPlace::FrontRank {
        return Ok(());
    }
    if fight.engaged(index) == Engaged::No {
        return Err(Refusal::new(
            rule!("FOGAM-COMBAT-079"),
            "a commander fights in the front rank only of a battle group in close combat",
            "say that he is with the battle group",
        ));
    }
    check_front_rank(group)
}

fn file_of(fight: &Fight, file: FileRef) -> Option<&Group> {
    let group = fight.groups.get(usize::from(file.group))?;
    group.files.get(usize::from(file.file)).filter(|f| f.front().is_some())?;
    Some(group)
}

fn check_duel(fight: &Fight, duel: &Duel) -> Result<(), Refusal> {
    for side in Side::BOTH {
        let stand = &duel.stands[side];
        let Some(group) = file_of(fight, stand.file) else {
            return Err(Refusal::new(
                rule!("FOGAM-MELEE-001"),
                "a combat names a file that does not exist or has no bases left",
                "name battle groups and files counted from 0",
            )
            .fact("battle group", i64::from(stand.file.group))
            .fact("file", i64::from(stand.file.file)));
        };
        if group.side != side {
            return Err(Refusal::new(
                rule!("FOGAM-MELEE-001"),
                "a combat is between files of opposite sides",
                "give each side's own battle group",
            ));
        }
        if group.cohesion == crate::troops::Cohesion::Broken {
            return Err(Refusal::new(
                rule!("FOGAM-COMBAT-001"),
                "broken battle groups neither fight nor are fought",
                "leave it out of the combat",
            ));
        }
        let overlap = stand.role == Role::Overlap;
        if overlap && fight.phase == CombatPhase::Impact {
            return Err(Refusal::new(
                rule!("FOGAM-COMBAT-019"),
                "overlaps do not fight at impact",
                "leave the overlap out until the melee",
            ));
        }
        let enemy = &duel.stands[side.other()];
        let orb =
            |f: FileRef| fight.groups.get(usize::from(f.group)).is_some_and(|g| g.is_formed(Formation::Orb));
        if overlap && (orb(stand.file) || orb(enemy.file)) {
            return Err(Refusal::new(
                rule!("FOGAM-SPECIAL-036"),
                "an orb neither overlaps nor is overlapped",
                "leave the overlap out",
            ));
        }
        if stand.defence == Defence::Obstacle {
            return Err(Refusal::new(
                rule!("FOGAM-SCALE-020"),
                "this book has no obstacles to defend",
                "use fortification, portable or riverbank",
            ));
        }
        if stand.charge != Charge::No && group.cohesion == crate::troops::Cohesion::Fragmented {
            return Err(Refusal::new(
                rule!("FOGAM-IMPACT-006"),
                "a fragmented battle group cannot charge",
                "let it receive the charge, or give it another cohesion",
            ));
        }
    }
    Ok(())
}

fn check_volley(fight: &Fight, volley: &Volley) -> Result<(), Refusal> {
    let group = fight.groups.get(usize::from(volley.by));
    let target = fight.groups.get(usize::from(volley.at));
    let (Some(group), Some(target)) = (group, target) else {
        return Err(Refusal::new(
            rule!("FOGAM-SHOOT-013"),
            "a volley names a battle group that does not exist",
            "name battle groups counted from 0",
        ));
    };
    if group.side == target.side {
        return Err(Refusal::new(
            rule!("FOGAM-SHOOT-013"),
            "nobody shoots at friends",
            "name a target of the other side",
        ));
    }
    if volley.regimental_gun.is_some() || volley.enfilade {
        return Err(Refusal::new(
            rule!("FOGAM-COMBAT-043"),
            "this book knows neither regimental guns nor enfilade",
            "take them out",
        ));
    }
    volley.files.iter().try_for_each(|file| check_file_shot(group, file))
}

fn check_file_shot(group: &Group, shot: &FileShot) -> Result<(), Refusal> {
    let Some(front) = group.files.get(usize::from(shot.file)).and_then(|f| f.front()) else {
        return Err(Refusal::new(
            rule!("FOGAM-SHOOT-006"),
            "a file that does not exist or has no bases left cannot shoot",
            "name files counted from 0",
        )
        .fact("file", i64::from(shot.file)));
    };
    let mobile =
        front.profile.troop_type.is_light_horse() || front.profile.troop_type == TroopType::LightChariots;
    match shot.edge {
        Edge::Front => Ok(()),
        Edge::Rear if mobile && group.any_has(Capability::Bow) => Ok(()),
        Edge::Rear => Err(Refusal::new(
            rule!("FOGAM-SHOOT-020"),
            "only light horse and light chariots with bow shoot to the rear",
            "let them shoot to the front",
        )),
        Edge::Flank => Err(Refusal::new(
            rule!("FOGAM-SHOOT-019"),
            "bases shoot to their front",
            "state the front edge; for battle wagons it is the long edge they shoot from",
        )),
    }
}
