//! The set-up of Appendix 4, and what it leaves hidden for the turns.

mod ambush;
mod arrival;
mod deploying;
mod dismounting;
mod encounters;
mod first_turn;
mod ground;
mod hidden;
mod marches;
mod play;
mod words;
mod works;
