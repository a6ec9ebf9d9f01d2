package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"gatehouse/state/archive"
	"gatehouse/state/history"
	"gatehouse/state/query"
	columns "gatehouse/views/history"
	"gatehouse/views/text"
)

// page is how many entries are read at a time.
const page = 500

// list prints the entries that a query holds for.
func (f historyFlags) list(ctx context.Context, h host, a *archive.Archive, text string) error {
	now := time.Now()
	q, err := query.Parse(text, now)
	if err != nil {
		return wrongUsage("the query %q: %w", text, err)
	}
	var all []history.Entry
	left, before := f.limit, int64(0)
	for {
		n := page
		if f.limit > 0 {
			n = min(page, left)
		}
		entries, err := a.List(ctx, archive.Page{Query: q, Before: before, Limit: n})
		if err != nil {
			return err
		}
		for i := range entries {
			if !f.json {
				all = append(all, entries[i])
			} else if _, err := h.stdout.Write(append(entryObject(&entries[i]), '\n')); err != nil {
				return err
			}
		}
		if left -= len(entries); len(entries) < n || f.limit > 0 && left == 0 {
			break
		}
		before = entries[len(entries)-1].Key
	}
	switch {
	case f.json:
		return nil
	case len(all) == 0 && text == "":
		h.say("the history is empty; exchanges of the playground, send, rerank and proxy are listed here")
		return nil
	case len(all) == 0:
		h.say("nothing in the history matches %s", text)
		return nil
	}
	if err := printEntries(h, all, now); err != nil {
		return err
	}
	if f.limit > 0 && len(all) == f.limit {
		older, err := a.List(ctx, archive.Page{Query: q, Before: all[len(all)-1].Key, Limit: 1})
		if err == nil && len(older) > 0 {
			h.say("showing the latest %d; --limit 0 lists all", f.limit)
		}
	}
	return nil
}

// idWidth is how many cells the id takes, of which lists show the beginning.
const idWidth = 8

// printEntries prints a table. A terminal gets the columns that fit its width, as the
// list of the playground does; all else gets all of them, whole.
func printEntries(h host, entries []history.Entry, now time.Time) error {
	width := 0
	if f, ok := h.stdout.(*os.File); ok && isTerminal(f) {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	shown, widths := columns.Columns(), []int(nil)
	if width > 0 {
		shown, widths = columns.Fit(width - idWidth - gap)
	} else {
		for _, c := range shown {
			w := ansi.StringWidth(c.Title)
			for i := range entries {
				w = max(w, ansi.StringWidth(c.Cell(&entries[i], now)))
			}
			widths = append(widths, w)
		}
	}
	var out bytes.Buffer
	line := func(id string, draw func(c columns.Column, width int) string, words string) {
		var b strings.Builder
		b.WriteString(columns.Aligned(id, idWidth, false) + spaces(gap))
		for i, c := range shown {
			b.WriteString(draw(c, widths[i]) + spaces(gap))
		}
		text := strings.TrimRight(b.String()+words, " ")
		if width > 0 {
			text = ansi.Truncate(text, width, "…")
		}
		out.WriteString(text + "\n")
	}
	line("id", func(c columns.Column, width int) string { return columns.Aligned(c.Title, width, c.Right) }, "first words")
	for i := range entries {
		e := &entries[i]
		line(text.SafeLine(e.ID[:min(idWidth, len(e.ID))]), func(c columns.Column, width int) string { return c.Draw(c.Cell(e, now), width) }, columns.Words(e, shown))
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// entryObject is an entry as JSON. Its members have the names of send --json where that
// has them.
func entryObject(e *history.Entry) []byte {
	var o object
	o.text("id", e.ID)
	if at := e.Start.UTC().Format(time.RFC3339Nano); e.Undated {
		o.raw("at", nil)
	} else {
		o.text("at", at)
	}
	o.text("origin", string(e.Origin))
	o.orNull("connection", e.Connection)
	o.orNull("session", e.Session)
	o.orNull("method", e.Method)
	o.orNull("path", e.Path)
	o.orNull("caller", e.Caller)
	o.orNull("target", e.Target)
	o.raw("status", verdictJSON(e.Verdict))
	switch {
	case e.ByProxy:
		o.int("http_status", 0)
		o.int("proxy_status", int64(e.Status))
	case e.Status == history.StatusUnknown:
		o.raw("http_status", nil)
		o.raw("proxy_status", nil)
	default:
		o.int("http_status", int64(e.Status))
		o.raw("proxy_status", nil)
	}
	o.orNull("asked", e.Asked)
	o.orNull("model", e.Served)
	o.orNull("provider", e.Provider)
	var tokens object
	tokens.raw("input", count(e.Tokens.In))
	tokens.raw("cached", count(e.Tokens.Cached))
	tokens.raw("output", count(e.Tokens.Out))
	tokens.raw("reasoning", count(e.Tokens.Reasoning))
	_ = tokens.value("estimated", e.Tokens.Estimated)
	o.raw("tokens", tokens.end())
	if e.Cost >= 0 {
		_ = o.value("cost", e.Cost)
	} else {
		o.raw("cost", nil)
	}
	var timing object
	timing.raw("ttfb_ms", milliseconds(e.TTFBUS))
	timing.raw("ttft_ms", milliseconds(e.TTFTUS))
	timing.raw("total_ms", milliseconds(e.TotalUS))
	timing.raw("lasted_ms", milliseconds(e.LastedUS))
	o.raw("timing", timing.end())
	for _, list := range []struct {
		name  string
		words []string
	}{{"guardrails", e.Guardrails}, {"tools", e.Tools}, {"warnings", e.Warnings}} {
		_ = o.value(list.name, append([]string{}, list.words...))
	}
	o.int("bytes", e.Size)
	o.text("words", e.Words)
	return o.end()
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
