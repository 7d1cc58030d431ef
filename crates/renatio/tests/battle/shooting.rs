//! The Shooting Phase: targets, dice, losses and slowing.

use crate::support::*;
use caracole_kernel::{Awaiting, Refusal, Rules, Session, Side, dice::Scripted};
use caracole_ledger::proves;
use caracole_plane::{Point, Polygon};
use caracole_renatio::battle::shooting::{self, Aim, Shot};
use caracole_renatio::battle::{Decision, Event, Phase, Presence, Renatio, Request, Setup};
use caracole_renatio::charts::TerrainKind;
use caracole_renatio::dice::ShootingDice::{self as D};
use caracole_renatio::troops::Extra;
use caracole_tabletop::{Ground, Piece};

const MUSKETS: &str = "6 foot, loose, formed, protected, musket";
const FOES: &str = "6 foot, loose, formed, protected";

/// A battle in which nobody holds a useful card, before anything has happened in the Shooting Phase.
fn shooting(setup: &Setup) -> Session<Renatio> {
    let mut session = start(setup);
    deal(&mut session, &[&[Black, Black, Black], &[Black, Black, Black]]);
    for _ in 0..4 {
        let phase = session.battle().world().when.phase;
        match asked(&session) {
            Some((side, _)) if phase < Phase::Shooting => does(&mut session, side, Decision::Pass),
            _ => break,
        };
    }
    session
}

fn fire(number: u16, aims: &[Aim]) -> Decision {
    Decision::Shooting(shooting::Decision::Fire { ug: ug(number), aims: aims.to_vec() })
}

/// A file shoots at a base, both counted from 1.
fn aim(file: u8, at: u16, base: u8) -> Aim {
    Aim { file: file - 1, extra: None, at: ug(at), base: base - 1 }
}

fn shots(session: &mut Session<Renatio>, side: Side, decision: Decision) -> Vec<Shot> {
    let events = does(session, side, decision);
    let aimed = events.into_iter().find_map(|event| match event {
        Event::Shooting(shooting::Event::Aimed { shots }) => Some(shots),
        _ => None,
    });
    aimed.expect("files take aim")
}

fn dice(shots: &[Shot]) -> Vec<D> {
    shots.iter().flat_map(|shot| shot.dice.iter().copied()).collect()
}

fn why(session: &mut Session<Renatio>, decision: Decision) -> &'static str {
    refused(session, decision).rule.id()
}

fn throw(session: &mut Session<Renatio>, faces: &[u8]) -> Vec<Event> {
    let mut source = Scripted::new(faces.iter().copied());
    let events = session.throw(&mut source).unwrap();
    assert_eq!(source.left(), 0);
    events
}

fn suffered(events: &[Event]) -> Vec<(u16, u8, bool, u8)> {
    let found = events.iter().filter_map(|event| match event {
        Event::Shooting(shooting::Event::Suffered { ug, killed, wound, slow, .. }) => {
            Some((u16::try_from(ug.number()).unwrap(), *killed, *wound, *slow))
        }
        _ => None,
    });
    found.collect()
}

/// Red's unit has its front at 8 BW, blue's this far from it, in hundredths of a BW, and as far to the right.
fn duel(red: &'static str, wide: u8, blue: &'static str, blue_wide: u8, ahead: i32, right: i32) -> Setup {
    setup(&[(red, [1000, 800], wide)], &[(blue, [1000 + right, 800 + ahead], blue_wide)])
}

/// Whether red's first file may shoot at some base of blue's first unit.
fn can_shoot(setup: &Setup) -> bool {
    let session = shooting(setup);
    let Some((Side::Red, Request::Shooting(request))) = asked(&session) else { return false };
    let mut all = Vec::new();
    Renatio::candidates(session.battle(), Side::Red, &Request::Shooting(request), &mut all);
    all.iter().any(|decision| match decision {
        Decision::Shooting(shooting::Decision::Fire { ug: own, aims }) => {
            *own == ug(1) && aims.iter().any(|aim| aim.file == 0)
        }
        _ => false,
    })
}

