//! Flank marches: who may go, how they are announced, and how they come on.

use super::before::is_allied;
use super::movement::{Moved, Plan, check_ground_of_entry, check_paid, measure, payments, reach};
use super::position::going::worst_on;
use super::world::{CommanderId, FlankMarch, Game, Post, Presence, UgId, World};
use super::{Bw, Cx, Decision, Enter, Event, Leg, Order, Paid};
use crate::army::Role;
use crate::cards::Colour;
use crate::charts::{ActionCode, Going, MarchKind};
use crate::command::march_kind;
use crate::troops::{Arm, Form, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, CONTACT_TOLERANCE, Group, Hand, Path, Point, Pose, Um, shortest_distance};

/// How far flank marchers of both sides keep from each other in the turn in which they come on, in BW.
const APART: i32 = 6;

/// Whether a Commander may lead these units round an edge.
pub fn check(
    game: Game<'_>,
    side: Side,
    commander: CommanderId,
    ugs: &[UgId],
    secured: Option<Hand>,
    edge: Hand,
) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-001", "RETG-FLANK-002", "RETG-FLANK-003", "RETG-GLOS-103");
    check_leader(game, side, commander)?;
    let refuse = |rule, problem: &'static str| Err(Refusal::new(rule, problem, "Order it otherwise."));
    let most = usize::from(game.charts().flank_march.most_ugs);
    if ugs.is_empty() || ugs.len() > most {
        return refuse(rule!("RETG-FLANK-001"), "One to four units march round a flank");
    }
    if secured == Some(edge) {
        return refuse(rule!("RETG-FLANK-001"), "A river or the coast bars this side of the table");
    }
    let taken = |march: &FlankMarch| march.side == side && march.edge == Some(edge);
    if game.world.secrets.marches.iter().any(taken) {
        return refuse(rule!("RETG-FLANK-001"), "One Commander marches round each side of the table");
    }
    for ug in ugs {
        let waits = game.world.get(*ug).is_some_and(|s| s.side == side && s.presence == Presence::ToDeploy);
        if !waits || ugs.iter().filter(|other| *other == ug).count() > 1 {
            return refuse(rule!("TABLE-009"), "A unit is named that does not wait to be deployed");
        }
        let profile = &game.world[*ug].profile;
        let never = matches!(profile.troop_type(false), TroopType::Elephants | TroopType::Artillery)
            || profile.arm == Arm::Battlewagon;
        if never {
            return refuse(
                rule!("RETG-FLANK-002"),
                "Battlewagons, elephants and artillery do not march round a flank",
            );
        }
    }
    let ally = game.world.commander(commander).is_some_and(|c| c.role == Role::Ally);
    if ugs.iter().any(|ug| is_allied(game, *ug) != ally) {
        return refuse(rule!("RETG-CMD-035"), "Allies march with allies only");
    }
    let whole = game.world.ids().filter(|ug| game.world[*ug].side == side && is_allied(game, *ug)).count();
    if ally && whole != ugs.len() {
        return refuse(rule!("RETG-FLANK-003"), "An allied Commander takes his whole contingent");
    }
    Ok(())
}

/// Whether a Commander may stand beside the camp with a card, a bluff or not.
pub fn check_leader(game: Game<'_>, side: Side, commander: CommanderId) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-002", "RETG-FLANK-008");
    let own = game.world.commander(commander).filter(|c| c.side == side);
    if own.is_none_or(|c| c.role == Role::Army) {
        let problem = "Only Sub-Commanders march round a flank";
        return Err(Refusal::new(rule!("RETG-FLANK-002"), problem, "Name one of yours."));
    }
    if game.world.secrets.marches.iter().any(|march| march.commander == commander) {
        let problem = "The Commander has a card already";
        return Err(Refusal::new(rule!("RETG-FLANK-008"), problem, "Name another."));
    }
    Ok(())
}

/// The first RED card shows the edge of a march, and nothing else of it.
pub fn announce(cx: &mut Cx<'_>, id: CommanderId) {
    enforces!("RETG-FLANK-017", "RETG-FLANK-015");
    let red = cx.world.commander(id).is_some_and(|c| c.hand.count(Colour::Red) > 0);
    let march = cx.world.secrets.marches.iter_mut().find(|march| march.commander == id);
    if let Some(march) = march.filter(|march| red && !march.announced)
        && let Some(edge) = march.edge
    {
        march.announced = true;
        cx.tell(Event::Announced { commander: id, edge });
    }
}

