//! The dice of a battle group in the parts that roll separately, and what it loses of them.

use super::{Base, share_loss_by};
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
    /// The worse of a battle group's cohesion and a base's disorder.
    pub fn of(cohesion: Cohesion, disorder: Disorder) -> Self {
        enforces!("FOGR-TERRAIN-029", "FOGR-TERRAIN-033");
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
    heaps: [[u16; 3]; 2],
    /// The bases that give them, in proportion to which losses are shared.
    bases: [[u16; 3]; 2],
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
            heaps: [[0; 3]; 2],
            bases: [[0; 3]; 2],
            lost_as_light: 0,
            lost_for_order: [0; 2],
            given_up_first: false,
        }
    }

    /// Adds dice given by troops of this weight and order, every base giving as many.
    pub fn add(&mut self, dice: u16, weight: Weight, order: Order) {
        self.add_bases(dice, dice, weight, order);
    }

    /// Adds dice given by so many bases of this weight and order.
    pub fn add_bases(&mut self, dice: u16, bases: u16, weight: Weight, order: Order) {
        self.heaps[weight as usize][order as usize] += dice;
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

    /// Dice of this weight and order.
    pub const fn heap(&self, weight: Weight, order: Order) -> u16 {
        self.heaps[weight as usize][order as usize]
    }

    /// Dice before any loss.
    pub fn dice_before(&self) -> u16 {
        self.heaps.iter().flatten().sum::<u16>()
            + self.lost_as_light
            + self.lost_for_order.iter().sum::<u16>()
    }

    /// Dice to throw.
    pub fn dice(&self) -> u16 {
        self.heaps.iter().flatten().sum()
    }
}

/// Works out what one battle group loses, first as light troops, then for cohesion and disorder, and shares each loss
/// over the enemies it faces and, against each, over the parts. All parts are the same battle group's.
pub fn lose_dice(parts: &mut [&mut Part]) {
    lose_one_in(
        parts,
        Heap { weight: Weight::Light, orders: &[Order::Good, Order::Shaken, Order::Shattered] },
        2,
    );
    for part in parts.iter_mut() {
        let lost = part.lost_as_light;
        part.heaps = [merged(part.heaps), [0; 3]];
        part.bases = [merged(part.bases), [0; 3]];
        part.lost_as_light = lost;
    }
    lose_one_in(parts, Heap { weight: Weight::Full, orders: &[Order::Shaken] }, 3);
    lose_one_in(parts, Heap { weight: Weight::Full, orders: &[Order::Shattered] }, 2);
}

/// Takes so many dice of one weight and order away from a battle group, shared in the same way.
pub fn lose_of(parts: &mut [&mut Part], weight: Weight, order: Order, loss: u16) {
    let orders: &'static [Order] = match order {
        Order::Good => &[Order::Good],
        Order::Shaken => &[Order::Shaken],
        Order::Shattered => &[Order::Shattered],
    };
    lose(parts, Heap { weight, orders }, loss);
}

fn merged(heaps: [[u16; 3]; 2]) -> [u16; 3] {
    [heaps[0][0] + heaps[1][0], heaps[0][1] + heaps[1][1], heaps[0][2] + heaps[1][2]]
}

/// The dice that suffer one kind of loss.
#[derive(Clone, Copy)]
struct Heap {
    weight: Weight,
    orders: &'static [Order],
}

impl Heap {
    fn of(self, part: &Part) -> u16 {
        self.orders.iter().map(|&o| part.heaps[self.weight as usize][o as usize]).sum()
    }

    fn bases(self, part: &Part) -> u16 {
        self.orders.iter().map(|&o| part.bases[self.weight as usize][o as usize]).sum()
    }

    fn take(self, part: &mut Part, mut lost: u16) {
        // Dice in the worst order go first: they would be worth least afterwards.
        for &order in self.orders.iter().rev() {
            let heap = &mut part.heaps[self.weight as usize][order as usize];
            let taken = lost.min(*heap);
            *heap -= taken;
            lost -= taken;
            match (self.weight, order) {
                (Weight::Light, _) => part.lost_as_light += taken,
                (Weight::Full, Order::Shattered) => part.lost_for_order[1] += taken,
                (Weight::Full, _) => part.lost_for_order[0] += taken,
            }
        }
    }
}

fn lose_one_in(parts: &mut [&mut Part], heap: Heap, each: u16) {
    let total: u16 = parts.iter().map(|p| heap.of(p)).sum();
    lose(parts, heap, total / each);
}

fn lose(parts: &mut [&mut Part], heap: Heap, loss: u16) {
    if loss > 0 {
        let all: SmallVec<[usize; 8]> = (0..parts.len()).filter(|&i| parts[i].dice() > 0).collect();
        share(parts, heap, loss, &all, Level::Enemies);
    }
}

/// What the loss is shared over: the enemies, then the points of advantage against each, then whatever else tells the
/// dice at one score apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Enemies,
    Advantages,
    Rest,
}

fn share(parts: &mut [&mut Part], heap: Heap, loss: u16, among: &[usize], level: Level) {
    let key = |p: &Part| match level {
        Level::Enemies if p.given_up_first => -1,
        Level::Enemies => i16::from(p.against),
        // Of equal claims the owner gives up the dice that are least likely to hit.
        Level::Advantages => i16::from(p.net),
        Level::Rest => 0,
    };
    if level == Level::Rest {
        let dice: SmallVec<[u16; 8]> = among.iter().map(|&i| heap.of(parts[i])).collect();
        let claims: SmallVec<[u16; 8]> = among.iter().map(|&i| heap.bases(parts[i])).collect();
        for (&i, lost) in among.iter().zip(share_loss_by(loss, &claims, &dice, &[])) {
            heap.take(parts[i], lost);
        }
        return;
    }
    let mut keys: SmallVec<[i16; 8]> = among.iter().map(|&i| key(parts[i])).collect();
    keys.sort_unstable();
    keys.dedup();
    let members = |k: i16, parts: &[&mut Part]| -> SmallVec<[usize; 8]> {
        among.iter().copied().filter(|&i| key(parts[i]) == k).collect()
    };
    let groups: SmallVec<[SmallVec<[usize; 8]>; 4]> = keys.iter().map(|&k| members(k, parts)).collect();
    let sum = |of: &[usize], count: &dyn Fn(&Part) -> u16| of.iter().map(|&i| count(parts[i])).sum::<u16>();
    let dice: SmallVec<[u16; 8]> = groups.iter().map(|g| sum(g, &|p| heap.of(p))).collect();
    let spare: SmallVec<[u16; 8]> = groups.iter().map(|g| sum(g, &|p| p.dice() - heap.of(p))).collect();
    let claims: SmallVec<[u16; 8]> = groups.iter().map(|g| sum(g, &|p| heap.bases(p))).collect();
    let next = if level == Level::Enemies { Level::Advantages } else { Level::Rest };
    for (group, lost) in groups.iter().zip(share_loss_by(loss, &claims, &dice, &spare)) {
        if lost > 0 {
            share(parts, heap, lost, group, next);
        }
    }
}
