//! Shooting: dice, points of advantage, several groups at one target, and shooting that cannot matter.

use crate::ancients::support::*;
use caracole_fog::ancients::{Ancients, Choice, shooting_is_optional};
use caracole_fog::combat::{Arithmetic, Base, Edge, Engaged, Fight, Group, Range, Readings};
use caracole_fog::troops::{
    Armour, Capability, Capability::*, Cohesion, CombatPhase, Disorder, Quality, TroopType, TroopType::*,
};
use caracole_kernel::{Side, dice::FaceSet};
use caracole_ledger::proves;

/// A target that every weapon meets without a point of advantage, and big enough to be worth no test but a death roll.
fn target() -> Group {
    block(Side::Blue, plain(LightHorse, &[]), 3, 1)
}

fn shots(base: Base, files: usize, depth: usize, range: Range) -> u16 {
    let fight = red_shoots(block(Side::Red, base, files, depth), target(), range);
    dice_of(&fight, 0)
}

use Range::{Long, Short};

#[test]
fn shooting_dice_by_troops_and_range() {
    proves!("FOGAM-SHOOT-003", "FOGAM-TURN-013");
    proves!("FOGAM-COMBAT-005", "FOGAM-SHOOT-007", "FOGAM-SHOOT-008", "FOGAM-SHOOT-024", "FOGAM-SHOOT-023");
    proves!("FOGAM-COMBAT-007", "FOGAM-SHOOT-021", "FOGAM-SHOOT-001");
    let gun = plain(TroopType::HeavyArtillery, &[Capability::HeavyArtillery]);
    assert_eq!((shots(gun, 2, 1, Short), shots(gun, 2, 1, Long)), (4, 2));
    let bolt = plain(TroopType::LightArtillery, &[Capability::LightArtillery]);
    assert_eq!((shots(bolt, 2, 1, Short), shots(bolt, 2, 1, Long)), (4, 0));
    for weapon in [Bow, Crossbow, Longbow] {
        let foot = plain(MediumFoot, &[weapon]);
        // Four files of two: 4 + 2 near, 8 / 2 far; a third rank adds nothing.
        assert_eq!((shots(foot, 4, 2, Short), shots(foot, 4, 2, Long)), (6, 4), "{weapon}");
        assert_eq!(shots(foot, 4, 3, Short), 6);
    }
    let star = plain(MediumFoot, &[BowStar]);
    assert_eq!((shots(star, 2, 3, Short), shots(star, 2, 3, Long)), (3, 2));
    let cavalry = plain(Cavalry, &[Bow]);
    assert_eq!((shots(cavalry, 2, 2, Short), shots(cavalry, 2, 2, Long)), (3, 0));
    assert_eq!(shots(plain(Cavalry, &[BowStar]), 2, 3, Short), 3);
    for weapon in [Javelins, Firearm] {
        for troops in [MediumFoot, Cavalry] {
            assert_eq!(shots(plain(troops, &[weapon]), 3, 2, Short), 3, "{troops} {weapon}");
        }
    }
    for chariot in [HeavyChariots, LightChariots, Elephants] {
        assert_eq!(shots(plain(chariot, &[Bow]), 3, 2, Short), 3, "{chariot}");
    }
    let wagon = plain(BattleWagons, &[Crossbow]);
    assert_eq!((shots(wagon, 1, 2, Short), shots(wagon, 1, 2, Long)), (4, 4));
    for light in [LightFoot, LightHorse, LightCamelry] {
        assert_eq!(shots(plain(light, &[Bow]), 3, 2, Short), 3, "{light}");
    }
    assert_eq!(shots(plain(LightFoot, &[Bow]), 3, 2, Long), 2);
    assert_eq!(shots(plain(LightHorse, &[Bow]), 3, 2, Long), 0, "no range beyond effective");
    assert_eq!(shots(plain(LightFoot, &[Javelins]), 3, 2, Long), 0);
    assert!(shooting_is_optional(Long) && !shooting_is_optional(Short));
}

