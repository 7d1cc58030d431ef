//! A battle group as combat and tests see it: bases in files, and the facts that the rules ask about.

use crate::formation::{FileForHits, bases_for_hits};
use crate::troops::{
    BaseProfile, Book, Capabilities, Capability, Cohesion, Disorder, Quality, TroopType, is_steady,
    rulebook_words, shock_base_ancients,
};
use caracole_kernel::Side;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The most files, and the most bases in a file, that a battle group can have.
pub const MOST_BASES: usize = 16;

/// A base in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Base {
    /// What it is.
    pub profile: BaseProfile,
    /// Disorder of this base by terrain or beasts.
    pub disorder: Disorder,
}

rulebook_words! {
    /// Which way a file faces, from where its battle group faces.
    Facing, "facing" {
        /// The front of the battle group.
        Front = "front",
        /// Turned to the left.
        Left = "left",
        /// Turned to the right.
        Right = "right",
        /// Turned about.
        Rear = "rear",
    }
}

rulebook_words! {
    /// Whether a file is protected (fogr).
    Protection, "protection" {
        /// As the neighbouring files of its own battle group decide.
        ByFormation = "by_formation" | "by neighbours",
        /// Protected by something else: commanded shot beside it, a village, enclosed fields.
        Protected = "protected",
        /// Not protected whatever its neighbours: out of contact with them.
        Unprotected = "unprotected",
    }
}

/// One file: the front base first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct File {
    /// The bases, front to rear.
    pub bases: SmallVec<[Base; 4]>,
    /// Which way it faces.
    pub facing: Facing,
    /// What protects it.
    pub protection: Protection,
    /// Fogr: the base of its second rank, which fights to a flank, as a file of its own: here it counts as a rank only.
    #[serde(default)]
    pub aside: Option<BaseProfile>,
}

impl File {
    /// A file facing front.
    pub fn new(bases: impl IntoIterator<Item = Base>) -> Self {
        File {
            bases: bases.into_iter().collect(),
            facing: Facing::Front,
            protection: Protection::ByFormation,
            aside: None,
        }
    }

    /// The bases in their ranks, front to rear, one that fights to a flank among them.
    pub fn in_ranks(&self) -> impl Iterator<Item = BaseProfile> + Clone + '_ {
        let first = self.bases.iter().take(1).map(|b| b.profile);
        let rest = self.bases.iter().skip(1).map(|b| b.profile);
        first.chain(self.aside).chain(rest)
    }

    /// The front base; a file that has lost all its bases has none.
    pub fn front(&self) -> Option<&Base> {
        self.bases.first()
    }

    /// How many bases from the front have the capability without a gap.
    pub fn ranks_of(&self, capabilities: Capabilities) -> usize {
        self.in_ranks().take_while(|b| b.capabilities.has_any(capabilities)).count()
    }
}

rulebook_words! {
    /// Formations that rules of combat and tests name.
    Formation, "formation" {
        /// Nothing that these rules name.
        Plain = "plain" | "other" | "rectangle",
        /// Fogr: keil.
        Keil = "keil",
        /// Fogr: early tercio.
        EarlyTercio = "early_tercio",
        /// Fogr: later tercio.
        LaterTercio = "later_tercio",
        /// Fogr: Swedish brigade.
        SwedishBrigade = "swedish_brigade",
        /// Fogr: square.
        Square = "square",
        /// Fogam: orb.
        Orb = "orb",
        /// One base wide.
        Column = "column",
    }
}

rulebook_words! {
    /// Grade of a commander.
    Grade, "grade of commander" {
        /// Troop commander.
        Troop = "troop" | "troop commander" | "TC",
        /// Field commander.
        Field = "field" | "field commander" | "FC",
        /// Fogr great commander, fogam inspired commander.
        Great = "great" | "great commander" | "GC" | "inspired" | "inspired commander" | "IC",
    }
}

rulebook_words! {
    /// Where a commander in line of command is, seen from a battle group.
    CommanderPlace, "place of the commander" {
        /// Fighting in the front rank of this battle group.
        FrontRank = "front_rank",
        /// With this battle group.
        With = "with",
        /// In command range, with another or on his own, and free to influence it.
        InRange = "in_range",
    }
}

/// The commander who can affect a battle group most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    /// His grade.
    pub grade: Grade,
    /// Where he is.
    pub place: CommanderPlace,
    /// Whether he commands the whole army.
    pub in_chief: bool,
}

rulebook_words! {
    /// Whether a battle group is in close combat.
    Engaged, "state of engagement" {
        /// Not in close combat.
        No = "no",
        /// Only as an overlap.
        OverlapOnly = "overlap_only" | "overlap",
        /// In close combat.
        Yes = "yes",
    }
}

rulebook_words! {
    /// Whether enemy in melee with a battle group face it from one direction or more.
    Directions, "number of directions" {
        /// One direction.
        One = "one",
        /// Two or more, none of them its rear.
        Two = "two",
        /// Two or more, one of them its rear when contact was made.
        TwoWithRear = "two_with_rear" | "two and rear",
    }
}

