//! What is said at the table: requests, decisions, events.

use super::movement::Plan;
use super::world::{CommanderId, Phase, Post, Trust, UgId};
use super::{before, shooting};
use super::{charge, combat, fighting, outcome};
use crate::cards::{Cards, Colour, Payment};
use crate::charts::ActionCode;
use crate::troops::Form;
use caracole_kernel::{BySide, Side, Tally};
use caracole_plane::{Hand, Um};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A length in hundredths of a base width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bw(pub i32);

impl Bw {
    /// The longest that is read: far beyond any table.
    const MOST: i32 = 20_000;

    /// Whole base widths.
    pub const fn whole(count: i32) -> Bw {
        Bw(count.saturating_mul(100))
    }

    /// As a length, if a base width is this long.
    pub fn um(self, width: Um) -> Um {
        let micrometres = i64::from(self.0.clamp(-Self::MOST, Self::MOST)) * i64::from(width.get()) / 100;
        Um::checked(micrometres).unwrap_or(Um::ZERO)
    }
}

/// What a player must choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Which cards the Army Commander gives away.
    Gifts,
    /// Before the battle.
    Before(before::Request),
    /// Shooting.
    Shooting(shooting::Request),
    /// What to do in the Movement Phase.
    Movement,
    /// Which wounds to recover.
    Recover,
    /// Which cards to throw away at the end of the turn.
    Keep,
    /// Something in the Charge Phase.
    Charge(charge::Request),
    /// Something in a combat.
    Combat(combat::Request),
    /// Something in the outcome of fights.
    Outcome(outcome::Request),
    /// Something after the fights of the Fighting Phase.
    Fighting(fighting::Request),
}

/// Cards that are played for something: whose, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paid {
    /// Whose.
    pub by: CommanderId,
    /// Which.
    pub cards: Payment,
}

/// One leg of a march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Leg {
    /// Straight ahead.
    Forward(Bw),
    /// A wheel about the front corner on this hand.
    Wheel {
        /// The hand.
        hand: Hand,
        /// Whole degrees.
        degrees: u8,
    },
    /// To the side without turning.
    Shift {
        /// The hand.
        hand: Hand,
        /// How far.
        by: Bw,
    },
}

/// The second half of a double move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Second {
    /// Who makes it.
    pub ugs: Vec<UgId>,
    /// Its legs.
    pub legs: Vec<Leg>,
}

/// A move ahead of one unit or a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// The units.
    pub ugs: Vec<UgId>,
    /// SuGs that battle troops among them take along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pulled: Vec<UgId>,
    /// The legs of the move.
    pub legs: Vec<Leg>,
    /// The second half of a double move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
}

/// A turn of a unit, on the spot or with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turned {
    /// The unit.
    pub ug: UgId,
    /// The hand of a quarter turn; none for half a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Hand>,
    /// A move straight ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<Bw>,
    /// Whether the move comes before the turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub move_first: bool,
}

/// A change by M1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// Flexible troops change formation.
    Form(Form),
    /// Riders dismount.
    Dismount,
    /// Riders mount again.
    Mount,
    /// Pike & Shot abandon their pikes.
    DropPikes,
    /// Pike & Shot form square.
    Square,
    /// Caltrops or stakes are placed again.
    Obstacles,
}

/// Where a Commander goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NewPost {
    /// To a file of a unit.
    With {
        /// The unit.
        ug: UgId,
        /// The file, from the left, counted from 0.
        file: u8,
        /// In front of it rather than behind.
        ahead: bool,
    },
    /// Anywhere else: the middle of his front edge.
    At([Bw; 2]),
    /// Where he stands, by himself.
    Here,
}

