//! The traits of the kernel for this system.

use super::before::{Before, Commands, Days, Deployment, GunWheels, Initiative, LayTerrain, OutScouting};
use super::card::{Deal, Gifts};
use super::charge::ChargePhase;
use super::combat::{self, Combats};
use super::end::{Keep, Recover};
use super::fighting::FightingPhase;
use super::movement::Movement;
use super::outcome::{Kab, Outcomes, Replace, Sack};
use super::position::broken::end_by_breaking;
use super::position::invariants;
use super::shooting::{Shooting, Volleys};
use super::turn::Turn;
use super::world::{Game, Measured, World};
use super::{Decision, Event, Order, Request, Scenario, Setup, View, imagine, scene, start, view, words};
use crate::cards::Colour;
use crate::dice::count;
use caracole_document::{Word, words as list};
use caracole_kernel::{
    At, Battle, Chances, ContextOf, Face, FlowOf, InputOf, Overlay, Piece, Play, Prompt, Prospect, Pull,
    Refusal, Rules, RulesVersion, Scene, Scenery, Sentence, Side, Start, Viewer, Views, Wording, Words,
    dice::{Pool, Purpose, Roll, Value},
    procedures, read_offered,
};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Renatio et Gloriam.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renatio {}

procedures! {
    /// A procedure under way.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Procedure: Play<Renatio, Refusal> {
        /// Turn after turn.
        Turn(Turn),
        /// Everything before the first turn.
        Before(Before),
        /// Initiative, territory and first square.
        Initiative(Initiative),
        /// The five days before the battle.
        Days(Days),
        /// Terrain is laid.
        LayTerrain(LayTerrain),
        /// Scouting Cards are compared.
        OutScouting(OutScouting),
        /// Units are deployed.
        Deployment(Deployment),
        /// Guns are wheeled backwards.
        GunWheels(GunWheels),
        /// Commands are declared.
        Commands(Commands),
        /// Cards are dealt.
        Deal(Deal),
        /// The Army Commander gives cards away.
        Gifts(Gifts),
        /// The Shooting Phase.
        Shooting(Shooting),
        /// Shots of both sides.
        Volleys(Volleys),
        /// The Movement Phase.
        Movement(Movement),
        /// Wounds are recovered.
        Recover(Recover),
        /// Cards are kept or thrown away.
        Keep(Keep),
        /// The Charge Phase.
        Charge(ChargePhase),
        /// Combats.
        Combats(Box<Combats>),
        /// The outcome of combats or volleys.
        Outcomes(Outcomes),
        /// KaB tests.
        Kab(Kab),
        /// The Fighting Phase.
        Fighting(FightingPhase),
        /// Commanders are replaced.
        Replace(Replace),
        /// Sacked camps.
        Sack(Sack),
    }
}

list! {
    /// What dice and draws are for.
    RollPurpose {
        /// A hand is filled up, unseen by the other side.
        Deal = "deal",
        /// A hand is filled up face up.
        OpenDeal = "open_deal",
        /// Files fight.
        Fight = "fight",
        /// A KaB test.
        Kab = "kab",
        /// How far evaders go.
        Away = "away",
        /// How far routers go.
        Rout = "rout",
        /// Files shoot at a unit.
        Volley = "volley",
        /// Who has the initiative before the battle.
        Initiative = "initiative",
        /// Where a piece of terrain goes.
        PlaceTerrain = "place_terrain",
        /// What the other player may do to it.
        AdjustTerrain = "adjust_terrain",
    }
}

impl Purpose for RollPurpose {
    fn label(self) -> &'static str {
        match self {
            RollPurpose::Deal | RollPurpose::OpenDeal => "cards for a Commander",
            RollPurpose::Fight => "a fight of files",
            RollPurpose::Kab => "a KaB test",
            RollPurpose::Away => "the distance of an evade move",
            RollPurpose::Rout => "the distance of a rout move",
            RollPurpose::Volley => "shooting",
            RollPurpose::Initiative => "the initiative",
            RollPurpose::PlaceTerrain => "a piece of terrain",
            RollPurpose::AdjustTerrain => "a change of the piece",
        }
    }

    fn number(self) -> u16 {
        self as u16
    }
}

impl Rules for Renatio {
    const CODE: &'static str = "retg";
    const TITLE: &'static str = "Renatio et Gloriam";
    const RULES: RulesVersion = RulesVersion(1);
    const OLDEST: RulesVersion = RulesVersion(1);
    const LAYOUT: u16 = 1;

    type Setup = Setup;
    type Scenario = Scenario;
    type World = World;
    type Procedure = Procedure;
    type Purpose = RollPurpose;
    type Request = Request;
    type Decision = Decision;
    type Order = Order;
    type Answer = ();
    type Event = Event;

    fn prepare(setup: &Setup, _rules: RulesVersion) -> Result<Start<Self>, Refusal> {
        start::prepare(setup)
    }

    fn restored(scenario: &Scenario, world: &mut World) {
        world.measure_by(Measured { width: scenario.field.width });
    }

    fn check(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        decision: &Decision,
    ) -> Result<Order, Refusal> {
        let asked = battle.asked(side, request);
        match asked.battle.stack().last() {
            Some(procedure) => procedure.check(asked, decision),
            None => Err(caracole_kernel::NotAsked.into()),
        }
    }