#[test]
fn files_shoot_at_what_stands_before_them_and_all_at_once() {
    proves!(
        "RETG-SEQ-021",
        "RETG-SHOOT-003",
        "RETG-SHOOT-034",
        "RETG-SHOOT-033",
        "RETG-SHOOT-039",
        "RETG-SHOOT-040",
        "RETG-SHOOT-041",
        "RETG-SHOOT-002",
        "RETG-OVR-008"
    );
    let mut session = shooting(&duel(MUSKETS, 3, MUSKETS, 3, 200, 0));
    assert_eq!(asked(&session), Some((Side::Red, Request::Shooting(shooting::Request::Fire))));
    // Blue faces red: its first file stands before red's third. Bases are counted by files, two to a file.
    let all = [aim(1, 2, 5), aim(2, 2, 3), aim(3, 2, 1)];
    let red = shots(&mut session, Side::Red, fire(1, &all));
    // WHITE, one step up at effective range.
    assert_eq!(dice(&red), [D::WhitePlus; 3]);
    let back = [aim(1, 1, 5), aim(2, 1, 3), aim(3, 1, 1)];
    does(&mut session, Side::Blue, fire(2, &back));
    // Nobody has anything left to shoot: one throw for each side. On WHITE+ an S is a wound.
    let Awaiting::Dice(roll) = session.battle().awaiting().clone() else { panic!("dice") };
    assert_eq!((roll.side, roll.pools.len(), roll.pools[0].dice), (Some(Side::Red), 1, 3));
    throw(&mut session, &[1, 4, 5]);
    let events = throw(&mut session, &[3, 2, 1]);
    // Two wounds are a base; two results are at least half of three files: 1 BW.
    assert_eq!(suffered(&events), [(2, 1, false, 1), (1, 0, false, 0)]);
    let lose = shooting::Request::Lose { ug: ug(2) };
    assert_eq!(asked(&session), Some((Side::Blue, Request::Shooting(lose))));
    let chosen = Decision::Shooting(shooting::Decision::Lose { file: 1 });
    does(&mut session, Side::Blue, chosen);
    let world = session.battle().world();
    assert_eq!((world.size(ug(2)), world.formation(ug(2)).file_depth(1)), (5, 1));
    assert_eq!((world[ug(2)].slow.fire, world.when.phase), (1, Phase::Movement));
}

#[test]
fn losses_come_from_the_deepest_files_first() {
    proves!("RETG-SHOOT-039");
    let mut setup = duel(MUSKETS, 3, FOES, 3, 200, 0);
    setup.start.blue.units[0].lost = 1;
    let mut session = shooting(&setup);
    does(&mut session, Side::Red, fire(1, &[aim(1, 2, 5), aim(2, 2, 3), aim(3, 2, 1)]));
    throw(&mut session, &[1, 4, 5]);
    // The lost base was the last of file 3: files 1 and 2 are deeper.
    let lose = |file| Decision::Shooting(shooting::Decision::Lose { file });
    let refusal: Refusal = session.choose(Side::Blue, lose(2)).unwrap_err();
    assert_eq!(refusal.rule.id(), "RETG-SHOOT-039");
    does(&mut session, Side::Blue, lose(0));
    assert_eq!(session.battle().world().size(ug(2)), 4);
}

#[test]
fn range_and_depth_make_the_dice() {
    proves!(
        "RETG-SHOOT-025",
        "RETG-SHOOT-026",
        "RETG-SHOOT-027",
        "RETG-SHOOT-028",
        "RETG-SHOOT-030",
        "RETG-SHOOT-001"
    );
    let at = |troops, wide, ahead| {
        let mut session = shooting(&duel(troops, wide, FOES, 3, ahead, 0));
        let all = Renatio::candidates_of(&session);
        match all.first() {
            Some(Decision::Shooting(_)) => dice(&shots(&mut session, Side::Red, all[0].clone())),
            _ => Vec::new(),
        }
    };
    // Muskets: effective to 2 BW, long to 4 BW.
    assert_eq!(at(MUSKETS, 3, 200), [D::WhitePlus; 3]);
    assert_eq!(at(MUSKETS, 3, 201), [D::White; 3]);
    assert_eq!(at(MUSKETS, 3, 400), [D::White; 3]);
    assert_eq!(at(MUSKETS, 3, 402), []);
    // A file one deep is one short of two bases.
    assert_eq!(at(MUSKETS, 6, 400)[..2], [D::Black; 2]);
    // Caracole: two deep one WHITE, three deep a WHITE and a BLACK, at effective range only.
    let later = "4 mounted, loose, formed, protected, carbine, later caracole";
    assert_eq!((at(later, 2, 200), at(later, 2, 210)), (vec![D::White; 2], vec![]));
    let early = "6 mounted, loose, formed, protected, carbine, early caracole";
    assert_eq!(at(early, 2, 200), [D::White, D::Black, D::White, D::Black]);
}

