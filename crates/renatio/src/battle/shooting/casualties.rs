//! Bases lost by fire: evenly, the owner choosing among the deepest files.

use super::message::Event;
use crate::battle::Cx;
use crate::battle::outcome::settle;
use crate::battle::world::{BrokenBy, Foe, UgId, World};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_tabletop::BaseId;
use serde::{Deserialize, Serialize};

/// Units that must still give bases up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Casualties(Vec<(UgId, u8)>);

impl Casualties {
    /// A unit loses so many bases.
    pub fn add(&mut self, ug: UgId, killed: u8) {
        self.0.push((ug, killed));
    }

    /// The unit that must give up a base now, and the files from which it may.
    ///
    /// Units that lose everything come last, so that nobody is asked while one stands without bases; they have no choice.
    pub fn next(&self, world: &World) -> Option<(UgId, Vec<u8>)> {
        let open = || self.0.iter().copied().filter(|(_, left)| *left > 0);
        if let Some((ug, _)) = open().find(|(ug, left)| usize::from(*left) < world.size(*ug)) {
            return Some((ug, files_that_lose(world, ug)));
        }
        let (ug, _) = open().next()?;
        Some((ug, files_that_lose(world, ug).into_iter().take(1).collect()))
    }

    /// The unit in turn has given a base up.
    pub fn taken(&mut self, ug: UgId) {
        if let Some((_, left)) = self.0.iter_mut().find(|(own, left)| *own == ug && *left > 0) {
            *left -= 1;
        }
    }

    /// Takes every base for which there is no choice; then who must choose, if anybody. At the end broken units are told.
    pub fn go_on(&mut self, cx: &mut Cx<'_>) -> Option<(UgId, Side)> {
        while let Some((ug, files)) = self.next(cx.world) {
            match files.as_slice() {
                [] => self.0.retain(|(other, _)| *other != ug),
                [only] => {
                    take(cx, ug, *only);
                    self.taken(ug);
                }
                _ => return Some((ug, cx.world[ug].side)),
            }
        }
        for (ug, _) in std::mem::take(&mut self.0) {
            settle(cx, Foe::Ug(ug), BrokenBy::Shooting);
        }
        None
    }
}

/// The files from which a base may be lost: the deepest, and of files one deep those at the ends, so that the unit holds
/// together.
fn files_that_lose(world: &World, ug: UgId) -> Vec<u8> {
    enforces!("RETG-SHOOT-039");
    let formation = world.formation(ug);
    let files: Vec<u8> = formation.files().collect();
    let deepest = files.iter().map(|file| formation.file_depth(*file)).max().unwrap_or(0);
    if deepest <= 1 {
        let mut ends: Vec<u8> = files.first().into_iter().chain(files.last()).copied().collect();
        ends.dedup();
        return ends;
    }
    files.into_iter().filter(|file| formation.file_depth(*file) == deepest).collect()
}

/// A file loses its rearmost base.
pub fn take(cx: &mut Cx<'_>, ug: UgId, file: u8) {
    let of_file = |id: &&BaseId| cx.world[**id].at.file == file;
    let rearmost =
        cx.world.base_ids_of(ug).iter().filter(of_file).max_by_key(|id| cx.world[**id].at.rank).copied();
    let Some(id) = rearmost else { return };
    cx.world[id].standing = false;
    close_up_files(cx.world, ug);
    cx.tell(crate::battle::Event::Shooting(Event::BaseLost { ug, file }));
}

/// Files are numbered from 0 again when the leftmost is gone, and Commanders stay with files that there are.
fn close_up_files(world: &mut World, ug: UgId) {
    let ids: Vec<BaseId> = world.base_ids_of(ug).to_vec();
    let first = ids.iter().map(|id| world[*id].at.file).min().unwrap_or(0);
    for id in ids {
        world[id].at.file -= first;
    }
    let last = world.formation(ug).files().last().unwrap_or(0);
    for commander in &mut world.commanders {
        if let crate::battle::world::Post::With { ug: own, file, .. } = &mut commander.post
            && *own == ug
        {
            *file = file.saturating_sub(first).min(last);
        }
    }
}
