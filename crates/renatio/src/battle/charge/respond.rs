//! SP2.5: who may or must run away or skirmish.

use super::course::is_sheltered;
use super::message::{Decision, Order, Response, Toward};
use crate::battle::position::command::is_unreliable;
use crate::battle::position::fights::is_in_combat;
use crate::battle::world::{Deed, Foe, Game, UgId};
use crate::troops::{Arm, Characteristic};
use caracole_document::Word;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};

/// The enemies who charge a unit.
pub fn chargers(game: Game<'_>, ug: UgId) -> Vec<UgId> {
    let charges = game.world.charges.iter();
    charges.filter(|charge| charge.targets.contains(&Foe::Ug(ug))).map(|charge| charge.ug).collect()
}

/// The responses that are open to a unit charged by these.
pub fn open_to(game: Game<'_>, ug: UgId, by: &[UgId]) -> Vec<Response> {
    enforces!("RETG-CHARGE-050", "RETG-CHARGE-051", "RETG-CHARGE-052", "RETG-CHARGE-053", "RETG-CHARGE-054");
    enforces!("RETG-GLOS-033", "RETG-GLOS-077", "RETG-GLOS-083", "RETG-GLOS-029", "RETG-GLOS-112");
    let state = &game.world[ug];
    let has = |what| state.profile.is(what);
    let stand = vec![Response::Stand];
    let countered = state.deeds.has_any(&[Deed::CounterCharged, Deed::Intercepted]);
    // Those who charge themselves, or fight already, do not respond.
    let busy = countered || super::declare::has_declared(game, ug) || is_in_combat(game, ug);
    let idle = is_unreliable(game, ug) && !state.acts_as_sug();
    if idle
        || state.profile.arm == Arm::Battlewagon
        || (busy && !state.acts_as_sug())
        || is_in_combat(game, ug)
    {
        return stand;
    }
    if state.acts_as_sug() {
        let tugs: Vec<&UgId> = by.iter().filter(|charger| !game.world[**charger].acts_as_sug()).collect();
        let must = tugs.iter().any(|charger| !is_sheltered(game, **charger, ug));
        return match must {
            true => vec![Response::RunAway, Response::Skirmish],
            false => vec![Response::Stand, Response::RunAway, Response::Skirmish],
        };
    }
    let evades =
        has(Characteristic::Evade) || has(Characteristic::Skirmish) || state.profile.arm == Arm::Dragoons;
    let caracole = has(Characteristic::CaracoleEarly) || has(Characteristic::CaracoleLater);
    match (evades, caracole) {
        (true, _) => vec![Response::Stand, Response::RunAway, Response::Skirmish],
        (false, true) => vec![Response::Stand, Response::Skirmish],
        (false, false) => stand,
    }
}

/// Units that are charged and have not answered yet, those of the Active Player first.
pub fn waiting(game: Game<'_>) -> Vec<UgId> {
    let active = game.world.when.active;
    let mut all: Vec<UgId> = Vec::new();
    for side in [active, active.other()] {
        let of_side = game.world.of_side(side);
        all.extend(
            of_side
                .filter(|ug| !game.world[*ug].deeds.has(Deed::Answered) && !chargers(game, *ug).is_empty()),
        );
    }
    all
}

/// A response checked.
pub fn check(
    game: Game<'_>,
    ug: UgId,
    by: &[UgId],
    how: Response,
    toward: Option<Toward>,
) -> Result<Order, Refusal> {
    enforces!("RETG-CHARGE-055", "RETG-CHARGE-059");
    let open = open_to(game, ug, by);
    if !open.contains(&how) {
        let (rule, problem) = match (how, game.world[ug].acts_as_sug()) {
            (Response::Stand, _) => {
                (rule!("RETG-CHARGE-051"), "Skirmishers charged by battle troops run away or skirmish")
            }
            (Response::RunAway, false) if open.contains(&Response::Skirmish) => {
                (rule!("RETG-CHARGE-053"), "Mounted with Caracole skirmish or stand")
            }
            _ => (rule!("RETG-CHARGE-052"), "These troops stand"),
        };
        return Err(Refusal::new(rule, problem, "Choose another response.")
            .piece("unit", ug.piece())
            .fact("response", how.key()));
    }
    let toward = match (how, toward) {
        (Response::Stand, _) => Toward::Rear,
        (_, Some(toward)) => toward,
        (_, None) => {
            let problem = "It goes to its front, to its rear, or along the direction of the charge";
            return Err(Refusal::new(rule!("RETG-CHARGE-059"), problem, "Say where it goes."));
        }
    };
    Ok(Order::Respond { how, toward })
}

/// Every response to offer.
pub fn candidates(game: Game<'_>, ug: UgId, by: &[UgId], out: &mut Vec<Decision>) {
    for how in open_to(game, ug, by) {
        match how {
            Response::Stand => out.push(Decision::Respond { how, toward: None }),
            _ => {
                out.extend(Toward::ALL.iter().map(|toward| Decision::Respond { how, toward: Some(*toward) }))
            }
        }
    }
}
