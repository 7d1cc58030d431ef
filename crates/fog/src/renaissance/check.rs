//! Whether a fight can happen by the rules.

use super::has_long_range;
use crate::combat::{
    Charge, Edge, Fight, FileRef, FileShot, Formation, Group, MOST_BASES, MOST_GROUPS, Range, Role, ShotBy,
    Stand, Volley,
};
use crate::troops::{Book, Capability, Cohesion, CombatPhase, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};

/// Checks every battle group, close combat and volley of a fight.
pub fn check(fight: &Fight) -> Result<(), Refusal> {
    if fight.groups.is_empty() || fight.groups.len() > MOST_GROUPS {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-001"),
            "a fight needs battle groups, and not too many",
            format!("give from 1 to {MOST_GROUPS} battle groups"),
        )
        .fact("battle groups", fight.groups.len()));
    }
    fight.groups.iter().try_for_each(check_group)?;
    match fight.phase {
        CombatPhase::Shooting => {
            if !fight.duels.is_empty() {
                return Err(Refusal::new(
                    rule!("FOGR-COMBAT-001"),
                    "nobody fights hand to hand in the shooting phase",
                    "leave the contacts out, or choose impact or melee",
                ));
            }
            fight.volleys.iter().try_for_each(|volley| check_volley(fight, volley))?;
            fight.bombardments.iter().try_for_each(|b| target(fight, b.at).map(|_| ()))
        }
        CombatPhase::Impact | CombatPhase::Melee => {
            enforces!("FOGR-IMPACT-122");
            if !fight.volleys.is_empty() || !fight.bombardments.is_empty() {
                return Err(Refusal::new(
                    rule!("FOGR-SHOOT-012"),
                    "nobody shoots at impact or in melee",
                    "leave the shooting out, or choose the shooting phase",
                ));
            }
            (0..fight.duels.len()).try_for_each(|number| check_duel(fight, number))
        }
    }
}

fn check_group(group: &Group) -> Result<(), Refusal> {
    let size = group.bases().count();
    if size == 0 || size > MOST_BASES || usize::from(group.bases_at_start) > MOST_BASES {
        return Err(Refusal::new(
            rule!("FOGR-BG-001"),
            "a battle group has from 1 to 16 bases",
            "give it bases, at most 16",
        )
        .fact("bases", size)
        .fact("bases at the start", usize::from(group.bases_at_start)));
    }
    if usize::from(group.bases_at_start) < size {
        return Err(Refusal::new(
            rule!("FOGR-COHESION-025"),
            "a battle group cannot have more bases than it began with",
            "raise the bases at the start, or take bases away",
        )
        .fact("bases", size)
        .fact("bases at the start", usize::from(group.bases_at_start)));
    }
    let quality = group.quality();
    if group.bases().any(|b| b.profile.quality != quality) {
        return Err(Refusal::new(
            rule!("FOGR-BG-003"),
            "all bases of a battle group have the same quality",
            "give all its bases one quality",
        ));
    }
    if matches!(group.formation, Formation::Orb) {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-032"),
            "this book has no orb",
            "use square, or another formation",
        ));
    }
    group.bases().try_for_each(|b| b.profile.check(Book::Renaissance))
}

fn file_of(fight: &Fight, file: FileRef, side: Side) -> Result<(&Group, TroopType), Refusal> {
    let missing = || {
        Refusal::new(
            rule!("FOGR-BG-010"),
            "there is no such file with a base in it",
            "name a battle group of the fight and one of its files",
        )
        .fact("battle group", u32::from(file.group))
        .fact("file", u32::from(file.file) + 1)
    };
    let group = fight.groups.get(usize::from(file.group)).ok_or_else(missing)?;
    let front = fight.front(file).ok_or_else(missing)?;
    if group.side != side {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-026"),
            "battle groups fight the other side's",
            "pair files of opposite sides",
        ));
    }
    if group.cohesion == Cohesion::Broken {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-003"),
            "broken troops neither fight nor are fought",
            "leave the broken battle group out; pursuit takes its bases",
        ));
    }
    Ok((group, front.profile.troop_type))
}

