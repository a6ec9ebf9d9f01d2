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
	var rows [][]string
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
			if f.json {
				if _, err := h.stdout.Write(append(entryObject(&entries[i]), '\n')); err != nil {
					return err
				}
			} else {
				rows = append(rows, entryRow(&entries[i], now))
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
	case len(rows) == 0 && text == "":
		h.say("nothing is saved yet; what the playground, send and rerank exchange is")
		return nil
	case len(rows) == 0:
		h.say("nothing in the history matches %s", text)
		return nil
	}
	return printEntries(h, rows)
}

// entryRow is a line of the list: the id, the columns, the first words.
func entryRow(e *history.Entry, now time.Time) []string {
	row := []string{text.SafeLine(e.ID[:min(8, len(e.ID))])}
	for _, c := range columns.Columns() {
		row = append(row, c.Cell(e, now))
	}
	return append(row, text.SafeLine(e.Words))
}

// printEntries prints a table; a terminal gets what fits its width.
func printEntries(h host, rows [][]string) error {
	head := []string{"id"}
	right := []bool{false}
	for _, c := range columns.Columns() {
		head, right = append(head, c.Title), append(right, c.Right)
	}
	head = append(head, "first words")
	rows = append([][]string{head}, rows...)
	widths := make([]int, len(right))
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], ansi.StringWidth(row[i]))
		}
	}
	width := 0
	if f, ok := h.stdout.(*os.File); ok && isTerminal(f) {
		width, _, _ = term.GetSize(int(f.Fd()))
	}
	var out bytes.Buffer
	for _, row := range rows {
		var line strings.Builder
		for i, w := range widths {
			pad := spaces(w - ansi.StringWidth(row[i]))
			if right[i] {
				line.WriteString(pad + row[i])
			} else {
				line.WriteString(row[i] + pad)
			}
			line.WriteString(spaces(gap))
		}
		line.WriteString(row[len(row)-1])
		shown := strings.TrimRight(line.String(), " ")
		if width > 0 {
			shown = ansi.Truncate(shown, width, "…")
		}
		out.WriteString(shown + "\n")
	}
	_, err := h.stdout.Write(out.Bytes())
	return err
}

// entryObject is an entry as JSON. Its members have the names of send --json where that
// has them.
func entryObject(e *history.Entry) []byte {
	var o object
	o.text("id", e.ID)
	o.text("at", e.Start.UTC().Format(time.RFC3339Nano))
	o.text("origin", string(e.Origin))
	o.orNull("connection", e.Connection)
	o.orNull("session", e.Session)
	o.text("status", string(e.Verdict))
	o.int("http_status", int64(e.Status))
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
