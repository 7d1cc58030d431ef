//! Battle lines: who may move as one body.

use crate::battle::manoeuvre::leads;
use crate::battle::position::{command, disorder};
use crate::battle::world::{CommanderId, GroupId, World};
use crate::formation::{LineMember, battle_line};
use caracole_kernel::Refusal;
use caracole_ledger::rule;
use caracole_plane::Contact;

/// The commander under whom battle groups are a battle line.
pub fn leader(world: &World, groups: &[GroupId]) -> Result<CommanderId, Refusal> {
    let rule = rule!("FOGAM-COMMAND-012");
    let alone = groups.iter().find(|&&g| !groups.iter().any(|&o| o != g && are_neighbours(world, g, o)));
    if let Some(alone) = alone {
        return Err(Refusal::new(
            rule,
            "A battle group touches no other of the battle line edge to edge, or faces another way",
            "Bring it up beside the others, or leave it out.",
        )
        .piece("battle group", alone.piece()));
    }
    let mut leaders = world.commander_ids().filter(|&c| leads(world, c, groups)).peekable();
    if leaders.peek().is_none() {
        return Err(Refusal::new(
            rule!("FOGAM-COMMAND-013"),
            "No commander with one of them has all of them in command range and line of command",
            "Bring a commander up, or move fewer.",
        ));
    }
    let mut refusal = None;
    for leader in leaders {
        match together(world, groups, leader) {
            Ok(()) => return Ok(leader),
            Err(why) => refusal = Some(why),
        }
    }
    Err(refusal.unwrap_or_else(|| Refusal::new(rule, "They make no battle line", "Move them apart.")))
}

/// Whether two battle groups face one way and touch edge to edge.
pub fn are_neighbours(world: &World, a: GroupId, b: GroupId) -> bool {
    let apart = world.facing(a).shortest_turn(world.facing(b)).1;
    let touch = |r: &caracole_plane::BaseRect| {
        world.rects(b).iter().any(|o| r.contact(o).is_some_and(Contact::is_edge_contact))
    };
    apart.millidegrees() <= 100 && world.rects(a).iter().any(touch)
}

/// Whether these troops can be together in a battle line of a commander of this level.
fn together(world: &World, groups: &[GroupId], leader: CommanderId) -> Result<(), Refusal> {
    const CONTINGENTS: [&str; 4] = ["first allies", "second allies", "third allies", "other allies"];
    let bases: Vec<_> = groups.iter().map(|&g| world.profiles(g)).collect();
    let contingent = |g: GroupId| match usize::from(world[g].contingent) {
        0 => None,
        n => Some(CONTINGENTS.get(n - 1).copied().unwrap_or("other allies")),
    };
    let members: Vec<LineMember<'_>> = groups
        .iter()
        .zip(&bases)
        .map(|(&g, bases)| LineMember {
            name: "a battle group",
            bases,
            cohesion: world[g].cohesion,
            disorder: disorder::worst(world, g),
            contingent: contingent(g),
            commanded_shot: false,
        })
        .collect();
    battle_line(&members, world[leader].level)
}

/// Whether a move counts as one with a commander: one who leads all of them has been with one of them since the phase
/// began.
pub fn is_led(world: &World, groups: &[GroupId]) -> bool {
    let since = |c: CommanderId| groups.iter().any(|&g| command::with_since_phase_start(world, c, g));
    world.commander_ids().any(|c| leads(world, c, groups) && since(c))
}
