//! A combat phase on the table: the dice, and what they do to cohesion, bases and commanders.

use super::{Aftermath, Break, Event, LossCause, Removal, Roster, say};
use crate::battle::melee::camps;
use crate::battle::position::contact;
use crate::battle::world::{BaseId, CommanderPlace, GroupId, World};
use crate::battle::{Cx, Flow, Input, Procedure};
use crate::combat::{
    Ahead, Arithmetic, Cause, Charge, CombatResult, Decided, Edge as ShotEdge, Fight, FileShot, NAVAL, Range,
    Reckon, Role, Round, RoundState,
};
use crate::troops::{Cohesion, CombatPhase};
use caracole_kernel::{Side, Tally, dice::Value};
use caracole_ledger::enforces;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How two battle groups fought each other in a phase, seen from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Meeting {
    /// Front edges in contact, or charged.
    Engaged,
    /// The first only overlapped the second.
    Overlapped,
    /// The second only overlapped the first.
    OverlappedBy,
}

/// Who fought whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Faced {
    /// The battle group.
    pub group: GroupId,
    /// Its enemy.
    pub enemy: GroupId,
    /// How they met.
    pub how: Meeting,
}

/// Hits of one battle group on another; naval units have no battle group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hits {
    /// Who hit.
    pub by: Option<GroupId>,
    /// Who was hit.
    pub against: GroupId,
    /// How often.
    pub hits: u16,
}

/// Dice about to be rolled, with the reasons for their number and score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiceTold {
    /// Whose; naval units have no battle group.
    pub by: Option<GroupId>,
    /// Against whom.
    pub against: GroupId,
    /// How many.
    pub dice: Tally,
    /// Net points of advantage.
    pub advantage: Tally,
    /// The score that hits.
    pub score: u8,
}

/// Why a battle group tested its cohesion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TestedFor {
    /// Hits from shooting.
    Shooting,
    /// A lost close combat.
    CloseCombat,
    /// Friends broke, or a commander was lost.
    Sight,
    /// Charged while fragmented.
    Charged,
    /// A commander tried to bolster or rally it.
    Bolster,
    /// Commanders were lost near it.
    CommandersLost,
    /// The commander-in-chief among them.
    ChiefLost,
}

impl TestedFor {
    /// The reason of a test, as it is told.
    #[must_use]
    pub const fn of(cause: Cause) -> Self {
        match cause {
            Cause::Shooting => TestedFor::Shooting,
            Cause::CloseCombat | Cause::CommandersLost { lost_combat: true, .. } => TestedFor::CloseCombat,
            Cause::CommandersLost { in_chief: true, .. } => TestedFor::ChiefLost,
            Cause::CommandersLost { .. } => TestedFor::CommandersLost,
            Cause::Sight { .. } => TestedFor::Sight,
            Cause::Charged => TestedFor::Charged,
            Cause::Bolster => TestedFor::Bolster,
        }
    }
}

/// A combat phase under way: shooting, impact or melee of everybody on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// The battle groups by their number in the fight.
    pub ids: Vec<GroupId>,
    /// The fight.
    pub fight: Fight,
    state: Option<RoundState>,
    hits: Vec<Hits>,
    /// Battle groups that attack fortified camps and have not rolled yet.
    pub assailants: Vec<GroupId>,
    /// The one that rolls now.
    assaulting: Option<GroupId>,
    /// The owner has said who tests next for what was seen.
    ordered: bool,
}

impl Combat {
    /// The fight of the battle groups of a roster.
    #[must_use]
    pub fn new(roster: &Roster, fight: Fight) -> Self {
        Combat {
            ids: roster.ids.clone(),
            fight,
            state: None,
            hits: Vec::new(),
            assailants: Vec::new(),
            assaulting: None,
            ordered: false,
        }
    }

