//! Rout moves.

use super::aftermath::never_routs;
use super::{Aftermath, Event, destroy, drop_to, say};
use crate::battle::arrange::rearrangements;
use crate::battle::charge::away::{Away, Course, Fate, Setout};
use crate::battle::charge::{EvadeWay, flight};
use crate::battle::impact;
use crate::battle::position::coast;
use crate::battle::position::{command, contact};
use crate::battle::world::{CommanderId, GroupId, Posture, Presence, TestOutcome, World};
use crate::battle::{Answer, Cx, Flow, Input, Procedure, game_tests, manoeuvre};
use crate::field::grid_of;
use crate::formation::{Facing, Formation, Placed, Position, Status};
use caracole_ledger::enforces;
use caracole_plane::{Angle, CONTACT_TOLERANCE, Extent, Group, Hand, Motion, Path, Um, WheelMeasure};
use serde::{Deserialize, Serialize};

/// A rout move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rout {
    /// Who routs.
    pub group: GroupId,
    /// The ways directly away from those from whom it runs; none means towards its own edge.
    pub away: Vec<Angle>,
    /// Ships shot at them: away from the coast.
    pub from_sea: bool,
    /// Whether the distance varies.
    pub distance: RoutDistance,
    /// The change of the move, once it is known.
    change: Option<i32>,
    /// What the owner has chosen where something was in the way.
    ways: Vec<EvadeWay>,
    /// It has been made.
    made: Option<Made>,
}

/// How far routers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoutDistance {
    /// Their normal move.
    Normal,
    /// Changed by a die.
    Varied,
}

/// A rout move that has been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// Unbroken enemy bar the way.
    barred: bool,
    /// Friends burst through, as far as they have still to be looked at.
    burst: Vec<GroupId>,
}

impl Rout {
    /// A rout in these ways, bisected.
    #[must_use]
    pub const fn new(group: GroupId, away: Vec<Angle>, distance: RoutDistance) -> Self {
        Rout { group, away, from_sea: false, distance, change: None, ways: Vec::new(), made: None }
    }

    /// The rout of troops that have just broken, or are still pursued.
    #[must_use]
    pub const fn initial(group: GroupId, away: Vec<Angle>) -> Self {
        Rout::new(group, away, RoutDistance::Varied)
    }

