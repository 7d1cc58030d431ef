//! Units and files as questions describe them.

use super::AskError;
use crate::charts::{Charts, Hampered, Works};
use crate::claims::{Facing, FileFacts};
use crate::dice::{Breaking, Harm};
use crate::odds::UnitState;
use crate::troops::{Form, Profile, Troops};
use caracole_document::words;
use caracole_kernel::Side;
use schemars::JsonSchema;
use serde::Deserialize;

words! {
    /// The edge by which a file fights.
    Edge {
        /// Its front.
        Front = "front",
        /// A flank.
        Flank = "flank",
        /// Its rear.
        Rear = "rear",
    }
}

/// A unit of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitWords {
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// What it is, as army files write it.
    pub troops: Troops,
    /// Bases that it has lost.
    #[serde(default)]
    pub lost: u8,
    /// It carries a wound.
    #[serde(default)]
    pub wound: bool,
}

impl UnitWords {
    /// Its losses and when it breaks.
    pub fn state(&self) -> UnitState {
        UnitState {
            bases: self.troops.bases,
            harm: Harm::of(self.lost, self.wound),
            breaking: Breaking::of(&self.troops.profile),
        }
    }
}

/// One file in a fight, and what its claims look at.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileSide {
    /// The name of its unit.
    pub unit: String,
    /// Its formation; the first that it can take if none is given.
    #[serde(default)]
    pub form: Option<Form>,
    /// Its riders have dismounted.
    #[serde(default)]
    pub dismounted: bool,
    /// Bases of the file; as many as its set formation has, or two.
    #[serde(default)]
    pub ranks: Option<u8>,
    /// The edge by which it fights.
    #[serde(default = "front")]
    pub edge: Edge,
    /// It charged, counter-charged or intercepted in this phase.
    #[serde(default)]
    pub charged: bool,
    /// It charged into flank or rear.
    #[serde(default)]
    pub flank_charge: bool,
    /// It stands higher.
    #[serde(default)]
    pub uphill: bool,
    /// A Commander fights in its front rank.
    #[serde(default)]
    pub commander: bool,
    /// What the going does to it.
    #[serde(default = "unhampered")]
    pub hampered: Hampered,
    /// It stands entirely in good going.
    #[serde(default = "yes")]
    pub good_going: bool,
    /// It is Nervous.
    #[serde(default)]
    pub nervous: bool,
    /// The works that it defends.
    #[serde(default)]
    pub behind: Option<Works>,
    /// Stakes stand before it.
    #[serde(default)]
    pub stakes: bool,
    /// Caltrops lie before it.
    #[serde(default)]
    pub caltrops: bool,
    /// It stood and shot at the chargers.
    #[serde(default)]
    pub stood_and_shot: bool,
    /// It is in square.
    #[serde(default)]
    pub square: bool,
}

const fn front() -> Edge {
    Edge::Front
}

const fn unhampered() -> Hampered {
    Hampered::None
}

const fn yes() -> bool {
    true
}

impl FileSide {
    /// The facts of the file.
    pub fn facts<'p>(&self, charts: &Charts, profile: &'p Profile) -> Result<FileFacts<'p>, AskError> {
        let deep = charts.formations.of(profile.shape).deep;
        let ranks = self.ranks.unwrap_or(if deep > 0 { deep } else { 2 });
        let mut facts = FileFacts::plain(profile, ranks);
        facts.form = form(profile, self.form)?;
        facts.dismounted = self.dismounted;
        facts.edge = match self.edge {
            Edge::Front => Facing::Front,
            Edge::Flank => Facing::Flank,
            Edge::Rear => Facing::Rear,
        };
        facts.charged = self.charged;
        facts.flank_charge = self.flank_charge;
        facts.uphill = self.uphill;
        facts.commander = self.commander;
        facts.hampered = self.hampered;
        facts.good_going = self.good_going;
        facts.nervous = self.nervous;
        facts.behind = self.behind;
        facts.stakes = self.stakes;
        facts.caltrops = self.caltrops;
        facts.stood_and_shot = self.stood_and_shot;
        facts.square = self.square;
        Ok(facts)
    }
}

/// The formation that troops are in.
pub(super) fn form(profile: &Profile, said: Option<Form>) -> Result<Form, AskError> {
    let can = profile.forms();
    let form = said.unwrap_or(can[0]);
    if can.contains(&form) {
        return Ok(form);
    }
    Err(AskError::new("these troops do not take this formation", "give one that they can take, or none"))
}
