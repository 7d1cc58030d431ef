//! Positions built in a few words, and battles played with literal dice.
#![allow(dead_code, unused_imports, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod impact;
pub mod listen;
pub mod mirror;
mod random;
pub mod recorded;
pub mod screen;
pub mod set_up;
pub mod steps;

pub use random::{Chance, play_randomly};

use caracole_fog::ancients::Ancients;
use caracole_fog::army::{
    Army, ArmyPermit, BaseCount, BattleGroup, Camp, Commander, CommanderLevel, CommanderRole, GroupPermit,
};
use caracole_fog::battle::{
    ArmyChoice, Decision, Event, Fog, GroupId, PlacedCommander, PlacedGroup, Played, Position, Request,
    Setup, StartFrom, World,
};
use caracole_fog::field::{Fortification, FortificationKind, Ground, Piece, Scale, TerrainKind};
use caracole_fog::formation::Formation;
use caracole_fog::renaissance::Renaissance;
use caracole_fog::troops::{Armour, Book, Capabilities, Capability, Cohesion, Quality, Training, TroopType};
use caracole_kernel::dice::{DiceSource, Scripted};
use caracole_kernel::{Awaiting, Battle, BySide, Refusal, Side, Step};
use caracole_plane::{Angle, Base, Point, Polygon, Pose};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// So many bases of a kind.
pub fn bases(count: u8, troop_type: TroopType, armour: Option<Armour>, can: &[Capability]) -> BaseCount {
    BaseCount { count, troop_type, armour, capabilities: Capabilities::of(can) }
}

pub fn pike(count: u8) -> BaseCount {
    bases(count, TroopType::HeavyFoot, Some(Armour::Armoured), &[Capability::Pike])
}

pub fn shot(count: u8) -> BaseCount {
    bases(count, TroopType::MediumFoot, Some(Armour::Unarmoured), &[Capability::Musket])
}

pub fn horse(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::Horse,
        Some(Armour::Armoured),
        &[Capability::ImpactPistol, Capability::MeleePistol],
    )
}

pub fn cavalry(count: u8) -> BaseCount {
    bases(count, TroopType::Cavalry, Some(Armour::Armoured), &[Capability::Swordsmen])
}

pub fn light_horse(count: u8) -> BaseCount {
    bases(count, TroopType::LightHorse, Some(Armour::Unarmoured), &[Capability::Carbine])
}

pub fn light_foot(count: u8) -> BaseCount {
    bases(count, TroopType::LightFoot, Some(Armour::Unarmoured), &[Capability::Arquebus])
}

pub fn dragoons(count: u8) -> BaseCount {
    bases(count, TroopType::Dragoons, Some(Armour::Unarmoured), &[Capability::Musket])
}

pub fn guns(count: u8, troop_type: TroopType) -> BaseCount {
    let capability = match troop_type {
        TroopType::LightArtillery => Capability::LightArtillery,
        TroopType::MediumArtillery => Capability::MediumArtillery,
        _ => Capability::HeavyArtillery,
    };
    bases(count, troop_type, None, &[capability])
}

/// Medium foot with bow.
pub fn archers(count: u8) -> BaseCount {
    bases(count, TroopType::MediumFoot, Some(Armour::Unprotected), &[Capability::Bow])
}

/// Armoured heavy foot with impact foot and swords.
pub fn legionaries(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::HeavyFoot,
        Some(Armour::Armoured),
        &[Capability::ImpactFoot, Capability::SkilledSwordsmen],
    )
}

/// Protected heavy foot with offensive spears.
pub fn spearmen(count: u8) -> BaseCount {
    bases(count, TroopType::HeavyFoot, Some(Armour::Protected), &[Capability::OffensiveSpearmen])
}

/// Protected heavy foot with defensive spears: no shock troops.
pub fn militia(count: u8) -> BaseCount {
    bases(count, TroopType::HeavyFoot, Some(Armour::Protected), &[Capability::DefensiveSpearmen])
}

/// Protected medium foot with impact foot and swords.
pub fn warband(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::MediumFoot,
        Some(Armour::Protected),
        &[Capability::ImpactFoot, Capability::Swordsmen],
    )
}

/// Protected heavy foot with pikes.
pub fn phalangites(count: u8) -> BaseCount {
    bases(count, TroopType::HeavyFoot, Some(Armour::Protected), &[Capability::Pikemen])
}

/// Light foot with javelins and light spear.
pub fn velites(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::LightFoot,
        Some(Armour::Unprotected),
        &[Capability::Javelins, Capability::LightSpear],
    )
}

/// Light foot with slings.
pub fn slingers(count: u8) -> BaseCount {
    bases(count, TroopType::LightFoot, Some(Armour::Unprotected), &[Capability::Sling])
}

