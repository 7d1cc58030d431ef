//! Initiative, terrain, camps, ambushes, outflanking marches, deployment.

use crate::battle_common::{group, horse, pike, scene, shot};
use crate::setup::play::*;
use caracole_fog::army::{CommanderLevel, Territory};
use caracole_fog::battle::setup::{
    Adjustment, Ambush, Ambushers, CommanderPost, Decision, Deployment, Detaching, Event, Kind, MarchOrder,
    Marker, Request, Selection,
};
use caracole_fog::battle::world::{CommanderPlace, Presence};
use caracole_fog::battle::{self, CommanderId, Fogr, GroupId, StartFrom};
use caracole_fog::field::{Covering, Grade, Ground, Piece, TerrainKind};
use caracole_kernel::{Awaiting, Battle, Side, Viewer};
use caracole_ledger::proves;
use caracole_plane::{Angle, Pose, TableEdge, Um};

#[test]
fn initiative_is_a_die_and_the_modifier_of_the_army_and_ties_are_thrown_again() {
    proves!("FOGR-SETUP-005", "FOGR-SETUP-006");
    // Red: great commander +2; 8 mounted bases count nothing. Blue: 12 bases of horse +1.
    let mut play = play(&armies());
    play.dice(&[2, 3]);
    let Some(Event::InitiativeRolled { scores, winner }) = play.events.last() else { panic!() };
    assert_eq!((scores.red.total(), scores.blue.total(), *winner), (4, 4, None));
    play.dice(&[1, 4]);
    let Some(Event::InitiativeRolled { scores, winner }) = play.events.last() else { panic!() };
    assert_eq!((scores.red.total(), scores.blue.total(), *winner), (3, 5, Some(Side::Blue)));
    assert_eq!(play.asked(), (Side::Blue, Request::Territory));
}

#[test]
fn the_territory_is_of_either_list_and_terrain_is_chosen_within_its_row() {
    proves!("FOGR-SETUP-007", "FOGR-SETUP-008", "FOGR-SETUP-009", "FOGR-SETUP-010", "FOGR-SETUP-011");
    proves!("FOGR-SETUP-012", "FOGR-SETUP-013", "FOGR-SETUP-014", "FOGR-SETUP-015");
    let mut play = begun();
    assert_eq!(play.asked(), (Side::Red, Request::Territory));
    assert_eq!(play.refused(Decision::Territory(Territory::Desert)).rule.id(), "FOGR-SETUP-007");
    play.choose(Decision::Territory(Territory::Agricultural));
    let normal = Selection::normal;
    let compulsory = |kind| Decision::Compulsory(normal(kind));
    // Plantations are allowed but no priority pieces; marshes are not allowed at all.
    assert_eq!(play.refused(compulsory(Kind::Plantation)).rule.id(), "FOGR-SETUP-013");
    assert_eq!(play.refused(compulsory(Kind::Marsh)).rule.id(), "FOGR-SETUP-008");
    // A hill covered with a priority piece may be compulsory, one with plantations may not.
    let hill = |c| compulsory(Kind::GentleHill(c));
    assert_eq!(play.refused(hill(Covering::Plantation)).rule.id(), "FOGR-SETUP-013");
    play.choose(hill(Covering::BrokenGround));
    assert_eq!(play.asked(), (Side::Blue, Request::Compulsory));
    play.choose(Decision::Compulsory(Selection::large(Kind::EnclosedFields)));
    assert_eq!(play.asked(), (Side::Red, Request::Further));
    let further = |kinds: &[Kind]| Decision::Further(kinds.iter().map(|k| normal(*k)).collect());
    use Kind::{BrokenGround, Coastline, EnclosedFields, Plantation, River, Road, Village, Vineyards};
    // One piece is too few, a road does not help; a river is two selections.
    assert_eq!(play.refused(further(&[Plantation])).rule.id(), "FOGR-SETUP-014");
    assert_eq!(play.refused(further(&[Plantation, Road])).rule.id(), "FOGR-SETUP-014");
    assert_eq!(play.refused(further(&[River, Plantation, Vineyards, Road])).rule.id(), "FOGR-SETUP-014");
    assert_eq!(play.refused(further(&[River, Coastline])).rule.id(), "FOGR-SETUP-012");
    // Broken ground: the covering of the hill is 1 of 3; a large piece and a normal one would make 4.
    let too_much = vec![Selection::large(BrokenGround), normal(BrokenGround)];
    let refusal = play.refused(Decision::Further(too_much));
    assert_eq!(refusal.rule.id(), "FOGR-SETUP-014");
    play.choose(further(&[River, Village, Vineyards]));
    assert_eq!(play.asked(), (Side::Blue, Request::Further));
    assert_eq!(play.refused(further(&[Village, Plantation])).rule.id(), "FOGR-SETUP-012");
    // One of two vineyards is taken: a large one is too much. Large compulsory fields count as 1 of 4.
    let large_vineyards = Decision::Further(vec![Selection::large(Vineyards)]);
    assert_eq!(play.refused(large_vineyards).rule.id(), "FOGR-SETUP-014");
    play.choose(Decision::Further(vec![Selection::large(EnclosedFields), normal(EnclosedFields)]));
    // Nothing was placed before all was chosen; the river comes first and is not rolled for.
    assert!(play.world().field.terrain.pieces.is_empty());
    let (side, Request::Place { what, .. }) = play.asked() else { panic!() };
    assert_eq!((side, what.kind), (Side::Red, Kind::River));
}

