//! Who touches, threatens, supports and shoots at whom.

use super::{Joined, Judge};
use crate::{Point, Ruling};
use caracole_kernel::{BySide, Side, Tally};
use caracole_ledger::rule;
use caracole_plane::Edge;
use caracole_position::Question;
use caracole_renatio::battle::fights::Stand;
use caracole_renatio::battle::forecast::{
    Clash, after_charge, clashes, has_rear_support, is_in_zone, out_of_command, possible_charges,
};
use caracole_renatio::battle::shooting::{Circumstances, possible};
use caracole_renatio::battle::{Foe, Game, UgId};
use caracole_renatio::cards::Cost;
use caracole_renatio::charts::{CombatKind, Word};
use caracole_renatio::dice::CombatDice;

fn named(game: Game<'_>, foe: Foe) -> String {
    match foe {
        Foe::Ug(ug) => game.title(ug).to_owned(),
        Foe::Camp(side) => format!("the camp of {side}"),
    }
}

fn subject(judge: &Judge<'_>, game: Game<'_>, group: Option<usize>) -> Vec<UgId> {
    match group {
        Some(group) => vec![judge.id(group)],
        None => game.world.on_table().collect(),
    }
}

fn file(game: Game<'_>, stand: Stand) -> String {
    let edge = match stand.edge {
        Edge::Front => "",
        Edge::Left | Edge::Right => " (in its flank)",
        Edge::Rear => " (in its rear)",
    };
    format!("file {} of {}{edge}", stand.file + 1, named(game, stand.place.foe))
}

fn colours(dice: CombatDice) -> String {
    dice.colours().iter().map(|colour| colour.key()).collect::<Vec<_>>().join(" and ")
}

/// A fight of two files as a point: who meets whom, with what dice, and the claims of both.
pub(super) fn clash(game: Game<'_>, clash: &Clash) -> Point {
    let [red, blue] = clash.dice(game, Side::Red).dice;
    let text = format!(
        "{} fights {}: {} against {}.",
        file(game, clash.fight.red),
        file(game, clash.fight.blue),
        colours(red),
        colours(blue)
    );
    let tallies = BySide::new_with(|side| clash.claims[side].tally());
    Point { tallies: vec![tallies.red, tallies.blue], ..Point::new(text, &[rule!("RETG-COMBAT-012")]) }
}

/// Who touches whom, how they would fight in melee, and who stands in whose Close Proximity Zone.
pub(super) fn contacts(judge: &Judge<'_>, joined: &Joined, group: Option<usize>) -> Ruling {
    let game = joined.game();
    let asked = subject(judge, game, group);
    let all = clashes(game, CombatKind::Melee);
    let about = |found: &&Clash| asked.iter().any(|ug| found.fight.has(Foe::Ug(*ug)));
    let mut points: Vec<Point> = all.iter().filter(about).map(|found| clash(game, found)).collect();
    for ug in asked {
        let bases: Vec<_> = game.world.bases_of(ug).iter().map(|base| base.base).collect();
        if let Some(enemy) = is_in_zone(game, ug, &bases) {
            let text =
                format!("{} stands in the Close Proximity Zone of {}.", game.title(ug), game.title(enemy));
            points.push(Point::new(text, &[rule!("RETG-MOVE-060")]));
        }
    }
    if points.is_empty() {
        points.push(Point::new("Nobody touches an enemy.", &[rule!("RETG-COMBAT-010")]));
    }
    Ruling::answered("Who touches whom?", points)
}

/// Whom enemies could charge in flank or rear as everybody stands.
pub(super) fn flanks(judge: &Judge<'_>, joined: &Joined, group: Option<usize>) -> Ruling {
    let game = joined.game();
    let mut points = Vec::new();
    for ug in subject(judge, game, group) {
        let side = game.world[ug].side;
        for enemy in game.world.of_side(side.other()).collect::<Vec<_>>() {
            let charges = possible_charges(game, enemy);
            let threat =
                charges.iter().filter(|charge| charge.targets.contains(&Foe::Ug(ug))).any(|charge| {
                    after_charge(game, enemy, &charge.approach)
                        .is_ok_and(|after| after.fray.flanks.iter().any(|claim| claim.at == Foe::Ug(ug)))
                });
            if threat {
                let text = format!("{} can charge {} in flank or rear.", game.title(enemy), game.title(ug));
                points.push(Point::new(text, &[rule!("RETG-CHARGE-030")]));
            }
        }
    }
    if points.is_empty() {
        points.push(Point::new("No flank can be charged.", &[rule!("RETG-CHARGE-030")]));
    }
    Ruling::answered("Whose flank is threatened?", points)
}

