//! Where a charge goes: one wheel, straight ahead to the first contact, files stepping forward.

use super::words::{Steps, Wheel};
use crate::renaissance::battle::position::{kinds, rates};
use crate::renaissance::battle::world::{BaseId, GroupId, World};
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{enforces, rule};
use caracole_plane::{
    Angle, BaseRect, CONTACT_TOLERANCE, Contact, Extent, FileStep, Group, Path, Um, WheelMeasure, contacts,
    first_within,
};

/// How wheels are measured: the straight line between start and end of the moving corner.
pub const MEASURE: WheelMeasure = WheelMeasure::Straight;

/// Bases that stand in the way, with whose they are.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The bases.
    pub bases: Vec<(GroupId, BaseId)>,
    /// Their measuring forms.
    pub rects: Vec<BaseRect>,
}

impl Standing {
    /// The bases of these battle groups.
    pub fn of(world: &World, groups: impl Iterator<Item = GroupId>) -> Self {
        let mut all = Standing::default();
        for group in groups {
            for base in world.base_ids(group) {
                all.bases.push((group, base));
                all.rects.push(world[base].base.rect());
            }
        }
        all
    }
}

/// A contact made by a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Index of the charging base, in the order of the formation.
    pub own: usize,
    /// The enemy battle group.
    pub enemy: GroupId,
    /// The enemy base.
    pub base: BaseId,
    /// How they touch, seen from the charger.
    pub contact: Contact,
    /// It was made by stepping forward.
    pub by_step: bool,
}

/// What ended a charge move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Contact with enemy.
    Enemy,
    /// Friends in the way.
    Friends,
    /// The edge of the table.
    TableEdge,
    /// Enemy that light troops may not charge.
    ShortOfEnemy,
    /// The end of the move.
    Distance,
}

/// A charge move worked out.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The body where it ends, files stepped.
    pub body: Group,
    /// The distance used, steps apart.
    pub spent: Um,
    /// The distance allowed.
    pub allowed: Tally,
    /// Legal contacts at the end: own front edge, or own front corner on an edge.
    pub touched: Vec<Touched>,
    /// The steps.
    pub steps: Vec<FileStep>,
    /// What ended it.
    pub halt: Halt,
    /// How much of the wheel was made when the first contact came, if it came in the wheel.
    pub met_in_wheel: Option<Angle>,
}

impl Planned {
    /// The enemy battle groups contacted, each once.
    #[must_use]
    pub fn enemies(&self) -> Vec<GroupId> {
        let mut all: Vec<GroupId> = self.touched.iter().map(|t| t.enemy).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// How many of the chargers' bases touch the enemy so that they will fight.
    #[must_use]
    pub fn fighting(&self) -> usize {
        let mut own: Vec<usize> = self.touched.iter().map(|t| t.own).collect();
        own.sort_unstable();
        own.dedup();
        own.len()
    }
}

/// The terms on which a charge is moved.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The change by a variable move.
    pub change: i32,
    /// Light troops halt 1 MU short of these.
    pub halt_before: Vec<GroupId>,
    /// Which files step forward.
    pub steps: Steps,
}

/// Works a charge move out from where everybody stands now.
pub fn charge_move(
    world: &World,
    group: GroupId,
    wheel: Option<Wheel>,
    terms: &Terms,
) -> Result<Planned, Refusal> {
    enforces!("FOGR-IMPACT-014", "FOGR-IMPACT-015", "FOGR-IMPACT-118", "FOGR-MOVE-102");
    let body = world.body(group);
    let files: Vec<u8> = world.bases_of(group).iter().map(|b| b.at.file).collect();
    let column =
        if kinds::is_column(world, group) { rates::ColumnUse::Column } else { rates::ColumnUse::None };
    let mut tally = rates::move_distance(world, group, &[], column)?;
    let found = Obstacles::of(world, group, terms);
    // Slower ground on the way shortens the move; what is then left of it may meet less of that ground.
    for _ in 0..8 {
        if terms.change != 0 {
            tally.add(rule!("FOGR-IMPACT-116"), "variable move", terms.change);
        }
        let allowed = world.field.mu(tally.total().max(0));
        let path = path_of(&body, wheel, allowed)?;
        let (cut, halt) = found.cut(world, &path);
        let ground = rates::kinds_on_path(world, &cut, &files);
        let slower = rates::move_distance(world, group, &ground, column)?;
        if slower.total() + terms.change >= tally.total() {
            let met_in_wheel = match (halt, wheel) {
                (Halt::Enemy, Some(_)) if cut.legs().count() == 1 => Some(cut.wheeled()),
                _ => None,
            };
            return Ok(found.arrived(world, group, &cut, halt, tally, met_in_wheel, terms));
        }
        tally = slower;
    }
    Err(Refusal::new(
        rule!("FOGR-IMPACT-014"),
        "the ground on the way leaves no distance for this charge",
        "Charge another way.",
    ))
}

