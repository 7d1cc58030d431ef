//! Shooting: points of advantage and dice.

use super::{Choice, dice::finish, readings::is, shooting_score};
use crate::combat::{
    Arms, Base, Bombardment, Bracket, Edge, Engaged, Facing, Fight, FileShot, Formation, Group,
    MOST_ADVANTAGE, NAVAL, Order, Part, Range, Readings, Reckon, Row, ShotBy, Total, Volley, Weight, Whose,
    add_rows, advantage_rows, dice_per, next_mixed, quality_reroll,
};
use crate::troops::{
    Armour, BaseProfile, Book, Capabilities, Capability, Disorder, Quality, TroopType, is_battle_troops,
    is_light_troops,
};
use caracole_ledger::{enforces, rule};
use smallvec::SmallVec;

enforces!("FOGR-COMBAT-031", "FOGR-COMBAT-042", "FOGR-COMBAT-043", "FOGR-SHOOT-012", "FOGR-SHOOT-045");

/// What shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// A capability of the base.
    Of(Capability),
    /// The regimental gun.
    RegimentalGun,
}

impl Weapon {
    /// Artillery of any weight.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Weapon::Of(c) if Capabilities::ARTILLERY.has(c))
    }

    /// The kind of arms that tests ask about.
    pub const fn arms(self) -> Arms {
        match self {
            Weapon::RegimentalGun => Arms::RegimentalGun,
            Weapon::Of(c) if Capabilities::ARTILLERY.has(c) => Arms::Artillery,
            Weapon::Of(c) if Capabilities::FIREARMS.has(c) => Arms::Firearms,
            Weapon::Of(_) => Arms::OtherMissiles,
        }
    }
}

/// A shot: who shoots with what at whom, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// With what.
    pub weapon: Weapon,
    /// How far.
    pub range: Range,
    /// From which edge.
    pub edge: Edge,
    /// Type of the target's nearest rank.
    pub target: TroopType,
    /// Armour that counts for the target.
    pub armour: Option<Armour>,
    /// The target is battle troops.
    pub battle_troops: bool,
    /// The target is mounted entirely one base deep.
    pub one_deep: bool,
    /// The target is dense: deep, a tercio, mob or in square.
    pub dense: bool,
    /// Shot at along its line.
    pub enfilade: bool,
    /// In cover, or behind field fortifications or an obstacle.
    pub cover: bool,
    /// The target's battle group is in close combat, not only as an overlap.
    pub target_engaged: bool,
    /// The shooters' battle group is.
    pub shooters_engaged: bool,
    /// Captured or recaptured artillery shoots.
    pub captured: bool,
    /// The shooters are foot battle troops with a threatened flank.
    pub threatened: bool,
}

const TARGET: Bracket = Bracket::AnyOneOf(0);
const SITUATION: Bracket = Bracket::AnyOneOf(1);

use Capability::{
    Arquebus, Bombs, Bow, BowStar, Carbine, Crossbow, HeavyArtillery, Javelins, LightArtillery,
    MediumArtillery, Musket, MusketStar, Salvo, ShootingPistol, Sling,
};

const BOWS: Capabilities = Capabilities::of(&[Bow, BowStar, Sling, Javelins]);
const GUNS: Capabilities = Capabilities::of(&[LightArtillery, MediumArtillery, HeavyArtillery]);
const SMALL_ARMS: Capabilities =
    Capabilities::of(&[Musket, MusketStar, Salvo, Arquebus, Carbine, ShootingPistol]);
const WEAK: Capabilities =
    Capabilities::of(&[LightArtillery, MediumArtillery, HeavyArtillery, Carbine, ShootingPistol, Crossbow]);
const MUSKETS: Capabilities = Capabilities::of(&[Musket, MusketStar, Salvo]);

impl Shot {
    fn with(&self, weapons: Capabilities) -> bool {
        matches!(self.weapon, Weapon::Of(c) if weapons.has(c))
    }

    fn at_mounted(&self) -> bool {
        self.target.is_mounted(Book::Renaissance)
    }

    fn at_foot(&self, armour: &[Armour]) -> bool {
        self.target.is_foot() && self.armour.is_some_and(|a| armour.contains(&a))
    }

    fn long_musket(&self) -> bool {
        self.range == Range::Long && self.with(MUSKETS)
    }
}

