//! `caracole ask`: questions by other programs.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::{
    ask::{LONGEST_LINE, ask_line},
    troops::Book,
};
use serde_json::json;
use std::io::{BufRead, Read};

/// Answer rules questions, JSON lines in and out
#[derive(Debug, clap::Args)]
#[command(after_help = "Every line of the input is one question, every line of the output its answer:
  {\"kind\": \"cmt\", \"quality\": \"superior\", \"cohesion\": \"disrupted\"}
  {\"kind\": \"reroll\", \"quality\": \"elite\", \"commander_in_front_rank\": true}
  {\"kind\": \"death\", \"hits\": 3, \"result\": \"lost\", \"bases_at_start\": 6}

Kinds: poa, dice, hits, reroll, cohesion, cmt, death, vmd, points, autobreak, victory, initiative, round.
`caracole schema ask` prints every field with its default. A line that cannot be answered gets an error line,
and the next is read.")]
pub(crate) struct Args {
    /// The book that questions are about unless they say so: fogr or fogam
    #[arg(long, default_value = Book::Renaissance.system().code(), value_parser = book)]
    system: Book,
}

fn book(text: &str) -> Result<Book, String> {
    text.parse().map_err(|e: caracole_fog::troops::UnknownWord| e.to_string())
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LONGEST_LINE as u64 + 2;
        let read = input.by_ref().take(most).read_until(b'\n', &mut line);
        if read.map_err(|e| Failure::new(format!("the questions cannot be read: {e}")))? == 0 {
            return Ok(());
        }
        let whole = line.last() == Some(&b'\n');
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match std::str::from_utf8(&line) {
            Ok(text) => out.print_json(&ask_line(text, args.system)),
            Err(_) => out.print_json(&json!({ "error": "the line is not UTF-8", "remedy": "write UTF-8" })),
        }
        if !whole && line.len() > LONGEST_LINE {
            skip_line(&mut input)?;
        }
    }
}

/// Skips the rest of a line that is too long to be read.
fn skip_line(input: &mut impl BufRead) -> Done {
    loop {
        let ready =
            input.fill_buf().map_err(|e| Failure::new(format!("the questions cannot be read: {e}")))?;
        let (count, end) = match ready.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (ready.len(), ready.is_empty()),
        };
        input.consume(count);
        if end {
            return Ok(());
        }
    }
}
