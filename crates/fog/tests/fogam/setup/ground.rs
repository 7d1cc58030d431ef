//! Initiative, territory, choosing and placing terrain.

use crate::battle_common::{ancient_scene, cavalrymen, group};
use crate::setup::play::*;
use caracole_fog::army::Territory;
use caracole_fog::battle::setup::placing::{Half, Location, check_place};
use caracole_fog::battle::setup::table::Column;
use caracole_fog::battle::setup::{Adjustment, Decision, Event, Kind, Request, Selection};
use caracole_fog::battle::{Setup, World};
use caracole_fog::field::{Covering, Grade, Ground, Piece, TerrainKind};
use caracole_kernel::{Awaiting, Side};
use caracole_ledger::proves;
use caracole_plane::{Angle, Hill, Polygon, Strip, Um};

const NORMAL: fn(Kind) -> Selection = Selection::normal;

fn further(kinds: &[Kind]) -> Decision {
    Decision::Further(kinds.iter().map(|k| NORMAL(*k)).collect())
}

fn compulsory(kind: Kind) -> Decision {
    Decision::Compulsory(NORMAL(kind))
}

fn refused(play: &Play, decision: Decision) -> String {
    play.refused(decision).rule.id().to_owned()
}

fn begun() -> Play {
    begun_of(&armies())
}

#[test]
fn initiative_is_a_die_and_the_modifier_of_the_army_and_ties_are_thrown_again() {
    proves!("FOGAM-SETUP-004", "FOGAM-SETUP-005", "FOGAM-SETUP-006");
    // Red: inspired commander +2; 8 bases that scout count nothing. Blue: 12 bases of cavalry +1.
    let mut play = play(&armies());
    assert!(matches!(play.battle.awaiting(), Awaiting::Dice(r) if r.rule.id() == "FOGAM-SETUP-004"));
    play.dice(&[2, 3]);
    let Some(Event::InitiativeRolled { scores, winner }) = play.events.last() else { panic!() };
    assert_eq!((scores.red.total(), scores.blue.total(), *winner), (4, 4, None));
    play.dice(&[1, 4]);
    let Some(Event::InitiativeRolled { scores, winner }) = play.events.last() else { panic!() };
    assert_eq!((scores.red.total(), scores.blue.total(), *winner), (3, 5, Some(Side::Blue)));
    // The winner chooses the territory, the other the first piece.
    assert_eq!(play.asked(), (Side::Blue, Request::Territory));
    play.choose(Decision::Territory(Territory::Agricultural));
    assert_eq!(play.asked(), (Side::Red, Request::Compulsory));
}

#[test]
fn the_territory_is_of_the_opponents_list_alone() {
    proves!("FOGAM-SETUP-007");
    let mut play = begun();
    assert_eq!(refused(&play, Decision::Territory(Territory::Agricultural)), "FOGAM-SETUP-007");
    play.choose(Decision::Territory(Territory::Hilly));
    assert_eq!(play.world().setup.territory, Some(Territory::Hilly));
}