/// A battle group: its bases and every fact about the whole of it that these rules depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    /// Whose it is.
    pub side: Side,
    /// Files from left to right. A file that lost all its bases stays, empty, so that numbers keep their meaning.
    pub files: SmallVec<[File; 6]>,
    /// Bases it began the battle with.
    pub bases_at_start: u8,
    /// Cohesion level.
    pub cohesion: Cohesion,
    /// Formation.
    pub formation: Formation,
    /// The commander who can affect it.
    pub commander: Option<Commander>,
    /// Fogr: whether it has a regimental gun.
    pub regimental_gun: bool,
    /// The file that its gun joins at impact, where the owner has chosen between two equally near the middle.
    #[serde(default)]
    pub gun_file: Option<u8>,
    /// The enemy against whom it gives up dice first, where its owner has chosen between equal claims.
    #[serde(default)]
    pub gives_up: Option<u8>,
    /// Fogr: captured or recaptured artillery.
    pub captured: bool,
    /// It broke, or was captured, earlier in this phase, and those who see that have not tested yet.
    pub unseen_loss: bool,
    /// Whether it is in close combat: a fight's duels make it so; this tells of enemy that the fight leaves out.
    pub engaged: Engaged,
    /// Whether it fights enemy in two directions.
    pub directions: Directions,
    /// Foot battle troops with a threatened flank.
    pub threatened_flank: bool,
    /// Supported (fogr) or with rear support (fogam).
    pub supported: bool,
    /// Whether losing it matters to friends of which group: the others within sight of it.
    pub near: SmallVec<[u8; 4]>,
    /// Fogam: the groups whose commander's loss it would see: in his line of command and within 3 MU, 6 of a C-in-C.
    pub near_commander: SmallVec<[u8; 4]>,
    /// Fogam: whether its commander is depicted on an elephant, as some army lists say.
    pub commander_on_elephant: bool,
    /// Fogam: whether its mounted lancers are shock troops, which its first composition decides for ever.
    pub lancers_are_shock: bool,
}

impl Group {
    /// A steady battle group of these files, alone in the open.
    pub fn new(side: Side, files: impl IntoIterator<Item = File>) -> Self {
        let files: SmallVec<[File; 6]> = files.into_iter().collect();
        let bases = files.iter().map(|f| f.bases.len()).sum::<usize>();
        let start: SmallVec<[BaseProfile; 16]> =
            files.iter().flat_map(|f| f.bases.iter()).map(|b| b.profile).collect();
        let lancers_are_shock =
            start.iter().filter(|b| b.is_lancers()).any(|b| shock_base_ancients(*b, &start));
        Group {
            side,
            files,
            bases_at_start: u8::try_from(bases).unwrap_or(u8::MAX),
            cohesion: Cohesion::Steady,
            formation: Formation::Plain,
            commander: None,
            regimental_gun: false,
            gun_file: None,
            gives_up: None,
            captured: false,
            unseen_loss: false,
            engaged: Engaged::No,
            directions: Directions::One,
            threatened_flank: false,
            supported: false,
            near: SmallVec::new(),
            near_commander: SmallVec::new(),
            commander_on_elephant: false,
            lancers_are_shock,
        }
    }

    /// Every base, file by file.
    pub fn bases(&self) -> impl Iterator<Item = &Base> + Clone {
        self.files.iter().flat_map(|f| f.bases.iter())
    }

    /// The profiles of all bases.
    pub fn profiles(&self) -> SmallVec<[BaseProfile; 16]> {
        self.bases().map(|b| b.profile).collect()
    }

    /// Bases left.
    pub fn size(&self) -> u8 {
        u8::try_from(self.bases().count()).unwrap_or(u8::MAX)
    }

    /// Quality, which all bases of a battle group share.
    pub fn quality(&self) -> Quality {
        self.bases().next().map_or(Quality::Average, |b| b.profile.quality)
    }

    /// Whether any base has the capability.
    pub fn any_has(&self, capability: Capability) -> bool {
        self.bases().any(|b| b.profile.has(capability))
    }

    /// Whether any base is of the type.
    pub fn any_is(&self, troop_type: TroopType) -> bool {
        self.bases().any(|b| b.profile.troop_type == troop_type)
    }

    /// Whether every base belongs to the arm that mounted troops are of in this book.
    pub fn is_mounted(&self, book: Book) -> bool {
        self.bases().next().is_some_and(|b| b.profile.is_mounted(book))
    }

    /// Whether its first base is foot; mixed groups are all foot or all mounted.
    pub fn is_foot(&self) -> bool {
        self.bases().next().is_some_and(|b| b.profile.is_foot())
    }

    /// The worst disorder of any base: what counts for tests.
    pub fn worst_disorder(&self) -> Disorder {
        self.bases().map(|b| b.disorder).max().unwrap_or(Disorder::None)
    }

    /// Whether this base is steady.
    pub fn is_steady(&self, base: &Base) -> bool {
        is_steady(self.cohesion, base.disorder)
    }

    /// Whether the whole group stands in a single rank.
    pub fn is_one_deep(&self) -> bool {
        self.files.iter().all(|f| f.bases.len() <= 1)
    }

    /// Its files as hits per bases count them.
    pub fn files_for_hits(&self) -> impl Iterator<Item = FileForHits> + Clone {
        // One that fights to a flank is one of the three of its file, and counts there.
        let most = |f: &File| if f.aside.is_some() { f.bases.len().min(2) } else { f.bases.len() };
        let file = move |f: &File| Some((f.front()?.profile.troop_type, most(f) as u16));
        self.files.iter().filter_map(file).map(|(front, bases)| FileForHits { front, bases })
    }

    /// Whether the group is of a formation.
    pub fn is_formed(&self, formation: Formation) -> bool {
        self.formation == formation
    }
}

/// Fogr: bases that count for hits per bases.
pub fn bases_counted(group: &Group) -> u16 {
    bases_for_hits(Book::Renaissance, group.files_for_hits())
}

/// Whether the hits reach one per `each` of the bases counted.
pub const fn reaches_hits_per(hits: u16, each: u16, bases: u16) -> bool {
    hits > 0 && hits * each >= bases
}
