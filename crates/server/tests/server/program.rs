//! The example program in Python plays a whole battle.

use super::client::Running;
use std::{path::Path, process::Stdio};
use tokio::task::spawn_blocking;

#[tokio::test(flavor = "multi_thread")]
async fn the_example_bot_plays_a_whole_battle() {
    let python = |args: Vec<String>| {
        spawn_blocking(move || {
            std::process::Command::new("python3").args(args).stdin(Stdio::null()).output().ok()
        })
    };
    if python(vec!["--version".to_owned()]).await.unwrap().is_none() {
        eprintln!("python3 is not here: the example bot was not tried");
        return;
    }
    let (server, _folder) = Running::fresh().await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let address = format!("http://{}", server.address);
    let args = vec![
        script.display().to_string(),
        address,
        "trial".to_owned(),
        "--number".to_owned(),
        "5".to_owned(),
    ];
    let played = python(args).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{said}\n{}", String::from_utf8_lossy(&played.stderr));
    assert!(said.contains("The battle is over"), "{said}");
    server.stop().await;
}
