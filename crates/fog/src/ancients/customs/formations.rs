//! Columns, turns, orb, guns and stakes.

use crate::ancients::Ancients;
use crate::battle::customs::Formations;
use crate::battle::manoeuvre::{Difficulty, FlankTurn, turned_about, turned_to};
use crate::battle::position::{kinds, restricted};
use crate::battle::world::{GroupId, Posture, World};
use crate::combat;
use crate::formation::{ColumnQuestion, Formation, counts_as_column, form_orb};
use crate::troops::TroopType;
use caracole_kernel::Refusal;
use caracole_ledger::{enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Edge, Hand, Um};

/// The files of an orb.
const ORB_FILES: usize = 2;

/// The last turn in which stakes go down: both sides have had three by then.
const LAST_TURN_FOR_STAKES: u16 = 6;

impl Formations for Ancients {
    fn is_column(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-BG-017");
        let formation = world.formation(group);
        if world[group].posture == Posture::Square || formation.width() != 1 {
            return false;
        }
        let start = world.start_of(group);
        counts_as_column(&world.nature(group, &start), formation, ColumnQuestion::Other)
    }

    fn width_after_turn(&self, world: &World, group: GroupId) -> Result<Vec<usize>, Refusal> {
        enforces!("FOGAM-MOVE-048", "FOGAM-MOVE-049");
        let bases = world.formation(group).len();
        let (depth, width) = (world.body(group).depth(), world.field.base_width());
        let covers =
            |files: usize| width * i32::try_from(files).unwrap_or(i32::MAX) + CONTACT_TOLERANCE >= depth;
        match (1..=bases).find(|&files| covers(files)) {
            Some(files) => Ok(vec![files]),
            None if kinds::is_all(world, group, TroopType::BattleWagons) => Err(Refusal::new(
                rule!("FOGAM-MOVE-049"),
                "Battle wagons with too few bases cannot turn",
                "Wheel instead.",
            )),
            None => Ok(vec![bases]),
        }
    }

    fn square(&self) -> combat::Formation {
        combat::Formation::Orb
    }

    fn form_square(&self, world: &World, group: GroupId) -> Result<World, Refusal> {
        enforces!("FOGAM-SPECIAL-030", "FOGAM-SPECIAL-031");
        let orb = to_preferred_hand(world, group, form_orb)?;
        let front = world.body(group).front_centre();
        let anchor = front.offset(-world.field.base_width(), Um::ZERO);
        Ok(world.supposing(|after| {
            after.reshape(group, &orb, anchor);
            after[group].posture = Posture::Square;
        }))
    }

    fn leave_square(&self, world: &World, group: GroupId, front: Edge, files: u8) -> Result<World, Refusal> {
        enforces!("FOGAM-SPECIAL-031");
        let block = to_preferred_hand(world, group, |now| Ok(Formation::block(&now.profiles(), ORB_FILES)))?;
        let anchor = world.anchor(group);
        let ahead = world.supposing(|after| {
            after[group].posture = Posture::Normal;
            after.reshape(group, &block, anchor);
        });
        let turned = match front {
            Edge::Front => ahead,
            Edge::Rear => turned_about(&ahead, group),
            Edge::Left => {
                return turned_to(&ahead, group, FlankTurn { hand: Hand::Left, files: Some(files) });
            }
            Edge::Right => {
                return turned_to(&ahead, group, FlankTurn { hand: Hand::Right, files: Some(files) });
            }
        };
        if usize::from(files) != turned.formation(group).width() {
            return Err(Refusal::new(
                rule!("FOGAM-SPECIAL-031"),
                "To its front or rear an orb opens in two files",
                "Leave it in two files.",
            )
            .fact("files", i32::from(files)));
        }
        Ok(turned)
    }

    fn may_shuffle(&self, world: &World, group: GroupId, over: Edge) -> Result<(), Refusal> {
        let rule = rule!("FOGAM-SPECIAL-032");
        if over.is_flank() {
            return Err(Refusal::new(
                rule,
                "An orb moves straight to its front or rear",
                "Move it to front or rear.",
            ));
        }
        let pinned = restricted::pinned_by(world, group);
        match pinned.iter().find(|&&e| kinds::is_battle(world, e)) {
            None => Ok(()),
            Some(enemy) => Err(Refusal::new(
                rule,
                "It is in the restricted area of enemy battle troops",
                "Leave it where it stands.",
            )
            .piece("enemy battle group", enemy.piece())),
        }
    }

    fn pivots(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MOVE-010");
        world.profiles(group).iter().any(|b| b.troop_type == TroopType::HeavyArtillery)
    }

    fn difficulty_of_pivot(&self, _: &World, _: GroupId) -> Result<Difficulty, Refusal> {
        Ok(Difficulty::Complex)
    }

    fn may_place_defences(&self, world: &World) -> Result<(), Refusal> {
        if world.turn.number <= LAST_TURN_FOR_STAKES {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-SPECIAL-024"),
            "Portable defences go down in the first three turns of their side",
            "Carry on without them.",
        ))
    }
}

/// Another formation of a battle group; a base that is left over stands at the preferred hand.
fn to_preferred_hand(
    world: &World,
    group: GroupId,
    form: impl Fn(&Formation) -> Result<Formation, Refusal>,
) -> Result<Formation, Refusal> {
    let now = world.formation(group);
    match world.hand_where_equal() {
        Hand::Left => form(now),
        Hand::Right => Ok(form(&now.mirrored())?.mirrored()),
    }
}
