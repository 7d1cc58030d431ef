//! The table in letters.

use crate::output::Output;
use caracole_kernel::{Item, Scene, Side};
use owo_colors::OwoColorize;

const WIDE: usize = 100;

/// Draws a scene: each piece as its letter where its middle is, facing by an arrow beside it, and a list below.
pub(super) fn draw(scene: &Scene, out: &Output) {
    let (width, height) = (scene.width.max(1), scene.height.max(1));
    // Letters are about twice as high as they are wide.
    let high = (WIDE as i64 * i64::from(height) / i64::from(width) / 2).clamp(10, 60) as usize;
    let mut cells: Vec<Vec<Option<usize>>> = vec![vec![None; WIDE]; high];
    for (n, item) in scene.items.iter().enumerate() {
        let (x, y) = middle(item);
        let column = (i64::from(x) * WIDE as i64 / i64::from(width)).clamp(0, WIDE as i64 - 1) as usize;
        let row = (i64::from(y) * high as i64 / i64::from(height)).clamp(0, high as i64 - 1) as usize;
        if let Some(cell) = cells.get_mut(row).and_then(|r| r.get_mut(column)) {
            *cell = Some(n);
        }
    }
    out.line(format!("+{}+", "-".repeat(WIDE)));
    for row in cells {
        let line: String = row.into_iter().map(|cell| mark(scene, cell, out)).collect();
        out.line(format!("|{line}|"));
    }
    out.line(format!("+{}+", "-".repeat(WIDE)));
    out.line(&scene.heading);
    for standing in &scene.standing {
        out.line(format!("{}: {}", standing.side, standing.text));
    }
    out.line("Capitals are red, small letters blue; `look NAME` reads a piece out.");
}

fn middle(item: &Item) -> (i32, i32) {
    let points = || item.parts.iter().flat_map(|p| &p.outline);
    let count = points().count().max(1) as i64;
    let sum = points().fold((0i64, 0i64), |s, p| (s.0 + i64::from(p.0), s.1 + i64::from(p.1)));
    let part = |n: i64| i32::try_from(n / count).unwrap_or(0);
    (part(sum.0), part(sum.1))
}

fn mark(scene: &Scene, cell: Option<usize>, out: &Output) -> String {
    let Some(item) = cell.and_then(|n| scene.items.get(n)) else { return " ".to_owned() };
    let symbol = item.parts.first().map_or("", |p| p.symbol.as_ref());
    let letter = match symbol {
        "horse" => 'h',
        "gun" => 'g',
        "pike" => 'p',
        "shot" => 's',
        "dragoon" => 'd',
        "light" => 'l',
        "wagon" => 'w',
        "commander" | "leader" => 'c',
        _ => 'f',
    };
    match item.side {
        Some(Side::Red) if out.colour() => letter.to_ascii_uppercase().red().to_string(),
        Some(Side::Red) => letter.to_ascii_uppercase().to_string(),
        Some(Side::Blue) if out.colour() => letter.blue().to_string(),
        _ => letter.to_string(),
    }
}
