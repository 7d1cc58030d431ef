//! What a choice would do, laid over the table: ways, ends, targets, arcs of fire, zones, contacts.

use super::items::front_of;
use super::{at, corners, outline};
use crate::battle::charge::plan::{Planned, Terms, charge_move};
use crate::battle::impact::intercept::{depth_of_zone, may_intercept, passes_through_zone};
use crate::battle::impact::{self, Declared};
use crate::battle::joint::break_off;
use crate::battle::law::law;
use crate::battle::manoeuvre::{self, Place, candidates::shooting_ranges, carry_out_all};
use crate::battle::position::{contact, rates, restricted};
use crate::battle::shooting::targets::may_shoot;
use crate::battle::world::{BaseId, CommanderId, GroupId, World};
use crate::battle::{Order, Request, Scenario, Seen, joint, melee, outcome, setup, shooting};
use crate::field::laid_out;
use crate::formation::Formation;
use caracole_kernel::{At, Awaiting, Overlay, OverlayKind};
use caracole_ledger::RuleId;
use caracole_plane::{Base, Pose, Um};
use caracole_tabletop::scene::{apart, strip_ahead};

/// What an order would do.
#[must_use]
pub fn overlays(battle: Seen<'_>, order: &Order) -> Vec<Overlay> {
    let mut over = Overlays { world: battle.world(), scenario: battle.scenario(), found: Vec::new() };
    match order {
        Order::Setup(o) => over.setup(o),
        Order::Impact(impact::Order::Evade { group, to }) => over.evades(battle, *group, *to),
        Order::Impact(o) => over.impact(o),
        Order::Manoeuvre(o) => over.manoeuvre(o),
        Order::Shooting(shooting::Order::Chosen(choice)) => over.shoots(*choice),
        Order::Melee(melee::Order::Overlap(choice)) => {
            over.line_from(choice.base, choice.against, "overlaps")
        }
        Order::Melee(_) => {}
        Order::Joint(o) => over.joint(battle, o),
        Order::Outcome(o) => over.outcome(o),
    }
    over.found
}

pub(super) struct Overlays<'a> {
    pub(super) world: &'a World,
    pub(super) scenario: &'a Scenario,
    pub(super) found: Vec<Overlay>,
}

