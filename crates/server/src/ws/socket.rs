//! One connection: what it says goes to its game, and what happens there comes back.

use super::{ClientMessage, Hello, PROTOCOL, Request, ServerMessage};
use crate::{
    bus::{Audience, Mark, Notice, Topic},
    entropy::GameId,
    game::{Attendance, Caller, Command, Declined},
    house::App,
    http::Problem,
    metrics::instant,
};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use caracole_kernel::{Viewer, dice::Bytes32};
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

/// How often a client is seated anew while its rights change at the same time.
const TRIES: usize = 8;

/// Who is connected to which game. The game says with every message what they may do.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    pub game: GameId,
    pub caller: Caller,
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
    game: GameId,
    caller: Caller,
    audience: Audience,
    views: bool,
    sights: bool,
    notices: broadcast::Receiver<Notice>,
    ended: broadcast::Receiver<Bytes32>,
    entry: u64,
    chat: u64,
    turned_away: u32,
    silent: bool,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.app.hall.attend(self.game, self.audience, Attendance::Goes);
    }
}

const AWAY: Gone = Gone::Closed(close_code::AGAIN, "try again in a moment");

/// Coming back would not help: for clients that do so by themselves.
const FORBIDDEN: u16 = 4403;
const SIGNED_OUT: Gone = Gone::Closed(4401, "the session has ended");

/// What a client sees at a game now.
struct Place {
    audience: Audience,
    notices: broadcast::Receiver<Notice>,
    welcome: ServerMessage,
}

impl Place {
    async fn find(app: &App, game: GameId, caller: &Caller) -> Result<Self, Gone> {
        let (mut audience, _) = Self::ask(app, game, caller).await?;
        for _ in 0..TRIES {
            // Listen first, then look again: no change of rights falls between.
            let notices = app.hall.bus.subscribe(Topic::new(game, audience));
            let (again, welcome) = Self::ask(app, game, caller).await?;
            if again == audience {
                return Ok(Place { audience, notices, welcome });
            }
            audience = again;
        }
        Err(AWAY)
    }

    async fn ask(app: &App, game: GameId, caller: &Caller) -> Result<(Audience, ServerMessage), Gone> {
        match app.hall.ask(game, caller, Command::Standing).await {
            Ok(ServerMessage::Welcome { protocol, viewer, game }) => {
                Ok((viewer, ServerMessage::Welcome { protocol, viewer, game }))
            }
            Err(Declined::NoSuchGame) => Err(Gone::Closed(FORBIDDEN, "you may not see this game any more")),
            _ => Err(AWAY),
        }
    }
}

impl Connection {
    async fn open(app: &App, seated: &Seated, hello: Hello, socket: &mut WebSocket) -> Result<Self, Gone> {
        let hall = &app.hall;
        let ended = hall.ended.subscribe();
        let caller = Caller { seat: hello.seat, ..seated.caller.clone() };
        let Place { audience, notices, welcome } = Place::find(app, seated.game, &caller).await?;
        let sits = audience.viewer().and_then(Viewer::side);
        if hello.seat.is_some() && hello.seat != sits {
            return Err(Gone::Closed(close_code::POLICY, "that is not your seat"));
        }
        hall.attend(seated.game, audience, Attendance::Comes);
        let mut connection = Connection {
            app: App::clone(app),
            game: seated.game,
            caller,
            audience,
            views: hello.views,
            sights: hello.sights,
            notices,
            ended,
            entry: hello.resume,
            chat: hello.chat,
            turned_away: 0,
            silent: false,
        };
        send(socket, &welcome).await?;
        connection.catch_up(socket).await?;
        Ok(connection)
    }

    /// Seats or phase have changed: the client stays, is moved to what it may see now, or must go.
    async fn move_over(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        let Place { audience, notices, welcome } = Place::find(&self.app, self.game, &self.caller).await?;
        if audience == self.audience {
            return Ok(());
        }
        let was = std::mem::replace(&mut self.audience, audience);
        self.app.hall.attend(self.game, was, Attendance::Goes);
        self.app.hall.attend(self.game, audience, Attendance::Comes);
        self.notices = notices;
        self.entry = 0;
        send(socket, &welcome).await?;
        self.catch_up(socket).await
    }

