// Package help is F1: every action with its keys, from the key table, scrolled;
// first those that work in the user's pane, in their groups.
package help

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Model is the help.
type Model struct {
	*page.Page
	styles *themes.Styles
	keys   *views.Keys
	pane   []views.Scope // whose keys work in the pane below, the pane's scope first
	screen []views.Scope // whose keys work in every pane of its screen
	useful []string      // the bindings among them that the pane has a use for, see bindingID; nil: all

	drawn text.Memo[text.Shape, []string]
}

// New makes the help for a pane in which the keys of these scopes work, scrolled to its top.
func New(styles *themes.Styles, keys *views.Keys, pane views.Scope, others ...views.Scope) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Overlay), pane: append([]views.Scope{pane}, others...)}
	m.Page = page.OfLines(m.lines).Searched(styles, m.keys)
	return m
}

// lines returns the drawn lines for the current width.
func (m *Model) lines() []string {
	return m.drawn.Get(text.Shape{Width: m.Width, Style: m.styles.Version}, m.draw)
}

// SetScreen names the scopes whose keys work in every pane of the screen.
func (m *Model) SetScreen(scopes ...views.Scope) {
	m.screen = scopes
	m.drawn.Forget()
}

// SetUseful sets the FullHelp of the pane below: other keys are not listed as working here.
func (m *Model) SetUseful(full [][]key.Binding) {
	m.useful = []string{}
	m.drawn.Forget()
	for _, b := range slices.Concat(full...) {
		m.useful = append(m.useful, bindingID(b))
	}
}

// bindingID identifies a binding among those of its pane.
func bindingID(b key.Binding) string { return b.Help().Key + " " + b.Help().Desc }

// PreferredSize returns the size that shows all of it.
func (m *Model) PreferredSize() (width, height int) { return 114, len(m.keys.Commands()) + 16 }

func (m *Model) Update(msg tea.Msg) views.Answer {
	if answer, ok := m.Handle(msg); ok {
		return answer
	}
	if m.keys.Asked(msg, views.Global) == views.ActHelp {
		return views.Ask(views.Close{})
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	if action == views.ActListClose || action == views.ActListChoose {
		return views.Ask(views.Close{})
	}
	answer, _ := m.Do(action)
	return answer
}

const maxKeysWidth = 20 // cells of the column of keys

// draw draws the keys of the pane first, then those of its screen, then the program's, and last
// what works elsewhere.
func (m *Model) draw() []string {
	column := 0
	for _, c := range m.keys.Commands() {
		column = max(column, text.Width(strings.Join(m.keyNames(c), ", ")))
	}
	column = min(column, maxKeysWidth, max(m.Width/3, 1))
	out := m.head()
	heading := ""
	add := func(under string, c views.Command) {
		if under != heading {
			if heading != "" {
				out = append(out, "")
			}
			heading = under
			out = append(out, m.styles.Strong.Render(under))
		}
		out = append(out, m.row(c, column)...)
	}
	for _, s := range slices.Concat(m.pane, m.screen) {
		for _, moving := range []bool{false, true} { // how to move is known; what is special here is not
			for _, c := range m.keys.Commands() {
				if c.Scope == s && m.works(c) && c.Inherited == moving {
					add(s.Where(), c)
				}
			}
		}
	}
	for _, c := range m.keys.Commands() {
		if c.Scope == views.Global {
			add(c.Group, c)
		}
	}
	for s := views.Global + 1; s < views.Scopes; s++ {
		for _, c := range m.keys.Commands() {
			if c.Scope == s && !c.Inherited && !m.works(c) {
				add(s.Where(), c)
			}
		}
	}
	out = append(out, "")
	if m.paneScope() == views.Composer {
		out = append(out, m.styles.Faint.Render("(x): not while you write, there it is a letter"))
	}
	return append(out, m.styles.Faint.Render("config.toml: [keys] binds other keys by the names at the right"))
}

// head returns the lines above the keys: how to find one, and what serves where alt does not.
func (m *Model) head() []string {
	words := m.keys.Letter(views.ActFind) + " finds a key by its name or by what it does"
	if c, ok := m.keys.Command(views.ActLeader); ok && len(c.Keys) > 0 {
		words += "\nif alt types characters in your terminal, press " + views.KeyName(c.Keys[0]) + ", then the key"
	}
	return append(text.Paragraph(m.styles, m.styles.Faint, 0, max(m.Width, 1), words), "")
}

// paneScope returns the scope of the pane below.
func (m *Model) paneScope() views.Scope { return m.pane[0] }

// works reports whether an action that not every pane has does something in the pane below.
func (m *Model) works(c views.Command) bool {
	switch {
	case slices.Contains(m.screen, c.Scope):
		return true
	case !slices.Contains(m.pane, c.Scope):
		return false
	}
	return m.useful == nil || slices.Contains(m.useful, bindingID(c.Binding()))
}

func (m *Model) ShortHelp() []key.Binding {
	if help := m.SearchHelp(); help != nil {
		return help
	}
	return m.keys.Bindings(views.ActListClose, views.ActFind, views.ActGoPageDown, views.ActGoPageUp)
}
