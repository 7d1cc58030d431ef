//! The way of a charge on the table: its direction, its distance and what it meets first.

use crate::battle::movement::{measure, reach};
use crate::battle::position::fights::{cells, enemy_ground, fights_frontally, touching};
use crate::battle::position::going::worst_on;
use crate::battle::shooting::SweptGround;
use crate::battle::world::{Approach, Charge, Foe, Game, UgId};
use crate::charts::Going;
use crate::readings::Reading;
use crate::troops::{Arm, TroopType};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Extent, Group, Hand, OnLeg, Path, Trail, Um, first_within,
};
use caracole_tabletop::{Grid, Placed, Position, grid_of};

/// How far files press forward after contact, in BW.
pub const PRESS: i32 = 1;

/// Kinds of going.
const GOINGS: usize = 3;

/// What stops a charge first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It comes up to an enemy.
    Contact(Foe),
    /// It must keep 1 BW from an enemy whom it may not contact.
    Short(Foe),
    /// Friends stand in the way.
    Friend(UgId),
    /// The table ends.
    Edge,
    /// It has gone its whole distance.
    Distance,
}

/// The way of a charge.
#[derive(Clone, Debug)]
pub struct Course {
    /// As far as it goes.
    pub path: Path,
    /// The distance that the unit has.
    pub distance: Tally,
    /// What stops it.
    pub stop: Stop,
    /// Grid of the unit if a file drops back.
    pub grid: Option<Grid<crate::battle::BaseKind>>,
}

/// What a charge takes no notice of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Through<'a> {
    /// Enemies who are swept away or gone.
    pub enemies: &'a [UgId],
    /// Friends who are burst through, or will have charged away themselves.
    pub friends: &'a [UgId],
}

fn no(rule: RuleId, problem: &'static str, remedy: &'static str, ug: UgId) -> Refusal {
    Refusal::new(rule, problem, remedy).piece("unit", ug.piece())
}

/// Whether a unit may come into contact with an enemy by charging, or why not.
pub fn may_contact(game: Game<'_>, ug: UgId, foe: Foe) -> Result<(), Refusal> {
    enforces!("RETG-UNIV-006", "RETG-CHARGE-013", "RETG-CHARGE-014", "RETG-CAMP-015", "RETG-GLOS-102");
    let state = &game.world[ug];
    let light = state.acts_as_sug()
        || state.profile.arm == Arm::Dragoons
        || state.profile.is(crate::troops::Characteristic::CommandedShot);
    let target = match foe {
        Foe::Camp(side) => {
            let fortified = camp_is_fortified(game, side);
            let storms = matches!(state.troop_type(), TroopType::Foot | TroopType::Elephants);
            if fortified && !storms {
                let problem = "Only foot and elephants attack a Fortified camp";
                return Err(no(rule!("RETG-CAMP-015"), problem, "Charge another enemy.", ug));
            }
            return Ok(());
        }
        Foe::Ug(target) => target,
    };
    let theirs = &game.world[target];
    if light && !theirs.acts_as_sug() && !is_on_the_verge(game, target) {
        let problem = "Skirmishers, dragoons and Commanded Shot charge only battle troops about to break";
        return Err(no(rule!("RETG-CHARGE-014"), problem, "Charge skirmishers or a camp.", ug)
            .piece("target", target.piece()));
    }
    let on_foot = state.troop_type() == TroopType::Foot && !state.is_double();
    let rides = theirs.troop_type() == TroopType::Mounted && theirs.profile.arm != Arm::Dragoons;
    if on_foot && rides && !fights_frontally(game, target) {
        let problem = "Foot do not charge mounted unless these fight frontally already";
        return Err(no(rule!("RETG-CHARGE-013"), problem, "Charge foot or dragoons.", ug)
            .piece("target", target.piece()));
    }
    Ok(())
}

