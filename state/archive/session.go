package archive

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/gofrs/flock"
)

// Run is what was on the screen when a run of the playground ended.
type Run struct {
	ID      string
	Updated time.Time
	Title   string // of the conversation that was shown
	Detail  string // what it contains, in words
	State   []byte
}

// Session is a conversation: its state, and its changed turns.
type Session struct {
	ID    string
	State []byte
	Turns []SessionTurn
}

// SessionTurn is a turn of a conversation.
type SessionTurn struct {
	ID    int
	State []byte
}

// SaveSession saves a conversation. It returns at once; Lost counts what could not be written.
func (a *Archive) SaveSession(s Session) {
	now := time.Now().UnixMicro()
	a.began.CompareAndSwap(0, now)
	a.enqueue(job{do: func() (err error) {
		defer a.countLost(&err)
		return a.writeTx(context.Background(), func(tx *sql.Tx) error {
			_, err := tx.Exec("INSERT INTO session (id, updated, state) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, state = excluded.state",
				s.ID, now, a.packer.Pack(s.State))
			for _, t := range s.Turns {
				if err == nil {
					_, err = tx.Exec("INSERT INTO turn (session, id, state) VALUES (?, ?, ?) ON CONFLICT (session, id) DO UPDATE SET state = excluded.state",
						s.ID, t.ID, a.packer.Pack(t.State))
				}
			}
			return err
		})
	}})
}

func (a *Archive) countLost(err *error) {
	if *err != nil {
		a.lost.Add(1)
	}
}

// SaveRun saves the screen of this program. It returns at once; Lost counts what could not be
// written.
func (a *Archive) SaveRun(title, detail string, state []byte) {
	now := time.Now().UnixMicro()
	a.began.CompareAndSwap(0, now)
	a.enqueue(job{do: func() (err error) {
		defer a.countLost(&err)
		_, err = a.db().write.Exec(`INSERT INTO run (id, updated, title, detail, state) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, title = excluded.title, detail = excluded.detail, state = excluded.state`,
			a.instance, now, title, detail, a.packer.Pack(state))
		return err
	}})
}

// DropRun deletes a run, as when this program continues it.
func (a *Archive) DropRun(id string) {
	a.enqueue(job{do: func() error {
		_, err := a.db().write.Exec("DELETE FROM run WHERE id = ?", id)
		return err
	}})
}

// maxRuns is how many ended runs are offered.
const maxRuns = 30

// Runs returns the last runs of ended programs, the newest first. It waits until the spools of
// killed programs are added, since runs refer to them.
func (a *Archive) Runs(ctx context.Context) (runs []Run, err error) {
	if err := a.Flush(ctx); err != nil {
		return nil, err
	}
	return reading(ctx, a, func(db *sql.DB) (runs []Run, err error) {
		var r Run
		var updated int64
		var state []byte
		const statement = "SELECT id, updated, title, detail, state FROM run ORDER BY updated DESC LIMIT ?"
		err = queryRows(ctx, db, statement, []any{maxRuns}, []any{&r.ID, &updated, &r.Title, &r.Detail, &state}, func() (err error) {
			if a.running(r.ID) {
				return nil
			}
			r.Updated = time.UnixMicro(updated)
			r.State, err = a.packer.Unpack(nil, state)
			runs = append(runs, r)
			return err
		})
		return runs, err
	})
}

// running reports whether a program with the archive open still runs: its lock is held.
func (a *Archive) running(instance string) bool {
	if instance == a.instance {
		return true
	}
	lock := flock.New(a.lockPath(instance), flock.SetFlag(0))
	ok, err := lock.TryLock()
	if err != nil {
		return false // there is no such file: it ended as it should
	}
	if ok {
		lock.Unlock()
	}
	return !ok
}

// Session reads a conversation. The error is ErrNone if there is none.
func (a *Archive) Session(ctx context.Context, id string) (Session, error) {
	return reading(ctx, a, func(db *sql.DB) (Session, error) { return a.session(ctx, db, id) })
}

func (a *Archive) session(ctx context.Context, db *sql.DB, id string) (s Session, err error) {
	s.ID = id
	err = db.QueryRowContext(ctx, "SELECT state FROM session WHERE id = ?", id).Scan(&s.State)
	if errors.Is(err, sql.ErrNoRows) {
		return s, ErrNone
	}
	if err != nil {
		return s, err
	}
	if s.State, err = a.packer.Unpack(nil, s.State); err != nil {
		return s, err
	}
	var t SessionTurn
	var state []byte
	err = queryRows(ctx, db, "SELECT id, state FROM turn WHERE session = ? ORDER BY id", []any{id}, []any{&t.ID, &state}, func() (err error) {
		t.State, err = a.packer.Unpack(nil, state)
		s.Turns = append(s.Turns, t)
		return err
	})
	return s, err
}