/// A prompted action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// M2 to M5, M14 and M15: ahead, with wheels or a shift.
    March(March),
    /// M9 to M11: turn.
    Turn(Turned),
    /// M12 and M13: straight back.
    FallBack {
        /// The unit.
        ug: UgId,
        /// How far.
        by: Bw,
    },
    /// M7 and M8: wider or narrower on the spot.
    Reshape {
        /// The unit.
        ug: UgId,
        /// Files afterwards.
        wide: u8,
        /// How many of the files gained or lost are on the left.
        left: u8,
    },
    /// M1.
    Switch {
        /// The unit.
        ug: UgId,
        /// What changes.
        to: Switch,
    },
    /// CM1: the Commander who pays moves himself.
    Commander(NewPost),
    /// E1: a wound is recovered.
    Recover {
        /// The unit.
        ug: UgId,
    },
}

/// How a unit of a flank march comes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// The unit.
    pub ug: UgId,
    /// Where the middle of its front crosses the side edge, from red's edge.
    pub at: Bw,
    /// Its formation; as it is in the list if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// The legs of its move from the edge.
    pub legs: Vec<Leg>,
    /// The cards.
    pub paid: Paid,
}

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// Play cards for an action.
    Prompt {
        /// What.
        action: Action,
        /// Whose cards.
        by: CommanderId,
        /// Which.
        cards: Payment,
        /// A Commander with units that move away stays behind.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leave: bool,
    },
    /// Play cards for a move, and others by which the unit wins back distance lost to fire.
    Through {
        /// What.
        action: Action,
        /// Whose cards.
        by: CommanderId,
        /// Which.
        cards: Payment,
        /// A Commander with units that move away stays behind.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leave: bool,
        /// The cards against fire.
        through: Paid,
    },
    /// The Army Commander gives a card away.
    Gift {
        /// To whom.
        to: CommanderId,
        /// Which.
        card: Colour,
    },
    /// Throw a card away.
    Discard {
        /// Whose.
        of: CommanderId,
        /// Which.
        card: Colour,
    },
    /// Before the battle.
    Before(before::Decision),
    /// Shooting.
    Shooting(shooting::Decision),
    /// Nothing.
    Pass,
    /// An ambush card of one's own is turned over; who lies there stands on the table.
    Reveal {
        /// Its number.
        card: u8,
    },
    /// A unit of a flank march comes on.
    Enter(Enter),
    /// A mobile camp moves.
    Camp {
        /// Where the middle of its front comes to.
        to: [Bw; 2],
        /// The cards.
        paid: Paid,
    },
    /// In the Charge Phase.
    Charge(charge::Decision),
    /// In a combat.
    Combat(combat::Decision),
    /// In the outcome of fights.
    Outcome(outcome::Decision),
    /// After the fights of the Fighting Phase.
    Fighting(fighting::Decision),
}

