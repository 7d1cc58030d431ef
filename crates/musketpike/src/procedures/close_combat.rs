//! One Close Combat, from pistols to the reactions that its advance brings.

use super::{
    Answer, Asked, Cx, In, MusketPike, NOT_ASKED, Next, Order, Play, call, changes,
    effects::leader_casualty,
    face, field,
    morale::MoraleCheck,
    pursuit::Quarries,
    reaction::Reactions,
    retreat::{Retreat, RetreatKind},
    rolled, throw,
    trigger::{Cause, Trigger},
    volley::{break_column, check_facing, offer_facings},
};
use crate::RollPurpose;
use crate::{
    charts::{Advance, CloseCombatOutcome, CloseCombatRow, PursuitBy, PursuitResult},
    counters::UnitId,
    engine::{
        bar::{Allowed, Bar},
        field::{Field, Leaders},
    },
    hex::{Hex, Placement, Zone},
    messages::{Decision, Event, HitBy, LeaderLoss, Request},
    world::{Formation, Marks, MoraleState, Post},
};
use caracole_kernel::{Flow, Side};
use caracole_ledger::{enforces, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A unit that lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Loser {
    pub(super) unit: UnitId,
    /// Where it stood.
    pub(super) hexes: [Option<Hex>; 2],
    /// Where it went.
    pub(super) path: [Option<Hex>; 2],
    pub(super) fate: LoserFate,
    /// Where the other side had it: the nearest to its front.
    pub(super) zone: Zone,
}

/// What became of a unit that lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum LoserFate {
    /// Not settled yet.
    Open,
    /// It retreated.
    Retreated,
    /// It retreated off the map.
    LeftMap,
    /// It could not retreat and stood.
    Stood,
    /// It was eliminated.
    Eliminated,
}

/// One Close Combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseCombat {
    pub(super) attackers: SmallVec<[UnitId; 4]>,
    pub(super) defender: Option<UnitId>,
    hex: Hex,
    pub(super) interception: bool,
    pistols: SmallVec<[UnitId; 4]>,
    leaders: Leaders,
    pub(super) outcome: Option<(CloseCombatOutcome, u8, Advance, PursuitBy)>,
    pub(super) losers: SmallVec<[Loser; 4]>,
    next: u8,
    pub(super) winners: SmallVec<[UnitId; 4]>,
    /// Cavalry that has still to roll for pursuit.
    pub(super) pursuers: SmallVec<[UnitId; 4]>,
    /// Units that pursued: they make no normal advance.
    pub(super) pursued: SmallVec<[UnitId; 4]>,
    /// Units that advanced or pursued, in order; whether by pursuit.
    pub(super) moved: SmallVec<[(UnitId, bool); 4]>,
    pub(super) advanced: bool,
    no_hits: bool,
    pub(super) along: Leaders,
    pub(super) stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    Begin,
    Facing,
    Attackers,
    Defenders,
    Roll,
    Losers,
    Pursuit,
    Quarry(UnitId),
    QuarryOffMap(UnitId),
    Advance,
    GoAlong(UnitId, Placement),
    FaceAdvance(UnitId),
    Hits,
    Leaders,
    Reactions,
}

impl CloseCombat {
    /// Attackers of a hex; a lone leader is no unit.
    pub(super) fn new(attackers: SmallVec<[UnitId; 4]>, defender: Option<UnitId>, hex: Hex) -> Self {
        CloseCombat {
            attackers,
            defender,
            hex,
            interception: false,
            pistols: SmallVec::new(),
            leaders: Leaders::new(),
            outcome: None,
            losers: SmallVec::new(),
            next: 0,
            winners: SmallVec::new(),
            pursuers: SmallVec::new(),
            pursued: SmallVec::new(),
            moved: SmallVec::new(),
            advanced: false,
            no_hits: false,
            along: Leaders::new(),
            stage: Stage::Begin,
        }
    }

