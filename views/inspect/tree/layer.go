package tree

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// readAtOnce is how large a document may be that is read between two frames,
// in bytes: 2 ms. A larger one is read by a Cmd.
const readAtOnce = 1 << 20

// layer is one document that is shown, or one text.
type layer struct {
	title  string // its name in the layer below; empty for the content itself
	jq     string // the jq expression that leads to it; empty for the content itself
	filter string // of jq, that made it; empty for another layer
	below  *layer // that it was made of; nil for the content itself
	json   []byte
	x      *jsontree.Index // nil while the document is read, and for none
	wrong  error           // why there is no tree
	folds  *jsontree.Folds
	busy   bool // a Cmd reads the document

	raw  text.Source
	page *page.Page // of raw; nil without raw

	spelled []byte // a string whose text is to be read; see work

	before *layer // whose place and folds it takes when it is read
	ends   bool   // raw stays at its end while it grows
	cursor jsontree.Row
	left   int // the value from which the user was taken to the head
	above  int // lines of the screen above the cursor's row; less than 0 when its first lines are out of sight
}

// newLayer makes a layer of a document, which is read at once if it is small, and of its raw
// bytes. It inherits position and folds from the layer before it, which may be nil.
func newLayer(styles *themes.Styles, c Content, before *layer) *layer {
	l := &layer{json: c.JSON, raw: c.Raw, before: before}
	if before != nil && before.x == nil {
		l.before = before.before
	}
	if l.raw == nil && l.json != nil {
		l.raw = text.Bytes(l.json)
	}
	if before != nil {
		before.before, l.ends = nil, before.ends
	}
	switch {
	case l.raw == nil:
	case before != nil && sameSource(l.raw, before.raw):
		l.page = before.page
	default:
		l.page = newPage(styles, l.raw)
		if before != nil && before.page != nil { // the body of the same exchange, at another time
			l.page.CopyScroll(before.page)
		}
	}
	if c.Index != nil {
		l.read(c.Index, nil)
	} else if l.json != nil && len(l.json) <= readAtOnce {
		x, err := jsontree.New(l.json)
		l.read(x, err)
	}
	return l
}

func sameSource(a, b text.Source) bool {
	first, bytesA := a.(text.Bytes)
	second, bytesB := b.(text.Bytes)
	if bytesA || bytesB {
		return bytesA && bytesB && sameBytes(first, second)
	}
	return a == b
}

// source takes other raw bytes next to the same document.
func (l *layer) source(styles *themes.Styles, raw text.Source) {
	if raw == nil || sameSource(raw, l.raw) {
		return
	}
	was := l.page
	if l.raw, l.page = raw, newPage(styles, raw); was != nil {
		l.page.CopyScroll(was)
	}
}

func newPage(styles *themes.Styles, raw text.Source) *page.Page {
	return page.New(&headed{Window: text.NewWindow(styles, raw)})
}

// headFirst as the lines above the first row shows all lines of the head.
const headFirst = 1 << 20

// maxUnfolded is how many rows of a document are unfolded at first.
const maxUnfolded = 400

// read takes the index of the document.
func (l *layer) read(x *jsontree.Index, err error) {
	l.x, l.wrong, l.busy = x, err, false
	if err != nil {
		l.x = nil
		return
	}
	was := l.before
	if l.before = nil; was != nil && was.x != nil {
		l.folds = was.folds.Carry(x)
		l.cursor, l.above = l.folds.CarryRow(was.folds, was.cursor), was.above
		if l.cursor == l.folds.Last() {
			l.above = headFirst
		}
		return
	}
	l.folds = x.Unfold(maxUnfolded)
	l.folds.SetClosers(true)
	l.cursor, l.above = l.folds.First(), headFirst
}

// loaded is the message that a large document, or a text, was read; show shows it.
type loaded struct{ show func() }

