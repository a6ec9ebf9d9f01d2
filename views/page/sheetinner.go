package page

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rope"
	"gatehouse/state/tree"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// sheetTree is JSON in a sheet: the members of the document itself, each on a
// line. A value that is too long for its line unfolds into lines.
type sheetTree struct {
	styles *themes.Styles
	x      *tree.Index
	folds  *tree.Folds
	long   map[int][]string // values that are unfolded into lines, as wrapped
	width  int
}

// sheetValue is how much of a simple value is ever drawn, in bytes.
const sheetValue = 8 << 10

func newSheetTree(styles *themes.Styles, doc []byte) inner {
	x, err := tree.New(doc)
	if err != nil {
		return newSheetText(styles, rope.Plain(string(doc)))
	}
	t := &sheetTree{styles: styles, x: x, folds: tree.NewFolds(x, 1, false), long: map[int][]string{}}
	t.unfoldLists()
	return t
}

// mostOpened is the length of the longest list that is unfolded with its document, and how
// many of its members are looked at.
const mostOpened = 50

// unfoldLists unfolds the lists of objects among the members: each element is a line.
func (t *sheetTree) unfoldLists() {
	for at, n := 1, 0; n < mostOpened && at < t.x.Len() && t.x.Parent(at) == 0; at, n = t.x.Next(at), n+1 {
		if t.x.Kind(at) == scan.Array && t.x.Children(at) && t.x.Container(at+1) && t.x.Count(at, mostOpened+1) <= mostOpened {
			t.folds.Toggle(tree.Row{Node: at, Depth: 1})
		}
	}
}

func (t *sheetTree) setWidth(width int) {
	if t.width != width {
		t.width = width
		clear(t.long)
	}
}

// firstOf names the first line of a row.
func firstOf(r tree.Row) Line { return Line{block: r.Node, depth: r.Depth} }

func (t *sheetTree) row(at Line) tree.Row { return tree.Row{Node: at.block, Depth: at.depth} }

func (t *sheetTree) Edge(by int) Line {
	if by < 0 {
		return t.lastOf(t.folds.Last())
	}
	if r, ok := t.folds.Next(t.folds.First()); ok && t.x.Container(0) {
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
		if r, ok := t.folds.Next(t.row(at)); ok {
			return firstOf(r), true
		}
	case by < 0:
		if r, ok := t.folds.Prev(t.row(at)); ok && r.Node > 0 {
			return t.lastOf(r), true
		}
	}
	return at, false
}

func (t *sheetTree) toggle(s Line) bool {
	switch _, open := t.long[s.block]; {
	case t.x.Container(s.block):
		t.folds.Toggle(t.row(s))
		return t.x.Children(s.block)
	case open:
		delete(t.long, s.block)
	default:
		value, room := t.value(s.block), t.room(s)
		if text.Width(value) <= room {
			return false
		}
		t.long[s.block] = strings.Split(text.Hardwrap(value, room, true), "\n")
	}
	return true
}

// room is how many cells there are for a value.
func (t *sheetTree) room(s Line) int { return max(t.width-text.Width(t.head(s)), 8) }

func (t *sheetTree) opens(s Line) string {
	_, long := t.long[s.block]
	switch {
	case long, t.x.Container(s.block) && t.folds.Open(t.row(s)):
		return folds
	case t.x.Container(s.block), text.Width(t.value(s.block)) > t.room(s):
		return unfolds
	}
	return ""
}

// deepest is how far lines are moved in: deeper values stand in one column.
const deepest = 16

// head draws what stands before a value: where it is folded, and its name.
func (t *sheetTree) head(s Line) string {
	sign := "  "
	switch {
	case t.folds.Open(t.row(s)):
		sign = "▾ "
	case t.x.Children(s.block):
		sign = "▸ "
	}
	name := ""
	if spelled := t.x.Name(s.block); spelled != nil {
		name = text.SafeLine(scan.Text(spelled)) + "  "
	} else if n := t.x.Number(s.block); n >= 0 {
		name = strconv.Itoa(n) + "  "
	}
	name = text.Truncate(name, max(t.width/2, 1), "… ")
	return strings.Repeat("  ", min(max(s.depth-1, 0), deepest)) + t.styles.Accent.Render(sign) + t.styles.Dim.Render(name)
}

// value writes a simple value: a string decoded, on one line.
func (t *sheetTree) value(node int) string {
	v := t.x.Value(node)
	if t.x.Kind(node) == scan.String {
		if words := scan.Text(v); words != "" {
			return text.SafeLine(words)
		}
	}
	return text.SafeLine(string(v))
}

func (t *sheetTree) Line(s Line) string {
	head := t.head(s)
	if t.x.Container(s.block) {
		return head + t.styles.Faint.Render(t.summary(s))
	}
	if lines := t.long[s.block]; lines != nil {
		line := t.styles.Text.Render(lines[min(s.line, len(lines)-1)])
		if s.line > 0 {
			return strings.Repeat(" ", text.Width(head)) + line
		}
		return head + line
	}
	style := t.styles.Text
	if t.x.Kind(s.block) != scan.String {
		style = t.styles.Strong
	}
	return head + style.Render(text.Truncate(t.value(s.block), max(t.width-text.Width(head), 1), "…"))
}

// counted is how far members are counted.
const counted = 1000

// summary says how much lies in an object or array. A short array of simple
// values is written out, while it is folded.
func (t *sheetTree) summary(s Line) string {
	n := t.x.Count(s.block, counted)
	number := strconv.Itoa(n)
	if n == counted {
		number += " or more"
	}
	if t.x.Kind(s.block) == scan.Object {
		if n > 0 && !t.folds.Open(t.row(s)) {
			return "{" + number + "}  " + t.glance(s.block)
		}
		return "{" + number + "}"
	}
	if n > 0 && !t.folds.Open(t.row(s)) {
		return "[" + number + "]  " + t.glance(s.block)
	}
	return "[" + number + "]"
}

// glance writes the first simple values of an object, with their names, or array.
func (t *sheetTree) glance(node int) string {
	var words []string
	for i, n := node+1, 0; n < 6 && i < t.x.Len() && t.x.Parent(i) == node; i, n = t.x.Next(i), n+1 {
		if t.x.Container(i) {
			words = append(words, "…")
			continue
		}
		name := ""
		if spelled := t.x.Name(i); spelled != nil {
			name = text.Truncate(text.SafeLine(scan.Text(spelled)), 20, "…") + " "
		}
		words = append(words, name+text.Truncate(t.value(i), 40, "…"))
	}
	return strings.Join(words, ", ")
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