/// Whether a camp is Fortified in this battle.
pub fn camp_is_fortified(game: Game<'_>, side: caracole_kernel::Side) -> bool {
    let kind = game.scenario.armies[side].camp.kind;
    crate::army::camp_state(kind, false) == crate::army::CampState::Fortified
}

/// Whether one more base, or one more wound, breaks a unit.
fn is_on_the_verge(game: Game<'_>, ug: UgId) -> bool {
    let state = &game.world[ug];
    let more = if game.readings().has(Reading::OneWoundFromBreaking) { 1 } else { 2 };
    let harm = state.harm(game.world.size(ug)).and(more);
    let rule = crate::dice::Breaking::of(&state.profile);
    crate::dice::breaks(&game.charts().break_points, rule, state.base_count, harm)
}

/// The body of a unit with a file dropped back behind its neighbour, and its new grid.
fn contracted(
    game: Game<'_>,
    ug: UgId,
    hand: Hand,
) -> Result<(Group, Grid<crate::battle::BaseKind>), Refusal> {
    enforces!("RETG-CHARGE-026");
    let grid = game.world.formation(ug);
    let files: Vec<u8> = grid.files().collect();
    let (dropped, behind) = match (hand, files.as_slice()) {
        (Hand::Left, [first, second, _, ..]) => (*first, *second),
        (Hand::Right, [.., _, second, last]) => (*last, *second),
        _ => {
            let problem = "A unit that contracts stays at least 2 BW wide";
            return Err(no(rule!("RETG-CHARGE-026"), problem, "Charge as it stands.", ug));
        }
    };
    let below = grid.file(behind).map(|placed| placed.at.rank).max().unwrap_or(0).saturating_add(1);
    let mut next = below;
    let place = |placed: &Placed<crate::battle::BaseKind>| {
        if placed.at.file != dropped {
            return *placed;
        }
        let at = Position { file: behind, rank: next };
        next = next.saturating_add(1);
        Placed { at, ..*placed }
    };
    let narrow = Grid::sorted(grid.placed().map(place));
    let shape = grid_of(crate::battle::Measured { width: game.bw(1) }, &narrow, Um::ZERO);
    let left = if hand == Hand::Left { -game.bw(1) } else { Um::ZERO };
    Ok((game.world.body(ug).reshaped(&shape, left), narrow))
}

/// The unit at the start of its charge, wheeled and shifted, and what that costs.
fn started(
    game: Game<'_>,
    ug: UgId,
    approach: &Approach,
) -> Result<(Path, Um, Option<Grid<crate::battle::BaseKind>>), Refusal> {
    enforces!("RETG-CHARGE-021", "RETG-UNIV-017", "RETG-CHARGE-025");
    let (body, grid) = match approach.contract {
        None => (game.world.body(ug).clone(), None),
        Some(hand) => {
            let (body, grid) = contracted(game, ug, hand)?;
            (body, Some(grid))
        }
    };
    let mut path = Path::from(&body);
    let mut cost = Um::ZERO;
    if let Some(wheel) = approach.wheel {
        if !(1..=90).contains(&wheel.degrees) {
            let problem = "A charge begins with a wheel of 1 to 90 degrees";
            return Err(no(rule!("RETG-CHARGE-021"), problem, "Wheel less, or not at all.", ug));
        }
        let by = Angle::from_degrees(i32::from(wheel.degrees));
        if !game.readings().has(Reading::FreeWheelOfCharge) {
            cost = measure(game).distance(body.frontage, by);
        }
        path = path.wheel(wheel.hand, by, measure(game));
    }
    if let Some((hand, by)) = approach.shift {
        let by = by.um(game.bw(1));
        if by <= Um::ZERO || by > game.bw(1).half() {
            let problem = "A shift is of half a base width at most";
            return Err(no(rule!("RETG-UNIV-014"), problem, "Shift less.", ug));
        }
        path = path.shift(hand, by);
    }
    Ok((path, cost, grid))
}

