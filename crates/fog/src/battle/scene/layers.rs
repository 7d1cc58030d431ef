//! What a player can keep laid over the table. All of it follows from what lies open on the table.

use super::overlays::Overlays;
use super::{at, corners};
use crate::battle::Seen;
use crate::battle::impact::declare;
use crate::battle::impact::intercept::{depth_of_zone, may_intercept};
use crate::battle::law::law;
use crate::battle::position::{command, flank, support};
use crate::battle::shooting::targets::may_shoot;
use crate::battle::world::{CommanderId, GroupId, World};
use caracole_kernel::{At, Layer, Overlay, OverlayKind, Piece};
use caracole_ledger::{RuleId, rule};
use caracole_plane::{Angle, Base, Corner, Um};

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
        if declare::may_charge(self.world, group).is_err() {
            return;
        }
        let mut met: Vec<GroupId> =
            declare::sensible(self.world, group).into_iter().flat_map(|charge| charge.targets).collect();
        met.sort_unstable();
        met.dedup();
        for target in met {
            self.line(group, target, OverlayKind::Threat, "", Some(rule!("FOGR-IMPACT-005")));
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
                Some(rule!("FOGR-IMPACT-084")),
            );
        }
    }

    fn flanks(&mut self, group: GroupId) {
        let causes = flank::threats(self.world, group);
        let Some(first) = causes.first() else { return };
        let why: Vec<&str> = causes.iter().map(|cause| why(*cause)).collect();
        let outline = corners(self.world, &self.world.body(group).footprint().rect());
        let label = format!("{}: {}", self.scenario.title(group), why.join(", "));
        self.push(OverlayKind::Threat, outline, label, Some(*first));
        for enemy in self.world.enemies_of(group) {
            if flank::could_charge_flank_or_rear(self.world, enemy, group) {
                self.line(enemy, group, OverlayKind::Threat, "", Some(rule!("FOGR-GLOSSARY-043")));
            }
        }
    }

    fn support(&mut self, group: GroupId) {
        for supporter in support::supporters(self.world, group) {
            self.line(supporter, group, OverlayKind::Line, "supports", Some(rule!("FOGR-GLOSSARY-034")));
        }
    }

    fn commands(&mut self, commander: CommanderId) {
        let state = &self.world[commander];
        let outline = within(self.world, &state.base, command::range(self.world, state));
        let label = self.scenario.commander_title(commander).to_owned();
        self.push(OverlayKind::Reach, outline, label, Some(rule!("FOGR-COMMAND-006")));
    }
}

/// Why a flank is threatened, in a few words.
fn why(cause: RuleId) -> &'static str {
    if cause == rule!("FOGR-GLOSSARY-039") {
        "side edge near"
    } else if cause == rule!("FOGR-GLOSSARY-040") {
        "table edge near"
    } else if cause == rule!("FOGR-GLOSSARY-041") {
        "mounted on its flank"
    } else {
        "can be charged in flank or rear"
    }
}

/// All that lies within a distance of a base: its sides moved out, its corners rounded.
fn within(world: &World, base: &Base, distance: Um) -> Vec<At> {
    const STEPS: u32 = 8;
    let rect = base.rect();
    let turns = [
        (Corner::FrontLeft, Angle::THREE_QUARTERS),
        (Corner::FrontRight, Angle::ZERO),
        (Corner::RearRight, Angle::QUARTER),
        (Corner::RearLeft, Angle::HALF),
    ];
    let round = |(corner, first): (Corner, Angle)| {
        (0..=STEPS).map(move |n| {
            let toward = base.front.facing + first + Angle(Angle::QUARTER.0 / STEPS * n);
            at(world, rect.corner(corner).moved(toward, distance))
        })
    };
    turns.into_iter().flat_map(round).collect()
}
