//! Renatio et Gloriam: its charts. Battles are not played yet.

use crate::Entry;
use crate::scenarios::{ChartInfo, ChartTexts, Fault, Scenarios, told};
use caracole_renatio::VOCABULARY;
use caracole_renatio::charts::Charts;

pub(crate) const ENTRY: Entry =
    Entry::book("retg", "Renatio et Gloriam").with_scenarios(&Sheets).with_vocabulary(&VOCABULARY);

/// The charts that stand in for the sheets of the rulebook.
struct Sheets;

impl Scenarios for Sheets {
    fn charts(&self, charts: ChartTexts<'_>) -> Result<Vec<ChartInfo>, Vec<Fault>> {
        let charts = Charts::read(charts).map_err(told)?;
        Ok(charts.sources.iter().map(|source| ChartInfo::of(source, source.key.rule())).collect())
    }
}
