//! Scenarios and their files.

mod files;
