//! The set-up before the first turn, and what it leaves hidden for the turns: ambushes and outflanking marches.
//!
//! [`sequence`] goes through the steps in order; one file for each subject checks what players choose.

pub mod ambush;
pub mod camps;
pub mod choosing;
pub mod deploy;
pub mod detach;
pub mod dismount;
pub mod encounters;
pub mod events;
pub mod march;
pub mod placing;
pub mod reveal;
pub mod sequence;
pub mod table;
mod tell;

pub use ambush::{Ambush, Ambushers};
pub use camps::Marker;
pub use caracole_tabletop::shapes;
pub use deploy::{CommanderPost, Deployment};
pub use detach::Detaching;
pub use events::{Event, event_seen_by, reveals};
pub use march::{March, MarchOrder};
pub use placing::{Adjustment, Leeway, Location};
pub use sequence::{Procedure, Stage, Step};
pub use table::{Kind, Selection, Size};
pub use tell::tell;

use super::Flow;
use super::law::law;
use super::phases::Asked;
use super::world::{CommanderId, CommanderPlace, GroupId, Posture, World};
use crate::army::Territory;
use crate::field::{Camp, Fortification, Ground, Piece};
use crate::formation::Formation;
use caracole_kernel::{BySide, Refusal, Side, Viewer};
use caracole_ledger::enforces;
use caracole_plane::{Base, Pose, TableEdge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player by the initiative roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The player with the initiative.
    Holder,
    /// The other.
    Other,
}

/// A piece of terrain that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    /// Who chose it and places it.
    pub side: Side,
    /// What it is.
    pub what: Selection,
    /// One of the two compulsory pieces.
    pub compulsory: bool,
}

impl Chosen {
    /// One of the two compulsory pieces.
    #[must_use]
    pub const fn compulsory(side: Side, what: Selection) -> Self {
        Chosen { side, what, compulsory: true }
    }

    /// A further piece.
    #[must_use]
    pub const fn further(side: Side, what: Selection) -> Self {
        Chosen { side, what, compulsory: false }
    }
}

/// What the set-up has to remember; hidden things among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Who has the initiative.
    pub initiative: Option<Side>,
    /// The territory.
    pub territory: Option<Territory>,
    /// The terrain chosen.
    pub chosen: Vec<Chosen>,
    /// Fortification markers; how many bases they stand for is hidden.
    pub markers: BySide<Vec<Marker>>,
    /// Ambush markers; what they hide is hidden.
    pub ambushes: BySide<Vec<Ambush>>,
    /// Outflanking marches, hidden.
    pub marches: BySide<Vec<March>>,
    /// The forlorn hope of each side.
    pub forlorn_hope: BySide<Option<GroupId>>,
    /// Battle groups for which no place was found.
    pub without_room: Vec<GroupId>,
    /// Where troops stood when they last looked out for ambushes, summed up: the same places are checked once.
    pub looked_from: u64,
}

impl State {
    /// The side of a player; red until the initiative is known.
    #[must_use]
    pub fn side_of(&self, player: Player) -> Side {
        let holder = self.initiative.unwrap_or(Side::Red);
        match player {
            Player::Holder => holder,
            Player::Other => holder.other(),
        }
    }

    /// Which player a side is.
    #[must_use]
    pub fn player(&self, side: Side) -> Player {
        if self.side_of(Player::Holder) == side { Player::Holder } else { Player::Other }
    }
}