/// Where a charge goes now. Slowing counts; `regained` BW of it were won back.
pub fn course(
    game: Game<'_>,
    ug: UgId,
    approach: &Approach,
    through: Through<'_>,
    regained: u8,
) -> Result<Course, Refusal> {
    enforces!("RETG-CHARGE-024", "RETG-MOVE-002");
    let (start, cost, grid) = started(game, ug, approach)?;
    let mut going = Going::Good;
    for _ in 0..GOINGS {
        let mut distance = reach(game, ug, going);
        let back = i32::from(regained.min(game.world[ug].slow.total()));
        distance.add(rule!("RETG-SHOOT-046"), "prompted through fire", back);
        let left = game.bw(distance.total()) - cost;
        let (path, stop) = stopped(game, ug, start.clone().advance(left.or_zero()), through);
        let path = if left < Um::ZERO { Path::from(game.world.body(ug)) } else { path };
        let stop = if left < Um::ZERO { Stop::Distance } else { stop };
        let met = worst_on(game, ug, &path).unwrap_or(going);
        if met <= going {
            return Ok(Course { path, distance, stop, grid });
        }
        going = met;
    }
    Err(no(rule!("RETG-CHARGE-002"), "The charge has no way", "Charge in another direction.", ug))
}

/// A path cut where something stops it.
fn stopped(game: Game<'_>, ug: UgId, path: Path, through: Through<'_>) -> (Path, Stop) {
    let side = game.world[ug].side;
    let (owners, ground) = enemy_ground(game, side);
    let known = owners
        .iter()
        .zip(&ground)
        .filter(|(foe, _)| foe.ug().is_none_or(|enemy| !through.enemies.contains(&enemy)));
    let (owners, ground): (Vec<Foe>, Vec<BaseRect>) = known.map(|(foe, rect)| (*foe, *rect)).unzip();
    let mut first: Option<(usize, Extent, Stop)> = None;
    let mut note = |leg: usize, extent: Extent, stop: Stop| {
        if first.is_none_or(|(at, done, _)| (leg, extent) < (at, done)) {
            first = Some((leg, extent, stop));
        }
    };
    if let Some(hit) = path.first_contact(&ground) {
        let foe = owners[hit.met.obstacle];
        match may_contact(game, ug, foe) {
            Ok(()) => note(hit.leg, hit.met.after, Stop::Contact(foe)),
            Err(_) => {
                enforces!("RETG-SEQ-011");
                let of: Vec<BaseRect> =
                    owners.iter().zip(&ground).filter(|(own, _)| **own == foe).map(|(_, r)| *r).collect();
                let OnLeg { leg, met } = short_of(game, &path, &of);
                note(leg, met, Stop::Short(foe));
            }
        }
    }
    let friends = game.world.of_side(side).filter(|own| *own != ug && !through.friends.contains(own));
    for friend in friends {
        let rects = game.world.rects(friend);
        if let Some(hit) = path.first_contact(rects) {
            note(hit.leg, hit.met.after, Stop::Friend(friend));
        }
    }
    if let Some(camp) = game.world.camp_rect(side)
        && let Some(hit) = path.first_contact(&[camp])
    {
        note(hit.leg, hit.met.after, Stop::Edge);
    }
    if let Some(exit) = path.first_exit(&game.scenario.field.table) {
        note(exit.leg, exit.met.after, Stop::Edge);
    }
    let Some((leg, extent, stop)) = first else { return (path, Stop::Distance) };
    let solid: Vec<BaseRect> = ground.iter().copied().chain(friend_ground(game, ug, through)).collect();
    (path.cut_clear(leg, extent, measure(game), &solid), stop)
}

fn friend_ground(game: Game<'_>, ug: UgId, through: Through<'_>) -> Vec<BaseRect> {
    let side = game.world[ug].side;
    let own = game.world.of_side(side).filter(|own| *own != ug && !through.friends.contains(own));
    game.rects_of(own).to_vec()
}

