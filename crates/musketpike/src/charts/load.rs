//! Reading charts from files.

use super::modifiers::{Modifier, ModifierTable};
use super::source::{ChartKey, ChartSource};
use super::{Charts, load_close_combat, load_command, load_fire, load_tec};
use caracole_document::Word;
use caracole_document::{Basis, Confidence};
use caracole_document::{Document, Fault, Faults, Node, Section, shown};
use std::marker::PhantomData;

/// The charts inside the program.
const STANDARD: &str = include_str!("../../data/charts.toml");
const STANDARD_NAME: &str = "charts.toml (inside the program)";

/// Keys that describe a chart and that no rule reads.
const DESCRIPTIVE: [&str; 15] = [
    "id",
    "title",
    "rules",
    "basis",
    "confidence",
    "why",
    "evidence",
    "note",
    "edition",
    "meaning",
    "revised",
    "lines",
    "url",
    "confirmed_by",
    "also",
];

impl Charts {
    /// The charts inside the program.
    pub fn standard() -> Result<Charts, Faults> {
        Charts::read(&[])
    }

    /// The charts inside the program, with those of each `(file name, text)` in their place.
    pub fn read(files: &[(&str, &str)]) -> Result<Charts, Faults> {
        let mut documents = vec![Document::new(STANDARD_NAME, STANDARD)];
        documents.extend(files.iter().map(|(name, text)| Document::new(name, text)));
        let mut parsed = Vec::with_capacity(documents.len());
        for document in &documents {
            parsed.push(document.parse()?);
        }
        // The last file that has a chart gives it.
        let mut tables: Vec<Option<(usize, Section<'_, '_>)>> = vec![None; ChartKey::ALL.len()];
        for (n, (document, root)) in documents.iter().zip(&parsed).enumerate() {
            let root = Section::root(document, root);
            root.only(&["chart"]);
            let Some(charts) = root.need("chart").and_then(|node| node.section()) else { continue };
            let keys: Vec<&str> = ChartKey::ALL.iter().map(|key| key.key()).collect();
            charts.only(&keys);
            for key in ChartKey::ALL {
                if let Some(table) = charts.get(key.key()).and_then(|node| node.section()) {
                    tables[key.index()] = Some((n, table));
                }
            }
        }
        let charts = build(&tables, files);
        let mut faults: Vec<Fault> = documents.iter().flat_map(Document::faults).collect();
        match charts {
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

fn build(tables: &[Option<(usize, Section<'_, '_>)>], files: &[(&str, &str)]) -> Option<Charts> {
    use ChartKey as K;
    let of = |key: K| tables.get(key.index())?.as_ref().map(|(_, table)| table);
    // Each chart is read before any is missed, so that all faults are found.
    let orders_restriction = of(K::OrdersRestriction).and_then(load_command::orders_restriction);
    let orders_change = of(K::OrdersChange).and_then(load_command::orders_change);
    let continuation = of(K::Continuation).and_then(load_command::orders_table);
    let preemption = of(K::Preemption).and_then(load_command::orders_table);
    let interception = of(K::Interception).and_then(load_command::orders_table);
    let leader_casualty = of(K::LeaderCasualty).and_then(load_command::leader_results);
    let leader_replacement = of(K::LeaderReplacement).and_then(load_command::leader_results);
    let movement = of(K::MovementAllowance).and_then(load_command::movement);
    let formation_effects = of(K::FormationEffects).and_then(load_command::formation_effects);
    let musketry = of(K::Musketry).and_then(|t| load_fire::musketry(t, load_fire::MoraleWords::Refused));
    let musketry_regimental_artillery = of(K::MusketryRegimentalArtillery)
        .and_then(|t| load_fire::musketry(t, load_fire::MoraleWords::Allowed));
    let light_fire = of(K::LightInfantryCavalryFire).and_then(load_fire::light_fire);
    let fire_modifiers = of(K::FireModifiers).and_then(|t| {
        only(t, &["modifiers", "applies_to"]);
        modifiers(t)
    });
    let morale_check_from_hits = of(K::MoraleCheckFromHits).and_then(load_fire::morale_check_from_hits);
    let artillery_range = of(K::ArtilleryRange).and_then(load_fire::artillery_range);
    let artillery_counters = of(K::ArtilleryCounters).and_then(load_fire::artillery_counters);
    let artillery_fire = of(K::ArtilleryFire).and_then(load_fire::artillery_fire);
    let close_combat = of(K::CloseCombat).and_then(load_close_combat::close_combat);
    let close_combat_modifiers = of(K::CloseCombatModifiers).and_then(|t| {
        only(t, &["modifiers", "special"]);
        modifiers(t)
    });
    let close_combat_matrix = of(K::CloseCombatMatrix).and_then(load_close_combat::matrix);
    let cavalry_pursuit = of(K::CavalryPursuit).and_then(load_close_combat::pursuit);
    let unable_to_retreat = of(K::UnableToRetreat).and_then(load_close_combat::unable_to_retreat);
    let casualty_threshold = of(K::CasualtyThreshold).and_then(load_close_combat::casualty_threshold);
    let tec = of(K::Tec).and_then(load_tec::tec);
    let victory_points = of(K::VictoryPoints).and_then(load_fire::victory_points);
    let sources = ChartKey::ALL
        .iter()
        .filter_map(|key| {
            let (n, table) = tables.get(key.index())?.as_ref()?;
            let file = n.checked_sub(1).and_then(|n| files.get(n)).map(|(name, _)| (*name).to_owned());
            source(*key, table, file)
        })
        .collect();
    Some(Charts {
        orders_restriction: orders_restriction?,
        orders_change: orders_change?,
        continuation: continuation?,
        preemption: preemption?,
        interception: interception?,
        leader_casualty: leader_casualty?,
        leader_replacement: leader_replacement?,
        movement: movement?,
        formation_effects: formation_effects?,
        musketry: musketry?,
        musketry_regimental_artillery: musketry_regimental_artillery?,
        light_fire: light_fire?,
        fire_modifiers: fire_modifiers?,
        morale_check_from_hits: morale_check_from_hits?,
        artillery_range: artillery_range?,
        artillery_counters: artillery_counters?,
        artillery_fire: artillery_fire?,
        close_combat: close_combat?,
        close_combat_modifiers: close_combat_modifiers?,
        close_combat_matrix: close_combat_matrix?,
        cavalry_pursuit: cavalry_pursuit?,
        unable_to_retreat: unable_to_retreat?,
        casualty_threshold: casualty_threshold?,
        tec: tec?,
        victory_points: victory_points?,
        sources,
    })
}

fn source(key: ChartKey, table: &Section<'_, '_>, file: Option<String>) -> Option<ChartSource> {
    let title = match table.get("title") {
        Some(node) => node.short_text(120)?.to_owned(),
        None => key.key().replace('_', " "),
    };
    if file.is_some() {
        let why = table.get("note").and_then(|node| node.text()).map(str::to_owned).into_iter().collect();
        return Some(ChartSource { key, title, basis: Basis::User, confidence: None, why, file });
    }
    let basis = word(&table.need("basis")?)?;
    let confidence = table.get("confidence").and_then(|node| word::<Confidence>(&node));
    let mut why: Vec<String> = Vec::new();
    for key in ["why", "edition", "note"] {
        why.extend(table.get(key).and_then(|node| node.text()).map(str::to_owned));
    }
    for part in table.get("evidence").and_then(|node| node.list()).unwrap_or_default() {
        let part = part.section()?;
        let text = |key: &str| part.get(key).and_then(|node| node.text().map(str::to_owned));
        let basis: Basis = word(&part.need("basis")?)?;
        let mut line = format!("{} ({})", text("what").unwrap_or_default(), basis.key());
        for more in ["why", "edition", "note"].iter().filter_map(|key| text(key)) {
            line = format!("{line}: {more}");
        }
        why.push(line);
    }
    Some(ChartSource { key, title, basis, confidence, why, file })
}

/// Finds fault with keys that neither describe a chart nor are among `known`.
pub(super) fn only(table: &Section<'_, '_>, known: &[&str]) {
    let all: Vec<&str> = known.iter().copied().chain(DESCRIPTIVE).collect();
    table.only(&all);
}

/// A word of a closed set.
pub(super) fn word<W: Word>(node: &Node<'_, '_>) -> Option<W> {
    let known: Vec<(&str, W)> = W::ALL.iter().map(|word| (word.key(), *word)).collect();
    node.word(&known)
}

/// Ten words, by the die.
pub(super) fn ten_words<W: Word>(node: &Node<'_, '_>) -> Option<[W; 10]> {
    let words: Vec<Option<W>> = node.list_of(10)?.iter().map(word).collect();
    let words: Option<Vec<W>> = words.into_iter().collect();
    words?.try_into().ok()
}

/// The `modifiers` of a chart: every word of `K` once, none else.
pub(super) fn modifiers<K: Word>(table: &Section<'_, '_>) -> Option<ModifierTable<K>> {
    let node = table.need("modifiers")?;
    let mut entries: Vec<Option<Modifier>> = vec![None; K::ALL.len()];
    let mut sound = true;
    for item in node.list()? {
        let Some(entry) = item.section() else {
            sound = false;
            continue;
        };
        let read = (|| {
            let key: K = word(&entry.need("key")?)?;
            let add = entry.need("add")?;
            // A word says that the size comes from a rating, a formula or another chart.
            let add = if add.is_text() { add.text().map(|_| 0) } else { add.i8(-9, 9) };
            let basis = match entry.get("basis") {
                Some(basis) => word(&basis)?,
                None => Basis::User,
            };
            Some((key, Modifier { add: add?, basis }))
        })();
        match read {
            Some((key, modifier)) => {
                if entries[key.index()].is_some() {
                    item.fault(format!("\"{}\" is there twice", key.key()), "remove one of the two");
                    sound = false;
                }
                entries[key.index()] = Some(modifier);
            }
            None => sound = false,
        }
    }
    for (key, entry) in K::ALL.iter().zip(&entries) {
        if entry.is_none() && sound {
            node.fault(
                format!("modifier \"{}\" is missing", shown(key.key())),
                format!("add {{ key = \"{}\", add = 0 }} if your card has none", key.key()),
            );
        }
    }
    let entries: Option<Vec<Modifier>> = entries.into_iter().collect();
    Some(ModifierTable { entries: entries?, keys: PhantomData })
}
