package team

import (
	"context"
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// figureColumns returns the columns of every exchange of figures as bigint, -1 for null, except the
// verdict and booleans.
func figureColumns() string {
	var all []string
	for _, c := range stats.FigureColumns() {
		switch c.Of(&history.Entry{}).Type().Postgres {
		case "bigint":
			all = append(all, "coalesce("+c.Plausible()+", -1)")
		case "double precision":
			all = append(all, "coalesce(round(("+c.Plausible()+") * 1e12), -1)::bigint")
		default:
			all = append(all, c.Name)
		}
	}
	return strings.Join(all, ", ")
}

func (s *Store) Figures(ctx context.Context, q query.Query, d stats.Dimension) (*stats.Exchanges, error) {
	f := filter{store: s, ctx: ctx}
	where, err := f.where(q)
	if err != nil {
		return nil, err
	}
	selected := figureColumns()
	for _, column := range d.Columns {
		selected += ", " + groupColumn(&column)
	}
	rows, err := s.pool.Query(ctx, "SELECT "+selected+" FROM gatehouse.exchange WHERE "+where+" ORDER BY id", f.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var x stats.Exchanges
	for rows.Next() {
		row := rows.RawValues()
		e := figuresOf(row, rows.FieldDescriptions()[0].Format == pgx.TextFormatCode)
		for i, c := range d.Columns {
			if err := c.Of(&e).Scan(string(row[len(row)-len(d.Columns)+i])); err != nil {
				return nil, err
			}
		}
		x.Add(&e, d.Value(&e))
	}
	return &x, rows.Err()
}

// groupColumn returns a column as text.
func groupColumn(c *history.Column) string {
	if c.IsText() {
		return shown(c.Name)
	}
	return c.Name + "::text"
}

// figuresOf reads a raw row: there are very many, and scanning takes several times as long. Values
// are text if the address asks for PostgreSQL's simple protocol, as for some poolers, else binary.
func figuresOf(row [][]byte, plain bool) history.Entry {
	number := func(at int) int64 {
		if plain {
			n, _ := strconv.ParseInt(string(row[at]), 10, 64) // bigint and nothing else, by figureColumns
			return n
		}
		if len(row[at]) < 8 {
			return 0
		}
		return int64(binary.BigEndian.Uint64(row[at]))
	}
	dollars := func(at int) float64 {
		if n := number(at); n >= 0 {
			return float64(n) / stats.Trillion
		}
		return -1
	}
	truth := func(at int) bool { return len(row[at]) == 1 && (row[at][0] == 1 || row[at][0] == 't') }
	var e history.Entry
	e.Key, e.Start, e.Verdict, e.Undated = number(0), time.UnixMicro(number(0)), state.Verdict(row[1]), truth(2)
	e.TTFTUS, e.TotalUS, e.Rate = number(4), number(5), number(6)
	e.Tokens.Estimated, e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.CacheRead], e.Tokens.Counts[usage.Output] = truth(3), int(number(7)), int(number(8)), int(number(9))
	e.Cost, e.Lost, e.Fault = dollars(10), dollars(11), string(row[12])
	return e
}
