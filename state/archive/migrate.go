package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/history"
)

// migrations leads from each version of the schema to the next, without loss. The first
// makes an empty database the first version.
var migrations = []migration{{schema: firstSchema}, requests, lastedColumn, unknowns, beginnings, deviations, statistics, runs, caches, receipts, costs}

// version is that of the schema, in the database's user_version.
var version = len(migrations)

// migration is a step to the next version.
type migration struct {
	schema  string
	fill    func(context.Context, *sql.Tx) error // gives new columns what the captures tell; nil: nothing does
	indexes string                               // made when the columns are filled
}

func (m migration) do(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, m.schema); err != nil {
		return err
	}
	if m.fill != nil {
		if err := m.fill(ctx, tx); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, m.indexes)
	return err
}

// requests has the history say what was asked for, by which program and of which target,
// and the status that the proxy gave where no answer came.
var requests = migration{
	schema: `
ALTER TABLE exchange ADD COLUMN method   TEXT NOT NULL DEFAULT '';
ALTER TABLE exchange ADD COLUMN path     TEXT NOT NULL DEFAULT '';   -- that was asked, without parameters
ALTER TABLE exchange ADD COLUMN caller   TEXT NOT NULL DEFAULT '';   -- address and User-Agent; empty: it is ours
ALTER TABLE exchange ADD COLUMN target   TEXT NOT NULL DEFAULT '';   -- its name, of several of a proxy
ALTER TABLE exchange ADD COLUMN by_proxy INTEGER NOT NULL DEFAULT 0; -- the status is the proxy's own: no head came
`,
	fill: fillRequests,
	indexes: `
CREATE INDEX exchange_method ON exchange (method);
CREATE INDEX exchange_path ON exchange (path);
CREATE INDEX exchange_caller ON exchange (caller);
`,
}

// unknowns has the history say which exchanges are of a time that is not known. Those that
// were imported without an answer had been given a verdict.
var unknowns = migration{schema: `
ALTER TABLE exchange ADD COLUMN undated INTEGER NOT NULL DEFAULT 0; -- id is the time of the file that it was imported from
UPDATE capture SET about = CAST(json_set(CAST(about AS TEXT), '$.Lacks', json('{"answer":true}')) AS BLOB)
WHERE response IS NULL AND raw IS NULL
	AND exchange IN (SELECT id FROM exchange WHERE origin = 'import' AND verdict IN ('failed', 'truncated'))
	AND CASE WHEN json_valid(CAST(about AS TEXT)) THEN json_extract(CAST(about AS TEXT), '$.End.Cause') = 'unread'
		OR json_extract(CAST(about AS TEXT), '$.End.Message') = 'only the request was imported; nothing is known of an answer' END;
UPDATE exchange SET verdict = 'unknown', reason = '', status = CASE status WHEN 0 THEN -1 ELSE status END
WHERE origin = 'import' AND verdict IN ('failed', 'truncated') AND status < 300 AND id IN (SELECT exchange FROM capture
	WHERE CASE WHEN json_valid(CAST(about AS TEXT)) THEN json_extract(CAST(about AS TEXT), '$.Lacks.answer') END);
`}

// lastedColumn has the history say when an exchange ended, which may be long after its last byte.
var lastedColumn = migration{
	schema: "ALTER TABLE exchange ADD COLUMN lasted INTEGER;",
	fill: func(ctx context.Context, tx *sql.Tx) error {
		return fill(ctx, tx, "UPDATE exchange SET lasted = ? WHERE id = ?", func(c *wire.Capture) []any {
			if c.End == nil {
				return []any{nil}
			}
			return []any{orNull(c.End.AtUS)}
		})
	},
	indexes: "CREATE INDEX exchange_lasted ON exchange (lasted);",
}

func fillRequests(ctx context.Context, tx *sql.Tx) error {
	const update = "UPDATE exchange SET method = ?, path = ?, caller = ?, status = ?, by_proxy = ? WHERE id = ?"
	return fill(ctx, tx, update, func(c *wire.Capture) []any {
		r := history.RequestOf(c)
		status, byProxy := history.StatusOf(nil, c)
		return []any{r.Method, r.Path, r.Caller, status, byProxy}
	})
}

