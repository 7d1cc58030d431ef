//! A sketch of the table: where the units stand, in hundredths of a base width, what they are worth and how far they go
//! and shoot.

use crate::spot::Spot;
use caracole_kernel::Side;
use caracole_plane::{CONTACT_TOLERANCE, any_within};
use caracole_renatio::army::weight;
use caracole_renatio::battle::{CommanderId, Game, UgId};
use caracole_renatio::charts::Going;
use caracole_renatio::dice::{Breaking, breaks};
use caracole_renatio::movement::distance;
use caracole_renatio::shooting::reach_of;
use caracole_renatio::troops::{Arm, Characteristic, Firepower, TroopType};

/// A base width in hundredths of itself.
pub(super) const BW: i32 = 100;
/// A whole unit of battle troops.
pub(super) const UNIT: i64 = 1000;
/// A whole unit of skirmishers: its loss does not break an army.
const SUG: i64 = 350;
/// The most half bases that a unit is asked about.
const MOST_HALVES: u8 = 60;

/// A unit as the sketch shows it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) id: UgId,
    pub(super) command: CommanderId,
    pub(super) spot: Spot,
    /// How far it goes in good going.
    pub(super) reach: i32,
    pub(super) kind: TroopType,
    pub(super) acts_as_sug: bool,
    /// It charges only skirmishers and those about to break.
    pub(super) light: bool,
    pub(super) is_double: bool,
    /// Foot may charge it: it is no mounted, or is dragoons.
    pub(super) is_slow_prey: bool,
    /// What is lost with it.
    pub(super) worth: i64,
    /// What half a base of it is worth.
    pub(super) half_base: i64,
    /// Effective and long range.
    pub(super) range: (i32, i32),
    /// What a file shoots at long range, in sixths of half a base.
    pub(super) fire: i32,
    pub(super) files: i32,
    pub(super) acted: bool,
    pub(super) fights: bool,
    /// It may get out of the way of a charge.
    pub(super) evades: bool,
}

impl Figure {
    fn of(game: Game<'_>, (id, spot): (UgId, Spot), enemies: &[(UgId, Spot)]) -> Figure {
        let state = &game.world[id];
        let profile = &state.profile;
        let tally =
            distance(game.charts(), profile, state.form, state.dismounted, Going::Good, state.slow.total());
        let rects = game.world.rects(id);
        let near = |(enemy, there): &(UgId, Spot)| {
            spot.rough_gap(there) <= BW && any_within(rects, game.world.rects(*enemy), CONTACT_TOLERANCE)
        };
        let worth = of_losing(game, id);
        let half_base = worth / i64::from(halves_left(game, id).max(1) + 1);
        let reach = reach_of(game.charts(), profile);
        let firepower = match profile.firepower {
            Firepower::High => 1,
            _ => 0,
        };
        let artillery = state.troop_type() == TroopType::Artillery;
        Figure {
            id,
            command: state.command,
            spot,
            reach: tally.total() * BW,
            kind: state.troop_type(),
            acts_as_sug: state.acts_as_sug(),
            light: state.acts_as_sug()
                || profile.arm == Arm::Dragoons
                || profile.is(Characteristic::CommandedShot),
            is_double: state.is_double(),
            is_slow_prey: state.troop_type() != TroopType::Mounted || profile.arm == Arm::Dragoons,
            worth,
            half_base,
            range: reach.map_or((0, 0), |r| {
                let (effective, long) = (i32::from(r.effective) * BW, i32::from(r.long) * BW);
                (effective, long.max(effective))
            }),
            fire: if reach.is_some() { 2 + firepower + i32::from(artillery) } else { 0 },
            files: i32::try_from(game.world.formation(id).width()).unwrap_or(1),
            acted: state.acted,
            fights: enemies.iter().any(near),
            evades: state.acts_as_sug()
                || profile.characteristics.has_any(&[
                    Characteristic::Evade,
                    Characteristic::Skirmish,
                    Characteristic::CaracoleEarly,
                    Characteristic::CaracoleLater,
                ])
                || profile.arm == Arm::Dragoons,
        }
    }