    /// Works with the routers as they set out.
    fn set_out<T>(&self, world: &World, work: impl FnOnce(&Setout<'_>) -> T) -> T {
        let sea = self.from_sea.then(|| coast::away_from_coast(world, self.group)).flatten();
        let direction = direction(world, self.group, &self.away, sea);
        let free = self.away.is_empty() && self.distance == RoutDistance::Normal;
        let reformed = if free { world.book.reformed_routers(world, self.group) } else { None };
        let turned = reformed.unwrap_or_else(|| turned_to_run(world, self.group, direction));
        work(&Setout::rout(world, self.group, turned, direction, self.change.unwrap_or(0)))
    }

    /// Whether the owner may choose this next.
    #[must_use]
    pub fn allows(&self, world: &World, way: EvadeWay) -> bool {
        self.set_out(world, |out| out.allows(&self.ways, way))
    }
}

/// Goes on with a rout. Answers a failed test if unbroken enemy bar the way.
pub fn run(cx: &mut Cx<'_>, rout: &mut Rout, input: Input) -> Flow {
    use crate::battle::Order::Impact;
    let group = rout.group;
    if let Some(made) = &mut rout.made {
        return afterwards(cx.world, made);
    }
    if !cx.world[group].is_on_table() {
        return Flow::Done(Answer::Done);
    }
    if never_routs(cx.world, group) {
        enforces!("FOGR-COMBAT-126", "FOGR-SPECIAL-041");
        destroy(cx, group);
        return Flow::Done(Answer::Done);
    }
    match input {
        Input::Answer(Answer::VariableMove(change)) => rout.change = Some(change),
        Input::Order(Impact(impact::Order::EvadeOn { way })) => rout.ways.push(way),
        _ => {}
    }
    if rout.change.is_none() && rout.distance == RoutDistance::Varied {
        return Flow::Call(Procedure::Test(game_tests::Procedure::VariableMove { group }));
    }
    enforces!(
        "FOGR-COMBAT-121",
        "FOGR-COMBAT-124",
        "FOGR-JAP-022",
        "FOGR-JAP-023",
        "FOGAM-COMBAT-097",
        "FOGAM-COMBAT-090"
    );
    match rout.set_out(cx.world, |out| out.course(&rout.ways)) {
        Course::Choose(ways) => {
            let request = impact::Request::EvadeOn { group, ways };
            Flow::Ask(cx.world[group].side, crate::battle::Request::Impact(request))
        }
        Course::Ends(away) => {
            let commanders = away.upon.to_vec();
            rout.made = Some(flee(cx, group, &away));
            match commanders.is_empty() {
                true => Flow::Again,
                false => {
                    let flee = manoeuvre::Procedure::Flee { commanders, groups: Vec::new() };
                    Flow::Call(Procedure::Manoeuvre(flee))
                }
            }
        }
    }
}

/// Carries a rout out.
fn flee(cx: &mut Cx<'_>, group: GroupId, away: &Away) -> Made {
    {
        let state = &mut cx.world[group];
        state.posture = Posture::Normal;
        state.turn.routed = true;
        state.pursuing.clear();
        state.wild_pursuit = false;
        state.looting = false;
        state.phase.passed_through.extend(away.passed.iter().copied());
    }
    if away.fate != Fate::Destroyed {
        flight::take_up(cx.world, group, away);
    }
    for &through in &away.burst {
        enforces!("FOGR-MOVE-086", "FOGR-MOVE-088", "FOGR-COHESION-011", "FOGAM-COMBAT-092");
        say(cx, Event::BurstThrough { group, through });
        if !cx.world[through].phase.burst_through {
            cx.world[through].phase.burst_through = true;
            let worse = cx.world[through].cohesion.dropped(1);
            drop_to(cx.world, through, worse);
        }
    }
    match away.fate {
        Fate::OffTable => {
            enforces!("FOGAM-MOVE-105");
            cx.world.leave(group, Presence::RoutedOff);
            say(cx, Event::RoutedOff { group });
        }
        Fate::Destroyed => destroy(cx, group),
        Fate::Away | Fate::Barred => say(cx, Event::Routed { group, distance: away.moved }),
    }
    let barred = away.fate == Fate::Barred;
    cx.world[group].phase.barred |= barred;
    Made { barred, burst: away.burst.clone() }
}

/// All those who break on being burst through rout in their turn.
fn afterwards(world: &World, made: &mut Made) -> Flow {
    let newly = |g: &GroupId| world[*g].is_broken() && !world[*g].turn.routed;
    while !made.burst.is_empty() {
        let next = made.burst.remove(0);
        if newly(&next) {
            let routs = Aftermath::of_breaks(world, &[next], &[]);
            return Flow::Call(Procedure::Outcome(super::Procedure::Aftermath(routs)));
        }
    }
    match made.barred {
        true => Flow::Done(Answer::Test(TestOutcome::Failed)),
        false => Flow::Done(Answer::Done),
    }
}

/// Commanders with a battle group go along with it.
pub fn follow(world: &mut World, group: GroupId) {
    let with: Vec<CommanderId> = world.commander_ids().filter(|&c| world[c].with() == Some(group)).collect();
    for commander in with {
        world[commander].base = command::place_beside(world, commander, group);
    }
}

/// The way routers run: the bisector of the ways from their enemies and from the coast, or home.
#[must_use]
pub fn direction(world: &World, group: GroupId, away: &[Angle], sea: Option<Angle>) -> Angle {
    enforces!(
        "FOGR-COMBAT-122",
        "FOGR-COMBAT-123",
        "FOGR-JAP-020",
        "FOGR-JAP-021",
        "FOGAM-COMBAT-088",
        "FOGAM-COMBAT-089"
    );
    let home = world.home_of(world[group].side);
    let mut ways: Vec<Angle> = sea.into_iter().collect();
    ways.extend(away.iter().filter(|way| Some(**way) != sea));
    Angle::bisect_all(&ways, home, world.hand_where_equal()).unwrap_or(home)
}

/// The ways directly away from enemies as they stand: those in contact push where they face.
#[must_use]
pub fn ways_from(world: &World, group: GroupId, enemies: &[GroupId]) -> Vec<Angle> {
    enforces!("FOGR-COMBAT-122", "FOGR-JAP-020");
    let mut ways = Vec::new();
    for &enemy in enemies {
        let mut found: Vec<Angle> = contact::fighting_touches(world, group, enemy)
            .iter()
            .map(|t| match t.contact.reversed().is_by_own_front() {
                true => world[t.their].base.facing(),
                false => world[t.own].base.facing() + Angle::HALF,
            })
            .collect();
        if found.is_empty() {
            found.extend(from_nearest(world, group, enemy));
        }
        for way in found {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    ways
}

/// Away from an enemy at a distance: along the line between the nearest bases, the middle way if several are as near.
fn from_nearest(world: &World, group: GroupId, enemy: GroupId) -> Option<Angle> {
    let (ours, theirs) = (world.rects(group), world.rects(enemy));
    let pairs: Vec<_> = ours.iter().flat_map(|o| theirs.iter().map(move |t| (o, t, o.distance(t)))).collect();
    let least = pairs.iter().map(|(.., apart)| *apart).min()?;
    let nearest = pairs.into_iter().filter(|(.., apart)| *apart - least <= CONTACT_TOLERANCE);
    let ways: Vec<Angle> = nearest.filter_map(|(o, t, _)| t.centre().direction_to(o.centre())).collect();
    Angle::bisect_all(&ways, world.home_of(world[group].side), world.hand_where_equal())
}

/// The formation and place of a battle group that has turned to run: about, to a side, or not at all, whichever brings
/// it nearest to its direction. Turns cost nothing.
#[must_use]
pub fn turned_to_run(world: &World, group: GroupId, direction: Angle) -> (Formation, Group) {
    // Between their break and this nothing asks how they face: they neither fight nor are fought.
    enforces!("FOGR-BG-060", "FOGAM-BG-034");
    let body = world.body(group);
    let facing = body.facing();
    let off = |faces: Angle| faces.shortest_turn(direction).1;
    let options = [
        (off(facing + Angle::HALF), 0),
        (off(facing), 1),
        (off(facing - Angle::QUARTER), 2),
        (off(facing + Angle::QUARTER), 3),
    ];
    let scale = world.field.scale;
    let best = options.into_iter().min_by_key(|(angle, order)| (angle.0, *order)).map_or(0, |o| o.1);
    let formation = world.formation(group).turned(|_| Facing::Front);
    match best {
        0 => {
            let about = about(&formation, world[group].status);
            let body = body.turned_about(&grid_of(scale, &about, Um::ZERO));
            (about, body)
        }
        1 => {
            let body = world.laid_out_as(group, &formation);
            (formation, body)
        }
        side => {
            let start = world.start_of(group);
            let profiles = world.profiles(group);
            let width = formation.files().map(|f| formation.file_depth(f)).max().unwrap_or(1);
            let options = rearrangements(&world.nature(group, &start), world.formation(group), width);
            let turned = options.into_iter().next().unwrap_or_else(|| {
                let block = Formation::block(&profiles, width);
                if world.hand_where_equal() == Hand::Right { block.mirrored() } else { block }
            });
            // Turned left, the right side becomes the rear.
            let from = if side == 2 { Hand::Right } else { Hand::Left };
            let body = body.turned_from(from, &grid_of(scale, &turned, Um::ZERO));
            (turned, body)
        }
    }
}

/// The formation seen from behind: files from the other hand, the rear rank in front. Only tercios keep their gaps.
#[must_use]
pub fn about(formation: &Formation, status: Status) -> Formation {
    let files: Vec<u8> = formation.files().collect();
    let last_rank = formation.placed().map(|p| p.at.rank).max().unwrap_or(0);
    let mut placed: Vec<Placed> = Vec::new();
    for (number, file) in (0u8..).zip(files.iter().rev()) {
        let bases: Vec<&Placed> = formation.file(*file).rev().collect();
        for (place, base) in (0u8..).zip(bases) {
            let rank = match status {
                Status::EarlyTercio | Status::LaterTercio => last_rank - base.at.rank,
                _ => place,
            };
            placed.push(Placed {
                at: Position { file: number, rank },
                facing: Facing::Front,
                base: base.base,
            });
        }
    }
    Formation::try_from(placed).unwrap_or_else(|_| formation.clone())
}

const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// A path over slower ground: at its pace, or, for those who have gone further when they come to it, to its edge.
#[must_use]
pub fn slowed(world: &World, group: GroupId, path: Path, pace: impl Fn(&Path) -> Um) -> Path {
    let full = path.spent();
    let slow = pace(&path);
    if slow >= full {
        return path;
    }
    let stands_in = |p: &crate::field::Piece| world.rects(group).iter().any(|r| p.has_part_of(r));
    // The nearest ground on the way that slows it below what it has gone by then.
    let mut entries: Vec<Path> = world
        .field
        .terrain
        .pieces
        .iter()
        .filter(|p| !stands_in(p))
        .filter_map(crate::field::Piece::outline)
        .filter_map(|o| path.first_entry(o))
        .map(|entry| path.cut(entry.leg, entry.met.after, MEASURE))
        .collect();
    entries.sort_by_key(Path::spent);
    for edge in entries {
        // As far as that edge the pace may be good; beyond it the pace is that of all the ground entered by then.
        if edge.spent() > slow && pace(&edge) >= edge.spent() {
            let beyond = shortened(&path, edge.spent() + caracole_plane::CONTACT_TOLERANCE * 4);
            if pace(&beyond) <= edge.spent() {
                return edge;
            }
        }
    }
    shortened(&path, slow)
}

/// The path with its last advance cut so that it spends no more than this; wheels before it stand.
fn shortened(path: &Path, to: Um) -> Path {
    let excess = (path.spent() - to).or_zero();
    let last = path.legs().count().saturating_sub(1);
    match path.legs().last() {
        Some((_, Motion::Slide { distance, .. })) => {
            path.cut(last, Extent::Distance((*distance - excess).or_zero()), MEASURE)
        }
        _ => path.clone(),
    }
}
