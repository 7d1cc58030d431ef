//! What happens in the set-up, and which side sees it.

use super::Chosen;
use super::ambush::Ambush;
use super::detach::Detaching;
use super::march::MarchOrder;
use super::placing::{Adjustment, Leeway, Location};
use crate::army::Territory;
use crate::battle::world::{CommanderId, CommanderPlace, GroupId};
use crate::field::{Camp, Grade, Piece};
use caracole_kernel::{BySide, Side, Tally, Viewer};
use caracole_plane::{Pose, TableEdge};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The fields say what they are.
pub enum Event {
    /// The initiative was rolled for.
    InitiativeRolled { scores: BySide<Tally>, winner: Option<Side> },
    /// The territory was chosen.
    TerritoryChosen { side: Side, territory: Territory },
    /// A piece of terrain was chosen.
    PieceChosen { chosen: Chosen },
    /// The placement roll was made.
    PieceLocated { chosen: Chosen, location: Location },
    /// A piece was placed.
    PiecePlaced { side: Side, piece: Piece },
    /// A piece could not be placed.
    PieceLost { chosen: Chosen },
    /// The grade of a river was rolled.
    RiverGraded { grade: Grade },
    /// The adjustment roll was made.
    AdjustmentRolled { side: Side, score: Tally, leeway: Leeway },
    /// A piece was adjusted.
    PieceAdjusted { side: Side, adjustment: Adjustment, piece: Option<Piece> },
    /// A camp and fortification markers; the number of bases is the owner's secret.
    CampPlaced { side: Side, camp: Camp, markers: Vec<(Pose, Option<u8>)> },
    /// Shot were detached, or not: for the owner.
    ShotDetached { side: Side, plan: Detaching },
    /// Ambush markers with what they hide: for the owner.
    AmbushesPlaced { side: Side, markers: Vec<Ambush> },
    /// Ambush markers as both sides see them.
    AmbushMarkersSeen { side: Side, at: Vec<Pose> },
    /// Outflanking marches were ordered: for the owner.
    MarchesRecorded { side: Side, marches: Vec<MarchOrder> },
    /// A battle group was deployed.
    Deployed { side: Side, group: GroupId, forlorn_hope: bool },
    /// A mounted battle group dismounted.
    Dismounted { side: Side, group: GroupId },
    /// There was no room for a base of ambushers.
    BaseWithoutRoom { group: GroupId },
    /// There was no room for a battle group that is not on the table; only the owner knows which one.
    NoRoom { side: Side, group: Option<GroupId> },
    /// There was no room for revealed ambushers: they are lost.
    AmbushLost { group: GroupId },
    /// Fortifications were laid.
    Fortified { side: Side, bases: u8 },
    /// There was no room for fortifications.
    NotFortified { side: Side },
    /// A commander was deployed.
    CommanderDeployed { side: Side, commander: CommanderId, place: CommanderPlace },
    /// Naval units lie off the coast.
    NavalUnits { side: Side, units: u8 },
    /// An ambush, or that there is none, was revealed.
    AmbushRevealed { side: Side, at: Pose, group: Option<GroupId> },
    /// An outflanking march rolled for its arrival; on success flank and number are announced. The score betrays its
    /// commander and troops: it is for their owner.
    ArrivalRolled { side: Side, score: Option<Tally>, announced: Option<(TableEdge, u8)> },
    /// Two marches met on one flank.
    MarchesMet { edge: TableEdge, driven_back: Vec<Side> },
    /// A straggling test; only the owner knows of which battle group, and the score.
    StragglingTested { side: Side, group: Option<GroupId>, score: Option<Tally>, straggles: bool },
    /// All the troops of a march straggled, and its commander with them; only the owner knows which commander.
    CommanderStraggled { side: Side, commander: Option<CommanderId> },
    /// A battle group came on.
    Arrived { group: GroupId, edge: TableEdge },
    /// Wagons were destroyed or guns captured by troops arriving.
    Overrun { group: GroupId },
    /// A camp was sacked by troops arriving.
    CampOverrun { side: Side },
    /// The first turn was rolled for.
    FirstTurnRolled { scores: BySide<Tally>, winner: Option<Side> },
    /// No road was placed.
    NoRoad { side: Side },
}

/// The event as a viewer may see it.
#[must_use]
pub fn event_seen_by(event: &Event, viewer: Viewer) -> Option<Event> {
    Some(match event {
        Event::CampPlaced { side, camp, markers } if !viewer.knows(*side) => Event::CampPlaced {
            side: *side,
            camp: *camp,
            markers: markers.iter().map(|(front, _)| (*front, None)).collect(),
        },
        Event::AmbushesPlaced { side, markers } if !viewer.knows(*side) => {
            Event::AmbushMarkersSeen { side: *side, at: markers.iter().map(|m| m.at).collect() }
        }
        Event::NoRoom { side, .. } if !viewer.knows(*side) => Event::NoRoom { side: *side, group: None },
        Event::ArrivalRolled { side, announced, .. } if !viewer.knows(*side) => {
            Event::ArrivalRolled { side: *side, score: None, announced: *announced }
        }
        Event::StragglingTested { side, straggles, .. } if !viewer.knows(*side) => {
            Event::StragglingTested { side: *side, group: None, score: None, straggles: *straggles }
        }
        Event::CommanderStraggled { side, .. } if !viewer.knows(*side) => {
            Event::CommanderStraggled { side: *side, commander: None }
        }
        Event::MarchesRecorded { side, .. } | Event::ShotDetached { side, .. } if !viewer.knows(*side) => {
            return None;
        }
        _ => event.clone(),
    })
}

/// Whether the event shows a player something hidden.
#[must_use]
pub const fn reveals(event: &Event) -> bool {
    matches!(
        event,
        Event::Deployed { .. }
            | Event::Dismounted { .. }
            | Event::Fortified { .. }
            | Event::CommanderDeployed { .. }
            | Event::AmbushRevealed { .. }
            | Event::ArrivalRolled { .. }
            | Event::MarchesMet { .. }
            | Event::Arrived { .. }
            | Event::StragglingTested { .. }
    )
}