#[test]
fn the_first_shooting_rank() {
    proves!("FOGAM-COMBAT-006", "FOGAM-COMBAT-005");
    let bow = plain(Cavalry, &[Bow]);
    let ghilman = red_shoots(block(Side::Red, bow, 2, 2), target(), Short);
    assert_eq!(dice_of(&ghilman, 0), 3);
    let byzantine = ranks(Side::Red, &[plain(Cavalry, &[Lancers]), bow], 2);
    assert_eq!(dice_of(&red_shoots(byzantine, target(), Short), 0), 2);
    // Behind two ranks that cannot shoot nobody does.
    let deep =
        ranks(Side::Red, &[plain(HeavyFoot, &[]), plain(HeavyFoot, &[]), plain(MediumFoot, &[Bow])], 4);
    assert_eq!(dice_of(&red_shoots(deep, target(), Short), 0), 0);
}

#[test]
fn ranks_that_may_not_shoot() {
    proves!("FOGAM-SHOOT-025", "FOGAM-SHOOT-026", "FOGAM-SHOOT-029");
    let bow = plain(MediumFoot, &[Bow]);
    let mut fight = red_shoots(block(Side::Red, bow, 4, 2), target(), Short);
    for file in &mut fight.volleys[0].files {
        file.first_rank_only = true;
    }
    assert_eq!(dice_of(&fight, 0), 4);
    for file in &mut fight.volleys[0].files {
        (file.first_rank_only, file.barred) = (false, 2);
    }
    assert_eq!(dice_of(&fight, 0), 0, "both ranks fight this turn");
    // Light horse shooting to the rear: the rearmost rank is the first, and a point is lost.
    let mut rear = red_shoots(block(Side::Red, plain(LightHorse, &[Bow]), 3, 2), target(), Short);
    for file in &mut rear.volleys[0].files {
        file.edge = Edge::Rear;
    }
    assert_eq!(parts(&rear), [(0, 1, -1, 5, 3)]);
}

#[test]
fn dice_lost_by_shaken_shooters() {
    proves!("FOGAM-COMBAT-008", "FOGAM-COMBAT-011", "FOGAM-COMBAT-012");
    let bow = plain(MediumFoot, &[Bow]);
    for (cohesion, left) in [(Cohesion::Steady, 6), (Cohesion::Disrupted, 4), (Cohesion::Fragmented, 3)] {
        let mut fight = red_shoots(block(Side::Red, bow, 4, 2), target(), Short);
        fight.groups[0].cohesion = cohesion;
        assert_eq!(dice_of(&fight, 0), left);
    }
    // Three of four front bases disordered: three of their dice lose one.
    let rough = in_disorder(bow, Disorder::Disordered);
    let group = Group::new(Side::Red, [file(rough, 1), file(rough, 1), file(rough, 1), file(bow, 1)]);
    assert_eq!(dice_of(&red_shoots(group, target(), Short), 0), 3);
}

/// The points with which a weapon shoots at a target, two deep.
fn points(weapon: Capability, target: Base, depth: usize) -> i8 {
    let shooters = match weapon {
        Capability::HeavyArtillery => plain(TroopType::HeavyArtillery, &[weapon]),
        _ => plain(MediumFoot, &[weapon]),
    };
    let fight = red_shoots(block(Side::Red, shooters, 8, 1), block(Side::Blue, target, 2, depth), Short);
    parts(&fight)[0].2
}

