package page

import (
	"gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/text"
)

// sheetTree is JSON in a sheet: the members of the document itself, each on a
// line. A value that is too long for its line unfolds into lines.
type sheetTree struct {
	json.Tree
	long    map[int][]string // values that are unfolded into lines, as drawn
	version int              // of the styles with which they were drawn
}

// sheetValue is how much of a text is drawn in a page, in bytes.
const sheetValue = 8 << 10

// maxOpened is how many lines of a document are unfolded with it.
const maxOpened = 20

func newSheetTree(styles *themes.Styles, doc []byte) inner {
	x, err := tree.New(doc)
	if err != nil {
		return newSheetText(styles, rope.Plain(string(doc)))
	}
	t := &sheetTree{
		Tree: json.Tree{Styles: styles, Index: x, Folds: x.Unfold(maxOpened), Base: 1, Hit: -1},
		long: map[int][]string{},
	}
	t.wrap()
	return t
}

func (t *sheetTree) setWidth(width int) {
	if t.Width != width {
		t.Width = width
		t.wrap()
	}
}

// wrap draws the values again that are unfolded into lines.
func (t *sheetTree) wrap() {
	t.version, t.Tint = t.Styles.Version, json.NewTint(t.Styles)
	for node := range t.long {
		t.long[node] = t.Wrapped(t.Folds.Visible(node))
	}
}

// firstOf names the first line of a row.
func firstOf(r tree.Row) Line { return Line{block: r.Node, depth: r.Depth} }

func (t *sheetTree) row(at Line) tree.Row { return tree.Row{Node: at.block, Depth: at.depth} }

func (t *sheetTree) Edge(by int) Line {
	if by < 0 {
		return t.lastOf(t.Folds.Last())
	}
	if r, ok := t.Folds.Next(t.Folds.First()); ok && t.Index.Container(0) {
		return firstOf(r)
	}
	return Line{} // a simple value, an empty object or array is a line
}

// lastOf names the last line of a row.
func (t *sheetTree) lastOf(r tree.Row) Line {
	at := firstOf(r)
	at.line = max(len(t.long[r.Node])-1, 0)
	return at
}

func (t *sheetTree) Near(at Line) (Line, bool) {
	if first := t.Edge(1); at.before(first) {
		return first, true
	}
	if last := t.Edge(-1); last.before(at) {
		return last, true
	}
	return at, true
}

func (t *sheetTree) Step(at Line, by int) (Line, bool) {
	switch {
	case by > 0 && at.line+1 < len(t.long[at.block]):
		at.line++
		return at, true
	case by < 0 && at.line > 0:
		at.line--
		return at, true
	case by > 0 && at.block > 0:
		if r, ok := t.Folds.Next(t.row(at)); ok {
			return firstOf(r), true
		}
	case by < 0:
		if r, ok := t.Folds.Prev(t.row(at)); ok && r.Node > 0 {
			return t.lastOf(r), true
		}
	}
	return at, false
}

func (t *sheetTree) toggle(s Line) bool {
	switch _, open := t.long[s.block]; {
	case t.Index.Container(s.block):
		t.Folds.Toggle(t.row(s))
		return t.Index.Children(s.block)
	case open:
		delete(t.long, s.block)
	default:
		lines := t.Wrapped(t.row(s))
		if len(lines) < 2 {
			return false
		}
		t.long[s.block] = lines
	}
	return true
}

func (t *sheetTree) opens(s Line) string {
	_, long := t.long[s.block]
	switch {
	case long, t.Index.Container(s.block) && t.Folds.Open(t.row(s)):
		return folds
	case t.Index.Container(s.block), len(t.Wrapped(t.row(s))) > 1:
		return unfolds
	}
	return ""
}

func (t *sheetTree) Line(s Line) string {
	if t.version != t.Styles.Version {
		t.wrap()
	}
	if lines := t.long[s.block]; lines != nil {
		return lines[min(s.line, len(lines)-1)]
	}
	return t.Row(t.row(s))
}

// sheetText is text in a sheet.
type sheetText struct {
	*Page
	words *text.Plain
}

func newSheetText(styles *themes.Styles, words *rope.Rope) inner {
	t := sheetText{words: text.NewPlain(styles, styles.Text)}
	t.Page = New(t.words)
	t.words.Follow(words)
	return t
}

func (t sheetText) setWidth(width int) { t.words.SetWidth(width - 2) }
func (t sheetText) toggle(Line) bool   { return false }
func (t sheetText) opens(Line) string  { return "" }

func (t sheetText) Line(at Line) string { return "  " + t.Page.Line(at) }
