//! Players' clocks: so much time for each choice, then the time bank.

use crate::time::Millis;
use caracole_kernel::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How time is kept: live play gives seconds for each choice, play over days gives days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRule {
    /// Seconds for each choice that cost nothing.
    pub each: u32,
    /// Seconds in the bank, from which every choice takes what it needs beyond that.
    pub bank: u32,
}

/// The longest time that a rule may give: a year.
const MOST: u32 = 366 * 24 * 60 * 60;

impl ClockRule {
    /// Whether there is a game in it.
    pub fn is_sensible(self) -> bool {
        self.each <= MOST && self.bank <= MOST && self.each.saturating_add(self.bank) >= 10
    }
}

/// Both clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Milliseconds left in each bank, as of the last choice.
    pub bank: BySide<u64>,
    /// Whose clock runs.
    pub running: Option<Running>,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Running {
    /// Whose.
    pub side: Side,
    /// Since when.
    pub since: Millis,
    /// Milliseconds of this choice that cost nothing.
    pub free: u64,
}

/// A time when the server was down and no clock ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it was last seen alive.
    pub began: Millis,
    /// When it was back.
    pub ended: Millis,
}

/// Why the clock goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A choice was made: the next one has its free time.
    Chosen,
    /// A choice was taken back: no new free time, or taking back would be a way to gain it.
    TakenBack,
}

impl Clocks {
    /// Full banks.
    pub fn new(rule: ClockRule) -> Self {
        let bank = u64::from(rule.bank) * 1000;
        Clocks { bank: BySide { red: bank, blue: bank }, running: None }
    }

    /// Charges the clock that runs and starts the one of `next`.
    pub(crate) fn pass(
        &mut self,
        rule: ClockRule,
        next: Option<Side>,
        turn: Turn,
        now: Millis,
        outages: &[Outage],
    ) {
        if let Some(running) = self.running {
            let spent = elapsed(running.since, now, outages).saturating_sub(running.free);
            self.bank[running.side] = self.bank[running.side].saturating_sub(spent);
        }
        let free = match turn {
            Turn::Chosen => u64::from(rule.each) * 1000,
            Turn::TakenBack => 0,
        };
        self.running = next.map(|side| Running { side, since: now, free });
    }

    /// The side whose time is up.
    pub fn fallen(&self, now: Millis, outages: &[Outage]) -> Option<Side> {
        let running = self.running?;
        (self.left(now, outages)? == Duration::ZERO).then_some(running.side)
    }

    /// How long until the running clock falls.
    pub fn left(&self, now: Millis, outages: &[Outage]) -> Option<Duration> {
        let running = self.running?;
        let has = running.free.saturating_add(self.bank[running.side]);
        Some(Duration::from_millis(has.saturating_sub(elapsed(running.since, now, outages))))
    }
}

/// Milliseconds from one moment to another, outages left out.
fn elapsed(since: Millis, now: Millis, outages: &[Outage]) -> u64 {
    let down = outages.iter().map(|outage| {
        let (from, to) = (outage.began.max(since), outage.ended.min(now));
        to.0.saturating_sub(from.0)
    });
    now.0.saturating_sub(since.0).saturating_sub(down.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: ClockRule = ClockRule { each: 10, bank: 60 };

    fn after(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    #[test]
    fn free_time_first_then_the_bank() {
        let mut clocks = Clocks::new(RULE);
        clocks.pass(RULE, Some(Side::Red), Turn::Chosen, after(0), &[]);
        clocks.pass(RULE, Some(Side::Blue), Turn::Chosen, after(9), &[]);
        assert_eq!(clocks.bank.red, 60_000, "nine seconds are free");
        clocks.pass(RULE, Some(Side::Red), Turn::Chosen, after(9 + 25), &[]);
        assert_eq!(clocks.bank.blue, 45_000, "25 seconds cost 15");
        assert_eq!(clocks.left(after(34), &[]), Some(Duration::from_secs(70)));
    }

    #[test]
    fn the_flag_falls_when_both_are_used_up() {
        let mut clocks = Clocks::new(RULE);
        clocks.pass(RULE, Some(Side::Red), Turn::Chosen, after(0), &[]);
        assert_eq!(clocks.fallen(Millis(69_999), &[]), None);
        assert_eq!(clocks.fallen(after(70), &[]), Some(Side::Red));
    }

    #[test]
    fn taking_back_gains_no_time() {
        let mut clocks = Clocks::new(RULE);
        clocks.pass(RULE, Some(Side::Red), Turn::TakenBack, after(0), &[]);
        clocks.pass(RULE, Some(Side::Red), Turn::TakenBack, after(5), &[]);
        assert_eq!(clocks.bank.red, 55_000);
    }

    #[test]
    fn no_clock_runs_while_the_server_is_down() {
        let mut clocks = Clocks::new(RULE);
        clocks.pass(RULE, Some(Side::Red), Turn::Chosen, after(100), &[]);
        // The first began before the clock was started: only its overlap counts.
        let down = [
            Outage { began: after(50), ended: after(110) },
            Outage { began: after(1000), ended: after(9000) },
        ];
        assert_eq!(clocks.fallen(after(170), &down), None, "60 of 70 seconds used");
        assert_eq!(clocks.left(after(175), &down), Some(Duration::from_secs(5)));
        assert_eq!(clocks.fallen(after(180), &down), Some(Side::Red));
    }
}