/// Where a path comes within 1 BW of bases.
fn short_of(game: Game<'_>, path: &Path, of: &[BaseRect]) -> OnLeg<Extent> {
    for (leg, (body, motion)) in path.legs().enumerate() {
        if let Some(extent) = first_within(&body.rects(), motion, of, game.bw(1)) {
            return OnLeg { leg, met: extent };
        }
    }
    OnLeg { leg: 0, met: Extent::Distance(Um::ZERO) }
}

/// Whether an enemy SuG is swept away by battle troops that reach it: it may not stand where it is.
pub fn is_swept(game: Game<'_>, ug: UgId, foe: Foe) -> bool {
    enforces!("RETG-CHARGE-051", "RETG-CHARGE-081", "RETG-MOVE-056");
    let Foe::Ug(target) = foe else { return false };
    !game.world[ug].acts_as_sug() && game.world[target].acts_as_sug() && !is_sheltered(game, ug, target)
}

/// Whether a SuG may stand against battle troops: behind a hedge or wall, or where the chargers would be hampered.
pub fn is_sheltered(game: Game<'_>, ug: UgId, sug: UgId) -> bool {
    use crate::battle::position::ground::{hampering, works_between};
    let rects = game.world.rects(sug);
    let (ours, theirs) = (cells(game, Foe::Ug(sug)), cells(game, Foe::Ug(ug)));
    let walled = ours.iter().all(|own| theirs.iter().all(|other| works_between(game, own, other).is_some()));
    walled || hampering(game, Foe::Ug(ug), rects) != crate::charts::Hampered::None
}

/// Everybody whom a charge would reach, in the order in which it does, as things stand: those swept away, and the first
/// who does not give way with those whom files reach that press forward.
pub fn reached(
    game: Game<'_>,
    ug: UgId,
    approach: &Approach,
    friends: &[UgId],
) -> Result<(Vec<Foe>, Course), Refusal> {
    let mut swept: Vec<UgId> = Vec::new();
    let mut found: Vec<Foe> = Vec::new();
    loop {
        let course = course(game, ug, approach, Through { enemies: &swept, friends }, 0)?;
        let Stop::Contact(foe) = course.stop else { return Ok((found, course)) };
        found.push(foe);
        match foe {
            Foe::Ug(target) if is_swept(game, ug, foe) => swept.push(target),
            _ => {
                pressed(game, ug, course.path.end(), &mut swept, &mut found);
                return Ok((found, course));
            }
        }
    }
}

/// Adds those whom files that press forward reach, and those behind whom they sweep away.
fn pressed(game: Game<'_>, ug: UgId, body: &Group, swept: &mut Vec<UgId>, found: &mut Vec<Foe>) {
    loop {
        let (_, reached) = press(game, ug, body, swept, None);
        let before = swept.len();
        for (_, foe) in reached {
            if !found.contains(&foe) {
                found.push(foe);
            }
            if let Foe::Ug(target) = foe
                && is_swept(game, ug, foe)
            {
                swept.push(target);
            }
        }
        if swept.len() == before {
            return;
        }
    }
}