/// Red and blue have chosen; red's compulsory piece (enclosed fields) is about to be rolled for.
fn placing() -> Play {
    let mut play = begun();
    play.choose(Decision::Territory(Territory::Agricultural));
    play.choose(Decision::Compulsory(Selection::normal(Kind::EnclosedFields)));
    play.choose(Decision::Compulsory(Selection::normal(Kind::BrokenGround)));
    play.choose(Decision::Further(vec![Selection::normal(Kind::Open), Selection::normal(Kind::Plantation)]));
    play.choose(Decision::Further(vec![
        Selection::normal(Kind::BrokenGround),
        Selection::normal(Kind::Vineyards),
    ]));
    play
}

#[test]
fn a_piece_lies_where_the_die_says_and_has_its_size() {
    proves!("FOGR-SETUP-016", "FOGR-SETUP-020", "FOGR-GLOSSARY-036");
    let mut play = placing();
    // Table 1800 by 1200 mm. 1: touching the long edge in the opponent's half, for red the far one.
    play.dice(&[1]);
    assert_eq!(play.refused(lay((600, 0), (800, 150))).rule.id(), "FOGR-SETUP-020");
    assert_eq!(play.refused(lay((600, 1040), (800, 1190))).rule.id(), "FOGR-SETUP-020");
    // 300 mm is 12 MU: a rectangle 280 by 150 has a diagonal of 318.
    assert_eq!(play.refused(lay((600, 1050), (880, 1200))).rule.id(), "FOGR-GLOSSARY-036");
    // It must hold 4 by 6 MU: 100 by 150 mm.
    assert_eq!(play.refused(lay((600, 1110), (800, 1200))).rule.id(), "FOGR-GLOSSARY-036");
    assert_eq!(play.refused(Decision::CannotPlace).rule.id(), "FOGR-SETUP-021");
    play.choose(lay((600, 1050), (800, 1200)));
    // Blue's adjustment roll of 1, -1 for a compulsory piece: nothing. Then blue's own compulsory piece.
    play.dice(&[1]);
    play.dice(&[6]);
    let (side, Request::Place { what, .. }) = play.asked() else { panic!() };
    assert_eq!((side, what.kind), (Side::Blue, Kind::BrokenGround));
    // 6: over 8 MU (200 mm) from every edge in his own half: y over 600.
    assert_eq!(play.refused(lay((900, 500), (1100, 650))).rule.id(), "FOGR-SETUP-020");
    assert_eq!(play.refused(lay((100, 650), (300, 800))).rule.id(), "FOGR-SETUP-020");
    play.choose(lay((900, 650), (1100, 800)));
}

#[test]
fn pieces_keep_four_mu_apart_and_open_areas_vanish_at_the_end() {
    proves!("FOGR-SETUP-017", "FOGR-SETUP-019", "FOGR-SETUP-016");
    let mut play = placing();
    play.dice(&[1]);
    play.choose(lay((600, 1050), (800, 1200)));
    play.dice(&[1, 1]);
    // Blue's 1: red's edge is the near one.
    play.choose(lay((600, 0), (800, 150)));
    play.dice(&[1, 2]);
    // Red's open area comes before the rest: 2 is his own long edge. 100 mm is 4 MU.
    assert_eq!(play.refused(lay((890, 0), (1050, 150))).rule.id(), "FOGR-SETUP-017");
    play.choose(lay((900, 0), (1060, 150)));
    assert_eq!(play.world().field.terrain.pieces.len(), 3);
    play.until(|r| matches!(r, Request::Camp));
    let open = |p: &Piece| p.kind == TerrainKind::Open;
    assert!(!play.world().field.terrain.pieces.iter().any(open));
    assert_eq!(play.world().field.terrain.pieces.len(), 5);
    assert_eq!(play.asked().0, Side::Blue);
}

