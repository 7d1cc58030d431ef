//! Odds against enumeration, and the figures of the design.

use super::*;
use crate::cards::Colour;
use crate::charts::{Charts, CombatKind};
use crate::claims::by_difference;
use crate::dice::{Breaking, CombatDice, Counted, Harm, ShootingDice, breaks, count, death_pool};
use crate::effects::{Abilities, SlowedBy, effects};
use crate::kab::{CommanderResult, UnitResult};
use crate::readings::Readings;
use crate::troops::{ShotWeapon, Troops};
use caracole_ledger::proves;
use caracole_odds::{Distribution, Fall, Fraction, Pools, Resolution, enumerate, fingerprint};
use smallvec::{SmallVec, smallvec};
use std::convert::Infallible;

fn charts() -> Charts {
    Charts::standard().unwrap_or_else(|faults| panic!("{faults}"))
}

const SIX: UnitState = UnitState { bases: 6, harm: Harm::of(0, false), breaking: Breaking::Tug };

#[test]
fn the_figures_of_the_design_come_out() {
    let charts = charts();
    let of = |charge_fights, charge_difference, difference| {
        let until = Until { charge_fights, charge_difference, difference };
        let odds = duel(&charts, SIX, SIX, until).expect("it ends");
        [Outcome::Won, Outcome::Lost, Outcome::BothBroken]
            .map(|outcome| odds.probability(&outcome).percent(1))
    };
    assert_eq!(of(0, 0, 0), ["45.9", "45.9", "8.2"]);
    assert_eq!(of(0, 0, 1)[..2], ["97.8", "1.3"]);
    assert_eq!(of(0, 0, 2)[0], "99.8");
    // Three files charge a flank, and then all is even.
    assert_eq!(of(3, 4, 0)[0], "98.1");
    // What helps us helps them the other way round.
    assert_eq!(of(0, 0, -1)[..2], ["1.3", "97.8"]);
}

#[test]
fn one_dice_of_each_colour_does_what_its_faces_say() {
    proves!("RETG-OVR-006", "RETG-OVR-007", "RETG-OVR-008");
    // RETG-EX-015: wounds in six throws.
    let charts = charts();
    let mean = |colour| {
        let odds = SideOdds::of(&charts.death_dice, DicePool::of(&[colour]), true, true);
        odds.shown.iter().map(|(shown, weight)| u64::from(shown.half_bases) * weight).sum::<u64>()
    };
    assert_eq!([Colour::White, Colour::Red].map(mean), [2, 7]);
}

/// A combat thrown dice by dice, with the pools of the battle machine and rules written anew.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Thrown {
    differences: [i32; 3],
    shatter: [bool; 2],
    melee: bool,
    support: bool,
    bases: [u8; 2],
    half_bases: [u8; 2],
    fought: [bool; 3],
    bonus: [[i32; 3]; 2],
}

thread_local! {
    static CHARTS: Charts = charts();
}

impl Thrown {
    fn broken(&self, side: usize) -> bool {
        self.half_bases[side] > self.bases[side]
    }

    fn next(&self) -> Option<usize> {
        if self.broken(0) || self.broken(1) {
            return None;
        }
        let free = |file: &usize| !self.fought[*file];
        let urgent = |file: &usize| self.bonus[0][*file] + self.bonus[1][*file] > 0;
        (0..3).filter(free).find(urgent).or_else(|| (0..3).find(free))
    }

    fn colours(&self, side: usize) -> Vec<Colour> {
        let Some(file) = self.next() else { return Vec::new() };
        let difference = self.differences[file] + self.bonus[0][file] - self.bonus[1][file];
        let mine = if side == 0 { difference } else { -difference };
        let mut dice = match mine {
            0 => vec![Colour::Green],
            1 => vec![Colour::Yellow],
            2 | 3 => vec![Colour::Red],
            -1 | -2 => vec![Colour::White],
            n if n > 3 => vec![Colour::Red, Colour::Red],
            _ => vec![Colour::Black],
        };
        if self.support && side == 0 && file == 0 {
            dice.push(Colour::White);
        }
        dice
    }
}

impl Resolution for Thrown {
    type Refusal = Infallible;

    fn awaits(&self) -> Option<Pools> {
        self.next()?;
        // Each dice is a pool of its own, our side first.
        let pools = |side: usize| self.colours(side).into_iter();
        let both = pools(0).chain(pools(1));
        Some(
            CHARTS
                .with(|charts| both.map(|colour| death_pool(&charts.death_dice, colour, 1, true)).collect()),
        )
    }