// beginnings has words found by how they begin, and paths by any part of them. The exchanges
// that are there already are indexed bit by bit: see indexSome.
var beginnings = migration{
	schema: `
-- Each word of an exchange once. A search for words that begin so finds what all rows have
-- as soon as what few have: the index text would be gone through for every such word.
CREATE VIRTUAL TABLE beginning USING fts5(
	words,
	content = '', contentless_delete = 1, tokenize = 'unicode61', detail = 'none', prefix = '1 2 3 4 5 6 7 8'
);

-- Each path of an exchange once.
CREATE VIRTUAL TABLE path_part USING fts5(path, tokenize = 'trigram');
INSERT INTO path_part (path) SELECT DISTINCT path FROM exchange WHERE path <> '';

-- No row: all exchanges are in text and beginning.
CREATE TABLE unindexed (
	below INTEGER NOT NULL -- exchanges with smaller ids may not be
) STRICT;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// deviations has the history say what lint found. The exchanges that are there already are
// looked at bit by bit: see indexSome.
var deviations = migration{schema: `
ALTER TABLE exchange ADD COLUMN lint TEXT; -- levels and rules, each between commas; null: not looked at
CREATE INDEX exchange_lint ON exchange (lint) WHERE lint <> '';
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// statistics has the history give figures of very many exchanges: it keeps the columns that
// they are made of once more, by column, of so many exchanges together (see segment.go). What
// changes an exchange drops the segment that it is in. The speed of the exchanges that are there
// already is worked out bit by bit: see indexSome.
var statistics = migration{schema: `
ALTER TABLE exchange ADD COLUMN rate INTEGER; -- output tokens a second, in thousandths
ALTER TABLE exchange ADD COLUMN looked INTEGER NOT NULL DEFAULT 0; -- the schema by which its capture was read for the columns
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;

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
` + dropping("INSERT", "NEW") + dropping("UPDATE", "NEW") + dropping("DELETE", "OLD")}

// runs has the history put exchanges into runs: see runs.go. Those that are there already are
// looked at bit by bit: see indexSome.
var runs = migration{schema: `
ALTER TABLE exchange ADD COLUMN run     INTEGER; -- null: it is in none
ALTER TABLE exchange ADD COLUMN gap     INTEGER; -- microseconds from the start of the exchange that it goes on from, which may have been removed
ALTER TABLE exchange ADD COLUMN joined  INTEGER; -- why it is in its run: a run.Evidence
ALTER TABLE exchange ADD COLUMN calls   INTEGER; -- of tools, in the answer
ALTER TABLE exchange ADD COLUMN thought INTEGER; -- microseconds from the first token to the first that is no reasoning
CREATE INDEX exchange_run ON exchange (run) WHERE run IS NOT NULL;

-- Names by which exchanges are found that others go on from, and, under another hash, those that
-- name one that is not there.
CREATE TABLE clue (
	hash     INTEGER NOT NULL,
	exchange INTEGER NOT NULL, -- which may have been removed
	PRIMARY KEY (hash, exchange)
) STRICT, WITHOUT ROWID;
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// caches has the history say what became of the part of a prompt that may have been in a
// provider's cache: see caches.go. The exchanges that are there already are looked at bit by bit.
var caches = migration{schema: `
ALTER TABLE exchange ADD COLUMN cache TEXT; -- a cache.Verdict; empty: it sent no prompt; null: to be worked out
ALTER TABLE exchange ADD COLUMN lost  REAL; -- dollars that were paid for what was not read
CREATE INDEX exchange_cache ON exchange (cache) WHERE cache <> '';
CREATE INDEX exchange_unexplained ON exchange (id) WHERE cache IS NULL;

CREATE TABLE prompt (
	exchange INTEGER PRIMARY KEY, -- which may have been removed
	opening  INTEGER NOT NULL,    -- hash of its beginning, which those have in common that may share a cache
	pieces   BLOB NOT NULL        -- a cache.Record
) STRICT;
CREATE INDEX prompt_opening ON prompt (opening, exchange);
DELETE FROM segment; -- they lack what was lost
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// receipts has the history say how the cost of an exchange stands to what its prices come to, and
// keep the lists that the prices are from. The exchanges that are there already are looked at bit
// by bit: see indexSome.
var receipts = migration{schema: `
ALTER TABLE exchange ADD COLUMN receipt TEXT; -- a receipt.Result and codes, each between commas; null: not computed
CREATE INDEX exchange_receipt ON exchange (receipt) WHERE receipt <> '';

-- What GET /models of a connection said, as far as it did not say the same before.
CREATE TABLE price_list (
	address TEXT NOT NULL,    -- base URL of the connection
	at      INTEGER NOT NULL, -- in µs of Unix time
	models  BLOB NOT NULL     -- packed
) STRICT;
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// costs has the history say what an exchange cost where another member than cost, or a header, says so.
// The exchanges that are there already are looked at bit by bit: see indexSome.
var costs = migration{schema: `
DELETE FROM unindexed;
INSERT INTO unindexed SELECT max(id) + 1 FROM exchange HAVING count(*) > 0;
`}

// dropping drops the segment of an exchange that changes.
func dropping(event, row string) string {
	return fmt.Sprintf(`CREATE TRIGGER segment_%s AFTER %[1]s ON exchange BEGIN
	DELETE FROM segment WHERE first = (SELECT max(first) FROM segment WHERE first <= %[2]s.id) AND last >= %[2]s.id;
END;
`, event, row)
}

// fillBatch is how many captures are read before their exchanges are written.
const fillBatch = 1000

// fill updates every exchange with the values that its capture gives, which has no bodies
// here. The id is the statement's last argument.
func fill(ctx context.Context, tx *sql.Tx, statement string, values func(*wire.Capture) []any) error {
	update, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return err
	}
	defer update.Close()
	for after := int64(-1); ; {
		batch, last, err := capturesAfter(ctx, tx, after)
		if err != nil || len(batch) == 0 {
			return err
		}
		after = last
		for id, c := range batch {
			if c == nil {
				continue
			}
			if _, err := update.ExecContext(ctx, append(values(c), id)...); err != nil {
				return err
			}
		}
	}
}

// capturesAfter reads captures, without bodies, from the first key on that is larger.
// One whose record cannot be read is nil: its exchange stays as it is.
func capturesAfter(ctx context.Context, tx *sql.Tx, after int64) (batch map[int64]*wire.Capture, last int64, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT exchange, about FROM capture WHERE exchange > ? ORDER BY exchange LIMIT ?", after, fillBatch)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	batch = map[int64]*wire.Capture{}
	for rows.Next() {
		var about []byte
		if err := rows.Scan(&last, &about); err != nil {
			return nil, 0, err
		}
		var ac aboutCapture
		batch[last] = nil
		if json.Unmarshal(about, &ac) == nil {
			batch[last] = &wire.Capture{Sent: ac.Sent, Head: ac.Head, End: ac.End}
			ac.Caller.restore(batch[last])
		}
	}
	return batch, last, rows.Err()
}

// ErrUpdating is reported when the schema is about to be brought to this version. The next
// report says how that ended.
var ErrUpdating = errors.New("the history is being brought up to date; a large one takes a while")

// errSchemaNumber is the error of a schema whose number no version has.
var errSchemaNumber = errors.New("its version is none")

// migrate brings the schema to this version. An archive with something in it is copied
// before it is changed. That it begins is reported, since it may take long, and
// where the copy is.
func (a *Archive) migrate(ctx context.Context, db *sql.DB, path string) error {
	var have int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return err
	}
	switch {
	case have > version && have < version+1000: // no version will be as far as damage makes it
		return newer(path, have)
	case have > version || have < 0:
		return errSchemaNumber
	case have == version:
		return nil
	case have == 0:
		return migrateFrom(ctx, db, have)
	}
	a.notice(ErrUpdating)
	backup := fmt.Sprintf("%s.v%d-%s", path, have, time.Now().Format(asideTime))
	if err := copyTo(ctx, db, backup); err != nil {
		return fmt.Errorf("no copy could be made before the archive is brought up to date: %w", err)
	}
	if err := migrateFrom(ctx, db, have); err != nil {
		return errors.Join(err, os.Remove(backup))
	}
	a.notice(fmt.Errorf("the history was brought up to date for this version; %s is a copy from before, which you can delete", backup))
	return nil
}

// copyTo copies a database to a new file, which is not left where that failed.
func copyTo(ctx context.Context, db *sql.DB, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // SQLite would make it readable for all
	if err != nil {
		return err
	}
	f.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

func migrateFrom(ctx context.Context, db *sql.DB, have int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, m := range migrations[have:] {
		if err := m.do(ctx, tx); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}