    /// The combat of an Interception.
    pub(super) fn interception(unit: UnitId, target: UnitId, hex: Hex) -> Self {
        let mut combat = Self::new(SmallVec::from_slice(&[unit]), Some(target), hex);
        combat.interception = true;
        combat
    }

    fn attacker_side(&self, f: Field<'_>) -> Side {
        self.attackers.first().map_or(Side::Red, |unit| f.side(*unit))
    }

    fn participants(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.attackers.iter().copied().chain(self.defender)
    }

    fn begin(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        let side = self.attacker_side(f);
        let Some(defender) = self.defender else {
            enforces!("MPBS-5.3.1c");
            for leader in f.leaders_at(self.hex, side.other()) {
                changes::lose_leader(cx, leader, LeaderLoss::Alone);
            }
            return Flow::Done(Answer::Done);
        };
        self.leaders = self.participants().flat_map(|unit| f.leaders_with(unit)).collect();
        if f.is_train(defender) {
            enforces!("MPBS-11.5.1a", "MPBS-11.5.1b", "MPBS-14.1b");
            self.leaders.clear();
            self.no_hits = true;
            self.winners = self.attackers.clone();
            let hexes = [Some(self.hex), None];
            self.losers.push(Loser {
                unit: defender,
                hexes,
                path: [None; 2],
                fate: LoserFate::Eliminated,
                zone: Zone::Front,
            });
            self.outcome =
                Some((CloseCombatOutcome::DefenderEliminated, 0, Advance::AttackerMust, PursuitBy::None));
            self.stage = Stage::Advance;
            return Flow::Again;
        }
        if f.swept_away(&self.attackers, defender) {
            enforces!("MPBS-11.6c", "MPBS-11.7.1b");
            self.no_hits = true;
            self.note_losers(cx, &[defender]);
            cx.tell(Event::SweptAway { unit: defender });
            changes::eliminate(cx, defender);
            self.losers[0].fate = LoserFate::Eliminated;
            self.winners = self.attackers.clone();
            self.outcome =
                Some((CloseCombatOutcome::DefenderEliminated, 0, Advance::AttackerMust, PursuitBy::None));
            self.stage = Stage::Advance;
            return Flow::Again;
        }
        if f.unit(defender).formation == Formation::Column && !f.is_broken(defender) {
            self.stage = Stage::Facing;
            return Flow::Ask(side.other(), Request::Face(defender));
        }
        self.ask_attackers(cx)
    }

    /// The attacker announces pistols first.
    fn ask_attackers(&mut self, cx: &Cx<'_>) -> Next {
        enforces!("MPBS-11.3.9a");
        let f = field(cx);
        self.stage = Stage::Attackers;
        if self.attackers.iter().any(|unit| f.has_shot(*unit)) {
            return Flow::Ask(self.attacker_side(f), Request::Pistols);
        }
        self.ask_defender(cx)
    }

    fn ask_defender(&mut self, cx: &Cx<'_>) -> Next {
        let f = field(cx);
        self.stage = Stage::Defenders;
        if self.defender.is_some_and(|unit| f.has_shot(unit)) {
            return Flow::Ask(self.attacker_side(f).other(), Request::Pistols);
        }
        self.throw(cx)
    }

    fn throw(&mut self, cx: &Cx<'_>) -> Next {
        self.stage = Stage::Roll;
        throw(self.attacker_side(field(cx)), rule!("MPBS-11.2D"), RollPurpose::CloseCombat)
    }

    fn take_pistols(&mut self, cx: &mut Cx<'_>, units: &[UnitId]) {
        for unit in units {
            changes::spend_pistol(cx, *unit);
            self.pistols.push(*unit);
        }
    }