    /// Whether it may charge another at all.
    pub(super) fn may_charge(&self, other: &Figure) -> bool {
        if self.fights || matches!(self.kind, TroopType::Artillery | TroopType::Battlewagons) {
            return false;
        }
        if self.light && !other.acts_as_sug {
            return false;
        }
        self.kind != TroopType::Foot || self.is_double || other.is_slow_prey
    }

    /// Whether a charge from there would take it in flank or rear.
    pub(super) fn is_open_to(&self, from: &Spot) -> bool {
        let front = [from.at(-from.half, 0), from.at(from.half, 0)];
        self.kind != TroopType::Battlewagons && front.into_iter().all(|p| self.spot.local(p).1 < 0)
    }

    /// What a turn of its shots from a place takes from another, in thousandths of a unit.
    pub(super) fn shots(&self, from: &Spot, other: &Figure, there: &Spot) -> i64 {
        if self.fire == 0 || self.fights || from.rough_gap(there) > self.range.1 {
            return 0;
        }
        let (right, forward) = from.local(there.middle());
        if forward <= 0 || right.abs() > from.half + there.half + BW {
            return 0;
        }
        let gap = from.gap(there);
        let dice = match gap {
            gap if gap <= self.range.0 => self.fire + 1,
            gap if gap <= self.range.1 => self.fire,
            _ => return 0,
        };
        let harder = i32::from(other.acts_as_sug) + i32::from(self.acts_as_sug && !other.acts_as_sug);
        let files = self.files.min((2 * there.half / BW) + 2);
        i64::from(files) * i64::from((dice - harder).max(1)) * other.half_base / 6
    }
}

/// What is lost with a unit, in thousandths of a unit of battle troops.
pub(super) fn of_losing(game: Game<'_>, id: UgId) -> i64 {
    match weight(game.charts(), game.readings(), &game.world[id].profile) {
        0 => SUG,
        weight => UNIT * i64::from(weight),
    }
}

/// Half bases that a unit bears before it breaks.
pub(super) fn halves_left(game: Game<'_>, id: UgId) -> u8 {
    let state = &game.world[id];
    let harm = state.harm(game.world.size(id));
    let rule = Breaking::of(&state.profile);
    let breaks_at = |more: u8| breaks(&game.charts().break_points, rule, state.base_count, harm.and(more));
    (0..MOST_HALVES).find(|more| breaks_at(*more)).unwrap_or(MOST_HALVES)
}

/// The sketch of a side.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) own: Vec<Figure>,
    pub(super) foes: Vec<Figure>,
    /// The enemy's camp.
    pub(super) camp: Option<Spot>,
}

impl Sketch {
    pub(super) fn of(game: Game<'_>, side: Side) -> Sketch {
        let width = game.bw(1);
        let spots = |side: Side| {
            let of = |id: UgId| {
                let body = game.world.body(id);
                (id, Spot::measured(body.front_centre(), body.frontage, body.depth(), width))
            };
            game.world.of_side(side).map(of).collect::<Vec<_>>()
        };
        let (own, foes) = (spots(side), spots(side.other()));
        let figures = |of: &[(UgId, Spot)], enemies: &[(UgId, Spot)]| {
            of.iter().map(|unit| Figure::of(game, *unit, enemies)).collect::<Vec<_>>()
        };
        let camp = game.world.camps[side.other()].filter(|camp| !camp.broken);
        Sketch {
            own: figures(&own, &foes),
            foes: figures(&foes, &own),
            camp: camp.map(|c| Spot::measured(c.base.front, c.base.width, c.base.depth, width)),
        }
    }

    pub(super) fn figure(&self, id: UgId) -> Option<&Figure> {
        self.own.iter().chain(&self.foes).find(|figure| figure.id == id)
    }
}
