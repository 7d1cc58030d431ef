//! Questions about Renatio et Gloriam.

use crate::oracle::{ChanceTold, ChancesTold, DiceTold, FightTold, Oracle, Unanswered};
use caracole_document::Word;
use caracole_kernel::{Rules, Side};
use caracole_renatio::{
    ask::{AskError, FightOdds, ask, ask_schema, fight, fight_schema, fight_value},
    battle::Renatio,
    dice::CombatDice,
};
use serde_json::{Value, json};

pub(super) struct Questions;

fn unanswered(error: AskError) -> Unanswered {
    let AskError { error, place, remedy, rule } = error;
    Unanswered { error, place, line: None, remedy, rule }
}

impl Oracle for Questions {
    fn kinds(&self) -> &'static [&'static str] {
        &["fight", "volley", "kab", "hand", "cost"]
    }

    fn ask(&self, question: Value) -> Result<Value, Unanswered> {
        ask(question).map_err(unanswered)
    }

    fn fight(&self, text: &str) -> Result<FightTold, Unanswered> {
        let file = caracole_document::read("fight", text).map_err(|faults| {
            let first = faults.0.into_iter().next();
            first.map_or_else(Unanswered::default, |fault| Unanswered {
                error: fault.wrong,
                line: Some(fault.line),
                remedy: Some("`caracole schema retg/fight` prints every field with its default".to_owned()),
                ..Unanswered::default()
            })
        })?;
        fight(&file).map(|odds| told(&odds)).map_err(unanswered)
    }

    fn schemas(&self) -> Vec<(&'static str, Value)> {
        vec![("ask", json!(ask_schema())), ("fight", json!(fight_schema()))]
    }
}

fn dice(dice: CombatDice) -> String {
    dice.colours().iter().map(|colour| colour.key()).collect::<Vec<_>>().join(" and ")
}

fn told(odds: &FightOdds) -> FightTold {
    let mut thrown = Vec::new();
    for file in &odds.files {
        for side in Side::BOTH {
            let mut head = format!(
                "{} against {}: {}",
                file.units[side],
                file.units[side.other()],
                dice(file.dice[side])
            );
            for support in &file.support[side] {
                head += &format!(", supported by {}", dice(*support));
            }
            thrown.push(DiceTold { head, tally: file.claims[side].tally() });
        }
    }
    let chance =
        |what: &str, share: f64, percent: String| ChanceTold { what: what.to_owned(), share, percent };
    let mut parts: Vec<ChancesTold> = odds
        .units
        .iter()
        .map(|unit| ChancesTold {
            name: unit.name.clone(),
            side: Some(unit.side),
            chances: unit.chances.iter().map(|(what, p)| chance(what, p.to_f64(), p.percent(3))).collect(),
        })
        .collect();
    if let Some(ends) = &odds.to_the_end {
        let name = |side: Side| odds.units.iter().find(|unit| unit.side == side).map_or("", |u| &u.name);
        let (red, blue) = (name(Side::Red), name(Side::Blue));
        let what = [format!("{red} breaks {blue}"), format!("{blue} breaks {red}"), "both break".to_owned()];
        let chances = what.iter().zip(ends).map(|(what, p)| chance(what, p.to_f64(), p.percent(3))).collect();
        parts.push(ChancesTold { name: "fought to the end".to_owned(), side: None, chances });
    }
    let mut json = fight_value(odds);
    if let Some(fields) = json.as_object_mut() {
        fields.insert("system".to_owned(), json!(Renatio::CODE));
    }
    let phases = match odds.phases {
        1 => odds.phase.key().to_owned(),
        n => format!("{}, first of {n} phases", odds.phase.key()),
    };
    FightTold { title: odds.title.clone(), phases, dice: thrown, parts, json }
}
