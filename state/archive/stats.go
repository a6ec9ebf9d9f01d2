package archive

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"strings"

	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// Figures returns the figures of the exchanges that a query holds for, each with its value of a
// dimension. They are read from segments if these have all that the query asks for.
func (a *Archive) Figures(ctx context.Context, q query.Query, d stats.Dimension) (*stats.Exchanges, error) {
	return reading(ctx, a, func(db *sql.DB) (*stats.Exchanges, error) {
		r := figuresReader{archive: a, by: d}
		span, rest, ok := timesOf(q) // before conn is taken: where and sieveOf need another of the few connections
		if ok {
			if r.sieve, ok = a.sieveOf(ctx, rest); ok {
				q = rest
			}
		}
		where, args := a.where(ctx, q)
		conn, err := db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		r.from, r.where, r.args = conn, where, args
		defer r.close()
		if ok {
			return &r.into, r.span(ctx, span)
		}
		return &r.into, r.rows(ctx, where, args...)
	})
}

// counting is the key of what WithCount sets.
type counting struct{}

// WithCount makes Figures report how many exchanges it has read, again and again.
func WithCount(ctx context.Context, report func(read int)) context.Context {
	return context.WithValue(ctx, counting{}, report)
}

// keys are a span of keys: from the first to before the end.
type keys struct {
	first, end int64
	bounded    bool // what is of no known time is not in it
}

// timesOf returns the span of time that a query asks for, and the rest of the query; ok is false if
// they cannot be separated.
func timesOf(q query.Query) (span keys, rest query.Query, ok bool) {
	from, to, rest, ok := q.Times()
	span = keys{0, math.MaxInt64, !from.IsZero() || !to.IsZero()}
	if !from.IsZero() {
		span.first = max(from.UnixMicro(), 0)
	}
	if !to.IsZero() {
		span.end = to.UnixMicro()
	}
	return span, rest, ok
}

// figuresReader reads figures over one connection.
type figuresReader struct {
	archive *Archive
	from    *sql.Conn
	by      stats.Dimension
	sieve   sieve
	where   string // the condition of what is read from rows
	args    []any
	into    stats.Exchanges
	read    int      // exchanges so far
	plain   [][]byte // the columns of a segment, unpacked: of its figures, of the groups, and of each term of the sieve

	statement string // the text of prepared
	prepared  *sql.Stmt
}

// close closes the prepared statement, which the connection would retain.
func (r *figuresReader) close() {
	if r.prepared != nil {
		r.prepared.Close()
	}
}

// unpackedCapacity is the capacity for a column of a segment: with less, unpacking takes twice as
// long.
const unpackedCapacity = 256 << 10

// span reads a span of keys in one transaction: segments, and rows between them.
func (r *figuresReader) span(ctx context.Context, span keys) error {
	if _, err := r.from.ExecContext(ctx, "BEGIN DEFERRED"); err != nil {
		return err
	}
	defer r.from.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	var parts int
	const in = " FROM segment WHERE first >= coalesce((SELECT max(first) FROM segment WHERE first <= ?), 0) AND first < ? AND last >= ?"
	if err := r.from.QueryRowContext(ctx, "SELECT count(*)"+in, span.first, span.end, span.first).Scan(&parts); err != nil {
		return err
	}
	r.into.Grow((parts + 1) * segmentSize)
	dimensions := []any{r.by.Name}
	for _, f := range r.sieve.terms {
		dimensions = append(dimensions, f.dimension)
	}
	segments, err := r.from.QueryContext(ctx, "SELECT first, last, coalesce((SELECT min(id) FROM exchange WHERE id > last), last), figures"+strings.Repeat(", (SELECT names FROM segment_names WHERE segment = first AND dimension = ?)", len(dimensions))+in+" ORDER BY first",
		append(dimensions, span.first, span.end, span.first)...)
	if err != nil {
		return err
	}
	defer segments.Close()
	next, found := span.first, span.first // found is the next exchange that was not read
	var first, last, following int64
	packed := make([]sql.RawBytes, 1+len(dimensions))
	into := []any{&first, &last, &following}
	for i := range packed {
		into = append(into, &packed[i])
		r.plain = append(r.plain, make([]byte, 0, unpackedCapacity))
	}
	for segments.Next() {
		if err := segments.Scan(into...); err != nil {
			return err
		}
		if found < first {
			if err := r.between(ctx, keys{next, first, span.bounded}); err != nil {
				return err
			}
		}
		if err := r.segment(ctx, packed, keys{first, last + 1, false}, span); err != nil {
			return err
		}
		next, found = last+1, following
	}
	if err := segments.Err(); err != nil {
		return err
	}
	return r.between(ctx, keys{next, span.end, span.bounded})
}

