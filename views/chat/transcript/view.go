package transcript

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/state/answer/figures"
	"gatehouse/views/kit/text"
)

// row is one line of the screen: what it shows, and its section.
type row struct {
	key    key
	block  int
	line   int
	gutter string
	text   string
}

// stamp is what a drawn screen was made of.
type stamp struct {
	version  uint64
	exchange uint64 // of the turn at the end
	past     uint64 // of the turn that is shown as it was
	last     int
	styles   int
	lexers   int
	drawn    bool
}

func (m *Model) now() stamp {
	s := stamp{styles: m.styles.Version, lexers: m.lexers.Version(), drawn: true}
	if m.conv == nil {
		return s
	}
	s.version = m.conv.Version
	if t := m.tip(); t != nil {
		s.last = t.ID
		if x := t.Exchange; x != nil {
			s.exchange = x.Version + 1
		}
		if then := m.earlier.then; then != nil {
			s.past = then.Exchange.Version + 1
		}
	}
	return s
}

func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	if now := m.now(); m.seen != now {
		m.update()
		m.layout()
		m.drawn = m.paint()
		m.seen = now
		for _, tv := range m.path {
			m.drop(tv)
		}
	}
	return m.drawn
}

// update takes up what changed in the conversation: its path, and the turn at
// its end, the only one that can grow.
func (m *Model) update() {
	if m.conv == nil {
		return
	}
	if m.version != m.conv.Version || len(m.path) == 0 {
		m.version = m.conv.Version
		m.path = m.path[:0]
		for _, t := range m.shownTurns() {
			if t == m.earlier.of && m.earlier.then != nil {
				t = m.earlier.then
			}
			tv := m.turns[t.ID]
			switch {
			case tv == nil || tv.turn != t && !atAnotherTime(tv.turn.Exchange, t.Exchange):
				tv = newTurnView(t)
				m.turns[t.ID] = tv
			case tv.turn != t:
				tv.turn, tv.synced = t, false
			}
			m.path = append(m.path, tv)
		}
	}
	if n := len(m.path); n > 0 {
		m.sync(m.path[n-1])
	}
}

func (m *Model) layout() {
	m.rows = m.rows[:0]
	if len(m.path) == 0 || m.page() == 0 {
		return
	}
	at := m.topPosition()
	_, below := m.down(at, m.page()+1)
	if below < m.page() && !m.follow {
		at = m.up(m.last(), m.page()) // no empty lines below the end
	}
	m.cut = below > m.page()
	for more := true; more && len(m.rows) < m.page(); {
		sec := m.sectionAt(at)
		lines := sec.lines(at.block)
		for n := at.line; n < len(lines) && len(m.rows) < m.page(); n++ {
			gutter := sec.gutter
			if at.block == 0 && n < sec.gap {
				gutter = noGutter
			}
			if at.block > 0 && sec.inset > 0 {
				gutter += strings.Repeat(" ", sec.inset)
			}
			m.rows = append(m.rows, row{key: sec.key, block: at.block, line: n, gutter: gutter, text: lines[n]})
		}
		at, more = m.after(at)
	}
}

// paint draws the rows, the find line and the word about what is below, each line
// exactly as wide as the pane.
func (m *Model) paint() string {
	var lines []string
	if len(m.path) == 0 {
		lines = m.empty()
	} else {
		m.mark = m.choice()
	}
	m.frameMark.drawn = map[int][]span{}
	for _, r := range m.rows {
		lines = append(lines, m.rowLine(r))
	}
	lines = append(lines, make([]string, m.page())...)[:m.page()]
	m.markMore(lines)
	if m.find.Open {
		lines = append(lines, m.findLine())
	}
	m.lines.Frame()
	exact := func(line string) string { return text.Fit(text.Guard(line), m.width, "") } // safe, and as wide as the pane
	for i, line := range lines {
		lines[i] = m.lines.Line(line, exact)
	}
	return strings.Join(lines, "\n")
}

func (m *Model) rowLine(r row) string {
	gutter := r.gutter
	if r.key == m.mark && (m.focused || m.selectedEarlier()) && (r.text != "" || r.block > 0) {
		style := m.styles.Dim
		if m.focused {
			style = m.styles.Accent
		}
		gutter = style.Render("▎") + text.Cut(gutter, 1, text.Width(gutter))
	}
	return gutter + m.highlight(r)
}

// selectedEarlier reports whether a turn before the last one is selected: what is shown
// next to the transcript is its exchange, also while another pane has the focus.
func (m *Model) selectedEarlier() bool {
	turn := m.SelectedTurn()
	return turn != 0 && turn != m.path[len(m.path)-1].id
}

// markMore writes at the end of the last line that there is more below, and whether it
// arrived after the view stopped following; not of an answer that is shown as it was earlier.
func (m *Model) markMore(lines []string) {
	if len(lines) == 0 || len(m.path) == 0 || !m.cut {
		return
	}
	words := m.styles.Dim.Render(" ↓ more ")
	if last := m.path[len(m.path)-1]; !m.follow && last.turn != m.earlier.then && m.atEnd() != m.left {
		words = m.styles.Accent.Render(" ↓ new ")
	}
	if left := m.width - text.Width(words); left >= 0 {
		n := len(lines) - 1
		lines[n] = text.Fit(lines[n], left, "") + words
	}
}

func (m *Model) columns() int { return max(min(m.width-gutterWidth-1, maxColumns), 1) }

// maxColumns is the widest text that is comfortable to read.
const maxColumns = 100

// line joins drawn words but empty ones, which it deletes from words, and cuts them to the width of the text.
func (b *builder) line(words ...string) string {
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return b.fit(strings.Join(words, "  "))
}

func (b *builder) fit(line string) string {
	if b.uncut {
		return line
	}
	return text.Truncate(line, b.width, "…")
}

// wrapped joins drawn words, by three spaces where they fit on one line, else
// by two on as many lines as they need.
func (b *builder) wrapped(words []string) []string {
	if line := strings.Join(words, "   "); text.Width(line) <= b.width {
		return []string{line}
	}
	var lines []string
	line := words[0]
	for _, w := range words[1:] {
		if text.Width(line)+2+text.Width(w) <= b.width {
			line += "  " + w
			continue
		}
		lines = append(lines, line)
		line = w
	}
	return append(lines, line)
}

// sanitized returns s as one safe line, or what to say when there is none.
func sanitized(s, none string) string {
	if s == "" {
		return none
	}
	return text.SanitizeLine(s)
}

// brief shows the members of an object that say most in little room.
func (b *builder) brief(item gjson.Result) string {
	var words []string
	left := b.width
	item.ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "type", "id", "status", "role", "call_id":
			return true
		}
		value := v.String()
		if v.IsObject() || v.IsArray() {
			value = v.Raw
		}
		if value == "" || v.Type == gjson.Null {
			return true
		}
		if len(value) > 200 {
			value = figures.Size(len(value))
		}
		word := text.SanitizeLine(strings.Join(strings.Fields(name.String()+": "+value), " "))
		words = append(words, word)
		left -= len(word)
		return left > 0
	})
	return b.fit(strings.Join(words, "  "))
}