trait Candidates {
    fn candidates_of(session: &Session<Renatio>) -> Vec<Decision>;
}

impl Candidates for Renatio {
    /// What red may shoot at; nothing outside the Shooting Phase.
    fn candidates_of(session: &Session<Renatio>) -> Vec<Decision> {
        let mut all = Vec::new();
        if let Some((Side::Red, request @ Request::Shooting(_))) = asked(session) {
            Renatio::candidates(session.battle(), Side::Red, &request, &mut all);
        }
        all
    }
}

#[test]
fn the_arc_is_one_base_width_to_both_sides() {
    proves!("RETG-SHOOT-015", "RETG-SHOOT-019");
    // Red's first file reaches from 8.5 to 9.5 BW: with 1 BW to each side to 7.5 and 10.5.
    let blue_at = |right| can_shoot(&duel(MUSKETS, 3, "6 foot, loose, formed", 2, 300, right));
    // Blue's two files are 2 BW wide: its left edge is 1 BW left of its middle.
    assert!(blue_at(148) && !blue_at(152));
    assert!(blue_at(-348) && !blue_at(-352));
}

#[test]
fn an_enemy_right_ahead_must_be_shot_at() {
    proves!("RETG-SHOOT-018");
    let blue = [(FOES, [1000, 1200], 3), ("2 foot, skirmishers", [900, 890], 2)];
    let mut session = shooting(&setup(&[(MUSKETS, [1000, 800], 3)], &blue));
    // Red's first two files have skirmishers within 1 BW.
    assert_eq!(why(&mut session, fire(1, &[aim(1, 2, 5)])), "RETG-SHOOT-018");
    // The first file, from 8.5 to 9.5 BW, has the skirmisher whose base reaches from 8 to 9 as well as the other's half.
    let red = shots(&mut session, Side::Red, fire(1, &[aim(3, 2, 1)]));
    assert_eq!(dice(&red), [D::White]);
    // Bases of the skirmishers: file 1 from 9 to 10, file 2 from 8 to 9. The second file has only its own before it.
    let red = shots(&mut session, Side::Red, fire(1, &[aim(2, 3, 1)]));
    // At effective range and at skirmishers.
    assert_eq!(dice(&red), [D::White]);
    assert_eq!(why(&mut session, fire(1, &[aim(2, 3, 1)])), "RETG-SHOOT-010");
}

#[test]
fn friends_and_enemies_stand_in_the_way() {
    proves!("RETG-SHOOT-016", "RETG-SHOOT-029");
    assert!(can_shoot(&duel(MUSKETS, 3, FOES, 3, 400, 0)));
    let mut hidden = setup(
        &[(MUSKETS, [1000, 800], 3), ("4 mounted, loose, formed", [1000, 1000], 4)],
        &[(FOES, [1000, 1200], 3)],
    );
    assert!(!can_shoot(&hidden));
    // Half of the front seen is not enough: both corners need a line.
    hidden.start.red.units[1].at[0].0 = 900 + 200;
    assert!(!can_shoot(&hidden));
    hidden.start.red.units[1].at[0].0 = 2000;
    assert!(can_shoot(&hidden));
}

/// A square of terrain with these bounds in BW.
fn area(kind: TerrainKind, [left, low, right, high]: [i32; 4]) -> Piece<TerrainKind> {
    let corner = |x: i32, y: i32| Point::from_mm(40 * x, 40 * y);
    let corners = vec![corner(left, low), corner(right, low), corner(right, high), corner(left, high)];
    Piece { kind, ground: Ground::Area(Polygon::new(corners).unwrap()) }
}

