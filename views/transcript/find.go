package transcript

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views/body"
)

// find is a search in what the sections say. It runs over their sources, which
// are drawn only where a hit is looked at.
type find struct {
	open   bool
	typing bool // its words are being written
	words  string
	hits   []hit
	at     int // the hit gone to; -1 before the first
	done   map[key]int
	full   bool // there are more than maxHits
	from   place
}

// hit is a place in a section's source, in bytes.
type hit struct {
	key    key
	offset int
}

// maxHits bounds the hits that are counted.
const maxHits = 9999

func (f *find) cursor() int { return ansi.StringWidth(" /" + body.SanitizeLine(f.words)) }

// openFind begins a search at what is on the screen.
func (m *Model) openFind() {
	m.changed()
	if m.find.open {
		m.find.typing = true
		return
	}
	m.find = find{open: true, typing: true, at: -1}
	if len(m.path) > 0 {
		m.find.from = m.placeOf(m.topSpot())
	}
}

func (m *Model) closeFind() { m.find = find{}; m.changed() }

// findKey handles a key while the find line's words are being written.
func (m *Model) findKey(msg tea.KeyPressMsg) {
	m.changed()
	f := &m.find
	switch msg.String() {
	case "enter":
		f.typing = false
		return
	case "backspace":
		if f.words == "" {
			m.closeFind()
			return
		}
		_, n := utf8.DecodeLastRuneInString(f.words)
		f.words = f.words[:len(f.words)-n]
	case "ctrl+u":
		f.words = ""
	case "ctrl+w":
		f.words = f.words[:strings.LastIndexByte(strings.TrimRight(f.words, " "), ' ')+1]
	case "down", "ctrl+n":
		m.toHit(1)
		return
	case "up":
		m.toHit(-1)
		return
	default:
		if msg.Text == "" {
			return
		}
		f.words += msg.Text
	}
	m.searchAgain()
}

// searchAgain starts the search afresh and goes to the first hit behind the
// place where it began.
func (m *Model) searchAgain() {
	f := &m.find
	f.hits, f.done, f.full, f.at = nil, map[key]int{}, false, -1
	m.search()
	if len(f.hits) == 0 {
		return
	}
	order := m.order()
	for i, h := range f.hits {
		if order[h.key] >= order[f.from.key] {
			f.at = i
			break
		}
	}
	f.at = max(f.at, 0)
	m.show(f.hits[f.at])
}

// order numbers the sections from the first to the last.
func (m *Model) order() map[key]int {
	order := map[key]int{}
	for _, tv := range m.path {
		for _, s := range tv.sections {
			order[s.key] = len(order)
		}
	}
	return order
}

// search looks through what has not been looked through yet.
func (m *Model) search() {
	f := &m.find
	if !f.open || f.words == "" || f.full {
		return
	}
	for _, tv := range m.path {
		m.sync(tv)
		for _, s := range tv.sections {
			src := s.text()
			at, seen := f.done[s.key]
			if seen && at >= len(src) {
				continue
			}
			for at = max(at-len(f.words)+1, 0); ; {
				i := indexFold(src[at:], f.words)
				if i < 0 {
					break
				}
				if len(f.hits) >= maxHits {
					f.full = true
					return
				}
				f.hits = append(f.hits, hit{s.key, at + i})
				at += i + len(f.words)
			}
			f.done[s.key] = len(src)
		}
	}
}

// toHit goes to the hit after (step 1) or before (-1).
func (m *Model) toHit(step int) {
	f := &m.find
	if len(f.hits) == 0 {
		return
	}
	f.at = (f.at + step + len(f.hits)) % len(f.hits)
	m.show(f.hits[f.at])
}

// show brings a hit on the screen, unfolding what hides it.
func (m *Model) show(h hit) {
	m.changed()
	at := m.spotOf(place{key: h.key})
	sec := m.sectionAt(at)
	if sec.key != h.key {
		return
	}
	if sec.folded {
		m.setFold(sec, false)
		at = m.spotOf(place{key: h.key})
		sec = m.sectionAt(at)
	}
	if sec.body == nil {
		return
	}
	m.selected = h.key
	at.block = min(1+sec.body.Block(h.offset), sec.blocks()-1)
	at.line = 0
	for n, line := range sec.lines(at.block) {
		if indexFold(ansi.Strip(line), m.find.words) >= 0 {
			at.line = n
			break
		}
	}
	above, _ := m.up(at, m.page()/3)
	m.goTo(above)
}

// findLine draws the words and how many hits there are.
func (m *Model) findLine() string {
	f := &m.find
	count := "no hit"
	switch {
	case f.words == "":
		count = "type what to find"
	case len(f.hits) > 0:
		plus := ""
		if f.full {
			plus = "+"
		}
		count = fmt.Sprintf("%s of %s%s", thousands(f.at+1), thousands(len(f.hits)), plus)
	}
	keys := "enter keep   esc close"
	if !f.typing {
		keys = "n next   N before   esc close"
	}
	line := m.styles.Accent.Render(" /") + m.styles.Text.Render(body.SanitizeLine(f.words))
	return line + "   " + m.styles.Dim.Render(count+"   "+keys)
}

// highlight draws a row's text with the hits in it marked.
func (m *Model) highlight(r row) string {
	f := &m.find
	if !f.open || f.words == "" || r.block == 0 {
		return r.text
	}
	plain := ansi.Strip(r.text)
	var ranges []lipgloss.Range
	style := m.styles.Match
	if f.at >= 0 && f.at < len(f.hits) && r.key == f.hits[f.at].key && m.holds(r, f.hits[f.at]) {
		style = m.styles.MatchHere
	}
	for at := 0; ; {
		i := indexFold(plain[at:], f.words)
		if i < 0 {
			break
		}
		from := ansi.StringWidth(plain[:at+i])
		to := from + ansi.StringWidth(plain[at+i:at+i+len(f.words)])
		ranges = append(ranges, lipgloss.NewRange(from, to, style))
		at += i + len(f.words)
	}
	if len(ranges) == 0 {
		return r.text
	}
	return lipgloss.StyleRanges(r.text, ranges...)
}

// holds reports whether a row belongs to the block of a hit.
func (m *Model) holds(r row, h hit) bool {
	at := m.spotOf(place{key: r.key})
	sec := m.sectionAt(at)
	return sec.body != nil && sec.body.Block(h.offset)+1 == r.block
}

// indexFold is strings.Index without regard to the case of ASCII letters.
func indexFold(s, words string) int {
	if words == "" {
		return -1
	}
	first := words[0] | 0x20
	for i := 0; i+len(words) <= len(s); i++ {
		if s[i]|0x20 == first && equalFold(s[i:i+len(words)], words) {
			return i
		}
	}
	return -1
}

func equalFold(a, b string) bool {
	for i := 0; i < len(b); i++ {
		x, y := a[i], b[i]
		if x >= 'A' && x <= 'Z' {
			x += 32
		}
		if y >= 'A' && y <= 'Z' {
			y += 32
		}
		if x != y {
			return false
		}
	}
	return true
}
