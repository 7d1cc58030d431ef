//! What people at a table need beyond the moves: sights, words, odds, dice, looking back, rules and pages.

use super::client::{Client, Running, two_players};
use serde_json::{Value, json};

/// Both ambushers are hidden and red waits: blue is to choose.
async fn under_way(server: &Running) -> (super::client::Socket, super::client::Socket, String) {
    let (red, blue, id) = two_players(server, json!({ "public": true })).await;
    let mut r = red.sit(&id, json!({ "sights": true })).await;
    let mut b = blue.sit(&id, json!({ "sights": true })).await;
    r.wait_for("sight").await;
    b.wait_for("sight").await;
    for (socket, after, field) in [(&mut r, 0, 2), (&mut b, 1, 5)] {
        let hide = json!({ "choose": { "after": after, "decision": { "hide": { "field": field } } } });
        assert_eq!(socket.ask(1, hide).await["type"], "done");
    }
    (r, b, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sight_says_what_is_asked_and_what_may_be_chosen() {
    let (server, _folder) = Running::fresh().await;
    let (mut r, mut b, _) = under_way(&server).await;
    let mine = r.ask(2, json!({ "look": {} })).await;
    assert_eq!((&mine["type"], &mine["entry"], &mine["past"]), (&json!("sight"), &json!(2), &json!(false)));
    assert!(mine["prompt"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    let offers = mine["offers"].as_array().unwrap();
    assert!(offers.len() > 1 && offers.iter().all(|offer| offer["wording"]["command"].is_string()));
    assert_eq!(mine["awaiting"]["decision"]["side"], "red");
    let theirs = b.ask(2, json!({ "look": {} })).await;
    assert_eq!(theirs["offers"], json!([]), "it is not blue's choice");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_a_choice_in_words() {
    let (server, _folder) = Running::fresh().await;
    let (mut r, mut b, _) = under_way(&server).await;
    let refused = r.ask(2, json!({ "command": { "after": 2, "text": "dance" } })).await;
    assert_eq!((&refused["type"], &refused["refusal"]["rule"]), (&json!("refused"), &json!("TABLE-010")));
    let stale = r.ask(3, json!({ "command": { "after": 1, "text": "1" } })).await;
    assert_eq!(stale["code"], "stale");
    let not_his = b.ask(4, json!({ "command": { "after": 2, "text": "1" } })).await;
    assert_eq!(not_his["refusal"]["rule"], "TABLE-001");
    let offers = r.ask(5, json!({ "look": {} })).await["offers"].clone();
    let words = offers.as_array().unwrap().last().unwrap()["wording"]["command"].clone();
    let done = r.ask(6, json!({ "command": { "after": 2, "text": words } })).await;
    assert_eq!(done["type"], "done", "{done}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_odds_of_a_volley_are_exact_and_the_dice_are_shown() {
    let (server, _folder) = Running::fresh().await;
    let (mut r, mut b, _) = under_way(&server).await;
    // Both play on until somebody can shoot.
    let (r, volley, after, plan) = 'found: {
        for _ in 0..200 {
            for socket in [&mut r, &mut b] {
                let sight = socket.ask(2, json!({ "look": {} })).await;
                let offers = sight["offers"].as_array().unwrap();
                // An ambusher's volley shows him: its odds are not told beforehand.
                for volley in offers.iter().filter(|offer| offer["decision"]["volley"].is_object()) {
                    let ask = json!({ "plan": { "decision": volley["decision"] } });
                    let plan = socket.ask(4, ask).await;
                    if plan["foresight"].is_object() {
                        break 'found (socket, volley["decision"].clone(), sight["entry"].clone(), plan);
                    }
                }
                if let Some(offer) = offers.first() {
                    let ask = json!({ "choose": { "after": sight["entry"], "decision": offer["decision"] } });
                    assert_eq!(socket.ask(3, ask).await["type"], "done");
                }
            }
        }
        panic!("nobody ever can shoot")
    };
    let chances = plan["foresight"]["chances"].as_array().unwrap();
    let whole: u64 = chances.iter().map(|chance| chance["basis_points"].as_u64().unwrap()).sum();
    assert!((9_990..=10_010).contains(&whole), "everything that can happen, and nothing twice: {chances:?}");
    let dice = plan["foresight"]["roll"]["pools"][0]["dice"].as_u64().unwrap();
    let side = plan["foresight"]["roll"]["side"].as_str().unwrap().to_owned();
    assert!(dice > 0);
    assert_eq!(r.ask(5, json!({ "choose": { "after": after, "decision": volley } })).await["type"], "done");
    let cast = loop {
        let update = r.wait_for("update").await;
        let after = after.as_u64().unwrap();
        let casts = update["casts"].as_array().unwrap();
        if let Some(cast) = casts.iter().find(|cast| cast["entry"].as_u64().unwrap() > after) {
            break cast.clone();
        }
    };
    assert_eq!(
        cast["throw"][0]["dice"].as_array().unwrap().len() as u64,
        dice,
        "the dice that were foreseen"
    );
    let sight = r.ask(6, json!({ "look": {} })).await;
    assert!(sight["luck"][&side]["hits"]["dice"].as_u64().unwrap() >= dice, "{}", sight["luck"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_back_shows_what_was() {
    let (server, _folder) = Running::fresh().await;
    let (mut r, mut b, _) = under_way(&server).await;
    let then = r.ask(2, json!({ "look": {} })).await;
    let first = then["offers"][0]["decision"].clone();
    assert_eq!(r.ask(3, json!({ "choose": { "after": 2, "decision": first } })).await["type"], "done");
    let past = r.ask(4, json!({ "look": { "at": 2 } })).await;
    assert_eq!((&past["past"], &past["entry"]), (&json!(true), &json!(2)));
    assert_eq!(past["awaiting"], then["awaiting"]);
    assert_eq!(past["offers"], json!([]), "the past is not chosen again");
    let ahead = r.ask(5, json!({ "look": { "at": 99 } })).await;
    assert_eq!(ahead["refusal"]["rule"], "TABLE-008");
    // Blue looks back at the moment when red hid: still with blue's eyes.
    let hidden = b.ask(6, json!({ "look": { "at": 0 } })).await;
    assert_eq!(hidden["prompt"], Value::Null, "what red was asked is red's own: {hidden}");
    server.stop().await;
}

/// Whoever leafs through a battle in any order, with others leafing as well, sees every moment as it was.
#[tokio::test(flavor = "multi_thread")]
async fn the_past_looks_the_same_in_whatever_order_it_is_looked_at() {
    let (server, _folder) = Running::fresh().await;
    let (mut r, mut b, id) = under_way(&server).await;
    let mut then = Vec::new();
    // Choices, and one that is taken back: what was before it is looked at as well.
    for n in 0..24 {
        for socket in [&mut r, &mut b] {
            let sight = socket.ask(2, json!({ "look": {} })).await;
            then.push((sight["entry"].as_u64().unwrap(), sight["awaiting"].clone()));
            let Some(offer) = sight["offers"].as_array().unwrap().first() else { continue };
            let ask = json!({ "choose": { "after": sight["entry"], "decision": offer["decision"] } });
            assert_eq!(socket.ask(3, ask).await["type"], "done");
            if n == 5 {
                let after = sight["entry"].as_u64().unwrap() + 1;
                socket.ask(4, json!({ "undo": { "after": after } })).await;
            }
        }
    }
    let entries = then.iter().map(|(entry, _)| *entry).max().unwrap();
    let mut onlooker = server.guest().await.sit(&id, json!({})).await;
    let mut seen = std::collections::BTreeMap::new();
    for stride in [7, 1, 5] {
        for n in 0..entries {
            let at = (n * stride) % entries;
            let mut sight = onlooker.ask(5, json!({ "look": { "at": at } })).await;
            assert_eq!((&sight["type"], &sight["entry"]), (&json!("sight"), &json!(at)));
            sight["id"] = json!(0);
            let first = seen.entry(at).or_insert_with(|| sight.clone());
            assert_eq!(*first, sight, "entry {at}");
        }
    }
    for (entry, awaiting) in then.iter().filter(|(entry, _)| *entry < entries) {
        assert_eq!(
            seen[entry]["awaiting"]["decision"]["side"], awaiting["decision"]["side"],
            "entry {entry}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_found_and_read() {
    let (server, _folder) = Running::fresh().await;
    let mut client = Client::new(server.address);
    let found = client.get("/api/rules?system=fogr&words=wheel%20charge").await.json();
    assert!(found["found"].as_u64().unwrap() > 3);
    assert!(found["rules"].as_array().unwrap().iter().all(|rule| rule["system"] == "fogr"));
    let rule = client.get("/api/rules/fogr-impact-021").await;
    assert_eq!((rule.status, &rule.json()["id"]), (200, &json!("FOGR-IMPACT-021")));
    assert_eq!(rule.header("cache-control"), Some("public, max-age=3600"));
    for (path, status) in [
        ("/api/rules/FOGR-NOTHING-001", 404),
        ("/api/rules?words=", 400),
        ("/api/rules?system=chess&words=wheel", 404),
        (&*format!("/api/rules?words={}", "a".repeat(201)), 400),
        ("/api/systems/none/scenarios", 404),
        ("/api/systems/trial/armies", 404),
    ] {
        assert_eq!(client.get(path).await.status, status, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_lists_come_in_pages() {
    let (server, _folder) = Running::fresh().await;
    let mut host = server.guest().await;
    for n in 0..57 {
        let title = json!({ "title": format!("game {n}") });
        host.make(json!({ "red": "me", "blue": "open" }), title).await;
    }
    let first = host.get("/api/games?list=own").await.json();
    let next = first["next"].as_str().expect("there is more").to_owned();
    let second = host.get(&format!("/api/games?list=own&after={next}")).await.json();
    assert_eq!(second["next"], Value::Null);
    let mut ids: Vec<String> = [&first, &second]
        .iter()
        .flat_map(|page| page["games"].as_array().unwrap())
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 57);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 57, "each once");
    assert_eq!(host.get("/api/games?list=own&after=nonsense").await.status, 400);
    server.stop().await;
}

/// Whether the program was built with its client or without, every page answers.
#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_client_answers() {
    let (server, _folder) = Running::fresh().await;
    let mut client = Client::new(server.address);
    for path in ["/", "/game/0000000000000000", "/replay/0000000000000000?at=3", "/learn", "/muster"] {
        let page = client.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text.contains("<title>Caracole</title>"), "{path}");
        assert!(page.header("content-type").unwrap().starts_with("text/html"));
    }
    let page = client.get("/").await;
    if let Some(tag) = page.header("etag").map(str::to_owned) {
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        let again = client.send("GET", "/", &[("If-None-Match", &tag)], None).await;
        assert_eq!((again.status, &*again.text), (304, ""));
        let zipped = client.send("GET", "/", &[("Accept-Encoding", "gzip")], None).await;
        assert_eq!(zipped.header("content-encoding"), Some("gzip"));
        let script = page.text.split('"').find(|part| part.ends_with(".js")).expect("a script");
        let script = client.get(script).await;
        assert_eq!(script.status, 200);
        assert_eq!(script.header("cache-control"), Some("public, max-age=31536000, immutable"));
    }
    assert_eq!(client.get("/assets/nothing.js").await.status, 404);
    assert_eq!(client.get("/assets/..%2Findex.html").await.status, 404);
    server.stop().await;
}
