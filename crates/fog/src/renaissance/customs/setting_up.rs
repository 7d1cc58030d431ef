//! Set-up rolls, grand battle groups and break points.

use crate::battle::customs::SettingUp;
use crate::combat::Grade;
use crate::renaissance::{
    ARRIVAL_PASS, Renaissance, STRAGGLING_PASS, arrival_modifiers, arrival_pool, break_point,
    initiative_pool, is_grand, straggling_modifiers, straggling_pool,
};
use crate::troops::{BaseProfile, Quality};
use caracole_kernel::{Tally, dice::Pool};

impl SettingUp for Renaissance {
    fn is_grand(&self, bases_at_start: u8) -> bool {
        is_grand(bases_at_start)
    }

    fn break_point(&self, bases_at_start: &[u8]) -> Tally {
        let mut tally = Tally::new("break point");
        break_point(bases_at_start, &mut tally);
        tally
    }

    fn initiative_pool(&self) -> Pool {
        initiative_pool()
    }

    fn arrival_pool(&self) -> Pool {
        arrival_pool()
    }

    fn arrival_modifiers(&self, leader: Grade, has_slow_foot: bool, score: &mut Tally) {
        arrival_modifiers(leader, has_slow_foot, score);
    }

    fn arrives_on(&self) -> i32 {
        ARRIVAL_PASS
    }

    fn straggling_pool(&self, quality: Quality) -> Pool {
        straggling_pool(quality)
    }

    fn straggling_modifiers(&self, bases: &[BaseProfile], score: &mut Tally) {
        straggling_modifiers(bases, score);
    }

    fn stays_on(&self) -> i32 {
        STRAGGLING_PASS
    }
}