    /// Whether no dice have been thrown yet.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.hits.is_empty() && self.assaulting.is_none()
    }

    fn give_up(&mut self, group: GroupId, enemy: GroupId) {
        let index = |id: GroupId| self.ids.iter().position(|&known| known == id);
        let (own, their) = (index(group), index(enemy).and_then(|e| u8::try_from(e).ok()));
        if let Some(group) = own.and_then(|own| self.fight.groups.get_mut(own)) {
            group.gives_up = their;
        }
    }

    fn id(&self, index: u8) -> Option<GroupId> {
        self.ids.get(usize::from(index)).copied()
    }

    /// Who fought whom hand to hand in this phase, or is still in close combat from an earlier one. Asked before anybody
    /// is marked as broken or loses a base.
    fn faced(&self, world: &World) -> Vec<Faced> {
        let mut found = in_contact(world, &[]);
        for duel in &self.fight.duels {
            for side in Side::BOTH {
                let (own, enemy) = (&duel.stands[side], &duel.stands[side.other()]);
                let how = match (own.role, enemy.role) {
                    (Role::Overlap, _) => Meeting::Overlapped,
                    (_, Role::Overlap) => Meeting::OverlappedBy,
                    _ => Meeting::Engaged,
                };
                let (Some(group), Some(enemy)) = (self.id(own.file.group), self.id(enemy.file.group)) else {
                    continue;
                };
                match found.iter_mut().find(|f| (f.group, f.enemy) == (group, enemy)) {
                    Some(known) => known.how = known.how.min(how),
                    None => found.push(Faced { group, enemy, how }),
                }
            }
        }
        found
    }
}

/// Who is in close combat with whom as things stand, counting those who have just broken.
#[must_use]
pub fn in_contact(world: &World, just_broken: &[GroupId]) -> Vec<Faced> {
    let pairs = contact::close_combats(world, just_broken);
    pairs.into_iter().map(|(group, enemy)| Faced { group, enemy, how: Meeting::Engaged }).collect()
}

/// Goes on with a combat.
pub fn run<B: Arithmetic>(cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
    if combat.state.is_none() {
        if let Input::Order(crate::battle::Order::Outcome(super::Order::GiveUp(group, enemy))) = &input {
            combat.give_up(*group, *enemy);
        }
        if let Some(flow) = ask_to_give_up(cx.world, combat) {
            return flow;
        }
    }
    let fight = std::mem::replace(&mut combat.fight, Fight::new(CombatPhase::Melee, Vec::new()));
    let flow = go_on::<B>(cx, combat, &fight, input);
    combat.fight = fight;
    match flow {
        Some(flow) => flow,
        None => {
            let aftermath = settle(cx, combat);
            Flow::Become(Procedure::Outcome(super::Procedure::Aftermath(aftermath)))
        }
    }
}

/// Asks against whom a battle group gives up dice that it loses, where its enemies have equal claims; the active side's
/// first.
fn ask_to_give_up(world: &World, combat: &Combat) -> Option<Flow> {
    let mut open: Vec<(u8, GroupId)> = (0u8..).zip(combat.ids.iter().copied()).collect();
    open.sort_by_key(|(_, g)| world[*g].side != world.turn.active);
    let undecided =
        |index: u8| combat.fight.groups.get(usize::from(index)).is_some_and(|g| g.gives_up.is_none());
    let (group, enemies) =
        open.into_iter().filter(|(index, _)| undecided(*index)).find_map(|(index, group)| {
            let enemies = world.book.loss_choices(&combat.fight, world.readings, index);
            (!enemies.is_empty()).then_some((group, enemies))
        })?;
    let enemies = enemies.into_iter().filter_map(|e| combat.id(e)).collect();
    let request = super::Request::GiveUp { group, enemies };
    Some(Flow::Ask(world[group].side, crate::battle::Request::Outcome(request)))
}