    fn note_losers(&mut self, cx: &Cx<'_>, units: &[UnitId]) {
        let f = field(cx);
        for &unit in units {
            let place = f.footprint(unit);
            let sees = |by: UnitId| place.iter().filter_map(move |hex| f.zone(by, hex)).min();
            let zone = match self.defender {
                Some(defender) if defender != unit => sees(defender),
                _ => self.attackers.iter().filter_map(|attacker| sees(*attacker)).min(),
            };
            self.losers.push(Loser {
                unit,
                hexes: [Some(place.first), place.second],
                path: [None; 2],
                fate: LoserFate::Open,
                // Cavalry without a facing has no preference.
                zone: zone.unwrap_or(Zone::Front),
            });
        }
    }

    fn read(&mut self, cx: &mut Cx<'_>, values: &caracole_kernel::dice::Values) -> Next {
        let Some(defender) = self.defender else { return Flow::Done(Answer::Done) };
        let f = field(cx);
        let rolled = rolled(values, f.close_combat_tally(&self.attackers, defender, &self.pistols));
        let &CloseCombatRow { outcome, retreat, advance, pursuit, .. } =
            f.table.charts.close_combat.row(rolled.total());
        let attackers = self.attackers.to_vec();
        cx.tell(Event::CloseCombat { attackers, defender, rolled, outcome });
        self.outcome = Some((outcome, retreat, advance, pursuit));
        use CloseCombatOutcome as O;
        let attackers = self.attackers.clone();
        match outcome {
            O::NoEffect => {}
            O::AttackerEliminated | O::AttackerMoraleBroken | O::AttackerMoraleShaken => {
                self.winners.push(defender);
                self.note_losers(cx, &attackers);
            }
            O::DefenderEliminated | O::DefenderMoraleBroken | O::DefenderMoraleShaken => {
                self.winners = attackers;
                self.note_losers(cx, &[defender]);
            }
        }
        self.stage = Stage::Losers;
        self.lose(cx)
    }

    /// Applies the result to the next unit that lost.
    fn lose(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-11.2E", "MPBS-11.4.1a", "MPBS-6.3.2d");
        let Some(&loser) = self.losers.get(usize::from(self.next)) else { return self.begin_pursuit(cx) };
        let Some((outcome, retreat, ..)) = self.outcome else { return self.begin_pursuit(cx) };
        use CloseCombatOutcome as O;
        let unit = loser.unit;
        let state = *field(cx).unit(unit);
        let eliminated = matches!(outcome, O::AttackerEliminated | O::DefenderEliminated)
            || state.morale == MoraleState::Broken;
        if eliminated {
            enforces!("MPBS-12.4.6b");
            self.eliminate_loser(cx, unit);
            self.next += 1;
            return self.lose(cx);
        }
        let shaken = matches!(outcome, O::AttackerMoraleShaken | O::DefenderMoraleShaken);
        let from = self.enemy_hexes(field(cx), unit);
        if shaken && state.morale == MoraleState::Normal {
            let units: SmallVec<[UnitId; 2]> = changes::together(cx, unit).collect();
            for id in units {
                changes::set_morale(cx, id, MoraleState::Shaken);
            }
            return call(Retreat::from_combat(unit, RetreatKind::Orderly, retreat, from));
        }
        enforces!("MPBS-12.4.6a");
        changes::break_morale(cx, unit);
        call(Retreat::from_combat(unit, RetreatKind::Broken, 2, from))
    }

    fn eliminate_loser(&mut self, cx: &mut Cx<'_>, unit: UnitId) {
        enforces!("MPBS-11.4.1e");
        enforces!("MPBS-8.2.1d", "MPBS-11.5.2b");
        let place = field(cx).footprint(unit);
        for hex in place.iter() {
            // Guns with the half that fought stay, for the victor to take; those with the other half are lost now.
            if place.second.is_some()
                && !self.fought_in(field(cx), unit, hex)
                && let Some(gun) = field(cx).stack(hex).gun()
                && field(cx).is_gun(gun)
            {
                changes::disable(cx, gun);
            }
        }
        let units: SmallVec<[UnitId; 2]> = changes::together(cx, unit).collect();
        for id in units {
            changes::eliminate(cx, id);
        }
        if let Some(loser) = self.losers.get_mut(usize::from(self.next)) {
            loser.fate = LoserFate::Eliminated;
        }
    }

