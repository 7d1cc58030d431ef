//! Hands of cards, and what actions cost.

use super::file::form;
use super::{AskError, chance, charts};
use crate::cards::{Asked, Cards, Colour, cost, hands};
use crate::charts::ActionCode;
use crate::command::OutOfCommand;
use crate::readings::Readings;
use crate::troops::{Form, Set, Troops};
use caracole_document::Word;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The most cards of a hand.
const MOST: u8 = 8;

/// What a hand may hold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Cards that are dealt.
    cards: u8,
    /// Cards that are out of the pack, by colour from black to red.
    #[serde(default)]
    out: [u8; 5],
}

impl Hand {
    pub(super) fn answer(&self) -> Result<Value, AskError> {
        let charts = charts()?;
        if !(1..=MOST).contains(&self.cards) {
            let remedy = format!("ask for 1 to {MOST} cards");
            return Err(AskError::new("a hand has some cards", remedy).at("cards"));
        }
        let pack =
            charts.command_cards.pack.less(Cards(self.out)).ok_or_else(|| {
                AskError::new("these cards are not all in the pack", "name fewer").at("out")
            })?;
        let all = hands(pack, self.cards);
        let of = |least: Colour| {
            let at_least = |hand: &Cards| hand.iter().filter(|card| *card >= least).count();
            let times: Vec<Value> = (1..=usize::from(self.cards))
                .map(|n| json!({ "cards": n, "chance": chance(&all.probability_that(|hand| at_least(hand) >= n)) }))
                .collect();
            json!({ "least": least, "at_least": times })
        };
        let colours: Vec<Value> = Colour::ALL.iter().copied().skip(1).map(of).collect();
        Ok(json!({ "cards": self.cards, "colours": colours }))
    }
}

/// What an action costs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CostOf {
    /// The code of the action, as the charts have it.
    action: ActionCode,
    /// The unit, as army files write it.
    troops: Troops,
    /// Its formation; the first that it can take if none is given.
    #[serde(default)]
    form: Option<Form>,
    /// It moves together with others.
    #[serde(default)]
    group: bool,
    /// Why it is out of command.
    #[serde(default)]
    out_of_command: Set<OutOfCommand>,
    /// Other readings of unclear rules.
    #[serde(default)]
    options: Readings,
}

impl CostOf {
    pub(super) fn answer(&self) -> Result<Value, AskError> {
        let charts = charts()?;
        let asked = Asked {
            action: self.action,
            profile: &self.troops.profile,
            form: form(&self.troops.profile, self.form)?,
            in_group: self.group,
            out_of_command: self.out_of_command,
        };
        let cost = cost(&charts, self.options, &asked)?;
        let extra: Vec<Value> =
            cost.extra.iter().map(|why| json!({ "why": why.key(), "rule": why.rule().id() })).collect();
        Ok(json!({ "card": cost.card, "coloured_cards": extra, "test": cost.kab, "basis": cost.basis }))
    }
}
