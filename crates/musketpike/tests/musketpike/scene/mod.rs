//! Battles drawn, and counters drawn across the map.

mod drags;
mod legend;