/// The opponent slides pivots or removes a piece as his roll allows.
#[test]
fn reading_setup_022() {
    proves!("FOGR-SETUP-022", "FOGR-SETUP-023");
    let mut play = placing();
    play.dice(&[1]);
    play.choose(lay((600, 1050), (800, 1200)));
    // 4, -1 for compulsory: 3, slide up to 6 MU (150 mm).
    play.dice(&[4]);
    assert_eq!(play.asked().0, Side::Blue);
    let slide = |x, y| Decision::Adjust(Adjustment::Slide { right: Um::from_mm(x), up: Um::from_mm(y) });
    assert_eq!(play.refused(slide(151, 0)).rule.id(), "FOGR-SETUP-022");
    assert_eq!(play.refused(slide(0, 10)).rule.id(), "FOGR-SETUP-023");
    assert_eq!(play.refused(Decision::Adjust(Adjustment::Remove)).rule.id(), "FOGR-SETUP-022");
    let pivot = |x, y, d| Decision::Adjust(Adjustment::Pivot { about: mm(x, y), by: Angle::from_degrees(d) });
    assert_eq!(play.refused(pivot(600, 1050, 90)).rule.id(), "FOGR-SETUP-022");
    play.choose(slide(90, -120));
    assert_eq!(play.world().field.terrain.pieces[0].ground, rectangle((690, 930), (890, 1080)));
    // Blue's compulsory piece in red's middle; red rolls 6, -1: 5, slide 12 MU or pivot about a point of its edge.
    play.dice(&[5]);
    play.choose(lay((900, 300), (1100, 450)));
    play.dice(&[6]);
    assert_eq!(play.refused(pivot(1000, 400, 90)).rule.id(), "FOGR-SETUP-023");
    play.choose(pivot(900, 300, 90));
    // Clockwise about its near left corner: it now lies below that corner.
    assert_eq!(play.world().field.terrain.pieces[1].outline().unwrap().corners()[2], mm(1050, 100),);
    // The open area (2: red's own edge) is not compulsory: 6 removes it.
    play.dice(&[2]);
    play.choose(lay((200, 0), (400, 150)));
    play.dice(&[6]);
    play.choose(Decision::Adjust(Adjustment::Remove));
    assert_eq!(play.world().field.terrain.pieces.len(), 2);
}

#[test]
fn a_river_is_graded_and_may_only_be_removed() {
    proves!("FOGR-TERRAIN-021", "FOGR-SETUP-020", "FOGR-SETUP-022", "FOGR-SETUP-023");
    let river = |x: i32, width: i32| {
        let strip = caracole_plane::Strip::new(vec![mm(x, 0), mm(x, 1200)], Um::from_mm(width)).unwrap();
        Decision::Place { ground: Ground::Strip(strip), room: None }
    };
    let mut play = begun();
    play.choose(Decision::Territory(Territory::Agricultural));
    play.choose(Decision::Compulsory(Selection::normal(Kind::EnclosedFields)));
    play.choose(Decision::Compulsory(Selection::normal(Kind::BrokenGround)));
    play.choose(Decision::Further(vec![Selection::normal(Kind::River)]));
    play.choose(Decision::Further(vec![Selection::large(Kind::Plantation)]));
    // At most 4 MU wide, wholly within 6 MU (150 mm) of a side edge.
    assert_eq!(play.refused(river(75, 101)).rule.id(), "FOGR-TERRAIN-021");
    assert_eq!(play.refused(river(110, 100)).rule.id(), "FOGR-TERRAIN-021");
    play.choose(river(90, 100));
    // 3: rough. Blue's roll of 4 is 5 for a river: it can be neither slid nor pivoted, so nothing is asked.
    play.dice(&[3, 4]);
    assert_eq!(play.world().field.terrain.pieces[0].kind, TerrainKind::River(Grade::Rough));
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(r) if r.rule.id() == "FOGR-SETUP-020"));
    // The same river with a 5: 6, may be removed.
    let mut play = begun();
    play.choose(Decision::Territory(Territory::Agricultural));
    play.choose(Decision::Compulsory(Selection::normal(Kind::EnclosedFields)));
    play.choose(Decision::Compulsory(Selection::normal(Kind::BrokenGround)));
    play.choose(Decision::Further(vec![Selection::normal(Kind::River)]));
    play.choose(Decision::Further(vec![Selection::large(Kind::Plantation)]));
    play.choose(river(90, 100));
    play.dice(&[6, 5]);
    play.choose(Decision::Adjust(Adjustment::Remove));
    assert!(play.world().field.terrain.pieces.is_empty());
}

#[test]
fn camps_and_fortification_markers() {
    proves!("FOGR-SETUP-024", "FOGR-SETUP-027", "FOGR-SETUP-028");
    let mut play = at(|r| matches!(r, Request::Camp), Vec::new());
    // Blue has no initiative and is first. Ten MU are 250 mm from his edge at y = 1200.
    assert_eq!(play.asked().0, Side::Blue);
    let south = |x, y| Pose::new(mm(x, y), Angle::HALF);
    let camp = |camp| Decision::Camp { camp, markers: Vec::new() };
    assert_eq!(play.refused(camp(south(900, 940))).rule.id(), "FOGR-SETUP-024");
    play.choose(camp(south(900, 950)));
    let with = |markers: &[(i32, i32, u8)]| Decision::Camp {
        camp: north(900, 80),
        markers: markers.iter().map(|&(x, y, bases)| Marker { front: north(x, y), bases }).collect(),
    };
    assert_eq!(play.refused(with(&[(900, 300, 3)])).rule.id(), "FOGR-SETUP-028");
    assert_eq!(play.refused(with(&[(900, 300, 7)])).rule.id(), "FOGR-SPECIAL-012");
    assert_eq!(play.refused(with(&[(900, 376, 6)])).rule.id(), "FOGR-SETUP-027");
    assert_eq!(play.refused(with(&[(350, 300, 6)])).rule.id(), "FOGR-SETUP-027");
    play.choose(with(&[(900, 375, 6)]));
    // Blue sees the marker but not how many bases it stands for.
    let seen = <Fogr as caracole_kernel::Views>::view(&play.battle, Viewer::Blue).setup.markers.red;
    assert_eq!(seen, vec![(north(900, 375), None)]);
    let own = <Fogr as caracole_kernel::Views>::view(&play.battle, Viewer::Red).setup.markers.red;
    assert_eq!(own, vec![(north(900, 375), Some(6))]);
}