/// The march of a unit.
fn march_of(world: &World, ug: UgId) -> Option<&FlankMarch> {
    world.secrets.marches.iter().find(|march| march.ugs.contains(&ug))
}

/// Whether a march may come on now: it holds the RED cards that its troops need; and whether flexible horse in it must
/// enter as skirmishers.
fn check_cards(game: Game<'_>, march: &FlankMarch, form: Form, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-018", "RETG-FLANK-019", "RETG-FLANK-015");
    let charts = &game.charts().flank_march.red_cards;
    let kind = march_kind(march.ugs.iter().map(|ug| &game.world[*ug].profile));
    let needed = charts.get(kind);
    let held = game.world.commander(march.commander).map_or(0, |c| c.hand.count(Colour::Red));
    if march.entering.is_none() && held < needed {
        let problem = "The flank march does not hold the RED cards that it needs";
        return Err(Refusal::new(rule!("RETG-FLANK-018"), problem, "Wait for more of them.")
            .fact("RED cards", u32::from(held))
            .fact("needed", u32::from(needed)));
    }
    let formed = !game.world[ug].profile.acts_as_sug(form);
    let few = march.entering.is_none() && held < charts.get(MarchKind::Mounted);
    if kind == MarchKind::Light && formed && few {
        let problem = "With one RED card flexible horse enter as skirmishers";
        return Err(Refusal::new(rule!("RETG-FLANK-018"), problem, "Enter in skirmish formation."));
    }
    Ok(())
}

/// A unit before it enters: its front along the side edge, facing the table.
fn at_edge(game: Game<'_>, ug: UgId, edge: Hand, at: Bw) -> Group {
    let table = &game.scenario.field.table;
    let (x, facing) = match edge {
        Hand::Left => (Um::ZERO, Angle::QUARTER),
        Hand::Right => (table.width, Angle::THREE_QUARTERS),
    };
    let body = game.world.body(ug);
    let middle = Pose::new(Point::new(x, at.um(game.bw(1))), facing);
    let anchor = middle.offset(-body.frontage.half(), Um::ZERO);
    body.placed(anchor)
}

/// An entry worked out.
fn plan(game: Game<'_>, side: Side, enter: &Enter) -> Result<Plan, Refusal> {
    enforces!("RETG-FLANK-020", "RETG-FLANK-021", "RETG-FLANK-022", "RETG-FLANK-023");
    let ug = enter.ug;
    let own = game.world.get(ug).is_some_and(|s| s.side == side && s.presence == Presence::Marching);
    let march = march_of(game.world, ug).filter(|march| own && march.commander == enter.paid.by);
    let Some((march, edge)) = march.and_then(|march| Some((march, march.edge?))) else {
        let problem = "This unit is not on a flank march of that Commander";
        return Err(Refusal::new(rule!("RETG-FLANK-020"), problem, "Name one that is."));
    };
    let form = enter.form.unwrap_or(game.world[ug].form);
    if !game.world[ug].profile.forms().contains(&form) {
        return Err(Refusal::new(
            rule!("TABLE-002"),
            "The unit cannot take this formation",
            "Choose another.",
        ));
    }
    check_cards(game, march, form, ug)?;
    let mut after = game.world.clone();
    after[ug].form = form;
    let there = Game::new(game.scenario, &after);
    let mut path = Path::from(&at_edge(there, ug, edge, enter.at));
    let mut wheels = 0;
    for leg in &enter.legs {
        path = match *leg {
            Leg::Forward(by) => path.advance(by.um(game.bw(1))),
            Leg::Wheel { hand, degrees } if (1..=90).contains(&degrees) => {
                wheels += 1;
                path.wheel(hand, Angle::from_degrees(i32::from(degrees)), measure(game))
            }
            _ => {
                let problem = "Units come on straight ahead and by wheels";
                return Err(Refusal::new(rule!("RETG-FLANK-021"), problem, "Leave the shift out."));
            }
        };
    }
    let code = match wheels {
        0 => ActionCode::M2,
        1 => ActionCode::M3,
        _ => ActionCode::M4,
    };
    let going = worst_on(there, ug, &path).unwrap_or(Going::Difficult);
    let distance = reach(there, ug, going);
    if path.spent() > game.bw(distance.total()) || wheels > 2 {
        return Err(Refusal::new(rule!("RETG-MOVE-001"), "The move is too long", "Go less far.")
            .length("distance", path.spent().get()));
    }
    check_ground_of_entry(there, ug, &path)?;
    let end = path.end().rects();
    for enemy in game.world.secrets.entered.iter().filter(|other| game.world[**other].side != side) {
        let gap = shortest_distance(&end, game.world.rects(*enemy)).unwrap_or(Um::MAX);
        if gap + CONTACT_TOLERANCE < game.bw(APART) {
            let problem = "Flank marchers keep 6 BW from enemy flank marchers who came on in this turn";
            return Err(Refusal::new(rule!("RETG-FLANK-023"), problem, "Come on further away."));
        }
    }
    after.put(ug, path.end());
    let placings = after.placings(ug).to_vec();
    let moved = Moved { ug, distance, spent: path.spent(), placings };
    Ok(Plan { moved: vec![moved], away: true, enters: Some(form), ..Plan::of(code, &[ug]) })
}

