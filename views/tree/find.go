package tree

import (
	"bytes"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	jsontree "gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

const (
	searchSlice = 4 << 20 // bytes that are looked through at a time, some 10 ms
	maxHits     = 9999    // that are counted
)

// find is a search in what is shown: in names and values, or in the bytes. It
// runs in slices off the UI.
type find struct {
	page.SearchLine
	isRegexp bool
	wrong    string // with the expression
	pattern  jsontree.Pattern
	hits     []hit
	at       int    // the hit gone to; -1 before the first
	from     hit    // where the search began
	raw      bool   // looks through the bytes, not through names and values
	of       *layer // that hits are of
	number   int    // counts the searches, so that a late slice is known
	done     bool

	bytes bytesLooked
	since since
}

// hit is a value in which something was found, or a place in the bytes.
type hit struct {
	node   int
	offset int
}

func (f *find) here() hit {
	if f.at < 0 || f.at >= len(f.hits) {
		return hit{node: -1}
	}
	return f.hits[f.at]
}

// found is what one slice of a search gave.
type found struct {
	number int
	hits   []hit
	next   int
	done   bool
	whole  int   // where the last line of the bytes begins, in which there may be more
	length int64 // of the bytes
}

func (m *Model) openFind() {
	m.prompt = prompt{}
	if m.find.Open {
		m.find.Typing = true
		return
	}
	m.find = find{at: -1, number: m.find.number, isRegexp: m.find.isRegexp}
	m.find.Open, m.find.Typing = true, true
	m.beginFind()
}

// beginFind lets the search begin where the person is, in what is shown now.
func (m *Model) beginFind() {
	m.find.raw, m.find.from, m.find.of = m.shown() == asRaw, hit{node: -1}, m.top()
	if !m.find.raw {
		m.find.from.node = m.top().cursor.Node
	}
}

func (m *Model) closeFind() {
	m.find = find{number: m.find.number + 1, at: -1, isRegexp: m.find.isRegexp}
	m.changed()
}

// searchAgain begins the search for other words.
func (m *Model) searchAgain() tea.Cmd {
	f := &m.find
	if f.raw != (m.shown() == asRaw) {
		m.beginFind()
	}
	m.carryFind()
	f.number++
	f.hits, f.at, f.done, f.wrong = nil, -1, f.Words == "", ""
	f.bytes, f.since = bytesLooked{}, since{}
	f.pattern = jsontree.Words(f.Words)
	if f.isRegexp {
		p, err := jsontree.Regexp(f.Words)
		if err != nil {
			f.wrong, f.done = err.Error(), true
			return nil
		}
		f.pattern = p
	}
	if f.done {
		return nil
	}
	return m.slice(0)
}

// togglePattern takes the words as a regular expression, or as words again.
func (m *Model) togglePattern() tea.Cmd {
	m.find.isRegexp = !m.find.isRegexp
	return m.searchAgain()
}

// patternHelp names the key for that, by what it would do.
func (m *Model) patternHelp() []key.Binding {
	word := "pattern"
	if m.find.isRegexp {
		word = "words"
	}
	return m.keys.Renamed(views.ActTreePattern, word)
}

// slice returns the Cmd that looks through the next slice.
func (m *Model) slice(next int) tea.Cmd {
	f, l := &m.find, m.top()
	number, p, room := f.number, f.pattern, maxHits+1-len(f.since.hits)
	if f.raw || f.bytes.counting {
		if l.raw == nil {
			return nil
		}
		source, overlap := l.raw, max(len(f.Words), 256)
		return func() tea.Msg { return searchBytes(source, p, next, overlap, number) }
	}
	x := l.x
	return func() tea.Msg {
		at, end := x.SearchSlice(p, next, searchSlice, room)
		hits := make([]hit, 0, len(at))
		for _, h := range at {
			if n := len(hits); n == 0 || hits[n-1].node != h.Node { // a member counts once
				hits = append(hits, hit{node: h.Node})
			}
		}
		return found{number: number, hits: hits, next: end, done: end >= x.Len()}
	}
}

// searchBytes looks through a slice of bytes; matches that begin in it may end
// in the overlap behind.
func searchBytes(source text.Source, p jsontree.Pattern, next, overlap, number int) found {
	const slice = 1 << 20
	text := source.Bytes(int64(next), int64(next+slice+overlap))
	own := text[:min(len(text), slice)]
	out := found{number: number, next: next + slice, done: len(text) <= slice, whole: next + bytes.LastIndexByte(own, '\n') + 1, length: int64(next + len(own))}
	for at := 0; at < len(own) && len(out.hits) <= maxHits; {
		line := text[at:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		step := len(line) + 1
		if from, to, ok := p.Find(line); ok {
			if at+from >= slice {
				break
			}
			out.hits = append(out.hits, hit{node: -1, offset: next + at + from})
			step = to
		}
		at += step
	}
	return out
}

// take takes what a slice found, goes to the first hit at or behind the place
// where the search began, and returns the Cmd for the next slice.
func (f *find) take(m *Model, msg found) tea.Cmd {
	if msg.number != f.number || !f.Open {
		return nil
	}
	if f.raw || f.bytes.counting {
		f.bytes.looked(msg)
	}
	if f.bytes.counting {
		if f.bytes.counting = !msg.done && f.bytes.hits <= maxHits; !f.bytes.counting {
			return nil
		}
		return m.slice(msg.next)
	}
	f.since.hits = append(f.since.hits, msg.hits...)
	over := msg.done || len(f.since.hits) > maxHits
	if !f.since.runs || over {
		f.hits = f.since.hits[:min(len(f.since.hits), maxHits+1)]
	}
	f.place(m, over)
	if !over {
		return m.slice(msg.next)
	}
	if f.done, f.since = true, (since{}); len(f.hits) == 0 && !f.raw {
		return m.countBytes()
	}
	return nil
}

// toHit goes to the hit after (by 1) or before (-1).
func (m *Model) toHit(by int) {
	f := &m.find
	if !f.Open || len(f.hits) == 0 {
		return
	}
	if f.since.runs || !f.raw && f.of != m.top() { // these hits are of what stood there before
		f.since.steps += by
		return
	}
	f.at = (f.at + by + len(f.hits)) % len(f.hits)
	m.showHit()
}

// showHit brings the hit on the screen, unfolding what hides it.
func (m *Model) showHit() {
	h := m.find.here()
	m.changed()
	if m.find.raw {
		if l := m.top(); l.page != nil {
			m.pageOf(l, m.bodyHeight())
			l.ends = false
			l.page.ShowByte(h.offset, func(line string) bool {
				_, _, ok := m.find.pattern.Find([]byte(ansi.Strip(line)))
				return ok
			})
		}
		return
	}
	m.goTo(h.node)
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	name := m.keys.Name
	var count string
	switch {
	case f.wrong != "":
		return m.styles.Accent.Render(" /") + m.styles.Text.Render(text.SanitizeLine(f.Words)) + "   " +
			m.styles.Bad.Render("✗ "+text.SanitizeLine(f.wrong))
	case f.Words == "":
		count = "type what to find"
	case len(f.hits) > maxHits:
		count = views.Thousands(f.at+1) + " of more than " + views.Thousands(maxHits)
	case len(f.hits) > 0:
		count = views.Thousands(f.at+1) + " of " + views.Thousands(len(f.hits))
	case f.bytes.hits > maxHits:
		count = "no hit, raw has more than " + views.Thousands(maxHits) + ": " + name(views.ActRaw) + " shows it"
	case f.bytes.hits > 0:
		count = "no hit, raw has " + views.Thousands(f.bytes.hits) + ": " + name(views.ActRaw) + " shows it"
	default:
		count = "no hit"
	}
	if !f.done && f.Words != "" {
		count += " so far, " + name(views.ActStop) + " stops"
	}
	kind := name(views.ActTreePattern) + " pattern"
	if f.isRegexp {
		kind = "pattern, " + name(views.ActTreePattern) + " words"
	}
	keys := name(views.ActListChoose) + " keep   " + kind
	if !f.Typing {
		keys = name(views.ActNextHit) + " next   " + name(views.ActPreviousHit) + " before   " + name(views.ActStop) + " close"
		if f.isRegexp || len(f.hits) == 0 { // else the room is the path's
			keys = kind + "   " + keys
		}
	}
	line := f.Draw(m.styles, count+"   "+keys)
	if room := m.width - ansi.StringWidth(line) - 4; f.at >= 0 && m.shown() != asRaw && room > 12 {
		line += "   " + m.styles.Text.Render(m.path(room))
	}
	return line
}
