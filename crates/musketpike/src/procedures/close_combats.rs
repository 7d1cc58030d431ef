//! The Close Combat step: designations of both sides, then the combats in their order.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call,
    close_combat::CloseCombat,
    field,
    reaction::Reactions,
    trigger::{Cause, Trigger},
};
use crate::{
    counters::{UnitId, WingId},
    engine::{
        bar::{Allowed, Bar},
        field::Field,
    },
    hex::{Hex, Placement},
    messages::{Decision, Event, Request},
    world::Marks,
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An attack that was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    pub(crate) unit: UnitId,
    pub(crate) hex: Hex,
    /// Where the attacker stood: it attacks only if it is still there.
    at: Placement,
    /// The unit attacked, if it was not a lone leader.
    defender: Option<UnitId>,
}

/// The Close Combat step of an activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseCombats {
    wing: WingId,
    side: Side,
    active: SmallVec<[Attack; 8]>,
    inactive: SmallVec<[Attack; 4]>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    Active,
    Inactive,
    ResolveInactive,
    ResolveActive,
}

/// Whether an enemy leader alone in a hex is adjacent.
fn next_to_lone_leader(f: Field<'_>, unit: UnitId) -> bool {
    enforces!("MPBS-5.3.1c");
    let (place, side) = (f.footprint(unit), f.side(unit));
    f.leaders().any(|(id, leader)| {
        leader.side != side && leader.on_map() && place.distance(leader.hex) == 1 && f.is_alone(id)
    })
}

impl CloseCombats {
    pub(super) fn new(wing: WingId, side: Side) -> Self {
        CloseCombats { wing, side, active: SmallVec::new(), inactive: SmallVec::new(), stage: Stage::Active }
    }

    fn designator(&self) -> Side {
        if self.stage == Stage::Active { self.side } else { self.side.other() }
    }