    fn run(cx: &mut ContextOf<'_, Self>, procedure: &mut Procedure, input: InputOf<Self>) -> FlowOf<Self> {
        enforces!("RETG-UNIV-001", "RETG-ROUT-004");
        match procedure.run(cx, input) {
            FlowOf::<Self>::Over(over) => FlowOf::<Self>::Over(over),
            flow => end_by_breaking(cx).map_or(flow, FlowOf::<Self>::Over),
        }
    }

    fn candidates(battle: &Battle<Self>, side: Side, request: &Request, out: &mut Vec<Decision>) {
        let asked = battle.asked(side, request);
        if let Some(procedure) = asked.battle.stack().last() {
            procedure.candidates(asked, out);
        }
    }

    fn passive_choice(battle: &Battle<Self>, side: Side, request: &Request) -> Option<Decision> {
        let asked = battle.asked(side, request);
        let procedure = asked.battle.stack().last()?;
        procedure.check(asked, &Decision::Pass).is_ok().then_some(Decision::Pass)
    }

    fn invariants(battle: &Battle<Self>) -> Result<(), String> {
        invariants::check(Game::new(battle.scenario(), battle.world()))
    }

    fn random_setup(number: u64) -> Option<Setup> {
        start::example(number)
    }
}

impl Views for Renatio {
    type View = View;

    fn view(battle: &Battle<Self>, viewer: Viewer) -> View {
        view::view(Game::new(battle.scenario(), battle.world()), viewer)
    }

    fn imagine<'a>(
        battle: &'a Battle<Self>,
        side: Side,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Cow<'a, Battle<Self>> {
        imagine::imagine(battle, side, below)
    }

    fn request_seen_by(request: &Request, _: Side, _: Viewer) -> Option<Request> {
        Some(*request)
    }

    fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::event(event, viewer))
    }

    fn roll_seen_by(roll: &Roll<RollPurpose>, viewer: Viewer) -> Roll {
        match (roll.purpose, roll.side) {
            (RollPurpose::Deal, Some(side)) if !viewer.knows(side) => roll.without_pools(),
            _ => roll.shown(),
        }
    }

    fn reveals(_: &Event) -> bool {
        // Cards that are played cost only their owner.
        false
    }
}

impl Words for Renatio {
    fn prompt(battle: &Battle<Self>, side: Side, request: &Request) -> Prompt {
        words::prompt(Game::new(battle.scenario(), battle.world()), side, *request)
    }

    fn wording(battle: &Battle<Self>, _: Side, decision: &Decision) -> Wording {
        words::wording(Game::new(battle.scenario(), battle.world()), decision)
    }

    fn read_command(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        text: &str,
    ) -> Result<Decision, Refusal> {
        let game = Game::new(battle.scenario(), battle.world());
        match read_offered(battle, side, request, text) {
            Err(refusal) => words::read(game, side, request, text.trim()).unwrap_or(Err(refusal)),
            offered => offered,
        }
    }

    fn opens(event: &Event) -> bool {
        matches!(event, Event::TurnBegan { .. } | Event::PhaseBegan { .. })
    }

    fn tell(scenario: &Scenario, event: &Event) -> Sentence {
        words::tell(scenario, event)
    }
}

impl Scenery for Renatio {
    fn scene(battle: &Battle<Self>, viewer: Viewer) -> Option<Scene> {
        Some(scene::scene(Game::new(battle.scenario(), battle.world()), viewer))
    }

    fn ground(battle: &Battle<Self>) -> String {
        scene::ground(Game::new(battle.scenario(), battle.world()))
    }

    fn overlays(battle: &Battle<Self>, order: &Order) -> Vec<Overlay> {
        scene::overlays(Game::new(battle.scenario(), battle.world()), order)
    }

    fn drag(
        battle: &Battle<Self>,
        side: Side,
        request: &Request,
        piece: &Piece,
        way: &[At],
    ) -> Pull<Decision> {
        scene::drag(Game::new(battle.scenario(), battle.world()), side, request, piece, way)
    }

    fn grips(battle: &Battle<Self>, side: Side, request: &Request, piece: &Piece) -> Vec<Overlay> {
        scene::grips(Game::new(battle.scenario(), battle.world()), side, request, piece)
    }

    fn face(scenario: &Scenario, purpose: RollPurpose, pool: &Pool, face: u8) -> Option<Face> {
        match purpose {
            RollPurpose::Deal | RollPurpose::OpenDeal => {
                Colour::ALL.get(usize::from(face)).map(|colour| scene::card(*colour))
            }
            RollPurpose::Volley | RollPurpose::Initiative | RollPurpose::Fight | RollPurpose::Kab => {
                scene::death_face(&scenario.charts.death_dice, pool, face)
            }
            RollPurpose::Away
            | RollPurpose::Rout
            | RollPurpose::PlaceTerrain
            | RollPurpose::AdjustTerrain => None,
        }
    }

    fn about(event: &Event) -> Vec<Piece> {
        words::about(event)
    }
}

impl Chances for Renatio {
    fn prospects(battle: &Battle<Self>) -> Vec<Prospect> {
        combat::prospects(battle)
    }

    fn weigh(pool: &Pool, value: &Value) -> Option<i32> {
        match value {
            Value::Number(number) => Some(*number),
            Value::Counts(_) if pool.deck().is_none() => Some(i32::from(count(value).half_bases())),
            _ => None,
        }
    }
}
