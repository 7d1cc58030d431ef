//! The shooting of a phase as the combat arithmetic sees it.

use super::aim::{Arm, Shooting};
use super::naval;
use super::sight::{in_cover, is_cramped};
use crate::battle::outcome::{FileBases, Roster, files_of, ground};
use crate::battle::position::{flank, kinds};
use crate::battle::world::{GroupId, World};
use crate::combat::{Bombardment, Defence, Edge as ShotEdge, Fight, FileShot, Volley};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, Edge};
use smallvec::SmallVec;

/// The fight of a shooting phase.
#[must_use]
pub fn volleys(world: &World, shooting: &[Shooting], fleet: &[(Side, GroupId)]) -> Option<(Roster, Fight)> {
    if shooting.is_empty() && fleet.is_empty() {
        return None;
    }
    let mut taking_part: Vec<GroupId> = shooting.iter().flat_map(|s| [s.group, s.target.0]).collect();
    taking_part.extend(fleet.iter().map(|(_, at)| *at));
    taking_part.sort_unstable();
    taking_part.dedup();
    let roster = Roster::of(world, &taking_part);
    let mut fight = roster.fight(world, crate::troops::CombatPhase::Shooting);
    for shot in shooting {
        let files = files_of(world, shot.group);
        let Some(file) = files.get(usize::from(shot.file)) else { continue };
        let Some(fresh) = volley(world, &roster, shot, file) else { continue };
        // What the nearest rank is decides, not which of its files is nearest.
        let nearest = |v: &Volley| {
            let target = fight.groups.get(usize::from(v.at))?;
            let bases = &target.files.get(usize::from(v.nearest))?.bases;
            let base = if v.from_behind { bases.last() } else { bases.first() };
            base.map(|b| b.profile.troop_type)
        };
        let facts = |v: &Volley| (v.by, v.at, nearest(v), v.from_behind, v.cover, v.enfilade);
        let known = fight.volleys.iter().position(|v| facts(v) == facts(&fresh));
        let known = known.unwrap_or_else(|| {
            fight.volleys.push(fresh);
            fight.volleys.len() - 1
        });
        let Some(volley) = fight.volleys.get_mut(known) else { continue };
        let Some(&front) = file.bases.first() else { continue };
        match shot.arm {
            Arm::RegimentalGun => volley.regimental_gun = Some(shot.range),
            Arm::Bases(by) => volley.files.push(FileShot {
                file: shot.file,
                by,
                range: shot.range,
                edge: match shot.edge {
                    Edge::Front => ShotEdge::Front,
                    Edge::Left | Edge::Right => ShotEdge::Flank,
                    Edge::Rear => ShotEdge::Rear,
                },
                barred: shot.barred,
                first_rank_only: is_cramped(world, &world[front].base.rect()),
            }),
        }
    }
    for &(_, target) in fleet {
        let Some(at) = roster.index(target) else { continue };
        match fight.bombardments.iter_mut().find(|b| b.at == at) {
            Some(known) => known.units += 1,
            None => {
                let cover = naval::is_in_cover(world, target);
                fight.bombardments.push(Bombardment { units: 1, at, cover });
            }
        }
    }
    Some((roster, fight))
}

/// One volley for each target base's circumstances: its cover, and where the shooters stand.
fn volley(world: &World, roster: &Roster, shot: &Shooting, file: &FileBases) -> Option<Volley> {
    enforces!("FOGR-COMBAT-039", "FOGR-COMBAT-041", "FOGR-COMBAT-047");
    let (by, at) = (roster.index(shot.group)?, roster.index(shot.target.0)?);
    let (enemy, base) = shot.target;
    let rect = world[base].base.rect();
    let theirs = world.body(enemy).footprint().rect();
    let shooters: Vec<BaseRect> = match shot.arm {
        Arm::RegimentalGun => file.bases.first().map(|&b| world[b].base.rect()).into_iter().collect(),
        Arm::Bases(by) => {
            let bases = file.bases.iter().enumerate().filter(|(place, _)| by.has(*place));
            bases.map(|(_, &b)| world[b].base.rect()).collect()
        }
    };
    let from_behind = shooters.iter().all(|r| theirs.has_entirely_behind_rear(r));
    let works = || -> bool {
        shooters.iter().any(|r| {
            let defence = ground::defended(world, enemy, base, r);
            matches!(defence, Defence::Fortification | Defence::Obstacle)
        })
    };
    let enfilade = || {
        enforces!("FOGR-GLOSSARY-015");
        kinds::is_artillery(world, shot.group)
            && flank::can_be_taken(world, enemy).0
            && !from_behind
            && flank::starts_on_flank_or_rear(world, shot.group, enemy)
    };
    Some(Volley {
        by,
        at,
        files: SmallVec::new(),
        regimental_gun: None,
        nearest: roster.file_of(enemy, base).map_or(0, |(f, _)| f.file),
        from_behind,
        cover: in_cover(world, &rect) || works(),
        enfilade: enfilade(),
    })
}