#[test]
fn pieces_are_chosen_by_the_other_player_first_within_the_row_of_the_territory() {
    proves!("FOGAM-SETUP-008", "FOGAM-SETUP-009", "FOGAM-SETUP-010", "FOGAM-SETUP-011", "FOGAM-SETUP-012");
    use Kind::{
        BrokenGround, Brush, Coastline, GentleHill, OpenFields, Plantation, River, SteepHill, Village,
    };
    let mut play = begun();
    play.choose(Decision::Territory(Territory::Hilly));
    assert_eq!(play.asked(), (Side::Blue, Request::Compulsory));
    let bare = GentleHill(Covering::Clear);
    assert_eq!(refused(&play, Decision::Compulsory(Selection::large(bare))), "FOGAM-SETUP-010");
    assert_eq!(refused(&play, compulsory(GentleHill(Covering::Brush))), "FOGAM-SETUP-011");
    // Steep hills are allowed in hilly country, not compulsory; open fields it has none.
    assert_eq!(refused(&play, compulsory(SteepHill(Covering::Clear))), "FOGAM-SETUP-012");
    assert_eq!(refused(&play, compulsory(OpenFields)), "FOGAM-SETUP-008");
    play.choose(compulsory(bare));
    // One gentle hill was compulsory: the brush is left.
    assert_eq!(play.asked(), (Side::Red, Request::Compulsory));
    assert_eq!(refused(&play, compulsory(bare)), "FOGAM-SETUP-012");
    play.choose(compulsory(Brush));
    assert_eq!(play.asked(), (Side::Blue, Request::Further));
    // 1 to 5 selections, a large piece is two of them.
    assert_eq!(refused(&play, further(&[])), "FOGAM-SETUP-012");
    let six = vec![
        Selection::large(bare),
        NORMAL(BrokenGround),
        NORMAL(BrokenGround),
        NORMAL(BrokenGround),
        NORMAL(Plantation),
    ];
    assert_eq!(refused(&play, Decision::Further(six)), "FOGAM-SETUP-012");
    assert_eq!(refused(&play, further(&[Village])), "FOGAM-SETUP-009");
    // Three gentle hills in all; a large one is two of them.
    let hills = vec![Selection::large(bare), NORMAL(bare)];
    assert_eq!(refused(&play, Decision::Further(hills)), "FOGAM-SETUP-012");
    // One gentle hill may be covered, and one steep one.
    let covered = [GentleHill(Covering::Brush), GentleHill(Covering::Forest)];
    assert_eq!(refused(&play, further(&covered)), "FOGAM-SETUP-011");
    play.choose(further(&[GentleHill(Covering::Brush), SteepHill(Covering::Forest)]));
    // Hill and covering count each: of three gentle hills two are taken, of three brushes two.
    assert_eq!(play.asked(), (Side::Red, Request::Further));
    assert_eq!(refused(&play, further(&[Brush, Brush])), "FOGAM-SETUP-012");
    assert_eq!(refused(&play, further(&[River, Coastline])), "FOGAM-SETUP-009");
    // River 2, village 1, broken ground 3: six selections.
    let six = [River, Village, BrokenGround, BrokenGround, BrokenGround];
    assert_eq!(refused(&play, further(&six)), "FOGAM-SETUP-012");
    play.choose(further(&[River, Village, BrokenGround, BrokenGround]));
    // Nothing lay there before all was chosen; the river comes first and is not rolled for.
    assert!(play.world().field.terrain.pieces.is_empty());
    let (side, Request::Place { what, .. }) = play.asked() else { panic!() };
    assert_eq!((side, what.kind), (Side::Red, River));
}

/// One covered hill of each kind for both players together.
#[test]
fn reading_setup_011() {
    proves!("FOGAM-SETUP-011");
    let with = |together: bool| {
        let mut setup = armies();
        setup.options.insert("fogam.setup.covered_hills_together".to_owned(), together);
        let mut play = begun_of(&setup);
        play.choose(Decision::Territory(Territory::Hilly));
        play.choose(compulsory(Kind::GentleHill(Covering::Clear)));
        play.choose(compulsory(Kind::Brush));
        play.choose(further(&[Kind::GentleHill(Covering::Brush)]));
        play
    };
    let another = || further(&[Kind::GentleHill(Covering::BrokenGround)]);
    assert_eq!(refused(&with(true), another()), "FOGAM-SETUP-011");
    with(false).choose(another());
}

