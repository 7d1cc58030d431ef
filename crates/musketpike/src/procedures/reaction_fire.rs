//! Which units may fire in reaction, and at whom.

use super::{
    NOT_ASKED,
    reaction::{GunAnswer, Reactions},
    trigger::Cause,
};
use crate::{
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    hex::{Half, Placement},
    messages::{Salvoing, Target},
    sight::Tracing,
    world::Marks,
};
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

impl Reactions {
    /// The target of Reaction Fire: the triggering unit, or the top unit of a stack that changed its order.
    pub(super) fn reaction_target(&self, f: Field<'_>, unit: UnitId, salvo: Salvoing) -> UnitId {
        enforces!("MPBS-9.1.1a-6", "MPBS-9.1.3e");
        let by = self.by();
        if self.trigger.cause != Cause::Restacked || !Self::bearing(f, unit, by, salvo).is_empty() {
            return by;
        }
        let guns = f.footprint(by).iter().filter_map(|hex| f.stack(hex).gun());
        guns.into_iter()
            .find(|gun| f.gun_on_top(*gun) && !Self::bearing(f, unit, *gun, salvo).is_empty())
            .unwrap_or(by)
    }

    /// The target of guns that react: the triggering unit if they bear on it, else the top guns of a stack that changed its order.
    pub(super) fn gun_target(&self, f: Field<'_>, gun: UnitId) -> UnitId {
        let by = self.by();
        let bears =
            |at: UnitId| f.footprint(at).iter().any(|hex| f.gun_bears(gun, Target::Unit(at), hex).is_ok());
        if self.trigger.cause != Cause::Restacked || bears(by) {
            return by;
        }
        let guns = f.footprint(by).iter().filter_map(|hex| f.stack(hex).gun());
        guns.into_iter().find(|top| f.gun_on_top(*top) && bears(*top)).unwrap_or(by)
    }

    /// Whether a unit may fire in reaction, and its target.
    pub(super) fn check_fire(&self, f: Field<'_>, unit: UnitId, salvo: Salvoing) -> Allowed<UnitId> {
        self.common(f, unit)?;
        if self.fired.has(unit) {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.2b"),
                unit,
                "The guns in its hex have changed the order of the stack in place of Reaction Fire",
                "React in another way.",
            ));
        }
        if f.is_gun(unit) {
            if salvo == Salvoing::Yes {
                f.may_salvo(unit)?;
            }
            return self.check_gun(f, unit, GunAnswer::Fire);
        }
        let state = f.unit(unit);
        if state.is(Marks::EXHAUSTED) {
            return Err(Bar::Unit(
                rule!("MPBS-9.4.1a-1"),
                unit,
                "The unit's Reaction Fire is exhausted for this activation",
                "Let another unit react.",
            ));
        }
        if state.is(Marks::COVER) {
            return Err(Bar::Unit(
                rule!("MPBS-9.4.5b"),
                unit,
                "A unit that takes cover does not fire",
                "Let another unit react.",
            ));
        }
        f.may_shoot(unit)?;
        if salvo == Salvoing::Yes {
            enforces!("MPBS-9.4.1-2", "MPBS-10.4c");
            f.may_salvo(unit)?;
        }
        let at = self.reaction_target(f, unit, salvo);
        if Self::bearing(f, unit, at, salvo).is_empty() {
            return Err(Bar::Unit(
                rule!("MPBS-9.1.2c"),
                unit,
                "The triggering unit is not in a front or flank hex that bears",
                "Let another unit react.",
            ));
        }
        Ok(at)
    }

    /// One half of a two-hex unit fires and the other holds its fire: both must bear, else there is no choice.
    pub(super) fn check_fire_half(
        &self,
        f: Field<'_>,
        unit: UnitId,
        half: Half,
        salvo: Salvoing,
    ) -> Allowed<UnitId> {
        enforces!("MPBS-10.1.1a", "MPBS-10.1.4b");
        let at = self.check_fire(f, unit, salvo)?;
        let bearing = Self::bearing(f, unit, at, salvo);
        if bearing.len() == 2 && bearing.contains(&half) {
            return Ok(at);
        }
        Err(Bar::Unit(
            rule!("MPBS-10.1.4b"),
            unit,
            "Only when both halves of a two-hex unit bear can one of them hold its fire",
            "Fire with what bears.",
        ))
    }

    /// How far guns answer: fire as far as they shoot, anything else within their Grazing Fire Range.
    pub(super) fn gun_reach(&self, f: Field<'_>, gun: UnitId) -> u8 {
        let (grazing, range) = f.gun_ranges(gun);
        if matches!(self.trigger.cause, Cause::Fired { .. }) { range } else { grazing }
    }

    /// Guns give up their shot to change the order of their stack: so neither they nor their stack mate fires.
    pub(super) fn check_restack(&self, f: Field<'_>, gun: UnitId) -> Allowed<UnitId> {
        enforces!("MPBS-8.3.2b", "MPBS-8.3.2c", "MPBS-9.4.4");
        let main = f.stack(f.hex(gun)).main().filter(|_| f.is_gun(gun));
        let Some(main) = main else { return Err(NOT_ASKED) };
        self.check_gun(f, gun, GunAnswer::Restack)?;
        if self.fired.has(main) {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.2b"),
                main,
                "The unit in the guns' hex has used its Reaction Fire: the stack does not change its order in place of it",
                "Let another unit react.",
            ));
        }
        let spent = guns_in(f, main).into_iter().find(|other| f.unit(*other).is(Marks::FIRED));
        if let Some(other) = spent {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.2c"),
                other,
                "Guns on their Fired side change their place only by the other unit's Action",
                "Let another unit react.",
            ));
        }
        Ok(main)
    }

    /// Whether guns may react, and to which unit. To turn they need what they need to fire.
    pub(super) fn check_gun(&self, f: Field<'_>, gun: UnitId, answer: GunAnswer) -> Allowed<UnitId> {
        enforces!("MPBS-9.1.2b", "MPBS-9.1.5", "MPBS-9.4.3", "MPBS-6.2.3a");
        f.gun_ready(gun)?;
        if answer != GunAnswer::Restack && !f.on_top_in(gun, f.hex(gun)) {
            return Err(Bar::Unit(
                rule!("MPBS-8.3.1b"),
                gun,
                "Guns beneath another unit cannot fire",
                "Change their place in the stack instead.",
            ));
        }
        let reach = self.gun_reach(f, gun);
        let Placement::One { hex, facing } = f.unit(gun).at else { return Err(NOT_ASKED) };
        let reaction_target = self.gun_target(f, gun);
        let seen = f.footprint(reaction_target).iter().any(|target| {
            hex.distance(target) <= i32::from(reach)
                && if answer != GunAnswer::Restack {
                    f.gun_bears(gun, Target::Unit(reaction_target), target).is_ok()
                } else {
                    facing.frontal_arc(hex, target)
                        && f.line_of_sight(hex, target, Tracing::ArtilleryFire, self.side).is_ok()
                }
        });
        if seen {
            return Ok(reaction_target);
        }
        Err(Bar::Unit(
            rule!("MPBS-9.4.3"),
            gun,
            "The triggering unit is not in the guns' frontal arc, range and line of sight",
            "Let another unit react.",
        ))
    }
}

/// Guns in play in the hexes of a unit.
pub(super) fn guns_in(f: Field<'_>, unit: UnitId) -> SmallVec<[UnitId; 2]> {
    f.footprint(unit).iter().filter_map(|hex| f.stack(hex).gun()).filter(|gun| f.is_gun(*gun)).collect()
}
