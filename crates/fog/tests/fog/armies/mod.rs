//! Troops, formations and armies of both books.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

mod books;
mod composition;
mod files;
mod formation_depth;
mod formation_legal;
mod points;
mod troops;
