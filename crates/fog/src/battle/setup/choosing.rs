//! Choosing the territory and the terrain.

use super::table::{Column, Kind, Selection, Size, TERRITORIES, most, priority};
use super::{Chosen, Decision, Player, State};
use crate::army::{Army, Territory};
use crate::battle::names::{capital, plain};
use crate::field::Covering;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::{enforces, rule};

enforces!("FOGR-SETUP-015");

/// The territories that may be chosen: those of either army's list; every one if neither list names any.
#[must_use]
pub fn territories(armies: &BySide<Army>) -> Vec<Territory> {
    enforces!("FOGR-SETUP-007");
    let listed = |t: &Territory| Side::BOTH.iter().any(|s| armies[*s].territories.contains(t));
    let named: Vec<Territory> = TERRITORIES.into_iter().filter(listed).collect();
    if named.is_empty() { TERRITORIES.to_vec() } else { named }
}

/// "Agricultural territory".
fn named(territory: Territory) -> String {
    format!("{} territory", capital(&plain(territory.word())))
}

/// Checks the choice of a territory.
pub fn check_territory(armies: &BySide<Army>, territory: Territory) -> Result<(), Refusal> {
    if territories(armies).contains(&territory) {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-SETUP-007"),
        format!("{} is in neither army's list, or has no row in the table", named(territory)),
        "Choose a territory of either army.",
    ))
}

/// How much of a column is taken already.
fn taken(chosen: &[Chosen], column: Column) -> u8 {
    let counts = |c: &&Chosen| c.what.kind.columns().contains(&column);
    // The two compulsory pieces count as one each, whatever their size.
    chosen.iter().filter(counts).map(|c| if c.compulsory { 1 } else { c.what.pieces() }).sum()
}

fn check_size(what: Selection) -> Result<(), Refusal> {
    if what.kind.has_one_size() && what.size == Size::Large {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-010"),
            "Rivers, coastlines and roads have one size",
            "Choose it as normal.",
        ));
    }
    Ok(())
}

fn check_reserved(chosen: &[Chosen], what: Selection, player: Player) -> Result<(), Refusal> {
    let reserved = matches!(what.kind, Kind::River | Kind::Coastline) || what.kind.has_village();
    if reserved && player == Player::Other {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-012"),
            "Only the player with the initiative may choose a river, a coastline or a village",
            "Choose another piece.",
        ));
    }
    let has = |kind: Kind| chosen.iter().any(|c| c.what.kind == kind);
    let both = match what.kind {
        Kind::River => has(Kind::Coastline),
        Kind::Coastline => has(Kind::River),
        _ => false,
    };
    if both {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-012"),
            "A river and a coastline cannot both be chosen",
            "Leave one out.",
        ));
    }
    Ok(())
}

fn check_maxima(territory: Territory, chosen: &[Chosen], what: Selection, takes: u8) -> Result<(), Refusal> {
    for column in what.kind.columns() {
        let (most, taken) = (most(territory, column), taken(chosen, column));
        if most == 0 {
            return Err(Refusal::new(
                rule!("FOGR-SETUP-008"),
                format!("{} has no {}", named(territory), column.words()),
                "Choose from the row of the territory.",
            ));
        }
        if taken + takes > most {
            return Err(Refusal::new(
                rule!("FOGR-SETUP-014"),
                format!("There would be more {} than the territory allows", column.words()),
                "Choose a smaller piece or another kind.",
            )
            .fact("most", i32::from(most))
            .fact("chosen already", i32::from(taken))
            .fact("this piece counts", i32::from(takes)));
        }
    }
    Ok(())
}

/// Checks the choice of a compulsory piece.
pub fn check_compulsory(
    territory: Territory,
    chosen: &[Chosen],
    player: Player,
    what: Selection,
) -> Result<(), Refusal> {
    check_size(what)?;
    check_reserved(chosen, what, player)?;
    check_maxima(territory, chosen, what, 1)?;
    let spent = |column| taken(chosen, column);
    let is_priority = |column| priority(territory, column) > spent(column);
    if what.kind.columns().into_iter().any(is_priority) {
        return Ok(());
    }
    Err(Refusal::new(
        rule!("FOGR-SETUP-013"),
        "The compulsory piece must be one of the priority pieces that are left",
        "Choose a kind with a number in brackets in the row of the territory.",
    ))
}

