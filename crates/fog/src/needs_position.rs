//! Rules of troops, formations and combat that cannot be kept without a position on a table.
//!
//! The arithmetic of a fight is told who fights whom; these rules ask where somebody stands, moves or looks. They are the
//! battle's to keep. `caracole rules coverage --needs-position` prints them.

use caracole_ledger::{RuleId, not_yet};

/// A rule and what of the table it asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedsPosition {
    /// The rule.
    pub rule: RuleId,
    /// What it asks about.
    pub because: &'static str,
}

const fn at(rule: RuleId, because: &'static str) -> NeedsPosition {
    NeedsPosition { rule, because }
}

/// The chapters whose other rules the arithmetic enforces and proves, as they stand in rule ids.
pub const CHAPTERS: &[&str] =
    &["BASICS", "TROOPS", "BG", "SCALE", "POINTS", "ARMY", "COMBAT", "COHESION", "RECKONER", "VICTORY"];

/// Every such rule of these chapters, in the order of the books.
pub const NEEDS_POSITION: &[NeedsPosition] = &[
    at(not_yet!("FOGR-TROOPS-013"), "a camp is touched on the table"),
    at(not_yet!("FOGR-TROOPS-014"), "a camp is touched on the table; the dice for it are here"),
    at(not_yet!("FOGR-BG-002"), "bases are kept together where they stand"),
    at(not_yet!("FOGR-BG-038"), "distances to a Swedish brigade are measured"),
    at(not_yet!("FOGR-BG-039"), "a file is drawn back on the table"),
    at(not_yet!("FOGR-BG-045"), "a kinked column lies along its path"),
    at(not_yet!("FOGR-BG-047"), "bases turn towards enemies around them"),
    at(not_yet!("FOGR-BG-048"), "a forced move leaves bases where it must"),
    at(not_yet!("FOGR-BG-056"), "a marker has a place on the table"),
    at(not_yet!("FOGR-BG-060"), "bases turn where they stand"),
    at(not_yet!("FOGR-BG-061"), "bases lie in terrain; the dice they lose are here"),
    at(not_yet!("FOGR-BG-062"), "a base lies in several terrains"),
    at(not_yet!("FOGR-BG-065"), "terrain slows a move on the table"),
    at(not_yet!("FOGR-BG-066"), "bases lie in terrain"),
    at(not_yet!("FOGR-BG-067"), "a move is measured on the table"),
    at(not_yet!("FOGR-BG-068"), "disorder ends where the base leaves its cause"),
    at(not_yet!("FOGR-COMBAT-009"), "bases are placed before they are paired"),
    at(not_yet!("FOGR-COMBAT-023"), "which edge of a wagon is in contact"),
    at(not_yet!("FOGR-COMBAT-091"), "which edge of a base is in contact"),
    at(not_yet!("FOGR-COMBAT-094"), "enemy reach the guns"),
    at(not_yet!("FOGR-COMBAT-095"), "enemy reach the guns"),
    at(not_yet!("FOGR-COMBAT-097"), "supporters stand behind the guns"),
    at(not_yet!("FOGR-COMBAT-098"), "supporters stand behind the guns"),
    at(not_yet!("FOGR-COMBAT-099"), "supporters stand behind some of the guns"),
    at(not_yet!("FOGR-COMBAT-101"), "troops touch the guns"),
    at(not_yet!("FOGR-COMBAT-102"), "troops move with the guns"),
    at(not_yet!("FOGR-COMBAT-103"), "troops touch the guns"),
    at(not_yet!("FOGR-COMBAT-104"), "the guns face somewhere"),
    at(not_yet!("FOGR-COMBAT-105"), "a pursuit is measured"),
    at(not_yet!("FOGR-COMBAT-114"), "a commander takes a place in the front rank"),
    at(not_yet!("FOGR-COMBAT-115"), "a commander would move"),
    at(not_yet!("FOGR-COMBAT-124"), "a rout goes past what stands in its way"),
    at(not_yet!("FOGR-COMBAT-125"), "a commander flees with his men"),
    at(not_yet!("FOGR-COMBAT-134"), "a pursuit moves"),
    at(not_yet!("FOGR-COHESION-006"), "who is within 3 MU is measured"),
    at(not_yet!("FOGR-COHESION-008"), "who is within 3 MU is measured"),
    at(not_yet!("FOGR-COHESION-010"), "who is within 3 MU is measured"),
    at(not_yet!("FOGR-COHESION-011"), "routers run into friends"),
    at(not_yet!("FOGR-COHESION-014"), "which commanders are in range is measured"),
    at(not_yet!("FOGR-COHESION-016"), "which commanders are in range is measured"),
    at(not_yet!("FOGR-COHESION-037"), "charges and interceptions are moves; the dice and modifiers are here"),
    at(not_yet!("FOGR-COHESION-038"), "charges and interceptions are moves; the dice and modifiers are here"),
    at(not_yet!("FOGR-COHESION-039"), "a move away from enemy is measured"),
    at(not_yet!("FOGR-COHESION-040"), "a rout moves; the modifier is here"),
    at(not_yet!("FOGR-COHESION-059"), "bases shift in contact with enemies"),
    at(not_yet!("FOGR-COHESION-063"), "pursuers are in contact or not"),
    at(not_yet!("FOGR-COHESION-065"), "a base shoots from its side edge"),
    at(not_yet!("FOGAM-BG-002"), "bases are kept together where they stand"),
    at(not_yet!("FOGAM-BG-003"), "bases change places in a battle only"),
    at(not_yet!("FOGAM-BG-015"), "a kinked column lies along its path"),
    at(not_yet!("FOGAM-BG-018"), "bases turn towards enemies around them"),
    at(not_yet!("FOGAM-BG-019"), "a forced move leaves bases where it must"),
    at(not_yet!("FOGAM-BG-034"), "bases turn where they stand"),
    at(not_yet!("FOGAM-BG-036"), "a base lies in several terrains"),
    at(not_yet!("FOGAM-BG-037"), "terrain slows a move on the table"),
    at(not_yet!("FOGAM-BG-039"), "disorder ends where the base leaves its cause"),
    at(not_yet!("FOGAM-COMBAT-013"), "which contacts are fresh depends on the moves before"),
    at(not_yet!("FOGAM-COMBAT-057"), "an interception is a move"),
    at(not_yet!("FOGAM-COMBAT-081"), "a commander takes a place in the front rank"),
    at(not_yet!("FOGAM-COMBAT-084"), "displaced bases go back before distances are measured"),
    at(not_yet!("FOGAM-COMBAT-088"), "a rout has a direction"),
    at(not_yet!("FOGAM-COMBAT-089"), "a rout has a direction"),
    at(not_yet!("FOGAM-COMBAT-090"), "routers meet friends"),
    at(not_yet!("FOGAM-COMBAT-091"), "routers shift past what stands in their way"),
    at(not_yet!("FOGAM-COMBAT-092"), "routers run into friends"),
    at(not_yet!("FOGAM-COMBAT-093"), "routers meet enemy"),
    at(not_yet!("FOGAM-COMBAT-094"), "routers meet terrain and camps"),
    at(not_yet!("FOGAM-COMBAT-095"), "routers run into friends"),
    at(not_yet!("FOGAM-COMBAT-096"), "routers have no room"),
    at(not_yet!("FOGAM-COMBAT-097"), "routers reach the edge of the table"),
    at(not_yet!("FOGAM-COMBAT-098"), "a commander flees with his men"),
    at(not_yet!("FOGAM-COMBAT-105"), "a pursuit moves"),
    at(not_yet!("FOGAM-COMBAT-107"), "skirmishers are touched"),
    at(not_yet!("FOGAM-COHESION-026"), "a rout moves; the modifier and the bar to rallying are here"),
];