/// The shooting table.
const SHOOTING: &[Row<Shot>] = advantage_rows![
    TARGET, "FOGR-COMBAT-044", "bows or javelins at unarmoured mounted battle troops", 1, |s| {
        s.at_mounted()
            && s.battle_troops
            && s.armour == Some(Armour::Unarmoured)
            && !s.one_deep
            && s.with(BOWS)
    };
    TARGET, "FOGR-COMBAT-044", "bows or javelins at fully armoured gendarmes", -1, |s| {
        s.target == TroopType::Gendarmes && s.armour == Some(Armour::FullyArmoured) && s.with(BOWS)
    };
    TARGET, "FOGR-COMBAT-044", "firearms at mounted", -1, |s| s.at_mounted() && s.with(SMALL_ARMS);
    TARGET, "FOGR-COMBAT-044", "elephants", 1, |s| {
        s.target == TroopType::Elephants
            && s.weapon != Weapon::RegimentalGun
            && !s.with(Capabilities::of(&[Bow, BowStar, Sling]))
    };
    TARGET, "FOGR-COMBAT-044", "battle wagons", -1, |s| {
        s.target == TroopType::BattleWagons
            && s.weapon != Weapon::RegimentalGun
            && !s.with(GUNS.with(Bombs))
    };
    TARGET, "FOGR-COMBAT-044", "artillery at artillery", -2, |s| s.target.is_artillery() && s.with(GUNS);
    TARGET, "FOGR-COMBAT-044", "bows or javelins at fully armoured foot", -2, |s| {
        s.at_foot(&[Armour::FullyArmoured]) && s.with(BOWS)
    };
    TARGET, "FOGR-COMBAT-044", "fully armoured foot", -1, |s| {
        s.at_foot(&[Armour::FullyArmoured]) && (s.with(WEAK) || s.long_musket())
    };
    TARGET, "FOGR-COMBAT-044", "armoured foot", -1, |s| {
        s.at_foot(&[Armour::Armoured, Armour::HeavilyArmoured])
            && (s.with(WEAK.union(BOWS)) || s.long_musket())
    };
    TARGET, "FOGR-COMBAT-044", "unarmoured foot", -1, |s| {
        s.at_foot(&[Armour::Unarmoured]) && s.with(WEAK)
    };
    SITUATION, "FOGR-COMBAT-045", "target in close combat", -1, |s| s.target_engaged;
    SITUATION, "FOGR-COMBAT-045", "shooters in close combat", -1, |s| s.shooters_engaged;
    SITUATION, "FOGR-COMBAT-045", "light horse shooting to the rear", -1, |s| {
        s.edge == Edge::Rear && s.with(Capabilities::of(&[Bow]))
    };
    SITUATION, "FOGR-COMBAT-045", "captured artillery", -1, |s| s.captured && s.with(GUNS);
    SITUATION, "FOGR-COMBAT-045", "threatened flank, shooting at foot", -1, |s| {
        s.threatened && s.target.is_foot()
    };
    Bracket::Added, "FOGR-COMBAT-046", "artillery at a dense target", 1, |s| {
        s.battle_troops && (s.dense || s.enfilade) && s.with(GUNS)
    };
    Bracket::Added, "FOGR-COMBAT-047", "cover", -1, |s| {
        s.cover && !s.with(Capabilities::of(&[HeavyArtillery, MediumArtillery]))
    };
];

/// Adds up the points of advantage of a shot.
pub fn shooting_advantage<R: Reckon>(shot: &Shot, sum: &mut R) {
    add_rows(SHOOTING, |row| row.bracket, shot, Whose::Own, sum);
    sum.clamp(rule!("FOGR-COMBAT-033"), "no more than two points count", -MOST_ADVANTAGE, MOST_ADVANTAGE);
}

/// The weapon that a base shoots with.
pub fn weapon_of(base: BaseProfile) -> Option<Weapon> {
    enforces!("FOGR-SHOOT-001");
    let artillery = match base.troop_type {
        TroopType::LightArtillery => Some(LightArtillery),
        TroopType::MediumArtillery => Some(MediumArtillery),
        TroopType::HeavyArtillery => Some(HeavyArtillery),
        _ => None,
    };
    artillery.or_else(|| base.capabilities.intersection(Capabilities::MISSILES).iter().next()).map(Weapon::Of)
}

