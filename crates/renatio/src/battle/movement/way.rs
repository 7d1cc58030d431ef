//! The ways of units on the table: legs, distances, and what stands in the way.

use super::plan::Push;
use crate::battle::Leg;
use crate::battle::combat::supporters;
use crate::battle::position::fights::{between, is_in_combat, touching};
use crate::battle::position::{going, zone};
use crate::battle::world::{Foe, Game, Phase, Ug, UgId};
use crate::charts::{Going, Ground, TerrainKind};
use crate::movement::distance;
use crate::readings::Reading;
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Side, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, CONTACT_TOLERANCE, Corner, Edge, Hand, Motion, Path, Point, Pose, Trail, Um, WheelMeasure,
    any_overlap,
};

use caracole_tabletop::Piece;

/// The way of one unit.
#[derive(Clone, Debug)]
pub struct Way {
    /// Whose.
    pub ug: UgId,
    /// Its path.
    pub path: Path,
    /// The distance that it costs.
    pub spent: Um,
}

/// How wheels are measured.
pub fn measure(game: Game<'_>) -> WheelMeasure {
    match game.readings().has(Reading::WheelsByArc) {
        true => WheelMeasure::AlongArc,
        false => WheelMeasure::Straight,
    }
}

/// The direction to a hand of a facing.
fn aside(facing: Angle, hand: Hand) -> Angle {
    match hand {
        Hand::Left => facing - Angle::QUARTER,
        Hand::Right => facing + Angle::QUARTER,
    }
}

/// The ends of the front line of all the units together: wheels turn about them.
fn ends(game: Game<'_>, ugs: &[UgId], facing: Angle) -> [Point; 2] {
    let origin = ugs.first().map_or(Point::ORIGIN, |ug| game.world.body(*ug).anchor.at);
    let frame = Pose::new(origin, facing);
    let corners = ugs.iter().flat_map(|ug| game.world.rects(*ug));
    let corners =
        corners.flat_map(|rect| [Corner::FrontLeft, Corner::FrontRight].map(|c| frame.local(rect.corner(c))));
    let (mut left, mut right, mut front) = (Um::MAX, -Um::MAX, -Um::MAX);
    for (across, ahead) in corners {
        (left, right, front) = (left.min(across), right.max(across), front.max(ahead));
    }
    [frame.offset(left, front).at, frame.offset(right, front).at]
}

fn bad_leg(problem: &'static str, remedy: &'static str) -> Refusal {
    Refusal::new(rule!("RETG-QRS-002"), problem, remedy)
}

/// The motion of a leg for a body whose front line has these ends.
fn motion(game: Game<'_>, leg: Leg, facing: Angle, ends: [Point; 2]) -> Result<Motion, Refusal> {
    let slide = |toward, length: crate::battle::Bw| {
        let distance = length.um(game.bw(1));
        match distance > Um::ZERO {
            true => Ok(Motion::Slide { toward, distance }),
            false => Err(bad_leg("A leg of a move has a length", "Give a length above 0.")),
        }
    };
    match leg {
        Leg::Forward(by) => slide(facing, by),
        Leg::Shift { hand, by } => slide(aside(facing, hand), by),
        Leg::Wheel { hand, degrees } => {
            if !(1..=90).contains(&degrees) {
                return Err(bad_leg("A wheel is of 1 to 90 degrees", "Wheel less, or twice."));
            }
            let about = match hand {
                Hand::Left => ends[0],
                Hand::Right => ends[1],
            };
            Ok(Motion::Turn { about, sense: hand.sense(), by: Angle::from_degrees(i32::from(degrees)) })
        }
    }
}

/// The ways of units that move together as one body.
pub fn ways(game: Game<'_>, ugs: &[UgId], legs: &[Leg]) -> Result<Vec<Way>, Refusal> {
    let mut ways: Vec<Way> = ugs
        .iter()
        .map(|ug| Way { ug: *ug, path: Path::from(game.world.body(*ug)), spent: Um::ZERO })
        .collect();
    let Some(first) = ugs.first() else { return Ok(ways) };
    let mut facing = game.world.facing(*first);
    let mut ends = ends(game, ugs, facing);
    for leg in legs {
        let motion = motion(game, *leg, facing, ends)?;
        for way in &mut ways {
            way.spent += cost(game, &way.path, leg, &motion);
            way.path = way.path.clone().leg(motion);
        }
        ends = ends.map(|end| motion.point_after(end));
        if let Motion::Turn { sense, by, .. } = motion {
            facing = facing.turned(sense, by);
        }
    }
    Ok(ways)
}

