//! M1: flexible troops change formation, riders dismount, Pike & Shot drop their pikes.

use super::plan::{Plan, fresh};
use crate::battle::Switch;
use crate::battle::world::{Figures, Game, Ug, UgId, World};
use crate::charts::ActionCode;
use crate::troops::{Arm, Armour, Characteristic, Form, Order, Profile, Set, Shape, Training, Weapon};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, shortest_distance};

/// How far from the enemy a square is formed, in BW.
const FAR: i32 = 2;
/// The same for stakes.
const FAR_STAKES: i32 = 4;

/// What changes by M1.
pub fn plan(game: Game<'_>, side: Side, ug: UgId, to: Switch) -> Result<Plan, Refusal> {
    fresh(game, side, ug)?;
    let state = &game.world[ug];
    check(state, to).map_err(|refusal| refusal.piece("unit", ug.piece()))?;
    if to == Switch::Square {
        enforces!("RETG-GLOS-074");
        let enemies = game.rects_of(game.enemies_of(side));
        let near = shortest_distance(game.world.rects(ug), &enemies);
        if near.is_some_and(|near| near + CONTACT_TOLERANCE < game.bw(FAR)) {
            let problem = "A square is formed 2 BW or more from the enemy";
            return Err(Refusal::new(rule!("RETG-GLOS-074"), problem, "Keep the formation.")
                .piece("unit", ug.piece()));
        }
    }
    if to == Switch::Obstacles {
        check_obstacles(game, side, ug)?;
    }
    Ok(Plan { switch: Some(to), ..Plan::of(ActionCode::M1, &[ug]) })
}

/// Caltrops are placed 2 BW or more from enemy battle troops, stakes 4 BW or more from all enemy.
fn check_obstacles(game: Game<'_>, side: Side, ug: UgId) -> Result<(), Refusal> {
    enforces!("RETG-GLOS-019", "RETG-GLOS-086");
    let stakes = game.world[ug].profile.is(Characteristic::Stakes);
    let counts = |enemy: &UgId| stakes || !game.world[*enemy].acts_as_sug();
    let enemies = game.rects_of(game.enemies_of(side).into_iter().filter(counts));
    let near = shortest_distance(game.world.rects(ug), &enemies);
    let least = game.bw(if stakes { FAR_STAKES } else { FAR });
    if near.is_none_or(|near| near + CONTACT_TOLERANCE >= least) {
        return Ok(());
    }
    let rule = if stakes { rule!("RETG-GLOS-086") } else { rule!("RETG-GLOS-019") };
    let problem = "The enemy is too near to place obstacles";
    Err(Refusal::new(rule, problem, "Caltrops want 2 BW, stakes 4 BW.").piece("unit", ug.piece()))
}

fn check(ug: &Ug, to: Switch) -> Result<(), Refusal> {
    enforces!("RETG-MOVE-005", "RETG-GLOS-037", "RETG-GLOS-038", "RETG-GLOS-053");
    let rides = ug.profile.arm == Arm::Dragoons || ug.profile.is(Characteristic::Dismountable);
    let (fine, rule, problem) = match to {
        Switch::Form(form) => (
            ug.form != form && ug.profile.forms().contains(&form),
            rule!("RETG-MOVE-005"),
            "The unit cannot change to this formation",
        ),
        Switch::Dismount => (rides && !ug.dismounted, rule!("RETG-QRS-002"), "The unit cannot dismount"),
        Switch::Mount => (rides && ug.dismounted, rule!("RETG-QRS-002"), "The unit has not dismounted"),
        Switch::DropPikes => (
            ug.profile.shape == Shape::PikeAndShot,
            rule!("RETG-UNIV-007"),
            "Only Pike & Shot abandon their pikes",
        ),
        Switch::Square => (
            ug.profile.shape == Shape::PikeAndShot && !ug.square,
            rule!("RETG-GLOS-074"),
            "Only Pike & Shot form square, once",
        ),
        Switch::Obstacles => (
            !ug.obstacles
                && (ug.profile.is(Characteristic::Caltrops) || ug.profile.is(Characteristic::Stakes)),
            rule!("RETG-GLOS-019"),
            "The unit has no obstacles to place",
        ),
    };
    if fine {
        return Ok(());
    }
    Err(Refusal::new(rule, problem, "Choose another action."))
}

/// Pike & Shot without their pikes: musketeers, Formed, Loose, Unprotected, with what else they had.
fn without_pikes(profile: &Profile) -> Profile {
    enforces!("RETG-UNIV-007");
    let weapons = profile.weapons.iter().filter(|w| !matches!(w, Weapon::PikeAndShot | Weapon::Pike));
    let weapons: Vec<Weapon> = weapons.collect();
    Profile {
        training: Training::Formed,
        order: Order::Loose,
        armour: Armour::Unprotected,
        weapons: Set::of(&weapons),
        shape: Shape::OtherFoot,
        ..profile.clone()
    }
}

/// Carries it out.
pub fn carry_out(world: &mut World, ug: UgId, to: Switch) {
    match to {
        Switch::Form(form) => world[ug].form = form,
        Switch::Dismount => world[ug].dismounted = true,
        Switch::Mount => world[ug].dismounted = false,
        Switch::Square => world[ug].square = true,
        Switch::Obstacles => world[ug].obstacles = true,
        Switch::DropPikes => {
            let profile = without_pikes(&world[ug].profile);
            (world[ug].profile, world[ug].form) = (profile, Form::Loose);
            let bases: Vec<_> = world.all_base_ids(ug).collect();
            for base in bases {
                world[base].profile.figures = Figures::Plain;
            }
        }
    }
}