/// How many bases make a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rate {
    /// So many dice for each base.
    Each(u16),
    /// One die for so many bases.
    OnePer(u16),
}

/// Where a base stands for shooting, counted from the shooting edge; 0 is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its rank.
    pub rank: u8,
    /// Its rank among those that shoot: the first may stand behind bases without a shooting capability.
    pub shooting_rank: u8,
}

/// How many ranks of such troops shoot.
pub const fn ranks_that_shoot(troop_type: TroopType, weapon: Capability) -> u8 {
    enforces!("FOGR-SHOOT-029", "FOGR-SHOOT-031", "FOGR-SHOOT-032");
    match troop_type {
        t if t.is_artillery() => 1,
        TroopType::Dragoons => 1,
        TroopType::Horse if matches!(weapon, ShootingPistol) => 3,
        _ => 2,
    }
}

/// The rate at which a base gives dice; none if it stands too far back to shoot.
pub fn rate(
    group: &Group,
    base: BaseProfile,
    weapon: Capability,
    place: Place,
    range: Range,
) -> Option<Rate> {
    enforces!("FOGR-COMBAT-005", "FOGR-COMBAT-006", "FOGR-RECKONER-001", "FOGR-GLOSSARY-013");
    let Place { rank, shooting_rank } = place;
    let short = range == Range::Short;
    let halved = |when: bool| if when { Rate::OnePer(2) } else { Rate::Each(1) };
    let light = matches!(base.troop_type, TroopType::LightFoot | TroopType::LightHorse);
    let foot = base.is_foot() && !light;
    let mounted =
        base.is_mounted(Book::Renaissance) && is_battle_troops(Book::Renaissance, &group.profiles());
    match base.troop_type {
        _ if rank >= ranks_that_shoot(base.troop_type, weapon) => None,
        t if t.is_artillery() => Some(Rate::Each(1)),
        TroopType::BattleWagons => Some(Rate::Each(2)),
        TroopType::Dragoons => Some(halved(!short)),
        TroopType::Horse if weapon == ShootingPistol => Some(halved(shooting_rank > 0)),
        _ if foot && weapon == MusketStar => Some(halved(!short || shooting_rank > 0)),
        _ if mounted && matches!(weapon, Carbine | Bow | Crossbow) => {
            Some(halved(!short || shooting_rank > 0))
        }
        _ if foot && weapon == Salvo => Some(Rate::OnePer(2)),
        _ if foot && matches!(weapon, Arquebus | Musket | Bow | Crossbow) => Some(halved(!short)),
        _ => Some(Rate::OnePer(if short { 2 } else { 3 })),
    }
}

/// The armour that shooters count for a target.
pub fn target_armour(target: &Group, from_behind: bool) -> Option<Armour> {
    enforces!("FOGR-COMBAT-039", "FOGR-COMBAT-040", "FOGR-COMBAT-041");
    let filled = target.files.iter().filter(|f| f.front().is_some());
    if target.is_formed(Formation::SwedishBrigade) && !from_behind {
        enforces!("FOGR-BG-040");
        let pike = filled.clone().filter_map(|f| f.front()).find(|b| b.profile.has(Capability::Pike));
        if let Some(pike) = pike {
            return pike.profile.armour;
        }
    }
    let rank: SmallVec<[Armour; 16]> = filled
        .filter_map(|f| if from_behind { f.bases.last() } else { f.front() })
        .filter_map(|b| b.profile.armour)
        .collect();
    let count = |armour: Armour| rank.iter().filter(|&&a| a == armour).count();
    // The class of most bases; of classes equally many the lowest.
    rank.iter().copied().max_by_key(|&a| (count(a), std::cmp::Reverse(a.grade())))
}

/// Whether artillery finds the target dense.
fn is_dense(target: &Group) -> bool {
    enforces!("FOGR-SPECIAL-047");
    let swedish = target.is_formed(Formation::SwedishBrigade);
    let deep = |f: &crate::combat::File| {
        let pike_file = f.front().is_some_and(|b| b.profile.has(Capability::Pike));
        f.bases.len() >= 3 && !(swedish && f.bases.len() == 3 && pike_file)
    };
    matches!(target.formation, Formation::EarlyTercio | Formation::LaterTercio | Formation::Square)
        || target.any_is(TroopType::Mob)
        || target.files.iter().any(deep)
}

