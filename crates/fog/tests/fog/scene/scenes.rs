//! Scenes: where things stand, what they are called, and what nobody but their owner sees.

use caracole_bots::Numbers;
use caracole_fog::battle::scenarios::{by_id, library, read};
use caracole_fog::battle::{Fogr, GroupId};
use caracole_fog::troops::Book;
use caracole_kernel::dice::{Throw, Thrown};
use caracole_kernel::{At, Awaiting, Battle, Piece, Rules, Scene, Scenery, Step, Viewer};
use std::collections::BTreeSet;

fn started(id: &str) -> Battle<Fogr> {
    Battle::<Fogr>::start(&by_id(id).expect("the scenario").setup).expect("it starts").0
}

fn scene(battle: &Battle<Fogr>, viewer: Viewer) -> Scene {
    Fogr::scene(battle, viewer).expect("a scene")
}

#[test]
fn bases_stand_where_the_scenario_puts_them() {
    let battle = started("mill-field");
    let scene = scene(&battle, Viewer::Spectator);
    // 44 by 32 MU of 25 mm, in hundredths of a millimetre.
    assert_eq!((scene.width, scene.height, scene.ruler.length), (110_000, 80_000, 2_500));
    let find = |n| scene.items.iter().find(|i| i.piece == Piece::new("group", n)).expect("the battle group");
    // Battle group 1 has the middle of its front at 33 MU from the left and 9 MU from the near edge, two bases of
    // 40 by 30 mm wide, and looks up the table.
    let horse = find(1);
    assert_eq!(
        (horse.name.as_str(), horse.parts.len(), horse.level, horse.lost),
        ("1 Whalley's horse", 4, 0, 0)
    );
    let corners = [At(78_500, 57_500), At(82_500, 57_500), At(82_500, 60_500), At(78_500, 60_500)];
    assert_eq!(horse.parts[0].outline, corners);
    assert_eq!(horse.parts[0].symbol, "horse");
    // Blue's first looks down the table from 12, 23: its left is on the screen's right.
    let cavaliers = find(6);
    assert_eq!(cavaliers.parts[0].outline[..2], [At(34_000, 22_500), At(30_000, 22_500)]);
    let foot: BTreeSet<&str> = find(2).parts.iter().map(|p| p.symbol.as_ref()).collect();
    assert_eq!(foot, BTreeSet::from(["pike", "shot"]));
    assert_eq!(find(4).parts[0].symbol, "dragoon");
    assert_eq!(find(5).parts[0].symbol, "gun");
    assert!(horse.says.contains("33 9") && horse.says.contains("steady"), "{}", horse.says);
}

#[test]
fn the_ground_can_be_read_out() {
    let scene = scene(&started("mill-field"), Viewer::Spectator);
    let says: Vec<&str> = scene.land.iter().map(|l| l.says.as_str()).collect();
    assert_eq!(
        says[..3],
        [
            "Enclosed fields, rough ground, from 4 12 to 11.5 19.",
            "Village, difficult ground, from 38 14 to 43 18.5.",
            "Gentle hill, from 15 22.6 to 29 29.5.",
        ]
    );
    assert_eq!((scene.land.len(), scene.land[3].symbol.as_ref()), (4, "road"));
}

#[test]
fn everything_has_its_own_piece_and_its_place_on_the_table() {
    for file in library(Book::Renaissance) {
        let ready = read(file.text).expect("sound");
        let (battle, _) = Battle::<Fogr>::start(&ready.setup).expect("it starts");
        let scene = scene(&battle, Viewer::Red);
        let pieces: BTreeSet<&Piece> = scene.items.iter().map(|i| &i.piece).collect();
        assert_eq!(pieces.len(), scene.items.len(), "{}", file.id);
        for At(x, y) in scene.items.iter().flat_map(|i| &i.parts).flat_map(|p| &p.outline) {
            assert!((0..=scene.width).contains(x) && (0..=scene.height).contains(y), "{}", file.id);
        }
        let ground = Fogr::ground(&battle);
        assert!(ground.starts_with("<svg") || ground.starts_with("<?xml"), "{}", file.id);
        assert!(!ground.contains("horse"), "nothing that stands on the ground is in its picture");
    }
}

pub fn thrown(battle: &Battle<Fogr>, numbers: &mut Numbers) -> Throw {
    let Awaiting::Dice(roll) = battle.awaiting() else { panic!("no dice are awaited") };
    let mut throw = Throw::default();
    for pool in &roll.pools {
        let mut face = || pool.die.lowest + numbers.below(usize::from(pool.die.sides())) as u8;
        let mut thrown = Thrown::default();
        (0..pool.dice).for_each(|_| thrown.dice.push(face()));
        let again = thrown.dice.iter().filter(|f| pool.reroll.faces.has(**f)).count();
        (0..again).for_each(|_| thrown.again.push(face()));
        throw.0.push(thrown);
    }
    throw
}

/// Battles of chance with their whole set-up: nobody is told of what is hidden from him, everything that a choice is about
/// and that stands on the table can be pointed at, and what a choice would do can be laid over the table.
#[test]
fn scenes_hide_what_is_hidden_and_match_the_words() {
    for number in 1..5 {
        let setup = Fogr::random_setup(number).expect("a setup");
        let (mut battle, _) = Battle::<Fogr>::start(&setup).expect("it starts");
        let mut numbers = Numbers::new(number);
        for turn in 0..250 {
            let step = match battle.awaiting() {
                Awaiting::Nothing(_) => break,
                Awaiting::Dice(_) => Step::Dice(thrown(&battle, &mut numbers)),
                Awaiting::Decision { side, request } => {
                    let side = *side;
                    let offers = caracole_kernel::offers::<Fogr>(&battle, side, request);
                    let chosen = &offers[numbers.below(offers.len())];
                    if turn % 5 == 0 {
                        look(&battle, &chosen.wording.about);
                    }
                    let order = battle.plan(side, &chosen.decision).expect("it is legal");
                    for overlay in Fogr::overlays(&battle, &order) {
                        assert!(!overlay.outline.is_empty(), "{overlay:?}");
                    }
                    Step::Choose { side, decision: chosen.decision.clone() }
                }
            };
            battle.apply(&step).unwrap_or_else(|r| panic!("{number}: {r}"));
        }
    }
}

fn look(battle: &Battle<Fogr>, about: &[Piece]) {
    let world = battle.world();
    for viewer in [Viewer::Red, Viewer::Blue, Viewer::Spectator] {
        let scene = scene(battle, viewer);
        for group in world.ids().filter(|&g| !world[g].is_on_table() && !viewer.knows(world[g].side)) {
            let title = battle.scenario().title(group);
            let told = scene.items.iter().find(|i| i.says.contains(title) || i.name.contains(title));
            assert_eq!(told, None, "{viewer:?} must not see {title}");
        }
        for piece in about.iter().filter(|p| p.kind == "group") {
            let group = GroupId(u16::try_from(piece.number - 1).unwrap());
            let there = scene.items.iter().any(|i| i.piece == *piece);
            assert_eq!(there, world[group].is_on_table(), "{piece:?}");
        }
    }
}
