//! Charges: whom they may be made on, where they may go, and what they do on contact.

use crate::battle::charge::approach::Met;
use crate::battle::charge::plan::Planned;
use crate::battle::charge::{Charge, Wheel};
use crate::battle::world::{BaseId, GroupId, World};
use caracole_kernel::Refusal;
use caracole_ledger::RuleId;
use caracole_plane::Um;
use smallvec::SmallVec;

/// What becomes of a battle group that is charged, before contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Charged {
    /// Nothing.
    Stands,
    /// It tests its cohesion at once.
    Tests,
    /// It breaks at once.
    Breaks,
}

/// What contact by a flank or rear charge does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlankContact {
    /// It does no harm.
    Nothing,
    /// One cohesion level is lost, once a turn.
    Drop(RuleId),
    /// The battle group is destroyed.
    Destroyed,
}

/// A charge that troops make against the will of their player.
#[derive(Clone, Debug, PartialEq)]
pub struct Rash {
    /// The charge; its tests are the rules by which it is made.
    pub charge: Charge,
    /// Its move as things stand.
    pub planned: Planned,
}

/// What a charge that leads through friends does to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bursting {
    /// They drop a level and are set back: who, by how much.
    Through {
        /// Those burst through.
        friends: Vec<GroupId>,
        /// Everybody who is moved straight back, and how far.
        set_back: Vec<(GroupId, Um)>,
        /// Why they drop.
        why: RuleId,
    },
    /// They cannot be set back: the chargers stay where they are and drop a level.
    NoRoom(RuleId),
}

/// Something for which a flank is threatened.
#[derive(Clone, Copy, Debug)]
pub struct FlankThreat {
    /// The rule that says so.
    pub rule: RuleId,
    /// What it is, in a few words.
    pub words: &'static str,
    /// Whether it threatens a battle group.
    pub threatens: fn(&World, GroupId) -> bool,
}

/// Bases of chargers with the enemy bases that they would fight.
pub type FightingBases<'a> = &'a [(BaseId, BaseId)];

/// Charges.
pub trait Charging {
    /// What bars a battle group from charging besides what bars it in any book.
    fn bars_to_charging(&self, world: &World, group: GroupId) -> Result<(), Refusal>;

    /// What stands against charging a target, of which these bases would be contacted; adds the tests that it takes.
    fn check_target(
        &self,
        world: &World,
        group: GroupId,
        target: (GroupId, &[BaseId]),
        met: Met,
        tests: &mut Vec<RuleId>,
    ) -> Result<(), Refusal>;

    /// The tests that a charge takes whomever it is directed at.
    fn tests_of_its_own(&self, world: &World, group: GroupId) -> Vec<RuleId>;

    /// Whether a wheel costs a charge no strength, compared with charging straight ahead.
    fn check_strength(
        &self,
        world: &World,
        ahead: FightingBases<'_>,
        wheeled: FightingBases<'_>,
    ) -> Result<(), Refusal>;

    /// How far a charge may wheel, measured at the moving corner, even past the place where it meets enemy who could
    /// evade; none if it may not.
    fn wheel_after_evaders(&self, world: &World) -> Option<Um>;

    /// From how many movement units works that are defended may be charged over; none if from anywhere.
    fn charges_over_works_from(&self) -> Option<i32>;

    /// Whether a file may drop back, where the whole battle group gets no further than this.
    fn contracts(&self, world: &World, group: GroupId, whole: &Result<Planned, Refusal>) -> bool;

    /// Whether a file may drop back because the charge would end on ground that severely disorders some of it.
    fn contracts_to_keep_order(&self, _: &World, _: GroupId, _whole: &Planned) -> bool {
        false
    }

    /// Whether the enemy camp may be charged.
    fn charges_camps(&self) -> bool;

    /// Whether a base is held to its front by enemies other than these chargers, so that its side or rear is no target
    /// of a plain charge and does not turn.
    fn is_held_to_front(
        &self,
        world: &World,
        target: GroupId,
        base: BaseId,
        charger: Option<GroupId>,
    ) -> bool;

    /// Completes the bases of a target that turn to face a charger in flank or rear: those contacted, and those of them
    /// that nobody holds to their front.
    fn also_turn(
        &self,
        world: &World,
        groups: (GroupId, GroupId),
        met: Met,
        bases: (&[BaseId], &mut SmallVec<[BaseId; 4]>),
    );

    /// Whether the bases of a column with a kink have each a front of their own for charges in flank or rear.
    fn judges_kinks_apart(&self) -> bool;

    /// What contact by a flank or rear charge does to a target.
    fn flank_contact(&self, world: &World, charger: GroupId, target: GroupId) -> FlankContact;

    /// What becomes of a fragmented battle group by being charged.
    fn fragmented_and_charged(&self, world: &World, group: GroupId, charges: &[Charge]) -> Charged;

    /// The charge that a battle group without orders makes unless it passes a test to hold back; none if it need not
    /// test.
    fn rash_charge(&self, _: &World, _: GroupId) -> Option<Rash> {
        None
    }

    /// The friends whom a charge does not go round.
    fn charged_through(&self, _: &World, _: &Charge) -> Vec<GroupId> {
        Vec::new()
    }

    /// What a charge does to the friends through whom it leads; nothing if it leads through none.
    fn bursting(&self, _: &World, _: &Charge, _: Option<Wheel>, _: &Planned) -> Option<Bursting> {
        None
    }

    /// The battle groups that chargers ride down where they come upon them: they are destroyed, and the charge goes on.
    fn ridden_down(&self, _: &World, _: GroupId, _: &Planned) -> Vec<GroupId> {
        Vec::new()
    }

    /// Whether the flanks of a battle group can be threatened at all.
    fn minds_its_flanks(&self, world: &World, group: GroupId) -> bool;

    /// What threatens a flank, the quickest to look at first.
    fn threats_to_flanks(&self) -> &'static [FlankThreat];
}
