package team

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Writer describes who shares exchanges, and from where.
type Writer struct {
	By      string // name of a user or a machine
	Host    string
	Program string // version of gatehouse
	Source  string // name of the archive
}

// known is what a writer knows to be in the database.
type known struct {
	mu        sync.Mutex
	days      map[int32]bool
	spellings map[string]bool
}

const microsecondsOfDay = 24 * 60 * 60 * 1_000_000

func dayOf(id int64) int32 { return int32(id / microsecondsOfDay) }

// Put writes exchanges in one transaction. It updates one that is there already, by its ID: so Put
// can be repeated if it is unknown whether an exchange arrived. gone holds the indexes of those that
// were only to be updated, and were removed.
func (s *Store) Put(ctx context.Context, w Writer, list []Shared) (gone []int, err error) {
	gone, err = s.put(ctx, w, list)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && (pg.Code == "23514" || pg.Code[:2] == "40") { // a day was dropped meanwhile; a conflict with another writer
		s.forget()
		gone, err = s.put(ctx, w, list)
	}
	return gone, s.mayWrite(ctx, err)
}

func (s *Store) forget() {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	s.known.days, s.known.spellings = nil, nil
}

func (s *Store) put(ctx context.Context, w Writer, list []Shared) (gone []int, err error) {
	if list, err = s.datedBy(ctx, list); err != nil {
		return nil, err
	}
	if err := s.openDays(ctx, list); err != nil {
		return nil, err
	}
	var words [][2]string
	err = s.pool.transaction(ctx, writeLimits, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock_shared(7236489, 2)"); err != nil { // nothing is removed meanwhile
			return err
		}
		if err := usable(ctx, tx); err != nil { // another program may have updated the schema
			return err
		}
		runs, err := runsOf(ctx, tx, w.Source, list)
		if err != nil {
			return err
		}
		if words, err = s.putSpellings(ctx, tx, w.By, list); err != nil {
			return err
		}
		gone, err = s.putRows(ctx, tx, w, list, runs)
		return err
	})
	if err == nil {
		s.learn(words)
	}
	return gone, err
}

// maxAhead is how far the clock of a writer may be ahead of the database's, in microseconds.
const maxAhead = 60 * 60 * 1_000_000

// datedBy returns exchanges without a time in the future: such a one, whose writer's clock is wrong, has the time at
// which it is written.
func (s *Store) datedBy(ctx context.Context, list []Shared) ([]Shared, error) {
	var now int64
	if err := s.pool.QueryRow(ctx, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint").Scan(&now); err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for i := range list {
		if e := &list[i].Entry; e.Key > now+maxAhead {
			e.Key, e.Start, e.Undated, e.Parent = now+int64(i), time.UnixMicro(now+int64(i)), true, 0
			list[i].moved = true
		}
	}
	return list, nil
}

// openDays creates the partitions of the exchanges.
func (s *Store) openDays(ctx context.Context, list []Shared) error {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	for i := range list {
		day := dayOf(list[i].Entry.Key)
		if s.known.days[day] {
			continue
		}
		if _, err := s.pool.Exec(ctx, "SELECT gatehouse.open_day($1)", day); err != nil {
			return err
		}
		if s.known.days == nil {
			s.known.days = map[int32]bool{}
		}
		s.known.days[day] = true
	}
	return nil
}

// span holds the first and last key of a run.
type span struct{ first, last int64 }

// runsOf returns the team's numbers of the exchanges' runs, by those of their archive.
func runsOf(ctx context.Context, tx pgx.Tx, source string, list []Shared) (map[int64]int64, error) {
	spans := map[int64]span{}
	var order []int64
	for i := range list {
		e := &list[i].Entry
		if e.Run == 0 {
			continue
		}
		was, ok := spans[e.Run]
		if !ok {
			was, order = span{e.Key - maxMoved, e.Key + maxMoved}, append(order, e.Run)
		}
		spans[e.Run] = span{min(was.first, e.Key-maxMoved), max(was.last, e.Key+maxMoved)}
	}
	slices.Sort(order)
	runs := map[int64]int64{}
	for _, number := range order {
		var id int64
		of := spans[number]
		if err := tx.QueryRow(ctx, "SELECT gatehouse.run_of($1, $2, $3, $4)", storable(source), number, of.first, of.last).Scan(&id); err != nil {
			return nil, err
		}
		runs[number] = id
	}
	return runs, nil
}

// spelled returns the columns that are compared by their spellings, with their values.
func spelled(e *history.Entry) (all [][2]string) {
	for i := range columns {
		if c := &columns[i]; c.Filter.Name != "" && c.Filter.Match == history.Pattern && c.Index != history.NoIndex {
			all = append(all, [2]string{c.Name, storable(c.Text(e))})
		}
	}
	return all
}