/// The columns of the table are those of the ledger; every territory has two compulsory pieces.
#[test]
fn reading_setup_008() {
    proves!("FOGAM-SETUP-008");
    use Column::*;
    let world = ancient_scene().red(group("A", &[cavalrymen(4)])).world();
    let cell = |world: &World, territory, column| {
        let cell = world.book.allowed(world, territory, column);
        (cell.most, cell.compulsory)
    };
    let all = [
        Open,
        OpenFields,
        BrokenGround,
        Brush,
        EnclosedFields,
        Plantation,
        Gully,
        Forest,
        Vineyards,
        Marsh,
        SoftSand,
        SteepHill,
        Village,
        Impassable,
        GentleHill,
        Water,
        Obstacle,
        Road,
    ];
    for territory in Territory::ALL.iter().copied() {
        let compulsory: u8 = all.iter().map(|c| cell(&world, territory, *c).1).sum();
        assert_eq!(compulsory, 2, "{territory:?}");
        assert_eq!(cell(&world, territory, Obstacle), (0, 0));
        assert_eq!(cell(&world, territory, Road), (0, 0));
    }
    assert_eq!(cell(&world, Territory::Developed, EnclosedFields), (3, 1));
    assert_eq!(cell(&world, Territory::Developed, Village), (1, 1));
    assert_eq!(cell(&world, Territory::Developed, SteepHill), (1, 0));
    assert_eq!(cell(&world, Territory::Agricultural, OpenFields), (4, 1));
    assert_eq!(cell(&world, Territory::Agricultural, GentleHill), (2, 1));
    assert_eq!(cell(&world, Territory::Steppes, Brush), (3, 0));
    assert_eq!(cell(&world, Territory::Tropical, Marsh), (2, 1));
    assert_eq!(cell(&world, Territory::Desert, Water), (0, 0));
    assert_eq!(cell(&world, Territory::Mountains, Impassable), (2, 0));
    // The steep hill of developed territory is doubtful.
    let mut setup = ancient_scene().red(group("A", &[cavalrymen(4)])).setup();
    setup.options.insert("fogam.setup.steep_hill_in_developed".to_owned(), false);
    let without = Play::start(&setup);
    assert_eq!(cell(without.world(), Territory::Developed, SteepHill), (0, 0));
}

/// In developed territory the village is left to the player with the initiative.
#[test]
fn reading_setup_009() {
    proves!("FOGAM-SETUP-009");
    let mut setup = armies();
    army(&mut setup.armies.blue).territories = vec![Territory::Developed];
    let mut play = begun_of(&setup);
    play.choose(Decision::Territory(Territory::Developed));
    assert_eq!(refused(&play, compulsory(Kind::Village)), "FOGAM-SETUP-009");
    play.choose(compulsory(Kind::EnclosedFields));
    assert_eq!(play.asked().0, Side::Red);
    play.choose(compulsory(Kind::Village));
}

/// Agricultural country: blue's compulsory piece are open fields, red's is a gentle hill; the coast is about to be
/// placed.
fn placing_of(setup: &Setup) -> Play {
    let mut setup = setup.clone();
    army(&mut setup.armies.blue).territories = vec![Territory::Agricultural];
    let mut play = begun_of(&setup);
    play.choose(Decision::Territory(Territory::Agricultural));
    play.choose(compulsory(Kind::OpenFields));
    play.choose(compulsory(Kind::GentleHill(Covering::Clear)));
    play.choose(further(&[Kind::EnclosedFields, Kind::Vineyards]));
    play.choose(further(&[Kind::Coastline, Kind::Village, Kind::Plantation]));
    play
}

fn hill(from: (i32, i32), to: (i32, i32)) -> Decision {
    let Ground::Area(outline) = rectangle(from, to) else { panic!() };
    Decision::Place { ground: Ground::Hill(Hill { outline, crest: Vec::new() }), room: None }
}

fn road(x: i32) -> Decision {
    let strip = Strip::new(vec![mm(x, 0), mm(x, 1200)], Um::from_mm(40)).unwrap();
    Decision::Place { ground: Ground::Strip(strip), room: None }
}

fn slide(right: i32, up: i32) -> Decision {
    Decision::Adjust(Adjustment::Slide { right: Um::from_mm(right), up: Um::from_mm(up) })
}

/// The coast lies there, and red's hill.
fn after_the_hill(setup: &Setup) -> Play {
    let mut play = placing_of(setup);
    let (Side::Red, Request::Place { what, location: Location::Free }) = play.asked() else { panic!() };
    assert_eq!(what.kind, Kind::Coastline);
    // Up to 6 MU, 150 mm, in from the short edge.
    assert_eq!(refused(&play, lay((0, 0), (151, 1200))), "FOGAM-TERRAIN-019");
    play.choose(lay((0, 0), (150, 1200)));
    // Blue's 4 and 1 for a coast are 5, but coasts are not moved: nothing is asked.
    play.dice(&[4]);
    let Some(Event::AdjustmentRolled { side, score, .. }) = play.events.last() else { panic!() };
    assert_eq!((*side, score.total()), (Side::Blue, 5));
    // Red's compulsory hill. 2: red's own long edge, at least 8 MU (200 mm) from the side edges.
    play.dice(&[2]);
    assert_eq!(refused(&play, hill((190, 0), (390, 150))), "FOGAM-SETUP-015");
    assert_eq!(refused(&play, hill((600, 10), (800, 160))), "FOGAM-SETUP-015");
    play.choose(hill((600, 0), (800, 150)));
    // 3 and -1 for a compulsory piece: it stays.
    play.dice(&[3]);
    play
}

