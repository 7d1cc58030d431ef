//! Detaching shot: temporary battle groups of shot, and what is left of their parents combined.

use super::Decision;
use crate::battle::arrange::widths;
use crate::battle::position::kinds;
use crate::battle::world::{BaseState, GroupId, GroupState, Presence, World};
use crate::formation::{Facing, Nature, Position, Status, role};
use crate::troops::{BaseProfile, Capabilities, Capability, TroopType};
use caracole_kernel::{Refusal, Side};
use caracole_ledger::{enforces, rule};
use caracole_plane::Base;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a side detaches shot; nothing in it if it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Detaching {
    /// The temporary battle groups: from which parent how many shot bases.
    pub parties: Vec<Vec<(GroupId, u8)>>,
    /// The composite battle groups: the parents whose rest they are made of.
    pub composites: Vec<Vec<GroupId>>,
}

/// Mixed foot of which some bases shoot and some do not.
#[must_use]
pub fn is_mixed_foot(world: &World, group: GroupId) -> bool {
    let start = world.start_of(group);
    kinds::is_foot(world, group)
        && start.iter().any(|b| role(&start, *b).is_some())
        && start.iter().any(shoots)
        && !start.iter().all(shoots)
}

fn shoots(base: &BaseProfile) -> bool {
    base.capabilities.has_any(Capabilities::MISSILES)
}

fn taken(plan: &Detaching, parent: GroupId) -> usize {
    let from = plan.parties.iter().flatten().filter(|(g, _)| *g == parent);
    from.map(|(_, count)| usize::from(*count)).sum()
}

fn parents(plan: &Detaching) -> Vec<GroupId> {
    let mut all: Vec<GroupId> = plan.parties.iter().flatten().map(|(g, _)| *g).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The bases of a parent that stay: all but the given number of its shot.
fn rest(world: &World, plan: &Detaching, parent: GroupId) -> Vec<BaseProfile> {
    let mut to_go = taken(plan, parent);
    let stays = |b: &BaseProfile| {
        let goes = shoots(b) && to_go > 0;
        to_go -= usize::from(goes);
        !goes
    };
    world.start_of(parent).iter().copied().filter(stays).collect()
}

fn party(world: &World, from: &[(GroupId, u8)]) -> Vec<BaseProfile> {
    let of = |(group, count): &(GroupId, u8)| {
        let shot: Vec<BaseProfile> = world.start_of(*group).iter().copied().filter(shoots).collect();
        shot.into_iter().take(usize::from(*count))
    };
    let mut bases: Vec<BaseProfile> = from.iter().flat_map(of).collect();
    enforces!("FOGR-SETUP-031");
    let worst = bases.iter().map(|b| b.quality).min();
    // Bases of one kind in a battle group have one armour class: the worst, like quality and weapon.
    let armour = bases.iter().filter_map(|b| b.armour).min_by_key(|a| a.grade());
    let arms = bases.iter().map(|b| b.capabilities).min_by_key(|c| worth_of_shot(*c));
    for base in &mut bases {
        base.quality = worst.unwrap_or(base.quality);
        base.armour = armour.or(base.armour);
        base.capabilities = arms.unwrap_or(base.capabilities);
        base.troop_type = TroopType::MediumFoot;
    }
    bases
}

/// Which of two kinds of shot have the worse weapon: the cheaper, then that of shorter range, then the weaker at it.
fn worth_of_shot(capabilities: Capabilities) -> u8 {
    use Capability::{Arquebus, Bombs, Bow, BowStar, Crossbow, Javelins, Musket, MusketStar, Salvo, Sling};
    const WORST_FIRST: [Capability; 10] =
        [Javelins, Sling, Bombs, BowStar, Bow, Crossbow, Arquebus, MusketStar, Salvo, Musket];
    (0u8..).zip(WORST_FIRST).filter(|(_, c)| capabilities.has(*c)).map(|(n, _)| n).max().unwrap_or(0)
}

fn composite(world: &World, plan: &Detaching, parents: &[GroupId]) -> (Vec<BaseProfile>, Status) {
    let bases: Vec<BaseProfile> = parents.iter().flat_map(|p| rest(world, plan, *p)).collect();
    let first = parents.first().map_or(Status::Ordinary, |p| world[*p].status);
    let status = match parents.iter().any(|p| kinds::is_tercio(world, *p)) && parents.len() > 1 {
        true => Status::LaterTercio,
        false => first,
    };
    (bases, status)
}

/// Checks a plan for detaching shot.
pub fn check(world: &World, side: Side, plan: &Detaching) -> Result<(), Refusal> {
    enforces!("FOGR-SETUP-036");
    if plan.parties.len() > 40 || plan.composites.len() > 40 || plan.parties.iter().any(|p| p.len() > 40) {
        return Err(Refusal::new(rule!("FOGR-SETUP-031"), "There are too many detachments", "Use fewer."));
    }
    let sources = parents(plan);
    for &parent in &sources {
        check_parent(world, side, plan, parent)?;
    }
    let mixed = world.ids().filter(|g| world[*g].side == side && is_mixed_foot(world, *g)).count();
    if sources.len() * 2 > mixed {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-031"),
            "Shot may be detached from up to half of the mixed battle groups",
            "Detach from fewer.",
        )
        .fact("mixed battle groups", mixed)
        .fact("detached from", sources.len()));
    }
    for from in &plan.parties {
        check_party(world, from)?;
    }
    let mut combined: Vec<GroupId> = plan.composites.iter().flatten().copied().collect();
    combined.sort_unstable();
    if combined != sources || plan.composites.iter().any(Vec::is_empty) {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-032"),
            "Every parent battle group becomes part of one composite, and no other battle group does",
            "Name each parent once.",
        ));
    }
    // A grand battle group counts as two before, and is two afterwards.
    let before: usize = sources.iter().map(|p| if world[*p].grand { 2 } else { 1 }).sum();
    if plan.parties.len() + plan.composites.len() != before {
        let grand = sources.iter().any(|p| world[*p].grand);
        return Err(Refusal::new(
            if grand { rule!("FOGR-SETUP-034") } else { rule!("FOGR-SETUP-032") },
            "The break point of the army must stay the same",
            "Combine as many parents as there are battle groups of shot; a grand one divides into two.",
        )
        .fact("battle groups before, grand ones twice", before)
        .fact("battle groups afterwards", plan.parties.len() + plan.composites.len()));
    }
    plan.composites.iter().try_for_each(|c| check_composite(world, plan, c))
}