    fn feed(&mut self, fall: Fall<'_>) -> Result<(), Infallible> {
        let Some(file) = self.next() else { return Ok(()) };
        let ours = self.colours(0).len();
        let mut shown = [Counted::default(); 2];
        for (at, value) in fall.values().iter().enumerate() {
            let side = usize::from(at >= ours);
            shown[side] = shown[side].and(count(value));
        }
        self.fought[file] = true;
        for side in 0..2 {
            self.half_bases[side] += shown[1 - side].half_bases() as u8;
            self.bonus[side][file] = 0;
        }
        let hit = [0, 1].map(|side| self.shatter[side] && !self.melee && shown[side].has_effect());
        for side in 0..2 {
            for other in 0..3 {
                if hit[side] && !hit[1 - side] && usize::abs_diff(other, file) == 1 && !self.fought[other] {
                    self.bonus[side][other] += 2;
                }
            }
        }
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

/// The same combat by closed form.
fn line(thrown: &Thrown) -> Line {
    let ability =
        |side: usize| Abilities { shatter: thrown.shatter[side] && !thrown.melee, ..Abilities::default() };
    let unit = |side: usize| UnitState {
        bases: thrown.bases[side],
        harm: Harm { half_bases: thrown.half_bases[side] },
        breaking: Breaking::Tug,
    };
    let files = thrown.differences.iter().enumerate().map(|(at, difference)| {
        let support = if thrown.support && at == 0 { smallvec![CombatDice::White] } else { SmallVec::new() };
        LineFile {
            abilities: [ability(0), ability(1)],
            support: [support, SmallVec::new()],
            ..LineFile::plain(*difference)
        }
    });
    Line {
        kind: if thrown.melee { CombatKind::Melee } else { CombatKind::Charge },
        units: [smallvec![unit(0)], smallvec![unit(1)]],
        files: files.collect(),
        supporters_shove: true,
    }
}

fn assert_equal_to_enumeration(thrown: &Thrown) {
    let by_dice = enumerate(thrown, |_| false, |end: &Thrown| end.half_bases).expect("small");
    let closed = line_odds(&charts(), &line(thrown)).expect("it fits");
    let closed = closed.losses.map(|state| [state.harm[0][0].half_bases, state.harm[1][0].half_bases]);
    assert_eq!(closed, by_dice);
}

fn combat(differences: [i32; 3], shatter: [bool; 2]) -> Thrown {
    Thrown {
        differences,
        shatter,
        melee: false,
        support: false,
        bases: [6, 6],
        half_bases: [0, 0],
        fought: [false; 3],
        bonus: [[0; 3]; 2],
    }
}

#[test]
fn the_closed_form_of_a_charge_equals_enumeration() {
    proves!("RETG-COMBAT-032", "RETG-COMBAT-033");
    assert_equal_to_enumeration(&combat([0, 0, 0], [false, false]));
    assert_equal_to_enumeration(&combat([0, 0, 0], [true, false]));
    assert_equal_to_enumeration(&combat([1, -1, 2], [true, true]));
    assert_equal_to_enumeration(&combat([4, 0, -3], [false, true]));
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(48))]

    #[test]
    fn any_combat_of_three_files_equals_enumeration(
        differences in proptest::array::uniform3(-5..=5),
        shatter in proptest::array::uniform2(proptest::bool::ANY),
        melee in proptest::bool::ANY,
        support in proptest::bool::ANY,
        bases in proptest::array::uniform2(3..=9u8),
        half_bases in proptest::array::uniform2(0..=3u8),
    ) {
        let support = support && melee;
        assert_equal_to_enumeration(&Thrown { melee, support, bases, half_bases, ..combat(differences, shatter) });
    }
}

#[test]
fn a_unit_that_breaks_fights_no_more() {
    let thrown = Thrown { bases: [4, 6], half_bases: [3, 5], ..combat([4, 0, 0], [true, true]) };
    assert_equal_to_enumeration(&thrown);
    // A unit at its limit that takes anything in the first file deals nothing in the others.
    let last = Thrown { bases: [6, 6], half_bases: [6, 0], ..combat([-4, 4, 4], [false, false]) };
    assert_equal_to_enumeration(&last);
}

#[test]
fn supporting_files_count_in_melee_only() {
    proves!("RETG-COMBAT-047");
    let melee = Thrown { melee: true, support: true, ..combat([0, 1, 0], [true, false]) };
    assert_equal_to_enumeration(&melee);
    // The same support in a charge throws nothing.
    let charts = charts();
    let mut charge = line(&Thrown { support: true, ..combat([0, 0, 0], [false, false]) });
    let with = line_odds(&charts, &charge).expect("it fits");
    charge.files[0].support[0].clear();
    assert_eq!(with.losses, line_odds(&charts, &charge).expect("it fits").losses);
}

#[test]
fn a_base_that_fights_elsewhere_throws_nothing_and_still_sets_the_dice() {
    let charts = charts();
    let mut one = line(&combat([2, 0, 0], [false, false]));
    one.files.truncate(1);
    one.files[0].throws = [false, true];
    let odds = line_odds(&charts, &one).expect("it fits");
    // They throw WHITE because of our claims: a wound in three; we throw nothing.
    let ours = odds.losses.map(|state| state.harm[0][0].half_bases);
    let theirs = odds.losses.map(|state| state.harm[1][0].half_bases);
    assert_eq!(ours.probability(&1), Fraction::new(1, 3u8).expect("a fraction"));
    assert_eq!(theirs, Distribution::always(0));
}

