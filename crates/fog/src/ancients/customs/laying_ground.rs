//! Choosing and placing terrain.

use crate::ancients::setup::terrain_table::{AREAS, allowed};
use crate::ancients::{Ancients, Choice, is};
use crate::army::{Army, Territory};
use crate::battle::customs::{Allowed, LayingGround, NextPiece};
use crate::battle::setup::choosing::in_every_size;
use crate::battle::setup::placing::has_village;
use crate::battle::setup::shapes::from_edge;
use crate::battle::setup::table::{Column, Kind, Selection, Size};
use crate::battle::setup::{Adjustment, Chosen, Leeway, Player, Stage, State};
use crate::battle::world::World;
use crate::field::{Covering, Field, Ground, TerrainKind};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Strip, TableEdge};

impl LayingGround for Ancients {
    /// Those of the opponent's list; developed and agricultural if it names none (FOGAM-ARMY-006).
    fn territories(&self, armies: &BySide<Army>, chooser: Side) -> Vec<Territory> {
        enforces!("FOGAM-SETUP-007");
        let listed = &armies[chooser.other()].territories;
        let named: Vec<Territory> = Territory::ALL.iter().copied().filter(|t| listed.contains(t)).collect();
        if named.is_empty() { vec![Territory::Developed, Territory::Agricultural] } else { named }
    }

    fn allowed(&self, world: &World, territory: Territory, column: Column) -> Allowed {
        allowed(world.readings, territory, column)
    }

    fn every_piece(&self) -> Vec<Selection> {
        in_every_size(&AREAS, &[Kind::River, Kind::Coastline])
    }

    fn check_compulsory(&self, what: Selection) -> Result<(), Refusal> {
        if what.size == Size::Large {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-010"),
                "A compulsory piece cannot be large",
                "Choose it as normal.",
            ));
        }
        if what.kind.covering_column().is_some() {
            return Err(Refusal::new(
                rule!("FOGAM-SETUP-011"),
                "A covered hill cannot be the compulsory piece",
                "Choose the hill bare, or another piece.",
            ));
        }
        Ok(())
    }

    fn check_number(&self, pieces: &[Selection]) -> Result<(), Refusal> {
        let selections: u8 = pieces.iter().map(|p| p.selections()).sum();
        if (1..=5).contains(&selections) {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-012"),
            "1 to 5 selections must be made",
            "Choose more or fewer pieces; a large piece, a river or a coastline is 2 selections.",
        )
        .fact("selections", i32::from(selections)))
    }

    fn check_covering(
        &self,
        world: &World,
        chosen: &[Chosen],
        side: Side,
        what: Selection,
    ) -> Result<(), Refusal> {
        if what.kind.covering_column().is_none() {
            return Ok(());
        }
        let together = is(world.readings, Choice::CoveredHillsTogether);
        let like = |c: &&Chosen| c.what.kind.covering_column().is_some() && same_hill(c.what.kind, what.kind);
        let counts = |c: &&Chosen| together || c.side == side;
        if chosen.iter().filter(like).filter(counts).count() == 0 {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-011"),
            "One gentle and one steep hill may be covered, no more",
            "Choose the hill bare.",
        ))
    }

    fn first_stage(&self) -> Stage {
        Stage::Pick
    }

    fn piece_at(&self, state: &State, at: u8) -> Option<Chosen> {
        state.chosen.get(usize::from(at)).copied()
    }

    fn next_piece(&self, state: &State, field: &Field, at: u8) -> NextPiece {
        next_piece(state, field, usize::from(at))
    }

    fn check_on_long_edge(&self, field: &Field, ground: &Ground) -> Result<(), Refusal> {
        let to = |edge| from_edge(ground, &field.table, edge);
        let near = to(TableEdge::Left).min(to(TableEdge::Right));
        if near >= field.mu(8) {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SETUP-015"),
            "The piece must lie at least 8 MU from the side edges",
            "Move it inwards.",
        )
        .length("from the side edge", near.get()))
    }

    fn is_as_an_edge(&self, water: TerrainKind) -> bool {
        matches!(water, TerrainKind::Coastline | TerrainKind::River(_))
    }

    fn coast_reach(&self) -> i32 {
        6
    }

    fn road_needs_village(&self) -> bool {
        true
    }

    /// It may lie anywhere where a road may lie.
    fn check_road_moved(&self, _: &Strip, _: Adjustment) -> Result<(), Refusal> {
        enforces!("FOGAM-SETUP-017");
        Ok(())
    }

    fn lets(&self, world: &World, leeway: Leeway, adjustment: Adjustment) -> bool {
        let lesser = leeway == Leeway::Remove && is(world.readings, Choice::LesserAdjustments);
        match adjustment {
            Adjustment::Leave => true,
            Adjustment::Slide { .. } => lesser || matches!(leeway, Leeway::Slide | Leeway::SlideOrPivot),
            Adjustment::Pivot { .. } => lesser || leeway == Leeway::SlideOrPivot,
            Adjustment::Remove => leeway == Leeway::Remove,
        }
    }
}

