package page

import (
	"bytes"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Bounds of what is read as markdown: beyond them a text is shown as it is written.
const (
	maxMarkdown = 512 << 10 // bytes
	maxNesting  = 32        // of quotes and lists
	maxMarks    = 2000      // of emphasis and links without an empty line: they are paired in quadratic time
)

// markdown renders a text of a model. HTML in it is shown as text, links lead to http(s)
// alone, and pictures are links. In one with masked bytes, masks stay what they are.
func markdown(text string, masked bool) template.HTML {
	if len(text) > maxMarkdown || nests(text) {
		return plain(text)
	}
	var mask rune
	if masked {
		text, mask = withoutMasks(text)
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), extension.Strikethrough, extension.TaskList),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(guarded{}, 1))),
	)
	var out bytes.Buffer
	if err := md.Convert([]byte(text), &out); err != nil {
		return plain(text)
	}
	html := out.String()
	if masked {
		html = strings.NewReplacer(string(mask), "*", url.PathEscape(string(mask)), "*").Replace(html)
	}
	return template.HTML(html) //nolint:gosec // goldmark escapes text; guarded writes the rest
}

// masks are runs of * as they stand for masked bytes. Emphasis has fewer, but for the rare
// strong and emphasised at once.
var masks = regexp.MustCompile(`\*{3,}`)

// withoutMasks replaces each * of a mask by a rune that is not in the text, from the private use
// area, which has no meaning in markdown.
func withoutMasks(text string) (string, rune) {
	mask := '\ue000'
	for strings.ContainsRune(text, mask) {
		mask++
	}
	return masks.ReplaceAllStringFunc(text, func(run string) string { return strings.Repeat(string(mask), len(run)) }), mask
}

func plain(text string) template.HTML {
	return template.HTML(`<pre class="plain">` + template.HTMLEscapeString(text) + "</pre>")
}

// nests reports whether a text nests more than a user would write: quotes and lists in a line,
// emphasis and links in a paragraph.
func nests(text string) bool {
	marks := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			marks = 0
		}
		for _, mark := range []string{"*", "_", "~", "[", "`"} {
			marks += strings.Count(line, mark)
		}
		if marks > maxMarks {
			return true
		}
		depth := 0
		for _, c := range line {
			switch c {
			case '>', '-', '*', '+':
				depth++
				continue
			case ' ', '\t', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ')':
				continue
			}
			break
		}
		if depth > maxNesting && strings.Trim(line, "-*+ \t\r\n") != "" {
			return true
		}
	}
	return false
}

// guarded renders what could load, run or lead anywhere.
type guarded struct{}

func (g guarded) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, g.block)
	r.Register(ast.KindRawHTML, g.inline)
	r.Register(ast.KindLink, g.link)
	r.Register(ast.KindAutoLink, g.autoLink)
	r.Register(ast.KindImage, g.image)
	r.Register(extast.KindTaskCheckBox, g.task)
}

func (guarded) block(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString(`<pre class="plain">`)
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		escape(w, at.Value(source))
	}
	if b := n.(*ast.HTMLBlock); b.HasClosure() {
		escape(w, b.ClosureLine.Value(source))
	}
	_, _ = w.WriteString("</pre>")
	return ast.WalkSkipChildren, nil
}

func (guarded) inline(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		segments := n.(*ast.RawHTML).Segments
		for i := range segments.Len() {
			at := segments.At(i)
			escape(w, at.Value(source))
		}
	}
	return ast.WalkSkipChildren, nil
}

func (guarded) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	target := web(string(n.(*ast.Link).Destination))
	switch {
	case target == "":
	case entering:
		open(w, target)
	default:
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

func (guarded) autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	link := n.(*ast.AutoLink)
	target := web(string(link.URL(source)))
	if target != "" {
		open(w, target)
	}
	escape(w, link.Label(source))
	if target != "" {
		_, _ = w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

// image shows the address of a picture instead of the picture.
func (guarded) image(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<span class="picture">picture: `)
		return ast.WalkContinue, nil
	}
	if target := web(string(n.(*ast.Image).Destination)); target != "" {
		_, _ = w.WriteString(" ")
		open(w, target)
		escape(w, []byte(target))
		_, _ = w.WriteString("</a>")
	}
	_, _ = w.WriteString("</span>")
	return ast.WalkContinue, nil
}

// task shows whether a task is done.
func (guarded) task(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		sign := "☐ "
		if n.(*extast.TaskCheckBox).IsChecked {
			sign = "☑ "
		}
		_, _ = w.WriteString(sign)
	}
	return ast.WalkContinue, nil
}

// open begins a link. The page that it leads to does not learn where it was.
func open(w util.BufWriter, target string) {
	_, _ = w.WriteString(`<a rel="noopener noreferrer nofollow" href="`)
	escape(w, []byte(target))
	_, _ = w.WriteString(`">`)
}

func escape(w util.BufWriter, text []byte) { template.HTMLEscape(w, text) }

// web returns an address in the web, as it is safe in an attribute; empty for any other.
func web(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}