#[test]
fn pieces_are_placed_by_turns_where_the_dice_say_and_a_road_comes_last() {
    proves!("FOGAM-SETUP-013", "FOGAM-SETUP-014", "FOGAM-SETUP-015", "FOGAM-SETUP-016", "FOGAM-SETUP-017");
    proves!("FOGAM-TERRAIN-013", "FOGAM-TERRAIN-018", "FOGAM-TERRAIN-019", "FOGAM-GLOSSARY-039");
    let mut play = after_the_hill(&armies());
    // Blue's compulsory fields. 5: over 8 MU from the edges in the half of blue's opponent, the near one.
    play.dice(&[5]);
    assert_eq!(refused(&play, lay((300, 190), (500, 340))), "FOGAM-SETUP-015");
    // 4 MU are 100 mm: the hill is 60 mm away.
    assert_eq!(refused(&play, lay((500, 210), (700, 360))), "FOGAM-SETUP-014");
    // A rectangle of 4 by 6 MU must fit in, and the piece in a circle of 12 MU.
    assert_eq!(refused(&play, lay((300, 210), (500, 300))), "FOGAM-GLOSSARY-039");
    assert_eq!(refused(&play, lay((300, 210), (580, 360))), "FOGAM-GLOSSARY-039");
    play.choose(lay((300, 210), (500, 360)));
    assert_eq!(play.world().field.terrain.pieces[2].kind, TerrainKind::OpenFields);
    assert_eq!(TerrainKind::OpenFields.grade(), Grade::Uneven);
    // Red's 6 and -1: 12 MU (300 mm) or a pivot, but not away.
    play.dice(&[6]);
    assert_eq!(play.asked().0, Side::Red);
    assert_eq!(refused(&play, Decision::Adjust(Adjustment::Remove)), "FOGAM-SETUP-016");
    assert_eq!(refused(&play, slide(0, 301)), "FOGAM-SETUP-016");
    play.choose(Decision::Adjust(Adjustment::Leave));
    // Now red picks one of its others, then blue one of its own.
    let pieces = |kinds: [Kind; 2]| Request::Pick { pieces: kinds.map(NORMAL).to_vec() };
    assert_eq!(play.asked(), (Side::Red, pieces([Kind::Village, Kind::Plantation])));
    play.choose(Decision::Pick(NORMAL(Kind::Plantation)));
    // 3: touching a side edge, river or coast in the opponent's half. The sea ends at x = 150.
    play.dice(&[3]);
    assert_eq!(refused(&play, lay((160, 700), (360, 850))), "FOGAM-SETUP-015");
    play.choose(lay((150, 700), (350, 850)));
    play.dice(&[2]);
    assert_eq!(play.asked(), (Side::Blue, pieces([Kind::EnclosedFields, Kind::Vineyards])));
    play.choose(Decision::Pick(NORMAL(Kind::Vineyards)));
    play.dice(&[6]);
    play.choose(lay((600, 700), (800, 850)));
    // Red's 2 changes nothing; red has only the village left and is not asked. 6: its own half.
    play.dice(&[2, 6]);
    let (Side::Red, Request::Place { what, .. }) = play.asked() else { panic!() };
    assert_eq!(what.kind, Kind::Village);
    play.choose(lay((900, 250), (1100, 400)));
    play.dice(&[1, 6]);
    play.choose(lay((1300, 700), (1500, 850)));
    play.dice(&[1]);
    // The road is red's, through the village or beside it, not through others; it needs no placement roll.
    let (Side::Red, Request::Place { what, location: Location::Free }) = play.asked() else { panic!() };
    assert_eq!(what.kind, Kind::Road);
    assert_eq!(refused(&play, road(700)), "FOGAM-SETUP-017");
    assert_eq!(refused(&play, road(1130)), "FOGAM-SETUP-017");
    assert_eq!(refused(&play, Decision::CannotPlace), "FOGAM-SETUP-015");
    play.choose(road(1000));
    // The opponent adjusts it too, as long as it stays a road: 140 mm aside it would miss the village.
    play.dice(&[4]);
    assert_eq!(play.asked().0, Side::Blue);
    assert_eq!(refused(&play, slide(140, 0)), "FOGAM-SETUP-017");
    play.choose(slide(50, 0));
    let kinds: Vec<TerrainKind> = play.world().field.terrain.pieces.iter().map(|p| p.kind).collect();
    use TerrainKind::{
        Coastline, EnclosedFields, GentleHill, OpenFields, Plantation, Road, Village, Vineyards,
    };
    let clear = GentleHill(Covering::Clear);
    assert_eq!(kinds, [Coastline, clear, OpenFields, Plantation, Vineyards, Village, EnclosedFields, Road]);
    assert_eq!(play.asked(), (Side::Blue, Request::Camp));
}

