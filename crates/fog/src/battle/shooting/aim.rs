//! The targets of all who shoot.

use super::sight::Look;
use super::targets::{
    Possible, Scene, Shooter, Stand, in_melee, may_shoot, possible, shooting_place, stands,
};
use super::{Choice, Request};
use crate::battle::outcome::{FileBases, files_of};
use crate::battle::position::{kinds, support};
use crate::battle::world::{BaseId, GroupId, World};
use crate::combat::{Range, ShotBy};
use crate::formation::Facing;
use crate::troops::{Capability, TroopType};
use caracole_ledger::enforces;
use caracole_plane::{BaseRect, CONTACT_TOLERANCE, Edge, Hand, Um};
use smallvec::SmallVec;

/// The shooting of a phase, or what a player must choose first.
pub type Aimed = Result<Vec<Shooting>, (GroupId, Request)>;

/// From where and with what weapon targets were looked for, and those found.
type Looked = ((Stand, Capability), Vec<Possible>);

/// What shoots at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Bases of a file.
    Bases(ShotBy),
    /// The regimental gun, as if it stood in the file.
    RegimentalGun,
}

/// Shooters with their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shooting {
    /// Who shoots.
    pub group: GroupId,
    /// Which file, in the order of [`files_of`].
    pub file: u8,
    /// What of it.
    pub arm: Arm,
    /// From which edge.
    pub edge: Edge,
    /// At what range.
    pub range: Range,
    /// The battle group shot at.
    pub target: (GroupId, BaseId),
    /// Bases at the front of the file that fight instead.
    pub barred: u8,
}

/// The targets of all who shoot, with the choices made so far. Lurkers that shoot show themselves to their targets,
/// which shoot back at once.
pub fn aim(world: &World, choices: &[Choice]) -> Aimed {
    enforces!("FOGR-SHOOT-002", "FOGR-SHOOT-015", "FOGR-TERRAIN-027");
    let closed = in_melee(world);
    let mut betrayed: Vec<(GroupId, GroupId)> = Vec::new();
    loop {
        let aimed = all(world, choices, &Scene { closed: &closed, betrayed: &betrayed })?;
        let fresh: Vec<(GroupId, GroupId)> =
            betrayals(world, &aimed).into_iter().filter(|p| !betrayed.contains(p)).collect();
        if fresh.is_empty() {
            return Ok(aimed);
        }
        betrayed.extend(fresh);
    }
}

/// The battle groups that shoot from where they lurk, each with the one that it shoots at.
#[must_use]
pub fn betrayals(world: &World, aimed: &[Shooting]) -> Vec<(GroupId, GroupId)> {
    let mut found = Vec::new();
    for shot in aimed {
        let pair = (shot.group, shot.target.0);
        let hidden = || {
            world.base_ids(shot.group).into_iter().any(|base| {
                let target = world[base].base.rect();
                world.rects(shot.target.0).iter().any(|from| {
                    let (group, target_group) = (shot.target.0, shot.group);
                    let look = Look { group, from, target_group, base, target: &target, betrayed: &[] };
                    super::sight::lurks(world, &look, from.distance(&target))
                })
            })
        };
        if !found.contains(&pair) && hidden() {
            found.push(pair);
        }
    }
    found
}

fn all(world: &World, choices: &[Choice], scene: &Scene<'_>) -> Aimed {
    let mut found = Vec::new();
    let mut groups: Vec<GroupId> = world.on_table().collect();
    groups.sort_by_key(|&g| world.in_turn(g));
    for group in groups.into_iter().filter(|&g| may_shoot(world, g)) {
        let files = files_of(world, group);
        let aimer = Aimer { world, group, choices, scene };
        if kinds::is_all(world, group, TroopType::BattleWagons) {
            aimer.wagons(&files, &mut found)?;
            continue;
        }
        let mut in_turn: SmallVec<[(u8, &FileBases); 6]> = (0u8..).zip(&files).collect();
        if world.hand_where_equal() == Hand::Right {
            in_turn.reverse();
        }
        for (number, file) in in_turn {
            let Some(&front) = file.bases.first() else { continue };
            if !gives_rear_support(world, group, front) {
                aimer.file(number, file, &mut found)?;
            }
        }
        if world[group].regimental_guns {
            aimer.regimental_gun(&files, &mut found)?;
        }
    }
    Ok(found)
}

