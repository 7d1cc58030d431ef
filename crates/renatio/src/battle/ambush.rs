//! Ambushes: where cards may lie, when they are turned over, and who stands there then.

use super::outcome::{harm, is_broken_by, settle};
use super::position::reform::reform;
use super::position::sight::{Sought, is_in_view};
use super::start::{bases_at, troops_of};
use super::world::{Ambush, BrokenBy, Foe, Game, Lurk, Post, Presence, UgId};
use super::{Bw, Cx, Decision, Event, Order, UnitPost};
use crate::charts::Ground;
use crate::troops::{Arm, Characteristic, Form, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Angle, Base, BaseRect, CONTACT_TOLERANCE, Point, Pose, any_overlap};

/// Ambush cards of a side.
pub const CARDS: usize = 3;
/// Points to a base width along the centre line from which a card must be hidden.
const POINTS: i32 = 4;

/// The ground of a card: 2 BW wide and 1.5 BW deep, the proportions of a playing card.
pub fn ground(game: Game<'_>, side: Side, at: [Bw; 2]) -> Base {
    let [x, y] = at.map(|length| length.um(game.bw(1)));
    let facing = if side == Side::Red { Angle::ZERO } else { Angle::HALF };
    Base::new(Pose::new(Point::new(x, y), facing), game.bw(2), game.bw(3).half())
}

/// What a card is to those who look for it: a bluff counts as foot skirmishers, who are hardest to see.
fn sought<'a>(game: Game<'_>, lurk: Option<&Lurk>, rect: &'a BaseRect) -> Sought<'a> {
    let on_foot = lurk.map_or((true, true), |lurk| {
        let profile = &game.world[lurk.ug].profile;
        let foot = profile.troop_type(false) == TroopType::Foot;
        (foot, foot && profile.acts_as_sug(lurk.form))
    });
    Sought { on_foot, rect }
}

/// Whether an ambush card may lie at a place.
pub fn check_place(game: Game<'_>, side: Side, at: [Bw; 2], lurk: Option<&Lurk>) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-034");
    let rule = rule!("RETG-FLANK-034");
    let rect = ground(game, side, at).rect();
    let table = &game.scenario.field.table;
    let centre = table.depth.half();
    let own_half = rect.corners().iter().all(|corner| match side {
        Side::Red => corner.y <= centre + CONTACT_TOLERANCE,
        Side::Blue => corner.y + CONTACT_TOLERANCE >= centre,
    });
    if !table.holds(&rect) || !own_half {
        return Err(Refusal::new(rule, "An ambush lies in your own half of the table", "Place it there."));
    }
    let others = game.rects_of(game.world.on_table());
    if any_overlap(&[rect], &others) || any_overlap(&[rect], &game.camps()) {
        return Err(Refusal::new(rule, "Something else stands there", "Place it elsewhere."));
    }
    // What is hidden from the centre line is hidden from everywhere beyond it.
    let step = game.bw(1) / POINTS;
    let count = table.width.get() / step.get().max(1);
    let eyes: Vec<Point> = (0..=count).map(|n| Point::new(step * n, centre)).collect();
    if is_in_view(game, &eyes, sought(game, lurk, &rect)) {
        let problem = "The place can be seen from the enemy's half of the table";
        return Err(Refusal::new(rule, problem, "Place it behind a crest or deep in cover."));
    }
    Ok(())
}

/// Whether a unit may lie in ambush.
pub fn check_unit(game: Game<'_>, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-FLANK-032", "RETG-GLOS-103");
    let profile = &game.world[ug].profile;
    let never = matches!(profile.troop_type(false), TroopType::Elephants | TroopType::Artillery)
        || profile.arm == Arm::Battlewagon
        || profile.is(Characteristic::Barricades);
    if never {
        let problem = "Elephants, battlewagons, artillery and troops with Barricades do not lie in ambush";
        return Err(
            Refusal::new(rule!("RETG-FLANK-032"), problem, "Choose another unit.").piece("unit", ug.piece())
        );
    }
    Ok(())
}

/// Turns cards over that the enemy has come to see.
pub fn spot(cx: &mut Cx<'_>) {
    if cx.world.before.is_some() {
        return;
    }
    loop {
        let game = Game::new(cx.scenario, cx.world);
        let seen = game.world.secrets.ambushes.iter().position(|ambush| is_seen(game, ambush));
        match seen {
            Some(at) => turn_over(cx, at),
            None => return,
        }
    }
}