/// Checks the choice of the further pieces.
pub fn check_further(
    territory: Territory,
    chosen: &[Chosen],
    side: Side,
    player: Player,
    pieces: &[Selection],
) -> Result<(), Refusal> {
    if pieces.len() > 8 {
        return Err(Refusal::new(rule!("FOGR-SETUP-014"), "Too many pieces", "Make 2 to 4 selections."));
    }
    let selections: u8 = pieces.iter().map(|p| p.selections()).sum();
    let without_roads: u8 = pieces.iter().filter(|p| p.kind != Kind::Road).map(|p| p.selections()).sum();
    if selections > 4 || without_roads < 2 {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-014"),
            "2 to 4 selections must be made, roads not counted for the 2",
            "Choose more or fewer pieces; a large piece, a river or a coastline is 2 selections.",
        )
        .fact("selections", i32::from(selections))
        .fact("without roads", i32::from(without_roads)));
    }
    let mut all = chosen.to_vec();
    for &what in pieces {
        check_size(what)?;
        check_reserved(&all, what, player)?;
        check_maxima(territory, &all, what, what.pieces())?;
        all.push(Chosen::further(side, what));
    }
    Ok(())
}

/// Every kind of piece, coverings included.
pub fn every_piece() -> Vec<Selection> {
    use Kind::*;
    const COVERINGS: [Covering; 7] = [
        Covering::Clear,
        Covering::BrokenGround,
        Covering::Brush,
        Covering::Plantation,
        Covering::Vineyards,
        Covering::Forest,
        Covering::Village,
    ];
    let plain = [
        Open,
        BrokenGround,
        Brush,
        EnclosedFields,
        Plantation,
        Gully,
        Forest,
        Vineyards,
        Marsh,
        SoftSand,
        Village,
        Impassable,
        Obstacle,
    ];
    let hills = COVERINGS.into_iter().flat_map(|c| [SteepHill(c), GentleHill(c)]);
    let mut all: Vec<Selection> = plain
        .into_iter()
        .chain(hills)
        .flat_map(|kind| [Selection::normal(kind), Selection::large(kind)])
        .collect();
    all.extend([Road, River, Coastline].map(Selection::normal));
    all
}

/// Every compulsory piece that may be chosen.
pub fn compulsory_candidates(state: &State, player: Player) -> Vec<Decision> {
    let Some(territory) = state.territory else { return Vec::new() };
    let legal = |what: &Selection| check_compulsory(territory, &state.chosen, player, *what).is_ok();
    every_piece().into_iter().filter(legal).map(Decision::Compulsory).collect()
}

/// Sensible further choices: two pieces of each two kinds, and the first four that go together.
pub fn further_candidates(state: &State, side: Side, player: Player) -> Vec<Decision> {
    let Some(territory) = state.territory else { return Vec::new() };
    let legal = |pieces: &[Selection]| check_further(territory, &state.chosen, side, player, pieces).is_ok();
    let all = every_piece();
    let mut found = Vec::new();
    for (i, &a) in all.iter().enumerate() {
        if legal(&[a]) {
            found.push(Decision::Further(vec![a]));
        }
        for &b in all.iter().skip(i) {
            if legal(&[a, b]) {
                found.push(Decision::Further(vec![a, b]));
            }
        }
    }
    let mut four: Vec<Selection> = Vec::new();
    for &piece in all.iter().filter(|p| p.size == Size::Normal) {
        four.push(piece);
        let fits = four.len() < 2 || legal(&four);
        if !fits {
            four.pop();
        }
    }
    if legal(&four) {
        found.push(Decision::Further(four));
    }
    found
}