#[test]
fn ambushes_lie_hidden_in_the_outer_thirds() {
    proves!("FOGR-SETUP-038", "FOGR-SETUP-039", "FOGR-SETUP-040", "FOGR-SETUP-041");
    let woods =
        vec![forest((350, 400), (550, 600)), forest((800, 400), (1000, 600)), forest((50, 300), (250, 500))];
    let mut play = at(|r| matches!(r, Request::Ambushes), woods);
    play.choose(Decision::Ambushes(Vec::new()));
    assert_eq!(play.asked().0, Side::Red);
    let ambush = |x, y, group: Option<u16>| {
        let hides = group.map(|g| Ambushers::of(GroupId(g)));
        Decision::Ambushes(vec![Ambush { at: north(x, y), hides }])
    };
    // The outer third ends at x = 600.
    assert_eq!(play.refused(ambush(900, 520, Some(0))).rule.id(), "FOGR-SETUP-038");
    // In the open, in view of the far strip.
    assert_eq!(play.refused(ambush(300, 250, Some(0))).rule.id(), "FOGR-SETUP-040");
    // Half way is y = 600.
    assert_eq!(play.refused(ambush(450, 610, Some(0))).rule.id(), "FOGR-SETUP-038");
    assert_eq!(play.refused(ambush(450, 520, Some(4))).rule.id(), "FOGR-SETUP-039");
    // Within 12 MU (300 mm) of the side edge: horse, but not foot; a dummy too.
    assert_eq!(play.refused(ambush(150, 420, Some(0))).rule.id(), "FOGR-SETUP-039");
    // Blue's troops are not on the table: red cannot name them, not even to learn that they are blue's.
    assert_eq!(play.refused(ambush(450, 520, Some(5))).rule.id(), "TABLE-009");
    let markers = vec![
        Ambush { at: north(150, 420), hides: None },
        Ambush { at: north(450, 520), hides: Some(Ambushers::of(GroupId(0))) },
    ];
    play.choose(Decision::Ambushes(markers));
    assert_eq!(play.world()[GroupId(0)].presence, Presence::Ambush);
    // The enemy sees two markers alike.
    let seen = <Fogr as caracole_kernel::Views>::view(&play.battle, Viewer::Blue);
    assert!(seen.setup.ambushes.red.iter().all(|(_, hides)| hides.is_none()));
    assert_eq!(seen.setup.ambushes.red.len(), 2);
    assert!(!seen.groups.iter().any(|g| g.side == Side::Red));
    let told = play.events.iter().rev().find(|e| matches!(e, Event::AmbushesPlaced { .. })).unwrap().clone();
    let told = <Fogr as caracole_kernel::Views>::event_seen_by(&battle::Event::Setup(told), Viewer::Blue);
    assert!(matches!(told, Some(battle::Event::Setup(Event::AmbushMarkersSeen { .. }))));
    // The foot are passed over: the first to deploy of red is the shot.
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 < 5));
    assert_eq!(play.asked().1, Request::Deploy { group: GroupId(1) });
    proves!("FOGR-SETUP-064");
}

#[test]
fn outflanking_marches_are_small_and_not_led_by_the_commander_in_chief() {
    proves!("FOGR-SETUP-047", "FOGR-SETUP-048");
    let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
    play.choose(Decision::Outflank(Vec::new()));
    let march = |edge, commander, groups: &[u16]| {
        let groups = groups.iter().map(|g| GroupId(*g)).collect();
        MarchOrder { edge, commander: CommanderId(commander), groups }
    };
    let one = |m| Decision::Outflank(vec![m]);
    use TableEdge::{Far, Left};
    assert_eq!(play.refused(one(march(Far, 1, &[2]))).rule.id(), "FOGR-SETUP-047");
    assert_eq!(play.refused(one(march(Left, 0, &[2]))).rule.id(), "FOGR-SETUP-048");
    assert_eq!(play.refused(one(march(Left, 1, &[]))).rule.id(), "FOGR-SETUP-048");
    assert_eq!(play.refused(one(march(Left, 1, &[0, 1, 2, 3]))).rule.id(), "FOGR-SETUP-048");
    let twice = Decision::Outflank(vec![march(Left, 1, &[2]), march(Left, 1, &[3])]);
    assert_eq!(play.refused(twice).rule.id(), "FOGR-SETUP-047");
    play.choose(one(march(Left, 1, &[2])));
    assert_eq!(play.world()[GroupId(2)].presence, Presence::FlankMarch);
    assert!(<Fogr as caracole_kernel::Views>::view(&play.battle, Viewer::Blue).setup.marches.is_empty());
    let told = play.events.last().unwrap().clone();
    assert!(matches!(told, Event::MarchesRecorded { .. }));
    assert_eq!(
        <Fogr as caracole_kernel::Views>::event_seen_by(&battle::Event::Setup(told), Viewer::Blue),
        None
    );
}

