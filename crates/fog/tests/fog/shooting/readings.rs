//! Readings of the shooting chapter where the rules are unclear, and its traps.

use crate::battle_common::{bases, cavalry, group, guns, horse, light_foot, light_horse, pike, scene, shot};
use crate::outcome::steps::{pass_all, pass_to};
use crate::shooting::aim::{aimed, at};
use caracole_fog::army::{CommanderLevel, GroupPermit};
use caracole_fog::battle::manoeuvre::{Action, Decision as Manoeuvre};
use caracole_fog::battle::shooting::aim::{Arm, aim};
use caracole_fog::battle::shooting::volleys::volleys;
use caracole_fog::battle::shooting::{Decision, Request, naval};
use caracole_fog::battle::{Decision as Any, Phase, Request as Asked, World};
use caracole_fog::combat::{Arithmetic, Range};
use caracole_fog::field::TerrainKind;
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::{Armour, Capability, TroopType};
use caracole_kernel::Side;
use caracole_ledger::proves;

/// Regimental guns reach as far as the shot of their battle group, wagons as the weapon of their crews.
#[test]
fn reading_shoot_008() {
    proves!("FOGR-SHOOT-008");
    let gun = |weapon: Capability, y: i32| {
        let shot = bases(4, TroopType::MediumFoot, Some(Armour::Unarmoured), &[weapon]);
        let mut foot = group("A", &[pike(2), shot]).at(500, 300, 0, 3);
        foot.listed.regimental_guns = true;
        let scene = scene().red(foot).blue(group("B", &[pike(6)]).at(500, 300 + y, 180, 3));
        let aimed = aimed(&scene.world());
        aimed.iter().find(|s| s.arm == Arm::RegimentalGun).map(|s| s.range)
    };
    // Musket 3 and 6 MU, arquebus 3 only.
    assert_eq!(gun(Capability::Musket, 75), Some(Range::Short));
    assert_eq!(gun(Capability::Musket, 150), Some(Range::Long));
    assert_eq!(gun(Capability::Musket, 151), None);
    assert_eq!(gun(Capability::Arquebus, 75), Some(Range::Short));
    assert_eq!(gun(Capability::Arquebus, 76), None);
    let wagons =
        |weapon: Capability, gap: i32| {
            let wagon = bases(2, TroopType::BattleWagons, None, &[weapon]);
            let scene = scene()
                .red(group("W", &[wagon]).at(500, 500, 0, 1))
                .blue(group("B", &[horse(4)]).at(520 + gap, 460, 270, 1));
            !at(&scene.world(), scene.id("W"), scene.id("B")).is_empty()
        };
    assert!(wagons(Capability::LightArtillery, 200) && !wagons(Capability::LightArtillery, 201));
    assert!(wagons(Capability::Arquebus, 75) && !wagons(Capability::Arquebus, 76));
}

/// Unlimbering is a move: guns that unlimbered do not shoot in the same turn.
#[test]
fn reading_shoot_009() {
    proves!("FOGR-SHOOT-009");
    let scene = scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2).limbered())
        .blue(group("B", &[horse(4)]).at(500, 700, 180, 2));
    let mut play = scene.play();
    let g = scene.id("G");
    play.choose(Any::Manoeuvre(Manoeuvre::Move { group: g, action: Action::Unlimber }));
    play.dice(&[6, 6]);
    assert!(play.world()[g].posture != caracole_fog::battle::world::Posture::Limbered);
    // Nobody shoots in this turn; guns that stood unlimbered would.
    let waits = |play: &mut crate::battle_common::Play| {
        crate::outcome::steps::pass(play);
        (play.world().turn.number, play.world().turn.phase)
    };
    assert_ne!(waits(&mut play), (1, Phase::Shooting));
    let stood = crate::battle_common::scene()
        .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
        .blue(group("B", &[horse(4)]).at(500, 700, 180, 2));
    assert_eq!(waits(&mut stood.play()), (1, Phase::Shooting));
}

/// Commanders and camps are no targets, and a commander's base hides nobody.
#[test]
fn reading_shoot_017() {
    proves!("FOGR-SHOOT-017");
    // A lone commander and the camp in range, nobody else: nobody shoots.
    let alone = scene()
        .red(group("A", &[shot(4)]).at(500, 900, 0, 2))
        .blue(group("B", &[horse(4)]).at(1500, 300, 180, 2))
        .lone_commander(Side::Blue, CommanderLevel::Troop, 480, 960)
        .camp(Side::Blue, 520, 1030, 180);
    assert!(aimed(&alone.world()).is_empty());
    // A commander of their own in the way hides nothing.
    let behind = scene()
        .red(group("A", &[shot(2)]).at(500, 300, 0, 1))
        .blue(group("B", &[pike(2)]).at(500, 420, 180, 1))
        .lone_commander(Side::Red, CommanderLevel::Troop, 500, 370);
    assert_eq!(at(&behind.world(), behind.id("A"), behind.id("B")).len(), 1);
}

