//! Which charges are worth their while, and how to answer those of the enemy: by the claims of both sides.

use crate::Temperament;
use caracole_kernel::{Battle, Rules, Side};
use caracole_plane::shortest_distance;
use caracole_renatio::battle::charging::{Decision as Charge, Declared, Order as ChargeOrder, Response};
use caracole_renatio::battle::{Decision, Foe, Game, Order, Renatio, Request, UgId};
use caracole_renatio::charts::CombatKind;
use caracole_renatio::claims::{FileFacts, claims};

/// Claims of a charge into a flank or rear.
const TO_FLANK: i32 = 4;

/// How many claims more a charger has than one that it meets head on.
fn better_by(game: Game<'_>, charger: UgId, target: UgId) -> i32 {
    let facts = |ug: UgId| {
        let state = &game.world[ug];
        let formation = game.world.formation(ug);
        let deep = formation.files().map(|file| formation.file_depth(file)).max().unwrap_or(1);
        let mut facts = FileFacts::plain(&state.profile, u8::try_from(deep).unwrap_or(1));
        facts.form = state.form;
        facts.dismounted = state.dismounted;
        facts
    };
    let (mut own, other) = (facts(charger), facts(target));
    own.charged = true;
    let sum = |a, b| {
        let claims = claims(game.charts(), game.readings(), CombatKind::Charge, a, b);
        i32::try_from(claims.total()).unwrap_or(i32::MAX)
    };
    sum(&own, &other) - sum(&other, &own)
}

/// Whether a unit attacks another from behind its front line.
fn is_to_flank(game: Game<'_>, attacker: UgId, target: UgId) -> bool {
    let front = game.world.body(target).footprint().rect();
    game.world.rects(attacker).iter().all(|rect| front.has_entirely_behind_front(rect))
}

/// What a charge is worth: its claims against each target, less a third of a unit for each that is worse.
fn of_charge(game: Game<'_>, declared: &Declared) -> i32 {
    let of = |target: &Foe| match target {
        Foe::Ug(target) => {
            let flank = if is_to_flank(game, declared.ug, *target) { TO_FLANK } else { 0 };
            let catch = if game.world[*target].acts_as_sug() { 1 } else { 0 };
            better_by(game, declared.ug, *target) + flank - catch
        }
        Foe::Camp(_) => 2,
    };
    declared.targets.iter().map(of).min().unwrap_or(0)
}

/// The best charge to declare, or a pass.
pub(super) fn declare(
    battle: &Battle<Renatio>,
    side: Side,
    request: &Request,
    choices: Vec<Decision>,
    temperament: Temperament,
) -> Decision {
    let game = Game::new(battle.scenario(), battle.world());
    let least = match temperament {
        Temperament::Cautious => 2,
        Temperament::Balanced => 1,
        Temperament::Bold => 0,
    };
    let worth = |choice: &Decision| {
        let Decision::Charge(Charge::Declare { paid, .. }) = choice else { return None };
        let Ok(Order::Charge(order)) = Renatio::check(battle, side, request, choice) else { return None };
        let ChargeOrder::Declare { charges, .. } = *order else { return None };
        let worst = charges.iter().map(|declared| of_charge(game, declared)).min()?;
        Some(2 * worst - i32::from(paid.is_some()))
    };
    let best =
        choices.into_iter().filter_map(|choice| Some((worth(&choice)?, choice))).max_by_key(|(w, _)| *w);
    match best {
        Some((worth, choice)) if worth >= 2 * least => choice,
        _ => Decision::Pass,
    }
}

/// How a charged unit answers: it stands if it has the claims, and goes away if it can and has not.
pub(super) fn respond(battle: &Battle<Renatio>, ug: UgId, choices: Vec<Decision>) -> Option<Decision> {
    let game = Game::new(battle.scenario(), battle.world());
    let rects = game.world.rects(ug);
    let enemies = game.enemies_of(game.world[ug].side).into_iter();
    let nearest = enemies.min_by_key(|enemy| (shortest_distance(rects, game.world.rects(*enemy)), *enemy))?;
    let stands = better_by(game, nearest, ug) <= 0 && !is_to_flank(game, nearest, ug);
    let wanted = |choice: &Decision| match choice {
        Decision::Charge(Charge::Respond { how, .. }) => match how {
            Response::Stand => stands,
            Response::RunAway | Response::Skirmish => !stands,
        },
        _ => false,
    };
    let found = choices.iter().position(wanted).unwrap_or(0);
    choices.into_iter().nth(found)
}