/// Reads dice and asks for the next; nothing when all is rolled.
fn go_on<B: Arithmetic>(cx: &mut Cx<'_>, combat: &mut Combat, fight: &Fight, input: Input) -> Option<Flow> {
    // Hits of all, then for each battle group its test, its death roll and the roll for its commander, then what was seen.
    enforces!("FOGR-SEQUENCE-013", "FOGR-SEQUENCE-014", "FOGR-SEQUENCE-020", "FOGR-SEQUENCE-021");
    enforces!("FOGR-SEQUENCE-023", "FOGR-SEQUENCE-024", "FOGR-SEQUENCE-026");
    enforces!("FOGAM-SEQUENCE-018", "FOGAM-MELEE-014", "FOGAM-SEQUENCE-017", "FOGAM-SEQUENCE-012");
    let round = Round::<B>::new(fight, cx.world.readings);
    let mut state = match combat.state.take() {
        Some(state) => state,
        None => {
            tell_dice::<B>(cx, combat, fight);
            round.start()
        }
    };
    let chosen = match &input {
        Input::Order(crate::battle::Order::Outcome(super::Order::TestNext(group))) => Some(*group),
        _ => None,
    };
    if let (Input::Dice(values), Some(group)) = (&input, combat.assaulting.take()) {
        camps::assault(cx, group, values.first().map_or(0, Value::number) > 0);
    } else if let Input::Dice(values) = input {
        combat.ordered = false;
        let read = |i: usize| values.get(i).map_or(0, Value::number);
        if let Some(ahead) = round.ahead(&state) {
            tell_roll(cx, combat, &round, &state, ahead, &read);
            round.feed(&mut state, read);
        }
    }
    if let Some(group) = chosen {
        combat.ordered = true;
        if let Some(index) = combat.ids.iter().position(|&id| id == group) {
            round.test_next(&mut state, u8::try_from(index).unwrap_or(u8::MAX));
        }
    }
    // Camps are assaulted when the outcome of every combat is known, before anybody tests for what he saw.
    let seeing = state.is_done() || matches!(round.rolling_for(&state), Some((_, None)));
    if seeing {
        enforces!("FOGR-SEQUENCE-025");
        let broke = |g: GroupId| {
            let index = combat.ids.iter().position(|&id| id == g);
            index.and_then(|i| state.tolls.get(i)).is_some_and(|t| t.cohesion == Cohesion::Broken)
        };
        combat.assailants.retain(|&g| camps::is_assailant(cx.world, g) && !broke(g));
        if !combat.assailants.is_empty() {
            let group = combat.assailants.remove(0);
            combat.assaulting = Some(group);
            combat.state = Some(state);
            return Some(Flow::Throw(camps::roll(cx.world, group)));
        }
    }
    if let Some((side, groups)) = test_order(cx.world, combat, &round, &state) {
        combat.state = Some(state);
        let request = super::Request::TestOrder { groups };
        return Some(Flow::Ask(side, crate::battle::Request::Outcome(request)));
    }
    let roll = round.awaiting(&state);
    combat.state = Some(state);
    roll.map(Flow::Throw)
}

/// Who has to choose which of his battle groups tests next for what it saw, if there is a choice.
fn test_order<B: Arithmetic>(
    world: &World,
    combat: &Combat,
    round: &Round<'_, B>,
    state: &RoundState,
) -> Option<(Side, Vec<GroupId>)> {
    enforces!("FOGR-COHESION-019");
    let due: Vec<GroupId> = round.due_for_sight(state).iter().filter_map(|&i| combat.id(i)).collect();
    let side = world[*due.first()?].side;
    let own: Vec<GroupId> = due.into_iter().filter(|&g| world[g].side == side).collect();
    (own.len() > 1 && !combat.ordered).then_some((side, own))
}

fn tell_dice<B: Arithmetic>(cx: &mut Cx<'_>, combat: &Combat, fight: &Fight) {
    let parts = B::explain(fight, cx.world.readings);
    let dice: Vec<DiceTold> = parts
        .into_iter()
        .filter_map(|p| {
            let by = if p.by == NAVAL { None } else { Some(combat.id(p.by)?) };
            let against = combat.id(p.against)?;
            Some(DiceTold { by, against, dice: p.dice, advantage: p.advantage, score: p.score })
        })
        .collect();
    if !dice.is_empty() {
        say(cx, Event::Dice { dice });
    }
}

