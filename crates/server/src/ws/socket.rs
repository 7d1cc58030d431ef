//! One connection: what it says goes to its game, and what happens there comes back.

use super::{ClientMessage, Hello, PROTOCOL, Request, ServerMessage};
use crate::{
    bus::{Mark, Notice, Topic},
    entropy::{GameId, UserId},
    game::{Attendance, Command, GameRecord},
    house::App,
    http::Problem,
    metrics::instant,
};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use caracole_kernel::{Side, Viewer, dice::Bytes32};
use std::time::Duration;
use tokio::sync::{
    broadcast::{self, error::RecvError},
    watch,
};

/// How long a new connection may stay silent.
const GREETING: Duration = Duration::from_secs(10);
/// How often a silent client is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// Messages that may be turned away for coming too fast before the connection is closed.
const PATIENCE: u32 = 50;
/// Points of a way by which a piece is drawn, at most.
const MOST_POINTS: usize = 64;
/// Layers asked for at once, at most.
const MOST_LAYERS: usize = 16;

/// Who is connected to which game. The seat comes from the game's record, never from a message.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    pub game: GameId,
    pub user: UserId,
    pub name: String,
    /// Digest of the session's token: the connection ends with its session.
    pub session: Bytes32,
}

/// Why a connection ends.
enum Gone {
    /// The client went, or does not answer.
    Client,
    /// The server ends it.
    Closed(u16, &'static str),
}

impl From<axum::Error> for Gone {
    fn from(_: axum::Error) -> Self {
        Gone::Client
    }
}

pub(super) async fn attend(app: &App, seated: Seated, mut socket: WebSocket) {
    let gone = match greet(app, &seated, &mut socket).await {
        Ok(connection) => connection.serve(&mut socket).await,
        Err(gone) => gone,
    };
    if let Gone::Closed(code, reason) = gone {
        let farewell = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        // It may have gone already.
        drop(socket.send(farewell).await);
    }
}

/// Waits for the first message.
async fn greet(app: &App, seated: &Seated, socket: &mut WebSocket) -> Result<Connection, Gone> {
    let first = tokio::time::timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(Gone::Closed(close_code::POLICY, "say hello first"));
    };
    let hello = match serde_json::from_str(&text) {
        Ok(ClientMessage { ask: Request::Hello(hello), .. }) if hello.protocol == PROTOCOL => hello,
        Ok(ClientMessage { ask: Request::Hello(_), .. }) => {
            return Err(Gone::Closed(close_code::PROTOCOL, "another protocol is spoken here"));
        }
        _ => return Err(Gone::Closed(close_code::PROTOCOL, "say hello first")),
    };
    Connection::open(app, seated, hello, socket).await
}

/// A connection that has said hello.
struct Connection {
    app: App,
    seated: Seated,
    viewer: Viewer,
    views: bool,
    sights: bool,
    notices: broadcast::Receiver<Notice>,
    entry: u64,
    chat: u64,
    turned_away: u32,
    silent: bool,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.app.hall.attend(self.seated.game, self.viewer, Attendance::Goes);
    }
}

impl Connection {
    async fn open(app: &App, seated: &Seated, hello: Hello, socket: &mut WebSocket) -> Result<Self, Gone> {
        const AWAY: Gone = Gone::Closed(close_code::AGAIN, "try again in a moment");
        let hall = &app.hall;
        let record = hall.storage.record(seated.game).await.ok().flatten().ok_or(AWAY)?;
        let viewer = viewer(&record, seated.user, hello.seat)?;
        // Listen first, then catch up: nothing can fall between.
        let notices = hall.bus.subscribe(Topic::new(seated.game, viewer));
        hall.attend(seated.game, viewer, Attendance::Comes);
        let mut connection = Connection {
            app: App::clone(app),
            seated: seated.clone(),
            viewer,
            views: hello.views,
            sights: hello.sights,
            notices,
            entry: hello.resume,
            chat: hello.chat,
            turned_away: 0,
            silent: false,
        };
        let game = Box::new(record.info(seated.user));
        send(socket, &ServerMessage::Welcome { protocol: PROTOCOL, viewer, game }).await?;
        connection.catch_up(socket).await?;
        Ok(connection)
    }