#[test]
fn the_shooting_table() {
    proves!("FOGAM-COMBAT-043", "FOGAM-COMBAT-036", "FOGAM-SCALE-018", "FOGAM-GLOSSARY-006");
    use Capability::HeavyArtillery as Gun;
    let weapons = [Longbow, Bow, BowStar, Crossbow, Javelins, Sling, Firearm, Gun];
    let clad = |t: TroopType, a: Armour| with_armour(plain(t, &[]), a);
    use Armour::*;
    let table: [(&str, Base, [i8; 8]); 17] = [
        ("unprotected cavalry", clad(Cavalry, Unprotected), [1, 1, 1, 1, 1, 1, 0, 0]),
        ("protected cavalry", clad(Cavalry, Protected), [1, 0, 0, 1, 0, 0, 0, 0]),
        ("armoured camelry", clad(Camelry, Armoured), [1, 0, 0, 1, 0, 0, 0, 0]),
        ("armoured knights", clad(Knights, Armoured), [1, 0, 0, 1, 0, 0, 0, 0]),
        ("heavily armoured knights", clad(Knights, HeavilyArmoured), [0, -1, -1, 0, -1, -1, 0, 0]),
        ("cataphracts", clad(Cataphracts, HeavilyArmoured), [0, -1, -1, 0, -1, -1, 0, 0]),
        ("cataphract camels", clad(CataphractCamelry, HeavilyArmoured), [0, -1, -1, 0, -1, -1, 0, 0]),
        ("elephants", plain(Elephants, &[]), [1, 0, 0, 1, 1, 0, 1, 1]),
        ("battle wagons", plain(BattleWagons, &[]), [-1, -1, -1, -1, -1, -1, -1, 0]),
        ("unprotected heavy foot", clad(HeavyFoot, Unprotected), [1, 1, 1, -1, 1, 1, -1, -1]),
        ("unprotected mob", clad(Mob, Unprotected), [1, 1, 1, -1, 1, 1, -1, -1]),
        ("armoured foot", clad(HeavyFoot, Armoured), [0, -1, -1, -1, -1, -1, -1, -1]),
        ("heavily armoured foot", clad(HeavyFoot, HeavilyArmoured), [-1, -2, -2, -1, -2, -2, -1, -1]),
        ("protected foot", clad(MediumFoot, Protected), [0, 0, 0, -1, 0, 0, -1, -1]),
        ("unprotected light foot", clad(LightFoot, Unprotected), [0, 0, 0, -1, 0, 0, -1, -1]),
        ("light horse", clad(LightHorse, Unprotected), [0; 8]),
        ("chariots", plain(HeavyChariots, &[]), [0; 8]),
    ];
    for (name, target, expected) in table {
        for (weapon, points_expected) in weapons.into_iter().zip(expected) {
            assert_eq!(points(weapon, target, 2), points_expected, "{weapon} at {name}");
        }
    }
    // Artillery as a target is other foot.
    assert_eq!(points(Crossbow, plain(TroopType::LightArtillery, &[]), 1), -1);
    // Entirely one base deep: nothing.
    assert_eq!(points(Longbow, clad(Cavalry, Unprotected), 1), 0);
    assert_eq!(points(Longbow, clad(Knights, Armoured), 1), 0);
    assert_eq!(points(Bow, clad(Knights, HeavilyArmoured), 1), -1);
}

fn eight_bows() -> Group {
    block(Side::Red, plain(MediumFoot, &[Bow]), 8, 1)
}

