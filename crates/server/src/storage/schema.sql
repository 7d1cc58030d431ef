CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT UNIQUE,
    password TEXT
) STRICT;
CREATE TABLE sessions (
    digest BLOB PRIMARY KEY,
    user INTEGER NOT NULL REFERENCES users (id),
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_expire ON sessions (expires);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    setup TEXT NOT NULL,
    seed BLOB NOT NULL,
    open INTEGER NOT NULL,
    watchable INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;
CREATE INDEX games_open ON games (updated) WHERE open;
CREATE INDEX games_watchable ON games (updated) WHERE watchable;
CREATE TABLE players (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_game ON players (game);
CREATE TABLE lines (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE chat (
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;
CREATE TABLE outages (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
PRAGMA user_version = 1;