#[test]
fn files_of_different_units_keep_their_losses_apart() {
    let charts = charts();
    let unit = SIX;
    let mut line = line(&combat([0, 0, 0], [false, false]));
    line.units[1] = smallvec![unit, unit, unit];
    for (at, file) in line.files.iter_mut().enumerate() {
        file.units = [0, at as u8];
    }
    let odds = line_odds(&charts, &line).expect("it fits");
    let each = |at: usize| odds.losses.map(|state| state.harm[1][at].half_bases);
    let one = Distribution::weighted([(0u8, 3u8), (1, 2), (2, 1)]).expect("weights");
    assert_eq!([each(0), each(1), each(2)], [one.clone(), one.clone(), one]);
}

#[test]
fn lines_beyond_the_bounds_are_not_worked_out() {
    let charts = charts();
    let good = line(&combat([0, 0, 0], [false, false]));
    let none = Line { files: SmallVec::new(), ..good.clone() };
    let mut many = good.clone();
    many.files.extend(good.files.clone());
    let mut astray = good;
    astray.files[0].units = [0, 7];
    for line in [none, many, astray] {
        assert!(line_odds(&charts, &line).is_none());
    }
}

#[test]
fn effects_and_breaks_are_those_of_the_rules() {
    // The closed form asks the same functions as the battle does.
    let charts = charts();
    assert!(breaks(&charts.break_points, Breaking::Tug, 6, Harm::of(3, true)));
    let skull = Counted { skulls: 1, ..Counted::default() };
    let shatter = Abilities { shatter: true, ..Abilities::default() };
    assert!(effects([shatter, Abilities::default()], [skull, skull])[0].shatter);
    assert_eq!(by_difference(&charts, 4).dice[0], CombatDice::TwoRed);
}

#[test]
fn volleys_hurt_and_slow() {
    proves!("RETG-SHOOT-003", "RETG-SHOOT-033", "RETG-SHOOT-041", "RETG-SHOOT-001");
    let charts = charts();
    let target =
        Troops::read("6 foot, close, formed, protected, musket, pike and shot").expect("troops").profile;
    let musket = |rung| VolleyDie { rung, by: SlowedBy::Weapon(ShotWeapon::Musket) };
    let volley = |dice: &[VolleyDie]| {
        volley_odds(&charts, Readings::default(), dice, &target, Harm::default(), 3).outcomes
    };
    let percent =
        |odds: &Distribution<(Harm, u8)>, is: &dyn Fn(&(Harm, u8)) -> bool| odds.probability_that(|o| is(o));
    let sixth = |n: i32| Fraction::new(n, 6u8).expect("a fraction");
    // One WHITE: a wound in three; WHITE+: a wound in two; BLACK for slowing only: never.
    let hurt = |rung| percent(&volley(&[musket(rung)]), &|(harm, _)| harm.half_bases > 0);
    assert_eq!(hurt(ShootingDice::White), sixth(2));
    assert_eq!(hurt(ShootingDice::WhitePlus), sixth(3));
    assert_eq!(hurt(ShootingDice::BlackSlowing), sixth(0));
    // Three RED dice at three files: every face but none is a result, so the target is slowed by 2 at least.
    let reds = volley(&[musket(ShootingDice::Red); 3]);
    assert_eq!(percent(&reds, &|(_, slow)| *slow == 2), sixth(6));
    // Guns count double: one RED dice of guns gives two results of three, half the frontage and more.
    let gun = VolleyDie { rung: ShootingDice::Red, by: SlowedBy::Guns };
    assert_eq!(percent(&volley(&[gun]), &|(_, slow)| *slow == 1), sixth(6));
}

#[test]
fn tests_have_the_odds_of_one_dice() {
    proves!("RETG-KAB-015", "RETG-KAB-016", "RETG-KAB-017", "RETG-KAB-022");
    let charts = charts();
    let sixth = |n: i32| Fraction::new(n, 6u8).expect("a fraction");
    let yellow = unit_odds(&charts, Colour::Yellow);
    let all = [UnitResult::Unhurt, UnitResult::Slowed, UnitResult::Wounded, UnitResult::BaseKilled];
    assert_eq!(all.map(|result| yellow.probability(&result)), [1, 1, 3, 1].map(sixth));
    let red = commander_odds(&charts, Colour::Red);
    assert_eq!(red.probability(&CommanderResult::Killed), sixth(2));
    assert_eq!(commander_odds(&charts, Colour::White).probability(&CommanderResult::Killed), sixth(0));
}
