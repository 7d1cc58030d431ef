//! `caracole serve` and `caracole backup` as they are called.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

fn caracole() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caracole"));
    command.env("NO_COLOR", "1");
    command
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&path));
    path
}

/// The server and the address that it prints once it answers.
fn serve(command: &mut Command) -> (Child, String) {
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).unwrap();
    (server, said["listening"].as_str().unwrap().trim_start_matches("http://").to_owned())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[cfg(unix)]
#[test]
fn serves_copies_and_stops_in_good_order() {
    let data = folder("serve-data");
    let (mut server, address) = serve(
        caracole()
            .args(["--json", "serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .env("CARACOLE_LISTEN", "127.0.0.1:1"),
    );
    assert!(!address.ends_with(":1"), "flags count before the environment");
    assert!(get(&address, "/health").contains("\"ready\""));
    assert!(get(&address, "/api/systems").contains("\"mpbs\""));

    let copy = data.join("copy.sqlite");
    let backup = || caracole().arg("backup").arg("--data").arg(&data).arg("-o").arg(&copy).output().unwrap();
    assert!(backup().status.success(), "a copy while the server runs");
    assert!(std::fs::metadata(&copy).unwrap().len() > 4096);
    let again = backup();
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("there already"));

    let stopped = Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert!(server.wait().unwrap().success(), "asked to stop, it stops without error");
}

#[test]
fn wrong_settings_are_named() {
    let refused = caracole().arg("serve").env("CARACOLE_LISTN", "x").output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("CARACOLE_LISTN") && said.contains("help:"), "{said}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder("serve-taken");
    let refused = caracole().args(["serve", "--listen", &address, "--data"]).arg(&data).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
}

#[test]
fn the_websocket_has_a_schema() {
    let printed = caracole().args(["--json", "schema", "ws"]).output().unwrap();
    let schema: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert!(schema["$defs"]["Request"].is_object() && schema["$defs"]["ServerMessage"].is_object());
}
