//! Combats: which is fought next, file by file.

mod align;
mod beside;
mod facts;
mod fight;
mod message;
mod prospects;
mod tell;
mod words;

pub use beside::supporters;
pub use facts::both;
pub use message::{Choice, Decision, Event, Order, Rank, Request};
pub use prospects::prospects;
pub use tell::{about, tell};
pub use words::{prompt, wording};

use crate::battle::charge::press_from_line;
use crate::battle::goes::Goes;
use crate::battle::outcome::{
    Kab, Test, Tested, check_file, files_to_lose, hurt, keep_posts, lose_base, settle, single_choice,
};
use crate::battle::position::fights::{Fight, Place, Stand, all};
use crate::battle::system::{Renatio, RollPurpose};
use crate::battle::world::{BrokenBy, CommanderId, Deed, Foe, Game, Post, UgId};
use crate::battle::{Asked, Cx, Flow, Input};
use crate::charts::CombatKind;
use crate::kab::{Cause, commander_at_risk};
use crate::troops::Arm;
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side, dice::Roll};
use caracole_ledger::{enforces, rule};
use caracole_plane::Edge;
use facts::Bonus;
use fight::Current;
use serde::{Deserialize, Serialize};

impl From<Request> for crate::battle::Request {
    fn from(request: Request) -> Self {
        crate::battle::Request::Combat(request)
    }
}

impl From<Event> for crate::battle::Event {
    fn from(event: Event) -> Self {
        crate::battle::Event::Combat(event)
    }
}

/// Where combat has got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    /// Alignment.
    Align,
    /// The next combat.
    Combat,
    /// The next files.
    File,
    /// Commanders of these files, and bases that could fight elsewhere.
    Ready,
    /// The dice of a side.
    Throw(Side),
    /// Bases are lost.
    Losses,
}

/// What is played of combats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Scope {
    /// Alignment and combats.
    Whole,
    /// Alignment alone.
    Alignment,
}

/// All combats of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combats {
    kind: CombatKind,
    scope: Scope,
    step: Step,
    goes: Goes,
    /// Units that have aligned: once each, or they would go further than the limit.
    aligned: Vec<UgId>,
    /// Edges that have fought.
    fought: Vec<(Place, Edge)>,
    /// Places that have thrown, those that throw along every edge with the edge.
    thrown: Vec<(Place, Edge)>,
    /// Places that have supported.
    supported: Vec<Place>,
    /// Who fights in the combat under way.
    members: Vec<Foe>,
    /// Who chooses the next files.
    chooser: Side,
    /// Live effects.
    bonus: Vec<Bonus>,
    /// The fight under way.
    current: Option<Current>,
}

impl Combats {
    /// The Active Player aligns and chooses first.
    pub fn new(kind: CombatKind, active: Side) -> Combats {
        Combats {
            kind,
            scope: Scope::Whole,
            step: Step::Align,
            goes: Goes::new(active),
            aligned: Vec::new(),
            fought: Vec::new(),
            thrown: Vec::new(),
            supported: Vec::new(),
            members: Vec::new(),
            chooser: active,
            bonus: Vec::new(),
            current: None,
        }
    }

    /// Alignment before movement.
    pub fn alignment(active: Side) -> Combats {
        Combats { scope: Scope::Alignment, ..Combats::new(CombatKind::Melee, active) }
    }

    /// Fights that can still be fought in this phase, those with the longest contact first.
    fn open(&self, game: Game<'_>) -> Vec<Fight> {
        enforces!("RETG-COMBAT-010", "RETG-COMBAT-011", "RETG-COMBAT-054", "RETG-COMBAT-017");
        let counts = |fight: &Fight| self.kind == CombatKind::Melee || is_of_charge(game, fight);
        let fresh = |fight: &Fight| {
            let edge = |side: Side| (fight.of(side).place, fight.of(side).edge);
            !self.fought.contains(&edge(Side::Red)) && !self.fought.contains(&edge(Side::Blue))
        };
        let throws = |fight: &Fight| Side::BOTH.into_iter().any(|s| self.may_throw(game, fight.of(s)));
        all(game)
            .into_iter()
            .map(|(fight, _)| fight)
            .filter(|fight| counts(fight) && fresh(fight) && throws(fight))
            .collect()
    }

    /// Whether a place has not thrown yet, along this edge if it throws along each.
    fn may_throw(&self, game: Game<'_>, stand: Stand) -> bool {
        !self.thrown.contains(&thrower(game, stand))
    }

