//! The dice that a battle group loses: first the whole loss, then one sharing-out over the enemies it faces, over its
//! points of advantage against each, and over whatever else tells its dice apart.

use super::{Claims, Order, Part, Weight, dice_lost, share_loss_by};
use caracole_ledger::enforces;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// How losses are worked out and shared where the books leave it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// In proportion to dice instead of bases.
    pub by_dice: bool,
    /// Bases in different states lose apart; else light troops lose over all of them, the worst first.
    pub states_apart: bool,
}

/// Dice to be lost by the bases in one order, of some weights.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Of which order.
    pub order: Order,
    /// Of which weights.
    pub weights: &'static [Weight],
    /// How many dice.
    pub dice: u16,
    /// How many of them are lost as light troops.
    pub as_light: u16,
}

/// Takes away what one battle group loses, as light troops and for cohesion and disorder. All parts are the same battle
/// group's.
pub fn lose_dice(parts: &mut [&mut Part], sharing: Sharing) {
    share_out(parts, &cuts_of(parts, sharing), sharing);
}

/// The whole loss of a battle group, by the order of its bases.
fn cuts_of(parts: &[&mut Part], sharing: Sharing) -> SmallVec<[Cut; 6]> {
    enforces!("FOGR-COMBAT-025", "FOGAM-COMBAT-012");
    let given = |weight, order| parts.iter().map(|p| p.given(weight, order)).sum::<u16>();
    let all_light: u16 = Order::WORST_FIRST.iter().map(|&o| given(Weight::Light, o)).sum();
    let mut light_left = dice_lost(all_light, 2);
    let mut cuts = SmallVec::new();
    for order in Order::WORST_FIRST {
        let light = given(Weight::Light, order);
        let as_light = if sharing.states_apart { dice_lost(light, 2) } else { light_left.min(light) };
        light_left = light_left.saturating_sub(as_light);
        cuts.push(Cut { order, weights: &[Weight::Light], dice: as_light, as_light });
        let left = given(Weight::Full, order) + light - as_light;
        let for_order = order.one_lost_in().map_or(0, |each| dice_lost(left, each));
        cuts.push(Cut { order, weights: Weight::BOTH, dice: for_order, as_light: 0 });
    }
    cuts
}

/// Shares losses of one battle group out over its parts.
pub fn share_out(parts: &mut [&mut Part], cuts: &[Cut], sharing: Sharing) {
    if cuts.iter().all(|c| c.dice == 0) {
        return;
    }
    let shares = Shares::new(parts, cuts, sharing);
    let all: SmallVec<[usize; 8]> = (0..parts.len()).collect();
    for order in Order::WORST_FIRST {
        let loss = cuts.iter().filter(|c| c.order == order).map(|c| c.dice).sum();
        if loss > 0 {
            shares.share(parts, order, loss, &all, Level::Enemies);
        }
    }
    shares.leave_one(parts, Sparing::Enemies);
    shares.leave_one(parts, Sparing::Parts);
    say_why(parts, cuts);
}

/// What the loss is shared over: the enemies, then the points of advantage against each, then whatever else tells the
/// dice at one score apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Enemies,
    Advantages,
    Rest,
}

/// What is left a die where that is possible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sparing {
    /// Every enemy.
    Enemies,
    /// Every part of an enemy. Another enemy bears a loss instead only where the claims of both are equal.
    Parts,
}

impl Sparing {
    /// What a part is counted with.
    const fn unit(self, part: &Part) -> (u8, i8) {
        match self {
            Sparing::Enemies => (part.against, 0),
            Sparing::Parts => (part.against, part.net),
        }
    }
}

/// The order in which the owner gives up dice of equal claims: against the enemy that was chosen, then by number.
const fn enemy_key(part: &Part) -> i16 {
    if part.given_up_first { -1 } else { part.against as i16 }
}

/// The claims of every part to the losses.
struct Shares {
    /// By order: what the loss is shared by, and which weights can lose.
    claims: [SmallVec<[i64; 8]>; 3],
    weights: [SmallVec<[Weight; 2]>; 3],
    /// What each part owes over all orders, in this fraction of a die.
    quotas: SmallVec<[i64; 8]>,
    die: i64,
}

