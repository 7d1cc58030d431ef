//! Moves, complex move tests, second moves.

use crate::ancients::lines::is_led;
use crate::ancients::{self, Ancients, listed_difficulty, tests_for_every_move};
use crate::battle::customs::{Advancing, Manoeuvre, MoveTest};
use crate::battle::manoeuvre::{
    Action, Advance, Difficulty, Movers, Plan, Shift, Track, avoids_clipping, ends_in_overlap,
    is_needed_shift, keeps_clear_of_enemy,
};
use crate::battle::outcome::roster;
use crate::battle::position::command::{self, InRange};
use crate::battle::position::{contact, kinds};
use crate::battle::world::{GroupId, World};
use crate::combat::{Group, MoveKind, TestPurpose};
use crate::troops::TroopType;
use caracole_kernel::{Refusal, Tally};
use caracole_ledger::{RuleId, enforces, rule};
use caracole_plane::{CONTACT_TOLERANCE, Path, Um};

/// In a row of the table that the troops do not have.
fn not_theirs(groups: &[Group]) -> Refusal {
    let scythed = groups.iter().any(|g| g.any_is(TroopType::ScythedChariots));
    let (rule, problem) = match scythed {
        true => (rule!("FOGAM-MOVE-021"), "Scythed chariots only charge and advance"),
        false => (rule!("FOGAM-MOVE-025"), "These troops cannot make such a move"),
    };
    Refusal::new(rule, problem, "Choose another move.")
}

impl Manoeuvre for Ancients {
    fn move_test(&self, world: &World, groups: &[GroupId], purpose: TestPurpose) -> MoveTest {
        enforces!("FOGAM-MOVE-038");
        let tested: Vec<Group> = groups.iter().map(|&g| roster::without_surroundings(world, g)).collect();
        let tested: Vec<&Group> = tested.iter().collect();
        let commander = command::for_test(world, groups, InRange::Now);
        let to_hold_back = purpose == TestPurpose::HoldBack;
        let test = ancients::MoveTest { groups: &tested, commander, to_hold_back };
        let mut modifiers = Tally::new("modifiers");
        test.modifiers(&mut modifiers);
        MoveTest {
            rule: rule!("FOGAM-MOVE-032"),
            pool: test.roll(),
            modifiers,
            passes_on: test.passes_on(world.readings),
        }
    }

    fn difficulty(&self, world: &World, groups: &[GroupId], kind: MoveKind) -> Result<Difficulty, Refusal> {
        enforces!("FOGAM-MOVE-017", "FOGAM-MOVE-026", "FOGAM-SPECIAL-010");
        let all: Vec<Group> = groups.iter().map(|&g| roster::without_surroundings(world, g)).collect();
        if all.iter().any(|g| g.any_is(TroopType::HeavyArtillery)) {
            return Err(Refusal::new(
                rule!("FOGAM-MOVE-010"),
                "Heavy artillery can only pivot",
                "Pivot up to 1 MU, forwards or backwards.",
            ));
        }
        let led = is_led(world, groups);
        match all.iter().map(|g| listed_difficulty(g, kind, led)).max() {
            Some(ancients::Difficulty::Complex) => Ok(Difficulty::Complex),
            Some(ancients::Difficulty::Impossible) => Err(not_theirs(&all)),
            _ => Ok(Difficulty::Simple),
        }
    }

    fn difficulty_of_advance(
        &self,
        world: &World,
        groups: &[GroupId],
        advancing: Advancing<'_>,
    ) -> Result<Difficulty, Refusal> {
        enforces!("FOGAM-MOVE-027", "FOGAM-MANOEUVRE-057");
        let close = self.difficulty(world, groups, MoveKind::AdvanceCloseToEnemy)?;
        let free = || (advancing.clear)() || (advancing.full)() || (advancing.joins_melee)();
        Ok(if close == Difficulty::Simple || free() { Difficulty::Simple } else { close })
    }

