//! SQLite inside: one thread writes, many writes share a transaction, and readers read beside it.

use super::{Account, Answer, Listing, Member, Page, Storage, StorageError, StoredGame, Write};
use crate::{
    entropy::{GameId, UserId},
    game::{ChatLine, GameRecord, Outage, Phase},
    metrics::Metrics,
    time::Millis,
};
use caracole_kernel::dice::{Bytes32, Seed};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::{mpsc, oneshot};

/// Most writes that share one transaction.
const GROUP: usize = 512;
/// Connections that read.
const READERS: usize = 4;
/// A pause longer than this between two signs of life counts as an outage.
const OUTAGE: Duration = Duration::from_secs(60);

/// Storage in one file.
#[derive(Debug)]
pub struct Sqlite {
    writer: mpsc::UnboundedSender<Job>,
    readers: Arc<Vec<Mutex<Connection>>>,
    next: AtomicUsize,
}

#[derive(Debug)]
struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), StorageError>>,
}

impl Sqlite {
    /// Opens the database in a folder, which is made if it is not there.
    pub fn open(folder: &Path, now: Millis, metrics: Arc<Metrics>) -> Result<Self, StorageError> {
        std::fs::create_dir_all(folder).map_err(|e| failed(format!("{}: {e}", folder.display())))?;
        let file = database(folder);
        let mut writing = connect(&file)?;
        prepare(&mut writing)?;
        note_outage(&writing, now)?;
        let readers =
            (0..READERS).map(|_| connect(&file).map(Mutex::new)).collect::<Result<Vec<_>, StorageError>>()?;
        let (writer, jobs) = mpsc::unbounded_channel();
        std::thread::Builder::new()
            .name("storage".to_owned())
            .spawn(move || write_all(writing, jobs, &metrics))
            .map_err(|e| failed(e.to_string()))?;
        Ok(Sqlite { writer, readers: Arc::new(readers), next: AtomicUsize::new(0) })
    }

    fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Answer<T> {
        let readers = Arc::clone(&self.readers);
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % READERS;
        Box::pin(async move {
            let looked = tokio::task::spawn_blocking(move || {
                let reader = readers.get(turn).ok_or_else(|| failed("no reader".to_owned()))?;
                // A reader holds no state of its own that a panic could leave half-done.
                look(&reader.lock().unwrap_or_else(PoisonError::into_inner))
            });
            looked.await.map_err(|e| failed(e.to_string()))?
        })
    }
}

impl Storage for Sqlite {
    fn commit(&self, writes: Vec<Write>) -> Answer<()> {
        let (done, answer) = oneshot::channel();
        let sent = self.writer.send(Job { writes, done });
        Box::pin(async move {
            sent.map_err(|_| failed("the storage is closed".to_owned()))?;
            answer.await.map_err(|_| failed("the storage closed".to_owned()))?
        })
    }

    fn account(&self, name: &str) -> Answer<Option<Account>> {
        let folded = fold(name);
        self.read(move |db| {
            let mut find = db.prepare_cached(
                "SELECT id, name, password FROM users WHERE folded = ?1 AND password IS NOT NULL",
            )?;
            Ok(find
                .query_row([folded], |row| {
                    Ok(Account {
                        user: UserId(row.get::<_, i64>(0)? as u64),
                        name: row.get(1)?,
                        password: row.get(2)?,
                    })
                })
                .optional()?)
        })
    }

    fn session(&self, digest: Bytes32, now: Millis) -> Answer<Option<Member>> {
        self.read(move |db| {
            let mut find = db.prepare_cached(
                "SELECT u.id, u.name, u.password IS NOT NULL FROM sessions s JOIN users u ON u.id = s.user
                 WHERE s.digest = ?1 AND s.expires > ?2",
            )?;
            Ok(find
                .query_row(params![digest.0, now.0 as i64], |row| {
                    Ok(Member {
                        user: UserId(row.get::<_, i64>(0)? as u64),
                        name: row.get(1)?,
                        account: row.get(2)?,
                    })
                })
                .optional()?)
        })
    }