/// A battle group that looks for its targets.
#[derive(Clone, Copy)]
struct Aimer<'a> {
    world: &'a World,
    group: GroupId,
    choices: &'a [Choice],
    scene: &'a Scene<'a>,
}

impl Aimer<'_> {
    /// The targets of the bases of one file. A base behind the front rank aims as if it stood there; one that may shoot from
    /// several edges takes the best target of all.
    fn file(
        &self,
        number: u8,
        file: &FileBases,
        found: &mut Vec<Shooting>,
    ) -> Result<(), (GroupId, Request)> {
        let Aimer { world, group, scene, .. } = *self;
        let Some(&front) = file.bases.first() else { return Ok(()) };
        let barred = if scene.closed.shooters.contains(&front) { 2 } else { 0 };
        let mut known: SmallVec<[Looked; 4]> = SmallVec::new();
        let first = found.len();
        for (place, &base) in file.bases.iter().enumerate().skip(usize::from(barred)) {
            let Some(weapon) = world.book.weapon_of(world[base].profile) else { continue };
            let mut targets: Vec<Possible> = Vec::new();
            for stand in stands(world, group, file, base, weapon) {
                if !known.iter().any(|(k, _)| *k == (stand, weapon)) {
                    let from = shooting_place(world, group, stand);
                    let profile = world[base].profile;
                    let shooter = Shooter { group, weapon, profile, edge: stand.edge, from: &from };
                    known.push(((stand, weapon), possible(world, &shooter, scene)));
                }
                let looked = known.iter().find(|(k, _)| *k == (stand, weapon));
                targets.extend(looked.iter().flat_map(|(_, p)| p.iter().copied()));
            }
            let Some(best) = self.select(front, &targets)? else { continue };
            if self.holds_fire(&best)? {
                continue;
            }
            let bit = 1u16.checked_shl(place as u32).unwrap_or(0);
            let same = found.iter_mut().skip(first).find(|s| {
                (s.edge, s.range, s.target) == (best.edge, best.range, best.target)
                    && matches!(s.arm, Arm::Bases(_))
            });
            match same {
                Some(Shooting { arm: Arm::Bases(ShotBy::Places(places)), .. }) => *places |= bit,
                _ => found.push(Shooting {
                    group,
                    file: number,
                    arm: Arm::Bases(ShotBy::Places(bit)),
                    edge: best.edge,
                    range: best.range,
                    target: best.target,
                    barred,
                }),
            }
        }
        Ok(())
    }

    /// Battle wagons shoot with one file, each wagon from a long edge as its player chooses, each half at its own target.
    fn wagons(&self, files: &[FileBases], found: &mut Vec<Shooting>) -> Result<(), (GroupId, Request)> {
        let Aimer { world, group, choices, scene } = *self;
        enforces!("FOGR-SHOOT-026", "FOGR-SHOOT-028", "FOGR-SHOOT-030", "FOGR-SHOOT-044");
        let looks = |base: BaseId, hand: Hand| -> Option<[Vec<Possible>; 2]> {
            let weapon = world.book.weapon_of(world[base].profile)?;
            if scene.closed.shooters.contains(&base) {
                return None;
            }
            let edge = Edge::flank(hand);
            let halves = Hand::BOTH.map(|half| {
                let from = world[base].base.fronting(edge).half(half).rect();
                let profile = world[base].profile;
                possible(world, &Shooter { group, weapon, profile, edge, from: &from }, scene)
            });
            halves.iter().any(|h| !h.is_empty()).then_some(halves)
        };
        let able = |file: &FileBases| {
            file.bases.iter().any(|&b| Hand::BOTH.into_iter().any(|hand| looks(b, hand).is_some()))
        };
        let may: Vec<u8> = (0u8..).zip(files).filter(|(_, f)| able(f)).map(|(n, _)| n).collect();
        let chosen = choices.iter().find_map(|c| match c {
            Choice::WagonFile { group: g, file } if *g == group => Some(*file),
            _ => None,
        });
        let number = match (may.as_slice(), chosen) {
            ([], _) => return Ok(()),
            ([only], _) => *only,
            (_, Some(file)) => file,
            (_, None) => return Err((group, Request::WagonFile { group, files: may })),
        };
        let Some(file) = files.get(usize::from(number)) else { return Ok(()) };
        for (place, &base) in (0u8..).zip(&file.bases) {
            let edges = Hand::BOTH.map(|hand| looks(base, hand));
            let chosen = choices.iter().find_map(|c| match c {
                Choice::WagonEdge { base: b, hand } if *b == base => Some(*hand),
                _ => None,
            });
            let halves = match (edges, chosen) {
                ([None, None], _) => continue,
                ([Some(only), None] | [None, Some(only)], _) => only,
                ([Some(left), Some(_)], Some(Hand::Left)) => left,
                ([Some(_), Some(right)], Some(Hand::Right)) => right,
                ([Some(_), Some(_)], None) => return Err((group, Request::WagonEdge { group, base })),
            };
            for targets in halves {
                let Some(best) = self.select(base, &targets)? else { continue };
                if self.holds_fire(&best)? {
                    continue;
                }
                found.push(Shooting {
                    group,
                    file: number,
                    arm: Arm::Bases(ShotBy::HalfWagon(place)),
                    edge: best.edge,
                    range: best.range,
                    target: best.target,
                    barred: 0,
                });
            }
        }
        Ok(())
    }

    /// The regimental gun aims as if it stood in the central file, or in one of the two that its owner picks.
    fn regimental_gun(
        &self,
        files: &[FileBases],
        found: &mut Vec<Shooting>,
    ) -> Result<(), (GroupId, Request)> {
        let Aimer { world, group, choices, scene } = *self;
        enforces!("FOGR-SHOOT-023", "FOGR-BG-056");
        let upright: Vec<u8> =
            (0u8..).zip(files).filter(|(_, f)| f.facing == Facing::Front).map(|(n, _)| n).collect();
        // The middle one, or the two in the middle.
        let skipped = upright.len().saturating_sub(1) / 2;
        let central = upright.iter().copied().skip(skipped).take(2 - upright.len() % 2);
        // Its range is that of the shot of its battle group.
        let profiles = world.profiles(group);
        let found_shot = profiles.iter().find(|b| b.is_shot()).or(profiles.first());
        let Some(&shot) = found_shot else { return Ok(()) };
        let weapon = world.book.weapon_of(shot).unwrap_or(Capability::Musket);
        let mut best: Vec<(u8, Possible)> = Vec::new();
        for number in central {
            let Some(file) = files.get(usize::from(number)) else { continue };
            // A file that can fight this turn does not shoot, nor does what stands in it.
            if file.bases.first().is_none_or(|front| scene.closed.shooters.contains(front)) {
                continue;
            }
            let point = world.point_base(group);
            let Some(&eye) = file.bases.iter().find(|b| Some(**b) != point) else { continue };
            let from: BaseRect = shooting_place(world, group, Stand { edge: Edge::Front, eye });
            let shooter = Shooter { group, weapon, profile: shot, edge: Edge::Front, from: &from };
            let targets = possible(world, &shooter, scene);
            best.extend(self.select(eye, &targets)?.map(|p| (number, p)));
        }
        let chosen = choices.iter().find_map(|c| match c {
            Choice::GunFile { group: g, file } if *g == group => Some(*file),
            _ => None,
        });
        let differ = match best.as_slice() {
            [(_, a), (_, b)] => (a.target.0, a.range) != (b.target.0, b.range),
            _ => false,
        };
        let shot = match chosen {
            _ if !differ && world.hand_where_equal() == Hand::Right => best.last(),
            _ if !differ => best.first(),
            Some(file) => best.iter().find(|(n, _)| *n == file),
            None => {
                let files = best.iter().map(|(n, _)| *n).collect();
                return Err((group, Request::GunFile { group, files }));
            }
        };
        found.extend(shot.map(|(number, p)| Shooting {
            group,
            file: *number,
            arm: Arm::RegimentalGun,
            edge: p.edge,
            range: p.range,
            target: p.target,
            barred: 0,
        }));
        Ok(())
    }

    /// The target of a base: by priority, or the free choice of distant artillery.
    fn select(&self, front: BaseId, targets: &[Possible]) -> Result<Option<Possible>, (GroupId, Request)> {
        let Aimer { world, group, choices, .. } = *self;
        enforces!("FOGR-SHOOT-018", "FOGR-SHOOT-019", "FOGR-SHOOT-020");
        enforces!("FOGAM-SHOOT-014", "FOGAM-SHOOT-015", "FOGAM-SHOOT-016");
        let counted: SmallVec<[Possible; 8]> =
            targets.iter().filter(|p| !world.book.leaves_aside(world, group, p)).copied().collect();
        if !world.book.chooses_freely(world, group, &counted) {
            return self.by_priority(&counted);
        }
        let mut groups: Vec<GroupId> = targets.iter().map(|p| p.target.0).collect();
        groups.sort_unstable();
        groups.dedup();
        if groups.len() < 2 {
            return self.by_priority(targets);
        }
        let chosen = choices.iter().find_map(|c| match c {
            Choice::Target { base, at } if *base == front => Some(*at),
            _ => None,
        });
        let Some(at) = chosen else {
            return Err((group, Request::Target { group, base: front, targets: groups }));
        };
        let at_it: Vec<Possible> = targets.iter().filter(|p| p.target.0 == at).copied().collect();
        self.by_priority(&at_it)
    }

    /// Whether the owner of those who aim at a target so far off has them hold their fire.
    fn holds_fire(&self, best: &Possible) -> Result<bool, (GroupId, Request)> {
        let Aimer { world, group, choices, .. } = *self;
        if !world.book.may_hold_fire(best.range) {
            return Ok(false);
        }
        let at = best.target.0;
        let chosen = choices.iter().find_map(|c| match c {
            Choice::LongRange { group: g, at: a, shoots } if (*g, *a) == (group, at) => Some(!*shoots),
            _ => None,
        });
        chosen.ok_or((group, Request::LongRange { group, at }))
    }

    /// The best of these targets: of those that are equal the left or the right one, as the player decides if they are bases of
    /// two battle groups.
    fn by_priority(&self, targets: &[Possible]) -> Result<Option<Possible>, (GroupId, Request)> {
        let Aimer { world, group, choices, .. } = *self;
        let equal = best(targets);
        let two = equal.iter().any(|p| equal.first().is_some_and(|f| f.target.0 != p.target.0));
        let hand = if two {
            let side = choices.iter().find_map(|c| match c {
                Choice::Side { group: g, hand } if *g == group => Some(*hand),
                _ => None,
            });
            side.ok_or((group, Request::Side { group }))?
        } else {
            world.hand_where_equal()
        };
        // The outermost to that hand; a hand is counted positive outwards.
        Ok(equal.into_iter().max_by_key(|p| hand.signed(p.right)))
    }
}

fn gives_rear_support(world: &World, group: GroupId, front: BaseId) -> bool {
    enforces!("FOGR-COMBAT-097");
    support::is_rear_supporter(world, group)
        && world.friends_of(group).filter(|&g| kinds::is_artillery(world, g)).any(|guns| {
            world
                .base_ids(guns)
                .iter()
                .any(|&gun| support::rear_support_of(world, guns, gun) == Some((group, front)))
        })
}

/// The targets of the highest priority. Those that lie as far off but for rounding are equal.
fn best(targets: &[Possible]) -> SmallVec<[Possible; 2]> {
    let same = |a: Um, b: Um| (a - b).abs() <= CONTACT_TOLERANCE;
    let Some((behind, distance, _)) = targets.iter().map(|p| p.rank).min() else { return SmallVec::new() };
    let as_near = || targets.iter().filter(move |p| p.rank.0 == behind && same(p.rank.1, distance));
    let aside = as_near().map(|p| p.rank.2).min().unwrap_or_default();
    as_near().filter(|p| same(p.rank.2, aside)).copied().collect()
}
