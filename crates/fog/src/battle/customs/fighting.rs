//! Dice of combat and what they ask for.

use crate::battle::outcome::{Combat, LossCause, TestedFor};
use crate::battle::world::{GroupId, World};
use crate::battle::{Cx, Flow, Input};
use crate::combat::{Cause, Fight, Grade, Group, Muster, Readings, Toll, Volley};
use crate::troops::{BaseProfile, Quality, TroopType};
use caracole_kernel::{Refusal, Side, Tally, dice::Pool};
use caracole_plane::{BaseRect, Edge};
use smallvec::SmallVec;

/// A battle group whose cohesion is tested outside a combat.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'a> {
    /// Itself and whom it fights.
    pub fight: &'a Fight,
    /// Its place in the fight.
    pub index: u8,
    /// The commander who tries to bolster it, where one does.
    pub bolsterer: Option<Option<Grade>>,
    /// Its losses and cohesion now.
    pub toll: &'a Toll,
    /// Why it tests.
    pub cause: Cause,
    /// The readings in force.
    pub readings: Readings,
}

/// The arithmetic of combat.
pub trait Fighting {
    /// Goes on with the dice of a combat phase.
    fn combat(&self, cx: &mut Cx<'_>, combat: &mut Combat, input: Input) -> Flow;

    /// The dice of a fight, at their scores.
    fn muster(&self, fight: &Fight, readings: Readings) -> Muster;

    /// How the dice of a volley are shared among the files that shoot it, in sixths of a die.
    fn sixths_of_dice(&self, fight: &Fight, volley: &Volley, readings: Readings) -> SmallVec<[(u8, u32); 8]>;

    /// The enemies of a battle group among whom its owner chooses where it gives up dice; none if there is no choice.
    fn loss_choices(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 4]>;

    /// The files that a battle group's regimental gun may join.
    fn gun_files(&self, fight: &Fight, readings: Readings, index: u8) -> SmallVec<[u8; 2]>;

    /// Checks a pairing of bases in contact.
    fn check_pairing(&self, contacts: &[(u8, u8)], pairing: &[(u8, u8)]) -> Result<(), Refusal>;

    /// The modifiers of a cohesion test outside a combat.
    fn cohesion_modifiers(&self, tested: Tested<'_>, score: &mut Tally);

    /// Whether a very low score of such a test costs two levels.
    fn double_drop(&self, toll: &Toll, cause: Cause) -> bool;

    /// The die of an assault on a fortified camp; it reads 1 if the camp is sacked.
    fn camp_pool(&self, troop_type: TroopType, quality: Quality) -> Pool;

    /// Adds the facts of a battle group in a fight that only this book asks for.
    fn add_facts(&self, _: &World, _: GroupId, _: &mut Group) {}

    /// Whether guns are taken by those who touch them, and leave the fighting to foot behind them.
    fn guns_are_taken(&self) -> bool;

    /// Whether a base of the second rank that could not turn to a charge in flank fights to that flank.
    fn second_rank_fights_aside(&self) -> bool;

    /// The side that commits its commanders to the front rank first.
    fn commits_first(&self, active: Side) -> Side;

    /// Whether a commander may fight in the front rank of such a battle group.
    fn may_lead_in_front(&self, world: &World, group: GroupId) -> bool;

    /// Whether this base comes upon a camp in such a way that it attacks it.
    fn comes_upon_camp(&self, base: &BaseRect, camp: &BaseRect) -> bool;

    /// Whether a battle group that has come upon a fortified camp rolls to sack it.
    fn may_assault(&self, world: &World, group: GroupId) -> bool;

    /// Whether troops of this type can defend field fortifications or an obstacle.
    fn can_defend(&self, troop_type: TroopType) -> bool;

    /// Whether works are held by this edge of a base.
    fn defends_by(&self, edge: Edge) -> bool;

    /// How many bases of one battle group give rear support to another.
    fn supporting_bases(&self, world: &World, supporter: GroupId, group: GroupId) -> usize;

    /// The kinds of bases among which a loss falls; none if any base may go.
    fn kinds_lost(&self, world: &World, group: GroupId, cause: &LossCause) -> Option<Vec<BaseProfile>>;

    /// Whether a battle group minds the loss of the commander with another, as far as distance and command go, after the
    /// combat of a phase.
    fn minds_commander_of(&self, _: &World, _watcher: GroupId, _with: GroupId) -> bool {
        false
    }

    /// For what a battle group tests when a commander is lost with routers, if it minds.
    fn mourns(&self, world: &World, watcher: GroupId, with: GroupId) -> Option<TestedFor>;

    /// A battle group has fought the impact of its charge.
    fn has_charged(&self, _: &mut World, _: GroupId) {}

    /// A battle group has dropped back a base in its charge.
    fn has_dropped_back(&self, _: &mut World, _: GroupId) {}
}
