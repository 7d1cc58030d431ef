//! A server to test and a client to test it with: plain HTTP/1.1 by hand, so that wrong requests can be sent, too.

use caracole_kernel::{AnySystem, Erased};
use caracole_server::{Config, ServeError, Server, config::Rate};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, path::Path, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    task::JoinHandle,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// The systems that tests play.
pub fn systems() -> Vec<&'static dyn AnySystem> {
    vec![&const { Erased::<caracole_trial::Trial>::new() }]
}

/// Limits that do not bite; tests of limits set their own.
pub fn config(data: &Path) -> Config {
    let free = Rate { rate: 1_000_000, burst: 1_000_000 };
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: data.to_owned(),
        requests: free,
        sign_ins: free,
        messages: free,
        ..Config::default()
    }
}

/// A test that waits longer than this fails and says for what, rather than hang.
const PATIENCE: Duration = Duration::from_secs(90);

/// A server that runs until it is stopped.
pub struct Running {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
}

impl Running {
    pub async fn start(server: Server) -> Self {
        let bound = server.bind().await.expect("the server starts");
        let address = bound.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(bound.run(async { drop(stopped.await) }));
        Running { address, stop, served }
    }

    pub async fn of(config: Config) -> Self {
        Self::start(Server::new(config, systems())).await
    }

    /// With a folder of its own.
    pub async fn fresh() -> (Self, TempDir) {
        let folder = TempDir::new().unwrap();
        (Self::of(config(folder.path())).await, folder)
    }

    pub async fn stop(self) {
        self.stop.send(()).expect("the server still runs");
        let served = tokio::time::timeout(PATIENCE, self.served).await.expect("the server closes");
        served.unwrap().expect("the server closes in good order");
    }

    pub async fn guest(&self) -> Client {
        let mut client = Client::new(self.address);
        let answer = client.post("/api/session", json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        client
    }
}

/// An answer over HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("{e}: {}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A client that keeps its cookie.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Client { address, cookie: None }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &[("Content-Type", "application/json")], Some(body.to_string())).await
    }

    pub async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Answer {
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        if let Some(cookie) = &self.cookie {
            request += &format!("Cookie: {cookie}\r\n");
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        let body = body.unwrap_or_default();
        request += &format!("Content-Length: {}\r\n\r\n", body.len());
        let answer = raw(self.address, [request.as_bytes(), body.as_bytes()].concat()).await;
        if let Some(cookie) = answer.header("set-cookie") {
            let pair = cookie.split(';').next().unwrap().to_owned();
            self.cookie = (!pair.ends_with('=')).then_some(pair);
        }
        answer
    }

    /// Makes a game of the trial system.
    pub async fn make(&mut self, seats: Value, more: Value) -> Value {
        let mut game = json!({ "system": "trial", "start": { "number": 38 }, "seats": seats });
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = self.post("/api/games", game).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    pub async fn nonce(&mut self, id: &str, nonce: &str) -> Value {
        let answer = self.post(&format!("/api/games/{id}/nonce"), json!({ "nonce": nonce })).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    /// Connects to a game and says hello.
    pub async fn sit(&self, id: &str, hello: Value) -> Socket {
        let mut socket = self.connect(&format!("/api/games/{id}/socket")).await.expect("a socket");
        let mut said = json!({ "protocol": 2 });
        said.as_object_mut().unwrap().extend(hello.as_object().unwrap().clone());
        socket.say(json!({ "ask": { "hello": said } })).await;
        socket
    }

    pub async fn connect(&self, path: &str) -> Result<Socket, u16> {
        self.connect_from(path, None).await
    }

    pub async fn connect_from(&self, path: &str, origin: Option<&str>) -> Result<Socket, u16> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let connected = tokio::time::timeout(PATIENCE, connect_async(request)).await;
        match connected.unwrap_or_else(|_| panic!("no socket at {path}")) {
            Ok((stream, _)) => Ok(Socket { stream, heard: Vec::new() }),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            // Nobody is there.
            Err(_) => Err(0),
        }
    }
}

/// Sends bytes as they are and reads until the server closes.
pub async fn raw(address: SocketAddr, bytes: Vec<u8>) -> Answer {
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return Answer { status: 0, head: String::new(), text: String::new() };
    };
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(&bytes).await;
    let mut answer = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    let asked = String::from_utf8_lossy(&bytes);
    let _ = read.unwrap_or_else(|_| panic!("no answer to {}", asked.lines().next().unwrap_or_default()));
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let text = if chunked { unchunk(text) } else { text.to_owned() };
    Answer { status, head: head.to_owned(), text }
}

fn unchunk(mut text: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = text.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        whole += &rest[..size];
        text = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

/// A websocket that remembers every byte it heard.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub heard: Vec<String>,
}

impl Socket {
    pub async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: String) {
        // A server that has closed is found out by listening.
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.stream.send(Message::binary(bytes)).await;
    }

    /// The next message; `None` once the server has closed.
    pub async fn hear(&mut self) -> Option<Value> {
        // Pings keep a connection alive but say nothing: the limit holds for all of them together.
        let next = tokio::time::timeout(Duration::from_secs(30), self.next_text()).await;
        let text = next.expect("the server says something within half a minute")?;
        let message = serde_json::from_str(&text).expect("JSON");
        self.heard.push(text);
        Some(message)
    }

    async fn next_text(&mut self) -> Option<String> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type; others are passed over.
    pub async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("closed while waiting for {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Asks and waits for the answer.
    pub async fn ask(&mut self, id: u64, ask: Value) -> Value {
        self.say(json!({ "id": id, "ask": ask })).await;
        loop {
            let message = self.hear().await.expect("an answer");
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Makes the first legal choice that suits, if it is this seat's turn; says whether it was done.
    pub async fn choose(&mut self, id: u64, suits: impl Fn(&Value) -> bool) -> Option<Value> {
        let offered = self.ask(id, json!("candidates")).await;
        let decision = offered["decisions"].as_array().unwrap().iter().find(|d| suits(d))?.clone();
        let ask = json!({ "choose": { "after": offered["entry"], "decision": decision } });
        Some(self.ask(id + 1, ask).await)
    }

    pub async fn close(mut self) -> Vec<String> {
        let _ = self.stream.close(None).await;
        self.heard
    }
}

/// A game of two guests that has begun: the first plays red.
pub async fn two_players(server: &Running, more: Value) -> (Client, Client, String) {
    let (mut red, mut blue) = (server.guest().await, server.guest().await);
    let mut options = json!({ "open": true });
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let game = red.make(json!({ "red": "me", "blue": "open" }), options).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let joined = blue.post(&format!("/api/games/{id}/join"), json!({ "nonce": "blue's own" })).await;
    assert_eq!(joined.status, 200, "{}", joined.text);
    assert_eq!(joined.json()["table"]["phase"], "gathering", "red has not added to the dice");
    let begun = red.nonce(&id, "red's own").await;
    assert_eq!(begun["table"]["phase"], "running");
    (red, blue, id)
}