// segment adds the exchanges of the segment of some keys that are in a span.
func (r *figuresReader) segment(ctx context.Context, packed []sql.RawBytes, of, span keys) (err error) {
	for i, column := range packed {
		if r.plain[i], err = r.archive.packer.Unpack(r.plain[i][:0], column); err != nil {
			return err
		}
	}
	from := r.into.Len()
	n, err := unpackFigures(&r.into, r.plain[0])
	if err != nil {
		return err
	}
	if err := unpackNames(&r.into, r.plain[1], n); err != nil {
		return err
	}
	r.count(ctx, n)
	cut := of.first < span.first || of.end > span.end
	if !cut && !span.bounded && len(r.sieve.terms) == 0 && r.sieve.where == "" {
		return nil
	}
	holds, err := r.sieve.holds(&r.into, n, r.plain[2:])
	if err != nil {
		return err
	}
	if r.sieve.where != "" {
		if err := r.rowsHold(ctx, of, holds); err != nil {
			return err
		}
	}
	r.into.Filter(from, func(row int) bool {
		start := r.into.Start[row]
		return holds[row-from] && start >= span.first && start < span.end && !(r.into.Kind[row].Undated() && span.bounded)
	})
	return nil
}

// rowsHold clears the exchanges of a segment whose rows do not hold for the terms that only rows answer.
func (r *figuresReader) rowsHold(ctx context.Context, of keys, holds []bool) error {
	var row int
	var yes bool
	err := queryRows(ctx, r.from, "SELECT coalesce("+r.sieve.where+", 0) FROM exchange WHERE id >= ? AND id < ? AND +deleted IS NULL ORDER BY id",
		append(slices.Clip(r.sieve.args), of.first, of.end), []any{&yes}, func() error {
			if row < len(holds) {
				holds[row] = holds[row] && yes
			}
			row++
			return nil
		})
	if err == nil && row != len(holds) {
		return errSegment
	}
	return err
}

// count reports that more exchanges were read, after each segment or as many of them.
func (r *figuresReader) count(ctx context.Context, more int) {
	before := r.read
	r.read += more
	if report, ok := ctx.Value(counting{}).(func(int)); ok && r.read/segmentSize > before/segmentSize {
		report(r.read)
	}
}

// between reads the exchanges without a segment.
func (r *figuresReader) between(ctx context.Context, span keys) error {
	if span.first >= span.end {
		return nil
	}
	where := "id >= ? AND id < ?"
	if span.bounded {
		where += " AND NOT undated"
	}
	if r.where != "" {
		where += " AND " + r.where
	}
	return r.rows(ctx, where, append([]any{span.first, span.end}, r.args...)...)
}

// rows reads the exchanges for which a condition holds.
func (r *figuresReader) rows(ctx context.Context, where string, args ...any) (err error) {
	if where != "" {
		where = " AND " + where
	}
	columns := append(stats.FigureColumns(), r.by.Columns...)
	if statement := "SELECT " + history.NamesOf(columns) + " FROM exchange WHERE +deleted IS NULL" + where + " ORDER BY id"; r.prepared == nil || r.statement != statement {
		r.close()
		if r.prepared, err = r.from.PrepareContext(ctx, statement); err != nil {
			return err
		}
		r.statement = statement
	}
	rows, err := r.prepared.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	var e history.Entry
	return eachRow(rows, history.ScanTargets(columns, &e), func() error {
		r.into.Add(&e, r.by.Value(&e))
		r.count(ctx, 1)
		return nil
	})
}
