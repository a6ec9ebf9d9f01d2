package markdown

import (
	"cmp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// inlineStyle is how words are drawn.
type inlineStyle struct {
	colour                           string
	bold, italic, underline, crossed bool
}

// in returns the style in another colour, where the theme has it.
func (s inlineStyle) in(colour string) inlineStyle {
	s.colour = cmp.Or(colour, s.colour)
	return s
}

// inliner draws the text of one block, a paragraph or a heading, on one line.
type inliner struct {
	parse   parser.Parser
	palette themes.Palette
	cite    text.Pen                 // of the marks of citations
	pens    map[inlineStyle]text.Pen // those used so far
}

func newInliner(s *themes.Styles) *inliner {
	return &inliner{parse: inlineParser(), palette: s.Palette, cite: text.PenOf(s.Accent), pens: map[inlineStyle]text.Pen{}}
}

// inlineParser returns a parser of the text of one block.
func inlineParser() parser.Parser {
	inlines := append(parser.DefaultInlineParsers(),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(), 999))
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(inlines...))
}

// unmarked reports whether src means just its words, so that it does not have to be parsed.
func unmarked(src string) bool {
	return !strings.Contains(src, "  \n") && !strings.ContainsAny(src, "*_`[]<\\&~") &&
		!strings.Contains(src, "://") && !strings.Contains(src, "www.") && strings.IndexByte(src, '@') < 0
}

// base returns the style of words without markup in a heading of a level, or in a paragraph for level 0.
func (n *inliner) base(level int) inlineStyle {
	switch level {
	case 0:
		return inlineStyle{colour: n.palette.Text}
	case 1:
		return inlineStyle{colour: n.palette.Accent, bold: true, underline: true}
	case 2:
		return inlineStyle{colour: n.palette.Accent, bold: true}
	case 3, 4:
		return inlineStyle{colour: n.palette.Strong, bold: true}
	}
	return inlineStyle{colour: n.palette.Dim, bold: true}
}

func (n *inliner) pen(s inlineStyle) text.Pen {
	pen, ok := n.pens[s]
	if !ok {
		style := lipgloss.NewStyle().Foreground(lipgloss.Color(s.colour)).Bold(s.bold).Italic(s.italic)
		pen = text.PenOf(style.Underline(s.underline).Strikethrough(s.crossed))
		n.pens[s] = pen
	}
	return pen
}

// render returns src drawn and safe, with a line feed where the source breaks a line. marks are those of
// citations, at places in src.
func (n *inliner) render(src string, level int, marks []Mark) string {
	base := n.base(level)
	if len(marks) == 0 && unmarked(src) {
		return n.pen(base).Draw(text.Marked(oneLine(strings.Trim(src, "\n "))))
	}
	w := inlineWriter{inliner: n, source: []byte(src), base: base, marks: marks}
	for block := n.parse.Parse(gtext.NewReader(w.source)).FirstChild(); block != nil; block = block.NextSibling() {
		w.children(block, base)
	}
	w.writeMarks(len(src) + 1)
	return w.out.String()
}

// inlineWriter draws a tree of inline nodes.
type inlineWriter struct {
	*inliner
	source []byte
	base   inlineStyle
	marks  []Mark // those not written yet
	inLink bool
	out    text.Run
}

func (w *inlineWriter) children(n ast.Node, s inlineStyle) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c, s)
	}
}

