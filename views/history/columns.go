// Package history draws the exchanges of the archive as a list.
package history

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/usage"
	"gatehouse/views/text"
)

// Column is one of the list: a title and what it says of an exchange, safe to draw.
type Column struct {
	Title string
	Right bool // its cells end on one line: figures
	Cells int  // how wide it is, whatever the rows hold
	Most  int  // how wide it gets where there is room; 0: no wider
	Cell  func(e *history.Entry, now time.Time) string
	Cut   func(cell string, cells int) string // shortens a cell; nil: at its end
}

// Columns are those of the list, from left to right; the first words follow them. The history of
// a team has one more: who shared each.
func Columns(team bool) []Column {
	columns := []Column{
		{Title: "when", Cells: 12, Cell: func(e *history.Entry, now time.Time) string { return Began(e, now) }},
		{Title: "origin", Cells: 10, Cell: func(e *history.Entry, _ time.Time) string { return string(e.Origin) }},
		{Title: requestTitle, Cells: 20, Most: 26, Cut: cutRequest, Cell: func(e *history.Entry, _ time.Time) string { return orDash(Request(e)) }},
		{Title: "asked", Cells: 15, Most: 28, Cell: func(e *history.Entry, _ time.Time) string { return orDash(text.SafeLine(e.Asked)) }},
		{Title: "served", Cells: 16, Most: 28, Cell: func(e *history.Entry, _ time.Time) string { return orDash(text.SafeLine(e.Served)) }},
		{Title: "provider", Cells: 10, Most: 16, Cell: func(e *history.Entry, _ time.Time) string { return orDash(text.SafeLine(e.Provider)) }},
		{Title: "verdict", Cells: 15, Cell: func(e *history.Entry, _ time.Time) string { return Verdict(e) }},
		{Title: "ttft", Right: true, Cells: 7, Cell: func(e *history.Entry, _ time.Time) string { return figures.Duration(e.TTFTUS) }},
		{Title: "total", Right: true, Cells: 7, Cell: func(e *history.Entry, _ time.Time) string { return figures.Duration(e.TotalUS) }},
		{Title: "lasted", Right: true, Cells: 7, Cell: func(e *history.Entry, _ time.Time) string { return figures.Duration(e.LastedUS) }},
		{Title: "tokens", Right: true, Cells: 14, Most: 20, Cut: cutTokens, Cell: func(e *history.Entry, _ time.Time) string { return Tokens(e) }},
		{Title: "cost", Right: true, Cells: 8, Cell: func(e *history.Entry, _ time.Time) string { return figures.Dollars(e.Cost) }},
	}
	if team {
		columns = slices.Insert(columns, 1, Column{Title: "by", Cells: 8, Most: 16, Cell: func(e *history.Entry, _ time.Time) string { return orDash(text.SafeLine(e.By)) }})
	}
	return columns
}

func orDash(cell string) string {
	if cell == "" {
		return "–"
	}
	return cell
}

// When is a time as short as it can be: see figures.When.
func When(t, now time.Time) string { return figures.When(t, now) }

// Began is when an exchange began, where that is known.
func Began(e *history.Entry, now time.Time) string {
	if e.Undated {
		return "–"
	}
	return When(e.Start, now)
}

// Verdict is the verdict with its sign, and what the status adds to it: where no answer came
// to the proxy, that is the status of its own.
func Verdict(e *history.Entry) string {
	words := e.Ended()
	if e.Verdict == state.Running {
		switch words = "waiting"; {
		case e.Kind == state.Other && e.Status == http.StatusSwitchingProtocols: // it is the WebSocket itself
			words = "open"
		case e.TTFTUS >= 0:
			words = "streaming"
		}
	}
	if e.ByProxy {
		words = "no answer"
	}
	if e.Status >= 300 {
		words += " " + strconv.Itoa(e.Status)
	}
	if e.Verdict == state.Completed && slices.Contains(e.Lint, "error") {
		words += " ⚠" // an answer that breaks clients; those that ended otherwise are seen anyhow
	}
	return explain.Sign(e.Verdict) + " " + words
}

// Tokens are those in and those out; ~ marks an estimate.
func Tokens(e *history.Entry) string {
	in, out := e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.Output]
	if in < 0 && out < 0 {
		return "–"
	}
	mark := ""
	if e.Tokens.Estimated && out >= 0 {
		mark = "~"
	}
	return figure(in) + " + " + mark + figure(out)
}

var thousands = regexp.MustCompile(`,\d{3}\b([^,]|$)`)

// cutTokens shortens counts that are too wide for a column to thousands.
func cutTokens(tokens string, cells int) string {
	if text.Width(tokens) <= cells {
		return tokens
	}
	return thousands.ReplaceAllString(tokens, " k$1")
}

func figure(n int) string {
	if n < 0 {
		return "–"
	}
	return figures.Thousands(n)
}
