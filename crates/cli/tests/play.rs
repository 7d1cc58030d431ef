//! `caracole play` as a person at a terminal uses it.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests fail by panicking.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

fn run(args: &[&str], said: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_caracole"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may leave before everything is said.
    let _ = child.stdin.take().unwrap().write_all(said.as_bytes());
    child.wait_with_output().unwrap()
}

fn told(args: &[&str], said: &str) -> String {
    let output = run(args, said);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn log(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn choices_are_made_by_number_and_by_words() {
    let said = "1\nactivate left horse\nno\nquit\n";
    let text = told(&["play", "--system", "mpbs", "--seed", "3"], said);
    assert!(text.contains("red: Choose the starting Orders of your Wings."), "{text}");
    assert!(text.contains("Left horse activates"), "{text}");
}

#[test]
fn a_scenario_may_be_named_with_its_system_and_only_with_its_own() {
    let text = told(&["play", "--system", "fogr", "--scenario", "mill-field", "--seed", "3"], "quit\n");
    assert!(text.contains("Red moves: a battle group"), "{text}");
    let refused = run(&["play", "--system", "mpbs", "--scenario", "mill-field"], "");
    assert_eq!(refused.status.code(), Some(2));
    let problem = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(problem.contains("of fogr, not of mpbs"), "{problem}");
}

#[test]
fn words_that_are_only_a_part_of_a_choice_are_refused_with_the_nearest() {
    let said = "3 green regiment advance 1.5\nwhalley's horse\nquit\n";
    let text = told(&["play", "--scenario", "mill-field", "--seed", "3"], said);
    assert!(!text.contains("3 Green regiment advance 1.5 MU."), "{text}");
    assert!(text.contains("No: \"3 green regiment advance 1.5\""), "{text}");
    assert!(text.contains("\"whalley's horse\" could mean"), "{text}");
    // The command that is named, or moves of any measure in the words of `help`, are taken.
    let text = told(&["play", "--scenario", "mill-field", "--seed", "3"], "move 3 forward 1.5\nquit\n");
    assert!(text.contains("3 Green regiment advance 1.5 MU."), "{text}");
}

#[test]
fn what_is_no_choice_is_refused_with_what_is_and_asked_again() {
    let text = told(&["play", "--seed", "3"], "dance\n99\n\n1\nquit\n");
    assert!(text.contains("No: \"dance\" is not a choice here."), "{text}");
    assert!(text.contains("Say one of:"), "{text}");
    assert!(text.contains("No: There is no choice 99."), "{text}");
    assert!(text.contains("begins under"), "{text}");
}

#[test]
fn the_table_the_rules_and_the_pieces_can_be_asked_for() {
    let said = "help\ntable\nlook rupert\nrule mpbs-5.5.3a\nrules starting orders\nquit\n";
    let text = told(&["play", "--seed", "3"], said);
    assert!(text.contains("Capitals are red"), "{text}");
    assert!(text.contains("cavalry, strength"), "{text}");
    assert!(text.matches("Secret choice of starting Orders").count() >= 2, "{text}");
}

#[test]
fn the_ground_of_a_hex_map_is_drawn_and_read_out() {
    let text =
        told(&["play", "--scenario", "learning", "--seed", "3"], "table\nlook ground\nlook 0708\nquit\n");
    assert!(text.contains("%%%%") && text.contains("===="), "{text}");
    assert!(text.contains("Broken ground: 0704, 0805."), "{text}");
    assert!(text.contains("0708: clear, level 0; hedge NE, SE."), "{text}");
}

#[test]
fn a_whole_battle_is_kept_replayed_and_its_dice_verified() {
    let path = log("played.log");
    let name = path.to_str().unwrap();
    let args =
        ["play", "--red", "random", "--blue", "random", "--seed", "11", "--number", "2", "--log", name];
    let text = told(&args, "");
    assert!(text.contains(" wins: "), "{text}");
    assert!(run(&["replay", name, "--verify"], "").status.success());
    assert!(run(&["dice", "verify", name], "").status.success());
}

#[test]
fn resigning_ends_the_battle() {
    let text = told(&["play", "--seed", "3"], "1\nresign\n");
    assert!(text.contains("blue wins"), "{text}");
}

#[test]
fn the_end_of_the_input_leaves_the_battle_and_keeps_its_log() {
    let path = log("left.log");
    let text = told(&["play", "--seed", "3", "--log", path.to_str().unwrap()], "1\n");
    assert!(text.contains("The log is in"), "{text}");
    assert!(run(&["replay", path.to_str().unwrap()], "").status.success());
}

#[test]
fn a_scenario_of_field_of_glory_is_played_in_words() {
    let said = "table\nlook 2\nplan move 2 forward 2.5\nmove 2 forward 9\nmove 2 forward 2.5\ndone\nundo\nhelp\nquit\n";
    let text = told(&["play", "--scenario", "mill-field", "--against", "random", "--seed", "5"], said);
    assert!(text.contains("Red moves: a battle group, a division or a commander"), "{text}");
    // The number of battle group 2 stands among its letters: shot on both sides of pike.
    assert!(text.contains("SSSSP2PPSSSS") || text.contains("SSSSPP2PSSSS"), "{text}");
    assert!(text.contains("2 Orange regiment of red: 4 average unarmoured medium foot (musket)"), "{text}");
    assert!(text.contains("That is allowed."), "{text}");
    assert!(text.contains("2.5 MU of 3 MU"), "{text}");
    assert!(text.contains("(needed: 9 MU, allowed: 3 MU"), "{text}");
    assert!(text.contains("2 Orange regiment advance 2.5 MU."), "{text}");
    assert_eq!(text.matches("Turn 1: Red (Parliament) is active.").count(), 1, "{text}");
    assert!(text.contains("wheel 5 left 30 forward 2"), "{text}");
}

#[test]
fn dice_are_announced_with_their_chances_and_shown() {
    let path = log("fogr.log");
    // Whatever is offered first, for some turns: somebody shoots before they are over.
    let said = "1\n".repeat(150);
    let args = [
        "play",
        "--scenario",
        "mill-field",
        "--against",
        "random",
        "--seed",
        "5",
        "--log",
        path.to_str().unwrap(),
    ];
    let text = told(&args, &said);
    assert!(text.contains("hits on average"), "{text}");
    assert!(text.contains("%  on 0: "), "what no hit would bring: {text}");
    // The phases that follow are no outcome of dice.
    assert!(text.contains("Melee phase."), "{text}");
    let odds = text.lines().filter(|line| line.contains("%  on "));
    odds.for_each(|line| assert!(!line.contains(" phase."), "{line}"));
    assert!(text.contains("Thrown: "), "{text}");
    let replayed = told(&["replay", path.to_str().unwrap()], "");
    assert!(replayed.contains("net points of advantage: ") || replayed.contains("dice: "), "{replayed}");
    assert!(!replayed.contains("Add("), "{replayed}");
}

#[test]
fn a_plan_tells_the_dice_that_follow_and_what_they_bring() {
    // Four horse two files wide add a file on either side: a complex move of average troops, who need 8 on two dice: 15
    // throws of 36.
    let said = "plan expand 1 left 1 right 1\nexpand 1 left 1 right 1\nquit\n";
    let text = told(&["play", "--scenario", "mill-field", "--against", "random", "--seed", "5"], said);
    assert_eq!(text.matches("Dice follow of red: complex move test").count(), 1, "{text}");
    // In the plan, and again before the dice fall.
    assert_eq!(text.matches("42%  on 8-12: ").count(), 2, "{text}");
    assert_eq!(text.matches("58%  on 2-7: ").count(), 2, "{text}");
}

#[test]
fn faulty_scenarios_are_refused_with_line_and_remedy() {
    let path = log("faulty.toml");
    let name = path.to_str().unwrap();
    assert!(run(&["scenario", "new", name, "--from", "mill-field", "--force"], "").status.success());
    assert!(told(&["scenario", "check", name], "").contains("is sound: The Mill Field, 16 turns"));
    let text = std::fs::read_to_string(&path).unwrap();
    let line = text.lines().position(|l| l.contains("\"village\"")).unwrap();
    std::fs::write(&path, text.replace("\"village\"", "\"castle\"")).unwrap();
    let output = run(&["scenario", "check", name], "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    // The piece begins a line above its kind.
    assert!(said.contains(&format!("{name}:{line}")) && said.contains("castle"), "{said}");
    assert_eq!(run(&["play", "--scenario", name], "").status.code(), Some(1));
}

#[test]
fn wrong_calls_are_refused() {
    for (args, code, words) in [
        (&["play", "--system", "chess"][..], 1, "chess"),
        (&["play", "--side", "green"], 2, "green"),
        (&["play", "--scenario", "waterloo"], 1, "waterloo"),
        (&["play", "--setup", "no-such-file.json"], 1, "no-such-file.json"),
        (&["play", "--json"], 2, "talks to people"),
    ] {
        let output = run(args, "");
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}

/// One word must not have the dice thrown anew: the computer does not agree to go back.
#[test]
fn the_computer_does_not_agree_to_go_back() {
    let text = told(&["play", "--seed", "3"], "1\nundo\nback\nquit\n");
    assert!(text.contains("Say `back` to ask."), "{text}");
    assert!(text.contains("The computer doesn't agree to go back."), "{text}");
    assert!(!text.contains("Taken back."), "{text}");
}

#[test]
fn take_backs_that_were_allowed_at_the_start_stand_in_the_log() {
    let path = log("take-backs.log");
    let name = path.to_str().unwrap();
    let text = told(&["play", "--seed", "3", "--take-backs", "--log", name], "1\nback\n1\nundo\nquit\n");
    assert_eq!(text.matches("Taken back.").count(), 2, "{text}");
    assert_eq!(text.matches("Choose the starting Orders").count(), 3, "before the own last choice: {text}");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.lines().next().unwrap().contains(r#""take_backs":true"#), "{kept}");
    assert!(kept.contains(r#""rewind":{"asked":"red","to":0,"beforehand":true}"#), "{kept}");
    assert!(run(&["replay", name, "--verify"], "").status.success());
}

#[test]
fn a_person_at_the_same_terminal_is_asked_to_go_back() {
    let args = ["play", "--red", "person", "--blue", "person", "--seed", "3"];
    let text = told(&args, "1\nback\n1\nquit\n");
    assert!(text.contains("There is no choice of blue to go back before"), "{text}");
    let asks = |answer: &str| told(&args, &format!("1\n1\n1\nback\n{answer}\nquit\n"));
    let no = asks("no");
    assert!(no.contains("asks to go back to before its last choice. Agree?"), "{no}");
    assert!(no.contains("does not agree.") && !no.contains("Taken back."), "{no}");
    assert!(asks("yes").contains("Taken back."));
}
