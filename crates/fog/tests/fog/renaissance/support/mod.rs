//! Battle groups and literal dice for the Renaissance tests.
#![allow(dead_code, clippy::expect_used)]

use caracole_fog::combat::{
    Ahead, Arithmetic, Base, Charge, Decided, Duel, Fight, File, FileRef, Group, Readings, Role, Round,
    RoundState, Stand, Toll,
};
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::{Armour, BaseProfile, Capabilities, Capability, Disorder, Quality, TroopType};
use caracole_kernel::{BySide, Side, Tally, dice::DiceSource, dice::Scripted};

/// A base in good order.
pub fn base(troop_type: TroopType, armour: Armour, quality: Quality, capabilities: &[Capability]) -> Base {
    let armour = troop_type.has_armour().then_some(armour);
    let profile = BaseProfile::renaissance(troop_type, armour, quality, Capabilities::of(capabilities));
    Base { profile, disorder: Disorder::None }
}

/// So many of a base one behind the other.
pub fn file(base: Base, ranks: usize) -> File {
    File::new(std::iter::repeat_n(base, ranks))
}

/// So many files of so many ranks.
pub fn block(side: Side, base: Base, files: usize, ranks: usize) -> Group {
    Group::new(side, std::iter::repeat_n(file(base, ranks), files))
}

/// A file of a fight.
pub fn at(group: u8, file: u8) -> FileRef {
    FileRef { group, file }
}

/// Front against front.
pub fn duel(red: FileRef, blue: FileRef) -> Duel {
    Duel { stands: BySide { red: Stand::level(red), blue: Stand::level(blue) } }
}

/// Red charges blue's front.
pub fn red_charges(red: FileRef, blue: FileRef) -> Duel {
    let mut duel = duel(red, blue);
    duel.stands.red.charge = Charge::Yes;
    duel
}

/// Red overlaps blue.
pub fn red_overlaps(red: FileRef, blue: FileRef) -> Duel {
    let mut duel = duel(red, blue);
    duel.stands.red.role = Role::Overlap;
    duel.stands.blue.role = Role::Idle;
    duel
}

/// Resolves a fight with these dice, all of which must be used.
pub fn resolve(fight: &Fight, dice: &[u8]) -> Vec<Toll> {
    resolve_with::<Renaissance>(fight, Readings::DEFAULT, dice)
}

/// Resolves a fight by the rules of a book.
pub fn resolve_with<B: Arithmetic>(fight: &Fight, readings: Readings, dice: &[u8]) -> Vec<Toll> {
    let round: Round<'_, B> = Round::new(fight, readings);
    let mut state = round.start();
    let mut source = Scripted::new(dice.iter().copied());
    let mut entry = 0;
    while let Some(roll) = round.awaiting(&state) {
        entry += 1;
        let throw = source.throw(entry, &roll.shown()).expect("enough dice");
        let values = roll.read(&throw).expect("dice that fit");
        round.feed(&mut state, |pool| values[pool].number());
    }
    assert!(state.is_done());
    state.tolls.to_vec()
}

/// Feeds the hits of all rolls to hit and stops before the first test.
pub fn after_hits<'a>(fight: &'a Fight, dice: &[u8]) -> (Round<'a, Renaissance>, RoundState) {
    let round: Round<'a, Renaissance> = Round::new(fight, Readings::DEFAULT);
    let mut state = round.start();
    let mut source = Scripted::new(dice.iter().copied());
    while let Some(roll) = round.awaiting(&state).filter(|_| round.rolling_for(&state).is_none()) {
        let throw = source.throw(0, &roll.shown()).expect("enough dice");
        let values = roll.read(&throw).expect("dice that fit");
        round.feed(&mut state, |pool| values[pool].number());
    }
    (round, state)
}

/// Hits of each roll to hit as (battle group, enemy, hits).
pub fn hits_scored(fight: &Fight, dice: &[u8]) -> Vec<(u8, u8, u16)> {
    let round: Round<'_, Renaissance> = Round::new(fight, Readings::DEFAULT);
    let mut state = round.start();
    let mut source = Scripted::new(dice.iter().copied());
    let mut scored = Vec::new();
    while let Some(ahead @ Ahead::Hits { roll: number }) = round.ahead(&state) {
        let roll = round.awaiting(&state).expect("a roll");
        let throw = source.throw(0, &roll.shown()).expect("enough dice");
        let values = roll.read(&throw).expect("dice that fit");
        let decided = round.read(ahead, |pool| values[pool].number());
        let part = &round.parts_rolled(number)[0];
        if let Decided::Hits { all, .. } = decided {
            scored.push((part.by, part.against, all));
        }
        round.advance(&mut state, decided);
    }
    assert_eq!(source.left(), 0, "all dice are used");
    scored
}

/// Dice of each part as (battle group, enemy, net, score, dice).
pub fn parts(fight: &Fight) -> Vec<(u8, u8, i8, u8, u16)> {
    let muster = Renaissance::muster(fight, Readings::DEFAULT);
    muster.parts.iter().map(|p| (p.by, p.against, p.net, p.score, p.dice())).collect()
}

/// The modifiers of a test as a tally.
pub fn modifiers(
    round: &Round<'_, Renaissance>,
    state: &RoundState,
    group: u8,
    cause: caracole_fog::combat::Cause,
) -> Tally {
    let mut tally = Tally::new("cohesion test");
    Renaissance::cohesion_modifiers(&round.case(state, group), cause, &mut tally);
    tally
}
