//! Choosing the territory and the terrain.

use super::table::{Column, Kind, Selection, Size};
use super::{Chosen, Decision, Player};
use crate::army::{Army, Territory};
use crate::battle::law::law;
use crate::battle::text::names::{capital, plain};
use crate::battle::world::World;
use crate::field::Covering;
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::enforces;

enforces!("FOGR-SETUP-015", "FOGAM-SETUP-012");

/// "Agricultural territory".
fn named(territory: Territory) -> String {
    format!("{} territory", capital(&plain(territory.word())))
}

/// Checks the choice of a territory.
pub fn check_territory(
    world: &World,
    armies: &BySide<Army>,
    side: Side,
    territory: Territory,
) -> Result<(), Refusal> {
    let open = world.book.territories(armies, side);
    if open.contains(&territory) {
        return Ok(());
    }
    let words: Vec<&str> = open.iter().map(|t| t.word()).collect();
    Err(Refusal::new(
        law!(world.book, "FOGR-SETUP-007", "FOGAM-SETUP-007"),
        format!("{} is not among the territories to choose from", named(territory)),
        format!("Choose one of these: {}.", words.join(", ")),
    ))
}

/// How much of a column is taken already.
fn taken(chosen: &[Chosen], column: Column) -> u8 {
    let counts = |c: &&Chosen| c.what.kind.columns().contains(&column);
    // The two compulsory pieces count as one each, whatever their size.
    chosen.iter().filter(counts).map(|c| if c.compulsory { 1 } else { c.what.pieces() }).sum()
}

fn check_size(world: &World, what: Selection) -> Result<(), Refusal> {
    if what.kind.has_one_size() && what.size == Size::Large {
        return Err(Refusal::new(
            law!(world.book, "FOGR-SETUP-010", "FOGAM-SETUP-010"),
            "Rivers, coastlines and roads have one size",
            "Choose it as normal.",
        ));
    }
    Ok(())
}

fn check_reserved(world: &World, chosen: &[Chosen], what: Selection, player: Player) -> Result<(), Refusal> {
    let rule = law!(world.book, "FOGR-SETUP-012", "FOGAM-SETUP-009");
    let reserved = matches!(what.kind, Kind::River | Kind::Coastline) || what.kind.has_village();
    if reserved && player == Player::Other {
        return Err(Refusal::new(
            rule,
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
        return Err(Refusal::new(rule, "A river and a coastline cannot both be chosen", "Leave one out."));
    }
    Ok(())
}

fn check_maxima(
    world: &World,
    territory: Territory,
    chosen: &[Chosen],
    what: Selection,
    takes: u8,
) -> Result<(), Refusal> {
    for column in what.kind.columns() {
        let (most, taken) = (world.book.allowed(world, territory, column).most, taken(chosen, column));
        if most == 0 {
            return Err(Refusal::new(
                law!(world.book, "FOGR-SETUP-008", "FOGAM-SETUP-008"),
                format!("{} has no {}", named(territory), column.words()),
                "Choose from the row of the territory.",
            ));
        }
        if taken + takes > most {
            return Err(Refusal::new(
                law!(world.book, "FOGR-SETUP-014", "FOGAM-SETUP-012"),
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
    world: &World,
    territory: Territory,
    player: Player,
    what: Selection,
) -> Result<(), Refusal> {
    let chosen = &world.setup.chosen;
    check_size(world, what)?;
    world.book.check_compulsory(what)?;
    check_reserved(world, chosen, what, player)?;
    check_maxima(world, territory, chosen, what, 1)?;
    let is_left = |column| world.book.allowed(world, territory, column).compulsory > taken(chosen, column);
    if what.kind.columns().into_iter().any(is_left) {
        return Ok(());
    }
    Err(Refusal::new(
        law!(world.book, "FOGR-SETUP-013", "FOGAM-SETUP-012"),
        "The compulsory piece must be one of the compulsory pieces of the territory that are left",
        "Choose a kind with a number in brackets in the row of the territory.",
    ))
}

/// Checks the choice of the further pieces.
pub fn check_further(
    world: &World,
    territory: Territory,
    (side, player): (Side, Player),
    pieces: &[Selection],
) -> Result<(), Refusal> {
    if pieces.len() > 8 {
        let rule = law!(world.book, "FOGR-SETUP-014", "FOGAM-SETUP-012");
        return Err(Refusal::new(rule, "Too many pieces", "Choose fewer."));
    }
    world.book.check_number(pieces)?;
    let mut all = world.setup.chosen.clone();
    for &what in pieces {
        check_size(world, what)?;
        check_reserved(world, &all, what, player)?;
        check_maxima(world, territory, &all, what, what.pieces())?;
        world.book.check_covering(world, &all, side, what)?;
        all.push(Chosen::further(side, what));
    }
    Ok(())
}

/// Checks the choice to place no road that was offered.
pub fn check_no_road(world: &World) -> Result<(), Refusal> {
    if world.book.road_needs_village() {
        return Ok(());
    }
    let rule = law!(world.book, "FOGR-SETUP-018", "FOGAM-SETUP-017");
    Err(Refusal::new(rule, "The road was chosen", "Place it."))
}

/// Pieces of these kinds in both sizes, hills with every covering among them, and linear ones.
#[must_use]
pub fn in_every_size(areas: &[Kind], linear: &[Kind]) -> Vec<Selection> {
    use Kind::{GentleHill, SteepHill};
    const COVERINGS: [Covering; 7] = [
        Covering::Clear,
        Covering::BrokenGround,
        Covering::Brush,
        Covering::Plantation,
        Covering::Vineyards,
        Covering::Forest,
        Covering::Village,
    ];
    let hills = COVERINGS.into_iter().flat_map(|c| [SteepHill(c), GentleHill(c)]);
    let both = |kind| [Selection::normal(kind), Selection::large(kind)];
    let mut all: Vec<Selection> = areas.iter().copied().chain(hills).flat_map(both).collect();
    all.extend(linear.iter().copied().map(Selection::normal));
    all
}

/// Every compulsory piece that may be chosen.
pub fn compulsory_candidates(world: &World, player: Player) -> Vec<Decision> {
    let Some(territory) = world.setup.territory else { return Vec::new() };
    let legal = |what: &Selection| check_compulsory(world, territory, player, *what).is_ok();
    world.book.every_piece().into_iter().filter(legal).map(Decision::Compulsory).collect()
}

/// Sensible further choices: two pieces of each two kinds, and the first four that go together.
pub fn further_candidates(world: &World, side: Side, player: Player) -> Vec<Decision> {
    let Some(territory) = world.setup.territory else { return Vec::new() };
    let legal = |pieces: &[Selection]| check_further(world, territory, (side, player), pieces).is_ok();
    let all = world.book.every_piece();
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