/// Armoured cavalry with light spear and swords: no shock troops.
pub fn cavalrymen(count: u8) -> BaseCount {
    bases(count, TroopType::Cavalry, Some(Armour::Armoured), &[Capability::LightSpear, Capability::Swordsmen])
}

/// Heavily armoured knights with lances and swords.
pub fn knights(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::Knights,
        Some(Armour::HeavilyArmoured),
        &[Capability::Lancers, Capability::Swordsmen],
    )
}

/// Light horse with javelins and light spear.
pub fn numidians(count: u8) -> BaseCount {
    bases(
        count,
        TroopType::LightHorse,
        Some(Armour::Unprotected),
        &[Capability::Javelins, Capability::LightSpear],
    )
}

/// Elephants.
pub fn elephants(count: u8) -> BaseCount {
    bases(count, TroopType::Elephants, None, &[])
}

/// Chariots of a kind.
pub fn chariots(count: u8, troop_type: TroopType) -> BaseCount {
    let can: &[Capability] = match troop_type {
        TroopType::LightChariots => &[Capability::Bow, Capability::LightSpear],
        _ => &[],
    };
    bases(count, troop_type, None, can)
}

/// Light or heavy artillery of the ancient and medieval book.
pub fn engines(count: u8, troop_type: TroopType) -> BaseCount {
    guns(count, troop_type)
}

/// A battle group being described.
#[derive(Clone)]
pub struct Who {
    pub listed: BattleGroup,
    pub front: Option<Pose>,
    pub files: u8,
    pub formation: Option<Formation>,
    pub cohesion: Cohesion,
    pub limbered: bool,
    pub lost: u8,
}

/// A battle group of average quality.
pub fn group(name: &str, bases: &[BaseCount]) -> Who {
    Who {
        listed: BattleGroup {
            name: name.to_owned(),
            quality: Quality::Average,
            training: None,
            contingent: None,
            list_says: Vec::new(),
            regimental_guns: false,
            portable_defences: false,
            dismounted: Vec::new(),
            bases: bases.to_vec(),
        },
        front: None,
        files: 1,
        formation: None,
        cohesion: Cohesion::Steady,
        limbered: false,
        lost: 0,
    }
}

impl Who {
    /// The middle of its front line in millimetres, facing in degrees clockwise from north, and its files.
    pub fn at(mut self, x: i32, y: i32, degrees: i32, files: u8) -> Self {
        self.front = Some(Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees)));
        self.files = files;
        self
    }

    pub fn quality(mut self, quality: Quality) -> Self {
        self.listed.quality = quality;
        self
    }

    /// Drilled troops of the ancient and medieval book.
    pub fn drilled(mut self) -> Self {
        self.listed.training = Some(Training::Drilled);
        self
    }

    pub fn cohesion(mut self, cohesion: Cohesion) -> Self {
        self.cohesion = cohesion;
        self
    }

    pub fn says(mut self, permit: GroupPermit) -> Self {
        self.listed.list_says.push(permit);
        self
    }

    /// It has lost so many of the bases that it lists first.
    pub fn lost(mut self, bases: u8) -> Self {
        self.lost = bases;
        self
    }

    pub fn limbered(mut self) -> Self {
        self.limbered = true;
        self
    }

    pub fn portable_defences(mut self) -> Self {
        self.listed.portable_defences = true;
        self
    }

    pub fn formation(mut self, formation: Formation) -> Self {
        self.formation = Some(formation);
        self
    }
}

/// A position being described, for a battle by one of the books. Red is at the near edge and faces north as a rule.
#[derive(Clone)]
pub struct Scene<B = Renaissance> {
    book: PhantomData<B>,
    groups: Vec<(Side, Who)>,
    commanders: Vec<(Side, CommanderLevel, CommanderRole, Result<Pose, String>)>,
    terrain: Vec<Piece>,
    camps: BySide<Option<Pose>>,
    active: Side,
    turns: u16,
    options: BTreeMap<String, bool>,
    fortified: BySide<bool>,
    naval_units: BySide<u8>,
    works: Vec<Fortification>,
}

/// An empty table for the Renaissance book, red active.
pub fn scene() -> Scene {
    empty()
}

/// An empty table for the ancient and medieval book, red active. Troops are undrilled unless it is said.
pub fn ancient_scene() -> Scene<Ancients> {
    empty()
}

fn empty<B>() -> Scene<B> {
    Scene {
        book: PhantomData,
        groups: Vec::new(),
        commanders: Vec::new(),
        terrain: Vec::new(),
        camps: BySide::default(),
        active: Side::Red,
        turns: 40,
        options: BTreeMap::new(),
        fortified: BySide::default(),
        naval_units: BySide::default(),
        works: Vec::new(),
    }
}

impl<B: Played> Scene<B> {
    pub fn red(mut self, who: Who) -> Self {
        self.groups.push((Side::Red, who));
        self
    }

