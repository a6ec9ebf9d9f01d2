package json

import (
	"sort"
	"strings"

	"github.com/alecthomas/chroma/v2"

	"gatehouse/client/scan"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

// maxIndent is how deep JSON is indented; deeper members have this indent, so that a thousand
// brackets do not push the text off the screen.
const maxIndent = 24

// Pretty is one JSON document drawn with a member per line. Numbers and strings are spelled as in
// the document, except letters written as escapes (scan.Readable). Text that is no JSON is drawn
// too, with line ends where its brackets, commas and quotes suggest them: nothing is refused or left
// out.
type Pretty struct {
	styles *themes.Styles
	lexers *markdown.Lexers
	text.Snapshot
	text.Drawn[[2]int] // by used
	lines              []jsonLine
	syntax             *markdown.Syntax
	escape             text.Pen
	used               [2]int // versions of the styles and the lexers
}

// jsonLine is one line: a piece of the source without the white space around
// it, and its depth.
type jsonLine struct {
	start, end int
	depth      int32
	going      bool  // it continues with the piece of a long line before it
	in         token // what it begins in
}

// token is what is at a place of a line.
type token uint8

const (
	noString token = iota
	inString
	escaped // after a string's backslash
)

// after returns the token after a piece of a line that begins in one.
func (in token) after(piece string) token {
	for i := range len(piece) {
		switch c := piece[i]; {
		case in == escaped:
			in = inString
		case c == '"':
			in = inString - in
		case c == '\\' && in == inString:
			in = escaped
		}
	}
	return in
}

var _ text.Long = (*Pretty)(nil)

// NewPretty makes a view of a document, coloured by lexers.
func NewPretty(styles *themes.Styles, lexers *markdown.Lexers, doc *rope.Rope) *Pretty {
	return &Pretty{styles: styles, lexers: lexers, Snapshot: text.SnapshotOf(doc), lines: jsonLines(doc.String()), Drawn: text.Drawn[[2]int]{Width: 80}}
}

// jsonLines finds the lines of a document in one pass without recursion.
func jsonLines(src string) (lines []jsonLine) {
	depth := int32(0)
	start := -1
	end := func(at int, d int32) {
		if start >= 0 && at > start {
			lines = addLine(lines, src, jsonLine{start: start, end: at, depth: d})
		}
		start = -1
	}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '"':
			if start < 0 {
				start = i
			}
			i = stringEnd(src, i)
		case '{', '[':
			if start < 0 {
				start = i
			}
			if close := shortEnd(src, i); close > 0 {
				i = close
				continue
			}
			end(i+1, depth)
			depth++
		case '}', ']':
			end(i, depth)
			depth = max(depth-1, 0)
			start = i
		case ',':
			if start < 0 {
				start = i
			}
			end(i+1, depth)
		case ' ', '\t', '\n', '\r':
		default:
			if start < 0 {
				start = i
			}
		}
	}
	end(len(src), depth)
	return lines
}

// addLine appends a line, in pieces when it is long.
func addLine(lines []jsonLine, src string, l jsonLine) []jsonLine {
	for end := l.end; end-l.start > text.PieceSize; {
		l.end = l.start + text.PieceEnd(src[l.start:end])
		lines = append(lines, l)
		l.start, l.end, l.going, l.in = l.end, end, true, l.in.after(src[l.start:l.end])
	}
	return append(lines, l)
}

// stringEnd returns the place of the quote that ends the string at i, or of
// the last byte.
func stringEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		n := strings.IndexAny(s[i:min(len(s), i+64)], "\"\\")
		switch {
		case n < 0:
			i += 63
		case s[i+n] == '\\':
			i += n + 1
		default:
			return i + n
		}
	}
	return len(s) - 1
}

// shortLine is how long a list or an object without another in it may be that
// is drawn on one line, in bytes.
const shortLine = 60

// shortEnd returns the place of the bracket that closes the one at i when what
// is between them is short and holds no other bracket, else 0.
func shortEnd(s string, i int) int {
	for n := i + 1; n < len(s) && n-i <= shortLine; n++ {
		switch s[n] {
		case '"':
			n = stringEnd(s, n)
		case s[i] + 2:
			if n-i <= shortLine {
				return n
			}
		case '{', '[', '}', ']':
			return 0
		}
	}
	return 0
}

func (j *Pretty) Len() int { return len(j.lines) }

func (j *Pretty) Block(offset int) int {
	i := sort.Search(len(j.lines), func(i int) bool { return j.lines[i].start > offset })
	return max(i-1, 0)
}

func (j *Pretty) Height(i int) int {
	if n, ok := j.Known(i); ok {
		return n
	}
	l := j.lines[i]
	width := max(j.Width-2*int(min(l.depth, maxIndent)), 8)
	return (l.end-l.start)/width + 1
}

func (j *Pretty) Lines(i int) []string {
	if now := [2]int{j.styles.Version, j.lexers.Version()}; j.syntax == nil || j.used != now {
		j.used = now
		j.syntax, j.escape = markdown.NewSyntax(j.styles, j.lexers), text.PenOf(j.styles.Escape)
	}
	return j.Get(i, j.used, func() []string {
		l := j.lines[i]
		indent := strings.Repeat("  ", int(min(l.depth, maxIndent)))
		if len(indent) > j.Width/2 {
			indent = ""
		}
		language := "json"
		if l.going || l.end-l.start > 512 {
			language = ""
		}
		words := j.colour(language, readable(squeeze(j.Part(l.start, l.end), l.in), l.in))
		return text.Wrap(words, text.Layout{Width: j.Width, First: indent, Rest: indent + "  ", Escape: j.escape})
	})
}

// colour draws a line. A member's name is before a colon; chroma, which is
// shown the line alone, could not tell it from any other string.
func (j *Pretty) colour(language, line string) string {
	name := ""
	if language != "" && line[0] == '"' {
		if end := stringEnd(line, 0); strings.HasPrefix(line[end+1:], ": ") {
			name = j.syntax.Pen(chroma.NameTag).Draw(text.Marked(line[:end+1])) + j.syntax.Pen(chroma.Punctuation).Draw(": ")
			line = line[end+3:]
		}
	}
	return name + strings.Join(j.syntax.Colour(language, line), " ")
}

// readable writes the letters of a line that begins in a token.
func readable(line string, in token) string {
	if in == escaped && line != "" { // its first byte belongs to the backslash before it
		return line[:1] + scan.Readable(line[1:])
	}
	return scan.Readable(line)
}

// squeeze writes the white space between a line's tokens as it is drawn: one
// space after a colon and a comma, none elsewhere. Strings are left alone, the one
// in which a piece of a line begins among them.
func squeeze(s string, in token) string {
	var b strings.Builder
	begun := 0
	if in != noString {
		begun = stringEnd(s, int(in-inString)-1) + 1
	}
	b.WriteString(s[:begun])
	for i := begun; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			end := stringEnd(s, i)
			b.WriteString(s[i : end+1])
			i = end
		case ' ', '\t', '\r', '\n':
		case ':':
			b.WriteString(": ")
		case ',':
			b.WriteByte(',')
			if i+1 < len(s) {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