/// What a shot of a volley is, for one weapon, range and edge.
pub fn shot(
    fight: &Fight,
    volley: &Volley,
    weapon: Weapon,
    range: Range,
    edge: Edge,
    readings: Readings,
) -> Option<Shot> {
    let shooters = fight.groups.get(usize::from(volley.by))?;
    let mut shot = shot_at(fight, volley.at, volley.nearest, weapon, range, volley.from_behind, readings)?;
    let profiles = shooters.profiles();
    shot.edge = edge;
    shot.cover = volley.cover;
    shot.enfilade = volley.enfilade;
    shot.shooters_engaged = fight.engaged(volley.by) == Engaged::Yes;
    shot.captured = shooters.captured;
    shot.threatened =
        shooters.threatened_flank && shooters.is_foot() && is_battle_troops(Book::Renaissance, &profiles);
    Some(shot)
}

/// A shot at a battle group by somebody of whom nothing else is known.
fn shot_at(
    fight: &Fight,
    at: u8,
    nearest: u8,
    weapon: Weapon,
    range: Range,
    from_behind: bool,
    readings: Readings,
) -> Option<Shot> {
    let target = fight.groups.get(usize::from(at))?;
    let file = target.files.get(usize::from(nearest)).filter(|f| f.front().is_some());
    let file = file.or_else(|| target.files.iter().find(|f| f.front().is_some()))?;
    let base = if from_behind { file.bases.last()? } else { file.front()? };
    let troop_type = base.profile.troop_type;
    let may_be_one_deep = match is(readings, Choice::OneDeepCavalryOnly) {
        true => matches!(troop_type, TroopType::Cavalry | TroopType::Camelry),
        false => troop_type.is_mounted(Book::Renaissance),
    };
    Some(Shot {
        weapon,
        range,
        edge: Edge::Front,
        target: troop_type,
        armour: target_armour(target, from_behind),
        battle_troops: !is_light_troops(&target.profiles()),
        one_deep: may_be_one_deep && target.is_one_deep(),
        dense: is_dense(target),
        enfilade: false,
        cover: false,
        target_engaged: fight.engaged(at) == Engaged::Yes,
        shooters_engaged: false,
        captured: false,
        threatened: false,
    })
}

type Shooters = crate::combat::Shooters<Rate>;

/// All shooting dice of a fight, after losses.
pub(super) fn muster_shooting(fight: &Fight, readings: Readings) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut leftover: Vec<Shooters> = Vec::new();
    // Volleys that differ in cover or angle are one battle group's shooting at another all the same.
    let mut known: SmallVec<[(u8, u8); 8]> = SmallVec::new();
    for volley in &fight.volleys {
        let pair = (volley.by, volley.at);
        if known.contains(&pair) {
            continue;
        }
        known.push(pair);
        let of_pair = fight.volleys.iter().filter(|v| (v.by, v.at) == pair);
        let mut shooters: Vec<Shooters> = of_pair.flat_map(|v| shooters_of(fight, v, readings)).collect();
        whole_dice(&mut shooters, &mut parts);
        own_shares(&mut shooters, &mut parts);
        leftover.extend(shooters.into_iter().filter(|s| s.left > 0));
    }
    finish(fight, readings, &mut parts);
    shared_dice(leftover, &mut parts);
    for bombardment in &fight.bombardments {
        naval_gunfire(fight, bombardment, readings, &mut parts);
    }
    parts.retain(|p| p.dice_before() > 0);
    parts.sort_by_key(|p| (p.by, p.against, std::cmp::Reverse(p.net)));
    parts
}

