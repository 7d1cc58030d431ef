//! What the claims of a fight look at, from where everybody stands.

use crate::battle::position::command::is_unreliable;
use crate::battle::position::fights::{Cell, Fight, Place, Stand, cells};
use crate::battle::position::ground::{hampering, in_good_going, is_uphill, works_between};
use crate::battle::position::nervous::is_nervous;
use crate::battle::world::{Deed, Foe, Game, Phase, Post, UgId};
use crate::charts::CombatKind;
use crate::claims::{CampFacts, Claims, Facing, FileFacts, claims};
use crate::troops::{Characteristic, Profile};
use caracole_kernel::{BySide, Side};
use caracole_ledger::enforces;
use caracole_plane::BaseRect;
use caracole_tabletop::BaseId;

/// Live effects next to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bonus {
    /// The place that has them.
    pub place: Place,
    /// Shatters.
    pub shatters: u8,
    /// Shoves.
    pub shoves: u8,
}

/// The profile of somebody: a camp's is that of its troops.
pub fn profile_of(game: Game<'_>, foe: Foe) -> Profile {
    match foe {
        Foe::Ug(ug) => game.world[ug].profile.clone(),
        Foe::Camp(side) => crate::army::camp_troops(game.charts(), game.scenario.armies[side].camp),
    }
}

fn cell_of(game: Game<'_>, place: Place) -> Option<Cell> {
    cells(game, place.foe).into_iter().find(|cell| cell.place == place)
}

/// The bases that lend their weapons to a fight: the file to the front, the base alone to flank and rear.
fn lending(game: Game<'_>, stand: Stand) -> Vec<BaseRect> {
    enforces!("RETG-GLOS-075");
    let Foe::Ug(ug) = stand.place.foe else {
        return cell_of(game, stand.place).map(|cell| cell.rect).into_iter().collect();
    };
    let id = BaseId(stand.place.base);
    let facing = game.world[id].facing;
    let ids = game.world.base_ids_of(ug).iter().copied();
    let of_file = ids.filter(|other| {
        let state = &game.world[*other];
        *other == id
            || (!game.world[ug].square
                && stand.front
                && state.at.file == stand.file
                && state.facing == facing)
    });
    of_file.map(|other| game.world[other].base.rect()).collect()
}

/// Whether a Commander fights in the front rank of a file.
pub fn commander_fights(game: Game<'_>, stand: Stand) -> bool {
    let Foe::Ug(ug) = stand.place.foe else { return false };
    let with =
        |post: Post| matches!(post, Post::With { ug: own, file, .. } if own == ug && file == stand.file);
    stand.front && game.world.commanders.iter().any(|c| c.fights && with(c.post))
}

/// The facts of one side of a fight.
pub fn facts<'p>(
    game: Game<'_>,
    kind: CombatKind,
    profile: &'p Profile,
    own: Stand,
    other: Stand,
    bonus: Option<&Bonus>,
) -> FileFacts<'p> {
    enforces!("RETG-COMBAT-018", "RETG-GLOS-030", "RETG-GLOS-110");
    let lends = lending(game, own);
    let ranks = u8::try_from(lends.len()).unwrap_or(u8::MAX);
    let pair = cell_of(game, own.place).zip(cell_of(game, other.place));
    let front = own.facing() == Facing::Front;
    let mut facts = FileFacts { edge: own.facing(), ..FileFacts::plain(profile, ranks) };
    facts.hampered = hampering(game, own.place.foe, &lends);
    facts.good_going = in_good_going(game, own.place.foe, &lends);
    facts.uphill = pair.is_some_and(|(a, b)| is_uphill(game, &a, &b));
    facts.behind = pair.filter(|_| front).and_then(|(a, b)| works_between(game, &a, &b));
    facts.commander = commander_fights(game, own);
    facts.shatters = bonus.map_or(0, |bonus| bonus.shatters);
    facts.shoves = bonus.map_or(0, |bonus| bonus.shoves);
    match own.place.foe {
        Foe::Ug(ug) => of_unit(game, kind, ug, own, other, &mut facts),
        Foe::Camp(side) => {
            facts.camp = match crate::battle::charge::camp_is_fortified(game, side) {
                true => CampFacts::Fortified,
                false => CampFacts::Plain,
            };
        }
    }
    facts
}

fn of_unit(game: Game<'_>, kind: CombatKind, ug: UgId, own: Stand, other: Stand, facts: &mut FileFacts<'_>) {
    let state = &game.world[ug];
    let charge_phase = game.world.when.phase == Phase::Charge;
    facts.form = state.form;
    facts.dismounted = state.dismounted;
    facts.charged = charge_phase && (state.has_charged() || state.deeds.has(Deed::Pursued));
    let claim = |claim: &crate::battle::world::FlankClaim| {
        claim.by == BaseId(own.place.base) && claim.at == other.place.foe
    };
    facts.flank_charge = kind == CombatKind::Charge && game.world.fray.flanks.iter().any(claim);
    enforces!("RETG-CMD-048");
    facts.unreliable = is_unreliable(game, ug);
    facts.caltrops = state.obstacles && state.profile.is(Characteristic::Caltrops);
    facts.stakes = state.obstacles && state.profile.is(Characteristic::Stakes);
    facts.nervous = is_nervous(game, ug);
    facts.stood_and_shot = state.deeds.has(Deed::StoodAndShot);
}

/// The claims of both sides of a fight, with their profiles' facts.
pub struct Both {
    /// The claims.
    pub claims: BySide<Claims>,
    /// What each could bring about.
    pub abilities: BySide<crate::effects::Abilities>,
}

/// Works out the claims of a fight.
pub fn both(game: Game<'_>, kind: CombatKind, fight: &Fight, bonus: &[Bonus]) -> Both {
    let profiles = BySide::new_with(|side| profile_of(game, fight.of(side).place.foe));
    let of = |side: Side| {
        let own = fight.of(side);
        let live = bonus.iter().find(|bonus| bonus.place == own.place);
        facts(game, kind, &profiles[side], own, fight.of(side.other()), live)
    };
    let facts = BySide::new_with(of);
    let (charts, readings) = (game.charts(), game.readings());
    Both {
        claims: BySide::new_with(|side| claims(charts, readings, kind, &facts[side], &facts[side.other()])),
        abilities: BySide::new_with(|side| {
            crate::effects::Abilities::of(charts, readings, kind, &facts[side], &facts[side.other()])
        }),
    }
}

/// The claims of a supporting file, as if it fought from the place of the file that it supports.
pub fn as_supporter(game: Game<'_>, kind: CombatKind, fight: &Fight, side: Side, supporter: &Cell) -> Claims {
    enforces!("RETG-COMBAT-047");
    let profile = profile_of(game, supporter.place.foe);
    let theirs = profile_of(game, fight.of(side.other()).place.foe);
    let stand = Stand { place: supporter.place, file: supporter.file, ..fight.of(side) };
    let other = fight.of(side.other());
    let us = facts(game, kind, &profile, stand, other, None);
    let them = facts(game, kind, &theirs, other, fight.of(side), None);
    claims(game.charts(), game.readings(), kind, &us, &them)
}
