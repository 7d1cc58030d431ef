//! Ambushes, flank marches and scouts.

use crate::before::{asks, deploying_in_wood, say, why};
use crate::support::*;
use caracole_kernel::{Awaiting, Numbers, Rules, Scenery, Session, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_plane::{Hand, Point, Polygon};
use caracole_renatio::army::Role;
use caracole_renatio::battle::before::{Decision as D, Event as E, Request as R};
use caracole_renatio::battle::{
    AmbushPost, Bw, CommanderId, CommanderPost, Decision, Enter, Event, Leg, MarchPost, Phase, Presence,
    Renatio, Request, Setup, losses_of,
};
use caracole_renatio::cards::Colour;
use caracole_renatio::charts::TerrainKind;
use caracole_renatio::troops::{CommandType, Grade};
use caracole_tabletop::{Ground, Piece};

const FOOT: &str = "6 foot, loose, formed, protected";
const MUSKETS: &str = "6 foot, loose, formed, protected, musket";

fn ambush(number: Option<u16>, x: i32) -> D {
    D::Ambush { at: [Bw(x), Bw(2350)], ug: number.map(ug), wide: 3, form: None }
}

/// Everything that a viewer can get of a battle, in bytes.
fn all_that_is_seen(session: &Session<Renatio>, viewer: Viewer) -> Vec<u8> {
    let battle = session.battle();
    let mut all = serde_json::to_vec(&Renatio::view(battle, viewer)).unwrap();
    all.extend(serde_json::to_vec(&Renatio::scene(battle, viewer)).unwrap());
    all.extend(Renatio::ground(battle).into_bytes());
    match battle.awaiting() {
        Awaiting::Dice(roll) => all.extend(serde_json::to_vec(&Renatio::roll_seen_by(roll, viewer)).unwrap()),
        Awaiting::Decision { side, request } => {
            all.extend(
                serde_json::to_vec(&(side, Renatio::request_seen_by(request, *side, viewer))).unwrap(),
            );
            if viewer.side() == Some(*side) {
                for offer in caracole_kernel::offers(battle, *side, request) {
                    all.extend(format!("{offer:?}").into_bytes());
                }
            }
        }
        Awaiting::Nothing(_) => {}
    }
    let mut numbers = Numbers::new(11);
    let imagined = Renatio::imagine(battle, Side::Red, &mut |n| numbers.below(n)).into_owned();
    Renatio::invariants(&imagined).unwrap();
    if viewer == Viewer::Red {
        all.extend(format!("{:?}", imagined.world().secrets).into_bytes());
        all.extend(serde_json::to_vec(&Renatio::view(&imagined, Viewer::Blue)).unwrap());
    }
    all
}

/// Blue gives these orders; what red gets of them, step by step.
fn ordered(orders: &[D]) -> (Session<Renatio>, Vec<u8>) {
    let mut session = deploying_in_wood();
    let mut seen = Vec::new();
    assert_eq!(asks(&session), Some((Side::Blue, R::Orders)));
    for order in orders {
        for event in say(&mut session, Side::Blue, order.clone()) {
            let event = Renatio::event_seen_by(&Event::Before(event), Viewer::Red).unwrap();
            seen.extend(serde_json::to_vec(&event).unwrap());
            seen.extend(Renatio::tell_text(&session, &event).into_bytes());
        }
        seen.extend(all_that_is_seen(&session, Viewer::Red));
        seen.extend(all_that_is_seen(&session, Viewer::Spectator));
    }
    does(&mut session, Side::Blue, Decision::Pass);
    seen.extend(all_that_is_seen(&session, Viewer::Red));
    (session, seen)
}

trait Told {
    fn tell_text(session: &Session<Renatio>, event: &Event) -> String;
}

impl Told for Renatio {
    fn tell_text(session: &Session<Renatio>, event: &Event) -> String {
        use caracole_kernel::Words;
        Renatio::tell(session.battle().scenario(), event).text.into_owned()
    }
}

#[test]
fn red_gets_the_same_bytes_whoever_lies_in_ambush() {
    proves!("RETG-FLANK-035", "RETG-FLANK-031", "RETG-FLANK-030", "RETG-PBS-032");
    let (_, one) = ordered(&[ambush(Some(12), 2050), ambush(None, 2350)]);
    let (_, two) = ordered(&[ambush(None, 2050), ambush(Some(12), 2350)]);
    let (_, three) = ordered(&[ambush(Some(13), 2050), ambush(Some(12), 2350)]);
    assert!(one == two, "a bluff is told from an ambush");
    assert!(one == three, "one unit is told from another");
}

#[test]
fn red_gets_the_same_bytes_whoever_marches() {
    proves!("RETG-FLANK-008", "RETG-FLANK-007");
    let march = |edge, ugs: &[u16]| D::March {
        commander: CommanderId(4),
        edge,
        ugs: ugs.iter().map(|n| ug(*n)).collect(),
    };
    let (_, left) = ordered(&[march(Some(Hand::Left), &[12, 13])]);
    let (_, right) = ordered(&[march(Some(Hand::Right), &[14])]);
    let (_, bluff) = ordered(&[march(None, &[])]);
    assert!(left == right && left == bluff);
}

#[test]
fn orders_have_their_limits() {
    proves!(
        "RETG-FLANK-030",
        "RETG-FLANK-031",
        "RETG-FLANK-032",
        "RETG-FLANK-034",
        "RETG-FLANK-001",
        "RETG-FLANK-002",
        "RETG-FLANK-008"
    );
    let mut session = deploying_in_wood();
    let world = session.battle().world();
    let guns = world.ids().find(|ug| {
        let state = &world[*ug];
        state.side == Side::Blue && state.profile.arm == caracole_renatio::troops::Arm::HeavyArtillery
    });
    let guns = guns.unwrap();
    let blue: Vec<CommanderId> = world.commanders_of(Side::Blue).collect();
    let at = |x, y, ug| D::Ambush { at: [Bw(x), Bw(y)], ug, wide: 3, form: None };
    // In the own half, hidden from the other: not in the open, not at the very edge of the wood.
    assert_eq!(why(&mut session, Side::Blue, at(3500, 2350, Some(ug(12)))), "RETG-FLANK-034");
    assert_eq!(why(&mut session, Side::Blue, at(2200, 1400, Some(ug(12)))), "RETG-FLANK-034");
    assert_eq!(why(&mut session, Side::Blue, at(2200, 2350, Some(guns))), "RETG-FLANK-032");
    assert_eq!(why(&mut session, Side::Blue, at(2200, 2350, Some(ug(1)))), "TABLE-009");
    let march = |commander, ugs: &[UgNumber], edge| {
        let ugs = ugs.iter().map(|n| ug(*n)).collect();
        D::March { commander, edge: Some(edge), ugs }
    };
    assert_eq!(why(&mut session, Side::Blue, march(blue[0], &[12], Hand::Left)), "RETG-FLANK-002");
    assert_eq!(why(&mut session, Side::Blue, march(blue[1], &[], Hand::Left)), "RETG-FLANK-001");
    let five = [12, 13, 14, 15, 16];
    assert_eq!(why(&mut session, Side::Blue, march(blue[1], &five, Hand::Left)), "RETG-FLANK-001");
    let guns = u16::try_from(guns.number()).unwrap();
    assert_eq!(why(&mut session, Side::Blue, march(blue[1], &[guns], Hand::Left)), "RETG-FLANK-002");
    say(&mut session, Side::Blue, march(blue[1], &[12], Hand::Left));
    assert_eq!(why(&mut session, Side::Blue, march(blue[1], &[13], Hand::Right)), "RETG-FLANK-008");
    // Three cards, and each unit once.
    assert_eq!(why(&mut session, Side::Blue, at(2200, 2350, Some(ug(12)))), "TABLE-009");
    for x in [1960, 2200, 2440] {
        say(&mut session, Side::Blue, at(x, 2350, None));
    }
    assert_eq!(why(&mut session, Side::Blue, at(2200, 2550, None)), "RETG-FLANK-031");
}

type UgNumber = u16;

/// A wood from x 8 to 14 BW and y 18 to 24 BW.
fn wood() -> Piece<TerrainKind> {
    let corners = [(320, 720), (560, 720), (560, 960), (320, 960)].map(|(x, y)| Point::from_mm(x, y));
    Piece { kind: TerrainKind::Wood, ground: Ground::Area(Polygon::new(corners.to_vec()).unwrap()) }
}

/// Blue lies with a regiment in the middle of the wood; red's horse stands below it.
fn lying(red: &[Placed<'_>], blue: &'static str, bluff: bool) -> Setup {
    let blue = [[(blue, [1100, 2050], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(red, &blue);
    setup.start.blue.commanders = vec![CommanderPost::At([4300, 2600].map(Bw))];
    setup.terrain = vec![wood()];
    setup.start.blue.ambushes =
        vec![AmbushPost { at: [1100, 2050].map(Bw), unit: (!bluff).then_some(0), command: 0 }];
    if bluff {
        setup.start.blue.units[0].at = [200, 2900].map(Bw);
    }
    setup
}

#[test]
fn an_ambush_is_turned_over_when_it_is_seen() {
    proves!("RETG-FLANK-038", "RETG-FLANK-039");
    for bluff in [false, true] {
        let setup = lying(&[("4 mounted, loose, formed", [1100, 1500], 2)], MUSKETS, bluff);
        let mut session = moving(&setup, &[White, White, White]);
        assert!(session.battle().world().rects(ug(1)).len() == 4);
        assert_eq!(
            session.battle().world()[ug(2)].presence,
            if bluff { Presence::OnTable } else { Presence::Hidden }
        );
        // At 17 BW the wood is 1 BW away, the card 3.5 BW: it stays hidden.
        does(&mut session, Side::Red, prompt(march(&[1], &[forward(200)]), pay(White)));
        assert_eq!(session.battle().world().secrets.ambushes.len(), 1);
        while session.battle().world().when.turn == 1 {
            let Some((side, _)) = asked(&session) else { break };
            does(&mut session, side, Decision::Pass);
        }
        deal(&mut session, &[]);
        let dealt = matches!(session.battle().awaiting(), Awaiting::Dice(_));
        if dealt {
            let Awaiting::Dice(roll) = session.battle().awaiting() else { return };
            let count = usize::from(roll.pools[0].dice);
            deal(&mut session, &[&vec![White; count]]);
        }
        while session.battle().world().when.phase < Phase::Movement {
            let Some((side, _)) = asked(&session) else { break };
            does(&mut session, side, Decision::Pass);
        }
        if asked(&session).map(|(side, _)| side) == Some(Side::Blue) {
            does(&mut session, Side::Blue, Decision::Pass);
        }
        // At 18.7 BW its front is 1.8 BW from the card: in a wood troops are seen at 2 BW.
        let events = does(&mut session, Side::Red, prompt(march(&[1], &[forward(170)]), pay(White)));
        let who = (!bluff).then_some(ug(2));
        assert!(
            events.contains(&Event::Sprung { side: Side::Blue, card: 1, ug: who, lost: 0 }),
            "{events:?}"
        );
        if !bluff {
            // Its front stands along the card's.
            assert_eq!(corner(&session, 2), [1250, 2050]);
        }
    }
}

#[test]
fn an_ambush_springs_to_shoot_or_to_charge() {
    proves!("RETG-FLANK-040", "RETG-FLANK-041", "RETG-FLANK-042");
    let reveal = Decision::Reveal { card: 1 };
    // The regiment is 30 BW from its Commander, who is Instinctive and prompts as far as 10 BW.
    let mut setup = lying(&[("6 foot, loose, formed", [1100, 1700], 3)], MUSKETS, false);
    // 1.5 BW within the wood, 2.5 BW from red: it sees out and is not seen.
    setup.start.blue.ambushes[0].at = [1100, 1950].map(Bw);
    let mut charging = charging_with(&setup, &[White, White, White], &[Green, White, White]);
    assert!(matches!(asked(&charging), Some((Side::Blue, Request::Charge(_)))));
    let events = does(&mut charging, Side::Blue, reveal.clone());
    assert!(matches!(events[0], Event::Sprung { ug: Some(_), .. }));
    assert_eq!(asked(&charging).map(|(side, _)| side), Some(Side::Blue));
    let charge = charge(2, Some(by(CommanderId(1), Green)));
    does(&mut charging, Side::Blue, charge);
    // Shooting: it is placed just before, and then shoots at 2.5 BW.
    setup.start.blue.commanders = vec![CommanderPost::At([1300, 2700].map(Bw))];
    let mut shooting = charging_with(&setup, &[White, White, White], &[Green, White, White]);
    while shooting.battle().world().when.phase < Phase::Shooting {
        let Some((side, _)) = asked(&shooting) else { break };
        does(&mut shooting, side, Decision::Pass);
    }
    assert!(matches!(asked(&shooting), Some((Side::Blue, Request::Shooting(_)))));
    does(&mut shooting, Side::Blue, reveal);
    let fires = offers(&shooting).into_iter().any(|offer| matches!(offer, Decision::Shooting(_)));
    assert!(fires);
    // For other actions it is Out of Command until it has moved, although its Commander is 6 BW away now.
    while shooting.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&shooting) else { break };
        does(&mut shooting, side, Decision::Pass);
    }
    does(&mut shooting, Side::Red, Decision::Pass);
    let back = |cards| Decision::Prompt {
        action: march(&[2], &[forward(50)]),
        by: CommanderId(1),
        cards,
        leave: false,
    };
    let refused = shooting.choose(Side::Blue, back(pay(Green))).unwrap_err();
    assert_eq!(refused.rule.id(), "RETG-MOVE-037");
}

#[test]
fn a_commander_may_lie_in_ambush_with_his_whole_command() {
    proves!("RETG-FLANK-033");
    let mut setup = lying(&[(FOOT, [1100, 1500], 3)], MUSKETS, false);
    setup.start.blue.commanders = vec![CommanderPost::With { unit: 0, file: 0, ahead: false }];
    let session = start(&setup);
    use caracole_renatio::battle::Post;
    assert_eq!(session.battle().world().commanders[1].post, Post::Gone);
    let red = Renatio::view(session.battle(), Viewer::Red);
    assert_eq!((red.commanders[1].post, red.ambushes[0].lurk), (Post::Gone, None));
}

/// Blue's Sub-Commander Wedel marches round the left edge, as red sees it, with these troops.
fn marching(troops: &[&'static str], grade: Grade) -> Setup {
    let far: Vec<Placed<'static>> =
        troops.iter().enumerate().map(|(n, t)| (*t, [1000 + 500 * n as i32, 2500], 2)).collect();
    let blue = [RESERVE.as_slice(), &far].concat();
    let mut setup = setup(&[(FOOT, [2000, 300], 3)], &blue);
    setup.armies.blue.commanders.push(commander("Wedel", Role::Sub, grade, CommandType::Instinctive));
    setup.start.blue.commanders.push(CommanderPost::With { unit: 3, file: 0, ahead: false });
    let units: Vec<u8> = (3..3 + u8::try_from(troops.len()).unwrap()).collect();
    for unit in &units {
        setup.start.blue.units[usize::from(*unit)].command = 1;
    }
    setup.start.blue.marches = vec![MarchPost { commander: 1, edge: Hand::Left, units }];
    setup
}

/// In the Movement Phase of turn 1, blue to go; Wedel holds these cards.
fn arriving(troops: &[&'static str], cards: &[Colour]) -> (Session<Renatio>, Vec<Event>) {
    let mut session = start(&marching(troops, Grade::Competent));
    let events = deal(&mut session, &[&[White, White, White], &[White, White, White], cards]);
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    does(&mut session, Side::Red, Decision::Pass);
    (session, events)
}

fn enter(number: u16, at: i32, ahead: i32, card: Colour) -> Decision {
    let paid = by(CommanderId(2), card);
    Decision::Enter(Enter {
        ug: ug(number),
        at: Bw(at),
        form: None,
        legs: vec![Leg::Forward(Bw(ahead))],
        paid,
    })
}

const HUSSARS: &str = "4 mounted, skirmishers";
const CUIRASSIERS: &str = "4 mounted, loose, formed";

#[test]
fn red_cards_announce_a_flank_march_and_bring_it_on() {
    proves!(
        "RETG-FLANK-015",
        "RETG-FLANK-016",
        "RETG-FLANK-017",
        "RETG-FLANK-018",
        "RETG-FLANK-019",
        "RETG-FLANK-021",
        "RETG-FLANK-022",
        "RETG-SEQ-004"
    );
    // Two RED for formed horse; one only shows the edge.
    let (mut one, events) = arriving(&[CUIRASSIERS], &[Red, White, White]);
    assert!(events.contains(&Event::Announced { commander: CommanderId(2), edge: Hand::Left }));
    let open =
        events.iter().any(|event| matches!(event, Event::Dealt { to: CommanderId(2), open: true, .. }));
    assert!(open);
    let seen = Renatio::view(one.battle(), Viewer::Red);
    assert_eq!((seen.marches[0].edge, seen.marches[0].ugs.len()), (Some(Hand::Left), 0));
    assert_eq!(one.choose(Side::Blue, enter(5, 2500, 500, White)).unwrap_err().rule.id(), "RETG-FLANK-018");
    let (mut two, _) = arriving(&[CUIRASSIERS], &[Red, Red, White]);
    // Off the table it is too short, further than it can go too long.
    assert_eq!(two.choose(Side::Blue, enter(5, 2500, 100, White)).unwrap_err().rule.id(), "RETG-FLANK-021");
    assert_eq!(two.choose(Side::Blue, enter(5, 2500, 510, White)).unwrap_err().rule.id(), "RETG-MOVE-001");
    does(&mut two, Side::Blue, enter(5, 2500, 500, Red));
    let world = two.battle().world();
    assert_eq!(world[ug(5)].presence, Presence::OnTable);
    // Its front is 5 BW from the left edge, and it faces along the table.
    assert_eq!((corner(&two, 5), world.facing(ug(5)).millidegrees()), ([500, 2600], 90_000));
    // One RED is enough for skirmishers.
    let (mut light, _) = arriving(&[HUSSARS], &[Red, White, White]);
    does(&mut light, Side::Blue, enter(5, 2500, 500, White));
}

#[test]
fn who_is_not_brought_on_straggles() {
    proves!("RETG-FLANK-020", "RETG-FLANK-005");
    let (mut session, _) = arriving(&[HUSSARS, HUSSARS], &[Red, White, White]);
    does(&mut session, Side::Blue, enter(5, 2500, 500, White));
    let mut events = Vec::new();
    while session.battle().world().when.phase == Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        events.extend(does(&mut session, side, Decision::Pass));
    }
    assert!(events.contains(&Event::Straggled { ugs: vec![ug(6)] }));
    assert_eq!(session.battle().world()[ug(6)].presence, Presence::Straggled);
}

#[test]
fn absent_troops_do_not_count_for_the_army() {
    proves!("RETG-FLANK-005");
    // Three regiments stand on the table and two march: two broken regiments are more than half of three.
    let session = start(&marching(&[CUIRASSIERS, CUIRASSIERS], Grade::Competent));
    let broken = session.battle().with_world(|world| {
        for number in [2, 3] {
            world[ug(number)].presence = Presence::Broken;
        }
    });
    let (lost, is_broken) = losses_of(&broken, Side::Blue);
    assert_eq!((lost, is_broken), (2, true));
    let here = start(&{
        let mut setup = marching(&[CUIRASSIERS, CUIRASSIERS], Grade::Competent);
        setup.start.blue.marches.clear();
        setup
    });
    let here = here.battle().with_world(|world| {
        for number in [2, 3] {
            world[ug(number)].presence = Presence::Broken;
        }
    });
    assert_eq!(losses_of(&here, Side::Blue), (2, false));
}

#[test]
fn a_flank_marchers_cards_are_not_thrown_away_on_a_go() {
    proves!("RETG-FLANK-016", "RETG-GLOS-025");
    let (mut session, _) = arriving(&[CUIRASSIERS], &[Red, White, White]);
    let away = |card| Decision::Discard { of: CommanderId(2), card };
    assert_eq!(session.choose(Side::Blue, away(White)).unwrap_err().rule.id(), "RETG-FLANK-016");
    while !matches!(asked(&session), Some((Side::Blue, Request::Keep))) {
        let (side, _) = asked(&session).unwrap();
        does(&mut session, side, Decision::Pass);
    }
    assert_eq!(session.choose(Side::Blue, away(Red)).unwrap_err().rule.id(), "RETG-FLANK-016");
    does(&mut session, Side::Blue, away(White));
}

#[test]
fn bluffs_are_shown_when_commanders_are_placed() {
    proves!("RETG-FLANK-009", "RETG-FLANK-037", "RETG-CMD-021");
    let march = D::March { commander: CommanderId(4), edge: None, ugs: Vec::new() };
    let (mut session, _) = ordered(&[march, ambush(None, 2050)]);
    let mut events: Vec<E> = Vec::new();
    let mut allotted = false;
    for _ in 0..200 {
        let Awaiting::Decision { side, request } = session.battle().awaiting().clone() else { break };
        let Request::Before(asked) = request else { break };
        let mut all = Vec::new();
        Renatio::candidates(session.battle(), side, &request, &mut all);
        allotted |= matches!(asked, R::Allot { card: 1 });
        let done = does(&mut session, side, all.swap_remove(0));
        events.extend(done.into_iter().filter_map(|e| if let Event::Before(e) = e { Some(e) } else { None }));
    }
    assert!(events.contains(&E::Bluffed { commander: CommanderId(4) }) && allotted);
    // He gets one card fewer in the first turn.
    let world = session.battle().world();
    assert!(world.commanders[4].bluffed && world.when.turn == 1);
}