/// The bases of a volley that shoot, in sets that shoot alike.
fn shooters_of(fight: &Fight, volley: &Volley, readings: Readings) -> Vec<Shooters> {
    let mut sets: Vec<Shooters> = Vec::new();
    let Some(group) = fight.groups.get(usize::from(volley.by)) else { return sets };
    let net = |weapon, range, edge| {
        let mut sum = Total(0);
        if let Some(shot) = shot(fight, volley, weapon, range, edge, readings) {
            shooting_advantage(&shot, &mut sum);
        }
        sum.0 as i8
    };
    for file in &volley.files {
        for (place, base) in shooting_bases(group, file) {
            let Some(Weapon::Of(weapon)) = weapon_of(base.profile) else { continue };
            let Some(rate) = rate(group, base.profile, weapon, place, file.range) else { continue };
            // Each half of a wagon shoots as one base.
            let rate = if matches!(file.by, ShotBy::HalfWagon(_)) { Rate::Each(1) } else { rate };
            Shooters {
                by: volley.by,
                at: volley.at,
                rate,
                net: net(Weapon::Of(weapon), file.range, file.edge),
                arms: Weapon::Of(weapon).arms(),
                order: Order::of_base(group.cohesion, base),
                quality: group.quality(),
                bases: 1,
                file: file.file,
                left: 1,
            }
            .join(&mut sets);
        }
    }
    if let Some(range) = volley.regimental_gun.filter(|_| group.regimental_gun) {
        enforces!("FOGR-BG-055");
        Shooters {
            by: volley.by,
            at: volley.at,
            rate: Rate::Each(1),
            net: net(Weapon::RegimentalGun, range, Edge::Front),
            arms: Arms::RegimentalGun,
            order: gun_order(group),
            quality: group.quality(),
            bases: 1,
            file: 0,
            left: 1,
        }
        .join(&mut sets);
    }
    sets
}

/// The order in which a regimental gun shoots: that of the base in the middle before which it stands; of two in the
/// middle the better one, where its owner has not chosen.
fn gun_order(group: &Group) -> Order {
    enforces!("FOGR-COMBAT-007", "FOGR-BG-056");
    let filled: SmallVec<[(usize, &Base); 16]> = group
        .files
        .iter()
        .enumerate()
        .filter(|(_, f)| f.facing == Facing::Front)
        .filter_map(|(i, f)| Some((i, f.front()?)))
        .collect();
    let middle = filled.iter().skip(filled.len().saturating_sub(1) / 2).take(2 - filled.len() % 2);
    let chosen = |i: usize| group.gun_file.is_some_and(|file| usize::from(file) == i);
    let best = middle.min_by_key(|(i, b)| (!chosen(*i), b.disorder));
    Order::of(group.cohesion, best.map_or(Disorder::None, |(_, b)| b.disorder))
}

