package overview

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/views"
)

// quiet is how many silences of an exchange stand out, and how long they last
// together.
type quiet struct {
	of        *state.Exchange
	threshold int64 // microseconds: what is longer was counted
	frames    int   // that were looked at
	count     int
	lenUS     int64
}

// silences counts the silences of what is shown, on from those that were
// counted already.
func (m *Model) silences() quiet {
	x := m.subject.Exchange
	if m.subject.Capture == nil {
		return quiet{}
	}
	q := &m.read.quiet
	refs := m.subject.Capture.Frames.All()
	refs = refs[:min(len(refs), x.Frames)]
	if long := x.FrameList.SilenceThreshold(); q.of != x || q.threshold != long || q.frames > len(refs) {
		*q = quiet{of: x, threshold: long, frames: 1}
	}
	for ; q.frames < len(refs); q.frames++ {
		if us := refs[q.frames].AtUS - refs[q.frames-1].AtUS; us > q.threshold {
			q.count, q.lenUS = q.count+1, q.lenUS+us
		}
	}
	return *q
}

// others counts the silences that have no row of their own.
func (p pen) others(x *state.Exchange, all quiet) []string {
	shown := figures.SilencesOf(x)
	for _, s := range shown {
		all.lenUS -= s.LenUS
	}
	if all.count -= len(shown); all.count <= 0 {
		return nil
	}
	words := figures.Thousands(all.count) + " shorter silences, " + figures.Duration(all.lenUS) + " in total"
	return p.wrapped("╌ "+words, p.styles.Dim)
}

// time draws where the time went: a bar, and what its parts are. In the column
// the parts stand in a line, else in a table.
func (p pen) time(s views.Subject, all quiet, compact bool) block {
	x := s.Exchange
	t := figures.TimesOf(x, s.NowUS)
	b := block{title: "TIME"}
	if len(t.Segments) == 0 {
		words := "No response yet."
		if !x.Known.Times {
			words = "No times were saved."
		}
		b.lines = []string{p.styles.Dim.Render(words)}
		if t.TotalUS > 0 {
			b.right = figures.Duration(t.TotalUS) + " so far"
		}
		return b
	}
	scale := figures.ScaleOf(t.TotalUS)
	written := func(us int64) string { return scale.Write(scale.Ticks(us)) }
	b.unit = scale.Unit
	b.right = "total " + written(t.TotalUS)
	switch {
	case x.Running():
		b.right = written(t.TotalUS) + " so far"
	case t.SilenceUS > 0:
		b.right = "last byte " + written(t.TotalUS) + ", end " + written(t.EndUS())
	}
	bar, scaled := p.bar(t)
	b.lines = []string{bar}
	if !scaled {
		b.lines = append(b.lines, p.styles.Dim.Render("not to scale"))
	}
	if compact {
		b.lines = append(b.lines, p.legend(t, scale)...)
	} else {
		b.lines = append(b.lines, p.parts(t, scale)...)
		b.lines = append(b.lines, p.others(x, all)...)
	}
	if t.Reused {
		b.lines = append(b.lines, p.styles.Dim.Render("connection reused"))
	}
	if t.QuietUS > 0 {
		b.lines = append(b.lines, p.styles.Warn.Render("⚠ no data for "+figures.Duration(t.QuietUS)))
	}
	if t.SilenceUS > 0 {
		b.lines = append(b.lines, p.styles.Warn.Render("⚠ "+figures.Duration(t.SilenceUS)+" of silence before the end"))
	}
	return b
}

// look is how a part of the time is drawn: it is told without its colour too.
func (p pen) look(part figures.Part) (glyph string, style lipgloss.Style) {
	switch part {
	case figures.DNS, figures.Connect, figures.TLS:
		return "░", p.styles.Tool
	case figures.Send:
		return "▚", p.styles.User
	case figures.Wait:
		return "▒", p.styles.Dim
	case figures.FirstToken:
		return "▓", p.styles.Reasoning
	case figures.Idle:
		return "╌", p.styles.Faint
	}
	return "█", p.styles.Model
}

// bar draws the segments in proportion; what took any time has a cell, as long
// as there are cells. It is to scale where none of them took less than half of its cell.
func (p pen) bar(t figures.Times) (drawn string, scaled bool) {
	var b strings.Builder
	scaled = true
	for i, n := range cells(t, p.width) {
		scaled = scaled && (n == 0 || 2*int64(p.width)*t.Segments[i].LenUS >= t.EndUS())
		glyph, style := p.look(t.Segments[i].Part)
		if n > 0 {
			b.WriteString(style.Render(strings.Repeat(glyph, n)))
		}
	}
	return b.String(), scaled
}

