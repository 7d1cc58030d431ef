//! What the rules ask about a position: disorder, support, threatened flanks, command, distances.

use crate::battle_common::*;
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::customs::{Ground, Rate};
use caracole_fog::battle::position::{command, disorder, flank, kinds, restricted, support};
use caracole_fog::battle::world::{CommanderPlace, Posture};
use caracole_fog::field::{Covering, Grade, TerrainKind};
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::{Armour, Capability, Cohesion, Disorder, Quality, TroopType};
use caracole_kernel::Side;
use caracole_ledger::{proves, rule};

#[test]
fn terrain_has_the_grades_of_the_list() {
    proves!("FOGR-TERRAIN-002", "FOGR-TERRAIN-013", "FOGR-TERRAIN-014");
    let grades = [
        (TerrainKind::BrokenGround, Grade::Uneven),
        (TerrainKind::Brush, Grade::Rough),
        (TerrainKind::EnclosedFields, Grade::Rough),
        (TerrainKind::Plantation, Grade::Rough),
        (TerrainKind::Gully, Grade::Rough),
        (TerrainKind::Forest, Grade::Difficult),
        (TerrainKind::Vineyards, Grade::Difficult),
        (TerrainKind::Marsh, Grade::Difficult),
        (TerrainKind::SoftSand, Grade::Difficult),
        (TerrainKind::Village, Grade::Difficult),
        (TerrainKind::SteepHill(Covering::Clear), Grade::Difficult),
        (TerrainKind::GentleHill(Covering::Clear), Grade::Open),
        (TerrainKind::GentleHill(Covering::BrokenGround), Grade::Uneven),
        (TerrainKind::GentleHill(Covering::Plantation), Grade::Rough),
        (TerrainKind::GentleHill(Covering::Village), Grade::Difficult),
        (TerrainKind::Impassable, Grade::Impassable),
        (TerrainKind::Coastline, Grade::Impassable),
        (TerrainKind::Road, Grade::Open),
        (TerrainKind::River(Grade::Rough), Grade::Rough),
    ];
    for (kind, grade) in grades {
        assert_eq!(kind.grade(), grade, "{kind:?}");
    }
}

#[test]
fn every_row_of_the_table_of_move_distances() {
    proves!("FOGR-MOVE-005", "FOGR-MOVE-036", "FOGR-MOVE-037");
    use Rate::{Mu, Never, PivotOnly};
    let m = |a, b, c, d| [Mu(a), Mu(b), Mu(c), Mu(d)];
    let rows = [
        (TroopType::LightFoot, Posture::Normal, m(4, 4, 4, 3)),
        (TroopType::Warriors, Posture::Normal, m(4, 4, 4, 3)),
        (TroopType::MediumFoot, Posture::Normal, m(3, 3, 3, 2)),
        (TroopType::Mob, Posture::Normal, m(3, 3, 3, 2)),
        (TroopType::DeterminedFoot, Posture::Normal, m(4, 4, 3, 2)),
        (TroopType::HeavyFoot, Posture::Normal, m(3, 2, 2, 1)),
        (TroopType::LightHorse, Posture::Normal, m(6, 6, 5, 3)),
        (TroopType::Cavaliers, Posture::Normal, m(5, 4, 3, 1)),
        (TroopType::Horse, Posture::Normal, m(5, 4, 3, 1)),
        (TroopType::DeterminedHorse, Posture::Normal, m(5, 4, 3, 1)),
        (TroopType::Cavalry, Posture::Normal, m(5, 4, 3, 1)),
        (TroopType::Camelry, Posture::Normal, m(5, 4, 3, 1)),
        (TroopType::Gendarmes, Posture::Normal, m(4, 3, 2, 1)),
        (TroopType::Elephants, Posture::Normal, m(4, 4, 3, 1)),
        (TroopType::Dragoons, Posture::Normal, m(5, 5, 4, 3)),
        (TroopType::BattleWagons, Posture::Normal, [Mu(3), Mu(2), Mu(1), Never]),
        (TroopType::LightArtillery, Posture::Normal, [Mu(2), Mu(1), Mu(1), PivotOnly]),
        (TroopType::MediumArtillery, Posture::Limbered, [Mu(2), Mu(1), Mu(1), Never]),
        (TroopType::MediumArtillery, Posture::Normal, [PivotOnly, PivotOnly, PivotOnly, Never]),
        (TroopType::HeavyArtillery, Posture::Limbered, [Mu(2), Mu(1), Mu(1), Never]),
        (TroopType::HeavyArtillery, Posture::Normal, [PivotOnly, Never, Never, Never]),
    ];
    for (troops, posture, row) in rows {
        let armour = (troops == TroopType::Gendarmes).then_some(Armour::FullyArmoured);
        let listed = group("x", &[bases(1, troops, armour, &[])]).listed;
        let base = listed.profile(&listed.bases[0]);
        for (grade, rate) in [Grade::Open, Grade::Uneven, Grade::Rough, Grade::Difficult].into_iter().zip(row)
        {
            assert_eq!(Renaissance.rate(&base, posture, grade), rate, "{troops} {grade:?}");
        }
    }
    let gendarmes = group("x", &[bases(1, TroopType::Gendarmes, Some(Armour::HeavilyArmoured), &[])]).listed;
    let base = gendarmes.profile(&gendarmes.bases[0]);
    assert_eq!(Renaissance.rate(&base, Posture::Normal, Grade::Open), Mu(5));
}