fn check_duel(fight: &Fight, number: usize) -> Result<(), Refusal> {
    let Some(duel) = fight.duels.get(number) else { return Ok(()) };
    for side in Side::BOTH {
        let (own, enemy) = (&duel.stands[side], &duel.stands[side.other()]);
        let (group, troop_type) = file_of(fight, own.file, side)?;
        if troop_type.is_artillery() {
            return Err(Refusal::new(
                rule!("FOGR-COMBAT-093"),
                "artillery never fights hand to hand",
                "put the foot that give it rear support in its place, or have it captured",
            ));
        }
        match fight.phase {
            CombatPhase::Impact => check_impact(duel.stands.red.charge, duel.stands.blue.charge, own)?,
            _ => check_melee(group, own, enemy)?,
        }
        check_once(fight, number, side, own, troop_type)?;
    }
    Ok(())
}

fn check_impact(red: Charge, blue: Charge, own: &Stand) -> Result<(), Refusal> {
    if own.role != Role::Front {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-014"),
            "at impact only paired bases fight; there are no overlaps",
            "pair the file with an enemy file, or leave it out",
        ));
    }
    if red == Charge::No && blue == Charge::No {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-008"),
            "at impact only contacts made by a charge fight",
            "say which side charges",
        ));
    }
    if red == Charge::FlankOrRear && blue == Charge::FlankOrRear {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-067"),
            "two files cannot charge each other in flank or rear",
            "let one of them charge, or both to the front",
        ));
    }
    Ok(())
}

fn check_melee(group: &Group, own: &Stand, enemy: &Stand) -> Result<(), Refusal> {
    if own.charge != Charge::No {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-008"),
            "nobody charges in the melee phase",
            "leave the charge out, or choose the impact phase",
        ));
    }
    if own.role == Role::Overlap && enemy.role != Role::Idle {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-020"),
            "an overlapped file does not fight the overlap: it fights the enemy in front of it",
            "make the overlapped file idle in this contact",
        ));
    }
    if own.role == Role::Idle && enemy.role == Role::Idle {
        return Err(Refusal::new(
            rule!("FOGR-MELEE-005"),
            "neither of the two files fights",
            "leave this contact out",
        ));
    }
    let square = group.is_formed(Formation::Square);
    if square && (own.role == Role::Overlap || enemy.role == Role::Overlap) {
        return Err(Refusal::new(
            rule!("FOGR-SPECIAL-043"),
            "a square neither overlaps nor is overlapped",
            "leave the overlap out",
        ));
    }
    Ok(())
}

/// A file fights one enemy to its front, or overlaps one; battle wagons on a long edge fight two.
fn check_once(
    fight: &Fight,
    number: usize,
    side: Side,
    own: &Stand,
    troop_type: TroopType,
) -> Result<(), Refusal> {
    enforces!("FOGR-COMBAT-017", "FOGR-COMBAT-023");
    let stands = || fight.duels.iter().map(|d| &d.stands[side]).filter(|s| s.file == own.file);
    let most = if troop_type == TroopType::BattleWagons { 2 } else { 1 };
    let fronts = stands().filter(|s| s.role == Role::Front).count();
    let overlaps = stands().filter(|s| s.role == Role::Overlap).count();
    if fronts > most {
        return Err(Refusal::new(
            rule!("FOGR-COMBAT-021"),
            "a file fights one enemy, the one in front of it",
            "make it idle in the other contacts",
        )
        .fact("contact", number + 1));
    }
    if overlaps > 1 {
        return Err(Refusal::new(
            rule!("FOGR-MELEE-012"),
            "a file overlaps only one enemy",
            "let its owner choose which",
        )
        .fact("contact", number + 1));
    }
    if overlaps > 0 && fronts > 0 {
        return Err(Refusal::new(
            rule!("FOGR-MELEE-013"),
            "a file with enemy to its front cannot overlap",
            "leave one of the two out",
        )
        .fact("contact", number + 1));
    }
    check_overlapped(fight, number, side, own)
}

/// One overlapping file at each end of each edge.
fn check_overlapped(fight: &Fight, number: usize, side: Side, own: &Stand) -> Result<(), Refusal> {
    let facing = |file: FileRef| {
        fight.groups[usize::from(file.group)].files.get(usize::from(file.file)).map(|f| f.facing)
    };
    let same_edge = |s: &Stand| s.file.group == own.file.group && facing(s.file) == facing(own.file);
    let overlapping = fight
        .duels
        .iter()
        .filter(|d| d.stands[side.other()].role == Role::Overlap && same_edge(&d.stands[side]))
        .count();
    if overlapping > 2 {
        return Err(Refusal::new(
            rule!("FOGR-MELEE-010"),
            "only one file can overlap each end of an edge",
            "leave the other overlaps out",
        )
        .fact("contact", number + 1)
        .fact("overlapping files", overlapping));
    }
    Ok(())
}

