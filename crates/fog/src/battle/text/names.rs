//! Names, numbers and measures of a battle as people read and type them.

pub use crate::battle::names::{
    capital, count, degrees, edge, formation, hand, kind, listed, movement_units, number, plain,
    read_formation, table_edge,
};

use crate::battle::world::{BaseId, CommanderId, GroupId, World, ahead};
use crate::battle::{Scenario, Seen};
use caracole_kernel::Side;
use caracole_plane::{Point, Pose, Um};

/// Names for what requests and decisions speak of.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The battle as it stands.
    pub world: &'a World,
    /// Its armies.
    pub scenario: &'a Scenario,
}

impl<'a> Names<'a> {
    /// Of a battle.
    #[must_use]
    pub fn of(battle: Seen<'a>) -> Self {
        Names { world: battle.world(), scenario: battle.scenario() }
    }

    /// A battle group with its number: "3 Cavaliers".
    #[must_use]
    pub fn group(self, group: GroupId) -> &'a str {
        self.scenario.title(group)
    }

    /// Several battle groups: "3 Cavaliers and 4 Foot".
    #[must_use]
    pub fn groups(self, groups: &[GroupId]) -> String {
        listed(&groups.iter().map(|&g| self.group(g)).collect::<Vec<_>>())
    }

    /// The numbers of several battle groups: "3 4 5".
    #[must_use]
    pub fn numbers(self, groups: &[GroupId]) -> String {
        groups.iter().map(|&g| number(g).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The name of a commander.
    #[must_use]
    pub fn commander(self, commander: CommanderId) -> &'a str {
        self.scenario.commander_title(commander)
    }

    /// What a commander is called in a command: the last word of the name, or the number where others share that word.
    #[must_use]
    pub fn handle(self, commander: CommanderId) -> String {
        let last = |c: CommanderId| self.commander(c).split_whitespace().last().unwrap_or("").to_lowercase();
        let own = last(commander);
        let side = self.world[commander].side;
        let shared = self
            .world
            .commander_ids()
            .any(|c| c != commander && self.world[c].side == side && last(c) == own);
        match own.chars().all(char::is_alphabetic) && own.len() > 2 && !shared {
            true => own,
            false => format!("commander {}", u16::from(commander.0) + 1),
        }
    }

    /// A commander of a side by the words of a command.
    #[must_use]
    pub fn commander_called(self, side: Side, word: &str) -> Option<CommanderId> {
        let mut found = self.world.commander_ids().filter(|&c| {
            self.world[c].side == side
                && self.commander(c).to_lowercase().split_whitespace().any(|part| part == word)
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// A length in movement units, to two decimals.
    #[must_use]
    pub fn mu(self, length: Um) -> String {
        movement_units(self.world.field.scale.mu, length)
    }

    /// A point: movement units from the left edge and from red's edge.
    #[must_use]
    pub fn at(self, point: Point) -> String {
        format!("{} {}", self.mu(point.x), self.mu(point.y))
    }

    /// A place with its facing, which is left out where it is straight at the enemy.
    #[must_use]
    pub fn pose(self, side: Side, pose: Pose) -> String {
        match pose.facing == ahead(side) {
            true => self.at(pose.at),
            false => format!("{} facing {}", self.at(pose.at), degrees(pose.facing)),
        }
    }

    /// The battle group of a base and its number there, from 1.
    #[must_use]
    pub fn base(self, base: BaseId) -> Option<(GroupId, u16)> {
        self.world.ids().find_map(|g| {
            let state = &self.world[g];
            let nth = base.0.checked_sub(state.first_base)?;
            (nth < u16::from(state.base_count)).then_some((g, nth + 1))
        })
    }

    /// A base in a command: "3/2" is the second base of battle group 3.
    #[must_use]
    pub fn base_code(self, base: BaseId) -> String {
        self.base(base).map_or_else(String::new, |(g, n)| format!("{}/{n}", number(g)))
    }

    /// A base in words: "the pike base of 3 Foot in file 2, rank 1".
    #[must_use]
    pub fn base_words(self, base: BaseId) -> String {
        let Some((group, _)) = self.base(base) else { return "a base".to_owned() };
        let state = &self.world[base];
        format!(
            "the {} base of {} in file {}, rank {}",
            kind(&state.profile),
            self.group(group),
            u16::from(state.at.file) + 1,
            u16::from(state.at.rank) + 1
        )
    }
}
