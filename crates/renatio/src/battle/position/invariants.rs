//! What holds of every state that can be reached.

use super::fights::in_edge_contact;
use crate::battle::outcome::{harm, is_broken_by};
use crate::battle::world::{Foe, Game, Phase, Post, Presence};
use crate::formation::check_shape;
use caracole_kernel::Side;
use caracole_plane::any_overlap;

/// Finds what must not be: lost cards or bases, units on top of each other or in no legal formation.
pub fn check(game: Game<'_>) -> Result<(), String> {
    let world = game.world;
    let held = Side::BOTH
        .into_iter()
        .fold(world.deck.left.and(world.deck.discards), |all, side| all.and(world.hand_of(side)));
    let held = world.before.iter().fold(held, |all, pre| all.and(pre.hands.red).and(pre.hands.blue));
    if held != game.charts().command_cards.pack {
        return Err(format!("the pack has lost or gained cards: {held:?}"));
    }
    let ugs: Vec<_> = world.on_table().collect();
    let camps = game.camps();
    for (n, ug) in ugs.iter().copied().enumerate() {
        let state = &world[ug];
        let rects = world.rects(ug);
        let settled = matches!(world.when.phase, Phase::Card | Phase::Movement | Phase::EndOfTurn);
        if rects.is_empty() {
            // In a fight it breaks when both sides have taken their losses.
            if settled || world.when.phase == Phase::Shooting {
                return Err(format!("unit {} stands without bases", ug.number()));
            }
            continue;
        }
        if let Some(out) = rects.iter().find(|rect| !game.scenario.field.table.holds(rect)) {
            return Err(format!("unit {} is off the table at {:?}", ug.number(), out.centre()));
        }
        if any_overlap(rects, &camps) {
            return Err(format!("unit {} stands on a camp", ug.number()));
        }
        if let Some(other) = ugs[..n].iter().find(|other| any_overlap(rects, world.rects(**other))) {
            return Err(format!("units {} and {} overlap", ug.number(), other.number()));
        }
        let wide = u8::try_from(world.formation(ug).width()).unwrap_or(u8::MAX);
        let bases = u8::try_from(rects.len()).unwrap_or(u8::MAX);
        // In combat bases stand as they can.
        if settled && in_edge_contact(game, ug).is_empty() && world.fray.falls.is_empty() {
            check_shape(game.charts(), state.profile.shape, bases, wide).map_err(|e| e.to_string())?;
        }
        if settled && is_broken_by(game, Foe::Ug(ug), harm(game, Foe::Ug(ug))) {
            return Err(format!("unit {} stands although its losses break it", ug.number()));
        }
        if !state.profile.forms().contains(&state.form) {
            return Err(format!("unit {} is in a formation that it cannot take", ug.number()));
        }
    }
    for commander in &world.commanders {
        if let Post::With { ug, file, .. } = commander.post
            && world[ug].presence == Presence::OnTable
            && !world.formation(ug).files().any(|own| own == file)
        {
            return Err(format!("a Commander is with file {file} of unit {}", ug.number()));
        }
    }
    world.remembers_rightly()
}