    /// Whether a hex of a participant was attacked, or attacked from.
    fn fought_in(&self, f: Field<'_>, unit: UnitId, hex: Hex) -> bool {
        if self.defender == Some(unit) {
            return hex == self.hex
                || self.attackers.iter().skip(1).any(|attacker| f.may_attack(*attacker, hex).is_ok());
        }
        self.defender.is_none_or(|defender| f.footprint(defender).distance(hex) <= 1)
    }

    /// Hexes of the enemies that a loser fought.
    fn enemy_hexes(&self, f: Field<'_>, unit: UnitId) -> SmallVec<[Hex; 4]> {
        let side = f.side(unit);
        self.participants()
            .filter(|other| f.side(*other) != side && f.unit(*other).in_play())
            .flat_map(|other| f.footprint(other).iter())
            .collect()
    }

    fn retreated(&mut self, cx: &mut Cx<'_>, answer: Answer) -> Next {
        let f = field(cx);
        if let Some(loser) = self.losers.get_mut(usize::from(self.next)) {
            let state = f.unit(loser.unit);
            loser.fate = match answer {
                Answer::LeftMap(path) => {
                    loser.path = path;
                    LoserFate::LeftMap
                }
                Answer::Stood => LoserFate::Stood,
                Answer::Retreated(path) if state.in_play() => {
                    loser.path = path;
                    LoserFate::Retreated
                }
                _ if state.in_play() => LoserFate::Retreated,
                _ => LoserFate::Eliminated,
            };
        }
        self.next += 1;
        self.lose(cx)
    }

    fn begin_pursuit(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-12.4.3i");
        enforces!("MPBS-11.7.1a", "MPBS-11.7.1b", "MPBS-11.7.1c", "MPBS-11.7.2-1");
        let f = field(cx);
        let by = self.outcome.map_or(PursuitBy::None, |(.., pursuit)| pursuit);
        let due = by != PursuitBy::None
            && self.losers.iter().any(|loser| !f.is_light(loser.unit) && loser.fate != LoserFate::Stood);
        if due {
            self.pursuers = self
                .winners
                .iter()
                .copied()
                .filter(|unit| f.is_cavalry(*unit) && f.unit(*unit).in_play())
                .collect();
        }
        self.stage = Stage::Pursuit;
        self.pursue(cx)
    }

    fn pursue(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        match self.pursuers.first() {
            Some(unit) => throw(f.side(*unit), rule!("MPBS-11.7.2-1"), RollPurpose::Pursuit),
            None => {
                self.stage = Stage::Advance;
                self.ask_advance(cx)
            }
        }
    }

    fn read_pursuit(&mut self, cx: &mut Cx<'_>, die: u8) -> Next {
        let Some(unit) = self.pursuers.first().copied() else { return self.pursue(cx) };
        self.pursuers.remove(0);
        let f = field(cx);
        let column = f.table.charts.cavalry_pursuit.column(f.table.scenario.title_column);
        let result = column[usize::from(die.min(9))];
        cx.tell(Event::Pursuit { unit, die, result });
        match result {
            PursuitResult::BreakOff => {
                enforces!("MPBS-11.7.2A");
                self.pursue(cx)
            }
            PursuitResult::PursueOffMap => {
                let quarries = self.quarries(field(cx), Quarries::All);
                if quarries.len() > 1 {
                    self.stage = Stage::QuarryOffMap(unit);
                    return Flow::Ask(field(cx).side(unit), Request::Quarry(unit));
                }
                self.off_map(cx, unit, quarries.first().copied());
                self.pursue(cx)
            }
            PursuitResult::PursueEliminate => {
                enforces!("MPBS-11.7.4", "MPBS-11.7.2B-2");
                let quarries = self.quarries(field(cx), Quarries::Running);
                match quarries.as_slice() {
                    // Already eliminated: a Break Off.
                    [] => self.pursue(cx),
                    [one] => {
                        let one = *one;
                        self.ride_down(cx, unit, one)
                    }
                    _ => {
                        self.stage = Stage::Quarry(unit);
                        Flow::Ask(field(cx).side(unit), Request::Quarry(unit))
                    }
                }
            }
        }
    }

