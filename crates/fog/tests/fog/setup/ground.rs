//! Roads, large pieces and ships; and battles that begin without a set-up.

use crate::battle_common::{group, horse, scene, shot};
use crate::setup::play::{armies, army, mm, play, rectangle};
use caracole_fog::battle::World;
use caracole_fog::battle::setup::placing::{Half, Location, check_place};
use caracole_fog::battle::setup::{Event, Kind, Request, Selection};
use caracole_fog::battle::{self, Phase};
use caracole_fog::field::{Ground, Piece, TerrainKind};
use caracole_kernel::{Awaiting, Battle, Side};
use caracole_ledger::{RuleId, proves, rule};
use caracole_plane::{Strip, Um};
use std::sync::Arc;

fn road(from: (i32, i32), to: (i32, i32)) -> Ground {
    Ground::Strip(Strip::new(vec![mm(from.0, from.1), mm(to.0, to.1)], Um::from_mm(40)).unwrap())
}

fn lay(world: &World, kind: Kind, ground: &Ground) -> Result<(), RuleId> {
    let location = if kind == Kind::Road { Location::Free } else { Location::Middle(Half::Own) };
    let placed = check_place(world, Side::Red, Selection::normal(kind), location, ground, None);
    placed.map(|_| ()).map_err(|r| r.rule)
}

#[test]
fn a_road_passes_through_villages_only_and_must_meet_the_village() {
    proves!("FOGR-SETUP-018");
    let with = |kind| scene().terrain(kind, (800, 250), (1000, 400)).world();
    let village = with(TerrainKind::Village);
    let (through, beside, apart) =
        (road((900, 0), (900, 1200)), road((1020, 0), (1020, 1200)), road((1030, 0), (1030, 1200)));
    assert_eq!(lay(&village, Kind::Road, &through), Ok(()));
    // 40 mm wide: its edge lies along the village, or 10 mm from it.
    assert_eq!(lay(&village, Kind::Road, &beside), Ok(()));
    assert_eq!(lay(&village, Kind::Road, &apart), Err(rule!("FOGR-SETUP-018")));
    let brush = with(TerrainKind::Brush);
    assert_eq!(lay(&brush, Kind::Road, &through), Err(rule!("FOGR-SETUP-018")));
    assert_eq!(lay(&brush, Kind::Road, &apart), Ok(()), "roads may be closer than 4 MU");
    // Nor is anything else laid over a road that lies there.
    let Ground::Strip(strip) = through else { panic!() };
    let there = scene().piece(Piece { kind: TerrainKind::Road, ground: Ground::Strip(strip) }).world();
    let over = rectangle((850, 250), (1000, 400));
    assert_eq!(lay(&there, Kind::Brush, &over), Err(rule!("FOGR-SETUP-018")));
    assert_eq!(lay(&there, Kind::Village, &over), Ok(()));
}

#[test]
fn a_large_piece_fits_a_circle_of_16_mu_and_none_of_12() {
    proves!("FOGR-GLOSSARY-037");
    let world = scene().world();
    let place = |width: i32, depth: i32| {
        let ground = rectangle((800, 250), (800 + width, 250 + depth));
        let (what, location) = (Selection::large(Kind::Brush), Location::Middle(Half::Own));
        check_place(&world, Side::Red, what, location, &ground, None).map(|_| ()).map_err(|r| r.rule)
    };
    // A rectangle lies in a circle as wide as its diagonal; 12 and 16 MU are 300 and 400 mm.
    assert_eq!(place(300, 100), Ok(()), "diagonal 316");
    assert_eq!(place(320, 240), Ok(()), "diagonal 400");
    assert_eq!(place(240, 180), Err(rule!("FOGR-GLOSSARY-037")), "diagonal 300: a normal piece");
    assert_eq!(place(324, 240), Err(rule!("FOGR-GLOSSARY-037")), "diagonal 403");
    assert!(place(380, 98).is_err(), "no room for 4 by 6 MU");
}

#[test]
fn ships_come_last_in_the_deployment_and_are_nowhere_on_the_table() {
    proves!("FOGR-SPECIAL-010");
    let mut setup = armies();
    army(&mut setup.armies.red).naval_units = 3;
    army(&mut setup.armies.blue).naval_units = 1;
    let with = |pieces: Vec<Piece>| {
        let mut play = play(&setup);
        play.dice(&[6, 1]);
        play.until(|r| matches!(r, Request::Camp));
        play.battle = play.battle.with_world(|w| Arc::make_mut(&mut w.field.terrain).pieces = pieces);
        let bodies = (play.world().groups().len(), play.world().bases().len());
        play.until(|r| matches!(r, Request::Deploy { .. }));
        assert_eq!(play.world().sides.red.naval_units, 0, "not while troops are deployed");
        play.until(|r| matches!(r, Request::Commander { .. }));
        // Nothing was added that could be touched or aimed at.
        assert_eq!((play.world().groups().len(), play.world().bases().len()), bodies);
        play
    };
    let sea = Piece { kind: TerrainKind::Coastline, ground: rectangle((0, 0), (100, 1200)) };
    let play = with(vec![sea]);
    let of = |wanted: fn(&Event) -> bool| play.events.iter().rposition(wanted).unwrap();
    let ships = of(|e| matches!(e, Event::NavalUnits { side: Side::Red, units: 2 }));
    assert!(ships > of(|e| matches!(e, Event::Deployed { .. })));
    assert_eq!((play.world().sides.red.naval_units, play.world().sides.blue.naval_units), (2, 0));
    // Without a coast there are none.
    assert_eq!(with(Vec::new()).world().sides.red.naval_units, 0);
}

#[test]
fn a_refight_dictates_ground_and_deployment_and_an_equal_game_is_set_up() {
    proves!("FOGR-TURN-001");
    let (battle, _) = Battle::<battle::Fogr>::start(&armies()).unwrap();
    assert_eq!(battle.world().on_table().count(), 0);
    assert!(matches!(battle.awaiting(), Awaiting::Dice(roll) if roll.rule == rule!("FOGR-SETUP-005")));
    let dictated = scene()
        .terrain(TerrainKind::Brush, (600, 600), (800, 800))
        .red(group("A", &[horse(4)]).at(900, 300, 0, 2))
        .blue(group("E", &[shot(6)]).at(900, 900, 180, 3));
    let play = dictated.play();
    assert_eq!(play.world().field.terrain.pieces.len(), 1);
    assert_eq!(play.world().on_table().count(), 2);
    assert!(play.world().turn.phase >= Phase::Impact && play.world().turn.number == 1);
    // What nobody could lay out is refused: two battle groups in one place.
    let both = dictated.red(group("B", &[horse(4)]).at(920, 310, 0, 2));
    let refusal = Battle::<battle::Fogr>::start(&both.setup()).map(|_| ()).unwrap_err();
    assert_eq!(refusal.rule, rule!("FOGR-TURN-001"));
}
