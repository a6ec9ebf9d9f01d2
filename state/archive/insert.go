package archive

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/run"
	"gatehouse/state/cache"
	"gatehouse/state/history"
	"gatehouse/state/report"
)

// Spool returns the spool of an exchange that will start.
func (a *Archive) Spool(about history.About) *Spool { return &Spool{archive: a, about: about} }

// Save queues a finished exchange for writing; then its spool, which may be nil, is removed. It
// returns at once. The exchange must not be folded any further. Without a capture all is read from the spool. See
// OpenBriefly for a large one.
func (a *Archive) Save(about history.About, x *state.Exchange, c *wire.Capture, spool *Spool) {
	switch {
	case a.leaves(spool), c == nil && spool.path == "":
	case c == nil:
		a.enqueue(a.savingOf(spool))
	default:
		k, path := a.prepare(about, x, c), ""
		if spool != nil {
			path = spool.path
		}
		a.enqueue(job{exchange: func() (*insertion, error) { return &k, nil }, spool: path})
	}
}

// SaveNow writes a finished exchange that has no spool, and waits for it. If it cannot be written,
// it goes to a spool for the next start.
func (a *Archive) SaveNow(ctx context.Context, about history.About, x *state.Exchange, c *wire.Capture) {
	k := a.prepare(about, x, c)
	if err := a.wait(ctx, func() error { return a.insert(&k) }); err != nil {
		a.report(err)
		a.Spool(about).complete(c)
	}
}

// inserts are the prepared statements that write an exchange: parsing took a tenth of the time of an
// insertion. SQLite prepares a statement again for each value of LIMIT ?, so theirs are sums.
type inserts struct {
	byName, byKey, byPath, path, entry, capture, text, beginning, prompt, uses, unexplain, unexplainNext *sql.Stmt

	bySession, byHash, children, inRun, lastRun, setRun, clue *sql.Stmt // see runs.go
}

func (i *inserts) prepare(ctx context.Context, db *sql.DB) (err error) {
	for _, s := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&i.byName, "SELECT 1 FROM exchange WHERE name = ?"},
		{&i.byKey, "SELECT 1 FROM exchange WHERE id = ?"},
		{&i.byPath, "SELECT 1 FROM exchange WHERE path = ?"},
		{&i.path, "INSERT INTO path_part (path) VALUES (?)"},
		{&i.entry, "INSERT INTO exchange (" + selected + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")"},
		{&i.capture, "INSERT INTO capture (exchange, about, request, response, chunks, raw, raw_chunks) VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&i.text, "INSERT INTO text (rowid, prompts, answers, thoughts, calls, documents) VALUES (?, ?, ?, ?, ?, ?)"},
		{&i.beginning, "INSERT INTO beginning (rowid, words) VALUES (?, ?)"},
		{&i.prompt, "INSERT OR REPLACE INTO prompt (exchange, opening, pieces) VALUES (?, ?, ?)"},
		{&i.uses, usesQuery},
		{&i.unexplain, `UPDATE exchange SET cache = NULL WHERE id IN (SELECT exchange FROM prompt WHERE opening = ?1 AND exchange > ?2 ORDER BY exchange LIMIT 0 + ?3)`},
		{&i.unexplainNext, "UPDATE exchange SET cache = NULL WHERE run = (SELECT run FROM exchange WHERE id = ?1) AND id > ?1 AND id - gap = ?1"},
		{&i.bySession, "SELECT " + memberColumns + " FROM exchange WHERE session = ?1 AND id <> ?2 AND (?3 OR +run IS NOT NULL) LIMIT 1"},
		{&i.byHash, "SELECT " + memberColumns + " FROM (SELECT exchange FROM clue WHERE hash = ?1 ORDER BY exchange DESC LIMIT 1000) CROSS JOIN exchange ON id = exchange" +
			" WHERE ?2 OR session IN (?3, ?4) LIMIT 0 + ?5"},
		{&i.children, "SELECT " + memberColumns + " FROM exchange WHERE run = (SELECT run FROM exchange WHERE id = ?1) AND id > ?1 AND id - gap = ?1"},
		{&i.inRun, "SELECT " + memberColumns + " FROM exchange WHERE run = ?"},
		{&i.lastRun, "SELECT coalesce(max(run), 0) FROM exchange WHERE run IS NOT NULL"},
		{&i.setRun, "UPDATE exchange SET run = ?, gap = ?, joined = ? WHERE id = ?"},
		{&i.clue, "INSERT OR IGNORE INTO clue (hash, exchange) VALUES (?, ?)"},
	} {
		if *s.to, err = db.PrepareContext(ctx, s.query); err != nil {
			return err
		}
	}
	return nil
}

// insertion is an exchange that will be written.
type insertion struct {
	entry   history.Entry
	text    history.Text
	clues   run.Clues
	record  *cache.Record // nil: it sent no prompt
	capture *wire.Capture // nil: it is lost
	spooled *spoolReader  // where its bodies are read; nil: in the capture
	mark    *mark         // nil: Options.Share decides whether it is shared
}

func (a *Archive) prepare(about history.About, x *state.Exchange, c *wire.Capture) insertion {
	bill := report.ReceiptOf(report.SubjectOf(x, c, about, a.Prices(context.Background())))
	k := insertion{history.Of(about, x, c), history.TextOf(x, c), run.CluesOf(about.Session, x, c), cache.RecordOf(x, c, bill), c, nil, nil}
	k.entry.Receipt = bill.Names()
	return k
}