impl Shares {
    fn new(parts: &[&mut Part], cuts: &[Cut], sharing: Sharing) -> Self {
        let count = |part: &Part, cut: &Cut| -> i64 {
            let one = |&w: &Weight| match sharing.by_dice {
                true => part.given(w, cut.order),
                false => part.bases(w, cut.order),
            };
            cut.weights.iter().map(one).map(i64::from).sum()
        };
        let mut shares = Shares {
            claims: std::array::from_fn(|_| SmallVec::from_elem(0, parts.len())),
            weights: std::array::from_fn(|_| SmallVec::new()),
            quotas: SmallVec::from_elem(0, parts.len()),
            die: 1,
        };
        for order in Order::WORST_FIRST {
            let own: SmallVec<[&Cut; 2]> = cuts.iter().filter(|c| c.order == order && c.dice > 0).collect();
            let total = |cut: &Cut| parts.iter().map(|p| count(p, cut)).sum::<i64>().max(1);
            let common: i64 = own.iter().map(|c| total(c)).product();
            let claim = |p: &Part| -> i64 {
                own.iter().map(|c| i64::from(c.dice) * count(p, c) * (common / total(c))).sum()
            };
            let claims: SmallVec<[i64; 8]> = parts.iter().map(|p| claim(p)).collect();
            for (quota, claim) in shares.quotas.iter_mut().zip(&claims) {
                *quota = quota.saturating_mul(common).saturating_add(claim.saturating_mul(shares.die));
            }
            shares.die = shares.die.saturating_mul(common);
            shares.claims[order as usize] = claims;
            for weight in own.iter().flat_map(|c| c.weights) {
                if !shares.weights[order as usize].contains(weight) {
                    shares.weights[order as usize].push(*weight);
                }
            }
        }
        shares
    }

    /// Dice of a part that the loss in this order can still take.
    fn open(&self, part: &Part, order: Order) -> u16 {
        let given: u16 = self.weights[order as usize].iter().map(|&w| part.given(w, order)).sum();
        given.saturating_sub(part.lost(order))
    }

    /// What a part owes yet.
    fn owed(&self, part: &Part, place: usize) -> i64 {
        let lost: u16 = Order::WORST_FIRST.iter().map(|&o| part.lost(o)).sum();
        self.quotas[place].saturating_sub(self.die.saturating_mul(i64::from(lost)))
    }

    /// What is owed yet against an enemy.
    fn owed_to(&self, parts: &[&mut Part], enemy: u8) -> i64 {
        (0..parts.len()).filter(|&i| parts[i].against == enemy).map(|i| self.owed(parts[i], i)).sum()
    }

    fn share(&self, parts: &mut [&mut Part], order: Order, loss: u16, among: &[usize], level: Level) {
        let key = |i: usize| match level {
            Level::Enemies => enemy_key(parts[i]),
            // Of equal claims the owner gives up the dice that are least likely to hit.
            Level::Advantages => i16::from(parts[i].net),
            Level::Rest => i16::try_from(i).unwrap_or(i16::MAX),
        };
        let mut keys: SmallVec<[i16; 8]> = among.iter().map(|&i| key(i)).collect();
        keys.sort_unstable();
        keys.dedup();
        let members = |k: i16| among.iter().copied().filter(|&i| key(i) == k).collect();
        let units: SmallVec<[SmallVec<[usize; 8]>; 4]> = keys.iter().map(|&k| members(k)).collect();
        let dice_of = |unit: &[usize]| unit.iter().map(|&i| self.open(parts[i], order)).sum::<u16>();
        let rest_of = |unit: &[usize]| {
            unit.iter().map(|&i| parts[i].dice().saturating_sub(self.open(parts[i], order))).sum::<u16>()
        };
        let dice: SmallVec<[u16; 8]> = units.iter().map(|u| dice_of(u)).collect();
        let spare: SmallVec<[u16; 8]> = units.iter().map(|u| rest_of(u)).collect();
        let sum = |unit: &[usize], of: &dyn Fn(usize) -> i64| unit.iter().map(|&i| of(i)).sum::<i64>();
        let claims: SmallVec<[i64; 8]> =
            units.iter().map(|u| sum(u, &|i| self.claims[order as usize][i])).collect();
        let owed: SmallVec<[i64; 8]> = units.iter().map(|u| sum(u, &|i| self.owed(parts[i], i))).collect();
        let by = Claims { dice: &dice, claims: &claims, spare: &spare, owed: &owed };
        let lost = share_loss_by(loss, &by);
        for (unit, lost) in units.iter().zip(lost).filter(|(_, lost)| *lost > 0) {
            match level {
                Level::Enemies => self.share(parts, order, lost, unit, Level::Advantages),
                Level::Advantages => self.share(parts, order, lost, unit, Level::Rest),
                Level::Rest => unit.iter().for_each(|&i| parts[i].lose(order, lost)),
            }
        }
    }

