//! Dice as people see them: what can come before they fall, and the faces after.

use crate::{commands::odds::combat::lines, output::Output};
use caracole_kernel::{
    Cast, Hand, Likely, Prospect,
    dice::{Pool, Reading, Roll, Throw},
};
use caracole_odds::{Foresight, numbers};

/// The most that dice may bring to be told one by one; with more, only what the dice themselves can show is told.
const MOST_CHANCES: usize = 8;

/// Tells what dice are about to fall, with the exact chances of what they bring where that is known, and of each pool.
pub(super) fn announce(roll: &Roll, foresight: Option<&Foresight>, out: &Output) {
    let whose = roll.side.map_or_else(String::new, |side| format!(" of {side}"));
    out.line(format!("  Dice{whose}: {} ({})", roll.purpose, roll.rule.id()));
    let foresight = foresight.filter(|f| f.chances.len() <= MOST_CHANCES);
    let told =
        |pool: &&Pool| pool.dice > 0 && (foresight.is_none() || matches!(pool.reading, Reading::Hits { .. }));
    for pool in roll.pools.iter().filter(told) {
        out.line(format!("    {}", chances(pool)));
    }
    if let Some(foresight) = foresight {
        bring(foresight, 2, out);
    }
}

/// Tells the dice that a choice would bring, and what may come of them.
pub(super) fn foretell(foresight: &Foresight, out: &Output) {
    let whose = foresight.roll.side.map_or_else(String::new, |side| format!(" of {side}"));
    if foresight.supposing {
        out.line("  If nobody does anything more:");
    }
    out.line(format!("  Dice follow{whose}: {} ({})", foresight.roll.purpose, foresight.roll.rule.id()));
    if foresight.prospects.is_empty() {
        for pool in foresight.roll.pools.iter().filter(|p| matches!(p.reading, Reading::Hits { .. })) {
            out.line(format!("    {}", chances(pool)));
        }
    }
    for sentence in foresight.before.iter().filter(|sentence| !sentence.tallies.is_empty()) {
        out.line(format!("    {}", sentence.text));
        for tally in sentence.tallies.iter().filter(|tally| !tally.lines.is_empty()) {
            out.line(format!("      {}: {}", tally.of, tally.total()));
            lines(tally, out);
        }
    }
    match foresight.prospects.is_empty() {
        true => bring(foresight, 2, out),
        false => {
            out.line("    Each fight by itself:");
            foresight.prospects.iter().for_each(|prospect| promise(prospect, out));
        }
    }
}

/// What a whole fight may do to one of those who are in it.
fn promise(prospect: &Prospect, out: &Output) {
    let tenths = |likely: &Likely| (likely.basis_points + 5) / 10;
    let one = |likely: &Likely| format!("{} {}.{}%", likely.what, tenths(likely) / 10, tenths(likely) % 10);
    let all: Vec<String> = prospect.chances.iter().map(one).collect();
    let all =
        if all.is_empty() { "too many fight together for exact odds".to_owned() } else { all.join(", ") };
    out.line(format!("      {}: {all}", prospect.of));
}

/// What dice may bring, one line each; under it what follows, as deep as it is worth reading.
fn bring(foresight: &Foresight, indent: usize, out: &Output) {
    for chance in foresight.chances.iter().take(MOST_CHANCES) {
        let on = chance.reads.as_ref().map_or_else(String::new, |reads| format!("on {reads}: "));
        // The reading stands before it already.
        let told = chance.sentences.iter().filter(|sentence| !sentence.starts_with("The die shows "));
        let told: Vec<&str> = told.map(String::as_str).collect();
        let comes = match (told.is_empty(), &chance.next) {
            (false, _) => told.join(" "),
            (true, Some(next)) => format!("then: {next}"),
            (true, None) => "nothing changes".to_owned(),
        };
        let percent = (f64::from(chance.basis_points) / 100.0).round();
        out.line(format!("{:indent$}{percent:>4}%  {on}{}", "", short(&comes)));
        if let Some(then) = chance.then.as_ref().filter(|_| indent < 10) {
            out.line(format!("{:indent$}       {}:", "", then.roll.purpose));
            bring(then, indent + 8, out);
        }
    }
    if foresight.chances.len() > MOST_CHANCES {
        let more = foresight.chances.len() - MOST_CHANCES;
        out.line(format!("{:indent$}      and {more} less likely", ""));
    }
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    const MOST: usize = 150;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} ...", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

fn chances(pool: &Pool) -> String {
    if pool.deck().is_some() {
        return if pool.dice == 1 { "1 card".to_owned() } else { format!("{} cards", pool.dice) };
    }
    let dice = if pool.dice == 1 { "1 die".to_owned() } else { format!("{} dice", pool.dice) };
    let again: Vec<String> = pool.reroll.faces.faces().map(|f| f.to_string()).collect();
    let again =
        if again.is_empty() { String::new() } else { format!(", {} thrown again", again.join(" and ")) };
    let Ok(odds) = numbers(pool) else { return format!("{dice}{again}") };
    let mean = odds.mean().decimal(2);
    match pool.reading {
        Reading::Hits { at_least } => {
            let most = i32::from(pool.dice).min(6);
            let each: Vec<String> =
                (1..=most).map(|n| format!("{n}+ {}%", odds.at_least(&n).percent(0))).collect();
            format!("{dice} at {at_least} or more{again}: {mean} hits on average; {}", each.join(", "))
        }
        _ => {
            let (low, high) = (i32::from(pool.dice) * 2 + 1, i32::from(pool.dice) * 5);
            let each: Vec<String> =
                (low..=high).map(|n| format!("{n}+ {}%", odds.at_least(&n).percent(0))).collect();
            format!("{dice}{again}: {mean} on average; {}", each.join(", "))
        }
    }
}

/// Tells the faces of a throw, as far as the viewer may see them.
pub(super) fn tell(cast: Option<&Cast>, out: &Output) {
    let Some(cast) = cast else { return };
    let Throw(pools) = &cast.throw;
    let all: Vec<String> = pools
        .iter()
        .enumerate()
        .filter(|(_, p)| !p.dice.is_empty())
        .map(|(n, p)| match p.again.is_empty() {
            true => faces(cast, n, &p.dice),
            false => format!("{} (again: {})", faces(cast, n, &p.dice), faces(cast, n, &p.again)),
        })
        .collect();
    if !all.is_empty() {
        let done = if cast.roll.draws() { "Drawn" } else { "Thrown" };
        out.line(format!("  {done}: {}", all.join(" | ")));
    }
}

/// Faces of one pool: numbers, or the names of what they show.
fn faces(cast: &Cast, pool: usize, dice: &[u8]) -> String {
    let shown = |face: u8| cast.faces.iter().find(|shown| (shown.pool, shown.face) == (pool, face));
    let named = dice.iter().any(|face| shown(*face).is_some());
    let name =
        |face: &u8| shown(*face).map_or_else(|| face.to_string(), |shown| shown.shows.name.to_string());
    dice.iter().map(name).collect::<Vec<_>>().join(if named { ", " } else { " " })
}

/// Tells a hand, as far as the viewer may see it.
pub(super) fn tell_hand(hand: &Hand, out: &Output) {
    let mut all: Vec<String> = hand.cards.iter().map(|card| card.name.to_string()).collect();
    match hand.hidden {
        0 => {}
        1 => all.push("1 card face down".to_owned()),
        n => all.push(format!("{n} cards face down")),
    }
    let all = if all.is_empty() { "no cards".to_owned() } else { all.join(", ") };
    out.line(format!("  {} holds: {all}", hand.holder));
}
