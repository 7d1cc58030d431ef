//! Fire and Close Combat: whether it is allowed, at what modifiers, and what the dice do.

use super::{FACES, FireBy, Judge};
use crate::{Point, RefereeError, Ruling};
use caracole_kernel::Tally;
use caracole_ledger::rule;
use caracole_musketpike::{
    charts::{CloseCombatRow, FireColumn, FireResult, Word, row},
    counters::UnitId,
    engine::fire::ShotKind,
    hex::Hex,
    messages::{Manner, Target},
};
use serde_json::{Value, json};

/// One throw that fire comes to.
struct Throw<'a> {
    from: Hex,
    at: Hex,
    tally: Tally,
    results: &'a FireColumn,
}

pub(super) fn fire(
    judge: &Judge,
    unit: UnitId,
    target: UnitId,
    by: FireBy,
    die: Option<i32>,
) -> Result<Ruling, RefereeError> {
    let f = judge.field();
    let words = format!("May {} fire at {}?", judge.name(unit), judge.name(target));
    let aimed = Target::Unit(target);
    let manner = match by {
        FireBy::Salvo => Manner::Salvo,
        FireBy::Skirmishing | FireBy::Reaction => Manner::Skirmishing,
    };
    if by == FireBy::Salvo
        && let Err(barred) = f.may_salvo(unit)
    {
        return Ok(Ruling::refused(words, barred.refusal(f)));
    }
    let mut throws = Vec::new();
    let mut bar = None;
    if f.is_gun(unit) {
        for hex in f.target_hexes(aimed) {
            match f.gun_bears(unit, aimed, hex) {
                Ok(()) => throws.push(Throw {
                    from: f.hex(unit),
                    at: hex,
                    tally: f.cannon_tally(unit, aimed, hex),
                    results: &f.table.charts.artillery_fire.results,
                }),
                Err(barred) => bar = bar.or(Some(barred)),
            }
        }
    } else {
        let may = f.check_enemy(unit, aimed).and_then(|()| match by {
            FireBy::Reaction => f.may_shoot(unit),
            _ => f.may_fire_by_command(unit).and_then(|()| match f.is_cavalry(unit) {
                true => f.may_fire_pistol(unit, aimed),
                false => f.may_fire_so(unit, manner),
            }),
        });
        if let Err(barred) = may {
            return Ok(Ruling::refused(words, barred.refusal(f)));
        }
        let kind = ShotKind {
            manner,
            at_retreating: false,
            at_moved_cavalry: by == FireBy::Reaction && f.is_heavy(unit) && f.is_cavalry(target),
        };
        for (half, from) in f.halves(unit) {
            match f.half_bears(unit, half, aimed, manner.arc()) {
                Ok((zone, at)) => throws.push(Throw {
                    from,
                    at,
                    tally: f.fire_tally(unit, from, aimed, at, kind),
                    results: f.fire_results(unit, manner, zone),
                }),
                Err(barred) => bar = bar.or(Some(barred)),
            }
        }
    }
    if let (true, Some(bar)) = (throws.is_empty(), bar) {
        return Ok(Ruling::refused(words, bar.refusal(f)));
    }
    let mut points = Vec::new();
    let mut odds = Vec::new();
    for throw in &throws {
        let (of_throw, chances) = told(throw, die);
        points.extend(of_throw);
        odds.push(chances);
    }
    Ok(Ruling { odds: Some(odds.into()), ..Ruling::legal(words, points) })
}

/// What a throw may do, in points and for programs; with a die also what that die does.
fn told(throw: &Throw<'_>, die: Option<i32>) -> (Vec<Point>, Value) {
    let mut points = Vec::new();
    let total = throw.tally.total();
    let result = |die: i32| throw.results[row(die + total)];
    let shares = shares(FACES.map(result));
    let told: Vec<String> = shares.iter().map(|(result, n)| format!("{} {n}/10", effect(*result))).collect();
    let mut point = Point::new(
        format!("From {} at {}: {}.", throw.from, throw.at, told.join(", ")),
        &[rule!("MPBS-10.1.5a")],
    );
    point.tallies.push(throw.tally.clone());
    points.push(point);
    if let Some(die) = die {
        let text = format!("A {die} comes to {}: {}.", die + total, effect(result(die)));
        points.push(Point::new(text, &[rule!("MPBS-10.1.5a")]));
    }
    let json = json!({
        "from": throw.from, "at": throw.at,
        "results": shares.iter().map(|(r, n)| json!({
            "casualties": r.casualties, "formation_hits": r.formation_hits,
            "morale_checks": r.morale_checks, "probability": format!("{n}/10"),
        })).collect::<Vec<Value>>(),
    });
    (points, json)
}