    /// Whether a loss may pass from one part to another: between enemies at the cost of proportion only to leave each a die.
    fn may_pass(&self, parts: &[&mut Part], (from, to): (usize, usize), sparing: Sparing) -> bool {
        let (from, to) = (parts[from].against, parts[to].against);
        sparing == Sparing::Enemies
            || from == to
            || self.owed_to(parts, to) - self.owed_to(parts, from) >= self.die
    }

    /// Leaves a die against every enemy, or every part of one, as far as that is possible: moves a loss to others who
    /// keep two or more.
    fn leave_one(&self, parts: &mut [&mut Part], sparing: Sparing) {
        enforces!("FOGR-COMBAT-029", "FOGR-COMBAT-030", "FOGAM-COMBAT-032", "FOGAM-COMBAT-033");
        // Those whom their owner gives up last are spared first.
        let mut last_first: SmallVec<[usize; 8]> = (0..parts.len()).collect();
        last_first.sort_by_key(|&i| Reverse((enemy_key(parts[i]), parts[i].net)));
        let kept = |parts: &[&mut Part], of: &Part, by: Sparing| -> u16 {
            parts.iter().filter(|p| by.unit(p) == by.unit(of)).map(|p| p.dice()).sum()
        };
        let exchange = |parts: &[&mut Part]| {
            let bare = last_first.iter().copied().filter(|&i| kept(parts, parts[i], sparing) == 0);
            bare.flat_map(|i| Order::WORST_FIRST.map(|o| (i, o))).find_map(|(bare, order)| {
                let gives = |&i: &usize| {
                    self.open(parts[i], order) > 0
                        && kept(parts, parts[i], sparing) >= 2
                        && self.may_pass(parts, (bare, i), sparing)
                };
                let worth = |&i: &usize| {
                    let left = kept(parts, parts[i], Sparing::Parts);
                    // To lose a die more against the same enemy changes nothing between the enemies.
                    let same = parts[i].against == parts[bare].against;
                    let by_enemy = self.owed_to(parts, parts[i].against) + if same { self.die } else { 0 };
                    (left >= 2, by_enemy, self.owed(parts[i], i), left, Reverse(enemy_key(parts[i])))
                };
                let rich = (0..parts.len()).rev().filter(gives).max_by_key(worth)?;
                (parts[bare].lost(order) > 0).then_some((bare, rich, order))
            })
        };
        // Each exchange leaves one bare place less.
        for _ in 0..parts.len() {
            let Some((bare, rich, order)) = exchange(parts) else { return };
            parts[bare].spare_one(order);
            parts[rich].lose(order, 1);
        }
    }
}

