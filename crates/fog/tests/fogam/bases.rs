//! Bases, files, and what is not counted among them.

use crate::battle_common::*;
use caracole_fog::army::CommanderLevel;
use caracole_fog::battle::CommanderId;
use caracole_fog::battle::world::CommanderPlace;
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Um;

#[test]
fn a_file_is_a_base_of_the_front_rank_and_those_behind_it() {
    proves!("FOGAM-GLOSSARY-021");
    // Seven archers in three files: the first has three ranks, the others two.
    let scene = ancient_scene().red(group("A", &[archers(7)]).at(500, 300, 0, 3));
    let (world, a) = (scene.world(), scene.id("A"));
    let bases = world.bases_of(a);
    for (file, left, ranks) in [(0, 460, 3), (1, 500, 2), (2, 540, 2)] {
        let of_file: Vec<_> = bases.iter().filter(|b| b.at.file == file).collect();
        assert_eq!(of_file.len(), ranks, "file {file}");
        for (rank, base) in of_file.iter().enumerate() {
            let at = base.base.front.at;
            let behind = i32::try_from(rank).unwrap() * 20;
            assert_eq!((at.x, at.y), (Um::from_mm(left), Um::from_mm(300 - behind)));
        }
    }
}

#[test]
fn a_commander_is_never_one_of_the_bases() {
    proves!("FOGAM-SCALE-007");
    let scene = ancient_scene().red(group("A", &[legionaries(4)]).at(500, 300, 0, 2)).commander(
        Side::Red,
        CommanderLevel::Field,
        "A",
    );
    let (mut world, a) = (scene.world(), scene.id("A"));
    for place in [CommanderPlace::With(a), CommanderPlace::FrontRank(a)] {
        world[CommanderId(0)].place = place;
        assert_eq!((world.size(a), world[a].base_count), (4, 4), "{place:?}");
    }
    let base = world[CommanderId(0)].base;
    assert!(base.width <= Um::from_mm(40) && base.depth <= Um::from_mm(40));
}
