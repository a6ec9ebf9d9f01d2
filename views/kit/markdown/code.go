package markdown

import (
	"strings"

	"github.com/alecthomas/chroma/v2"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Syntax colours code. It caches the pens of the kinds of tokens met so far.
type Syntax struct {
	styles *themes.Styles
	pens   map[chroma.TokenType]text.Pen
	lexers *Lexers
}

func NewSyntax(s *themes.Styles, l *Lexers) *Syntax {
	return &Syntax{styles: s, pens: map[chroma.TokenType]text.Pen{}, lexers: l}
}

// maxColoured is the longest piece of code that is coloured, in bytes: chroma
// does some 0.3 to 0.6 MB/s. Thirty-two lines of usual length stay below it.
const maxColoured = 4 << 10

// Colour returns code drawn line by line, safe, without line feeds. Code of a
// language that is not known, or not yet loaded, is drawn plain.
func (s *Syntax) Colour(language, code string) []string {
	code = text.Marked(code)
	l := s.lexers.get(language)
	if l == nil || len(code) > maxColoured || strings.Contains(code, text.MarkOn) {
		return s.plain(code)
	}
	tokens, err := l.Tokenise(&chroma.TokeniseOptions{State: "root"}, code)
	if err != nil {
		return s.plain(code)
	}
	want := strings.Count(code, "\n") + 1
	lines := make([]string, 0, want)
	var line strings.Builder
	for token := tokens(); token != chroma.EOF; token = tokens() {
		p := s.Pen(token.Type)
		for {
			head, rest, more := strings.Cut(token.Value, "\n")
			line.WriteString(p.Draw(head))
			if !more {
				break
			}
			lines = append(lines, line.String())
			line.Reset()
			token.Value = rest
		}
	}
	lines = append(lines, line.String())
	// Some lexers add a line feed at the end or lose what they cannot read: code that they return
	// changed is drawn plain.
	for len(lines) > want && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) != want {
		return s.plain(code)
	}
	return lines
}

func (s *Syntax) plain(code string) []string {
	lines := strings.Split(code, "\n")
	p := text.PenOf(s.styles.Text)
	for i := range lines {
		lines[i] = p.Draw(lines[i])
	}
	return lines
}

func (s *Syntax) Pen(t chroma.TokenType) text.Pen {
	if p, ok := s.pens[t]; ok {
		return p
	}
	p := text.PenOf(s.styles.Token(t))
	s.pens[t] = p
	return p
}

// coloured is a segment as it was when it ended at a block.
type coloured struct {
	to    int
	lines []string
}

// maxSegments is how many coloured segments are cached.
const maxSegments = 64

// codeVersion differs between a segment that is complete, and coloured as one, and one that still
// grows, whose lines are coloured one by one. An unfinished line may seem to close a segment that
// then continues, so the size counts too.
func (m *Text) codeVersion(group int32) int {
	if seg := &m.cut.codes[group]; seg.closed {
		return seg.to
	}
	return 0
}

func (m *Text) drawCode(b block, i int, l text.Layout) []string {
	bar := m.look.pens.rule.Draw(codeBar)
	l.First, l.Rest = l.First+bar, l.Rest+bar
	return text.Wrap(m.codeLine(b, i)+m.drawMarks(m.Marks(i)), l)
}

func (m *Text) codeLine(b block, i int) string {
	seg := &m.cut.codes[b.group]
	if !seg.closed {
		return m.look.syntax.Colour(seg.language, m.Part(b.start, b.end))[0]
	}
	if m.coloured == nil || len(m.coloured) > maxSegments {
		m.coloured = map[int32]coloured{}
	}
	c, ok := m.coloured[b.group]
	if !ok || c.to != seg.to {
		c = coloured{to: seg.to, lines: m.look.syntax.Colour(seg.language, m.segmentText(seg))}
		m.coloured[b.group] = c
	}
	if n := i - seg.from; n >= 0 && n < len(c.lines) {
		return c.lines[n]
	}
	return m.look.syntax.Colour("", m.Part(b.start, b.end))[0]
}

// segmentText returns the lines of a segment, joined.
func (m *Text) segmentText(seg *code) string {
	var lines []string
	for _, b := range m.cut.blocks[seg.from:seg.to] {
		lines = append(lines, strings.TrimSuffix(m.Part(b.start, b.end), "\r"))
	}
	return strings.Join(lines, "\n")
}

// NewCode makes a text that is coloured as code, line by line.
func NewCode(s *themes.Styles, lexers *Lexers, language string) *text.Plain {
	return text.NewPainted(s, lexers.Version, func(s *themes.Styles) text.Paint {
		syntax, bar := NewSyntax(s, lexers), text.PenOf(s.Rule).Draw(codeBar)
		return func(line, _ string, _ int, l *text.Layout) string {
			l.First, l.Rest = bar, bar
			return strings.Join(syntax.Colour(language, line), " ")
		}
	})
}