fn is_seen(game: Game<'_>, ambush: &Ambush) -> bool {
    enforces!("RETG-FLANK-038");
    let rect = ambush.base.rect();
    let sought = sought(game, ambush.lurk.as_ref(), &rect);
    game.world.of_side(ambush.side.other()).any(|enemy| {
        let eyes: Vec<Point> = game.world.rects(enemy).iter().flat_map(|rect| rect.corners()).collect();
        is_in_view(game, &eyes, sought)
    })
}

/// An own card turned over: checked.
pub fn check_reveal(game: Game<'_>, side: Side, card: u8) -> Result<Order, Refusal> {
    enforces!("RETG-FLANK-041");
    match game.world.secrets.ambushes.iter().any(|ambush| ambush.side == side && ambush.card == card) {
        true => Ok(Order::Reveal(side, card)),
        false => Err(Refusal::new(
            rule!("RETG-FLANK-038"),
            "You have no such ambush card on the table",
            "Name one.",
        )),
    }
}

/// Cards that a side may turn over.
pub fn reveals(game: Game<'_>, side: Side) -> Vec<Decision> {
    let own = game.world.secrets.ambushes.iter().filter(|ambush| ambush.side == side);
    own.map(|ambush| Decision::Reveal { card: ambush.card }).collect()
}

/// The card of the side whose order it is is turned over.
pub fn reveal_own(cx: &mut Cx<'_>, side: Side, card: u8) {
    let mut all = cx.world.secrets.ambushes.iter();
    let found = all.position(|ambush| ambush.side == side && ambush.card == card);
    if let Some(at) = found {
        turn_over(cx, at);
    }
}

/// Whoever lies under a card stands on the table: its front along the card's, as many bases as have room.
fn turn_over(cx: &mut Cx<'_>, at: usize) {
    enforces!("RETG-FLANK-039");
    let ambush = cx.world.secrets.ambushes.remove(at);
    let Some(lurk) = ambush.lurk else {
        cx.tell(Event::Sprung { side: ambush.side, card: ambush.card, ug: None, lost: 0 });
        return;
    };
    let lost = stand_up(cx, &ambush, lurk);
    cx.tell(Event::Sprung { side: ambush.side, card: ambush.card, ug: Some(lurk.ug), lost });
    if is_broken_by(
        Game::new(cx.scenario, cx.world),
        Foe::Ug(lurk.ug),
        harm(Game::new(cx.scenario, cx.world), Foe::Ug(lurk.ug)),
    ) {
        settle(cx, Foe::Ug(lurk.ug), BrokenBy::Test);
    }
    reform(cx, lurk.ug);
}

/// How a unit stands that comes out of ambush.
pub fn post(ambush: &Ambush, lurk: &Lurk) -> UnitPost {
    let facing = if ambush.side == Side::Red { 0 } else { 180 };
    let (lost, wound, dismounted, command) = (0, false, false, 0);
    UnitPost {
        at: ambush.at,
        facing,
        wide: lurk.wide,
        form: Some(lurk.form),
        command,
        lost,
        wound,
        dismounted,
    }
}

fn stand_up(cx: &mut Cx<'_>, ambush: &Ambush, lurk: Lurk) -> u8 {
    let game = Game::new(cx.scenario, cx.world);
    let Some(troops) = troops_of(game, lurk.ug) else { return 0 };
    let mut bases = bases_at(cx.scenario, troops, &post(ambush, &lurk));
    let mut others = game.rects_of(game.world.on_table()).to_vec();
    others.extend(game.camps());
    let table = &game.scenario.field.table;
    let stands = |rect: &BaseRect| {
        let mut under = game.terrain().under(rect);
        table.holds(rect)
            && !any_overlap(&[*rect], &others)
            && !under.any(|piece| game.charts().terrain.row(piece.kind).ground == Ground::Impassable)
    };
    let mut lost = 0;
    for base in &mut bases {
        if base.standing && !stands(&base.base.rect()) {
            (base.standing, lost) = (false, lost + 1);
        }
    }
    let ids: Vec<_> = cx.world.all_base_ids(lurk.ug).collect();
    for (id, state) in ids.into_iter().zip(bases) {
        cx.world[id] = state;
    }
    let state = &mut cx.world[lurk.ug];
    (state.presence, state.form, state.sprung) = (Presence::OnTable, lurk.form, true);
    if let Some(commander) = lurk.commander.and_then(|id| cx.world.commander_mut(id)) {
        commander.post = Post::With { ug: lurk.ug, file: 0, ahead: false };
    }
    lost
}

/// The formation in which a unit lies if none is said.
pub fn usual_form(game: Game<'_>, ug: UgId) -> Form {
    game.world[ug].profile.forms().first().copied().unwrap_or(Form::Loose)
}
