package tree

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	jsontree "gatehouse/state/tree"
	"gatehouse/themes"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// readAtOnce is how large a document may be that is read between two frames,
// in bytes: 2 ms. A larger one is read by a Cmd.
const readAtOnce = 1 << 20

// layer is one document that is shown, or one text.
type layer struct {
	title  string // what it is, over what it lies; empty for the content itself
	way    string // the jq expression that leads to it; empty for the content itself
	filter string // of jq, that made it; empty for another layer
	below  *layer // that it was made of; nil for the content itself
	json   []byte
	x      *jsontree.Index // nil while the document is read, and for none
	wrong  error           // why there is no tree
	folds  *jsontree.Folds
	busy   bool // a Cmd reads the document

	raw  text.Source
	page *page.Page // of raw; nil without raw

	spelled []byte // a string whose text is to be read; see spellOut

	before *layer // whose place and folds it takes when it is read
	ends   bool   // raw stays at its end while it grows
	cursor jsontree.Row
	left   int // the value from which the person was taken to the head
	above  int // lines of the screen above the cursor's row; less than 0 when its first lines are out of sight
}

// newLayer makes a layer of a document, which is read at once when it is
// small, and of its raw bytes. It takes the place and the folds of a layer
// before it, which may be nil.
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
			l.page.Take(before.page)
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

// sameSource reports whether two sources are one.
func sameSource(a, b text.Source) bool {
	first, wholeA := a.(text.Bytes)
	second, wholeB := b.(text.Bytes)
	if wholeA || wholeB {
		return wholeA && wholeB && sameBytes(first, second)
	}
	return a == b
}

// source takes other raw bytes beside the same document.
func (l *layer) source(styles *themes.Styles, raw text.Source) {
	if raw != nil && !sameSource(raw, l.raw) {
		was := l.page
		if l.raw, l.page = raw, newPage(styles, raw); was != nil {
			l.page.Take(was)
		}
	}
}

func newPage(styles *themes.Styles, raw text.Source) *page.Page {
	return page.New(&headed{Window: text.NewWindow(styles, raw)})
}

// headFirst as the lines above the first row shows what there is of the head.
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
	l.folds = x.Unfold(maxUnfolded, true)
	l.cursor, l.above = l.folds.First(), headFirst
}

// indexed is what reading a large document gave.
type indexed struct {
	layer *layer
	x     *jsontree.Index
	err   error
}

// work returns the Cmd that reads a large document; nil when there is nothing
// to read.
func (l *layer) work() tea.Cmd {
	if !l.reading() || l.busy {
		return nil
	}
	l.busy = true
	if l.spelled != nil {
		return func() tea.Msg {
			text, document := textOf(l.spelled)
			return spelledOut{l, text, document}
		}
	}
	return func() tea.Msg {
		x, err := jsontree.New(l.json)
		return indexed{l, x, err}
	}
}

// reading reports whether the document, or the text that may be one, is yet to be read.
func (l *layer) reading() bool {
	return l.spelled != nil || l.json != nil && l.x == nil && l.wrong == nil
}

// why says why there is no tree.
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
