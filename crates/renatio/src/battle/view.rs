//! What a viewer sees: the table, and of the cards only his own.

use super::world::{
    Ambush, BaseKind, Camp, CommanderId, FlankMarch, Game, Lurk, Post, Presence, Slow, Trust, UgId, When,
};
use super::{Event, before};
use crate::cards::Cards;
use crate::charts::TerrainKind;
use crate::readings::Reading;
use crate::troops::{Form, Grade, Profile};
use caracole_kernel::{BySide, Side, Viewer};
use caracole_ledger::enforces;
use caracole_plane::{Base, Hand, Table};
use caracole_tabletop::Terrain;
use schemars::JsonSchema;
use serde::Serialize;

/// A battle as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Turn, Active Player and phase.
    pub when: When,
    /// The table.
    pub table: Table,
    /// Its terrain.
    pub terrain: Terrain<TerrainKind>,
    /// Camps.
    pub camps: BySide<Option<Camp>>,
    /// Units.
    pub ugs: Vec<UgView>,
    /// Commanders.
    pub commanders: Vec<CommanderView>,
    /// Cards that were played or thrown away in this turn.
    pub discards: Cards,
    /// Ambush cards on the table.
    pub ambushes: Vec<AmbushView>,
    /// Commanders beside their camps.
    pub marches: Vec<MarchView>,
}

/// An ambush card as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AmbushView {
    /// Whose.
    pub side: Side,
    /// Its number.
    pub card: u8,
    /// The ground that it covers.
    pub base: Base,
    /// To whose command it belongs.
    pub command: Option<CommanderId>,
    /// Who lies there, for those who may know.
    pub lurk: Option<Lurk>,
}

/// A Commander beside his camp as a viewer sees him.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MarchView {
    /// Who.
    pub commander: CommanderId,
    /// Whose.
    pub side: Side,
    /// The edge, as red sees it, once it is announced and for those who may know.
    pub edge: Option<Hand>,
    /// The units, for those who may know.
    pub ugs: Vec<UgId>,
}

/// A unit as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UgView {
    /// Its number.
    pub ug: UgId,
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Whose command it belongs to.
    pub command: CommanderId,
    /// What it is.
    pub profile: Profile,
    /// The formation that it is in.
    pub form: Form,
    /// Whether its riders have dismounted.
    pub dismounted: bool,
    /// Whether it is in the battle.
    pub presence: Presence,
    /// Its bases.
    pub bases: Vec<(Base, BaseKind)>,
    /// How many it began with.
    pub began_with: u8,
    /// Whether it carries a wound.
    pub wound: bool,
    /// How it is slowed.
    pub slow: Slow,
    /// It has used its action of the turn.
    pub acted: bool,
}

/// A Commander as a viewer sees him.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CommanderView {
    /// His number.
    pub commander: CommanderId,
    /// His name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// His grade.
    pub grade: Grade,
    /// Where he stands.
    pub post: Post,
    /// How many cards he holds.
    pub held: u16,
    /// Which, for those who may know.
    pub hand: Option<Cards>,
    /// Those that lie face up.
    pub shown: Cards,
    /// Whether he can be relied on.
    pub trust: Trust,
    /// He has raised a card in this phase.
    pub upgraded: bool,
    /// He has moved in this phase.
    pub moved: bool,
}

/// Whether a viewer sees the hands of a side.
pub fn sees_hands(game: Game<'_>, side: Side, viewer: Viewer) -> bool {
    enforces!("RETG-CMD-005");
    viewer.knows(side) || game.readings().has(Reading::OpenHands)
}

/// What a viewer sees.
pub fn view(game: Game<'_>, viewer: Viewer) -> View {
    let world = game.world;
    let ug = |ug: UgId| {
        let state = &world[ug];
        let known = is_known(game, ug, viewer);
        UgView {
            ug,
            name: game.title(ug).to_owned(),
            side: state.side,
            command: if known { state.command } else { first_of(game, state.side) },
            profile: state.profile.clone(),
            form: state.form,
            dismounted: state.dismounted,
            presence: if known { state.presence } else { Presence::ToDeploy },
            bases: world.bases_of(ug).iter().map(|b| (b.base, b.profile)).collect(),
            began_with: state.base_count,
            wound: state.wound,
            slow: state.slow,
            acted: state.acted,
        }
    };
    let commanders = (0u8..).map(CommanderId).zip(&world.commanders).map(|(commander, c)| CommanderView {
        commander,
        name: game.name(commander).to_owned(),
        side: c.side,
        grade: c.grade,
        post: c.post,
        held: c.hand.total(),
        hand: sees_hands(game, c.side, viewer).then_some(c.hand),
        shown: c.shown,
        trust: c.trust,
        upgraded: c.upgraded,
        moved: c.moved,
    });
    View {
        when: world.when,
        table: game.scenario.field.table,
        terrain: game.terrain().clone(),
        camps: world.camps,
        ugs: world.ids().map(ug).collect(),
        commanders: commanders.collect(),
        discards: world.deck.discards,
        ambushes: world.secrets.ambushes.iter().map(|ambush| ambush_seen(ambush, viewer)).collect(),
        marches: world.secrets.marches.iter().map(|march| march_seen(march, viewer)).collect(),
    }
}

/// Whether a viewer may know where a unit is that does not stand on the table.
fn is_known(game: Game<'_>, ug: UgId, viewer: Viewer) -> bool {
    enforces!("RETG-FLANK-008", "RETG-FLANK-035");
    let state = &game.world[ug];
    viewer.knows(state.side)
        || !matches!(state.presence, Presence::ToDeploy | Presence::Hidden | Presence::Marching)
}

fn first_of(game: Game<'_>, side: Side) -> CommanderId {
    game.world.commanders_of(side).next().unwrap_or(CommanderId(0))
}

fn ambush_seen(ambush: &Ambush, viewer: Viewer) -> AmbushView {
    let Ambush { side, card, base, command, lurk, .. } = *ambush;
    AmbushView { side, card, base, command, lurk: lurk.filter(|_| viewer.knows(side)) }
}

fn march_seen(march: &FlankMarch, viewer: Viewer) -> MarchView {
    let known = viewer.knows(march.side);
    let FlankMarch { commander, side, edge, announced, .. } = *march;
    MarchView {
        commander,
        side,
        edge: edge.filter(|_| known || announced),
        ugs: if known { march.ugs.clone() } else { Vec::new() },
    }
}

/// An event as a viewer may see it.
pub fn event(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { to, side, count, open: false, .. } if !viewer.knows(*side) => {
            Event::Dealt { to: *to, side: *side, count: *count, open: false, cards: None }
        }
        Event::Gave { from, to, side, open: false, .. } if !viewer.knows(*side) => {
            Event::Gave { from: *from, to: *to, side: *side, open: false, card: None }
        }
        Event::Before(before::Event::Dealt { side, count, .. }) if !viewer.knows(*side) => {
            Event::Before(before::Event::Dealt { side: *side, count: *count, cards: None })
        }
        Event::Before(before::Event::Ambush { side, card, at, .. }) if !viewer.knows(*side) => {
            Event::Before(before::Event::Ambush { side: *side, card: *card, at: *at, ug: None })
        }
        Event::Before(before::Event::Marches { commander, side, .. }) if !viewer.knows(*side) => {
            let (commander, side) = (*commander, *side);
            Event::Before(before::Event::Marches { commander, side, edge: None, ugs: Vec::new() })
        }
        other => other.clone(),
    }
}
