//! What fights between two units are worth, by the engine's exact odds.

use super::sketch::{Figure, Sketch, halves_left};
use caracole_kernel::Side;
use caracole_renatio::battle::forecast::{Clash, clashes};
use caracole_renatio::battle::{Foe, Game, Presence, UgId, World};
use caracole_renatio::charts::{CombatKind, Word};
use caracole_renatio::claims::{Facing, FileFacts, claims};
use caracole_renatio::dice::{Breaking, CombatDice, Face, Harm};
use caracole_renatio::odds::{Outcome, UnitState, Until, duel};
use caracole_renatio::troops::Form;
use std::collections::BTreeMap;

/// How two units meet, as the first of them sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meeting {
    /// It charges head on.
    Charge,
    /// It charges into flank or rear.
    Flank,
    /// Both charge.
    Both,
}

/// Chances of a fight to the end, in ten thousandths.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Odds {
    /// The first breaks the other.
    pub(super) wins: i64,
    /// The other breaks the first.
    pub(super) loses: i64,
}

/// What the odds depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    units: [UgId; 2],
    harm: [Harm; 2],
    form: [Form; 2],
    dismounted: [bool; 2],
    meeting: Meeting,
}

/// Odds that were worked out before.
#[derive(Clone, Debug, Default)]
pub(super) struct Bookmaker {
    meetings: BTreeMap<Key, Odds>,
    duels: BTreeMap<([UnitKey; 2], [i32; 3]), Odds>,
}

/// A unit as far as a duel goes.
type UnitKey = (u8, Harm, Breaking);