#[test]
fn battle_groups_deploy_in_their_zones() {
    proves!("FOGR-SETUP-066", "FOGR-SETUP-067", "FOGR-SETUP-070");
    let mut play = at(|r| matches!(r, Request::Deploy { .. }), Vec::new());
    // Blue, without the initiative, deploys his first batch first.
    assert_eq!(play.asked().0, Side::Blue);
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 0));
    // Foot: up to 10 MU (250 mm) forward, further than 12 MU (300 mm) from the sides. Three files are 120 mm wide.
    assert_eq!(play.refused(deploy(600, 251, 3)).rule.id(), "FOGR-SETUP-066");
    assert_eq!(play.refused(deploy(359, 200, 3)).rule.id(), "FOGR-SETUP-067");
    play.choose(deploy(360, 250, 3));
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == 3));
    // Light horse: up to 15 MU (375 mm), near the side edge too.
    assert_eq!(play.refused(deploy(100, 376, 2)).rule.id(), "FOGR-SETUP-066");
    play.choose(deploy(100, 375, 2));
}

#[test]
fn nobody_deploys_in_rivers_and_guns_not_in_difficult_ground() {
    proves!("FOGR-SETUP-068");
    let strip = caracole_plane::Strip::new(vec![mm(100, 0), mm(100, 1200)], Um::from_mm(80)).unwrap();
    let river = Piece { kind: TerrainKind::River(Grade::Uneven), ground: Ground::Strip(strip) };
    let stop = |g: u16| move |r: &Request| matches!(r, Request::Deploy { group } if group.0 == g);
    let mut play = at(stop(2), vec![river, forest((700, 100), (900, 250))]);
    assert_eq!(play.refused(deploy(100, 200, 2)).rule.id(), "FOGR-SETUP-068");
    play.until(stop(4));
    assert_eq!(play.refused(deploy(800, 200, 2)).rule.id(), "FOGR-SETUP-068");
}

#[test]
fn a_forlorn_hope_stands_forward_in_terrain() {
    proves!("FOGR-SETUP-037");
    let brush = Piece { kind: TerrainKind::Brush, ground: rectangle((700, 250), (900, 400)) };
    let stop = |g: u16| move |r: &Request| matches!(r, Request::Deploy { group } if group.0 == g);
    let mut play = at(stop(0), vec![brush]);
    let hope = |x, y, files| {
        let front = north(x, y);
        Decision::Deploy(Deployment { forlorn_hope: true, ..Deployment::at(front, files) })
    };
    // Pike and shot are no forlorn hope.
    assert_eq!(play.refused(hope(800, 330, 3)).rule.id(), "FOGR-SETUP-037");
    play.choose(deploy(500, 200, 3));
    play.until(stop(1));
    assert_eq!(play.refused(hope(1200, 330, 2)).rule.id(), "FOGR-SETUP-037");
    assert_eq!(play.refused(hope(800, 285, 2)).rule.id(), "FOGR-SETUP-037");
    play.choose(hope(800, 330, 2));
    assert_eq!(play.world().setup.forlorn_hope.red, Some(GroupId(1)));
}