/// Rear support, and which Commanders command whom.
pub(super) fn support(judge: &Judge<'_>, joined: &Joined, group: Option<usize>) -> Ruling {
    let game = joined.game();
    let mut points = Vec::new();
    for ug in subject(judge, game, group) {
        let verb = if has_rear_support(game, ug) { "has" } else { "has no" };
        let text = format!("{} {verb} rear support.", game.title(ug));
        points.push(Point::new(text, &[rule!("RETG-GLOS-065")]));
        for by in game.world.commanders_of(game.world[ug].side) {
            let Ok(why) = out_of_command(game, by, ug) else { continue };
            let causes: Vec<&str> = why.iter().map(|cause| cause.key()).collect();
            let text = match causes.as_slice() {
                [] => format!("It is in command of {}.", game.name(by)),
                all => format!(
                    "It is Out of Command for {}: {}.",
                    game.name(by),
                    all.join(", ").replace('_', " ")
                ),
            };
            points.push(Point::new(text, &[rule!("RETG-CMD-015")]));
        }
    }
    Ruling::answered("Who supports and commands whom?", points)
}

/// Whom files may shoot at, and with which dice.
pub(super) fn shots(judge: &Judge<'_>, joined: &Joined, group: Option<usize>) -> Ruling {
    let game = joined.game();
    let mut points = Vec::new();
    for ug in subject(judge, game, group) {
        let shots = possible(game, ug, Circumstances::default());
        let mut known: Vec<(u8, UgId, bool)> = Vec::new();
        for shot in &shots {
            let key = (shot.file, shot.at, shot.extra.is_some());
            if known.contains(&key) {
                continue;
            }
            known.push(key);
            let dice: Vec<&str> = shot.dice.iter().map(|rung| rung.key()).collect();
            let by =
                shot.extra.map_or(String::new(), |extra| format!(" ({})", extra.key().replace('_', " ")));
            let text = format!(
                "File {} of {}{by} may shoot at {}: {}.",
                shot.file + 1,
                game.title(ug),
                game.title(shot.at),
                dice.join(" and ")
            );
            points.push(Point {
                tallies: vec![shot.steps.clone()],
                ..Point::new(text, &[rule!("RETG-SHOOT-003")])
            });
        }
        if shots.is_empty() {
            let text = format!("{} has nobody to shoot at.", game.title(ug));
            points.push(Point::new(text, &[rule!("RETG-SHOOT-016")]));
        }
    }
    Ruling::answered("Who may shoot at whom?", points)
}

/// A charge that is legal: its kind, whom it reaches, and what fights it leads to if nobody answers.
pub(super) fn charged(judge: &Judge<'_>, joined: &Joined, q: &Question, words: String) -> Ruling {
    let mut points = joined.told.clone();
    points.extend(fights_of_charge(judge, joined, q));
    Ruling::legal(words, points)
}

/// The fights to which the charge of a question leads if nobody answers or shoots.
pub(super) fn fights_of_charge(judge: &Judge<'_>, joined: &Joined, q: &Question) -> Vec<Point> {
    let game = joined.game();
    let Some(ug) = q.group.map(|group| judge.id(group)) else { return Vec::new() };
    let charge = game.world.charges.iter().find(|charge| charge.ug == ug && !charge.moved);
    let Some(Ok(after)) = charge.map(|charge| after_charge(game, ug, &charge.approach)) else {
        return Vec::new();
    };
    let then = Game::new(game.scenario, &after);
    let own = |found: &&Clash| found.fight.has(Foe::Ug(ug));
    clashes(then, CombatKind::Charge).iter().filter(own).map(|found| clash(then, found)).collect()
}

/// What a move costs.
pub(super) fn cost(cost: &Cost) -> Point {
    let extra = match cost.extra.len() {
        0 => String::new(),
        1 => " and a coloured card".to_owned(),
        n => format!(" and {n} coloured cards"),
    };
    let mut rules = vec![rule!("RETG-MOVE-003")];
    rules.extend(cost.extra.iter().map(|why| why.rule()));
    let mut point = Point::new(format!("It costs {} or better{extra}.", cost.card.key()), &rules);
    point.tallies = Vec::<Tally>::new();
    point
}