    /// Cavalry cuts a beaten unit down and may turn by a vertex at the end.
    fn ride_down(&mut self, cx: &mut Cx<'_>, unit: UnitId, quarry: UnitId) -> Next {
        self.run_down(cx, unit, quarry);
        self.stage = Stage::FaceAdvance(unit);
        Flow::Ask(field(cx).side(unit), Request::FaceAdvance(unit))
    }

    /// A unit that advanced or pursued has turned, or not.
    fn faced(&mut self, cx: &mut Cx<'_>, unit: UnitId, order: &Order) -> Next {
        if let Order::Plain(Decision::Face(facing)) = order {
            super::volley::face_unit(cx, unit, *facing);
        }
        // A pursuer turns as well, and then the next pursuer rolls.
        if self.moved.last().is_some_and(|(_, pursued)| *pursued) {
            self.stage = Stage::Pursuit;
            return self.pursue(cx);
        }
        self.stage = Stage::Advance;
        self.ask_advance(cx)
    }

    /// What cavalry may advance into after combat, if anything must.
    pub(super) fn ask_advance(&mut self, cx: &mut Cx<'_>) -> Next {
        let f = field(cx);
        if self.advances(f).is_empty() {
            self.stage = Stage::Hits;
            return Flow::Again;
        }
        let Some(unit) = self.winners.first() else { return Flow::Again };
        Flow::Ask(f.side(*unit), Request::Advance)
    }

    /// Every unit that took part takes a formation hit.
    fn hits(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-11.2F", "MPBS-11.3.6-4");
        let units: SmallVec<[UnitId; 8]> = self.participants().collect();
        for unit in units {
            if !self.no_hits {
                changes::formation_hit(cx, unit, HitBy::CloseCombat);
            }
        }
        for unit in self.attackers.clone() {
            cx.world.unit_mut(unit).marks.clear(Marks::MOMENTUM);
        }
        self.stage = Stage::Leaders;
        Flow::Again
    }

    fn roll_leaders(&mut self, cx: &mut Cx<'_>) -> Next {
        enforces!("MPBS-11.8a");
        let f = field(cx);
        self.leaders.retain(|leader| f.leader(*leader).on_map());
        match self.leaders.first() {
            Some(leader) => throw(f.leader(*leader).side, rule!("MPBS-11.8a"), RollPurpose::LeaderCasualty),
            None => {
                self.stage = Stage::Reactions;
                Flow::Again
            }
        }
    }

    /// The other side may react to each advance and pursuit.
    fn reactions(&mut self, cx: &Cx<'_>) -> Next {
        enforces!("MPBS-9.1.3b", "MPBS-11.4.9", "MPBS-11.2G");
        let f = field(cx);
        let Some((unit, pursued)) = self.moved.first().copied() else { return Flow::Done(Answer::Done) };
        self.moved.remove(0);
        if !f.unit(unit).in_play() {
            return Flow::Again;
        }
        let cause =
            if pursued { Cause::Pursued { interception: self.interception } } else { Cause::Advanced };
        let trigger = Trigger { by: unit, cause, path: SmallVec::new() };
        let fought = self.participants().flat_map(|unit| [Some(unit), f.partner(unit)]).flatten();
        let fought: SmallVec<[UnitId; 8]> = fought.collect();
        call(Reactions::new(f, trigger).except(fought))
    }