#[test]
fn the_set_up_goes_through_to_the_first_turn_of_the_player_without_initiative() {
    proves!("FOGR-SETUP-003", "FOGR-SETUP-004", "FOGR-SETUP-063", "FOGR-SETUP-029", "FOGR-SETUP-074");
    let mut play = begun();
    play.until(|r| matches!(r, Request::Camp));
    let camp = Decision::Camp { camp: Pose::new(mm(900, 1120), Angle::HALF), markers: Vec::new() };
    play.choose(camp);
    let markers = vec![Marker { front: north(900, 375), bases: 6 }];
    play.choose(Decision::Camp { camp: north(900, 80), markers });
    play.until(|r| matches!(r, Request::Fortify));
    // Five battle groups: 2-1-1-1. Four: 1-1-1-1. Blue first in every batch.
    let order: Vec<(Side, u16)> = play
        .events
        .iter()
        .filter_map(
            |e| if let Event::Deployed { side, group, .. } = e { Some((*side, group.0)) } else { None },
        )
        .collect();
    use Side::{Blue, Red};
    assert_eq!(
        order,
        [(Blue, 5), (Red, 0), (Red, 1), (Blue, 6), (Red, 2), (Blue, 7), (Red, 3), (Blue, 8), (Red, 4)]
    );
    // Six bases: one on the marker, two and three on its sides.
    let row = |from: i32| vec![(0..6).map(|i| north(from + 40 * i, 375)).collect::<Vec<Pose>>()];
    assert_eq!(play.refused(Decision::Fortify(row(740))).rule.id(), "FOGR-SETUP-029");
    play.choose(Decision::Fortify(row(820)));
    assert_eq!(play.world().field.fortifications.len(), 6);
    // Commanders: blue's first, up to 15 MU forward.
    let (side, request) = play.asked();
    assert_eq!((side, request), (Blue, Request::Commander { commander: CommanderId(2) }));
    let far = Decision::Commander(CommanderPost::Alone(Pose::new(mm(900, 820), Angle::HALF)));
    assert_eq!(play.refused(far).rule.id(), "FOGR-SETUP-074");
    play.choose(Decision::Commander(CommanderPost::With(GroupId(5))));
    assert_eq!(play.world()[CommanderId(2)].place, CommanderPlace::With(GroupId(5)));
    play.until(|_| false);
    assert!(play.world().turn.number >= 1);
    assert_eq!(play.world().turn.number % 2 == 1, play.world().turn.active == Blue);
}

#[test]
fn an_order_of_march_names_every_battle_group_once() {
    proves!("FOGR-SETUP-002");
    let mut setup = armies();
    army(&mut setup.armies.red).order_of_march = vec![1, 2, 2, 4, 5];
    assert_eq!(Battle::<Fogr>::start(&setup).unwrap_err().rule.id(), "FOGR-SETUP-002");
    army(&mut setup.armies.red).order_of_march = vec![5, 4, 3, 2, 1];
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 < 5));
    assert_eq!(play.asked().1, Request::Deploy { group: GroupId(4) });
}

/// Red's horse and his field commander march round the left; the battle has begun.
fn marching() -> Play {
    let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
    play.choose(Decision::Outflank(Vec::new()));
    let march = MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups: vec![GroupId(2)] };
    play.choose(Decision::Outflank(vec![march]));
    play.until_roll("FOGR-SETUP-050");
    play
}

/// An outflanking march rolls each turn and comes on in the turn after success; stragglers are rolled for then.
#[test]
fn reading_sequence_002() {
    proves!("FOGR-SETUP-050", "FOGR-SETUP-051", "FOGR-SETUP-052", "FOGR-SETUP-053", "FOGR-SETUP-061");
    proves!("FOGR-SEQUENCE-002");
    let mut play = marching();
    // Blue's turn was the first. Red's: 8 + 1 for the field commander is not 10.
    assert_eq!(play.world().turn.number, 2);
    play.dice(&[4, 4]);
    assert!(matches!(play.events.last(), Some(Event::ArrivalRolled { announced: None, .. })));
    play.until_roll("FOGR-SETUP-050");
    assert_eq!(play.world().turn.number, 4);
    play.dice(&[4, 5]);
    let Some(Event::ArrivalRolled { score: Some(score), announced, .. }) = play.events.last() else {
        panic!()
    };
    assert_eq!((score.total(), *announced), (10, Some((TableEdge::Left, 1))));
    play.until_roll("FOGR-SETUP-053");
    assert_eq!(play.world().turn.number, 6);
    // 4 + 1 for horse: they keep together.
    play.dice(&[2, 2]);
    let (side, Request::Arrive { group, .. }) = play.asked() else { panic!() };
    assert_eq!((side, group), (Side::Red, GroupId(2)));
    let come = |x, y, degrees| {
        let front = Pose::new(mm(x, y), Angle::from_degrees(degrees));
        Decision::Deploy(Deployment {
            front,
            files: 2,
            formation: None,
            limbered: false,
            forlorn_hope: false,
            dismounted: false,
        })
    };
    assert_eq!(play.refused(come(100, 700, 0)).rule.id(), "FOGR-SETUP-061");
    assert_eq!(play.refused(come(300, 700, 90)).rule.id(), "FOGR-SETUP-061");
    play.choose(come(100, 700, 90));
    assert_eq!(play.world()[GroupId(2)].presence, Presence::OnTable);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::With(GroupId(2)));
}

#[test]
fn stragglers_never_arrive_and_their_commander_stays_with_them() {
    proves!("FOGR-SETUP-053");
    let mut play = marching();
    play.dice(&[6, 6]);
    play.until_roll("FOGR-SETUP-053");
    // 3 + 1 is below 5.
    play.dice(&[1, 2]);
    assert_eq!(play.world()[GroupId(2)].presence, Presence::Straggling);
    assert_eq!(play.world()[CommanderId(1)].place, CommanderPlace::Gone);
    let attrition = caracole_fog::battle::position::attrition(play.world(), Side::Red);
    assert_eq!(attrition.total(), 1);
}