// cells shares width cells out among the segments.
func cells(t figures.Times, width int) []int {
	out := make([]int, len(t.Segments))
	var order []int // longest first
	for i, s := range t.Segments {
		if s.LenUS > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(min(max(t.Segments[b].LenUS-t.Segments[a].LenUS, -1), 1)) })
	order = order[:min(len(order), max(width, 0))]
	if len(order) == 0 {
		return out
	}
	sum := int64(0)
	for _, i := range order {
		sum += t.Segments[i].LenUS
	}
	left := width
	for _, i := range slices.Backward(order) { // the short ones first: each has its cell
		out[i] = max(int(math.Round(float64(width)*float64(t.Segments[i].LenUS)/float64(sum))), 1)
		left -= out[i]
	}
	for k := 0; left != 0; k = (k + 1) % len(order) { // the long ones bear what rounding made of it
		if i := order[k]; left > 0 {
			out[i]++
			left--
		} else if out[i] > 1 {
			out[i]--
			left++
		}
	}
	return out
}

// legend names the parts, each with its sum; the heading has their unit.
func (p pen) legend(t figures.Times, scale figures.Scale) []string {
	var sums [figures.Parts]int64
	for _, s := range t.Segments {
		sums[s.Part] += scale.Ticks(s.StartUS+s.LenUS) - scale.Ticks(s.StartUS)
	}
	var words []string
	for part := range figures.Parts {
		if _, ok := t.Of(part); !ok {
			continue
		}
		glyph, style := p.look(part)
		words = append(words, style.Render(glyph)+" "+p.figure(part.String(), scale.Write(sums[part])))
	}
	return p.flow(words, 2)
}

// parts is the table of the segments in their order: when each began, how long
// it took, which share of the whole that is, both as they are written; the heading has
// their unit.
func (p pen) parts(t figures.Times, scale figures.Scale) []string {
	wide := max(len(scale.Write(scale.Ticks(t.EndUS()))), len("start"))
	lines := []string{p.styles.Dim.Render(fmt.Sprintf("  %-12s%*s  %*s", "", wide, "start", wide, "took"))}
	for i, s := range t.Segments {
		glyph, style := p.look(s.Part)
		name := s.Part.String()
		if again := func(o figures.Segment) bool { return o.Part == s.Part }; s.Part == figures.FirstToken && slices.ContainsFunc(t.Segments[i+1:], again) {
			name = "no token yet" // a silence follows, and the first token behind it
		}
		begins, ends := scale.Ticks(s.StartUS), scale.Ticks(s.StartUS+s.LenUS)
		share := 100 * float64(ends-begins) / float64(max(scale.Ticks(t.EndUS()), 1))
		line := style.Render(glyph) + " " + p.styles.Text.Render(padded(name, 12)) +
			p.styles.Dim.Render(fmt.Sprintf("%*s  ", wide, scale.Write(begins))) +
			p.styles.Text.Render(fmt.Sprintf("%*s", wide, scale.Write(ends-begins))) + p.styles.Dim.Render(fmt.Sprintf("  %5.1f %%", share))
		if s.Frame >= 0 {
			line += p.styles.Dim.Render("  before frame " + figures.Thousands(s.Frame+1))
		}
		lines = append(lines, line)
	}
	return lines
}

// speed draws how fast the output came over time.
func (p pen) speed(x *state.Exchange, nowUS int64) (line string, ok bool) {
	const words = 28 // about what stands before and behind the graph
	s, ok := figures.SpeedOf(x, max(min(p.width-words, 60), 1), nowUS)
	if !ok {
		return "", false
	}
	about := ""
	if s.Estimated {
		about = "~"
	}
	rate := func(v float64) string { return about + figures.Thousands(int(v+0.5)) }
	told := rate(s.Mean) + " mean"
	if len(s.Series) > 1 {
		told = rate(s.Mean) + " mean, " + rate(s.Peak) + " peak"
	}
	if x.Running() { // how fast is known when the service has reported its tokens
		told = ""
	}
	return p.styles.Dim.Render("tok/s ") + p.styles.Model.Render(spark(s.Series)) + "  " + p.styles.Text.Render(told), true
}

// spark draws numbers as a row of bars, the highest as high as there is room.
func spark(series []float64) string {
	levels := []rune("▁▂▃▄▅▆▇█")
	peak := 0.0
	for _, v := range series {
		peak = max(peak, v)
	}
	var b strings.Builder
	for _, v := range series {
		at := 0
		if peak > 0 {
			at = int(v/peak*float64(len(levels)-1) + 1e-9) // what is as high as another is not drawn lower
		}
		b.WriteRune(levels[min(max(at, 0), len(levels)-1)])
	}
	return b.String()
}
