//! Plays a battle and its mirror image side by side.

use super::compare::{Compare, TOLERANCE};
use super::image::{Image, Mirror, with_file};
use crate::battle_common::Chance;
use caracole_fog::battle::manoeuvre::{Decision as Manoeuvre, Feeding};
use caracole_fog::battle::world::{CommanderId, CommanderState};
use caracole_fog::battle::{
    BaseId, Decision, Fog, GroupId, Phase, Played, Request, Setup, World, impact, manoeuvre, melee, outcome,
    setup, shooting,
};
use caracole_fog::formation::Facing;
use caracole_kernel::dice::{Roll, Throw};
use caracole_kernel::{Awaiting, Battle, Rules, Side, Step};
use caracole_plane::Point;
use caracole_testing::Node;
use serde_json::Value;

fn loss(choice: u8) -> Decision {
    Decision::Outcome(outcome::Decision::Loss { choice })
}

/// A battle, and the same in the mirror.
pub struct Pair<B: Played> {
    image: Image,
    here: Battle<Fog<B>>,
    there: Battle<Fog<B>>,
    /// The last decision of each kind of request, to be tried again where it may be refused.
    tried: Vec<Decision>,
}

impl<B: Played> Pair<B> {
    pub fn start(mirror: Mirror, setup: &Setup) -> Result<Self, String> {
        let (here, events) = Battle::<Fog<B>>::start(setup).map_err(|r| r.to_string())?;
        let image = Image::of(mirror, here.world());
        let (there, mirrored) =
            Battle::<Fog<B>>::start(&image.setup::<B>(setup)).map_err(|r| r.to_string())?;
        let pair = Pair { image, here, there, tried: Vec::new() };
        pair.same("the beginning", &events, &mirrored)?;
        Ok(pair)
    }

    /// Plays to the end; tells how many steps it took.
    pub fn play(&mut self, chance: &mut Chance, most: usize) -> Result<usize, String> {
        for steps in 0..most {
            let step = match self.here.awaiting() {
                Awaiting::Nothing(_) => return Ok(steps),
                Awaiting::Dice(roll) => Step::Dice(chance.throw(roll)),
                Awaiting::Decision { side, request } => {
                    let decision = Fog::<B>::pick(&self.here, *side, request, &mut |n| chance.below(n));
                    Step::Choose { side: *side, decision: decision.ok_or("nothing to choose")? }
                }
            };
            self.step(&step).map_err(|e| format!("step {steps}, {}: {e}", brief(&step)))?;
        }
        Err("the battle does not end".to_owned())
    }

    /// Takes a step in both.
    pub fn step(&mut self, step: &Step<Decision>) -> Result<(), String> {
        self.same_awaited()?;
        let mirrored = match step {
            Step::Dice(throw) => Step::Dice(self.thrown(throw)),
            Step::Choose { side, decision } => {
                self.same_rulings(*side, decision)?;
                Step::Choose { side: self.image.side(*side), decision: self.decision(decision)? }
            }
        };
        let events = self.here.apply(step).map_err(|r| format!("refused here: {r}"))?;
        let seen =
            self.there.apply(&mirrored).map_err(|r| format!("refused there: {}: {r}", brief(&mirrored)))?;
        Fog::<B>::invariants(&self.here)?;
        self.same("events", &events, &seen)?;
        self.same_worlds()
    }

    /// The same dice. Where both sides throw together red's come first.
    fn thrown(&self, throw: &Throw) -> Throw {
        let mut throw = throw.clone();
        if let Awaiting::Dice(Roll { side: None, .. }) = self.here.awaiting()
            && self.image.mirror == Mirror::HalfTurn
        {
            throw.0.reverse();
        }
        throw
    }

    fn compare(&self, what: &str, expected: &Node, found: &Node) -> Result<(), String> {
        let group = |n: u16| self.image.group(GroupId(n)).0;
        let compare = Compare { world: self.there.world(), original: self.here.world(), group: &group };
        compare.same(expected, found).map_err(|e| format!("{what}{e}"))
    }

    fn same<T: serde::Serialize>(&self, what: &str, here: &T, there: &T) -> Result<(), String> {
        self.compare(what, &self.image.map(&Node::of(here)), &Node::of(there))
    }

