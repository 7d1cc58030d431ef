//! Deployment: the camp, the guns and units in batches.

use super::land::rear_edge;
use super::message::{Decision, Event, Request};
use super::orders::Orders;
use super::{ask, before, tell};
use crate::army::{CampState, camp_state};
use crate::battle::start::{bases_at, camp_base, troops_of};
use crate::battle::system::Renatio;
use crate::battle::world::{Camp, Game, Presence, UgId};
use crate::battle::{Asked, Bw, Cx, Flow, Input, Order, UnitPost};
use crate::charts::Ground;
use crate::formation::check_shape;
use crate::troops::{Arm, Characteristic, Form, TroopType};
use caracole_kernel::{Flow as F, Input as I, NotAsked, Play, Refusal, Side};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Hand, TableEdge, any_overlap};
use serde::{Deserialize, Serialize};

/// How far from the middle of the rear edge a camp may reach, in BW.
const CAMP: i32 = 6;

/// Units are deployed in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployment {
    /// Who deploys, and how many units of the batch are left.
    batch: Option<(Side, u32)>,
    /// Batches begun.
    begun: u8,
    /// Ambushes and flank marches have been ordered.
    ordered: bool,
}

/// Units of a side that are still to be deployed.
pub fn undeployed(game: Game<'_>, side: Side) -> Vec<UgId> {
    let waits = |ug: &UgId| game.world[*ug].presence == Presence::ToDeploy && game.world[*ug].side == side;
    game.world.ids().filter(waits).collect()
}

/// Whether a side must lay its camp out before anything else.
fn needs_camp(game: Game<'_>, side: Side) -> bool {
    let invades = before(game.world).is_some_and(|pre| pre.defender != side);
    let kind = game.scenario.armies[side].camp.kind;
    game.world.camps[side].is_none() && camp_state(kind, invades) != CampState::Absent
}

impl Deployment {
    /// Ambushes and flank marches are ordered after what out-scouting forces, and before anything else is deployed.
    fn are_orders_due(&self, game: Game<'_>) -> bool {
        enforces!("RETG-PBS-032", "RETG-FLANK-007", "RETG-FLANK-030");
        let forced = before(game.world).is_some_and(|pre| pre.out_scouted.is_some());
        self.begun >= u8::from(forced)
    }

    /// The next batch: what out-scouting forces, the answer to it, then fours in turn.
    fn next_batch(&mut self, cx: &Cx<'_>) -> Option<(Side, u32)> {
        enforces!("RETG-PBS-031", "RETG-PBS-033", "RETG-PBS-034");
        let game = Game::new(cx.scenario, cx.world);
        let pre = before(cx.world)?;
        let batch = u32::from(cx.scenario.charts.outscouting.batch);
        let (first, forced) = pre.out_scouted.map_or((pre.defender, batch), |(side, units)| (side, units));
        let mut side = if self.begun.is_multiple_of(2) { first } else { first.other() };
        let count = if self.begun < 2 { forced } else { batch };
        self.begun = self.begun.saturating_add(1);
        if undeployed(game, side).is_empty() && !needs_camp(game, side) {
            side = side.other();
        }
        let any = !undeployed(game, side).is_empty() || needs_camp(game, side);
        any.then_some((side, count))
    }
}

impl Play<Renatio> for Deployment {
    fn run(&mut self, cx: &mut Cx<'_>, input: Input) -> Flow {
        if let I::Order(Order::Before(chosen)) = input {
            carry_out(cx, &chosen);
            if let (Decision::Unit { .. }, Some((_, left))) = (&chosen, &mut self.batch) {
                *left = left.saturating_sub(1);
            }
        }
        let game = Game::new(cx.scenario, cx.world);
        let open = self.batch.filter(|(side, left)| {
            needs_camp(game, *side) || (*left > 0 && !undeployed(game, *side).is_empty())
        });
        if open.is_none() && !self.ordered && self.are_orders_due(game) {
            self.ordered = true;
            return F::Call(Orders::default().into());
        }
        self.batch = open.or_else(|| self.next_batch(cx));
        self.batch.map_or(F::Done(()), |(side, _)| ask(side, Request::Deploy))
    }