#[test]
fn terrain_hides_and_covers() {
    proves!("RETG-SHOOT-005", "RETG-SHOOT-017", "RETG-QRS-014", "RETG-PROV-013");
    let with = |kind, bounds| {
        let mut setup = duel(MUSKETS, 3, FOES, 3, 400, 0);
        setup.terrain = vec![area(kind, bounds)];
        let mut session = shooting(&setup);
        let all = Renatio::candidates_of(&session);
        match all.first() {
            Some(Decision::Shooting(_)) => dice(&shots(&mut session, Side::Red, all[0].clone())),
            _ => Vec::new(),
        }
    };
    // A wood 2 BW deep lets a line through and covers; one 3 BW deep hides.
    assert_eq!(with(TerrainKind::Wood, [5, 9, 15, 11]), [D::Black; 3]);
    assert_eq!(with(TerrainKind::Wood, [5, 8, 15, 11]), []);
    // Those in a wood are seen at 2 BW, not at 4 BW.
    assert_eq!(with(TerrainKind::Wood, [5, 12, 15, 16]), []);
    // A marsh neither hides nor covers.
    assert_eq!(with(TerrainKind::Marsh, [5, 9, 15, 12]), [D::White; 3]);
    // A gully covers.
    assert_eq!(with(TerrainKind::Gully, [5, 9, 15, 11]), [D::Black; 3]);
}

#[test]
fn guns_have_a_wider_arc_far_away_shoot_over_friends_and_slow_double() {
    proves!("RETG-SHOOT-019", "RETG-SHOOT-043", "RETG-GLOS-005", "RETG-SHOOT-044");
    const GUNS: &str = "2 medium guns, formed, unprotected, poor";
    // Two guns reach from 9 to 11 BW; blue's two files are 2 BW wide.
    let blue_at = |ahead, right| can_shoot(&duel(GUNS, 2, "6 foot, loose, formed", 2, ahead, right));
    // The first gun, from 9 to 10: to the right 1 BW more up to 4 BW, 2 BW more beyond.
    assert_eq!((blue_at(200, 198), blue_at(200, 202)), (true, false));
    assert_eq!((blue_at(500, 298), blue_at(500, 302)), (true, false));
    // Friends more than 4 BW from the target are no screen.
    let over = |friend: i32| {
        let red = [(GUNS, [1000, 800], 2), (FOES, [1000, friend], 3)];
        can_shoot(&setup(&red, &[(FOES, [1000, 1500], 3)]))
    };
    assert!(over(1000) && !over(1150));
    // One S at three files is nothing for a musket; of a gun it counts two, at least half the frontage.
    let slowed = |troops: &'static str, wide| {
        let mut session = shooting(&duel(troops, wide, FOES, 3, 400, 0));
        let (file, base) = (1, if wide == 2 { 3 } else { 5 });
        does(&mut session, Side::Red, fire(1, &[aim(file, 2, base)]));
        let at = asked(&session);
        if at.is_some() {
            does(&mut session, Side::Red, Decision::Pass);
        }
        suffered(&throw(&mut session, &[4]))
    };
    assert_eq!(slowed(MUSKETS, 3), [(2, 0, false, 0)]);
    // At 4 BW guns are at effective range, where an S of WHITE+ wounds.
    assert_eq!(slowed(GUNS, 2), [(2, 0, true, 1)]);
}

#[test]
fn troops_unused_to_firearms_are_slowed_double() {
    proves!("RETG-SHOOT-044");
    let mut session =
        shooting(&duel(MUSKETS, 3, "6 foot, loose, formed, protected, unused to firearms", 3, 400, 0));
    does(&mut session, Side::Red, fire(1, &[aim(1, 2, 5)]));
    does(&mut session, Side::Red, Decision::Pass);
    assert_eq!(suffered(&throw(&mut session, &[4])), [(2, 0, false, 1)]);
}

#[test]
fn nobody_must_shoot() {
    proves!("RETG-SHOOT-011");
    let mut session = shooting(&duel(MUSKETS, 3, MUSKETS, 3, 200, 0));
    does(&mut session, Side::Red, Decision::Pass);
    does(&mut session, Side::Blue, Decision::Pass);
    assert_eq!(session.battle().world().when.phase, Phase::Movement);
}

