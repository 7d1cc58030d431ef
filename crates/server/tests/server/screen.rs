//! Every byte that the other side and an onlooker are sent over websocket and HTTP, in battles of each system that are
//! played twice with other things hidden: it must be the same, whatever is asked.

use super::client::{Client, Running, Socket, config, two_players};
use caracole_fog::battle::{ArmyChoice, Fogr, Setup};
use caracole_fog::renaissance::random_setup;
use caracole_fog::troops::Quality;
use caracole_kernel::Numbers;
use caracole_kernel::{AnySystem, Erased};
use caracole_server::{
    Server,
    entropy::NumberedEntropy,
    time::{Millis, SetClock},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;

fn systems() -> Vec<&'static dyn AnySystem> {
    vec![&const { Erased::<Fogr>::new() }, &const { Erased::<caracole_musketpike::MusketPike>::new() }]
}

/// What a run sent to blue and to the onlooker, step by step, and what red chose.
struct Run {
    sent: Vec<Vec<String>>,
    script: Vec<Value>,
}

/// How a battle is played.
struct Plan<'a> {
    system: &'a str,
    setup: Value,
    seed: u64,
    most: usize,
    /// Which of red's choices are taken if they can be: those that hide something.
    hides: fn(&Value) -> bool,
    /// Red's choices, if they are laid down.
    script: Option<&'a [Value]>,
    /// Whether a message shows what was hidden: then the battle is compared no further.
    shows: fn(&str) -> bool,
}

struct Table {
    red: Socket,
    blue: Socket,
    onlooker: Socket,
    numbers: Numbers,
}

impl Table {
    /// Both who look have heard of a step before anything else is said, so that messages come in the same order.
    async fn heard(&mut self) {
        for socket in [&mut self.blue, &mut self.onlooker] {
            socket.wait_for("sight").await;
            socket.wait_for("table").await;
        }
    }

    fn pick(&mut self, offered: &Value, wanted: fn(&Value) -> bool) -> Value {
        let all = offered["decisions"].as_array().unwrap();
        let suiting: Vec<&Value> = all.iter().filter(|d| wanted(d)).collect();
        match suiting.is_empty() {
            true => all[self.numbers.below(all.len())].clone(),
            false => suiting[self.numbers.below(suiting.len())].clone(),
        }
    }

    /// Asks everything that blue can ask without choosing.
    async fn ask_everything(&mut self, entry: u64) {
        let offered = self.blue.ask(1, json!("candidates")).await;
        self.blue.ask(2, json!("state")).await;
        let sight = self.blue.ask(3, json!({ "look": {} })).await;
        self.blue.ask(4, json!({ "look": { "at": entry / 2 } })).await;
        let mut plans = Vec::new();
        for decision in offered["decisions"].as_array().unwrap().iter().take(2) {
            plans.push(decision.clone());
            every_number(decision, 24, &mut plans);
        }
        for number in 0..24 {
            plans.push(json!({ "manoeuvre": { "move": { "group": number, "action": "turn_about" } } }));
            plans.push(json!({ "impact": { "stand": { "group": number } } }));
        }
        for decision in plans {
            self.blue.ask(5, json!({ "plan": { "decision": decision } })).await;
        }
        let layers: Vec<&Value> = sight["layers"].as_array().unwrap().iter().map(|l| &l["id"]).collect();
        for number in 0..24 {
            for kind in ["group", "unit"] {
                let piece = json!({ "kind": kind, "number": number });
                self.blue.ask(6, json!({ "reach": { "piece": piece } })).await;
                let way = [[90_000, 60_000], [95_000, 66_000]];
                self.blue.ask(7, json!({ "drag": { "piece": piece, "way": way } })).await;
                self.blue.ask(8, json!({ "layers": { "wanted": layers, "piece": piece } })).await;
            }
        }
        self.onlooker.ask(9, json!({ "layers": { "wanted": layers } })).await;
        self.onlooker.ask(10, json!({ "look": { "at": entry / 2 } })).await;
    }
}

fn is_done(answer: &Value) -> bool {
    answer["type"] == "done"
}