fn tell_roll<B: Arithmetic>(
    cx: &mut Cx<'_>,
    combat: &mut Combat,
    round: &Round<'_, B>,
    state: &RoundState,
    ahead: Ahead,
    read: &impl Fn(usize) -> i32,
) {
    match (ahead, round.read(ahead, read)) {
        (Ahead::Hits { roll }, Decided::Hits { all, .. }) => {
            let Some(part) = round.parts_rolled(roll).first() else { return };
            let Some(against) = combat.id(part.against) else { return };
            let hits = Hits { by: combat.id(part.by).filter(|_| part.by != NAVAL), against, hits: all };
            combat.hits.push(hits);
            say(cx, Event::Hit(hits));
        }
        (Ahead::Test { group, .. }, Decided::Test(result)) => {
            let Some(id) = combat.id(group) else { return };
            let case = round.case(state, group);
            let plain = match round.fight().phase {
                CombatPhase::Shooting => Cause::Shooting,
                CombatPhase::Impact | CombatPhase::Melee => Cause::CloseCombat,
            };
            let cause = match round.rolling_for(state) {
                Some((_, None)) => Cause::Sight { reasons: B::reasons_in_sight(&case) },
                _ => B::post_combat_cause(&case).unwrap_or(plain),
            };
            let tested_for = TestedFor::of(cause);
            if matches!(tested_for, TestedFor::Sight | TestedFor::CommandersLost | TestedFor::ChiefLost) {
                cx.world[id].phase.saw = true;
            }
            let mut score = Tally::new("cohesion test");
            Reckon::add(&mut score, B::ROLLS.cohesion, "two dice", read(0));
            B::cohesion_modifiers(&case, cause, &mut score);
            let from = case.toll().cohesion;
            say(cx, Event::Tested { group: id, tested_for, score, from, to: result.applied(from) });
        }
        (Ahead::Death { group, survived_on }, Decided::Death { lost }) => {
            let Some(group) = combat.id(group) else { return };
            say(cx, Event::DeathRoll { group, survived_on, lost });
        }
        (Ahead::Commander { group, falls_on }, Decided::Commander { lost }) => {
            let Some(group) = combat.id(group) else { return };
            say(cx, Event::CommanderRisked { group, dice: read(0), falls_on, lost });
        }
        _ => {}
    }
}

/// Writes what the dice have decided into the world, and notes what has still to be carried out on the table.
fn settle(cx: &mut Cx<'_>, combat: &mut Combat) -> Aftermath {
    enforces!("FOGR-COMBAT-107", "FOGR-COHESION-055", "FOGR-COHESION-045");
    let faced = combat.faced(cx.world);
    let mut aftermath = Aftermath::after(faced);
    for &group in &combat.ids {
        // Those who saw guns taken, or friends break on contact, have tested for it.
        cx.world[group].phase.unseen = false;
    }
    if combat.fight.phase == CombatPhase::Impact {
        let stands = combat.fight.duels.iter().flat_map(|d| Side::BOTH.map(|side| d.stands[side]));
        let mut chargers: Vec<GroupId> =
            stands.filter(|s| s.charge != Charge::No).filter_map(|s| combat.id(s.file.group)).collect();
        chargers.dedup();
        for charger in chargers {
            let book = cx.world.book;
            book.has_charged(cx.world, charger);
        }
    }
    let Some(state) = combat.state.take() else { return aftermath };
    aftermath.breaks = breaks(cx.world, combat, &aftermath.faced, &state);
    for (index, toll) in (0u8..).zip(&state.tolls) {
        let Some(group) = combat.id(index) else { continue };
        let before = cx.world[group].cohesion;
        if toll.cohesion > before {
            drop_to(cx.world, group, toll.cohesion);
        }
        if toll.autobroken {
            cx.world[group].autobroken = true;
        }
        if toll.commander_lost {
            lose_commander(cx, group);
        }
        if toll.lost > 0 {
            let cause = loss_cause(cx.world, combat, index);
            let removal = Removal { group, cause };
            aftermath.losses.extend(std::iter::repeat_n(removal, usize::from(toll.lost)));
        }
        if toll.autobroken && toll.cohesion == Cohesion::Broken && before != Cohesion::Broken {
            say(cx, Event::Autobroke { group });
        }
    }
    aftermath.from_sea = combat.fight.bombardments.iter().filter_map(|b| combat.id(b.at)).collect();
    // The active player takes off his bases second.
    let active = cx.world.turn.active;
    aftermath.losses.sort_by_key(|r| cx.world[r.group].side == active);
    aftermath
}

