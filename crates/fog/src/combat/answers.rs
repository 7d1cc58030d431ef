//! Answers that the books give in one way; what each puts into them is its own.

use super::ask::{AskError, chance, chances, party_group, party_stand, reroll_value, test_odds};
use super::questions::{
    AutobreakQuestion, CohesionQuestion, HitsQuestion, InitiativeQuestion, InitiativeSpec, VmdQuestion,
};
use super::{
    Arithmetic, Base, Cause, Duel, Fight, File, FileRef, FireTaken, Grade, Group, Kind, MOST_GROUPS, Muster,
    Readings, Roster, Stand, TestCase, TestTerms, Toll, default_training, lowest_armour, test_roll,
};
use crate::combat::questions::TestedFor;
use crate::troops::{BaseProfile, Book, Capabilities, CombatPhase, Disorder, Quality, TroopType};
use caracole_kernel::{
    BySide, Side, Tally,
    dice::{Die, Pool, Reroll},
};
use caracole_ledger::RuleId;
use caracole_odds::{Distribution, numbers};
use serde_json::{Value, json};
use smallvec::SmallVec;

/// A book that answers questions.
pub trait Answers: Arithmetic {
    /// The rule behind autobreak.
    const AUTOBREAK: RuleId;
    /// The rule behind variable moves.
    const VARIABLE_MOVE: RuleId;

    /// Answers a question whose answer the books have each for themselves.
    fn answer(kind: Kind, question: Value, readings: Readings) -> Result<Value, AskError>;

    /// The score that hits, and the dice thrown again.
    fn to_hit(asked: &HitsQuestion, readings: Readings) -> (u8, Reroll);

    /// Why a battle group tests its cohesion.
    fn cause_of(asked: &CohesionQuestion) -> Cause;

    /// The die of a variable move.
    fn variable_move_pool() -> Pool;

    /// What a die of this face adds to a move.
    fn variable_change(die: i32) -> i32;

    /// How far a move of this normal distance goes.
    fn varied_distance(normal: i32, die: i32) -> i32;

    /// What an army adds to its die for initiative.
    fn initiative(in_chief: Grade, bases: u16, sum: &mut Tally);
}

/// `hits`.
pub(super) fn hits<B: Answers>(asked: &HitsQuestion, readings: Readings) -> Result<Value, AskError> {
    if !(-2..=2).contains(&asked.net) {
        return Err(AskError::new("the net advantage is out of bounds", "give -2 to 2; more does not count"));
    }
    let (score, reroll) = B::to_hit(asked, readings);
    let odds = numbers(&Pool::hits(asked.dice, Die::D6, score, reroll))?;
    let mut answer = json!({
        "score": score,
        "reroll": reroll_value(reroll),
        "chances": chances(&odds, |n| json!(n)),
        "mean": { "fraction": odds.mean(), "decimal": odds.mean().to_f64() },
    });
    if let (Some(bases), Some(fields)) = (asked.bases, answer.as_object_mut()) {
        fields.insert("hits_for_1_per_2".to_owned(), json!(bases.div_ceil(2)));
        fields.insert("hits_for_1_per_3".to_owned(), json!(bases.div_ceil(3)));
    }
    Ok(answer)
}

/// `cohesion`.
pub(super) fn cohesion<B: Answers>(asked: &CohesionQuestion, readings: Readings) -> Result<Value, AskError> {
    let fight = tested::<B>(asked)?;
    let group = &fight.groups[0];
    let mut muster = Muster::default();
    muster.fire.push(FireTaken {
        artillery: asked.artillery_dice,
        regimental_guns: if B::BOOK == Book::Renaissance { asked.regimental_gun_dice } else { 0 },
        firearms: asked.firearm_dice,
        others: asked.other_dice,
    });
    let mut tolls: SmallVec<[Toll; 4]> = fight.groups.iter().map(|g| Toll::none(g.cohesion)).collect();
    (tolls[0].received, tolls[0].inflicted) = (asked.received.min(400), asked.inflicted.min(400));
    let standing = B::standing(&fight, &muster, readings, 0);
    let case: TestCase<'_, B> =
        TestCase { fight: &fight, readings, standing: &standing, tolls: &tolls, index: 0 };
    let cause = B::cause_of(asked);
    let mut sum = Tally::new("cohesion test");
    B::cohesion_modifiers(&case, cause, &mut sum);
    let terms = TestTerms {
        modifier: sum.total(),
        double_drop: B::double_drop(&case, cause),
        bolster: cause == Cause::Bolster,
    };
    test_odds(&test_roll(group.quality()), &sum, terms, group.cohesion)
}

