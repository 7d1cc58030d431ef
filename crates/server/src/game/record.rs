//! What is kept of a game beside its log, and what others may see of that.

use super::{ClockRule, Clocks};
use crate::{
    entropy::{GameId, UserId},
    time::Millis,
};
use caracole_kernel::{BySide, Outcome, Side, dice::Bytes32};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything about a game that changes, except the battle itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its id.
    pub id: GameId,
    /// Code of its system.
    pub system: String,
    /// What its maker called it.
    pub title: String,
    /// Who made it.
    pub creator: UserId,
    /// When.
    pub created: Millis,
    /// When something last happened.
    pub updated: Millis,
    /// Whether anybody may take an open seat.
    pub open: bool,
    /// Whether anybody may watch.
    pub public: bool,
    /// The seats.
    pub seats: BySide<Seat>,
    /// Whether each player may take back their last choice at any time, past dice as well.
    #[serde(default)]
    pub take_backs: bool,
    /// How time is kept.
    pub rule: Option<ClockRule>,
    /// The clocks, once the battle has begun.
    pub clocks: Option<Clocks>,
    /// What one side has asked of the other.
    pub offers: Offers,
    /// What was published of the dice.
    pub commitment: Bytes32,
    /// Secrets that let their holders in.
    pub invitations: Invitations,
    /// Where it has got to.
    pub phase: Phase,
    /// Entries of its log.
    pub entries: u64,
    /// Lines of its chat.
    pub chat: u64,
}

/// Secrets that let their holders in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitations {
    /// To take an open seat.
    pub play: Bytes32,
    /// To watch.
    pub watch: Bytes32,
}

/// Invitations do not print themselves.
impl std::fmt::Debug for Invitations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Invitations(secret)")
    }
}

/// Who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Nobody yet.
    Open,
    /// A person.
    Player {
        /// Who.
        user: UserId,
        /// The name when the player sat down.
        name: String,
        /// What the player added to the dice, once that is done.
        nonce: Option<String>,
    },
    /// A computer player.
    Computer {
        /// Which.
        level: String,
        /// What it added to the dice before anybody else did.
        nonce: String,
    },
}

impl Seat {
    /// Whether this user sits there.
    pub fn is(&self, who: UserId) -> bool {
        matches!(self, Seat::Player { user, .. } if *user == who)
    }

    /// What its player added to the dice.
    pub fn nonce(&self) -> Option<&str> {
        match self {
            Seat::Open => None,
            Seat::Player { nonce, .. } => nonce.as_deref(),
            Seat::Computer { nonce, .. } => Some(nonce),
        }
    }
}

/// Where a game has got to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are being taken and nonces given.
    Gathering,
    /// The battle is on.
    Running,
    /// The battle is over.
    Over {
        /// How it ended.
        outcome: Outcome,
        /// What ended it.
        by: Ending,
    },
    /// Its maker gave it up before it began.
    Abandoned,
}

/// What ended a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The rules, or a player who gave up, or both who agreed on a draw.
    Battle,
    /// A clock that ran out; the log has it as giving up.
    Time,
}

/// What one side has asked of the other. The next step of the battle wipes it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offers {
    /// Who has offered a draw.
    pub draw: Option<Side>,
    /// Who has asked to go back, and to which entry.
    pub rewind: Option<(Side, u64)>,
}

/// Something said at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Its number, from 1.
    pub n: u64,
    /// When.
    pub at: Millis,
    /// Who said it.
    pub name: String,
    /// The side that the reader plays, if any.
    pub side: Option<Side>,
    /// What.
    pub text: String,
}

/// A game as others see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: GameId,
    /// Code of its system.
    pub system: String,
    /// What its maker called it.
    pub title: String,
    /// When it was made.
    pub created: Millis,
    /// When something last happened.
    pub updated: Millis,
    /// Whether anybody may take an open seat.
    pub open: bool,
    /// Whether anybody may watch.
    pub public: bool,
    /// What was published of the dice.
    pub commitment: Bytes32,
    /// Entries of its log.
    pub entries: u64,
    /// Seats, clocks and offers.
    pub table: Table,
    /// The seats that you hold.
    pub yours: Vec<Side>,
    /// The invitations, for its maker only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitations: Option<Invitations>,
}

/// Seats, clocks and offers: what lies beside the battle on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    /// Where the game has got to.
    pub phase: Phase,
    /// Who plays.
    pub seats: BySide<SeatInfo>,
    /// Whether each player may take back their last choice at any time, past dice as well. Joining means to agree.
    pub take_backs: bool,
    /// How time is kept.
    pub rule: Option<ClockRule>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// What one side has asked of the other.
    pub offers: Offers,
}

/// A seat as others see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatInfo {
    /// Nobody yet.
    Open,
    /// A person.
    Player {
        /// The player's name.
        name: String,
        /// What the player added to the dice, once that is done.
        nonce: Option<String>,
    },
    /// A computer player.
    Computer {
        /// Which.
        level: String,
        /// What it added to the dice.
        nonce: String,
    },
}

impl GameRecord {
    /// Its maker and its players.
    pub fn users(&self) -> impl Iterator<Item = UserId> {
        let players = self.seats.iter().filter_map(|(_, seat)| match seat {
            Seat::Player { user, .. } => Some(*user),
            _ => None,
        });
        std::iter::once(self.creator).chain(players)
    }

    /// The seats that this user holds.
    pub fn seats_of(&self, user: UserId) -> Vec<Side> {
        self.seats.iter().filter(|(_, seat)| seat.is(user)).map(|(side, _)| side).collect()
    }

    /// Whether the same person plays both sides.
    pub fn hot_seat(&self) -> bool {
        matches!(
            (&self.seats.red, &self.seats.blue),
            (Seat::Player { user: red, .. }, Seat::Player { user: blue, .. }) if red == blue
        )
    }

    /// Whether this user may watch, with this invitation or without.
    pub fn may_watch(&self, user: UserId, invitation: Option<&Bytes32>) -> bool {
        let invited = invitation
            .is_some_and(|token| *token == self.invitations.watch || *token == self.invitations.play);
        self.public || invited || self.users().any(|known| known == user)
    }

    /// Both nonces, once both seats are taken and have given theirs.
    pub fn nonces(&self) -> Option<BySide<String>> {
        Some(BySide { red: self.seats.red.nonce()?.to_owned(), blue: self.seats.blue.nonce()?.to_owned() })
    }

    /// What lies beside the battle.
    pub fn table(&self) -> Table {
        let seats = BySide::new_with(|side| match &self.seats[side] {
            Seat::Open => SeatInfo::Open,
            Seat::Player { name, nonce, .. } => SeatInfo::Player { name: name.clone(), nonce: nonce.clone() },
            Seat::Computer { level, nonce } => {
                SeatInfo::Computer { level: level.clone(), nonce: nonce.clone() }
            }
        });
        Table {
            phase: self.phase.clone(),
            seats,
            take_backs: self.take_backs,
            rule: self.rule,
            clocks: self.clocks.clone(),
            offers: self.offers,
        }
    }

    /// The game as `user` sees it.
    pub fn info(&self, user: UserId) -> GameInfo {
        GameInfo {
            id: self.id,
            system: self.system.clone(),
            title: self.title.clone(),
            created: self.created,
            updated: self.updated,
            open: self.open,
            public: self.public,
            commitment: self.commitment,
            entries: self.entries,
            table: self.table(),
            yours: self.seats_of(user),
            invitations: (self.creator == user).then(|| self.invitations.clone()),
        }
    }
}
