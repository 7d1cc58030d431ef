//! The steps of the set-up in order.

use super::placing::{self, Leeway, Location};
use super::table::{Kind, Selection};
use super::{
    Ambush, Chosen, Event, Order, Player, Request, ask, camps, detach, dismount, march, reveal, told,
};
use super::{ambush, candidates, check};
use crate::RollPurpose;
use crate::army::{Army, initiative_modifier};
use crate::battle::Fogr;
use crate::battle::customs::NextPiece;
use crate::battle::law::law;
use crate::battle::phases::{self, Asked};
use crate::battle::world::{CommanderId, CommanderPlace, GroupId, Presence, World};
use crate::battle::{self, Cx, Flow, Input, start, turn};
use crate::field::{Terrain, TerrainKind};
use caracole_kernel::dice::{Die, Pool, Reroll, Roll, Value};
use caracole_kernel::{Below, Play};
use caracole_kernel::{BySide, Refusal, Side, Tally};
use caracole_ledger::{RuleId, enforces};
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
use std::sync::Arc;

enforces!("FOGR-SETUP-001", "FOGR-SETUP-019", "FOGR-SETUP-070");
enforces!("FOGAM-SETUP-001", "FOGAM-SETUP-037");

/// The state of the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Procedure {
    /// A step of the set-up.
    Step(Step),
    /// Arrival of outflanking marches.
    March(march::Procedure),
    /// An ambush is revealed.
    Reveal {
        /// The side that it belongs to.
        side: Side,
        /// The number of the marker.
        marker: u8,
        /// Whether it has been told.
        told: bool,
    },
    /// The active side may reveal ambushes of its own.
    RevealByChoice,
}

/// A step of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The initiative roll.
    Initiative,
    /// The territory.
    Territory,
    /// A compulsory piece of terrain.
    Compulsory(Player),
    /// Further pieces.
    Further(Player),
    /// Placing the pieces in order.
    Place {
        /// Place in the order.
        at: u8,
        /// What is done with it.
        stage: Stage,
    },
    /// Camp and fortification markers.
    Camp(Player),
    /// Detaching shot.
    Detach(Player),
    /// Ambush markers.
    Ambush(Player),
    /// Outflanking marches.
    Outflank(Player),
    /// Battle groups of a batch.
    Batch {
        /// Which of the four, from 0.
        batch: u8,
        /// Whose.
        player: Player,
    },
    /// Fortifications.
    Fortify(Player),
    /// Who dismounts.
    Dismount(Player),
    /// Commanders.
    Commanders(Player),
    /// The first turn.
    End,
    /// The roll for the first turn.
    FirstTurn,
}

/// What is done with a piece of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The placement roll.
    Locate,
    /// Its place is chosen.
    Choose(Location),
    /// A river's grade is rolled.
    Grade,
    /// The adjustment roll.
    AdjustmentRoll,
    /// The opponent adjusts it.
    Adjust(Leeway),
    /// Its player picks it.
    Pick,
}

impl Procedure {
    /// The set-up from its start.
    #[must_use]
    pub const fn begin() -> Self {
        Procedure::Step(Step::Initiative)
    }

    /// The arrival rolls at the start of a turn.
    #[must_use]
    pub const fn arrival_rolls() -> Self {
        Procedure::March(march::Procedure::Rolls(0))
    }

    /// The arrivals of a manoeuvre phase.
    #[must_use]
    pub const fn arrivals() -> Self {
        Procedure::March(march::Procedure::Straggling(0, 0))
    }
}

/// Whether the order of march names every battle group once.
pub fn check_order_of_march(army: &Army) -> Result<(), Refusal> {
    let mut order = army.deployment_order();
    order.sort_unstable();
    if order.iter().copied().eq(0..army.battle_groups.len()) {
        return Ok(());
    }
    Err(Refusal::new(
        law!(army.book, "FOGR-SETUP-002", "FOGAM-SETUP-002"),
        format!("The order of march of {} does not name every battle group once", army.name),
        "List the numbers from 1, each once, or leave it out.",
    ))
}