    /// Fights of the combat under way, those next to a live effect alone if there are any.
    fn choices(&self, game: Game<'_>) -> Vec<Fight> {
        enforces!("RETG-COMBAT-025", "RETG-COMBAT-024");
        let own: Vec<Fight> =
            self.open(game).into_iter().filter(|fight| beside::is_among(&self.members, fight)).collect();
        let live = |fight: &Fight| {
            self.bonus.iter().any(|bonus| bonus.place == fight.red.place || bonus.place == fight.blue.place)
        };
        let next: Vec<Fight> = own.iter().copied().filter(live).collect();
        if next.is_empty() { own } else { next }
    }

    fn next(&mut self, cx: &mut Cx<'_>) -> Flow {
        let game = Game::new(cx.scenario, cx.world);
        match self.step {
            Step::Align => {
                enforces!("RETG-COMBAT-003", "RETG-SEQ-023", "RETG-SEQ-028");
                match self.goes.next(|side| align::can_align(game, side, &self.aligned)) {
                    Some(side) => F::Ask(side, Request::Align.into()),
                    None if self.scope == Scope::Alignment => F::Done(()),
                    None => {
                        self.step = Step::Combat;
                        F::Again
                    }
                }
            }
            Step::Combat => self.next_combat(game),
            Step::File => {
                let choices = self.choices(game);
                match choices.as_slice() {
                    [] => {
                        self.step = Step::Combat;
                        F::Again
                    }
                    [only] => self.begin(cx, *only),
                    _ => F::Ask(self.chooser, Request::NextFile.into()),
                }
            }
            Step::Ready => self.ready(cx),
            Step::Throw(side) => self.throw(cx, side),
            Step::Losses => self.losses(cx),
        }
    }

    fn next_combat(&mut self, game: Game<'_>) -> Flow {
        enforces!("RETG-COMBAT-023", "RETG-SEQ-016", "RETG-SEQ-029");
        let open = self.open(game);
        self.bonus.clear();
        self.chooser = game.world.when.active;
        let combats = clusters(&open);
        match combats.as_slice() {
            [] => F::Done(()),
            [only] => {
                self.members.clone_from(only);
                self.step = Step::File;
                F::Again
            }
            _ => F::Ask(game.world.when.active, Request::NextCombat.into()),
        }
    }

    /// Two files begin their fight.
    fn begin(&mut self, cx: &mut Cx<'_>, fight: Fight) -> Flow {
        let _ = &cx;
        self.current = Some(Current::new(fight));
        self.chooser = self.chooser.other();
        self.step = Step::Ready;
        F::Again
    }

    /// Asks what is still to be chosen before the dice.
    fn ready(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-GLOS-057", "RETG-GLOS-058", "RETG-GLOS-104");
        let game = Game::new(cx.scenario, cx.world);
        let active = game.world.when.active;
        let Some(current) = self.current.clone() else {
            self.step = Step::File;
            return F::Again;
        };
        for side in [active, active.other()] {
            if let Some(commander) = self.undecided(game, &current, side) {
                return F::Ask(side, Request::InFront { commander }.into());
            }
            if current.throws[side].is_none() {
                if self.may_throw_elsewhere(game, &current.fight, side) {
                    return F::Ask(side, Request::Here { fight: current.fight }.into());
                }
                let free = self.may_throw(game, current.fight.of(side));
                if let Some(current) = &mut self.current {
                    current.throws[side] = Some(free);
                }
            }
        }
        self.muster(cx);
        self.step = Step::Throw(active);
        F::Again
    }

    /// A Commander with the file who has not said where he is.
    fn undecided(&self, game: Game<'_>, current: &Current, side: Side) -> Option<CommanderId> {
        let stand = current.fight.of(side);
        let ug = stand.place.foe.ug().filter(|_| stand.front)?;
        if game.world[ug].profile.arm == Arm::Elephants {
            return None;
        }
        game.world.commanders_of(side).find(|id| {
            let with = game.world.commander(*id).map(|c| (c.post, c.fights));
            let here = with.is_some_and(|(post, fights)| {
                !fights && matches!(post, Post::With { ug: own, file, .. } if own == ug && file == stand.file)
            });
            here && !current.asked.contains(id)
        })
    }

    /// Whether a base of a fight could throw in another direction as well.
    fn may_throw_elsewhere(&self, game: Game<'_>, fight: &Fight, side: Side) -> bool {
        enforces!("RETG-COMBAT-018", "RETG-COMBAT-053");
        let own = fight.of(side);
        if !self.may_throw(game, own) || throws_by_edge(game, own.place) {
            return false;
        }
        self.open(game).iter().any(|other| {
            let there = other.of(side);
            other != fight && there.place == own.place && there.edge != own.edge
        })
    }

