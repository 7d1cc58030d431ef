//! The arithmetic of combat.

use crate::battle::customs::{Fighting, Tested};
use crate::battle::outcome::{self, Combat};
use crate::battle::{Cx, Flow, Input};
use crate::combat::{Arithmetic, Cause, Fight, FireTaken, Muster, Readings, Toll, Volley, loss_choices};
use crate::renaissance::{
    Renaissance, Standing, camp_pool, check_pairing, cohesion_modifiers, double_drop, gun_files,
    sixths_of_dice,
};
use crate::troops::{Book, Quality, TroopType};
use caracole_kernel::{Refusal, Tally, dice::Pool};
use smallvec::SmallVec;

impl Fighting for Renaissance {
    fn combat(&self, cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
        outcome::combat::run::<Self>(cx, combat, input)
    }

    fn muster(&self, fight: &Fight, readings: Readings) -> Muster {
        <Self as Arithmetic>::muster(fight, readings)
    }

    fn sixths_of_dice(&self, fight: &Fight, volley: &Volley, _: Readings) -> SmallVec<[(u8, u32); 8]> {
        sixths_of_dice(fight, volley)
    }

    fn loss_choices(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]> {
        loss_choices::<Self>(fight, readings, index)
    }

    fn gun_files(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 2]> {
        gun_files(fight, readings, index)
    }

    fn check_pairing(&self, contacts: &[(u8, u8)], pairing: &[(u8, u8)]) -> Result<(), Refusal> {
        check_pairing(contacts, pairing)
    }

    fn cohesion_modifiers(&self, tested: Tested<'_>, score: &mut Tally) {
        let mut standing = Standing::of(tested.fight, FireTaken::default(), tested.index);
        if let Some(bolsterer) = tested.bolsterer {
            standing.commander = bolsterer;
        }
        cohesion_modifiers(&standing, tested.toll, tested.cause, score);
    }

    fn double_drop(&self, toll: &Toll, cause: Cause) -> bool {
        double_drop(toll, cause)
    }

    fn camp_pool(&self, troop_type: TroopType, quality: Quality) -> Pool {
        camp_pool(troop_type.arm(Book::Renaissance), quality)
    }
}