impl Table {
    /// Asks what would change something, so at the end: choices that name anybody, going back to every entry, a word.
    async fn ask_what_changes(&mut self) {
        let entry = self.blue.ask(1, json!("state")).await["entry"].as_u64().unwrap();
        let mut asks = Vec::new();
        for n in 0..24 {
            for text in [format!("dance {n}"), format!("charge {n} {n} {n}"), format!("{n} {n}")] {
                asks.push(json!({ "command": { "after": entry, "text": text } }));
            }
            let stand = json!({ "impact": { "stand": { "group": n } } });
            asks.push(json!({ "choose": { "after": entry, "decision": stand } }));
        }
        for ask in asks {
            if is_done(&self.blue.ask(11, ask).await) {
                // It would have been a choice: nothing else is refused that could be compared.
                return self.heard().await;
            }
        }
        let layers = json!({ "layers": { "wanted": ["zones", "charges", "ranges"], "at": entry / 2 } });
        self.blue.ask(12, layers.clone()).await;
        self.onlooker.ask(12, layers).await;
        self.onlooker.ask(13, json!("state")).await;
        for to in 0..=entry + 1 {
            if is_done(&self.blue.ask(14, json!({ "ask_rewind": { "after": entry, "to": to } })).await) {
                for socket in [&mut self.blue, &mut self.onlooker] {
                    socket.wait_for("table").await;
                }
            }
        }
        self.blue.ask(15, json!({ "ask_rewind": { "after": entry } })).await;
        self.blue.ask(16, json!({ "chat": { "text": "Well met." } })).await;
        self.blue.ask(17, json!({ "undo": { "after": entry } })).await;
    }
}

/// Each number up to `most` in the place of each small number of a decision.
fn every_number(decision: &Value, most: u64, out: &mut Vec<Value>) {
    fn places(value: &Value, path: String, out: &mut Vec<String>) {
        match value {
            Value::Number(n) if n.as_u64().is_some_and(|n| n < 200) => out.push(path),
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, v)| places(v, format!("{path}/{i}"), out));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(name, v)| places(v, format!("{path}/{name}"), out));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    places(decision, String::new(), &mut found);
    for place in found.iter().take(2) {
        for n in 0..most {
            let mut other = decision.clone();
            *other.pointer_mut(place).unwrap() = json!(n);
            out.push(other);
        }
    }
}

async fn pages(clients: [&mut Client; 2], id: &str, fingerprint: &Value) -> Vec<String> {
    let ground = format!("/api/games/{id}/ground/{}.svg", fingerprint.as_str().unwrap_or("none"));
    let mut pages = Vec::new();
    for client in clients {
        let game = format!("/api/games/{id}");
        let lists = ["/api/games?list=watchable".to_owned(), "/api/games?list=own".to_owned()];
        for path in [game.clone(), game + "/log", ground.clone()].iter().chain(&lists) {
            let answer = client.get(path).await;
            let head = answer.head.lines().filter(|line| !line.starts_with("date:")).collect::<String>();
            pages.push(head + &answer.text);
        }
    }
    pages
}

/// Plays a battle and keeps every byte that blue and an onlooker are sent.
async fn play(plan: Plan<'_>) -> Run {
    let folder = TempDir::new().unwrap();
    // The same ids, tokens, seeds and times in both runs.
    let server = Server::new(config(folder.path()), systems())
        .clock(Arc::new(SetClock::at(Millis(1_000_000))))
        .entropy(Arc::new(NumberedEntropy::default()));
    let server = Running::start(server).await;
    let options = json!({ "public": true, "system": plan.system, "start": { "setup": plan.setup } });
    let (red, mut blue, id) = two_players(&server, options).await;
    let mut onlooker = server.guest().await;
    let mut red = red.sit(&id, json!({})).await;
    red.wait_for("update").await;
    let mut b = blue.sit(&id, json!({ "views": true, "sights": true })).await;
    b.wait_for("sight").await;
    let mut o = onlooker.sit(&id, json!({ "views": true, "sights": true })).await;
    o.wait_for("sight").await;
    b.wait_for("presence").await;
    let mut table = Table { red, blue: b, onlooker: o, numbers: Numbers::new(plan.seed) };
    let (mut run, mut seen) = (Run { sent: Vec::new(), script: Vec::new() }, (0, 0));
    let mut shown = false;
    for n in 0..plan.most {
        let state = table.red.ask(1, json!("state")).await;
        let entry = state["entry"].as_u64().unwrap();
        let Some(side) = state["awaiting"]["decision"]["side"].as_str() else { break };
        // While nothing is hidden yet there is little to ask.
        if n % 7 == 6 {
            table.ask_everything(entry).await;
        }
        if side == "red" {
            let offered = table.red.ask(2, json!("candidates")).await;
            let picked = table.pick(&offered, plan.hides);
            let decision = plan.script.map_or(picked, |script| script[run.script.len()].clone());
            let ask = json!({ "choose": { "after": entry, "decision": decision } });
            let done = table.red.ask(3, ask).await;
            assert_eq!(done["type"], "done", "{done}");
            run.script.push(decision);
        } else {
            let offered = table.blue.ask(2, json!("candidates")).await;
            let decision = table.pick(&offered, |_| false);
            let ask = json!({ "choose": { "after": entry, "decision": decision } });
            assert_eq!(table.blue.ask(3, ask).await["type"], "done");
        }
        table.heard().await;
        let mut told = table.blue.heard[seen.0..].to_vec();
        told.extend_from_slice(&table.onlooker.heard[seen.1..]);
        seen = (table.blue.heard.len(), table.onlooker.heard.len());
        shown = told.iter().any(|text| (plan.shows)(text));
        if shown {
            break;
        }
        run.sent.push(told);
    }
    if !shown {
        let entry = run.sent.len() as u64;
        table.ask_everything(entry).await;
        run.sent.push(table.blue.heard[seen.0..].to_vec());
        run.sent.push(table.onlooker.heard[seen.1..].to_vec());
        let sight = table.blue.ask(1, json!({ "look": {} })).await;
        table.ask_what_changes().await;
        run.sent.push(table.blue.heard.clone());
        run.sent.push(table.onlooker.heard.clone());
        run.sent.push(pages([&mut blue, &mut onlooker], &id, &sight["scene"]["ground"]).await);
    }
    drop(table);
    server.stop().await;
    run
}

