package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
)

// Run reports a run: the request, the caller, the figures, and each of its exchanges.
func Run(r waterfall.Run) Report {
	s := &r.Sum
	out := Report{Title: "RUN " + strconv.FormatInt(r.Number, 10), Sum: quiet(figures.Counted(s.Exchanges, "exchange"))}
	out.Blocks = append(out.Blocks, field("asked", s.Asked, Value))
	out.add("caller", s.First.Caller, Value)
	if run.IsConnection(s.First.Session) {
		out.add("session", "one WebSocket", Value)
	} else {
		out.add("session", s.First.Session, Name)
	}
	began := "–"
	if !s.First.Undated {
		began = s.First.Start.Local().Format("2006-01-02 15:04:05 MST")
	}
	out.Blocks = append(out.Blocks,
		Field{Label: "began", Value: []Span{{Text: began}}, About: quiet("took " + figures.Duration(s.LengthUS()))},
		Field{Label: "worst", Value: []Span{{explain.Sign(s.Worst) + " " + s.Ended, VerdictRole(s.Worst)}}},
	)
	if s.Costs > 0 || s.Lost > 0 {
		out.Blocks = append(out.Blocks, RunCost(s))
	}
	out.Blocks = append(out.Blocks, RunNumbers(s), Waterfall{r})
	return out
}

// RunCost returns the cost of a run and the part that cache misses caused.
func RunCost(s *waterfall.Sum) Field {
	f := field("cost", "–", Value)
	if s.Costs > 0 {
		f.Value[0].Text = figures.PriceOf(s.Cost)
		if s.Costs < s.Exchanges {
			f.Value[0].Text += " of " + figures.Counted(s.Costs, "exchange")
		}
	}
	if lost := LostByRun(s); lost != "" {
		f.Value = append(f.Value, Span{lost, Warn})
	}
	return f
}

// RunNumbers returns the other figures of a run.
func RunNumbers(s *waterfall.Sum) Numbers {
	return Numbers{
		{Label: "tool calls", Value: figures.Thousands(s.Calls)},
		{Label: "tokens in", Value: tokensOf(s.In, s.Ins, false, figures.Thousands)},
		{Label: "cached", Value: CachedShare(s)},
		{Label: "tokens out", Value: tokensOf(s.Out, s.Outs, s.Guessed, figures.Thousands)},
	}
}

// tokensOf writes the tokens of the exchanges that reported them; a dash if none did.
func tokensOf(n int64, reported int, guessed bool, write func(int) string) string {
	if reported == 0 {
		return "–"
	}
	return about(guessed) + write(int(n))
}

