//! Who asks something of a game, and what they may do there. Both are looked at anew for every message: a seat that was
//! left, a battle that has begun or a session that has ended counts at once.

use super::{
    GameRecord, Phase,
    actor::{Command, Declined},
};
use crate::entropy::UserId;
use caracole_kernel::{Side, Viewer, dice::Bytes32};

/// Who asks, as the connection knows it. It never says what they may do.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub user: UserId,
    /// Digest of the session's token.
    pub session: Bytes32,
    /// The name that others see.
    pub name: String,
    /// The invitation with which they came.
    pub invitation: Option<Bytes32>,
    /// Which of their own seats they want to sit in; the first without it.
    pub seat: Option<Side>,
}

/// What somebody is at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// They play this side.
    Player(Side),
    /// They may watch.
    Onlooker,
    /// They may do neither. While the game waits for players and is open they see its table and may join.
    Stranger,
}

impl Standing {
    /// Whose eyes they see the battle with, if they may see it.
    pub(crate) fn viewer(self) -> Option<Viewer> {
        match self {
            Standing::Player(side) => Some(side.into()),
            Standing::Onlooker => Some(Viewer::Spectator),
            Standing::Stranger => None,
        }
    }

    /// The side that they play; whatever acts for a side gets it from here.
    pub(super) fn player(self) -> Result<Side, Declined> {
        match self {
            Standing::Player(side) => Ok(side),
            Standing::Onlooker => Err(Declined::NotYours("You are watching this game")),
            Standing::Stranger => Err(NOT_HERE),
        }
    }

    /// The eyes that they see with; whatever shows the battle gets them from here.
    pub(super) fn watcher(self) -> Result<Viewer, Declined> {
        self.viewer().ok_or(NOT_HERE)
    }
}

const NOT_HERE: Declined = Declined::NotYours("You have no seat at this game and may not watch it");

impl GameRecord {
    /// What the caller is at this game now.
    pub(crate) fn standing(&self, caller: &Caller) -> Standing {
        let mut seats = self.seats_of(caller.user).into_iter();
        let seat = match caller.seat {
            Some(wanted) => seats.find(|side| *side == wanted),
            None => seats.next(),
        };
        match seat {
            Some(side) => Standing::Player(side),
            None if self.may_watch(caller.user, caller.invitation.as_ref()) => Standing::Onlooker,
            None => Standing::Stranger,
        }
    }

    /// Whether somebody of this standing may know that the game exists.
    pub(crate) fn is_known_to(&self, standing: Standing) -> bool {
        let gathers = self.open && self.phase == Phase::Gathering;
        standing != Standing::Stranger || gathers
    }
}

impl Command {
    /// Whether it may change the game: then the session must still be there.
    pub(super) fn changes(&self) -> bool {
        match self {
            Command::Standing
            | Command::CatchUp { .. }
            | Command::State
            | Command::Look { .. }
            | Command::Ground { .. }
            | Command::Layers { .. }
            | Command::Reach { .. }
            | Command::Drag { .. }
            | Command::Plan { .. }
            | Command::Candidates => false,
            Command::Join { .. }
            | Command::Nonce { .. }
            | Command::Leave
            | Command::Chat { .. }
            | Command::Say { .. }
            | Command::Choose { .. }
            | Command::Undo { .. }
            | Command::Resign
            | Command::OfferDraw
            | Command::AnswerDraw { .. }
            | Command::AskRewind { .. }
            | Command::AnswerRewind { .. }
            | Command::Computed { .. } => true,
        }
    }
}