/// The arc of one base is two base widths wide towards an enemy whom no base of its group has at short range, and one
/// towards another whom one has.
#[test]
fn reading_shoot_021() {
    proves!("FOGR-SHOOT-021");
    // C, 40 mm ahead and 45 to the right of A, is at short range; B, 110 mm ahead on the left, at long.
    let world = |b: i32| {
        let scene = scene()
            .red(group("A", &[shot(4)]).at(520, 300, 0, 2))
            .blue(group("C", &[pike(2)]).at(625, 340, 180, 1))
            .blue(group("B", &[pike(2)]).at(b, 410, 180, 1));
        let world = scene.world();
        let (a, b, c) = (scene.id("A"), scene.id("B"), scene.id("C"));
        (at(&world, a, b).len(), at(&world, a, c).len())
    };
    // The left file from x = 480, its arc to 400 towards B; the right file to x = 560, its arc to 600 towards C (605).
    assert_eq!(world(400), (1, 0));
    assert_eq!(world(375), (0, 0));
}

/// Enemies in between hide those behind them, except where guns shoot over them.
#[test]
fn reading_shoot_027() {
    proves!("FOGR-SHOOT-027", "FOGR-SHOOT-037");
    // Guns far from everybody choose freely, but not through horse; light foot they shoot over.
    let behind = |who: crate::battle_common::Who| {
        let scene = scene()
            .red(group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2))
            .blue(who.at(500, 600, 180, 6))
            .blue(group("B", &[pike(4)]).at(500, 720, 180, 2));
        let world = scene.world();
        match aim(&world, &[]) {
            Err((_, Request::Target { targets, .. })) => targets.contains(&scene.id("B")),
            Ok(aimed) => aimed.iter().any(|s| s.target.0 == scene.id("B")),
            other => panic!("{other:?}"),
        }
    };
    assert!(!behind(group("E", &[horse(6)])));
    assert!(behind(group("E", &[light_foot(6)])));
}

/// Limbered guns do not shoot.
#[test]
fn reading_shoot_046() {
    proves!("FOGR-SHOOT-046");
    let shoots = |limbered: bool| {
        let guns = group("G", &[guns(2, TroopType::MediumArtillery)]).at(500, 300, 0, 2);
        let scene = scene()
            .red(if limbered { guns.limbered() } else { guns })
            .blue(group("B", &[horse(4)]).at(500, 460, 180, 2));
        !at(&scene.world(), scene.id("G"), scene.id("B")).is_empty()
    };
    assert!(shoots(false));
    assert!(!shoots(true));
}

/// Naval units shoot as medium guns at long range, without a line of sight, all three dice at one battle group.
#[test]
fn reading_special_008() {
    proves!("FOGR-SPECIAL-008");
    // A wood between the sea and B, which stands behind it 130 mm from the coast, in vineyards that do not help.
    let scene = scene()
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("B", &[pike(6)]).at(290, 700, 180, 3))
        .blue(group("C", &[pike(6)]).at(290, 900, 180, 3))
        .terrain(TerrainKind::Coastline, (0, 0), (100, 1200))
        .terrain(TerrainKind::Forest, (120, 600), (200, 1000))
        .terrain(TerrainKind::Vineyards, (220, 690), (360, 800))
        .naval_units(Side::Red, 1);
    let (b, c) = (scene.id("B"), scene.id("C"));
    assert_eq!(naval::in_reach(&scene.world(), Side::Red), [b, c]);
    let mut play = scene.play();
    pass_to(&mut play, Phase::Shooting);
    let Asked::Shooting(Request::Naval { targets, .. }) = play.asked().1 else { panic!() };
    assert_eq!(targets, [b, c]);
    play.choose(Any::Shooting(Decision::Naval { at: Some(b) }));
    // Three dice at armoured foot: - for artillery, and no more for cover, which medium guns ignore: 5 hits.
    play.dice(&[5, 4, 4]);
    let hits = crate::outcome::steps::told(&play.events).iter().find_map(|e| match e {
        caracole_fog::battle::outcome::Event::Hit(h) => Some((h.by, h.against, h.hits)),
        _ => None,
    });
    assert_eq!(hits, Some((None, b, 1)));
}