    fn same_awaited(&self) -> Result<(), String> {
        match (self.here.awaiting(), self.there.awaiting()) {
            (Awaiting::Nothing(here), Awaiting::Nothing(there)) => self.same("outcome", here, there),
            (Awaiting::Dice(here), Awaiting::Dice(there)) => {
                // Pools are read in their order.
                if here.pools != there.pools {
                    return Err(format!("{:?} are thrown here, {:?} there", here.pools, there.pools));
                }
                self.same("dice", here, there)
            }
            (Awaiting::Decision { side, request }, Awaiting::Decision { side: other, request: mirrored }) => {
                if self.image.side(*side) != *other {
                    return Err(format!("{side} chooses here, {other} there: {request:?}"));
                }
                self.same("request", request, mirrored)
            }
            (here, there) => Err(format!("awaited here: {here:?}; there: {there:?}")),
        }
    }

    /// A choice that may be refused is refused by the same rule in both.
    fn same_rulings(&mut self, side: Side, decision: &Decision) -> Result<(), String> {
        let Awaiting::Decision { request, .. } = self.here.awaiting() else { return Ok(()) };
        let alike = |d: &&Decision| std::mem::discriminant(*d) == std::mem::discriminant(decision);
        for tried in self.tried.iter().filter(alike) {
            // Some choices cannot be said of another position.
            let Ok(mirrored) = self.decision_to(request, tried) else { continue };
            let here = self.here.plan(side, tried).map(drop).map_err(|r| r.rule);
            let there = self.there.plan(self.image.side(side), &mirrored).map(drop).map_err(|r| r.rule);
            if here != there {
                return Err(format!("{tried:?} is {here:?} here and {there:?} there"));
            }
        }
        if self.tried.len() >= 12 {
            self.tried.remove(0);
        }
        self.tried.push(decision.clone());
        Ok(())
    }

    fn same_worlds(&self) -> Result<(), String> {
        let (here, there) = (self.here.world(), self.there.world());
        if here.turn.phase != Phase::Setup {
            self.same("turn", &here.turn, &there.turn)?;
        }
        self.same("sides", &here.sides, &there.sides)?;
        self.same("set-up", &here.setup, &there.setup)?;
        self.same("terrain", &*here.field.terrain, &*there.field.terrain)?;
        self.compare(
            "works",
            &self.image.map(&Node::of(&here.field.fortifications)),
            &Node::of(&there.field.fortifications),
        )?;
        self.compare(
            "engagements",
            &self.image.map(&Node::of(&here.engagements)),
            &Node::of(&there.engagements),
        )?;
        for group in here.ids() {
            let image = self.image.group(group);
            self.same(&format!("group {}", group.0), &here[group], &there[image])?;
            if here[group].is_on_table() {
                self.base_images(group)?;
            }
        }
        for commander in here.commander_ids() {
            let image = self.image.commander(commander);
            let what = format!("commander {}", commander.0);
            if here[commander].is_on_table() {
                // Where he was before he came to the table is nowhere.
                let placed = |world: &World, id: CommanderId| {
                    let mut state: CommanderState = world[id];
                    if state.base_at_phase_start.front.at == Point::ORIGIN {
                        state.base_at_phase_start = state.base;
                    }
                    state
                };
                self.same(&what, &placed(here, commander), &placed(there, image))?;
            } else {
                self.same(&what, &here[commander].place, &there[image].place)?;
            }
        }
        Ok(())
    }

    /// For each base of a battle group, in the order of its formation, the base that stands there in the mirror.
    fn base_images(&self, group: GroupId) -> Result<Vec<(BaseId, BaseId)>, String> {
        let (here, there) = (self.here.world(), self.there.world());
        let mut left = there.base_ids(self.image.group(group)).to_vec();
        let mut found = Vec::new();
        for id in here.base_ids(group) {
            let (state, expected) = (&here[id], self.image.map(&Node::of(&here[id].base)));
            let same = |other: &BaseId| {
                there[*other].profile == state.profile
                    && self.compare("", &expected, &Node::of(&there[*other].base)).is_ok()
            };
            let Some(at) = left.iter().position(same) else {
                let all: Vec<Value> = left.iter().map(|b| Node::of(&there[*b].base.front).json()).collect();
                return Err(format!(
                    "group {}: no base within {TOLERANCE} micrometres of {:?} in the mirror; those there: {all:?}",
                    group.0, expected
                ));
            };
            found.push((id, left.remove(at)));
        }
        Ok(found)
    }

    fn decision(&self, decision: &Decision) -> Result<Decision, String> {
        let Awaiting::Decision { request, .. } = self.here.awaiting() else {
            return Err("nothing is asked".to_owned());
        };
        self.decision_to(request, decision)
    }

