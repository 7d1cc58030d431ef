//! `caracole serve` and `caracole backup`: battles over the network, and a copy of them.

use crate::{
    failure::{Done, Failure},
    files, opponents,
    output::Output,
};
use caracole_server::{
    Config, ServeError, Server, Shelf,
    config::{self, BadSetting, Settings},
    logs, serve, storage,
};
use caracole_systems::Entry;
use serde_json::json;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// Largest configuration file.
const LARGEST_FILE: usize = 64 << 10;

/// Serve battles over HTTP and websocket
#[derive(Debug, Default, clap::Args)]
#[command(
    after_help = "Settings come from the file, then from the environment (CARACOLE_LISTEN, CARACOLE_DATA,
CARACOLE_SECURE ...), then from flags; the later one counts. Stops in good order on Ctrl-C or SIGTERM.

Examples:
  caracole serve
  caracole serve --listen 127.0.0.1:9000 --data battles
  CARACOLE_LOG=json caracole serve --config caracole.toml"
)]
pub(crate) struct Args {
    /// Where to listen; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Folder of the database; made if it is not there
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Settings in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Browsers come over TLS, through a proxy: cookies are for TLS only
    #[arg(long)]
    secure: bool,
}

/// Copy the server's database to a file, while it runs or not
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The copy is one sound file. To go back to it, stop the server and put it in the place of
caracole.sqlite in the folder of the database (and remove caracole.sqlite-wal and -shm there).

Example:
  caracole backup --data battles -o battles-copy.sqlite"
)]
pub(crate) struct BackupArgs {
    /// Folder of the database
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The copy; a file that is there already is not overwritten
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(crate) fn run(args: Args, out: &Output) -> Done {
    let config = configure(&args)?;
    logs::start(&config);
    listen(config, out)
}

/// Plain `caracole`: the same with nothing to set. If the usual port is taken, any free one will do.
pub(crate) fn play(out: &Output) -> Done {
    let mut config = configure(&Args::default())?;
    if std::net::TcpListener::bind(config.listen).is_err() {
        config.listen.set_port(0);
    }
    logs::start(&config);
    listen(config, out)
}

fn listen(config: Config, out: &Output) -> Done {
    let data = config.data.clone();
    let ready = |address: SocketAddr| {
        if out.json() {
            out.print_json(&json!({ "listening": format!("http://{address}"), "data": data }));
        } else {
            out.line(format_args!("Caracole is at http://{address} (database in {})", data.display()));
        }
    };
    let shelf = |entry: &Entry| Shelf { code: entry.code(), title: entry.title(), library: entry.library() };
    let server = Server::new(config, caracole_systems::played().collect())
        .shelves(caracole_systems::TABLE.iter().map(shelf).collect())
        .usual(caracole_systems::USUAL);
    let server = opponents::all().into_iter().fold(server, Server::computer);
    serve(server, ready).map_err(|error| {
        let failure = Failure::new(error.to_string());
        match error {
            ServeError::Storage(_) => failure.remedy("check that the folder can be written: --data DIR"),
            ServeError::Listen(..) => failure.remedy("choose another address: --listen 127.0.0.1:PORT"),
            ServeError::Network(_) => failure,
        }
    })
}

fn configure(args: &Args) -> Result<Config, Failure> {
    let mut layers = Vec::new();
    if let Some(file) = &args.config {
        let text = files::read_text(file, LARGEST_FILE)?;
        layers.push(config::file_layer(&file.display().to_string(), &text).map_err(bad)?);
    }
    layers.extend(config::environment_layers(std::env::vars_os().filter_map(|(name, value)| {
        // What is not text is none of ours.
        Some((name.into_string().ok()?, value.into_string().ok()?))
    })));
    let mut flags = Settings::new();
    if let Some(listen) = args.listen {
        flags.insert("listen".to_owned(), listen.to_string().into());
    }
    if let Some(data) = &args.data {
        flags.insert("data".to_owned(), path(data)?.into());
    }
    if args.secure {
        flags.insert("secure".to_owned(), true.into());
    }
    layers.push(("flags".to_owned(), flags));
    Config::from_layers(&layers).map_err(bad)
}

fn path(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().ok_or_else(|| Failure::usage("the folder's name is not UTF-8 text"))?;
    Ok(text.to_owned())
}

fn bad(setting: BadSetting) -> Failure {
    Failure::new(setting.problem).at(setting.place).remedy("docs/server.md lists every setting")
}

pub(crate) fn back_up(args: BackupArgs, out: &Output) -> Done {
    storage::backup(&args.data, &args.output).map_err(|error| match error {
        storage::StorageError::Conflict => Failure::new("the file is there already")
            .at(args.output.display().to_string())
            .remedy("choose another name, or move it away first"),
        error => Failure::new(error.to_string()).remedy("name the folder that `caracole serve --data` uses"),
    })?;
    if out.json() {
        out.print_json(&json!({ "copy": args.output }));
    } else {
        out.line(format_args!("The database is copied to {}", args.output.display()));
    }
    Ok(())
}