impl Play<Fogr> for Procedure {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        match self {
            Procedure::March(p) => march::run(cx, p, input),
            Procedure::Reveal { side, marker, told } => reveal::reveal(cx, *side, *marker, told, input),
            Procedure::RevealByChoice => reveal::by_choice(cx, input),
            Procedure::Step(step) => {
                let input = match input {
                    Input::Order(battle::Order::Setup(order)) => StepInput::Order(order),
                    Input::Dice(values) => {
                        let number = |i: usize| values.get(i).map_or(0, Value::number);
                        StepInput::Dice(number(0), number(1))
                    }
                    _ => StepInput::Nothing,
                };
                match run_step(cx, *step, input) {
                    Next::Wait(flow) => flow,
                    Next::To(next) => {
                        *step = next;
                        Flow::Again
                    }
                    Next::Finished => Flow::Become(battle::Procedure::Turn(turn::Procedure::Begin)),
                }
            }
        }
    }

    phases::answers!(Setup);

    fn pick(&self, asked: Asked<'_>, below: Below<'_>) -> Option<super::super::Decision> {
        let (world, scenario) = (asked.battle.world(), asked.battle.scenario());
        let picked = match asked.request {
            super::super::Request::Setup(Request::Reveal { marker, group }) => {
                ambush::pick_revealed(world, scenario, marker, *group, below)
            }
            super::super::Request::Setup(Request::Arrive { group, march }) => {
                march::pick_arrival(world, scenario, *march, *group, below)
            }
            _ => return phases::pick_offered(self, asked, below),
        };
        Some(super::super::Decision::Setup(picked))
    }
}

enum StepInput {
    Nothing,
    Order(Order),
    /// The numbers of the first die and of the second, if there is one.
    Dice(i32, i32),
}

enum Next {
    Wait(Flow),
    To(Step),
    Finished,
}

fn throw_die(side: Side, rule: RuleId, purpose: RollPurpose) -> Next {
    let pools = smallvec![Pool::sum(1, Die::D6, Reroll::NONE)];
    Next::Wait(Flow::Throw(Roll { side: Some(side), rule, purpose, pools }))
}

fn asks(side: Side, request: Request) -> Next {
    Next::Wait(ask(side, request))
}

/// On to the step that comes next.
fn after(cx: &Cx<'_>, done: Step) -> Next {
    Next::To(cx.world.book.step_after(done))
}

fn run_step(cx: &mut Cx<'_>, step: Step, given: StepInput) -> Next {
    let of = |player| cx.world.setup.side_of(player);
    match step {
        Step::Initiative => initiative(cx, &given),
        Step::Territory => {
            let side = of(Player::Holder);
            let StepInput::Order(Order::Territory(territory)) = given else {
                return asks(side, Request::Territory);
            };
            cx.world.setup.territory = Some(territory);
            cx.tell(told(Event::TerritoryChosen { side, territory }));
            after(cx, step)
        }
        Step::Compulsory(player) => {
            let side = of(player);
            let StepInput::Order(Order::Pieces(pieces)) = given else {
                return asks(side, Request::Compulsory);
            };
            choose(cx, pieces.iter().map(|&what| Chosen::compulsory(side, what)));
            after(cx, step)
        }
        Step::Further(player) => {
            let side = of(player);
            let StepInput::Order(Order::Pieces(pieces)) = given else { return asks(side, Request::Further) };
            choose(cx, pieces.iter().map(|&what| Chosen::further(side, what)));
            after(cx, step)
        }
        Step::Place { at, stage } => place(cx, at, stage, given),
        Step::Camp(player) => {
            let side = of(player);
            let StepInput::Order(Order::Camp { camp, markers }) = given else {
                return asks(side, Request::Camp);
            };
            cx.world.sides[side].camp = Some(camp);
            cx.world.setup.markers[side].clone_from(&markers);
            let markers = markers.iter().map(|m| (m.front, Some(m.bases))).collect();
            cx.tell(told(Event::CampPlaced { side, camp, markers }));
            after(cx, step)
        }
        Step::Detach(player) => {
            let side = of(player);
            let mixed = |g: GroupId| cx.world[g].side == side && detach::is_mixed_foot(cx.world, g);
            match given {
                StepInput::Order(Order::Detach(plan)) => {
                    detach::carry_out(cx.world, &plan);
                    cx.tell(told(Event::ShotDetached { side, plan }));
                }
                _ if cx.world.ids().any(mixed) => return asks(side, Request::Detach),
                _ => {}
            }
            after(cx, step)
        }
        Step::Ambush(player) => {
            let side = of(player);
            let StepInput::Order(Order::Ambushes(markers)) = given else {
                return asks(side, Request::Ambushes);
            };
            super::ambush::hide(cx.world, cx.scenario, side, &markers);
            cx.tell(told(Event::AmbushesPlaced { side, markers }));
            after(cx, step)
        }
        Step::Outflank(player) => {
            let side = of(player);
            let StepInput::Order(Order::Outflank(marches)) = given else {
                return asks(side, Request::Outflank);
            };
            march::send(cx.world, side, &marches);
            cx.tell(told(Event::MarchesRecorded { side, marches }));
            after(cx, step)
        }
        Step::Batch { batch, player } => deploy(cx, batch, player, given),
        Step::Fortify(player) => fortify(cx, player, given),
        Step::Dismount(player) => dismounting(cx, player, given),
        Step::Commanders(player) => commanders(cx, player, given),
        Step::FirstTurn => first_turn(cx, &given),
        Step::End => end(cx),
    }
}

