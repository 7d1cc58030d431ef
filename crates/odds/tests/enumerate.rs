//! The enumerator on small state machines whose odds are known in closed form.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use caracole_kernel::dice::{Die, Pool, Reading, Reroll, Value};
use caracole_odds::{
    Distribution, Enumerator, Fall, Fraction, Natural, OddsError, Pools, Resolution, Stopped, enumerate,
    fingerprint, numbers,
};
use smallvec::smallvec;
use std::convert::Infallible;

/// So many dice thrown; those that hit are thrown again, so many times.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Stages {
    dice: i32,
    left: u8,
}

impl Resolution for Stages {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        let pool = Pool::hits(self.dice as u16, Die::D6, 4, Reroll::of(&[1]));
        (self.left > 0).then(|| smallvec![pool])
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        self.dice = fall.number(0);
        self.left -= 1;
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

/// A die comes through n stages with (7/12)^n. Forty dice need 144 bits after the first stage, beyond 128, and
/// many stages lead far beyond 256: every representation of weights takes its turn.
#[test]
fn weights_outgrow_every_representation_without_loss() {
    for (dice, stages) in [(8, 1), (8, 4), (40, 1), (40, 2), (40, 3), (60, 4)] {
        let odds = enumerate(&Stages { dice, left: stages }, |_| false, |s| s.dice).unwrap();
        let (through, all) = (7u64.pow(stages.into()), 12u64.pow(stages.into()));
        assert_eq!(odds, Distribution::binomial(dice as u16, through, all - through).unwrap());
    }
}

#[test]
fn the_walk_stops_where_it_is_told() {
    let odds = enumerate(&Stages { dice: 10, left: 200 }, |s| s.left == 199, |s| s.dice).unwrap();
    assert_eq!(odds, numbers(&Pool::hits(10, Die::D6, 4, Reroll::of(&[1]))).unwrap());
    let odds = enumerate(&Stages { dice: 10, left: 200 }, |_| true, |s| s.dice).unwrap();
    assert_eq!(odds, Distribution::always(10));
}

/// Ways of different length with dice of different kinds, and two pools at once: a six ends it; a one leads to
/// a d10; anything else to two pools.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Ways {
    Start,
    Ten,
    Two,
    End(i32),
}

impl Resolution for Ways {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        let one = |die| Pool { dice: 1, die, reroll: Reroll::NONE, reading: Reading::Sum };
        match self {
            Ways::Start => Some(smallvec![one(Die::D6)]),
            Ways::Ten => Some(smallvec![one(Die::D10)]),
            Ways::Two => {
                let each = Pool { dice: 1, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Each };
                Some(smallvec![Pool::hits(2, Die::D6, 5, Reroll::NONE), each])
            }
            Ways::End(_) => None,
        }
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        *self = match (&self, fall.number(0)) {
            (Ways::Start, 6) => Ways::End(100),
            (Ways::Start, 1) => Ways::Ten,
            (Ways::Start, _) => Ways::Two,
            (Ways::Ten, face) => Ways::End(face),
            (_, hits) => {
                let [_, Value::Faces(faces)] = fall.values() else { unreachable!() };
                Ways::End(10 * hits + i32::from(faces[0]))
            }
        };
        // The dice offered read as the values they stand for.
        assert_eq!(fall.throw().0.len(), fall.values().len());
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        7 // All alike: only equality may merge states.
    }
}

fn end(ways: &Ways) -> i32 {
    match ways {
        Ways::End(n) => *n,
        other => unreachable!("{other:?} is no end"),
    }
}

#[test]
fn ways_of_different_length_keep_their_weight() {
    let odds = enumerate(&Ways::Start, |_| false, end).unwrap();
    let chance = |n: i32| odds.probability(&n).to_string();
    assert_eq!(chance(100), "1/6");
    assert_eq!(chance(0), "1/60"); // a one, then a nought
    assert_eq!(chance(3), "107/1620"); // 1/6 * 1/10 + 4/6 * 4/9 * 1/6: a one and a three, or no hit and a three
    assert_eq!(chance(26), "1/81"); // 4/6 * 1/9 * 1/6
    assert_eq!(odds.outcomes().len(), 1 + 10 + 12);
}

#[test]
fn an_enumerator_kept_gives_the_same_answers() {
    let mut kept = Enumerator::default();
    for dice in [3, 40, 3] {
        let start = Stages { dice, left: 2 };
        let expected = enumerate(&start, |_| false, |s| s.dice);
        assert_eq!(kept.run(&start, |_| false, |s| s.dice), expected);
    }
    assert_eq!(kept.run(&Ways::Start, |_| false, end), enumerate(&Ways::Start, |_| false, end));
}

/// Throws a die until it shows a six, at most so often; counts throws.
#[derive(Clone, PartialEq, Eq, Hash)]
struct UntilSix {
    throws: u32,
    seen: bool,
}

impl Resolution for UntilSix {
    type Refusal = &'static str;

    fn awaits(&self) -> Option<Pools> {
        (!self.seen).then(|| smallvec![Pool::hits(1, Die::D6, 6, Reroll::NONE)])
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), &'static str> {
        self.throws += 1;
        self.seen = fall.number(0) == 1;
        if self.throws == 1000 { Err("the table is closed") } else { Ok(()) }
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

#[test]
fn three_hundred_throws_for_a_six_are_geometric() {
    let start = UntilSix { throws: 0, seen: false };
    let odds = enumerate(&start, |s| s.throws == 300, |s| s.seen.then_some(s.throws)).unwrap();
    for throws in [1u32, 2, 150, 300] {
        let power = |n: u8, times: u32| Natural::from(n).pow(times as usize);
        let expected = Fraction::new(power(5, throws - 1), power(6, throws)).unwrap();
        assert_eq!(odds.probability(&Some(throws)), expected);
    }
}

#[test]
fn a_refusal_on_the_way_is_handed_on() {
    let start = UntilSix { throws: 0, seen: false };
    let refused = enumerate(&start, |_| false, |s| s.throws);
    assert_eq!(refused, Err(Stopped::Refused("the table is closed")));
}

/// Never ends, or branches without end.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Endless {
    states: u64,
    dice: u16,
    grows: bool,
}

impl Resolution for Endless {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        Some(smallvec![Pool { dice: self.dice, die: Die::D6, reroll: Reroll::NONE, reading: Reading::Each }])
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        let [Value::Faces(faces)] = fall.values() else { unreachable!() };
        if self.grows {
            self.states = faces.iter().fold(self.states, |n, &face| n * 6 + u64::from(face));
        }
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

#[test]
fn walks_without_bounds_are_given_up() {
    let walk = |dice, grows| enumerate(&Endless { states: 0, dice, grows }, |_| false, |s| s.states);
    assert!(matches!(walk(1, false), Err(Stopped::Odds(OddsError::Endless { .. }))));
    assert!(matches!(walk(4, true), Err(Stopped::Odds(OddsError::States { .. }))));
    assert!(matches!(walk(30, true), Err(Stopped::Odds(OddsError::Outcomes { .. }))));
}
