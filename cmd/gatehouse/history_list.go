package main

import (
	"bufio"
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/output"
	"gatehouse/state/spelling"
	columns "gatehouse/views/history"
	"gatehouse/views/text"
)

// list prints the entries that a query holds for, as they are read.
func (f historyFlags) list(ctx context.Context, h host, a archive.Reader, text string) error {
	now := time.Now()
	q, note, err := filtering(ctx, h, a, text, now).On(ctx, a)
	if err != nil {
		return badFilter(err)
	}
	if note != "" {
		h.say("%s", note)
	}
	to := h.stdout
	if f.json {
		to = h.forReport().stdout
	}
	out := bufio.NewWriter(to)
	line := func(e *history.Entry) []byte { return output.Entry(e) }
	if !f.json {
		t, err := columnsFor(h, archive.Each(ctx, a, q, f.limit), f.team, now)
		if err != nil {
			return err
		}
		line = t.line
		if t.any {
			out.WriteString(t.head() + "\n")
		}
	}
	shown, last := 0, int64(0)
	for e, err := range archive.Each(ctx, a, q, f.limit) {
		if err != nil {
			return errors.Join(out.Flush(), err)
		}
		written := append(line(&e), '\n')
		if len(written) > out.Available() { // a line goes out whole, see terminal
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if _, err := out.Write(written); err != nil {
			return err
		}
		shown, last = shown+1, e.Key
	}
	if err := out.Flush(); err != nil || f.json {
		return err
	}
	switch {
	case shown == 0 && text == "" && f.team:
		h.say("the history of the team is empty; gatehouse team status says what waits to be pushed")
	case shown == 0 && text == "" && leftIn(a) == 0:
		h.say("the history is empty; exchanges of the playground, send, rerank and proxy are listed here")
	case shown == 0:
		h.say("nothing in the history matches %s", text)
	case shown == f.limit:
		older, err := a.List(ctx, archive.Page{Query: q, Before: last, Limit: 1})
		if err == nil && len(older) > 0 {
			h.say("showing the latest %d; --limit 0 lists all", f.limit)
		}
	}
	return nil
}

// leftIn counts the exchanges that killed programs left and that are not in a history yet.
func leftIn(r archive.Reader) int {
	if a, ok := r.(*archive.Archive); ok {
		return a.Left()
	}
	return 0
}

// idWidth is how many cells the id takes, of which lists show the beginning.
const idWidth = 8

// table prints entries in columns. A terminal gets the columns that fit its width, as the
// list of the playground does; all else gets all of them, whole.
type table struct {
	columns []history.Column
	widths  []int
	width   int // of the terminal; 0: it is none
	now     time.Time
	any     bool // there are entries
}

// columnsFor is the table for some entries, which are gone through once.
func columnsFor(h host, entries iter.Seq2[history.Entry, error], team bool, now time.Time) (*table, error) {
	t := &table{columns: history.ListColumns(team), width: h.columns(), now: now}
	for _, c := range t.columns {
		t.widths = append(t.widths, text.Width(c.Cell.Title))
	}
	for e, err := range entries {
		if err != nil {
			return nil, err
		}
		t.any = true
		if t.width > 0 {
			break
		}
		for i, c := range t.columns {
			t.widths[i] = max(t.widths[i], text.Width(columns.Cell(&c, &e, now)))
		}
	}
	if t.width > 0 {
		t.columns, t.widths = columns.Fit(t.width-idWidth-gap, team)
	}
	return t, nil
}

func (t *table) head() string {
	return t.draw("id", func(c *history.Column, width int) string { return columns.Aligned(c.Cell.Title, width, c.Cell.Right) }, "first words")
}

func (t *table) line(e *history.Entry) []byte {
	cell := func(c *history.Column, width int) string { return columns.Draw(c, columns.Cell(c, e, t.now), width) }
	return []byte(t.draw(spelling.Word(e.ID[:min(idWidth, len(e.ID))]), cell, columns.Words(e, t.columns)))
}

func (t *table) draw(id string, cell func(c *history.Column, width int) string, words string) string {
	var b strings.Builder
	b.WriteString(columns.Aligned(id, idWidth, false) + spaces(gap))
	for i := range t.columns {
		b.WriteString(cell(&t.columns[i], t.widths[i]) + spaces(gap))
	}
	line := spelling.Inert(strings.TrimRight(b.String()+words, " "))
	if t.width > 0 {
		line = text.Truncate(line, t.width, "…")
	}
	return line
}

// gap is between two columns.
const gap = 2

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
