package output

import (
	"strconv"
	"time"

	"gatehouse/state/history/stats"
	"gatehouse/state/text/spelling"
)

// Statistics returns the figures of exchanges as one object.
func Statistics(t *stats.Table) []byte {
	var o Object
	o.Text("by", t.By.Name)
	known := t.Known()
	o.Raw("since", moment(known.From))
	o.Raw("until", moment(known.To))
	members := groupMembers()
	o.Raw("all", group(&t.All, members))
	if t.Before != nil {
		o.Raw("before", group(t.Before, members))
	}
	var groups, bins [][]byte
	for i := range t.Groups {
		groups = append(groups, compared(t, &t.Groups[i], members))
	}
	for i := range t.Bins {
		var bin Object
		bin.Raw("since", moment(t.Bins[i].From))
		bin.Raw("until", moment(t.Bins[i].To))
		bin.Raw("figures", group(&t.Bins[i].Group, members))
		bins = append(bins, bin.End())
	}
	o.Raw("groups", List(groups...))
	o.Raw("bins", List(bins...))
	return o.End()
}

// StatisticsCSV returns the groups as CSV.
func StatisticsCSV(t *stats.Table) []byte {
	members := groupMembers()
	head := []string{t.By.Name}
	for _, m := range members {
		if m.column != "" {
			head = append(head, m.column)
		}
	}
	rows := [][]string{head}
	for i := range t.Groups {
		g := &t.Groups[i].Now
		row := []string{g.Name}
		for _, m := range members {
			if m.column != "" {
				row = append(row, string(m.value(g)))
			}
		}
		rows = append(rows, row)
	}
	return spelling.ReportCSV(rows)
}

// groupMember is a figure of a group.
type groupMember struct {
	path   string // in its object
	column string // of CSV; "": none
	value  func(*stats.Group) []byte
}

// groupMembers returns the figures of a group in their order, which objects and CSV share.
func groupMembers() []groupMember {
	figure := func(name string) func(*stats.Group) []byte {
		f, _ := stats.FigureOf(name)
		return func(g *stats.Group) []byte { return number(f, g) }
	}
	known := func(name string) func(*stats.Group) []byte {
		f, _ := stats.FigureOf(name)
		return func(g *stats.Group) []byte {
			_, n := f.Value(g)
			return strconv.AppendInt(nil, int64(n), 10)
		}
	}
	return []groupMember{
		{"exchanges", "exchanges", figure("exchanges")},
		{"failed", "failed", figure("failures")},
		{"verdicts", "", verdicts},
		{"ttft_ms.known", "", known("ttft_p50")},
		{"ttft_ms.p50", "ttft_p50_ms", figure("ttft_p50")},
		{"ttft_ms.p95", "ttft_p95_ms", figure("ttft_p95")},
		{"total_ms.known", "", known("total_p50")},
		{"total_ms.p50", "total_p50_ms", figure("total_p50")},
		{"total_ms.p95", "total_p95_ms", figure("total_p95")},
		{"tok_s.known", "", known("tok_s_p50")},
		{"tok_s.p50", "tok_s_p50", figure("tok_s_p50")},
		{"tok_s.p95", "", figure("tok_s_p95")},
		{"tokens.input", "input_tokens", figure("input")},
		{"tokens.cached", "cached_tokens", figure("cached")},
		{"tokens.output", "output_tokens", figure("output")},
		{"tokens.estimated", "estimated", figure("estimated")},
		{"cost", "cost", figure("cost")},
		{"cost_known", "cost_known", known("cost")},
		{"cached_share", "cached_share", figure("cached_share")},
		{"cache_lost", "cache_lost", figure("cache_lost")},
		{"cache_lost_known", "cache_lost_known", known("cache_lost")},
	}
}

// number returns a figure in the unit of objects: milliseconds, dollars; nil if it is unknown.
func number(f stats.Figure, g *stats.Group) []byte {
	v, known := f.Value(g)
	switch {
	case known == 0:
		return nil
	case f.Unit == stats.Duration, f.Unit == stats.Rate:
		return Milliseconds(int64(v))
	case f.Unit == stats.Money:
		return strconv.AppendFloat(nil, stats.Dollars(v), 'f', -1, 64)
	case f.Unit == stats.Share:
		return strconv.AppendFloat(nil, v, 'f', 4, 64)
	}
	return strconv.AppendInt(nil, int64(v), 10)
}

func verdicts(g *stats.Group) []byte {
	var o Object
	for i, n := range g.Verdicts {
		if n > 0 {
			o.Int(string(stats.Verdicts[i]), int64(n))
		}
	}
	return o.End()
}

// group returns the object of a group.
func group(g *stats.Group, members []groupMember) []byte {
	var n nested
	for _, m := range members {
		o, name := n.of(m.path)
		o.Raw(name, m.value(g))
	}
	return n.end()
}

// compared returns a group, and if it is compared what it was before and whether that is by chance.
func compared(t *stats.Table, c *stats.Compared, members []groupMember) []byte {
	var o Object
	o.Text("name", c.Now.Name)
	o.Raw("figures", group(&c.Now, members))
	if !t.Comparing() {
		return o.End()
	}
	o.Raw("before", group(&c.Before, members))
	var changes Object
	for _, change := range []struct {
		name string
		stats.Change
	}{{"failed", c.Failed}, {"ttft", c.TTFT}, {"total", c.Total}, {"cost", c.Cost}} {
		var one Object
		one.Text("verdict", [...]string{stats.TooFew: "too few", stats.Chance: "chance", stats.More: "more", stats.Less: "less"}[change.Verdict])
		if change.Verdict != stats.TooFew {
			_ = one.Value("p", change.P)
		}
		changes.Raw(change.name, one.End())
	}
	o.Raw("changes", changes.End())
	return o.End()
}

// moment returns a time in RFC 3339; nil for none.
func moment(t time.Time) []byte {
	if t.IsZero() {
		return nil
	}
	return strconv.AppendQuote(nil, t.UTC().Format(time.RFC3339))
}
