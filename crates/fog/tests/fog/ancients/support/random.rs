//! Random battle groups and fights, the same on every run.

use super::*;
use caracole_fog::ancients::check_fight;
use caracole_fog::combat::{Defence, Directions, Edge, Engaged, Facing, Formation, Ground};
use caracole_fog::troops::{Book, Cohesion};
use caracole_kernel::Numbers;

/// Choices by number.
pub struct Chance(pub Numbers);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0.draw()
    }

    /// A number from 0 to `below` - 1.
    pub fn below(&mut self, below: u64) -> u64 {
        self.next() % below
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// A face of a die.
    pub fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

/// How big the groups may be.
#[derive(Clone, Copy)]
pub struct Size {
    pub files: u64,
    pub ranks: u64,
    pub groups: u64,
}

fn profile(chance: &mut Chance, quality: Quality, training: Training) -> BaseProfile {
    loop {
        let troop_type = chance.pick(TroopType::ALL);
        let armour =
            chance.pick(&[Armour::Unprotected, Armour::Protected, Armour::Armoured, Armour::HeavilyArmoured]);
        let armour = troop_type.has_armour().then_some(armour);
        let mut capabilities = Capabilities::NONE;
        for _ in 0..chance.below(4) {
            capabilities = capabilities.with(chance.pick(Capability::ALL));
        }
        let profile = BaseProfile::ancients(troop_type, armour, quality, training, capabilities);
        if profile.check(Book::Ancients).is_ok() {
            return profile;
        }
    }
}

fn group(chance: &mut Chance, side: Side, size: Size) -> Group {
    let quality = chance.pick(Quality::ALL);
    let training = chance.pick(Training::ALL);
    let first = profile(chance, quality, training);
    let second = if chance.one_in(4) { profile(chance, quality, training) } else { first };
    let second = if second.is_foot() == first.is_foot() { second } else { first };
    let disordered = chance.one_in(4);
    let files = 1 + chance.below(size.files);
    let deep = 1 + chance.below(size.ranks);
    let base = |chance: &mut Chance, rank: u64| {
        let disorder =
            if disordered && chance.one_in(3) { chance.pick(Disorder::ALL) } else { Disorder::None };
        Base { profile: if rank == 0 { first } else { second }, disorder }
    };
    let files: Vec<File> =
        (0..files).map(|_| File::new((0..deep).map(|r| base(chance, r)).collect::<Vec<_>>())).collect();
    let mut group = Group::new(side, files);
    group.bases_at_start += chance.below(3) as u8;
    group.cohesion =
        chance.pick(&[Cohesion::Steady, Cohesion::Steady, Cohesion::Disrupted, Cohesion::Fragmented]);
    group.formation = chance.pick(&[
        Formation::Plain,
        Formation::Plain,
        Formation::Plain,
        Formation::Column,
        Formation::Orb,
    ]);
    group.threatened_flank = chance.one_in(4);
    group.supported = chance.one_in(4);
    group.directions = if chance.one_in(6) { Directions::Two } else { Directions::One };
    group.engaged = if chance.one_in(5) { chance.pick(Engaged::ALL) } else { Engaged::No };
    if chance.one_in(12) {
        group.files[0].facing = chance.pick(Facing::ALL);
    }
    if chance.one_in(3) {
        group.commander = Some(Commander {
            grade: chance.pick(Grade::ALL),
            place: chance.pick(CommanderPlace::ALL),
            in_chief: chance.one_in(3),
        });
    }
    group.commander_on_elephant = group.commander.is_some() && chance.one_in(4);
    group
}

fn stand(chance: &mut Chance, file: FileRef, phase: CombatPhase) -> Stand {
    let mut stand = Stand::level(file);
    stand.uphill = chance.one_in(6);
    if chance.one_in(5) {
        stand.defence = chance.pick(&[Defence::Fortification, Defence::Riverbank, Defence::Portable]);
    }
    if chance.one_in(4) {
        stand.ground = chance.pick(Ground::ALL);
    }
    stand.cover = chance.one_in(10);
    stand.first_rank_only = stand.cover && chance.one_in(2);
    if phase == CombatPhase::Melee && chance.one_in(8) {
        stand.role = chance.pick(&[Role::Overlap, Role::Idle]);
    }
    stand
}

/// A fight that the book allows.
pub fn fight(chance: &mut Chance, size: Size) -> Fight {
    loop {
        let fight = any_fight(chance, size);
        if check_fight(&fight).is_ok() {
            return fight;
        }
    }
}

fn any_fight(chance: &mut Chance, size: Size) -> Fight {
    let phase = chance.pick(CombatPhase::ALL);
    let mut groups = vec![group(chance, Side::Red, size), group(chance, Side::Blue, size)];
    while (groups.len() as u64) < size.groups && chance.one_in(3) {
        let side = chance.pick(&Side::BOTH);
        groups.push(group(chance, side, size));
    }
    for i in 0..groups.len() {
        for j in 0..groups.len() {
            if i != j && groups[i].side == groups[j].side && chance.one_in(2) {
                groups[i].near.push(j as u8);
                groups[i].near_commander.push(j as u8);
            }
        }
    }
    let mut fight = Fight::new(phase, groups);
    let of = |fight: &Fight, side: Side| -> Vec<u8> {
        (0..fight.groups.len()).filter(|&i| fight.groups[i].side == side).map(|i| i as u8).collect()
    };
    let (red, blue) = (of(&fight, Side::Red), of(&fight, Side::Blue));
    if phase == CombatPhase::Shooting {
        for by in 0..fight.groups.len() as u8 {
            let enemies = if fight.groups[usize::from(by)].side == Side::Red { &blue } else { &red };
            let mut volley = volley(&fight, by, chance.pick(enemies), Range::Short);
            for file in &mut volley.files {
                file.range = chance.pick(Range::ALL);
                file.barred = u8::from(chance.one_in(10));
                file.first_rank_only = chance.one_in(10);
                if chance.one_in(20) {
                    file.edge = Edge::Rear;
                }
            }
            volley.cover = chance.one_in(4);
            volley.from_behind = chance.one_in(6);
            fight.volleys.push(volley);
        }
        return fight;
    }
    // Every red file meets some blue file; a file fights to its front once.
    let mut met: Vec<FileRef> = Vec::new();
    for &r in &red {
        for f in 0..fight.groups[usize::from(r)].files.len() as u8 {
            let b = chance.pick(&blue);
            let g = chance.below(fight.groups[usize::from(b)].files.len() as u64) as u8;
            let mut duel = Duel {
                stands: BySide { red: stand(chance, at(r, f), phase), blue: stand(chance, at(b, g), phase) },
            };
            if met.contains(&at(b, g)) {
                if phase == CombatPhase::Impact {
                    continue;
                }
                duel.stands.blue.role = Role::Idle;
            }
            met.push(at(b, g));
            if phase == CombatPhase::Impact {
                let charger = chance.pick(&Side::BOTH);
                duel.stands[charger].charge =
                    if chance.one_in(6) { Charge::FlankOrRear } else { Charge::Yes };
            }
            fight.duels.push(duel);
        }
    }
    fight
}
