package tree

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// place is what a line of the screen shows.
type place struct {
	row jsontree.Row
	ok  bool // false for a line of the head and for an empty one
}

// bodyHeight returns how many lines there are between the title and the last line.
func (m *Model) bodyHeight() int {
	if m.height < 4 {
		return max(m.height-1, 0)
	}
	return m.height - 2
}

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	m.tint = json.NewTint(m.styles)
	out := []string{m.title()}
	out = append(out, m.lines(m.bodyHeight())...)
	if m.height >= 4 {
		out = append(out, m.foot())
	}
	return m.rect(out)
}

// rect draws lines as the pane.
func (m *Model) rect(lines []string) string {
	for i, line := range lines {
		lines[i] = text.Guard(line)
	}
	return text.Rect(lines, m.width, m.height)
}

func (m *Model) lines(height int) []string {
	l := m.top()
	m.screen, m.above, m.below = make([]place, height), false, false
	var out []string
	switch {
	case l.x == nil && l.raw == nil && l.json == nil:
		out = m.empty()
	case m.shown() == asRaw:
		out = m.rawLines(l, height)
	default:
		out = m.treeLines(l, height)
	}
	return append(out, make([]string, height)...)[:height]
}

func (m *Model) Overflow() (above, below bool) { return m.above, m.below }

// empty returns what to do when there is nothing to show.
func (m *Model) empty() []string {
	out := []string{""}
	for _, line := range m.headLines(m.contentWidth()) {
		out = append(out, " "+line)
	}
	for _, words := range append([]string{m.content.Note}, m.content.Empty...) {
		if words != "" {
			out = append(out, text.Paragraph(m.styles, m.styles.Dim, 1, m.width-1, words)...)
		}
	}
	return out
}

func (m *Model) rawLines(l *layer, height int) []string {
	if l.page == nil {
		return []string{"", " " + m.styles.Dim.Render(text.SanitizeLine(l.why()))}
	}
	if m.sizePage(l, height); l.ends {
		l.page.End()
	} else {
		l.page.Fill() // fewer bytes may have arrived at an earlier time
	}
	lines := l.page.Drawn()
	m.above, m.below = l.page.Overflow()
	for i, line := range lines {
		lines[i] = " " + m.markedLine(line)
	}
	return lines
}

// sizePage sets the size and the head of a layer's page.
func (m *Model) sizePage(l *layer, height int) {
	l.page.SetSize(m.contentWidth(), height)
	l.page.Content().(*headed).head = m.headLines(m.contentWidth())
}

// markedLine marks what is searched for in a drawn line.
func (m *Model) markedLine(line string) string {
	p, plain := m.searchPattern(), ansi.Strip(line)
	if p == nil {
		return line
	}
	if _, _, ok := p.Find([]byte(plain)); !ok {
		return line
	}
	return json.Marked(p, plain, m.styles.Text, m.styles.Match)
}

// treeLines draws rows around the cursor, with at most l.above lines above it.
func (m *Model) treeLines(l *layer, height int) []string {
	m.fit(l, height)
	var above [][]string // from the cursor upwards
	var places []place
	need, r, more := l.above, l.cursor, true
	for need > 0 {
		if r, more = l.folds.Prev(r); !more {
			break
		}
		lines := m.rowLines(l, r)
		above, places = append(above, lines), append(places, place{r, true})
		need -= len(lines)
	}
	var out []string
	var at []place
	put := func(lines []string, p place) {
		for _, line := range lines {
			out, at = append(out, m.margin(line, p)), append(at, p)
		}
	}
	if !more {
		put(m.headLines(m.contentWidth()), place{})
	}
	for i := len(above) - 1; i >= 0; i-- {
		put(above[i], places[i])
	}
	skip := len(out) - l.above
	put(m.rowLines(l, l.cursor), place{l.cursor, true})
	next, further := l.folds.Next(l.cursor)
	for ; further && len(out)-skip < height; next, further = l.folds.Next(next) {
		put(m.rowLines(l, next), place{next, true})
	}
	skip = max(min(skip, len(out)-1), 0)
	m.above, m.below = skip > 0 || m.heightAbove(l, l.above+1) > l.above, further || len(out)-skip > height
	out, at = out[skip:], at[skip:]
	copy(m.screen, at)
	return out
}

