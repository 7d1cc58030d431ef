//! The rulebook's worked examples that need a position.

use crate::battle_common::{bases, group, guns, horse, pike, scene, shot};
use crate::outcome::steps::{attrition, charge, settle, tale};
use caracole_fog::RollPurpose;
use caracole_fog::army::{BaseCount, GroupPermit};
use caracole_fog::battle::joint::break_off::{may_break_off, plan};
use caracole_fog::battle::melee::pairing::{OverlapChoice, open_choices, pairs};
use caracole_fog::battle::outcome::{Roster, files_of};
use caracole_fog::battle::position::contact;
use caracole_fog::combat::{Protection, Role};
use caracole_fog::troops::{Armour, Capability, Cohesion, CombatPhase, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;
use caracole_plane::Um;

fn cavaliers(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::Cavaliers,
        Some(Armour::Armoured),
        &[Capability::ImpactMounted, Capability::Swordsmen],
    )
}

#[test]
fn ex_217_commanded_shot_beside_horse() {
    proves!("FOGR-COMBAT-089");
    let scene = scene()
        .red(group("Shot", &[shot(2)]).says(GroupPermit::CommandedShot).at(500, 300, 0, 1))
        .red(group("Horse", &[horse(4)]).at(560, 300, 0, 2))
        .blue(group("E", &[horse(4)]).at(900, 900, 180, 2));
    let world = scene.world();
    let roster = Roster::of(&world, &[scene.id("Shot"), scene.id("Horse")]);
    let fight = roster.fight(&world, CombatPhase::Melee);
    let protection = |name: &str| -> Vec<Protection> {
        let index = roster.index(scene.id(name)).expect("in the fight");
        fight.groups[usize::from(index)].files.iter().map(|f| f.protection).collect()
    };
    assert_eq!(protection("Shot"), [Protection::Protected]);
    assert_eq!(protection("Horse")[0], Protection::Protected);
    assert_ne!(protection("Horse")[1], Protection::Protected);
}

#[test]
fn ex_218_no_overlap_at_a_corner_between_two_contacted_edges() {
    proves!("FOGR-MELEE-011");
    // A base of red touched on its front by B and on its right by C; D stands at that corner, beside B.
    let corner = |flanked: bool| {
        let mut scene = scene()
            .red(group("A", &[pike(2)]).at(500, 300, 0, 1))
            .blue(group("B", &[pike(2)]).at(500, 300, 180, 1))
            .blue(group("D", &[pike(2)]).at(540, 300, 180, 1));
        if flanked {
            scene = scene.blue(group("C", &[pike(2)]).at(520, 280, 270, 1));
        }
        let world = scene.world();
        let d = scene.id("D");
        pairs(&world, &[]).iter().filter(|p| p.own.0 == d).count()
    };
    assert_eq!(corner(false), 1);
    assert_eq!(corner(true), 0);
}

#[test]
fn ex_219_a_file_that_could_overlap_two_enemies_fights_one() {
    proves!("FOGR-MELEE-012", "FOGR-COMBAT-020");
    // Three red files in line; blue before the first and the third: the middle one overlaps either.
    let scene = scene()
        .red(group("L", &[pike(2)]).at(460, 300, 0, 1))
        .red(group("M", &[pike(2)]).at(500, 300, 0, 1))
        .red(group("R", &[pike(2)]).at(540, 300, 0, 1))
        .blue(group("X", &[pike(2)]).at(460, 300, 180, 1))
        .blue(group("Y", &[pike(2)]).at(540, 300, 180, 1));
    let world = scene.world();
    let (m, x, y) = (scene.id("M"), scene.id("X"), scene.id("Y"));
    let open = open_choices(&world, Side::Red);
    let front = files_of(&world, m)[0].bases[0];
    assert_eq!(open.iter().map(|(b, e)| (*b, e.to_vec())).collect::<Vec<_>>(), [(front, vec![x, y])]);
    for against in [x, y] {
        let fought: Vec<_> = pairs(&world, &[OverlapChoice { base: front, against }])
            .into_iter()
            .filter(|p| p.own.0 == m)
            .map(|p| (p.role, p.their.0))
            .collect();
        assert_eq!(fought, [(Role::Overlap, against)]);
    }
}

