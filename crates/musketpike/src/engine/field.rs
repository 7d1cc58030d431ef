//! The battlefield as it stands: everything that rules ask about it.

use super::table::{CrossingCosts, Table};
use crate::{
    charts::{AllowanceEffect, FormationEffect, FormationState, MoveClass},
    counters::{
        BrigadeStyle, CavalryType, LeaderId, ListedUnit, Mount, Orders, Pikes, Salvo, UnitArm, UnitId,
        UnitType, WingId,
    },
    hex::{Direction, Footprint, Half, Hex, Placement, Zone},
    procedures::Asked,
    world::{Fate, Formation, Leader, Marks, MoraleState, Post, Stack, Unit, Wing, World},
};
use caracole_kernel::Side;
use caracole_ledger::enforces;
use smallvec::SmallVec;

/// A few units.
pub type Units = SmallVec<[UnitId; 8]>;
/// A few leaders.
pub type Leaders = SmallVec<[LeaderId; 4]>;

/// The battlefield as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// What never changes.
    pub table: &'a Table,
    /// What does.
    pub world: &'a World,
}

impl<'a> From<Asked<'a>> for Field<'a> {
    fn from(asked: Asked<'a>) -> Self {
        Field::new(asked.battle.scenario(), asked.battle.world())
    }
}

impl<'a> Field<'a> {
    /// Table and world together.
    pub const fn new(table: &'a Table, world: &'a World) -> Self {
        Field { table, world }
    }

    // --- pieces ---------------------------------------------------------------------------------------------

