// Package outline is the builder's list of places: the groups of fields, the
// plugins, the tools and the items of the request that is being built. What is
// selected in it is what the form shows.
package outline

import (
	"iter"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Model is the list. It stores no value of the document, only places.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	groups []field.Group

	doc     []byte
	version uint64
	index   *index
	headers int    // header fields that are set in addition to the document
	fill    string // how many tokens the prompt is; empty: not known yet
	writing bool   // the last item is the composer's text
	marks   marks  // what the checks found below each place
	titles  titles // of the rows drawn last

	at     views.Place
	top    int    // first row on the screen
	copied []byte // what ActCopy copied last, for ActPlacePaste

	views.Box
	view text.Memo[int, string] // by the version of the styles
}

var _ views.Scroller = (*Model)(nil)

// New makes a list of an empty document. The groups are the headings of the
// request's fields; the group of headers is added after them.
func New(styles *themes.Styles, keys *views.Keys, groups []field.Group) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Outline), groups: groups}
	m.SetDocument([]byte("{}"), 0) // which selects the first group
	return m
}

// SetDocument shows another state of the document, which is shared. The
// selection stays at its place, at most after the end of its list.
func (m *Model) SetDocument(doc []byte, version uint64) {
	if m.index != nil && version == m.version && len(doc) == len(m.doc) && version != 0 {
		return
	}
	m.doc, m.version = doc, version
	m.index = newIndex(doc, m.groups)
	m.reselect()
}

// SetWriting sets whether the document's last item is the text in the composer, not yet sent.
func (m *Model) SetWriting(on bool) { m.writing = on; m.changed() }

// SetHeaders sets how many header fields are set in addition to the document.
func (m *Model) SetHeaders(set int) { m.headers = set; m.changed() }

// SetFill sets the number of tokens of the prompt.
func (m *Model) SetFill(tokens string) { m.fill = tokens; m.changed() }

// SetFindings shows what the checks found, at the places of the findings.
func (m *Model) SetFindings(found []report.Finding) { m.marks = newMarks(found, m.index); m.changed() }

// Place returns the place that is selected. An edit that the list asked for
// may have moved it.
func (m *Model) Place() views.Place { return m.at }

// Elements returns the plugins, tools and items, with the words that name each.
func (m *Model) Elements() iter.Seq2[views.Place, string] {
	return func(yield func(views.Place, string) bool) {
		for _, s := range lists() {
			for i, v := range m.index.values[s] {
				if t := titleOf(s, v); !yield(views.Place{Section: s, Index: i}, strings.TrimSpace(t.lead+" "+t.words)) {
					return
				}
			}
		}
	}
}

// Select goes to a place; one that there is not is replaced by the nearest.
func (m *Model) Select(p views.Place) { m.at = p; m.reselect() }

// Show goes to the place that shows what a JSON Pointer names, and returns it;
// ok is false when no place does.
func (m *Model) Show(pointer string) (p views.Place, ok bool) {
	p, ok = views.PlaceOf(pointer, m.index.groupOf)
	if ok {
		m.Select(p)
	}
	return m.at, ok
}

// reselect moves the selection into the document and the window to the selection.
func (m *Model) reselect() {
	m.at = m.index.nearest(m.at)
	row, rows := m.index.row(m.at), m.rows()
	m.top = views.ScrolledTo(row, m.top, rows, len(m.index.rows))
	if row == 1 && rows > 1 {
		m.top = 0 // with the heading above it
	}
	m.changed()
}

func (m *Model) changed() { m.view.Forget() }

// rows returns how many rows of the list fit.
func (m *Model) rows() int { return max(m.Height, 1) }

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.reselect()
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.changed()
	return m.Box.SetFocus(on)
}

// Scroll implements views.Scroller: it moves the window, not the selection.
func (m *Model) Scroll(_, dy int) {
	m.top = max(min(m.top+dy, len(m.index.rows)-m.rows()), 0)
	m.changed()
}

// ShortHelp implements help.KeyMap: what works at the selected place.
func (m *Model) ShortHelp() []key.Binding {
	actions := []views.Action{views.ActOpenRow}
	switch r := m.index.rows[m.index.row(m.at)]; {
	case r.kind == adder:
		actions = []views.Action{views.ActPlaceAdd}
	case r.kind == element:
		if r.section == views.PluginsSection {
			actions = append(actions, views.ActPlaceSwitch)
		}
		actions = append(actions, views.ActPlaceAdd, views.ActDelete, views.ActMoveUp, views.ActMoveDown, views.ActCopy)
	}
	return m.keys.Bindings(actions...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Outline})
}