/// What a leg costs a body: a wheel the way of its outermost front corner, a shift nothing.
fn cost(game: Game<'_>, path: &Path, leg: &Leg, motion: &Motion) -> Um {
    match (leg, *motion) {
        (Leg::Forward(_), Motion::Slide { distance, .. }) => distance,
        (Leg::Wheel { .. }, Motion::Turn { about, by, .. }) => {
            let corners = [Hand::Left, Hand::Right].map(|hand| path.end().front_corner(hand));
            let radius = corners.into_iter().map(|corner| corner.distance(about)).max().unwrap_or(Um::ZERO);
            measure(game).distance(radius, by)
        }
        _ => Um::ZERO,
    }
}

/// How far a unit may go on its way, by the worst going that it meets.
pub fn reach(game: Game<'_>, ug: UgId, going: Going) -> Tally {
    enforces!("RETG-MOVE-001", "RETG-SHOOT-041");
    let state = &game.world[ug];
    distance(game.charts(), &state.profile, state.form, state.dismounted, going, state.slow.total())
}

/// Checks the distance of a way.
pub fn check_distance(game: Game<'_>, way: &Way) -> Result<Tally, Refusal> {
    let going = going::worst_on(game, way.ug, &way.path)?;
    let tally = reach(game, way.ug, going);
    let most = game.bw(tally.total());
    if way.spent <= most {
        return Ok(tally);
    }
    Err(Refusal::new(rule!("RETG-MOVE-001"), "The move is too long", "Go less far.")
        .piece("unit", way.ug.piece())
        .length("distance", way.spent.get())
        .length("most", most.get()))
}

/// Whether a unit may pass through a friend without a test: foot SuGs and guns pass through all, and all through them.
fn may_pass(game: Game<'_>, mover: &Ug, friend: UgId) -> bool {
    enforces!("RETG-UNIV-016", "RETG-MOVE-045", "RETG-MOVE-046");
    let light = |ug: &Ug| ug.is_foot_sug() || ug.troop_type() == TroopType::Artillery;
    light(mover) || light(&game.world[friend])
}

/// Checks the table, friends and camps on a way. `moving` go along.
pub fn check_friends(game: Game<'_>, way: &Way, moving: &[UgId]) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-043");
    let mover = &game.world[way.ug];
    let trail = Trail::of(&way.path);
    let no = |rule, problem: &'static str, remedy: &'static str| {
        Err(Refusal::new(rule, problem, remedy).piece("unit", way.ug.piece()))
    };
    if trail.leaves(&game.scenario.field.table) {
        return no(rule!("RETG-UNIV-014"), "The move leaves the table", "Stay on the table.");
    }
    if trail.runs_into(&game.camps()) {
        return no(rule!("RETG-MOVE-043"), "A camp stands in the way", "Go around it.");
    }
    for friend in game.world.of_side(mover.side).filter(|ug| !moving.contains(ug)) {
        let rects = game.world.rects(friend);
        let free = may_pass(game, mover, friend);
        // Whether a SuG can make room for battle troops is asked when everybody's place is known.
        let gives_way = !mover.acts_as_sug() && game.world[friend].acts_as_sug();
        if free && !gives_way && any_overlap(trail.end(), rects) {
            let refused = Refusal::new(
                rule!("RETG-MOVE-043"),
                "The move does not clear the friends that it passes through",
                "Go far enough to clear them, or stop before them.",
            );
            return Err(refused.piece("unit", way.ug.piece()).piece("friend", friend.piece()));
        }
        let makes_room = gives_way && any_overlap(trail.end(), rects);
        if !free && !makes_room && trail.runs_into(rects) {
            let refused = Refusal::new(
                rule!("RETG-MOVE-043"),
                "Friends stand in the way",
                "Stop before them, or go around.",
            );
            return Err(refused.piece("unit", way.ug.piece()).piece("friend", friend.piece()));
        }
    }
    Ok(())
}

/// Checks that a way keeps clear of the enemy: contact is made by charging, and zones bind.
pub fn check_enemies(game: Game<'_>, way: &Way) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-055", "RETG-GLOS-095");
    let mover = &game.world[way.ug];
    for enemy in game.enemies_of(mover.side) {
        if !way.path.comes_within(game.world.rects(enemy), CONTACT_TOLERANCE) {
            continue;
        }
        if may_push(game, way.ug, enemy)? || engages(game, way, enemy) {
            continue;
        }
        return Err(Refusal::new(
            rule!("RETG-CHARGE-093"),
            "The move touches the enemy; contact is made by charging",
            "Stop before the enemy.",
        )
        .piece("unit", way.ug.piece())
        .piece("enemy", enemy.piece()));
    }
    zone::check(game, way.ug, &way.path)
}