/// One die for each side, red's first.
fn throw_two(cx: &Cx<'_>, rule: RuleId, purpose: RollPurpose) -> Next {
    let pools = smallvec![cx.world.book.initiative_pool(); 2];
    Next::Wait(Flow::Throw(Roll { side: None, rule, purpose, pools }))
}

/// Who has the higher score; nobody if both are equal.
fn higher(scores: &BySide<Tally>) -> Option<Side> {
    match scores.red.total().cmp(&scores.blue.total()) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    }
}

fn initiative(cx: &mut Cx<'_>, given: &StepInput) -> Next {
    let rule = law!(cx.world.book, "FOGR-SETUP-005", "FOGAM-SETUP-004");
    let StepInput::Dice(red, blue) = *given else {
        return throw_two(cx, rule, RollPurpose::Initiative);
    };
    let score = |side: Side, die: i32| {
        let mut score = Tally::new("initiative");
        score.add(rule, "die", die);
        let modifier = initiative_modifier(&cx.scenario.armies[side]).total();
        let table = law!(cx.world.book, "FOGR-SETUP-006", "FOGAM-SETUP-005");
        score.add(table, "modifier of the army", modifier);
        score
    };
    let scores = BySide { red: score(Side::Red, red), blue: score(Side::Blue, blue) };
    let winner = higher(&scores);
    cx.world.setup.initiative = winner;
    cx.tell(told(Event::InitiativeRolled { scores, winner }));
    if winner.is_some() { after(cx, Step::Initiative) } else { Next::To(Step::Initiative) }
}

/// The roll for the first turn, in the book that throws for it.
fn first_turn(cx: &mut Cx<'_>, given: &StepInput) -> Next {
    let rule = law!(cx.world.book, "FOGR-SETUP-004", "FOGAM-SETUP-045");
    let StepInput::Dice(red, blue) = *given else { return throw_two(cx, rule, RollPurpose::FirstTurn) };
    let score = |side: Side, die: i32| {
        let mut score = Tally::new("roll for the first turn");
        score.add(rule, "die", die);
        let armies = &cx.scenario.armies;
        cx.world.book.first_turn_modifiers(&armies[side], &armies[side.other()], &mut score);
        score
    };
    let scores = BySide { red: score(Side::Red, red), blue: score(Side::Blue, blue) };
    let winner = higher(&scores);
    cx.tell(told(Event::FirstTurnRolled { scores, winner }));
    let Some(active) = winner else { return Next::To(Step::FirstTurn) };
    cx.world.turn.active = active;
    after(cx, Step::FirstTurn)
}

