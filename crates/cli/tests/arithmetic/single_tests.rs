//! `caracole odds test`: single tests of both books.

use super::{caracole, json, text, told};

#[test]
fn tests_of_both_books() {
    let cmt = ["odds", "test", "cmt", "quality=superior", "cohesion=disrupted", "commander.grade=great"];
    assert_eq!(json(&cmt)["chances"][0]["probability"], "553/648");
    let shown = told(&cmt);
    assert!(shown.contains("modifiers: +2") && shown.contains("passes with 6 or more"), "{shown}");
    let drilled = ["odds", "test", "cmt", "--system", "fogam", "training=drilled"];
    assert_eq!(json(&drilled)["chances"][0]["probability"], "7/12");

    let cohesion = [
        "odds",
        "test",
        "cohesion",
        "group.type=horse",
        "group.wide=2",
        "group.deep=2",
        "received=3",
        "inflicted=1",
    ];
    // -1 for hits per bases and -1 for losing by two: 9 or more on the dice holds, 10 of 36 throws.
    assert_eq!(json(&cohesion)["chances"][0]["probability"], "5/18");
    assert!(told(&cohesion).contains("a score of 2 or less costs two levels"));

    // Nine hits, most of the dice firearms: a base at once, another on 3 or less.
    let death = ["odds", "test", "death", "hits=9", "firearm_dice=7", "other_dice=6", "bases_at_start=6"];
    let shown = told(&death);
    assert!(shown.contains("the first base is lost whatever the die shows"), "{shown}");
    assert!(
        shown.contains("1 base lost             1/2") && shown.contains("2 bases lost             1/2"),
        "{shown}"
    );
    let spared = told(&["odds", "test", "death", "hits=2", "--system", "fogam"]);
    assert!(spared.contains("no die could cost a base") && spared.contains("no base lost"), "{spared}");

    // 7 normal moves against 5 with a gap of 1, by counting 36 throws: 28 catch.
    let vmd = ["odds", "test", "vmd", "distance=5", "pursuer=7", "gap=1"];
    let shown = told(&vmd);
    assert!(shown.contains("caught by the pursuers: 7/9") && shown.contains("7 MU"), "{shown}");
    assert!(told(&["odds", "test", "vmd"]).contains("+2 MU"));
}

#[test]
fn readings_that_matter_are_told() {
    let halt = told(&["odds", "test", "cmt", "purpose=halt_before_fresh_enemy"]);
    assert!(halt.contains("reading: fogr.moves.halting_is_stopping"), "{halt}");
}

#[test]
fn bad_facts_are_refused() {
    let cases: [(&[&str], i32, &str); 8] = [
        (&["dance"], 2, "choose cohesion, cmt, death or vmd"),
        (&["cmt", "quality"], 2, "is no fact"),
        (&["cmt", "quality=heroic"], 1, "heroic"),
        (&["cmt", "bravery=3"], 1, "bravery"),
        (&["cmt", "commander=3", "commander.grade=great"], 2, "a value and parts"),
        (&["death"], 1, "hits"),
        (&["vmd", "distance=-3"], 1, "-3"),
        (&["cmt", "--system", "chess"], 2, "chess"),
    ];
    for (args, code, wanted) in cases {
        let output = caracole(&[&["odds", "test"], args].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(wanted), "{args:?}: `{wanted}` is wanted in {said}");
    }
}