fn facts(game: Game<'_>, ug: UgId) -> FileFacts<'_> {
    let state = &game.world[ug];
    let formation = game.world.formation(ug);
    let deep = formation.files().map(|file| formation.file_depth(file)).max().unwrap_or(1);
    let mut facts = FileFacts::plain(&state.profile, u8::try_from(deep).unwrap_or(1));
    facts.form = state.form;
    facts.dismounted = state.dismounted;
    facts
}

fn unit(game: Game<'_>, ug: UgId) -> UnitState {
    let state = &game.world[ug];
    UnitState {
        bases: state.base_count,
        harm: state.harm(game.world.size(ug)),
        breaking: Breaking::of(&state.profile),
    }
}

impl Bookmaker {
    /// What comes of it if a unit charges another.
    pub(super) fn odds(&mut self, game: Game<'_>, ours: UgId, theirs: UgId, meeting: Meeting) -> Odds {
        let units = [ours, theirs];
        let key = Key {
            units,
            harm: units.map(|ug| game.world[ug].harm(game.world.size(ug))),
            form: units.map(|ug| game.world[ug].form),
            dismounted: units.map(|ug| game.world[ug].dismounted),
            meeting,
        };
        if let Some(known) = self.meetings.get(&key) {
            return *known;
        }
        let (mut us, mut them) = (facts(game, ours), facts(game, theirs));
        us.charged = true;
        them.charged = meeting == Meeting::Both;
        if meeting == Meeting::Flank {
            us.flank_charge = true;
            them.edge = Facing::Flank;
        }
        let difference = |kind: CombatKind, us: &FileFacts<'_>, them: &FileFacts<'_>| {
            let sum = |a: &FileFacts<'_>, b: &FileFacts<'_>| {
                i32::try_from(claims(game.charts(), game.readings(), kind, a, b).total()).unwrap_or(i32::MAX)
            };
            sum(us, them) - sum(them, us)
        };
        let charge = difference(CombatKind::Charge, &us, &them);
        (us.charged, us.flank_charge, them.charged) = (false, false, false);
        let melee = difference(CombatKind::Melee, &us, &them);
        let files = units.map(|ug| game.world.formation(ug).width()).into_iter().min().unwrap_or(1);
        let files = i32::try_from(files).unwrap_or(1);
        let odds = self.duel(game, units, [files, charge, melee]);
        self.meetings.insert(key, odds);
        odds
    }

    /// A fight to the end: files of the charge, the difference of claims in it, and that of later fights.
    fn duel(&mut self, game: Game<'_>, units: [UgId; 2], course: [i32; 3]) -> Odds {
        let states = units.map(|ug| unit(game, ug));
        let key = (states.map(|state| (state.bases, state.harm, state.breaking)), course);
        if let Some(known) = self.duels.get(&key) {
            return *known;
        }
        let [files, charge, melee] = course;
        let until = Until {
            charge_fights: u8::try_from(files).unwrap_or(1),
            charge_difference: charge.clamp(-5, 5),
            difference: melee.clamp(-5, 5),
        };
        let ends = duel(game.charts(), states[0], states[1], until);
        let odds = ends.map_or_else(Odds::default, |ends| {
            let chance = |outcome: Outcome| i64::from(ends.probability(&outcome).basis_points());
            let both = chance(Outcome::BothBroken);
            Odds { wins: chance(Outcome::Won) + both, loses: chance(Outcome::Lost) + both }
        });
        self.duels.insert(key, odds);
        odds
    }

    /// What a charge of one upon another is worth to the first.
    pub(super) fn worth(&mut self, game: Game<'_>, ours: &Figure, theirs: &Figure, meeting: Meeting) -> i64 {
        let odds = self.odds(game, ours.id, theirs.id, meeting);
        (odds.wins * theirs.worth - odds.loses * ours.worth) / 10_000
    }

    /// What the fights of a unit after its charge are worth to it: against each enemy in contact a fight to the end, with
    /// the claims that the files really have.
    pub(super) fn of_clashes(
        &mut self,
        game: Game<'_>,
        sketch: &Sketch,
        ug: UgId,
        met: &[(UgId, i32, i32)],
    ) -> Option<i64> {
        let own = sketch.figure(ug)?;
        let mut sum = 0;
        let mut stands = 10_000;
        for (foe, files, difference) in met {
            let other = sketch.figure(*foe)?;
            let after = self.melee(game, ug, *foe);
            let odds = self.duel(game, [ug, *foe], [*files, *difference, after]);
            sum += odds.wins * stands / 10_000 * other.worth;
            stands -= stands * odds.loses / 10_000;
        }
        Some((sum - (10_000 - stands) * own.worth) / 10_000)
    }

    fn melee(&self, game: Game<'_>, ours: UgId, theirs: UgId) -> i32 {
        let (us, them) = (facts(game, ours), facts(game, theirs));
        let sum = |a: &FileFacts<'_>, b: &FileFacts<'_>| {
            let all = claims(game.charts(), game.readings(), CombatKind::Melee, a, b);
            i32::try_from(all.total()).unwrap_or(i32::MAX)
        };
        sum(&us, &them) - sum(&them, &us)
    }
}

/// The enemies whom a unit has in contact: for each the files that fight and the mean difference of claims.
pub(super) fn met_by(game: Game<'_>, ug: UgId, kind: CombatKind) -> Vec<(UgId, i32, i32)> {
    let side = game.world[ug].side;
    let mut met: Vec<(UgId, i32, i32)> = Vec::new();
    for clash in clashes(game, kind).into_iter().filter(|clash| clash.fight.has(Foe::Ug(ug))) {
        let Some(foe) = clash.fight.of(side.other()).place.foe.ug() else { continue };
        let difference = clash.difference(side);
        match met.iter_mut().find(|(known, ..)| *known == foe) {
            Some((_, files, sum)) => (*files, *sum) = (*files + 1, *sum + difference),
            None => met.push((foe, 1, difference)),
        }
    }
    for (_, files, sum) in &mut met {
        // Rounded away from nothing: one claim more decides most fights.
        *sum = (*sum + sum.signum() * (*files / 2)) / *files;
    }
    met
}

/// Half bases that dice take on average, in sixths.
pub(super) fn mean(game: Game<'_>, dice: CombatDice) -> i64 {
    let of_colour = |colour| {
        let faces = game.charts().death_dice.faces(colour);
        let of = |face: &Face| i64::from(faces.count(*face)) * i64::from(face.half_bases());
        Face::ALL.iter().map(of).sum::<i64>()
    };
    dice.colours().iter().copied().map(of_colour).sum()
}

/// What half a base of somebody is worth.
fn of_half_base(game: Game<'_>, foe: Foe) -> i64 {
    match foe {
        Foe::Ug(ug) if game.world[ug].presence == Presence::OnTable => {
            super::sketch::of_losing(game, ug) / i64::from(halves_left(game, ug).max(1) + 1)
        }
        Foe::Ug(_) => 0,
        Foe::Camp(_) => 150,
    }
}

/// What a fight of two files is worth to a side.
pub(super) fn of_clash(game: Game<'_>, side: Side, clash: &Clash) -> i64 {
    let [own, other] = clash.dice(game, side).dice;
    let hurts = mean(game, own) * of_half_base(game, clash.fight.of(side.other()).place.foe);
    let suffers = mean(game, other) * of_half_base(game, clash.fight.of(side).place.foe);
    (hurts - suffers) / 6
}

/// What all fights on the table are worth to a side.
pub(super) fn of_fights(game: Game<'_>, side: Side, kind: CombatKind) -> i64 {
    clashes(game, kind).iter().map(|clash| of_clash(game, side, clash)).sum()
}

/// The same in another world.
pub(super) fn of_fights_in(game: Game<'_>, world: &World, side: Side, kind: CombatKind) -> i64 {
    of_fights(Game::new(game.scenario, world), side, kind)
}
