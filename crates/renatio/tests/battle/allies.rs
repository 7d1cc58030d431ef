//! Allied contingents: first cards, trust, desertion, and what Unreliable allies do.

use crate::support::*;
use caracole_kernel::{Session, Side, Viewer, Views};
use caracole_ledger::proves;
use caracole_renatio::army::Role;
use caracole_renatio::battle::outcomes::Event as O;
use caracole_renatio::battle::shooting::{Decision as Sd, Event as Se};
use caracole_renatio::battle::{
    CommanderId, CommanderPost, Decision, Event, Phase, Presence, Renatio, Request, Setup, Trust,
};
use caracole_renatio::cards::{Cards, Colour};
use caracole_renatio::dice::ShootingDice;
use caracole_renatio::kab::Cause;
use caracole_renatio::troops::{CommandType, Grade};

const MUSKETS: &str = "6 foot, loose, formed, protected, musket";
const FOOT: &str = "6 foot, loose, formed, protected";
const ALLY: CommanderId = CommanderId(1);

/// Red has a regiment of its own and an ally with another; blue stands this far ahead of the ally's.
fn allied(ahead: i32) -> Setup {
    let red = [(FOOT, [1000, 800], 3), (MUSKETS, [1600, 800], 3)];
    let blue = [[(MUSKETS, [1600, 800 + ahead], 3)].as_slice(), &RESERVE].concat();
    let mut setup = setup(&red, &blue);
    setup.armies.red.units[1].ally = true;
    let ally = commander("Bannier", Role::Ally, Grade::Competent, CommandType::Instinctive);
    setup.armies.red.commanders.push(ally);
    setup.start.red.units[1].command = 1;
    setup.start.red.commanders.push(CommanderPost::With { unit: 1, file: 0, ahead: false });
    setup
}

/// The first turn: the ally is dealt these cards.
fn first(ahead: i32, cards: &[Colour]) -> (Session<Renatio>, Vec<Event>) {
    let mut session = start(&allied(ahead));
    let events = deal(&mut session, &[&[Green, Green, Green], cards, &[White, White, White]]);
    (session, events)
}

/// Everybody passes until a phase begins.
fn until(session: &mut Session<Renatio>, phase: Phase) {
    while session.battle().world().when.phase < phase {
        let Some((side, _)) = asked(session) else { return };
        does(session, side, Decision::Pass);
    }
}

/// The rest of the turn passes; the ally throws this card away. In the next turn he is dealt another instead.
fn next_turn(session: &mut Session<Renatio>, away: Colour, card: Colour) -> Vec<Event> {
    let mut thrown = false;
    while let Some((side, request)) = asked(session) {
        let keeps = request == Request::Keep && side == Side::Red && !thrown;
        let decision = if keeps { Decision::Discard { of: ALLY, card: away } } else { Decision::Pass };
        thrown |= keeps;
        does(session, side, decision);
    }
    deal(session, &[&[card]])
}

fn trust(session: &Session<Renatio>) -> Trust {
    session.battle().world().commanders[1].trust
}

#[test]
fn an_ally_shows_his_first_cards() {
    proves!("RETG-CMD-040", "RETG-SEQ-004", "RETG-CMD-041");
    let (session, events) = first(1200, &[Green, White, Black]);
    let dealt = events.iter().filter_map(|event| Renatio::event_seen_by(event, Viewer::Blue));
    let shown = dealt.filter_map(|event| match event {
        Event::Dealt { to, open, cards, .. } => Some((to, open, cards)),
        _ => None,
    });
    let shown: Vec<_> = shown.collect();
    assert_eq!(shown[0], (HORN, false, None));
    assert_eq!(shown[1], (ALLY, true, Some(Cards::of(&[Green, White, Black]))));
    let view = Renatio::view(session.battle(), Viewer::Blue);
    assert_eq!((view.commanders[0].shown.total(), view.commanders[1].shown.total()), (0, 3));
    assert_eq!(trust(&session), Trust::Reliable);
}

#[test]
fn an_unreliable_ally_does_not_move_until_he_draws_red() {
    proves!("RETG-CMD-041", "RETG-CMD-044", "RETG-CMD-035");
    let (mut session, _) = first(1200, &[White, White, Black]);
    assert_eq!(trust(&session), Trust::Unreliable);
    until(&mut session, Phase::Movement);
    let ahead =
        Decision::Prompt { action: march(&[2], &[forward(200)]), by: ALLY, cards: pay(White), leave: false };
    assert_eq!(refused(&mut session, ahead.clone()).rule.id(), "RETG-CMD-044");
    // Nobody else moves his troops.
    let other = prompt(march(&[2], &[forward(200)]), pay_more(Green, &[Green]));
    assert!(["RETG-CMD-035", "RETG-CMD-044"].contains(&refused(&mut session, other).rule.id()));
    // A YELLOW is not enough as long as nobody attacks him.
    next_turn(&mut session, White, Yellow);
    assert_eq!(trust(&session), Trust::Unreliable);
    next_turn(&mut session, White, Red);
    assert_eq!(trust(&session), Trust::Reliable);
    until(&mut session, Phase::Movement);
    does(
        &mut session,
        Side::Red,
        Decision::Prompt { action: march(&[2], &[forward(200)]), by: ALLY, cards: pay(Yellow), leave: false },
    );
}

#[test]
fn an_ally_who_is_attacked_is_roused_by_yellow() {
    proves!("RETG-CMD-041", "RETG-CMD-047");
    let (mut session, _) = first(200, &[White, White, Black]);
    until(&mut session, Phase::Shooting);
    let mut levels = Vec::new();
    while let Some((side, Request::Shooting(_))) = asked(&session) {
        let Decision::Shooting(Sd::Fire { .. }) = offers(&session)[0].clone() else { break };
        let first = offers(&session)[0].clone();
        for event in does(&mut session, side, first) {
            if let Event::Shooting(Se::Aimed { shots }) = event {
                levels.push((side, shots[0].dice[0]));
            }
        }
    }
    // At effective range one step up from WHITE; the Unreliable one step lower.
    assert_eq!(levels, [(Side::Red, ShootingDice::White), (Side::Blue, ShootingDice::WhitePlus)]);
    throw_all(&mut session, 1);
    throw_all(&mut session, 1);
    next_turn(&mut session, White, Yellow);
    assert_eq!(trust(&session), Trust::Reliable);
}

#[test]
fn an_ally_with_black_cards_only_is_deserted() {
    proves!("RETG-CMD-043", "RETG-KAB-028", "RETG-SEQ-004");
    let (mut session, _) = first(1200, &[Black, Black, Black]);
    assert_eq!(trust(&session), Trust::Unreliable);
    // The enemy tests his regiment, and no other.
    let events = throw_all(&mut session, 6);
    let tested: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Outcome(O::Tested { ug, cause: Cause::Desertion, .. }) => Some(ug.number()),
            _ => None,
        })
        .collect();
    assert_eq!(tested, [2]);
    assert_eq!(session.battle().world()[ug(2)].presence, Presence::OnTable);
}

#[test]
fn allied_units_have_allied_commanders() {
    proves!("RETG-CMD-035");
    let mut wrong = allied(1200);
    wrong.start.red.units[1].command = 0;
    let refused = Session::<Renatio>::start(wrong).err().map(|refusal| refusal.rule.id());
    assert_eq!(refused, Some("RETG-CMD-035"));
}
