//! Choosing and placing terrain.

use crate::army::{Army, Territory};
use crate::battle::customs::{Allowed, LayingGround};
use crate::battle::setup::choosing::in_every_size;
use crate::battle::setup::table::{Column, Kind, Selection};
use crate::battle::setup::{Adjustment, Chosen, Leeway, Player, Stage, State};
use crate::battle::world::World;
use crate::field::{Field, Ground, TerrainKind};
use crate::renaissance::Renaissance;
use crate::renaissance::setup::terrain_table::{AREAS, TERRITORIES, allowed};
use caracole_kernel::{BySide, Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Strip, Um};

impl LayingGround for Renaissance {
    /// Those of either army's list; every one if neither list names any.
    fn territories(&self, armies: &BySide<Army>, _: Side) -> Vec<Territory> {
        enforces!("FOGR-SETUP-007");
        let listed = |t: &Territory| Side::BOTH.iter().any(|s| armies[*s].territories.contains(t));
        let named: Vec<Territory> = TERRITORIES.into_iter().filter(listed).collect();
        if named.is_empty() { TERRITORIES.to_vec() } else { named }
    }

    fn allowed(&self, _: &World, territory: Territory, column: Column) -> Allowed {
        allowed(territory, column)
    }

    fn every_piece(&self) -> Vec<Selection> {
        in_every_size(&AREAS, &[Kind::Road, Kind::River, Kind::Coastline])
    }

    fn check_compulsory(&self, _: Selection) -> Result<(), Refusal> {
        Ok(())
    }

    fn check_number(&self, pieces: &[Selection]) -> Result<(), Refusal> {
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
        Ok(())
    }

    fn check_covering(&self, _: &World, _: &[Chosen], _: Side, _: Selection) -> Result<(), Refusal> {
        Ok(())
    }

    fn first_stage(&self) -> Stage {
        Stage::Locate
    }

    fn piece_at(&self, state: &State, at: u8) -> Option<Chosen> {
        let order = order(&state.chosen, state.side_of(Player::Holder));
        order.get(usize::from(at)).and_then(|i| state.chosen.get(usize::from(*i))).copied()
    }

    fn check_on_long_edge(&self, _: &Field, _: &Ground) -> Result<(), Refusal> {
        Ok(())
    }

    fn is_as_an_edge(&self, water: TerrainKind) -> bool {
        water == TerrainKind::Coastline
    }

    fn coast_reach(&self) -> i32 {
        8
    }

    fn road_needs_village(&self) -> bool {
        false
    }

    fn check_road_moved(&self, road: &Strip, adjustment: Adjustment) -> Result<(), Refusal> {
        let rule = rule!("FOGR-SETUP-023");
        match adjustment {
            Adjustment::Slide { right, up } if is_lengthways(road, right, up) => Err(Refusal::new(
                rule,
                "A road may be slid sideways only",
                "Slide it at right angles to its course.",
            )),
            Adjustment::Pivot { .. } => {
                Err(Refusal::new(rule, "A road may not be pivoted", "Slide it sideways."))
            }
            _ => Ok(()),
        }
    }

    fn lets(&self, _: &World, leeway: Leeway, adjustment: Adjustment) -> bool {
        match adjustment {
            Adjustment::Leave => true,
            Adjustment::Slide { .. } => matches!(leeway, Leeway::Slide | Leeway::SlideOrPivot),
            Adjustment::Pivot { .. } => leeway == Leeway::SlideOrPivot,
            Adjustment::Remove => leeway == Leeway::Remove,
        }
    }
}

fn is_lengthways(road: &Strip, right: Um, up: Um) -> bool {
    let (Some(from), Some(to)) = (road.line().first(), road.line().last()) else { return false };
    let wide = |a: Um, b: Um| i64::from(a.get()) * i64::from(b.get());
    let lengthways = wide(to.x - from.x, right) + wide(to.y - from.y, up);
    let length = i64::from(from.distance(*to).get());
    lengthways.abs() > length * i64::from(CONTACT_TOLERANCE.get())
}

/// The pieces in the order in which they are placed.
fn order(chosen: &[Chosen], holder: Side) -> Vec<u8> {
    enforces!("FOGR-SETUP-016");
    let step = |c: &Chosen| {
        let other = u8::from(c.side != holder);
        match c.what.kind {
            Kind::River | Kind::Coastline => 1,
            kind if kind.has_village() => 2,
            _ if c.compulsory => 3 + other,
            Kind::Open => 5 + other,
            Kind::Road => 9 + other,
            _ => 7 + other,
        }
    };
    let mut order: Vec<u8> = (0..chosen.len()).filter_map(|i| u8::try_from(i).ok()).collect();
    order.sort_by_key(|i| chosen.get(usize::from(*i)).map(step));
    order
}
