//! What a combat may bring, exactly and before its first dice: files fight in the order of the line, those next to a live
//! effect first. It asks the same claims and the same dice as the fights themselves.

use super::fight::Current;
use super::{Combats, Step, beside, facts};
use crate::battle::outcome::harm;
use crate::battle::position::fights::Fight;
use crate::battle::system::{Procedure, Renatio};
use crate::battle::world::{Foe, Game};
use crate::dice::{Breaking, CombatDice};
use crate::odds::{Line, LineFile, LineOdds, MOST_FILES, MOST_UNITS, UnitState, line_odds};
use crate::readings::Reading;
use caracole_kernel::{Battle, Likely, Prospect, Side};
use smallvec::SmallVec;

/// Units and files of a combat, laid out as the odds want them.
struct Layout {
    line: Line,
    /// The units of red and of blue, in the order of the line's lists.
    units: [Vec<Foe>; 2],
}

/// What the combat whose first dice are awaited may do to everybody in it.
pub fn prospects(battle: &Battle<Renatio>) -> Vec<Prospect> {
    let game = Game::new(battle.scenario(), battle.world());
    let Some(Procedure::Combats(combats)) = battle.stack().last() else { return Vec::new() };
    // The two edges of the fight under way are noted as fought already.
    let before = combats.fought.iter().filter(|(place, _)| combats.members.contains(&place.foe)).count();
    let fresh =
        combats.step == Step::Throw(game.world.when.active) && combats.bonus.is_empty() && before == 2;
    let Some(current) = combats.current.as_ref().filter(|_| fresh) else { return Vec::new() };
    let Some(layout) = layout(game, combats, current) else { return Vec::new() };
    let Some(odds) = line_odds(game.charts(), &layout.line) else { return Vec::new() };
    let mut found = Vec::new();
    for (side, units) in layout.units.iter().enumerate() {
        for (unit, foe) in units.iter().enumerate() {
            found.push(Prospect {
                of: named(game, *foe),
                chances: of_unit(game, &layout.line, &odds, side, unit),
            });
        }
    }
    found
}

fn named(game: Game<'_>, foe: Foe) -> String {
    match foe {
        Foe::Ug(ug) => game.title(ug).to_owned(),
        Foe::Camp(side) => format!("Camp of {side}"),
    }
}

fn of_unit(game: Game<'_>, line: &Line, odds: &LineOdds, side: usize, unit: usize) -> Vec<Likely> {
    let before = line.units[side][unit].harm;
    let mut found = Vec::new();
    let mut likely = |what: &str, happens: &dyn Fn(&crate::odds::State) -> bool| {
        let chance = odds.losses.probability_that(happens);
        if !chance.numerator().is_zero() {
            let (exactly, basis_points) = (chance.to_string(), chance.basis_points());
            found.push(Likely { what: what.to_owned(), exactly, basis_points });
        }
    };
    let broken = |state: &crate::odds::State| LineOdds::is_broken(game.charts(), line, state, side, unit);
    let lost =
        |state: &crate::odds::State| state.harm[side][unit].half_bases.saturating_sub(before.half_bases);
    likely("break", &broken);
    likely("suffer nothing", &|state| lost(state) == 0);
    likely("take a wound", &|state| !broken(state) && lost(state) == 1);
    likely("lose a base", &|state| !broken(state) && (2..=3).contains(&lost(state)));
    likely("lose more", &|state| !broken(state) && lost(state) > 3);
    found
}

/// The fights that will be fought: the one that has begun, and of the others those that do not share an edge with it.
fn fights(game: Game<'_>, combats: &Combats, current: &Current) -> Vec<Fight> {
    let mut all = vec![current.fight];
    for fight in combats.open(game).into_iter().filter(|fight| beside::is_among(&combats.members, fight)) {
        let clashes = all.iter().any(|known| {
            Side::BOTH.into_iter().any(|side| {
                let (a, b) = (known.of(side), fight.of(side));
                a.place == b.place && a.edge == b.edge
            })
        });
        if !clashes {
            all.push(fight);
        }
    }
    all[1..].sort_by_key(|fight| (fight.red.place.foe, fight.red.file));
    all
}