impl Overlays<'_> {
    pub(super) fn push(&mut self, kind: OverlayKind, outline: Vec<At>, label: String, rule: Option<RuleId>) {
        self.found.push(Overlay { kind, outline, label, rule });
    }

    fn ghosts(&mut self, bases: impl Iterator<Item = Base>, label: &str) {
        let mut label = label.to_owned();
        for base in bases {
            let corners = outline(self.world, &base);
            self.push(OverlayKind::Ghost, corners, std::mem::take(&mut label), None);
        }
    }

    fn place(&mut self, place: &Place, label: &str) {
        self.ghosts(place.bases.iter().map(|p| p.base), label);
    }

    fn path(&mut self, points: Vec<At>, label: String) {
        let moves = points.windows(2).any(|w| matches!(w, [a, b] if apart(*a, *b)));
        if moves {
            self.push(OverlayKind::Path, points, label, None);
        }
    }

    /// A line from one battle group to another.
    pub(super) fn line(
        &mut self,
        from: GroupId,
        to: GroupId,
        kind: OverlayKind,
        label: &str,
        rule: Option<RuleId>,
    ) {
        let ends = vec![front_of(self.world, from), front_of(self.world, to)];
        self.push(kind, ends, label.to_owned(), rule);
    }

    fn line_from(&mut self, base: BaseId, to: GroupId, label: &str) {
        let Some(state) = self.world.get_base(base) else { return };
        let ends = vec![at(self.world, state.base.front.at), front_of(self.world, to)];
        self.push(OverlayKind::Line, ends, label.to_owned(), None);
    }

    fn setup(&mut self, order: &setup::Order) {
        use setup::Order as O;
        match order {
            O::Piece(Some(piece)) | O::Adjusted { piece: Some(piece), .. } => {
                let points = setup::shapes::points(&piece.ground);
                let outline = points.into_iter().map(|p| at(self.world, p)).collect();
                let rule = law!(self.world.book, "FOGR-SETUP-020", "FOGAM-SETUP-015");
                self.push(OverlayKind::Zone, outline, String::new(), Some(rule));
            }
            O::Camp { camp, markers } => {
                self.ghosts([camp.at].into_iter(), "camp");
                let width = self.world.field.base_width();
                self.ghosts(markers.iter().map(|m| Base::new(m.front, width, width)), "works");
            }
            O::Ambushes(markers) => {
                let field = &self.world.field;
                let bases: Vec<Base> = markers.iter().map(|m| setup::ambush::marker(field, m.at)).collect();
                self.ghosts(bases.into_iter(), "ambush");
            }
            O::Deploy { group, formation, front, .. } | O::Arrive { group, formation, front } => {
                self.formed(*group, formation, *front);
            }
            O::Fortify(works) => self.ghosts(works.iter().map(|w| w.at), "works"),
            O::Commander { commander, base, .. } => {
                let name = self.scenario.commander_title(*commander);
                self.ghosts([*base].into_iter(), name);
            }
            _ => {}
        }
    }

    fn formed(&mut self, group: GroupId, formation: &Formation, front: Pose) {
        let width = self.world.field.base_width() * i32::try_from(formation.width()).unwrap_or(0);
        let anchor = front.offset(-width.half(), Um::ZERO);
        let body = laid_out(self.world.field.scale, formation, anchor, Um::ZERO);
        let name = self.scenario.title(group);
        self.ghosts(body.bases(), name);
        let front: Vec<Base> = body.front_rank().filter_map(|i| body.base(i)).collect();
        self.arcs(group, &front);
    }

    /// The ground that bases may shoot at: straight ahead and a base width to either side, as far as they reach.
    pub(super) fn arcs(&mut self, group: GroupId, front: &[Base]) {
        let Some(&reach) = shooting_ranges(self.world, group).last() else { return };
        let margin = self.world.field.base_width();
        let Some(outline) = strip_ahead(&self.world.field.table, front, margin, reach) else { return };
        let label = format!("shoots up to {}", self.scenario.in_mu(reach));
        self.push(
            OverlayKind::Arc,
            outline,
            label,
            Some(law!(self.world.book, "FOGR-SHOOT-008", "FOGAM-SHOOT-007")),
        );
    }

    fn impact(&mut self, order: &impact::Order) {
        use impact::Order as O;
        match order {
            O::Charge(declared) => self.charge(declared),
            O::Intercept { group, charger, end, .. } => {
                self.ghosts(end.bases(), self.scenario.title(*group));
                let ends = vec![front_of(self.world, *group), at(self.world, end.front_centre().at)];
                self.path(ends, String::new());
                self.line(
                    *group,
                    *charger,
                    OverlayKind::Threat,
                    "intercepts",
                    Some(law!(self.world.book, "FOGR-IMPACT-086", "FOGAM-IMPACT-085")),
                );
            }
            O::Move { group, wheel, .. } => {
                if let Ok(planned) = charge_move(self.world, *group, *wheel, &Terms::default()) {
                    self.charge_path(*group, *wheel, &planned);
                }
            }
            O::Pair { pairs } => {
                for pair in pairs {
                    let front = |b: BaseId| self.world.get_base(b).map(|s| at(self.world, s.base.front.at));
                    if let (Some(red), Some(blue)) = (front(pair.red), front(pair.blue)) {
                        self.push(OverlayKind::Line, vec![red, blue], String::new(), None);
                    }
                }
            }
            _ => {}
        }
    }

    /// Where evaders come with their usual move; the die makes it longer or shorter.
    fn evades(&mut self, battle: Seen<'_>, group: GroupId, to: impact::Evade) {
        let Some(end) = impact::evasion(battle, group, to) else { return };
        let way = vec![front_of(self.world, group), at(self.world, end.front_centre().at)];
        let label = match rates::distance_from_here(self.world, group) {
            Some(usual) => format!("{usual} MU, more or less by the die"),
            None => String::new(),
        };
        self.path(way, label);
        self.ghosts(end.bases(), self.scenario.title(group));
    }

    fn charge(&mut self, Declared { charge, planned }: &Declared) {
        self.charge_path(charge.group, charge.wheel, planned);
        for &target in &charge.targets {
            let label =
                if impact::evade::can_evade(self.world, target) { "target, may evade" } else { "target" };
            self.line(
                charge.group,
                target,
                OverlayKind::Threat,
                label,
                Some(law!(self.world.book, "FOGR-IMPACT-005", "FOGAM-IMPACT-004")),
            );
        }
        let charges = [charge.clone()];
        let guards: Vec<GroupId> = self
            .world
            .enemies_of(charge.group)
            .filter(|&e| may_intercept(self.world, e, charge.group, &charges))
            .filter(|&e| passes_through_zone(self.world, charge, e))
            .collect();
        for guard in guards {
            let body = self.world.body(guard);
            let zone = body.zone_ahead(depth_of_zone(self.world, guard)).rect();
            let outline = corners(self.world, &zone);
            let label = format!("{} may intercept here", self.scenario.title(guard));
            self.push(
                OverlayKind::Zone,
                outline,
                label,
                Some(law!(self.world.book, "FOGR-IMPACT-084", "FOGAM-IMPACT-082")),
            );
        }
    }

    fn charge_path(&mut self, group: GroupId, wheel: Option<impact::Wheel>, planned: &Planned) {
        let start = self.world.body(group);
        let mut way = vec![at(self.world, start.front_centre().at)];
        if let Some(w) = wheel {
            way.push(at(self.world, start.moved(&start.wheel(w.hand, w.by)).front_centre().at));
        }
        way.push(at(self.world, planned.body.front_centre().at));
        let label = format!("reaches {} MU", planned.allowed.total());
        self.path(way, label);
        self.ghosts(planned.body.bases(), self.scenario.title(group));
        for enemy in planned.enemies() {
            let middle = at(self.world, planned.body.front_centre().at);
            let ends = vec![middle, front_of(self.world, enemy)];
            let label = format!("contact with {}", self.scenario.title(enemy));
            self.push(
                OverlayKind::Line,
                ends,
                label,
                Some(law!(self.world.book, "FOGR-IMPACT-014", "FOGAM-IMPACT-015")),
            );
        }
    }

    fn manoeuvre(&mut self, order: &manoeuvre::Order) {
        use manoeuvre::Order as O;
        match order {
            O::Reform(place) | O::Feed { end: place, .. } => {
                self.place(place, self.scenario.title(place.group));
            }
            O::Move(plan) => {
                let body = self.world.body(plan.group);
                let middle = |pose: &Pose| at(self.world, pose.offset(body.frontage.half(), Um::ZERO).at);
                let mut way = vec![middle(&body.anchor)];
                way.extend(plan.way.iter().map(middle));
                let used = match &plan.distance {
                    Some(allowed) => format!("{} of {} MU", self.scenario.in_mu(plan.spent), allowed.total()),
                    None => String::new(),
                };
                let test = if plan.needs_test { ", after a test" } else { "" };
                self.path(way, format!("{used}{test}"));
                self.place(&plan.end, self.scenario.title(plan.group));
                for shifted in &plan.shifted {
                    self.place(shifted, self.scenario.title(shifted.group));
                }
                self.after(std::slice::from_ref(&plan.end));
                self.overrun(&plan.comes_upon);
            }
            O::MoveDivision(plan) => {
                let after = self.world.supposing(|after| carry_out_all(&plan.ends, after));
                for end in &plan.ends {
                    let way = vec![front_of(self.world, end.group), front_of(&after, end.group)];
                    let label =
                        format!("{} of {} MU", self.scenario.in_mu(plan.spent), plan.distance.total());
                    self.path(way, label);
                    self.place(end, self.scenario.title(end.group));
                }
                self.after(&plan.ends);
                self.overrun(&plan.comes_upon);
            }
            O::MoveCommander(plan) => self.rides(plan.commander, &plan.base),
            O::GiveWay(places) => {
                for place in places {
                    self.place(place, self.scenario.title(place.group));
                }
            }
            _ => {}
        }
    }

    fn overrun(&mut self, commanders: &[CommanderId]) {
        for &commander in commanders {
            let corners = outline(self.world, &self.world[commander].base);
            let label = format!("comes upon {}", self.scenario.commander_title(commander));
            self.push(
                OverlayKind::Threat,
                corners,
                label,
                Some(law!(self.world.book, "FOGR-MOVE-098", "FOGAM-MOVE-103")),
            );
        }
    }

    fn rides(&mut self, commander: CommanderId, to: &Base) {
        let from = self.world[commander].base.front.at;
        self.path(vec![at(self.world, from), at(self.world, to.front.at)], String::new());
        self.ghosts([*to].into_iter(), self.scenario.commander_title(commander));
    }

    /// What follows where a move ends: restricted areas of the enemy, contacts, and what can be shot at from there.
    fn after(&mut self, ends: &[Place]) {
        let world = self.world.supposing(|world| carry_out_all(ends, world));
        for end in ends {
            for enemy in restricted::pinned_by(&world, end.group) {
                let rule = law!(world.book, "FOGR-MANOEUVRE-041", "FOGAM-MANOEUVRE-033");
                for area in world.book.restricted_areas(&world, enemy) {
                    let label = format!("restricted by {}", self.scenario.title(enemy));
                    self.push(OverlayKind::Zone, corners(self.world, &area), label, Some(rule));
                }
            }
            for enemy in world.enemies_of(end.group).filter(|&e| contact::touch(&world, end.group, e)) {
                let ends = vec![front_of(&world, end.group), front_of(&world, enemy)];
                let label = format!("contact with {}", self.scenario.title(enemy));
                self.push(OverlayKind::Line, ends, label, None);
            }
            if ends.len() == 1 && may_shoot(&world, end.group) {
                let body = world.body(end.group);
                let front: Vec<Base> = body.front_rank().filter_map(|i| body.base(i)).collect();
                self.arcs(end.group, &front);
            }
        }
    }

    fn shoots(&mut self, choice: shooting::Choice) {
        match choice {
            shooting::Choice::Target { base, at } => self.line_from(base, at, "shoots"),
            shooting::Choice::WagonEdge { base, hand } => {
                let edge = match hand {
                    caracole_plane::Hand::Left => caracole_plane::Edge::Left,
                    caracole_plane::Hand::Right => caracole_plane::Edge::Right,
                };
                let owner = self.world.on_table().find(|&g| self.world.base_ids(g).contains(&base));
                if let Some(group) = owner {
                    self.arcs(group, &[self.world[base].base.fronting(edge)]);
                }
            }
            shooting::Choice::Side { group, .. }
            | shooting::Choice::WagonFile { group, .. }
            | shooting::Choice::GunFile { group, .. }
            | shooting::Choice::LongRange { group, .. } => {
                let body = self.world.body(group);
                let front: Vec<Base> = body.front_rank().filter_map(|i| body.base(i)).collect();
                self.arcs(group, &front);
            }
            shooting::Choice::Naval { at: Some(target), .. } => {
                let middle = front_of(self.world, target);
                let corners = self.world.bases_of(target).first().map(|b| outline(self.world, &b.base));
                self.push(
                    OverlayKind::Threat,
                    corners.unwrap_or(vec![middle]),
                    "naval fire".to_owned(),
                    None,
                );
            }
            shooting::Choice::Naval { at: None, .. } => {}
        }
    }

    fn joint(&mut self, battle: Seen<'_>, order: &joint::Order) {
        match (order, battle.awaiting()) {
            (joint::Order::Commander(plan), _) => self.rides(plan.commander, &plan.base),
            (joint::Order::Act, Awaiting::Decision { request: Request::Joint(request), .. }) => {
                if let joint::Request::BreakOff { group } = request
                    && let Some(body) = break_off::plan(self.world, *group)
                {
                    let way = vec![front_of(self.world, *group), at(self.world, body.front_centre().at)];
                    self.path(way, "breaks off".to_owned());
                    self.ghosts(body.bases(), self.scenario.title(*group));
                }
            }
            _ => {}
        }
    }

    fn outcome(&mut self, order: &outcome::Order) {
        if let outcome::Order::Loss(choice) = order
            && let Some(state) = self.world.get_base(choice.base)
        {
            let corners = outline(self.world, &state.base);
            self.push(
                OverlayKind::Threat,
                corners,
                "lost".to_owned(),
                Some(law!(self.world.book, "FOGR-COHESION-052", "FOGAM-COHESION-036")),
            );
        }
    }
}