/// Files that press forward: the body afterwards, and each file with whom it reaches, skirmishers whom it sweeps away
/// among them. `gone` are enemies who are there no more, `files` those that press, if not all.
pub fn press(
    game: Game<'_>,
    ug: UgId,
    body: &Group,
    gone: &[UgId],
    files: Option<&[u8]>,
) -> (Group, Vec<(u8, Foe)>) {
    enforces!("RETG-CHARGE-083", "RETG-CHARGE-027", "RETG-SEQ-015");
    let side = game.world[ug].side;
    let (owners, ground) = enemy_ground(game, side);
    let (mut of, mut enemies, mut there) = (Vec::new(), Vec::new(), Vec::new());
    let mut others: Vec<BaseRect> = friend_ground(game, ug, Through::default());
    for (foe, rect) in owners.iter().zip(&ground) {
        if foe.ug().is_some_and(|enemy| gone.contains(&enemy)) {
            continue;
        }
        there.push(*rect);
        match may_contact(game, ug, *foe) {
            Ok(()) => {
                of.push(*foe);
                enemies.push(*rect);
            }
            Err(_) => others.push(*rect),
        }
    }
    others.extend(game.world.camp_rect(side));
    let table = game.scenario.field.table;
    let near = game.bw(PRESS);
    let (_, mut steps) = body.step_forward_where(&enemies, &others, near, |rect| table.holds(rect));
    let held = files_held(game, ug, body, &there);
    steps.retain(|step| !held.contains(&step.file) && files.is_none_or(|files| files.contains(&step.file)));
    let stepped =
        steps.iter().fold(body.clone(), |group, step| group.with_file_stepped(step.file, step.distance));
    (stepped, steps.iter().map(|step| (step.file, of[step.enemy])).collect())
}

/// Files of a charger that an enemy touches in flank or rear: they are stopped.
fn files_held(game: Game<'_>, ug: UgId, body: &Group, enemies: &[BaseRect]) -> Vec<u8> {
    enforces!("RETG-CHARGE-084");
    let hit = |rect: &BaseRect| {
        enemies.iter().any(|enemy| {
            let front = enemy.contact(rect).is_some_and(caracole_plane::Contact::is_by_own_front);
            front && !rect.contact(enemy).is_some_and(caracole_plane::Contact::is_by_own_front)
        })
    };
    let all = body.places.iter().zip(body.rects());
    let held = all.filter(|(_, rect)| !game.world[ug].is_double() && hit(rect)).map(|(place, _)| place.file);
    held.collect()
}

/// The files of a unit in combat that can still charge: they press forward from where they stand.
pub fn press_from_line(game: Game<'_>, ug: UgId) -> (Group, Vec<Foe>) {
    enforces!("RETG-CHARGE-016", "RETG-UNIV-018", "RETG-CHARGE-090");
    let touched = touching(game, ug);
    let (body, _) = press(game, ug, game.world.body(ug), &[], None);
    let (mut swept, mut found) = (Vec::new(), Vec::new());
    pressed(game, ug, game.world.body(ug), &mut swept, &mut found);
    (body, found.into_iter().filter(|foe| !touched.contains(foe)).collect())
}

/// The ground that the files of a charge would sweep, as far as they get past the enemy.
pub fn path_of_charge(game: Game<'_>, charge: &Charge) -> Vec<SweptGround> {
    enforces!("RETG-CHARGE-057");
    let ug = charge.ug;
    let Ok((start, cost, _)) = started(game, ug, &charge.approach) else { return Vec::new() };
    let body = start.end();
    let left = game.bw(reach(game, ug, Going::Good).total()) - cost;
    let (_, enemies) = enemy_ground(game, game.world[ug].side);
    let ids = game.world.base_ids_of(ug);
    let of_file = |file: u8| ids.iter().copied().find(|id| game.world[*id].at.file == file);
    let swept = body.swept(left, &enemies);
    swept
        .into_iter()
        .filter_map(|file| Some(SweptGround { ug, base: of_file(file.file)?, ground: file.ground }))
        .collect()
}

/// Whether a path runs into friends.
pub fn runs_into(path: &Path, rects: &[BaseRect]) -> bool {
    Trail::of(path).runs_into(rects)
}

/// How near a unit stands to an enemy, in a straight line.
pub fn gap(game: Game<'_>, ug: UgId, foe: Foe) -> Um {
    let theirs = crate::battle::position::fights::rects(game, foe);
    let gap = caracole_plane::shortest_distance(game.world.rects(ug), &theirs).unwrap_or(Um::MAX);
    (gap - CONTACT_TOLERANCE).or_zero()
}
