//! Games: making, finding, joining, leaving; the log of those that are over.

use super::{Body, Problem};
use crate::{
    dice,
    entropy::GameId,
    game::{ClockRule, Command, GameInfo, GameRecord, Invitations, Phase, Seat},
    house::App,
    session::Who,
    storage::{Listing, Page, StoredGame, Write},
    time::Millis,
    ws::ServerMessage,
};
use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderName, HeaderValue, header},
};
use caracole_kernel::{AnySystem, BySide, Library, Side, dice::Bytes32};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Games on one page of a list.
const PAGE: u32 = 50;
/// Games of one user that are looked through for unfinished ones.
const MOST_COUNTED: u32 = 1000;
/// Longest title of a game.
const LONGEST_TITLE: usize = 80;

/// A game to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Code of the system.
    pub system: String,
    /// What to call it.
    #[serde(default)]
    pub title: String,
    /// What the battle starts from: a setup of the system's own shape, or the number of a random one.
    pub start: Start,
    /// Who shall sit where.
    pub seats: BySide<SeatWish>,
    /// Whether anybody may take an open seat; otherwise only by invitation.
    #[serde(default)]
    pub open: bool,
    /// Whether anybody may watch; otherwise only by invitation.
    #[serde(default)]
    pub public: bool,
    /// How time is kept, if it is.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// Whether each player may take back their last choice at any time, past dice as well. The log says so.
    #[serde(default)]
    pub take_backs: bool,
}

/// What a battle starts from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// This setup.
    Setup(Value),
    /// The random setup of this number.
    Number(u64),
    /// The scenario of the library with this id.
    Named(String),
    /// These two armies, on ground that the battle itself chooses.
    Armies(BySide<ArmyWish>),
}

/// An army to fight with.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArmyWish {
    /// The army of the library with this id.
    Named(String),
    /// An army of one's own.
    Own(Value),
}

/// Who shall sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatWish {
    /// The person who makes the game; both seats for two players at one screen.
    Me,
    /// Anyone.
    Open,
    /// A computer player of this level.
    Computer(String),
}

/// Taking a seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    /// Which seat; any open one without it.
    #[serde(default)]
    pub side: Option<Side>,
    /// The invitation, for games that need one.
    #[serde(default)]
    pub invitation: Option<Bytes32>,
    /// What you add to the dice.
    #[serde(default)]
    pub nonce: Option<String>,
}

/// What a player adds to the dice, after the server has committed itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nonce {
    /// 1 to 64 characters of your own.
    pub nonce: String,
}

/// Which games are listed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListName {
    /// Those that wait for a player.
    Open,
    /// Your own.
    Own,
    /// Those that anybody may watch.
    Watchable,
}

/// Which games are listed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub struct ListQuery {
    /// Which.
    pub list: ListName,
    /// Where the page before this one ended: its `next`.
    #[serde(default)]
    pub after: Option<Place>,
}

/// A place in a list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct Place(Millis, GameId);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.0.0, self.1)
    }
}

impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = text
            .split_once('-')
            .and_then(|(updated, id)| Some(Place(Millis(updated.parse().ok()?), id.parse().ok()?)));
        read.ok_or_else(|| serde::de::Error::custom("no place in a list"))
    }
}

/// An invitation in an address.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct Invited {
    /// The invitation to play or to watch.
    #[serde(default)]
    pub invitation: Option<Bytes32>,
}

/// A list of games.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Games {
    /// The latest first.
    pub games: Vec<GameInfo>,
    /// Where the next page begins, if there may be one.
    pub next: Option<Place>,
}

/// Makes a game.
pub(super) async fn make(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewGame>,
) -> Result<Json<GameInfo>, Problem> {
    let all = Page { after: None, most: MOST_COUNTED };
    let own = app.hall.storage.games(Listing::Own(who.user()), all).await?;
    let unfinished =
        own.iter().filter(|game| matches!(game.phase, Phase::Gathering | Phase::Running)).count();
    if unfinished >= app.config.games_per_user as usize {
        return Err(Problem::conflict("You have too many unfinished games", "Finish or leave one first."));
    }
    let stored = lay_out(&app, &who, new).await?;
    let record = stored.record.clone();
    app.hall.storage.commit(vec![Write::Game(Box::new(stored))]).await?;
    Ok(Json(record.info(who.user())))
}