    /// Works out the dice of both sides.
    fn muster(&mut self, cx: &mut Cx<'_>) {
        let game = Game::new(cx.scenario, cx.world);
        let Some(mut current) = self.current.take() else { return };
        let both = facts::both(game, self.kind, &current.fight, &self.bonus);
        let fight = current.fight;
        current.arm(game, self.kind, &both, |side| self.supporters(game, &fight, side));
        for place in &current.supporting {
            self.supported.push(*place);
        }
        for side in Side::BOTH {
            let stand = current.fight.of(side);
            self.fought.push((stand.place, stand.edge));
            if current.throws[side] == Some(true) {
                self.thrown.push(thrower(game, stand));
            }
            self.bonus.retain(|bonus| bonus.place != stand.place);
        }
        note_fought(cx, &current.fight);
        cx.tell(current.event(self.kind, &both).into());
        self.current = Some(current);
    }

    /// The supporting files that a file has now.
    fn supporters(
        &self,
        game: Game<'_>,
        fight: &Fight,
        side: Side,
    ) -> Vec<crate::battle::position::fights::Cell> {
        enforces!("RETG-COMBAT-046", "RETG-COMBAT-044");
        if self.kind == CombatKind::Charge {
            return Vec::new();
        }
        let open = self.open(game);
        let free = |place: Place| {
            !self.thrown.iter().any(|(thrown, _)| *thrown == place)
                && !self.supported.contains(&place)
                && !self.fought.iter().any(|(fought, _)| *fought == place)
                && !open.iter().any(|other| other.of(side).place == place)
        };
        beside::supporters(game, fight, side).into_iter().filter(|cell| free(cell.place)).collect()
    }

    fn throw(&mut self, cx: &mut Cx<'_>, side: Side) -> Flow {
        let Some(current) = &self.current else { return F::Again };
        let pools = current.pools(&cx.scenario.charts, side);
        if pools.is_empty() {
            return self.after_throw(cx, side);
        }
        let rule = rule!("RETG-COMBAT-010");
        F::Throw(Roll { side: Some(side), rule, purpose: RollPurpose::Fight, pools })
    }

    fn after_throw(&mut self, cx: &mut Cx<'_>, side: Side) -> Flow {
        let active = cx.world.when.active;
        if side == active {
            self.step = Step::Throw(active.other());
            return F::Again;
        }
        self.take_effect(cx);
        self.step = Step::Losses;
        F::Again
    }

    /// Both sides' dice take effect together: wounds, bases to lose, Shatter and Shove.
    fn take_effect(&mut self, cx: &mut Cx<'_>) {
        enforces!("RETG-COMBAT-029", "RETG-COMBAT-032", "RETG-COMBAT-039");
        let Some(mut current) = self.current.take() else { return };
        let game = Game::new(cx.scenario, cx.world);
        let brought = current.effects(game);
        for side in Side::BOTH {
            let beside = beside::neighbours(game, current.fight.of(side));
            let effect = brought[side];
            if effect.shatter || effect.shove {
                for (_, cell) in beside {
                    self.give(cell.place, effect);
                }
            }
        }
        for side in Side::BOTH {
            let (shatter, shove) = (brought[side].shatter, brought[side].shove);
            if shatter || shove {
                cx.tell(Event::Effect { side, fight: current.fight, shatter, shove }.into());
            }
            let foe = current.fight.of(side).place.foe;
            current.flankers[side] = flankers(Game::new(cx.scenario, cx.world), &current.fight, side);
            current.to_lose[side] = hurt(cx, foe, current.harm_to(side));
            current.lost[side] = current.to_lose[side];
            if matches!(foe, Foe::Camp(_)) {
                current.to_lose[side] = 0;
            }
        }
        self.current = Some(current);
    }

    fn give(&mut self, place: Place, effect: crate::effects::Effects) {
        enforces!("RETG-COMBAT-033");
        if self.fought.iter().any(|(fought, _)| *fought == place) {
            return;
        }
        let (shatters, shoves) = (u8::from(effect.shatter), u8::from(effect.shove));
        match self.bonus.iter_mut().find(|bonus| bonus.place == place) {
            Some(bonus) => {
                bonus.shatters += shatters;
                bonus.shoves += shoves;
            }
            None => self.bonus.push(Bonus { place, shatters, shoves }),
        }
    }

