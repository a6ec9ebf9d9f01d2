package app

import (
	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/bars"
)

// beyond says where the page goes on of the tab that is shown; empty for one that
// is in view as a whole.
func (m *Model) beyond() string {
	if m.layout.Tabs.H == 0 {
		return ""
	}
	return goesOn(m.pane(m.Focus()))
}

// beyondTop says the same of the overlay on top.
func (m *Model) beyondTop() string {
	if o := m.Overlays.Top(); o != nil {
		return goesOn(o.Pane)
	}
	return ""
}

// goesOn says where a pane goes on that is read by scrolling; empty for any other.
func goesOn(pane views.Pane) string {
	page, ok := pane.(views.Reader)
	if !ok {
		return ""
	}
	switch above, below := page.Beyond(); {
	case above && below:
		return " ↑ ↓ more "
	case above:
		return " ↑ more "
	case below:
		return " ↓ more "
	}
	return ""
}

// tabLine draws the tabs of the shown screen; empty for a screen without.
func (m *Model) tabLine(facts screen.Facts) string {
	if m.layout.Tabs.H == 0 {
		return ""
	}
	names, shown := m.tabNames()
	return bars.Tabs(m.Styles, m.layout.Tabs.W, names, shown, facts.Tab)
}

// tabNames are the tabs as they are drawn, and which of them is shown.
func (m *Model) tabNames() (names []bars.Tab, shown int) {
	for i, p := range screen.Present(m.screens.now().Pages()) {
		tab := bars.Tab{Name: p.Title}
		if c, ok := m.Keys.Command(p.Action); ok && len(c.Keys) > 0 {
			tab.Key = c.Keys[0]
		}
		if names = append(names, tab); p.ID == m.Focus() {
			shown = i
		}
	}
	return names, shown
}
