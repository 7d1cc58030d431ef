//! `caracole draw`: pictures of positions and of moments of battles.

mod battle;

use super::scenario::{Charts, load_text, of_program};
use crate::{
    failure::{Done, Failure},
    output::Output,
    systems::scenario_text,
};
use caracole_picture::overlay::Layer;
use caracole_picture::png::{MAX_PIXELS, png};
use caracole_picture::{Look, Picture, draw};
use caracole_position::{DEMO, MAX_BYTES, Unusable};
use caracole_systems::{Loaded, owner_of};
use serde::Serialize;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Draw a position, or a moment of a battle, as SVG or PNG
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Position or scenario file (TOML), log of a battle, a scenario's id, `demo` for the built-in position, or `-` for the input
    position: String,
    /// Where to write: a name ending in .svg or .png, or `-` for SVG to the output [default: beside the position, .svg]
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Width of the picture in pixels [default: 1600; hex maps as wide as their counters need]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(64..=i64::from(MAX_PIXELS)))]
    width: Option<u32>,
    /// What to draw over the table: all, none, or some of arcs, zones, circles, paths, distances, sights, contacts, ghosts, notes, names, grid
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    overlay: Vec<String>,
    /// Replace charts of a scenario by those of a file
    #[arg(long, value_name = "FILE")]
    charts: Vec<PathBuf>,
    /// Of a log: draw the battle after this entry [default: the last]
    #[arg(long, value_name = "ENTRY")]
    step: Option<usize>,
}

const EXAMPLES: &str = "Examples:
  caracole draw demo -o demo.png               see a battle at once
  caracole draw naseby -o naseby.png           the map and opening position of a scenario
  caracole draw naseby-1645 -o naseby.png      the table of a scenario with everything in place
  caracole draw table.toml                     writes table.svg
  caracole draw table.toml -o table.png --width 2400 --overlay arcs,distances,names
  caracole draw table.toml -o - > table.svg
  caracole draw battle.log --step 120 -o battle.png      the table or map after entry 120 of a battle";

/// What was written.
#[derive(Debug, Serialize)]
struct Answer {
    path: String,
    format: &'static str,
    width: u32,
    height: u32,
    bytes: usize,
}

/// Where the picture goes.
enum Target {
    Stdout,
    Svg(PathBuf),
    Png(PathBuf),
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let layers = layers(&args.overlay)?;
    let target = target(&args)?;
    if matches!(target, Target::Stdout) && out.json() {
        return Err(Failure::usage("SVG and a JSON answer cannot both go to the output")
            .remedy("name a file with -o, or leave --json out"));
    }
    let picture = picture(&args, layers, out)?;
    let answer = |path: &Path, format, bytes| Answer {
        path: path.display().to_string(),
        format,
        width: picture.width,
        height: picture.height,
        bytes,
    };
    let answer = match &target {
        Target::Stdout => {
            // A reader that goes away early is no failure.
            let mut stdout = std::io::stdout().lock();
            let _ = stdout.write_all(picture.svg.as_bytes()).and_then(|()| stdout.flush());
            return Ok(());
        }
        Target::Svg(path) => {
            write(path, picture.svg.as_bytes())?;
            answer(path, "svg", picture.svg.len())
        }
        Target::Png(path) => {
            let bytes = png(&picture.svg, picture.width)
                .map_err(|e| Failure::new(e.to_string()).remedy("choose another --width, or write SVG"))?;
            write(path, &bytes)?;
            answer(path, "png", bytes.len())
        }
    };
    if out.json() {
        out.print_json(&answer);
    } else {
        let (path, kilobytes) = (&answer.path, answer.bytes.div_ceil(1000));
        out.line(format!("wrote {path}: {} x {} pixels, {kilobytes} kB", answer.width, answer.height));
    }
    Ok(())
}

/// Draws whatever was named: a scenario by its id, or a file of either kind.
fn picture(args: &Args, layers: Vec<Layer>, out: &Output) -> Result<Picture, Failure> {
    let look = Look { pixels: args.width.unwrap_or(Look::USUAL_PIXELS), layers };
    if args.step.is_some() || is_log(Path::new(&args.position)) {
        return battle::picture(Path::new(&args.position), args.step, &look, args.width);
    }
    let opening = |(_, loaded): (_, Box<dyn Loaded>)| loaded.picture(&look, args.width).map_err(Failure::new);
    let charts = Charts::read(&args.charts)?;
    if let Some(known) = of_program(&args.position, &charts) {
        return known.and_then(opening);
    }
    let (name, text) = read(&args.position)?;
    if let Some(entry) = owner_of(&text) {
        return load_text(entry, &name, &text, &charts).and_then(opening);
    }
    let position = caracole_systems::read_position(&text).map_err(|e| refuse(&name, &e, out))?;
    Ok(draw(&position, &look))
}

/// Logs begin with a header in JSON; no position or scenario does.
fn is_log(path: &Path) -> bool {
    let mut first = [0];
    std::fs::File::open(path).and_then(|mut f| f.read_exact(&mut first)).is_ok() && first == *b"{"
}