const fn same_hill(a: Kind, b: Kind) -> bool {
    matches!((a, b), (Kind::SteepHill(_), Kind::SteepHill(_)) | (Kind::GentleHill(_), Kind::GentleHill(_)))
}

/// Water first, then both compulsory pieces, then by turns one of each player's others as its owner likes, and a road
/// last. The pieces before `at` are placed.
fn next_piece(state: &State, field: &Field, at: usize) -> NextPiece {
    enforces!("FOGAM-SETUP-013");
    let holder = state.side_of(Player::Holder);
    let water = |c: &Chosen| matches!(c.what.kind, Kind::River | Kind::Coastline);
    let left = || state.chosen.iter().enumerate().skip(at);
    let first = [
        left().find(|(_, c)| water(c)),
        left().find(|(_, c)| c.compulsory && c.side == holder),
        left().find(|(_, c)| c.compulsory),
    ];
    if let Some((number, _)) = first.into_iter().flatten().next() {
        return NextPiece::Piece(number);
    }
    let placed = |side: Side| {
        let own = |c: &&Chosen| c.side == side && !c.compulsory && !water(c);
        state.chosen.iter().take(at).filter(own).count()
    };
    let has_left = |side: Side| left().any(|(_, c)| c.side == side);
    let turn = match (has_left(holder), has_left(holder.other())) {
        (false, false) => return road(state, field, holder),
        (true, true) if placed(holder) > placed(holder.other()) => holder.other(),
        (true, _) => holder,
        (false, true) => holder.other(),
    };
    let mut pieces: Vec<Selection> = Vec::new();
    for (_, chosen) in left().filter(|(_, c)| c.side == turn) {
        if !pieces.contains(&chosen.what) {
            pieces.push(chosen.what);
        }
    }
    match (pieces.len(), left().find(|(_, c)| c.side == turn)) {
        (1, Some((number, _))) => NextPiece::Piece(number),
        _ => NextPiece::OneOf(turn, pieces),
    }
}

/// A road may be placed where a village lies.
fn road(state: &State, field: &Field, holder: Side) -> NextPiece {
    enforces!("FOGAM-SETUP-017", "FOGAM-TERRAIN-018");
    let offered = state.chosen.iter().any(|c| c.what.kind == Kind::Road);
    match field.terrain.pieces.iter().any(has_village) && !offered {
        true => NextPiece::Road(holder),
        false => NextPiece::None,
    }
}

/// Whether a village stands on ground that is difficult only for it.
pub(super) const fn is_village(kind: TerrainKind) -> bool {
    matches!(
        kind,
        TerrainKind::Village
            | TerrainKind::GentleHill(Covering::Village)
            | TerrainKind::SteepHill(Covering::Village)
    )
}
