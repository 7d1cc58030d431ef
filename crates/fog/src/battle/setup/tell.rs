//! The set-up in sentences.

use super::Event;
use super::placing::Adjustment;
use crate::battle::Scenario;
use crate::battle::law::law;
use crate::battle::text::names::{capital, count, table_edge};
use crate::battle::text::setup::{grade, leeway, location, selection, terrain_kind};
use crate::battle::world::{CommanderPlace, GroupId};
use crate::troops::Book;
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
    Sentence { tallies, ..Sentence::new(text, &[law!(scenario.book(), "FOGR-SETUP-005", "FOGAM-SETUP-004")]) }
}

fn first_turn(scenario: &Scenario, scores: &BySide<Tally>, winner: Option<Side>) -> Sentence {
    let (red, blue) = (scores.red.total(), scores.blue.total());
    let text = match winner {
        Some(side) => format!("First turn: red {red}, blue {blue}. {} moves first.", scenario.side(side)),
        None => format!("First turn: red {red}, blue {blue}. The dice are thrown again."),
    };
    let tallies = vec![scores.red.clone(), scores.blue.clone()];
    let rule = law!(scenario.book(), "FOGR-SETUP-004", "FOGAM-SETUP-045");
    Sentence { tallies, ..Sentence::new(text, &[rule]) }
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

fn marches_met(book: Book, edge: TableEdge, driven_back: &[Side]) -> Sentence {
    let edge = table_edge(edge);
    let text = match driven_back {
        [] => format!("Outflanking marches meet on the {edge} edge; neither is driven back."),
        [one] => format!("Outflanking marches meet on the {edge} edge; that of {one} is driven back."),
        _ => format!("Outflanking marches meet on the {edge} edge; both are driven back."),
    };
    plain(text, law!(book, "FOGR-SETUP-054", "FOGAM-SETUP-030"))
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
    let book = scenario.book();
    let name = |group: &GroupId| scenario.title(*group);
    let who = |side: &Side| capital(side.name());
    match event {
        Event::InitiativeRolled { scores, winner } => initiative(scenario, scores, *winner),
        Event::TerritoryChosen { side, territory } => plain(
            format!("{} chooses {} territory.", who(side), territory.word()),
            law!(book, "FOGR-SETUP-007", "FOGAM-SETUP-007"),
        ),
        Event::PieceChosen { chosen } => {
            let how = if chosen.compulsory { " as the compulsory piece" } else { "" };
            let text = format!("{} chooses {}{how}.", who(&chosen.side), selection(chosen.what));
            plain(text, law!(book, "FOGR-SETUP-014", "FOGAM-SETUP-012"))
        }
        Event::PieceLocated { chosen, location: at } => plain(
            format!("{} rolls for the {}: {}.", who(&chosen.side), selection(chosen.what), location(*at)),
            law!(book, "FOGR-SETUP-020", "FOGAM-SETUP-015"),
        ),
        Event::PiecePlaced { side, piece } => plain(
            format!("{} places the {}.", who(side), terrain_kind(piece.kind)),
            law!(book, "FOGR-SETUP-020", "FOGAM-SETUP-015"),
        ),
        Event::PieceLost { chosen } => plain(
            format!("The {} of {} fits nowhere and is lost.", selection(chosen.what), chosen.side),
            law!(book, "FOGR-SETUP-021", "FOGAM-SETUP-015"),
        ),
        Event::RiverGraded { grade: is } => plain(
            format!("The river is {}.", grade(*is)),
            law!(book, "FOGR-TERRAIN-021", "FOGAM-TERRAIN-020"),
        ),
        Event::AdjustmentRolled { side, score, leeway: may } => with(
            score,
            format!("{} rolls {} to adjust it: {}.", who(side), score.total(), leeway(*may)),
            law!(book, "FOGR-SETUP-022", "FOGAM-SETUP-016"),
        ),
        Event::PieceAdjusted { side, adjustment, .. } => {
            let how = match adjustment {
                Adjustment::Leave => "leaves it where it lies",
                Adjustment::Slide { .. } => "slides it",
                Adjustment::Pivot { .. } => "pivots it",
                Adjustment::Remove => "removes it",
            };
            plain(format!("{} {how}.", who(side)), law!(book, "FOGR-SETUP-022", "FOGAM-SETUP-016"))
        }
        Event::CampPlaced { side, markers, .. } => {
            let works = match markers.len() {
                0 => String::new(),
                n => format!(" and {}", count(n, "fortification marker", "fortification markers")),
            };
            plain(
                format!("{} places the supply camp{works}.", who(side)),
                law!(book, "FOGR-SETUP-024", "FOGAM-SETUP-019"),
            )
        }
        Event::ShotDetached { side, plan } => {
            let groups = count(plan.parties.len(), "battle group", "battle groups");
            plain(format!("{} forms {groups} of detached shot.", who(side)), rule!("FOGR-SETUP-031"))
        }
        Event::AmbushesPlaced { side, markers } => {
            let real = markers.iter().filter(|m| m.hides.is_some()).count();
            let markers = count(markers.len(), "ambush marker", "ambush markers");
            plain(
                format!("{} places {markers}, {real} of them real.", who(side)),
                law!(book, "FOGR-SETUP-041", "FOGAM-SETUP-022"),
            )
        }
        Event::AmbushMarkersSeen { side, at } => {
            let markers = count(at.len(), "ambush marker", "ambush markers");
            plain(format!("{} places {markers}.", who(side)), law!(book, "FOGR-SETUP-041", "FOGAM-SETUP-022"))
        }
        Event::MarchesRecorded { side, marches } => {
            let marches = count(marches.len(), "outflanking march", "outflanking marches");
            plain(format!("{} sends {marches}.", who(side)), law!(book, "FOGR-SETUP-047", "FOGAM-SETUP-026"))
        }
        Event::Deployed { side, group, forlorn_hope } => {
            let how = if *forlorn_hope { " as forlorn hope" } else { "" };
            plain(
                format!("{} deploys {}{how}.", who(side), name(group)),
                law!(book, "FOGR-SETUP-070", "FOGAM-SETUP-037"),
            )
        }
        Event::Dismounted { group, .. } => {
            plain(format!("{} dismount.", name(group)), law!(book, "FOGR-SETUP-072", "FOGAM-SETUP-041"))
        }
        Event::BaseWithoutRoom { group } => plain(
            format!("A base of {} finds no room and is lost.", name(group)),
            law!(book, "FOGR-SETUP-043", "FOGAM-SETUP-024"),
        ),
        Event::NoRoom { side, group } => {
            let who = group.map_or_else(|| format!("a battle group of {side}"), |g| name(&g).to_owned());
            plain(format!("There is no room for {who}."), law!(book, "FOGR-SETUP-062", "FOGAM-SETUP-034"))
        }
        Event::AmbushLost { group } => plain(
            format!("There is no room for {}: they are lost.", name(group)),
            law!(book, "FOGR-SETUP-043", "FOGAM-SETUP-024"),
        ),
        Event::Fortified { side, bases } => {
            let bases = count(usize::from(*bases), "base", "bases");
            plain(
                format!("{} lays {bases} of fortifications.", who(side)),
                law!(book, "FOGR-SETUP-029", "FOGAM-SETUP-018"),
            )
        }
        Event::NotFortified { side } => plain(
            format!("There is no room for the fortifications of {side}."),
            law!(book, "FOGR-SETUP-029", "FOGAM-SETUP-018"),
        ),
        Event::CommanderDeployed { side, commander, place } => {
            let where_to = match place {
                CommanderPlace::With(group) | CommanderPlace::FrontRank(group) => {
                    format!(" with {}", name(group))
                }
                _ => " on his own".to_owned(),
            };
            let text = format!("{} places {}{where_to}.", who(side), scenario.commander_title(*commander));
            plain(text, law!(book, "FOGR-SETUP-074", "FOGAM-SETUP-044"))
        }
        Event::FirstTurnRolled { scores, winner } => first_turn(scenario, scores, *winner),
        Event::NoRoad { side } => {
            plain(format!("{} places no road.", who(side)), law!(book, "FOGR-SETUP-018", "FOGAM-SETUP-017"))
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
            plain(text, law!(book, "FOGR-SETUP-042", "FOGAM-SETUP-023"))
        }
        Event::ArrivalRolled { side, score, announced } => if_known(
            score.as_ref(),
            arrival(*side, score.as_ref(), *announced),
            law!(book, "FOGR-SETUP-050", "FOGAM-SETUP-027"),
        ),
        Event::MarchesMet { edge, driven_back } => marches_met(book, *edge, driven_back),
        Event::StragglingTested { side, group, score, straggles } => {
            let text = straggling(*side, group.map(|g| scenario.title(g)), *straggles);
            if_known(score.as_ref(), text, law!(book, "FOGR-SETUP-053", "FOGAM-SETUP-029"))
        }
        Event::CommanderStraggled { side, commander } => {
            let text = match commander {
                Some(who) => format!("{} straggles with the troops.", scenario.commander_title(*who)),
                None => format!("The commander of {side}'s march straggles with the troops."),
            };
            plain(text, law!(book, "FOGR-SETUP-053", "FOGAM-SETUP-029"))
        }
        Event::Arrived { group, edge } => plain(
            format!("{} come on by the {} edge.", name(group), table_edge(*edge)),
            law!(book, "FOGR-SETUP-052", "FOGAM-SETUP-028"),
        ),
        Event::Overrun { group } => plain(
            format!("{} are overrun by troops arriving.", name(group)),
            law!(book, "FOGR-SETUP-058", "FOGAM-SETUP-033"),
        ),
        Event::CampOverrun { side } => plain(
            format!("The camp of {side} is sacked by troops arriving."),
            law!(book, "FOGR-SETUP-059", "FOGAM-SETUP-033"),
        ),
    }
}
