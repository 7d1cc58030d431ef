//! The set-up in sentences.

use super::Event;
use super::placing::Adjustment;
use super::terms::{grade, leeway, location, selection, terrain_kind};
use crate::battle::Scenario;
use crate::battle::names::{capital, count, table_edge};
use crate::battle::world::{CommanderPlace, GroupId};
use caracole_kernel::{BySide, Sentence, Side, Tally};
use caracole_ledger::{RuleId, rule};
use caracole_plane::TableEdge;

fn plain(text: String, rule: RuleId) -> Sentence {
    Sentence::new(text, &[rule])
}

fn with(tally: &Tally, text: String, rule: RuleId) -> Sentence {
    Sentence { tallies: vec![tally.clone()], ..Sentence::new(text, &[rule]) }
}

/// With its tally, for viewers that may know it.
fn if_known(tally: Option<&Tally>, text: String, rule: RuleId) -> Sentence {
    match tally {
        Some(tally) => with(tally, text, rule),
        None => plain(text, rule),
    }
}

fn initiative(scenario: &Scenario, scores: &BySide<Tally>, winner: Option<Side>) -> Sentence {
    let (red, blue) = (scores.red.total(), scores.blue.total());
    let text = match winner {
        Some(side) => format!("Initiative: red {red}, blue {blue}. {} has it.", scenario.side(side)),
        None => format!("Initiative: red {red}, blue {blue}. The dice are thrown again."),
    };
    let tallies = vec![scores.red.clone(), scores.blue.clone()];
    Sentence { tallies, ..Sentence::new(text, &[rule!("FOGR-SETUP-005")]) }
}

fn arrival(side: Side, score: Option<&Tally>, announced: Option<(TableEdge, u8)>) -> String {
    let who = capital(side.name());
    let rolls = score.map_or_else(String::new, |score| format!(" {}", score.total()));
    match announced {
        Some((edge, groups)) => format!(
            "{who} rolls{rolls} and announces an outflanking march of {} on the {} edge.",
            count(usize::from(groups), "battle group", "battle groups"),
            table_edge(edge)
        ),
        None if score.is_some() => format!("{who} rolls{rolls} for an outflanking march (10 needed)."),
        None => format!("{who} rolls for an outflanking march: it does not arrive yet."),
    }
}

fn marches_met(edge: TableEdge, driven_back: &[Side]) -> Sentence {
    let edge = table_edge(edge);
    let text = match driven_back {
        [] => format!("Outflanking marches meet on the {edge} edge; neither is driven back."),
        [one] => format!("Outflanking marches meet on the {edge} edge; that of {one} is driven back."),
        _ => format!("Outflanking marches meet on the {edge} edge; both are driven back."),
    };
    plain(text, rule!("FOGR-SETUP-054"))
}

/// A test for straggling; the battle group is named to viewers that may know it.
fn straggling(side: Side, group: Option<&str>, straggles: bool) -> String {
    match (group, straggles) {
        (Some(group), true) => format!("{group} straggle and never arrive."),
        (Some(group), false) => format!("{group} keep together."),
        (None, true) => format!("A battle group of {side}'s march straggles and never arrives."),
        (None, false) => format!("A battle group of {side}'s march keeps together."),
    }
}

