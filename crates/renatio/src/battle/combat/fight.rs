//! One fight of two files: its dice, and what they bring.

use super::facts::{Both, as_supporter};
use super::message::Event;
use crate::battle::position::fights::{Cell, Fight, Place};
use crate::battle::world::{CommanderId, Game, UgId};
use crate::cards::Colour;
use crate::charts::{Charts, CombatKind};
use crate::claims::{fight_dice, supporting_dice};
use crate::dice::{Counted, count, death_pool};
use crate::effects::{Abilities, Effects, effects};
use crate::readings::Reading;
use caracole_kernel::{
    BySide, Side,
    dice::{Pool, Values},
};
use caracole_ledger::enforces;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The dice of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideDice {
    /// Those of the file.
    pub main: Vec<Colour>,
    /// Those of supporting files.
    pub support: Vec<Colour>,
    /// An S means something.
    pub specials: bool,
    /// It can Shatter, a Skull only does, it can Shove.
    pub can: [bool; 3],
    /// What the file's own dice showed.
    pub shown: Counted,
    /// What those of supporting files showed.
    pub supported: Counted,
}

/// A fight under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Current {
    /// The files.
    pub fight: Fight,
    /// Whether each side throws; nothing if it is still to be chosen.
    pub throws: BySide<Option<bool>>,
    /// Commanders who have said where they are.
    pub asked: Vec<CommanderId>,
    /// Commanders who fight in the front rank of these files.
    pub in_front: BySide<Vec<CommanderId>>,
    /// The dice.
    pub dice: BySide<SideDice>,
    /// Files that support.
    pub supporting: Vec<Place>,
    /// Bases still to be removed.
    pub to_lose: BySide<u8>,
    /// Bases lost.
    pub lost: BySide<u8>,
    /// Enemies who fought the flank of a file of these.
    pub flankers: BySide<Vec<UgId>>,
}

impl Current {
    /// Two files that begin to fight.
    pub fn new(fight: Fight) -> Current {
        Current {
            fight,
            throws: BySide::default(),
            asked: Vec::new(),
            in_front: BySide::default(),
            dice: BySide::default(),
            supporting: Vec::new(),
            to_lose: BySide::default(),
            lost: BySide::default(),
            flankers: BySide::default(),
        }
    }

    /// Gives both sides their dice.
    pub fn arm(
        &mut self,
        game: Game<'_>,
        kind: CombatKind,
        both: &Both,
        supporters: impl Fn(Side) -> Vec<Cell>,
    ) {
        enforces!("RETG-COMBAT-012", "RETG-COMBAT-016", "RETG-COMBAT-047", "RETG-COMBAT-018");
        for side in Side::BOTH {
            let (ours, theirs) = (&both.claims[side], &both.claims[side.other()]);
            let [main, _] = fight_dice(game.charts(), ours, theirs).dice;
            let can = both.abilities[side];
            let mut dice = SideDice {
                specials: can.uses_specials(),
                can: [can.shatter, can.shatter_needs_skull, can.shove],
                ..SideDice::default()
            };
            if self.throws[side] == Some(true) {
                dice.main = main.colours().to_vec();
            }
            for cell in supporters(side) {
                let claims = as_supporter(game, kind, &self.fight, side, &cell);
                dice.support.extend(supporting_dice(game.charts(), &claims, theirs).colours());
                self.supporting.push(cell.place);
            }
            self.dice[side] = dice;
        }
    }

    /// The pools of a side: equal dice of the file together, then those of supporting files.
    pub fn pools(&self, charts: &Charts, side: Side) -> SmallVec<[Pool; 2]> {
        let dice = &self.dice[side];
        let of = |colours: &[Colour]| {
            let chunks = colours.chunk_by(|a, b| a == b).map(|chunk| {
                let count = u16::try_from(chunk.len()).unwrap_or(u16::MAX);
                death_pool(&charts.death_dice, chunk[0], count, dice.specials)
            });
            chunks.collect::<Vec<Pool>>()
        };
        of(&dice.main).into_iter().chain(of(&dice.support)).collect()
    }

    /// Reads the dice of a side.
    pub fn read(&mut self, side: Side, values: &Values) -> Counted {
        let dice = &mut self.dice[side];
        let own = dice.main.chunk_by(|a, b| a == b).count();
        let sum = |values: &[caracole_kernel::dice::Value]| {
            values.iter().map(count).fold(Counted::default(), Counted::and)
        };
        let at = own.min(values.len());
        (dice.shown, dice.supported) = (sum(&values[..at]), sum(&values[at..]));
        dice.shown.and(dice.supported)
    }

    /// Half bases that a side suffers.
    pub fn harm_to(&self, side: Side) -> u8 {
        let dice = &self.dice[side.other()];
        u8::try_from(dice.shown.and(dice.supported).half_bases()).unwrap_or(u8::MAX)
    }

    /// What both sides bring to their neighbours.
    pub fn effects(&self, game: Game<'_>) -> BySide<Effects> {
        let alone = game.readings().has(Reading::SupportersDoNotShove);
        let thrown = |side: Side| {
            let dice = &self.dice[side];
            if alone { dice.shown } else { dice.shown.and(dice.supported) }
        };
        let can = |side: Side| {
            let [shatter, shatter_needs_skull, shove] = self.dice[side].can;
            Abilities { shatter, shatter_needs_skull, shove }
        };
        let [red, blue] = effects([can(Side::Red), can(Side::Blue)], [thrown(Side::Red), thrown(Side::Blue)]);
        BySide { red, blue }
    }

    /// The fight as it is reported before its dice.
    pub fn event(&self, kind: CombatKind, both: &Both) -> Event {
        let dice = |side: Side| {
            let dice = &self.dice[side];
            dice.main.iter().chain(&dice.support).copied().collect()
        };
        Event::Fights {
            kind,
            fight: self.fight,
            red: both.claims.red.tally(),
            blue: both.claims.blue.tally(),
            red_dice: dice(Side::Red),
            blue_dice: dice(Side::Blue),
        }
    }
}