// margin puts the margin before a line. A line of the selected row is drawn as
// selected, or without the focus with a bar in its margin.
func (m *Model) margin(line string, p place) string {
	if !p.ok || p.row != m.top().cursor {
		return " " + line
	}
	if !m.focused {
		return m.styles.Accent.Render("▌") + line
	}
	line = text.Fit(page.Chosen+ansi.Strip(line), m.width, "")
	return json.Marked(m.searchPattern(), line, m.styles.Selection, m.styles.MatchHere)
}

func (m *Model) title() string {
	l := m.top()
	left := " " + m.styles.Strong.Render(strings.ToUpper(text.SanitizeLine(m.content.Title)))
	if l.x != nil {
		for k := pretty; k < modes; k++ {
			style := m.styles.Dim
			if k == m.shown() {
				style = m.styles.Here
			}
			if k != asRaw || l.raw != nil {
				left += "  " + style.Render(k.String())
			}
		}
	} else if l.raw != nil {
		left += "  " + m.styles.Here.Render(asRaw.String())
	}
	right := ""
	switch {
	case l.x != nil && m.shown() != asRaw:
		right = figures.Size(len(l.json)) + ", " + figures.Counted(l.x.Len(), "value")
	case l.raw != nil:
		right = figures.Size(int(l.raw.Len()))
	}
	words := text.SanitizeLine(m.words(l))
	width := m.width - text.Width(left) - text.Width(right) - 7
	if words != "" && right != "" {
		right = "   " + right
	}
	style := m.styles.Dim
	if l.wrong != nil {
		style = m.styles.Warn
	}
	right = style.Render(text.Truncate(words, max(width, 0), "…")) + m.styles.Dim.Render(right)
	line, _ := text.Ends(left, right, m.width-1, 1)
	return line
}

// foot draws the last line: what is being written, else where the cursor is.
func (m *Model) foot() string {
	switch {
	case m.prompt.typing, m.isFiltering(), m.prompt.wrong != "":
		return m.filterLine()
	case m.find.Open:
		return m.findLine()
	}
	l := m.top()
	if m.shown() == asRaw {
		return ""
	}
	kind := [...]string{scan.Null: "null", scan.Bool: "boolean", scan.Number: "number", scan.String: "text", scan.Array: "array", scan.Object: "object"}[l.x.Kind(l.cursor.Node)]
	from, to := l.x.Span(l.cursor.Node)
	right := kind + ", " + figures.Size(to-from)
	line, _ := text.Ends(" "+m.path(m.width-text.Width(right)-4), right, m.width-1, 1)
	return m.styles.Dim.Render(line)
}

// path returns the path of the cursor, truncated at the left to width cells.
func (m *Model) path(width int) string {
	l := m.top()
	path := l.pathOf(l.cursor.Node)
	if len(path) > 4<<10 {
		path = path[len(path)-4<<10:]
	}
	path = text.SanitizeLine(path)
	if over := text.Width(path) - max(width, 1); over > 0 {
		path = "…" + text.TruncateLeft(path, over+1, "")
	}
	return path
}

func (m *Model) Cursor() *tea.Cursor {
	switch {
	case m.width < 4 || m.height < 4:
		return nil
	case m.prompt.typing:
		return tea.NewCursor(min(2+text.Width(text.SanitizeLine(m.prompt.words)), m.width-1), m.height-1)
	}
	return m.find.CursorAt(m.width, m.height)
}

// rowLines draws a row: a line as a tree, as many as it needs when pretty.
func (m *Model) rowLines(l *layer, r jsontree.Row) []string {
	t := json.Tree{Styles: m.styles, Tint: m.tint, Index: l.x, Folds: l.folds, Width: m.contentWidth(), Pattern: m.searchPattern(), Hit: -1}
	if hit, ok := m.find.Hit(); ok && !m.find.inRaw() {
		t.Hit = hit
	}
	if m.shown() == asTree {
		return []string{t.Row(r)}
	}
	t.Grows = l == m.layers[0] && m.content.Grows
	t.More = func() string { return m.keys.Name(views.ActOpenRow) + " shows all of it" }
	return t.Pretty(r)
}

// contentWidth returns the cells of a row next to the margin.
func (m *Model) contentWidth() int { return max(m.width-1, 1) }

// searchPattern returns what is searched for; nil for nothing.
func (m *Model) searchPattern() *jsontree.Pattern {
	if !m.find.Open || m.find.Words == "" {
		return nil
	}
	return &m.find.pattern
}