    /// A choice as it is in the mirror.
    fn decision_to(&self, request: &Request, decision: &Decision) -> Result<Decision, String> {
        let read = |node: Node| -> Result<Decision, String> {
            serde_json::from_value(node.json()).map_err(|e| format!("{e}: {node:?}"))
        };
        let plain = || read(self.image.map(&Node::of(decision)));
        let left_right = self.image.mirror == Mirror::LeftRight;
        match (request, decision) {
            (
                Request::Outcome(outcome::Request::Loss { group, .. }),
                Decision::Outcome(outcome::Decision::Loss { choice }),
            ) => self.loss(*group, *choice).map(loss),
            (
                Request::Outcome(outcome::Request::Contract { ways, .. }),
                Decision::Outcome(outcome::Decision::Contract { way }),
            ) => {
                let way = self.narrower(ways, usize::from(*way))?;
                Ok(Decision::Outcome(outcome::Decision::Contract { way }))
            }
            (_, Decision::Impact(impact::Decision::Pair { pairs })) => {
                let of = |base: BaseId| self.base(base);
                let swapped = |m: &impact::Met| -> Result<impact::Met, String> {
                    let (red, blue) = (of(m.red)?, of(m.blue)?);
                    Ok(if left_right {
                        impact::Met { red, blue }
                    } else {
                        impact::Met { red: blue, blue: red }
                    })
                };
                let pairs: Result<Vec<_>, _> = pairs.iter().map(swapped).collect();
                Ok(Decision::Impact(impact::Decision::Pair { pairs: pairs? }))
            }
            (_, Decision::Manoeuvre(Manoeuvre::Reform { group, as_base, files })) => {
                let as_base = self.place_in_formation(*group, usize::from(*as_base))?;
                let group = self.image.group(*group);
                Ok(Decision::Manoeuvre(Manoeuvre::Reform { group, as_base, files: *files }))
            }
            (_, Decision::Setup(setup::Decision::Fortify(works))) if left_right => {
                let mut works = works.clone();
                works.iter_mut().for_each(|w| w.reverse());
                read(self.image.map(&Node::of(&Decision::Setup(setup::Decision::Fortify(works)))))
            }
            _ if left_right => self.files_from_the_right(request, decision, &plain),
            _ => plain(),
        }
    }

    /// Choices that count files from the left, counted from the other end.
    fn files_from_the_right(
        &self,
        request: &Request,
        decision: &Decision,
        plain: &dyn Fn() -> Result<Decision, String>,
    ) -> Result<Decision, String> {
        let world = self.here.world();
        // Those who shoot count the files that face ahead, whatever their numbers in the formation.
        let other = |group: GroupId, file: u8| -> Result<u8, String> {
            let upright = |f: &&outcome::FileBases| f.facing == Facing::Front;
            let files = outcome::files_of(world, group).iter().filter(upright).count() as u8;
            files.checked_sub(file + 1).ok_or_else(|| "no such file".to_owned())
        };
        let other_in_formation = |group: GroupId, file: u8| -> Option<u8> {
            let place = world.formation(group).files().position(|f| f == file)?;
            let mut all: Vec<u8> = self.there.world().formation(group).files().collect();
            all.reverse();
            all.get(place).copied()
        };
        match (request, decision) {
            (
                Request::Impact(impact::Request::GunFile { group, .. }),
                Decision::Impact(impact::Decision::GunFile { file }),
            ) => Ok(Decision::Impact(impact::Decision::GunFile { file: other(*group, *file)? })),
            (
                Request::Shooting(
                    shooting::Request::WagonFile { group, .. } | shooting::Request::GunFile { group, .. },
                ),
                Decision::Shooting(shooting::Decision::File { file }),
            ) => Ok(Decision::Shooting(shooting::Decision::File { file: other(*group, *file)? })),
            (
                Request::Melee(melee::Request::FrontRank { group, .. }),
                Decision::Melee(melee::Decision::FightAt { file }),
            ) => {
                let file = other_in_formation(*group, *file).ok_or("no such file")?;
                Ok(Decision::Melee(melee::Decision::FightAt { file }))
            }
            (
                _,
                Decision::Manoeuvre(Manoeuvre::Feed { group, how: Feeding::Rearrange { formation, left } }),
            ) => {
                let given_up = world.formation(*group).width().saturating_sub(formation.width());
                let Decision::Manoeuvre(Manoeuvre::Feed { group, how: Feeding::Rearrange { formation, .. } }) =
                    plain()?
                else {
                    return Err("another choice".to_owned());
                };
                let left = u8::try_from(given_up).ok().and_then(|up| up.checked_sub(*left));
                let left = left.ok_or("more files are given up than there are")?;
                let how = Feeding::Rearrange { formation, left };
                Ok(Decision::Manoeuvre(Manoeuvre::Feed { group, how }))
            }
            (_, Decision::Manoeuvre(Manoeuvre::Feed { group, how: Feeding::WithinTercio { bases } })) => {
                let width = world[*group].footprint.map_or(0, |(files, _)| i64::from(files));
                let from_right = |m: &manoeuvre::TercioMove| {
                    let node = with_file(&self.image.map(&Node::of(m)), &|file| width - 1 - file);
                    serde_json::from_value(node.json()).map_err(|e| e.to_string())
                };
                let bases: Result<Vec<_>, String> = bases.iter().map(from_right).collect();
                let how = Feeding::WithinTercio { bases: bases? };
                Ok(Decision::Manoeuvre(Manoeuvre::Feed { group: *group, how }))
            }
            _ => plain(),
        }
    }

