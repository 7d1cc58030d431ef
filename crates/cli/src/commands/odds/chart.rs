//! Distributions of numbers on paper: as JSON and as a bar chart for the terminal.

use caracole_odds::{Distribution, Fraction};
use owo_colors::OwoColorize;
use serde::{Serialize, Serializer};

/// The length of the longest bar.
const LONGEST_BAR: u32 = 40;
/// Longer fractions are left to JSON: a line should fit the terminal.
const WIDEST_FRACTION: usize = 30;
/// Longer lists lose the tails that nobody will ever see fall.
const MANY_ROWS: usize = 60;

/// A distribution as other programs read it.
#[derive(Serialize)]
pub(super) struct Listing<'a> {
    #[serde(serialize_with = "rows")]
    outcomes: &'a Distribution<i32>,
    mean: Number,
    variance: Number,
}

#[derive(Serialize)]
struct Row {
    value: i32,
    probability: Fraction,
    decimal: f64,
    at_least: Fraction,
    at_least_decimal: f64,
}

#[derive(Serialize)]
struct Number {
    fraction: Fraction,
    decimal: f64,
}

impl From<Fraction> for Number {
    fn from(fraction: Fraction) -> Self {
        let decimal = fraction.to_f64();
        Number { fraction, decimal }
    }
}

impl<'a> Listing<'a> {
    pub(super) fn new(odds: &'a Distribution<i32>) -> Self {
        Listing { outcomes: odds, mean: odds.mean().into(), variance: odds.variance().into() }
    }
}

fn list(odds: &Distribution<i32>) -> impl Iterator<Item = Row> {
    odds.probabilities().zip(odds.tails()).map(|((&value, probability), (_, at_least))| Row {
        value,
        decimal: probability.to_f64(),
        probability,
        at_least_decimal: at_least.to_f64(),
        at_least,
    })
}

fn rows<S: Serializer>(odds: &Distribution<i32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list(odds))
}

/// A bar chart with the exact numbers beside it.
pub(super) fn chart(odds: &Distribution<i32>, unit: &str, colour: bool) -> String {
    let rows: Vec<Row> = list(odds).collect();
    let shown = shown(&rows);
    let fractions: Vec<String> = shown.iter().map(|row| row.probability.to_string()).collect();
    let widest = fractions.iter().map(String::len).max().unwrap_or(0);
    let with_fractions = widest <= WIDEST_FRACTION;
    let exact_width = if with_fractions { widest.max(5) } else { 0 };
    let value_width = shown.iter().map(|row| row.value.to_string().len()).max().unwrap_or(0).max(unit.len());
    let likeliest = shown.iter().map(|row| &row.probability).max().cloned().unwrap_or_default();

    let exact = if with_fractions { "exact" } else { "" };
    let mut lines = vec![format!("{unit:>value_width$}  {exact:>exact_width$}   decimal  at least")];
    for (row, fraction) in shown.iter().zip(&fractions) {
        let fraction = if with_fractions { fraction.as_str() } else { "" };
        let bar = bar(&row.probability, &likeliest);
        let bar = if colour { bar.cyan().to_string() } else { bar };
        let line = format!(
            "{:>value_width$}  {fraction:>exact_width$}  {:>8}  {:>8}  {bar}",
            row.value,
            row.probability.decimal(6),
            row.at_least.decimal(6),
        );
        lines.push(line.trim_end().to_owned());
    }
    lines.push(String::new());
    lines.push(format!("mean {}, variance {}", number(&odds.mean()), number(&odds.variance())));
    if shown.len() < rows.len() {
        let hidden = rows.len() - shown.len();
        lines.push(format!("{hidden} values of less than one in a million are left out; --json lists them."));
    }
    if !with_fractions {
        lines.push(format!("The exact fractions have up to {widest} characters; --json lists them."));
    }
    lines.join("\n")
}

/// The rows without their tails, where there are many.
fn shown(rows: &[Row]) -> &[Row] {
    let seen = |row: &Row| row.decimal >= 0.000_001;
    match (rows.iter().position(seen), rows.iter().rposition(seen)) {
        (Some(first), Some(last)) if rows.len() > MANY_ROWS => &rows[first..=last],
        _ => rows,
    }
}

/// `14/3 = 4.6667`, or the decimal alone where the fraction is long; whole numbers as they are.
fn number(fraction: &Fraction) -> String {
    let decimal = fraction.decimal(4);
    let exact = fraction.to_string();
    match exact.strip_suffix("/1") {
        Some(whole) => whole.to_owned(),
        None if exact.len() <= WIDEST_FRACTION => format!("{exact} = {decimal}"),
        None => decimal,
    }
}

/// A bar in eighths of a column; the likeliest value has the longest.
fn bar(probability: &Fraction, likeliest: &Fraction) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = probability.checked_div(likeliest).unwrap_or_default();
    let eighths = (share.to_f64() * f64::from(LONGEST_BAR * 8)).round() as usize;
    // Whatever can happen leaves a mark.
    let eighths = eighths.max(1);
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_at_even_chances() {
        let odds = Distribution::weighted([(0, 1u8), (1, 2), (2, 1)]).expect("there are weights");
        let full = "█".repeat(40);
        let half = "█".repeat(20);
        let expected = format!(
            "hits  exact   decimal  at least
   0    1/4  0.250000  1.000000  {half}
   1    1/2  0.500000  0.750000  {full}
   2    1/4  0.250000  0.250000  {half}

mean 1, variance 1/2 = 0.5000"
        );
        assert_eq!(chart(&odds, "hits", false), expected);
    }

    #[test]
    fn long_lists_lose_tails_and_long_fractions_and_say_so() {
        let odds = Distribution::binomial(400, 1, 1).expect("a fair coin");
        let chart = chart(&odds, "hits", false);
        assert!(chart.lines().count() < 130);
        assert!(chart.contains("values of less than one in a million are left out"));
        assert!(chart.contains("--json lists them"));
        assert!(chart.contains("mean 200, variance 100"));
    }

    #[test]
    fn whatever_can_happen_leaves_a_mark() {
        let odds = Distribution::weighted([(0, 1_000_000u32), (1, 1)]).expect("there are weights");
        assert!(chart(&odds, "hits", false).contains("▏"));
    }
}