#[test]
fn the_larger_of_two_marches_on_a_flank_drives_the_other_back() {
    proves!("FOGR-SETUP-054", "FOGR-SETUP-055", "FOGR-SETUP-056", "FOGR-SETUP-057");
    let mut play = at(|r| matches!(r, Request::Outflank), Vec::new());
    let march = |commander, groups: &[u16]| MarchOrder {
        edge: TableEdge::Left,
        commander: CommanderId(commander),
        groups: groups.iter().map(|g| GroupId(*g)).collect(),
    };
    play.choose(Decision::Outflank(vec![march(3, &[5, 6])]));
    // Light troops only do not count: red's march counts one battle group.
    play.choose(Decision::Outflank(vec![march(1, &[2, 3])]));
    play.until_roll("FOGR-SETUP-050");
    // Turn 1, blue: 10 without modifiers.
    assert_eq!((play.world().turn.number, play.world().turn.active), (1, Side::Blue));
    play.dice(&[5, 5]);
    let met = play.events.last().unwrap().clone();
    assert_eq!(met, Event::MarchesMet { edge: TableEdge::Left, driven_back: vec![Side::Red] });
    // Red, driven back, comes in his next turn with a double move within 12 MU of his rear edge.
    play.until_roll("FOGR-SETUP-053");
    assert_eq!(play.world().turn.number, 2);
    play.dice(&[5, 5, 5, 5]);
    let come = |x, y| {
        let front = Pose::new(mm(x, y), Angle::QUARTER);
        Decision::Deploy(Deployment {
            front,
            files: 2,
            formation: None,
            limbered: false,
            forlorn_hope: false,
            dismounted: false,
        })
    };
    assert_eq!(play.asked().1, Request::Arrive { group: GroupId(2), march: 0 });
    assert_eq!(play.refused(come(100, 200)).rule.id(), "FOGR-SETUP-055");
    // A double move is 10 MU, 250 mm, within 300 mm of his rear edge.
    assert_eq!(play.refused(come(250, 700)).rule.id(), "FOGR-SETUP-055");
    // Blue comes in the turn after, the third, and tests for stragglers only then, in the same stretch of the edge.
    play.until_roll("FOGR-SETUP-053");
    assert_eq!((play.world().turn.number, play.world().turn.active), (3, Side::Blue));
    // Red has come on facing away from the edge, and made no other move.
    let red = play.world().body(GroupId(2)).front_centre();
    assert_eq!((red.at.x, red.facing), (Um::from_mm(250), Angle::QUARTER));
    assert!(red.at.y <= Um::from_mm(300));
    play.dice(&[5, 5, 5, 5]);
    let (Side::Blue, Request::Arrive { group: GroupId(5), .. }) = play.asked() else {
        panic!("{:?}", play.asked())
    };
    assert_eq!(play.refused(come(100, 700)).rule.id(), "FOGR-SETUP-056");
}

#[test]
fn shot_detached_from_two_parents_form_one_battle_group_and_their_rest_another() {
    proves!("FOGR-SETUP-031", "FOGR-SETUP-032", "FOGR-SETUP-035");
    let foot = |name| group(name, &[pike(2), shot(4)]);
    let mut setup = scene()
        .red(foot("a"))
        .red(foot("b"))
        .red(foot("c"))
        .red(foot("d"))
        .blue(group("h", &[horse(4)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Detach));
    assert_eq!(play.asked().0, Side::Red);
    let plan = |parties: &[&[(u16, u8)]], composites: &[&[u16]]| {
        let party = |p: &&[(u16, u8)]| p.iter().map(|&(g, n)| (GroupId(g), n)).collect();
        let composite = |c: &&[u16]| c.iter().map(|&g| GroupId(g)).collect();
        Decision::Detach(Detaching {
            parties: parties.iter().map(party).collect(),
            composites: composites.iter().map(composite).collect(),
        })
    };
    // Three of four mixed battle groups are more than half; one base is no battle group.
    let three = plan(&[&[(0, 2), (1, 2), (2, 2)]], &[&[0, 1], &[2]]);
    assert_eq!(play.refused(three).rule.id(), "FOGR-SETUP-031");
    assert_eq!(play.refused(plan(&[&[(0, 1)]], &[&[0]])).rule.id(), "FOGR-SETUP-031");
    assert_eq!(play.refused(plan(&[&[(0, 5)]], &[&[0]])).rule.id(), "FOGR-SETUP-031");
    // The number of battle groups must stay as it was.
    assert_eq!(play.refused(plan(&[&[(0, 2)]], &[&[0]])).rule.id(), "FOGR-SETUP-032");
    assert_eq!(play.refused(plan(&[&[(0, 2), (1, 2)]], &[&[0]])).rule.id(), "FOGR-SETUP-032");
    let break_point = play.world().sides.red.break_point;
    let next = play.world().groups().len() as u16;
    play.choose(plan(&[&[(0, 2), (1, 2)]], &[&[0, 1]]));
    let (rest, detached) = (GroupId(next), GroupId(next + 1));
    assert_eq!((play.world().size(rest), play.world().size(detached)), (8, 4));
    assert!(play.world().profiles(detached).iter().all(|b| b.is_shot()));
    assert_eq!(play.world().sides.red.break_point, break_point);
    // They take the places of their parents in the order of march.
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 >= 4 && *group == rest));
    play.until(|r| matches!(r, Request::Deploy { group } if *group == detached));
    assert_eq!(play.asked().1, Request::Deploy { group: detached });
    assert!(play.world()[rest].is_on_table());
}

