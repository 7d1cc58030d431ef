//! Words of the glossary on the table: columns, support, threatened flanks, uphill, riverbanks, what is open to all.

use crate::battle_common::*;
use crate::manoeuvre::{front, moved, wheel};
use caracole_fog::army::GroupPermit;
use caracole_fog::battle::manoeuvre::{Decision, Request};
use caracole_fog::battle::outcome::ground;
use caracole_fog::battle::position::{flank, support};
use caracole_fog::battle::setup::ambush::sees;
use caracole_fog::battle::{Fogr, Request as Asked};
use caracole_fog::combat::Order;
use caracole_fog::field::{Covering, Ground, Piece, TerrainKind};
use caracole_fog::troops::{Capability, Cohesion, Disorder, TroopType};
use caracole_kernel::{Side, Viewer};
use caracole_ledger::{RuleId, proves, rule};
use caracole_plane::{Angle, Base, BaseRect, Edge, Hand, Hill, Point, Polygon, Pose, Um};

fn base(x: i32, y: i32, degrees: i32) -> BaseRect {
    let front = Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees));
    Base::new(front, Um::from_mm(40), Um::from_mm(20)).rect()
}

#[test]
fn a_column_is_kinked_until_all_of_it_has_passed_where_it_wheeled() {
    proves!("FOGR-GLOSSARY-009", "FOGR-BG-045", "FOGR-GLOSSARY-016", "FOGR-BG-002");
    // Four light horse one behind the other are 120 mm deep.
    let scene = scene()
        .red(group("A", &[light_horse(4)]).at(900, 300, 0, 1))
        .red(group("B", &[light_horse(4)]).at(400, 300, 0, 2));
    let a = scene.id("A");
    assert_eq!(scene.world().formation(a).file(0).count(), 4);
    let bent = moved(&scene, "A", wheel(Hand::Left, 10, 60));
    assert_eq!(bent.world()[a].kinks.len(), 1);
    // Its head faces the new way, its tail the old.
    let facings: Vec<Angle> = bent.world().bases_of(a).iter().map(|b| b.base.facing()).collect();
    assert_eq!(facings.first(), Some(&Angle::from_degrees(-10)));
    assert_eq!(facings.last(), Some(&Angle::ZERO));
    // 10 degrees cost 7 mm; 140 mm on the last base has passed the kink.
    let straight = moved(&scene, "A", wheel(Hand::Left, 10, 140));
    assert!(straight.world()[a].kinks.is_empty());
    assert!(straight.world().stands_in_order(a));
    // A battle group two wide turns as one body.
    let body = moved(&scene, "B", wheel(Hand::Left, 10, 60));
    assert!(body.world()[scene.id("B")].kinks.is_empty());
    assert!(body.world().bases_of(scene.id("B")).iter().all(|b| b.base.facing() == Angle::from_degrees(-10)));
    assert!(body.world().stands_in_order(scene.id("B")));
}