/// The first message that differs, cut short to be read.
fn same(a: &Run, b: &Run, what: &str) {
    for (n, (a, b)) in a.sent.iter().zip(&b.sent).enumerate() {
        if let Some((a, b)) = a.iter().zip(b).find(|(a, b)| a != b) {
            let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let cut = |text: &str| text.chars().skip(at.saturating_sub(300)).take(600).collect::<String>();
            panic!("{what}, step {n}:\n{}\n---\n{}", cut(a), cut(b));
        }
        assert_eq!(a.len(), b.len(), "{what}, step {n}");
    }
}

fn hides_in_fogr(decision: &Value) -> bool {
    let setup = &decision["setup"];
    let ambush = setup["ambushes"].as_array().is_some_and(|all| all.iter().any(|m| !m["hides"].is_null()));
    let march = setup["outflank"].as_array().is_some_and(|all| !all.is_empty());
    let detached = setup["detach"]["parties"].as_array().is_some_and(|all| !all.is_empty());
    let waits = setup.get("reveal").is_some_and(Value::is_null);
    ambush || march || detached || waits
}

/// The battle groups that red's choices have hidden: those in ambush, and those on a march.
fn hidden_in_fogr(script: &[Value]) -> (Vec<usize>, Vec<usize>) {
    let number = |v: &Value| v.as_u64().unwrap() as usize;
    let all = |name: &str| -> Vec<Value> {
        script.iter().flat_map(|d| d["setup"][name].as_array().cloned().unwrap_or_default()).collect()
    };
    let ambushers =
        all("ambushes").into_iter().filter(|m| !m["hides"].is_null()).map(|m| number(&m["hides"]["group"]));
    let marchers =
        all("outflank").into_iter().flat_map(|m| m["groups"].as_array().unwrap().clone()).map(|g| number(&g));
    (ambushers.collect(), marchers.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_troops_of_fogr_reach_nobody() {
    let mut compared = 0;
    for number in [1, 3, 5, 6] {
        let setup: Setup = random_setup(number);
        let ArmyChoice::List(army) = &setup.armies.red else { continue };
        let plan = |setup: &Setup, script| Plan {
            system: "fogr",
            setup: serde_json::to_value(setup).unwrap(),
            seed: number,
            most: 70,
            hides: hides_in_fogr,
            script,
            shows: |text| text.contains("ambush_revealed") || text.contains("\"arrived\""),
        };
        let first = play(plan(&setup, None)).await;
        let (ambushers, marchers) = hidden_in_fogr(&first.script);
        if ambushers.is_empty() && marchers.is_empty() {
            continue;
        }
        // The same again, but those who are hidden have other names, and the ambushers another quality.
        let mut army = army.clone();
        for group in ambushers.iter().chain(&marchers) {
            army.battle_groups[*group].name = format!("Unheard of {group}");
        }
        for group in ambushers {
            let quality = &mut army.battle_groups[group].quality;
            *quality = if *quality == Quality::Poor { Quality::Average } else { Quality::Poor };
        }
        let mut other = setup.clone();
        other.armies.red = ArmyChoice::List(army);
        let second = play(plan(&other, Some(&first.script))).await;
        same(&first, &second, &format!("setup {number}"));
        compared += first.sent.len();
    }
    assert!(compared > 60, "{compared} steps compared");
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_orders_of_mpbs_reach_nobody_until_both_have_chosen() {
    let system = systems()[1];
    let mut compared = 0;
    for number in 0..3 {
        let setup = system.random_setup(number).unwrap();
        let session = system.start(setup.clone()).unwrap();
        let all = session.candidates(caracole_kernel::Side::Red);
        let plan = |script| Plan {
            system: "mpbs",
            setup: setup.clone(),
            seed: number,
            most: 1,
            hides: |_| false,
            script: Some(script),
            shows: |_| false,
        };
        let (one, other) = ([all[0].clone()], [all[all.len() - 1].clone()]);
        assert_ne!(one, other);
        let (first, second) = (play(plan(&one)).await, play(plan(&other)).await);
        same(&first, &second, &format!("setup {number}"));
        compared += first.sent.iter().map(Vec::len).sum::<usize>();
    }
    assert!(compared > 12, "{compared} messages compared");
}
