//! Battles over the websocket: choosing, refusing, taking back, offering, reconnecting, and the log at the end.

use super::client::{Client, Running, Socket, two_players};
use caracole_kernel::log::{self, Dice};
use serde_json::{Value, json};

/// Hides both ambushers on the first field offered; afterwards it is red's turn.
async fn hide_both(red: &mut Socket, blue: &mut Socket) {
    assert_eq!(red.choose(1, |_| true).await.unwrap()["type"], "done");
    assert_eq!(blue.choose(1, |_| true).await.unwrap()["type"], "done");
}

fn is_move(decision: &Value) -> bool {
    decision.get("move").is_some()
}

/// Plays both sides by first candidates until the battle is over; gives the number of choices.
async fn play_out(red: &mut Socket, blue: &mut Socket) -> u64 {
    for turn in 0..2000 {
        let id = 10 + turn * 4;
        let last = |decision: &Value| decision.get("charge").is_some() || decision.get("volley").is_some();
        for socket in [&mut *red, &mut *blue] {
            let done = match socket.choose(id, last).await {
                Some(done) => Some(done),
                None => socket.choose(id + 2, |_| true).await,
            };
            if let Some(done) = done {
                assert_eq!(done["type"], "done", "{done}");
            } else {
                let state = socket.ask(id + 3, json!("state")).await;
                if state["awaiting"].get("nothing").is_some() {
                    return turn;
                }
            }
        }
    }
    panic!("the battle does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_battle_is_played_and_its_dice_are_verified() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, blue, id) = two_players(&server, json!({ "public": true })).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    let early = red.get(&format!("/api/games/{id}/log")).await;
    assert_eq!(early.status, 409, "hidden things and the seed stay hidden while the battle is on");
    play_out(&mut r, &mut b).await;

    let game = red.get(&format!("/api/games/{id}")).await.json();
    assert!(game["table"]["phase"]["over"].is_object(), "{game}");
    let text = red.get(&format!("/api/games/{id}/log")).await;
    assert_eq!(text.status, 200);
    let log = log::read(text.text.as_bytes(), log::Limits::default()).unwrap();
    assert!(log.damage.is_none(), "{:?}", log.damage);
    let promise = log.header.dice.clone().unwrap();
    assert_eq!(
        promise.commitment.to_string(),
        game["commitment"].as_str().unwrap(),
        "as promised at the start"
    );
    assert_eq!((promise.nonces.red.as_str(), promise.nonces.blue.as_str()), ("red's own", "blue's own"));
    let replay = super::client::systems()[0].replay(log).unwrap();
    assert!(replay.fault.is_none(), "{:?}", replay.fault);
    assert!(matches!(replay.dice, Dice::Verified(throws) if throws > 0), "{:?}", replay.dice);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_says_why_and_changes_nothing() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    let hide = |field: u8| json!({ "hide": { "field": field } });

    let refused = r.ask(1, json!({ "choose": { "after": 0, "decision": hide(1) } })).await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["refusal"]["rule"], "TRIAL-002", "the rule of ambushes");
    let planned = r.ask(2, json!({ "plan": { "decision": hide(1) } })).await;
    assert_eq!(planned["refusal"], refused["refusal"], "the plan says the same as the choice");
    assert_eq!(r.ask(3, json!({ "plan": { "decision": hide(3) } })).await["type"], "plan");

    let other = b.ask(4, json!({ "choose": { "after": 0, "decision": hide(3) } })).await;
    assert_eq!(other["refusal"]["rule"], "TABLE-001", "it is red's choice");

    let done = r.ask(5, json!({ "choose": { "after": 0, "decision": hide(3) } })).await;
    assert_eq!((&done["type"], &done["entry"]), (&json!("done"), &json!(1)));
    // The same message again, as after a lost answer: it must not count twice.
    let again = r.ask(6, json!({ "choose": { "after": 0, "decision": hide(3) } })).await;
    assert_eq!((&again["type"], &again["code"]), (&json!("error"), &json!("stale")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_rewind_by_consent() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    hide_both(&mut r, &mut b).await;

    assert_eq!(r.choose(10, is_move).await.unwrap()["entry"], 3);
    assert_eq!(r.ask(12, json!({ "undo": { "after": 3 } })).await["entry"], 4);
    let update = loop {
        let update = b.wait_for("update").await;
        if update["entry"] == 4 {
            break update;
        }
    };
    assert_eq!(update["after"], 2, "what happened after entry 2 no longer counts");
    let nothing = b.ask(13, json!({ "undo": { "after": 4 } })).await;
    assert_eq!(nothing["refusal"]["rule"], "TABLE-007");

    // Red passes; blue asks to go back to the very start, and red agrees.
    assert_eq!(r.choose(20, |d| d == "done").await.unwrap()["type"], "done");
    assert_eq!(b.ask(22, json!({ "ask_rewind": { "after": 5, "to": 0 } })).await["type"], "done");
    let own = b.ask(23, json!({ "answer_rewind": { "after": 5, "to": 0, "agree": true } })).await;
    assert_eq!(own["code"], "not_now", "nobody agrees with himself");
    let table = loop {
        let table = r.wait_for("table").await;
        if !table["offers"]["rewind"].is_null() {
            break table;
        }
    };
    assert_eq!(table["offers"]["rewind"], json!(["blue", 0]));
    assert_eq!(
        r.ask(24, json!({ "answer_rewind": { "after": 5, "to": 0, "agree": true } })).await["type"],
        "done"
    );
    let state = r.ask(25, json!("state")).await;
    assert!(state["awaiting"]["decision"]["request"].get("hide").is_some(), "{state}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_are_offered_answered_and_lapse() {
    let (server, _folder) = Running::fresh().await;
    let (mut red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    let agree = |after: u64| json!({ "answer_draw": { "after": after, "agree": true } });
    assert_eq!(b.ask(1, agree(0)).await["code"], "not_now", "nothing was offered");
    assert_eq!(r.ask(2, json!("offer_draw")).await["type"], "done");
    assert_eq!(r.ask(3, agree(0)).await["code"], "not_now", "nobody agrees with himself");
    hide_both(&mut r, &mut b).await;
    assert_eq!(b.ask(4, agree(2)).await["code"], "not_now", "the offer lapsed when the battle went on");
    assert_eq!(r.ask(5, json!("offer_draw")).await["type"], "done");
    assert_eq!(b.ask(6, agree(2)).await["type"], "done");
    let game = red.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(game["table"]["phase"]["over"]["outcome"]["winner"], Value::Null);
    let late = r.ask(7, json!("resign")).await;
    assert_eq!(late["code"], "not_now", "it is over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_taken_back_once_the_seed_is_shown() {
    let (server, _folder) = Running::fresh().await;
    // Two turns: both hide, both wait, night falls; no dice fall, so the rules alone would allow to take it back.
    let (mut red, blue, id) = two_players(&server, json!({ "start": { "number": 0 } })).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    hide_both(&mut r, &mut b).await;
    assert_eq!(r.choose(10, |d| d == "done").await.unwrap()["type"], "done");
    assert_eq!(b.choose(10, |d| d == "done").await.unwrap()["type"], "done");
    let log = red.get(&format!("/api/games/{id}/log")).await;
    assert_eq!(log.status, 200, "it is over");
    for back in [json!({ "undo": { "after": 4 } }), json!({ "ask_rewind": { "after": 4, "to": 0 } })] {
        assert_eq!(b.ask(20, back.clone()).await["code"], "not_now", "{back}");
        assert_eq!(r.ask(20, back.clone()).await["code"], "not_now", "{back}");
    }
    assert_eq!(red.get(&format!("/api/games/{id}/log")).await.text, log.text);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_misses_nothing() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let mut steady = red.sit(&id, json!({})).await;
    let mut b = blue.sit(&id, json!({})).await;
    hide_both(&mut steady, &mut b).await;

    // A second connection of red's goes away after entry 2, and misses a move, its undo, a pass and a word.
    let mut leaver = red.sit(&id, json!({})).await;
    let seen = leaver.wait_for("update").await;
    assert_eq!(seen["entry"], 2);
    let mut story: Vec<Value> = seen["events"].as_array().unwrap().clone();
    leaver.close().await;
    assert_eq!(steady.choose(10, is_move).await.unwrap()["entry"], 3);
    assert_eq!(steady.ask(12, json!({ "undo": { "after": 3 } })).await["entry"], 4);
    assert_eq!(steady.choose(13, |d| d == "done").await.unwrap()["type"], "done");
    assert_eq!(b.ask(15, json!({ "chat": { "text": "Well met." } })).await["type"], "done");

    let mut back = red.sit(&id, json!({ "resume": 2 })).await;
    let missed = back.wait_for("update").await;
    assert_eq!(missed["after"], 2);
    let line = back.wait_for("chat").await;
    assert_eq!((&line["text"], &line["side"], &line["n"]), (&json!("Well met."), &json!("blue"), &json!(1)));
    story.extend(missed["events"].as_array().unwrap().clone());
    let whole = red.sit(&id, json!({})).await.wait_for("update").await;
    assert_eq!(whole["events"], Value::Array(story), "the parts make the whole");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays_its_seat_to_the_end() {
    let (server, _folder) = Running::fresh().await;
    let mut me: Client = server.guest().await;
    let game = me.make(json!({ "red": "me", "blue": { "computer": "random" } }), json!({})).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let shown = game["table"]["seats"]["blue"]["computer"]["nonce"].as_str().unwrap().to_owned();
    let begun = me.nonce(&id, "mine").await;
    assert_eq!(begun["table"]["seats"]["blue"]["computer"]["nonce"], shown, "fixed before mine");
    let mut socket = me.sit(&id, json!({})).await;
    let mut over = false;
    for number in 0..2000 {
        match socket.choose(number * 4, |_| true).await {
            Some(done) => assert!(done["type"] == "done" || done["code"] == "stale", "{done}"),
            None => {
                let state = socket.ask(number * 4 + 3, json!("state")).await;
                over = state["awaiting"].get("nothing").is_some();
                if over {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
    }
    assert!(over, "the battle ends");
    let log = me.get(&format!("/api/games/{id}/log")).await.text;
    let log = log::read(log.as_bytes(), log::Limits::default()).unwrap();
    let blues = log.entries.iter().filter(|entry| {
        matches!(&entry.act, log::Act::Step(caracole_kernel::Step::Choose { side, .. })
            if *side == caracole_kernel::Side::Blue)
    });
    assert!(blues.count() > 3, "the computer chose for blue");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_one_screen_see_only_their_own() {
    let (server, _folder) = Running::fresh().await;
    let mut me = server.guest().await;
    let game = me.make(json!({ "red": "me", "blue": "me" }), json!({})).await;
    let id = game["id"].as_str().unwrap().to_owned();
    assert_eq!(me.nonce(&id, "ours").await["yours"], json!(["red", "blue"]));
    let mut red = me.sit(&id, json!({ "seat": "red" })).await;
    assert_eq!(red.choose(1, |_| true).await.unwrap()["type"], "done");
    let mut blue = me.sit(&id, json!({ "seat": "blue", "views": true })).await;
    assert_eq!(blue.wait_for("welcome").await["viewer"], "blue");
    let told = blue.wait_for("update").await;
    assert_eq!(told["events"][0]["event"]["hid"], json!({ "side": "red", "unit": null, "field": null }));
    let view = blue.wait_for("state").await["view"].clone();
    assert!(view["units"].as_array().unwrap().iter().all(|unit| unit["unit"] != 2), "{view}");
    server.stop().await;
}

/// Plays by turns until red has volleyed and the dice have fallen: the entry before the volley, and now.
async fn volley(r: &mut Socket, b: &mut Socket) -> (u64, u64) {
    for _ in 0..400 {
        for (is_red, socket) in [(true, &mut *r), (false, &mut *b)] {
            let sight = socket.ask(1, json!({ "look": {} })).await;
            let after = sight["entry"].as_u64().unwrap();
            let offers = sight["offers"].as_array().unwrap();
            let shoots = |o: &&Value| is_red && o["decision"]["volley"].is_object();
            let Some(offer) = offers.iter().find(shoots).or(offers.first()) else { continue };
            let ask = json!({ "choose": { "after": after, "decision": offer["decision"] } });
            let done = socket.ask(2, ask).await;
            assert_eq!(done["type"], "done", "{done}");
            let entry = done["entry"].as_u64().unwrap();
            if offer["decision"]["volley"].is_object() && entry > after + 1 {
                return (after, entry);
            }
        }
    }
    panic!("red never can shoot")
}

/// Whoever asks to go back is shown, and gets, the moment before their own last choice: not the same dice thrown anew.
#[tokio::test(flavor = "multi_thread")]
async fn going_back_by_consent_leads_to_the_askers_own_last_choice() {
    let (server, _folder) = Running::fresh().await;
    let (red, blue, id) = two_players(&server, json!({})).await;
    let (mut r, mut b) = (red.sit(&id, json!({})).await, blue.sit(&id, json!({})).await);
    let (before, now) = volley(&mut r, &mut b).await;
    let sight = r.ask(3, json!({ "look": {} })).await;
    assert_eq!((&sight["undo"], &sight["back"]), (&json!(false), &json!(before)));
    let dice = json!({ "ask_rewind": { "after": now, "to": before + 1 } });
    assert_eq!(r.ask(4, dice).await["refusal"]["rule"], "TABLE-008", "dice alone are not thrown again");
    assert_eq!(r.ask(5, json!({ "ask_rewind": { "after": now } })).await["type"], "done");
    let table = loop {
        let table = b.wait_for("table").await;
        if !table["offers"]["rewind"].is_null() {
            break table;
        }
    };
    assert_eq!(table["offers"]["rewind"], json!(["red", before]));
    let agree = json!({ "answer_rewind": { "after": now, "to": before, "agree": true } });
    assert_eq!(b.ask(6, agree).await["entry"], now + 1);
    let state = r.ask(7, json!("state")).await;
    assert_eq!(state["awaiting"]["decision"]["side"], "red", "{state}");
    server.stop().await;
}

/// The computer does not agree to have dice thrown anew: one press must not win what the dice have lost.
#[tokio::test(flavor = "multi_thread")]
async fn the_computer_goes_back_only_where_take_backs_were_allowed() {
    for allowed in [false, true] {
        let (server, _folder) = Running::fresh().await;
        let mut me: Client = server.guest().await;
        let seats = json!({ "red": "me", "blue": { "computer": "random" } });
        let game = me.make(seats, json!({ "take_backs": allowed })).await;
        assert_eq!(game["table"]["take_backs"], allowed);
        let id = game["id"].as_str().unwrap().to_owned();
        me.nonce(&id, "mine").await;
        let mut socket = me.sit(&id, json!({})).await;
        // Choices until the computer has chosen after one of them, or dice have fallen.
        let (mut before, mut now) = (0, 0);
        for _ in 0..400 {
            let sight = socket.ask(1, json!({ "look": {} })).await;
            now = sight["entry"].as_u64().unwrap();
            let own = sight["awaiting"]["decision"]["side"] == "red";
            if own && now > before + 1 && sight["undo"] == false && sight["back"].is_u64() {
                before = sight["back"].as_u64().unwrap();
                break;
            }
            let Some(offer) = sight["offers"].as_array().unwrap().first() else {
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                continue;
            };
            before = now;
            socket.ask(2, json!({ "choose": { "after": now, "decision": offer["decision"] } })).await;
        }
        let asked = socket.ask(3, json!({ "ask_rewind": { "after": now } })).await;
        let after = me.get(&format!("/api/games/{id}")).await.json()["entries"].as_u64().unwrap();
        if allowed {
            assert_eq!((&asked["type"], asked["entry"].as_u64()), (&json!("done"), Some(now + 1)), "{asked}");
            let far = socket.ask(4, json!({ "ask_rewind": { "after": now + 1, "to": 0 } })).await;
            assert!(before == 0 || far["code"] == "not_now" || far["code"] == "stale", "{far}");
        } else {
            assert_eq!(asked["code"], "not_now", "{asked}");
            assert_eq!(after, now, "nothing has changed");
        }
        assert_eq!(socket.ask(5, json!("resign")).await["type"], "done");
        let log = me.get(&format!("/api/games/{id}/log")).await.text;
        assert_eq!(log.contains(r#""take_backs":true"#), allowed, "the first line says what was agreed");
        let rewind = format!(r#""rewind":{{"asked":"red","to":{before},"beforehand":true}}"#);
        assert_eq!(log.contains(&rewind), allowed, "{log}");
        let log = log::read(log.as_bytes(), log::Limits::default()).unwrap();
        assert!(super::client::systems()[0].replay(log).unwrap().fault.is_none());
        server.stop().await;
    }
}
