//! What the ledger lists, each with its test: readings, traps, worked examples.

mod readings_and_traps;
mod worked_examples;