// CachedShare returns the share of a run's input tokens that was read from a cache; a dash if none is
// reported.
func CachedShare(s *waterfall.Sum) string {
	share, ok := s.CachedShare()
	if !ok {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

// Waterfall is the exchanges of a run on one time axis.
type Waterfall struct{ waterfall.Run }

func (Waterfall) block() {}

// Place describes how a row relates to the others; "" for one that continues the row before.
func Place(r *waterfall.Row) string {
	of := strconv.Itoa(r.From)
	switch {
	case r.Relation == waterfall.First && r.Depth > 0 && r.From > 0:
		return "sub-agent of " + of
	case r.Relation == waterfall.First && r.Depth > 0:
		return "sub-agent"
	case r.Relation == waterfall.Retry:
		return "retry of " + of
	case r.Relation == waterfall.Branch:
		return "branch from " + of
	case r.Relation == waterfall.Restart:
		return "begins again"
	case r.Relation == waterfall.Side && r.Purpose == history.Title:
		return "title"
	case r.Relation == waterfall.Side:
		return "side request"
	}
	return ""
}

// Table has a row for each exchange: its number, when it began, how it ended, how long it took, its calls
// and tokens, its cost and loss, and how it relates to the others.
func (w Waterfall) Table() Table {
	clock := w.clock()
	_, cached := w.Sum.CachedShare()
	tools := slices.ContainsFunc(w.Rows, func(r waterfall.Row) bool { return r.ToolUS > 0 })
	t := Table{Columns: []Column{
		{Title: "#", Right: true},
		titled(clock != "", Column{Title: "at", Right: true, Spare: 4}),
		{Title: "after", Right: true, Spare: 8},
		{},
		{Title: "total", Right: true},
		titled(tools, Column{Title: "tools before", Right: true, Spare: 7}),
		titled(w.Sum.Calls > 0, Column{Title: "calls", Right: true, Spare: 6}),
		{Title: "tokens", Right: true, Spare: 5},
		titled(cached, Column{Title: "cached", Right: true, Spare: 3}),
		titled(w.Sum.Costs > 0, Column{Title: "cost", Right: true, Point: true, Spare: 1}),
		titled(w.Sum.Lost > 0, lostColumn),
		{Title: "what", MaxWidth: 60},
	}}
	for i := range w.Rows {
		r := &w.Rows[i]
		began, tools, calls, share, paid := "", "", "", "", ""
		if clock != "" && !r.Undated {
			began = r.Start.Local().Format(clock)
		}
		if cached {
			share = cachedOf(r.Entry)
		}
		if w.Sum.Costs > 0 {
			paid = figures.Dollars(r.Cost)
		}
		if r.ToolUS > 0 {
			tools = figures.Duration(r.ToolUS)
		}
		if r.Calls > 0 {
			calls = strconv.Itoa(r.Calls)
		}
		if r.Relation == waterfall.Folded {
			t.Rows = append(t.Rows, w.foldedRow(r, began))
			continue
		}
		t.Rows = append(t.Rows, Row{ID: r.ID, Cells: []Span{
			quiet(strconv.Itoa(r.Number)), quiet(began), quiet(figures.Duration(r.Key - w.Sum.First.Key)), {VerdictInShort(r.Verdict, r.Ended()), VerdictRole(r.Verdict)},
			{Text: figures.Duration(r.TotalUS)}, quiet(tools), {Text: calls}, {Text: tokensInShort(r.Entry)}, {Text: share}, {Text: paid}, lostCell(r.Lost), {Text: What(r)},
		}})
	}
	return t
}

// foldedRow returns the row of exchanges that are folded, with their sums.
func (w Waterfall) foldedRow(r *waterfall.Row, began string) Row {
	s, paid, tokens := r.Sum(), "", "–"
	if s.Costs > 0 {
		paid = figures.Dollars(s.Cost)
	}
	if s.Ins+s.Outs > 0 {
		tokens = tokensOf(s.In, s.Ins, false, shortCount) + " + " + tokensOf(s.Out, s.Outs, s.Guessed, shortCount)
	}
	return Row{ID: r.ID, Cells: []Span{
		quiet(strconv.Itoa(r.Number)), quiet(began), quiet(figures.Duration(r.Key - w.Sum.First.Key)), {VerdictInShort(s.Worst, s.Ended), VerdictRole(s.Worst)},
		{}, {}, {}, quiet(tokens), {}, quiet(paid), lostCell(s.Lost), quiet(What(r)),
	}}
}

// titled returns a column without its title if it has no cells: then it has no width.
func titled(hasCells bool, c Column) Column {
	if !hasCells {
		c.Title = ""
	}
	return c
}

// clock returns the layout of the times at which the exchanges began, with the day if they span several;
// "" if no time is known.
func (w Waterfall) clock() string {
	dated := slices.DeleteFunc(slices.Clone(w.Rows), func(r waterfall.Row) bool { return r.Undated })
	if len(dated) == 0 {
		return ""
	}
	day := func(r waterfall.Row) string { return r.Start.Local().Format(time.DateOnly) }
	if slices.ContainsFunc(dated, func(r waterfall.Row) bool { return day(r) != day(dated[0]) }) {
		return "Jan 2 15:04"
	}
	return time.TimeOnly
}

// VerdictInShort returns the sign of a verdict, with its word unless it is completed.
func VerdictInShort(v state.Verdict, word string) string {
	if v == state.Completed {
		return explain.Sign(v)
	}
	return explain.Sign(v) + " " + word
}

// What describes a row of a run: how it relates to the others, why its cache was lost, the tools called or
// the first words.
func What(r *waterfall.Row) string {
	if r.Relation == waterfall.Folded {
		return strings.Repeat("  ", r.Depth) + folded(r)
	}
	var parts []string
	if place := Place(r); place != "" {
		parts = append(parts, place)
	}
	if note := CacheNote(r.Entry); note != "" && r.Cause != "" {
		parts = append(parts, "← "+r.Cause+" and more")
	} else if note != "" {
		parts = append(parts, note)
	}
	if calls := history.CallWords(r.Tools, r.Calls); calls != "" {
		parts = append(parts, calls)
	} else if r.Words != "" {
		parts = append(parts, r.Words)
	}
	what := strings.Join(parts, ": ")
	if len(r.Changed) > 0 {
		what = history.ChangedMark + " " + what
	}
	return strings.Repeat("  ", r.Depth) + what
}

// folded describes the exchanges of a folded row.
func folded(r *waterfall.Row) string {
	counts := map[history.Purpose]int{}
	for _, e := range r.Each() {
		counts[e.Purpose]++
	}
	var parts []string
	for _, p := range []history.Purpose{history.Handshake, history.WarmUp, history.CountTokens} {
		switch n := counts[p]; {
		case n == 1:
			parts = append(parts, string(p))
		case n > 1:
			parts = append(parts, figures.Thousands(n)+" × "+string(p))
		}
	}
	words := strings.Join(parts, ", ")
	if len(r.Others) == 0 && r.Purpose == history.CountTokens && r.Words != "" {
		words += " " + r.Words
	}
	return words
}

func cachedOf(e *history.Entry) string {
	in, cached := e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.CacheRead]
	if cached < 0 || in <= 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(cached)/float64(in))
}

