//! Onlookers ask much, and players weigh their choices; the game goes on all the same.

use super::client::{Client, Running, config, two_players};
use caracole_kernel::{
    AnyChances, AnyRecord, AnyReplay, AnyRules, AnyScenery, AnySession, AnySystem, AnyViews, AnyWords, At,
    Awaiting, Cast, Erased, Layer, Offer, Outcome, Overlay, Piece, Prompt, Prospect, Pull, Refusal,
    RulesVersion, Scene, Side, StateHash, ThrowFailed, Told, Viewer, WayBack,
    dice::{Commitment, DiceSource, Pool, Roll, Seed, Value as Reads},
    log::{Act, End, Entry, Fault, Header, Log},
};
use caracole_server::Server;
use schemars::Schema;
use serde_json::{Value, json};
use std::{any::Any, collections::BTreeMap, time::Duration};
use tempfile::TempDir;
use tokio::time::Instant;

/// What a look at the slow battle takes.
const SLOW: Duration = Duration::from_millis(600);
/// Long before a single look is done the player has his answer.
const AT_ONCE: Duration = Duration::from_millis(400);

const INNER: Erased<caracole_trial::Trial> = Erased::new();

/// The trial, but what its onlookers ask and what a plan brings takes long to work out.
struct Slow;

struct SlowSession(Box<dyn AnySession>);

fn slowly(session: Box<dyn AnySession>) -> Box<dyn AnySession> {
    Box::new(SlowSession(session))
}

impl AnySystem for Slow {
    fn code(&self) -> &'static str {
        INNER.code()
    }
    fn title(&self) -> &'static str {
        INNER.title()
    }
    fn rules(&self) -> RulesVersion {
        INNER.rules()
    }
    fn start(&self, setup: Value) -> Result<Box<dyn AnySession>, Refusal> {
        INNER.start(setup).map(slowly)
    }
    fn random_setup(&self, number: u64) -> Option<Value> {
        INNER.random_setup(number)
    }
    fn replay(&self, log: Log) -> Result<AnyReplay, Fault> {
        INNER.replay(log).map(|replay| AnyReplay { session: slowly(replay.session), ..replay })
    }
    fn schemas(&self) -> Vec<(&'static str, Schema)> {
        INNER.schemas()
    }
}

impl AnySession for SlowSession {
    fn system(&self) -> &'static str {
        self.0.system()
    }
    fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }
}

impl AnyRules for SlowSession {
    fn passive_choice(&mut self) -> bool {
        self.0.passive_choice()
    }
    fn plan(&self, side: Side, decision: &Value) -> Result<Value, Refusal> {
        std::thread::sleep(SLOW);
        self.0.plan(side, decision)
    }
    fn choose(&mut self, side: Side, decision: &Value) -> Result<(), Refusal> {
        self.0.choose(side, decision)
    }
    fn candidates(&self, side: Side) -> Vec<Value> {
        self.0.candidates(side)
    }
    fn pick(&self, side: Side, below: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        self.0.pick(side, below)
    }
    fn throw(&mut self, source: &mut dyn DiceSource) -> Result<(), ThrowFailed> {
        self.0.throw(source)
    }
    fn act(&mut self, act: Act<Value>) -> Result<(), Refusal> {
        self.0.act(act)
    }
    fn watch(&mut self) {
        self.0.watch();
    }
    fn check(&self) -> Result<(), String> {
        self.0.check()
    }
}

impl AnyViews for SlowSession {
    fn awaiting(&self, viewer: Viewer) -> Awaiting<Option<Value>> {
        self.0.awaiting(viewer)
    }
    fn view(&self, viewer: Viewer) -> Value {
        self.0.view(viewer)
    }
    fn report(&self, viewer: Viewer, after: u64) -> Vec<Told> {
        self.0.report(viewer, after)
    }
    fn casts(&self, viewer: Viewer, after: u64) -> Vec<Cast> {
        self.0.casts(viewer, after)
    }
    fn roll(&self) -> Option<Roll> {
        self.0.roll()
    }
    fn imagined(&self, side: Side) -> Box<dyn AnySession> {
        slowly(self.0.imagined(side))
    }
    fn revealed(&self) -> bool {
        self.0.revealed()
    }
}

impl AnyWords for SlowSession {
    fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        self.0.prompt(viewer)
    }
    fn offers(&self, side: Side) -> Vec<Offer<Value>> {
        self.0.offers(side)
    }
    fn read_command(&self, side: Side, text: &str) -> Result<Value, Refusal> {
        self.0.read_command(side, text)
    }
}

impl AnyScenery for SlowSession {
    fn scene(&self, viewer: Viewer) -> Option<Scene> {
        if viewer == Viewer::Spectator {
            std::thread::sleep(SLOW);
        }
        self.0.scene(viewer)
    }
    fn layer(&self, viewer: Viewer, id: &str, about: Option<&Piece>) -> Vec<Overlay> {
        std::thread::sleep(SLOW);
        self.0.layer(viewer, id, about)
    }
    fn place(&self, name: &str) -> Option<String> {
        self.0.place(name)
    }
    fn ground(&self) -> String {
        self.0.ground()
    }
    fn overlays(&self, side: Side, decision: &Value) -> Result<Vec<Overlay>, Refusal> {
        self.0.overlays(side, decision)
    }
    fn layers(&self) -> &'static [Layer] {
        self.0.layers()
    }
    fn drag(&self, side: Side, piece: &Piece, way: &[At]) -> Pull<Offer<Value>> {
        self.0.drag(side, piece, way)
    }
    fn grips(&self, side: Side, piece: &Piece) -> Vec<Overlay> {
        self.0.grips(side, piece)
    }
}

