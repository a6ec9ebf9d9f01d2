package transcript

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/spelling"
	"gatehouse/views/page"
)

// highlight draws a row's text with the hits in it marked.
func (m *Model) highlight(r row) string {
	f := &m.find
	if !f.Open || f.Words == "" {
		return m.drawFrameMark(r)
	}
	style := m.styles.Match
	if h, k, ok := f.here(); ok && r.key == k && m.holds(r, h) {
		style = m.styles.MatchHere
	}
	return page.Mark(r.text, f.Words, style)
}

// holds reports whether a row belongs to the block of a hit.
func (m *Model) holds(r row, h hit) bool {
	at := m.positionOf(anchor{key: r.key})
	sec := m.sectionAt(at)
	if line, ok := h.head(); ok {
		return r.block == 0 && r.line == sec.gap+line
	}
	return sec.body != nil && sec.body.Block(int(h.at))+1 == r.block
}

// lexersLoaded is the message that code may be drawn in other colours now.
type lexersLoaded struct{ next tea.Cmd }

// LoadLexers loads the lexers of the languages that drawing meets, beside it,
// until ctx is done. Without it they are loaded where they are needed.
func (m *Model) LoadLexers(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		if !m.lexers.Load(ctx) {
			return nil
		}
		return lexersLoaded{next: m.LoadLexers(ctx)}
	}
}

// matchesIn calls visit for each match in s, which begins at base in its
// source, from the byte from on. It returns the place in the source behind the
// last match, 0 when there is none.
func matchesIn[T spelling.Chars](s T, from, base int, words string, visit func(offset int)) int {
	behind := 0
	for at := from; at < len(s); {
		i := spelling.IndexFold(s[at:], words)
		if i < 0 {
			break
		}
		visit(base + at + i)
		at += i + len(words)
		behind = base + at
	}
	return behind
}
