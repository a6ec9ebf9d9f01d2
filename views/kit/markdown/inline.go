package markdown

import (
	"bufio"
	"bytes"
	"strings"

	gansi "charm.land/glamour/v2/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// inliner renders the text of one block, paragraph or heading, with glamour.
//
// glamour obeys what it is given: it decodes entities within code, drops HTML, removes backslashes
// twice, makes every target a link, and passes control characters on. So it never sees text from the
// wire: the text is parsed here, decoded, made safe, and passed as a new tree whose words are written
// so that glamour's decoding returns them unchanged.
type inliner struct {
	parse parser.Parser
	head  renderer.Renderer // of headings
	words renderer.Renderer // of paragraphs
	plain text.Pen          // of a paragraph without any markup
	out   *bufio.Writer     // goldmark would make one for each block
}

func newInliner(s *themes.Styles) *inliner {
	glamour := func(styles gansi.StyleConfig) renderer.Renderer {
		nodes := gansi.NewRenderer(gansi.Options{Styles: styles})
		return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(nodes, 1000)))
	}
	head, words := s.Markdown(), s.Markdown()
	words.Text.Color, words.Strikethrough.Color = words.Document.Color, words.Document.Color // there is no document
	return &inliner{
		parse: inlineParser(),
		head:  glamour(head),
		words: glamour(words),
		plain: text.PenOf(s.Text),
		out:   bufio.NewWriter(nil),
	}
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

// unmarked reports whether src means just its words, so that they can be drawn
// without asking glamour for what it would answer anyway.
func unmarked(src string) bool {
	return !strings.Contains(src, "  \n") && !strings.ContainsAny(src, "*_`[]<\\&~") &&
		!strings.Contains(src, "://") && !strings.Contains(src, "www.") && strings.IndexByte(src, '@') < 0
}

// render returns src drawn on one line: styled, safe, with hardBreak where the
// source breaks a line. level is that of a heading, 0 for a paragraph. A
// paragraph is given to glamour as its words alone: of a document it would go four
// times more through what it drew, to wrap and to indent it.
func (n *inliner) render(src string, level int) string { return n.renderCited(src, level, nil) }

// renderCited is render with marks at places in src, in their order.
func (n *inliner) renderCited(src string, level int, cites []cite) string {
	if len(cites) == 0 && level == 0 && unmarked(src) {
		return n.plain.Draw(text.Marked(oneLine(strings.Trim(src, "\n "))))
	}
	t := translator{source: []byte(src), cites: cites}
	draw, out := n.words, ast.Node(ast.NewTextBlock())
	doc := out
	if level > 0 {
		draw, out, doc = n.head, ast.NewHeading(level), ast.NewDocument()
		doc.AppendChild(doc, out)
	}
	for block := n.parse.Parse(gtext.NewReader(t.source)).FirstChild(); block != nil; block = block.NextSibling() {
		t.children(out, block)
	}
	t.take(out, len(src)+1)
	var buf bytes.Buffer
	n.out.Reset(&buf)
	if err := draw.Render(n.out, t.out.Bytes(), doc); err != nil {
		return text.Marked(src) + citeText(cites)
	}
	return strings.Trim(buf.String(), "\n ")
}

// translator copies a tree of inline nodes into one whose text is safe.
type translator struct {
	source []byte
	out    bytes.Buffer // the source of the new tree
	cites  []cite       // marks that are not written yet
	inLink bool
}

func (t *translator) children(to, from ast.Node) {
	for n := from.FirstChild(); n != nil; n = n.NextSibling() {
		t.node(to, n)
	}
}

func (t *translator) node(to, n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		if len(t.cites) == 0 || t.inLink {
			t.text(to, literal(n.Segment.Value(t.source), n.IsRaw()))
		} else {
			t.segment(to, n)
		}
		switch {
		case n.HardLineBreak():
			t.write(to, text.HardBreak)
		case n.SoftLineBreak():
			t.write(to, " ")
		}
	case *ast.String:
		t.text(to, string(n.Value))
	case *ast.CodeSpan:
		t.code(to, n)
	case *ast.Emphasis:
		e := ast.NewEmphasis(n.Level)
		t.children(e, n)
		to.AppendChild(to, e)
	case *ast.RawHTML:
		t.text(to, string(n.Segments.Value(t.source)))
	case *ast.Link:
		t.link(to, n)
	case *ast.AutoLink:
		t.autoLink(to, string(n.Label(t.source)), string(n.URL(t.source)))
	case *ast.Image:
		t.image(to, n)
	default:
		if n.Kind().String() == "Strikethrough" {
			s := extast.NewStrikethrough()
			t.text(s, flatten(n, t.source, false))
			to.AppendChild(to, s)
			return
		}
		t.children(to, n)
	}
}

// text appends words that glamour gives back as they are: its decoding undoes
// what is done here.
func (t *translator) text(to ast.Node, words string) { t.write(to, text.Marked(oneLine(words))) }

func (t *translator) write(to ast.Node, safe string) {
	if safe == "" {
		return
	}
	if strings.ContainsAny(safe, `\&`) {
		safe = strings.ReplaceAll(strings.ReplaceAll(safe, `\`, `\\`), "&", "&amp;")
	}
	to.AppendChild(to, t.leaf(safe))
}

func (t *translator) leaf(written string) *ast.Text {
	start := t.out.Len()
	t.out.WriteString(written)
	return ast.NewTextSegment(gtext.NewSegment(start, t.out.Len()))
}

func (t *translator) code(to ast.Node, n *ast.CodeSpan) {
	words := flatten(n, t.source, true)
	if t.inLink { // glamour would decode code within a link twice
		t.text(to, words)
		return
	}
	c := ast.NewCodeSpan()
	c.AppendChild(c, t.leaf(strings.ReplaceAll(text.Marked(oneLine(words)), "&", "&amp;")))
	to.AppendChild(to, c)
}

// link makes http and https targets clickable and shows the target if the words differ from it; any
// other target is shown, not offered.
func (t *translator) link(to ast.Node, n *ast.Link) {
	words := flatten(n, t.source, false)
	dest := literal(n.Destination, false)
	safe, ok := text.LinkTarget(dest)
	switch {
	case t.inLink || dest == "":
		t.children(to, n)
	case !ok:
		t.children(to, n)
		t.text(to, " ("+dest+")")
	case words == dest || words == safe:
		t.autoLink(to, dest, dest)
	default:
		l := ast.NewLink()
		l.Destination = []byte(safe)
		t.inLink = true
		t.children(l, n)
		t.inLink = false
		if l.FirstChild() == nil {
			t.text(l, safe)
		}
		to.AppendChild(to, l)
	}
}

func (t *translator) autoLink(to ast.Node, label, url string) {
	safe, ok := text.LinkTarget(url)
	if !ok || t.inLink {
		t.text(to, label)
		return
	}
	to.AppendChild(to, ast.NewAutoLink(ast.AutoLinkURL, t.leaf(safe)))
}

// image shows an image's title and address; it is never fetched.
func (t *translator) image(to ast.Node, n *ast.Image) {
	dest := literal(n.Destination, false)
	words := "image: " + flatten(n, t.source, false)
	safe, ok := text.LinkTarget(dest)
	switch {
	case len(dest) > 120 && !ok:
		t.text(to, "["+words+", "+dest[:24]+"…]")
	case !ok || t.inLink:
		t.text(to, "["+words+", "+dest+"]")
	default:
		l := ast.NewLink()
		l.Destination = []byte(safe)
		t.text(l, "["+words+"]")
		to.AppendChild(to, l)
	}
}
