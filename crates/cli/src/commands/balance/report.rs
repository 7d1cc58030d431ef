//! The report on armies that have fought each other: as text, for programs, and as a page with charts.

use caracole_bots::{Balance, Standing};
use caracole_picture::chart::{Bar, ChartLook, bar_chart};
use serde_json::{Value, json};
use std::fmt::Write;

/// Width of a chart in pixels.
const WIDTH: u32 = 800;

/// What is reported on.
pub(super) struct Report<'a> {
    pub(super) balance: &'a Balance,
    pub(super) player: &'a str,
    pub(super) seed: u64,
}

fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// `fogr/new-model-1645` as a reader would say it.
fn title(army: &str) -> String {
    let name = army.rsplit('/').next().unwrap_or(army).replace('-', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Report<'_> {
    fn standings(&self) -> Vec<(usize, Standing)> {
        let mut all: Vec<(usize, Standing)> =
            (0..self.balance.armies.len()).map(|army| (army, self.balance.standing(army))).collect();
        all.sort_by_key(|(army, s)| (std::cmp::Reverse(s.won), *army));
        all
    }

    /// For people at a terminal. Writing to a string cannot fail.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let (battles, red, drawn) = self.balance.red();
        let _ = writeln!(text, "{battles} battles, {} against itself, seed {}\n", self.player, self.seed);
        let _ = writeln!(
            text,
            "{:<24} {:>7} {:>6} {:>6} {:>6}   won, with 95 % confidence",
            "army", "battles", "won", "drawn", "lost"
        );
        for (army, s) in self.standings() {
            let (share, low, high) = s.share();
            let _ = writeln!(
                text,
                "{:<24} {:>7} {:>6} {:>6} {:>6}   {:.1} % ({:.1} to {:.1})",
                title(&self.balance.armies[army]),
                s.battles,
                s.won,
                s.drawn,
                s.lost(),
                100.0 * share,
                100.0 * low,
                100.0 * high
            );
        }
        let _ = writeln!(
            text,
            "\nred won {:.1} %, blue {:.1} %, nobody {:.1} %; {:.1} turns on average",
            percent(red, battles),
            percent(battles - red - drawn, battles),
            percent(drawn, battles),
            self.balance.mean_turns()
        );
        text
    }

    /// For programs.
    pub(super) fn json(&self) -> Value {
        let (battles, red, drawn) = self.balance.red();
        let armies: Vec<Value> = self
            .standings()
            .into_iter()
            .map(|(army, s)| {
                let (share, low, high) = s.share();
                json!({ "army": self.balance.armies[army], "battles": s.battles, "won": s.won, "drawn": s.drawn,
                        "lost": s.lost(), "share": share, "interval": [low, high], "troops": s.troops })
            })
            .collect();
        json!({ "battles": battles, "player": self.player, "seed": self.seed, "red_won": red, "drawn": drawn,
                "mean_turns": self.balance.mean_turns(), "armies": armies,
                "encounters": self.balance.encounters })
    }

    /// As a page. `battles` and `armies` as they were asked for, so that the page tells how it is made.
    pub(super) fn markdown(&self, battles: u64, armies: &[String]) -> String {
        let mut page = String::new();
        let (fought, red, drawn) = self.balance.red();
        let named = if armies.is_empty() { String::new() } else { format!(" --armies {}", armies.join(",")) };
        let _ = write!(
            page,
            "# How the armies compare\n\n{fought} battles; `{}` leads both armies in each. Every army meets every \
             other, half of the time on each side. This page and its charts are made by\n\n    caracole balance{named} \
             --battles {battles} --player {} --seed {} --report docs/balance\n\n",
            self.player, self.player, self.seed
        );
        page.push_str(
            "| army | battles | won | drawn | lost | share won | 95 % |\n|---|---|---|---|---|---|---|\n",
        );
        let standings = self.standings();
        for (army, s) in &standings {
            let (share, low, high) = s.share();
            let _ = writeln!(
                page,
                "| {} | {} | {} | {} | {} | {:.1} % | {:.1} to {:.1} |",
                title(&self.balance.armies[*army]),
                s.battles,
                s.won,
                s.drawn,
                s.lost(),
                100.0 * share,
                100.0 * low,
                100.0 * high
            );
        }
        page.push_str("\n![share of battles won](won.svg)\n\n## Army by army\n\nShare of the battles that the army of the line won against that of the column.\n\n|  |");
        for (army, _) in &standings {
            let _ = write!(page, " {} |", title(&self.balance.armies[*army]));
        }
        page.push_str("\n|---|");
        page.push_str(&"---|".repeat(standings.len()));
        for (army, _) in &standings {
            let _ = write!(page, "\n| {} |", title(&self.balance.armies[*army]));
            for (other, _) in &standings {
                let s = self.balance.against(*army, *other);
                let cell = if s.battles == 0 {
                    String::new()
                } else {
                    format!("{:.0} %", percent(s.won, s.battles))
                };
                let _ = write!(page, " {cell} |");
            }
        }
        let _ = write!(
            page,
            "\n\n![every pair](pairs.svg)\n\nRed won {:.1} % of all battles, blue {:.1} %, nobody {:.1} %. A battle lasted {:.1} \
             turns on average.\n\n## Troops\n\nHow each kind did for its points: how many battle groups took the \
             field in a battle, what share of their worth was lost, and how many enemy battle groups one of them took \
             part in breaking.\n\n| army | troops | in a battle | worth lost | victims |\n|---|---|---|---|---|\n",
            percent(red, fought),
            percent(fought - red - drawn, fought),
            percent(drawn, fought),
            self.balance.mean_turns()
        );
        for (army, s) in &standings {
            for (kind, troops) in &s.troops {
                let _ = writeln!(
                    page,
                    "| {} | {kind} | {:.1} | {:.1} % | {:.2} |",
                    title(&self.balance.armies[*army]),
                    f64::from(troops.fielded) / s.battles.max(1) as f64,
                    percent(troops.worth_lost.into(), troops.worth.into()),
                    f64::from(troops.victims) / f64::from(troops.fielded.max(1))
                );
            }
        }
        page.push_str("\n![what troops lost](troops.svg)\n");
        page
    }
}