impl AnyChances for SlowSession {
    fn prospects(&self) -> Vec<Prospect> {
        self.0.prospects()
    }
    fn weigh(&self, pool: &Pool, value: &Reads) -> Option<i32> {
        self.0.weigh(pool, value)
    }
}

impl AnyRecord for SlowSession {
    fn fork(&self) -> Box<dyn AnySession> {
        slowly(self.0.fork())
    }
    fn at(&self, entry: u64) -> Result<Box<dyn AnySession>, Refusal> {
        self.0.at(entry).map(slowly)
    }
    fn way_back(&self, entry: u64, known: &BTreeMap<u64, Box<dyn AnySession>>) -> Result<WayBack, Refusal> {
        let way = self.0.way_back(entry, known)?;
        Ok(Box::new(move || {
            std::thread::sleep(SLOW);
            way().map(slowly)
        }))
    }
    fn undo_to(&self, side: Side) -> Result<u64, Refusal> {
        self.0.undo_to(side)
    }
    fn rewind_to(&self, side: Side) -> Result<u64, Refusal> {
        self.0.rewind_to(side)
    }
    fn may_rewind(&self, to: u64) -> Result<(), Refusal> {
        self.0.may_rewind(to)
    }
    fn allow_take_backs(&mut self) {
        self.0.allow_take_backs();
    }
    fn entries(&self) -> u64 {
        self.0.entries()
    }
    fn record(&self, after: u64) -> Vec<Entry<Value>> {
        self.0.record(after)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn hash(&self) -> StateHash {
        self.0.hash()
    }
    fn header(&self, dice: Option<Commitment>) -> Header {
        self.0.header(dice)
    }
    fn end(&self, seed: Option<Seed>) -> Option<End> {
        self.0.end(seed)
    }
}

async fn slow_server() -> (Running, TempDir) {
    let folder = TempDir::new().unwrap();
    (Running::start(Server::new(config(folder.path()), vec![&Slow])).await, folder)
}

/// Questions that together take far longer than the test: nobody waits for their answers.
async fn besiege(onlooker: &Client, id: &str) -> super::client::Socket {
    let mut socket = onlooker.sit(id, json!({ "sights": true })).await;
    for n in 0..60 {
        for ask in [
            json!({ "look": {} }),
            json!({ "look": { "at": 0 } }),
            json!({ "layers": { "wanted": ["charges"], "at": 0 } }),
        ] {
            socket.say(json!({ "id": n, "ask": ask })).await;
        }
    }
    socket
}

/// The middle one of the times that choices took, made by turns until there are enough of them.
async fn answered(red: &Client, blue: &Client, id: &str) -> Duration {
    let (mut r, mut b) = (red.sit(id, json!({})).await, blue.sit(id, json!({})).await);
    let mut times = Vec::new();
    for _ in 0..100 {
        for socket in [&mut r, &mut b] {
            let offered = socket.ask(1, json!("candidates")).await;
            let Some(decision) = offered["decisions"].as_array().and_then(|all| all.first()) else {
                continue;
            };
            let ask = json!({ "choose": { "after": offered["entry"], "decision": decision } });
            let from = Instant::now();
            assert_eq!(socket.ask(2, ask).await["type"], "done");
            times.push(from.elapsed());
        }
        if times.len() >= 15 {
            break;
        }
    }
    assert!(times.len() >= 15, "{times:?}");
    times.sort();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_looks_and_leafs_back_delays_nobody() {
    let (server, _folder) = slow_server().await;
    let (red, blue, id) = two_players(&server, json!({ "public": true })).await;
    let mut crowd = Vec::new();
    for _ in 0..6 {
        crowd.push(besiege(&server.guest().await, &id).await);
    }
    let took = answered(&red, &blue, &id).await;
    assert!(took < AT_ONCE, "a choice was answered after {took:?} beside 1,080 questions of {SLOW:?}");
    // What the player sees next does not wait behind the crowd either.
    let mut socket = red.sit(&id, json!({})).await;
    let from = Instant::now();
    assert_eq!(socket.ask(9, json!({ "look": {} })).await["type"], "sight");
    assert!(from.elapsed() < AT_ONCE * 5, "a sight after {:?}", from.elapsed());
    // And the crowd is still being answered.
    let patient = crowd.first_mut().unwrap();
    patient.wait_for("sight").await;
    drop(crowd);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_weighs_everything_delays_no_other_game() {
    let (server, _folder) = slow_server().await;
    let (ponderer, _, theirs) = two_players(&server, json!({})).await;
    let mut weighing = ponderer.sit(&theirs, json!({})).await;
    for n in 0..200 {
        let plan = json!({ "plan": { "decision": { "hide": { "field": 2 } } } });
        weighing.say(json!({ "id": n, "ask": plan })).await;
    }
    let (red, blue, id) = two_players(&server, json!({})).await;
    let took = answered(&red, &blue, &id).await;
    assert!(took < AT_ONCE, "a choice in another game was answered after {took:?}");
    assert_eq!(weighing.wait_for("plan").await["type"], "plan");
    server.stop().await;
}
