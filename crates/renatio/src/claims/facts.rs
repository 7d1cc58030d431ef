//! What a claim looks at: one file as it meets another.

use crate::charts::{Hampered, Works};
use crate::troops::{Armour, Form, Profile, TroopType};

/// The edge by which a file meets its opponent in one fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Its front; for troops without flank and rear every edge.
    Front,
    /// A flank.
    Flank,
    /// Its rear.
    Rear,
}

/// Whether the file is part of a camp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CampFacts {
    /// It is not.
    #[default]
    None,
    /// It is part of a camp.
    Plain,
    /// It is part of a Fortified camp.
    Fortified,
}

/// One file as it meets another in one fight.
#[derive(Clone, Copy, Debug)]
pub struct FileFacts<'p> {
    /// Its troops.
    pub profile: &'p Profile,
    /// Their formation now.
    pub form: Form,
    /// They have dismounted.
    pub dismounted: bool,
    /// Bases of the file that lend their weapons to this fight.
    pub ranks: u8,
    /// The edge by which it meets the opponent.
    pub edge: Facing,
    /// It charged, counter-charged or intercepted in this Charge Phase.
    pub charged: bool,
    /// It was judged to charge into flank or rear when it was moved.
    pub flank_charge: bool,
    /// It stands higher than the opponent.
    pub uphill: bool,
    /// A Commander fights in its front rank.
    pub commander: bool,
    /// What the going does to it and to the ranks that support it.
    pub hampered: Hampered,
    /// All its bases stand entirely in good going.
    pub good_going: bool,
    /// Its unit is Nervous where it stands.
    pub nervous: bool,
    /// It belongs to an Unreliable ally.
    pub unreliable: bool,
    /// The works that it defends against this opponent.
    pub behind: Option<Works>,
    /// Stakes stand before it.
    pub stakes: bool,
    /// Caltrops lie before it.
    pub caltrops: bool,
    /// It stood and shot in this Charge Phase.
    pub stood_and_shot: bool,
    /// Live Shatters next to it, of its own side.
    pub shatters: u8,
    /// Live Shoves next to it, of its own side.
    pub shoves: u8,
    /// Whether it is part of a camp.
    pub camp: CampFacts,
    /// It is in square.
    pub square: bool,
}

impl<'p> FileFacts<'p> {
    /// A file on open ground that meets its opponent frontally and has nothing special.
    pub fn plain(profile: &'p Profile, ranks: u8) -> Self {
        FileFacts {
            profile,
            form: profile.forms()[0],
            dismounted: false,
            ranks,
            edge: Facing::Front,
            charged: false,
            flank_charge: false,
            uphill: false,
            commander: false,
            hampered: Hampered::None,
            good_going: true,
            nervous: false,
            unreliable: false,
            behind: None,
            stakes: false,
            caltrops: false,
            stood_and_shot: false,
            shatters: 0,
            shoves: 0,
            camp: CampFacts::None,
            square: false,
        }
    }

    /// Its troop type.
    pub fn troop_type(&self) -> TroopType {
        self.profile.troop_type(self.dismounted)
    }

    /// Whether it is of this troop type.
    pub fn is_type(&self, troop_type: TroopType) -> bool {
        self.troop_type() == troop_type
    }

    /// Whether it fights as skirmishers.
    pub fn skirmishes(&self) -> bool {
        self.profile.acts_as_sug(self.form)
    }

    /// Its armour; that of a camp stands in the charts.
    pub fn armour(&self, of_camps: Armour) -> Armour {
        match self.camp {
            CampFacts::None => self.profile.armour(),
            CampFacts::Plain | CampFacts::Fortified => of_camps,
        }
    }

    /// Whether an attack on this edge counts as frontal: the unit has no flank there.
    pub fn has_no_flank(&self, edge: Facing) -> bool {
        self.square
            || self.camp != CampFacts::None
            || crate::formation::has_no_flank(self.profile.shape, edge)
    }

    /// The works that hamper this attacker, if any.
    pub fn works_against(&self, attacker: &FileFacts<'_>) -> Option<Works> {
        let mounted = attacker.is_type(TroopType::Mounted);
        match (self.behind, self.camp) {
            (Some(works), _) => Some(works),
            (None, CampFacts::Fortified) => Some(Works::FortifiedCamp),
            _ if self.is_type(TroopType::Battlewagons) => Some(Works::Battlewagon),
            _ if self.stakes && mounted && self.edge == Facing::Front => Some(Works::Stakes),
            _ => None,
        }
    }
}