    async fn serve(mut self, socket: &mut WebSocket) -> Gone {
        let mut closing = self.app.closing.clone();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        loop {
            let went = tokio::select! {
                biased;
                () = closes(&mut closing) => Err(Gone::Closed(close_code::AWAY, "the server closes")),
                notice = self.notices.recv() => self.pass_on(notice, socket).await,
                message = socket.recv() => self.hear(message, socket).await,
                _ = heartbeat.tick() => self.still_there(socket).await,
            };
            if let Err(gone) = went {
                return gone;
            }
        }
    }

    /// Sends everything that the client has not seen.
    async fn catch_up(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        let caught = Command::CatchUp { viewer: self.viewer, seen: self.entry };
        let update = self.app.hall.ask(self.seated.game, caught).await;
        let update = update.map_err(|_| Gone::Closed(close_code::AGAIN, "try again in a moment"))?;
        if let ServerMessage::Update { entry, .. } = &update {
            self.entry = *entry;
        }
        send(socket, &update).await?;
        let lines = self.app.hall.storage.chat(self.seated.game, self.chat).await.unwrap_or_default();
        for line in lines {
            self.chat = line.n;
            send(socket, &ServerMessage::Chat(line)).await?;
        }
        self.show(socket).await
    }

    /// Sends the whole view, or the sight of the table, to those who want it every time.
    async fn show(&self, socket: &mut WebSocket) -> Result<(), Gone> {
        if self.views
            && let Ok(state) =
                self.app.hall.ask(self.seated.game, Command::State { viewer: self.viewer }).await
        {
            send(socket, &state).await?;
        }
        if self.sights
            && let Ok(sight) =
                self.app.hall.ask(self.seated.game, Command::Look { viewer: self.viewer, at: None }).await
        {
            send(socket, &sight).await?;
        }
        Ok(())
    }

    async fn pass_on(
        &mut self,
        notice: Result<Notice, RecvError>,
        socket: &mut WebSocket,
    ) -> Result<(), Gone> {
        let notice = match notice {
            Ok(notice) => notice,
            // Too slow to be told everything one by one: told all of it at once.
            Err(RecvError::Lagged(_)) => return self.catch_up(socket).await,
            Err(RecvError::Closed) => return Err(Gone::Closed(close_code::AGAIN, "try again in a moment")),
        };
        match notice.mark {
            Mark::Update { entry, .. } if entry <= self.entry && entry > 0 => return Ok(()),
            // Something before it got lost on the way.
            Mark::Update { after, .. } if after > self.entry => return self.catch_up(socket).await,
            Mark::Update { entry, .. } => self.entry = entry,
            Mark::Chat(n) if n <= self.chat => return Ok(()),
            Mark::Chat(n) => self.chat = n,
            Mark::Table => {}
        }
        socket.send(Message::Text((&*notice.text).into())).await?;
        match notice.mark {
            Mark::Update { .. } => self.show(socket).await,
            Mark::Chat(_) | Mark::Table => Ok(()),
        }
    }

    async fn still_there(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        if std::mem::replace(&mut self.silent, true) {
            return Err(Gone::Closed(close_code::AWAY, "nobody answers"));
        }
        let hall = &self.app.hall;
        if matches!(hall.storage.session(self.seated.session, hall.clock.now()).await, Ok(None)) {
            return Err(Gone::Closed(close_code::POLICY, "the session has ended"));
        }
        Ok(socket.send(Message::Ping(Vec::new().into())).await?)
    }