    pub fn blue(mut self, who: Who) -> Self {
        self.groups.push((Side::Blue, who));
        self
    }

    /// A commander with the battle group of this name.
    pub fn commander(mut self, side: Side, level: CommanderLevel, with: &str) -> Self {
        self.commanders.push((side, level, CommanderRole::SubCommander, Err(with.to_owned())));
        self
    }

    /// A commander on his own.
    pub fn lone_commander(mut self, side: Side, level: CommanderLevel, x: i32, y: i32) -> Self {
        let pose = Pose::new(Point::from_mm(x, y), Angle::ZERO);
        self.commanders.push((side, level, CommanderRole::SubCommander, Ok(pose)));
        self
    }

    /// A rectangle of terrain from one corner to the opposite one, in millimetres.
    pub fn terrain(mut self, kind: TerrainKind, from: (i32, i32), to: (i32, i32)) -> Self {
        let corners = [(from.0, from.1), (to.0, from.1), (to.0, to.1), (from.0, to.1)];
        let outline = Polygon::new(corners.map(|(x, y)| Point::from_mm(x, y)).to_vec()).unwrap();
        self.terrain.push(Piece { kind, ground: Ground::Area(outline) });
        self
    }

    pub fn piece(mut self, piece: Piece) -> Self {
        self.terrain.push(piece);
        self
    }

    pub fn camp(mut self, side: Side, x: i32, y: i32, degrees: i32) -> Self {
        self.camps[side] = Some(Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees)));
        self
    }

    /// A fortified camp.
    pub fn fortified_camp(mut self, side: Side, x: i32, y: i32, degrees: i32) -> Self {
        self.fortified[side] = true;
        self.camp(side, x, y, degrees)
    }

    /// A stretch of field fortification: the middle of its front edge, and where that looks.
    pub fn works(mut self, side: Side, x: i32, y: i32, degrees: i32) -> Self {
        let (pose, scale) = (Pose::new(Point::from_mm(x, y), Angle::from_degrees(degrees)), Scale::default());
        let at = Base::new(pose, scale.base_width(), scale.fortification_depth());
        self.works.push(Fortification { side, at, kind: FortificationKind::Field });
        self
    }

    pub fn naval_units(mut self, side: Side, units: u8) -> Self {
        self.naval_units[side] = units;
        self
    }

    pub fn active(mut self, side: Side) -> Self {
        self.active = side;
        self
    }

    pub fn turns(mut self, turns: u16) -> Self {
        self.turns = turns;
        self
    }

    pub fn option(mut self, name: &str, on: bool) -> Self {
        self.options.insert(name.to_owned(), on);
        self
    }

    fn army(&self, side: Side) -> Army {
        let commanders = self.commanders.iter().filter(|c| c.0 == side);
        // A side without troops of its own on the table still has an army.
        let mut battle_groups: Vec<BattleGroup> =
            self.groups.iter().filter(|g| g.0 == side).map(|g| g.1.listed.clone()).collect();
        let reserve = match B::BOOK {
            Book::Renaissance => shot(6),
            Book::Ancients => archers(6),
        };
        for n in 0..4usize.saturating_sub(battle_groups.len()) {
            battle_groups.push(group(&format!("{side} reserve {n}"), std::slice::from_ref(&reserve)).listed);
        }
        if B::BOOK == Book::Ancients {
            for group in &mut battle_groups {
                group.training.get_or_insert(Training::Undrilled);
            }
        }
        Army {
            book: B::BOOK,
            name: format!("{side} army"),
            date: None,
            notes: None,
            points: None,
            list: None,
            territories: Vec::new(),
            permits: vec![ArmyPermit::FortifiedCamp, ArmyPermit::NavalUnits],
            field_fortifications: 0,
            naval_units: self.naval_units[side],
            order_of_march: Vec::new(),
            camp: Camp { fortified: self.fortified[side] },
            commanders: commanders
                .enumerate()
                .map(|(n, c)| Commander {
                    name: format!("{side} commander {n}"),
                    role: if n == 0 { CommanderRole::CInC } else { c.2 },
                    level: c.1,
                    contingent: None,
                })
                .collect(),
            battle_groups,
        }
    }

    fn number(&self, side: Side, name: &str) -> u8 {
        let of_side = || self.groups.iter().filter(|g| g.0 == side);
        of_side()
            .position(|g| g.1.listed.name == name)
            .map(|n| n as u8 + 1)
            .expect("a battle group by this name")
    }

    pub fn setup(&self) -> Setup {
        let groups = self.groups.iter().filter_map(|(side, who)| {
            Some(PlacedGroup {
                side: *side,
                number: self.number(*side, &who.listed.name),
                front: who.front?,
                files: who.files,
                formation: who.formation.clone(),
                cohesion: who.cohesion,
                limbered: who.limbered,
                lost: who.listed.profiles().into_iter().take(usize::from(who.lost)).collect(),
            })
        });
        let mut seen = BySide::<u8>::default();
        let commanders = self.commanders.iter().map(|(side, _, _, place)| {
            seen[*side] += 1;
            let with = place.as_ref().err().map(|name| self.number(*side, name));
            PlacedCommander { side: *side, number: seen[*side], at: place.as_ref().ok().copied(), with }
        });
        let position = Position {
            terrain: self.terrain.clone(),
            fortifications: self.works.clone(),
            camps: self.camps,
            groups: groups.collect(),
            commanders: commanders.collect(),
            active: Some(self.active),
            phase: None,
            part_of_battle: false,
        };
        Setup {
            armies: BySide {
                red: ArmyChoice::List(self.army(Side::Red)),
                blue: ArmyChoice::List(self.army(Side::Blue)),
            },
            table_mu: (72, 48),
            scale: Scale::default(),
            turns: self.turns,
            options: self.options.clone(),
            start: StartFrom::Position(position),
        }
    }

    /// The position as a world, before anything is played.
    pub fn world(&self) -> World {
        use caracole_kernel::Rules;
        Fog::<B>::prepare(&self.setup(), B::RULES).unwrap_or_else(|r| panic!("{r}")).world
    }

    /// The battle at its first wait after the declaration of charges, of which there are none.
    pub fn play(&self) -> Play<B> {
        let mut play = self.begin();
        let declaring = |p: &Play<B>| {
            use caracole_fog::battle::impact::Request as Impact;
            matches!(
                p.battle.awaiting(),
                Awaiting::Decision { request: Request::Impact(Impact::DeclareCharges { .. }), .. }
            )
        };
        if declaring(&play) {
            use caracole_fog::battle::impact::Decision as Impact;
            play.choose(Decision::Impact(Impact::EndDeclarations));
        }
        play
    }

    /// The battle at its first wait.
    pub fn begin(&self) -> Play<B> {
        let (battle, events) = Battle::start(&self.setup()).unwrap_or_else(|r| panic!("{r}"));
        let names = |side| {
            let army: Army = self.army(side);
            army.battle_groups.into_iter().map(|g| g.name)
        };
        let names = names(Side::Red).chain(names(Side::Blue)).collect();
        Play { battle, events, names }
    }

    /// The number of a battle group by its name.
    pub fn id(&self, name: &str) -> GroupId {
        let names =
            Side::BOTH.into_iter().flat_map(|s| self.army(s).battle_groups.into_iter().map(|g| g.name));
        GroupId(names.enumerate().find(|(_, n)| n == name).expect("a battle group by this name").0 as u16)
    }
}