#[test]
fn black_for_slowing_only_does_no_harm() {
    proves!("RETG-SHOOT-001", "RETG-SHOOT-040");
    // Skirmishers at battle troops in cover at long range: two steps below WHITE.
    let mut setup = duel("6 foot, skirmishers, musket", 3, FOES, 3, 400, 0);
    setup.terrain = vec![area(TerrainKind::Gully, [5, 9, 15, 11])];
    let mut session = shooting(&setup);
    let red = shots(&mut session, Side::Red, fire(1, &[aim(1, 2, 5), aim(2, 2, 3), aim(3, 2, 1)]));
    assert_eq!(dice(&red), [D::BlackSlowing; 3]);
    // Three wounds on the dice: none counts, but all slow.
    assert_eq!(suffered(&throw(&mut session, &[6, 6, 6])), [(2, 0, false, 2)]);
}

#[test]
fn a_unit_that_breaks_still_shoots() {
    proves!("RETG-UNIV-004", "RETG-SHOOT-034", "RETG-UNIV-003");
    let mut session = shooting(&duel("6 foot, skirmishers, musket", 3, MUSKETS, 3, 200, 0));
    does(&mut session, Side::Red, fire(1, &[aim(1, 2, 5), aim(2, 2, 3), aim(3, 2, 1)]));
    does(&mut session, Side::Blue, fire(2, &[aim(1, 1, 5), aim(2, 1, 3), aim(3, 1, 1)]));
    // Skirmishers at battle troops at effective range: WHITE; blue at skirmishers: WHITE.
    throw(&mut session, &[5, 5, 1]);
    // Blue's three wounds kill a base and wound: not more than a third of six.
    let events = throw(&mut session, &[5, 6, 5]);
    assert_eq!(suffered(&events), [(2, 1, false, 1), (1, 1, true, 2)]);
    assert_eq!(session.battle().world()[ug(1)].presence, Presence::OnTable);
}

#[test]
fn set_formations_shoot_with_so_many_bases() {
    proves!("RETG-GLOS-045", "RETG-GLOS-091");
    let keil = "12 foot, close, formed, musket, pike, late keil";
    let mut session = shooting(&duel(keil, 4, FOES, 3, 300, 0));
    // Four bases are two files of two.
    let red = shots(&mut session, Side::Red, fire(1, &[aim(2, 2, 5), aim(3, 2, 3)]));
    assert_eq!(red.iter().map(|shot| shot.bases).collect::<Vec<_>>(), [2, 2]);
    // A Tercio has four bases to each side; blue stands on its left, 2 BW from its horns.
    let tercio = "16 foot, close, formed, arquebus, pike, tercio";
    let mut left = setup(&[(tercio, [1000, 800], 4)], &[(FOES, [600, 650], 3)]);
    left.start.blue.units[0].facing = 90;
    let mut session = shooting(&left);
    let all = Renatio::candidates_of(&session);
    let red = shots(&mut session, Side::Red, all[0].clone());
    assert_eq!(red.iter().map(|shot| shot.bases).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(dice(&red), [D::WhitePlus; 2]);
}

#[test]
fn regimental_guns_and_platoon_fire_shoot_once_a_turn_besides() {
    proves!("RETG-GLOS-066", "RETG-GLOS-064");
    let with = |extra, at: i32| {
        let regiment = match extra {
            Extra::RegimentalGuns => "6 foot, loose, formed, protected, musket, regimental guns",
            Extra::PlatoonFire => "6 foot, loose, formed, protected, musket, platoon fire",
        };
        let mut session = shooting(&duel(regiment, 3, FOES, 3, at, 0));
        let guns = Aim { extra: Some(extra), ..aim(1, 2, 5) };
        let outcome = session.choose(Side::Red, fire(1, &[guns]));
        let again = Aim { extra: Some(extra), ..aim(2, 2, 3) };
        let refusal = session.choose(Side::Red, fire(1, &[again])).err().map(|e| e.rule.id());
        (outcome.is_ok(), refusal)
    };
    assert!(with(Extra::RegimentalGuns, 800).0 && !with(Extra::RegimentalGuns, 802).0);
    assert!(with(Extra::PlatoonFire, 500).0 && !with(Extra::PlatoonFire, 502).0);
    assert_eq!(with(Extra::RegimentalGuns, 300).1, Some("RETG-GLOS-066"));
}