/// The battle group that tests, with the enemies it has lost to.
fn tested<B: Answers>(asked: &CohesionQuestion) -> Result<Fight, AskError> {
    let roster = Roster::build(std::slice::from_ref(&asked.group), B::BOOK)?;
    let mut fight = Fight::new(asked.phase, roster.groups);
    fight.groups[0].side = Side::Red;
    if asked.cause == TestedFor::Shooting {
        fight.phase = CombatPhase::Shooting;
    }
    for enemy in asked.enemies.iter().take(MOST_GROUPS - 1) {
        let number = fight.groups.len() as u8;
        fight.groups.push(party_group(enemy, Side::Blue, B::BOOK)?);
        let mut own = Stand::level(FileRef { group: 0, file: 0 });
        own.defence = asked.defence.unwrap_or(own.defence);
        let stands = BySide { red: own, blue: party_stand(enemy, number) };
        fight.duels.push(Duel { stands });
    }
    fight.groups.iter().try_for_each(|g| g.bases().try_for_each(|b| b.profile.check(B::BOOK)))?;
    Ok(fight)
}

/// `vmd`.
pub(super) fn variable_move<B: Answers>(asked: &VmdQuestion) -> Result<Value, AskError> {
    let die = numbers(&B::variable_move_pool())?;
    let moved = |normal: u16| die.map(|&d| B::varied_distance(i32::from(normal), d));
    let odds = match asked.distance {
        None => die.map(|&d| B::variable_change(d)),
        Some(normal) => moved(normal),
    };
    let mut answer = json!({ "chances": chances(&odds, |n| json!(n)), "rule": B::VARIABLE_MOVE });
    if let (Some(pursuer), Some(fields)) = (asked.pursuer, answer.as_object_mut()) {
        let chased = moved(asked.distance.unwrap_or(0));
        let race: Distribution<bool> =
            moved(pursuer).combine(&chased, |&p, &e| p >= e + i32::from(asked.gap));
        fields.insert("caught".to_owned(), chance(race.probability(&true)));
    }
    Ok(answer)
}

/// `autobreak`.
pub(super) fn autobreak<B: Answers>(
    asked: &AutobreakQuestion,
    readings: Readings,
) -> Result<Value, AskError> {
    if !(1..=16).contains(&asked.initial) || asked.remaining.is_some_and(|r| r > asked.initial) {
        return Err(AskError::new(
            "the numbers of bases do not fit",
            "give 1 to 16 at the start and no more left",
        ));
    }
    let mut group = pair_of(B::BOOK, TroopType::HeavyFoot, asked.quality, Capabilities::NONE);
    group.bases_at_start = asked.initial;
    let breaks_at = (0..asked.initial).rev().find(|&left| B::autobreaks(&group, left, readings));
    let mut answer = json!({
        "breaks_at": breaks_at,
        "breaks_at_loss_of": breaks_at.map(|left| asked.initial - left),
        "rule": B::AUTOBREAK,
    });
    if let (Some(left), Some(fields)) = (asked.remaining, answer.as_object_mut()) {
        fields.insert("autobreaks".to_owned(), json!(B::autobreaks(&group, left, readings)));
    }
    Ok(answer)
}

/// `initiative`.
pub(super) fn initiative<B: Answers>(asked: &InitiativeQuestion) -> Result<Value, AskError> {
    let modifier = |spec: &InitiativeSpec| {
        let mut sum = Tally::new("initiative modifier");
        B::initiative(spec.commander, spec.mounted_bases, &mut sum);
        sum
    };
    let (red, blue) = (modifier(&asked.red), modifier(&asked.blue));
    let die = numbers(&Pool::sum(1, Die::D6, Reroll::NONE))?;
    let lead = die.combine(&die, |r, b| (r + red.total()).cmp(&(b + blue.total())));
    // Ties are thrown again.
    let settled = lead.given(|o| o.is_ne());
    let wins = settled.map(|odds| odds.probability(&std::cmp::Ordering::Greater)).unwrap_or_default();
    Ok(json!({ "red": red, "blue": blue, "red_has_initiative": chance(wins) }))
}

/// A battle group of two bases, one behind the other, for questions that ask about troops alone.
pub(crate) fn pair_of(
    book: Book,
    troop_type: TroopType,
    quality: Quality,
    capabilities: Capabilities,
) -> Group {
    let profile = BaseProfile {
        troop_type,
        armour: troop_type.has_armour().then_some(lowest_armour(book)),
        quality,
        training: default_training(book),
        capabilities,
    };
    let base = Base { profile, disorder: Disorder::None };
    Group::new(Side::Red, [File::new([base, base])])
}
