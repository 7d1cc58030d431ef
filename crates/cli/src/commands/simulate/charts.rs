//! Charts of many battles.

use super::{report::field, unwritten};
use crate::failure::{Done, Failure};
use caracole_bots::{Plan, Summary};
use caracole_kernel::Side;
use caracole_picture::{
    chart::{Bar, ChartLook, Series, bar_chart, line_chart},
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

fn won(plan: &Plan, summary: &Summary) -> String {
    let n = summary.battles;
    let bar = |label: String, count: u64, livery: usize| Bar { label, value: share(count, n), livery };
    let mut bars = vec![
        bar(format!("{} (named for red)", plan.players.red), summary.won.first, 0),
        bar(format!("{} (named for blue)", plan.players.blue), summary.won.second, 1),
        bar("nobody".to_owned(), summary.drawn, 2),
        bar("red side".to_owned(), summary.won_by_side.red, 0),
        bar("blue side".to_owned(), summary.won_by_side.blue, 1),
    ];
    for (how, counts) in &summary.how {
        bars.push(bar(format!("red: {how}"), counts.red, 0));
        bars.push(bar(format!("blue: {how}"), counts.blue, 1));
    }
    let title = format!("Who won {n} battles of {} ({})", plan.system, field(&plan.setup));
    bar_chart(&bars, &look(title, "share of the battles", "%"))
}

fn length(summary: &Summary) -> String {
    let points = |scale: f64| -> Vec<(f64, f64)> {
        summary.turns.iter().map(|(turns, n)| (f64::from(*turns), *n as f64 * scale)).collect()
    };
    let series =
        [Series { label: "battles".to_owned(), points: points(100.0 / summary.battles.max(1) as f64) }];
    line_chart(&series, "turns", &look("How long the battles were".to_owned(), "share of the battles", "%"))
}

fn margin(plan: &Plan, summary: &Summary) -> String {
    let mut so_far = 0;
    let points = summary
        .margins
        .iter()
        .map(|(margin, n)| {
            so_far += n;
            (f64::from(*margin), share(so_far, summary.battles))
        })
        .collect();
    let series = [Series { label: "at most".to_owned(), points }];
    let title = format!("By how much {} was ahead", plan.players.red);
    line_chart(&series, "points", &look(title, "share of the battles", "%"))
}

fn troops(summary: &Summary) -> String {
    let mut bars = Vec::new();
    for (livery, side) in Side::BOTH.into_iter().enumerate() {
        for (kind, troops) in &summary.troops[side] {
            let value = share(troops.worth_lost.into(), troops.worth.into());
            bars.push(Bar { label: format!("{side}: {kind}"), value, livery });
        }
    }
    bar_chart(&bars, &look("What each kind of troops lost".to_owned(), "share of its worth", "%"))
}
