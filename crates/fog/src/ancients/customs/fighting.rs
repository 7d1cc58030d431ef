//! The arithmetic of combat.

use crate::ancients::{Ancients, Standing, check_pairing, cohesion_modifiers, double_drop, sixths_of_dice};
use crate::battle::customs::{Fighting, Tested};
use crate::battle::outcome::{self, Combat};
use crate::battle::world::{GroupId, World};
use crate::battle::{Cx, Flow, Input};
use crate::combat::{
    Arithmetic, Cause, CommanderPlace, Fight, FileRef, FireTaken, Group, Muster, Readings, Toll, Volley,
    loss_choices, quality_reroll,
};
use crate::troops::{Quality, TroopType, shock_base_ancients};
use caracole_kernel::{
    BySide, Refusal, Tally,
    dice::{Die, Pool},
};
use smallvec::SmallVec;

impl Fighting for Ancients {
    fn combat(&self, cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
        outcome::combat::run::<Self>(cx, combat, input)
    }

    fn muster(&self, fight: &Fight, readings: Readings) -> Muster {
        <Self as Arithmetic>::muster(fight, readings)
    }

    fn sixths_of_dice(&self, fight: &Fight, volley: &Volley, readings: Readings) -> SmallVec<[(u8, u32); 8]> {
        sixths_of_dice(fight, volley, readings)
    }

    fn loss_choices(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]> {
        loss_choices::<Self>(fight, readings, index)
    }

    fn gun_files(&self, _: &Fight, _: Readings, _: u8) -> SmallVec<[u8; 2]> {
        SmallVec::new()
    }

    fn check_pairing(&self, contacts: &[(u8, u8)], pairing: &[(u8, u8)]) -> Result<(), Refusal> {
        let numbered = |&(red, blue): &(u8, u8)| BySide {
            red: FileRef { group: 0, file: red },
            blue: FileRef { group: 1, file: blue },
        };
        let contacts: Vec<_> = contacts.iter().map(numbered).collect();
        let pairing: Vec<_> = pairing.iter().map(numbered).collect();
        check_pairing(&contacts, &pairing)
    }

    fn cohesion_modifiers(&self, tested: Tested<'_>, score: &mut Tally) {
        let Tested { fight, index, readings, .. } = tested;
        let mut standing = Standing::of(fight, FireTaken::default(), readings, index);
        if let Some(grade) = tested.bolsterer {
            // Who bolsters is with the battle group.
            standing.commander =
                standing.commander.filter(|_| grade.is_some()).map(|c| crate::combat::Commander {
                    grade: grade.unwrap_or(c.grade),
                    place: if c.place == CommanderPlace::InRange { CommanderPlace::With } else { c.place },
                    ..c
                });
        }
        cohesion_modifiers(&standing, tested.toll, tested.cause, score);
    }

    fn double_drop(&self, toll: &Toll, cause: Cause) -> bool {
        double_drop(toll, cause)
    }

    fn camp_pool(&self, _: TroopType, quality: Quality) -> Pool {
        Pool::hits(1, Die::D6, 5, quality_reroll(quality))
    }

    fn add_facts(&self, world: &World, id: GroupId, group: &mut Group) {
        let start = world.start_of(id);
        group.lancers_are_shock =
            start.iter().filter(|b| b.is_lancers()).any(|b| shock_base_ancients(*b, &start));
    }
}
