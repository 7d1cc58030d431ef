//! What is said over a websocket. The JSON Schemas of these types are the protocol.

use crate::{
    bus::Audience,
    game::{ChatLine, GameInfo, Luck, Table},
};
use caracole_kernel::{
    At, Awaiting, BySide, Cast, Layer, Offer, Overlay, Piece, Prompt, Refusal, Scene, Side, Told,
};
use caracole_odds::Foresight;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the protocol.
pub const PROTOCOL: u16 = 2;

/// What a client says. The first message must be `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub struct ClientMessage {
    /// A number of the client's own, repeated in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What.
    pub ask: Request,
}

/// What a client may ask. Nothing here says who asks: that comes from the connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Begin, or go on after the connection was lost.
    Hello(Hello),
    /// Make a choice.
    Choose {
        /// The last entry that you have seen: the choice is refused as `stale` if there is a later one.
        after: u64,
        /// The choice, of the system's own shape.
        decision: Value,
    },
    /// Make a choice in words, as a terminal takes them.
    Command {
        /// The last entry that you have seen.
        after: u64,
        /// The words.
        text: String,
    },
    /// How the battle looks, or looked after an entry, ready to be drawn.
    Look {
        /// The entry; how it looks now without it.
        #[serde(default)]
        at: Option<u64>,
    },
    /// Where the choices about a piece lead, laid over the table.
    Reach {
        /// The piece.
        piece: Piece,
    },
    /// A piece is drawn across the table by hand: which choice that would be.
    Drag {
        /// The piece.
        piece: Piece,
        /// The points it goes through, in the units of the scene: 2 to 64 of them.
        way: Vec<At>,
    },
    /// What you want to have laid over the table.
    Layers {
        /// Which layers, as a sight names them.
        wanted: Vec<String>,
        /// Of this piece only.
        #[serde(default)]
        piece: Option<Piece>,
        /// After this entry; as it is now without it.
        #[serde(default)]
        at: Option<u64>,
    },
    /// Whether a choice is legal and what would come of it.
    Plan {
        /// The choice.
        decision: Value,
    },
    /// Sensible legal choices.
    Candidates,
    /// How the battle stands.
    State,
    /// Take back your last choice.
    Undo {
        /// The last entry that you have seen: refused as `stale` if there is a later one.
        after: u64,
    },
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Answer the offer of a draw.
    AnswerDraw {
        /// The last entry that you have seen.
        after: u64,
        /// Whether you agree.
        agree: bool,
    },
    /// Ask to go back. Done at once where take-backs were allowed when the game was made, or where you play both sides; a
    /// computer player never agrees.
    AskRewind {
        /// The last entry that you have seen.
        after: u64,
        /// To the state after this entry; to that before your last choice without it.
        #[serde(default)]
        to: Option<u64>,
    },
    /// Answer the wish to go back.
    AnswerRewind {
        /// The last entry that you have seen.
        after: u64,
        /// The entry that you were asked to go back to: refused if the wish is another by now.
        to: u64,
        /// Whether you agree.
        agree: bool,
    },
    /// Say something.
    Chat {
        /// What.
        text: String,
    },
    /// Nothing: is anybody there?
    Ping,
}