/// Sets a worse cohesion level.
pub fn drop_to(world: &mut World, group: GroupId, cohesion: Cohesion) {
    enforces!("FOGR-COMBAT-127");
    let g = &mut world[group];
    g.cohesion = cohesion;
    g.turn.dropped = true;
    if cohesion == Cohesion::Broken {
        g.regimental_guns = false;
    }
}

fn lose_commander(cx: &mut Cx<'_>, group: GroupId) {
    enforces!("FOGR-COMBAT-117", "FOGAM-COMBAT-084");
    let place = CommanderPlace::FrontRank(group);
    let Some(commander) = cx.world.commander_ids().find(|&c| cx.world[c].place == place) else { return };
    cx.world[commander].place = CommanderPlace::Lost;
    say(cx, Event::CommanderLost { commander });
}

/// The battle groups that break, with the enemies from whom they run: worked out while all stand as they fought.
fn breaks(world: &World, combat: &Combat, faced: &[Faced], state: &RoundState) -> Vec<Break> {
    let broken = (0u8..).zip(&state.tolls).filter(|(_, toll)| toll.cohesion == Cohesion::Broken);
    let newly = broken.filter_map(|(index, toll)| {
        let group = combat.id(index).filter(|&g| !world[g].is_broken())?;
        Some(Break::of(world, group, &pressed_by(combat, faced, (index, group), toll.result)))
    });
    newly.collect()
}

/// The enemies from whom a battle group that breaks runs: those in close combat with it, or who shot at it.
fn pressed_by(
    combat: &Combat,
    faced: &[Faced],
    (index, group): (u8, GroupId),
    result: CombatResult,
) -> Vec<GroupId> {
    enforces!("FOGR-COMBAT-122", "FOGR-COMBAT-123");
    let of = |how: &dyn Fn(Meeting) -> bool| -> Vec<GroupId> {
        faced.iter().filter(|f| f.group == group && how(f.how)).map(|f| f.enemy).collect()
    };
    let mut enemies = of(&|how| how == Meeting::Engaged);
    if enemies.is_empty() && result != CombatResult::None {
        enemies = of(&|_| true);
    }
    // Those who shot at it, whether they hit or not.
    enemies.extend(combat.fight.volleys.iter().filter(|v| v.at == index).filter_map(|v| combat.id(v.by)));
    enemies.sort_unstable();
    enemies.dedup();
    enemies
}

fn loss_cause(world: &World, combat: &Combat, index: u8) -> LossCause {
    let Some(group) = combat.id(index) else { return LossCause::CloseCombat { worst: Vec::new() } };
    let taken = || combat.hits.iter().filter(|h| h.against == group && h.hits > 0);
    if combat.fight.phase != CombatPhase::Shooting {
        let most = taken().map(|h| h.hits).max().unwrap_or(0);
        let worst = taken().filter(|h| h.hits == most).filter_map(|h| h.by).collect();
        return LossCause::CloseCombat { worst };
    }
    let at_it = || combat.fight.volleys.iter().filter(|v| v.at == index);
    let guns = |by: u8| combat.id(by).is_some_and(|g| super::super::position::kinds::is_artillery(world, g));
    let long = |f: &FileShot| f.range == Range::Long;
    // Naval guns are artillery at long range.
    let long_guns_only =
        at_it().all(|v| guns(v.by) && v.files.iter().all(long) && v.regimental_gun.is_none());
    let shooters = at_it().filter_map(|v| combat.id(v.by)).collect();
    LossCause::Shooting {
        shooters,
        long_guns_only,
        mostly_frontal: mostly_frontal(world, combat, index),
        as_front: shot_aside(world, combat, index),
    }
}

