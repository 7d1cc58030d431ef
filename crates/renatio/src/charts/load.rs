//! Reading charts from files.

use super::keys::{ChartKey, ChartSource};
use super::read::{Chart, Part, word};
use super::{Charts, builder, combat, command, land, movement, outcome, shooting};
use caracole_document::{Basis, Confidence, Document, Fault, Faults, Section, Word};

/// The charts inside the program.
const STANDARD: &str = include_str!("../../data/charts.toml");
const STANDARD_NAME: &str = "charts.toml (inside the program)";

impl Charts {
    /// The charts inside the program.
    pub fn standard() -> Result<Charts, Faults> {
        Charts::read(&[])
    }

    /// The charts inside the program, changed by each `(file name, text)`; a later file prevails.
    pub fn read(files: &[(&str, &str)]) -> Result<Charts, Faults> {
        let mut documents = vec![Document::new(STANDARD_NAME, STANDARD)];
        documents.extend(files.iter().map(|(name, text)| Document::new(name, text)));
        let mut parsed = Vec::with_capacity(documents.len());
        for document in &documents {
            parsed.push(document.parse()?);
        }
        let known: Vec<&str> = ChartKey::ALL.iter().map(|key| key.key()).collect();
        let mut charts: Vec<Chart<'_, '_>> =
            ChartKey::ALL.iter().map(|_| Chart { parts: Vec::new() }).collect();
        for (n, (document, root)) in documents.iter().zip(&parsed).enumerate() {
            let root = Section::root(document, root);
            root.only(&["chart"]);
            let Some(tables) = root.need("chart").and_then(|node| node.section()) else { continue };
            tables.only(&known);
            let file = n.checked_sub(1).and_then(|n| files.get(n)).map(|(name, _)| (*name).to_owned());
            for key in ChartKey::ALL {
                if let Some(table) = tables.get(key.key()).and_then(|node| node.section()) {
                    charts[key.index()].parts.push(Part { table, file: file.clone() });
                }
            }
        }
        let read = build(&charts);
        let mut faults: Vec<Fault> = documents.iter().flat_map(Document::faults).collect();
        match read {
            Some(charts) if faults.is_empty() => Ok(charts),
            _ => {
                if faults.is_empty() {
                    faults.push(Fault::unreadable(STANDARD_NAME));
                }
                Err(Faults(faults))
            }
        }
    }
}

fn build(charts: &[Chart<'_, '_>]) -> Option<Charts> {
    use ChartKey as K;
    let of = |key: K| &charts[key.index()];
    // Each chart is read before any is missed, so that all faults are found.
    let command_cards = command::command_cards(of(K::CommandCards));
    let commanders = command::commanders(of(K::Commanders));
    let death_dice = command::death_dice(of(K::DeathDice));
    let prompted_actions = command::prompted_actions(of(K::PromptedActions));
    let movement_distance = movement::movement_distance(of(K::MovementDistance));
    let variable_movement = movement::variable_movement(of(K::VariableMovement));
    let combat_dice = combat::combat_dice(of(K::CombatDice));
    let general_claims = combat::general_claims(of(K::GeneralClaims));
    let preferred_claims = combat::preferred_claims(of(K::PreferredOpponentClaims));
    let special_effects = combat::special_effects(of(K::SpecialEffects));
    let shooting_ranges = shooting::shooting_ranges(of(K::ShootingRanges));
    let shooting_dice = shooting::shooting_dice(of(K::ShootingDice));
    let slowing = shooting::slowing(of(K::Slowing));
    let kab = outcome::kab(of(K::Kab));
    let break_points = outcome::break_points(of(K::BreakPoints));
    let camps = outcome::camps(of(K::Camps));
    let pbs_invader = land::pbs_invader(of(K::PbsInvader));
    let pbs_map = land::pbs_map(of(K::PbsMap));
    let pbs_terrain = land::pbs_terrain(of(K::PbsTerrainNumbers));
    let terrain = land::terrain(of(K::Terrain));
    let outscouting = land::outscouting(of(K::Outscouting));
    let flank_march = land::flank_march(of(K::FlankMarch));
    let formations = builder::formations(of(K::Formations));
    let army_builder = builder::army_builder(of(K::ArmyBuilder));
    let scoring = outcome::scoring(of(K::Scoring));
    let sources = ChartKey::ALL.iter().map(|key| source(*key, of(*key))).collect::<Option<_>>();
    Some(Charts {
        command_cards: command_cards?,
        commanders: commanders?,
        death_dice: death_dice?,
        prompted_actions: prompted_actions?,
        movement_distance: movement_distance?,
        variable_movement: variable_movement?,
        combat_dice: combat_dice?,
        general_claims: general_claims?,
        preferred_claims: preferred_claims?,
        special_effects: special_effects?,
        shooting_ranges: shooting_ranges?,
        shooting_dice: shooting_dice?,
        slowing: slowing?,
        kab: kab?,
        break_points: break_points?,
        camps: camps?,
        pbs_invader: pbs_invader?,
        pbs_map: pbs_map?,
        pbs_terrain: pbs_terrain?,
        terrain: terrain?,
        outscouting: outscouting?,
        flank_march: flank_march?,
        formations: formations?,
        army_builder: army_builder?,
        scoring: scoring?,
        sources: sources?,
    })
}

/// What a chart rests on. A chart that a user's file changes in part keeps the grounds of the rest.
fn source(key: ChartKey, chart: &Chart<'_, '_>) -> Option<ChartSource> {
    let own = &chart.parts.first()?.table;
    let title = own.need("title")?.short_text(120)?.to_owned();
    let mut why: Vec<String> = Vec::new();
    let changed: Vec<&str> = chart.parts.iter().filter_map(|part| part.file.as_deref()).collect();
    why.extend(changed.iter().map(|file| format!("changed by {file}")));
    for key in ["why", "edition", "note"] {
        why.extend(own.get(key).and_then(|node| node.text()).map(str::to_owned));
    }
    for part in own.get("evidence").and_then(|node| node.list()).unwrap_or_default() {
        let part = part.section()?;
        let text = |key: &str| part.get(key).and_then(|node| node.text().map(str::to_owned));
        let basis: Basis = word(&part.need("basis")?)?;
        let mut line = format!("{} ({})", text("what").unwrap_or_default(), basis.key());
        for more in ["why", "edition", "note"].iter().filter_map(|key| text(key)) {
            line = format!("{line}: {more}");
        }
        why.push(line);
    }
    Some(ChartSource {
        key,
        title,
        basis: if changed.is_empty() { word(&own.need("basis")?)? } else { Basis::User },
        confidence: own.get("confidence").and_then(|node| word::<Confidence>(&node)),
        why,
        file: changed.last().map(|file| (*file).to_owned()),
    })
}