    async fn serve(mut self, socket: &mut WebSocket) -> Gone {
        let mut closing = self.app.closing.clone();
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.tick().await;
        loop {
            let went = tokio::select! {
                biased;
                () = closes(&mut closing) => Err(Gone::Closed(close_code::AWAY, "the server closes")),
                ended = self.ended.recv() => self.has_ended(ended).await,
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
        if self.audience == Audience::Lobby {
            return Ok(());
        }
        let caught = Command::CatchUp { seen: self.entry };
        let update = self.ask(caught).await.map_err(|_| AWAY)?;
        if let ServerMessage::Update { entry, .. } = &update {
            self.entry = *entry;
        }
        send(socket, &update).await?;
        let lines = self.app.hall.storage.chat(self.game, self.chat).await.unwrap_or_default();
        for line in lines {
            self.chat = line.n;
            send(socket, &ServerMessage::Chat(line)).await?;
        }
        self.show(socket).await
    }

    /// Sends the whole view, or the sight of the table, to those who want it every time.
    async fn show(&self, socket: &mut WebSocket) -> Result<(), Gone> {
        if self.views
            && let Ok(state) = self.ask(Command::State).await
        {
            send(socket, &state).await?;
        }
        if self.sights
            && let Ok(sight) = self.ask(Command::Look { at: None }).await
        {
            send(socket, &sight).await?;
        }
        Ok(())
    }

    async fn ask(&self, command: Command) -> Result<ServerMessage, Declined> {
        self.app.hall.ask(self.game, &self.caller, command).await
    }

    async fn pass_on(
        &mut self,
        notice: Result<Notice, RecvError>,
        socket: &mut WebSocket,
    ) -> Result<(), Gone> {
        let notice = match notice {
            Ok(notice) => notice,
            // Too slow to be told everything one by one: told all of it at once. Rights may have been among it.
            Err(RecvError::Lagged(_)) => {
                self.move_over(socket).await?;
                return self.catch_up(socket).await;
            }
            Err(RecvError::Closed) => return Err(AWAY),
        };
        match notice.mark {
            Mark::Update { entry, .. } if entry <= self.entry && entry > 0 => return Ok(()),
            // Something before it got lost on the way.
            Mark::Update { after, .. } if after > self.entry => return self.catch_up(socket).await,
            Mark::Update { entry, .. } => self.entry = entry,
            Mark::Chat(n) if n <= self.chat => return Ok(()),
            Mark::Chat(n) => self.chat = n,
            Mark::Table => {}
            Mark::Rights => return self.move_over(socket).await,
        }
        socket.send(Message::Text((&*notice.text).into())).await?;
        match notice.mark {
            Mark::Update { .. } => self.show(socket).await,
            Mark::Chat(_) | Mark::Table | Mark::Rights => Ok(()),
        }
    }

    async fn still_there(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        if std::mem::replace(&mut self.silent, true) {
            return Err(Gone::Closed(close_code::AWAY, "nobody answers"));
        }
        self.check_session().await?;
        Ok(socket.send(Message::Ping(Vec::new().into())).await?)
    }

    /// Some session has ended, perhaps this one.
    async fn has_ended(&self, ended: Result<Bytes32, RecvError>) -> Result<(), Gone> {
        match ended {
            Ok(session) if session == self.caller.session => Err(SIGNED_OUT),
            Ok(_) => Ok(()),
            Err(RecvError::Lagged(_)) => self.check_session().await,
            Err(RecvError::Closed) => Err(AWAY),
        }
    }

    async fn check_session(&self) -> Result<(), Gone> {
        let hall = &self.app.hall;
        match hall.storage.session(self.caller.session, hall.clock.now()).await {
            Ok(None) => Err(SIGNED_OUT),
            _ => Ok(()),
        }
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
        let too_fast = self.app.limits.message(self.caller.user).is_err();
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
        let command = match command(ask) {
            Ok(Some(command)) => command,
            Ok(None) => return ServerMessage::Pong { id: None },
            Err(problem) => return problem.message(),
        };
        match self.ask(command).await {
            Ok(answer) => answer,
            Err(declined) => Problem::from(declined).message(),
        }
    }
}

/// What a request asks of the game.
fn command(ask: Request) -> Result<Option<Command>, Problem> {
    Ok(Some(match ask {
        Request::Hello(_) => return Err(Problem::malformed("You have said hello already")),
        Request::Ping => return Ok(None),
        Request::State => Command::State,
        Request::Choose { after, decision } => Command::Choose { after, decision },
        Request::Command { after, text } => Command::Say { after, text },
        Request::Look { at } => Command::Look { at },
        Request::Reach { piece } => Command::Reach { piece },
        Request::Drag { piece, way } => {
            if !(2..=MOST_POINTS).contains(&way.len()) {
                return Err(Problem::malformed("A way has 2 to 64 points"));
            }
            Command::Drag { piece, way }
        }
        Request::Layers { wanted, piece, at } => {
            if wanted.len() > MOST_LAYERS {
                return Err(Problem::malformed("At most 16 layers are shown at once"));
            }
            Command::Layers { wanted, piece, at }
        }
        Request::Plan { decision } => Command::Plan { decision },
        Request::Candidates => Command::Candidates,
        Request::Undo { after } => Command::Undo { after },
        Request::Resign => Command::Resign,
        Request::OfferDraw => Command::OfferDraw,
        Request::AnswerDraw { after, agree } => Command::AnswerDraw { after, agree },
        Request::AskRewind { after, to } => Command::AskRewind { after, to },
        Request::AnswerRewind { after, to, agree } => Command::AnswerRewind { after, to, agree },
        Request::Chat { text } => Command::Chat { text },
    }))
}

/// Ready when the server closes.
async fn closes(closing: &mut watch::Receiver<bool>) {
    // A sender that is gone has closed, too.
    drop(closing.wait_for(|closing| *closing).await);
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Gone> {
    Ok(socket.send(Message::Text(message.text().into())).await?)
}