fn layers(words: &[String]) -> Result<Vec<Layer>, Failure> {
    let mut layers = Vec::new();
    for word in words.iter().map(|w| w.trim()) {
        match word {
            "all" => layers.extend(Look::default().layers),
            "none" | "" => {}
            word => match Layer::ALL.iter().find(|(name, _)| *name == word) {
                Some((_, layer)) => layers.push(*layer),
                None => {
                    let known: Vec<&str> = Layer::ALL.iter().map(|(name, _)| *name).collect();
                    return Err(Failure::usage(format!("there is no overlay called `{word}`"))
                        .at("--overlay")
                        .remedy(format!("write all, none, or some of {}", known.join(", "))));
                }
            },
        }
    }
    Ok(layers)
}

fn target(args: &Args) -> Result<Target, Failure> {
    let named = match (args.output.as_deref(), args.position.as_str()) {
        (Some("-"), _) | (None, "-") => return Ok(Target::Stdout),
        (Some(path), _) => PathBuf::from(path),
        (None, id) if id == "demo" || scenario_text(id).is_some() => PathBuf::from(format!("{id}.svg")),
        (None, position) => Path::new(position).with_extension("svg"),
    };
    if Path::new(&args.position) == named {
        return Err(Failure::usage("the picture would overwrite the position")
            .at(named.display().to_string())
            .remedy("name another file with -o"));
    }
    let extension = named.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Target::Svg(named)),
        Some("png") => Ok(Target::Png(named)),
        _ => Err(Failure::usage("the picture can be SVG or PNG")
            .at(named.display().to_string())
            .remedy("end the name of the file in .svg or .png")),
    }
}

/// The name to show in messages, and the text of the position.
fn read(position: &str) -> Result<(String, String), Failure> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    let (name, done) = match position {
        "demo" => return Ok(("demo".to_owned(), DEMO.to_owned())),
        "-" => ("input".to_owned(), std::io::stdin().lock().take(most).read_to_end(&mut bytes)),
        path => {
            let file = std::fs::File::open(path);
            (path.to_owned(), file.and_then(|f| f.take(most).read_to_end(&mut bytes)))
        }
    };
    done.map_err(|e| {
        Failure::new(format!("the position cannot be read: {e}"))
            .at(&name)
            .remedy("give the name of a position file; `caracole draw demo` needs none")
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
        Err(_) => Err(Failure::new("the file is not text in UTF-8").at(name).remedy("save it as UTF-8")),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|e| {
        Failure::new(format!("the picture cannot be written: {e}"))
            .at(path.display().to_string())
            .remedy("name a file in a folder that exists and can be written, with -o")
    })
}

/// One failure for each problem: all but the last are reported here, the last is returned.
pub(super) fn refuse(name: &str, error: &Unusable, out: &Output) -> Failure {
    if out.json() && error.problems.len() > 1 {
        let place =
            error.problems.first().map_or(name.to_owned(), |p| format!("{name}:{}:{}", p.line, p.column));
        return Failure::new(error.to_string()).at(place).remedy("mend each of the problems listed");
    }
    let mut last = None;
    for problem in &error.problems {
        let field = if problem.field.is_empty() { String::new() } else { format!(": {}", problem.field) };
        let failure = Failure::new(problem.message.clone())
            .at(format!("{name}:{}:{}{field}", problem.line, problem.column))
            .remedy(problem.remedy.clone());
        if let Some(earlier) = last.replace(failure) {
            let _ = Failure::report(&earlier, out);
        }
    }
    match last {
        Some(failure) if error.more > 0 => {
            let _ = failure.report(out);
            Failure::new(format!("and {} more problems", error.more))
                .at(name)
                .remedy("mend the first ones, then try again")
        }
        Some(failure) => failure,
        None => Failure::new("the position cannot be used").at(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(position: &str, output: Option<&str>) -> Args {
        Args {
            position: position.into(),
            output: output.map(str::to_owned),
            width: Some(800),
            overlay: Vec::new(),
            charts: Vec::new(),
            step: None,
        }
    }

    #[test]
    fn the_picture_goes_beside_the_position_unless_named() {
        let svg = |a: &Args| matches!(target(a), Ok(Target::Svg(p)) if p == Path::new("maps/naseby.svg"));
        assert!(svg(&args("maps/naseby.toml", None)));
        assert!(svg(&args("demo", Some("maps/naseby.svg"))));
        assert!(matches!(target(&args("demo", Some("a.PNG"))), Ok(Target::Png(_))));
        assert!(matches!(target(&args("demo", Some("-"))), Ok(Target::Stdout)));
        assert!(matches!(target(&args("-", None)), Ok(Target::Stdout)));
        assert!(target(&args("demo", Some("a.gif"))).is_err());
        assert!(target(&args("table.svg", None)).is_err());
    }

    #[test]
    fn overlays_are_chosen_by_name() {
        let of = |words: &[&str]| layers(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["arcs", "grid"]).ok(), Some(vec![Layer::Arcs, Layer::Grid]));
        assert_eq!(of(&["none"]).ok(), Some(Vec::new()));
        assert!(of(&["all"]).is_ok_and(|l| l.len() == Layer::ALL.len() - 1));
        assert!(of(&["arks"]).is_err_and(|e| e.error.contains("arks")));
    }
}