    async fn hear(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
        socket: &mut WebSocket,
    ) -> Result<(), Gone> {
        self.silent = false;
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Binary(_))) => {
                return Err(Gone::Closed(close_code::UNSUPPORTED, "text is spoken here"));
            }
            Some(Ok(Message::Close(_))) | None => return Err(Gone::Client),
            Some(Err(_)) => return Err(Gone::Closed(close_code::SIZE, "that cannot be read")),
        };
        let began = instant();
        let message = serde_json::from_str::<ClientMessage>(&text);
        let too_fast = self.app.limits.message(self.seated.user).is_err();
        let answer = match message {
            Ok(ClientMessage { id, .. }) if too_fast => self.turn_away()?.answering(id),
            Err(_) if too_fast => self.turn_away()?,
            Ok(ClientMessage { id, ask }) => {
                self.turned_away = self.turned_away.saturating_sub(1);
                self.answer(ask).await.answering(id)
            }
            Err(e) => Problem::malformed(format!("The message cannot be read: {e}")).message(),
        };
        self.app.hall.metrics.answers.observe(began.elapsed().as_secs_f64());
        send(socket, &answer).await
    }

    /// Tells a client that is too fast so, a number of times.
    fn turn_away(&mut self) -> Result<ServerMessage, Gone> {
        self.app.hall.metrics.limited.inc();
        self.turned_away += 1;
        if self.turned_away > PATIENCE {
            return Err(Gone::Closed(close_code::POLICY, "too many messages"));
        }
        Ok(Problem::slow_down().message())
    }

    async fn answer(&self, ask: Request) -> ServerMessage {
        let command = match self.command(ask) {
            Ok(Some(command)) => command,
            Ok(None) => return ServerMessage::Pong { id: None },
            Err(problem) => return problem.message(),
        };
        match self.app.hall.ask(self.seated.game, command).await {
            Ok(answer) => answer,
            Err(declined) => Problem::from(declined).message(),
        }
    }

    /// What a request asks of the game, on behalf of this connection's seat.
    fn command(&self, ask: Request) -> Result<Option<Command>, Problem> {
        let side = || self.viewer.side().ok_or_else(|| Problem::not_yours("You are watching this game"));
        Ok(Some(match ask {
            Request::Hello(_) => return Err(Problem::malformed("You have said hello already")),
            Request::Ping => return Ok(None),
            Request::State => Command::State { viewer: self.viewer },
            Request::Choose { after, decision } => Command::Choose { side: side()?, after, decision },
            Request::Command { after, text } => Command::Say { side: side()?, after, text },
            Request::Look { at } => Command::Look { viewer: self.viewer, at },
            Request::Reach { piece } => Command::Reach { side: side()?, piece },
            Request::Drag { piece, way } => {
                if !(2..=MOST_POINTS).contains(&way.len()) {
                    return Err(Problem::malformed("A way has 2 to 64 points"));
                }
                Command::Drag { side: side()?, piece, way }
            }
            Request::Layers { wanted, piece, at } => {
                if wanted.len() > MOST_LAYERS {
                    return Err(Problem::malformed("At most 16 layers are shown at once"));
                }
                Command::Layers { viewer: self.viewer, wanted, piece, at }
            }
            Request::Plan { decision } => Command::Plan { side: side()?, decision },
            Request::Candidates => Command::Candidates { side: side()? },
            Request::Undo => Command::Undo { side: side()? },
            Request::Resign => Command::Resign { side: side()? },
            Request::OfferDraw => Command::OfferDraw { side: side()? },
            Request::AnswerDraw { agree } => Command::AnswerDraw { side: side()?, agree },
            Request::AskRewind { to } => Command::AskRewind { side: side()?, to },
            Request::AnswerRewind { agree } => Command::AnswerRewind { side: side()?, agree },
            Request::Chat { text } => {
                Command::Chat { name: self.seated.name.clone(), side: self.viewer.side(), text }
            }
        }))
    }
}

/// Ready when the server closes.
async fn closes(closing: &mut watch::Receiver<bool>) {
    // A sender that is gone has closed, too.
    drop(closing.wait_for(|closing| *closing).await);
}

/// Whose eyes a user sees with. He may choose among his own seats and no others.
fn viewer(record: &GameRecord, user: UserId, wanted: Option<Side>) -> Result<Viewer, Gone> {
    let seats = record.seats_of(user);
    match wanted {
        Some(side) if seats.contains(&side) => Ok(side.into()),
        Some(_) => Err(Gone::Closed(close_code::POLICY, "that is not your seat")),
        None => Ok(seats.first().map_or(Viewer::Spectator, |side| (*side).into())),
    }
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Gone> {
    Ok(socket.send(Message::Text(message.text().into())).await?)
}
