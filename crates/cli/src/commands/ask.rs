//! `caracole ask`: questions by other programs.

use crate::{
    failure::{Done, Failure},
    output::Output,
};
use caracole_fog::{
    ask::{LONGEST_LINE, ask_line},
    troops::Book,
};
use caracole_systems::Entry;
use serde_json::{Map, Value, json};
use std::io::{BufRead, Read};

/// Answer rules questions, JSON lines in and out
#[derive(Debug, clap::Args)]
#[command(after_help = "Every line of the input is one question, every line of the output its answer:
  {\"kind\": \"cmt\", \"quality\": \"superior\", \"cohesion\": \"disrupted\"}
  {\"kind\": \"reroll\", \"quality\": \"elite\", \"commander_in_front_rank\": true}
  {\"kind\": \"death\", \"hits\": 3, \"result\": \"lost\", \"bases_at_start\": 6}
  {\"system\": \"retg\", \"kind\": \"kab\", \"grade\": \"talented\"}

Kinds: poa, dice, hits, reroll, cohesion, cmt, death, vmd, points, autobreak, victory, initiative, round;
of retg: fight, volley, kab, hand, cost.
`caracole schema ask` prints every field with its default. A line that cannot be answered gets an error line,
and the next is read.")]
pub(crate) struct Args {
    /// The system that questions are about unless they say so: fogr, fogam or retg
    #[arg(long, default_value = Book::Renaissance.system().code())]
    system: String,
}

/// The Field of Glory book with this code.
pub(crate) fn book(code: &str) -> Result<Book, Failure> {
    code.parse().map_err(|e: caracole_fog::troops::UnknownWord| {
        Failure::usage(e.to_string())
            .at("--system")
            .remedy(format!("choose one of: {}", answering().join(", ")))
    })
}

/// Codes of the systems that answer questions.
fn answering() -> Vec<&'static str> {
    let own = caracole_systems::TABLE.iter().filter(|entry| entry.oracle().is_some()).map(Entry::code);
    Book::ALL.iter().map(|book| book.system().code()).chain(own).collect()
}

/// Answers a line: by the system that it names, or by the usual one.
fn answer(text: &str, usual: &str, books: Option<Book>) -> Value {
    let question: Option<Map<String, Value>> = serde_json::from_str(text).ok();
    let named = question.as_ref().and_then(|fields| fields.get("system")).and_then(Value::as_str);
    let oracle = caracole_systems::find(named.unwrap_or(usual)).and_then(Entry::oracle);
    let (Some(oracle), Some(mut fields)) = (oracle, question.clone()) else {
        return ask_line(text, books.unwrap_or(Book::Renaissance));
    };
    let system = fields.remove("system").unwrap_or_else(|| json!(usual));
    let id = fields.remove("id");
    let mut whole = Map::new();
    whole.extend(id.map(|id| ("id".to_owned(), id)));
    match oracle.ask(Value::Object(fields)) {
        Ok(Value::Object(answer)) => {
            whole.insert("system".to_owned(), system);
            whole.extend(answer);
        }
        Ok(other) => whole.extend([("answer".to_owned(), other)]),
        Err(wrong) => {
            whole.insert("error".to_owned(), json!(wrong.error));
            let more = [("place", wrong.place), ("remedy", wrong.remedy), ("rule", wrong.rule)];
            whole.extend(more.into_iter().filter_map(|(name, said)| Some((name.to_owned(), json!(said?)))));
        }
    }
    Value::Object(whole)
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let books = match caracole_systems::find(&args.system).and_then(Entry::oracle) {
        Some(_) => None,
        None => Some(book(&args.system)?),
    };
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
            Ok(text) => out.print_json(&answer(text, &args.system, books)),
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