    fn game(&self, id: GameId) -> Answer<Option<StoredGame>> {
        self.read(move |db| {
            let mut find = db.prepare_cached("SELECT record, setup, seed FROM games WHERE id = ?1")?;
            let row = find
                .query_row([id.0 as i64], |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, [u8; 32]>(2)?))
                })
                .optional()?;
            let Some((record, setup, seed)) = row else { return Ok(None) };
            Ok(Some(StoredGame { record: parse(&record)?, setup: parse(&setup)?, seed: Seed(Bytes32(seed)) }))
        })
    }

    fn record(&self, id: GameId) -> Answer<Option<GameRecord>> {
        self.read(move |db| {
            let mut find = db.prepare_cached("SELECT record FROM games WHERE id = ?1")?;
            let record: Option<String> = find.query_row([id.0 as i64], |row| row.get(0)).optional()?;
            record.as_deref().map(parse).transpose()
        })
    }

    fn lines(&self, id: GameId) -> Answer<Vec<String>> {
        self.read(move |db| {
            let mut find = db.prepare_cached("SELECT line FROM lines WHERE game = ?1 ORDER BY n")?;
            let lines = find.query_map([id.0 as i64], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(lines)
        })
    }

    fn chat(&self, id: GameId, after: u64) -> Answer<Vec<ChatLine>> {
        self.read(move |db| {
            let mut find =
                db.prepare_cached("SELECT said FROM chat WHERE game = ?1 AND n > ?2 ORDER BY n")?;
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let mut said = find.query(params![id.0 as i64, after])?;
            let mut lines = Vec::new();
            while let Some(row) = said.next()? {
                lines.push(parse(&row.get::<_, String>(0)?)?);
            }
            Ok(lines)
        })
    }

    fn games(&self, listing: Listing, page: Page) -> Answer<Vec<GameRecord>> {
        self.read(move |db| {
            let (sql, user) = match listing {
                Listing::Open => (
                    "SELECT record FROM games WHERE open AND ?1 = 0 AND (updated, id) < (?2, ?3)
                     ORDER BY updated DESC, id DESC LIMIT ?4",
                    0,
                ),
                Listing::Watchable => (
                    "SELECT record FROM games WHERE watchable AND ?1 = 0 AND (updated, id) < (?2, ?3)
                     ORDER BY updated DESC, id DESC LIMIT ?4",
                    0,
                ),
                Listing::Own(user) => (
                    "SELECT record FROM games WHERE id IN (SELECT game FROM players WHERE user = ?1)
                     AND (updated, id) < (?2, ?3) ORDER BY updated DESC, id DESC LIMIT ?4",
                    user.0 as i64,
                ),
            };
            let (updated, id) = page.after.map_or((i64::MAX, i64::MAX), |(updated, id)| {
                (i64::try_from(updated.0).unwrap_or(i64::MAX), id.0 as i64)
            });
            let mut find = db.prepare_cached(sql)?;
            let mut rows = find.query(params![user, updated, id, page.most])?;
            let mut records = Vec::new();
            while let Some(row) = rows.next()? {
                records.push(parse(&row.get::<_, String>(0)?)?);
            }
            Ok(records)
        })
    }

    fn outages(&self) -> Answer<Vec<Outage>> {
        self.read(|db| {
            let mut find = db.prepare_cached("SELECT began, ended FROM outages ORDER BY began")?;
            let outages = find
                .query_map([], |row| {
                    Ok(Outage {
                        began: Millis(row.get::<_, i64>(0)? as u64),
                        ended: Millis(row.get::<_, i64>(1)? as u64),
                    })
                })?
                .collect::<Result<_, _>>()?;
            Ok(outages)
        })
    }
}

/// Copies the database of a folder to a file while the server may be running.
pub fn backup(folder: &Path, to: &Path) -> Result<(), StorageError> {
    let from = database(folder);
    let source = Connection::open_with_flags(&from, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|e| failed(format!("{}: {e}", from.display())))?;
    source.busy_timeout(Duration::from_secs(10))?;
    if to.exists() {
        return Err(StorageError::Conflict);
    }
    let mut target = Connection::open(to).map_err(|e| failed(format!("{}: {e}", to.display())))?;
    let copy = rusqlite::backup::Backup::new(&source, &mut target)?;
    copy.run_to_completion(1024, Duration::from_millis(5), None)?;
    drop(copy);
    // One file that can be carried away whole.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    let sound: String = target.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(failed(format!("the copy is not sound: {sound}")));
    }
    Ok(())
}

fn database(folder: &Path) -> PathBuf {
    folder.join("caracole.sqlite")
}

fn connect(file: &Path) -> Result<Connection, StorageError> {
    let db = Connection::open(file).map_err(|e| failed(format!("{}: {e}", file.display())))?;
    db.busy_timeout(Duration::from_secs(10))?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    // FULL: a commit has reached the disk, not only the system's cache.
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", "ON")?;
    db.set_prepared_statement_cache_capacity(32);
    Ok(db)
}

fn prepare(db: &mut Connection) -> Result<(), StorageError> {
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match version {
        0 => {
            let all = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            all.execute_batch(include_str!("schema.sql"))?;
            Ok(all.commit()?)
        }
        1 => Ok(()),
        newer => Err(failed(format!("the database has version {newer}, this program knows version 1"))),
    }
}

/// Remembers how long the server was away, so that no player's clock ran meanwhile.
fn note_outage(db: &Connection, now: Millis) -> Result<(), StorageError> {
    let seen: Option<i64> = db.query_row("SELECT at FROM alive", [], |row| row.get(0)).optional()?;
    if let Some(seen) = seen
        && now.since(Millis(seen as u64)) > OUTAGE
    {
        db.execute("INSERT OR REPLACE INTO outages VALUES (?1, ?2)", params![seen, now.0 as i64])?;
    }
    db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?1)", [now.0 as i64])?;
    Ok(())
}