    fn goes_with(&self, wheels: usize, difficulty: Difficulty) -> Result<(), Refusal> {
        if wheels <= 1 && difficulty == Difficulty::Simple {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-MOVE-025"),
            "The advance itself must be a simple one, with one wheel at most",
            "Advance straight ahead, or not at all.",
        ))
    }

    fn must_test(&self, world: &World, plan: &Plan) -> bool {
        plan.difficulty == Difficulty::Complex || self.always_test(world, &[plan.group])
    }

    fn always_test(&self, world: &World, groups: &[GroupId]) -> bool {
        enforces!("FOGAM-MOVE-022", "FOGAM-MANOEUVRE-051");
        groups.iter().any(|&g| tests_for_every_move(&roster::without_surroundings(world, g)))
    }

    fn shorter_by(&self, kind: MoveKind) -> Option<(RuleId, i32)> {
        match kind {
            MoveKind::ExpandAndAdvance | MoveKind::TurnAndAdvance => Some((rule!("FOGAM-MOVE-025"), 2)),
            _ => None,
        }
    }

    fn retires_by(&self) -> i32 {
        2
    }

    fn has_move(&self, action: &Action) -> Result<(), Refusal> {
        let (rule, problem) = match action {
            Action::ChangeFormation { .. } | Action::Unlimber | Action::ManWorks { .. } => {
                (rule!("FOGAM-MOVE-018"), "The table of moves has no such move")
            }
            Action::PickUpDefences => {
                (rule!("FOGAM-SPECIAL-028"), "Portable defences are not picked up again")
            }
            Action::Pivot { with_supporters: true, .. } => {
                (rule!("FOGAM-MOVE-010"), "Guns pivot on their own")
            }
            _ => return Ok(()),
        };
        Err(Refusal::new(rule, problem, "Choose another move."))
    }

    fn shift(&self, world: &World, group: GroupId, advance: &Advance, track: &Track) -> Result<(), Refusal> {
        let Some(Shift { by, .. }) = advance.shift else { return Ok(()) };
        if world[group].phase.moves > 0 || track.wheels > 1 || world[group].phase.reshaped {
            return Err(Refusal::new(
                rule!("FOGAM-MOVE-064"),
                "No shift goes with a second move, a double wheel, an expansion, a contraction or a turn",
                "Leave the shift out.",
            ));
        }
        let width = world.field.base_width();
        let small = by > Um::ZERO && by <= width.half() + CONTACT_TOLERANCE;
        let needed = || {
            ends_in_overlap(world, group, track)
                || avoids_clipping(world, group, advance, track)
                || stays_on_table(world, group, advance)
        };
        if small && needed() {
            enforces!("FOGAM-MOVE-061", "FOGAM-MOVE-062", "FOGAM-MOVE-063");
            return Ok(());
        }
        if by > Um::ZERO && by <= width + CONTACT_TOLERANCE && marches_straight(world, group, track) {
            return Ok(());
        }
        Err(Refusal::new(
            rule!("FOGAM-MOVE-060"),
            "A shift of a base width goes with the full distance straight ahead and no enemy close; one of half a base width serves to avoid clipping terrain, friends or the table edge, or to overlap",
            "Shift less, or leave the shift out.",
        )
        .length("distance", by.get()))
    }

    fn most_moves(&self, _: Movers) -> u8 {
        enforces!("FOGAM-MANOEUVRE-047");
        2
    }

    fn distance_from_enemy(&self, world: &World, enemy: GroupId, _: Movers) -> Option<i32> {
        enforces!("FOGAM-MANOEUVRE-048");
        Some(if kinds::is_light(world, enemy) { 3 } else { 5 })
    }

    fn distance_from_camp(&self, fortified: bool) -> i32 {
        if fortified { 5 } else { 3 }
    }

    fn distance_from_ambush(&self) -> i32 {
        enforces!("FOGAM-MANOEUVRE-052");
        5
    }

    fn is_after_routers(&self, world: &World, group: GroupId) -> bool {
        enforces!("FOGAM-MANOEUVRE-002", "FOGAM-TURN-012");
        let routers = world.enemies_of(group).filter(|&e| world[e].is_broken());
        routers.into_iter().any(|e| contact::touch(world, group, e))
    }
}

/// Whether the shift of an advance keeps it on the table and is no further than that needs.
fn stays_on_table(world: &World, group: GroupId, advance: &Advance) -> bool {
    let leaves = |unshifted: Result<Track, Refusal>| {
        unshifted.is_err_and(|refusal| refusal.rule == rule!("FOGAM-MOVE-107"))
    };
    is_needed_shift(world, group, advance, &leaves)
}

/// Whether an advance goes the full distance straight ahead and no enemy is close all the way.
fn marches_straight(world: &World, group: GroupId, track: &Track) -> bool {
    let full = world.field.mu(track.distance.total());
    let clear = |path: &Path| keeps_clear_of_enemy(world, group, path).is_ok();
    track.wheels == 0
        && track.path.spent() >= full - CONTACT_TOLERANCE
        && clear(&track.path)
        && clear(&Path::from(world.body(group)))
}
