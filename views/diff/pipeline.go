package diff

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/text"
)

// wayAtOnce is the size up to which two ways are compared between two frames, in
// bytes of both sides together: 3 ms.
const wayAtOnce = 16 << 10

// ways is the comparison of two ways, kept for the metadata it was made of.
type ways struct {
	number int // counts the pairs, so that a late comparison is known
	a, b   []byte
	want   bool
	busy   bool
	made   bool
	rows   []wayRow
}

// waysCompared is what comparing two ways gave.
type waysCompared struct {
	number int
	rows   []wayRow
}

// take compares the ways of two exchanges again when their metadata came.
func (w *ways) take(a, b []byte) {
	if w.want && bytes.Equal(w.a, a) && bytes.Equal(w.b, b) {
		return
	}
	*w = ways{number: w.number + 1, a: a, b: b, want: true}
	if len(a)+len(b) <= wayAtOnce {
		w.put(waysCompared{w.number, compareWays(a, b)})
	}
}

func (w *ways) work() tea.Cmd {
	if !w.want || w.busy || w.made {
		return nil
	}
	w.busy = true
	number, a, b := w.number, w.a, w.b
	return func() tea.Msg { return waysCompared{number, compareWays(a, b)} }
}

func (w *ways) put(c waysCompared) {
	if c.number == w.number {
		w.rows, w.made, w.busy = c.rows, true, false
	}
}

// wayRow is a step of the way side by side, or below it what else is told of
// that step and differs.
type wayRow struct {
	a, b    string
	differs bool
	counts  int  // the differences that it begins; none where it goes on with the one above
	context bool // it is the same, and below it something is not
}

// compareWays puts two ways side by side.
func compareWays(a, b []byte) []wayRow {
	var rows []wayRow
	first, restA := way(a)
	second, restB := way(b)
	for _, p := range tree.Align(keysOf(first), keysOf(second)) {
		var one, other stop
		if p[0] >= 0 {
			one = first[p[0]]
		}
		if p[1] >= 0 {
			other = second[p[1]]
		}
		var inside []wayRow
		if one.key == other.key || one.line == other.line { // what only one has may tell more than its line
			inside = places(one.rest, other.rest, "    ")
		}
		both := p[0] >= 0 && p[1] >= 0
		r := wayRow{a: one.drawn(), b: other.drawn(), differs: !both || one.line != other.line || one.twice != other.twice, context: len(inside) > 0}
		switch {
		case r.differs && r.a != "" && r.b != "" && one.key != other.key:
			r.counts = 2 // one step is gone, and another has come
		case r.differs:
			r.counts = 1
		}
		rows = append(append(rows, r), inside...)
	}
	if len(a) > 0 && len(b) > 0 {
		rows = append(rows, places(restA, restB, "")...)
	}
	return rows
}

// drawn is a step as it stands in the table.
func (s stop) drawn() string { return text.SanitizeLine(words(s.nth, s.line)) }

func keysOf(stops []stop) []string {
	out := make([]string, len(stops))
	for i, s := range stops {
		out[i] = s.key
	}
	return out
}

// pipeline makes the section of the ways: side by side, what is the same on
// one line.
func (m *Model) pipeline() section {
	s := section{title: "PIPELINE"}
	a, b := m.a.Exchange.Routing, m.b.Exchange.Routing
	why := m.unrouted()
	if len(a) == 0 && len(b) == 0 {
		s.tell(why...)
		return s
	}
	if m.ways.take(a, b); !m.ways.made {
		s.tell("Comparing " + figures.Size(len(a)) + " with " + figures.Size(len(b)) + ".")
		return s
	}
	alone := len(a) == 0 || len(b) == 0
	if alone && m.only {
		s.tell(why...)
		return s
	}
	var rows []wayRow
	differ := 0
	for _, r := range m.ways.rows {
		r.differs = r.differs && !alone // the one way that is known
		differ += r.counts
		if !m.only || r.differs || r.context {
			rows = append(rows, r)
		}
	}
	s.about = "no difference in the routing metadata"
	if differ > 0 {
		s.about = figures.Counted(differ, "difference")
	}
	if len(why) > 0 {
		s.about = why[0]
	}
	if s.folded = !alone && differ == 0 && !m.whole; !s.folded && len(rows) > 0 {
		s.content = m.besides(rows)
	}
	return s
}