/// How a connection begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The protocol that you speak.
    pub protocol: u16,
    /// The last entry that you have seen, if you have been here before.
    #[serde(default)]
    pub resume: u64,
    /// The last line of the chat that you have seen.
    #[serde(default)]
    pub chat: u64,
    /// Which of your own seats you sit in now; needed only by those who play both sides at one screen.
    #[serde(default)]
    pub seat: Option<Side>,
    /// Whether the whole view is sent after every update.
    #[serde(default)]
    pub views: bool,
    /// Whether the sight of the table is sent after every update.
    #[serde(default)]
    pub sights: bool,
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum ServerMessage {
    /// You are connected.
    Welcome {
        /// The protocol that the server speaks.
        protocol: u16,
        /// Whose eyes you see with. When that changes, you are welcomed again and get everything anew.
        viewer: Audience,
        /// The game.
        game: Box<GameInfo>,
    },
    /// Something happened. Drop what you hold of entries beyond `after` (all of it if that is 0) and add this.
    Update {
        /// The last entry now.
        entry: u64,
        /// What was there before.
        after: u64,
        /// What happened, as you may see it.
        events: Vec<Told>,
        /// The dice that fell.
        casts: Vec<Cast>,
        /// What is awaited now; nothing before the battle has begun.
        awaiting: Option<Awaiting<Option<Value>>>,
    },
    /// How the battle stands.
    State {
        /// The number of the request, if this answers one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The last entry.
        entry: u64,
        /// What you see.
        view: Value,
        /// What is awaited.
        awaiting: Awaiting<Option<Value>>,
    },
    /// How the battle looks.
    Sight(Box<Sight>),
    /// Seats, clocks and offers as they are now.
    Table(Box<Table>),
    /// Who is connected.
    Presence(Presence),
    /// Something said.
    Chat(ChatLine),
    /// What you asked for is done, and on disk.
    Done {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The last entry now.
        entry: u64,
    },
    /// A choice would be legal.
    Plan {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// What would come of it, of the system's own shape.
        plan: Value,
        /// The same, laid over the table.
        overlays: Vec<Overlay>,
        /// The dice that it would bring, with exact odds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        foresight: Option<Box<Foresight>>,
    },
    /// The choices that a piece drawn across the table stands for: as far along its way as it may go.
    Dragged {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The last entry.
        entry: u64,
        /// The choices, to be made one after the other.
        steps: Vec<Offer<Value>>,
        /// What they would do.
        overlays: Vec<Overlay>,
        /// Why it goes no farther, if it does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<Box<Refusal>>,
        /// What comes after the last of them, if that is not your own choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<String>,
    },
    /// What you wanted to have laid over the table.
    Layers {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The entry after which it is so.
        entry: u64,
        /// The layers.
        layers: Vec<LayerShown>,
    },
    /// Where choices lead.
    Reach {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The last entry.
        entry: u64,
        /// The choices, by their place among those offered.
        choices: Vec<Reach>,
        /// Where the piece can be taken hold of to be drawn across the table, and what is meant by that.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        grips: Vec<Overlay>,
    },
    /// Sensible legal choices.
    Candidates {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The last entry, for `after` of a choice.
        entry: u64,
        /// The choices; none when yours is not awaited.
        decisions: Vec<Value>,
    },
    /// A rule forbids it. Nothing has changed.
    Refused {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// The rule, the facts and the remedy.
        refusal: Box<Refusal>,
    },
    /// It cannot be done, though no rule of the game forbids it. Nothing has changed.
    Error {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// For programs: `malformed`, `not_yours`, `stale`, `not_now`, `slow_down`, `unavailable` ...
        code: String,
        /// What is wrong.
        problem: String,
        /// What to do about it.
        remedy: String,
    },
    /// The picture of the ground; only ever sent over HTTP.
    #[serde(skip)]
    Ground {
        /// The picture.
        svg: String,
    },
    /// Somebody is there.
    Pong {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
    },
}

/// Where one choice leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// Its place among the choices offered, from 0.
    pub offer: usize,
    /// What it would do.
    pub overlays: Vec<Overlay>,
}

/// A layer as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LayerShown {
    /// Which.
    pub layer: String,
    /// What it shows.
    pub overlays: Vec<Overlay>,
}

/// How a battle looks to one viewer, ready to be drawn, and what that viewer may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sight {
    /// The number of the request, if this answers one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// The entry after which it looks like this.
    pub entry: u64,
    /// Whether this looks back.
    pub past: bool,
    /// What lies on the table; nothing if the system is not drawn.
    pub scene: Option<Scene>,
    /// What can be laid over it.
    pub layers: Vec<Layer>,
    /// What is awaited.
    pub awaiting: Awaiting<Option<Value>>,
    /// What is asked, in words, if you may know.
    pub prompt: Option<Prompt>,
    /// Legal choices with their words, if you must choose.
    pub offers: Vec<Offer<Value>>,
    /// Legal choices beyond those listed.
    pub more: usize,
    /// Whether your last choice can be taken back.
    pub undo: bool,
    /// The entry that you would go back to by asking: that before your last choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<u64>,
    /// How the dice have favoured each side.
    pub luck: BySide<Luck>,
}

/// How many connections look on, by seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Presence {
    /// Of red's player.
    pub red: u32,
    /// Of blue's player.
    pub blue: u32,
    /// Of others.
    pub spectators: u32,
}

impl ServerMessage {
    /// As it goes over the wire.
    pub fn text(&self) -> String {
        // Every key is a string, so this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The same message as the answer to a request.
    pub(crate) fn answering(mut self, to: Option<u64>) -> Self {
        match &mut self {
            ServerMessage::Sight(sight) => sight.id = to,
            ServerMessage::State { id, .. }
            | ServerMessage::Done { id, .. }
            | ServerMessage::Plan { id, .. }
            | ServerMessage::Reach { id, .. }
            | ServerMessage::Dragged { id, .. }
            | ServerMessage::Layers { id, .. }
            | ServerMessage::Candidates { id, .. }
            | ServerMessage::Refused { id, .. }
            | ServerMessage::Error { id, .. }
            | ServerMessage::Pong { id } => *id = to,
            _ => {}
        }
        self
    }
}