    /// Removes bases one by one; owners choose where they can. Then what broke stops fighting, and Commanders are tested.
    fn losses(&mut self, cx: &mut Cx<'_>) -> Flow {
        loop {
            let game = Game::new(cx.scenario, cx.world);
            let active = game.world.when.active;
            let Some(current) = &mut self.current else { break };
            let next = [active, active.other()].into_iter().find(|side| current.to_lose[*side] > 0);
            let Some(side) = next else { break };
            let stand = current.fight.of(side);
            let Some(ug) = stand.place.foe.ug().filter(|ug| game.world.size(*ug) > 0) else {
                current.to_lose[side] = 0;
                continue;
            };
            match single_choice(game, ug, Some(stand.file)) {
                Some(file) => self.lose(cx, side, ug, file),
                None => return F::Ask(side, Request::Lose { ug }.into()),
            }
        }
        self.finish(cx)
    }

    fn lose(&mut self, cx: &mut Cx<'_>, side: Side, ug: UgId, file: u8) {
        if let Some(current) = &mut self.current {
            current.to_lose[side] -= 1;
        }
        lose_base(cx, ug, file);
        keep_posts(cx, ug);
    }

    fn finish(&mut self, cx: &mut Cx<'_>) -> Flow {
        enforces!("RETG-KAB-020", "RETG-CMD-025", "RETG-UNIV-004", "RETG-COMBAT-058");
        self.step = Step::File;
        let Some(current) = self.current.take() else { return F::Again };
        let mut tests = Vec::new();
        let game = Game::new(cx.scenario, cx.world);
        for side in Side::BOTH {
            let stand = current.fight.of(side);
            for id in fighting_with(game, side, stand.place.foe) {
                let lost = current.lost[side] > 0 && current.in_front[side].contains(&id);
                if commander_at_risk(false, false, true, lost) {
                    tests.push(Test::of(Tested::Commander(id), Cause::CommanderAtRisk));
                }
            }
        }
        for side in Side::BOTH {
            press_in(cx, &current, side);
            settle(cx, current.fight.of(side).place.foe, BrokenBy::Combat);
        }
        match tests.is_empty() {
            true => F::Again,
            false => F::Call(Kab::new(tests).into()),
        }
    }
}

/// Whether a place throws along each of its edges: halves of battlewagons, and every BW of a camp's frontage.
fn throws_by_edge(game: Game<'_>, place: Place) -> bool {
    enforces!("RETG-CAMP-020", "RETG-GLOS-015");
    match place.foe {
        Foe::Camp(_) => true,
        Foe::Ug(ug) => game.world[ug].profile.arm == Arm::Battlewagon,
    }
}

/// What throws in a fight: a base, or one edge of those that throw along each.
fn thrower(game: Game<'_>, stand: Stand) -> (Place, Edge) {
    (stand.place, if throws_by_edge(game, stand.place) { stand.edge } else { Edge::Front })
}

/// Whether a fight is of the charges of this phase: its sides were not in contact before, and one of them charged or
/// pursued into the other.
fn is_of_charge(game: Game<'_>, fight: &Fight) -> bool {
    let pair = (fight.red.place.foe.ug(), fight.blue.place.foe.ug());
    let came = |ug: Option<UgId>| {
        ug.is_some_and(|ug| {
            let state = &game.world[ug];
            state.deeds.has_any(&[Deed::Charged, Deed::Pursued])
        })
    };
    let old = match pair {
        (Some(red), Some(blue)) => game.world.fray.old.contains(&(red, blue)),
        _ => false,
    };
    let met = match pair {
        (Some(red), Some(blue)) => game.world.fray.met.contains(&(red, blue)),
        _ => false,
    };
    !old && (met || came(pair.0) || came(pair.1))
}

/// Who fought whom to the front: they may pursue.
fn note_fought(cx: &mut Cx<'_>, fight: &Fight) {
    for side in Side::BOTH {
        let (own, other) = (fight.of(side), fight.of(side.other()));
        if let Foe::Ug(attacked) = own.place.foe {
            crate::battle::card::note_attack(cx, attacked);
        }
        if let (Foe::Ug(a), Foe::Ug(b)) = (own.place.foe, other.place.foe)
            && own.front
            && !cx.world.fray.fought.contains(&(a, b))
        {
            cx.world.fray.fought.push((a, b));
        }
    }
}

