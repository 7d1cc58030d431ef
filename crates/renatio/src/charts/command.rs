//! Cards, Commanders, Death Dice and prompted actions.

use super::read::{Based, Chart, Table, word, word_list};
use crate::cards::{Cards, Colour, Surcharge};
use crate::dice::{Face, Faces};
use crate::troops::{CommandType, Grade};
use caracole_document::{Basis, Node, Section, Word, words};

/// Command card pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandCards {
    /// The pack that both sides share.
    pub pack: Cards,
    /// Ambush cards of each side.
    pub ambush_cards: u8,
    /// Flank march cards of each side.
    pub flank_march_cards: u8,
}

/// Commanders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commanders {
    /// Cards that a hand is filled up to.
    pub cards: Table<Grade, u8>,
    /// Units of one group.
    pub group_size: Table<Grade, u8>,
    /// Command range in BW, and the one of the other passage.
    pub command_range: [Table<CommandType, u8>; 2],
    /// Range for gifts of cards in BW, and the one of the other passage.
    pub gift_range: [Table<CommandType, u8>; 2],
}

/// Faces of the Death Dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeathDice(Table<Colour, Based<Faces>>);

impl DeathDice {
    /// The faces of a dice.
    pub fn faces(&self, colour: Colour) -> Faces {
        self.0.of(colour).value
    }

    /// What they rest on.
    pub fn basis(&self, colour: Colour) -> Basis {
        self.0.of(colour).basis
    }
}

words! {
    /// Columns of the Prompted Actions table.
    Column {
        /// Units that act as SuGs.
        Sug = "SuG",
        /// Drilled.
        Drilled = "drilled",
        /// Formed.
        Formed = "formed",
        /// Tribal.
        Tribal = "tribal",
    }
}

words! {
    /// Phases in which cards are played.
    ActionPhase {
        /// Charge Phase.
        Charge = "charge",
        /// Movement Phase.
        Movement = "movement",
        /// Outcomes of shooting and combat.
        Outcomes = "outcomes",
        /// Fighting Phase.
        Fighting = "fighting",
        /// End of Turn Phase.
        EndOfTurn = "end_of_turn",
    }
}

words! {
    /// Prompted actions.
    ActionCode {
        /// Clear a SuG from the way of a charge.
        C1 = "C1",
        /// Prompted charge.
        C2 = "C2",
        /// Stop a Forced Charge.
        C3 = "C3",
        /// Counter-charge or intercept.
        C4 = "C4",
        /// Move a Commander.
        Cm1 = "CM1",
        /// Prompt through fire.
        Cm2 = "CM2",
        /// Switch flexibles, dismount, remount, drop pikes.
        M1 = "M1",
        /// Advance straight ahead.
        M2 = "M2",
        /// Advance with one wheel.
        M3 = "M3",
        /// Advance with two wheels.
        M4 = "M4",
        /// Advance and shift.
        M5 = "M5",
        /// Advance and contract.
        M6 = "M6",
        /// Expand on the spot.
        M7 = "M7",
        /// Contract on the spot.
        M8 = "M8",
        /// Turn on the spot.
        M9 = "M9",
        /// Turn 180 degrees and move.
        M10 = "M10",
        /// Turn 90 degrees and move.
        M11 = "M11",
        /// Fall back: mounted and skirmishing foot.
        M12 = "M12",
        /// Fall back: others.
        M13 = "M13",
        /// Double move.
        M14 = "M14",
        /// Wheel medium or heavy guns.
        M15 = "M15",
        /// Move bases to another file in combat.
        Mf1 = "MF1",
        /// Turn bases in combat.
        Mf2 = "MF2",
        /// Hold pursuit.
        F1 = "F1",
        /// Mounted break off from slower foot.
        F2 = "F2",
        /// Break off from other slower enemy.
        F3 = "F3",
        /// Break off from enemy of equal speed.
        F4 = "F4",
        /// Recover a wound in combat.
        E1Combat = "E1_combat",
        /// Recover a wound out of combat.
        E1 = "E1",
        /// Form square.
        Square = "X_SQUARE",
        /// Leave barricades straight ahead.
        Barricade = "X_BARRICADE",
        /// Place caltrops.
        Caltrops = "X_CALTROPS",
        /// Place stakes.
        Stakes = "X_STAKES",
        /// Move a mobile camp.
        Camp = "X_CAMP",
        /// Charge out of ambush.
        Ambush = "X_AMBUSH",
    }
}

/// One prompted action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Phases in which it is played.
    pub phases: Vec<ActionPhase>,
    /// Its name.
    pub name: String,
    /// What it is.
    pub does: String,
    /// Least colour by column; `None` where it is not allowed.
    pub cost: [Option<Colour>; 4],
    /// What each cell rests on.
    pub basis: [Basis; 4],
    /// Whether the opponent then tests the unit.
    pub kab: [bool; 4],
    /// Distance won back from slowing, by colour; nought for other actions.
    pub regain_bw: [u8; 5],
}

impl Action {
    /// The least colour in a column; `None` where it is not allowed.
    pub fn cost(&self, column: Column) -> Option<Colour> {
        self.cost[column.index()]
    }
}

/// Prompted Actions table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptedActions {
    actions: Table<ActionCode, Based<Action>>,
    /// Additional coloured cards for each reason.
    pub surcharges: Table<Surcharge, u8>,
    /// Actions that are left after a Run Away or Skirmish move.
    pub after_evade: Vec<ActionCode>,
    /// How far they may then go.
    pub after_evade_bw: u8,
}

impl PromptedActions {
    /// An action.
    pub fn action(&self, code: ActionCode) -> &Action {
        &self.actions.of(code).value
    }
}

