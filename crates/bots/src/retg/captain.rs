//! `captain`: the marshal's best few choices are played on to the fights that follow, with equal dice and with the enemy's
//! hand imagined anew for each sample. In these playouts nobody moves in the Movement Phase: moves cost most of the time, and
//! the charges of the next turn show what a move was worth.

use super::marshal::Marshal;
use super::odds::of_fights;
use super::worth::of_armies;
use crate::players::captain::{Staff, with_purpose};
use caracole_kernel::{Battle, Side, dice::Roll};
use caracole_plane::any_within;
use caracole_renatio::battle::{Decision, World};
use caracole_renatio::battle::{Game, Phase, Renatio, Request, RollPurpose, charging};
use caracole_renatio::charts::CombatKind;

/// How near the enemy must be, in BW, for a move to be worth a thought.
const NEAR: i32 = 6;

impl Staff<Renatio> for Marshal {
    fn best_few(
        &mut self,
        battle: &Battle<Renatio>,
        side: Side,
        request: &Request,
        few: usize,
    ) -> Vec<Decision> {
        self.few(battle, side, request, few)
    }

    fn key(battle: &Battle<Renatio>, roll: &Roll<RollPurpose>) -> u64 {
        let when = battle.world().when;
        with_purpose(u64::from(when.turn) << 24 | (when.phase as u64) << 16, roll)
    }

    fn standing(battle: &Battle<Renatio>, side: Side) -> i32 {
        let game = Game::new(battle.scenario(), battle.world());
        let sum = of_armies(game, side) + of_fights(game, side, CombatKind::Melee);
        i32::try_from(sum).unwrap_or_default()
    }

    fn is_worth_a_thought(battle: &Battle<Renatio>, request: &Request) -> bool {
        match request {
            Request::Charge(charging::Request::Declare | charging::Request::Respond { .. }) => true,
            Request::Movement => are_near(Game::new(battle.scenario(), battle.world())),
            _ => false,
        }
    }

    fn is_far_enough(start: &Battle<Renatio>, now: &Battle<Renatio>, _: usize) -> bool {
        let (from, to) = (start.world().when, now.world().when);
        // A charge is judged after its fights; a move after those of the next turn.
        let until = from.turn + u8::from(from.phase >= Phase::Movement);
        to.turn > until || (to.turn == until && to.phase >= Phase::Movement)
    }
}

/// Whether enemies stand so near each other that the next turn may bring a charge.
fn are_near(game: Game<'_>) -> bool {
    let world: &World = game.world;
    let near = |own| {
        world.of_side(Side::Blue).any(|foe| any_within(world.rects(own), world.rects(foe), game.bw(NEAR)))
    };
    world.of_side(Side::Red).any(near)
}