/// Enemies who fight the flank of a file.
fn flankers(game: Game<'_>, fight: &Fight, side: Side) -> Vec<UgId> {
    let own = fight.of(side);
    let of_file = |other: &Fight| {
        let stand = other.of(side);
        stand.place.foe == own.place.foe && stand.file == own.file && stand.edge.is_flank()
    };
    let all = all(game).into_iter().map(|(other, _)| other).filter(of_file);
    all.filter_map(|other| other.of(side.other()).place.foe.ug()).collect()
}

/// When a whole file is destroyed, enemies who fought its flank press forward to the next bases.
fn press_in(cx: &mut Cx<'_>, current: &Current, side: Side) {
    enforces!("RETG-SEQ-017");
    let stand = current.fight.of(side);
    let Some(ug) = stand.place.foe.ug() else { return };
    if current.flankers[side].is_empty() || cx.world.formation(ug).files().any(|file| file == stand.file) {
        return;
    }
    for flanker in &current.flankers[side] {
        let (body, met) = press_from_line(Game::new(cx.scenario, cx.world), *flanker);
        if !met.is_empty() || body != *cx.world.body(*flanker) {
            cx.world.put(*flanker, &body);
        }
    }
}

/// Commanders of a side who fight in the front rank of somebody.
fn fighting_with(game: Game<'_>, side: Side, foe: Foe) -> Vec<CommanderId> {
    let Foe::Ug(ug) = foe else { return Vec::new() };
    let all = game.world.commanders_of(side);
    all.filter(|id| game.world.commander(*id).is_some_and(|c| c.fights && c.post.ug() == Some(ug))).collect()
}

/// The separate combats of some fights: those who fight each other, directly or by others.
fn clusters(fights: &[Fight]) -> Vec<Vec<Foe>> {
    let mut sets: Vec<Vec<Foe>> = Vec::new();
    for fight in fights {
        let (red, blue) = (fight.red.place.foe, fight.blue.place.foe);
        let mut joined = vec![red, blue];
        sets.retain(|set| {
            let meets = set.contains(&red) || set.contains(&blue);
            if meets {
                joined.extend(set.iter().copied());
            }
            !meets
        });
        joined.sort_unstable();
        joined.dedup();
        sets.push(joined);
    }
    sets.sort();
    sets
}

impl Play<Renatio> for Combats {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        use crate::battle::Order as O;
        match input {
            I::Order(O::Combat(order)) => return self.order(cx, *order),
            I::Order(_) => self.goes.pass(cx),
            I::Dice(values) => {
                if let Step::Throw(side) = self.step {
                    if let Some(current) = &mut self.current {
                        let shown = current.read(side, &values);
                        cx.tell(Event::Threw { side, shown }.into());
                    }
                    return self.after_throw(cx, side);
                }
            }
            _ => {}
        }
        self.next(cx)
    }

    fn check(
        &self,
        asked: Asked<'_>,
        decision: &crate::battle::Decision,
    ) -> Result<crate::battle::Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Request::Combat(request) = *asked.request else { return Err(NotAsked.into()) };
        let decision = match decision {
            crate::battle::Decision::Pass if request == Request::Align => {
                return Ok(crate::battle::Order::Pass);
            }
            crate::battle::Decision::Combat(decision) => *decision,
            _ => return Err(NotAsked.into()),
        };
        self.check_own(game, asked.side, request, decision)
            .map(|order| crate::battle::Order::Combat(Box::new(order)))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let wrap = crate::battle::Decision::Combat;
        let crate::battle::Request::Combat(request) = *asked.request else { return };
        match request {
            Request::Align => {
                for ug in game.world.of_side(asked.side).filter(|ug| !self.aligned.contains(ug)) {
                    let count = u8::try_from(align::ways(game, ug).len()).unwrap_or(u8::MAX);
                    out.extend((0..count).map(|way| wrap(Decision::Align { ug, way })));
                }
                out.push(crate::battle::Decision::Pass);
            }
            Request::NextCombat => {
                let combats = clusters(&self.open(game));
                out.extend(
                    combats.iter().filter_map(|set| set.first()).map(|foe| wrap(Decision::Combat(*foe))),
                );
            }
            Request::NextFile => {
                out.extend(self.choices(game).into_iter().map(|fight| wrap(Decision::Fight(fight))));
            }
            Request::InFront { .. } => {
                out.extend([Rank::Front, Rank::Behind].map(|rank| wrap(Decision::Rank(rank))));
            }
            Request::Here { .. } => {
                out.extend([Choice::Here, Choice::Elsewhere].map(|choice| wrap(Decision::Throw(choice))));
            }
            Request::Press { .. } => {}
            Request::Lose { ug } => {
                let fought = self.file_fought(asked.side);
                let files = files_to_lose(game, ug, fought).into_iter();
                out.extend(files.map(|file| wrap(Decision::Lose { file })));
            }
        }
    }
}