func (w *inlineWriter) node(n ast.Node, s inlineStyle) {
	switch n := n.(type) {
	case *ast.Text:
		w.segment(n, s)
		switch {
		case n.HardLineBreak():
			w.out.Add("", "\n")
		case n.SoftLineBreak():
			w.write(" ", s)
		}
	case *ast.String:
		w.write(string(n.Value), s)
	case *ast.CodeSpan:
		if !w.inLink {
			s = w.base.in(w.palette.Code)
		}
		w.write(flatten(n, w.source), s)
	case *ast.Emphasis:
		switch {
		case n.Level == 1:
			s.italic = true
		case w.inLink:
			s.bold = true
		default:
			s = s.in(w.palette.Strong)
			s.bold = true
		}
		w.children(n, s)
	case *extast.Strikethrough:
		s.crossed = true
		w.children(n, s)
	case *ast.RawHTML:
		w.write(string(n.Segments.Value(w.source)), s)
	case *ast.Link:
		w.link(n, s)
	case *ast.AutoLink:
		w.autoLink(string(n.Label(w.source)), string(n.URL(w.source)), s)
	case *ast.Image:
		w.image(n, s)
	default:
		w.children(n, s)
	}
}

// write draws words of the source on one line, safe.
func (w *inlineWriter) write(words string, s inlineStyle) {
	w.out.Add(w.pen(s), text.Marked(oneLine(words)))
}

// segment draws a text of the source, with the marks in it; those in a link are drawn after it.
func (w *inlineWriter) segment(n *ast.Text, s inlineStyle) {
	at, stop := n.Segment.Start, n.Segment.Stop
	for !w.inLink && len(w.marks) > 0 && w.marks[0].At < stop {
		cut := max(w.marks[0].At, at)
		w.write(literal(w.source[at:cut], n.IsRaw()), s)
		w.writeMarks(cut)
		at = cut
	}
	w.write(literal(w.source[at:stop], n.IsRaw()), s)
	if !w.inLink {
		w.writeMarks(stop)
	}
}

// writeMarks draws the marks up to a place in the source.
func (w *inlineWriter) writeMarks(upTo int) {
	for ; len(w.marks) > 0 && w.marks[0].At <= upTo; w.marks = w.marks[1:] {
		w.out.Add(w.cite, MarkText(w.marks[0].Number))
	}
}

// link makes http and https targets clickable and shows the target if the words differ from it; any
// other target is shown, not offered.
func (w *inlineWriter) link(n *ast.Link, s inlineStyle) {
	words := flatten(n, w.source)
	dest := unescape(string(n.Destination))
	url, ok := text.LinkTarget(dest)
	switch {
	case w.inLink || dest == "":
		w.children(n, s)
	case !ok:
		w.children(n, s)
		w.write(" ("+dest+")", s)
	case words == dest || words == url || words == "":
		w.autoLink(dest, dest, s)
	default:
		w.titled(url, func(s inlineStyle) { w.children(n, s) })
	}
}

// titled draws a clickable title, and its address after it.
func (w *inlineWriter) titled(url string, title func(inlineStyle)) {
	w.inLink = true
	w.linked(url, func() { title(w.base.in(w.palette.Accent)) })
	w.inLink = false
	w.write(" ", w.base)
	w.address(url)
}

// address draws an address that can be clicked.
func (w *inlineWriter) address(url string) {
	s := w.base.in(w.palette.Dim)
	s.underline = true
	w.linked(url, func() { w.write(url, s) })
}

// linked makes what draw draws clickable.
func (w *inlineWriter) linked(url string, draw func()) {
	w.out.Add("", text.LinkOn(url))
	draw()
	w.out.Add("", text.LinkOff)
}

func (w *inlineWriter) autoLink(label, target string, s inlineStyle) {
	if url, ok := text.LinkTarget(target); ok && !w.inLink {
		w.address(url)
		return
	}
	w.write(label, s)
}

// image shows an image's title and address; it is never fetched.
func (w *inlineWriter) image(n *ast.Image, s inlineStyle) {
	dest := unescape(string(n.Destination))
	words := "image: " + flatten(n, w.source)
	url, ok := text.LinkTarget(dest)
	switch {
	case len(dest) > 120 && !ok:
		w.write("["+words+", "+dest[:24]+"…]", s)
	case !ok || w.inLink:
		w.write("["+words+", "+dest+"]", s)
	default:
		w.titled(url, func(s inlineStyle) { w.write("["+words+"]", s) })
	}
}