fn check_parent(world: &World, side: Side, plan: &Detaching, parent: GroupId) -> Result<(), Refusal> {
    let own = world.get(parent).is_some_and(|g| g.side == side && g.presence == Presence::Undeployed);
    if !own || !is_mixed_foot(world, parent) {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-031"),
            "Shot are detached from mixed battle groups of foot",
            "Name one of your own.",
        ));
    }
    let shot = world.start_of(parent).iter().filter(|b| shoots(b)).count();
    let most = if kinds::is_tercio(world, parent) { shot / 2 } else { shot };
    let wanted = taken(plan, parent);
    if wanted == 0 || wanted > most {
        let rule = match kinds::is_tercio(world, parent) {
            true => rule!("FOGR-SETUP-033"),
            false => rule!("FOGR-SETUP-031"),
        };
        return Err(Refusal::new(rule, "That many shot cannot be detached", "Detach fewer.")
            .fact("most", most)
            .fact("wanted", wanted));
    }
    Ok(())
}

fn check_party(world: &World, from: &[(GroupId, u8)]) -> Result<(), Refusal> {
    let bases = party(world, from);
    if !(2..=8).contains(&bases.len()) {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-031"),
            "A temporary battle group has 2 to 8 bases",
            "Detach more or fewer.",
        )
        .fact("bases", bases.len()));
    }
    Ok(())
}

fn check_composite(world: &World, plan: &Detaching, parents: &[GroupId]) -> Result<(), Refusal> {
    let (bases, status) = composite(world, plan, parents);
    let rule = rule!("FOGR-SETUP-032");
    if bases.len() > 12 {
        return Err(Refusal::new(
            rule,
            "A composite of 13 bases or more would count as two",
            "Combine less.",
        )
        .fact("bases", bases.len()));
    }
    let quality = bases.first().map(|b| b.quality);
    if bases.iter().any(|b| Some(b.quality) != quality) {
        return Err(Refusal::new(rule, "The bases of a battle group have one quality", "Combine others."));
    }
    if status == Status::LaterTercio && parents.len() > 1 && bases.iter().filter(|b| shoots(b)).count() < 4 {
        return Err(Refusal::new(
            rule!("FOGR-SETUP-033"),
            "Merged tercios need 4 shot bases or more",
            "Leave more shot with them.",
        ));
    }
    let nature = Nature { status, ..Nature::ordinary(world.book.book(), &bases) };
    if widths(&nature, &bases).is_empty() {
        return Err(Refusal::new(rule, "The composite has no legal formation", "Combine others."));
    }
    Ok(())
}