/// Whether battle troops may move through an enemy: a SuG gives way in the Movement Phase, unless it is foot wholly within
/// terrain.
fn may_push(game: Game<'_>, ug: UgId, enemy: UgId) -> Result<bool, Refusal> {
    enforces!("RETG-MOVE-055", "RETG-GLOS-113");
    let theirs = &game.world[enemy];
    if game.world[ug].acts_as_sug()
        || !theirs.acts_as_sug()
        || game.world.when.phase != Phase::Movement
        || touching(game, ug).contains(&Foe::Ug(enemy))
    {
        return Ok(false);
    }
    let within = |piece: &Piece<TerrainKind>| {
        game.charts().terrain.row(piece.kind).ground != Ground::Good
            && game.world.rects(enemy).iter().all(|rect| piece.has_all_of(rect))
    };
    if theirs.is_foot_sug() && game.terrain().pieces.iter().any(within) {
        let problem = "Foot skirmishers wholly within terrain are not pushed back";
        return Err(Refusal::new(rule!("RETG-MOVE-055"), problem, "Charge them, or stop before them.")
            .piece("unit", ug.piece())
            .piece("enemy", enemy.piece()));
    }
    Ok(true)
}

/// The enemy SuGs that a way meets, with the bases that touch first.
pub fn pushes(game: Game<'_>, way: &Way) -> Vec<Push> {
    enforces!("RETG-MOVE-057");
    let side = game.world[way.ug].side;
    let sugs =
        game.enemies_of(side).into_iter().filter(|enemy| matches!(may_push(game, way.ug, *enemy), Ok(true)));
    let meets = sugs.filter_map(|sug| {
        let hit = way.path.first_contact(game.world.rects(sug))?;
        let (body, motion) = way.path.legs().nth(hit.leg)?;
        let toward = match motion {
            Motion::Slide { toward, .. } => *toward,
            Motion::Turn { .. } => body.facing(),
        };
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        Some(Push { sug, by: way.ug, bases: (small(hit.met.obstacle), small(hit.met.mover)), toward })
    });
    meets.collect()
}

/// Whether a move engages an enemy as it may without a charge: a unit that touched it and fought nobody comes to fight it
/// with its front, or files come up beside friends whom they support.
pub fn engages(game: Game<'_>, way: &Way, enemy: UgId) -> bool {
    enforces!("RETG-CHARGE-090", "RETG-CHARGE-091", "RETG-CHARGE-092", "RETG-CHARGE-094", "RETG-CHARGE-093");
    let ug = way.ug;
    if is_in_combat(game, ug)
        || Trail::of(&way.path)
            .end()
            .iter()
            .any(|own| game.world.rects(enemy).iter().any(|other| own.overlaps(other)))
    {
        return false;
    }
    let mut after = game.world.clone();
    after.put(ug, way.path.end());
    let after = Game::new(game.scenario, &after);
    let side = game.world[ug].side;
    let fights = |own: Foe, foe: Foe| match side {
        Side::Red => between(after, own, foe),
        Side::Blue => between(after, foe, own),
    };
    let own = fights(Foe::Ug(ug), Foe::Ug(enemy));
    if touching(game, ug).contains(&Foe::Ug(enemy)) {
        return own.iter().any(|(fight, _)| fight.of(side).edge == Edge::Front);
    }
    own.is_empty()
        && game.world.of_side(side).filter(|friend| *friend != ug).any(|friend| {
            fights(Foe::Ug(friend), Foe::Ug(enemy)).iter().any(|(fight, _)| {
                supporters(after, fight, side).iter().any(|cell| cell.place.foe == Foe::Ug(ug))
            })
        })
}

/// Checks what stands on the way of a unit that comes on from the table edge.
pub fn check_ground_of_entry(game: Game<'_>, ug: UgId, path: &Path) -> Result<(), Refusal> {
    let rects = path.end().rects();
    let friends = game.rects_of(game.world.of_side(game.world[ug].side));
    let trail = Trail::of(path);
    let no = |problem: &'static str, remedy: &'static str| {
        Err(Refusal::new(rule!("RETG-FLANK-021"), problem, remedy).piece("unit", ug.piece()))
    };
    if !rects.iter().all(|rect| game.scenario.field.table.holds(rect)) {
        return no("The whole unit must come onto the table", "Go further.");
    }
    if any_overlap(&rects, &friends) || trail.runs_into(&friends) || trail.runs_into(&game.camps()) {
        return no("Something stands in the way", "Come on elsewhere.");
    }
    for enemy in game.enemies_of(game.world[ug].side) {
        if path.comes_within(game.world.rects(enemy), CONTACT_TOLERANCE) {
            return no("Units do not charge onto the table", "Stay clear of the enemy.");
        }
    }
    zone::check(game, ug, path)
}

/// Checks everything that stands on a way, and gives the distance that the unit has.
pub fn check(game: Game<'_>, way: &Way, moving: &[UgId]) -> Result<Tally, Refusal> {
    let tally = check_distance(game, way)?;
    check_friends(game, way, moving)?;
    check_enemies(game, way)?;
    Ok(tally)
}