#[test]
fn situation_and_cover() {
    proves!("FOGAM-COMBAT-045", "FOGAM-COMBAT-046", "FOGAM-COMBAT-036", "FOGAM-SPECIAL-027");
    let net = |change: &dyn Fn(&mut Fight)| {
        let mut fight = red_shoots(eight_bows(), block(Side::Blue, plain(HeavyFoot, &[]), 4, 2), Short);
        change(&mut fight);
        parts(&fight)[0].2
    };
    assert_eq!(net(&|_| {}), 0);
    assert_eq!(net(&|f| f.groups[1].engaged = Engaged::Yes), -1);
    assert_eq!(net(&|f| f.groups[1].engaged = Engaged::OverlapOnly), 0);
    assert_eq!(net(&|f| f.groups[0].engaged = Engaged::Yes), -1);
    let both = |f: &mut Fight| (f.groups[0].engaged, f.groups[1].engaged) = (Engaged::Yes, Engaged::Yes);
    assert_eq!(net(&both), -1, "only one -");
    assert_eq!(net(&|f| f.volleys[0].cover = true), -1);
    assert_eq!(
        net(&|f| {
            f.volleys[0].cover = true;
            both(f)
        }),
        -2
    );
    // No worse than --.
    let mut worst = red_shoots(
        eight_bows(),
        block(Side::Blue, with_armour(plain(HeavyFoot, &[]), Armour::HeavilyArmoured), 4, 2),
        Short,
    );
    worst.volleys[0].cover = true;
    assert_eq!(parts(&worst)[0].2, -2);
    // Cover does not matter to artillery.
    let gun = plain(TroopType::HeavyArtillery, &[Capability::HeavyArtillery]);
    let mut guns =
        red_shoots(block(Side::Red, gun, 4, 1), block(Side::Blue, plain(HeavyFoot, &[]), 4, 2), Short);
    guns.volleys[0].cover = true;
    assert_eq!(parts(&guns)[0].2, -1, "the - of protected foot only");
}

#[test]
fn mixed_armour_counts_by_the_nearest_rank() {
    proves!("FOGAM-COMBAT-044");
    let mixed = ranks(
        Side::Blue,
        &[
            with_armour(plain(HeavyFoot, &[]), Armour::Armoured),
            with_armour(plain(HeavyFoot, &[]), Armour::Protected),
        ],
        4,
    );
    let mut fight = red_shoots(eight_bows(), mixed, Short);
    assert_eq!(parts(&fight)[0].2, -1);
    fight.volleys[0].from_behind = true;
    assert_eq!(parts(&fight)[0].2, 0);
}

#[test]
fn several_groups_at_one_target() {
    proves!("FOGAM-COMBAT-031", "FOGAM-RECKONER-002");
    // Three light foot and three light foot at 1 per 2: three dice together, not one and one.
    let lights = |quality| block(Side::Red, with_quality(plain(LightFoot, &[Bow]), quality), 3, 1);
    let mut fight = Fight::new(
        CombatPhase::Shooting,
        vec![
            lights(Quality::Superior),
            lights(Quality::Average),
            block(Side::Blue, plain(HeavyFoot, &[]), 2, 2),
        ],
    );
    fight.volleys = vec![volley(&fight, 0, 2, Short), volley(&fight, 1, 2, Short)];
    let muster = Ancients::muster(&fight, Readings::DEFAULT);
    let dice: Vec<_> = muster.parts.iter().map(|p| (p.by, p.reroll.faces, p.dice())).collect();
    // The die made of both re-rolls as the worse.
    assert_eq!(dice, [(0, FaceSet::of(&[1]), 1), (0, FaceSet::NONE, 1), (1, FaceSet::NONE, 1)]);
    // Different rates: 3 bases at 1 per 2 and 4 at 1 per 3 are 1 1/2 and 1 1/3, together 2 5/6: two dice;
    // 3 and 5 are 1 1/2 and 1 2/3, together 3 1/6: three dice, apart two.
    let mut mixed = Fight::new(
        CombatPhase::Shooting,
        vec![
            block(Side::Red, plain(LightFoot, &[Bow]), 3, 1),
            block(Side::Red, plain(LightFoot, &[Bow]), 5, 1),
            block(Side::Blue, plain(HeavyFoot, &[]), 2, 2),
        ],
    );
    mixed.volleys = vec![volley(&mixed, 0, 2, Short), volley(&mixed, 1, 2, Long)];
    let total = |readings| parts_read(&mixed, readings).iter().map(|p| p.4).sum::<u16>();
    assert_eq!(total(Readings::DEFAULT), 3);
    assert_eq!(total(Readings::DEFAULT.flip(Choice::PoolAllRates as usize)), 2);
    // A die of files at different points of advantage rolls at the worse.
    let near = block(Side::Red, plain(LightFoot, &[Bow]), 2, 1);
    let mut rear = block(Side::Red, plain(LightFoot, &[Bow]), 2, 1);
    rear.engaged = Engaged::Yes;
    let mut worse = Fight::new(
        CombatPhase::Shooting,
        vec![
            Group::new(Side::Red, near.files[..1].iter().cloned()),
            {
                let mut g = Group::new(Side::Red, rear.files[..1].iter().cloned());
                g.engaged = Engaged::Yes;
                g
            },
            block(Side::Red, plain(LightFoot, &[Bow]), 2, 1),
            block(Side::Blue, plain(HeavyFoot, &[]), 2, 2),
        ],
    );
    worse.volleys = (0..3).map(|by| volley(&worse, by, 3, Short)).collect();
    assert_eq!(parts(&worse), [(0, 3, -1, 5, 1), (2, 3, 0, 4, 1)]);
}

