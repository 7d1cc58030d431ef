//! Questions, answers and events in words.

mod report;
mod wording;
