//! Commanders: whom they prompt, where they stand, and who takes their place.

use crate::support::*;
use caracole_kernel::{Awaiting, Session, Side};
use caracole_ledger::proves;
use caracole_renatio::army::Role;
use caracole_renatio::battle::charging::Decision as C;
use caracole_renatio::battle::fights::{Decision as D, Rank, Request as R};
use caracole_renatio::battle::outcomes::{Decision as Od, Event as O, Request as Or};
use caracole_renatio::battle::{
    Bw, CommanderId, CommanderPost, Decision, Event, NewPost, Phase, Post, Renatio, Request, Setup,
};
use caracole_renatio::troops::{CommandType, Grade};

const FOOT: &str = "6 foot, loose, drilled, protected";
const WEAK: &str = "4 mounted, loose, formed, protected";
const CUIRASSIERS: &str = "4 mounted, loose, formed, protected, superior, charging pistol";
const WEDEL: CommanderId = CommanderId(1);
const BANER: CommanderId = CommanderId(1);

/// Red has two Commanders with a regiment each.
fn two(of_type: CommandType) -> Setup {
    let mut setup = setup(&[(FOOT, [1000, 800], 3), (FOOT, [1500, 800], 3)], &RESERVE);
    setup.armies.red.commanders[0].command_type = of_type;
    setup.armies.red.commanders.push(commander("Wedel", Role::Sub, Grade::Competent, of_type));
    setup.start.red.units[1].command = 1;
    setup.start.red.commanders.push(CommanderPost::With { unit: 1, file: 0, ahead: false });
    setup
}

fn moves(setup: &Setup, hands: &[&[caracole_renatio::cards::Colour]]) -> Session<Renatio> {
    let mut session = start(setup);
    deal(&mut session, hands);
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    session
}

#[test]
fn troops_of_another_command_cost_a_card_more() {
    proves!("RETG-CMD-016", "RETG-MOVE-036");
    let hands: [&[_]; 3] = [&[Green, Green, White], &[White, White, White], &[White, White, White]];
    for of_type in [CommandType::Professional, CommandType::Instinctive] {
        let mut session = moves(&two(of_type), &hands);
        let ahead = march(&[2], &[forward(100)]);
        assert_eq!(rule_of(&mut session, ahead.clone(), pay(White)), "RETG-MOVE-037");
        does(&mut session, Side::Red, prompt(ahead, pay_more(White, &[Green])));
    }
    let mut tribal = moves(&two(CommandType::Tribal), &hands);
    let ahead = march(&[2], &[forward(100)]);
    assert_eq!(rule_of(&mut tribal, ahead, pay_more(White, &[Green])), "RETG-CMD-016");
}

#[test]
fn one_hand_serves_for_all_phases_and_goes_alternate() {
    proves!("RETG-OVR-012", "RETG-CMD-006", "RETG-GLOS-056", "RETG-MOVE-031");
    let hands: [&[_]; 3] = [&[White, White, White], &[White, White, White], &[White, White, White]];
    let mut session = moves(&two(CommandType::Instinctive), &hands);
    assert_eq!(asked(&session), Some((Side::Red, Request::Movement)));
    does(&mut session, Side::Red, prompt(march(&[1], &[forward(100)]), pay(White)));
    // Horn has gone along with his regiment: that was his move of the phase.
    let horn = session.battle().world().commanders[0];
    assert_eq!((horn.post.ug(), horn.moved, horn.hand.total()), (Some(ug(1)), true, 2));
    // Then it is the other side's go.
    assert_eq!(asked(&session), Some((Side::Blue, Request::Movement)));
    does(&mut session, Side::Blue, Decision::Pass);
    let again =
        caracole_renatio::battle::Action::Commander(NewPost::With { ug: ug(2), file: 0, ahead: false });
    assert_eq!(rule_of(&mut session, again, pay(White)), "RETG-UNIV-008");
}

#[test]
fn several_commanders_may_be_with_one_unit() {
    proves!("RETG-GLOS-058");
    let mut setup = two(CommandType::Instinctive);
    setup.start.red.commanders[1] = CommanderPost::With { unit: 0, file: 0, ahead: false };
    setup.start.blue.units[0].at = [1000, 800].map(Bw);
    let mut session = start(&setup);
    deal(&mut session, &[&[White; 3], &[White; 3], &[White; 3]]);
    let mut asked_for = Vec::new();
    for _ in 0..60 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { side, request: Request::Combat(R::InFront { commander }) } => {
                asked_for.push(commander);
                does(&mut session, side, Decision::Combat(D::Rank(Rank::Front)));
            }
            Awaiting::Decision { side, request: request @ Request::Combat(R::NextFile | R::NextCombat) } => {
                let first = offered(&session, side, &request)[0].clone();
                does(&mut session, side, first);
            }
            Awaiting::Decision { side, .. } => {
                if session.choose(side, Decision::Pass).is_err() {
                    break;
                }
            }
            Awaiting::Dice(_) if session.battle().world().when.turn == 1 => {
                throw_all(&mut session, 1);
            }
            _ => break,
        }
    }
    assert!(asked_for.contains(&HORN) && asked_for.contains(&WEDEL), "{asked_for:?}");
}

