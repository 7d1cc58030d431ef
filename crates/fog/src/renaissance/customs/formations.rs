//! Turns, squares, guns and defences.

use crate::battle::customs::Formations;
use crate::battle::manoeuvre::{Difficulty, choose, square};
use crate::battle::position::{defence, disorder, kinds};
use crate::battle::world::{GroupId, Posture, World};
use crate::combat::Formation;
use crate::field::Grade;
use crate::formation::may_form_square;
use crate::renaissance::Renaissance;
use crate::troops::{TroopType, is_mixed};
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{Edge, Um};

impl Formations for Renaissance {
    fn is_column(&self, world: &World, group: GroupId) -> bool {
        world[group].posture != Posture::Square && world.formation(group).width() == 1
    }

    fn width_after_turn(&self, world: &World, group: GroupId) -> Result<Vec<usize>, Refusal> {
        enforces!("FOGR-MOVE-053", "FOGR-MOVE-054", "FOGR-MOVE-055", "FOGR-MOVE-056");
        let formation = world.formation(group);
        let bases = formation.len();
        let foot_battle = kinds::is_foot(world, group) && kinds::is_battle(world, group);
        let column = formation.width() == 1;
        if foot_battle && !column {
            return Ok(vec![1]);
        }
        if foot_battle && is_mixed(&formation.profiles()) {
            let start = world.start_of(group);
            let nature = world.nature(group, &start);
            let widths = crate::battle::arrange::widths(&nature, &formation.profiles());
            return Ok(widths.into_iter().filter(|w| *w > 1).collect());
        }
        let (depth, width) = (world.body(group).depth(), world.field.base_width());
        let whole = usize::try_from((depth.get() + 50) / width.get().max(1)).unwrap_or(0);
        let exact =
            (depth - width * i32::try_from(whole).unwrap_or(0)).abs() <= caracole_plane::CONTACT_TOLERANCE;
        let wanted: Vec<usize> = match (exact, whole) {
            (true, n) => vec![n.max(1)],
            (false, 0) => vec![1],
            (false, n) => vec![n, n + 1],
        };
        if wanted.iter().all(|n| *n > bases) {
            if kinds::is_all(world, group, TroopType::BattleWagons) {
                return Err(Refusal::new(
                    rule!("FOGR-MOVE-056"),
                    "Battle wagons with too few bases cannot turn",
                    "Wheel instead.",
                ));
            }
            return Ok(vec![bases]);
        }
        Ok(wanted.into_iter().map(|n| n.min(bases)).collect())
    }

    fn square(&self) -> Formation {
        Formation::Square
    }

    fn form_square(&self, world: &World, group: GroupId) -> Result<World, Refusal> {
        enforces!("FOGR-SPECIAL-034");
        may_form_square(world.formation(group))?;
        Ok(world.supposing(|after| square::lay_out(after, group, world.body(group).front_centre())))
    }

    fn leave_square(&self, world: &World, group: GroupId, front: Edge, files: u8) -> Result<World, Refusal> {
        let rule = rule!("FOGR-SPECIAL-037");
        let shape = choose(world, group, usize::from(files), None, rule)?;
        let Some(ground) = square::ground(world, group) else {
            return Err(Refusal::new(rule, "It has no front", "Leave it in square."));
        };
        let width = world.field.base_width() * i32::from(files);
        let anchor = ground.fronting(front).front.offset(-width.half(), Um::ZERO);
        Ok(world.supposing(|after| {
            after[group].posture = Posture::Normal;
            after.arrange(group, &shape, anchor);
        }))
    }

    fn may_shuffle(&self, _: &World, _: GroupId, _: Edge) -> Result<(), Refusal> {
        Ok(())
    }

    fn pivots(&self, world: &World, group: GroupId) -> bool {
        let in_difficult = || {
            let under = |r| disorder::ground_under(world, r).any(|p| p.kind.grade() == Grade::Difficult);
            world.rects(group).iter().any(under)
        };
        let light = kinds::is_all(world, group, TroopType::LightArtillery);
        let moves_normally = world[group].posture == Posture::Limbered || (light && !in_difficult());
        kinds::is_artillery(world, group) && !moves_normally
    }

    fn difficulty_of_pivot(&self, world: &World, group: GroupId) -> Result<Difficulty, Refusal> {
        if defence::defends(world, group) {
            return Err(Refusal::new(
                rule!("FOGR-MOVE-041"),
                "Artillery that defends fortifications, an obstacle or a river bank does not pivot",
                "Leave it as it stands.",
            ));
        }
        let heavy = world.profiles(group).iter().any(|b| b.troop_type == TroopType::HeavyArtillery);
        Ok(if heavy { Difficulty::Complex } else { Difficulty::Simple })
    }

    fn may_place_defences(&self, _: &World) -> Result<(), Refusal> {
        Ok(())
    }
}
