//! Advance after combat.

use super::{
    Cx, Next, changes,
    close_combat::{CloseCombat, Stage},
    field,
};
use crate::{
    charts::Advance,
    counters::UnitId,
    engine::{field::Field, table::Span},
    hex::{Hex, Placement},
    messages::{Company, HitBy, Request},
    world::{Formation, Post},
};
use caracole_kernel::Flow;
use caracole_ledger::enforces;
use smallvec::SmallVec;

impl CloseCombat {
    /// Whether the winner may stay where it is.
    pub(super) fn may_stay(&self) -> bool {
        enforces!("MPBS-11.4.6a", "MPBS-11.4.6c");
        self.advanced || self.outcome.is_none_or(|(_, _, advance, _)| advance != Advance::AttackerMust)
    }

    /// Every advance that is open: the best unit of the winners into hexes that the losers left.
    pub(super) fn advances(&self, f: Field<'_>) -> SmallVec<[(UnitId, Placement); 8]> {
        enforces!("MPBS-11.4.6b", "MPBS-11.4.6d", "MPBS-11.4.7a", "MPBS-6.3.1h", "MPBS-5.6.1r");
        let mut all: SmallVec<[(UnitId, Placement); 8]> = SmallVec::new();
        if self.outcome.is_none_or(|(_, _, advance, _)| advance == Advance::None) {
            return all;
        }
        let free = |unit: &UnitId| {
            f.unit(*unit).in_play()
                && !self.pursued.contains(unit)
                && !self.moved.iter().any(|(moved, _)| moved == unit)
        };
        let mut best = 0;
        for unit in self.winners.iter().filter(|unit| free(unit)) {
            let morale = f.morale(*unit);
            if morale < best {
                continue;
            }
            let places = self.places(f, *unit);
            if places.is_empty() {
                continue;
            }
            if morale > best {
                best = morale;
                all.clear();
            }
            all.extend(places.into_iter().map(|place| (*unit, place)));
        }
        all
    }

    /// Places that a winner could advance to.
    fn places(&self, f: Field<'_>, unit: UnitId) -> SmallVec<[Placement; 8]> {
        enforces!("MPBS-11.4.8a", "MPBS-7.3.5e");
        let at = f.unit(unit).at;
        let vacated: SmallVec<[Hex; 4]> = self
            .losers
            .iter()
            .flat_map(|loser| loser.hexes.into_iter().flatten())
            .filter(|hex| f.stack(*hex).main().is_none())
            .collect();
        let mut places: SmallVec<[Placement; 8]> = SmallVec::new();
        match at {
            Placement::One { hex, facing } => {
                for &to in vacated.iter().filter(|to| hex.is_adjacent(**to)) {
                    let Some(direction) = hex.direction_to(to) else { continue };
                    if f.shift(unit, at, Formation::Broken, direction)
                        .is_ok_and(|motion| motion.meeting.is_none())
                    {
                        places.push(Placement::One { hex: to, facing });
                    }
                }
            }
            Placement::Line { .. } => {
                for direction in crate::hex::Direction::ALL {
                    let Ok(motion) = f.shift(unit, at, Formation::Broken, direction) else { continue };
                    if motion.meeting.is_none()
                        && vacated.iter().any(|hex| motion.to.footprint().contains(*hex))
                    {
                        places.push(motion.to);
                    }
                }
                if places.is_empty() {
                    for turn in [crate::hex::Turn::Left, crate::hex::Turn::Right] {
                        let wheel = crate::engine::motion::Manoeuvre::Wheel(turn);
                        let Ok(motion) = f.motion(unit, at, Formation::Broken, wheel) else { continue };
                        if motion.meeting.is_none() && vacated.iter().any(|hex| motion.entered.contains(hex))
                        {
                            places.push(motion.to);
                        }
                    }
                }
                if places.is_empty() && f.table.has_bridges {
                    for end in f.bridge_ends(at) {
                        let clear = end.footprint().iter().all(|hex| f.stack(hex).is_empty());
                        if clear && vacated.iter().any(|hex| end.footprint().contains(*hex)) {
                            places.push(end);
                        }
                    }
                }
            }
            Placement::Column { .. } => {}
        }
        places
    }

    /// A winner advances.
    pub(super) fn advance(&mut self, cx: &mut Cx<'_>, unit: UnitId, to: Placement) -> Next {
        let f = field(cx);
        self.along.clear();
        let mut asks = None;
        for leader in f.leaders_with(unit) {
            if f.leader(leader).post == Post::Army {
                asks = Some(leader);
            } else {
                self.along.push(leader);
            }
        }
        if let Some(leader) = asks {
            self.stage = Stage::GoAlong(unit, to);
            return Flow::Ask(f.side(unit), Request::GoAlong(leader));
        }
        self.go(cx, unit, to)
    }

    pub(super) fn go(&mut self, cx: &mut Cx<'_>, unit: UnitId, to: Placement) -> Next {
        enforces!("MPBS-8.2.1e");
        enforces!("MPBS-11.4.10", "MPBS-11.3.1a-2", "MPBS-11.4.7b", "MPBS-11.4.8b");
        let f = field(cx);
        let at = f.unit(unit).at;
        let hits = advance_hits(f, unit, at, to);
        let squeezed = at.footprint().second.is_some()
            && at.footprint().distance_to(to.footprint()) > 0
            && f.bridge_ends(at).contains(&to)
            && f.unit(unit).formation == Formation::Normal;
        let along = self.along.clone();
        changes::relocate(cx, unit, to, Company::Stack, &along);
        for _ in 0..hits {
            changes::formation_hit(cx, unit, HitBy::Terrain);
        }
        if squeezed {
            changes::set_formation(cx, unit, Formation::Broken);
        }
        self.advanced = true;
        self.moved.push((unit, false));
        if at.footprint().second.is_none() && field(cx).has_facing(unit) {
            self.stage = Stage::FaceAdvance(unit);
            return Flow::Ask(field(cx).side(unit), Request::FaceAdvance(unit));
        }
        self.stage = Stage::Advance;
        self.ask_advance(cx)
    }
}

/// Formation hits of the ground that an advance crosses.
fn advance_hits(f: Field<'_>, unit: UnitId, at: Placement, to: Placement) -> u8 {
    let mut hits = 0;
    let span = if at.footprint().second.is_some() { Span::Line } else { Span::Narrow };
    let formation = f.unit(unit).formation;
    for hex in to.footprint().iter().filter(|hex| !at.footprint().contains(*hex)) {
        for from in at.footprint().iter() {
            if let Some(crossing) = from.direction_to(hex).and_then(|d| f.crossing(from, d)) {
                hits = hits.max(f.toll(unit, formation, crossing, span).1);
            }
        }
    }
    hits
}
