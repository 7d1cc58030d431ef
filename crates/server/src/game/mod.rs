//! A game: a battle with its seats, its clocks and its dice, run by an actor of its own.

mod actor;
mod aside;
mod asking;
mod battle;
mod caller;
mod clock;
mod computer;
mod hall;
mod luck;
mod record;
mod seats;

pub use clock::{ClockRule, Clocks, Outage};
pub use computer::{Computer, ComputerTurn, RandomPlayer};
pub use luck::{Luck, Measure};
pub use record::{ChatLine, Ending, GameInfo, GameRecord, Invitations, Offers, Phase, Seat, SeatInfo, Table};

pub(crate) use actor::{Command, Declined};
pub(crate) use battle::Battle;
pub(crate) use caller::{Caller, Standing};
pub(crate) use hall::{Attendance, Hall};
