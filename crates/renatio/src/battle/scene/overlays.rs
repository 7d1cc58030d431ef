//! What a choice would do, laid over the table: where units and Commanders come to, whom a charge meets, what is shot at.

use crate::battle::charging;
use crate::battle::movement::Plan;
use crate::battle::words::tell_title;
use crate::battle::world::{Foe, Game, Post, UgId, World};
use crate::battle::{Order, forecast, shooting};
use caracole_kernel::{At, Overlay, OverlayKind};
use caracole_ledger::{RuleId, rule};
use caracole_plane::{Base, Point};
use caracole_tabletop::scene::{apart, at, outline};

/// What an order would do.
pub fn overlays(game: Game<'_>, order: &Order) -> Vec<Overlay> {
    let mut over = Overlays { game, found: Vec::new() };
    match order {
        Order::Prompt { by, plan, .. } | Order::Through { by, plan, .. } => over.plan(plan, Some(*by)),
        Order::Charge(order) => over.charge(order),
        Order::Fighting(order) => over.plan(&order.plan, None),
        Order::Shooting(shooting::Order::Fire(shots)) => {
            let mut met: Vec<UgId> = Vec::new();
            for shot in shots.iter().filter(|shot| shot.extra.is_none()) {
                if !met.contains(&shot.at) {
                    met.push(shot.at);
                    over.line(shot.by, Foe::Ug(shot.at), "shoots", rule!("RETG-SHOOT-003"));
                }
            }
        }
        _ => {}
    }
    over.found
}

struct Overlays<'a> {
    game: Game<'a>,
    found: Vec<Overlay>,
}

impl Overlays<'_> {
    fn push(&mut self, kind: OverlayKind, outline: Vec<At>, label: &str, rule: Option<RuleId>) {
        self.found.push(Overlay { kind, outline, label: label.to_owned(), rule });
    }

    fn at(&self, point: Point) -> At {
        at(&self.game.scenario.field.table, point)
    }

    fn ghosts(&mut self, bases: impl Iterator<Item = Base>, label: &str) {
        let mut label = label;
        for base in bases {
            let corners = outline(&self.game.scenario.field.table, &base);
            self.push(OverlayKind::Ghost, corners, label, None);
            label = "";
        }
    }

    fn plan(&mut self, plan: &Plan, by: Option<crate::battle::CommanderId>) {
        for moved in &plan.moved {
            let mut after = self.game.world.clone();
            after.place(&moved.placings);
            self.unit_in(&after, moved.ug);
        }
        if let (Some(Post::Alone(base)), _) = (plan.post, by) {
            self.ghosts(std::iter::once(base), "");
        }
        if let (Some(post @ Post::With { .. }), Some(by)) = (plan.post, by) {
            let mut after = self.game.world.clone();
            if let Some(commander) = after.commander_mut(by) {
                commander.post = post;
            }
            self.ghosts(after.commander_base(by).into_iter(), "");
        }
    }

    /// A unit where it stands in another world, and the way to there.
    fn unit_in(&mut self, after: &World, ug: UgId) {
        let from = self.at(self.game.world.body(ug).front_centre().at);
        let to = self.at(after.body(ug).front_centre().at);
        if apart(from, to) {
            self.push(OverlayKind::Path, vec![from, to], "", None);
        }
        let bases: Vec<Base> = after.bases_of(ug).iter().map(|base| base.base).collect();
        self.ghosts(bases.into_iter(), &tell_title(self.game.scenario, ug));
    }

    fn charge(&mut self, order: &charging::Order) {
        match order {
            charging::Order::Declare { charges, .. } => {
                for charge in charges {
                    if let Ok(after) = forecast::after_charge(self.game, charge.ug, &charge.approach) {
                        self.unit_in(&after, charge.ug);
                    }
                    for foe in &charge.targets {
                        self.line(charge.ug, *foe, "charges", rule!("RETG-CHARGE-020"));
                    }
                }
            }
            charging::Order::Clear { plan, .. } | charging::Order::Counter { plan, .. } => {
                self.plan(plan, None);
            }
            charging::Order::Hold { .. } | charging::Order::Respond { .. } | charging::Order::Move { .. } => {
            }
        }
    }

    fn line(&mut self, from: UgId, to: Foe, label: &str, rule: RuleId) {
        let start = self.at(self.game.world.body(from).front_centre().at);
        let end = match to {
            Foe::Ug(ug) => Some(self.game.world.body(ug).front_centre().at),
            Foe::Camp(side) => self.game.world.camp_rect(side).map(|rect| rect.centre()),
        };
        let Some(end) = end else { return };
        let end = self.at(end);
        self.push(OverlayKind::Line, vec![start, end], label, Some(rule));
    }
}
