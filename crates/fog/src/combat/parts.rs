//! The dice of a battle group in the parts that roll separately.

use super::Base;
use crate::troops::{Cohesion, Disorder};
use caracole_kernel::dice::Reroll;
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How a die suffers from the state of the troops that give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    /// No loss.
    Good,
    /// Disrupted or disordered: one in three is lost.
    Shaken,
    /// Fragmented or severely disordered: one in two is lost.
    Shattered,
}

impl Order {
    /// All of them, the worst first.
    pub const WORST_FIRST: [Order; 3] = [Order::Shattered, Order::Shaken, Order::Good];

    /// Of how many dice in this order one is lost, if any.
    pub const fn one_lost_in(self) -> Option<u16> {
        match self {
            Order::Good => None,
            Order::Shaken => Some(3),
            Order::Shattered => Some(2),
        }
    }

    /// The worse of a battle group's cohesion and a base's disorder.
    pub fn of(cohesion: Cohesion, disorder: Disorder) -> Self {
        enforces!("FOGR-TERRAIN-029", "FOGR-TERRAIN-033", "FOGAM-TERRAIN-006", "FOGAM-TERRAIN-010");
        let group = match cohesion {
            Cohesion::Steady => Order::Good,
            Cohesion::Disrupted => Order::Shaken,
            Cohesion::Fragmented | Cohesion::Broken => Order::Shattered,
        };
        let base = match disorder {
            Disorder::None => Order::Good,
            Disorder::Disordered => Order::Shaken,
            Disorder::SeverelyDisordered => Order::Shattered,
        };
        group.max(base)
    }

    /// The order of a base of a group with this cohesion.
    pub fn of_base(cohesion: Cohesion, base: &Base) -> Self {
        Order::of(cohesion, base.disorder)
    }
}

/// Whether a die counts as given by light troops who lose half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// No loss.
    Full,
    /// One in two is lost, before any other loss.
    Light,
}

impl Weight {
    /// Both kinds.
    pub const BOTH: &'static [Weight] = &[Weight::Full, Weight::Light];
}

/// What kind of weapon gives the dice; tests ask about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arms {
    /// Hand to hand.
    CloseCombat,
    /// Artillery.
    Artillery,
    /// A regimental gun.
    RegimentalGun,
    /// Firearms.
    Firearms,
    /// Any other missile.
    OtherMissiles,
}

/// Dice of one battle group against another that are rolled at one score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose dice.
    pub by: u8,
    /// Against whom.
    pub against: u8,
    /// Net points of advantage.
    pub net: i8,
    /// Score that hits.
    pub score: u8,
    /// Dice thrown again.
    pub reroll: Reroll,
    /// With what.
    pub arms: Arms,
    /// The duels (close combat) or files (shooting) that give the dice.
    pub from: SmallVec<[u8; 8]>,
    /// Dice by weight and order, before losses.
    dice: [[u16; 3]; 2],
    /// The bases behind them, whether or not each makes up a die.
    bases: [[u16; 3]; 2],
    /// Dice lost, by order.
    lost: [u16; 3],
    /// Dice lost as light troops.
    pub lost_as_light: u16,
    /// Dice lost for cohesion or disorder, one in three and one in two.
    pub lost_for_order: [u16; 2],
    /// Of equal claims its owner gives up the dice against this enemy first.
    pub given_up_first: bool,
}

impl Part {
    /// A part without dice yet.
    pub fn new(by: u8, against: u8, net: i8, score: u8, reroll: Reroll, arms: Arms) -> Self {
        Part {
            by,
            against,
            net,
            score,
            reroll,
            arms,
            from: SmallVec::new(),
            dice: [[0; 3]; 2],
            bases: [[0; 3]; 2],
            lost: [0; 3],
            lost_as_light: 0,
            lost_for_order: [0; 2],
            given_up_first: false,
        }
    }

    /// Adds dice given by so many bases of this weight and order.
    pub fn add(&mut self, dice: u16, bases: u16, weight: Weight, order: Order) {
        self.dice[weight as usize][order as usize] += dice;
        self.bases[weight as usize][order as usize] += bases;
    }

    /// Remembers where dice come from.
    pub fn comes_from(&mut self, source: u8) {
        if !self.from.contains(&source) {
            self.from.push(source);
        }
    }

    /// Whether dice of the other part can be thrown with this one's.
    pub fn rolls_with(&self, other: &Part) -> bool {
        (self.by, self.against, self.net, self.score, self.reroll, self.arms)
            == (other.by, other.against, other.net, other.score, other.reroll, other.arms)
    }

    /// Dice of this weight and order, before any loss.
    pub const fn given(&self, weight: Weight, order: Order) -> u16 {
        self.dice[weight as usize][order as usize]
    }

    /// Bases of this weight and order.
    pub const fn bases(&self, weight: Weight, order: Order) -> u16 {
        self.bases[weight as usize][order as usize]
    }

    /// Dice lost by bases in this order.
    pub const fn lost(&self, order: Order) -> u16 {
        self.lost[order as usize]
    }

    /// Takes dice of this order away.
    pub(super) fn lose(&mut self, order: Order, dice: u16) {
        self.lost[order as usize] += dice;
    }

    /// Gives a die of this order back.
    pub(super) fn spare_one(&mut self, order: Order) {
        self.lost[order as usize] = self.lost[order as usize].saturating_sub(1);
    }

    /// Says for what the dice of this order are lost.
    pub(super) fn say_why(&mut self, order: Order, as_light: u16) {
        let for_order = self.lost(order).saturating_sub(as_light);
        self.lost_as_light += as_light;
        match order {
            Order::Good => self.lost_as_light += for_order,
            Order::Shaken => self.lost_for_order[0] += for_order,
            Order::Shattered => self.lost_for_order[1] += for_order,
        }
    }

    /// Dice before any loss.
    pub fn dice_before(&self) -> u16 {
        self.dice.iter().flatten().sum()
    }

    /// Dice to throw.
    pub fn dice(&self) -> u16 {
        self.dice_before() - self.lost.iter().sum::<u16>()
    }
}
