//! What is said before the battle.

use crate::battle::Bw;
use crate::battle::world::{CommanderId, UgId};
use crate::cards::{Cards, Colour};
use crate::charts::{Density, Sector, SecureFlank, TerrainKind, Territory};
use crate::troops::Form;
use caracole_kernel::{BySide, Side, Tally};
use caracole_plane::Hand;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// To invade or to defend.
    Posture,
    /// The territory.
    Territory,
    /// Whether to place the marker by a strategic intercept.
    Intercept,
    /// The square in which the marker begins.
    Square,
    /// The card of a day, or a pass.
    Day,
    /// Where the marker goes.
    Marker,
    /// The side edge of the secure flank.
    FlankEdge,
    /// What lies on the secure flank.
    FlankPiece,
    /// A piece of terrain to be placed.
    Choose,
    /// Where the piece in hand goes.
    Place,
    /// What becomes of the piece that the other player placed.
    Adjust,
    /// Which ambush or flank march is ordered.
    Orders,
    /// To whose command an ambush card belongs.
    Allot {
        /// The card.
        card: u8,
    },
    /// Which scouts move before the battle.
    Scouts,
    /// What is deployed next.
    Deploy,
    /// Which guns are wheeled backwards.
    Guns,
    /// Which units a Commander commands, and where he stands.
    Command,
}

