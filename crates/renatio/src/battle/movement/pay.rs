//! Cards for actions: what one costs, whether it is paid, and what happens then.

use super::plan::{Plan, plan};
use super::{group, switch};
use crate::battle::position::command::{out_of_command, own};
use crate::battle::world::{Commander, CommanderId, Game, Post, UgId};
use crate::battle::{Action, Cx, Event, Order, Paid, Switch};
use crate::cards::{Asked, Colour, Cost, Payment, can_be_doubled, cheapest, check_payment, cost};
use crate::charts::{ActionCode, Column};
use crate::command::OutOfCommand;
use crate::readings::Reading;
use crate::troops::{Characteristic, Set};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{BaseRect, CONTACT_TOLERANCE};

/// What the action costs, if this Commander prompts it.
pub fn price(game: Game<'_>, by: CommanderId, plan: &Plan) -> Result<Cost, Refusal> {
    enforces!("RETG-MOVE-003", "RETG-MOVE-036", "RETG-MOVE-037", "RETG-CMD-017");
    group::check_size(game, by, plan)?;
    let mut whole: Option<Cost> = None;
    for ug in plan.ugs.iter().copied() {
        let state = &game.world[ug];
        if let Some(half) = plan.twice
            && !can_be_doubled(game.charts(), &state.profile, state.form, half)
        {
            let problem = "Only moves that cost the unit GREEN or less are made twice";
            return Err(
                Refusal::new(rule!("RETG-MOVE-041"), problem, "Make one move.").piece("unit", ug.piece())
            );
        }
        let asked = Asked {
            action: plan.code,
            profile: &state.profile,
            form: state.form,
            in_group: plan.ugs.len() > 1,
            out_of_command: causes(game, by, ug, plan.code)?,
        };
        let own = cost(game.charts(), game.readings(), &asked)
            .map_err(|refusal| refusal.piece("unit", ug.piece()))?;
        // The group pays for its most difficult move, and for each reason once.
        whole = Some(match whole {
            None => own,
            Some(before) => {
                let extra = if own.extra.len() > before.extra.len() { own.extra } else { before.extra };
                let (card, basis) =
                    if own.card > before.card { (own.card, own.basis) } else { (before.card, before.basis) };
                Cost { card, extra, kab: before.kab || own.kab, basis }
            }
        });
    }
    let whole = whole.map_or_else(|| own_move(game, plan), Ok)?;
    Ok(Cost { card: whole.card.max(least_card(game, plan)), ..whole })
}

/// What squares and obstacles cost at least, whatever the training: YELLOW, and RED for stakes.
fn least_card(game: Game<'_>, plan: &Plan) -> Colour {
    let stakes = |ug: &UgId| game.world[*ug].profile.is(Characteristic::Stakes);
    match plan.switch {
        Some(Switch::Obstacles) if plan.ugs.iter().any(stakes) => Colour::Red,
        Some(Switch::Square | Switch::Obstacles) => Colour::Yellow,
        _ => Colour::Black,
    }
}

/// Why a unit is Out of Command for an action. From ambush it charges for a single card wherever its Commander is.
fn causes(game: Game<'_>, by: CommanderId, ug: UgId, code: ActionCode) -> Result<Set<OutOfCommand>, Refusal> {
    enforces!("RETG-FLANK-040");
    let causes = out_of_command(game, by, ug)?;
    let springs = game.world[ug].sprung && code == ActionCode::C2;
    Ok(if springs { Set::default() } else { causes })
}

/// What a Commander's own move costs.
fn own_move(game: Game<'_>, plan: &Plan) -> Result<Cost, Refusal> {
    let action = game.charts().prompted_actions.action(plan.code);
    let card = action.cost(Column::Drilled).ok_or_else(|| {
        Refusal::new(rule!("RETG-QRS-002"), "The charts do not allow this action", "Choose another.")
    })?;
    Ok(Cost { card, extra: Vec::new(), kab: false, basis: action.basis[Column::Drilled as usize] })
}

/// The cheapest payment of this Commander, if he can pay: without his upgrade, or with it where he may use it.
pub fn cheapest_of(game: Game<'_>, by: CommanderId, plan: &Plan) -> Option<Payment> {
    let commander = game.world.commander(by)?;
    let cost = price(game, by, plan).ok()?;
    let may = !commander.upgraded && check_upgrade(game, commander, plan, false).is_ok();
    cheapest(commander.hand, may, &cost)
}

