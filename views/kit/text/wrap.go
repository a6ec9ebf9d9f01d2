package text

import (
	"strings"
	"unicode/utf8"
)

// Layout is where wrapped text goes: its width and its prefixes.
type Layout struct {
	Width       int    // cells of a line, prefixes included
	First, Rest string // before the first line and before the others, drawn
	Escape      Pen    // for characters that were made visible
}

// wrapper breaks drawn text into lines. It carries the pen and the link that are in force over each
// break, so that each line is complete by itself.
type wrapper struct {
	Layout
	lines     []string
	line      strings.Builder
	textWidth int  // cells of a line without the wider prefix
	col       int  // cells on the line, prefix included
	base      int  // cells of the line's prefix
	begun     bool // the line has its prefix

	word      strings.Builder // what cannot be broken before its end
	wordWidth int
	long      bool // part of it has been drawn already
	spaces    int  // seen, not drawn: they vanish at a break

	pen, link         string // in force at the end of word
	linePen, lineLink string // in force at the end of line
}

// Wrap breaks text, which contains only the SGR and OSC 8 sequences that we write and line feeds, into
// lines of at most l.Width cells. A word longer than a line is broken where the line ends. It returns
// at least one line.
func Wrap(text string, l Layout) []string {
	w := wrapper{Layout: l}
	if l.Width-2 < Width(l.First) || l.Width-2 < Width(l.Rest) {
		w.First, w.Rest = "", ""
	}
	w.Width = max(l.Width, 1)
	w.textWidth = w.Width - max(Width(w.First), Width(w.Rest))
	for i := 0; i < len(text); {
		i += w.step(text[i:])
	}
	w.flush()
	if w.begun || len(w.lines) == 0 {
		w.newline()
	}
	return w.lines
}

// step takes the next sequence, space, break or grapheme cluster and returns
// its length in bytes.
func (w *wrapper) step(s string) int {
	switch c := s[0]; {
	case c == '\n':
		w.flush()
		w.newline()
		w.long = false
		return 1
	case c == ' ':
		w.flush()
		w.spaces++
		w.long = false
		return 1
	case c == 0x1b:
		return w.sequence(s)
	case c < utf8.RuneSelf:
		if len(s) == 1 || s[1] < utf8.RuneSelf {
			w.add(s[:1], 1)
			return 1
		}
	case strings.HasPrefix(s, MarkOn):
		w.word.WriteString(string(w.Escape))
		return len(MarkOn)
	case strings.HasPrefix(s, MarkOff):
		w.word.WriteString(reset + w.pen)
		return len(MarkOff)
	}
	cluster, width := FirstCluster(s)
	if width > 1 { // wide scripts break between any two characters
		w.flush()
		w.add(cluster, width)
		w.flush()
	} else {
		w.add(cluster, width)
	}
	return len(cluster)
}

// sequence takes one SGR or OSC 8 sequence.
func (w *wrapper) sequence(s string) int {
	n := sequenceLen(s)
	seq := s[:n]
	w.word.WriteString(seq)
	switch {
	case strings.HasPrefix(seq, "\x1b]8;"):
		w.link = seq
		if strings.HasPrefix(seq, "\x1b]8;;\a") {
			w.link = ""
		}
	case seq == reset || seq == "\x1b[0m":
		w.pen = ""
	default:
		w.pen += seq
	}
	return n
}

// sequenceLen returns the length of the escape sequence at the start of s.
func sequenceLen(s string) int {
	if len(s) > 1 && s[1] == ']' {
		if i := strings.IndexByte(s, '\a'); i >= 0 {
			return i + 1
		}
		return len(s)
	}
	if i := strings.IndexByte(s, 'm'); i >= 0 {
		return i + 1
	}
	return len(s)
}

// longWord is from where on a word is broken at the end of a line instead of
// being moved to the next one, in cells.
const longWord = 48

// add puts one cluster at the end of the word. A word that would not fit on one line, and a long one, is
// broken before the cluster.
func (w *wrapper) add(cluster string, width int) {
	if width > w.textWidth {
		cluster, width = "?", 1
	}
	if w.wordWidth+width > w.textWidth || w.wordWidth >= longWord || w.long && w.wordWidth > 0 {
		w.flush()
		w.long = true
	}
	w.word.WriteString(cluster)
	w.wordWidth += width
}

// flush puts the word on the line, or on the next one when it does not fit.
func (w *wrapper) flush() {
	if w.word.Len() == 0 {
		return
	}
	if w.wordWidth > 0 {
		w.begin()
		if w.col+w.spaces+w.wordWidth > w.Width && w.col > w.base {
			w.newline()
			w.begin()
		}
		w.spaces = min(w.spaces, max(w.Width-w.col-w.wordWidth, 0))
		for ; w.spaces > 0; w.spaces-- {
			w.line.WriteByte(' ')
			w.col++
		}
	}
	if !w.begun {
		// Sequences before the first word of a line wait for it.
		w.linePen, w.lineLink = w.pen, w.link
		w.word.Reset()
		return
	}
	w.line.WriteString(w.word.String())
	w.col += w.wordWidth
	w.word.Reset()
	w.wordWidth = 0
	w.linePen, w.lineLink = w.pen, w.link
}

// begin opens a line with its prefix and what is in force.
func (w *wrapper) begin() {
	if w.begun {
		return
	}
	prefix := w.Rest
	if len(w.lines) == 0 {
		prefix = w.First
	}
	w.line.WriteString(prefix)
	w.base = Width(prefix)
	w.col, w.begun = w.base, true
	w.line.WriteString(w.lineLink + w.linePen)
}

// newline ends the line.
func (w *wrapper) newline() {
	w.begin()
	if w.linePen != "" {
		w.line.WriteString(reset)
	}
	if w.lineLink != "" {
		w.line.WriteString(LinkOff)
	}
	w.lines = append(w.lines, w.line.String())
	w.line.Reset()
	w.begun, w.spaces, w.col = false, 0, 0
}