fn path_of(body: &Group, wheel: Option<Wheel>, allowed: Um) -> Result<Path, Refusal> {
    let Some(wheel) = wheel else { return Ok(Path::from(body).advance(allowed)) };
    if wheel.by > Angle::QUARTER {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-015"),
            "a charge may wheel by 90 degrees at most",
            "Wheel less.",
        )
        .fact("millidegrees", wheel.by.millidegrees()));
    }
    let path = Path::from(body).wheel(wheel.hand, wheel.by, MEASURE);
    let left = allowed - path.spent();
    if left < -CONTACT_TOLERANCE {
        return Err(Refusal::new(
            rule!("FOGR-IMPACT-014"),
            "the wheel alone takes more than the move distance",
            "Wheel less.",
        )
        .fact("wheel in micrometres", path.spent().get())
        .fact("allowed in micrometres", allowed.get()));
    }
    Ok(path.advance(left.or_zero()))
}

struct Obstacles {
    enemies: Standing,
    friends: Vec<BaseRect>,
    unwanted: Vec<BaseRect>,
}

impl Obstacles {
    fn of(world: &World, group: GroupId, terms: &Terms) -> Self {
        let unwanted = Standing::of(world, terms.halt_before.iter().copied()).rects;
        Obstacles {
            enemies: Standing::of(world, world.enemies_of(group)),
            friends: world.friends_of(group).flat_map(|f| world.obstruction(f)).collect(),
            unwanted,
        }
    }

    /// The path as far as the first thing that ends it.
    fn cut(&self, world: &World, path: &Path) -> (Path, Halt) {
        let mut first: Option<((usize, Extent), Halt)> = None;
        let mut meet = |at: Option<(usize, Extent)>, halt: Halt| {
            if let Some(at) = at
                && first.is_none_or(|(before, _)| at < before)
            {
                first = Some((at, halt));
            }
        };
        // Of things met at one moment the enemy counts first.
        meet(path.first_contact(&self.enemies.rects).map(|h| (h.leg, h.met.after)), Halt::Enemy);
        meet(path.first_contact(&self.friends).map(|h| (h.leg, h.met.after)), Halt::Friends);
        meet(path.first_exit(&world.field.table).map(|e| (e.leg, e.met.after)), Halt::TableEdge);
        if !self.unwanted.is_empty() {
            let limit = world.field.mu(1);
            let short = path.legs().enumerate().find_map(|(leg, (body, motion))| {
                first_within(&body.rects(), motion, &self.unwanted, limit).map(|e| (leg, e))
            });
            meet(short, Halt::ShortOfEnemy);
        }
        match first {
            Some(((leg, after), halt)) => (path.cut(leg, after, MEASURE), halt),
            None => (path.clone(), Halt::Distance),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the facts of one arrival")]
    fn arrived(
        &self,
        world: &World,
        group: GroupId,
        cut: &Path,
        halt: Halt,
        allowed: Tally,
        met_in_wheel: Option<Angle>,
        terms: &Terms,
    ) -> Planned {
        let line = cut.end();
        let first = self.touched(line, &[]);
        let mut planned = Planned {
            body: line.clone(),
            spent: cut.spent(),
            allowed,
            touched: first,
            steps: Vec::new(),
            halt,
            met_in_wheel,
        };
        if planned.touched.is_empty() {
            return planned;
        }
        enforces!("FOGR-IMPACT-028", "FOGR-IMPACT-029", "FOGR-IMPACT-030", "FOGR-IMPACT-031");
        enforces!("FOGR-IMPACT-032", "FOGR-IMPACT-033", "FOGR-IMPACT-034", "FOGR-IMPACT-035");
        let met = planned.enemies();
        let declined = |g: GroupId| {
            terms.steps == Steps::NotIntoBattleTroops
                && kinds::is_light(world, group)
                && kinds::is_battle(world, g)
                && !met.contains(&g)
        };
        let (mut reached, mut others) = (Vec::new(), self.friends.clone());
        for ((g, _), rect) in self.enemies.bases.iter().zip(&self.enemies.rects) {
            if declined(*g) { others.push(*rect) } else { reached.push(*rect) }
        }
        let (stepped, steps) = line.step_forward(&reached, &others, world.field.mu(2));
        planned.touched = self.touched(&stepped, &steps);
        planned.body = stepped;
        planned.steps = steps;
        planned
    }

    /// The contacts that make a charge.
    fn touched(&self, body: &Group, steps: &[FileStep]) -> Vec<Touched> {
        enforces!("FOGR-IMPACT-012", "FOGR-IMPACT-013");
        let rects = body.rects();
        contacts(&rects, &self.enemies.rects)
            .filter(|m| m.contact.is_by_own_front())
            .filter_map(|m| {
                let (enemy, base) = *self.enemies.bases.get(m.their)?;
                let file = body.places.get(m.own)?.file;
                let by_step = steps.iter().any(|s| s.file == file);
                Some(Touched { own: m.own, enemy, base, contact: m.contact, by_step })
            })
            .collect()
    }
}
