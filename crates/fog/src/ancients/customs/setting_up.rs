//! The set-up in its order, its rolls, and works.

use crate::ancients::setup::works;
use crate::ancients::{Ancients, first_turn_modifier};
use crate::army::{Army, grade_in_chief};
use crate::battle::customs::SettingUp;
use crate::battle::setup::{Marker, Player, Stage, Step};
use crate::battle::world::World;
use crate::field::{Field, Fortification};
use caracole_kernel::dice::{Die, Pool, Reroll};
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::Pose;

impl SettingUp for Ancients {
    fn is_grand(&self, _: u8) -> bool {
        false
    }

    fn initiative_pool(&self) -> Pool {
        Pool::sum(1, Die::D6, Reroll::NONE)
    }

    /// No bases pass from one battle group to another on the way: nothing is detached.
    fn step_after(&self, done: Step) -> Step {
        enforces!("FOGAM-SETUP-003", "FOGAM-SETUP-006", "FOGAM-SETUP-020", "FOGAM-BG-003");
        use Player::{Holder, Other};
        match done {
            Step::Initiative => Step::Territory,
            Step::Territory => Step::Compulsory(Other),
            Step::Compulsory(Other) => Step::Compulsory(Holder),
            Step::Compulsory(Holder) => Step::Further(Other),
            Step::Further(Other) => Step::Further(Holder),
            Step::Further(Holder) => Step::Place { at: 0, stage: Stage::Pick },
            // Each player lays down everything before the next does.
            Step::Place { .. } => Step::Fortify(Other),
            Step::Fortify(player) => Step::Camp(player),
            Step::Camp(player) => Step::Ambush(player),
            Step::Ambush(Other) => Step::Fortify(Holder),
            Step::Ambush(Holder) | Step::Detach(_) => Step::Outflank(Other),
            Step::Outflank(Other) => Step::Outflank(Holder),
            Step::Outflank(Holder) => Step::Batch { batch: 0, player: Other },
            Step::Batch { batch, player: Other } => Step::Batch { batch, player: Holder },
            Step::Batch { batch: batch @ ..=2, player: Holder } => {
                Step::Batch { batch: batch + 1, player: Other }
            }
            Step::Batch { player: Holder, .. } => Step::Dismount(Other),
            Step::Dismount(Other) => Step::Dismount(Holder),
            Step::Dismount(Holder) => Step::Commanders(Other),
            Step::Commanders(Other) => Step::Commanders(Holder),
            Step::Commanders(Holder) => Step::FirstTurn,
            Step::FirstTurn | Step::End => Step::End,
        }
    }

    fn opening_player(&self) -> Option<Player> {
        None
    }

    fn first_turn_modifiers(&self, own: &Army, enemy: &Army, score: &mut Tally) {
        enforces!("FOGAM-SETUP-045");
        first_turn_modifier(grade_in_chief(own), grade_in_chief(enemy), score);
    }

    fn hides_works(&self) -> bool {
        false
    }

    fn has_ships(&self) -> bool {
        false
    }

    fn check_markers(&self, _: &Field, _: &Army, _: Side, markers: &[Marker]) -> Result<(), Refusal> {
        if markers.is_empty() {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-018"),
            "Fortifications are laid openly, not under markers",
            "Place the camp alone.",
        ))
    }

    fn markers_to_lay(&self, _: &Field, _: &Army, _: Side) -> Vec<Vec<Marker>> {
        vec![Vec::new()]
    }

    fn lays_works(&self, _: &World, army: &Army, _: Side) -> bool {
        usize::from(army.field_fortifications) >= works::LEAST
    }

    fn check_works(
        &self,
        world: &World,
        army: &Army,
        side: Side,
        works: &[Vec<Pose>],
    ) -> Result<Vec<Fortification>, Refusal> {
        works::check(world, army, side, works)
    }

    fn works_to_lay(&self, world: &World, army: &Army, side: Side) -> Vec<Vec<Vec<Pose>>> {
        works::to_lay(world, army, side)
    }
}