/// Refuses what no game can have.
fn check(new: &NewGame) -> Result<(), Problem> {
    let title = new.title.trim();
    if title.chars().count() > LONGEST_TITLE || title.chars().any(char::is_control) {
        return Err(Problem::wrong("A title has at most 80 characters", "Shorten it."));
    }
    if new.clock.is_some_and(|rule| !rule.is_sensible()) {
        return Err(Problem::wrong(
            "A clock gives at least ten seconds in all, and at most a year each",
            "Give more or less time.",
        ));
    }
    if !new.seats.iter().any(|(_, wish)| *wish == SeatWish::Me)
        && !new.seats.iter().any(|(_, wish)| *wish == SeatWish::Open)
    {
        return Err(Problem::wrong(
            "Both seats are taken by computers",
            "Keep one for yourself, or leave it open.",
        ));
    }
    Ok(())
}

/// The setup that a game starts from.
fn setup(system: &dyn AnySystem, library: &dyn Library, start: Start) -> Result<Value, Problem> {
    Ok(match start {
        Start::Setup(setup) => setup,
        Start::Number(number) => system
            .random_setup(number)
            .ok_or_else(|| Problem::wrong("This system makes no random setups", "Give a setup."))?,
        Start::Named(id) => library.setup(&id).ok_or_else(|| {
            let problem = format!("There is no scenario `{}`", clip(&id));
            Problem::wrong(problem, format!("See /api/systems/{}/scenarios.", system.code()))
        })?,
        Start::Armies(armies) => library
            .setup_of_armies(BySide { red: army(library, armies.red)?, blue: army(library, armies.blue)? })
            .ok_or_else(|| {
                Problem::wrong("Battles of this system take no armies of your own", "Name a scenario.")
            })?,
    })
}

async fn lay_out(app: &App, who: &Who, new: NewGame) -> Result<StoredGame, Problem> {
    let system = app.hall.system(&new.system).ok_or_else(|| {
        Problem::wrong(format!("No system `{}` is played here", clip(&new.system)), "See /api/systems.")
    })?;
    check(&new)?;
    let title = new.title.trim();
    let start = new.start;
    let library = app.shelves.of(system.code());
    // A setup is checked by laying the battle out once; that may take a while.
    let checked = tokio::task::spawn_blocking(move || {
        let setup = setup(system, library, start)?;
        system.start(setup.clone())?;
        Ok::<_, Problem>(setup)
    });
    let setup = checked.await.map_err(|_| Problem::unavailable())??;
    let entropy = &*app.hall.entropy;
    let seed = dice::new_seed(entropy)?;
    let now = app.hall.clock.now();
    let sit = |wish: &SeatWish| -> Result<Seat, Problem> {
        Ok(match wish {
            SeatWish::Me => Seat::Player { user: who.user(), name: who.member.name.clone(), nonce: None },
            SeatWish::Open => Seat::Open,
            SeatWish::Computer(level) => match app.hall.computer(system.code(), level) {
                Some(_) => Seat::Computer { level: level.clone(), nonce: dice::computers_nonce(entropy)? },
                None => {
                    let problem = format!("There is no computer player `{}` of this system", clip(level));
                    return Err(Problem::wrong(problem, "See /api/systems."));
                }
            },
        })
    };
    let record = GameRecord {
        id: GameId::new(entropy)?,
        system: new.system,
        title: title.to_owned(),
        creator: who.user(),
        created: now,
        updated: now,
        open: new.open,
        public: new.public,
        seats: BySide { red: sit(&new.seats.red)?, blue: sit(&new.seats.blue)? },
        take_backs: new.take_backs,
        rule: new.clock,
        clocks: None,
        offers: Default::default(),
        commitment: seed.commitment(),
        invitations: Invitations { play: entropy.secret()?, watch: entropy.secret()? },
        phase: Phase::Gathering,
        entries: 0,
        chat: 0,
    };
    Ok(StoredGame { record, setup, seed })
}

fn army(library: &dyn Library, wish: ArmyWish) -> Result<Value, Problem> {
    match wish {
        ArmyWish::Own(army) => Ok(army),
        ArmyWish::Named(id) => {
            let armies = library.armies();
            let known = armies.and_then(|armies| armies.army(&id));
            let problem = || Problem::wrong(format!("There is no army `{}`", clip(&id)), "See /api/armies.");
            known.ok_or_else(problem)
        }
    }
}