#[test]
fn only_bases_in_bad_ground_are_disordered_but_tests_count_the_worst() {
    proves!("FOGR-TERRAIN-031", "FOGR-TERRAIN-032", "FOGR-MOVE-006", "FOGR-TERRAIN-030");
    // A wood covers the left file of the pike only.
    let scene = scene()
        .terrain(TerrainKind::Forest, (700, 200), (890, 400))
        .red(group("A", &[pike(4)]).at(900, 300, 0, 2))
        .red(group("S", &[light_foot(4)]).at(800, 350, 0, 2));
    let world = scene.world();
    let a = scene.id("A");
    let of: Vec<Disorder> = world.bases_of(a).iter().map(|b| disorder::of_base(&world, a, b)).collect();
    assert_eq!(
        of,
        [Disorder::SeverelyDisordered, Disorder::SeverelyDisordered, Disorder::None, Disorder::None]
    );
    assert_eq!(disorder::worst(&world, a), Disorder::SeverelyDisordered);
    assert_eq!(disorder::worst(&world, scene.id("S")), Disorder::None);
}

#[test]
fn horses_fear_elephants_and_camels_closer_than_a_base_width() {
    proves!("FOGR-SPECIAL-001", "FOGR-SPECIAL-002");
    let camels = |n| bases(n, TroopType::Camelry, Some(Armour::Unarmoured), &[]);
    let elephants = |n| bases(n, TroopType::Elephants, None, &[]);
    // 39 mm apart, and 41 mm apart.
    let near = scene()
        .red(group("A", &[horse(1)]).at(900, 300, 0, 1))
        .blue(group("C", &[camels(1)]).at(900, 339, 180, 1));
    assert_eq!(disorder::worst(&near.world(), near.id("A")), Disorder::Disordered);
    assert_eq!(disorder::worst(&near.world(), near.id("C")), Disorder::None);
    let far = scene()
        .red(group("A", &[horse(1)]).at(900, 300, 0, 1))
        .blue(group("C", &[camels(1)]).at(900, 341, 180, 1));
    assert_eq!(disorder::worst(&far.world(), far.id("A")), Disorder::None);
    let beasts = scene()
        .red(group("A", &[camels(1)]).at(900, 300, 0, 1))
        .blue(group("C", &[elephants(1)]).at(900, 339, 180, 1));
    assert_eq!(disorder::worst(&beasts.world(), beasts.id("A")), Disorder::Disordered);
}