/// The rear table edge of a side.
#[must_use]
pub const fn rear_edge(side: Side) -> TableEdge {
    match side {
        Side::Red => TableEdge::Near,
        Side::Blue => TableEdge::Far,
    }
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The territory.
    Territory,
    /// The player's compulsory piece of terrain.
    Compulsory,
    /// The player's further pieces.
    Further,
    /// Where a piece lies.
    Place {
        /// The piece.
        what: Selection,
        /// Where the die says.
        location: Location,
    },
    /// What to do with the piece that the opponent has placed.
    Adjust {
        /// The piece.
        what: Selection,
        /// What the roll allows.
        leeway: Leeway,
    },
    /// The player's camp and fortification markers.
    Camp,
    /// Which shot the player detaches.
    Detach,
    /// The player's ambush markers.
    Ambushes,
    /// The player's outflanking marches.
    Outflank,
    /// The place of a battle group.
    Deploy {
        /// The battle group.
        group: GroupId,
    },
    /// The fortifications on the player's markers.
    Fortify,
    /// Which of the player's mounted battle groups dismount.
    Dismount,
    /// The place of a commander.
    Commander {
        /// The commander.
        commander: CommanderId,
    },
    /// The place of revealed ambushers.
    Reveal {
        /// The marker.
        marker: Ambush,
        /// Who they are.
        group: GroupId,
    },
    /// Whether the player reveals one of their ambushes.
    RevealByChoice,
    /// Where a battle group of an outflanking march comes on.
    Arrive {
        /// The battle group.
        group: GroupId,
        /// The number of the march.
        march: u8,
    },
    /// Which piece of terrain the player places next.
    Pick {
        /// Those to choose from.
        pieces: Vec<Selection>,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The territory.
    Territory(Territory),
    /// The compulsory piece.
    Compulsory(Selection),
    /// The further pieces.
    Further(Vec<Selection>),
    /// The piece lies here.
    Place {
        /// Its ground.
        ground: Ground,
        /// Where a rectangle of 6 by 4 MU lies in it, if it is not found about its middle.
        #[serde(default)]
        room: Option<Pose>,
    },
    /// The piece fits nowhere.
    CannotPlace,
    /// What is done to the opponent's piece.
    Adjust(Adjustment),
    /// Camp and fortification markers.
    Camp {
        /// The middle of the camp's front edge.
        camp: Pose,
        /// The markers.
        #[serde(default)]
        markers: Vec<Marker>,
    },
    /// Shot are detached.
    Detach(Detaching),
    /// Ambush markers.
    Ambushes(Vec<Ambush>),
    /// Outflanking marches.
    Outflank(Vec<MarchOrder>),
    /// A battle group stands here.
    Deploy(Deployment),
    /// There is no room.
    NoRoom,
    /// For each marker its fortifications, from the left.
    Fortify(Vec<Vec<Pose>>),
    /// These dismount.
    Dismount(Vec<GroupId>),
    /// The ambush under this marker is revealed, or none.
    Reveal(Option<u8>),
    /// A commander is here.
    Commander(CommanderPost),
    /// This piece of terrain comes next.
    Pick(Selection),
    /// No road is wanted.
    NoRoad,
}

impl From<Decision> for super::Decision {
    fn from(decision: Decision) -> Self {
        super::Decision::Setup(decision)
    }
}

/// A legal choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The territory.
    Territory(Territory),
    /// Pieces chosen.
    Pieces(Vec<Selection>),
    /// The piece as it lies; nothing if it is lost or removed.
    Piece(Option<Piece>),
    /// The opponent's piece after its adjustment.
    Adjusted {
        /// What was done.
        adjustment: Adjustment,
        /// The piece; nothing if it was removed.
        piece: Option<Piece>,
    },
    /// Camp and fortification markers.
    Camp {
        /// The camp.
        camp: Camp,
        /// The markers.
        markers: Vec<Marker>,
    },
    /// Shot are detached.
    Detach(Detaching),
    /// Ambush markers.
    Ambushes(Vec<Ambush>),
    /// Outflanking marches.
    Outflank(Vec<MarchOrder>),
    /// A battle group is put on the table.
    Deploy {
        /// The side that it belongs to.
        side: Side,
        /// Which.
        group: GroupId,
        /// Its formation.
        formation: Formation,
        /// The middle of its front line.
        front: Pose,
        /// Limbered or not.
        posture: Posture,
        /// It is the forlorn hope.
        forlorn_hope: bool,
        /// It dismounts.
        dismounted: bool,
    },
    /// A battle group comes on.
    Arrive {
        /// Which.
        group: GroupId,
        /// Its formation.
        formation: Formation,
        /// The middle of its front line.
        front: Pose,
    },
    /// There is no room.
    NoRoom,
    /// Fortifications.
    Fortify(Vec<Fortification>),
    /// These dismount.
    Dismount(Vec<GroupId>),
    /// The ambush under this marker is revealed, or none.
    Reveal(Option<u8>),
    /// A commander is put on the table.
    Commander {
        /// The commander.
        commander: CommanderId,
        /// His base.
        base: Base,
        /// Where he is.
        place: CommanderPlace,
    },
    /// This piece of terrain comes next.
    Pick(Selection),
    /// No road is wanted.
    NoRoad,
}