    fn check(&self, asked: Asked<'_>, decision: &crate::battle::Decision) -> Result<Order, Refusal> {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        let crate::battle::Decision::Before(chosen) = decision else { return Err(NotAsked.into()) };
        check(game, asked.side, chosen)?;
        Ok(Order::Before(chosen.clone()))
    }

    fn candidates(&self, asked: Asked<'_>, out: &mut Vec<crate::battle::Decision>) {
        let game = Game::new(asked.battle.scenario(), asked.battle.world());
        out.extend(choices(game, asked.side).into_iter().map(crate::battle::Decision::Before));
    }
}

fn no(rule: RuleId, problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule, problem, remedy)
}

fn check(game: Game<'_>, side: Side, chosen: &Decision) -> Result<(), Refusal> {
    enforces!("RETG-CAMP-014");
    match chosen {
        Decision::Camp(at) if needs_camp(game, side) => check_camp(game, side, *at),
        Decision::Camp(_) => Err(no(rule!("RETG-CAMP-014"), "There is no camp to deploy", "Deploy a unit.")),
        Decision::Unit { .. } if needs_camp(game, side) => {
            Err(no(rule!("RETG-CAMP-014"), "The camp is deployed before any unit", "Deploy the camp first."))
        }
        Decision::Unit { ug, at, wide, form, turned } => {
            let post = post_of(side, *at, *wide, *form, *turned);
            check_unit(game, side, *ug, &post)
        }
        _ => Err(NotAsked.into()),
    }
}

fn post_of(side: Side, at: [Bw; 2], wide: u8, form: Option<Form>, turned: u16) -> UnitPost {
    let ahead = if side == Side::Red { 0 } else { 180 };
    let facing = (ahead + turned % 360) % 360;
    UnitPost { at, facing, wide, form, command: 0, lost: 0, wound: false, dismounted: false }
}

/// Where a camp may stand: on the rear edge, within 6 BW of its middle or in the half of a secure flank, in the best
/// ground that there is.
fn check_camp(game: Game<'_>, side: Side, at: [Bw; 2]) -> Result<(), Refusal> {
    enforces!("RETG-CAMP-013", "RETG-CAMP-001");
    let rule = rule!("RETG-CAMP-013");
    let base = camp_base(game.scenario, side, at);
    let (rect, table) = (base.rect(), &game.scenario.field.table);
    if !table.holds(&rect) || table.distance_to_edge(rear_edge(side), &rect) > CONTACT_TOLERANCE {
        return Err(no(rule, "The camp does not stand on the rear edge", "Place its rear on your own edge."));
    }
    let middle = table.width.half();
    let reach = rect.corners().iter().map(|corner| (corner.x - middle).abs()).max().unwrap_or_default();
    let in_half = before(game.world)
        .and_then(|pre| pre.flank)
        .is_some_and(|hand| rect.corners().iter().all(|corner| (hand == Hand::Left) == (corner.x <= middle)));
    if reach > game.bw(CAMP) + CONTACT_TOLERANCE && !in_half {
        let problem = "The camp is not within 6 BW of the middle of the rear edge";
        return Err(no(rule, problem, "Place it nearer to the middle, or on the side of a secure flank."));
    }
    let ground = camp_ground(game, &rect);
    let best =
        camp_places(game, side).map(|at| camp_ground(game, &camp_base(game.scenario, side, at).rect()));
    if best.min().is_some_and(|best| ground > best) {
        let problem = "A camp stands in good going or a village where it can";
        return Err(no(rule, problem, "Place it on better ground."));
    }
    Ok(())
}

/// How bad the ground of a camp is: 0 good going or a village, 1 rough, 2 worse.
fn camp_ground(game: Game<'_>, rect: &BaseRect) -> u8 {
    let of = |kind| match (kind, game.charts().terrain.row(kind).ground) {
        (crate::charts::TerrainKind::Village, _) | (_, Ground::Good) => 0,
        (_, Ground::Rough) => 1,
        _ => 2,
    };
    game.terrain().under(rect).map(|piece| of(piece.kind)).max().unwrap_or(0)
}

