package events

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/frames"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/lint"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// listLines draws the lines in view.
func (m *Model) listLines(count int) []string {
	selected, c, width := m.line(), m.columns(), m.layout().width
	if now := (drawnRows{width, c, m.styles.Version}); m.cachedFor != now || len(m.cachedRows) > maxSummaries {
		m.cachedFor, m.cachedRows = now, map[rowKey]string{}
	}
	var lines []string
	for _, n := range m.inView(count) {
		if n < 0 {
			words := "· " + figures.Duration(m.silenceBefore(^n)) + " nothing ·"
			lines = append(lines, m.styles.Warn.Render(strings.Repeat(" ", c.number+4)+words))
			continue
		}
		k := m.key(m.rows.Line(n))
		line, ok := m.cachedRows[k]
		if !ok {
			line = text.Fit(m.row(k, c), width, "…")
			m.cachedRows[k] = line
		}
		if n == selected {
			line = restyled(m.styles.Selection, text.Fit(page.Chosen+strings.TrimPrefix(ansi.Strip(line), " "), width, ""))
		}
		lines = append(lines, line)
	}
	return lines
}

// inView returns the indexes of the lines in view, with ^n for a silence before line n, or at the end. The selected
// line is among them.
func (m *Model) inView(count int) (all []int) {
	last := m.rows.Lines()
	for n := m.top; n <= last && len(all) < 2*count; n++ {
		if m.silenceBefore(n) > 0 {
			all = append(all, ^n)
		}
		if n < last {
			all = append(all, n)
		}
	}
	over := slices.Index(all, m.line()) + 1 - count
	if m.line() == last-1 && m.silenceBefore(last) > 0 {
		over++
	}
	over = min(max(over, 0), len(all))
	return all[over:min(over+count, len(all))]
}

// silenceBefore returns how long nothing arrived before a line, or after the last one, in microseconds; 0 where
// that does not stand out.
func (m *Model) silenceBefore(n int) int64 {
	if n == m.rows.Lines() {
		x := m.subject.Exchange
		return max(figures.SilentFor(x, m.subject.NowUS), figures.SilenceBeforeEnd(x))
	}
	if l := m.rows.Line(n); m.rows.AfterSilence(l.First) {
		return m.rows.Gap(l.First)
	}
	return 0
}

// drawnRows is what the cached rows depend on.
type drawnRows struct {
	width int
	columns
	style int
}

// rowKey is all that a drawn row depends on, besides the columns. While a
// stream is followed nearly every row was drawn before, at another place.
type rowKey struct {
	frames.Line
	item    string
	ahead   bool // arrives later than the cursor of time
	here    bool // the cursor of time is in it
	hit     bool
	odd     bool
	longest bool
	breaks  bool // a rule of lint
}

func (m *Model) key(l frames.Line) rowKey {
	k := rowKey{Line: l, ahead: m.time.frame >= 0 && l.First > m.time.frame, odd: m.rows.IsOdd(l.First), breaks: m.breaks(l.First)}
	k.here = !l.Open && m.time.frame >= l.First && m.time.frame < l.First+l.Count
	k.hit = m.find.HitsIn(l.First, l.First+l.Count)
	longest, ok := figures.LongestSilence(m.subject.Exchange, m.subject.NowUS)
	k.longest = ok && !longest.Open && longest.Frame == l.First
	if !l.Member {
		k.item = m.item(l)
	}
	return k
}

// breaks reports whether a frame breaks a rule of lint that clients may not survive.
func (m *Model) breaks(frame int) bool {
	x := m.subject.Exchange
	if x == nil || x.Running() || !x.Deviates() {
		return false
	}
	if m.findings.exchange != x || m.findings.version != x.Version {
		m.findings = findings{x, x.Version, map[int]bool{}}
		for _, f := range x.Findings() {
			for _, n := range f.Frames {
				m.findings.frames[n] = m.findings.frames[n] || f.Rule.Level > lint.Note
			}
		}
	}
	return m.findings.frames[frame]
}

// findings are the frames that break a rule, of an exchange as it was.
type findings struct {
	exchange *state.Exchange
	version  uint64
	frames   map[int]bool
}

func (m *Model) row(k rowKey, c columns) string {
	l, s, last := k.Line, m.styles, k.First+k.Count-1
	plain := func(style lipgloss.Style, words string) string {
		if k.ahead {
			style = s.Faint
		}
		return style.Render(words)
	}
	mark := "   " // its first cell is for the mark of the selected line
	switch {
	case k.here:
		mark = " " + s.Accent.Render("▶ ")
	case l.Count > 1 && l.Open:
		mark = " " + plain(s.Dim, "▾ ")
	case l.Count > 1:
		mark = " " + plain(s.Dim, "▸ ")
	}
	number := strconv.Itoa(l.First + 1)
	if l.Count > 1 {
		number = span(number, strconv.Itoa(last+1), c.number)
	}
	style := s.Dim
	if k.hit {
		style = s.Match
	}
	line := mark + text.Right(plain(style, number), c.number)
	if c.at > 0 {
		line += plain(s.Text, text.Right(figures.Moment(m.rows.Ref(l.First).AtUS), c.at))
	}
	if c.gap > 0 {
		line += plain(s.Dim, text.Right(m.gap(l), c.gap))
	}
	if c.sequence > 0 {
		line += plain(s.Dim, text.Right(m.number(l, c.sequence-1), c.sequence))
	}
	line += " " + m.sign(k, plain) + " " + text.Fit(m.what(k, c.what, plain), c.what, "")
	if c.size > 0 {
		line += plain(s.Dim, text.Right(figures.Size(m.size(l)), c.size))
	}
	return line
}

// sign marks what stands out, an end that is none of a complete answer by the sign of
// its verdict.
func (m *Model) sign(k rowKey, plain pen) string {
	list := m.list()
	switch {
	case list.Marks(k.First)&frames.Failure != 0:
		verdict, name := state.Failed, list.Name(list.Type(k.First))
		if strings.HasSuffix(name, ".incomplete") || (name == "response.completed" || name == "finish_reason" || name == "message_stop") && m.subject.Exchange.Verdict == state.Incomplete {
			verdict = state.Incomplete
		}
		return plain(views.VerdictStyle(m.styles, verdict), explain.Sign(verdict))
	case k.odd, k.breaks:
		return plain(m.styles.Warn, "⚠")
	}
	return " "
}

// gap returns how long a frame arrived after the one before, or the mean of a run.
func (m *Model) gap(l frames.Line) string {
	switch {
	case l.Count > 1:
		span := m.rows.Ref(l.First+l.Count-1).AtUS - m.rows.Ref(l.First).AtUS
		return "~" + figures.Duration(span/int64(l.Count-1))
	case l.First == 0:
		return ""
	}
	return "+" + figures.Duration(m.rows.Gap(l.First))
}

// size returns the number of bytes of the body that a line's frames span.
func (m *Model) size(l frames.Line) int {
	first, last := m.rows.Ref(l.First), m.rows.Ref(l.First+l.Count-1)
	return int(last.Offset + int64(last.Length) - first.Offset)
}