func tokensInShort(e *history.Entry) string {
	in, out := e.Tokens.Counts[usage.Input], e.Tokens.Counts[usage.Output]
	if in < 0 && out < 0 {
		return "–"
	}
	return shortCount(in) + " + " + about(e.Tokens.Estimated) + shortCount(out)
}

// shortCount writes a count in short; a dash for one that is not known.
func shortCount(n int) string {
	if n < 0 {
		return "–"
	}
	return cmp.Or(figures.ShortCount(n), "0")
}

// Runs returns a table with a row for each run.
func Runs(list []waterfall.Run, now time.Time) Table {
	called := slices.ContainsFunc(list, func(r waterfall.Run) bool { return r.Sum.First.Caller != "" })
	lost := slices.ContainsFunc(list, func(r waterfall.Run) bool { return r.Sum.Lost > 0 })
	caller := Column{Title: "caller", Spare: 6, MaxWidth: 24}
	if slices.ContainsFunc(list, func(r waterfall.Run) bool { return r.Sum.First.Program() != list[0].Sum.First.Program() }) {
		caller.Spare = 2 // only the cost is less often left out
	}
	t := Table{Columns: []Column{{Title: "ended"}, {Title: "run", Right: true, Spare: 4}, titled(called, caller), {Title: "exchanges", Right: true},
		{Title: "calls", Right: true, Spare: 8}, {Title: "took", Right: true, Spare: 3}, {Title: "tokens", Right: true, Spare: 7}, {Title: "cached", Right: true, Spare: 5},
		{Title: "cost", Right: true, Point: true, Spare: 1}, titled(lost, lostColumn), {}, {Title: "first words"}}}
	for i := range list {
		t.Rows = append(t.Rows, runRow(&list[i], now))
	}
	return t
}

func runRow(r *waterfall.Run, now time.Time) Row {
	s := &r.Sum
	ended, name, exchanges, calls, tokens, cost := "–", "–", figures.Thousands(s.Exchanges), "", "–", "–"
	if !s.First.Undated {
		ended = figures.When(time.UnixMicro(s.End), now)
	}
	if r.Number != 0 {
		name = strconv.FormatInt(r.Number, 10)
	}
	if s.Left > 0 {
		exchanges += " of " + figures.Thousands(s.Exchanges+s.Left)
	}
	if s.Calls > 0 {
		calls = figures.Thousands(s.Calls)
	}
	if s.Ins+s.Outs > 0 {
		tokens = tokensOf(s.In, s.Ins, false, shortCount) + " + " + tokensOf(s.Out, s.Outs, s.Guessed, shortCount)
	}
	if s.Costs > 0 {
		cost = figures.Dollars(s.Cost) + of(s.Costs, s.Exchanges)
	}
	return Row{Cells: []Span{
		quiet(ended), quiet(name), {Text: s.First.Program()}, {Text: exchanges}, {Text: calls}, {Text: figures.Duration(s.LengthUS())},
		{Text: tokens}, {Text: CachedShare(s)}, {Text: cost}, lostCell(s.Lost), {VerdictInShort(s.Worst, s.Ended), VerdictRole(s.Worst)}, {Text: s.Asked},
	}}
}

// RunName returns the name of a run.
func RunName(number int64) string { return "run " + strconv.FormatInt(number, 10) }