fn write_all(mut db: Connection, mut jobs: mpsc::UnboundedReceiver<Job>, metrics: &Metrics) {
    let mut group = Vec::with_capacity(GROUP);
    while let Some(first) = jobs.blocking_recv() {
        group.push(first);
        while group.len() < GROUP
            && let Ok(job) = jobs.try_recv()
        {
            group.push(job);
        }
        let timer = metrics.commit_timer();
        let outcomes = write_group(&mut db, &group);
        timer.done(group.len());
        match outcomes {
            Ok(outcomes) => {
                // A caller that went away needs no answer.
                group.drain(..).zip(outcomes).for_each(|(job, outcome)| drop(job.done.send(outcome)));
            }
            Err(error) => {
                tracing::error!(%error, jobs = group.len(), "a transaction failed");
                group.drain(..).for_each(|job| drop(job.done.send(Err(error.clone()))));
            }
        }
    }
}

fn write_group(db: &mut Connection, group: &[Job]) -> Result<Vec<Result<(), StorageError>>, StorageError> {
    let mut all = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut outcomes = Vec::with_capacity(group.len());
    for job in group {
        // Dropped without commit it rolls back to here.
        let part = all.savepoint()?;
        let written = job.writes.iter().try_for_each(|write| put(&part, write));
        if written.is_ok() {
            part.commit()?;
        }
        outcomes.push(written);
    }
    all.commit()?;
    Ok(outcomes)
}

fn put(db: &Connection, write: &Write) -> Result<(), StorageError> {
    match write {
        Write::Guest(Member { user, name, .. }) => {
            db.prepare_cached("INSERT INTO users (id, name) VALUES (?1, ?2)")?
                .execute(params![user.0 as i64, name])?;
        }
        Write::Account(Account { user, name, password }) => {
            let changed = db
                .prepare_cached(
                    "UPDATE users SET name = ?2, folded = ?3, password = ?4
                     WHERE id = ?1 AND password IS NULL",
                )?
                .execute(params![user.0 as i64, name, fold(name), password])?;
            if changed == 0 {
                return Err(StorageError::Conflict);
            }
        }
        Write::Session { digest, user, expires } => {
            db.prepare_cached("INSERT INTO sessions VALUES (?1, ?2, ?3)")?.execute(params![
                digest.0,
                user.0 as i64,
                expires.0 as i64
            ])?;
        }
        Write::EndSession(digest) => {
            db.prepare_cached("DELETE FROM sessions WHERE digest = ?1")?.execute([digest.0])?;
        }
        Write::Game(game) => {
            db.prepare_cached("INSERT INTO games VALUES (?1, '', ?2, ?3, 0, 0, 0)")?.execute(params![
                game.record.id.0 as i64,
                game.setup.to_string(),
                game.seed.0.0
            ])?;
            put_record(db, &game.record)?;
        }
        Write::Record(record) => put_record(db, record)?,
        Write::Lines { game, first, lines } => {
            let mut add = db.prepare_cached("INSERT INTO lines VALUES (?1, ?2, ?3)")?;
            for (n, line) in (*first..).zip(lines) {
                add.execute(params![game.0 as i64, n as i64, line])?;
            }
        }
        Write::Chat(game, line) => {
            db.prepare_cached("INSERT INTO chat VALUES (?1, ?2, ?3)")?.execute(params![
                game.0 as i64,
                line.n as i64,
                json(line)?
            ])?;
        }
        Write::Alive(now) => {
            db.prepare_cached("INSERT OR REPLACE INTO alive VALUES (1, ?1)")?.execute([now.0 as i64])?;
            db.prepare_cached("DELETE FROM sessions WHERE expires <= ?1")?.execute([now.0 as i64])?;
        }
    }
    Ok(())
}

fn put_record(db: &Connection, record: &GameRecord) -> Result<(), StorageError> {
    let open = record.open && record.phase == Phase::Gathering;
    let watchable = record.public && !matches!(record.phase, Phase::Gathering | Phase::Abandoned);
    db.prepare_cached("UPDATE games SET record = ?2, open = ?3, watchable = ?4, updated = ?5 WHERE id = ?1")?
        .execute(params![record.id.0 as i64, json(record)?, open, watchable, record.updated.0 as i64])?;
    // Who plays changes only while a game gathers.
    if record.entries == 0 {
        db.prepare_cached("DELETE FROM players WHERE game = ?1")?.execute([record.id.0 as i64])?;
        for user in record.users() {
            db.prepare_cached("INSERT OR IGNORE INTO players VALUES (?1, ?2)")?
                .execute([user.0 as i64, record.id.0 as i64])?;
        }
    }
    Ok(())
}

fn fold(name: &str) -> String {
    name.to_lowercase()
}

fn json(value: &impl Serialize) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|e| failed(e.to_string()))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(|e| failed(format!("a kept value cannot be read: {e}")))
}

fn failed(what: String) -> StorageError {
    StorageError::Failed(what)
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => StorageError::Conflict,
            _ => failed(error.to_string()),
        }
    }
}