    fn has_shot(&self, f: Field<'_>, unit: UnitId) -> bool {
        let mine = match self.stage {
            Stage::Attackers => self.attackers.contains(&unit),
            _ => self.defender == Some(unit),
        };
        mine && f.has_shot(unit)
    }

    fn shooters(&self, f: Field<'_>) -> SmallVec<[UnitId; 4]> {
        self.participants().filter(|unit| self.has_shot(f, *unit)).collect()
    }
}

impl Play<MusketPike, Bar> for CloseCombat {
    fn run(&mut self, cx: &mut Cx<'_>, input: In) -> Next {
        match (self.stage, input) {
            (Stage::Begin, _) => self.begin(cx),
            (Stage::Facing, In::Order(Order::Plain(Decision::Face(facing)))) => {
                let Some(defender) = self.defender else { return Flow::Done(Answer::Done) };
                break_column(cx, defender, facing);
                call(MoraleCheck::new(defender, 0, self.attackers.first().copied()))
            }
            (Stage::Facing, _) => {
                let f = field(cx);
                // If the unit ran, there is no attack.
                let still = self
                    .defender
                    .is_some_and(|unit| f.unit(unit).in_play() && f.footprint(unit).contains(self.hex));
                if still {
                    return self.ask_attackers(cx);
                }
                if let Some(unit) = self.defender {
                    cx.tell(Event::NoAttack { unit });
                }
                Flow::Done(Answer::Done)
            }
            (Stage::Attackers, In::Order(Order::Plain(Decision::Pistols(units)))) => {
                self.take_pistols(cx, &units);
                self.ask_defender(cx)
            }
            (Stage::Defenders, In::Order(Order::Plain(Decision::Pistols(units)))) => {
                self.take_pistols(cx, &units);
                self.throw(cx)
            }
            (Stage::Roll, In::Dice(values)) => self.read(cx, &values),
            (Stage::Losers, In::Answer(answer)) => self.retreated(cx, answer),
            (Stage::Pursuit, In::Dice(values)) => self.read_pursuit(cx, face(&values, 0)),
            (Stage::Quarry(unit), In::Order(Order::Plain(Decision::Unit(quarry)))) => {
                self.ride_down(cx, unit, quarry)
            }
            (Stage::QuarryOffMap(unit), In::Order(Order::Plain(Decision::Unit(quarry)))) => {
                self.off_map(cx, unit, Some(quarry));
                self.stage = Stage::Pursuit;
                self.pursue(cx)
            }
            (Stage::Advance, In::Order(Order::Plain(Decision::Advance { unit, to }))) => {
                self.advance(cx, unit, to)
            }
            (Stage::Advance, In::Order(_)) => {
                self.stage = Stage::Hits;
                Flow::Again
            }
            (Stage::Advance, _) => self.ask_advance(cx),
            (Stage::GoAlong(unit, to), In::Order(order)) => {
                if order.accepts() {
                    let f = field(cx);
                    let army = f.leaders_with(unit).into_iter().filter(|id| f.leader(*id).post == Post::Army);
                    self.along.extend(army);
                }
                self.go(cx, unit, to)
            }
            (Stage::FaceAdvance(unit), In::Order(order)) => self.faced(cx, unit, &order),
            (Stage::Hits, _) => self.hits(cx),
            (Stage::Leaders, In::Dice(values)) => {
                if let Some(leader) = self.leaders.first().copied() {
                    self.leaders.remove(0);
                    leader_casualty(cx, leader, face(&values, 0), LeaderLoss::CloseCombat);
                }
                self.roll_leaders(cx)
            }
            (Stage::Leaders, _) => self.roll_leaders(cx),
            (Stage::Reactions, _) => self.reactions(cx),
            _ => Flow::Done(Answer::Done),
        }
    }

