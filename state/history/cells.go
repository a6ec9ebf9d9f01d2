package history

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// RequestTitle is the title of the column with what was asked for.
const RequestTitle = "request"

// ListColumns returns the columns of lists, from left to right; the first words follow them. The history of
// a team has one more: who shared each.
func ListColumns(team bool) []Column {
	list := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return c.Cell.Title == "" || c.Team && !team })
	slices.SortFunc(list, func(a, b Column) int { return cmp.Compare(a.Cell.Place, b.Cell.Place) })
	return list
}

// CellOf returns what lists show of an entry in a column, as it was received; – for nothing.
func (c *Column) CellOf(e *Entry, now time.Time) string {
	if c.Cell.Text != nil {
		return cmp.Or(c.Cell.Text(e, now), "–")
	}
	if us, ok := c.Of(e).(micros); ok {
		return figures.Duration(*us.of)
	}
	return cmp.Or(c.Text(e), "–")
}

// Began returns when an exchange began, where that is known.
func Began(e *Entry, now time.Time) string {
	if e.Undated {
		return "–"
	}
	return figures.When(e.Start, now)
}

// String returns the method and the path.
func (r Request) String() string { return strings.TrimSpace(r.Method + " " + r.Path) }

// verdictCell returns the verdict with its sign, and what the status adds to it: if the proxy
// received no answer, that is the one it sent.
func verdictCell(e *Entry, now time.Time) string {
	words := e.Ended()
	if e.Verdict == state.Running {
		switch words = "waiting"; {
		case e.Kind == state.Other && e.Status == http.StatusSwitchingProtocols: // it is the WebSocket itself
			words = "open"
		case e.Waits:
			words = "paused " + now.Sub(e.Start).Truncate(time.Second).String()
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
	if e.Fault != "" {
		words = e.Fault + " on purpose"
	}
	if e.Verdict == state.Completed && slices.Contains(e.Lint, "error") {
		words += " ⚠" // an answer that breaks clients; those that ended otherwise are seen anyhow
	}
	return explain.Sign(e.Verdict) + " " + words
}

// lastedCell returns the time to the end where that is another than the time to the last byte.
func lastedCell(e *Entry, _ time.Time) string {
	lasted := figures.Duration(e.LastedUS)
	if lasted == figures.Duration(e.TotalUS) {
		return " "
	}
	return lasted
}

// tokensCell returns the tokens in and out; ~ marks an estimate.
func tokensCell(e *Entry) string {
	count := func(n int) string {
		if n < 0 {
			return "–"
		}
		return figures.Thousands(n)
	}
	in, out := e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.Output]
	if in < 0 && out < 0 {
		return ""
	}
	mark := ""
	if e.Tokens.Estimated && out >= 0 {
		mark = "~"
	}
	return count(in) + " + " + mark + count(out)
}

// callerCell returns the name of the program, without its version.
func callerCell(e *Entry, _ time.Time) string {
	name, _, _ := strings.Cut(e.Program(), "/")
	return name
}
