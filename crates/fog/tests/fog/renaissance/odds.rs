//! Exact odds against brute force, and the invariants of random situations.

use crate::renaissance::support::*;
use caracole_fog::combat::{
    Arithmetic, Chances, Charge, Commander, CommanderPlace, Defence, Directions, Engaged, Fight, FileShot,
    Formation, Grade, Ground, Group, Protection, Range, Readings, Role, Round, RoundState, Tolls, Volley,
};
use caracole_fog::renaissance::{DiceOf, Pair, Renaissance, check, close_combat_advantage};
use caracole_fog::troops::{Armour, Book, Capability, Cohesion, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{Side, Tally, dice::Pool};
use caracole_odds::Distribution;
use std::collections::BTreeMap;

/// A small generator of numbers: the same fights on every machine.
struct Rng(u64);

impl Rng {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn often(&mut self) -> bool {
        self.below(3) == 0
    }
}

fn of_book<T: Copy>(all: &[T], known: impl Fn(T) -> bool) -> Vec<T> {
    all.iter().copied().filter(|&t| known(t)).collect()
}

fn random_group(rng: &mut Rng, side: Side, most_files: usize, most_ranks: usize) -> Group {
    let types = of_book(TroopType::ALL, |t| t.is_in(Book::Renaissance) && !t.is_artillery());
    let armours = of_book(Armour::ALL, |a| a.is_in(Book::Renaissance));
    let capabilities = of_book(Capability::ALL, |c| c.is_in(Book::Renaissance));
    let quality = rng.pick(Quality::ALL);
    let random_base = |rng: &mut Rng| loop {
        let with: Vec<Capability> = (0..rng.below(3)).map(|_| rng.pick(&capabilities)).collect();
        let found = base(rng.pick(&types), rng.pick(&armours), quality, &with);
        if found.profile.check(Book::Renaissance).is_ok() {
            return found;
        }
    };
    let kind = random_base(rng);
    let other = if rng.often() { random_base(rng) } else { kind };
    let files = 1 + rng.below(most_files);
    let files: Vec<_> = (0..files)
        .map(|i| {
            let ranks = 1 + rng.below(most_ranks);
            let mut file = file(if i % 2 == 0 { kind } else { other }, ranks);
            if rng.often() {
                file.bases[0].disorder = rng.pick(Disorder::ALL);
            }
            if rng.often() {
                file.protection = rng.pick(Protection::ALL);
            }
            file
        })
        .collect();
    let mut group = Group::new(side, files);
    group.bases_at_start = (group.size() + rng.below(3) as u8).min(16);
    group.cohesion =
        rng.pick(&[Cohesion::Steady, Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented]);
    group.formation = rng.pick(&[
        Formation::Plain,
        Formation::Plain,
        Formation::Keil,
        Formation::LaterTercio,
        Formation::EarlyTercio,
        Formation::Square,
    ]);
    group.directions = rng.pick(Directions::ALL);
    group.threatened_flank = rng.often();
    group.supported = rng.often();
    group.regimental_gun = rng.often();
    group.engaged = if rng.often() { Engaged::Yes } else { Engaged::No };
    if rng.often() {
        let place = rng.pick(CommanderPlace::ALL);
        group.commander = Some(Commander { grade: rng.pick(Grade::ALL), place, in_chief: false });
    }
    group
}

fn random_fight(rng: &mut Rng, most_files: usize, most_ranks: usize) -> Fight {
    loop {
        let phase = rng.pick(CombatPhase::ALL);
        let mut groups = vec![
            random_group(rng, Side::Red, most_files, most_ranks),
            random_group(rng, Side::Blue, most_files, most_ranks),
        ];
        for group in &mut groups {
            group.near = smallvec::smallvec![0, 1];
        }
        let mut fight = Fight::new(phase, groups);
        if phase == CombatPhase::Shooting {
            for (by, at) in [(0u8, 1u8), (1, 0)] {
                let files = fight.groups[usize::from(by)].files.len() as u8;
                fight.volleys.push(Volley {
                    by,
                    at,
                    files: (0..files).map(|f| FileShot::plain(f, Range::Short)).collect(),
                    regimental_gun: fight.groups[usize::from(by)].regimental_gun.then_some(Range::Short),
                    nearest: 0,
                    from_behind: rng.often(),
                    cover: rng.often(),
                    enfilade: rng.often(),
                });
            }
        } else {
            let wide = fight.groups.iter().map(|g| g.files.len()).min().unwrap_or(1);
            for i in 0..wide as u8 {
                let mut duel = duel(at(0, i), at(1, i));
                for side in Side::BOTH {
                    let stand = &mut duel.stands[side];
                    stand.uphill = rng.often();
                    stand.ground = rng.pick(Ground::ALL);
                    stand.defence = if rng.often() { rng.pick(Defence::ALL) } else { Defence::None };
                }
                if phase == CombatPhase::Impact {
                    let charger = rng.pick(&Side::BOTH);
                    duel.stands[charger].charge = rng.pick(&[Charge::Yes, Charge::Yes, Charge::FlankOrRear]);
                } else if i > 0 && rng.often() {
                    duel.stands.red.role = Role::Overlap;
                    duel.stands.blue.role = Role::Idle;
                }
                fight.duels.push(duel);
            }
        }
        if check(&fight).is_ok() {
            return fight;
        }
    }
}

/// Every single throw of a pool: the faces of each die and, where it is thrown again, of its second throw.
fn every_throw(pool: &Pool) -> BTreeMap<i32, u128> {
    let mut sums: BTreeMap<Vec<u8>, u128> = BTreeMap::from([(Vec::new(), 1)]);
    for _ in 0..pool.dice {
        let mut next = BTreeMap::new();
        for (faces, weight) in &sums {
            for first in 1..=6u8 {
                for again in 1..=6u8 {
                    let face = match pool.reroll.faces.has(first) {
                        true => pool.reroll.settle(first, again),
                        false => first,
                    };
                    let mut all = faces.clone();
                    all.push(face);
                    all.sort_unstable();
                    *next.entry(all).or_insert(0) += weight;
                }
            }
        }
        sums = next;
    }
    let mut read = BTreeMap::new();
    for (faces, weight) in sums {
        let number = match pool.reading {
            caracole_kernel::dice::Reading::Hits { at_least } => {
                faces.iter().filter(|&&f| f >= at_least).count() as i32
            }
            _ => faces.iter().map(|&f| i32::from(f)).sum(),
        };
        *read.entry(number).or_insert(0) += weight;
    }
    read
}

/// Walks every throw by depth, without merging anything.
fn brute(
    round: &Round<'_, Renaissance>,
    state: RoundState,
    weight: u128,
    ends: &mut BTreeMap<Tolls, (u128, u32)>,
    dice: u32,
) {
    let Some(roll) = round.awaiting(&state) else {
        let end = ends.entry(state.tolls.clone()).or_insert((0, 0));
        // All ends are brought to the same number of double throws, 36 ways each.
        let most = end.1.max(dice);
        end.0 = end.0 * 36u128.pow(most - end.1) + weight * 36u128.pow(most - dice);
        end.1 = most;
        return;
    };
    let mut numbers: Vec<(Vec<i32>, u128)> = vec![(Vec::new(), 1)];
    let mut thrown = 0;
    for pool in &roll.pools {
        thrown += u32::from(pool.dice);
        let outcomes = every_throw(pool);
        numbers = numbers
            .iter()
            .flat_map(|(read, w)| {
                outcomes
                    .iter()
                    .map(move |(&n, &v)| ([read.as_slice(), &[n]].concat(), w * v))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    for (read, chance) in numbers {
        let mut after = state.clone();
        round.feed(&mut after, |pool| read[pool]);
        brute(round, after, weight * chance, ends, dice + thrown);
    }
}

#[test]
fn five_hundred_small_combats_equal_brute_force() {
    let mut rng = Rng(0x5eed_2026);
    let mut chances = Chances::default();
    let mut done = 0;
    while done < 500 {
        let fight = random_fight(&mut rng, 2, 2);
        let round: Round<'_, Renaissance> = Round::new(&fight, Readings::DEFAULT);
        let dice: u32 = round.muster().parts.iter().map(|p| u32::from(p.dice())).sum();
        // The weights of brute force must fit: each die has 36 ways, and tests and death rolls follow.
        if dice == 0 || dice > 9 {
            continue;
        }
        done += 1;
        let mut ends = BTreeMap::new();
        brute(&round, round.start(), 1, &mut ends, 0);
        let most = ends.values().map(|e| e.1).max().unwrap_or(0);
        let pairs = ends.into_iter().map(|(tolls, (w, d))| (tolls, w * 36u128.pow(most - d)));
        let expected = Distribution::weighted(pairs).expect("ends");
        let fast = chances.of_round::<Renaissance>(&fight, Readings::DEFAULT).expect("odds");
        let slow = chances.walked_at_length(&round).expect("odds");
        let list = |odds: &Distribution<Tolls>| {
            odds.probabilities().map(|(t, p)| (t.clone(), p)).collect::<Vec<_>>()
        };
        assert_eq!(list(&fast), list(&expected), "{fight:?}");
        assert_eq!(list(&slow), list(&expected), "{fight:?}");
    }
}

#[test]
fn a_hundred_thousand_situations_keep_the_rules_of_arithmetic() {
    let mut rng = Rng(0xF06_2026);
    for n in 0..100_000 {
        let fight = random_fight(&mut rng, 4, 4);
        let muster = Renaissance::muster(&fight, Readings::DEFAULT);
        for part in &muster.parts {
            assert!((-2..=2).contains(&part.net));
            assert!((2..=6).contains(&part.score));
            assert!(part.dice() <= part.dice_before());
            // The compulsory sixes of poor troops stand as they fall; no other re-roll lowers a die.
            for first in (1..=5).filter(|&f| part.reroll.faces.has(f)) {
                for again in 1..=6 {
                    assert!(part.reroll.settle(first, again) >= first);
                }
            }
        }
        for duel in &fight.duels {
            if duel.stands.red.role == Role::Front && duel.stands.blue.role == Role::Front {
                let pair =
                    Pair::of(&fight, &duel.stands.red, &duel.stands.blue, Readings::DEFAULT).expect("bases");
                let (mut red, mut blue) = (Tally::new("red"), Tally::new("blue"));
                close_combat_advantage(fight.phase, &pair, DiceOf::Bases, &mut red);
                close_combat_advantage(fight.phase, &pair.turned(), DiceOf::Bases, &mut blue);
                assert_eq!(red.total(), -blue.total(), "{fight:?}");
            }
        }
        if n % 20 == 0 {
            // Explanations add up, and a round with random dice comes to its end.
            for (part, told) in muster.parts.iter().zip(Renaissance::explain(&fight, Readings::DEFAULT)) {
                assert_eq!(i32::from(part.net), told.advantage.total(), "{fight:?}");
                assert_eq!(i32::from(part.dice()), told.dice.total(), "{fight:?}");
            }
            let round: Round<'_, Renaissance> = Round::new(&fight, Readings::DEFAULT);
            let mut state = round.start();
            let mut rolls = 0;
            while let Some(roll) = round.awaiting(&state) {
                let numbers: Vec<i32> =
                    roll.pools.iter().map(|p| rng.below(usize::from(p.dice) * 5 + 1) as i32).collect();
                round.feed(&mut state, |pool| numbers[pool]);
                rolls += 1;
                assert!(rolls < 100, "the round does not end");
            }
            for (toll, group) in state.tolls.iter().zip(&fight.groups) {
                assert!(toll.lost <= group.size());
                assert!(toll.cohesion >= group.cohesion);
            }
        }
    }
}
