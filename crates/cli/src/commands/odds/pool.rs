//! `caracole odds pool`: dice thrown together.

use super::chart;
use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_kernel::dice::{Die, FaceSet, Keep, MOST_DICE, Pool, Reading, Reroll};
use caracole_odds::{Distribution, numbers};
use clap::ValueEnum;
use serde::Serialize;

/// Exact odds of dice thrown together
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("reading").required(true),
    after_help = "Examples:
  caracole odds pool --dice 8 --hit 4 --reroll 1              hits at 4+, ones thrown again
  caracole odds pool --dice 6 --hit 5 --reroll 1 --reroll 2   ones and twos thrown again
  caracole odds pool --dice 4 --hit 4 --reroll 1,2,3 --keep higher
  caracole odds pool --dice 2 --sum                           the sum of two dice
  caracole odds pool --dice 3 --highest --die d10 --json"
)]
pub(super) struct Args {
    /// How many dice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_DICE)))]
    dice: u16,
    /// Count the dice that show this face or more
    #[arg(long, value_name = "FACE", group = "reading")]
    hit: Option<u8>,
    /// Add the dice up
    #[arg(long, group = "reading")]
    sum: bool,
    /// Look at the highest die
    #[arg(long, group = "reading")]
    highest: bool,
    /// Look at the lowest die
    #[arg(long, group = "reading")]
    lowest: bool,
    /// Throw dice that show this face again, once; may be given several times
    #[arg(long, value_name = "FACE", value_delimiter = ',')]
    reroll: Vec<u8>,
    /// What counts of a die thrown again
    #[arg(long, value_enum, default_value = "new", requires = "reroll")]
    keep: Kept,
    /// The kind of die: d6 shows 1 to 6, d10 shows 0 to 9
    #[arg(long, value_enum, default_value = "d6")]
    die: Sort,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kept {
    /// The new throw
    New,
    /// The higher of both
    Higher,
    /// The lower of both
    Lower,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    D6,
    D10,
}

/// The answer as other programs read it.
#[derive(Serialize)]
struct Answer<'a> {
    pool: Question,
    #[serde(flatten)]
    odds: chart::Listing<'a>,
}

/// The question repeated in the words of the command line.
#[derive(Serialize)]
struct Question {
    dice: u16,
    die: String,
    reading: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hit: Option<u8>,
    reroll: Vec<u8>,
    keep: Keep,
}

impl Question {
    fn new(pool: &Pool) -> Self {
        let hit = match pool.reading {
            Reading::Hits { at_least } => Some(at_least),
            _ => None,
        };
        Question {
            dice: pool.dice,
            die: pool.die.to_string(),
            reading: unit(pool),
            hit,
            reroll: pool.reroll.faces.faces().collect(),
            keep: pool.reroll.keep,
        }
    }
}

pub(super) fn run(args: &Args, out: &Output) -> Done {
    let pool = pool(args)?;
    let odds = odds(&pool)?;
    match out.json() {
        true => out.print_json(&Answer { pool: Question::new(&pool), odds: chart::Listing::new(&odds) }),
        false => {
            out.line(describe(&pool));
            out.line("");
            out.line(chart::chart(&odds, unit(&pool), out.colour()));
        }
    }
    Ok(())
}

fn odds(pool: &Pool) -> Result<Distribution<i32>, Failure> {
    numbers(pool).map_err(|error| Failure::new(error.to_string()))
}

fn pool(args: &Args) -> Result<Pool, Failure> {
    let die = match args.die {
        Sort::D6 => Die::D6,
        Sort::D10 => Die::D10,
    };
    let on_die = |face: u8, place: &str| match die.has(face) {
        true => Ok(face),
        false => Err(Failure::usage(format!("a {die} cannot show {face}"))
            .at(place)
            .remedy(format!("give a face from {} to {}", die.lowest, die.highest))),
    };
    let reading = match args.hit {
        Some(face) => Reading::Hits { at_least: on_die(face, "--hit")? },
        None if args.sum => Reading::Sum,
        None if args.highest => Reading::Highest,
        None => Reading::Lowest,
    };
    let faces = args.reroll.iter().map(|&face| on_die(face, "--reroll"));
    let faces: Vec<u8> = faces.collect::<Result<_, _>>()?;
    let keep = match args.keep {
        Kept::New => Keep::New,
        Kept::Higher => Keep::Higher,
        Kept::Lower => Keep::Lower,
    };
    Ok(Pool { dice: args.dice, die, reroll: Reroll { faces: FaceSet::of(&faces), keep }, reading })
}

