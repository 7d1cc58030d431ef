//! Alignment: lining bases up with the enemy, free and voluntary.

use crate::battle::movement::own_ug;
use crate::battle::position::fights::{between, is_in_combat, touching};
use crate::battle::position::room::{Displaced, displaced, gains_nothing};
use crate::battle::world::{Foe, Game, Phase, UgId, World};
use crate::readings::Reading;
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{Edge, Group, Hand, Um};
use caracole_tabletop::Placing;

/// The most that a front corner is moved, in BW, and the other reading of it.
const MOST: i32 = 2;
const SHORT: i32 = 1;
/// Less than this is aligned already.
const EXACT: Um = Um::new(100);

/// Every way in which a unit may align, the shortest first.
pub fn ways(game: Game<'_>, ug: UgId) -> Vec<Vec<Placing>> {
    enforces!("RETG-COMBAT-001", "RETG-COMBAT-002", "RETG-COMBAT-004", "RETG-COMBAT-005");
    let side = game.world[ug].side;
    let touched = touching(game, ug);
    let body = game.world.body(ug);
    if touched.is_empty() || !game.world.stands_in_order(ug) || is_flanked_by_charge(game, ug) {
        return Vec::new();
    }
    let mut found: Vec<(Um, Vec<Placing>)> = Vec::new();
    let ids = game.world.base_ids_of(ug);
    for foe in touched.iter().filter_map(|foe| foe.ug()) {
        let fights = match side {
            Side::Red => between(game, Foe::Ug(ug), Foe::Ug(foe)),
            Side::Blue => between(game, Foe::Ug(foe), Foe::Ug(ug)),
        };
        for (fight, _) in fights.iter().filter(|(fight, _)| fight.of(side).edge == Edge::Front) {
            let (own, other) = (fight.of(side), fight.of(side.other()));
            let Some(index) = ids.iter().position(|id| id.0 == own.place.base) else { continue };
            let theirs = game.world[caracole_tabletop::BaseId(other.place.base)].base;
            for way in body.ways_to_conform(index, &theirs, other.edge) {
                if way.travel <= EXACT {
                    continue;
                }
                let Some(room) = allowed(game, ug, &way.group, way.travel, &touched) else { continue };
                let mut placings = placings(game, ug, &way.group);
                placings.extend(room.iter().flat_map(|(other, body)| self::placings(game, *other, body)));
                if !found.iter().any(|(_, known)| *known == placings) {
                    found.push((way.travel, placings));
                }
            }
        }
    }
    found.sort_by_key(|(travel, _)| *travel);
    found.into_iter().map(|(_, placings)| placings).collect()
}

fn placings(game: Game<'_>, ug: UgId, body: &Group) -> Vec<Placing> {
    let mut placings: Vec<Placing> = game.world.placings(ug).into_iter().collect();
    for (placing, base) in placings.iter_mut().zip(body.bases()) {
        placing.base = base;
    }
    placings
}

/// In the Charge Phase a unit hit in flank or rear does not align.
fn is_flanked_by_charge(game: Game<'_>, ug: UgId) -> bool {
    enforces!("RETG-COMBAT-007");
    let hit = game.world.fray.flanks.iter().any(|claim| claim.at == Foe::Ug(ug));
    hit && game.world.when.phase == Phase::Charge
}

/// Whether a unit may align so, with the friends who make room for it: SuGs and battle troops out of combat.
fn allowed(game: Game<'_>, ug: UgId, body: &Group, travel: Um, touched: &[Foe]) -> Option<Displaced> {
    enforces!("RETG-COMBAT-006", "RETG-COMBAT-008", "RETG-COMBAT-009", "RETG-COMBAT-019", "RETG-COMBAT-063");
    let most = if game.readings().has(Reading::ShortAlignment) { SHORT } else { MOST };
    let before = game.world.body(ug);
    let sideways = body.facing() == before.facing() && {
        let (right, _) = before.anchor.local(body.front_corner(Hand::Left));
        right.abs() >= game.bw(1)
    };
    if travel > game.bw(most) || sideways {
        return None;
    }
    let may = |other: UgId, to: &Group| match game.world[other].acts_as_sug() {
        true => gains_nothing(game, other, to),
        false => !is_in_combat(game, other),
    };
    let room = displaced(game, ug, body, game.bw(1), may)?;
    let mut after: World = game.world.clone();
    after.put(ug, body);
    for (other, to) in &room {
        after.put(*other, to);
    }
    let after = Game::new(game.scenario, &after);
    let keeps = |foe: &Foe| touching(after, ug).contains(foe);
    (touched.iter().all(keeps) && keeps_edges(game, after, ug, touched)).then_some(room)
}

/// No frontal contact becomes a flank contact, and no flank contact disappears.
fn keeps_edges(before: Game<'_>, after: Game<'_>, ug: UgId, touched: &[Foe]) -> bool {
    let side = before.world[ug].side;
    let flanks = |game: Game<'_>, foe: &Foe| {
        let fights = match side {
            Side::Red => between(game, Foe::Ug(ug), *foe),
            Side::Blue => between(game, *foe, Foe::Ug(ug)),
        };
        let hit = |side: Side| fights.iter().any(|(fight, _)| !fight.of(side).front);
        (hit(side), hit(side.other()))
    };
    touched.iter().all(|foe| flanks(before, foe) == flanks(after, foe))
}

/// Whether a side has something to align that has not aligned yet.
pub fn can_align(game: Game<'_>, side: Side, aligned: &[UgId]) -> bool {
    game.world.of_side(side).any(|ug| !aligned.contains(&ug) && !ways(game, ug).is_empty())
}

/// An alignment checked.
pub fn check(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    way: u8,
    aligned: &[UgId],
) -> Result<Vec<Placing>, Refusal> {
    own_ug(game, side, ug)?;
    if aligned.contains(&ug) {
        let problem = "The unit has aligned already";
        return Err(Refusal::new(rule!("RETG-COMBAT-004"), problem, "Align others, or pass.")
            .piece("unit", ug.piece()));
    }
    ways(game, ug).into_iter().nth(usize::from(way)).ok_or_else(|| {
        let problem = "The unit cannot align in this way";
        Refusal::new(rule!("RETG-COMBAT-004"), problem, "Choose another way, or leave it.")
            .piece("unit", ug.piece())
    })
}
