//! Battle groups and literal dice for the ancient and medieval tests.
#![allow(dead_code)]

pub mod random;

use caracole_fog::ancients::{Ancients, Pair, net_advantage};
use caracole_fog::combat::{
    Arithmetic, Base, Cause, Charge, Commander, CommanderPlace, Duel, Fight, File, FileRef, FileShot, Grade,
    Group, Range, Readings, Role, Round, RoundState, Stand, Toll, Volley,
};
use caracole_fog::troops::{
    Armour, BaseProfile, Capabilities, Capability, CombatPhase, Disorder, Quality, Training, TroopType,
};
use caracole_kernel::{BySide, Side, Tally, dice::DiceSource, dice::Scripted};

/// A base in good order. Troops without an armour class ignore the one given.
pub fn base(
    troop_type: TroopType,
    armour: Armour,
    quality: Quality,
    training: Training,
    capabilities: &[Capability],
) -> Base {
    let armour = troop_type.has_armour().then_some(armour);
    let profile =
        BaseProfile::ancients(troop_type, armour, quality, training, Capabilities::of(capabilities));
    Base { profile, disorder: Disorder::None }
}

/// An average, protected, undrilled base.
pub fn plain(troop_type: TroopType, capabilities: &[Capability]) -> Base {
    base(troop_type, Armour::Protected, Quality::Average, Training::Undrilled, capabilities)
}

/// The same base with another armour.
pub fn with_armour(mut base: Base, armour: Armour) -> Base {
    base.profile.armour = Some(armour);
    base
}

/// The same base with another quality.
pub fn with_quality(mut base: Base, quality: Quality) -> Base {
    base.profile.quality = quality;
    base
}

/// The same base drilled.
pub fn drilled(mut base: Base) -> Base {
    base.profile.training = Some(Training::Drilled);
    base
}

/// The same base in disorder.
pub fn in_disorder(mut base: Base, disorder: Disorder) -> Base {
    base.disorder = disorder;
    base
}

/// So many of a base one behind the other.
pub fn file(base: Base, ranks: usize) -> File {
    File::new(std::iter::repeat_n(base, ranks))
}

/// So many files of so many ranks.
pub fn block(side: Side, base: Base, files: usize, ranks: usize) -> Group {
    Group::new(side, std::iter::repeat_n(file(base, ranks), files))
}

/// A battle group of bases in ranks that differ: the front rank first.
pub fn ranks(side: Side, bases: &[Base], files: usize) -> Group {
    Group::new(side, std::iter::repeat_n(File::new(bases.iter().copied()), files))
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

/// Red and blue front to front, file by file from the left of both lists, red charging at impact.
pub fn line_up(phase: CombatPhase, red: Group, blue: Group) -> Fight {
    let files = red.files.len().min(blue.files.len()) as u8;
    let mut fight = Fight::new(phase, vec![red, blue]);
    let meet = if phase == CombatPhase::Impact { red_charges } else { duel };
    fight.duels = (0..files).map(|i| meet(at(0, i), at(1, i))).collect();
    fight
}

/// Every file of group `by` shoots at group `at` at this range.
pub fn volley(fight: &Fight, by: u8, at: u8, range: Range) -> Volley {
    let files = fight.groups[usize::from(by)].files.len() as u8;
    Volley {
        by,
        at,
        files: (0..files).map(|f| FileShot::plain(f, range)).collect(),
        regimental_gun: None,
        nearest: 0,
        from_behind: false,
        cover: false,
        enfilade: false,
    }
}

/// Red shoots at blue with everything.
pub fn red_shoots(red: Group, blue: Group, range: Range) -> Fight {
    let mut fight = Fight::new(CombatPhase::Shooting, vec![red, blue]);
    fight.volleys.push(volley(&fight, 0, 1, range));
    fight
}

/// A commander.
pub fn commander(grade: Grade, place: CommanderPlace) -> Option<Commander> {
    Some(Commander { grade, place, in_chief: false })
}

/// Resolves a fight with these dice, all of which must be used.
pub fn resolve(fight: &Fight, dice: &[u8]) -> Vec<Toll> {
    resolve_read(fight, Readings::DEFAULT, dice)
}

/// Resolves a fight with these readings and dice.
pub fn resolve_read(fight: &Fight, readings: Readings, dice: &[u8]) -> Vec<Toll> {
    let round: Round<'_, Ancients> = Round::new(fight, readings);
    let mut state = round.start();
    let mut source = Scripted::new(dice.iter().copied());
    while let Some(roll) = round.awaiting(&state) {
        let throw = source.throw(0, &roll.shown()).expect("enough dice");
        let values = roll.read(&throw).expect("dice that fit");
        round.feed(&mut state, |pool| values[pool].number());
    }
    assert!(state.is_done());
    assert_eq!(source.left(), 0, "dice left over");
    state.tolls.to_vec()
}

/// Feeds the hits of all rolls to hit and stops before what follows.
pub fn after_hits<'a>(fight: &'a Fight, dice: &[u8]) -> (Round<'a, Ancients>, RoundState) {
    let round: Round<'a, Ancients> = Round::new(fight, Readings::DEFAULT);
    let mut state = round.start();
    let mut source = Scripted::new(dice.iter().copied());
    while let Some(roll) = round.awaiting(&state).filter(|_| round.rolling_for(&state).is_none()) {
        let throw = source.throw(0, &roll.shown()).expect("enough dice");
        let values = roll.read(&throw).expect("dice that fit");
        round.feed(&mut state, |pool| values[pool].number());
    }
    assert_eq!(source.left(), 0, "dice left over");
    (round, state)
}

/// Dice of each part as (battle group, enemy, net, score, dice).
pub fn parts(fight: &Fight) -> Vec<(u8, u8, i8, u8, u16)> {
    parts_read(fight, Readings::DEFAULT)
}

/// Dice of each part with these readings.
pub fn parts_read(fight: &Fight, readings: Readings) -> Vec<(u8, u8, i8, u8, u16)> {
    let muster = Ancients::muster(fight, readings);
    muster.parts.iter().map(|p| (p.by, p.against, p.net, p.score, p.dice())).collect()
}

/// All dice of one battle group.
pub fn dice_of(fight: &Fight, group: u8) -> u16 {
    parts(fight).iter().filter(|p| p.0 == group).map(|p| p.4).sum()
}

/// The modifiers of a test as a tally.
pub fn modifiers(round: &Round<'_, Ancients>, state: &RoundState, group: u8, cause: Cause) -> Tally {
    let mut tally = Tally::new("cohesion test");
    Ancients::cohesion_modifiers(&round.case(state, group), cause, &mut tally);
    tally
}

/// The lines of a tally as label and value.
pub fn lines(tally: &Tally) -> Vec<String> {
    tally.lines.iter().map(|l| l.label.to_string()).collect()
}

/// Net points of advantage of red's first file against blue's first.
pub fn net(fight: &Fight) -> i32 {
    net_read(fight, Readings::DEFAULT)
}

/// The same with these readings.
pub fn net_read(fight: &Fight, readings: Readings) -> i32 {
    let stands = &fight.duels[0].stands;
    let pair = Pair::of(fight, &stands.red, &stands.blue, readings).expect("two files");
    let net = net_advantage(fight.phase, &pair);
    assert_eq!(net_advantage(fight.phase, &pair.turned()), -net, "the enemy's net is the opposite");
    net
}