/// Places for a camp, a base width apart along the rear edge.
fn camp_places(game: Game<'_>, side: Side) -> impl Iterator<Item = [Bw; 2]> + '_ {
    let width = i64::from(game.bw(1).get()).max(1);
    let table = &game.scenario.field.table;
    let hundredths =
        |length: caracole_plane::Um| i32::try_from(i64::from(length.get()) * 100 / width).unwrap_or(0);
    let (middle, deep) = (hundredths(table.width) / 2, hundredths(table.depth));
    let front = if side == Side::Red { 200 } else { deep - 200 };
    (-4..=4).map(move |step| [Bw(middle + 100 * step), Bw(front)])
}

fn is_heavy(arm: Arm) -> bool {
    matches!(arm, Arm::MediumArtillery | Arm::HeavyArtillery)
}

fn check_unit(game: Game<'_>, side: Side, ug: UgId, post: &UnitPost) -> Result<(), Refusal> {
    enforces!("RETG-PBS-033", "RETG-PBS-034", "RETG-PBS-035", "RETG-PBS-036");
    let waiting = undeployed(game, side);
    let Some(troops) = troops_of(game, ug).filter(|_| waiting.contains(&ug)) else {
        return Err(no(rule!("TABLE-009"), "You have no such unit to deploy", "Name one that waits."));
    };
    let about = |refusal: Refusal| refusal.piece("unit", ug.piece());
    let heavy = |ug: &UgId| is_heavy(game.world[*ug].profile.arm);
    if !heavy(&ug) && waiting.iter().any(heavy) {
        let problem = "Medium and heavy guns are deployed before other units";
        return Err(about(no(rule!("RETG-PBS-033"), problem, "Deploy the guns first.")));
    }
    let profile = &troops.profile;
    check_shape(game.charts(), profile.shape, troops.bases, post.wide).map_err(about)?;
    let form = post.form.unwrap_or(profile.forms()[0]);
    if !profile.forms().contains(&form) {
        let problem = "The unit cannot take this formation";
        return Err(about(no(rule!("TABLE-002"), problem, "Choose one of its list.")));
    }
    let bases = bases_at(game.scenario, troops, post);
    let rects: Vec<BaseRect> = bases.iter().map(|base| base.base.rect()).collect();
    check_ground(game, side, &rects).map_err(about)?;
    check_sectors(game, side, ug, form, &rects).map_err(about)
}

/// On the table, in the own part of it, and on nothing else.
fn check_ground(game: Game<'_>, side: Side, rects: &[BaseRect]) -> Result<(), Refusal> {
    let table = &game.scenario.field.table;
    if !rects.iter().all(|rect| table.holds(rect)) {
        return Err(no(rule!("RETG-PBS-035"), "The unit stands off the table", "Place it on the table."));
    }
    let clear = game.bw(i32::from(game.charts().outscouting.from_centre_line_bw));
    let centre = table.depth.half();
    let mut corners = rects.iter().flat_map(BaseRect::corners);
    let in_zone = corners.all(|corner| match side {
        Side::Red => corner.y <= centre - clear + CONTACT_TOLERANCE,
        Side::Blue => corner.y + CONTACT_TOLERANCE >= centre + clear,
    });
    if !in_zone {
        let problem = "The unit is less than 6 BW from the centre line";
        return Err(no(rule!("RETG-PBS-035"), problem, "Place it further back."));
    }
    let others = game.rects_of(game.world.on_table());
    if any_overlap(rects, &others) || any_overlap(rects, &game.camps()) {
        return Err(no(rule!("RETG-PBS-035"), "Something else stands there", "Place it elsewhere."));
    }
    let blocked = |rect: &BaseRect| {
        let mut under = game.terrain().under(rect);
        under.any(|piece| game.charts().terrain.row(piece.kind).ground == Ground::Impassable)
    };
    if rects.iter().any(blocked) {
        return Err(no(rule!("RETG-PROV-003"), "Nobody can stand on this ground", "Place it elsewhere."));
    }
    Ok(())
}

/// The outer 10 BW are for light troops, horse, elephants, dragoons and Commanded Shot, but for a secure flank.
fn check_sectors(
    game: Game<'_>,
    side: Side,
    ug: UgId,
    form: Form,
    rects: &[BaseRect],
) -> Result<(), Refusal> {
    enforces!("RETG-PBS-036", "RETG-GLOS-034", "RETG-GLOS-111");
    let profile = &game.world[ug].profile;
    let may = profile.acts_as_sug(form)
        || matches!(profile.troop_type(false), TroopType::Mounted | TroopType::Elephants)
        || profile.is(Characteristic::CommandedShot);
    if may {
        return Ok(());
    }
    let table = &game.scenario.field.table;
    let sector = game.bw(i32::from(game.charts().outscouting.flank_sector_bw));
    let secure =
        before(game.world).and_then(|pre| pre.flank).map(|hand| super::land::edge_on(Side::Red, hand));
    for edge in [TableEdge::Left, TableEdge::Right] {
        let outside =
            rects.iter().any(|rect| table.distance_to_edge(edge, rect) + CONTACT_TOLERANCE < sector);
        if outside && secure != Some(edge) {
            let problem = "These troops do not deploy in the outer 10 BW of the table";
            let refused = no(rule!("RETG-PBS-036"), problem, "Place them nearer to the middle.");
            return Err(refused.fact("side", side.to_string()));
        }
    }
    Ok(())
}

fn carry_out(cx: &mut Cx<'_>, chosen: &Decision) {
    match chosen {
        Decision::Camp(at) => {
            let side = if at[1].um(cx.scenario.field.width) < cx.scenario.field.table.depth.half() {
                Side::Red
            } else {
                Side::Blue
            };
            cx.world.camps[side] = Some(Camp::at(camp_base(cx.scenario, side, *at)));
            tell(cx, Event::CampDeployed { side });
        }
        Decision::Unit { ug, at, wide, form, turned } => {
            let side = cx.world[*ug].side;
            let post = post_of(side, *at, *wide, *form, *turned);
            let game = Game::new(cx.scenario, cx.world);
            let Some(bases) = troops_of(game, *ug).map(|troops| bases_at(cx.scenario, troops, &post)) else {
                return;
            };
            let ids: Vec<_> = cx.world.all_base_ids(*ug).collect();
            for (id, state) in ids.into_iter().zip(bases) {
                cx.world[id] = state;
            }
            let state = &mut cx.world[*ug];
            state.presence = Presence::OnTable;
            if let Some(form) = form {
                state.form = *form;
            }
            tell(cx, Event::Deployed { ug: *ug });
        }
        _ => {}
    }
}

/// Choices to offer: places for the camp; for the next few units places along the front and behind it.
fn choices(game: Game<'_>, side: Side) -> Vec<Decision> {
    let legal = |choice: &Decision| check(game, side, choice).is_ok();
    if needs_camp(game, side) {
        return camp_places(game, side).map(Decision::Camp).filter(legal).take(3).collect();
    }
    let waiting = undeployed(game, side);
    let guns = waiting.iter().any(|ug| is_heavy(game.world[*ug].profile.arm));
    let next = waiting.into_iter().filter(|ug| !guns || is_heavy(game.world[*ug].profile.arm));
    let mut all = Vec::new();
    for ug in next.take(6) {
        let places = places_of(game, side, ug);
        let found = places.into_iter().filter(legal);
        all.extend(found.take(2));
    }
    if all.is_empty() {
        let every = undeployed(game, side).into_iter().flat_map(|ug| places_of(game, side, ug));
        all.extend(every.filter(legal).take(4));
    }
    all
}

/// Places for a unit: along the front from the middle outwards, then in lines behind it.
fn places_of(game: Game<'_>, side: Side, ug: UgId) -> Vec<Decision> {
    let Some(troops) = troops_of(game, ug) else { return Vec::new() };
    let formation = game.charts().formations.of(troops.profile.shape);
    let wide = match formation.deep {
        0 if troops.profile.arm == Arm::Foot && troops.bases > 4 => 3,
        _ => formation.wide.min(troops.bases),
    };
    let width = i64::from(game.bw(1).get()).max(1);
    let hundredths =
        |length: caracole_plane::Um| i32::try_from(i64::from(length.get()) * 100 / width).unwrap_or(0);
    let table = &game.scenario.field.table;
    let (across, deep) = (hundredths(table.width), hundredths(table.depth));
    let front = deep / 2 - 100 * i32::from(game.charts().outscouting.from_centre_line_bw);
    let mut all = Vec::new();
    for line in 0..6 {
        for step in 0..=across / 200 {
            for hand in [1, -1] {
                let x = across / 2 + 100 * step * hand;
                let y = front - 150 * line;
                let y = if side == Side::Red { y } else { deep - y };
                all.push(Decision::Unit { ug, at: [Bw(x), Bw(y)], wide, form: None, turned: 0 });
            }
        }
    }
    all
}