#[test]
fn a_floating_commander_in_combat_gives_to_his_companion_only() {
    proves!("RETG-GLOS-059", "RETG-CMD-011", "RETG-CMD-012");
    let gift = |with_him: bool| {
        let mut setup = two(CommandType::Professional);
        // Horn floats: he commands nobody, and stands with a regiment that fights.
        setup.start.red.units[0].command = 1;
        setup.start.blue.units[0].at = [1000, 800].map(Bw);
        if with_him {
            setup.start.red.commanders[1] = CommanderPost::With { unit: 0, file: 1, ahead: false };
        }
        let mut session = start(&setup);
        for hand in [[Green; 3], [White; 3], [White; 3]] {
            throw(&mut session, &[&hand.map(|colour| colour as u8)]);
        }
        let asked = asked(&session);
        let chosen = session.choose(Side::Red, Decision::Gift { to: WEDEL, card: Green });
        (matches!(asked, Some((Side::Red, Request::Gifts))), chosen.is_ok())
    };
    assert_eq!(gift(true), (true, true));
    assert_eq!(gift(false), (false, false));
}

/// Red's cuirassiers break blue's horse in the charge, and Baner with it is killed. He is of this type; blue has another
/// horse of his command, or not.
fn killed(of_type: CommandType, other: bool) -> Session<Renatio> {
    let mut blue = vec![(WEAK, [2000, 1000], 2)];
    blue.extend(RESERVE);
    let mut setup = setup(&[(CUIRASSIERS, [2000, 800], 2)], &blue);
    setup.start.red.commanders = vec![CommanderPost::At([1300, 300].map(Bw))];
    setup.armies.blue.commanders[0].command_type = of_type;
    setup.start.blue.units[0].lost = 2;
    setup.armies.blue.commanders.push(commander("Torstensson", Role::Sub, Grade::Competent, of_type));
    setup.start.blue.commanders.push(CommanderPost::At([3000, 2600].map(Bw)));
    for unit in 1..=3 {
        setup.start.blue.units[unit].command = u8::from(!other);
    }
    let mut session = start(&setup);
    deal(&mut session, &[&[White; 3], &[White, Green, White], &[White; 3]]);
    while let Some((side, Request::Gifts)) = asked(&session) {
        does(&mut session, side, Decision::Pass);
    }
    through_clear(&mut session);
    does(&mut session, Side::Red, charge(1, None));
    nothing_more(&mut session);
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    while let Some((side, Request::Combat(request))) = asked(&session) {
        let decision = match request {
            R::InFront { .. } => Decision::Combat(D::Rank(Rank::Behind)),
            _ => offers(&session)[0].clone(),
        };
        does(&mut session, side, decision);
    }
    throw_all(&mut session, 4);
    throw_all(&mut session, 1);
    // YELLOW for a Competent Commander: a Skull.
    throw(&mut session, &[&[6]]);
    assert_eq!(session.battle().world().commanders[1].post, Post::Gone);
    while let Awaiting::Dice(_) = session.battle().awaiting() {
        if session.battle().world().when.phase > Phase::Charge {
            break;
        }
        throw_all(&mut session, 3);
    }
    session
}

/// Passes until a replacement is asked for; in which phase that is, and in which turn.
fn replaced(session: &mut Session<Renatio>) -> Option<(Phase, u8)> {
    for _ in 0..80 {
        match session.battle().awaiting().clone() {
            Awaiting::Decision { request: Request::Outcome(Or::Replace { .. }), .. } => {
                let when = session.battle().world().when;
                return Some((when.phase, when.turn));
            }
            Awaiting::Decision { side, .. } => {
                does(session, side, Decision::Pass);
            }
            Awaiting::Dice(roll) if roll.draws() => {
                let count = usize::from(roll.pools[0].dice);
                throw(session, &[&vec![White as u8; count]]);
            }
            _ => return None,
        }
    }
    None
}