fn choose(cx: &mut Cx<'_>, pieces: impl Iterator<Item = Chosen>) {
    for chosen in pieces {
        cx.world.setup.chosen.push(chosen);
        cx.tell(told(Event::PieceChosen { chosen }));
    }
}

fn terrain<'a>(cx: &'a mut Cx<'_>) -> &'a mut Terrain {
    Arc::make_mut(&mut cx.world.field.terrain)
}

fn place(cx: &mut Cx<'_>, at: u8, stage: Stage, given: StepInput) -> Next {
    if stage == Stage::Pick {
        return pick(cx, at, &given);
    }
    let Some(chosen) = cx.world.book.piece_at(&cx.world.setup, at) else { return all_placed(cx) };
    let (side, what) = (chosen.side, chosen.what);
    let to = |stage| Next::To(Step::Place { at, stage });
    let next = Next::To(Step::Place { at: at + 1, stage: cx.world.book.first_stage() });
    match (stage, given) {
        (Stage::Locate, StepInput::Dice(die, _)) => {
            let location = Location::rolled(die);
            cx.tell(told(Event::PieceLocated { chosen, location }));
            to(Stage::Choose(location))
        }
        (Stage::Locate, _) => match what.kind {
            Kind::River | Kind::Coastline | Kind::Road => to(Stage::Choose(Location::Free)),
            _ => {
                let rule = law!(cx.world.book, "FOGR-SETUP-020", "FOGAM-SETUP-015");
                throw_die(side, rule, RollPurpose::TerrainPlacement)
            }
        },
        (Stage::Choose(_), StepInput::Order(Order::Piece(Some(piece)))) => {
            cx.tell(told(Event::PiecePlaced { side, piece: piece.clone() }));
            terrain(cx).pieces.push(piece);
            to(if what.kind == Kind::River { Stage::Grade } else { Stage::AdjustmentRoll })
        }
        (Stage::Choose(_), StepInput::Order(Order::NoRoad)) => {
            // It was offered, not chosen.
            cx.world.setup.chosen.pop();
            cx.tell(told(Event::NoRoad { side }));
            all_placed(cx)
        }
        (Stage::Choose(_), StepInput::Order(_)) => {
            cx.tell(told(Event::PieceLost { chosen }));
            next
        }
        (Stage::Choose(location), _) => asks(side, Request::Place { what, location }),
        (Stage::Grade, StepInput::Dice(die, _)) => {
            let grade = placing::river_grade(die);
            if let Some(river) = terrain(cx).pieces.last_mut() {
                river.kind = TerrainKind::River(grade);
            }
            cx.tell(told(Event::RiverGraded { grade }));
            to(Stage::AdjustmentRoll)
        }
        (Stage::Grade, _) => {
            let rule = law!(cx.world.book, "FOGR-TERRAIN-021", "FOGAM-TERRAIN-020");
            throw_die(side, rule, RollPurpose::RiverGrade)
        }
        (Stage::AdjustmentRoll, StepInput::Dice(die, _)) => {
            let mut score = Tally::new("adjustment roll");
            let rule = law!(cx.world.book, "FOGR-SETUP-022", "FOGAM-SETUP-016");
            score.add(rule, "die", die);
            placing::adjustment_modifiers(&chosen, rule, &mut score);
            let leeway = placing::leeway(what.kind, Leeway::of(score.total()));
            cx.tell(told(Event::AdjustmentRolled { side: side.other(), score, leeway }));
            if leeway == Leeway::Nothing { next } else { to(Stage::Adjust(leeway)) }
        }
        (Stage::AdjustmentRoll, _) => {
            let rule = law!(cx.world.book, "FOGR-SETUP-022", "FOGAM-SETUP-016");
            throw_die(side.other(), rule, RollPurpose::TerrainAdjustment)
        }
        (Stage::Adjust(_), StepInput::Order(Order::Adjusted { adjustment, piece })) => {
            let pieces = &mut terrain(cx).pieces;
            pieces.pop();
            pieces.extend(piece.clone());
            cx.tell(told(Event::PieceAdjusted { side: side.other(), adjustment, piece }));
            next
        }
        (Stage::Adjust(leeway), _) => asks(side.other(), Request::Adjust { what, leeway }),
        (Stage::Pick, _) => next,
    }
}