/// The charts by the names of their files.
pub(super) fn charts(balance: &Balance) -> Vec<(&'static str, String)> {
    let look = |title: &str, value_label: &str| ChartLook {
        title: title.to_owned(),
        value_label: value_label.to_owned(),
        pixels: WIDTH,
        decimals: 1,
        unit: "%".to_owned(),
    };
    let (mut won, mut pairs, mut troops) = (Vec::new(), Vec::new(), Vec::new());
    for (army, name) in balance.armies.iter().enumerate() {
        let all = balance.standing(army);
        let livery = army % 6;
        won.push(Bar { label: title(name), value: percent(all.won, all.battles), livery });
        for (other, enemy) in balance.armies.iter().enumerate().filter(|(other, _)| *other != army) {
            let s = balance.against(army, other);
            let label = format!("{} against {}", title(name), title(enemy));
            pairs.push(Bar { label, value: percent(s.won, s.battles), livery });
        }
        for (kind, t) in &all.troops {
            let value = percent(t.worth_lost.into(), t.worth.into());
            troops.push(Bar { label: format!("{}: {kind}", title(name)), value, livery });
        }
    }
    vec![
        ("won.svg", bar_chart(&won, &look("Who won", "share of the battles"))),
        ("pairs.svg", bar_chart(&pairs, &look("Army against army", "share of the battles won"))),
        ("troops.svg", bar_chart(&troops, &look("What each kind of troops lost", "share of its worth"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn armies_are_named_as_readers_say_them() {
        assert_eq!(title("fogr/new-model-1645"), "New model 1645");
        assert_eq!(title(""), "");
    }
}
