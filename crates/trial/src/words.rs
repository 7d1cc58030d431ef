//! What is said at the table: setup, requests, decisions, events, views.

use crate::cards::{Card, Cards};
use caracole_kernel::{BySide, Side, Tally, dice::Purpose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit of the road, by its place in both lists: red's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// A field of the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Field(pub u8);

impl Field {
    /// Fields between this and another.
    pub fn distance(self, other: Field) -> u8 {
        self.0.abs_diff(other.0)
    }
}

/// What a battle starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Each side's list.
    pub armies: BySide<Vec<Listed>>,
    /// Turns of both sides together before night falls.
    pub turns: u8,
    /// The cards, if any are played with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<Dealt>,
}

/// The cards that a battle is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dealt {
    /// How many cards each side holds, at most 8.
    pub hands: BySide<u8>,
    /// The deck: chaff, powder, surgeons.
    pub deck: Cards,
}

/// A unit of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its strength, 1 to 8.
    pub strength: u8,
    /// Veterans throw 1s again.
    #[serde(default)]
    pub veteran: bool,
    /// Ambushers start hidden.
    #[serde(default)]
    pub ambush: bool,
}

/// What a player must choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Where this unit hides.
    Hide(UnitId),
    /// What to do next in his turn.
    Turn,
    /// Whether this unit springs its ambush on the mover.
    Spring {
        /// The hidden unit.
        ambusher: UnitId,
        /// The unit that came near.
        mover: UnitId,
    },
    /// Whether this unit fires back.
    ReturnFire {
        /// Who may fire.
        unit: UnitId,
        /// At whom.
        at: UnitId,
    },
    /// How this unit receives a charge.
    Receive {
        /// Who is charged.
        unit: UnitId,
        /// By whom.
        charger: UnitId,
    },
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// Hide on this field.
    Hide {
        /// The field.
        field: Field,
    },
    /// Move so many fields; negative is back.
    Move {
        /// Who.
        unit: UnitId,
        /// How far.
        by: i8,
    },
    /// Fire.
    Volley {
        /// Who.
        unit: UnitId,
        /// At whom.
        at: UnitId,
    },
    /// Charge.
    Charge {
        /// Who.
        unit: UnitId,
        /// Whom.
        at: UnitId,
    },
    /// End the turn.
    Done,
    /// Answer yes: spring the ambush, fire back, or fire before contact.
    Yes,
    /// Answer no: lie low, hold fire, or stand.
    No,
    /// Charge in turn.
    CounterCharge,
    /// Play a card.
    Play {
        /// Which.
        card: Card,
        /// For whom, if it is the surgeon.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order(pub Decision);

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit hid; only its side knows where.
    Hid {
        /// Whose.
        side: Side,
        /// Which, for those who may know.
        unit: Option<UnitId>,
        /// Where, for those who may know.
        field: Option<Field>,
    },
    /// A turn began.
    TurnBegan {
        /// Its number, from 1.
        number: u8,
        /// Whose.
        side: Side,
    },
    /// A unit came to a field.
    Moved {
        /// Who.
        unit: UnitId,
        /// Where.
        to: Field,
    },
    /// A hidden unit was shown.
    Revealed {
        /// Who.
        unit: UnitId,
        /// Where.
        field: Field,
    },
    /// A unit fired or fought.
    Hits {
        /// Who.
        unit: UnitId,
        /// Whom.
        at: UnitId,
        /// How often it hit.
        hits: u8,
    },
    /// A unit tested its morale.
    Tested {
        /// Who.
        unit: UnitId,
        /// Dice and modifiers.
        tally: Tally,
        /// How it stands now.
        level: Level,
    },
    /// A side filled its hand; only that side knows with what.
    Drew {
        /// Who.
        side: Side,
        /// How many cards.
        count: u16,
        /// Which, for those who may know.
        cards: Option<Vec<Card>>,
    },
    /// The cards that had been played were shuffled into the deck.
    Shuffled,
    /// A side played a card.
    Played {
        /// Who.
        side: Side,
        /// Which.
        card: Card,
        /// For whom.
        unit: Option<UnitId>,
    },
    /// A surgeon treated a unit.
    Treated {
        /// Whom.
        unit: UnitId,
        /// How it stands now.
        level: Level,
        /// Its strength now.
        strength: u8,
    },
}

/// How a unit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// In order.
    Steady,
    /// Once failed.
    Shaken,
    /// Gone.
    Broken,
}

/// What one viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// Turn number.
    pub turn: u8,
    /// The units he may see.
    pub units: Vec<UnitView>,
    /// The cards, as far as he may see them.
    pub cards: CardsView,
}

/// The cards as seen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardsView {
    /// His own.
    pub hand: Vec<Card>,
    /// How many each side holds.
    pub held: BySide<u16>,
    /// How many are left in the deck.
    pub left: u16,
    /// What has been played since the deck was shuffled.
    pub played: Vec<Card>,
}

/// A unit as seen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UnitView {
    /// Which.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    /// Where.
    pub field: Option<Field>,
    /// Points of strength.
    pub strength: u8,
    /// How it stands.
    pub level: Level,
    /// Only its own side sees it.
    pub hidden: bool,
}

/// What dice are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollPurpose {
    /// A volley.
    Volley,
    /// A charge met.
    Contact,
    /// A morale test.
    Morale,
    /// A hand is filled.
    Fill,
    /// A surgeon's work.
    Treatment,
}

impl Purpose for RollPurpose {
    fn label(self) -> &'static str {
        match self {
            RollPurpose::Volley => "volley",
            RollPurpose::Contact => "contact",
            RollPurpose::Morale => "morale test",
            RollPurpose::Fill => "cards for the hand",
            RollPurpose::Treatment => "surgeon",
        }
    }

    fn number(self) -> u16 {
        self as u16
    }
}