/// An entry checked with its cards.
pub fn check_entry(game: Game<'_>, side: Side, enter: &Enter) -> Result<Order, Refusal> {
    let plan = plan(game, side, enter)?;
    check_paid(game, side, &plan, &enter.paid)?;
    let Paid { by, cards } = enter.paid;
    Ok(Order::Prompt { by, cards, plan: Box::new(plan), leave: false })
}

/// Entries to offer: straight ahead as far as a unit can, at places along the edge.
pub fn entries(game: Game<'_>, side: Side) -> Vec<Decision> {
    let mut all = Vec::new();
    let deep = game.scenario.field.table.depth.get() / game.bw(1).get().max(1);
    for march in game.world.secrets.marches.iter().filter(|march| march.side == side) {
        for ug in march.ugs.iter().copied().filter(|ug| game.world[*ug].presence == Presence::Marching) {
            let legs = vec![Leg::Forward(Bw::whole(reach(game, ug, Going::Good).total()))];
            let forms = game.world[ug].profile.forms();
            let mut found = 0;
            for (at, form) in (2..deep).step_by(3).flat_map(|at| forms.iter().map(move |form| (at, *form))) {
                let none = crate::cards::Payment {
                    card: Colour::Black,
                    extra: crate::cards::Cards::NONE,
                    upgrade: None,
                };
                let paid = Paid { by: march.commander, cards: none };
                let enter = Enter { ug, at: Bw::whole(at), form: Some(form), legs: legs.clone(), paid };
                let Ok(plan) = plan(game, side, &enter) else { continue };
                let cards = payments(game, side, &plan).into_iter().filter(|paid| paid.by == march.commander);
                let before = all.len();
                all.extend(cards.map(|paid| Decision::Enter(Enter { paid, ..enter.clone() })));
                found += usize::from(all.len() > before);
                if found >= 4 {
                    break;
                }
            }
        }
    }
    all
}

/// A unit comes on: its march has begun to enter.
pub fn enter(cx: &mut Cx<'_>, ug: UgId, form: Form) {
    let turn = cx.world.when.turn;
    let march = cx.world.secrets.marches.iter_mut().find(|march| march.ugs.contains(&ug));
    let Some(march) = march else { return };
    (march.entering, march.announced) = (Some(turn), true);
    let commander = march.commander;
    let state = &mut cx.world[ug];
    (state.presence, state.form) = (Presence::OnTable, form);
    cx.world.secrets.entered.push(ug);
    if let Some(leader) = cx.world.commander_mut(commander).filter(|c| c.post == Post::Gone) {
        (leader.post, leader.moved) = (Post::With { ug, file: 0, ahead: false }, true);
    }
    cx.tell(Event::Entered { ug });
}

/// At the end of the Movement Phase units of a march that came on and did not enter are lost.
pub fn straggle(cx: &mut Cx<'_>) {
    enforces!("RETG-FLANK-020");
    let done: Vec<FlankMarch> =
        cx.world.secrets.marches.iter().filter(|march| march.entering.is_some()).cloned().collect();
    cx.world.secrets.marches.retain(|march| march.entering.is_none());
    cx.world.secrets.entered.clear();
    let late = done.into_iter().flat_map(|march| march.ugs);
    let late: Vec<UgId> = late.filter(|ug| cx.world[*ug].presence == Presence::Marching).collect();
    if late.is_empty() {
        return;
    }
    for ug in &late {
        cx.world[*ug].presence = Presence::Straggled;
    }
    cx.tell(Event::Straggled { ugs: late });
}
