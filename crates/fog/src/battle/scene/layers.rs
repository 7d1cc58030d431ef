//! What a player can keep laid over the table. All of it follows from what lies open on the table.

use super::corners;
use super::overlays::Overlays;
use crate::battle::Seen;
use crate::battle::impact::declare;
use crate::battle::impact::intercept::{depth_of_zone, may_intercept};
use crate::battle::law::law;
use crate::battle::position::charging::may_charge;
use crate::battle::position::{command, flank, support};
use crate::battle::shooting::targets::may_shoot;
use crate::battle::world::{CommanderId, GroupId};
use caracole_kernel::{Layer, Overlay, OverlayKind, Piece};
use caracole_plane::Base;
use caracole_tabletop::scene::within;

/// The layers to choose from.
pub const LAYERS: &[Layer] = &[
    Layer::new("charges", "Who can charge whom"),
    Layer::new("arcs", "Arcs and ranges of fire"),
    Layer::new("restricted", "Restricted areas"),
    Layer::new("interception", "Zones of interception"),
    Layer::new("flanks", "Threatened flanks"),
    Layer::new("support", "Who supports whom"),
    Layer::new("command", "Command ranges"),
];

/// One layer as it is now; of one piece only, if one is named.
#[must_use]
pub fn layer(battle: Seen<'_>, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
    let world = battle.world();
    let mut over = Overlays { world, scenario: battle.scenario(), found: Vec::new() };
    let groups: Vec<GroupId> = world.on_table().filter(|&g| is_about(about, &g.piece())).collect();
    match id {
        "charges" => groups.into_iter().for_each(|g| over.charges(g)),
        "arcs" => groups.into_iter().for_each(|g| over.fire(g)),
        "restricted" => groups.into_iter().for_each(|g| over.restricts(g)),
        "interception" => groups.into_iter().for_each(|g| over.intercepts(g)),
        "flanks" => groups.into_iter().for_each(|g| over.flanks(g)),
        "support" => groups.into_iter().for_each(|g| over.support(g)),
        "command" => {
            let all = world.commander_ids().filter(|&c| world[c].is_on_table());
            let shown = all.filter(|&c| {
                is_about(about, &c.piece())
                    || world
                        .on_table()
                        .any(|g| about == Some(&g.piece()) && command::in_line_of_command(world, c, g))
            });
            shown.for_each(|c| over.commands(c));
        }
        _ => {}
    }
    over.found
}

fn is_about(about: Option<&Piece>, piece: &Piece) -> bool {
    about.is_none_or(|about| about == piece)
}

impl Overlays<'_> {
    /// The enemies that a battle group could charge if it were its turn.
    fn charges(&mut self, group: GroupId) {
        if may_charge(self.world, group).is_err() {
            return;
        }
        let mut met: Vec<GroupId> =
            declare::sensible(self.world, group).into_iter().flat_map(|charge| charge.targets).collect();
        met.sort_unstable();
        met.dedup();
        for target in met {
            self.line(
                group,
                target,
                OverlayKind::Threat,
                "",
                Some(law!(self.world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004")),
            );
        }
    }

    fn fire(&mut self, group: GroupId) {
        if may_shoot(self.world, group) {
            let body = self.world.body(group);
            let front: Vec<Base> = body.front_rank().filter_map(|i| body.base(i)).collect();
            self.arcs(group, &front);
        }
    }

    fn restricts(&mut self, group: GroupId) {
        let rule = law!(self.world.book, "FOGR-MANOEUVRE-041", "FOGAM-MANOEUVRE-033");
        for area in self.world.book.restricted_areas(self.world, group) {
            self.push(OverlayKind::Zone, corners(self.world, &area), String::new(), Some(rule));
        }
    }

    /// The zone in which a battle group could intercept.
    fn intercepts(&mut self, group: GroupId) {
        let world = self.world;
        if world.enemies_of(group).any(|enemy| may_intercept(world, group, enemy, &[])) {
            let zone = world.body(group).zone_ahead(depth_of_zone(world, group)).rect();
            self.push(
                OverlayKind::Reach,
                corners(world, &zone),
                String::new(),
                Some(law!(world.book, "FOGR-IMPACT-084", "FOGAM-IMPACT-082")),
            );
        }
    }

    fn flanks(&mut self, group: GroupId) {
        let causes: Vec<_> = flank::threats_to(self.world, group).collect();
        let Some(first) = causes.first() else { return };
        let why: Vec<&str> = causes.iter().map(|cause| cause.words).collect();
        let outline = corners(self.world, &self.world.body(group).footprint().rect());
        let label = format!("{}: {}", self.scenario.title(group), why.join(", "));
        self.push(OverlayKind::Threat, outline, label, Some(first.rule));
        for enemy in self.world.enemies_of(group) {
            if flank::could_charge_flank_or_rear(self.world, enemy, group) {
                self.line(
                    enemy,
                    group,
                    OverlayKind::Threat,
                    "",
                    Some(law!(self.world.book, "FOGR-GLOSSARY-043", "FOGAM-GLOSSARY-040")),
                );
            }
        }
    }

    fn support(&mut self, group: GroupId) {
        for supporter in support::supporters(self.world, group) {
            self.line(
                supporter,
                group,
                OverlayKind::Line,
                "supports",
                Some(law!(self.world.book, "FOGR-GLOSSARY-034", "FOGAM-GLOSSARY-031")),
            );
        }
    }

    fn commands(&mut self, commander: CommanderId) {
        let state = &self.world[commander];
        let outline = within(&self.world.field.table, &state.base, command::range(self.world, state));
        let label = self.scenario.commander_title(commander).to_owned();
        self.push(
            OverlayKind::Reach,
            outline,
            label,
            Some(law!(self.world.book, "FOGR-COMMAND-006", "FOGAM-COMMAND-008")),
        );
    }
}