#[test]
fn a_grand_battle_group_that_detaches_shot_divides_into_two() {
    proves!("FOGR-SETUP-034", "FOGR-SETUP-033");
    let mut setup = scene()
        .red(group("tercio", &[pike(8), shot(8)]).says(caracole_fog::army::GroupPermit::EarlyTercio))
        .red(group("foot", &[pike(2), shot(4)]))
        .red(group("horse", &[horse(4)]))
        .red(group("more", &[horse(4)]))
        .blue(group("h", &[horse(4)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Detach));
    let tercio = GroupId(0);
    // Three battle groups and a grand one.
    assert_eq!(play.world().sides.red.break_point, 5);
    let plan = |shot: &[u8]| {
        let parties = shot.iter().map(|n| vec![(tercio, *n)]).collect();
        Decision::Detach(Detaching { parties, composites: vec![vec![tercio]] })
    };
    // At least half of a tercio's shot stay; the parts are two, not three.
    assert_eq!(play.refused(plan(&[5])).rule.id(), "FOGR-SETUP-033");
    assert_eq!(play.refused(plan(&[2, 2])).rule.id(), "FOGR-SETUP-034");
    let next = play.world().groups().len() as u16;
    play.choose(plan(&[4]));
    let (rest, detached) = (GroupId(next), GroupId(next + 1));
    let world = play.world();
    assert_eq!((world.size(rest), world.size(detached)), (12, 4));
    assert!(!world[rest].grand && !world[detached].grand);
    assert_eq!(world.sides.red.break_point, 5);
    // Both are deployed, one after the other.
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == next));
    play.until(|r| matches!(r, Request::Deploy { group } if group.0 == next + 1));
    assert_eq!(play.asked().1, Request::Deploy { group: detached });
}

#[test]
fn missile_foot_of_any_mixed_battle_group_may_be_detached() {
    proves!("FOGR-SETUP-036");
    use caracole_fog::troops::{Armour, Capability, TroopType};
    let swords = |n| {
        crate::battle_common::bases(
            n,
            TroopType::MediumFoot,
            Some(Armour::Armoured),
            &[Capability::Swordsmen],
        )
    };
    let bows =
        |n| crate::battle_common::bases(n, TroopType::MediumFoot, Some(Armour::Armoured), &[Capability::Bow]);
    let mut setup = scene()
        .red(group("a", &[swords(4), bows(4)]))
        .red(group("b", &[swords(4), bows(4)]))
        .red(group("c", &[swords(4), bows(4)]))
        .red(group("d", &[swords(4), bows(4)]))
        .blue(group("h", &[horse(4)]))
        .lone_commander(Side::Red, CommanderLevel::Great, 0, 0)
        .lone_commander(Side::Blue, CommanderLevel::Troop, 0, 0)
        .setup();
    setup.start = StartFrom::Deployment;
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Detach));
    let plan = Detaching {
        parties: vec![vec![(GroupId(0), 4), (GroupId(1), 4)]],
        composites: vec![vec![GroupId(0), GroupId(1)]],
    };
    let next = play.world().groups().len() as u16;
    play.choose(Decision::Detach(plan));
    let all = |group: u16, can| play.world().profiles(GroupId(group)).iter().all(|b| b.capabilities.has(can));
    assert!(all(next, Capability::Swordsmen) && all(next + 1, Capability::Bow));
}

#[test]
fn allies_march_round_a_flank_as_a_whole_contingent() {
    proves!("FOGR-SETUP-049");
    use caracole_fog::army::{ArmyPermit, CommanderRole};
    let mut setup = armies();
    let red = army(&mut setup.armies.red);
    red.permits.push(ArmyPermit::Allies);
    red.commanders[1].role = CommanderRole::AllyCommander;
    red.commanders[1].contingent = Some("allies".to_owned());
    for group in [2, 3] {
        red.battle_groups[group].contingent = Some("allies".to_owned());
    }
    let mut play = play(&setup);
    play.dice(&[6, 1]);
    play.until(|r| matches!(r, Request::Outflank));
    play.choose(Decision::Outflank(Vec::new()));
    let march = |groups: &[u16]| {
        let groups = groups.iter().map(|g| GroupId(*g)).collect();
        Decision::Outflank(vec![MarchOrder { edge: TableEdge::Left, commander: CommanderId(1), groups }])
    };
    assert_eq!(play.refused(march(&[2])).rule.id(), "FOGR-SETUP-049");
    assert_eq!(play.refused(march(&[2, 3, 0])).rule.id(), "FOGR-SETUP-049");
    play.choose(march(&[2, 3]));
}