#[test]
fn ex_221_partly_supported_guns_captured_by_pike_and_shot() {
    proves!("FOGR-COMBAT-099", "FOGR-COMBAT-102");
    // Three guns, two of them supported.
    let mut play = scene()
        .red(group("Foot", &[pike(4), shot(4)]).at(500, 400, 0, 4))
        .blue(group("Guns", &[guns(3, TroopType::MediumArtillery)]).at(500, 440, 180, 3))
        .blue(group("Support", &[pike(4)]).at(520, 480, 180, 2))
        .begin();
    let (battery, foot, support) = (play.id("Guns"), play.id("Foot"), play.id("Support"));
    charge(&mut play, "Foot", &["Guns"]);
    let state = &play.world()[battery];
    assert_eq!(state.captured.map(|c| (c.side, c.controls)), Some((Side::Red, true)), "{}", tale(&play));
    assert_eq!(attrition(&play, Side::Blue), 2);
    assert!(contact::in_close_combat_with(play.world(), foot, support));
    // The supporters win, but as long as their opponents stand the guns are lost.
    settle(&mut play, |roll| match (roll.side, roll.purpose) {
        (Some(Side::Blue), RollPurpose::Impact) => 6,
        (Some(Side::Blue), RollPurpose::CohesionTest) => 6,
        (_, RollPurpose::VariableMove) => 3,
        (_, RollPurpose::DeathRoll) => 6,
        _ => 1,
    });
    // Red fell two levels at most: not broken yet.
    assert!(!play.world()[foot].is_broken());
    assert!(play.world()[battery].is_in_enemy_hands());
}

#[test]
fn ex_222_to_225_who_may_break_off() {
    proves!("FOGR-JAP-004", "FOGR-JAP-005", "FOGR-JAP-006", "FOGR-JAP-009", "FOGR-JAP-010");
    let pair = |a: BaseCount, ca: Cohesion, b: BaseCount, cb: Cohesion| {
        let scene = scene()
            .red(group("A", &[a]).at(500, 500, 0, 2).cohesion(ca))
            .blue(group("B", &[b]).at(500, 500, 180, 2).cohesion(cb));
        let world = scene.world();
        let a = scene.id("A");
        may_break_off(&world, a).then(|| plan(&world, a).map(|g| g.anchor.at.y)).flatten()
    };
    use Cohesion::{Disrupted, Fragmented, Steady};
    // A: disrupted foot from steady foot, 4 MU.
    assert_eq!(pair(pike(4), Disrupted, pike(4), Steady), Some(Um::from_mm(400)));
    assert_eq!(pair(pike(4), Steady, pike(4), Steady), None);
    // B: the opponents are disrupted.
    assert_eq!(pair(pike(4), Disrupted, pike(4), Disrupted), None);
    // C: steady cavaliers against horse. D: fragmented ones, 5 MU.
    assert_eq!(pair(cavaliers(4), Steady, horse(4), Steady), None);
    assert_eq!(pair(cavaliers(4), Fragmented, horse(4), Steady), Some(Um::from_mm(375)));
}

#[test]
fn ex_233_average_troops_support_superior_ones_but_not_elite() {
    proves!("FOGR-GLOSSARY-034");
    use caracole_fog::battle::position::support::supports;
    use caracole_fog::troops::Quality;
    for (quality, can) in [(Quality::Superior, true), (Quality::Elite, false)] {
        let scene = scene()
            .red(group("Front", &[pike(4)]).quality(quality).at(500, 400, 0, 2))
            .red(group("Behind", &[pike(4)]).at(500, 320, 0, 2))
            .blue(group("B", &[horse(4)]).at(500, 900, 180, 2));
        let world = scene.world();
        assert_eq!(supports(&world, scene.id("Behind"), scene.id("Front")), can, "{quality:?}");
    }
}

#[test]
fn ex_234_one_end_of_a_line_in_bad_ground() {
    proves!("FOGR-TERRAIN-031", "FOGR-TERRAIN-032");
    use caracole_fog::battle::position::disorder;
    use caracole_fog::field::TerrainKind;
    use caracole_fog::troops::Disorder;
    // Six files of heavy foot, the leftmost in a forest.
    let scene = scene()
        .terrain(TerrainKind::Forest, (300, 200), (419, 400))
        .red(group("Line", &[pike(6)]).at(500, 300, 0, 6))
        .blue(group("B", &[horse(4)]).at(500, 900, 180, 2));
    let world = scene.world();
    let line = scene.id("Line");
    let states: Vec<Disorder> =
        world.bases_of(line).iter().map(|b| disorder::of_base(&world, line, b)).collect();
    assert_eq!(states[0], Disorder::SeverelyDisordered);
    assert!(states[1..].iter().all(|d| *d == Disorder::None));
    assert_eq!(disorder::worst(&world, line), Disorder::SeverelyDisordered, "for tests all of it is");
}