fn enfiladed(world: &World, by: caracole_fog::battle::GroupId) -> bool {
    let shooting: Vec<_> = aimed(world).into_iter().filter(|s| s.group == by).collect();
    let (_, fight) = volleys(world, &shooting, &[]).expect("shooting");
    fight.volleys.iter().any(|v| v.enfilade)
}

/// Guns enfilade from where a flank charge would be legal, not from where only a rear charge would; tercios never.
#[test]
fn reading_glossary_015() {
    proves!("FOGR-GLOSSARY-015", "FOGR-COMBAT-046");
    let from = |x: i32, y: i32, degrees: i32, target: crate::battle_common::Who| {
        let scene = scene()
            .red(group("G", &[guns(2, TroopType::LightArtillery)]).at(x, y, degrees, 2))
            .blue(target.at(500, 500, 0, 4));
        enfiladed(&scene.world(), scene.id("G"))
    };
    let foot = || group("B", &[pike(8)]);
    // Off its right flank, behind the line of its front; before it; straight behind it.
    assert!(from(700, 480, 270, foot()));
    assert!(!from(500, 640, 180, foot()));
    assert!(!from(500, 330, 0, foot()));
    let tercio = group("B", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio);
    assert!(!from(700, 480, 270, tercio));
}

/// TRAPS, shooting: the bases behind the first two of a file in melee shoot, at -.
#[test]
fn trap_deeper_bases_of_a_file_in_melee_shoot_at_minus() {
    proves!("FOGR-SHOOT-039", "FOGR-COMBAT-045");
    let tercio = group("T", &[pike(6), shot(6)]).says(GroupPermit::LaterTercio).at(500, 500, 0, 4);
    let net = |fights: bool| {
        let mut scene = scene().red(tercio.clone()).blue(group("B", &[light_foot(4)]).at(640, 450, 270, 2));
        if fights {
            scene = scene.blue(group("F", &[pike(8)]).at(500, 500, 180, 4));
        }
        let world = scene.world();
        let shooting: Vec<_> = at(&world, scene.id("T"), scene.id("B"));
        let (_, fight) = volleys(&world, &shooting, &[]).expect("shooting");
        let muster = Renaissance::muster(&fight, world.readings);
        let dice: u16 = muster.parts.iter().map(|p| p.dice()).sum();
        (muster.parts[0].net, dice)
    };
    // Three bases of its side at unarmoured foot; or the third alone, at -.
    assert_eq!(net(false), (0, 3));
    assert_eq!(net(true), (-1, 1));
}

/// TRAPS, shooting: no dice if no test could follow.
#[test]
fn trap_no_dice_where_no_test_could_follow() {
    proves!("FOGR-SHOOT-004");
    // Two slingers give one die at six bases: a test takes two hits, a death roll three.
    let slings = |n| bases(n, TroopType::LightFoot, Some(Armour::Unarmoured), &[Capability::Sling]);
    let rolls = |n: u8| {
        let scene = scene()
            .red(group("A", &[slings(n)]).at(500, 300, 0, n / 2))
            .blue(group("B", &[cavalry(6)]).at(500, 360, 180, 3));
        let mut play = scene.play();
        pass_all(&mut play);
        play.world().turn.phase == Phase::Shooting
    };
    assert!(!rolls(2));
    assert!(rolls(6));
}

/// TRAPS, threatened flank: it costs those who shoot at foot a point, not those who shoot at mounted.
#[test]
fn trap_a_threatened_flank_tells_on_shooting_at_foot() {
    proves!("FOGR-GLOSSARY-038", "FOGR-COMBAT-045");
    let net = |x: i32, target: crate::battle_common::Who| {
        let scene = scene().red(group("A", &[shot(4)]).at(x, 300, 0, 2)).blue(target.at(x, 360, 180, 2));
        let world = scene.world();
        let (_, fight) = volleys(&world, &at(&world, scene.id("A"), scene.id("B")), &[]).expect("shooting");
        Renaissance::muster(&fight, world.readings).parts[0].net
    };
    // 12 MU are 300 mm: the group reaches 40 mm to either side.
    assert_eq!(net(341, group("B", &[pike(4)])), 0);
    assert_eq!(net(339, group("B", &[pike(4)])), -1);
    // Firearms at mounted are at - anyway.
    assert_eq!(net(339, group("B", &[light_horse(4)])), -1);
    assert_eq!(net(341, group("B", &[light_horse(4)])), -1);
}