    fn base(&self, base: BaseId) -> Result<BaseId, String> {
        let world = self.here.world();
        let group = world.on_table().find(|&g| world.base_ids(g).contains(&base)).ok_or("no such base")?;
        let images = self.base_images(group)?;
        images.iter().find(|(b, _)| *b == base).map(|(_, i)| *i).ok_or_else(|| "no such base".to_owned())
    }

    /// The place in the mirrored formation of the base at this place of a formation.
    fn place_in_formation(&self, group: GroupId, place: usize) -> Result<u8, String> {
        let base = *self.here.world().base_ids(group).get(place).ok_or("no such base")?;
        let image = self.base(base)?;
        let all = self.there.world().base_ids(self.image.group(group));
        let at = all.iter().position(|b| *b == image).ok_or("no such base")?;
        u8::try_from(at).map_err(|e| e.to_string())
    }

    /// The choice that leads to the same bases in the same places.
    fn loss(&self, group: GroupId, choice: u8) -> Result<u8, String> {
        let (step, image) = (|side, choice| Step::Choose { side, decision: loss(choice) }, self.image);
        let (side, mut here) = (self.here.world()[group].side, self.here.clone());
        here.apply(&step(side, choice)).map_err(|r| r.to_string())?;
        let Awaiting::Decision { request: Request::Outcome(outcome::Request::Loss { choices, .. }), .. } =
            self.there.awaiting()
        else {
            return Err("no loss is asked for there".to_owned());
        };
        let offered = choices.len() as u8;
        let after = |choice: u8| {
            let mut there = self.there.clone();
            let taken = there.apply(&step(image.side(side), choice)).is_ok();
            taken.then(|| Pair { image, here: here.clone(), there, tried: Vec::new() })
        };
        // Two choices may leave the same bases and still differ, as in the file of a commander who fights.
        let all = || (0..offered).filter_map(|choice| after(choice).map(|pair| (choice, pair)));
        let same = all().find(|(_, pair)| pair.base_images(group).is_ok() && pair.same_worlds().is_ok());
        let same = same.or_else(|| all().find(|(_, pair)| pair.base_images(group).is_ok()));
        same.map(|(choice, _)| choice).ok_or_else(|| "the same loss is not offered there".to_owned())
    }

    fn narrower(&self, ways: &[outcome::Narrower], way: usize) -> Result<u8, String> {
        let wanted = self.image.map(&Node::of(ways.get(way).ok_or("no such way")?));
        let Awaiting::Decision { request: Request::Outcome(outcome::Request::Contract { ways, .. }), .. } =
            self.there.awaiting()
        else {
            return Err("no contraction is asked for there".to_owned());
        };
        let at = ways.iter().position(|w| self.compare("", &wanted, &Node::of(w)).is_ok());
        u8::try_from(at.ok_or_else(|| format!("{wanted:?} is not offered there"))?).map_err(|e| e.to_string())
    }
}

fn brief(step: &Step<Decision>) -> String {
    let text = format!("{step:?}");
    text.chars().take(300).collect()
}

/// Positions of the groups of a world, for messages.
#[allow(dead_code)]
pub fn fronts(world: &World) -> Vec<String> {
    world.on_table().map(|g| format!("{} {:?}", g.0, world.anchor(g))).collect()
}
