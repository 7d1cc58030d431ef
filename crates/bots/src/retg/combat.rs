//! Choices in combats and of their outcome: what is fought first, who aligns, bases that turn, Commanders in the front
//! rank.

use super::odds::{of_clash, of_fights, of_fights_in};
use caracole_kernel::{Battle, Rules, Side, Step};
use caracole_renatio::army::Role;
use caracole_renatio::battle::fights::{self, Choice, Rank};
use caracole_renatio::battle::forecast::clashes;
use caracole_renatio::battle::{CommanderId, Decision, Foe, Game, Post, Renatio, Request, UgId, outcomes};
use caracole_renatio::charts::CombatKind;

/// What bases that turn or move must gain, in thousandths of a unit.
const LEAST: i64 = 25;

fn kind(game: Game<'_>) -> CombatKind {
    match game.world.when.phase {
        caracole_renatio::battle::Phase::Charge => CombatKind::Charge,
        _ => CombatKind::Melee,
    }
}

/// The choice after which the fights on the table stand best, if it gains enough.
pub(super) fn best_change(
    battle: &Battle<Renatio>,
    side: Side,
    choices: Vec<Decision>,
    cost: impl Fn(&Decision) -> i64,
) -> Option<(i64, Decision)> {
    let game = Game::new(battle.scenario(), battle.world());
    let kind = kind(game);
    let now = of_fights(game, side, kind);
    let mut best: Option<(i64, Decision)> = None;
    for choice in choices {
        let mut next = battle.clone();
        if next.apply(&Step::Choose { side, decision: choice.clone() }).is_err() {
            continue;
        }
        let gain = of_fights_in(game, next.world(), side, kind) - now - cost(&choice);
        if gain >= LEAST && best.as_ref().is_none_or(|(most, _)| gain > *most) {
            best = Some((gain, choice));
        }
    }
    best
}

/// A choice in a combat.
pub(super) fn choose(
    battle: &Battle<Renatio>,
    side: Side,
    request: fights::Request,
    choices: Vec<Decision>,
) -> Option<Decision> {
    let game = Game::new(battle.scenario(), battle.world());
    match request {
        fights::Request::Align => {
            best_change(battle, side, choices, |_| 0).map(|(_, choice)| choice).or(Some(Decision::Pass))
        }
        fights::Request::NextCombat | fights::Request::NextFile => {
            choices.into_iter().max_by_key(|choice| of_next(game, side, choice))
        }
        fights::Request::InFront { commander } => {
            let wanted = if fights_in_front(game, side, commander) { Rank::Front } else { Rank::Behind };
            let found = choices
                .iter()
                .position(|c| matches!(c, Decision::Combat(fights::Decision::Rank(rank)) if *rank == wanted));
            choices.into_iter().nth(found.unwrap_or(0))
        }
        fights::Request::Here { .. } => {
            let here = |c: &Decision| matches!(c, Decision::Combat(fights::Decision::Throw(Choice::Here)));
            let found = choices.iter().position(here).unwrap_or(0);
            choices.into_iter().nth(found)
        }
        fights::Request::Lose { ug } => lose(game, ug, choices),
        // The first choice is that of every file that can.
        fights::Request::Press { .. } => choices.into_iter().next(),
    }
}

/// What fights next: where most is won.
fn of_next(game: Game<'_>, side: Side, choice: &Decision) -> i64 {
    let all = || clashes(game, kind(game));
    match choice {
        Decision::Combat(fights::Decision::Fight(fight)) => {
            let clash = all().into_iter().find(|clash| clash.fight == *fight);
            clash.map_or(0, |clash| of_clash(game, side, &clash))
        }
        Decision::Combat(fights::Decision::Combat(foe)) => {
            all().iter().filter(|clash| clash.fight.has(*foe)).map(|clash| of_clash(game, side, clash)).sum()
        }
        _ => i64::MIN,
    }
}

/// Whether a Commander steps into the front rank: where one claim more decides, and not the Army Commander while the
/// fight is even without him.
fn fights_in_front(game: Game<'_>, side: Side, id: CommanderId) -> bool {
    let Some(commander) = game.world.commander(id) else { return false };
    let Post::With { ug, file, .. } = commander.post else { return false };
    let own = clashes(game, kind(game)).into_iter().find(|clash| {
        let stand = clash.fight.of(side);
        stand.place.foe == Foe::Ug(ug) && stand.file == file
    });
    own.is_some_and(|clash| match commander.role {
        Role::Army => clash.difference(side) == -1,
        _ => (-1..=0).contains(&clash.difference(side)),
    })
}

/// A file that gives a base up: the deepest, not that of a Commander.
pub(super) fn lose(game: Game<'_>, ug: UgId, choices: Vec<Decision>) -> Option<Decision> {
    let led: Vec<u8> = game
        .world
        .commanders
        .iter()
        .filter_map(|c| match c.post {
            Post::With { ug: own, file, .. } if own == ug => Some(file),
            _ => None,
        })
        .collect();
    let file = |choice: &Decision| match choice {
        Decision::Combat(fights::Decision::Lose { file })
        | Decision::Outcome(outcomes::Decision::Lose { file })
        | Decision::Shooting(caracole_renatio::battle::shooting::Decision::Lose { file }) => Some(*file),
        _ => None,
    };
    let wish = |choice: &Decision| {
        let Some(file) = file(choice) else { return (0, false) };
        let depth = game.world.bases_of(ug).iter().filter(|base| base.at.file == file).count();
        (depth, !led.contains(&file))
    };
    choices.into_iter().max_by_key(wish)
}

/// A choice of the outcome: foot that may stay stay, unless the enemy's camp is open.
pub(super) fn outcome(
    battle: &Battle<Renatio>,
    side: Side,
    request: outcomes::Request,
    choices: Vec<Decision>,
) -> Option<Decision> {
    let game = Game::new(battle.scenario(), battle.world());
    match request {
        outcomes::Request::Lose { ug } => lose(game, ug, choices),
        outcomes::Request::Pursue { .. } => {
            let stay = Decision::Outcome(outcomes::Decision::Stay);
            let asked = Request::Outcome(request);
            match Renatio::check(battle, side, &asked, &stay).is_ok() {
                true => Some(stay),
                false => choices.into_iter().next(),
            }
        }
        outcomes::Request::Flee { .. } | outcomes::Request::Replace { .. } => {
            choices.into_iter().max_by_key(|choice| of_refuge(game, choice))
        }
        outcomes::Request::Rout | outcomes::Request::RoutFrom { .. } | outcomes::Request::GiveWay { .. } => {
            choices.into_iter().next()
        }
    }
}

/// Where a Commander is safe and of use: with the unit that stands furthest from the enemy of those that he can reach.
fn of_refuge(game: Game<'_>, choice: &Decision) -> i64 {
    let Decision::Outcome(outcomes::Decision::Flee(caracole_renatio::battle::NewPost::With { ug, .. })) =
        choice
    else {
        return -1;
    };
    let Some(state) = game.world.get(*ug) else { return -1 };
    let theirs = game.world.of_side(state.side.other());
    let gaps = theirs
        .filter_map(|foe| caracole_plane::shortest_distance(game.world.rects(*ug), game.world.rects(foe)));
    gaps.min().map_or(0, |gap| i64::from(gap.get()))
}
