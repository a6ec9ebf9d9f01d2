package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrNewer is the error of an archive that a later version of the program has written.
var ErrNewer = errors.New("it was written by a later version of gatehouse")

const databaseName = "history.db"

// firstSchema makes an empty database the first version of the archive.
const firstSchema = `
-- An exchange's id is its start in microseconds of Unix time, moved on where that is taken:
-- the newest come first without an index of their own, in lists and in searches alike.
CREATE TABLE exchange (
	id         INTEGER PRIMARY KEY,
	name       TEXT NOT NULL UNIQUE, -- what people call it by
	origin     TEXT NOT NULL,        -- playground, send, rerank, proxy, import, check, replay
	kind       TEXT NOT NULL,        -- responses, rerank, chat, messages, other
	connection TEXT NOT NULL,        -- a profile's name, "local", or empty
	base_url   TEXT NOT NULL,
	service    TEXT NOT NULL,
	session    TEXT NOT NULL,        -- empty: it belongs to none
	turn       INTEGER NOT NULL,
	asked      TEXT NOT NULL,        -- model
	served     TEXT NOT NULL,        -- model; empty: not reported
	provider   TEXT NOT NULL,
	verdict    TEXT NOT NULL,
	reason     TEXT NOT NULL,
	status     INTEGER NOT NULL,     -- HTTP; 0: no head came
	ttfb       INTEGER,              -- microseconds after the start, as all times
	ttft       INTEGER,
	total      INTEGER,
	input      INTEGER,              -- tokens
	cached     INTEGER,
	output     INTEGER,
	reasoning  INTEGER,
	estimated  INTEGER NOT NULL,     -- output is an estimate
	tokens     INTEGER,              -- input + output
	cost       REAL,
	attempts   INTEGER,
	guardrails TEXT NOT NULL,        -- names, each between commas: ,a,b,
	tools      TEXT NOT NULL,        -- likewise
	warnings   TEXT NOT NULL,        -- codes, likewise
	size       INTEGER NOT NULL,     -- bytes, of what was sent and what came
	words      TEXT NOT NULL,        -- the first of the answer, else of the request
	deleted    INTEGER               -- when, in seconds of Unix time; null: it is not
) STRICT;
CREATE INDEX exchange_asked ON exchange (asked);
CREATE INDEX exchange_served ON exchange (served);
CREATE INDEX exchange_provider ON exchange (provider);
CREATE INDEX exchange_verdict ON exchange (verdict);
CREATE INDEX exchange_status ON exchange (status);
CREATE INDEX exchange_origin ON exchange (origin);
CREATE INDEX exchange_session ON exchange (session, turn);
CREATE INDEX exchange_tokens ON exchange (tokens);
CREATE INDEX exchange_cost ON exchange (cost);
CREATE INDEX exchange_ttft ON exchange (ttft);
CREATE INDEX exchange_total ON exchange (total);
CREATE INDEX exchange_guardrails ON exchange (guardrails) WHERE guardrails <> '';
CREATE INDEX exchange_tools ON exchange (tools) WHERE tools <> '';
CREATE INDEX exchange_deleted ON exchange (deleted) WHERE deleted IS NOT NULL;

-- The capture of an exchange. Bodies are packed; a large one is in blob, once for all
-- exchanges that have it.
CREATE TABLE capture (
	exchange   INTEGER PRIMARY KEY REFERENCES exchange (id),
	about      BLOB NOT NULL, -- JSON: all but the bodies
	request    BLOB,
	response   BLOB,          -- the text that frames are cut from
	chunks     BLOB,          -- of response: lengths and times
	raw        BLOB,          -- the body as it came, where that was compressed
	raw_chunks BLOB
) STRICT;

CREATE TABLE blob (
	hash BLOB PRIMARY KEY, -- SHA-256 of the plain bytes
	data BLOB NOT NULL     -- packed
) STRICT, WITHOUT ROWID;

CREATE TABLE blob_use (
	exchange INTEGER NOT NULL REFERENCES exchange (id),
	hash     BLOB NOT NULL REFERENCES blob (hash),
	PRIMARY KEY (exchange, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX blob_use_hash ON blob_use (hash);

-- What a person had on the screen in one run of the playground, and the conversations in
-- it. State is JSON, packed; what it says is the playground's business.
CREATE TABLE run (
	id      TEXT PRIMARY KEY, -- of the program among those that have the archive open
	updated INTEGER NOT NULL, -- microseconds of Unix time
	title   TEXT NOT NULL,
	detail  TEXT NOT NULL,
	state   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX run_updated ON run (updated);

CREATE TABLE session (
	id      TEXT PRIMARY KEY,
	updated INTEGER NOT NULL,
	state   BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_updated ON session (updated);

CREATE TABLE turn (
	session TEXT NOT NULL,
	id      INTEGER NOT NULL,
	state   BLOB NOT NULL,
	PRIMARY KEY (session, id)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE text USING fts5 (
	prompts, answers, thoughts, calls, documents,
	content = '', contentless_delete = 1, tokenize = 'unicode61'
);
`

// openDatabase opens the database, sets a damaged one aside, and brings the schema up to
// date. One program does so at a time.
func (a *Archive) openDatabase(ctx context.Context) error {
	lock := flock.New(filepath.Join(a.dir, "history.lock"), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return err
	}
	defer lock.Unlock()
	path := filepath.Join(a.dir, databaseName)
	err := a.connect(ctx, path)
	if damaged(err) {
		aside, moved := setAside(path)
		if moved != nil {
			return errors.Join(err, moved)
		}
		a.notice(fmt.Errorf("%s is damaged (%w); it was renamed to %s and a new one was begun", path, err, aside))
		err = a.connect(ctx, path)
	}
	return err
}

// connect opens the database at path and brings its schema up to date.
func (a *Archive) connect(ctx context.Context, path string) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // SQLite would make it readable for all
	if err != nil {
		return err
	}
	f.Close()
	if err := a.narrow(path, 0o600); err != nil {
		return err
	}
	if a.write, err = openSQLite(path, 1); err != nil {
		return err
	}
	if err = a.migrate(ctx, path); err == nil {
		err = a.inserts.prepare(ctx, a.write)
	}
	if err != nil {
		a.write.Close()
		return err
	}
	a.read, err = openSQLite(path, 4)
	return err
}

func openSQLite(path string, connections int) (*sql.DB, error) {
	options := url.Values{"_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(NORMAL)", "secure_delete(FAST)", "mmap_size(268435456)",
	}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String())
	if err == nil {
		db.SetMaxOpenConns(connections)
	}
	return db, err
}

func newer(path string, have int) error {
	return fmt.Errorf("%s: %w (schema %d, this version reads %d); update gatehouse, or name another folder with --data-dir", path, ErrNewer, have, version)
}

// damaged reports whether an error says that the file is no database any more.
func damaged(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

// setAside renames a database and what belongs to it. Nothing is deleted.
func setAside(path string) (aside string, err error) {
	aside = path + ".damaged-" + time.Now().Format("20060102-150405.000")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if e := os.Rename(path+suffix, aside+suffix); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return aside, err
}