/// Open areas are no longer needed when all pieces lie there.
fn all_placed(cx: &mut Cx<'_>) -> Next {
    terrain(cx).pieces.retain(|p| p.kind != TerrainKind::Open);
    after(cx, Step::Place { at: 0, stage: Stage::Locate })
}

/// Which piece comes next: its player picks it where several may. The pieces placed so far stand first in the list.
fn pick(cx: &mut Cx<'_>, at: u8, given: &StepInput) -> Next {
    let number = match cx.world.book.next_piece(&cx.world.setup, &cx.world.field, at) {
        NextPiece::None => return all_placed(cx),
        NextPiece::Piece(number) => number,
        NextPiece::Road(side) => {
            cx.world.setup.chosen.push(Chosen::further(side, Selection::normal(Kind::Road)));
            cx.world.setup.chosen.len() - 1
        }
        NextPiece::OneOf(side, pieces) => {
            let StepInput::Order(Order::Pick(what)) = given else {
                return asks(side, Request::Pick { pieces });
            };
            let is = |c: &Chosen| c.side == side && c.what == *what && !c.compulsory;
            let left = cx.world.setup.chosen.iter().skip(usize::from(at));
            left.clone().position(is).map_or(usize::from(at), |i| i + usize::from(at))
        }
    };
    let chosen = &mut cx.world.setup.chosen;
    if number < chosen.len() {
        let piece = chosen.remove(number);
        chosen.insert(usize::from(at), piece);
    }
    Next::To(Step::Place { at, stage: Stage::Locate })
}

/// The places of the four batches added up: as even as can be, the larger ones first.
fn batch_ends(places: usize) -> [usize; 4] {
    let mut ends = [0; 4];
    let mut end = 0;
    for (i, slot) in ends.iter_mut().enumerate() {
        end += (places - end).div_ceil(4 - i);
        *slot = end;
    }
    ends
}

/// The next battle group of a batch: those in ambush or on a march are passed over and the following move up.
fn next_in_batch(world: &World, army: &Army, side: Side, batch: u8) -> Option<GroupId> {
    enforces!("FOGR-SETUP-064", "FOGR-SETUP-065", "FOGAM-SETUP-035", "FOGAM-SETUP-036");
    let weight = |g: GroupId| if world[g].grand { 2 } else { 1 };
    let own = || world.ids().filter(|g| world[*g].owner == side && world[*g].base_count > 0);
    let places: usize = own().map(weight).sum();
    let settled =
        |g: &GroupId| world[*g].presence == Presence::OnTable || world.setup.without_room.contains(g);
    let done: usize = own().filter(settled).map(weight).sum();
    if done >= batch_ends(places).get(usize::from(batch)).copied().unwrap_or(places) {
        return None;
    }
    let waits =
        |g: &GroupId| world[*g].presence == Presence::Undeployed && !world.setup.without_room.contains(g);
    let by_entry = |entry: usize| own().find(|g| usize::from(world[*g].entry) == entry && waits(g));
    army.deployment_order().into_iter().find_map(by_entry)
}

fn deploy(cx: &mut Cx<'_>, batch: u8, player: Player, given: StepInput) -> Next {
    let side = cx.world.setup.side_of(player);
    let Some(group) = next_in_batch(cx.world, &cx.scenario.armies[side], side, batch) else {
        return after(cx, Step::Batch { batch, player });
    };
    match given {
        StepInput::Order(order @ Order::Deploy { .. }) => put(cx, order),
        StepInput::Order(_) => {
            cx.world.setup.without_room.push(group);
            cx.tell(told(Event::NoRoom { side, group: Some(group) }));
        }
        _ => return asks(side, Request::Deploy { group }),
    }
    Next::To(Step::Batch { batch, player })
}

