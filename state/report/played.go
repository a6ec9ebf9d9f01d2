package report

import (
	"slices"
	"strconv"

	"gatehouse/state/cache"
	"gatehouse/state/figures"
)

// Played tells what a run reads from the cache of the local gateway, as it was and with something
// changed.
func Played(c cache.Comparison) Report {
	share := func(list []cache.Played) string {
		read, of := 0, 0
		for _, p := range list {
			if p.Cached >= 0 && p.In >= 0 {
				read, of = read+p.Cached, of+p.In
			}
		}
		if of == 0 {
			return "–"
		}
		return figures.Share(float64(read) / float64(of))
	}
	plain, changed := share(c.Plain), share(c.Changed)
	r := Report{Sum: Span{"cached: " + share(c.Recorded) + " as recorded, " + plain + " played as it was, " + changed + " " + c.Words(), Value}}
	t := Table{Columns: []Column{{Title: "#", Right: true}, {Title: "in", Right: true, Spare: 2}, {Title: "recorded", Right: true}, {Title: "as it was", Right: true}, {Title: "changed", Right: true}, {Title: "provider", Spare: 1}}}
	for i := range c.Changed {
		now := c.Changed[i]
		row := Row{Cells: []Span{quiet(strconv.Itoa(i + 1)), quiet(count(now.In)), readCell(c.Recorded[i], Value), readCell(c.Plain[i], Value), readCell(now, Good), {Text: now.Provider}}}
		if now.Problem != "" {
			row.Note = now.Problem
		}
		t.Rows = append(t.Rows, row)
	}
	r.Blocks = []Block{t, Span{}, quiet("Simulated: the local gateway served all of it, one request right behind the other, so that no ttl passes. It keeps what ends at a mark, by provider and model. A first line of its own keeps each play from reading what another has left.")}
	if plain == changed {
		r.Blocks = slices.Insert(r.Blocks, 0, Block(Span{"It makes no difference here.", Warn}))
	}
	if c.Left > 0 {
		were := " were"
		if c.Left == 1 {
			were = " was"
		}
		r.Blocks = append(r.Blocks, quiet(figures.Counted(c.Left, "more exchange")+were+" not played."))
	}
	return r
}

func count(n int) string {
	if n < 0 {
		return "–"
	}
	return figures.Thousands(n)
}

// readCell is how much of a request was read from the cache.
func readCell(p cache.Played, role Role) Span {
	switch {
	case p.Problem != "":
		return Span{"failed", Bad}
	case p.Cached < 0 || p.In <= 0:
		return quiet("–")
	case p.Cached == 0:
		return quiet("0 %")
	}
	return Span{figures.Thousands(p.Cached) + "  " + figures.Share(float64(p.Cached)/float64(p.In)), role}
}