/// A rectangle of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Its middle.
    pub at: [Bw; 2],
    /// How wide and how deep it is.
    pub size: [Bw; 2],
    /// Whole degrees by which it is turned clockwise.
    #[serde(default)]
    pub turned: u16,
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// To invade.
    Invade,
    /// To defend.
    Defend,
    /// A territory.
    Territory(Territory),
    /// A square by its name.
    Square(String),
    /// A card for the day.
    Card(Colour),
    /// The side edge, as red sees it.
    Edge(Hand),
    /// A kind of terrain.
    Kind(TerrainKind),
    /// A kind of terrain and its place.
    Piece(TerrainKind, Spot),
    /// The place of the piece in hand.
    Spot(Spot),
    /// The piece just placed is moved.
    Move {
        /// How far to the right, as red sees it.
        right: Bw,
        /// How far up.
        up: Bw,
    },
    /// The piece just placed is pivoted about a point.
    Pivot {
        /// The point.
        about: [Bw; 2],
        /// Whole degrees clockwise.
        degrees: u16,
    },
    /// The piece just placed is removed.
    Remove,
    /// The camp is deployed: the middle of its front.
    Camp([Bw; 2]),
    /// An ambush card is placed.
    Ambush {
        /// The middle of its front.
        at: [Bw; 2],
        /// Who lies there; nobody in a bluff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ug: Option<UgId>,
        /// The files of the unit.
        wide: u8,
        /// Its formation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<Form>,
    },
    /// A Commander is placed beside the camp with a card under him.
    March {
        /// Who.
        commander: CommanderId,
        /// The side edge, as red sees it; none in a bluff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Hand>,
        /// The units that march with him; none in a bluff.
        ugs: Vec<UgId>,
    },
    /// The ambush card belongs to the command of this one.
    Allot(CommanderId),
    /// Scouts move before the battle.
    Scout(Box<crate::battle::Action>),
    /// A unit is deployed.
    Unit {
        /// Which.
        ug: UgId,
        /// The middle of its front.
        at: [Bw; 2],
        /// Its files.
        wide: u8,
        /// Its formation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        form: Option<Form>,
        /// Whole degrees clockwise from straight ahead.
        #[serde(default)]
        turned: u16,
    },
    /// Guns are wheeled backwards about a front corner.
    Wheel {
        /// Which.
        ug: UgId,
        /// The corner.
        hand: Hand,
        /// Whole degrees.
        degrees: u8,
    },
    /// Commander after Commander: his units, and the unit that he is with.
    Command {
        /// Who.
        commander: CommanderId,
        /// The units of his command.
        ugs: Vec<UgId>,
        /// The unit that he is with.
        with: UgId,
        /// Its file, from the left, counted from 0.
        file: u8,
    },
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The dice of the initiative: the winner, or nobody on a tie.
    Initiative {
        /// Who won.
        winner: Option<Side>,
        /// He won with a Skull.
        skull: bool,
    },
    /// Who defends.
    Defends {
        /// The defender.
        side: Side,
    },
    /// The territory was chosen.
    Territory {
        /// Which.
        territory: Territory,
    },
    /// The winner intercepts.
    Intercepts {
        /// Who.
        side: Side,
    },
    /// The marker is in a square.
    Marker {
        /// Its name.
        square: String,
        /// Its density.
        density: Density,
        /// Its secure flank.
        flank: SecureFlank,
    },
    /// Map Cards or Scouting Cards were dealt.
    Dealt {
        /// To whom.
        side: Side,
        /// How many.
        count: u16,
        /// Which, for those who may know.
        cards: Option<Cards>,
    },
    /// A side has chosen its card of the day, or passes openly.
    Chosen {
        /// Who.
        side: Side,
        /// It passes.
        passes: bool,
    },
    /// The cards of a day are shown; a pass counts as BLACK.
    Day {
        /// The day, from 1.
        day: u8,
        /// The cards.
        cards: BySide<Option<Colour>>,
    },
    /// The side edge of the secure flank.
    FlankEdge {
        /// As red sees it.
        hand: Hand,
    },
    /// A player chose a piece.
    PieceChosen {
        /// Who.
        side: Side,
        /// What.
        kind: TerrainKind,
    },
    /// The dice for a piece.
    PieceThrown {
        /// Who places it.
        side: Side,
        /// Where it must lie, as this player sees the table.
        sector: Sector,
        /// It must touch an edge.
        touches: bool,
    },
    /// A piece was placed.
    PiecePlaced {
        /// Who placed it.
        side: Side,
        /// What.
        kind: TerrainKind,
    },
    /// A piece found no place.
    PieceLost {
        /// Whose.
        side: Side,
        /// What.
        kind: TerrainKind,
    },
    /// The dice of the other player for a piece.
    AdjustThrown {
        /// Who.
        side: Side,
        /// The number.
        number: u8,
    },
    /// A piece was adjusted.
    Adjusted {
        /// By whom.
        side: Side,
        /// It was removed.
        removed: bool,
    },
    /// Scouting Cards were compared.
    Scouted {
        /// The cards.
        cards: BySide<Cards>,
        /// Percent of each side.
        score: BySide<Tally>,
        /// Who is out-scouted, and how many units it deploys first.
        out_scouted: Option<(Side, u32)>,
    },
    /// An ambush card was placed.
    Ambush {
        /// Whose.
        side: Side,
        /// Its number.
        card: u8,
        /// The middle of its front.
        at: [Bw; 2],
        /// Who lies there, for those who may know; nobody in a bluff.
        ug: Option<UgId>,
    },
    /// A Commander stands beside the camp with a card under him.
    Marches {
        /// Who.
        commander: CommanderId,
        /// Whose.
        side: Side,
        /// The edge, for those who may know; none in a bluff.
        edge: Option<Hand>,
        /// The units, for those who may know.
        ugs: Vec<UgId>,
    },
    /// A card under a Commander was a bluff.
    Bluffed {
        /// Whose.
        commander: CommanderId,
    },
    /// An ambush card belongs to a command.
    Allotted {
        /// Whose card.
        side: Side,
        /// Its number.
        card: u8,
        /// To whose command.
        to: CommanderId,
    },
    /// Scouts moved before the battle.
    ScoutsMoved {
        /// Who.
        ug: UgId,
    },
    /// The camp was deployed.
    CampDeployed {
        /// Whose.
        side: Side,
    },
    /// A unit was deployed.
    Deployed {
        /// Which.
        ug: UgId,
    },
    /// Guns were wheeled backwards.
    Wheeled {
        /// Which.
        ug: UgId,
    },
    /// A Commander has his units and his place.
    Commands {
        /// Who.
        commander: CommanderId,
        /// The units.
        ugs: Vec<UgId>,
    },
    /// The battle begins.
    Over,
}