#[test]
fn wagons_are_never_supported_early_tercios_always_later_ones_unless_enemy_is_behind() {
    proves!("FOGR-GLOSSARY-035");
    let wagons = bases(2, TroopType::BattleWagons, None, &[Capability::Arquebus]);
    let scene = scene()
        .red(group("W", &[wagons]).at(400, 600, 0, 2))
        .red(group("S", &[pike(8)]).at(400, 500, 0, 4))
        .red(group("T", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(1300, 600, 0, 4));
    let world = scene.world();
    assert!(!support::is_supported(&world, scene.id("W")));
    assert!(support::is_supported(&world, scene.id("T")));
    // A later tercio 80 mm deep: its rear is at y = 520.
    let with = |enemy: caracole_fog::army::BaseCount, y: i32| {
        let scene = crate::battle_common::scene()
            .red(group("L", &[pike(4), shot(4)]).says(GroupPermit::LaterTercio).at(900, 600, 0, 3))
            .blue(group("E", &[enemy]).at(900, y, 0, 2));
        support::is_supported(&scene.world(), scene.id("L"))
    };
    assert!(!with(horse(4), 220));
    assert!(with(horse(4), 219), "more than 12 MU away");
    assert!(with(light_horse(4), 400), "light troops do not count");
}

/// Why the flank of A is threatened with mounted enemy 100 mm to its right, who look away.
fn threats(scene: &Scene) -> Vec<RuleId> {
    flank::threats(&scene.world(), scene.id("A")).to_vec()
}

fn beside(who: Who) -> Scene {
    scene().red(who).blue(group("E", &[horse(4)]).at(1100, 580, 0, 2))
}

#[test]
fn who_is_immune_to_mounted_enemy_on_the_flank() {
    proves!("FOGR-GLOSSARY-042", "FOGR-GLOSSARY-041");
    let mounted = [rule!("FOGR-GLOSSARY-041")];
    let foot = || group("A", &[shot(6)]).at(900, 600, 0, 3);
    assert_eq!(threats(&beside(foot())), mounted);
    // Wholly in rough ground, and not so if a part is out of it.
    let brush = |right: i32| beside(foot()).terrain(TerrainKind::Brush, (800, 500), (right, 700));
    assert!(threats(&brush(1000)).is_empty());
    assert_eq!(threats(&brush(950)), mounted);
    // Keils and tercios.
    assert!(threats(&beside(group("A", &[pike(8)]).at(920, 600, 0, 2))).is_empty());
    let later = group("A", &[pike(4), shot(4)]).says(GroupPermit::LaterTercio).at(900, 600, 0, 3);
    assert!(threats(&beside(later)).is_empty());
    // The flank at x = 960 rests on a wood through which the lines of its front and rear both run.
    let wood = |kind, top: i32| beside(foot()).terrain(kind, (960, 540), (1020, top));
    assert!(threats(&wood(TerrainKind::Forest, 660)).is_empty());
    assert_eq!(threats(&wood(TerrainKind::Forest, 590)), mounted, "the line of the front runs past it");
    assert_eq!(threats(&wood(TerrainKind::Coastline, 660)), mounted, "a coast does not do");
}

#[test]
fn who_can_be_charged_in_flank_next_turn_is_threatened() {
    proves!("FOGR-GLOSSARY-043");
    let possible = |scene: &Scene| threats(scene).contains(&rule!("FOGR-GLOSSARY-043"));
    // Horse 100 mm from the right flank, wholly behind the front line, facing it; they move 125 mm.
    let with = |who: Who, x: i32| scene().red(who).blue(group("E", &[horse(4)]).at(x, 555, 270, 2));
    let foot = || group("A", &[shot(6)]).at(900, 600, 0, 3);
    assert!(possible(&with(foot(), 1060)));
    assert!(!possible(&with(foot(), 1086)), "too far");
    let light = scene().red(foot()).blue(group("E", &[light_horse(4)]).at(1060, 555, 270, 2));
    assert!(!possible(&light), "not battle troops");
    let early = group("A", &[pike(8), shot(8)]).says(GroupPermit::EarlyTercio).at(880, 600, 0, 4);
    assert!(!possible(&with(early, 1060)));
    let later = || group("A", &[pike(4), shot(4)]).says(GroupPermit::LaterTercio).at(900, 600, 0, 3);
    assert!(!possible(&with(later(), 1060)), "a flank");
    let rear = scene().red(later()).blue(group("E", &[horse(4)]).at(900, 440, 0, 2));
    assert!(possible(&rear), "but a rear");
}

fn hill(crest: &[(i32, i32)]) -> Piece {
    let corners = [(700, 500), (1100, 500), (1100, 900), (700, 900)];
    let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
    let crest = crest.iter().map(|(x, y)| Point::from_mm(*x, *y)).collect();
    Piece { kind: TerrainKind::GentleHill(Covering::Clear), ground: Ground::Hill(Hill { outline, crest }) }
}

#[test]
fn uphill_is_who_has_the_crest_behind_him() {
    proves!("FOGR-GLOSSARY-044");
    // A peak at (900, 700), marked or as the middle of the piece.
    for piece in [hill(&[(900, 700)]), hill(&[])] {
        let world = scene().piece(piece).world();
        let (north, south) = (base(900, 750, 0), base(900, 750, 180));
        assert!(ground::is_uphill(&world, &north, &south));
        assert!(!ground::is_uphill(&world, &south, &north));
        // Both fronts on the peak: neither.
        let (north, south) = (base(900, 700, 0), base(900, 700, 180));
        assert!(!ground::is_uphill(&world, &north, &south) && !ground::is_uphill(&world, &south, &north));
        // Partly off the hill.
        assert!(!ground::is_uphill(&world, &base(900, 905, 0), &base(900, 905, 180)));
    }
}

/// Beyond a crest troops are seen from 1 mu only.
#[test]
fn reading_terrain_016() {
    proves!("FOGR-TERRAIN-016");
    let field = scene().piece(hill(&[(700, 700), (1100, 700)])).world().field;
    let seen = |y: i32| sees(&field, &base(900, 600, 0), &Edge::ALL, &base(900, y, 0), None);
    // Bases are 20 mm deep: the second is 25 mm beyond the crest, the third more.
    assert!(seen(690));
    assert!(seen(745));
    assert!(!seen(747));
}

#[test]
fn a_riverbank_is_held_from_within_1_mu_against_enemy_in_the_water() {
    proves!("FOGR-GLOSSARY-012");
    use caracole_fog::combat::Defence;
    use caracole_fog::field::Grade;
    let line = vec![Point::from_mm(0, 400), Point::from_mm(1800, 400)];
    let strip = caracole_plane::Strip::new(line, Um::from_mm(80)).unwrap();
    let river = Piece { kind: TerrainKind::River(Grade::Uneven), ground: Ground::Strip(strip) };
    let held = |y: i32, enemy: i32| {
        let scene = scene().piece(river.clone()).red(group("A", &[shot(2)]).at(900, y, 0, 2));
        let (world, a) = (scene.world(), scene.id("A"));
        ground::defended(&world, a, world.base_ids(a)[0], &base(880, enemy, 180))
    };
    // The water reaches from 360 to 440.
    assert_eq!(held(350, 390), Defence::Riverbank);
    assert_eq!(held(335, 390), Defence::Riverbank);
    assert_eq!(held(334, 390), Defence::None, "further than 1 MU");
    assert_eq!(held(361, 390), Defence::None, "in the water");
    assert_eq!(held(350, 450), Defence::None, "the enemy is out of it");
}

#[test]
fn no_duty_to_conform_into_a_flank_charge() {
    proves!("FOGR-MANOEUVRE-017");
    let offset = || {
        scene()
            .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
            .blue(group("E", &[horse(4)]).at(915, 300, 180, 2))
    };
    // G and H move 125 mm. Each is 130 mm from a flank of A; by the 15 mm to its right, or the 25 mm to its left, that
    // would line A up, one of them would be within reach.
    let danger = offset()
        .blue(group("G", &[horse(4)]).at(1070, 250, 270, 2))
        .blue(group("H", &[horse(4)]).at(730, 250, 90, 2));
    let at = |scene: &Scene| front(crate::manoeuvre::at_moves(scene).world(), scene, "A");
    assert_eq!(at(&offset()), Point::from_mm(915, 300));
    assert_eq!(at(&danger), Point::from_mm(900, 300));
    // Also where only the shortest way is dangerous; but its player may conform all the same.
    let shortest = offset().blue(group("G", &[horse(4)]).at(1070, 250, 270, 2));
    assert_eq!(at(&shortest), Point::from_mm(900, 300));
    let mut play = shortest.play();
    let (a, e) = (shortest.id("A"), shortest.id("E"));
    assert_eq!(play.asked(), (Side::Red, Asked::Manoeuvre(Request::Conform { group: a, enemy: e })));
    play.choose(Decision::Conform);
    assert_eq!(front(play.world(), &shortest, "A"), Point::from_mm(915, 300));
    // Where it could charge the flank anyway, A conforms.
    let anyway = offset().blue(group("G", &[horse(4)]).at(1060, 250, 270, 2));
    assert_eq!(at(&anyway), Point::from_mm(915, 300));
}

#[test]
fn disorder_and_loss_of_cohesion_do_not_add() {
    proves!("FOGR-TERRAIN-033", "FOGR-TERRAIN-029");
    assert_eq!(Order::of(Cohesion::Disrupted, Disorder::Disordered), Order::Shaken);
    assert_eq!(Order::of(Cohesion::Steady, Disorder::Disordered), Order::Shaken);
    assert_eq!(Order::of(Cohesion::Disrupted, Disorder::SeverelyDisordered), Order::Shattered);
    assert_eq!(Order::of(Cohesion::Fragmented, Disorder::None), Order::Shattered);
    assert_eq!(Order::of(Cohesion::Steady, Disorder::None), Order::Good);
}

#[test]
fn troops_on_the_table_are_open_to_both() {
    proves!("FOGR-SCALE-010");
    let scene = scene()
        .red(group("A", &[pike(2), shot(4)]).at(900, 300, 0, 3))
        .blue(group("E", &[horse(4)]).at(900, 900, 180, 2));
    let play = scene.play();
    for viewer in [Viewer::Red, Viewer::Blue, Viewer::Spectator] {
        let view = <Fogr as caracole_kernel::Views>::view(&play.battle, viewer);
        let a = view.groups.iter().find(|g| g.group == scene.id("A")).unwrap();
        assert_eq!((a.side, a.bases.len()), (Side::Red, 6));
        assert_eq!(a.bases.iter().filter(|b| b.profile.has(Capability::Pike)).count(), 2);
    }
}