/// Whether a Commander may use his upgrade for an action: he is with the troops and moves with them.
fn check_upgrade(game: Game<'_>, commander: &Commander, plan: &Plan, leave: bool) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-015", "RETG-UNIV-012");
    let refuse =
        |rule, problem: &'static str| Err(Refusal::new(rule, problem, "Pay with the colours as they are."));
    if plan.code == ActionCode::Cm1 {
        return Ok(());
    }
    if let Some((side, _)) = plan.camp {
        let with = |camp: BaseRect| match commander.post {
            Post::Alone(base) => base.rect().within(&camp, CONTACT_TOLERANCE),
            _ => false,
        };
        let problem = "A Commander raises a card for a camp only if he is with it";
        return match game.world.camp_rect(side).is_some_and(with) {
            true => Ok(()),
            false => refuse(rule!("RETG-CAMP-012"), problem),
        };
    }
    if !commander.post.ug().is_some_and(|ug| plan.ugs.contains(&ug) || plan.pulled.contains(&ug)) {
        return refuse(rule!("RETG-MOVE-015"), "A Commander raises a card only for troops that he is with");
    }
    if plan.away && leave {
        return refuse(rule!("RETG-MOVE-015"), "A Commander who raises a card moves with the troops");
    }
    if plan.away && commander.moved {
        return refuse(
            rule!("RETG-UNIV-012"),
            "The Commander has moved in this phase and cannot move with the troops",
        );
    }
    Ok(())
}

/// Checks a payment for an action that was worked out.
pub fn check_paid(game: Game<'_>, side: Side, plan: &Plan, paid: &Paid) -> Result<(), Refusal> {
    let commander = own(game, side, paid.by)?;
    let cost = price(game, paid.by, plan)?;
    check_payment(commander.hand, !commander.upgraded, &cost, &paid.cards)?;
    if paid.cards.upgrade.is_some() {
        check_upgrade(game, commander, plan, false)?;
    }
    Ok(())
}

/// Every Commander of a side who can pay for an action, with his cheapest payment.
pub fn payments(game: Game<'_>, side: Side, plan: &Plan) -> Vec<Paid> {
    let all = game.world.commanders_of(side);
    all.filter_map(|by| cheapest_of(game, by, plan).map(|cards| Paid { by, cards })).collect()
}

/// Plays the cards for an action.
pub fn spend(cx: &mut Cx<'_>, plan: &Plan, paid: &Paid) {
    play_cards(cx, paid.by, &paid.cards);
    let ugs = plan.ugs.iter().chain(&plan.pulled).copied().collect();
    cx.tell(Event::Prompted { by: paid.by, code: plan.code, cards: paid.cards, ugs });
}

fn play_cards(cx: &mut Cx<'_>, by: CommanderId, cards: &Payment) {
    if let Some(commander) = cx.world.commander_mut(by)
        && let Some(rest) = commander.hand.less(cards.cards())
    {
        commander.hold(rest);
        commander.upgraded |= cards.upgrade.is_some();
        cx.world.deck.discard(cards.cards());
    }
}

/// Checks an action with its payment.
pub fn check_prompt(
    game: Game<'_>,
    side: Side,
    action: &Action,
    by: CommanderId,
    cards: &Payment,
    leave: bool,
) -> Result<Order, Refusal> {
    let commander = own(game, side, by)?;
    let plan = plan(game, side, action, by)?;
    let cost = price(game, by, &plan)?;
    check_payment(commander.hand, !commander.upgraded, &cost, cards)?;
    if cards.upgrade.is_some() {
        check_upgrade(game, commander, &plan, leave)?;
    }
    Ok(Order::Prompt { by, cards: *cards, plan: Box::new(plan), leave })
}

/// Plays the cards and carries the action out.
pub fn carry_out(cx: &mut Cx<'_>, by: CommanderId, cards: &Payment, plan: &Plan, leave: bool) {
    announce(cx, by, cards, plan);
    complete(cx, by, plan, leave);
}

/// Plays the cards for an action and says what is done.
pub fn announce(cx: &mut Cx<'_>, by: CommanderId, cards: &Payment, plan: &Plan) {
    play_cards(cx, by, cards);
    let ugs: Vec<_> = plan.ugs.iter().chain(&plan.pulled).copied().collect();
    cx.tell(Event::Prompted { by, code: plan.code, cards: *cards, ugs });
}