/// Sensible plans: none; and all shot of two parents detached into one battle group, the rest combined.
pub fn candidates(world: &World, side: Side) -> Vec<Decision> {
    let mut found = vec![Decision::Detach(Detaching::default())];
    let mixed: Vec<GroupId> =
        world.ids().filter(|g| world[*g].side == side && is_mixed_foot(world, *g)).collect();
    for (i, &a) in mixed.iter().enumerate() {
        if world[a].grand {
            let shot = world.start_of(a).iter().filter(|b| shoots(b)).count();
            let half = u8::try_from(shot / 2).unwrap_or(0);
            let plan = Detaching { parties: vec![vec![(a, half)]], composites: vec![vec![a]] };
            if check(world, side, &plan).is_ok() {
                found.push(Decision::Detach(plan));
            }
        }
        for &b in mixed.iter().skip(i + 1) {
            let shot = |g: GroupId| {
                let shot = world.start_of(g).iter().filter(|b| shoots(b)).count();
                u8::try_from(shot).unwrap_or(0)
            };
            for part in [1, 2] {
                let party = vec![(a, shot(a) / part), (b, shot(b) / part)];
                let plan = Detaching { parties: vec![party], composites: vec![vec![a, b]] };
                if check(world, side, &plan).is_ok() {
                    found.push(Decision::Detach(plan));
                }
            }
        }
    }
    found
}

/// Musters a battle group of these bases in the place of a parent in the order of march.
fn muster(
    world: &mut World,
    like: GroupId,
    entry: u8,
    bases: &[BaseProfile],
    status: Status,
) -> Option<GroupId> {
    let base = world.all_base_ids(like).next().map(|b| world[b].base)?;
    let scale = world.field.scale;
    let at = Position { file: 0, rank: 0 };
    let state = |&profile: &BaseProfile| {
        let base = Base { depth: scale.base_depth(profile.troop_type), ..base };
        BaseState { base, at, facing: Facing::Front, profile, standing: true, kinks_passed: 0 }
    };
    let group = GroupState {
        entry,
        detached_from: Some(like),
        grand: world.book.is_grand(u8::try_from(bases.len()).unwrap_or(u8::MAX)),
        status,
        ..world[like].clone()
    };
    Some(world.enlist(group, bases.iter().map(state)))
}

/// Carries a plan out. Parents are left without bases; their places in the order of march go to the new battle groups.
pub fn carry_out(world: &mut World, plan: &Detaching) {
    enforces!("FOGR-SETUP-035");
    let sources = parents(plan);
    let combined: Vec<(GroupId, Vec<BaseProfile>, Status)> = plan
        .composites
        .iter()
        .filter_map(|c| {
            let (bases, status) = composite(world, plan, c);
            c.first().map(|first| (*first, bases, status))
        })
        .collect();
    let parties: Vec<Vec<BaseProfile>> = plan.parties.iter().map(|p| party(world, p)).collect();
    let heads: Vec<GroupId> = combined.iter().map(|c| c.0).collect();
    let free = sources.iter().copied().filter(|s| !heads.contains(s));
    // The second part of a grand battle group deploys right after the first.
    enforces!("FOGR-SETUP-034");
    let doubled = sources.iter().copied().filter(|s| world[*s].grand);
    let places: Vec<GroupId> = free.chain(doubled).collect();
    for (head, bases, status) in combined {
        let entry = world[head].entry;
        muster(world, head, entry, &bases, status);
    }
    for (place, bases) in places.into_iter().zip(parties) {
        let entry = world[place].entry;
        if let Some(party) = muster(world, place, entry, &bases, Status::Ordinary) {
            world[party].regimental_guns = false;
        }
    }
    for parent in sources {
        world[parent].base_count = 0;
        world[parent].grand = false;
    }
}