#[test]
fn shooting_that_cannot_matter_is_not_rolled() {
    proves!("FOGAM-SHOOT-004");
    // 12 bases need 4 hits for a test, but 3 could cost a base.
    let shooters = |n| block(Side::Red, plain(MediumFoot, &[Bow]), n, 1);
    let target = |size: usize| block(Side::Blue, plain(HeavyFoot, &[]), size / 2, 2);
    let dice = |n, size| {
        let fight = red_shoots(shooters(n), target(size), Short);
        let muster = Ancients::muster(&fight, Readings::DEFAULT);
        (muster.parts.iter().map(|p| p.dice()).sum::<u16>(), muster.spared.len())
    };
    assert_eq!(dice(2, 12), (0, 1));
    assert_eq!(dice(3, 12), (3, 0));
    // 6 bases need 2 hits.
    assert_eq!(dice(1, 6), (0, 1));
    assert_eq!(dice(2, 6), (2, 0));
    // With artillery 2 hits will do.
    let gun = plain(TroopType::HeavyArtillery, &[Capability::HeavyArtillery]);
    let guns = red_shoots(block(Side::Red, gun, 1, 1), target(12), Short);
    assert_eq!(dice_of(&guns, 0), 2);
    // A target spared takes nothing and tests for nothing.
    let tolls = resolve(&red_shoots(shooters(2), target(12), Short), &[]);
    assert_eq!((tolls[1].received, tolls[1].cohesion), (0, Cohesion::Steady));
}

#[test]
fn broken_troops_neither_shoot_nor_are_shot_at() {
    proves!("FOGAM-SHOOT-034", "FOGAM-COMBAT-001");
    for broken in [0, 1] {
        let mut fight = red_shoots(eight_bows(), block(Side::Blue, plain(HeavyFoot, &[]), 2, 2), Short);
        fight.groups[broken].cohesion = Cohesion::Broken;
        assert_eq!(dice_of(&fight, 0), 0);
    }
}

#[test]
fn all_shoot_before_anything_comes_of_it() {
    proves!("FOGAM-SHOOT-002", "FOGAM-COMBAT-064");
    // Four poor bases that have lost one break by losing another; they shoot back all the same.
    let mut blue = block(Side::Blue, with_quality(plain(MediumFoot, &[Bow]), Quality::Poor), 3, 1);
    blue.bases_at_start = 4;
    let mut fight = red_shoots(block(Side::Red, plain(MediumFoot, &[Bow]), 3, 1), blue, Short);
    fight.volleys.push(volley(&fight, 1, 0, Short));
    // Red's three hits, then blue's three (a 6 of poor troops must be thrown again), then both death rolls of 1, and
    // red's test with 6 and 6.
    let tolls = resolve(&fight, &[6, 6, 6, 5, 5, 5, 1, 1, 6, 6]);
    assert_eq!((tolls[1].lost, tolls[1].cohesion), (1, Cohesion::Broken));
    assert_eq!((tolls[0].lost, tolls[0].cohesion), (1, Cohesion::Steady));
}
