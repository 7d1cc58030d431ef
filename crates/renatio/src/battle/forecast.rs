//! Fights as they would be: the claims of files in contact now, or after a charge that nobody answers. The same claims
//! and contacts as in the fights themselves.

use super::charge::{ComeUp, charged_by, flank_claims, press};
use super::combat::both;
use super::position::fights::{Fight, all, fights_frontally};
use super::world::{Approach, Deed, Game, Phase, UgId, World};
use crate::charts::CombatKind;
use crate::claims::{Claims, FightDice, fight_dice};
use caracole_kernel::{BySide, Refusal, Side, Tally};
use caracole_plane::Um;

pub use super::charge::{check_one as check_charge, possible as possible_charges};
pub use super::position::command::out_of_command;
pub use super::position::fights::is_in_combat;
pub use super::position::support::has_rear_support;
pub use super::position::zone::is_in_zone;

/// Two files in contact, and what each claims against the other.
#[derive(Clone, Debug)]
pub struct Clash {
    /// The files.
    pub fight: Fight,
    /// The claims.
    pub claims: BySide<Claims>,
}

impl Clash {
    /// The claims of a side less those of the other.
    pub fn difference(&self, side: Side) -> i32 {
        let sum = |side: Side| i32::try_from(self.claims[side].total()).unwrap_or(i32::MAX);
        sum(side) - sum(side.other())
    }

    /// The dice of both sides: those of `side` first.
    pub fn dice(&self, game: Game<'_>, side: Side) -> FightDice {
        fight_dice(game.charts(), &self.claims[side], &self.claims[side.other()])
    }
}

/// Every two files in contact where everybody stands.
pub fn clashes(game: Game<'_>, kind: CombatKind) -> Vec<Clash> {
    let of = |fight: Fight| Clash { fight, claims: both(game, kind, &fight, &[]).claims };
    all(game).into_iter().map(|(fight, _)| of(fight)).collect()
}

/// Where everybody stands after a charge that nobody answers or shoots at.
pub fn after_charge(game: Game<'_>, ug: UgId, approach: &Approach) -> Result<World, Refusal> {
    let friends: Vec<UgId> =
        game.world.charges.iter().map(|charge| charge.ug).filter(|other| *other != ug).collect();
    let (_, course) = charged_by(game, ug, approach, &friends)?;
    let come_up = ComeUp::new(game, ug, Tally::new("distance in BW"), Um::ZERO);
    let mut world = game.world.clone();
    if let Some(course) = course.filter(|_| !fights_frontally(game, ug)) {
        match &course.grid {
            None => world.put(ug, course.path.end()),
            Some(grid) => world.arrange(ug, grid, course.path.end().anchor),
        }
    }
    let after = Game::new(game.scenario, &world);
    let (body, _) = press(after, ug, world.body(ug), &[], None);
    world.put(ug, &body);
    let claims = flank_claims(Game::new(game.scenario, &world), ug, &come_up);
    world.fray.flanks.extend(claims);
    world[ug].deeds = world[ug].deeds.with(Deed::Charged);
    world.when.phase = Phase::Charge;
    Ok(world)
}