/// The event as a sentence. One arm an event: a table of sentences, however long.
#[must_use]
pub fn tell(scenario: &Scenario, event: &Event) -> Sentence {
    let name = |group: &GroupId| scenario.title(*group);
    let who = |side: &Side| capital(side.name());
    match event {
        Event::InitiativeRolled { scores, winner } => initiative(scenario, scores, *winner),
        Event::TerritoryChosen { side, territory } => {
            plain(format!("{} chooses {} territory.", who(side), territory.word()), rule!("FOGR-SETUP-007"))
        }
        Event::PieceChosen { chosen } => {
            let how = if chosen.compulsory { " as the compulsory piece" } else { "" };
            let text = format!("{} chooses {}{how}.", who(&chosen.side), selection(chosen.what));
            plain(text, rule!("FOGR-SETUP-014"))
        }
        Event::PieceLocated { chosen, location: at } => plain(
            format!("{} rolls for the {}: {}.", who(&chosen.side), selection(chosen.what), location(*at)),
            rule!("FOGR-SETUP-020"),
        ),
        Event::PiecePlaced { side, piece } => {
            plain(format!("{} places the {}.", who(side), terrain_kind(piece.kind)), rule!("FOGR-SETUP-020"))
        }
        Event::PieceLost { chosen } => plain(
            format!("The {} of {} fits nowhere and is lost.", selection(chosen.what), chosen.side),
            rule!("FOGR-SETUP-021"),
        ),
        Event::RiverGraded { grade: is } => {
            plain(format!("The river is {}.", grade(*is)), rule!("FOGR-TERRAIN-021"))
        }
        Event::AdjustmentRolled { side, score, leeway: may } => with(
            score,
            format!("{} rolls {} to adjust it: {}.", who(side), score.total(), leeway(*may)),
            rule!("FOGR-SETUP-022"),
        ),
        Event::PieceAdjusted { side, adjustment, .. } => {
            let how = match adjustment {
                Adjustment::Leave => "leaves it where it lies",
                Adjustment::Slide { .. } => "slides it",
                Adjustment::Pivot { .. } => "pivots it",
                Adjustment::Remove => "removes it",
            };
            plain(format!("{} {how}.", who(side)), rule!("FOGR-SETUP-022"))
        }
        Event::CampPlaced { side, markers, .. } => {
            let works = match markers.len() {
                0 => String::new(),
                n => format!(" and {}", count(n, "fortification marker", "fortification markers")),
            };
            plain(format!("{} places the supply camp{works}.", who(side)), rule!("FOGR-SETUP-024"))
        }
        Event::ShotDetached { side, plan } => {
            let groups = count(plan.parties.len(), "battle group", "battle groups");
            plain(format!("{} forms {groups} of detached shot.", who(side)), rule!("FOGR-SETUP-031"))
        }
        Event::AmbushesPlaced { side, markers } => {
            let real = markers.iter().filter(|m| m.hides.is_some()).count();
            let markers = count(markers.len(), "ambush marker", "ambush markers");
            plain(format!("{} places {markers}, {real} of them real.", who(side)), rule!("FOGR-SETUP-041"))
        }
        Event::AmbushMarkersSeen { side, at } => {
            let markers = count(at.len(), "ambush marker", "ambush markers");
            plain(format!("{} places {markers}.", who(side)), rule!("FOGR-SETUP-041"))
        }
        Event::MarchesRecorded { side, marches } => {
            let marches = count(marches.len(), "outflanking march", "outflanking marches");
            plain(format!("{} sends {marches}.", who(side)), rule!("FOGR-SETUP-047"))
        }
        Event::Deployed { side, group, forlorn_hope } => {
            let how = if *forlorn_hope { " as forlorn hope" } else { "" };
            plain(format!("{} deploys {}{how}.", who(side), name(group)), rule!("FOGR-SETUP-070"))
        }
        Event::Dismounted { group, .. } => {
            plain(format!("{} dismount.", name(group)), rule!("FOGR-SETUP-072"))
        }
        Event::BaseWithoutRoom { group } => {
            plain(format!("A base of {} finds no room and is lost.", name(group)), rule!("FOGR-SETUP-043"))
        }
        Event::NoRoom { side, group } => {
            let who = group.map_or_else(|| format!("a battle group of {side}"), |g| name(&g).to_owned());
            plain(format!("There is no room for {who}."), rule!("FOGR-SETUP-062"))
        }
        Event::AmbushLost { group } => {
            plain(format!("There is no room for {}: they are lost.", name(group)), rule!("FOGR-SETUP-043"))
        }
        Event::Fortified { side, bases } => {
            let bases = count(usize::from(*bases), "base", "bases");
            plain(format!("{} lays {bases} of fortifications.", who(side)), rule!("FOGR-SETUP-029"))
        }
        Event::NotFortified { side } => {
            plain(format!("There is no room for the fortifications of {side}."), rule!("FOGR-SETUP-029"))
        }
        Event::CommanderDeployed { side, commander, place } => {
            let where_to = match place {
                CommanderPlace::With(group) | CommanderPlace::FrontRank(group) => {
                    format!(" with {}", name(group))
                }
                _ => " on his own".to_owned(),
            };
            let text = format!("{} places {}{where_to}.", who(side), scenario.commander_title(*commander));
            plain(text, rule!("FOGR-SETUP-074"))
        }
        Event::NavalUnits { side, units } => {
            let units = count(usize::from(*units), "naval unit", "naval units");
            let text = format!("Off the coast: {units} of {side}.");
            plain(text, rule!("FOGR-SPECIAL-010"))
        }
        Event::AmbushRevealed { side, group, .. } => {
            let text = match group {
                Some(group) => format!("An ambush of {side} is revealed: {}.", name(group)),
                None => format!("A marker of {side} is a dummy."),
            };
            plain(text, rule!("FOGR-SETUP-042"))
        }
        Event::ArrivalRolled { side, score, announced } => {
            if_known(score.as_ref(), arrival(*side, score.as_ref(), *announced), rule!("FOGR-SETUP-050"))
        }
        Event::MarchesMet { edge, driven_back } => marches_met(*edge, driven_back),
        Event::StragglingTested { side, group, score, straggles } => {
            let text = straggling(*side, group.map(|g| scenario.title(g)), *straggles);
            if_known(score.as_ref(), text, rule!("FOGR-SETUP-053"))
        }
        Event::CommanderStraggled { side, commander } => {
            let text = match commander {
                Some(who) => format!("{} straggles with the troops.", scenario.commander_title(*who)),
                None => format!("The commander of {side}'s march straggles with the troops."),
            };
            plain(text, rule!("FOGR-SETUP-053"))
        }
        Event::Arrived { group, edge } => plain(
            format!("{} come on by the {} edge.", name(group), table_edge(*edge)),
            rule!("FOGR-SETUP-052"),
        ),
        Event::Overrun { group } => {
            plain(format!("{} are overrun by troops arriving.", name(group)), rule!("FOGR-SETUP-058"))
        }
        Event::CampOverrun { side } => {
            plain(format!("The camp of {side} is sacked by troops arriving."), rule!("FOGR-SETUP-059"))
        }
    }
}