// putSpellings writes the spellings that are not known, and returns them.
func (s *Store) putSpellings(ctx context.Context, tx pgx.Tx, by string, list []Shared) (fresh [][2]string, err error) {
	s.known.mu.Lock()
	for i := range list {
		e := list[i].Entry
		e.By = by
		for _, one := range spelled(&e) {
			if one[1] != "" && !s.known.spellings[one[0]+":"+one[1]] {
				fresh = append(fresh, one)
			}
		}
	}
	s.known.mu.Unlock()
	slices.SortFunc(fresh, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) // writers in one order do not lock each other out
	fresh = slices.Compact(fresh)
	for _, one := range fresh {
		if _, err := tx.Exec(ctx, "INSERT INTO gatehouse.spelling (field, word) VALUES ($1, $2) ON CONFLICT DO NOTHING", one[0], one[1]); err != nil {
			return nil, err
		}
	}
	return fresh, nil
}

// maxKnown bounds the spellings that are remembered: a path may be another in every exchange.
const maxKnown = 50_000

func (s *Store) learn(words [][2]string) {
	s.known.mu.Lock()
	defer s.known.mu.Unlock()
	if s.known.spellings == nil || len(s.known.spellings) > maxKnown {
		s.known.spellings = map[string]bool{}
	}
	for _, one := range words {
		s.known.spellings[one[0]+":"+one[1]] = true
	}
}

// insertion writes an exchange with its capture, unless its id or its name is taken.
var insertion = func() string {
	var places []any
	for i := range len(columns) + 9 {
		places = append(places, fmt.Sprintf("$%d", i+1))
	}
	entry := make([]string, len(columns))
	for i := range entry {
		entry[i] = places[i].(string)
	}
	return fmt.Sprintf(`WITH entry AS (
	INSERT INTO gatehouse.exchange (`+selected+`, program, found) VALUES (`+strings.Join(entry, ", ")+`, %s, %s::text::tsvector)
	ON CONFLICT DO NOTHING RETURNING id)
INSERT INTO gatehouse.capture (exchange, about, request, response, chunks, raw, raw_chunks, pieces)
SELECT id, %s::bytea, %s::bytea, %s::bytea, %s::bytea, %s::bytea, %s::bytea, %s::bytea[] FROM entry RETURNING exchange`, places[len(entry):]...)
}()

type row struct {
	entry history.Entry
	args  []any
}