/// A decision found legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// Cards are played for an action.
    Prompt {
        /// Whose cards.
        by: CommanderId,
        /// Which.
        cards: Payment,
        /// What comes of it.
        plan: Box<Plan>,
        /// Commanders with the units stay behind.
        leave: bool,
    },
    /// Cards are played for a move and against fire.
    Through {
        /// The cards against fire, and their action.
        through: (Box<Plan>, Paid),
        /// Whose cards.
        by: CommanderId,
        /// Which.
        cards: Payment,
        /// What comes of it.
        plan: Box<Plan>,
        /// Commanders with the units stay behind.
        leave: bool,
    },
    /// A card is given away.
    Gift {
        /// By whom.
        from: CommanderId,
        /// To whom.
        to: CommanderId,
        /// Which.
        card: Colour,
    },
    /// A card is thrown away.
    Discard {
        /// Whose.
        of: CommanderId,
        /// Which.
        card: Colour,
    },
    /// Before the battle.
    Before(before::Decision),
    /// Shooting.
    Shooting(shooting::Order),
    /// Nothing.
    Pass,
    /// An ambush card is turned over.
    Reveal(Side, u8),
    /// In the Charge Phase.
    Charge(Box<charge::Order>),
    /// In a combat.
    Combat(Box<combat::Order>),
    /// In the outcome of fights.
    Outcome(outcome::Order),
    /// After the fights of the Fighting Phase.
    Fighting(Box<fighting::Order>),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn began.
    TurnBegan {
        /// Its number.
        turn: u8,
        /// The Active Player.
        active: Side,
    },
    /// A phase began.
    PhaseBegan {
        /// Which.
        phase: Phase,
    },
    /// The discards went back into the deck.
    Shuffled {
        /// Cards that can be drawn now.
        left: u16,
    },
    /// A Commander was dealt cards.
    Dealt {
        /// Who.
        to: CommanderId,
        /// Whose.
        side: Side,
        /// How many.
        count: u16,
        /// Whether everybody sees them.
        open: bool,
        /// Which, for those who may know.
        cards: Option<Cards>,
    },
    /// A card was given away.
    Gave {
        /// By whom.
        from: CommanderId,
        /// To whom.
        to: CommanderId,
        /// Whose.
        side: Side,
        /// Whether everybody sees it.
        open: bool,
        /// Which, for those who may know.
        card: Option<Colour>,
    },
    /// A camp moved.
    CampMoved {
        /// Whose.
        side: Side,
    },
    /// An ambush card was turned over.
    Sprung {
        /// Whose.
        side: Side,
        /// Its number.
        card: u8,
        /// Who lay there; nobody in a bluff.
        ug: Option<UgId>,
        /// Bases that found no place and are lost.
        lost: u8,
    },
    /// The first RED card shows from which side edge a flank march comes.
    Announced {
        /// Who leads it.
        commander: CommanderId,
        /// The edge, as red sees it.
        edge: Hand,
    },
    /// A unit of a flank march came on.
    Entered {
        /// Which.
        ug: UgId,
    },
    /// Units of a flank march were not brought on and are lost.
    Straggled {
        /// Which.
        ugs: Vec<UgId>,
    },
    /// What an ally's first cards said of him, or later ones.
    Trusted {
        /// Who.
        commander: CommanderId,
        /// Whose.
        side: Side,
        /// Whether he can be relied on now.
        trust: Trust,
    },
    /// Cards were played for an action.
    Prompted {
        /// By whom.
        by: CommanderId,
        /// The action.
        code: ActionCode,
        /// The cards.
        cards: Payment,
        /// The units.
        ugs: Vec<UgId>,
    },
    /// A unit moved.
    Moved {
        /// Who.
        ug: UgId,
        /// How far it may go.
        distance: Tally,
        /// How far it went.
        spent: Um,
    },
    /// A unit turned or changed its width.
    Reshaped {
        /// Who.
        ug: UgId,
        /// Files now.
        wide: u8,
    },
    /// A unit changed by M1.
    Switched {
        /// Who.
        ug: UgId,
        /// What changed.
        to: Switch,
    },
    /// A unit made room for a friend.
    Displaced {
        /// Who.
        ug: UgId,
        /// For whom.
        by: UgId,
    },
    /// A SuG was pushed back by battle troops.
    PushedBack {
        /// Who.
        ug: UgId,
        /// By whom.
        by: UgId,
    },
    /// A Commander came to another place.
    CommanderMoved {
        /// Who.
        commander: CommanderId,
        /// Where he stands now.
        post: Post,
    },
    /// A wound was recovered.
    Recovered {
        /// Who.
        ug: UgId,
    },
    /// Slowing ended.
    SlowsRemoved {
        /// Whose.
        ugs: Vec<UgId>,
    },
    /// A card was thrown away.
    Discarded {
        /// Whose.
        of: CommanderId,
        /// Which.
        card: Colour,
    },
    /// A side passed.
    Passed {
        /// Who.
        side: Side,
        /// It has passed twice and is finished in this Sub-Phase.
        finished: bool,
    },
    /// Before the battle.
    Before(before::Event),
    /// Shooting.
    Shooting(shooting::Event),
    /// The battle is over: the victory points.
    Ended {
        /// Those of each side.
        points: BySide<Tally>,
    },
    /// In the Charge Phase.
    Charge(charge::Event),
    /// In a combat.
    Combat(combat::Event),
    /// In the outcome of fights.
    Outcome(outcome::Event),
    /// After the fights of the Fighting Phase.
    Fighting(fighting::Event),
}
