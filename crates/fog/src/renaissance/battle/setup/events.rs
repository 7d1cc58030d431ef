//! What happens in the set-up, who sees it, and how it reads.

use super::Chosen;
use super::ambush::Ambush;
use super::detach::Detaching;
use super::march::MarchOrder;
use super::placing::{Adjustment, Leeway, Location};
use crate::army::Territory;
use crate::field::{Camp, Grade, Piece};
use crate::renaissance::battle::Scenario;
use crate::renaissance::battle::world::{CommanderId, CommanderPlace, GroupId};
use caracole_kernel::{BySide, Sentence, Side, Tally, Viewer};
use caracole_ledger::{RuleId, rule};
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
    /// Ambush markers as everybody sees them.
    AmbushMarkersSeen { side: Side, at: Vec<Pose> },
    /// Outflanking marches were written down: for the owner.
    MarchesRecorded { side: Side, marches: Vec<MarchOrder> },
    /// A battle group was deployed.
    Deployed { side: Side, group: GroupId, forlorn_hope: bool },
    /// A mounted battle group dismounted.
    Dismounted { side: Side, group: GroupId },
    /// There was no room for a base of ambushers.
    BaseWithoutRoom { group: GroupId },
    /// There was no room for a battle group.
    NoRoom { group: GroupId },
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
    /// An outflanking march rolled for its arrival; on success flank and number are announced.
    ArrivalRolled { side: Side, score: Tally, announced: Option<(TableEdge, u8)> },
    /// Two marches met on one flank.
    MarchesMet { edge: TableEdge, driven_back: Vec<Side> },
    /// A straggling test.
    StragglingTested { group: GroupId, score: Tally, straggles: bool },
    /// All his troops straggled, and he with them.
    CommanderStraggled { side: Side, commander: CommanderId },
    /// A battle group came on.
    Arrived { group: GroupId, edge: TableEdge },
    /// Wagons were destroyed or guns captured by troops arriving.
    Overrun { group: GroupId },
    /// A camp was sacked by troops arriving.
    CampOverrun { side: Side },
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
        Event::MarchesRecorded { side, .. } | Event::ShotDetached { side, .. } if !viewer.knows(*side) => {
            return None;
        }
        _ => event.clone(),
    })
}

/// Whether the event shows somebody what he did not know.
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

fn plain(text: String, rule: RuleId) -> Sentence {
    Sentence::new(text, &[rule])
}

fn with(tally: &Tally, text: String, rule: RuleId) -> Sentence {
    Sentence { tallies: vec![tally.clone()], ..Sentence::new(text, &[rule]) }
}