/// An event of the set-up as one of the battle.
#[must_use]
pub const fn told(event: Event) -> super::Event {
    super::Event::Setup(event)
}

/// Asks a side.
#[must_use]
pub const fn ask(side: Side, request: Request) -> Flow {
    Flow::Ask(side, super::Request::Setup(request))
}

fn room_exists(world: &World) -> Refusal {
    let rule = law!(world.book, "FOGR-SETUP-070", "FOGAM-SETUP-036");
    Refusal::new(rule, "There is room", "Choose a place.")
}

/// Checks a choice. One arm a question: a table of the checks, however long.
pub fn check(asked: Asked<'_>, request: &Request, decision: &Decision) -> Result<Order, Refusal> {
    let Asked { battle, side, .. } = asked;
    use {Decision as D, Request as R};
    enforces!("FOGR-SETUP-026", "FOGAM-SETUP-020");
    let (world, scenario) = (battle.world(), battle.scenario());
    let state = &world.setup;
    let player = state.player(side);
    let territory = || state.territory.ok_or(caracole_kernel::NotAsked);
    let only_if_none = |found: Vec<Decision>| match found.contains(&D::NoRoom) {
        true => Ok(Order::NoRoom),
        false => Err(room_exists(world)),
    };
    match (request, decision) {
        (R::Territory, D::Territory(territory)) => {
            choosing::check_territory(world, &scenario.armies, side, *territory)?;
            Ok(Order::Territory(*territory))
        }
        (R::Compulsory, D::Compulsory(what)) => {
            choosing::check_compulsory(world, territory()?, player, *what)?;
            Ok(Order::Pieces(vec![*what]))
        }
        (R::Further, D::Further(pieces)) => {
            choosing::check_further(world, territory()?, (side, player), pieces)?;
            Ok(Order::Pieces(pieces.clone()))
        }
        (R::Place { what, location }, D::Place { ground, room }) => {
            placing::check_place(world, side, *what, *location, ground, *room)
                .map(|piece| Order::Piece(Some(piece)))
        }
        (R::Place { what, location }, D::CannotPlace) => {
            placing::check_cannot_place(world, side, *what, *location)?;
            Ok(Order::Piece(None))
        }
        (R::Adjust { what, leeway }, D::Adjust(adjustment)) => {
            let piece = placing::check_adjustment(world, *what, *leeway, *adjustment)?;
            Ok(Order::Adjusted { adjustment: *adjustment, piece })
        }
        (R::Camp, D::Camp { camp, markers }) => {
            let camp = camps::check(world, &scenario.armies[side], side, *camp, markers)?;
            Ok(Order::Camp { camp, markers: markers.clone() })
        }
        (R::Detach, D::Detach(plan)) => {
            detach::check(world, side, plan)?;
            Ok(Order::Detach(plan.clone()))
        }
        (R::Ambushes, D::Ambushes(markers)) => {
            ambush::check(world, scenario, side, player, markers)?;
            Ok(Order::Ambushes(markers.clone()))
        }
        (R::Outflank, D::Outflank(marches)) => {
            march::check(world, side, marches)?;
            Ok(Order::Outflank(marches.clone()))
        }
        (R::Deploy { group }, D::Deploy(deployment)) => deploy::check(world, scenario, *group, deployment),
        (R::Deploy { group }, D::NoRoom) => only_if_none(deploy::deploy_candidates(world, scenario, *group)),
        (R::Fortify, D::Fortify(works)) => {
            world.book.check_works(world, &scenario.armies[side], side, works).map(Order::Fortify)
        }
        (R::Fortify, D::NoRoom) => {
            only_if_none(camps::fortify_candidates(world, &scenario.armies[side], side))
        }
        (R::Dismount, D::Dismount(who)) => {
            dismount::check(world, scenario, side, who)?;
            Ok(Order::Dismount(who.clone()))
        }
        (R::Commander { commander }, D::Commander(post)) => deploy::check_commander(world, *commander, *post),
        (R::Reveal { marker, group }, D::Deploy(deployment)) => {
            ambush::check_revealed(world, scenario, marker, *group, deployment)
        }
        (R::Reveal { marker, group }, D::NoRoom) => {
            only_if_none(ambush::revealed_candidates(world, scenario, marker, *group))
        }
        (R::RevealByChoice, D::Reveal(marker)) => {
            reveal::check(world, side, *marker)?;
            Ok(Order::Reveal(*marker))
        }
        (R::Arrive { group, march }, D::Deploy(deployment)) => {
            march::check_arrival(world, scenario, *march, *group, deployment)
        }
        (R::Arrive { group, march }, D::NoRoom) => {
            only_if_none(march::arrival_candidates(world, scenario, *march, *group))
        }
        (R::Pick { pieces }, D::Pick(what)) if pieces.contains(what) => Ok(Order::Pick(*what)),
        (R::Place { what, .. }, D::NoRoad) if what.kind == Kind::Road => {
            choosing::check_no_road(world)?;
            Ok(Order::NoRoad)
        }
        _ => Err(caracole_kernel::NotAsked.into()),
    }
}

