// Package tree is the viewer of one body of an exchange: its head, and what it
// holds pretty, as a tree and raw. The inspector's tabs Request and Response
// are made of it.
package tree

import (
	"cmp"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/text"
)

// Content is what the viewer shows.
type Content struct {
	Title string      // one word, for the first line
	Head  Head        // above the body
	JSON  []byte      // the document that is shown pretty and as a tree; nil for none
	Raw   text.Source // what raw shows; nil: the bytes of JSON
	Note  string      // what the document is, or why there is none
	AsRaw string      // what is shown raw; empty: Note says that too
	Empty []string    // what to do when there is nothing to show at all

	Of    state.Identity  // what JSON describes; zero for nothing that changes: a later document of the same stays as folded and scrolled
	Index *jsontree.Index // of JSON where that was read already
	Grows bool            // JSON is partial: of its last text the end is shown
}

// Model is the viewer.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	tint   json.Tint

	content Content
	layers  []*layer // what is shown is on top: a result of jq, a text that was opened
	mode    mode     // that the user chose last
	open    bool     // the head is unfolded
	head    text.Memo[headShape, []string]
	prompt  prompt
	find    find
	running running

	filterer Filterer

	width, height int
	focused       bool
	screen        []place                // what is on each line of the body
	above, below  bool                   // there is more of it
	view          text.Memo[int, string] // by the version of the styles
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
	_ views.Worker   = (*Model)(nil)
)

// New makes an empty viewer.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Tree, views.Inspect), tint: json.NewTint(styles), filterer: noFilterer}
	m.newFind()
	m.SetContent(Content{})
	return m
}

// SetContent shows another content. What is the same document as before stays
// as it was folded and scrolled; its bytes must not change any more.
func (m *Model) SetContent(c Content) {
	was := m.content
	m.content = c
	m.head.Forget()
	m.changed()
	known := was.JSON != nil || sameSource(was.Raw, c.Raw)
	if len(m.layers) > 0 && known && sameBytes(was.JSON, c.JSON) && was.Title == c.Title {
		m.layers[0].source(m.styles, c.Raw)
		return
	}
	var before *layer
	if c.Of != (state.Identity{}) && c.Of == was.Of {
		before = m.layers[0]
	}
	if before != nil && len(m.layers) > 1 {
		m.layers[0] = newLayer(m.styles, c, before)
		return
	}
	if before == nil { // else what the user asks of the document is asked of what it has become
		m.stopFilter()
		m.closeFind()
		m.prompt = prompt{}
	}
	m.layers = []*layer{newLayer(m.styles, c, before)}
	m.refresh()
}

func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (m *Model) top() *layer { return m.layers[len(m.layers)-1] }

// push lays something over what is shown; esc removes it again.
func (m *Model) push(l *layer) {
	m.closeFind()
	m.layers = append(m.layers, l)
	m.refresh()
}

// Work implements views.Worker: it reads large documents off the UI, and searches
// what has changed.
func (m *Model) Work() tea.Cmd {
	cmds := []tea.Cmd{m.findOn()}
	for _, l := range m.layers {
		cmds = append(cmds, l.work(m.styles))
	}
	return tea.Batch(cmds...)
}

// refresh applies what the user chose.
func (m *Model) refresh() {
	m.changed()
	l := m.top()
	if l.folds != nil {
		l.folds.SetClosers(m.shown() == pretty)
		if l.cursor.Close && m.shown() != pretty {
			l.cursor = l.folds.Visible(l.cursor.Node)
		}
	}
}

func (m *Model) changed() { m.view.Forget() }

func (m *Model) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == m.width && height == m.height {
		return
	}
	m.width, m.height = width, height
	m.changed()
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.focused = on
	m.changed()
	return m.Work()
}

func (m *Model) Typing() bool { return m.prompt.typing || m.find.Typing }

func (m *Model) ShortHelp() []key.Binding {
	switch {
	case m.prompt.typing:
		return m.keys.Renamed(views.ActListChoose, "run")
	case m.find.Typing:
		return views.SearchHelp(m.keys)
	}
	l := m.top()
	if l.x == nil && l.raw == nil {
		return nil
	}
	actions := []views.Action{views.ActRaw, views.ActFind}
	if l.json == nil || l.wrong != nil { // the bytes are all there is
		actions = actions[1:]
	} else if m.shown() != asRaw {
		actions = []views.Action{views.ActOpenRow, views.ActRaw, views.ActFind, views.ActTreeFilter, views.ActTreeLevel, views.ActTreeAll,
			views.ActCopy, views.ActTreePath}
	}
	if m.find.Open {
		actions = append(actions, views.ActNextHit, views.ActPreviousHit)
	}
	if m.content.Head.Line != "" {
		actions = append(actions, views.ActTreeHead)
	}
	return m.keys.Bindings(actions...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Tree})
}

// Object shows what a row of another page holds, over that page.
type Object struct{ *Model }

// NewObject makes the viewer of what a row holds.
func NewObject(styles *themes.Styles, keys *views.Keys, h views.RowContent) Object {
	c := Content{Title: "JSON", JSON: h.JSON, Raw: h.Raw}
	if h.JSON == nil {
		c.Title = "Text"
	}
	o := Object{New(styles, keys)}
	o.SetContent(c)
	return o
}

func (o Object) ShortHelp() []key.Binding {
	return append(o.keys.Renamed(views.ActStop, cmp.Or(o.StopWord(), "back")), o.Model.ShortHelp()...)
}

// PreferredSize returns more than any screen has, so that the overlay fills it.
func (o Object) PreferredSize() (width, height int) { return 1 << 10, 1 << 10 }