    /// A unit's state.
    #[inline]
    pub fn unit(self, unit: UnitId) -> &'a Unit {
        self.world.unit(unit)
    }

    /// A unit's counter.
    #[inline]
    pub fn counter(self, unit: UnitId) -> &'a ListedUnit {
        &self.table.scenario.units[unit.0 as usize]
    }

    /// What a unit is.
    #[inline]
    pub fn kind(self, unit: UnitId) -> UnitType {
        self.counter(unit).unit_type
    }

    /// A unit's army.
    #[inline]
    pub fn side(self, unit: UnitId) -> Side {
        self.table.sides[unit.0 as usize]
    }

    /// A unit's Wing.
    #[inline]
    pub fn wing_of(self, unit: UnitId) -> WingId {
        self.counter(unit).wing
    }

    /// A Wing's state.
    #[inline]
    pub fn wing(self, wing: WingId) -> &'a Wing {
        self.world.wing(wing)
    }

    /// A Wing's owner.
    #[inline]
    pub fn wing_side(self, wing: WingId) -> Side {
        self.table.scenario.wings[wing.0 as usize].side
    }

    /// Orders of a unit's Wing.
    #[inline]
    pub fn orders(self, unit: UnitId) -> Orders {
        self.wing(self.wing_of(unit)).orders
    }

    /// A leader's state.
    #[inline]
    pub fn leader(self, leader: LeaderId) -> &'a Leader {
        self.world.leader(leader)
    }

    /// Every leader.
    pub fn leaders(self) -> impl Iterator<Item = (LeaderId, &'a Leader)> {
        self.world.leaders.iter().enumerate().map(|(i, leader)| (LeaderId(i as u8), leader))
    }

    /// The Army Commander of a side, if on the map.
    pub fn army_commander(self, side: Side) -> Option<LeaderId> {
        enforces!("MPBS-GLOSSARY-AC");
        self.leaders()
            .find(|(_, leader)| leader.side == side && leader.post == Post::Army && leader.on_map())
            .map(|(id, _)| id)
    }

    /// The commander of a Wing, if on the map.
    pub fn wing_commander(self, wing: WingId) -> Option<LeaderId> {
        self.wing(wing).commander.filter(|id| self.leader(*id).on_map())
    }

    /// Leaders of a side in a hex.
    pub fn leaders_at(self, hex: Hex, side: Side) -> Leaders {
        self.leaders()
            .filter(|(_, leader)| leader.on_map() && leader.hex == hex && leader.side == side)
            .map(|(id, _)| id)
            .collect()
    }

    /// Leaders stacked with a unit.
    pub fn leaders_with(self, unit: UnitId) -> Leaders {
        let (place, side) = (self.footprint(unit), self.side(unit));
        self.leaders()
            .filter(|(_, leader)| leader.on_map() && leader.side == side && place.contains(leader.hex))
            .map(|(id, _)| id)
            .collect()
    }

    /// The best rating among leaders stacked with a unit; `None` without a leader.
    pub fn best_rating_with(self, unit: UnitId) -> Option<i8> {
        let (place, side) = (self.footprint(unit), self.side(unit));
        self.leaders()
            .filter(|(_, leader)| leader.on_map() && leader.side == side && place.contains(leader.hex))
            .map(|(_, leader)| leader.rating)
            .min()
    }

    /// Units of a side that are on the map and count as units.
    pub fn units_of(self, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let world = self.world;
        self.table.units_of[side].iter().copied().filter(move |unit| world.unit(*unit).in_play())
    }

    /// Units of a Wing that are on the map and count as units.
    pub fn units_of_wing(self, wing: WingId) -> impl Iterator<Item = UnitId> + 'a {
        let world = self.world;
        self.table.units_of_wing[wing.0 as usize]
            .iter()
            .copied()
            .filter(move |unit| world.unit(*unit).in_play())
    }

    /// Whether any unit of a Wing is in play or still to come.
    pub fn wing_exists(self, wing: WingId) -> bool {
        self.table.units_of_wing[wing.0 as usize]
            .iter()
            .any(|unit| matches!(self.unit(*unit).fate, Fate::OnMap | Fate::ToCome))
    }

    // --- what a unit is -------------------------------------------------------------------------------------

    /// Cavalry on horseback.
    #[inline]
    pub fn is_cavalry(self, unit: UnitId) -> bool {
        enforces!("MPBS-14.3a", "MPBS-14.3c");
        self.kind(unit).is_mounted_cavalry()
    }

    /// Heavy infantry, and dismounted cavalry, which counts as heavy infantry.
    #[inline]
    pub fn is_heavy(self, unit: UnitId) -> bool {
        matches!(
            self.kind(unit),
            UnitType::HeavyInfantry { .. } | UnitType::Cavalry { mount: Mount::Dismounted, .. }
        )
    }

    /// Light infantry.
    #[inline]
    pub fn is_light(self, unit: UnitId) -> bool {
        self.kind(unit).arm() == UnitArm::LightInfantry
    }

    /// Artillery.
    #[inline]
    pub fn is_gun(self, unit: UnitId) -> bool {
        self.kind(unit).arm() == UnitArm::Artillery
    }

    /// A Wagon.
    pub fn is_wagon(self, unit: UnitId) -> bool {
        self.kind(unit).arm() == UnitArm::Wagon
    }

    /// Artillery or a Wagon.
    #[inline]
    pub fn is_train(self, unit: UnitId) -> bool {
        matches!(self.kind(unit).arm(), UnitArm::Artillery | UnitArm::Wagon)
    }

    /// Limbered guns.
    pub fn is_limbered(self, unit: UnitId) -> bool {
        self.unit(unit).is(Marks::LIMBERED)
    }

    /// Croats, unless the optional rule makes them arquebusiers.
    pub fn is_croat(self, unit: UnitId) -> bool {
        enforces!("MPBS-14.6e");
        !self.table.options.croats_as_arquebusiers
            && matches!(
                self.kind(unit),
                UnitType::Cavalry { kind: CavalryType::Croat, mount: Mount::Mounted, .. }
            )
    }

    /// A unit of two hexes.
    pub fn is_two_hex(self, unit: UnitId) -> bool {
        self.kind(unit).is_two_hex()
    }

    /// Cavalry that fires pistols or carbines, mounted or not.
    pub fn has_pistols(self, unit: UnitId) -> bool {
        enforces!("MPBS-14.3b");
        self.kind(unit).arm() == UnitArm::Cavalry
    }

    /// A Swedish style brigade.
    pub fn is_swedish(self, unit: UnitId) -> bool {
        matches!(self.kind(unit), UnitType::HeavyInfantry { style: BrigadeStyle::Swedish, .. })
    }

    /// Heavy infantry with pikes.
    pub fn has_pikes(self, unit: UnitId) -> bool {
        enforces!("MPBS-6.3.2-1", "MPBS-14.2a");
        matches!(self.kind(unit), UnitType::HeavyInfantry { pikes: Pikes::Pikes, .. })
    }

    /// Whether the unit is able to fire Salvoes in this battle.
    pub fn salvo_trained(self, unit: UnitId) -> bool {
        matches!(self.kind(unit), UnitType::HeavyInfantry { salvo: Salvo::May, .. })
    }

    /// Column of the Terrain Effects Chart.
    pub fn column(self, unit: UnitId) -> MoveClass {
        enforces!("MPBS-8.2.1b", "MPBS-14.1a", "MPBS-7.3.3b", "MPBS-14.6a");
        match self.kind(unit) {
            UnitType::Cavalry { mount: Mount::Mounted, .. } => MoveClass::Cav,
            // Light infantry riding with cavalry pays the cavalry's costs.
            UnitType::LightInfantry { .. } if self.partner(unit).is_some() => MoveClass::Cav,
            UnitType::LightInfantry { .. } => MoveClass::Li,
            _ => MoveClass::Hi,
        }
    }

    /// Printed strength; 0 for guns and Wagons.
    #[inline]
    pub fn printed_strength(self, unit: UnitId) -> u8 {
        self.kind(unit).strength().map_or(0, |strength| strength.0)
    }

    /// Printed strength less casualties.
    #[inline]
    pub fn strength(self, unit: UnitId) -> u8 {
        enforces!("MPBS-10.6.1a");
        self.printed_strength(unit).saturating_sub(self.unit(unit).casualties)
    }

    /// Current morale: one less when Shaken, 1 when Broken.
    #[inline]
    pub fn morale(self, unit: UnitId) -> u8 {
        enforces!("MPBS-12.4.2", "MPBS-12.4.3a", "MPBS-8.2.1g", "MPBS-12.4.5a");
        let lead = self.lead(unit);
        let printed = self.counter(lead).morale.0;
        match self.unit(lead).morale {
            MoraleState::Normal => printed,
            MoraleState::Shaken => printed.saturating_sub(1),
            MoraleState::Broken => 1,
        }
    }

    /// Casualty hits that bring the unit to its threshold; `None` if it has none.
    pub fn threshold(self, unit: UnitId) -> Option<u8> {
        self.table.threshold(self.counter(unit).morale.0, self.printed_strength(unit))
    }

    /// Whether the unit is at or past its Casualty Threshold.
    pub fn past_threshold(self, unit: UnitId) -> bool {
        self.threshold(unit).is_some_and(|hits| self.unit(unit).casualties >= hits)
    }

    /// The same for a unit together with the unit that forms a stack with it.
    pub fn stack_past_threshold(self, unit: UnitId) -> bool {
        enforces!("MPBS-8.2.1f");
        self.past_threshold(unit) || self.partner(unit).is_some_and(|partner| self.past_threshold(partner))
    }

    // --- stacks ---------------------------------------------------------------------------------------------

    /// The units in a hex; none off the map.
    #[inline]
    pub fn stack(self, hex: Hex) -> Stack {
        self.table.index(hex).map_or_else(Stack::default, |i| self.world.stacks[i])
    }

    /// Who holds a hex with units.
    #[inline]
    pub fn holder(self, hex: Hex) -> Option<Side> {
        let unit = self.stack(hex).any()?;
        Some(self.owner(unit))
    }

    /// The side a unit serves: of a captured Wagon its captor.
    #[inline]
    pub fn owner(self, unit: UnitId) -> Side {
        let side = self.side(unit);
        if self.unit(unit).fate == Fate::Captured { side.other() } else { side }
    }

    /// The other unit of a stack of cavalry and light infantry.
    pub fn partner(self, unit: UnitId) -> Option<UnitId> {
        let Placement::One { hex, .. } = self.unit(unit).at else { return None };
        let stack = self.stack(hex);
        let light = stack.light()?;
        if light == unit {
            stack.main()
        } else if stack.main() == Some(unit) {
            Some(light)
        } else {
            None
        }
    }

    /// The unit that speaks for the stack: the cavalry of a cavalry and light infantry stack, else the unit itself.
    pub fn lead(self, unit: UnitId) -> UnitId {
        match self.partner(unit) {
            Some(partner) if self.is_cavalry(partner) => partner,
            _ => unit,
        }
    }

    /// The unit that is fired at in a hex: guns if they are on top or alone, else the fighting unit.
    pub fn top(self, hex: Hex) -> Option<UnitId> {
        enforces!("MPBS-8.3.1b", "MPBS-8.5a", "MPBS-8.3.1d");
        let stack = self.stack(hex);
        match (stack.main(), stack.gun()) {
            (Some(main), Some(gun)) if self.gun_on_top(gun) => {
                let _ = main;
                Some(gun)
            }
            (Some(main), _) => Some(main),
            (None, gun) => gun,
        }
    }

    /// Whether guns lie on top of their stack. Wagons never do.
    pub fn gun_on_top(self, gun: UnitId) -> bool {
        self.is_gun(gun) && self.unit(gun).is(Marks::ON_TOP)
    }

    /// Whether the unit can fire from `hex` as far as its stack goes.
    pub fn on_top_in(self, unit: UnitId, hex: Hex) -> bool {
        enforces!("MPBS-8.3.1c");
        let stack = self.stack(hex);
        match stack.gun() {
            Some(gun) if gun == unit => stack.main().is_none() || self.gun_on_top(gun),
            Some(gun) => !self.gun_on_top(gun),
            None => true,
        }
    }

    /// Artillery or a Wagon with no fighting unit in its hex.
    pub fn is_lone_train(self, unit: UnitId) -> bool {
        self.is_train(unit) && self.stack(self.hex(unit)).main().is_none()
    }

    // --- places ---------------------------------------------------------------------------------------------

    /// The hexes a unit stands in.
    #[inline]
    pub fn footprint(self, unit: UnitId) -> Footprint {
        self.unit(unit).at.footprint()
    }

    /// Hex of a one-hex unit, or of the first half.
    #[inline]
    pub fn hex(self, unit: UnitId) -> Hex {
        self.footprint(unit).first
    }

    /// Distance between two units, nearest hexes.
    #[inline]
    pub fn distance(self, a: UnitId, b: UnitId) -> i32 {
        self.footprint(a).distance_to(self.footprint(b))
    }

    /// What lies between a hex and its neighbour.
    pub fn crossing(self, from: Hex, direction: Direction) -> Option<&'a CrossingCosts> {
        self.table.crossing(from, direction)
    }

    /// Whether the unit has a facing: not Wagons, limbered guns and Morale Broken units.
    pub fn has_facing(self, unit: UnitId) -> bool {
        enforces!("MPBS-6.1d", "MPBS-6.2.3b", "MPBS-12.4.3b");
        !self.is_wagon(unit) && !self.is_limbered(unit) && self.unit(unit).morale != MoraleState::Broken
    }

    /// Zone of `hex` as the unit sees it; `None` if it is not adjacent or the unit has no facing.
    /// A Hedgehog has front all round.
    pub fn zone(self, unit: UnitId, hex: Hex) -> Option<Zone> {
        enforces!("MPBS-6.3.2a-3");
        if !self.has_facing(unit) {
            return None;
        }
        let state = self.unit(unit);
        if state.formation == Formation::Hedgehog {
            return (state.at.footprint().distance(hex) == 1).then_some(Zone::Front);
        }
        state.at.zone(hex)
    }

    /// Whether the unit has `other` adjacent in one of its front hexes.
    pub fn has_in_front(self, unit: UnitId, other: UnitId) -> bool {
        self.footprint(other).iter().any(|hex| self.zone(unit, hex) == Some(Zone::Front))
    }

    /// Enemy units of `side` in the hexes around a place, each once.
    pub fn enemies_around(self, place: Footprint, side: Side) -> Units {
        let mut found = Units::new();
        for hex in place.iter() {
            for direction in Direction::ALL {
                let stack = self.stack(hex.step(direction));
                if stack.is_empty() {
                    continue;
                }
                for unit in stack.units() {
                    if self.owner(unit) != side && !found.contains(&unit) {
                        found.push(unit);
                    }
                }
            }
        }
        found
    }

    /// Whether any enemy unit of `side` is adjacent to a place.
    pub fn enemy_adjacent(self, place: Footprint, side: Side) -> bool {
        place.iter().any(|hex| {
            Direction::ALL.into_iter().any(|d| self.holder(hex.step(d)).is_some_and(|holder| holder != side))
        })
    }

    /// Whether a unit has an enemy unit adjacent.
    pub fn is_engaged(self, unit: UnitId) -> bool {
        self.enemy_adjacent(self.footprint(unit), self.side(unit))
    }

    /// Hex of the half of `unit` that is adjacent to `hex`, the left one first.
    pub fn half_next_to(self, unit: UnitId, hex: Hex) -> Option<Hex> {
        self.footprint(unit).iter().find(|own| own.is_adjacent(hex))
    }

    /// The hexes of a unit with the half that stands there; a one-hex unit is its own left half.
    pub fn halves(self, unit: UnitId) -> SmallVec<[(Half, Hex); 2]> {
        let at = self.unit(unit).at;
        match at {
            Placement::One { hex, .. } => SmallVec::from_slice(&[(Half::Left, hex)]),
            _ => Half::BOTH.into_iter().map(|half| (half, at.half(half))).collect(),
        }
    }

    /// Allowance in MPs before formation.
    pub fn base_allowance(self, unit: UnitId) -> u8 {
        enforces!("MPBS-7.2.1a", "MPBS-GLOSSARY-MA", "MPBS-8.2.1b");
        let allowances = self.table.movement();
        match self.kind(unit) {
            UnitType::Cavalry { mount: Mount::Dismounted, .. } | UnitType::HeavyInfantry { .. } => {
                allowances.heavy_infantry
            }
            UnitType::Cavalry { .. } | UnitType::LightInfantry { .. } if self.partner(unit).is_some() => {
                allowances.cavalry_li_stack
            }
            UnitType::Cavalry { .. } => allowances.cavalry,
            UnitType::LightInfantry { .. } => allowances.light_infantry,
            UnitType::Artillery { .. } if self.is_limbered(unit) => allowances.limbered_artillery,
            UnitType::Artillery { .. } => allowances.unlimbered_artillery,
            UnitType::Wagon if self.table.wagons_move() => allowances.wagon,
            UnitType::Wagon => 0,
        }
    }

    /// Allowance of a routing unit: that of its type.
    pub fn rout_allowance(self, unit: UnitId) -> u8 {
        let allowances = self.table.movement();
        match self.kind(unit) {
            UnitType::Cavalry { mount: Mount::Mounted, .. } => allowances.cavalry,
            UnitType::LightInfantry { .. } => allowances.light_infantry,
            _ => allowances.heavy_infantry,
        }
    }

    /// Column of the Terrain Effects Chart of a routing unit: that of its type.
    pub fn rout_class(self, unit: UnitId) -> MoveClass {
        match self.kind(unit) {
            UnitType::Cavalry { mount: Mount::Mounted, .. } => MoveClass::Cav,
            UnitType::LightInfantry { .. } => MoveClass::Li,
            _ => MoveClass::Hi,
        }
    }

    /// Current allowance, effects of formation and morale included.
    pub fn allowance(self, unit: UnitId) -> u8 {
        let base = self.base_allowance(unit);
        if self.is_train(unit) {
            enforces!("MPBS-6.3.1b");
            return base;
        }
        enforces!("MPBS-7.2.1b");
        match self.effect(unit).allowance {
            AllowanceEffect::Full => {
                enforces!("MPBS-6.3.1f");
                base
            }
            AllowanceEffect::Half => {
                enforces!("MPBS-6.3.1g");
                base / 2
            }
            AllowanceEffect::Zero => {
                enforces!("MPBS-6.3.1h");
                0
            }
            AllowanceEffect::Plus2 => {
                enforces!("MPBS-6.3.4b");
                base + 2
            }
        }
    }

    /// Formation state, Morale Broken included.
    pub fn state(self, unit: UnitId) -> FormationState {
        let unit = self.unit(unit);
        if unit.morale == MoraleState::Broken { FormationState::MoraleBroken } else { unit.formation.state() }
    }

    /// What the unit's formation does.
    pub fn effect(self, unit: UnitId) -> &'a FormationEffect {
        self.table.charts.formation_effects.of(self.state(unit))
    }

    /// Whether an enemy is in the front of a friend of `unit` other than `unit` itself.
    pub fn engaged_by_another(self, enemy: UnitId, unit: UnitId) -> bool {
        let side = self.side(unit);
        self.enemies_around(self.footprint(enemy), self.side(enemy))
            .into_iter()
            .any(|friend| friend != unit && self.side(friend) == side && self.has_in_front(friend, enemy))
    }

    /// Leaders who are alone in a hex: no unit of their side is there.
    pub fn is_alone(self, leader: LeaderId) -> bool {
        self.stack(self.leader(leader).hex).is_empty()
    }

    /// Who is on the Active side now.
    pub fn active_side(self) -> Option<Side> {
        self.world.activation.map(|activation| activation.side)
    }
}