fn layout(game: Game<'_>, combats: &Combats, current: &Current) -> Option<Layout> {
    let fights = fights(game, combats, current);
    if fights.len() > MOST_FILES {
        return None;
    }
    let mut units: [Vec<Foe>; 2] = [Vec::new(), Vec::new()];
    let mut files: SmallVec<[LineFile; 3]> = SmallVec::new();
    for (at, fight) in fights.iter().enumerate() {
        let mut of = [0; 2];
        for (n, side) in Side::BOTH.into_iter().enumerate() {
            let foe = fight.of(side).place.foe;
            let known = units[n].iter().position(|own| *own == foe);
            of[n] = u8::try_from(known.unwrap_or(units[n].len())).ok()?;
            if known.is_none() {
                units[n].push(foe);
            }
        }
        files.push(file(game, combats, current, &fights, at, of)?);
    }
    if units.iter().any(|side| side.len() > MOST_UNITS) {
        return None;
    }
    let states = |n: usize| units[n].iter().map(|foe| state_of(game, *foe)).collect();
    let supporters_shove = !game.readings().has(Reading::SupportersDoNotShove);
    let line = Line { kind: combats.kind, units: [states(0), states(1)], files, supporters_shove };
    Some(Layout { line, units })
}

fn state_of(game: Game<'_>, foe: Foe) -> UnitState {
    let (bases, breaking) = match foe {
        Foe::Ug(ug) => (game.world[ug].base_count, Breaking::of(&game.world[ug].profile)),
        Foe::Camp(_) => (game.charts().camps.bases, Breaking::Camp),
    };
    UnitState { bases, harm: harm(game, foe), breaking }
}

/// One pair of files. Neighbours are told to the odds by their places in the line only: where others than the next are
/// beside each other, there is no exact answer.
fn file(
    game: Game<'_>,
    combats: &Combats,
    current: &Current,
    fights: &[Fight],
    at: usize,
    units: [u8; 2],
) -> Option<LineFile> {
    let fight = fights.get(at)?;
    let both = facts::both(game, combats.kind, fight, &combats.bonus);
    let difference =
        i32::try_from(both.claims.red.total()).ok()? - i32::try_from(both.claims.blue.total()).ok()?;
    let mut joined = [false; 2];
    let mut support: [SmallVec<[CombatDice; 2]>; 2] = [SmallVec::new(), SmallVec::new()];
    for (n, side) in Side::BOTH.into_iter().enumerate() {
        for (_, cell) in beside::neighbours(game, fight.of(side)) {
            match fights.iter().position(|other| other.of(side).place == cell.place) {
                Some(next) if next == at + 1 => joined[n] = true,
                Some(next) if next + 1 == at => {}
                Some(_) if both.abilities[side].uses_specials() => return None,
                _ => {}
            }
        }
        if *fight == current.fight {
            support[n]
                .extend(current.dice[side].support.iter().filter_map(|colour| CombatDice::of(&[*colour])));
            continue;
        }
        for cell in combats.supporters(game, fight, side) {
            let claims = facts::as_supporter(game, combats.kind, fight, side, &cell);
            support[n].push(crate::claims::supporting_dice(
                game.charts(),
                &claims,
                &both.claims[side.other()],
            ));
        }
    }
    let throws = |side: Side| match *fight == current.fight {
        true => current.throws[side].unwrap_or(true),
        false => combats.may_throw(game, fight.of(side)),
    };
    Some(LineFile {
        units,
        difference,
        abilities: [both.abilities.red, both.abilities.blue],
        throws: [throws(Side::Red), throws(Side::Blue)],
        support,
        joined_to_next: joined,
    })
}