impl Combats {
    fn file_fought(&self, side: Side) -> Option<u8> {
        self.current.as_ref().map(|current| current.fight.of(side).file)
    }

    fn check_own(
        &self,
        game: Game<'_>,
        side: Side,
        request: Request,
        decision: Decision,
    ) -> Result<Order, Refusal> {
        match (request, decision) {
            (Request::Align, Decision::Align { ug, way }) => {
                align::check(game, side, ug, way, &self.aligned).map(|placings| Order::Align { ug, placings })
            }
            (Request::NextCombat, Decision::Combat(foe)) => {
                let known = clusters(&self.open(game)).iter().any(|set| set.contains(&foe));
                let problem = "It is in no combat that is still to be fought";
                known.then_some(Order::Combat(foe)).ok_or_else(|| {
                    Refusal::new(rule!("RETG-COMBAT-023"), problem, "Name somebody who fights.")
                })
            }
            (Request::NextFile, Decision::Fight(fight)) => {
                if self.choices(game).contains(&fight) {
                    return Ok(Order::Fight(fight));
                }
                let open = self.open(game).contains(&fight);
                let (rule, problem) = match open {
                    true => (rule!("RETG-COMBAT-025"), "Files next to a live Shatter or Shove fight first"),
                    false => (rule!("RETG-COMBAT-024"), "These files do not fight each other now"),
                };
                Err(Refusal::new(rule, problem, "Choose another file."))
            }
            (Request::InFront { .. }, Decision::Rank(rank)) => Ok(Order::Rank(rank)),
            (Request::Here { .. }, Decision::Throw(choice)) => Ok(Order::Throw(choice)),
            (Request::Lose { ug }, Decision::Lose { file }) => {
                check_file(game, ug, self.file_fought(side), file)?;
                Ok(Order::Lose(file))
            }
            _ => Err(NotAsked.into()),
        }
    }

    fn order(&mut self, cx: &mut Cx<'_>, order: Order) -> Flow {
        match order {
            Order::Align { ug, placings } => {
                cx.world.place(&placings);
                self.aligned.push(ug);
                cx.tell(Event::Aligned { ug }.into());
                self.goes.act(Game::new(cx.scenario, cx.world));
            }
            Order::Combat(foe) => {
                let open = self.open(Game::new(cx.scenario, cx.world));
                if let Some(set) = clusters(&open).into_iter().find(|set| set.contains(&foe)) {
                    self.members = set;
                    self.step = Step::File;
                }
            }
            Order::Fight(fight) => return self.begin(cx, fight),
            Order::Rank(rank) => self.rank(cx, rank),
            Order::Throw(choice) => {
                let active = cx.world.when.active;
                if let Some(current) = &mut self.current {
                    let side = [active, active.other()].into_iter().find(|s| current.throws[*s].is_none());
                    if let Some(side) = side {
                        current.throws[side] = Some(choice == Choice::Here);
                    }
                }
            }
            Order::Lose(file) => {
                let active = cx.world.when.active;
                let next = self.current.as_ref().and_then(|current| {
                    let side = [active, active.other()].into_iter().find(|s| current.to_lose[*s] > 0)?;
                    Some((side, current.fight.of(side).place.foe.ug()?))
                });
                if let Some((side, ug)) = next {
                    self.lose(cx, side, ug, file);
                }
            }
        }
        self.next(cx)
    }

    fn rank(&mut self, cx: &mut Cx<'_>, rank: Rank) {
        let game = Game::new(cx.scenario, cx.world);
        let active = game.world.when.active;
        let Some(current) = self.current.clone() else { return };
        let asked = [active, active.other()]
            .into_iter()
            .find_map(|side| self.undecided(game, &current, side).map(|id| (side, id)));
        let Some((side, id)) = asked else { return };
        if let Some(current) = &mut self.current {
            current.asked.push(id);
            if rank == Rank::Front {
                current.in_front[side].push(id);
            }
        }
        if rank == Rank::Front {
            if let Some(commander) = cx.world.commander_mut(id) {
                commander.fights = true;
            }
            cx.tell(Event::InFront { commander: id }.into());
        }
    }
}
