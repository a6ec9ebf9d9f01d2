package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"gatehouse/state/history"
)

// firstVersion is the number of the oldest schema that is updated. Smaller numbers belong to versions
// that were not released.
const firstVersion = 14

// steps leads from firstVersion to each version of the schema after it.
var steps = []string{`
ALTER TABLE exchange ADD COLUMN spoken INTEGER NOT NULL DEFAULT 1;
ALTER TABLE exchange ADD COLUMN purpose TEXT NOT NULL DEFAULT '';
CREATE INDEX exchange_purpose ON exchange (purpose) WHERE purpose <> '';`, `
ALTER TABLE exchange ADD COLUMN changed TEXT NOT NULL DEFAULT '';
CREATE INDEX exchange_changed ON exchange (changed) WHERE changed <> '';`,
	"", // only the schema of a team changed
	`ALTER TABLE exchange ADD COLUMN fault TEXT NOT NULL DEFAULT '';
CREATE INDEX exchange_fault ON exchange (fault) WHERE fault <> '';`,
}

// version is the number of the schema, in the database's user_version.
const version = history.Version

var (
	// ErrNewer is the error of an archive that a later version of the program has written.
	ErrNewer = errors.New("it was written by a later version of gatehouse")
	// ErrOlder is the error of an archive that a version before firstVersion has written.
	ErrOlder = errors.New("written by an earlier version of gatehouse")
	// errSchemaNumber is the error of a schema whose number no version has.
	errSchemaNumber = errors.New("no version of gatehouse has the number of its schema")
)

// makeSchema makes the schema of an empty database, and updates that of an earlier version.
func makeSchema(ctx context.Context, db *sql.DB, path string) error {
	have, err := schemaNumber(ctx, db, path)
	if err != nil || have == version {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	todo := []string{newSchema}
	if have > 0 {
		todo = steps[have-firstVersion:]
	}
	for _, step := range todo {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// schemaNumber returns the number of a database's schema, 0 for an empty one. The error is why
// that schema cannot be used.
func schemaNumber(ctx context.Context, db *sql.DB, path string) (have int, err error) {
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return 0, err
	}
	switch {
	case have > version && have < version+1000: // damage makes it larger than any version will be
		return have, fmt.Errorf("%s: %w (schema %d, this version reads %d); update gatehouse, or name another folder with --data-dir", path, ErrNewer, have, version)
	case have < 0 || have > version:
		return have, errSchemaNumber
	case have > 0 && have < firstVersion:
		return have, fmt.Errorf("%w (schema %d, this version reads %d)", ErrOlder, have, version)
	}
	return have, nil
}

// newSchema makes the tables. The indexes of exchange are those of its columns.
var newSchema = `
-- An exchange's id is its start in microseconds of Unix time, moved on where that is taken:
-- the newest come first without an index of their own, in lists and in searches alike.
CREATE TABLE exchange (` + Declaration(columns, func(t history.Type) string { return t.SQLite }) + `
	deleted INTEGER -- when, in seconds of Unix time; null: it is not
) STRICT;` + indexes() + `
CREATE INDEX exchange_unexplained ON exchange (id) WHERE cache IS NULL;
CREATE INDEX exchange_deleted ON exchange (deleted) WHERE deleted IS NOT NULL;

-- The capture of an exchange. Bodies are packed; a large one is in blob, once for all
-- exchanges that have it.
CREATE TABLE capture (
	exchange   INTEGER PRIMARY KEY REFERENCES exchange (id),
	request    BLOB,
	response   BLOB,         -- the text that frames are cut from
	chunks     BLOB,         -- of response: lengths and times
	raw        BLOB,         -- the body as it came, where that was compressed
	raw_chunks BLOB,
	about      BLOB NOT NULL -- JSON: all but the bodies
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
-- it. State is JSON, packed; its meaning is the playground's business.
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
	state   BLOB NOT NULL,
	updated INTEGER NOT NULL
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

-- Each word of an exchange once. A search for words that begin so finds what all rows have
-- as soon as what few have: the index text would be gone through for every such word.
CREATE VIRTUAL TABLE beginning USING fts5(
	words,
	content = '', contentless_delete = 1, tokenize = 'unicode61', detail = 'none', prefix = '1 2 3 4 5 6 7 8'
);

-- Each path of an exchange once.
CREATE VIRTUAL TABLE path_part USING fts5(path, tokenize = 'trigram');

-- No row: all exchanges are in text and beginning, and have receipts.
CREATE TABLE unindexed (
	below INTEGER NOT NULL -- exchanges with smaller ids may not be
) STRICT;

-- Columns of which figures of very many exchanges are made, once more, by column, of a
-- thousand exchanges together (see segment.go). What changes an exchange drops its segment.
CREATE TABLE segment (
	first   INTEGER PRIMARY KEY, -- of the exchanges in it, as last
	last    INTEGER NOT NULL,
	figures BLOB NOT NULL        -- packed, as the next
) STRICT;
CREATE TABLE segment_names (
	segment   INTEGER NOT NULL,
	dimension TEXT NOT NULL,
	names     BLOB NOT NULL,
	UNIQUE (segment, dimension)
) STRICT;
CREATE TRIGGER segment_deleted AFTER DELETE ON segment BEGIN
	DELETE FROM segment_names WHERE segment = OLD.first;
END;
CREATE TRIGGER segment_insert AFTER INSERT ON exchange BEGIN
	DELETE FROM segment WHERE first = (SELECT max(first) FROM segment WHERE first <= NEW.id) AND last >= NEW.id;
END;
CREATE TRIGGER segment_update AFTER UPDATE ON exchange BEGIN
	DELETE FROM segment WHERE first = (SELECT max(first) FROM segment WHERE first <= NEW.id) AND last >= NEW.id;
END;
CREATE TRIGGER segment_delete AFTER DELETE ON exchange BEGIN
	DELETE FROM segment WHERE first = (SELECT max(first) FROM segment WHERE first <= OLD.id) AND last >= OLD.id;
END;

-- Names by which exchanges are found that others go on from, and, under another hash, those that
-- name one that is not there.
CREATE TABLE clue (
	hash     INTEGER NOT NULL,
	exchange INTEGER NOT NULL, -- which may have been removed
	PRIMARY KEY (hash, exchange)
) STRICT, WITHOUT ROWID;

CREATE TABLE prompt (
	exchange INTEGER PRIMARY KEY, -- which may have been removed
	opening  INTEGER NOT NULL,    -- hash of its beginning, which those have in common that may share a cache
	pieces   BLOB NOT NULL        -- a cache.Record
) STRICT;
CREATE INDEX prompt_opening ON prompt (opening, exchange);

-- The models that GET /models of a connection listed with other prices than before.
CREATE TABLE price_list (
	at      INTEGER NOT NULL, -- in µs of Unix time
	address TEXT NOT NULL,    -- base URL of the connection
	models  BLOB NOT NULL,    -- packed
	PRIMARY KEY (at, address)
) STRICT, WITHOUT ROWID;
`

// indexes returns the indexes of these columns.
func indexes() string {
	var b strings.Builder
	for _, c := range columns {
		kind, rows := "INDEX", ""
		switch c.Index {
		case history.NoIndex, history.Primary:
			continue
		case history.Unique:
			kind = "UNIQUE INDEX"
		case history.Filled:
			rows = " WHERE " + c.HasValue()
		}
		b.WriteString("\nCREATE " + kind + " exchange_" + c.Name + " ON exchange (" + c.Name + ")" + rows + ";")
	}
	return b.String()
}