/// Carries an action out whose cards are played.
pub fn complete(cx: &mut Cx<'_>, by: CommanderId, plan: &Plan, leave: bool) {
    let ugs: Vec<_> = plan.ugs.iter().chain(&plan.pulled).copied().collect();
    if plan.away {
        let away: Vec<UgId> = plan.moved.iter().map(|moved| moved.ug).collect();
        take_along(cx, &away, leave);
    }
    for room in &plan.displaced {
        cx.world.place(&room.placings);
        let by = plan.moved.first().map_or(room.ug, |moved| moved.ug);
        cx.tell(Event::Displaced { ug: room.ug, by });
    }
    if let Some((side, base)) = plan.camp
        && let Some(camp) = &mut cx.world.camps[side]
    {
        camp.base = base;
        cx.tell(Event::CampMoved { side });
    }
    if let (Some(form), [ug]) = (plan.enters, plan.ugs.as_slice()) {
        crate::battle::march::enter(cx, *ug, form);
    }
    for moved in &plan.moved {
        cx.world.place(&moved.placings);
        let wide = u8::try_from(cx.world.formation(moved.ug).width()).unwrap_or(u8::MAX);
        cx.tell(match plan.away {
            true => Event::Moved { ug: moved.ug, distance: moved.distance.clone(), spent: moved.spent },
            false => Event::Reshaped { ug: moved.ug, wide },
        });
        keep_files(cx, moved.ug, wide);
        if plan.away {
            end_slows(cx, moved.ug);
        } else {
            // It has turned away from its obstacles.
            cx.world[moved.ug].obstacles = false;
        }
    }
    if let (Some(to), [ug]) = (plan.switch, plan.ugs.as_slice()) {
        switch::carry_out(cx.world, *ug, to);
        cx.tell(Event::Switched { ug: *ug, to });
    }
    if let (Some(post), Some(commander)) = (plan.post, cx.world.commander_mut(by)) {
        (commander.post, commander.moved) = (post, true);
        cx.tell(Event::CommanderMoved { commander: by, post });
    }
    if matches!(plan.code, ActionCode::E1 | ActionCode::E1Combat) {
        for ug in ugs {
            cx.world[ug].wound = false;
            cx.tell(Event::Recovered { ug });
        }
        return;
    }
    for ug in ugs {
        cx.world[ug].acted = true;
    }
}

/// Commanders with units that move away go along, or stay where they stood.
pub fn take_along(cx: &mut Cx<'_>, away: &[UgId], leave: bool) {
    enforces!("RETG-UNIV-008", "RETG-UNIV-009", "RETG-MOVE-015", "RETG-GLOS-056");
    let ids: Vec<CommanderId> = Side::BOTH.iter().flat_map(|side| cx.world.commanders_of(*side)).collect();
    for id in ids {
        let base = cx.world.commander_base(id);
        let Some(commander) = cx.world.commander_mut(id) else { continue };
        if !commander.post.ug().is_some_and(|ug| away.contains(&ug)) {
            continue;
        }
        match base {
            Some(base) if leave || commander.moved => {
                commander.post = Post::Alone(base);
                cx.tell(Event::CommanderMoved { commander: id, post: Post::Alone(base) });
            }
            _ => commander.moved = true,
        }
    }
}

/// Commanders with files that are gone stand with the nearest file left.
pub fn keep_files(cx: &mut Cx<'_>, ug: UgId, wide: u8) {
    for commander in &mut cx.world.commanders {
        if let Post::With { ug: own, file, .. } = &mut commander.post
            && *own == ug
        {
            *file = (*file).min(wide.saturating_sub(1));
        }
    }
}

/// A move ends the slowing of fire.
pub fn end_slows(cx: &mut Cx<'_>, ug: UgId) {
    enforces!("RETG-SHOOT-047");
    let state = &mut cx.world[ug];
    (state.sprung, state.square, state.obstacles) = (false, false, false);
    let all = cx.scenario.readings.has(Reading::MoveEndsAllSlows);
    let before = cx.world[ug].slow;
    if before.total() == 0 {
        return;
    }
    let slow = &mut cx.world[ug].slow;
    slow.fire = 0;
    if all {
        slow.kab = 0;
    }
    if *slow != before {
        cx.tell(Event::SlowsRemoved { ugs: vec![ug] });
    }
}