    fn check(&self, asked: Asked<'_>, decision: &Decision) -> Allowed<Order> {
        let f = Field::from(asked);
        match (self.stage, decision) {
            (Stage::Facing, _) => {
                self.defender.map_or_else(|| Err(NOT_ASKED), |unit| check_facing(f, unit, decision))
            }
            (Stage::Attackers | Stage::Defenders, Decision::Pistols(units)) => {
                let fits = units
                    .iter()
                    .enumerate()
                    .all(|(i, unit)| self.has_shot(f, *unit) && !units[..i].contains(unit));
                if fits {
                    return Ok(decision.into());
                }
                Err(Bar::Rule(
                    rule!("MPBS-11.3.9a"),
                    "Only cavalry in this combat can fire pistols, and only with a loaded one",
                    "Name cavalry of this combat with a loaded pistol, or no unit.",
                ))
            }
            (Stage::Quarry(_), Decision::Unit(unit))
                if self.quarries(f, Quarries::Running).contains(unit) =>
            {
                Ok(decision.into())
            }
            (Stage::QuarryOffMap(_), Decision::Unit(unit))
                if self.quarries(f, Quarries::All).contains(unit) =>
            {
                Ok(decision.into())
            }
            (Stage::Quarry(_) | Stage::QuarryOffMap(_), _) => Err(Bar::Rule(
                rule!("MPBS-11.7.5"),
                "Cavalry pursues a beaten unit from its front; if there is none, one from its flank",
                "Choose one of those units.",
            )),
            (Stage::GoAlong(..), Decision::Accept | Decision::Decline) => Ok(decision.into()),
            (Stage::FaceAdvance(_), Decision::Decline) => Ok(decision.into()),
            (Stage::FaceAdvance(unit), Decision::Face(facing))
                if f.unit(unit).at.facing().is_some_and(|now| now.vertices_to(*facing) == 1) =>
            {
                Ok(decision.into())
            }
            (Stage::Advance, Decision::Decline) if self.may_stay() => Ok(decision.into()),
            (Stage::Advance, Decision::Advance { unit, to }) => {
                if self.advances(f).contains(&(*unit, *to)) {
                    return Ok(decision.into());
                }
                Err(Bar::Rule(
                    rule!("MPBS-11.4.6b"),
                    "The winner with the highest morale advances into a hex that the loser left",
                    "Choose one of the advances that are open.",
                ))
            }
            (Stage::Advance, Decision::Decline) => Err(Bar::Rule(
                rule!("MPBS-11.4.6a"),
                "The attacker must advance into an empty hex",
                "Choose the advance.",
            )),
            _ => Err(NOT_ASKED),
        }
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<Decision>) {
        let f = Field::from(asked);
        match self.stage {
            Stage::Facing => {
                if let Some(unit) = self.defender {
                    offer_facings(f, unit, out);
                }
            }
            Stage::Attackers | Stage::Defenders => {
                out.push(Decision::Pistols(SmallVec::new()));
                let all = self.shooters(f);
                if all.len() > 1 {
                    out.extend(all.iter().map(|unit| Decision::Pistols(SmallVec::from_slice(&[*unit]))));
                }
                out.push(Decision::Pistols(all));
            }
            Stage::Quarry(_) => {
                out.extend(self.quarries(f, Quarries::Running).into_iter().map(Decision::Unit))
            }
            Stage::QuarryOffMap(_) => {
                out.extend(self.quarries(f, Quarries::All).into_iter().map(Decision::Unit))
            }
            Stage::GoAlong(..) => out.extend([Decision::Accept, Decision::Decline]),
            Stage::FaceAdvance(unit) => {
                out.push(Decision::Decline);
                if let Some(now) = f.unit(unit).at.facing() {
                    out.extend([now.turned(-1), now.turned(1)].map(Decision::Face));
                }
            }
            Stage::Advance => {
                let advances = self.advances(f);
                out.extend(advances.into_iter().map(|(unit, to)| Decision::Advance { unit, to }));
                if self.may_stay() {
                    out.push(Decision::Decline);
                }
            }
            _ => {}
        }
    }
}