    /// Units that could name an attack now.
    fn attackers<'a>(&'a self, f: Field<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let side = self.designator();
        let lone = f.leaders().any(|(id, leader)| leader.side != side && leader.on_map() && f.is_alone(id));
        // The Active side attacks with the Active Wing only.
        let wing = (self.stage == Stage::Active).then_some(self.wing);
        let ours = move |unit: &UnitId| wing.is_none_or(|wing| f.wing_of(*unit) == wing);
        f.units_of(side).filter(ours).filter(move |unit| {
            (f.is_engaged(*unit)
                || f.table.has_bridge_hexes && f.is_two_hex(*unit)
                || lone && next_to_lone_leader(f, *unit))
                && self.may_name(f, *unit).is_ok()
        })
    }

    /// Whether a unit may name an attack at all.
    fn may_name(&self, f: Field<'_>, unit: UnitId) -> Allowed {
        enforces!("MPBS-11.1.3c", "MPBS-11.1.1a");
        let mine = if self.stage == Stage::Active {
            f.wing_of(unit) == self.wing
        } else {
            f.side(unit) == self.side.other()
        };
        if !mine {
            return Err(Bar::Unit(
                rule!("MPBS-11.1.2a"),
                unit,
                "Only units of the Active Wing attack, and in reaction units of the other side",
                "Choose another unit.",
            ));
        }
        if self.active.iter().chain(&self.inactive).any(|attack| attack.unit == unit) {
            return Err(Bar::Unit(
                rule!("MPBS-11.1.4a"),
                unit,
                "A unit attacks only one hex",
                "Choose another unit.",
            ));
        }
        if self.stage == Stage::Inactive && self.active.iter().any(|attack| attack.defender == Some(unit)) {
            return Err(Bar::Unit(
                rule!("MPBS-11.1.2b"),
                unit,
                "A unit that is attacked makes no Reaction Close Combat",
                "Choose another unit.",
            ));
        }
        Ok(())
    }

    fn check_attack(&self, f: Field<'_>, unit: UnitId, hex: Hex) -> Allowed<Attack> {
        if usize::from(unit.0) >= f.world.units.len() || !f.unit(unit).in_play() {
            return Err(NOT_ASKED);
        }
        self.may_name(f, unit)?;
        f.may_attack(unit, hex)?;
        if self.stage == Stage::Inactive {
            let active_wing = f.stack(hex).units().any(|enemy| f.wing_of(enemy) == self.wing);
            if !active_wing {
                return Err(Bar::At(
                    rule!("MPBS-11.1.2b"),
                    hex,
                    "A Reaction Close Combat is made against a unit of the Active Wing",
                    "Choose another hex.",
                ));
            }
        }
        Ok(Attack { unit, hex, at: f.unit(unit).at, defender: f.stack(hex).any() })
    }

    fn tries(&self, f: Field<'_>, unit: UnitId) -> SmallVec<[Hex; 8]> {
        let at = f.unit(unit).at;
        let mut hexes: SmallVec<[Hex; 8]> = at.front().into_iter().collect();
        if f.table.has_bridge_hexes {
            for bridge in at.front() {
                if f.table.is_bridge_hex(bridge) {
                    hexes.extend(at.beyond_bridge_hex(bridge).iter().flat_map(|end| end.footprint().iter()));
                }
            }
        }
        hexes
    }

    fn ask(&mut self, cx: &Cx<'_>) -> Next {
        let f = field(cx);
        let any = self
            .attackers(f)
            .any(|unit| self.tries(f, unit).into_iter().any(|hex| self.check_attack(f, unit, hex).is_ok()));
        if any {
            return Flow::Ask(self.designator(), Request::Designate);
        }
        self.named(cx)
    }

    /// One side has named its attacks.
    fn named(&mut self, cx: &Cx<'_>) -> Next {
        enforces!("MPBS-11.2B", "MPBS-11.1.2f");
        match self.stage {
            Stage::Active => {
                self.stage = Stage::Inactive;
                self.ask(cx)
            }
            _ => {
                self.stage = Stage::ResolveInactive;
                Flow::Again
            }
        }
    }

    fn name(&mut self, cx: &mut Cx<'_>, attack: Attack) -> Next {
        enforces!("MPBS-11.2A", "MPBS-9.1.3d");
        let Attack { unit, hex, .. } = attack;
        let unmoved = !field(cx).unit(unit).is(Marks::MOVED);
        cx.tell(Event::Attack { unit, hex });
        if self.stage == Stage::Active {
            self.active.push(attack);
            if unmoved {
                let trigger = Trigger { by: unit, cause: Cause::Charged, path: SmallVec::new() };
                return call(Reactions::new(field(cx), trigger));
            }
        } else {
            self.inactive.push(attack);
        }
        self.ask(cx)
    }

    fn queue(&self) -> &[Attack] {
        if self.stage == Stage::ResolveInactive { &self.inactive } else { &self.active }
    }

    /// Who would attack a unit if this one joined in.
    pub(crate) fn with(&self, unit: UnitId, defender: UnitId) -> SmallVec<[UnitId; 4]> {
        let named = self.active.iter().chain(&self.inactive).filter(|named| named.defender == Some(defender));
        named.map(|named| named.unit).chain([unit]).collect()
    }

    /// Whether an attack can and so must still be made.
    fn stands(f: Field<'_>, attack: &Attack) -> bool {
        enforces!("MPBS-11.1.2g");
        f.unit(attack.unit).in_play()
            && f.unit(attack.unit).at.footprint() == attack.at.footprint()
            && f.may_attack(attack.unit, attack.hex).is_ok()
    }

    /// The unit that an attack meets now; a lone leader is named by the hex only.
    fn defender(f: Field<'_>, attack: &Attack) -> Option<UnitId> {
        f.stack(attack.hex).any()
    }

    /// Defenders' hexes of combats that are still to be fought, each combat once.
    fn combats(&self, f: Field<'_>) -> SmallVec<[Hex; 8]> {
        enforces!("MPBS-11.1.4b");
        let mut hexes: SmallVec<[Hex; 8]> = SmallVec::new();
        let mut seen: SmallVec<[Option<UnitId>; 8]> = SmallVec::new();
        for attack in self.queue().iter().filter(|attack| Self::stands(f, attack)) {
            let defender = Self::defender(f, attack);
            if defender.is_none() && !hexes.contains(&attack.hex)
                || defender.is_some() && !seen.contains(&defender)
            {
                seen.push(defender);
                hexes.push(attack.hex);
            }
        }
        hexes
    }

    fn resolve(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-11.2C");
        let f = field(cx);
        let combats = self.combats(f);
        match combats.len() {
            0 if self.stage == Stage::ResolveInactive => {
                self.stage = Stage::ResolveActive;
                Flow::Again
            }
            0 => Flow::Done(Answer::Done),
            1 => {
                let hex = combats[0];
                self.fight(cx, hex)
            }
            _ => {
                let side = if self.stage == Stage::ResolveInactive { self.side.other() } else { self.side };
                Flow::Ask(side, Request::NextCombat)
            }
        }
    }

    fn fight(&mut self, cx: &mut Cx<'_>, hex: Hex) -> Next {
        let f = field(cx);
        let defender = f.stack(hex).any();
        let joins = |attack: &Attack| {
            Self::stands(f, attack)
                && match defender {
                    Some(_) => Self::defender(f, attack) == defender,
                    None => attack.hex == hex,
                }
        };
        let attackers: SmallVec<[UnitId; 4]> =
            self.queue().iter().filter(|attack| joins(attack)).map(|attack| attack.unit).collect();
        let keep = |attack: &mut Attack| !attackers.contains(&attack.unit);
        if self.stage == Stage::ResolveInactive {
            self.inactive.retain(keep);
        } else {
            self.active.retain(keep);
        }
        call(CloseCombat::new(attackers, defender, hex))
    }
}

impl Play<MusketPike, Bar> for CloseCombats {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Active | Stage::Inactive, In::Order(Order::Attack(attack))) => self.name(cx, attack),
            (Stage::Active | Stage::Inactive, In::Order(_)) => self.named(cx),
            (Stage::Active | Stage::Inactive, _) => self.ask(cx),
            (_, In::Order(Order::Plain(Decision::Hex(hex)))) => self.fight(cx, hex),
            _ => self.resolve(cx),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Active | Stage::Inactive, Decision::Decline) => Ok(decision.into()),
            (Stage::Active | Stage::Inactive, Decision::Attack { unit, hex }) => {
                self.check_attack(f, *unit, *hex).map(Order::Attack)
            }
            (Stage::ResolveInactive | Stage::ResolveActive, Decision::Hex(hex))
                if self.combats(f).contains(hex) =>
            {
                Ok(decision.into())
            }
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        if matches!(self.stage, Stage::ResolveInactive | Stage::ResolveActive) {
            out.extend(self.combats(f).into_iter().map(Decision::Hex));
            return;
        }
        out.push(Decision::Decline);
        for unit in self.attackers(f) {
            let attacks = self.tries(f, unit).into_iter().map(|hex| Decision::Attack { unit, hex });
            self.offer(asked, attacks, out);
        }
    }
}
