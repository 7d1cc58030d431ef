//! Puts battle groups on the table.

use super::arrange::arrangements;
use super::law::law;
use super::position::note_autobreak;
use super::world::{GroupId, Posture, Presence, World};
use super::{PlacedGroup, Scenario};
use crate::field::{bases_of, laid_out};
use crate::formation::{
    Facing, Formation, Nature, Status, check, early_tercio_footprint, later_tercio_footprint,
};
use crate::troops::{Book, Cohesion};
use caracole_kernel::Refusal;
use caracole_ledger::enforces;
use caracole_plane::{Pose, Um};
use smallvec::SmallVec;

pub(super) fn bad(
    book: impl Into<Book>,
    problem: impl Into<std::borrow::Cow<'static, str>>,
    remedy: &'static str,
) -> Refusal {
    Refusal::new(law!(book, "FOGR-TURN-001", "FOGAM-TURN-001"), problem, remedy)
}

/// Puts a battle group on the table in a legal formation.
pub fn deploy(world: &mut World, group: GroupId, formation: &Formation, front: Pose) {
    enforces!("FOGR-BG-027");
    let width = world.field.base_width() * i32::try_from(formation.width()).unwrap_or(0);
    let body =
        laid_out(world.field.scale, formation, front.offset(-width.half(), Um::ZERO), world.lead(group));
    // Before deployment bases have no places in the grid: those of a kind are taken in order.
    let mut left: Vec<_> = world.all_base_ids(group).filter(|&b| world[b].standing).collect();
    for (placed, base) in formation.placed().zip(bases_of(&body)) {
        let Some(i) = left.iter().position(|&b| world[b].profile == placed.base) else { continue };
        let id = left.remove(i);
        let state = &mut world[id];
        state.base = base;
        state.at = placed.at;
        state.facing = placed.facing;
    }
    world[group].presence = Presence::OnTable;
    world[group].footprint = match world[group].status {
        Status::EarlyTercio => Some(early_tercio_footprint(formation)),
        Status::LaterTercio => Some(later_tercio_footprint(formation)),
        _ => None,
    }
    .map(|f| (f.files, f.ranks));
}

/// Puts a battle group on the table in the formation that is described, if that is legal.
pub fn form_up(
    world: &mut World,
    scenario: &Scenario,
    group: GroupId,
    placed: &PlacedGroup,
) -> Result<(), Refusal> {
    let name = || scenario.name(group).to_owned();
    if world[group].is_on_table() {
        return Err(bad(world.book, format!("{} are placed twice", name()), "Place each battle group once."));
    }
    let start = world.start_of(group);
    let nature: Nature<'_> = world.nature(group, &start);
    let mut left = world.profiles(group).to_vec();
    for lost in &placed.lost {
        let at = left.iter().position(|b| b == lost).ok_or_else(|| {
            bad(
                world.book,
                format!("{} never had a base that they have lost", name()),
                "Name bases of the list only.",
            )
        })?;
        left.remove(at);
    }
    if left.is_empty() {
        return Err(bad(world.book, format!("{} have no bases left", name()), "Leave the battle group out."));
    }
    let formation = match &placed.formation {
        Some(formation) => {
            let mut given = formation.profiles();
            let mut wanted = left.clone();
            given.sort_unstable();
            wanted.sort_unstable();
            if given != wanted {
                return Err(bad(
                    world.book,
                    format!("The formation of {} does not hold its bases", name()),
                    "Put every base of the list that is not lost into the formation.",
                ));
            }
            check(&nature, formation)?;
            formation.clone()
        }
        None => {
            arrangements(&nature, &left, usize::from(placed.files)).into_iter().next().ok_or_else(|| {
                Refusal::new(
                    law!(world.book, "FOGR-BG-006", "FOGAM-BG-011"),
                    format!("{} have no legal formation of that width", name()),
                    "Use another number of files.",
                )
                .fact("files", i32::from(placed.files))
                .fact("bases", left.len())
            })?
        }
    };
    let limbers = start.iter().any(|b| {
        use crate::troops::TroopType::{HeavyArtillery, MediumArtillery};
        matches!(b.troop_type, MediumArtillery | HeavyArtillery)
    });
    if placed.limbered && !(limbers && world.book.has_limbers()) {
        return Err(Refusal::new(
            law!(world.book, "FOGR-MOVE-037", "FOGAM-MOVE-010"),
            format!("{} have no limbers", name()),
            "Put it down ready to shoot.",
        ));
    }
    let formation = match placed.limbered {
        true => formation.turned(|_| Facing::Rear),
        false => formation,
    };
    world[group].posture = if placed.limbered { Posture::Limbered } else { Posture::Normal };
    world[group].cohesion = placed.cohesion;
    let mut gone = placed.lost.clone();
    for base in world.all_base_ids(group).collect::<SmallVec<[_; 16]>>() {
        if let Some(at) = gone.iter().position(|lost| *lost == world[base].profile) {
            gone.remove(at);
            world[base].standing = false;
        }
    }
    deploy(world, group, &formation, placed.front);
    if placed.cohesion == Cohesion::Broken {
        note_autobreak(world, group);
    }
    Ok(())
}