/// Sensible choices for a request.
pub fn candidates(asked: Asked<'_>, request: &Request, out: &mut Vec<super::Decision>) {
    let Asked { battle, side, .. } = asked;
    let (world, scenario) = (battle.world(), battle.scenario());
    let state = &world.setup;
    let player = state.player(side);
    let found = match request {
        Request::Territory => {
            world.book.territories(&scenario.armies, side).into_iter().map(Decision::Territory).collect()
        }
        Request::Compulsory => choosing::compulsory_candidates(world, player),
        Request::Further => choosing::further_candidates(world, side, player),
        Request::Place { what, location } => placing::place_candidates(world, side, *what, *location),
        Request::Adjust { what, leeway } => placing::adjust_candidates(world, *what, *leeway),
        Request::Camp => camps::candidates(world, &scenario.armies[side], side),
        Request::Detach => detach::candidates(world, side),
        Request::Ambushes => ambush::candidates(world, scenario, side, player),
        Request::Outflank => march::candidates(world, side),
        Request::Deploy { group } => deploy::deploy_candidates(world, scenario, *group),
        Request::Fortify => camps::fortify_candidates(world, &scenario.armies[side], side),
        Request::Dismount => dismount::candidates(world, scenario, side),
        Request::Commander { commander } => deploy::commander_candidates(world, *commander),
        Request::Reveal { marker, group } => ambush::revealed_candidates(world, scenario, marker, *group),
        Request::RevealByChoice => reveal::candidates(world, side),
        Request::Arrive { group, march } => march::arrival_candidates(world, scenario, *march, *group),
        Request::Pick { pieces } => pieces.iter().copied().map(Decision::Pick).collect(),
    };
    out.extend(found.into_iter().map(super::Decision::Setup));
}

/// The request as a viewer may see it.
pub fn request_seen_by(request: &Request, side: Side, viewer: Viewer) -> Option<Request> {
    // Only the owner knows which battle group deploys or comes on next, until it stands there.
    let hidden = matches!(
        request,
        Request::Deploy { .. } | Request::Commander { .. } | Request::Arrive { .. } | Request::Reveal { .. }
    );
    (!hidden || viewer.knows(side)).then(|| request.clone())
}

/// What a viewer sees of the set-up besides the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SetupView {
    /// Who has the initiative.
    pub initiative: Option<Side>,
    /// The territory.
    pub territory: Option<Territory>,
    /// The terrain chosen.
    pub chosen: Vec<Chosen>,
    /// Fortification markers, with the number of bases where the viewer may know it.
    pub markers: BySide<Vec<(Pose, Option<u8>)>>,
    /// Ambush markers, with what lies under the viewer's own.
    pub ambushes: BySide<Vec<(Pose, Option<Ambushers>)>>,
    /// The viewer's own outflanking marches.
    pub marches: Vec<MarchOrder>,
}

/// What a viewer sees of the set-up.
#[must_use]
pub fn view(state: &State, viewer: Viewer) -> SetupView {
    let marches = viewer.side().map(|side| state.marches[side].iter().map(|m| m.order.clone()).collect());
    SetupView {
        initiative: state.initiative,
        territory: state.territory,
        chosen: state.chosen.clone(),
        markers: BySide::new_with(|side| {
            let seen = |m: &Marker| (m.front, viewer.knows(side).then_some(m.bases));
            state.markers[side].iter().map(seen).collect()
        }),
        ambushes: BySide::new_with(|side| {
            let seen = |a: &Ambush| (a.at, a.hides.filter(|_| viewer.knows(side)));
            state.ambushes[side].iter().map(seen).collect()
        }),
        marches: marches.unwrap_or_default(),
    }
}