/// Text of others, short enough to be repeated to them.
fn clip(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Lists games.
pub(super) async fn list(
    State(app): State<App>,
    who: Who,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Json<Games>, Problem> {
    let Query(query) = query.map_err(|_| {
        Problem::malformed("`list` is open, own or watchable; `after` is the `next` of a page")
    })?;
    let listing = match query.list {
        ListName::Open => Listing::Open,
        ListName::Own => Listing::Own(who.user()),
        ListName::Watchable => Listing::Watchable,
    };
    let page = Page { after: query.after.map(|Place(updated, id)| (updated, id)), most: PAGE };
    let games = app.hall.storage.games(listing, page).await?;
    let full = games.len() >= PAGE as usize;
    let next = games.last().filter(|_| full).map(|game| Place(game.updated, game.id));
    Ok(Json(Games { games: games.iter().map(|game| game.info(who.user())).collect(), next }))
}

/// A game's record, for those who may know of it.
pub(crate) async fn known(
    app: &App,
    id: &str,
    who: &Who,
    invitation: Option<&Bytes32>,
) -> Result<GameRecord, Problem> {
    let missing = || Problem::not_found("There is no such game");
    let id: GameId = id.parse().map_err(|_| missing())?;
    let record = app.hall.storage.record(id).await?.ok_or_else(missing)?;
    let standing = record.standing(&who.caller(invitation.copied(), None));
    // Those who may not know get the same answer as if there were none.
    if record.is_known_to(standing) { Ok(record) } else { Err(missing()) }
}

/// One game.
pub(super) async fn show(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    query: Result<Query<Invited>, QueryRejection>,
) -> Result<Json<GameInfo>, Problem> {
    let Query(invited) = query.map_err(|_| Problem::malformed("An invitation has 64 hexadecimal digits"))?;
    let record = known(&app, &id, &who, invited.invitation.as_ref()).await?;
    Ok(Json(record.info(who.user())))
}

/// Takes a seat.
pub(super) async fn join(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(wish): Body<Joining>,
) -> Result<Json<GameInfo>, Problem> {
    let record = known(&app, &id, &who, wish.invitation.as_ref()).await?;
    let command = Command::Join { side: wish.side, nonce: wish.nonce };
    app.hall.ask(record.id, &who.caller(wish.invitation, None), command).await?;
    again(&app, record.id, &who).await
}

/// Adds to the dice.
pub(super) async fn nonce(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(Nonce { nonce }): Body<Nonce>,
) -> Result<Json<GameInfo>, Problem> {
    let record = known(&app, &id, &who, None).await?;
    app.hall.ask(record.id, &who.caller(None, None), Command::Nonce { nonce }).await?;
    again(&app, record.id, &who).await
}

/// Gives up a seat, or the battle once it has begun; its maker gives up the game.
pub(super) async fn leave(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
) -> Result<Json<GameInfo>, Problem> {
    let record = known(&app, &id, &who, None).await?;
    app.hall.ask(record.id, &who.caller(None, None), Command::Leave).await?;
    again(&app, record.id, &who).await
}

async fn again(app: &App, id: GameId, who: &Who) -> Result<Json<GameInfo>, Problem> {
    let record = app.hall.storage.record(id).await?.ok_or_else(Problem::unavailable)?;
    Ok(Json(record.info(who.user())))
}

/// Which ground.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct GroundQuery {
    /// The invitation, for games that are not public.
    #[serde(default)]
    pub invitation: Option<Bytes32>,
    /// As it was after this entry.
    #[serde(default)]
    pub at: Option<u64>,
    /// In which of your own seats you sit, if you have both.
    #[serde(default)]
    pub seat: Option<Side>,
}

/// The picture of the ground that a sight names.
pub(super) async fn ground(
    State(app): State<App>,
    who: Who,
    Path((id, name)): Path<(String, String)>,
    query: Result<Query<GroundQuery>, QueryRejection>,
) -> Result<([(HeaderName, HeaderValue); 2], String), Problem> {
    let Query(query) = query.map_err(|_| Problem::malformed("`at` is an entry, `seat` is red or blue"))?;
    let record = known(&app, &id, &who, query.invitation.as_ref()).await?;
    let missing = || Problem::not_found("There is no such ground");
    let fingerprint = name.strip_suffix(".svg").ok_or_else(missing)?.to_owned();
    let caller = who.caller(query.invitation, query.seat);
    let drawn = app.hall.ask(record.id, &caller, Command::Ground { at: query.at, fingerprint }).await?;
    let ServerMessage::Ground { svg } = drawn else { return Err(missing()) };
    // The name changes with the picture.
    let caching = HeaderValue::from_static("private, max-age=86400, immutable");
    Ok((
        [(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")), (header::CACHE_CONTROL, caching)],
        svg,
    ))
}

/// The log of a battle that is over: until then it would show what is hidden, and the seed of the dice.
pub(super) async fn log(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    query: Result<Query<Invited>, QueryRejection>,
) -> Result<([(HeaderName, HeaderValue); 1], String), Problem> {
    let Query(invited) = query.map_err(|_| Problem::malformed("An invitation has 64 hexadecimal digits"))?;
    let record = known(&app, &id, &who, invited.invitation.as_ref()).await?;
    if !matches!(record.phase, Phase::Over { .. }) {
        return Err(Problem::conflict("The log is shown when the battle is over", "Play on."));
    }
    let mut text = app.hall.storage.lines(record.id).await?.join("\n");
    text.push('\n');
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"))], text))
}
