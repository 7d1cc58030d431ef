//! The scanner on sources made to mislead it.

#![allow(clippy::expect_used, reason = "helpers of tests fail the test")]

use caracole_ledger::scan::{as_rust, workspace};
use caracole_ledger::{Citation, Role};
use std::fs;
use tempfile::TempDir;

/// A workspace with these files.
fn files(files: &[(&str, &str)]) -> TempDir {
    let root = TempDir::new().expect("a temporary folder");
    fs::create_dir(root.path().join("crates")).expect("a folder");
    for (path, source) in files {
        let path = root.path().join("crates").join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, source).expect("a file");
    }
    root
}

fn citations(sources: &[(&str, &str)]) -> Vec<Citation> {
    workspace(files(sources).path()).expect("nothing is wrong")
}

fn problems(sources: &[(&str, &str)]) -> Vec<String> {
    workspace(files(sources).path()).expect_err("something is wrong").problems
}

/// The last part of the ids cited in a role, for rules FOGR-TURN-0xx.
fn turns(citations: &[Citation], role: Role) -> Vec<&'static str> {
    let of_role = citations.iter().filter(|citation| citation.role == role);
    of_role.filter_map(|citation| citation.rule.id().strip_prefix("FOGR-TURN-")).collect()
}

#[test]
fn engine_code_enforces_and_tests_prove() {
    let found = citations(&[
        (
            "fog/src/lib.rs",
            r#"
            enforces!("FOGR-TURN-001", "FOGR-TURN-002",);
            fn f() -> Result<(), Refusal> { Err(refuse(vec![caracole_ledger::rule!("FOGR-TURN-003")])) }
            fn g() -> RuleId { not_yet!("FOGR-TURN-004") }
            #[test]
            fn t() { proves!("FOGR-TURN-005"); assert_eq!(f(), rule!("FOGR-TURN-006")); }
            "#,
        ),
        ("fog/tests/turns.rs", r#"#[rstest] #[case(1)] fn t(#[case] n: u8) { proves!["FOGR-TURN-007"]; }"#),
    ]);
    assert_eq!(turns(&found, Role::Enforced), ["001", "002", "003"]);
    assert_eq!(turns(&found, Role::Refused), ["004"]);
    assert_eq!(turns(&found, Role::Proved), ["005", "007"]);
    let proof = found.iter().find(|citation| citation.rule.id() == "FOGR-TURN-005").expect("it is there");
    assert_eq!((proof.file.as_ref(), proof.line), ("crates/fog/src/lib.rs", 6));
}

#[test]
fn comments_and_strings_cite_nothing() {
    let found = citations(&[(
        "fog/src/lib.rs",
        r####"
        //! rule!("FOGR-TURN-001")
        /* rule!("FOGR-TURN-001") /* nested */ rule!("FOGR-TURN-001") */
        /// proves!("FOGR-TURN-001")
        const A: &str = "rule!(\"FOGR-TURN-001\")";
        const B: &str = r#"rule!("FOGR-TURN-001")"#;
        const C: &[u8] = b"proves!(";
        const D: char = '"'; fn f<'a>() -> RuleId { rule!("FOGR-TURN-002") } const E: char = '"';
        #[doc = "proves!(\"FOGR-TURN-001\")"]
        const F: char = '\'';
        const G: RuleId = rule!("FOGR-TURN-003");
        "####,
    )]);
    assert_eq!(turns(&found, Role::Enforced), ["002", "003"]);
    assert_eq!(found.len(), 2);
}

#[test]
fn test_code_enforces_nothing() {
    let found = citations(&[(
        "fog/src/lib.rs",
        r#"
        #[cfg(test)]
        mod tests { mod deep { fn helper() { rule!("FOGR-TURN-001") } } }
        #[cfg(all(test, feature = "x"))]
        const A: [RuleId; 1] = { [rule!("FOGR-TURN-002")] };
        #[cfg(test)]
        impl Foo<{ N }> { fn f() { rule!("FOGR-TURN-003") } }
        fn between() { rule!("FOGR-TURN-004") }
        #[cfg(any(test, feature = "trial"))]
        fn also_outside_tests() { rule!("FOGR-TURN-005") }
        #[cfg(not(test))]
        fn only_outside_tests() { rule!("FOGR-TURN-006") }
        #[cfg(any())]
        fn never() { rule!("FOGR-TURN-007"); proves!("FOGR-TURN-007") }
        struct S { #[cfg(test)] a: [u8; size(rule!("FOGR-TURN-008"))], b: [u8; size(rule!("FOGR-TURN-009"))] }
        "#,
    )]);
    assert_eq!(turns(&found, Role::Enforced), ["004", "005", "006", "009"]);
}

#[test]
fn only_declared_modules_count() {
    let found = citations(&[
        (
            "fog/src/lib.rs",
            r#"mod a; pub(crate) mod b; #[cfg(test)] mod tests; mod inline { mod c; } #[path = "odd/name.rs"] mod d;"#,
        ),
        ("fog/src/a.rs", r#"mod deep; enforces!("FOGR-TURN-001");"#),
        ("fog/src/a/deep.rs", r#"enforces!("FOGR-TURN-002");"#),
        ("fog/src/b/mod.rs", r#"mod deep;"#),
        ("fog/src/b/deep.rs", r#"enforces!("FOGR-TURN-003");"#),
        ("fog/src/inline/c.rs", r#"enforces!("FOGR-TURN-004");"#),
        ("fog/src/odd/name.rs", r#"mod deep; enforces!("FOGR-TURN-005");"#),
        ("fog/src/odd/deep.rs", r#"enforces!("FOGR-TURN-006");"#),
        ("fog/src/tests.rs", r#"mod more; enforces!("FOGR-TURN-007");"#),
        (
            "fog/src/tests/more.rs",
            r#"enforces!("FOGR-TURN-008"); #[test] fn t() { proves!("FOGR-TURN-008"); }"#,
        ),
        ("fog/src/forgotten.rs", r#"enforces!("FOGR-TURN-009"); proves!("nonsense");"#),
        ("fog/src/bin/tool.rs", r#"enforces!("FOGR-TURN-010");"#),
        ("fog/tests/it/main.rs", r#"mod part;"#),
        ("fog/tests/it/part.rs", r#"#[tokio::test] async fn t() { proves!("FOGR-TURN-011"); }"#),
    ]);
    assert_eq!(turns(&found, Role::Enforced), ["001", "002", "003", "004", "005", "006", "010"]);
    assert_eq!(turns(&found, Role::Proved), ["008", "011"]);
}

#[test]
fn programs_and_the_ledger_enforce_nothing() {
    let found = citations(&[
        (
            "cli/src/main.rs",
            r#"fn f() { rule!("FOGR-TURN-001") } #[test] fn t() { proves!("FOGR-TURN-002") }"#,
        ),
        (
            "ledger/src/lib.rs",
            r#"fn f() { rule!("FOGR-TURN-003") } #[test] fn t() { proves!("FOGR-TURN-004") }"#,
        ),
    ]);
    assert_eq!(turns(&found, Role::Enforced), [""; 0]);
    assert_eq!(turns(&found, Role::Proved), ["002"]);
}

#[test]
fn tests_inside_macros_prove() {
    let found = citations(&[(
        "fog/tests/random.rs",
        r#"proptest! {
            #![proptest_config(Config::with_cases(9))]
            #[test]
            fn t(n in 0u8..9) { proves!("FOGR-TURN-001"); prop_assert!(n < 9); }
        }"#,
    )]);
    assert_eq!(turns(&found, Role::Proved), ["001"]);
}

#[test]
fn a_proof_that_is_never_run_is_an_error() {
    for (source, said) in [
        (r#"fn helper() { proves!("FOGR-TURN-001"); }"#, "outside of a test"),
        (r#"#[cfg(test)] mod tests { fn helper() { proves!("FOGR-TURN-001"); } }"#, "outside of a test"),
        (r#"#[test] fn a() {} fn b() { proves!("FOGR-TURN-001"); }"#, "outside of a test"),
        (r#"#[test] #[ignore] fn a() { proves!("FOGR-TURN-001"); }"#, "ignored test"),
        (r#"#[ignore = "slow"] #[test] fn a() { proves!("FOGR-TURN-001"); }"#, "ignored test"),
        (
            r#"#[test] #[cfg_attr(not(feature = "slow"), ignore)] fn a() { proves!("FOGR-TURN-001"); }"#,
            "ignored test",
        ),
        (r#"proves!("FOGR-TURN-001");"#, "outside of a test"),
    ] {
        let problems = problems(&[("fog/src/lib.rs", source)]);
        assert_eq!(problems.len(), 1, "{source}");
        assert!(problems[0].starts_with("crates/fog/src/lib.rs:1: "), "{problems:?}");
        assert!(problems[0].contains(said), "{problems:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_an_error() {
    let problems = problems(&[
        ("fog/src/lib.rs", "mod lost;\nmod broken;\nfn f() { rule!(\"FOGR-TURN-999\"); enforces!(ID); }"),
        ("fog/src/broken.rs", "\n\nfn f() { \"never closed }"),
    ]);
    assert_eq!(
        problems,
        [
            "crates/fog/src/lib.rs:1: the module `lost` has no file",
            "crates/fog/src/broken.rs:3: a string that is never closed",
            "crates/fog/src/lib.rs:3: no rule has the id \"FOGR-TURN-999\"",
            "crates/fog/src/lib.rs:3: `enforces!` needs ids written out as strings, or coverage cannot see what it cites",
        ]
    );
}

#[test]
fn a_folder_that_is_no_workspace_is_an_error() {
    let root = TempDir::new().expect("a temporary folder");
    let error = workspace(root.path()).expect_err("there are no crates");
    assert!(error.to_string().contains("cannot be listed"), "{error}");
}

#[test]
fn citations_are_sorted_and_written_as_source() {
    let found = citations(&[
        ("fog/src/lib.rs", r#"enforces!("FOGR-TURN-002"); enforces!("FOGR-TURN-001");"#),
        ("bots/src/lib.rs", "\nenforces!(\"FOGR-TURN-002\");"),
    ]);
    let places: Vec<_> = found.iter().map(|c| format!("{} {}:{}", c.rule, c.file, c.line)).collect();
    assert_eq!(
        places,
        [
            "FOGR-TURN-001 crates/fog/src/lib.rs:1",
            "FOGR-TURN-002 crates/bots/src/lib.rs:2",
            "FOGR-TURN-002 crates/fog/src/lib.rs:1",
        ]
    );
    let source = as_rust(&found);
    assert_eq!(source.matches("::caracole_ledger::rule!(\"FOGR-TURN-002\")").count(), 2);
    assert!(source.starts_with("&[") && source.trim_end().ends_with(']'));
}

/// The same scan that the program makes when it is built.
#[test]
fn the_workspace_itself_has_no_unproved_claims() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert_eq!(workspace(&root).map(|_| ()), Ok(()));
}

#[test]
fn tables_made_by_macros_count_where_they_are_written() {
    let found = citations(&[
        (
            "fog/src/lib.rs",
            r#"
            macro_rules! rows { ($($id:literal, $label:literal;)+) => { &[$((rule!($id), $label)),+] }; }
            const ROWS: &[(RuleId, &str)] = rows!["FOGR-TURN-001", "one"; "FOGR-TURN-002", "two";];
            #[test]
            fn t() { assert_eq!(ROWS[0].0.id(), "FOGR-TURN-003"); }
            "#,
        ),
        ("cli/src/main.rs", r#"fn f() { shown!["FOGR-TURN-004"]; }"#),
    ]);
    assert_eq!(turns(&found, Role::Enforced), ["001", "002"]);
    assert_eq!(found.len(), 2);
}
