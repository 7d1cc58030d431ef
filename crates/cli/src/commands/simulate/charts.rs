//! Charts of many battles.

use super::{report::field, unwritten};
use crate::failure::{Done, Failure};
use caracole_bots::{Plan, Summary};
use caracole_kernel::Side;
use caracole_picture::{
    chart::{Bar, ChartLook, bar_chart},
    png::png,
};
use std::path::Path;

/// Width of a chart in pixels.
const WIDTH: u32 = 800;

/// Draws every chart into a folder.
pub(super) fn draw(plan: &Plan, summary: &Summary, folder: &Path, format: &str) -> Done {
    for (name, svg) in [
        ("won", won(plan, summary)),
        ("length", length(summary)),
        ("margin", margin(plan, summary)),
        ("troops", troops(summary)),
    ] {
        let path = folder.join(format!("{name}.{format}"));
        let bytes = match format {
            "png" => png(&svg, WIDTH).map_err(|e| Failure::new(e.to_string()))?,
            _ => svg.into_bytes(),
        };
        std::fs::write(&path, bytes).map_err(|e| unwritten(&path, &e))?;
    }
    Ok(())
}

fn look(title: String, value_label: &str, unit: &str) -> ChartLook {
    ChartLook {
        title,
        value_label: value_label.to_owned(),
        pixels: WIDTH,
        decimals: 1,
        unit: unit.to_owned(),
    }
}

fn share(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// The livery of a side: its own colour.
const fn livery(side: Side) -> usize {
    match side {
        Side::Red => 1,
        Side::Blue => 0,
    }
}

/// Liveries of the two players, who may change sides, and of nobody.
const FIRST: usize = 2;
const SECOND: usize = 3;
const NOBODY: usize = 5;

fn won(plan: &Plan, summary: &Summary) -> String {
    let n = summary.battles;
    let bar = |label: String, count: u64, livery: usize| Bar { label, value: share(count, n), livery };
    let mut bars = Vec::new();
    // Where one player fights itself, only the sides differ.
    if plan.players.red != plan.players.blue {
        bars.push(bar(format!("{} won", plan.players.red), summary.won.first, FIRST));
        bars.push(bar(format!("{} won", plan.players.blue), summary.won.second, SECOND));
    }
    for side in Side::BOTH {
        bars.push(bar(format!("{side} won"), summary.won_by_side[side], livery(side)));
        for (how, counts) in &summary.how {
            bars.push(bar(format!("by {how}"), counts[side], livery(side)));
        }
    }
    bars.push(bar("nobody won".to_owned(), summary.drawn, NOBODY));
    let title = format!("Who won {n} battles of {} ({})", plan.system, field(&plan.setup));
    bar_chart(&bars, &look(title, "share of the battles", "%"))
}

fn length(summary: &Summary) -> String {
    let counts = summary.turns.iter().map(|(turns, n)| (i32::from(*turns), *n));
    let bars = histogram(counts, summary.battles, |low, high| match low == high {
        true => format!("{low} turns"),
        false => format!("{low} to {high} turns"),
    });
    bar_chart(&bars, &look("How long the battles were".to_owned(), "share of the battles", "%"))
}

fn margin(plan: &Plan, summary: &Summary) -> String {
    let counts = summary.margins.iter().map(|(margin, n)| (*margin, *n));
    let mut bars = histogram(counts, summary.battles, |low, high| match low == high {
        true => format!("{low}"),
        false => format!("{low} to {high}"),
    });
    for bar in &mut bars {
        bar.livery = if bar.label.starts_with('-') { SECOND } else { FIRST };
    }
    let title = format!("By how many points {} was ahead", first_name(plan));
    bar_chart(&bars, &look(title, "share of the battles", "%"))
}

/// The first player, or red where one player fights itself.
fn first_name(plan: &Plan) -> String {
    if plan.players.red == plan.players.blue { "red".to_owned() } else { plan.players.red.to_string() }
}

/// The most bars of a histogram.
const MOST_BARS: i32 = 20;

/// Shares of the battles by a whole number, in classes of a round width, empty ones between them included.
fn histogram(
    counts: impl Iterator<Item = (i32, u64)>,
    of: u64,
    name: impl Fn(i32, i32) -> String,
) -> Vec<Bar> {
    let counts: Vec<(i32, u64)> = counts.collect();
    let low = counts.iter().map(|(value, _)| *value).min().unwrap_or(0);
    let high = counts.iter().map(|(value, _)| *value).max().unwrap_or(0);
    let widths = (0..8).flat_map(|power| [1, 2, 5].map(|n| n * 10_i32.pow(power)));
    let classes = |width: i32| high.div_euclid(width).saturating_sub(low.div_euclid(width));
    let width = widths.into_iter().find(|width| classes(*width) < MOST_BARS).unwrap_or(i32::MAX);
    (low.div_euclid(width)..=high.div_euclid(width))
        .map(|class| {
            let inside = counts.iter().filter(|(value, _)| value.div_euclid(width) == class);
            let count = inside.map(|(_, n)| n).sum();
            let from = class * width;
            Bar { label: name(from, from + (width - 1)), value: share(count, of), livery: FIRST }
        })
        .collect()
}

fn troops(summary: &Summary) -> String {
    let mut bars = Vec::new();
    for side in Side::BOTH {
        for (kind, troops) in &summary.troops[side] {
            let value = share(troops.worth_lost.into(), troops.worth.into());
            bars.push(Bar { label: format!("{side}: {kind}"), value, livery: livery(side) });
        }
    }
    bar_chart(&bars, &look("What each kind of troops lost".to_owned(), "share of its worth", "%"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_have_round_classes_and_leave_no_gap() {
        let plain = histogram([(3, 1), (6, 3)].into_iter(), 4, |low, _| low.to_string());
        let told: Vec<(&str, f64)> = plain.iter().map(|bar| (bar.label.as_str(), bar.value)).collect();
        assert_eq!(told, [("3", 25.0), ("4", 0.0), ("5", 0.0), ("6", 75.0)]);
        // From -95 to 104 in classes of ten, zero opening one of them.
        let wide = histogram([(-95, 1), (-1, 1), (0, 1), (99, 1)].into_iter(), 4, |low, high| {
            format!("{low} to {high}")
        });
        assert_eq!(wide.len(), 20);
        assert_eq!(wide[0].label, "-100 to -91");
        assert_eq!((wide[9].label.as_str(), wide[9].value), ("-10 to -1", 25.0));
        assert_eq!((wide[10].label.as_str(), wide[10].value), ("0 to 9", 25.0));
        assert_eq!(histogram([].into_iter(), 0, |low, _| low.to_string()).len(), 1);
    }
}
