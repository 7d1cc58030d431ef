//! What each side rolls, at what advantage, and what can come of it.

use super::{Judge, Laid, law, phase};
use crate::{Point, RefereeError, Ruling};
use caracole_fog::ask::course_value;
use caracole_fog::battle::outcome::prospects::{awaited, separate};
use caracole_fog::battle::shooting::{Choice, Request, aim as aiming};
use caracole_fog::battle::{Fog, GroupId, Played};
use caracole_fog::combat::{Chances, course_odds};
use caracole_fog::troops::Cohesion;
use caracole_kernel::Battle;
use caracole_ledger::{RuleId, rule};
use caracole_position::Question;

/// The most choices of those who shoot that are supposed for a ruling.
const MOST_CHOICES: usize = 1000;

/// The dice of a phase with the reasons for them, and the exact odds of every fight in it.
pub(super) fn fight<B: Played>(
    judge: &Judge<'_, B>,
    q: &Question,
    place: &str,
) -> Result<Ruling, RefereeError> {
    let words = "What does each side roll, and what are the odds?";
    let mut joined = judge.join_for(q)?;
    let over = |battle: &Battle<Fog<B>>| battle.world().turn.phase != phase(q.phase);
    joined.go_on(place, over)?;
    if over(&joined.battle) {
        let nobody = Point::new("Nobody fights in this phase.", &[]);
        return Ok(Ruling::answered(words, vec![nobody]));
    }
    let Some(combat) = awaited(joined.battle.seen()) else {
        let mut points = joined.told;
        points.push(Point::new("Nobody fights before other dice are thrown.", &[]));
        return Ok(Ruling::answered(words, points));
    };
    let scenario = joined.battle.scenario();
    let names: Vec<String> = combat.ids.iter().map(|&g| scenario.name(g).to_owned()).collect();
    let mut points = joined.told.clone();
    let mut values = Vec::new();
    for (members, fight) in separate(&combat.fight) {
        let readings = joined.battle.world().readings;
        let odds = match course_odds::<B>(&mut Chances::default(), &[fight], readings) {
            Ok(odds) => odds,
            Err(e) => {
                points.push(Point::new(format!("The odds of a fight cannot be given: {e}."), &[]));
                continue;
            }
        };
        for &member in &members {
            let Some(name) = names.get(member) else { continue };
            let that = |test: &dyn Fn(Cohesion) -> bool| {
                odds.probability_that(|c| c.get(member).is_some_and(|c| test(c.cohesion)))
            };
            let loses = odds.probability_that(|c| c.get(member).is_some_and(|c| c.lost > 0));
            let now = combat.fight.groups.get(member).map_or(Cohesion::Steady, |g| g.cohesion);
            let text = format!(
                "{name}: holds {} %, drops {} %, breaks {} %, loses a base {} %.",
                that(&|c| c == now).percent(1),
                that(&|c| c > now && c != Cohesion::Broken).percent(1),
                that(&|c| c == Cohesion::Broken && now != Cohesion::Broken).percent(1),
                loses.percent(1),
            );
            points.push(Point::new(text, &[]));
        }
        values.push(course_value(&names, &odds));
    }
    Ok(Ruling { odds: Some(values.into()), ..Ruling::answered(words, points) })
}

/// Whom battle groups shoot at.
pub(super) fn targets<B: Played>(
    judge: &Judge<'_, B>,
    laid: &Laid,
    group: Option<usize>,
) -> Result<Ruling, RefereeError> {
    let world = &laid.world;
    let name = |g: GroupId| laid.scenario.name(g);
    let asked = group.map(|g| judge.id(g));
    let wanted = |g: GroupId| asked.is_none_or(|a| a == g);
    let mut points = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    let shooting = loop {
        let (shooter, request) = match aiming::aim(world, &choices) {
            Ok(shooting) => break shooting,
            Err(asked) => asked,
        };
        let is_naval = matches!(request, Request::Naval { .. });
        let (text, rule, choice) = supposed(laid, request, shooter);
        if is_naval || wanted(shooter) {
            points.push(Point::new(text, &[rule]));
        }
        match choice {
            Some(choice) if choices.len() < MOST_CHOICES => choices.push(choice),
            _ => break Vec::new(),
        }
    };
    let mut told: Vec<(GroupId, GroupId)> = Vec::new();
    for shot in shooting.iter().filter(|s| wanted(s.group)) {
        let pair = (shot.group, shot.target.0);
        if told.contains(&pair) {
            continue;
        }
        told.push(pair);
        let mut files: Vec<u8> =
            shooting.iter().filter(|s| (s.group, s.target.0) == pair).map(|s| s.file).collect();
        files.sort_unstable();
        files.dedup();
        let files = files.len();
        let text = format!("{} shoot at {} with {files} files.", name(pair.0), name(pair.1));
        points.push(Point::new(text, &[law!(world.book, "FOGR-SHOOT-015", "FOGAM-SHOOT-013")]));
    }
    for g in world.ids().filter(|&g| world[g].is_on_table() && wanted(g)) {
        if !told.iter().any(|(by, _)| *by == g) {
            let text = format!("{} have nobody to shoot at.", name(g));
            points.push(Point::new(text, &[law!(world.book, "FOGR-SHOOT-002", "FOGAM-SHOOT-003")]));
        }
    }
    Ok(Ruling::answered("Who shoots at whom?", points))
}

/// What a choice of those who shoot is about, with its rule, and the choice that is supposed for the ruling.
fn supposed(laid: &Laid, request: Request, shooter: GroupId) -> (String, RuleId, Option<Choice>) {
    let name = |g: GroupId| laid.scenario.name(g);
    let book = laid.world.book;
    let names = |targets: &[GroupId]| {
        let names: Vec<&str> = targets.iter().map(|&target| name(target)).collect();
        names.join(" or ")
    };
    let left = caracole_plane::Hand::Left;
    match request {
        Request::Target { base, targets, .. } => (
            format!("A gun of {} may choose: {}.", name(shooter), names(&targets)),
            rule!("FOGR-SHOOT-013"),
            targets.first().map(|&at| Choice::Target { base, at }),
        ),
        Request::Side { group } => (
            format!("{} choose between equal targets on their left and right.", name(group)),
            law!(book, "FOGR-SHOOT-019", "FOGAM-SHOOT-016"),
            Some(Choice::Side { group, hand: left }),
        ),
        Request::WagonFile { group, files } => (
            format!("{} choose the one file that shoots.", name(group)),
            law!(book, "FOGR-SHOOT-030", "FOGAM-SHOOT-023"),
            files.first().map(|&file| Choice::WagonFile { group, file }),
        ),
        Request::WagonEdge { group, base } => (
            format!("A wagon of {} shoots from either long edge.", name(group)),
            law!(book, "FOGR-SHOOT-026", "FOGAM-SHOOT-021"),
            Some(Choice::WagonEdge { base, hand: left }),
        ),
        Request::GunFile { group, files } => (
            format!("{} choose the file in which their gun counts.", name(group)),
            rule!("FOGR-BG-055"),
            files.first().map(|&file| Choice::GunFile { group, file }),
        ),
        Request::Naval { side, unit, targets } => (
            format!("A naval unit of {side} may choose: {}, or nobody.", names(&targets)),
            rule!("FOGR-SHOOT-002"),
            Some(Choice::Naval { side, unit, at: None }),
        ),
        Request::LongRange { group, at } => (
            format!("{} may shoot at {} at long range, or not.", name(group), name(at)),
            rule!("FOGAM-SHOOT-003"),
            Some(Choice::LongRange { group, at, shoots: true }),
        ),
    }
}