// putRows writes pieces and exchanges, and updates those that the team had.
func (s *Store) putRows(ctx context.Context, tx pgx.Tx, w Writer, list []Shared, runs map[int64]int64) (gone []int, err error) {
	var rows []row
	var pieces []piece
	for i := range list {
		if x := &list[i]; x.Renew || x.moved { // one that is moved may be stored on another day
			e := x.Entry
			e.Run = runs[e.Run]
			found, err := renew(ctx, tx, &e, x.moved)
			if err != nil {
				return nil, err
			}
			if !found && x.Renew {
				gone = append(gone, i)
			}
			if found || x.Renew {
				continue
			}
		}
		r, err := s.row(w, &list[i], runs, func(p piece) { pieces = append(pieces, p) })
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	if err := putPieces(ctx, tx, pieces); err != nil {
		return nil, err
	}
	batch := &pgx.Batch{}
	for _, r := range rows {
		batch.Queue(insertion, r.args...)
	}
	taken, err := s.insertAll(ctx, tx, batch, rows)
	if err != nil {
		return nil, err
	}
	for _, r := range taken {
		if err := updateOrInsert(ctx, tx, r); err != nil {
			return nil, fmt.Errorf("exchange %s: %w", r.entry.ID, s.pool.readable(err))
		}
	}
	return gone, nil
}

// insertAll sends the insertions in one batch, and returns those whose ID or name was taken.
func (s *Store) insertAll(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, rows []row) (taken []row, err error) {
	results := tx.SendBatch(ctx, batch)
	defer results.Close()
	for _, r := range rows {
		tag, err := results.Exec()
		if err != nil {
			return nil, fmt.Errorf("exchange %s: %w", r.entry.ID, s.pool.readable(err))
		}
		if tag.RowsAffected() == 0 {
			taken = append(taken, r)
		}
	}
	return taken, results.Close()
}

// maxMoved is how far, in microseconds, an exchange is moved that began when others did.
const maxMoved = 1000

var errCrowded = errors.New("a thousand others began at the same time")

// updateOrInsert updates r if it is stored, else inserts it at the next free ID of its day. One that
// two users imported has the same name, and may have another time.
func updateOrInsert(ctx context.Context, tx pgx.Tx, r row) error {
	step := int64(1)
	if dayOf(r.entry.Key) != dayOf(r.entry.Key+maxMoved) {
		step = -1
	}
	e := &r.entry
	for range maxMoved {
		if found, err := renew(ctx, tx, e, false); found || err != nil {
			return err
		}
		e.Key += step
		copy(r.args, values(columns, e.Key, e))
		tag, err := tx.Exec(ctx, insertion, r.args...)
		if err != nil || tag.RowsAffected() > 0 {
			return err
		}
	}
	return errCrowded
}

// renew updates what may change of an exchange, of its day or of any; found is false if it is not in the database.
func renew(ctx context.Context, tx pgx.Tx, e *history.Entry, ofAny bool) (found bool, err error) {
	from := int64(dayOf(e.Key)) * microsecondsOfDay
	to := from + microsecondsOfDay
	if ofAny {
		from = 0
	}
	var id int64
	err = tx.QueryRow(ctx, "SELECT id FROM gatehouse.exchange WHERE name = $1 AND id >= $2 AND id < $3 ORDER BY id DESC LIMIT 1", storable(e.ID), from, to).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var places strings.Builder
	for i := range later {
		fmt.Fprintf(&places, ", $%d", i+3)
	}
	_, err = tx.Exec(ctx, "SELECT gatehouse.renew($1, $2"+places.String()+")", append([]any{id, storable(e.ID)}, values(later, id, e)...)...)
	return true, err
}

// row returns an exchange with the values of its columns. Bodies that readers would not take are withheld: the row
// states their size.
func (s *Store) row(w Writer, x *Shared, runs map[int64]int64, add func(piece)) (row, error) {
	e := x.Entry
	e.Run, e.By, e.Host = runs[e.Run], w.By, w.Host
	e.Size = int64(len(x.Capture.Sent.Body)) + x.Capture.Text().Len() // readers take no more
	day, c := dayOf(e.Key), x.Capture
	form, err := s.packer.Form(c)
	if err != nil {
		return row{}, err
	}
	hashes := [][]byte{}
	one := func(p piece) {
		hashes = append(hashes, p.hash)
		add(p)
	}
	var request, response, raw []byte
	if c.Decoded != nil {
		e.Size = max(e.Size, c.Body.Len())
	}
	if e.Size > maxBody {
		form.Chunks, form.RawChunks = nil, nil
	} else {
		request, response = s.body(day, c.Sent.Body, true, one), s.body(day, c.Text().All(), false, one)
		if c.Decoded != nil {
			raw = s.body(day, c.Body.All(), false, one)
		}
	}
	slices.SortFunc(hashes, bytes.Compare)
	hashes = slices.CompactFunc(hashes, bytes.Equal)
	args := append(values(columns, e.Key, &e), storable(w.Program), vector(&x.Text), form.About, request, response, form.Chunks, raw, form.RawChunks, hashes)
	return row{e, args}, nil
}

// values returns columns of an entry as they are stored.
func values(of []history.Column, key int64, e *history.Entry) []any {
	all := history.Values(of, key, e)
	for i, v := range all {
		if text, ok := v.(string); ok {
			all[i] = storable(text)
		}
	}
	return all
}

// storable returns a text with U+FFFD for what PostgreSQL does not store: U+0000 and invalid UTF-8.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

// putPieces writes the pieces that are missing, in one order, so that writers do not lock each other
// out.
func putPieces(ctx context.Context, tx pgx.Tx, pieces []piece) error {
	slices.SortFunc(pieces, func(a, b piece) int {
		if a.day != b.day {
			return int(a.day - b.day)
		}
		return bytes.Compare(a.hash, b.hash)
	})
	pieces = slices.CompactFunc(pieces, func(a, b piece) bool { return a.day == b.day && bytes.Equal(a.hash, b.hash) })
	batch, size := &pgx.Batch{}, 0
	for i, p := range pieces {
		batch.Queue("INSERT INTO gatehouse.piece (day, hash, data) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", p.day, p.hash, p.data)
		if size += len(p.data); size < maxSent && i < len(pieces)-1 {
			continue
		}
		if err := tx.SendBatch(ctx, batch).Close(); err != nil {
			return fmt.Errorf("storing bodies: %w", err)
		}
		batch, size = &pgx.Batch{}, 0
	}
	return nil
}

// maxSent is the size in bytes from which pieces are sent: the driver has a copy of all that it sends at once.
const maxSent = 8 << 20

// Shared is an exchange for the history of a team, masked already.
type Shared struct {
	Entry   history.Entry // with key and run of the archive
	Text    history.Text
	Capture *wire.Capture
	Renew   bool // the team had it: it is updated, and not written again if it was removed
	moved   bool // its time is that of writing
}

// Of returns an exchange to share: the figures of its masked capture, with those that the archive
// computed from several exchanges.
func Of(listed *history.Entry, about history.About, x *state.Exchange, c *wire.Capture) Shared {
	e := history.Of(about, x, c)
	e.Key, e.Start, e.Undated = listed.Key, listed.Start, listed.Undated
	e.Run, e.Parent, e.Joined = listed.Run, listed.Parent, listed.Joined
	e.Cache, e.Lost, e.Receipt = listed.Cache, listed.Lost, listed.Receipt
	return Shared{Entry: e, Text: history.TextOf(x, c), Capture: c}
}
