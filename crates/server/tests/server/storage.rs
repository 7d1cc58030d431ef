//! The storage: all or nothing, and what was answered is there.

use caracole_kernel::dice::Bytes32;
use caracole_server::{
    Metrics,
    entropy::{GameId, UserId},
    storage::{Account, Member, Sqlite, Storage, StorageError, Write},
    time::Millis,
};
use std::{path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;

const NOW: Millis = Millis(1_000_000);

fn open(folder: &Path, now: Millis) -> Result<Sqlite, StorageError> {
    Sqlite::open(folder, now, Arc::new(Metrics::default()))
}

fn guest(user: u64) -> Write {
    Write::Guest(Member { user: UserId(user), name: format!("Guest {user}"), account: false })
}

fn account(user: u64, name: &str) -> Write {
    Write::Account(Account { user: UserId(user), name: name.to_owned(), password: "hash".to_owned() })
}

fn session(user: u64, lasts: u64) -> Write {
    let expires = NOW.plus(Duration::from_secs(lasts));
    Write::Session { digest: Bytes32([user as u8; 32]), user: UserId(user), expires }
}

#[tokio::test]
async fn a_write_that_fails_leaves_nothing_and_does_not_hurt_its_neighbours() {
    let folder = TempDir::new().unwrap();
    let storage = open(folder.path(), NOW).unwrap();
    storage.commit(vec![guest(1), account(1, "Rupert"), session(1, 60)]).await.unwrap();
    // Sent together, so that they share a transaction.
    let bad = storage.commit(vec![guest(2), session(2, 60), account(2, "RUPERT")]);
    let good = storage.commit(vec![guest(3), session(3, 60)]);
    assert_eq!(bad.await, Err(StorageError::Conflict));
    assert_eq!(good.await, Ok(()));
    let whose = async |user: u8, now| storage.session(Bytes32([user; 32]), now).await.unwrap();
    assert_eq!(whose(2, NOW).await, None, "neither the guest nor his session");
    assert_eq!(whose(3, NOW).await.unwrap().user, UserId(3));
    assert_eq!(whose(1, NOW).await.unwrap().name, "Rupert");
    assert_eq!(whose(1, NOW.plus(Duration::from_secs(60))).await, None, "sessions end");
}

#[tokio::test]
async fn a_line_is_written_once() {
    let folder = TempDir::new().unwrap();
    let storage = open(folder.path(), NOW).unwrap();
    let game = GameId(u64::MAX);
    let lines = |first, lines: &[&str]| Write::Lines {
        game,
        first,
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
    };
    storage.commit(vec![lines(0, &["header", "one"])]).await.unwrap();
    assert_eq!(storage.commit(vec![lines(1, &["another one", "two"])]).await, Err(StorageError::Conflict));
    storage.commit(vec![lines(2, &["two"])]).await.unwrap();
    assert_eq!(storage.lines(game).await.unwrap(), ["header", "one", "two"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_writers_at_once_and_all_of_it_is_there_afterwards() {
    let folder = TempDir::new().unwrap();
    let storage = Arc::new(open(folder.path(), NOW).unwrap());
    let writing: Vec<_> = (0..50)
        .map(|game| {
            let storage = Arc::clone(&storage);
            tokio::spawn(async move {
                for n in 0..20 {
                    let lines = vec![format!("{game} {n}")];
                    storage.commit(vec![Write::Lines { game: GameId(game), first: n, lines }]).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writing {
        writer.await.unwrap();
    }
    drop(storage);
    let storage = open(folder.path(), NOW).unwrap();
    for game in 0..50 {
        let wanted: Vec<_> = (0..20).map(|n| format!("{game} {n}")).collect();
        assert_eq!(storage.lines(GameId(game)).await.unwrap(), wanted);
    }
}

#[tokio::test]
async fn outages_are_remembered_and_newer_databases_refused() {
    let folder = TempDir::new().unwrap();
    drop(open(folder.path(), NOW).unwrap());
    // Back within half a minute: a restart, no outage.
    let soon = NOW.plus(Duration::from_secs(30));
    let storage = open(folder.path(), soon).unwrap();
    assert!(storage.outages().await.unwrap().is_empty());
    drop(storage);
    let late = soon.plus(Duration::from_secs(3600));
    let outages = open(folder.path(), late).unwrap().outages().await.unwrap();
    assert_eq!(outages.iter().map(|o| (o.began, o.ended)).collect::<Vec<_>>(), [(soon, late)]);

    let database = rusqlite::Connection::open(folder.path().join("caracole.sqlite")).unwrap();
    database.pragma_update(None, "user_version", 2).unwrap();
    drop(database);
    let refused = open(folder.path(), late).unwrap_err();
    assert!(refused.to_string().contains("version 2"), "{refused}");
}
