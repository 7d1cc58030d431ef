//! A hundred thousand random situations: nothing breaks, and what must always hold holds.

use crate::ancients::support::random::{Chance, Size, fight};
use caracole_fog::ancients::{Ancients, Pair, net_advantage};
use caracole_fog::combat::{
    Arithmetic, Arms, CombatResult, Fight, LostTo, OutcomeStep, Readings, Round, after_phase,
};
use caracole_fog::troops::{Book, Cohesion, CombatPhase};
use caracole_kernel::dice::{Keep, Throw};
use caracole_kernel::{BySide, dice::Thrown};
use caracole_ledger::rule;

const SIZE: Size = Size { files: 4, ranks: 4, groups: 4 };

fn check_dice(fight: &Fight, readings: Readings) {
    let muster = Ancients::muster(fight, readings);
    let explained = Ancients::explain(fight, readings);
    assert_eq!(muster.parts.len(), explained.len());
    for (part, told) in muster.parts.iter().zip(&explained) {
        assert!(part.dice() <= part.dice_before());
        assert!((3..=6).contains(&part.score) && (-2..=2).contains(&part.net));
        assert!(fight.groups[usize::from(part.by)].side != fight.groups[usize::from(part.against)].side);
        assert_eq!(told.dice.total(), i32::from(part.dice()), "{part:?} {told:?}");
        let shared = told.dice.cites(rule!("FOGAM-COMBAT-031"));
        assert!(!shared || part.from.is_empty(), "only shared dice come from nowhere: {part:?} {told:?}");
        assert_eq!(told.advantage.total(), i32::from(part.net), "{part:?} {told:?}");
        // A re-roll never lowers a die, but for the sixes that poor troops must throw again when they shoot.
        let compulsory = part.reroll.faces.has(6);
        assert!(part.reroll.faces.is_empty() || part.reroll.keep == Keep::Higher || compulsory);
        assert!(!compulsory || part.arms != Arms::CloseCombat);
        assert!(!part.reroll.faces.has(3) && !part.reroll.faces.has(4) && !part.reroll.faces.has(5));
    }
}

fn check_advantage(fight: &Fight, readings: Readings) {
    for duel in &fight.duels {
        let pair = Pair::of(fight, &duel.stands.red, &duel.stands.blue, readings).expect("two files");
        assert_eq!(net_advantage(fight.phase, &pair), -net_advantage(fight.phase, &pair.turned()));
    }
}

/// The same fight with red and blue exchanged.
fn swapped(fight: &Fight) -> Fight {
    let mut other = fight.clone();
    for group in &mut other.groups {
        group.side = group.side.other();
    }
    for duel in &mut other.duels {
        duel.stands = BySide { red: duel.stands.blue, blue: duel.stands.red };
    }
    other
}

fn check_sides_do_not_matter(fight: &Fight, readings: Readings) {
    let dice = |fight: &Fight| {
        let muster = Ancients::muster(fight, readings);
        let mut parts: Vec<_> =
            muster.parts.iter().map(|p| (p.by, p.against, p.net, p.score, p.arms, p.dice())).collect();
        parts.sort_unstable();
        parts
    };
    assert_eq!(dice(fight), dice(&swapped(fight)));
}

fn check_outcome(fight: &Fight, readings: Readings, chance: &mut Chance) {
    let round: Round<'_, Ancients> = Round::new(fight, readings);
    let mut state = round.start();
    let mut rolls = 0;
    while let Some(roll) = round.awaiting(&state) {
        rolls += 1;
        assert!(rolls < 200, "it ends");
        let thrown = roll.pools.iter().map(|pool| {
            let first: Vec<u8> = (0..pool.dice).map(|_| chance.die()).collect();
            let again = first.iter().filter(|f| pool.reroll.faces.has(**f)).map(|_| chance.die()).collect();
            Thrown { dice: first.into(), again }
        });
        let throw = Throw(thrown.collect());
        let values = roll.read(&throw).expect("dice that fit");
        round.feed(&mut state, |pool| values[pool].number());
    }
    for (group, toll) in fight.groups.iter().zip(&state.tolls) {
        assert!(toll.lost <= group.size());
        assert!(toll.cohesion >= group.cohesion, "no combat makes anybody better");
        assert!(!toll.autobroken || toll.cohesion == Cohesion::Broken);
        assert!(!toll.commander_lost || group.commander.is_some());
        let fights = fight.phase != CombatPhase::Shooting;
        assert!(fights || toll.result == CombatResult::None);
        let files: Vec<u8> = (0..group.files.len() as u8).collect();
        let lost_to = if fights { LostTo::CloseCombat(&files) } else { LostTo::Shooting };
        let after = after_phase(Book::Ancients, group, group, toll, lost_to);
        assert_eq!(after.size(), group.size() - toll.lost);
    }
}

#[test]
fn a_hundred_thousand_situations() {
    let mut chance = Chance(caracole_kernel::Numbers::new(1));
    for _ in 0..100_000 {
        let fight = fight(&mut chance, SIZE);
        let mut readings = Readings::DEFAULT;
        if chance.one_in(4) {
            readings = readings.flip(chance.below(Ancients::READINGS.len() as u64) as usize);
        }
        check_advantage(&fight, readings);
        check_dice(&fight, readings);
        check_sides_do_not_matter(&fight, readings);
        check_outcome(&fight, readings, &mut chance);
    }
}

#[test]
fn hits_are_received_by_somebody() {
    let mut chance = Chance(caracole_kernel::Numbers::new(2));
    let mut seen = 0;
    for _ in 0..2_000 {
        let fight = fight(&mut chance, SIZE);
        if fight.phase == CombatPhase::Shooting {
            continue;
        }
        let round: Round<'_, Ancients> = Round::new(&fight, Readings::DEFAULT);
        let mut state = round.start();
        while round.rolling_for(&state).is_none() && !state.is_done() {
            let dice: Vec<i32> = round
                .awaiting(&state)
                .map(|roll| roll.pools.iter().map(|p| chance.below(u64::from(p.dice) + 1) as i32).collect())
                .unwrap_or_default();
            round.feed(&mut state, |pool| dice[pool]);
        }
        // Once death rolls are under way, hits that nothing asks for any more are forgotten.
        let fresh = matches!(
            round.rolling_for(&state),
            Some((_, Some(OutcomeStep::CommanderRisk)) | (0, Some(OutcomeStep::DeathRolls)))
        );
        if fresh {
            let inflicted: u16 = state.tolls.iter().map(|t| t.inflicted).sum();
            let received: u16 = state.tolls.iter().map(|t| t.received).sum();
            assert_eq!(inflicted, received);
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}
