package report

import (
	"fmt"
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Silences counts the silences of an exchange above the threshold, frame by frame.
type Silences struct {
	of        *state.Exchange
	threshold int64 // microseconds
	frames    int   // examined
	count     int
	lenUS     int64 // in total
}

// Count examines the frames that have arrived since the last call.
func (q *Silences) Count(x *state.Exchange, c *wire.Capture) {
	if c == nil {
		*q = Silences{}
		return
	}
	refs := c.Frames.All()
	refs = refs[:min(len(refs), x.Frames)]
	if long := x.FrameList.SilenceThreshold(); q.of != x || q.threshold != long || q.frames > len(refs) {
		*q = Silences{of: x, threshold: long, frames: 1}
	}
	for ; q.frames < len(refs); q.frames++ {
		if us := refs[q.frames].AtUS - refs[q.frames-1].AtUS; us > q.threshold {
			q.count, q.lenUS = q.count+1, q.lenUS+us
		}
	}
}

// Time reports how long each part took.
func Time(s Subject) Report {
	x := s.Exchange
	t := figures.TimesOf(x, s.NowUS)
	r := Report{Title: "TIME"}
	if len(t.Segments) == 0 {
		words := "No response yet."
		switch {
		case !x.Known.Times:
			words = "No times were saved."
		case x.Waits && !x.Running():
			words = "Nothing was sent."
		}
		r.Blocks = []Block{quiet(words)}
		if t.TotalUS > 0 && x.Running() {
			r.Sum = quiet(figures.Duration(t.TotalUS) + " so far")
		}
		return r
	}
	line := Timeline{t}
	scale := line.Scale()
	written := func(us int64) string { return scale.Write(scale.Ticks(us)) }
	r.Unit, r.Sum = scale.Unit, quiet("total "+written(t.TotalUS))
	switch {
	case x.Running():
		r.Sum = quiet(written(t.TotalUS) + " so far")
	case t.SilenceUS > 0:
		r.Sum = quiet("last byte " + written(t.TotalUS) + ", end " + written(t.EndUS()))
	}
	r.Blocks = []Block{line}
	if us, ok := t.Of(figures.Body); ok && !x.Known.Times && x.Frames > 0 {
		r.Blocks = append(r.Blocks, quiet("body "+figures.Duration(us)+"; times of its parts not recorded"))
	}
	if others := otherSilences(x, s.Read.Silences); others != "" {
		r.Blocks = append(r.Blocks, Extra{quiet("╌ " + others)})
	}
	if t.QuietUS > 0 {
		r.Blocks = append(r.Blocks, Extra{Span{"⚠ no data for " + figures.Duration(t.QuietUS), Warn}})
	}
	if t.SilenceUS > 0 {
		r.Blocks = append(r.Blocks, Extra{Span{"⚠ " + figures.Duration(t.SilenceUS) + " of silence before the end", Warn}})
	}
	return r
}

// otherSilences counts the silences without a segment.
func otherSilences(x *state.Exchange, all Silences) string {
	shown := figures.SilencesOf(x)
	for _, s := range shown {
		all.lenUS -= s.LenUS
	}
	if all.count -= len(shown); all.count <= 0 {
		return ""
	}
	return figures.Thousands(all.count) + " shorter silences, " + figures.Duration(all.lenUS) + " in total"
}

// Timeline is an exchange's time in contiguous segments.
type Timeline struct{ figures.Times }

// Scale returns the unit and the digits of its times.
func (t Timeline) Scale() figures.Scale { return figures.ScaleOf(t.TotalUS) }

// Name returns the name of a segment's part.
func (t Timeline) Name(i int) string {
	part := t.Segments[i].Part
	if again := func(o figures.Segment) bool { return o.Part == part }; part == figures.FirstToken && slices.ContainsFunc(t.Segments[i+1:], again) {
		return "no token yet" // the first token follows after a silence
	}
	return part.String()
}

// Table has a row for each segment: when it began, how long it took, and its share of the total, both
// computed from the written figures.
func (t Timeline) Table() Table {
	scale := t.Scale()
	table := Table{Columns: []Column{{}, {Title: "start", Right: true}, {Title: "took", Right: true}, {Right: true}, {}}}
	for i, s := range t.Segments {
		begins, ends := scale.Ticks(s.StartUS), scale.Ticks(s.StartUS+s.LenUS)
		share := 100 * float64(ends-begins) / float64(max(scale.Ticks(t.EndUS()), 1))
		row := Row{Cells: []Span{{Text: t.Name(i)}, quiet(scale.Write(begins)), {Text: t.took(s.Part, s.LenUS, ends-begins)}, quiet(fmt.Sprintf("%.1f %%", share))}}
		if s.Frame >= 0 {
			row.Cells = append(row.Cells, quiet("before frame "+figures.Thousands(s.Frame+1)))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// took writes how long a part took, in the unit of the table; a silence from a second on as everywhere.
func (t Timeline) took(part figures.Part, us, ticks int64) string {
	if part == figures.Idle && us >= 999_500 {
		return figures.Duration(us)
	}
	return t.Scale().Write(ticks)
}

// Sums returns the parts that took any time and their written sums.
func (t Timeline) Sums() (parts []figures.Part, sums Numbers) {
	scale := t.Scale()
	var ticks, spans [figures.Parts]int64
	for _, s := range t.Segments {
		ticks[s.Part] += scale.Ticks(s.StartUS+s.LenUS) - scale.Ticks(s.StartUS)
		spans[s.Part] += s.LenUS
	}
	for part := range figures.Parts {
		if _, ok := t.Of(part); ok {
			parts, sums = append(parts, part), append(sums, Number{Label: part.String(), Value: t.took(part, spans[part], ticks[part])})
		}
	}
	return parts, sums
}
