package transcript

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

// frameMark is what a frame wrote, marked until something else is selected or the
// mark is removed.
type frameMark struct {
	key      key
	frame    int
	from, to int // in the section's source

	drawn map[int][]span // of the blocks in view, by their number
}

// span is a piece of a drawn line, in cells.
type span struct{ line, from, to int }

func (m *Model) hasFrameMark() bool {
	return m.frameMark.key.turn != 0 && m.frameMark.key == m.selected
}

// showFrameMark scrolls to the marked text, from where it has letters.
func (m *Model) showFrameMark() {
	w := &m.frameMark
	m.selected = w.key
	sec := m.sectionAt(m.positionOf(anchor{key: w.key}))
	if sec.key == w.key && sec.folded {
		m.setFold(sec, false)
		sec = m.sectionAt(m.positionOf(anchor{key: w.key}))
	}
	at := w.from
	if sec.key == w.key && sec.body != nil {
		w.to = min(w.to, sec.body.Size())
		w.from = min(w.from, w.to)
		at += max(strings.IndexFunc(sec.part(w.from, w.to), isDrawnLetter), 0)
	}
	m.show(w.key, hit{at: int32(at)})
}

// isDrawnLetter reports whether a rune is drawn wherever it is: the signs of
// markdown are not.
func isDrawnLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func drawnLetters(s string) []rune {
	return slices.DeleteFunc([]rune(s), func(r rune) bool { return !isDrawnLetter(r) })
}

// spansIn finds the marked text in a drawn block: the same letters, as near as
// may be to where as many are before them as in the source.
func (m *Model) spansIn(sec *section, block int) []span {
	w, size := &m.frameMark, sec.body.Size()
	begin := sort.Search(size, func(at int) bool { return sec.body.Block(at) >= block-1 })
	end := begin + sort.Search(size-begin, func(at int) bool { return sec.body.Block(begin+at) > block-1 })
	from, to := max(w.from, begin), min(w.to, end, size)
	if from >= to {
		return nil
	}
	words, before := drawnLetters(sec.part(from, to)), len(drawnLetters(sec.part(begin, from)))
	var runes []rune
	var cells []span
	var marks []markdown.Mark // of citations, which no frame wrote
	if md, ok := sec.body.(*markdown.Text); ok && block > 0 {
		marks = md.Marks(block - 1)
	}
	for n, line := range sec.lines(block) {
		plain, at := ansi.Strip(line), 0
		plain, marks = withoutMarks(plain, marks)
		for _, r := range plain {
			width := 1
			if r >= utf8.RuneSelf {
				width = text.Width(string(r))
			}
			if isDrawnLetter(r) {
				runes, cells = append(runes, r), append(cells, span{n, at, at + width})
			}
			at += width
		}
	}
	at := nearest(runes, words, before)
	if at < 0 {
		return nil
	}
	var out []span
	for _, c := range cells[at : at+len(words)] {
		if n := len(out) - 1; n >= 0 && out[n].line == c.line {
			out[n].to = c.to
		} else {
			out = append(out, c)
		}
	}
	return out
}

// withoutMarks blanks the marks in a drawn line, and returns those that come after it.
func withoutMarks(line string, marks []markdown.Mark) (string, []markdown.Mark) {
	for at := 0; len(marks) > 0; marks = marks[1:] {
		mark := markdown.MarkText(marks[0].Number)
		n := strings.Index(line[at:], mark)
		if n < 0 {
			break
		}
		at += n
		line = line[:at] + strings.Repeat(" ", len(mark)) + line[at+len(mark):]
		at += len(mark)
	}
	return line, marks
}

// maxTries bounds the runes that nearest compares, so that no text can hold the
// drawing up: where markdown dropped signs the place is a few runes off.
const maxTries = 1 << 17

// nearest returns where words are in runes, as near to a place as may be; -1
// where they do not, or too far away to be searched for, and for no words.
func nearest(runes, words []rune, at int) int {
	last := len(runes) - len(words)
	if len(words) == 0 || last < 0 {
		return -1
	}
	for step := range min(len(runes), maxTries/len(words)) + 1 {
		for _, i := range [2]int{at - step, at + step} {
			if i >= 0 && i <= last && slices.Equal(runes[i:i+len(words)], words) {
				return i
			}
		}
	}
	return -1
}

// spans returns what is marked of a row's block.
func (m *Model) spans(r row) []span {
	if !m.hasFrameMark() || r.key != m.frameMark.key || r.block == 0 {
		return nil
	}
	spans, ok := m.frameMark.drawn[r.block]
	if !ok {
		if sec := m.sectionAt(m.positionOf(anchor{key: r.key})); sec.key == r.key && sec.body != nil && !sec.folded {
			spans = m.spansIn(sec, r.block)
		}
		m.frameMark.drawn[r.block] = spans
	}
	return spans
}
