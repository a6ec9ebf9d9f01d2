package tree

import (
	jsontree "gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/json"
)

// rowLines draws a row: a line as a tree, as many as it needs when pretty.
func (m *Model) rowLines(l *layer, r jsontree.Row) []string {
	t := json.Tree{Styles: m.styles, Tint: m.tint, Index: l.x, Folds: l.folds, Width: m.room(), Pattern: m.sought(), Hit: -1}
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

// room is the cells of a row next to the margin.
func (m *Model) room() int { return max(m.width-1, 1) }

// sought returns what is searched for; nil for nothing.
func (m *Model) sought() *jsontree.Pattern {
	if !m.find.Open || m.find.Words == "" {
		return nil
	}
	return &m.find.pattern
}
