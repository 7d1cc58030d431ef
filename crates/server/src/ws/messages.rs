//! What is said over a websocket. The JSON Schemas of these types are the protocol.

use crate::game::{ChatLine, GameInfo, Table};
use caracole_kernel::{Awaiting, Refusal, Seen, Side, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the protocol.
pub const PROTOCOL: u16 = 1;

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
    Undo,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Answer the offer of a draw.
    AnswerDraw {
        /// Whether you agree.
        agree: bool,
    },
    /// Ask to go back to the state after an entry.
    AskRewind {
        /// The entry.
        to: u64,
    },
    /// Answer the wish to go back.
    AnswerRewind {
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
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum ServerMessage {
    /// You are connected.
    Welcome {
        /// The protocol that the server speaks.
        protocol: u16,
        /// Whose eyes you see with.
        viewer: Viewer,
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
        events: Vec<Seen>,
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
    /// Somebody is there.
    Pong {
        /// The number of the request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
    },
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
            ServerMessage::State { id, .. }
            | ServerMessage::Done { id, .. }
            | ServerMessage::Plan { id, .. }
            | ServerMessage::Candidates { id, .. }
            | ServerMessage::Refused { id, .. }
            | ServerMessage::Error { id, .. }
            | ServerMessage::Pong { id } => *id = to,
            _ => {}
        }
        self
    }
}
