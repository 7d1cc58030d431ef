//! What a file may shoot at: range, arc, sight, and the target that it must take.

use super::muzzle::Muzzle;
use crate::battle::position::contact::{fights_to_front, in_combat};
use crate::battle::position::sight::{Line, Seen, line_to};
use crate::battle::world::{Game, UgId};
use crate::charts::Reach;
use crate::shooting::{Band, band, extra_row, reach_of};
use crate::troops::{Extra, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Corner, FireArc, Hand, Um};
use caracole_tabletop::BaseId;

/// A base that may be shot at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its unit.
    pub ug: UgId,
    /// The base.
    pub id: BaseId,
    /// Its place in the unit, counted from 0.
    pub base: u8,
    /// Its range.
    pub band: Band,
    /// Whether terrain covers it.
    pub line: Line,
    /// How much of the shooter's frontage it covers, if it stands within 1 BW directly ahead.
    pub close: Um,
}

/// A file that looks for targets.
#[derive(Clone, Copy, Debug)]
pub struct Aiming<'a> {
    /// Its unit.
    pub ug: UgId,
    /// The file.
    pub muzzle: &'a Muzzle,
    /// What shoots if not its weapons.
    pub extra: Option<Extra>,
}

/// How close an enemy directly ahead must be shot at, in BW.
const CLOSE: i32 = 1;
/// How far friends must be from what guns shoot at over them, in BW.
const OVERHEAD: i32 = 4;

/// How far a file shoots.
pub fn reach(game: Game<'_>, aiming: Aiming<'_>) -> Option<Reach> {
    let charts = game.charts();
    match aiming.extra {
        Some(extra) => Some(charts.shooting_ranges.reach(extra_row(extra)).value),
        None => reach_of(charts, &game.world[aiming.ug].profile),
    }
}

/// A length in hundredths of a BW, rounded up.
fn hundredths(game: Game<'_>, length: Um) -> u32 {
    let width = i64::from(game.bw(1).get()).max(1);
    let length = i64::from((length - CONTACT_TOLERANCE).get()).max(0);
    u32::try_from((length * 100 + width - 1) / width).unwrap_or(u32::MAX)
}

/// Every base that a file may shoot at.
pub fn targets(game: Game<'_>, aiming: Aiming<'_>) -> Vec<Target> {
    enforces!("RETG-SHOOT-018", "RETG-SHOOT-019", "RETG-CAMP-018");
    let Some(reach) = reach(game, aiming) else { return Vec::new() };
    let mut all = in_range(game, aiming, reach);
    let closest = all.iter().map(|target| target.close).max().unwrap_or(Um::ZERO);
    if closest > Um::ZERO {
        all.retain(|target| target.close + CONTACT_TOLERANCE >= closest);
    }
    all
}

fn in_range(game: Game<'_>, aiming: Aiming<'_>, reach: Reach) -> Vec<Target> {
    let front = aiming.muzzle.front.rect();
    let longest = game.bw(i32::from(reach.effective.max(reach.long)));
    let mut found = Vec::new();
    for enemy in game.enemies_of(game.world[aiming.ug].side) {
        if !game.world.rects(enemy).iter().any(|rect| front.front_within(rect, longest)) {
            continue;
        }
        let ids = game.world.base_ids_of(enemy);
        for (base, (id, rect)) in (0u8..).zip(ids.iter().zip(game.world.rects(enemy))) {
            let distance = front.range_from_front(rect);
            let Some(band) = band(reach, hundredths(game, distance)) else { continue };
            let is_close = distance <= game.bw(CLOSE) + CONTACT_TOLERANCE && front.has_directly_ahead(rect);
            let close = if is_close { front.frontage_covered(rect) } else { Um::ZERO };
            let seen = Seen { ug: enemy, rect };
            if !is_in_arc(game, aiming, &front, rect, distance) || is_in_the_fight(game, enemy, *id) {
                continue;
            }
            if let Some(line) = line(game, aiming, &front, seen, *id) {
                found.push(Target { ug: enemy, id: *id, base, band, line, close });
            }
        }
    }
    found
}

/// The arc: 1 BW to both sides, for guns 2 BW at more than 4 BW.
fn is_in_arc(game: Game<'_>, aiming: Aiming<'_>, front: &BaseRect, target: &BaseRect, range: Um) -> bool {
    enforces!("RETG-SHOOT-015", "RETG-SHOOT-019", "RETG-SHOOT-026");
    let ranges = &game.charts().shooting_ranges;
    let far = range > game.bw(i32::from(ranges.artillery_arc_beyond_bw)) + CONTACT_TOLERANCE;
    let wide = is_artillery(game, aiming) && far;
    let margin = game.bw(i32::from(if wide { ranges.artillery_arc_bw } else { ranges.arc_bw }));
    front.has_in_arc(FireArc::Strip { margin }, target)
}

fn is_artillery(game: Game<'_>, aiming: Aiming<'_>) -> bool {
    aiming.extra.is_none() && game.world[aiming.ug].troop_type() == TroopType::Artillery
}

/// Whether a base fights to its front, or stands right behind one that does.
fn is_in_the_fight(game: Game<'_>, ug: UgId, id: BaseId) -> bool {
    enforces!("RETG-SHOOT-020");
    if !in_combat(game, ug) {
        return false;
    }
    let at = game.world[id].at;
    let mut ahead = None;
    for other in game.world.bases_of(ug) {
        if other.at.file == at.file && other.at.rank < at.rank {
            ahead = ahead.max(Some((other.at.rank, other.base)));
        }
    }
    let fights = |base: &caracole_plane::Base| fights_to_front(game, ug, &base.rect());
    fights(&game.world[id].base) || ahead.is_some_and(|(_, base)| fights(&base))
}

/// The line from both front corners of a file: covered if one of them is.
fn line(
    game: Game<'_>,
    aiming: Aiming<'_>,
    front: &BaseRect,
    target: Seen<'_>,
    target_id: BaseId,
) -> Option<Line> {
    enforces!("RETG-SHOOT-016", "RETG-SHOOT-029", "RETG-GLOS-005");
    let guns = is_artillery(game, aiming);
    let side = game.world[aiming.ug].side;
    let mut screen: Vec<BaseRect> = game.camps();
    for ug in game.world.on_table() {
        let friend = guns && ug != aiming.ug && game.world[ug].side == side;
        for (id, rect) in game.world.base_ids_of(ug).iter().zip(game.world.rects(ug)) {
            let over = friend && !rect.within(target.rect, game.bw(OVERHEAD));
            if *id != target_id && !aiming.muzzle.bases.contains(id) && !over {
                screen.push(*rect);
            }
        }
    }
    let mut worst = Line::Open;
    for hand in [Hand::Left, Hand::Right] {
        let eye = front.corner(Corner::front(hand));
        if line_to(game, eye, target, &screen)? == Line::Covered {
            worst = Line::Covered;
        }
    }
    Some(worst)
}