// insert writes exchanges in one transaction. It skips one that is there already, as after a kill
// between the insertion and the removal of the spool.
func (a *Archive) insert(all ...*insertion) error {
	return a.writeTx(context.Background(), func(tx *sql.Tx) error {
		for _, k := range all {
			if err := a.insertOne(tx, k); err != nil {
				return err
			}
		}
		return nil
	})
}

func (a *Archive) insertOne(tx *sql.Tx, k *insertion) error {
	if there, err := hasRow(tx.Stmt(a.db().inserts.byName).QueryRow(k.entry.ID)); there || err != nil {
		return err
	}
	id, err := a.freeKey(tx, k.entry.Start)
	if err != nil {
		return err
	}
	if err := a.join(tx, id, &k.entry, &k.clues); err != nil {
		return err
	}
	if err := a.explain(tx, id, &k.entry, k.record); err != nil {
		return err
	}
	if err := a.insertEntry(tx, id, &k.entry); err != nil {
		return err
	}
	if err := a.markIfShared(tx, id, k); err != nil {
		return err
	}
	if err := a.unexplain(tx, id, k.record); err != nil {
		return err
	}
	a.unsealed++
	if k.capture != nil {
		if err := a.insertCapture(tx, id, k); err != nil {
			return err
		}
	}
	if err := a.insertText(tx, id, &k.text); err != nil {
		return err
	}
	return a.insertBeginnings(tx, id, &k.text)
}

// freeKey returns the first free key at or after a time.
func (a *Archive) freeKey(tx *sql.Tx, start time.Time) (int64, error) {
	for id := start.UnixMicro(); ; id++ {
		if there, err := hasRow(tx.Stmt(a.db().inserts.byKey).QueryRow(id)); !there || err != nil {
			return id, err
		}
	}
}

func (a *Archive) insertEntry(tx *sql.Tx, id int64, e *history.Entry) error {
	if err := a.insertPath(tx, e.Path); err != nil {
		return err
	}
	_, err := tx.Stmt(a.db().inserts.entry).Exec(history.Values(columns, id, e)...)
	return err
}

// insertPath adds a path to the table that is searched by parts of paths, unless it is there. Asking
// and inserting in one statement would make FTS5 write out what the transaction inserted so far.
func (a *Archive) insertPath(tx *sql.Tx, path string) error {
	if path == "" {
		return nil
	}
	there, err := hasRow(tx.Stmt(a.db().inserts.byPath).QueryRow(path))
	if err == nil && !there {
		_, err = tx.Stmt(a.db().inserts.path).Exec(path)
	}
	return err
}

func (a *Archive) insertCapture(tx *sql.Tx, id int64, k *insertion) error {
	c, s := k.capture, k.spooled
	text, raw := piecesOf(c.Text()), piecesOf(&c.Body)
	form, err := a.packer.Form(c)
	if s != nil {
		text, raw = s.bodyOf(recordChunk), s.bodyOf(recordRaw)
		form.Chunks, form.RawChunks = a.packer.packChunks(s.text), a.packer.packChunks(s.raw)
	}
	if err != nil {
		return err
	}
	request, err := a.storeBody(tx, id, int64(len(c.Sent.Body)), slices.Values([][]byte{c.Sent.Body}))
	if err != nil {
		return err
	}
	response, err := a.storeBody(tx, id, c.Text().Len(), text)
	if err != nil {
		return err
	}
	var packed []byte
	if c.Decoded != nil {
		if packed, err = a.storeBody(tx, id, c.Body.Len(), raw); err != nil {
			return err
		}
	}
	if s != nil && s.err != nil {
		return s.err
	}
	_, err = tx.Stmt(a.db().inserts.capture).Exec(id, form.About, request, response, form.Chunks, packed, form.RawChunks)
	return err
}

// Import writes an exchange of another program, and waits for it. added is false if the archive has
// its ID; a deleted one is restored. It joins no session of this archive, with which it would be
// shared: a session that has its name gets a prefix.
func (a *Archive) Import(ctx context.Context, about history.About, x *state.Exchange, c *wire.Capture) (added bool, err error) {
	k := a.prepare(about, x, c)
	var wrote atomic.Bool // the work may end after the wait for it
	err = a.wait(ctx, func() error {
		var deleted sql.NullInt64
		err := a.db().write.QueryRow("SELECT deleted FROM exchange WHERE name = ?", k.entry.ID).Scan(&deleted)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			if k.entry.Session, err = a.foreignSession(k.entry.Session); err == nil {
				err = a.insert(&k)
			}
		case err == nil && deleted.Valid:
			_, err = a.db().write.Exec("UPDATE exchange SET deleted = NULL WHERE name = ?", k.entry.ID)
		case err == nil:
			return nil
		}
		wrote.Store(err == nil)
		return err
	})
	return wrote.Load(), err
}

// foreignSession returns the name of an imported session, with a prefix if a conversation or an
// exchange that was made here has it.
func (a *Archive) foreignSession(name string) (string, error) {
	for name != "" {
		taken, err := hasRow(a.db().write.QueryRow("SELECT 1 FROM exchange WHERE session = ?1 AND origin != ?2 UNION ALL SELECT 1 FROM session WHERE id = ?1 LIMIT 1",
			name, history.Import))
		if !taken || err != nil {
			return name, err
		}
		name = "import-" + name
	}
	return "", nil
}
