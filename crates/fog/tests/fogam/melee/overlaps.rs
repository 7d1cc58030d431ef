//! Who fights whom where lines do not match.

use crate::battle_common::*;
use caracole_fog::ancients::Ancients;
use caracole_fog::battle::melee::pairing::{self, Pair};
use caracole_fog::battle::outcome::roster;
use caracole_fog::combat::{Directions, Role};
use caracole_ledger::proves;

fn pairs(scene: &Scene<Ancients>) -> Vec<Pair> {
    pairing::pairs(&scene.world(), &[])
}

fn of(pairs: &[Pair], role: Role) -> usize {
    pairs.iter().filter(|p| p.role == role).count()
}

fn against(files: u8, x: i32) -> Scene<Ancients> {
    ancient_scene()
        .red(group("A", &[cavalrymen(files)]).at(500, 300, 0, files))
        .blue(group("B", &[cavalrymen(4)]).at(x, 300, 180, 2))
}

#[test]
fn one_file_overlaps_at_each_end_and_the_overlapped_do_not_fight_back() {
    proves!("FOGAM-MELEE-005", "FOGAM-MELEE-010", "FOGAM-MELEE-012");
    for (files, overlaps) in [(2, 0), (4, 2), (6, 2)] {
        let found = pairs(&against(files, 500));
        assert_eq!((of(&found, Role::Front), of(&found, Role::Overlap)), (2, overlaps), "{files}");
        assert!(found.iter().filter(|p| p.role == Role::Overlap).all(|p| p.back == Role::Idle));
    }
}

#[test]
fn a_melee_that_cannot_line_up_is_fought_as_if_it_had() {
    proves!("FOGAM-MELEE-011");
    let found = pairs(&against(2, 520));
    assert_eq!((of(&found, Role::Front), of(&found, Role::Overlap)), (2, 0));
}

#[test]
fn a_file_beside_two_enemies_overlaps_the_one_that_its_player_chooses() {
    proves!("FOGAM-MELEE-007");
    // Friends hold both enemies by the front; the file between the two overlaps one of them.
    let scene = ancient_scene()
        .red(group("L", &[militia(4)]).at(440, 300, 0, 2))
        .red(group("M", &[militia(2)]).at(500, 300, 0, 1))
        .red(group("R", &[militia(4)]).at(560, 300, 0, 2))
        .blue(group("B", &[militia(4)]).at(440, 300, 180, 2))
        .blue(group("C", &[militia(4)]).at(560, 300, 180, 2));
    let world = scene.world();
    let open = pairing::open_choices(&world, caracole_kernel::Side::Red);
    assert_eq!(open.len(), 1, "{open:?}");
    let (base, groups) = &open[0];
    assert_eq!(groups.to_vec(), [scene.id("B"), scene.id("C")]);
    for against in [scene.id("B"), scene.id("C")] {
        let chosen = [pairing::OverlapChoice { base: *base, against }];
        let found = pairing::pairs(&world, &chosen);
        let overlaps: Vec<_> = found.iter().filter(|p| p.role == Role::Overlap).map(|p| p.their.0).collect();
        assert_eq!(overlaps, [against]);
    }
}

#[test]
fn no_base_overlaps_that_has_an_enemy_to_its_own_front() {
    proves!("FOGAM-MELEE-008");
    let scene = ancient_scene()
        .red(group("L", &[militia(4)]).at(440, 300, 0, 2))
        .red(group("M", &[militia(2)]).at(500, 300, 0, 1))
        .blue(group("B", &[militia(4)]).at(440, 300, 180, 2))
        .blue(group("C", &[militia(2)]).at(500, 300, 180, 1));
    assert_eq!(of(&pairs(&scene), Role::Overlap), 0);
}

#[test]
fn bases_turned_to_a_flank_make_two_directions() {
    proves!("FOGAM-MELEE-013", "FOGAM-GLOSSARY-020");
    let scene = ancient_scene()
        .red(group("A", &[militia(6)]).at(500, 300, 0, 3))
        .blue(group("B", &[cavalrymen(4)]).at(500, 300, 180, 2))
        .blue(group("C", &[cavalrymen(4)]).at(440, 290, 90, 1));
    let mut world = scene.world();
    let a = scene.id("A");
    assert_eq!(roster::directions(&world, a), Directions::One);
    for id in world.base_ids(a) {
        if world[id].at.file == 0 {
            world[id].facing = caracole_fog::formation::Facing::Left;
            let turned = world[id].base.fronting(caracole_plane::Edge::Left);
            world[id].base = turned;
        }
    }
    assert_eq!(roster::directions(&world, a), Directions::Two);
}

#[test]
fn nobody_overlaps_a_corner_between_two_edges_that_are_fought() {
    proves!("FOGAM-MELEE-006");
    // A fights the front of B, D stands beside A; C fights the side of B on that hand, or on the other.
    let overlaps = |c: Option<(i32, i32)>| {
        let scene = ancient_scene()
            .red(group("A", &[militia(2)]).at(500, 300, 0, 1))
            .red(group("D", &[militia(2)]).at(460, 300, 0, 1))
            .blue(group("B", &[militia(4)]).at(500, 300, 180, 1));
        let scene = match c {
            Some((x, degrees)) => scene.red(group("C", &[militia(2)]).at(x, 320, degrees, 1)),
            None => scene,
        };
        of(&pairs(&scene), Role::Overlap)
    };
    assert_eq!(overlaps(None), 1);
    assert_eq!(overlaps(Some((480, 90))), 0);
    assert_eq!(overlaps(Some((520, 270))), 1);
}