// work returns the Cmd that reads a large document, or a text; nil when there is nothing
// to read.
func (l *layer) work(styles *themes.Styles) tea.Cmd {
	if !l.reading() || l.busy {
		return nil
	}
	l.busy = true
	if spelled := l.spelled; spelled != nil {
		return func() tea.Msg {
			text, document := textOf(spelled)
			return loaded{func() {
				l.source(styles, text)
				l.json, l.spelled, l.busy = document, nil, false
			}}
		}
	}
	return func() tea.Msg {
		x, err := jsontree.New(l.json)
		return loaded{func() { l.read(x, err) }}
	}
}

// reading reports whether the document, or the text that may be one, is yet to be read.
func (l *layer) reading() bool {
	return l.spelled != nil || l.json != nil && l.x == nil && l.wrong == nil
}

func (l *layer) why() string {
	var syntax *scan.SyntaxError
	switch {
	case l.spelled != nil:
		return readingText(l.spelled)
	case l.reading():
		return "reading " + figures.Size(len(l.json)) + " of JSON; raw is ready"
	case errors.As(l.wrong, &syntax):
		return "not JSON: " + syntax.Error()
	case l.wrong != nil:
		return l.wrong.Error()
	}
	return ""
}

// headed is a text below a head, which is its first block.
type headed struct {
	*text.Window
	head []string
}

func (h *headed) Len() int { return h.Window.Len() + 1 }

func (h *headed) Lines(i int) []string {
	if i == 0 {
		return h.head
	}
	return h.Window.Lines(i - 1)
}

// documentInText is the size in bytes up to which a text is decoded completely, and tried as
// a document. A larger one is decoded only where it is read.
const documentInText = 8 << 20

// textLayer returns the text of a string of a layer, and where that is JSON, as the arguments
// of a tool are, the document. A large text is read by a Cmd.
func textLayer(styles *themes.Styles, below *layer, node int) *layer {
	v, c := below.x.Value(node), Content{}
	atOnce := len(v) <= readAtOnce
	if atOnce {
		c.Raw, c.JSON = textOf(v)
	} else {
		c.Raw = text.Bytes(readingText(v))
	}
	l := newLayer(styles, c, nil)
	if !atOnce {
		l.spelled = v
	}
	path := below.pathOf(node)
	l.title, l.jq, l.below = "the text at "+path, path+" | fromjson", below
	return l
}

// textOf returns the text of a string, and the document that it is; nil for none.
func textOf(v []byte) (complete text.Source, document []byte) {
	if len(v) > documentInText {
		return rope.New(v), nil
	}
	decoded := []byte(scan.Text(v))
	if t := bytes.TrimSpace(decoded); len(t) > 0 && (t[0] == '{' || t[0] == '[') && scan.Check(t) == nil {
		document = t
	}
	return text.Bytes(decoded), document
}

func readingText(v []byte) string { return "reading " + figures.Size(len(v)) + " of text …" }

// A layer over others holds what jq made of the one below, or what a text of it
// says. Its jq is the expression that leads there from the content, so that a
// path that is copied leads from the content too.

// plainPath is an expression that a path can be appended to.
var plainPath = regexp.MustCompile(`^(\.[A-Za-z_][A-Za-z0-9_]*|\.?\[(-?[0-9]+|"[^"\\]*")\])+$`)

// pathOf writes the path of a node of the layer as jq takes it.
func (l *layer) pathOf(node int) string {
	return appendPath(l.jq, "."+strings.TrimPrefix(l.x.Path(node), "."))
}

// appendPath appends a path or an expression to another.
func appendPath(jq, then string) string {
	switch {
	case jq == "" || jq == ".":
		return then
	case then == ".":
		return jq
	case !plainPath.MatchString(jq) || !plainPath.MatchString(then):
		return jq + " | " + then
	case strings.HasPrefix(then, ".["):
		then = then[1:]
	}
	return jq + then
}

// filteredBy returns the expression of what a filter gave: several results are in an array.
func filteredBy(jq, filter string, result jsontree.Filtered) string {
	if filter = strings.TrimSpace(filter); strings.Contains(filter, "#") && !plainPath.MatchString(filter) {
		filter += "\n" // ends a comment
	}
	jq = appendPath(jq, filter)
	if result.Count != 1 {
		jq = "[" + jq + "]"
	}
	return jq
}