/// The event as a sentence.
#[must_use]
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |group: &GroupId| scenario.name(*group);
    match event {
        Event::InitiativeRolled { scores, winner } => {
            let (red, blue) = (scores.red.total(), scores.blue.total());
            let text = match winner {
                Some(side) => format!("Initiative: red {red}, blue {blue}. {side} has it."),
                None => format!("Initiative: red {red}, blue {blue}. The dice are thrown again."),
            };
            let tallies = vec![scores.red.clone(), scores.blue.clone()];
            Sentence { tallies, ..Sentence::new(text, &[rule!("FOGR-SETUP-005")]) }
        }
        Event::TerritoryChosen { side, territory } => {
            plain(format!("{side} chooses {territory} territory."), rule!("FOGR-SETUP-007"))
        }
        Event::PieceChosen { chosen } => {
            let what = format!("{:?}", chosen.what.kind);
            let how = if chosen.compulsory { " as the compulsory piece" } else { "" };
            plain(format!("{} chooses {what}{how}.", chosen.side), rule!("FOGR-SETUP-014"))
        }
        Event::PieceLocated { chosen, location } => plain(
            format!("{} rolls for {:?}: {location:?}.", chosen.side, chosen.what.kind),
            rule!("FOGR-SETUP-020"),
        ),
        Event::PiecePlaced { side, piece } => {
            plain(format!("{side} places {:?}.", piece.kind), rule!("FOGR-SETUP-020"))
        }
        Event::PieceLost { chosen } => plain(
            format!("{:?} of {} fits nowhere and is lost.", chosen.what.kind, chosen.side),
            rule!("FOGR-SETUP-021"),
        ),
        Event::RiverGraded { grade } => {
            plain(format!("The river is {grade:?}.").to_lowercase(), rule!("FOGR-TERRAIN-021"))
        }
        Event::AdjustmentRolled { side, score, leeway } => with(
            score,
            format!("{side} rolls {} to adjust it: {leeway:?}.", score.total()),
            rule!("FOGR-SETUP-022"),
        ),
        Event::PieceAdjusted { side, piece, .. } => {
            let how = if piece.is_some() { "settles where it lies" } else { "removes it" };
            plain(format!("{side} {how}."), rule!("FOGR-SETUP-022"))
        }
        Event::CampPlaced { side, markers, .. } => plain(
            format!("{side} places the supply camp and {} fortification markers.", markers.len()),
            rule!("FOGR-SETUP-024"),
        ),
        Event::ShotDetached { side, plan } => plain(
            format!("{side} forms {} battle groups of detached shot.", plan.parties.len()),
            rule!("FOGR-SETUP-031"),
        ),
        Event::AmbushesPlaced { side, markers } => {
            let real = markers.iter().filter(|m| m.hides.is_some()).count();
            plain(
                format!("{side} places {} ambush markers, {real} of them real.", markers.len()),
                rule!("FOGR-SETUP-041"),
            )
        }
        Event::AmbushMarkersSeen { side, at } => {
            plain(format!("{side} places {} ambush markers.", at.len()), rule!("FOGR-SETUP-041"))
        }
        Event::MarchesRecorded { side, marches } => {
            plain(format!("{side} sends {} outflanking marches.", marches.len()), rule!("FOGR-SETUP-047"))
        }
        Event::Deployed { side, group, forlorn_hope } => {
            let how = if *forlorn_hope { " as forlorn hope" } else { "" };
            plain(format!("{side} deploys {}{how}.", name(group)), rule!("FOGR-SETUP-070"))
        }
        Event::Dismounted { side, group } => {
            plain(format!("{} of {side} dismount.", name(group)), rule!("FOGR-SETUP-072"))
        }
        Event::BaseWithoutRoom { group } => {
            plain(format!("A base of {} finds no room and is lost.", name(group)), rule!("FOGR-SETUP-043"))
        }
        Event::NoRoom { group } => {
            plain(format!("There is no room for {}.", name(group)), rule!("FOGR-SETUP-062"))
        }
        Event::Fortified { side, bases } => {
            plain(format!("{side} lays {bases} bases of fortifications."), rule!("FOGR-SETUP-029"))
        }
        Event::NotFortified { side } => {
            plain(format!("There is no room for the fortifications of {side}."), rule!("FOGR-SETUP-029"))
        }
        Event::CommanderDeployed { side, commander, .. } => {
            plain(format!("{side} places commander {}.", commander.0), rule!("FOGR-SETUP-074"))
        }
        Event::NavalUnits { side, units } => {
            plain(format!("{units} naval units of {side} lie off the coast."), rule!("FOGR-SPECIAL-010"))
        }
        Event::AmbushRevealed { side, group, .. } => {
            let text = match group {
                Some(group) => format!("An ambush of {side} is revealed: {}.", name(group)),
                None => format!("A marker of {side} proves a dummy."),
            };
            plain(text, rule!("FOGR-SETUP-042"))
        }
        Event::ArrivalRolled { side, score, announced } => {
            let text = match announced {
                Some((edge, groups)) => format!(
                    "{side} announces an outflanking march of {groups} battle groups on the {edge:?} edge."
                ),
                None => format!("{side} rolls {} for an outflanking march (10 needed).", score.total()),
            };
            with(score, text, rule!("FOGR-SETUP-050"))
        }
        Event::MarchesMet { edge, driven_back } => {
            let who: Vec<&str> = driven_back.iter().map(|s| s.name()).collect();
            plain(
                format!("Outflanking marches meet on the {edge:?} edge; driven back: {}.", who.join(" and ")),
                rule!("FOGR-SETUP-054"),
            )
        }
        Event::StragglingTested { group, score, straggles } => {
            let how = if *straggles { "straggle and never arrive" } else { "keep together" };
            with(score, format!("{} {how}.", name(group)), rule!("FOGR-SETUP-053"))
        }
        Event::CommanderStraggled { side, .. } => plain(
            format!("The commander of {side}'s march straggles with his troops."),
            rule!("FOGR-SETUP-053"),
        ),
        Event::Arrived { group, edge } => {
            plain(format!("{} come on by the {edge:?} edge.", name(group)), rule!("FOGR-SETUP-052"))
        }
        Event::Overrun { group } => {
            plain(format!("{} are overrun by troops arriving.", name(group)), rule!("FOGR-SETUP-058"))
        }
        Event::CampOverrun { side } => {
            plain(format!("The camp of {side} is sacked by troops arriving."), rule!("FOGR-SETUP-059"))
        }
    }
}