/// Puts a battle group on the table.
pub(super) fn put(cx: &mut Cx<'_>, order: Order) {
    let Order::Deploy { side, group, formation, front, posture, forlorn_hope, dismounted } = order else {
        return;
    };
    if dismounted {
        // Found legal with the deployment.
        let _ = dismount::off_table(cx.world, cx.scenario, group);
        cx.tell(told(Event::Dismounted { side, group }));
    }
    cx.world[group].posture = posture;
    start::deploy(cx.world, group, &formation, front);
    if forlorn_hope {
        cx.world.setup.forlorn_hope[side] = Some(group);
    }
    cx.tell(told(Event::Deployed { side, group, forlorn_hope }));
}

fn fortify(cx: &mut Cx<'_>, player: Player, given: StepInput) -> Next {
    let side = cx.world.setup.side_of(player);
    if cx.world.book.lays_works(cx.world, &cx.scenario.armies[side], side) {
        match given {
            StepInput::Order(Order::Fortify(works)) => {
                let bases = u8::try_from(works.len()).unwrap_or(u8::MAX);
                cx.world.field.fortifications.extend(works);
                if bases > 0 {
                    cx.tell(told(Event::Fortified { side, bases }));
                }
            }
            StepInput::Order(_) => cx.tell(told(Event::NotFortified { side })),
            _ => return asks(side, Request::Fortify),
        }
        cx.world.setup.markers[side].clear();
    }
    if player == Player::Holder {
        naval_units(cx);
    }
    after(cx, Step::Fortify(player))
}

fn naval_units(cx: &mut Cx<'_>) {
    let naval = camps::naval_units(cx.world, &cx.scenario.armies);
    for side in Side::BOTH {
        cx.world.sides[side].naval_units = naval[side];
        if naval[side] > 0 {
            cx.tell(told(Event::NavalUnits { side, units: naval[side] }));
        }
    }
}

fn dismounting(cx: &mut Cx<'_>, player: Player, given: StepInput) -> Next {
    enforces!("FOGR-SETUP-073", "FOGAM-SETUP-042");
    let side = cx.world.setup.side_of(player);
    match given {
        StepInput::Order(Order::Dismount(who)) => {
            for group in who {
                // Checked just before.
                if dismount::on_table(cx.world, cx.scenario, group).is_ok() {
                    cx.tell(told(Event::Dismounted { side, group }));
                }
            }
        }
        _ if !dismount::able(cx.world, cx.scenario, side).is_empty() => {
            return asks(side, Request::Dismount);
        }
        _ => {}
    }
    after(cx, Step::Dismount(player))
}

/// The next commander who has still to be placed.
fn next_commander(world: &World, side: Side) -> Option<CommanderId> {
    let hidden = |c: CommanderId| {
        let ambush = |a: &Ambush| a.hides.is_some_and(|h| h.commander == Some(c));
        world.setup.ambushes[side].iter().any(ambush)
            || world.setup.marches[side].iter().any(|m| m.order.commander == c)
    };
    let waits =
        |c: &CommanderId| world[*c].side == side && world[*c].place == CommanderPlace::Away && !hidden(*c);
    world.commander_ids().find(waits)
}

fn commanders(cx: &mut Cx<'_>, player: Player, given: StepInput) -> Next {
    let side = cx.world.setup.side_of(player);
    let Some(commander) = next_commander(cx.world, side) else {
        return after(cx, Step::Commanders(player));
    };
    let StepInput::Order(Order::Commander { commander, base, place }) = given else {
        return asks(side, Request::Commander { commander });
    };
    cx.world[commander].base = base;
    cx.world[commander].place = place;
    cx.tell(told(Event::CommanderDeployed { side, commander, place }));
    Next::To(Step::Commanders(player))
}

fn end(cx: &mut Cx<'_>) -> Next {
    enforces!("FOGR-SETUP-004");
    if let Some(player) = cx.world.book.opening_player() {
        cx.world.turn.active = cx.world.setup.side_of(player);
    }
    Next::Finished
}