#[test]
fn support_is_by_half_the_bases_close_behind() {
    proves!("FOGR-GLOSSARY-033", "FOGR-GLOSSARY-034");
    let build = |bases: u8, y: i32, quality: Quality| {
        scene()
            .red(group("A", &[shot(6)]).at(900, 500, 0, 3))
            .red(group("S", &[pike(bases)]).at(900, y, 0, 1).quality(quality))
    };
    // A's rear edge is at 460. 6 MU are 150 mm.
    let supported = |s: Scene| support::is_supported(&s.world(), s.id("A"));
    assert!(supported(build(3, 310, Quality::Average)));
    assert!(!supported(build(3, 309, Quality::Average)));
    assert!(!supported(build(2, 400, Quality::Average)), "two bases are less than half of six");
    assert!(supported(build(3, 400, Quality::Poor)), "one level below will do");
    let superior = scene()
        .red(group("A", &[shot(6)]).at(900, 500, 0, 3).quality(Quality::Superior))
        .red(group("S", &[pike(3)]).at(900, 400, 0, 1).quality(Quality::Poor));
    assert!(!supported(superior), "two levels below will not");
}

#[test]
fn a_flank_is_threatened_by_table_edges_and_mounted_enemies() {
    proves!("FOGR-GLOSSARY-038", "FOGR-GLOSSARY-039", "FOGR-GLOSSARY-040", "FOGR-GLOSSARY-041");
    let threats = |s: &Scene| flank::threats(&s.world(), s.id("A")).to_vec();
    // 12 MU are 300 mm: the left edge of the front is at 300 and 299.
    let a = |x: i32, y: i32| scene().red(group("A", &[shot(4)]).at(x, y, 0, 2));
    assert!(threats(&a(340, 600)).is_empty());
    assert_eq!(threats(&a(339, 600)), [rule!("FOGR-GLOSSARY-039")]);
    // 6 MU from a base edge: two ranks of 20 mm reach back to 150 and 149.
    assert!(threats(&a(900, 190)).is_empty());
    assert_eq!(threats(&a(900, 189)), [rule!("FOGR-GLOSSARY-040")]);
    // Horse 12 MU to the right, facing away; foot beside A answer it.
    let horse_right = a(900, 600).blue(group("E", &[horse(4)]).at(1200, 700, 0, 2));
    assert_eq!(threats(&horse_right), [rule!("FOGR-GLOSSARY-041")]);
    let covered = horse_right.red(group("F", &[shot(4)]).at(1020, 600, 0, 2));
    assert!(threats(&covered).is_empty());
}

#[test]
fn commanders_reach_12_8_and_4_mu() {
    proves!("FOGR-COMMAND-003", "FOGR-COMMAND-006", "FOGR-COMMAND-008");
    for (level, mu) in [(CommanderLevel::Great, 12), (CommanderLevel::Field, 8), (CommanderLevel::Troop, 4)] {
        for (further, reached) in [(0, true), (1, false)] {
            // His base ends at y = 300; the battle group's rear edge lies so much higher.
            let scene = scene()
                .red(group("A", &[shot(2)]).at(900, 300 + mu * 25 + 20 + further, 0, 2))
                .lone_commander(Side::Red, level, 900, 300);
            let world = scene.world();
            let c = world.commander_ids().next().unwrap();
            assert_eq!(command::in_range(&world, c, scene.id("A")), reached, "{level:?} {further}");
        }
    }
}

#[test]
fn a_commander_with_a_battle_group_stands_in_contact_with_it() {
    proves!("FOGR-COMMAND-007", "FOGR-MOVE-093");
    let scene = scene().red(group("A", &[shot(6)]).at(900, 600, 0, 3)).commander(
        Side::Red,
        CommanderLevel::Troop,
        "A",
    );
    let world = scene.world();
    let c = &world.commanders[0];
    assert_eq!(c.place, CommanderPlace::With(scene.id("A")));
    let rects = world.rects(scene.id("A")).to_vec();
    let touching = rects.iter().filter(|r| {
        let edges = r.contact(&c.base.rect()).and_then(caracole_plane::Contact::edges);
        edges.is_some_and(|e| e.fit == caracole_plane::Fit::Aligned)
    });
    assert_eq!(touching.count(), 1);
}