#[test]
fn a_road_is_optional_and_needs_a_village() {
    proves!("FOGAM-SETUP-017", "FOGAM-TERRAIN-018");
    let is_road = |r: &Request| matches!(r, Request::Place { what, .. } if what.kind == Kind::Road);
    let mut play = placing_of(&armies());
    play.until(is_road);
    play.choose(Decision::NoRoad);
    assert_eq!(play.asked(), (Side::Blue, Request::Camp));
    assert!(!play.world().setup.chosen.iter().any(|c| c.what.kind == Kind::Road));
    // Other pieces must be placed.
    let mut play = placing_of(&armies());
    play.until(|r| matches!(r, Request::Place { what, .. } if what.kind != Kind::Road));
    let (side, _) = play.asked();
    assert!(play.battle.plan(side, &Decision::NoRoad.into()).is_err());
    // No village: nothing is asked of a road.
    let mut play = begun();
    play.choose(Decision::Territory(Territory::Hilly));
    play.until(|r| matches!(r, Request::Further));
    play.choose(further(&[Kind::BrokenGround]));
    play.choose(further(&[Kind::Plantation]));
    play.until(|r| is_road(r) || matches!(r, Request::Camp));
    assert_eq!(play.asked(), (Side::Blue, Request::Camp));
    // And one that joins no two edges, or is too long, is none.
    let village = || ancient_scene().terrain(TerrainKind::Village, (800, 250), (1000, 400)).world();
    let strip = |points: &[(i32, i32)], width| {
        let line = points.iter().map(|p| mm(p.0, p.1)).collect();
        Ground::Strip(Strip::new(line, Um::from_mm(width)).unwrap())
    };
    let place = |ground: &Ground| {
        let road = NORMAL(Kind::Road);
        check_place(&village(), Side::Red, road, Location::Free, ground, None)
            .map(|_| ())
            .map_err(|r| r.rule.id())
    };
    assert_eq!(place(&strip(&[(900, 0), (900, 1200)], 40)), Ok(()));
    assert_eq!(place(&strip(&[(900, 0), (900, 1200)], 50)), Err("FOGAM-TERRAIN-018"));
    assert_eq!(place(&strip(&[(900, 0), (900, 600)], 40)), Err("FOGAM-TERRAIN-018"));
    // Both short edges; 72 MU are more than 60.
    assert_eq!(place(&strip(&[(0, 300), (1800, 300)], 40)), Err("FOGAM-TERRAIN-018"));
    assert_eq!(place(&strip(&[(900, 0), (900, 500), (100, 500), (100, 1200)], 40)), Err("FOGAM-TERRAIN-018"));
}

