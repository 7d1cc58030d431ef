//! The shooting phase on the table: who shoots, at whom, over whom.

mod aim;
mod closed;
mod lurking;
mod overhead;
mod phase;
mod readings;
mod several;