fn target(fight: &Fight, at: u8) -> Result<&Group, Refusal> {
    let group = fight.groups.get(usize::from(at)).ok_or_else(|| {
        Refusal::new(rule!("FOGR-SHOOT-017"), "there is no such target", "name a battle group of the fight")
    })?;
    if group.cohesion == Cohesion::Broken {
        return Err(Refusal::new(
            rule!("FOGR-SHOOT-017"),
            "routers are never shot at",
            "choose an unbroken target",
        ));
    }
    Ok(group)
}

fn check_volley(fight: &Fight, volley: &Volley) -> Result<(), Refusal> {
    let aim = target(fight, volley.at)?;
    let shooters = fight.groups.get(usize::from(volley.by)).ok_or_else(|| {
        Refusal::new(
            rule!("FOGR-SHOOT-001"),
            "there are no such shooters",
            "name a battle group of the fight",
        )
    })?;
    if shooters.side == aim.side {
        return Err(Refusal::new(
            rule!("FOGR-SHOOT-017"),
            "only enemy battle groups are targets",
            "choose a target of the other side",
        ));
    }
    if shooters.cohesion == Cohesion::Broken {
        return Err(Refusal::new(
            rule!("FOGR-SHOOT-046"),
            "broken troops do not shoot",
            "leave the broken battle group out",
        ));
    }
    if volley.regimental_gun.is_some() && !shooters.regimental_gun {
        return Err(Refusal::new(
            rule!("FOGR-BG-055"),
            "this battle group has no regimental gun",
            "give it one, or leave its shot out",
        ));
    }
    for (i, shot) in volley.files.iter().enumerate() {
        let twice = shoots_twice(&volley.files[..i], shot);
        let Some(file) = shooters.files.get(usize::from(shot.file)).filter(|_| !twice) else {
            return Err(Refusal::new(
                rule!("FOGR-SHOOT-015"),
                "a file shoots once, and has to exist",
                "name each shooting file of the battle group once",
            )
            .fact("file", u32::from(shot.file) + 1));
        };
        for base in &file.bases {
            check_shot(shooters, base.profile, shot.range, shot.edge)?;
        }
    }
    Ok(())
}

/// Whether a base would shoot again that has shot already; a battle wagon has two halves.
fn shoots_twice(before: &[FileShot], shot: &FileShot) -> bool {
    let same_file = before.iter().filter(|s| s.file == shot.file);
    let clashes = same_file.filter(|s| match (s.by, shot.by) {
        (ShotBy::Places(a), ShotBy::Places(b)) => a & b != 0,
        (ShotBy::HalfWagon(a), ShotBy::HalfWagon(b)) => a == b,
        _ => true,
    });
    clashes.count() > usize::from(matches!(shot.by, ShotBy::HalfWagon(_)))
}

fn check_shot(
    group: &Group,
    base: crate::troops::BaseProfile,
    range: Range,
    edge: Edge,
) -> Result<(), Refusal> {
    let Some(super::Weapon::Of(weapon)) = super::weapon_of(base) else { return Ok(()) };
    if range == Range::Long && !has_long_range(weapon, base.is_foot()) {
        return Err(Refusal::new(
            rule!("FOGR-SHOOT-008"),
            format!("{weapon} has no long range"),
            "shoot at short range, or not at all",
        ));
    }
    let light_horse = base.troop_type == TroopType::LightHorse && weapon == Capability::Bow;
    let tercio_shot = base.is_shot();
    let allowed = match edge {
        Edge::Front => true,
        Edge::Flank => {
            tercio_shot && matches!(group.formation, Formation::EarlyTercio | Formation::LaterTercio)
        }
        Edge::Rear => light_horse || (tercio_shot && group.is_formed(Formation::EarlyTercio)),
    };
    let wagons = base.troop_type == TroopType::BattleWagons;
    if !allowed && !wagons {
        return Err(Refusal::new(
            if edge == Edge::Rear { rule!("FOGR-SHOOT-024") } else { rule!("FOGR-SHOOT-025") },
            "these troops do not shoot from that edge",
            "only shot of tercios shoot from flank edges, and only early tercios' shot and light horse with bow \
             from the rear",
        ));
    }
    Ok(())
}