pub(super) fn command_cards(chart: &Chart<'_, '_>) -> Option<CommandCards> {
    chart.only(&["pack", "value", "coloured", "ambush_cards", "flank_march_cards"]);
    let pack: Table<Colour, u8> = chart.words("pack", |node| node.u8(0, 60))?;
    let value: Table<Colour, u8> = chart.words("value", |node| node.u8(0, 4))?;
    for colour in Colour::ALL {
        if value.get(*colour) != colour.value() {
            chart.need("value")?.fault(
                format!("{} has the value {}", colour.key(), value.get(*colour)),
                format!("write {}: the order of the colours is a rule of its own", colour.value()),
            );
        }
    }
    let coloured: Vec<Colour> = word_list(&chart.need("coloured")?)?;
    if let Some(odd) = Colour::ALL.iter().find(|colour| coloured.contains(colour) != colour.is_coloured()) {
        chart.need("coloured")?.fault(
            format!("{} is on the wrong side", odd.key()),
            "GREEN, YELLOW and RED are coloured, the others are not",
        );
    }
    let pack = Cards(std::array::from_fn(|at| pack.get(Colour::ALL[at])));
    if pack.total() == 0 {
        chart.need("pack")?.fault("the pack is empty", "say how many cards of each colour there are");
    }
    Some(CommandCards {
        pack,
        ambush_cards: chart.u8("ambush_cards", 0, 9)?,
        flank_march_cards: chart.u8("flank_march_cards", 0, 2)?,
    })
}

pub(super) fn commanders(chart: &Chart<'_, '_>) -> Option<Commanders> {
    chart.only(&[
        "cards",
        "group_size",
        "command_range_bw",
        "shorter_command_range_bw",
        "gift_range_bw",
        "shorter_gift_range_bw",
    ]);
    let range = |key: &str| chart.words(key, |node| node.u8(0, 60));
    Some(Commanders {
        cards: chart.words("cards", |node| node.u8(0, 10))?,
        group_size: chart.words("group_size", |node| node.u8(1, 10))?,
        command_range: [range("command_range_bw")?, range("shorter_command_range_bw")?],
        gift_range: [range("gift_range_bw")?, range("shorter_gift_range_bw")?],
    })
}

pub(super) fn death_dice(chart: &Chart<'_, '_>) -> Option<DeathDice> {
    chart.only(&["faces"]);
    let fields = Face::ALL.iter().map(|face| face.key()).collect::<Vec<_>>();
    let table = chart.rows("faces", "colour", &fields, |row| {
        let mut faces = [0; 4];
        for face in Face::ALL {
            faces[face.index()] = row.need(face.key())?.u8(0, 6)?;
        }
        let sum: u8 = faces.iter().sum();
        if sum != 6 {
            row.fault(format!("the dice has {sum} faces"), "give it six in all");
            return None;
        }
        Some(Faces(faces))
    })?;
    Some(DeathDice(table))
}

fn cell(node: &Node<'_, '_>) -> Option<Option<Colour>> {
    if node.text()? == "-" {
        return Some(None);
    }
    word(node).map(Some)
}

fn action(row: &Section<'_, '_>) -> Option<Action> {
    let text = |key: &str| row.get(key).map_or(Some(""), |node| node.short_text(600)).map(str::to_owned);
    let mut cost = [None; 4];
    for (slot, node) in cost.iter_mut().zip(row.need("cost")?.list_of(4)?) {
        *slot = cell(&node)?;
    }
    let mut kab = [false; 4];
    if let Some(node) = row.get("kab") {
        for (slot, node) in kab.iter_mut().zip(node.list_of(4)?) {
            *slot = node.bool()?;
        }
    }
    let mut regain_bw = [0; 5];
    if let Some(node) = row.get("regain_bw") {
        let table = node.section()?;
        table.only(&Colour::ALL.iter().map(|colour| colour.key()).collect::<Vec<_>>());
        for colour in Colour::ALL {
            regain_bw[colour.index()] = table.get(colour.key()).map_or(Some(0), |node| node.u8(0, 9))?;
        }
    }
    Some(Action {
        phases: word_list(&row.need("phase")?)?,
        name: text("name")?,
        does: text("does")?,
        cost,
        basis: cell_bases(row)?,
        kab,
        regain_bw,
    })
}

/// One letter for each cell; a user's file needs none.
fn cell_bases(row: &Section<'_, '_>) -> Option<[Basis; 4]> {
    let Some(node) = row.get("b") else { return Some([Basis::User; 4]) };
    let letters = node.text()?;
    let mut bases = [Basis::Mixed; 4];
    let known =
        [('s', Basis::Rules), ('p', Basis::Published), ('r', Basis::Published), ('o', Basis::Proposed)];
    for (n, letter) in letters.chars().enumerate() {
        let found = known.iter().find(|(known, _)| *known == letter);
        match (bases.get_mut(n), found) {
            (Some(slot), Some((_, basis))) => *slot = *basis,
            _ => {
                node.fault(
                    format!("\"{letters}\" does not give four bases"),
                    "write four of the letters s, p, r, o",
                );
                return None;
            }
        }
    }
    Some(bases)
}

pub(super) fn prompted_actions(chart: &Chart<'_, '_>) -> Option<PromptedActions> {
    chart.only(&["actions", "surcharges", "after_evade", "after_evade_bw"]);
    let fields = ["phase", "name", "cost", "b", "kab", "regain_bw", "does"];
    Some(PromptedActions {
        actions: chart.rows("actions", "code", &fields, action)?,
        surcharges: chart.words("surcharges", |node| node.u8(0, 3))?,
        after_evade: word_list(&chart.need("after_evade")?)?,
        after_evade_bw: chart.u8("after_evade_bw", 0, 9)?,
    })
}