#[test]
fn dead_commanders_are_replaced_in_the_next_turn() {
    proves!("RETG-CMD-028", "RETG-CMD-030", "RETG-SEQ-024", "RETG-SEQ-034", "RETG-CMD-029");
    for (of_type, phase) in [
        (CommandType::Professional, Phase::Movement),
        (CommandType::Instinctive, Phase::Movement),
        (CommandType::Tribal, Phase::EndOfTurn),
    ] {
        let mut session = killed(of_type, true);
        assert_eq!(replaced(&mut session), Some((phase, 2)), "{of_type:?}");
        let with =
            |number| Decision::Outcome(Od::Flee(NewPost::With { ug: ug(number), file: 0, ahead: false }));
        // With a unit of the command only.
        assert_eq!(session.choose(Side::Blue, with(1)).unwrap_err().rule.id(), "RETG-CMD-030");
        let events = does(&mut session, Side::Blue, with(3));
        assert!(
            events.iter().any(|event| matches!(event, Event::Outcome(O::Replaced { commander: BANER, .. })))
        );
        assert_eq!(session.battle().world().commanders[1].grade, Grade::Mediocre);
    }
    // Without units and without a camp nobody comes.
    assert_eq!(replaced(&mut killed(CommandType::Instinctive, false)), None);
}

#[test]
fn a_dead_commanders_cards_still_prompt_at_a_price() {
    proves!("RETG-CMD-031", "RETG-CMD-022");
    let mut session = killed(CommandType::Instinctive, true);
    while session.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&session) else { break };
        does(&mut session, side, Decision::Pass);
    }
    while asked(&session).map(|(side, _)| side) == Some(Side::Red) {
        does(&mut session, Side::Red, Decision::Pass);
    }
    let ahead =
        |cards| Decision::Prompt { action: march(&[3], &[forward(100)]), by: BANER, cards, leave: false };
    assert_eq!(session.choose(Side::Blue, ahead(pay(White))).unwrap_err().rule.id(), "RETG-MOVE-037");
    let away = Decision::Discard { of: BANER, card: White };
    assert_eq!(session.choose(Side::Blue, away).unwrap_err().rule.id(), "RETG-GLOS-025");
    does(&mut session, Side::Blue, ahead(pay_more(White, &[Green])));
    // One who has lost his whole command, being Instinctive, prompts nobody else's.
    let mut alone = killed(CommandType::Instinctive, false);
    while alone.battle().world().when.phase < Phase::Movement {
        let Some((side, _)) = asked(&alone) else { break };
        does(&mut alone, side, Decision::Pass);
    }
    while asked(&alone).map(|(side, _)| side) == Some(Side::Red) {
        does(&mut alone, Side::Red, Decision::Pass);
    }
    let refused = alone.choose(Side::Blue, ahead(pay_more(White, &[Green]))).unwrap_err();
    assert_eq!(refused.rule.id(), "RETG-CMD-022");
}

#[test]
fn a_commander_gets_away_from_a_rout_and_may_join_others() {
    proves!("RETG-GLOS-054", "RETG-GLOS-055", "RETG-KAB-025");
    let mut blue = vec![(WEAK, [2000, 1000], 2), ("6 foot, close, formed, protected", [2300, 1300], 3)];
    blue.extend(RESERVE);
    let mut setup = setup(&[(CUIRASSIERS, [2000, 800], 2)], &blue);
    setup.start.red.commanders = vec![CommanderPost::At([1300, 300].map(Bw))];
    setup.start.blue.units[0].lost = 2;
    let mut session = charging_with(&setup, &[White; 3], &[White; 3]);
    does(&mut session, Side::Red, charge(1, None));
    nothing_more(&mut session);
    does(&mut session, Side::Red, Decision::Charge(C::Move { ug: ug(1), turn: None, paid: None }));
    while let Some((side, Request::Combat(request))) = asked(&session) {
        let decision = match request {
            R::InFront { .. } => Decision::Combat(D::Rank(Rank::Behind)),
            _ => offers(&session)[0].clone(),
        };
        does(&mut session, side, decision);
    }
    throw_all(&mut session, 4);
    throw_all(&mut session, 1);
    // Nothing happens to him: a free move.
    throw(&mut session, &[&[1]]);
    assert_eq!(asked(&session), Some((Side::Blue, Request::Outcome(Or::Flee { commander: BANER }))));
    does(
        &mut session,
        Side::Blue,
        Decision::Outcome(Od::Flee(NewPost::With { ug: ug(3), file: 0, ahead: false })),
    );
    assert_eq!(session.battle().world().commanders[1].post.ug(), Some(ug(3)));
}

#[test]
fn a_commander_in_the_way_stands_with_the_nearest_file() {
    proves!("RETG-UNIV-010");
    // He is with the file on the left, which goes when the regiment contracts.
    let mut setup = setup(&[("6 foot, loose, drilled", [1000, 800], 3)], &far());
    setup.start.red.commanders = vec![CommanderPost::With { unit: 0, file: 2, ahead: false }];
    let mut session = moving(&setup, &[Green, White, White]);
    let narrow = caracole_renatio::battle::Action::Reshape { ug: ug(1), wide: 2, left: 0 };
    does(&mut session, Side::Red, prompt(narrow, pay(Green)));
    let post = session.battle().world().commanders[0].post;
    assert_eq!(post, Post::With { ug: ug(1), file: 1, ahead: false });
}