/// The opponent may choose any change up to the roll.
#[test]
fn reading_setup_016() {
    proves!("FOGAM-SETUP-016");
    let with = |lesser: bool| {
        let mut setup = armies();
        setup.options.insert("fogam.setup.lesser_adjustments".to_owned(), lesser);
        let mut play = after_the_hill(&setup);
        play.dice(&[5]);
        play.choose(lay((300, 210), (500, 360)));
        play.dice(&[1]);
        play.choose(Decision::Pick(NORMAL(Kind::Plantation)));
        play.dice(&[6]);
        // Red's own half.
        play.choose(lay((900, 250), (1100, 400)));
        play.dice(&[6]);
        play
    };
    let pivot = Decision::Adjust(Adjustment::Pivot { about: mm(900, 250), by: Angle::from_degrees(90) });
    with(true).choose(slide(300, 0));
    with(true).choose(Decision::Adjust(Adjustment::Remove));
    assert_eq!(refused(&with(false), slide(300, 0)), "FOGAM-SETUP-016");
    assert_eq!(refused(&with(false), pivot), "FOGAM-SETUP-016");
    with(false).choose(Decision::Adjust(Adjustment::Remove));
    // On the table, off other pieces.
    assert_eq!(refused(&with(true), slide(0, -260)), "FOGAM-SETUP-016");
    assert_eq!(refused(&with(true), slide(-150, -150)), "FOGAM-SETUP-016");
}

#[test]
fn a_river_is_graded_and_may_only_be_removed() {
    proves!("FOGAM-TERRAIN-020", "FOGAM-SETUP-016");
    let river = |x: i32, width: i32| {
        let strip = Strip::new(vec![mm(x, 0), mm(x, 1200)], Um::from_mm(width)).unwrap();
        Decision::Place { ground: Ground::Strip(strip), room: None }
    };
    let with = |faces: &[u8]| {
        let mut play = begun();
        play.choose(Decision::Territory(Territory::Hilly));
        play.choose(compulsory(Kind::Brush));
        play.choose(compulsory(Kind::GentleHill(Covering::Clear)));
        play.choose(further(&[Kind::Plantation]));
        play.choose(further(&[Kind::River]));
        // At most 4 MU wide, wholly within 6 MU (150 mm) of a side edge.
        assert_eq!(refused(&play, river(75, 101)), "FOGAM-TERRAIN-020");
        assert_eq!(refused(&play, river(110, 100)), "FOGAM-TERRAIN-020");
        play.choose(river(90, 100));
        play.dice(faces);
        play
    };
    let grades =
        [Grade::Uneven, Grade::Rough, Grade::Rough, Grade::Difficult, Grade::Difficult, Grade::Impassable];
    for (die, grade) in (1..).zip(grades) {
        assert_eq!(with(&[die]).world().field.terrain.pieces[0].kind, TerrainKind::River(grade));
    }
    // 5 and 1 are 6: it may go, but it never moves.
    let mut play = with(&[3, 5]);
    assert_eq!(refused(&play, slide(10, 0)), "FOGAM-SETUP-016");
    play.choose(Decision::Adjust(Adjustment::Remove));
    assert!(play.world().field.terrain.pieces.is_empty());
}

#[test]
fn a_river_counts_as_an_edge_for_threes_and_fours() {
    proves!("FOGAM-SETUP-015");
    let strip = Strip::new(vec![mm(90, 0), mm(90, 1200)], Um::from_mm(100)).unwrap();
    let river = Piece { kind: TerrainKind::River(Grade::Rough), ground: Ground::Strip(strip) };
    let world = ancient_scene().piece(river).world();
    let place = |x: i32| {
        let ground = rectangle((x, 100), (x + 200, 250));
        let at = Location::SideEdge(Half::Own);
        check_place(&world, Side::Red, NORMAL(Kind::Brush), at, &ground, None)
            .map(|_| ())
            .map_err(|r| r.rule.id())
    };
    assert_eq!(place(140), Ok(()));
    assert_eq!(place(150), Err("FOGAM-SETUP-015"));
    // A large piece fits a circle of 16 MU (400 mm) and none of 12: the diagonals are 412 and 316.
    let large = |width: i32, depth: i32| {
        let outline = [(800, 100), (800 + width, 100), (800 + width, 100 + depth), (800, 100 + depth)];
        let ground = Ground::Area(Polygon::new(outline.map(|(x, y)| mm(x, y)).to_vec()).unwrap());
        let what = Selection::large(Kind::Brush);
        check_place(&ancient_scene().world(), Side::Red, what, Location::Free, &ground, None).is_ok()
    };
    assert!(!large(400, 100));
    assert!(large(300, 100));
    proves!("FOGAM-GLOSSARY-039");
}
