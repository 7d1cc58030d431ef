//! The set-up in its order, its rolls, and works.

use crate::army::Army;
use crate::battle::customs::SettingUp;
use crate::battle::setup::{Marker, Player, Stage, Step};
use crate::battle::world::World;
use crate::field::{Field, Fortification};
use crate::renaissance::setup::works;
use crate::renaissance::{Renaissance, initiative_pool, is_grand};
use caracole_kernel::dice::Pool;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::enforces;
use caracole_plane::Pose;

impl SettingUp for Renaissance {
    fn is_grand(&self, bases_at_start: u8) -> bool {
        is_grand(bases_at_start)
    }

    fn initiative_pool(&self) -> Pool {
        initiative_pool()
    }

    fn step_after(&self, done: Step) -> Step {
        enforces!("FOGR-SETUP-003");
        use Player::{Holder, Other};
        match done {
            Step::Initiative => Step::Territory,
            Step::Territory => Step::Compulsory(Holder),
            Step::Compulsory(Holder) => Step::Compulsory(Other),
            Step::Compulsory(Other) => Step::Further(Holder),
            Step::Further(Holder) => Step::Further(Other),
            Step::Further(Other) => Step::Place { at: 0, stage: Stage::Locate },
            Step::Place { .. } => Step::Camp(Other),
            Step::Camp(Other) => Step::Camp(Holder),
            Step::Camp(Holder) => Step::Detach(Other),
            Step::Detach(Other) => Step::Detach(Holder),
            Step::Detach(Holder) => Step::Ambush(Other),
            Step::Ambush(Other) => Step::Ambush(Holder),
            Step::Ambush(Holder) => Step::Outflank(Other),
            Step::Outflank(Other) => Step::Outflank(Holder),
            Step::Outflank(Holder) => Step::Batch { batch: 0, player: Other },
            Step::Batch { batch, player: Other } => Step::Batch { batch, player: Holder },
            Step::Batch { batch: batch @ ..=2, player: Holder } => {
                Step::Batch { batch: batch + 1, player: Other }
            }
            Step::Batch { player: Holder, .. } => Step::Fortify(Other),
            Step::Fortify(Other) => Step::Fortify(Holder),
            Step::Fortify(Holder) => Step::Dismount(Other),
            Step::Dismount(Other) => Step::Dismount(Holder),
            Step::Dismount(Holder) => Step::Commanders(Other),
            Step::Commanders(Other) => Step::Commanders(Holder),
            Step::Commanders(Holder) | Step::FirstTurn | Step::End => Step::End,
        }
    }

    fn opening_player(&self) -> Option<Player> {
        Some(Player::Other)
    }

    fn first_turn_modifiers(&self, _: &Army, _: &Army, _: &mut Tally) {}

    fn hides_works(&self) -> bool {
        true
    }

    fn has_ships(&self) -> bool {
        true
    }

    fn check_markers(
        &self,
        field: &Field,
        army: &Army,
        side: Side,
        markers: &[Marker],
    ) -> Result<(), Refusal> {
        works::check_markers(field, army, side, markers)
    }

    fn markers_to_lay(&self, field: &Field, army: &Army, side: Side) -> Vec<Vec<Marker>> {
        works::markers_to_lay(field, army, side)
    }

    fn lays_works(&self, world: &World, _: &Army, side: Side) -> bool {
        !world.setup.markers[side].is_empty()
    }

    fn check_works(
        &self,
        world: &World,
        _: &Army,
        side: Side,
        works: &[Vec<Pose>],
    ) -> Result<Vec<Fortification>, Refusal> {
        works::check_works(world, side, &world.setup.markers[side], works)
    }

    fn works_to_lay(&self, world: &World, _: &Army, side: Side) -> Vec<Vec<Vec<Pose>>> {
        works::works_to_lay(world, side, &world.setup.markers[side])
    }
}
