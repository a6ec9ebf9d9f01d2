package archive

import (
	"context"
	"database/sql"

	"gatehouse/state/answer/run"
	"gatehouse/state/history"
)

const memberColumns = "id, id + max(coalesce(lasted, 0), coalesce(total, 0)), coalesce(run, 0), coalesce(id - gap, 0), coalesce(joined, 0), session"

// join adds an exchange to its run. It writes changes of others; those of the exchange are in e,
// since its row may not be there yet.
func (a *Archive) join(tx *sql.Tx, id int64, e *history.Entry, c *run.Clues) error {
	m := run.Member{Key: id, End: id + max(e.LastedUS, e.TotalUS, 0), Run: e.Run, Parent: e.Parent, By: e.Joined}
	b := book{tx: tx, do: &a.db().inserts, member: m}
	if err := run.Join(&b, m, *c); err != nil {
		return err
	}
	e.Run, e.Parent, e.Joined = b.member.Run, b.member.Parent, b.member.By
	return nil
}

var runColumns = history.ColumnsOf("run", "gap", "joined")

// book is the run.Book of an archive while an exchange joins its run.
type book struct {
	tx     *sql.Tx
	do     *inserts
	member run.Member // the joining exchange
	last   int64      // the run that was made last; 0 for none
}

func (b *book) members(s *sql.Stmt, args ...any) (list []run.Member, err error) {
	rows, err := b.tx.Stmt(s).Query(args...)
	if err != nil {
		return nil, err
	}
	var m run.Member
	var evidence int64
	err = eachRow(rows, []any{&m.Key, &m.End, &m.Run, &m.Parent, &evidence, &m.Session}, func() error {
		if m.By = run.EvidenceOf(evidence); m.Key != b.member.Key {
			list = append(list, m)
		}
		return nil
	})
	return list, err
}

// Of finds an exchange of a session, preferably one in a run.
func (b *book) Of(session string) (m run.Member, ok bool, err error) {
	for _, alone := range []bool{false, true} {
		list, err := b.members(b.do.bySession, session, b.member.Key, alone)
		if err != nil || len(list) > 0 {
			return append(list, m)[0], err == nil, err
		}
	}
	return m, false, nil
}

// Named finds the latest exchanges with a name.
func (b *book) Named(h run.Hash, sessions ...string) ([]run.Member, error) {
	if len(sessions) == 0 {
		return b.members(b.do.byHash, int64(h), true, "", "", run.MaxNamed)
	}
	return b.members(b.do.byHash, int64(h), false, sessions[0], sessions[len(sessions)-1], run.MaxNamed)
}

// Children returns the exchanges that continue an exchange.
func (b *book) Children(key int64) ([]run.Member, error) { return b.members(b.do.children, key) }

// In returns the exchanges of a run.
func (b *book) In(of int64) ([]run.Member, error) {
	list, err := b.members(b.do.inRun, of)
	if err == nil && b.member.Run == of {
		list = append(list, b.member)
	}
	return list, err
}

// Begin numbers a new run.
func (b *book) Begin() (int64, error) {
	var last int64
	err := b.tx.Stmt(b.do.lastRun).QueryRow().Scan(&last)
	b.last = max(b.last, last) + 1
	return b.last, err
}

// Put writes the run of an exchange.
func (b *book) Put(m run.Member) error {
	if m.Key == b.member.Key {
		b.member = m
		return nil
	}
	e := history.Entry{Key: m.Key, Run: m.Run, Parent: m.Parent, Joined: m.By}
	_, err := b.tx.Stmt(b.do.setRun).Exec(append(history.Values(runColumns, m.Key, &e), m.Key)...)
	return err
}

// Name adds a name of an exchange.
func (b *book) Name(key int64, h run.Hash) error {
	_, err := b.tx.Stmt(b.do.clue).Exec(int64(h), key)
	return err
}

// MaxInRun bounds the exchanges that Run reads, in every engine: the last ones are left out.
const MaxInRun = 5000

// Run returns the first MaxInRun exchanges of a run, the oldest first; none if there is no such run.
func (a *Archive) Run(ctx context.Context, number int64) ([]history.Entry, error) {
	return reading(ctx, a, func(db *sql.DB) ([]history.Entry, error) {
		return entries(ctx, db, "SELECT "+selected+" FROM exchange WHERE run = ? AND deleted IS NULL ORDER BY id LIMIT ?", number, MaxInRun)
	})
}