/// Says of every part how much of its loss is that of light troops.
fn say_why(parts: &mut [&mut Part], cuts: &[Cut]) {
    for order in Order::WORST_FIRST {
        let as_light = cuts.iter().filter(|c| c.order == order).map(|c| c.as_light).sum();
        let most: SmallVec<[u16; 8]> =
            parts.iter().map(|p| p.lost(order).min(p.given(Weight::Light, order))).collect();
        let claims: SmallVec<[i64; 8]> = most.iter().map(|&d| i64::from(d)).collect();
        let by = Claims { dice: &most, claims: &claims, spare: &most, owed: &[] };
        for (part, light) in parts.iter_mut().zip(share_loss_by(as_light, &by)) {
            part.say_why(order, light);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Arms;
    use caracole_kernel::dice::Reroll;
    use caracole_ledger::proves;

    const SHARING: Sharing = Sharing { by_dice: false, states_apart: true };

    /// Parts of so many bases with a die each: enemy, advantage, bases.
    fn parts(of: &[(u8, i8, u16)], weight: Weight, order: Order) -> Vec<Part> {
        of.iter()
            .map(|&(against, net, bases)| {
                let mut part = Part::new(0, against, net, 4, Reroll::NONE, Arms::CloseCombat);
                part.add(bases, bases, weight, order);
                part
            })
            .collect()
    }

    fn lost(parts: &mut [Part]) -> Vec<u16> {
        let mut all: Vec<&mut Part> = parts.iter_mut().collect();
        lose_dice(&mut all, SHARING);
        parts.iter().map(|p| p.dice_before() - p.dice()).collect()
    }

    /// How well a loss is shared: enemies left without a die, how far from proportion by enemy, parts left without a
    /// die, and how far from proportion by part, the loss against an enemy being what it is. The less the better.
    fn faults(of: &[(u8, i8, u16)], lost: &[u16]) -> (usize, i64, usize, i64) {
        let sum = |of: &mut dyn Iterator<Item = u16>| i64::from(of.sum::<u16>());
        let (bases, loss) = (sum(&mut of.iter().map(|p| p.2)), sum(&mut lost.iter().copied()));
        let mut enemies: Vec<u8> = of.iter().map(|p| p.0).collect();
        enemies.dedup();
        let (mut bare, mut by_enemy, mut by_part) = (0, 0, 0);
        for enemy in enemies {
            let own = || of.iter().zip(lost).filter(|(p, _)| p.0 == enemy);
            let (its, gone) = (sum(&mut own().map(|(p, _)| p.2)), sum(&mut own().map(|(_, &l)| l)));
            bare += usize::from(its == gone);
            by_enemy += (gone * bases - loss * its).pow(2);
            let off = |(p, &l): (&(u8, i8, u16), &u16)| (i64::from(l) * its - gone * i64::from(p.2)).pow(2);
            by_part += own().map(off).sum::<i64>() * 1_000_000 / (its * its);
        }
        let bare_parts = of.iter().zip(lost).filter(|(p, l)| p.2 == **l).count();
        (bare, by_enemy, bare_parts, by_part)
    }

    /// Every way to lose so many dice.
    fn ways(of: &[(u8, i8, u16)], loss: u16) -> Vec<Vec<u16>> {
        let Some((&(_, _, most), rest)) = of.split_first() else {
            return if loss == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let here = |lost: u16| ways(rest, loss - lost).into_iter().map(move |w| [vec![lost], w].concat());
        (0..=most.min(loss)).flat_map(here).collect()
    }

    #[test]
    fn no_way_to_share_a_loss_is_better() {
        proves!("FOGR-COMBAT-029", "FOGR-COMBAT-030", "FOGAM-COMBAT-032", "FOGAM-COMBAT-033");
        // All that two enemies at three advantages, or three at two, can be faced by with up to two bases each.
        for (enemies, nets) in [(2u8, 3i8), (3, 2)] {
            for code in 1..3u32.pow(6) {
                let place = (0..enemies).flat_map(|e| (0..nets).map(move |n| (e + 1, n)));
                let of: Vec<(u8, i8, u16)> = (0u32..)
                    .zip(place)
                    .map(|(i, (e, n))| (e, n, (code / 3u32.pow(i) % 3) as u16))
                    .filter(|p| p.2 > 0)
                    .collect();
                for (weight, order) in [
                    (Weight::Full, Order::Shaken),
                    (Weight::Full, Order::Shattered),
                    (Weight::Light, Order::Good),
                    (Weight::Light, Order::Shaken),
                    (Weight::Light, Order::Shattered),
                ] {
                    let all: u16 = of.iter().map(|p| p.2).sum();
                    let halved = if weight == Weight::Light { all - all / 2 } else { all };
                    let left = halved - order.one_lost_in().map_or(0, |each| halved / each);
                    let found = lost(&mut parts(&of, weight, order));
                    assert_eq!(found.iter().sum::<u16>(), all - left, "{of:?}");
                    let told = format!("{of:?} {weight:?} {order:?} lost {found:?}");
                    let ways = ways(&of, all - left);
                    let first = |w: &[u16]| {
                        let (bare, by_enemy, bare_parts, _) = faults(&of, w);
                        (bare, by_enemy, bare_parts)
                    };
                    assert_eq!(Some(first(&found)), ways.iter().map(|w| first(w)).min(), "{told}");
                    // Which enemy of equal claims is spared is the owner's choice; the parts follow from it.
                    let alike = |w: &&Vec<u16>| {
                        let against = |lost: &[u16], e: u8| -> u16 {
                            of.iter().zip(lost).filter(|(p, _)| p.0 == e).map(|(_, &l)| l).sum()
                        };
                        first(w) == first(&found) && (1..=3).all(|e| against(w, e) == against(&found, e))
                    };
                    let best = ways.iter().filter(alike).map(|w| faults(&of, w).3).min();
                    assert_eq!(Some(faults(&of, &found).3), best, "{told}");
                }
            }
        }
    }
}
