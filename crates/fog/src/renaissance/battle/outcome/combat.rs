//! A combat phase on the table: the dice, and what they do to cohesion, bases and commanders.

use super::{Aftermath, Break, Event, LossCause, Removal, Roster, say};
use crate::core::{
    Ahead, Arithmetic, Cause, CombatResult, Decided, Fight, FileShot, Range, Reckon, Role, Round, RoundState,
};
use crate::renaissance::battle::melee::camps;
use crate::renaissance::battle::world::{CommanderPlace, GroupId, World};
use crate::renaissance::battle::{Cx, Flow, Input, Procedure};
use crate::renaissance::{NAVAL, Renaissance};
use crate::troops::{Cohesion, CombatPhase};
use caracole_kernel::{Side, Tally, dice::Value};
use caracole_ledger::{enforces, rule};
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
        }
    }

    fn id(&self, index: u8) -> Option<GroupId> {
        self.ids.get(usize::from(index)).copied()
    }

    /// Who fought whom hand to hand.
    fn faced(&self) -> Vec<Faced> {
        let mut found: Vec<Faced> = Vec::new();
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

/// Goes on with a combat.
pub fn run(cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow {
    let fight = std::mem::replace(&mut combat.fight, Fight::new(CombatPhase::Melee, Vec::new()));
    let flow = go_on(cx, combat, &fight, input);
    combat.fight = fight;
    match flow {
        Some(flow) => flow,
        None => {
            let aftermath = settle(cx, combat);
            Flow::Become(Procedure::Outcome(super::Procedure::Aftermath(aftermath)))
        }
    }
}

/// Reads dice and asks for the next; nothing when all is rolled.
fn go_on(cx: &mut Cx<'_>, combat: &mut Combat, fight: &Fight, input: Input) -> Option<Flow> {
    // Hits of all, then for each battle group its test, its death roll and the roll for its commander, then what was seen.
    enforces!("FOGR-SEQUENCE-013", "FOGR-SEQUENCE-014", "FOGR-SEQUENCE-020", "FOGR-SEQUENCE-021");
    enforces!("FOGR-SEQUENCE-023", "FOGR-SEQUENCE-024", "FOGR-SEQUENCE-026");
    let round = Round::<Renaissance>::new(fight, cx.world.readings);
    let mut state = match combat.state.take() {
        Some(state) => state,
        None => {
            tell_dice(cx, combat, fight);
            round.start()
        }
    };
    if let (Input::Dice(values), Some(group)) = (&input, combat.assaulting.take()) {
        camps::assault(cx, group, values.first().map_or(0, Value::number) > 0);
    } else if let Input::Dice(values) = input {
        let read = |i: usize| values.get(i).map_or(0, Value::number);
        if let Some(ahead) = round.ahead(&state) {
            tell_roll(cx, combat, &round, &state, ahead, &read);
            round.feed(&mut state, read);
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
    let roll = round.awaiting(&state);
    combat.state = Some(state);
    roll.map(Flow::Throw)
}

fn tell_dice(cx: &mut Cx<'_>, combat: &Combat, fight: &Fight) {
    let parts = Renaissance::explain(fight, cx.world.readings);
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

fn tell_roll(
    cx: &mut Cx<'_>,
    combat: &mut Combat,
    round: &Round<'_, Renaissance>,
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
            let (cause, tested_for) = match round.rolling_for(state) {
                Some((_, None)) => {
                    (Cause::Sight { reasons: Renaissance::reasons_in_sight(&case) }, TestedFor::Sight)
                }
                _ if round.fight().phase == CombatPhase::Shooting => (Cause::Shooting, TestedFor::Shooting),
                _ => (Cause::CloseCombat, TestedFor::CloseCombat),
            };
            if tested_for == TestedFor::Sight {
                cx.world[id].phase.saw = true;
            }
            let mut score = Tally::new("cohesion test");
            Reckon::add(&mut score, rule!("FOGR-COHESION-013"), "two dice", read(0));
            Renaissance::cohesion_modifiers(&case, cause, &mut score);
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
    let faced = combat.faced();
    let mut aftermath = Aftermath::after(faced);
    for &group in &combat.ids {
        // Those who saw guns taken, or friends break on contact, have tested for it.
        cx.world[group].phase.unseen = false;
    }
    let Some(state) = combat.state.take() else { return aftermath };
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
        if toll.cohesion == Cohesion::Broken && before != Cohesion::Broken {
            if toll.autobroken {
                say(cx, Event::Autobroke { group });
            }
            aftermath
                .breaks
                .push(Break { group, from: pressed_by(combat, &aftermath.faced, index, toll.result) });
        }
    }
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
    enforces!("FOGR-COMBAT-117");
    let place = CommanderPlace::FrontRank(group);
    let Some(commander) = cx.world.commander_ids().find(|&c| cx.world[c].place == place) else { return };
    cx.world[commander].place = CommanderPlace::Lost;
    say(cx, Event::CommanderLost { commander });
}

/// The enemies from whom a battle group that breaks runs: those it fought, or who shot at it.
fn pressed_by(combat: &Combat, faced: &[Faced], index: u8, result: CombatResult) -> Vec<GroupId> {
    enforces!("FOGR-COMBAT-122", "FOGR-COMBAT-123");
    let Some(group) = combat.id(index) else { return Vec::new() };
    if result != CombatResult::None {
        let of = |how: &dyn Fn(Meeting) -> bool| -> Vec<GroupId> {
            faced.iter().filter(|f| f.group == group && how(f.how)).map(|f| f.enemy).collect()
        };
        let engaged = of(&|how| how == Meeting::Engaged);
        return if engaged.is_empty() { of(&|_| true) } else { engaged };
    }
    // Those who shot at it, whether they hit or not.
    let mut shooters: Vec<GroupId> =
        combat.fight.volleys.iter().filter(|v| v.at == index).filter_map(|v| combat.id(v.by)).collect();
    shooters.sort_unstable();
    shooters.dedup();
    shooters
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
    // Bases that shoot stand for their dice: those straight ahead against all.
    let (mut ahead, mut all) = (0, 0);
    for volley in at_it() {
        let Some(by) = combat.id(volley.by) else { continue };
        for shot in &volley.files {
            let files = super::roster::files_of(world, by);
            let Some(file) = files.get(usize::from(shot.file)) else { continue };
            let Some(&front) = file.bases.first() else { continue };
            let bases = file.bases.len().saturating_sub(usize::from(shot.barred)).min(2);
            all += bases;
            let rect = world[front].base.rect();
            if world.rects(group).iter().any(|r| r.has_directly_ahead(&rect)) {
                ahead += bases;
            }
        }
    }
    let shooters = at_it().filter_map(|v| combat.id(v.by)).collect();
    LossCause::Shooting { shooters, long_guns_only, mostly_frontal: 2 * ahead > all }
}