/// The bases of a file that shoot, each with its place counted from the shooting edge.
fn shooting_bases<'g>(
    group: &'g Group,
    shot: &FileShot,
) -> impl Iterator<Item = (Place, &'g Base)> + use<'g> {
    enforces!("FOGR-SHOOT-033", "FOGR-SHOOT-034", "FOGR-SHOOT-035", "FOGR-SHOOT-039");
    let FileShot { by, edge, barred, first_rank_only, .. } = *shot;
    let bases = group.files.get(usize::from(shot.file)).map_or(&[][..], |f| &f.bases[..]);
    let point = usize::from(has_point_base(group, shot.file));
    let rank_of = move |i: usize, count: usize, base: &Base| -> Option<usize> {
        match edge {
            // Wagons shoot from the long edge: the whole file stands in the first rank.
            _ if base.profile.troop_type == TroopType::BattleWagons => Some(0),
            // The Swedish brigade's point base is treated as not there.
            Edge::Front => i.checked_sub(point),
            Edge::Rear => Some(count - 1 - i),
            // Seen from the side every base of the file stands in the first rank.
            Edge::Flank => Some(0),
        }
    };
    let count = bases.len();
    let armed = bases.iter().enumerate().filter(|(_, b)| weapon_of(b.profile).is_some());
    let first = armed.clone().filter_map(|(i, b)| rank_of(i, count, b)).min().unwrap_or(0);
    armed.filter(move |(i, _)| *i >= usize::from(barred) && by.has(*i)).filter_map(move |(i, base)| {
        let rank = rank_of(i, count, base)?;
        let place = Place { rank: rank as u8, shooting_rank: (rank - first) as u8 };
        (!first_rank_only || place.shooting_rank == 0).then_some((place, base))
    })
}

/// What the files of a volley give, in sixths of a die before losses; the regimental gun counts with the middle file.
pub fn sixths_of_dice(fight: &Fight, volley: &Volley) -> SmallVec<[(u8, u32); 8]> {
    let mut found = SmallVec::new();
    let Some(group) = fight.groups.get(usize::from(volley.by)) else { return found };
    for file in &volley.files {
        for (place, base) in shooting_bases(group, file) {
            let Some(Weapon::Of(weapon)) = weapon_of(base.profile) else { continue };
            let sixths = match (rate(group, base.profile, weapon, place, file.range), file.by) {
                (None, _) => continue,
                (Some(_), ShotBy::HalfWagon(_)) => 6,
                (Some(Rate::Each(dice)), _) => 6 * u32::from(dice),
                (Some(Rate::OnePer(bases)), _) => 6 / u32::from(bases.max(1)),
            };
            found.push((file.file, sixths));
        }
    }
    if volley.regimental_gun.is_some() && group.regimental_gun {
        found.push((group.files.len() as u8 / 2, 6));
    }
    found
}

/// Whether the file has the Swedish brigade's point base in front of it.
fn has_point_base(group: &Group, file: u8) -> bool {
    let leads = group.files.get(usize::from(file)).and_then(|f| f.front());
    let beside = group.files.len() > 1;
    let pike = leads.is_some_and(|b| b.profile.has(Capability::Pike));
    group.is_formed(Formation::SwedishBrigade) && beside && pike
}

fn part_of(set: &Shooters, parts: &mut Vec<Part>) -> usize {
    let part = Part::new(
        set.by,
        set.at,
        set.net,
        shooting_score(i32::from(set.net)),
        quality_reroll(set.quality),
        set.arms,
    );
    parts.iter().position(|p| p.rolls_with(&part)).unwrap_or_else(|| {
        parts.push(part);
        parts.len() - 1
    })
}

/// Gives every set the dice of its full lots of bases.
fn whole_dice(sets: &mut [Shooters], parts: &mut Vec<Part>) {
    for set in sets.iter_mut() {
        let (dice, left) = match set.rate {
            Rate::Each(dice) => (set.bases * dice, 0),
            Rate::OnePer(each) => (dice_per(set.bases, each), set.bases % each),
        };
        set.left = left;
        // The gun is no base; bases that make up no die are.
        let bases = if set.arms == Arms::RegimentalGun { 0 } else { set.bases };
        let place = part_of(set, parts);
        parts[place].add(dice, bases, Weight::Full, set.order);
        if dice > 0 {
            parts[place].comes_from(set.file);
        }
    }
}

/// Puts together what is left over within one battle group.
fn own_shares(sets: &mut [Shooters], parts: &mut Vec<Part>) {
    for each in [2, 3] {
        while let Some(mixed) = next_mixed(sets, each, |r| *r == Rate::OnePer(each)) {
            let place = part_of(&mixed, parts);
            parts[place].add(1, 0, Weight::Full, mixed.order);
        }
    }
}

/// Puts together what is left over in different battle groups shooting at one target. Such dice are not reduced.
fn shared_dice(mut leftover: Vec<Shooters>, parts: &mut Vec<Part>) {
    enforces!("FOGR-COMBAT-028");
    leftover.sort_by_key(|s| s.at);
    for at_one in leftover.chunk_by_mut(|a, b| a.at == b.at) {
        for each in [2, 3] {
            while let Some(mixed) = next_mixed(at_one, each, |r| *r == Rate::OnePer(each)) {
                // A part of its own: the losses of the battle groups are already taken.
                let mut shared = Vec::new();
                part_of(&mixed, &mut shared);
                for mut part in shared {
                    part.add(1, 1, Weight::Full, Order::Good);
                    parts.push(part);
                }
            }
        }
    }
}

/// Dice of naval units: artillery, never enfilading.
fn naval_gunfire(fight: &Fight, from: &Bombardment, readings: Readings, parts: &mut Vec<Part>) {
    enforces!("FOGR-SPECIAL-008");
    let weapon = match is(readings, Choice::NavalShotsAreMedium) {
        true => Weapon::Of(MediumArtillery),
        false => Weapon::Of(LightArtillery),
    };
    let Some(mut shot) = shot_at(fight, from.at, 0, weapon, Range::Long, false, readings) else { return };
    shot.cover = from.cover;
    let mut net = Total(0);
    shooting_advantage(&shot, &mut net);
    let reroll = quality_reroll(Quality::Average);
    let mut part = Part::new(NAVAL, from.at, net.0 as i8, shooting_score(net.0), reroll, Arms::Artillery);
    part.add(3 * u16::from(from.units), 0, Weight::Full, Order::Good);
    parts.push(part);
}