fn unit(pool: &Pool) -> &'static str {
    match pool.reading {
        Reading::Hits { .. } => "hits",
        Reading::Sum => "sum",
        Reading::Highest => "highest",
        _ => "lowest",
    }
}

/// The question in words.
fn describe(pool: &Pool) -> String {
    let die = pool.die;
    let what = match pool.reading {
        Reading::Hits { at_least } => format!("hits at {at_least} or more"),
        Reading::Sum => "their sum".to_owned(),
        Reading::Highest => "the highest".to_owned(),
        _ => "the lowest".to_owned(),
    };
    let faces: Vec<String> = pool.reroll.faces.faces().map(|face| format!("{face}s")).collect();
    let again = match (faces.as_slice(), pool.reroll.keep) {
        ([], _) => String::new(),
        (_, Keep::New) => format!("; {} thrown again", faces.join(", ")),
        (_, Keep::Higher) => format!("; {} thrown again, the higher throw kept", faces.join(", ")),
        (_, Keep::Lower) => format!("; {} thrown again, the lower throw kept", faces.join(", ")),
    };
    format!("{}{die}: {what}{again}", pool.dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn parsed(line: &str) -> Result<Args, clap::Error> {
        let words = std::iter::once("pool").chain(line.split_whitespace());
        Line::try_parse_from(words).map(|line| line.args)
    }

    fn read(line: &str) -> Result<Pool, Failure> {
        pool(&parsed(line).unwrap())
    }

    #[test]
    fn arguments_become_the_pool_they_name() {
        let asked = read("--dice 8 --hit 4 --reroll 1 --reroll 2").unwrap();
        assert_eq!(asked, Pool::hits(8, Die::D6, 4, Reroll::of(&[1, 2])));
        let asked = read("--dice 3 --sum --die d10 --reroll 0,9 --keep higher").unwrap();
        let reroll = Reroll { faces: FaceSet::of(&[0, 9]), keep: Keep::Higher };
        assert_eq!(asked, Pool::sum(3, Die::D10, reroll));
        assert_eq!(read("--dice 1 --lowest").unwrap().reading, Reading::Lowest);
    }

    #[test]
    fn the_question_is_repeated_in_words() {
        let asked = read("--dice 8 --hit 4 --reroll 2,1 --keep lower").unwrap();
        assert_eq!(describe(&asked), "8d6: hits at 4 or more; 1s, 2s thrown again, the lower throw kept");
        assert_eq!(describe(&read("--dice 2 --sum").unwrap()), "2d6: their sum");
    }

    #[test]
    fn faces_that_the_die_lacks_are_refused_with_those_it_has() {
        for (line, place) in [("--dice 2 --hit 7", "--hit"), ("--dice 2 --sum --reroll 0", "--reroll")] {
            let failure = read(line).unwrap_err();
            assert_eq!(failure.place.as_deref(), Some(place));
            assert_eq!(failure.remedy.as_deref(), Some("give a face from 1 to 6"));
        }
        assert!(read("--dice 2 --hit 0 --die d10").is_ok());
    }

    #[test]
    fn wrong_usage_is_refused() {
        for line in [
            "",
            "--dice 8",
            "--hit 4",
            "--dice 0 --hit 4",
            "--dice 401 --hit 4",
            "--dice -1 --hit 4",
            "--dice eight --hit 4",
            "--dice 8 --hit 4 --sum",
            "--dice 8 --hit 300",
            "--dice 8 --hit 4 --keep higher",
            "--dice 8 --hit 4 --die d7",
            "--dice 8 --hit 4 --reroll",
            "--dice 8 --hit 4 --reroll one",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_json_answer_has_fractions_and_decimals() {
        let asked = read("--dice 2 --hit 4").unwrap();
        let odds = odds(&asked).unwrap();
        let answer = Answer { pool: Question::new(&asked), odds: chart::Listing::new(&odds) };
        let json = serde_json::to_value(answer).unwrap();
        assert_eq!(json["outcomes"][1]["value"], 1);
        assert_eq!(json["outcomes"][1]["probability"], "1/2");
        assert_eq!(json["outcomes"][1]["decimal"], 0.5);
        assert_eq!(json["outcomes"][1]["at_least"], "3/4");
        assert_eq!(json["mean"]["fraction"], "1/1");
        assert_eq!(json["variance"]["decimal"], 0.5);
        let question = serde_json::json!(
            {"dice": 2, "die": "d6", "reading": "hits", "hit": 4, "reroll": [], "keep": "new"}
        );
        assert_eq!(json["pool"], question);
    }
}