/// The bases of a tercio that shot from a side or rear edge.
fn shot_aside(world: &World, combat: &Combat, index: u8) -> Vec<BaseId> {
    let tercio = |g: &GroupId| super::super::position::kinds::is_tercio(world, *g);
    let Some(group) = combat.id(index).filter(tercio) else { return Vec::new() };
    let files = super::roster::files_of(world, group);
    let mut found = Vec::new();
    for volley in combat.fight.volleys.iter().filter(|v| v.by == index) {
        for shot in volley.files.iter().filter(|s| s.edge != ShotEdge::Front) {
            let bases =
                files.get(usize::from(shot.file)).into_iter().flat_map(|f| f.bases.iter().enumerate());
            found.extend(
                bases
                    .filter(|(place, _)| *place >= usize::from(shot.barred) && shot.by.has(*place))
                    .map(|(_, b)| *b),
            );
        }
    }
    found
}

/// Whether most of the dice shot at a battle group came from bases at least partly straight in front of it. The dice that a
/// battle group rolls are shared among its bases in proportion to what each gives.
fn mostly_frontal(world: &World, combat: &Combat, index: u8) -> bool {
    enforces!("FOGR-COHESION-049");
    let Some(group) = combat.id(index) else { return false };
    let ours = world.rects(group);
    let muster = world.book.muster(&combat.fight, world.readings);
    let rolled = |by: u8| -> u64 {
        let parts = muster.parts.iter().filter(|p| (p.by, p.against) == (by, index));
        parts.map(|p| u64::from(p.dice())).sum()
    };
    // Frontal dice less the others, each as a fraction of what its battle group gives.
    let (mut ahead, mut others) = (Fraction::ZERO, Fraction::whole(rolled(NAVAL)));
    let mut seen: Vec<u8> = Vec::new();
    for by in combat.fight.volleys.iter().filter(|v| v.at == index).map(|v| v.by) {
        let Some(shooters) = combat.id(by).filter(|_| !seen.contains(&by)) else { continue };
        seen.push(by);
        let files = super::roster::files_of(world, shooters);
        let (mut frontal, mut all) = (0u64, 0u64);
        for volley in combat.fight.volleys.iter().filter(|v| (v.by, v.at) == (by, index)) {
            let given = world.book.sixths_of_dice(&combat.fight, volley, world.readings);
            for (file, sixths) in given {
                let front = files.get(usize::from(file)).and_then(|f| f.bases.first());
                let rect = front.map(|&b| world[b].base.rect());
                all += u64::from(sixths);
                if rect.is_some_and(|r| ours.iter().any(|o| o.has_directly_ahead(&r))) {
                    frontal += u64::from(sixths);
                }
            }
        }
        let dice = rolled(by);
        ahead = ahead.plus(dice * frontal, all);
        others = others.plus(dice * (all - frontal), all);
    }
    ahead.exceeds(others)
}

/// A sum of fractions.
#[derive(Clone, Copy)]
struct Fraction(u64, u64);

impl Fraction {
    const ZERO: Fraction = Fraction(0, 1);

    const fn whole(number: u64) -> Self {
        Fraction(number, 1)
    }

    /// With parts of so many added. Dice and bases are few: nothing overflows.
    const fn plus(self, parts: u64, of: u64) -> Self {
        if of == 0 { self } else { Fraction(self.0 * of + parts * self.1, self.1 * of) }
    }

    fn exceeds(self, other: Self) -> bool {
        u128::from(self.0) * u128::from(other.1) > u128::from(other.0) * u128::from(self.1)
    }
}
