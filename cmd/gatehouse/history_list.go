package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/output"
	"gatehouse/state/query"
	columns "gatehouse/views/history"
	"gatehouse/views/text"
)

// list prints the entries that a query holds for, as they are read.
func (f historyFlags) list(ctx context.Context, h host, a *archive.Archive, text string) error {
	now := time.Now()
	q, err := query.Parse(text, now)
	if err != nil {
		return wrongUsage("the query %q: %w", text, err)
	}
	if asksDerived(q) {
		if err := indexLeft(ctx, h, a, q); err != nil {
			return err
		}
	}
	if words := a.Unfound(ctx, q); words != "" {
		h.say("%s", words)
	}
	to := h.stdout
	if f.json {
		to = h.forJSON().stdout
	}
	out := bufio.NewWriter(to)
	line := func(e *history.Entry) []byte { return entryObject(e) }
	if !f.json {
		t, err := columnsFor(h, a.Each(ctx, q, f.limit), now)
		if err != nil {
			return err
		}
		line = t.line
		if t.any {
			out.WriteString(t.head() + "\n")
		}
	}
	shown, last := 0, int64(0)
	for e, err := range a.Each(ctx, q, f.limit) {
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
	case shown == 0 && text == "" && a.Left() == 0:
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

// idWidth is how many cells the id takes, of which lists show the beginning.
const idWidth = 8

// table prints entries in columns. A terminal gets the columns that fit its width, as the
// list of the playground does; all else gets all of them, whole.
type table struct {
	columns []columns.Column
	widths  []int
	width   int // of the terminal; 0: it is none
	now     time.Time
	any     bool // there are entries
}

// columnsFor is the table for some entries, which are gone through once.
func columnsFor(h host, entries iter.Seq2[history.Entry, error], now time.Time) (*table, error) {
	t := &table{columns: columns.Columns(), width: h.columns(), now: now}
	for _, c := range t.columns {
		t.widths = append(t.widths, text.Width(c.Title))
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
			t.widths[i] = max(t.widths[i], text.Width(c.Cell(&e, now)))
		}
	}
	if t.width > 0 {
		t.columns, t.widths = columns.Fit(t.width - idWidth - gap)
	}
	return t, nil
}

func (t *table) head() string {
	return t.draw("id", func(c columns.Column, width int) string { return columns.Aligned(c.Title, width, c.Right) }, "first words")
}

func (t *table) line(e *history.Entry) []byte {
	cell := func(c columns.Column, width int) string { return c.Draw(c.Cell(e, t.now), width) }
	return []byte(t.draw(text.SafeLine(e.ID[:min(idWidth, len(e.ID))]), cell, columns.Words(e, t.columns)))
}

func (t *table) draw(id string, cell func(c columns.Column, width int) string, words string) string {
	var b strings.Builder
	b.WriteString(columns.Aligned(id, idWidth, false) + spaces(gap))
	for i, c := range t.columns {
		b.WriteString(cell(c, t.widths[i]) + spaces(gap))
	}
	line := strings.TrimRight(b.String()+words, " ")
	if t.width > 0 {
		line = text.Truncate(line, t.width, "…")
	}
	return line
}

// entryObject is an entry as JSON. Its members have the names of send --json where that
// has them.
func entryObject(e *history.Entry) []byte {
	var o output.Object
	o.Text("id", e.ID)
	if at := e.Start.UTC().Format(time.RFC3339Nano); e.Undated {
		o.Raw("at", nil)
	} else {
		o.Text("at", at)
	}
	o.Text("origin", string(e.Origin))
	o.OrNull("connection", e.Connection)
	o.OrNull("session", e.Session)
	o.OrNull("run", e.RunName())
	o.OrNull("method", e.Method)
	o.OrNull("path", e.Path)
	o.OrNull("caller", e.Caller)
	o.OrNull("target", e.Target)
	o.Raw("status", output.Verdict(e.Verdict))
	switch {
	case e.ByProxy:
		o.Int("http_status", 0)
		o.Int("proxy_status", int64(e.Status))
	case e.Status == history.StatusUnknown:
		o.Raw("http_status", nil)
		o.Raw("proxy_status", nil)
	default:
		o.Int("http_status", int64(e.Status))
		o.Raw("proxy_status", nil)
	}
	o.OrNull("asked", e.Asked)
	o.OrNull("model", e.Served)
	o.OrNull("provider", e.Provider)
	var tokens output.Object
	tokens.Raw("input", count(e.Tokens.In))
	tokens.Raw("cached", count(e.Tokens.Cached))
	tokens.Raw("output", count(e.Tokens.Out))
	tokens.Raw("reasoning", count(e.Tokens.Reasoning))
	_ = tokens.Value("estimated", e.Tokens.Estimated)
	o.Raw("tokens", tokens.End())
	if e.Cost >= 0 {
		_ = o.Value("cost", e.Cost)
	} else {
		o.Raw("cost", nil)
	}
	var timing output.Object
	timing.Raw("ttfb_ms", milliseconds(e.TTFBUS))
	timing.Raw("ttft_ms", milliseconds(e.TTFTUS))
	timing.Raw("total_ms", milliseconds(e.TotalUS))
	timing.Raw("lasted_ms", milliseconds(e.LastedUS))
	o.Raw("timing", timing.End())
	for _, list := range []struct {
		name  string
		words []string
	}{{"guardrails", e.Guardrails}, {"tools", e.Tools}, {"warnings", e.Warnings}} {
		_ = o.Value(list.name, append([]string{}, list.words...))
	}
	o.Int("bytes", e.Size)
	o.Text("words", e.Words)
	return o.End()
}

func count(n int) []byte {
	if n < 0 {
		return nil
	}
	return fmt.Appendf(nil, "%d", n)
}

func milliseconds(us int64) []byte {
	if us < 0 {
		return nil
	}
	return fmt.Appendf(nil, "%g", float64(us)/1000)
}

// gap is between two columns.
const gap = 2

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
