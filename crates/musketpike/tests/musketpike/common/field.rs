//! Scenes for the tests of fire, reaction and combat: red against blue, in the words of a position.

use crate::common::position::{Game, Position, hex};
use caracole_kernel::{Awaiting, Rules, Side};
use caracole_ledger::RuleId;
use caracole_musketpike::RollPurpose;
use caracole_musketpike::{
    MusketPike,
    counters::UnitId,
    hex::{Half, Hex},
    messages::{
        Decision, Event, FireEffect, Manner, Reaction, Request, Rolled, Salvoing, Shot, Target, Volley,
    },
    world::{Formation, MoraleState, Unit},
};
use smallvec::smallvec;

/// Code, `type strength morale`, hexes, facing, anything else. Codes from A to L are red, from M to Z blue.
pub type Piece<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

/// A red Wing 0 and a blue Wing 1: Orders and the commander's hex of each, and the units.
pub fn scene(red: (&str, &str), blue: (&str, &str), units: &[Piece<'_>]) -> Position {
    let mut position = Position::new().wing("ra", red.0, red.1).wing("ba", blue.0, blue.1);
    for (code, what, at, facing, more) in units {
        let wing = if code.chars().next().is_some_and(|c| c < 'M') { "ra" } else { "ba" };
        position = position.unit(code, wing, what, at, facing, more);
    }
    position
}

/// Red and blue with their commanders out of the way, under Receive Charge Orders; the red commander is with K in
/// 0404, the blue one with Z in 1505.
pub fn field_of(units: &[Piece<'_>]) -> Position {
    scene(("receive_charge", "0404"), ("receive_charge", "1505"), units)
        .unit("K", "ra", "cuirassier 4 7", "0404", "W", "formation = \"broken\"")
        .unit("Z", "ba", "cuirassier 4 7", "1505", "E", "formation = \"broken\"")
}

/// The same with red under Charge Orders.
pub fn charge_of(units: &[Piece<'_>]) -> Position {
    scene(("charge", "0404"), ("receive_charge", "1505"), units)
        .unit("K", "ra", "cuirassier 4 7", "0404", "W", "formation = \"broken\"")
        .unit("Z", "ba", "cuirassier 4 7", "1505", "E", "formation = \"broken\"")
}

impl Position {
    /// Play up to the Actions of the red Wing 0.
    pub fn red_acts(self) -> Game {
        let mut game = self.play();
        if matches!(game.battle.awaiting(), Awaiting::Dice(_)) {
            game.dice(&[9, 0]);
        }
        game.activate(0);
        game
    }

    /// Play up to the Close Combat step of the red Wing 0.
    pub fn red_fights(self) -> Game {
        let mut game = self.red_acts();
        game.end_actions();
        game
    }
}

impl Game {
    /// Changes a unit where it stands.
    pub fn set(&mut self, code: &str, change: impl FnOnce(&mut Unit)) -> &mut Self {
        let i = usize::from(self.id(code).0);
        self.battle = self.battle.with_world(|world| change(&mut world.units[i]));
        self
    }

    pub fn morale_of(&mut self, code: &str, morale: MoraleState) -> &mut Self {
        self.set(code, |unit| {
            unit.morale = morale;
            if morale == MoraleState::Broken {
                unit.formation = Formation::Broken;
            }
        })
    }

    pub fn react(&mut self, reaction: Reaction) -> &mut Self {
        self.decide(Decision::React(reaction))
    }

    /// A unit fires in reaction.
    pub fn answer(&mut self, code: &str) -> &mut Self {
        let unit = self.id(code);
        self.react(Reaction::Fire { unit, salvo: Salvoing::No })
    }

    /// A decision that must be allowed; says why if it is not.
    pub fn permits(&self, decision: Decision) {
        let (side, _) = self.asked();
        if let Err(refusal) = self.battle.plan(side, &decision) {
            panic!("{decision:?} is refused: {refusal}");
        }
    }

    /// The rule that forbids a reaction.
    pub fn no(&self, reaction: Reaction) -> &'static str {
        self.refused(Decision::React(reaction))
    }

    pub fn fires(&self, code: &str) -> Reaction {
        Reaction::Fire { unit: self.id(code), salvo: Salvoing::No }
    }

    /// A unit attacks a hex in Close Combat.
    pub fn attack(&mut self, code: &str, at: &str) -> &mut Self {
        let unit = self.id(code);
        self.decide(Decision::Attack { unit, hex: hex(at) }).quiet()
    }

    /// Nobody spends a pistol.
    pub fn no_pistols(&mut self) -> &mut Self {
        while matches!(self.battle.awaiting(), Awaiting::Decision { request: Request::Pistols, .. }) {
            self.decide(Decision::Pistols(smallvec![]));
        }
        self
    }

    /// No more attacks, then the combats without pistols.
    pub fn fight(&mut self) -> &mut Self {
        while matches!(self.battle.awaiting(), Awaiting::Decision { request: Request::Designate, .. }) {
            self.decline();
        }
        self.no_pistols()
    }

    /// Takes the first of the ways that are open, for retreats and the like.
    pub fn first_way(&mut self) -> &mut Self {
        let (side, request) = self.asked();
        let mut ways = Vec::new();
        MusketPike::candidates(&self.battle, side, &request, &mut ways);
        self.decide(ways.swap_remove(0))
    }

    /// Retreats by any way until that is over.
    pub fn run(&mut self) -> &mut Self {
        while matches!(self.battle.awaiting(), Awaiting::Decision { request: Request::Retreat(_), .. }) {
            self.first_way();
        }
        self
    }

    pub fn asks(&self, side: Side, request: Request) -> bool {
        matches!(self.battle.awaiting(), Awaiting::Decision { side: who, request: what } if *who == side && *what == request)
    }

    /// Whether dice are awaited for this.
    pub fn rolls(&self, purpose: RollPurpose) -> bool {
        matches!(self.battle.awaiting(), Awaiting::Dice(roll) if roll.purpose == purpose)
    }

    /// The last fire: who at whom, the roll, the result.
    pub fn last_fire(&self) -> (UnitId, Target, Rolled, FireEffect) {
        self.events
            .iter()
            .rev()
            .find_map(|event| match event {
                Event::Fired { unit, target, rolled, result, .. } => {
                    Some((*unit, *target, rolled.clone(), *result))
                }
                _ => None,
            })
            .expect("a fire")
    }

    /// The modifiers of the last Morale Check.
    pub fn last_check(&self) -> i32 {
        self.events
            .iter()
            .rev()
            .find_map(|event| match event {
                Event::MoraleCheck { rolled, .. } => Some(rolled.modifiers.total()),
                _ => None,
            })
            .expect("a Morale Check")
    }

    /// The first hex of a unit.
    pub fn at(&self, code: &str) -> Hex {
        self.unit(code).at.footprint().first
    }

    /// The sum of a tally's lines under a rule in the combat of these.
    pub fn combat_line(&self, attackers: &[&str], defender: &str, rule: RuleId) -> i32 {
        let attackers: Vec<UnitId> = attackers.iter().map(|code| self.id(code)).collect();
        let tally = self.field().close_combat_tally(&attackers, self.id(defender), &[]);
        let of = |line: &caracole_kernel::Line| match line.effect {
            caracole_kernel::Effect::Add(n) if line.rule == rule => n,
            _ => 0,
        };
        tally.lines.iter().map(of).sum()
    }

    pub fn combat_total(&self, attackers: &[&str], defender: &str) -> i32 {
        let attackers: Vec<UnitId> = attackers.iter().map(|code| self.id(code)).collect();
        self.field().close_combat_tally(&attackers, self.id(defender), &[]).total()
    }

    /// Fire of a one-hex unit, or of the left half, at a unit.
    pub fn volley(&self, code: &str, manner: Manner, at: &str) -> Decision {
        let shots = smallvec![Shot { half: Half::Left, target: Target::Unit(self.id(at)) }];
        Decision::Volley(Volley { unit: self.id(code), manner, shots })
    }

    /// Fire of both halves at one unit each.
    pub fn volleys(&self, code: &str, manner: Manner, at: [&str; 2]) -> Decision {
        let shots = smallvec![
            Shot { half: Half::Left, target: Target::Unit(self.id(at[0])) },
            Shot { half: Half::Right, target: Target::Unit(self.id(at[1])) }
        ];
        Decision::Volley(Volley { unit: self.id(code), manner, shots })
    }
}