#[test]
fn guns_wagons_and_the_broken_have_no_restricted_area_and_keils_heed_none() {
    proves!("FOGR-MANOEUVRE-041", "FOGR-MANOEUVRE-047", "FOGR-MANOEUVRE-048");
    let before = |who: Who| {
        let scene = scene().red(group("A", &[horse(4)]).at(900, 300, 0, 2)).blue(who.at(900, 345, 180, 2));
        let world = scene.world();
        restricted::pinned_by(&world, scene.id("A")).len()
    };
    assert_eq!(before(group("E", &[pike(4)])), 1);
    assert_eq!(before(group("E", &[guns(2, TroopType::MediumArtillery)])), 0);
    let broken = group("E", &[pike(4)]).cohesion(caracole_fog::troops::Cohesion::Broken);
    assert_eq!(before(broken), 0);
    let keil = scene()
        .red(
            group("A", &[bases(8, TroopType::DeterminedFoot, Some(Armour::Armoured), &[Capability::Pike])])
                .at(900, 300, 0, 2),
        )
        .blue(group("E", &[pike(4)]).at(900, 345, 180, 2));
    let world = keil.world();
    assert!(kinds::is_a_keil(&world, keil.id("A")));
    assert!(restricted::pinned_by(&world, keil.id("A")).is_empty());
}

#[test]
fn an_early_tercio_stands_with_horns_and_a_gap_between_them() {
    proves!("FOGR-BG-015", "FOGR-BG-016", "FOGR-GLOSSARY-018");
    let scene =
        scene().red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(900, 600, 0, 4));
    let world = scene.world();
    let t = scene.id("T");
    // Front horns at y = 600; pike one base depth (20 mm) behind; rear horns four base depths behind the front.
    let bases = world.bases_of(t);
    let front = |file: u8, rank: u8| {
        bases.iter().find(|b| b.at.file == file && b.at.rank == rank).map(|b| b.base.front.at.y.get() / 1000)
    };
    assert_eq!(
        (front(0, 0), front(1, 1), front(0, 4), front(3, 5)),
        (Some(600), Some(580), Some(520), Some(500))
    );
    assert_eq!(world[t].footprint, Some((4, 6)));
    assert!(world[t].grand);
}

#[test]
fn only_those_who_can_charge_threaten_a_flank() {
    proves!("FOGR-GLOSSARY-043", "FOGR-IMPACT-064", "FOGR-IMPACT-075");
    // Behind three files of shot, whose rear edge is at 560, within a move.
    let threatened = |who: Who| {
        let scene = scene().red(group("A", &[shot(6)]).at(860, 600, 0, 3)).blue(who);
        flank::threats(&scene.world(), scene.id("A")).contains(&rule!("FOGR-GLOSSARY-043"))
    };
    let pikes = || group("E", &[pike(4)]).at(860, 520, 0, 2);
    assert!(threatened(pikes()));
    assert!(threatened(pikes().cohesion(Cohesion::Disrupted)), "with a test they may");
    assert!(!threatened(pikes().cohesion(Cohesion::Fragmented)));
    assert!(!threatened(pikes().cohesion(Cohesion::Broken)));
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    assert!(!threatened(group("E", &[wagons]).at(860, 520, 0, 2)));
    assert!(!threatened(group("E", &[guns(2, TroopType::LightArtillery)]).at(860, 520, 0, 2)));
    // Nor across works that the shot defend: their rear is safe behind a fortification, front at 545.
    let behind_works = scene()
        .red(group("A", &[shot(6)]).at(860, 600, 0, 3))
        .works(Side::Red, 820, 545, 180)
        .works(Side::Red, 860, 545, 180)
        .works(Side::Red, 900, 545, 180)
        .blue(pikes());
    assert!(
        !flank::threats(&behind_works.world(), behind_works.id("A")).contains(&rule!("FOGR-GLOSSARY-043"))
    );
}

#[test]
fn who_counts_as_supported_and_why() {
    proves!("FOGR-GLOSSARY-033", "FOGR-GLOSSARY-035");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    let scene = scene()
        .red(group("W", &[wagons]).at(500, 500, 0, 2))
        .red(group("S", &[pike(6)]).at(500, 380, 0, 3))
        .red(group("A", &[shot(6)]).at(900, 500, 0, 3))
        .red(group("T", &[pike(2)]).at(900, 400, 0, 2));
    let world = scene.world();
    let of = |name| support::support_of(&world, scene.id(name));
    assert_eq!(of("W"), support::Support::NeverWagons);
    assert_eq!(of("A"), support::Support::TooFew { behind: None });
    assert_eq!(support::bases_behind(&world, scene.id("A")), (2, 3));
    assert_eq!(support::supporters(&world, scene.id("W")).to_vec(), [scene.id("S")]);
}
