//! The table in letters.

use crate::output::Output;
use caracole_kernel::{At, Item, Land, Scene, Side};
use owo_colors::OwoColorize;

/// How many letters wide the table is drawn.
const WIDE: usize = 110;

/// A letter on the table.
#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    side: Option<Side>,
}

/// The letters of a table and how its measures fall on them.
struct Sheet {
    cells: Vec<Vec<Option<Cell>>>,
    width: i64,
    height: i64,
}

/// Draws a scene: bases as letters with the numbers of their groups, an arrow where they look, and who they are below.
pub(super) fn draw(scene: &Scene, out: &Output) {
    let mut sheet = Sheet::new(scene);
    for land in &scene.land {
        sheet.land(land);
    }
    for item in &scene.items {
        sheet.item(item);
    }
    out.line(format!("+{}+", "-".repeat(WIDE)));
    for row in &sheet.cells {
        let line: String = row.iter().map(|cell| shown(*cell, out)).collect();
        out.line(format!("|{line}|"));
    }
    out.line(format!("+{}+", sheet.rim(scene)));
    out.line(&scene.heading);
    for standing in &scene.standing {
        out.line(format!("{}: {}", standing.side, standing.text));
        out.line(format!("  {}", roll_call(scene, standing.side)));
    }
    out.line("Capitals are red, small letters blue; `look 3` or `look NAME` reads a piece out.");
    if !scene.land.is_empty() {
        out.line(
            "Ground: , hill  % wood  ~ water  = road  # houses  | wall  . rough; `look ground` reads it out.",
        );
    }
}

/// The units of a side, with their states.
fn roll_call(scene: &Scene, side: Side) -> String {
    let one = |item: &Item| {
        let mut ails: Vec<String> = item.states.iter().map(ToString::to_string).collect();
        if item.lost > 0 {
            ails.push(format!("{} lost", item.lost));
        }
        match ails.is_empty() {
            true => item.name.clone(),
            false => format!("{} ({})", item.name, ails.join(", ")),
        }
    };
    let all: Vec<String> = scene.items.iter().filter(|i| i.side == Some(side)).map(one).collect();
    all.join("; ")
}

impl Sheet {
    fn new(scene: &Scene) -> Self {
        let (width, height) = (i64::from(scene.width.max(1)), i64::from(scene.height.max(1)));
        // Letters are about twice as high as they are wide.
        let high = (WIDE as i64 * height / width / 2).clamp(10, 60) as usize;
        Sheet { cells: vec![vec![None; WIDE]; high], width, height }
    }

    fn high(&self) -> i64 {
        self.cells.len() as i64
    }

    /// The column and row of a point.
    fn cell_of(&self, (x, y): (i64, i64)) -> (i64, i64) {
        let column = (x * WIDE as i64).div_euclid(self.width);
        let row = (y * self.high()).div_euclid(self.height);
        (column.clamp(0, WIDE as i64 - 1), row.clamp(0, self.high() - 1))
    }

    /// The middle of a cell.
    fn middle_of(&self, (column, row): (i64, i64)) -> (i64, i64) {
        ((2 * column + 1) * self.width / (2 * WIDE as i64), (2 * row + 1) * self.height / (2 * self.high()))
    }

    fn set(&mut self, (column, row): (i64, i64), letter: char, side: Option<Side>) {
        let row = usize::try_from(row).ok().and_then(|row| self.cells.get_mut(row));
        if let Some(cell) = row.and_then(|row| row.get_mut(usize::try_from(column).ok()?)) {
            *cell = Some(Cell { letter, side });
        }
    }

    fn land(&mut self, land: &Land) {
        let letter = match land.symbol.as_ref() {
            "hill" => ',',
            "wood" => '%',
            "water" => '~',
            "road" => '=',
            "houses" => '#',
            "wall" => '|',
            _ => '.',
        };
        for cell in land.outlines.iter().flat_map(|outline| self.covered(outline)).collect::<Vec<_>>() {
            self.set(cell, letter, None);
        }
    }

    fn item(&mut self, item: &Item) {
        let mut taken: Vec<(i64, i64)> = Vec::new();
        for part in &item.parts {
            let letter = letter(&part.symbol, item.side);
            let cells = self.covered(&part.outline);
            for &cell in &cells {
                self.set(cell, letter, item.side);
            }
            taken.extend(cells);
        }
        if item.piece.kind != "group" {
            return;
        }
        let centre = middle(item.parts.iter().flat_map(|p| &p.outline));
        let (column, row) = self.cell_of(centre);
        let digits = item.piece.number.to_string();
        let first = column - digits.len() as i64 / 2;
        for (n, digit) in (0..).zip(digits.chars()) {
            self.set((first + n, row), digit, item.side);
        }
        if let Some((step, arrow)) = item.parts.first().and_then(|p| looks(&p.outline)) {
            let ahead = (1..8)
                .map(|n| (column + step.0 * n, row + step.1 * n))
                .find(|cell| !taken.contains(cell) && *cell != (column, row));
            if let Some(cell) = ahead.filter(|c| self.is_free(*c)) {
                self.set(cell, arrow, item.side);
            }
        }
    }

