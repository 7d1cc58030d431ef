//! A real server on a real port, driven over HTTP and websocket.

mod abuse;
mod accounts;
mod attacks;
mod client;
mod contract;
mod hidden;
mod house;
mod lobby;
mod onlookers;
mod play;
mod program;
mod restart;
mod rights;
mod screen;
mod storage;
mod strangers;
mod table;
mod thinkers;
