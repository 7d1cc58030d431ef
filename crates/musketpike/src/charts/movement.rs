//! Movement allowances and what formations do.

use caracole_document::words;

/// Movement allowances and costs of facing, in movement points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementAllowances {
    /// Cavalry.
    pub cavalry: u8,
    /// Leaders.
    pub leader: u8,
    /// Light infantry.
    pub light_infantry: u8,
    /// Cavalry stacked with light infantry.
    pub cavalry_li_stack: u8,
    /// Heavy infantry.
    pub heavy_infantry: u8,
    /// Wagons that may move.
    pub wagon: u8,
    /// Limbered guns.
    pub limbered_artillery: u8,
    /// Unlimbered guns.
    pub unlimbered_artillery: u8,
    /// Turning cavalry by a vertex.
    pub facing_cavalry: u8,
    /// Turning light infantry by a vertex.
    pub facing_light_infantry: u8,
    /// Turning one-hex heavy infantry by a vertex.
    pub facing_heavy_infantry: u8,
    /// Turning heavy infantry in Column by a hexside or vertex.
    pub facing_column: u8,
    /// Wheeling a two-hex unit by one hex, before the terrain.
    pub wheel: u8,
    /// Counter March.
    pub counter_march: u8,
    /// Forming Hedgehog in one's own activation.
    pub form_hedgehog: u8,
}

words! {
    /// The seven formation states.
    FormationState {
        /// Formation Normal.
        Normal = "normal",
        /// Formation Shaken.
        Shaken = "shaken",
        /// Formation Broken.
        Broken = "broken",
        /// Hedgehog.
        Hedgehog = "hedgehog",
        /// Open Order.
        OpenOrder = "open_order",
        /// Column.
        Column = "column",
        /// Morale Broken: no formation.
        MoraleBroken = "morale_broken",
    }
}

words! {
    /// What a formation does to the allowance.
    AllowanceEffect {
        /// Nothing.
        Full = "full",
        /// Halves it.
        Half = "half",
        /// Takes it away.
        Zero = "zero",
        /// Adds two.
        Plus2 = "plus_2",
    }
}

words! {
    /// What one formation hit does.
    FormationHit {
        /// The unit becomes Formation Shaken.
        Shaken = "shaken",
        /// The unit becomes Formation Broken.
        Broken = "broken",
        /// It is a casualty.
        Casualty = "casualty",
        /// Nothing.
        None = "none",
        /// The attack itself has already broken the Column.
        BrokenOnAttack = "broken_on_attack",
    }
}

/// What a formation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormationEffect {
    /// To the movement allowance.
    pub allowance: AllowanceEffect,
    /// Whether terrain gives formation hits.
    pub terrain_hits: bool,
    /// Whether the unit may fire, Reaction Fire included.
    pub may_fire: bool,
    /// Whether the unit may start a Close Combat.
    pub may_close_combat: bool,
    /// What a formation hit from fire does.
    pub hit_by_fire: FormationHit,
    /// What a formation hit from Close Combat does.
    pub hit_in_close_combat: FormationHit,
}

/// Formation Effects, by [`FormationState`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormationEffects(pub(crate) [FormationEffect; 7]);

impl FormationEffects {
    /// The row of this formation.
    pub const fn of(&self, state: FormationState) -> &FormationEffect {
        &self.0[state as usize]
    }
}