    fn is_free(&self, (column, row): (i64, i64)) -> bool {
        let row = usize::try_from(row).ok().and_then(|row| self.cells.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).is_some_and(Option::is_none)
    }

    /// The cells whose middles lie in a shape, or the one of its middle where it is too small for any.
    fn covered(&self, outline: &[At]) -> Vec<(i64, i64)> {
        let xs = || outline.iter().map(|p| i64::from(p.0));
        let ys = || outline.iter().map(|p| i64::from(p.1));
        let (Some(left), Some(right), Some(top), Some(low)) =
            (xs().min(), xs().max(), ys().min(), ys().max())
        else {
            return Vec::new();
        };
        let (from, to) = (self.cell_of((left, top)), self.cell_of((right, low)));
        let mut found: Vec<(i64, i64)> = Vec::new();
        for row in from.1..=to.1 {
            for column in from.0..=to.0 {
                if inside(outline, self.middle_of((column, row))) {
                    found.push((column, row));
                }
            }
        }
        if found.is_empty() {
            found.push(self.cell_of(middle(outline.iter())));
        }
        found
    }

    /// The lower rim with a mark at every sixth unit of the ruler.
    fn rim(&self, scene: &Scene) -> String {
        let mut rim = vec!['-'; WIDE];
        let step = i64::from(scene.ruler.length.max(1)) * 6;
        let mut x = 0;
        let mut n = 0;
        while x <= self.width && n < 100 {
            let (column, _) = self.cell_of((x, 0));
            let label = (n * 6).to_string();
            for (i, digit) in (0..).zip(label.chars()) {
                if let Some(cell) = usize::try_from(column).ok().and_then(|c| rim.get_mut(c + i)) {
                    *cell = digit;
                }
            }
            x += step;
            n += 1;
        }
        rim.into_iter().collect()
    }
}

/// Whether a point lies in a shape: a ray from it to the right crosses the outline an odd number of times.
fn inside(outline: &[At], (x, y): (i64, i64)) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges.filter(|(a, b)| {
        let (ax, ay, bx, by) = (i64::from(a.0), i64::from(a.1), i64::from(b.0), i64::from(b.1));
        if (ay > y) == (by > y) {
            return false;
        }
        // Where the edge is at the height of the point, compared without division.
        let (run, rise) = ((bx - ax) * (y - ay), by - ay);
        if rise > 0 { (x - ax) * rise < run } else { (x - ax) * rise > run }
    });
    crossed.count() % 2 == 1
}

fn middle<'a>(points: impl Iterator<Item = &'a At> + Clone) -> (i64, i64) {
    let count = points.clone().count().max(1) as i64;
    let sum = points.fold((0i64, 0i64), |s, p| (s.0 + i64::from(p.0), s.1 + i64::from(p.1)));
    (sum.0 / count, sum.1 / count)
}

/// The way that a base looks: from its middle to the middle of its front edge.
fn looks(outline: &[At]) -> Option<((i64, i64), char)> {
    let [left, right, ..] = outline else { return None };
    let centre = middle(outline.iter());
    let front = ((i64::from(left.0) + i64::from(right.0)) / 2, (i64::from(left.1) + i64::from(right.1)) / 2);
    let (dx, dy) = (front.0 - centre.0, front.1 - centre.1);
    Some(match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => ((1, 0), '>'),
        (true, false, _) => ((-1, 0), '<'),
        (false, _, true) => ((0, 1), 'v'),
        (false, _, false) => ((0, -1), '^'),
    })
}

fn letter(symbol: &str, side: Option<Side>) -> char {
    let letter = match symbol {
        "horse" => 'h',
        "gun" => 'g',
        "pike" => 'p',
        "shot" => 's',
        "dragoon" => 'd',
        "light" => 'l',
        "wagon" => 'w',
        "elephant" => 'e',
        "chariot" => 't',
        "camel" => 'm',
        "bow" => 'b',
        "spear" => 'i',
        "commander" | "leader" => 'c',
        "camp" => 'a',
        "none" => '?',
        _ => 'f',
    };
    if side == Some(Side::Red) { letter.to_ascii_uppercase() } else { letter }
}

fn shown(cell: Option<Cell>, out: &Output) -> String {
    let Some(cell) = cell else { return " ".to_owned() };
    match cell.side {
        Some(Side::Red) if out.colour() => cell.letter.red().to_string(),
        Some(Side::Blue) if out.colour() => cell.letter.blue().to_string(),
        _ => cell.letter.to_string(),
    }
}
