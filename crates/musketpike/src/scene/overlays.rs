//! What a choice would do, laid over the map: ways, ends, lines of fire, attacks.

use super::paper::Paper;
use super::table::{at, hex_outline, middle, outline};
use crate::counters::UnitId;
use crate::engine::MusketPike;
use crate::engine::field::Field;
use crate::hex::{Hex, Placement};
use crate::messages::{Decision, Request, Target};
use crate::procedures::{Order, Procedure, Response};
use crate::text::formation_words;
use caracole_kernel::{At, Awaiting, Battle, Overlay, OverlayKind};

/// What a decision found legal would do.
pub fn overlays(battle: &Battle<MusketPike>, order: &Order) -> Vec<Overlay> {
    let mut overlays = Overlays::new(battle);
    overlays.order(battle, order);
    overlays.found
}

pub(super) struct Overlays<'a> {
    pub(super) paper: Paper<'a>,
    pub(super) field: Field<'a>,
    pub(super) found: Vec<Overlay>,
}

impl<'a> Overlays<'a> {
    pub(super) fn new(battle: &'a Battle<MusketPike>) -> Self {
        Overlays {
            paper: Paper::new(&battle.scenario().scenario.map),
            field: Field::new(battle.scenario(), battle.world()),
            found: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, kind: OverlayKind, outline: Vec<At>, label: impl Into<String>) {
        self.found.push(Overlay { kind, outline, label: label.into(), rule: None });
    }

    /// A line from the middle of one hex to another.
    pub(super) fn line(&mut self, kind: OverlayKind, from: Hex, to: Hex, label: impl Into<String>) {
        let ends = vec![at(self.paper.centre(from)), at(self.paper.centre(to))];
        self.push(kind, ends, label);
    }

    pub(super) fn hex(&mut self, kind: OverlayKind, hex: Hex, label: impl Into<String>) {
        let outline = hex_outline(&self.paper, hex);
        self.push(kind, outline, label);
    }

    fn ghost(&mut self, place: Placement, label: impl Into<String>) {
        let outline = outline(&self.paper, place);
        self.push(OverlayKind::Ghost, outline, label);
    }

    fn path(&mut self, from: Placement, to: Placement) {
        let (from, to) = (at(middle(&self.paper, from)), at(middle(&self.paper, to)));
        if from != to {
            self.push(OverlayKind::Path, vec![from, to], "");
        }
    }

    fn goes(&mut self, unit: UnitId, to: Placement) {
        self.path(self.field.unit(unit).at, to);
        self.ghost(to, "");
    }

    fn shot(&mut self, from: Hex, target: Target, label: &str) {
        let to = self.field.target_hexes(target).into_iter().min_by_key(|hex| hex.distance(from));
        if let Some(to) = to {
            self.line(OverlayKind::Line, from, to, label);
        }
    }

    /// The modifiers of an attack as things stand, with those who attack the same unit already and without pistols.
    fn modifiers(&self, battle: &Battle<MusketPike>, unit: UnitId, hex: Hex) -> Option<i32> {
        let Some(Procedure::CloseCombats(attacks)) = battle.stack().last() else { return None };
        let defender = self.field.stack(hex).any()?;
        let attackers = attacks.with(unit, defender);
        let fights = !self.field.is_train(defender) && !self.field.swept_away(&attackers, defender);
        fights.then(|| self.field.close_combat_tally(&attackers, defender, &[]).total())
    }

    fn order(&mut self, battle: &Battle<MusketPike>, order: &Order) {
        let asked = match battle.awaiting() {
            Awaiting::Decision { request, .. } => Some(*request),
            _ => None,
        };
        match order {
            Order::Plain(decision) => self.decision(asked, decision),
            Order::Manoeuvre(paper) => {
                let Some(Procedure::Move(course)) = battle.stack().last() else { return };
                let (moving, after) = (course.moving(), paper.course);
                self.path(moving.at, after.at);
                let mut label = format!("{} of {} movement points", after.spent, moving.allowance);
                if after.formation != moving.formation {
                    label = format!("{label}, {}", formation_words(after.formation));
                }
                self.ghost(after.at, label);
            }
            Order::VolleyTogether { rider, pistols, muskets, .. } => {
                let hex = self.field.hex(*rider);
                self.shot(hex, *pistols, "pistols");
                self.shot(hex, *muskets, "muskets");
            }
            Order::Rout(step) => self.ghost(step.to, ""),
            Order::Attack(attack) => self.attack(battle, attack.unit, attack.hex),
            Order::React(response) => self.reaction(asked, response),
            _ => {}
        }
    }

    fn attack(&mut self, battle: &Battle<MusketPike>, unit: UnitId, hex: Hex) {
        let from = self.field.footprint(unit).iter().min_by_key(|own| own.distance(hex));
        if let Some(from) = from {
            let modifiers = self.modifiers(battle, unit, hex);
            let label = modifiers.map_or_else(|| "attacks".to_owned(), |all| format!("attacks at {all:+}"));
            self.line(OverlayKind::Threat, from, hex, label);
        }
    }

    fn decision(&mut self, asked: Option<Request>, decision: &Decision) {
        use Decision as D;
        match decision {
            D::Volley(volley) => {
                let place = self.field.unit(volley.unit).at;
                for shot in &volley.shots {
                    self.shot(place.half(shot.half), shot.target, "fires");
                }
            }
            D::Cannonade { gun, hex, .. } => {
                self.line(OverlayKind::Line, self.field.hex(*gun), *hex, "cannonade")
            }
            D::Pistol(target) => {
                if let Some(Request::Manoeuvre(unit)) = asked {
                    self.shot(self.field.hex(unit), *target, "pistols");
                }
            }
            D::TurnGun { gun, facing } | D::Limber { gun, facing: Some(facing) } => {
                self.ghost(Placement::One { hex: self.field.hex(*gun), facing: *facing }, "");
            }
            D::MoveLeader { leader, to } => {
                self.line(OverlayKind::Path, self.field.leader(*leader).hex, *to, "");
                self.hex(OverlayKind::Ghost, *to, "");
            }
            D::Enter { at, .. } | D::Place(at) => self.ghost(*at, ""),
            D::Hex(hex) => self.hex(OverlayKind::Ghost, *hex, ""),
            D::Advance { unit, to } => self.goes(*unit, *to),
            D::Face(facing) => {
                if let Some(Request::Face(unit) | Request::FaceAdvance(unit)) = asked
                    && let Placement::One { hex, .. } = self.field.unit(unit).at
                {
                    self.ghost(Placement::One { hex, facing: *facing }, "");
                }
            }
            _ => {}
        }
    }

    fn reaction(&mut self, asked: Option<Request>, response: &Response) {
        use Response as R;
        let against = match asked {
            Some(Request::React(unit)) => Some(Target::Unit(unit)),
            _ => None,
        };
        match *response {
            R::Fire { unit, .. } | R::FireTogether { unit, .. } | R::Cannonade { gun: unit, .. } => {
                if let Some(target) = against {
                    self.shot(self.field.hex(unit), target, "fires");
                }
            }
            R::Face { to, .. } => self.ghost(to, ""),
            R::WithdrawLeader { leader, to } => {
                self.line(OverlayKind::Path, self.field.leader(leader).hex, to, "");
            }
            R::Intercept(unit) => {
                if let Some(Target::Unit(target)) = against {
                    self.line(
                        OverlayKind::Threat,
                        self.field.hex(unit),
                        self.field.hex(target),
                        "intercepts",
                    );
                }
            }
            R::TurnGun { gun, facing } => {
                self.ghost(Placement::One { hex: self.field.hex(gun), facing }, "");
            }
            _ => {}
        }
    }
}