// besides draws what stands side by side.
func (m *Model) besides(rows []wayRow) text.Content {
	content := &lines{draw: func(i, width int) []string { return m.step(rows[i], width) }}
	for _, r := range rows {
		content.text = append(content.text, r.a+"  |  "+r.b)
	}
	return content
}

// unrouted says of each side without routing metadata why it has none, and how
// it is asked for where that was not done.
func (m *Model) unrouted() []string {
	reason := func(s views.Subject) string {
		if why := explain.NoRequest(s.Exchange); why != "" && len(s.Exchange.Routing) == 0 {
			return "Reason not known: " + why + "."
		}
		return explain.NoRouting(s.Exchange, s.Metadata, explain.MetadataHeader(s.Service))
	}
	a, b := reason(m.a), reason(m.b)
	var words []string
	switch {
	case a == b && a != "":
		words = append(words, "Neither has routing metadata. "+a)
	default:
		if a != "" {
			words = append(words, "A has no routing metadata. "+a)
		}
		if b != "" {
			words = append(words, "B has no routing metadata. "+b)
		}
	}
	could := func(s views.Subject) bool {
		x := s.Exchange
		return !s.Metadata && x != nil && x.Kind().IsOwn() && !x.IsRerank() && x.Known.Request
	}
	if a != "" && could(m.a) || b != "" && could(m.b) {
		words = append(words, m.keys.Name(views.ActMetadata)+" turns it on for new requests.")
	}
	return words
}

// step draws two steps side by side.
func (m *Model) step(r wayRow, width int) []string {
	column := max((width-7)/2, 4)
	left, right := m.styles.Text, m.styles.Text
	signA, signB := " ", " "
	if r.differs {
		left, right = m.styles.Bad, m.styles.Good
		if r.a != "" {
			signA = text.OnlyA
		}
		if r.b != "" {
			signB = text.OnlyB
		}
	}
	cell := func(i int, sign string, lines []string, style lipgloss.Style) string {
		s := ""
		if i < len(lines) {
			s = lines[i]
		}
		if i > 0 {
			sign = " "
		}
		return style.Render(sign) + " " + style.Render(s) + strings.Repeat(" ", max(column-text.Width(s), 0))
	}
	a, b := m.cell(r.a, column), m.cell(r.b, column)
	out := make([]string, max(len(a), len(b)))
	for i := range out {
		out[i] = text.Truncate(cell(i, signA, a, left)+m.styles.Rule.Render(" │ ")+cell(i, signB, b, right), width, "")
	}
	return out
}

// cellRows is how many lines a step takes at first.
const cellRows = 6

// cell wraps what stands in a column. The lines behind the first hang.
func (m *Model) cell(s string, column int) []string {
	rest := strings.TrimLeft(s, " ")
	indent := s[:len(s)-len(rest)]
	lines := wrapped(rest, max(column-len(indent)-2, 4))
	if len(lines) > cellRows && !m.whole {
		m.cut = true
		lines = append(lines[:cellRows-1], "… "+figures.Counted(len(lines)-cellRows+1, "more line"))
	}
	for i, line := range lines {
		if i > 0 {
			line = "  " + line
		}
		lines[i] = text.Truncate(indent+line, column, "…")
	}
	return lines
}

// wrapped breaks words, made safe, into lines of at most so many cells.
func wrapped(words string, width int) []string {
	return text.Rows(text.SafeLine(words), max(width, 1))
}

// newSections makes all sections of the pair: what was changed first, then what was
// answered, then all that is told of how. What else of the result differs may be long: it
// is in front of the figures only where it is all of the answer.
func (m *Model) newSections() *sections {
	if !m.pair() {
		return newSections(m.styles, nil)
	}
	result, figures := m.result.section(m.styles, m.only, m.whole), m.figures()
	if !m.answer.hasText() {
		result, figures = figures, result
	}
	return newSections(m.styles, []section{
		m.request.section(m.styles, m.only, m.whole), m.answer.section(m.styles, m.shown()), figures, result, m.pipeline(), m.headers(),
	})
}