pub(super) fn attack(
    judge: &Judge,
    attackers: &[UnitId],
    target: UnitId,
    pistols: &[UnitId],
    die: Option<i32>,
    place: &str,
) -> Result<Ruling, RefereeError> {
    let f = judge.field();
    if attackers.is_empty() || attackers.len() > 8 {
        return Err(RefereeError::at(place, "nobody attacks, or too many", "name 1 to 8 units"));
    }
    if f.is_train(target) && !f.is_lone_train(target) {
        return Err(RefereeError::at(
            place,
            "guns and Wagons with another unit are not attacked themselves",
            "name the unit in their hex",
        ));
    }
    let names: Vec<&str> = attackers.iter().map(|unit| judge.name(*unit)).collect();
    let words = format!("May {} attack {}?", names.join(" and "), judge.name(target));
    for unit in attackers {
        let mut allowed = f.footprint(target).iter().map(|hex| f.may_attack(*unit, hex));
        if let Some(Err(bar)) = allowed.clone().find(Result::is_err)
            && !allowed.any(|a| a.is_ok())
        {
            return Ok(Ruling::refused(words, bar.refusal(f)));
        }
    }
    for unit in pistols {
        if !f.has_shot(*unit) {
            return Err(RefereeError::at(
                place,
                format!("{} has no pistol shot left", judge.name(*unit)),
                "leave it out of `pistols`",
            ));
        }
    }
    if f.is_train(target) {
        let text = "There is no fight: lone guns and Wagons are captured.".to_owned();
        return Ok(Ruling::legal(words, vec![Point::new(text, &[rule!("MPBS-11.5.1a")])]));
    }
    if f.swept_away(attackers, target) {
        let text = "The light infantry is swept away without a fight.".to_owned();
        return Ok(Ruling::legal(words, vec![Point::new(text, &[rule!("MPBS-11.6b")])]));
    }
    let tally = f.close_combat_tally(attackers, target, pistols);
    let total = tally.total();
    let chart = &f.table.charts.close_combat;
    let shares = shares(FACES.map(|die| *chart.row(die + total)));
    let told: Vec<String> = shares.iter().map(|(r, n)| format!("{}: {n}/10", outcome(r))).collect();
    let mut point = Point::new(format!("{}.", told.join("; ")), &[rule!("MPBS-11.2D")]);
    point.tallies.push(tally);
    let mut points = vec![point];
    if let Some(die) = die {
        let text = format!("A {die} comes to {}: {}.", die + total, outcome(chart.row(die + total)));
        points.push(Point::new(text, &[rule!("MPBS-11.2D")]));
    }
    let odds: Vec<Value> = shares
        .iter()
        .map(|(r, n)| {
            json!({ "outcome": r.outcome.key(), "retreat": r.retreat, "probability": format!("{n}/10") })
        })
        .collect();
    Ok(Ruling { odds: Some(odds.into()), ..Ruling::legal(words, points) })
}

/// How many of ten faces come to each result, in the order of the faces.
fn shares<T: PartialEq>(results: impl Iterator<Item = T>) -> Vec<(T, u8)> {
    let mut found: Vec<(T, u8)> = Vec::new();
    for result in results {
        match found.iter_mut().find(|(known, _)| *known == result) {
            Some((_, n)) => *n += 1,
            None => found.push((result, 1)),
        }
    }
    found
}

fn effect(result: FireResult) -> String {
    let named = [
        (result.casualties, "casualty", "casualties"),
        (result.formation_hits, "formation hit", "formation hits"),
        (result.morale_checks, "Morale Check", "Morale Checks"),
    ];
    let told: Vec<String> = named
        .iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, one, many)| format!("{n} {}", if *n == 1 { one } else { many }))
        .collect();
    if told.is_empty() { "no effect".to_owned() } else { told.join(" and ") }
}

fn outcome(row: &CloseCombatRow) -> String {
    let mut words = row.outcome.key().replace('_', " ").replace("morale", "Morale");
    if row.retreat > 0 {
        let hexes = if row.retreat == 1 { "hex" } else { "hexes" };
        words.push_str(&format!(", {} {hexes} back", row.retreat));
    }
    words
}
