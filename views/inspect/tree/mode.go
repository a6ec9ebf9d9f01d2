package tree

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// mode is how a document is shown.
type mode uint8

const (
	pretty mode = iota
	asRaw
	asTree
	modes
)

func (m mode) String() string { return [...]string{"pretty", "raw", "tree"}[m] }

// shown returns how the top layer is shown: as the user chose, where that is
// possible.
func (m *Model) shown() mode {
	l := m.top()
	switch {
	case l.x == nil:
		return asRaw
	case l.raw == nil && m.mode == asRaw:
		return pretty
	}
	return m.mode
}

// setMode shows the document in a way that the user chose.
func (m *Model) setMode(want mode) (views.Intent, tea.Cmd) {
	l := m.top()
	if l.x == nil {
		if why := l.why(); why != "" {
			return views.Notify{Text: why}, nil
		}
		return views.Notify{Text: "no JSON here, so there is no other view"}, nil
	}
	if want == asRaw && l.raw == nil {
		want = pretty
	}
	m.mode = want
	m.refresh()
	return nil, m.findElsewhere()
}

// ShowRaw shows the bytes as they are.
func (m *Model) ShowRaw() tea.Cmd {
	if m.shown() == asRaw {
		return nil
	}
	_, cmd := m.setMode(asRaw)
	return cmd
}

// IsRaw reports whether the bytes are shown as they are.
func (m *Model) IsRaw() bool { return m.shown() == asRaw }

// words returns what the document is.
func (m *Model) words(l *layer) string {
	if l.title != "" {
		title := l.title
		if m.layers[1].below != m.layers[0] { // the document has changed under it
			title = "earlier: " + title
		}
		return title + ", " + m.keys.Name(views.ActStop) + " back"
	}
	if why := l.why(); why != "" || m.shown() != asRaw {
		return cmp.Or(why, m.content.Note)
	}
	return cmp.Or(m.content.AsRaw, m.content.Note)
}
