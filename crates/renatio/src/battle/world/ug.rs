//! Units and their bases.

use super::CommanderId;
use crate::dice::Harm;
use crate::troops::{Arm, Extra, Form, Profile, Set, Shape, TroopType};
use caracole_document::words;
use caracole_kernel::Side;
use caracole_ledger::enforces;
use caracole_plane::Um;
use caracole_tabletop::{BaseId, BaseState, Facing, Measures, OwnsBases, Sizes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number of a unit (UG).
pub use caracole_tabletop::GroupId as UgId;

words! {
    /// Figures on a base, where a formation has different ones.
    Figures {
        /// As the unit.
        Plain = "plain",
        /// Pikes.
        Pike = "pike",
        /// Shot.
        Shot = "shot",
    }
}

/// What a base is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaseKind {
    /// Its arm, which gives it its depth.
    pub arm: Arm,
    /// Its figures.
    pub figures: Figures,
}

words! {
    /// Whether a unit is in the battle.
    Presence {
        /// On the table.
        OnTable = "on_table",
        /// Broken and removed.
        Broken = "broken",
        /// Still to be deployed.
        ToDeploy = "to_deploy",
        /// Broken, but its rout move is still to come.
        Routing = "routing",
        /// In ambush.
        Hidden = "hidden",
        /// On a flank march, off the table.
        Marching = "marching",
        /// It was not brought on with its flank march: lost, but not broken.
        Straggled = "straggled",
    }
}

words! {
    /// What a unit has done in this turn, as far as later rules ask.
    Deed {
        /// It charged.
        Charged = "charged",
        /// It made a counter-charge.
        CounterCharged = "counter_charged",
        /// It made an intercept.
        Intercepted = "intercepted",
        /// It pursued.
        Pursued = "pursued",
        /// It made a Run Away or Skirmish response.
        Evaded = "evaded",
        /// It ran away.
        RanAway = "ran_away",
        /// Its Forced Charge was stopped.
        Held = "held",
        /// It stood and shot at chargers.
        StoodAndShot = "stood_and_shot",
        /// It has answered the charges on it.
        Answered = "answered",
    }
}

/// BW by which a unit is slowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Slow {
    /// By fire: until it moves, or to the End of Turn Phase.
    pub fire: u8,
    /// By a KaB test: to the End of Turn Phase.
    pub kab: u8,
}

impl Slow {
    /// Both together.
    pub const fn total(self) -> u8 {
        self.fire.saturating_add(self.kab)
    }
}

/// A unit: a UG of battle troops or skirmishers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ug {
    /// Whose.
    pub side: Side,
    /// Its place in the army's list, every unit counted by itself.
    pub listed: u8,
    /// Whose command it belongs to.
    pub command: CommanderId,
    /// What it is now.
    pub profile: Profile,
    /// The formation that it is in.
    pub form: Form,
    /// Whether its riders have dismounted.
    pub dismounted: bool,
    /// Its first base.
    pub first_base: u16,
    /// How many bases it began with.
    pub base_count: u8,
    /// Whether it is in the battle.
    pub presence: Presence,
    /// Whether it carries a wound.
    pub wound: bool,
    /// How it is slowed.
    pub slow: Slow,
    /// It has used its one action of the turn.
    pub acted: bool,
    /// What it has done in this turn.
    pub deeds: Set<Deed>,
    /// What of it has shot in this turn.
    pub fired: Fired,
    /// Its caltrops lie or its stakes stand before it.
    pub obstacles: bool,
    /// It stands in square.
    pub square: bool,
    /// It lay in ambush and has not moved since.
    pub sprung: bool,
}

/// What of a unit has shot in this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fired {
    /// Files that shot, one bit for each by its number.
    pub files: u32,
    /// Bases that shot to the front, right, rear and left.
    pub bases: [u8; 4],
    /// Regimental guns and Platoon Fire that shot.
    pub extras: Set<Extra>,
}

impl Fired {
    /// Whether a file has shot.
    pub fn has(&self, file: u8) -> bool {
        self.files & Self::bit(file) != 0
    }

    /// A file shoots with so many bases.
    pub fn note(&mut self, file: u8, side: Facing, bases: u8) {
        self.files |= Self::bit(file);
        let to = &mut self.bases[side as usize];
        *to = to.saturating_add(bases);
    }

    fn bit(file: u8) -> u32 {
        1u32.checked_shl(u32::from(file)).unwrap_or(0)
    }
}

impl Ug {
    /// Whether it moves, fights and shoots as a SuG.
    pub fn acts_as_sug(&self) -> bool {
        self.profile.acts_as_sug(self.form)
    }

    /// Its troop type now.
    pub fn troop_type(&self) -> TroopType {
        self.profile.troop_type(self.dismounted)
    }

    /// Foot that acts as a SuG.
    pub fn is_foot_sug(&self) -> bool {
        self.acts_as_sug() && self.troop_type() == TroopType::Foot
    }

    /// Whether it charged, counter-charged or intercepted in this turn.
    pub fn has_charged(&self) -> bool {
        self.deeds.has_any(&[Deed::Charged, Deed::CounterCharged, Deed::Intercepted])
    }

    /// Keils, Late Keils and Tercios.
    pub fn is_double(&self) -> bool {
        matches!(self.profile.shape, Shape::Keil | Shape::LateKeil | Shape::Tercio)
    }

    /// What it has lost, when so many of its bases are left.
    pub fn harm(&self, left: usize) -> Harm {
        let left = u8::try_from(left).unwrap_or(u8::MAX);
        Harm::of(self.base_count.saturating_sub(left), self.wound)
    }
}

impl OwnsBases for Ug {
    fn stretch(&self) -> (u16, u8) {
        (self.first_base, self.base_count)
    }

    fn set_stretch(&mut self, first: u16, count: u8) {
        (self.first_base, self.base_count) = (first, count);
    }
}

/// The size of a base width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// One base width (BW).
    pub width: Um,
}

/// The size of a world just read from a snapshot, until its scenario says which it is.
impl Default for Measured {
    fn default() -> Self {
        Measured { width: Um::from_mm(40) }
    }
}

impl Sizes<BaseKind> for Measured {
    fn width(&self) -> Um {
        enforces!("RETG-ARMY-001", "RETG-ARMY-002");
        self.width
    }

    fn depth(&self, base: &BaseKind) -> Um {
        match base.arm {
            Arm::Foot => self.width.half(),
            // 30 mm at 40 mm, 40 mm at 60 mm.
            Arm::Mounted | Arm::Dragoons if self.width >= Um::from_mm(60) => self.width * 2 / 3,
            Arm::Mounted | Arm::Dragoons => self.width * 3 / 4,
            Arm::LightArtillery | Arm::MediumArtillery | Arm::HeavyArtillery | Arm::Elephants => self.width,
            Arm::Battlewagon => self.width * 2,
        }
    }
}

impl Measures<Ug, BaseKind> for Measured {
    type Note = ();

    fn lead(&self, _: &Ug) -> Um {
        Um::ZERO
    }

    fn held_ahead(&self, _: &Ug, _: &[(BaseId, &BaseState<BaseKind>)]) -> Option<BaseId> {
        None
    }

    fn note(&self, _: &[BaseKind]) {}
}