/// A battle being played.
#[derive(Clone)]
pub struct Play<B: Played = Renaissance> {
    pub battle: Battle<Fog<B>>,
    pub events: Vec<Event>,
    names: Vec<String>,
}

impl<B: Played> Play<B> {
    pub fn id(&self, name: &str) -> GroupId {
        GroupId(self.names.iter().position(|n| n == name).expect("a battle group by this name") as u16)
    }

    pub fn world(&self) -> &World {
        self.battle.world()
    }

    /// What the battle asks, and whom.
    pub fn asked(&self) -> (Side, Request) {
        match self.battle.awaiting() {
            Awaiting::Decision { side, request } => (*side, request.clone()),
            other => panic!("no decision is awaited: {other:?}"),
        }
    }

    /// The asked side decides.
    pub fn choose(&mut self, decision: impl Into<Decision>) -> Vec<Event> {
        let (side, _) = self.asked();
        let step = Step::Choose { side, decision: decision.into() };
        let events = self.battle.apply(&step).unwrap_or_else(|r| panic!("{r}"));
        self.events.extend(events.iter().cloned());
        events
    }

    /// The asked side tries what is not allowed.
    pub fn refused(&self, decision: impl Into<Decision>) -> Refusal {
        let (side, _) = self.asked();
        self.battle.plan(side, &decision.into()).map(|order| panic!("allowed: {order:?}")).unwrap_err()
    }

    /// These dice fall, all of them.
    pub fn dice(&mut self, faces: &[u8]) -> Vec<Event> {
        let mut dice = Scripted::new(faces.iter().copied());
        let mut all = Vec::new();
        while dice.left() > 0 {
            let Awaiting::Dice(roll) = self.battle.awaiting() else { panic!("no dice are awaited") };
            let throw = dice.throw(0, &roll.shown()).unwrap_or_else(|e| panic!("{e}"));
            all.extend(self.battle.apply(&Step::Dice(throw)).unwrap_or_else(|r| panic!("{r}")));
        }
        self.events.extend(all.iter().cloned());
        all
    }
}
