// Package fusion is the inspector's page of a fusion: the panel of models that
// answered side by side, live, and what the analyst made of their answers.
package fusion

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/body"
)

// Model is the page of one exchange.
type Model struct {
	styles  *themes.Styles
	keys    *views.Keys
	subject views.Subject

	sheet   *body.Sheet
	made    made
	width   int
	focused bool
}

// made is what the rows were made for.
type made struct {
	exchange *state.Exchange
	version  uint64 // of all fusion items
	verdict  state.Verdict
	width    int
	style    int
	ready    bool
}

// frame is the event that brought what a row tells of, counted from 0.
type frame int

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys, sheet: body.NewSheet(styles)}
}

// Has reports whether an exchange has anything that this page shows.
func Has(x *state.Exchange) bool { return len(items(x)) > 0 }

// items are the fusion items of an exchange (wire-notes §4 and §1).
func items(x *state.Exchange) []*state.Item {
	if x == nil {
		return nil
	}
	var list []*state.Item
	for _, it := range x.Items {
		if it.Type == "fusion_call" || it.Type == "fusion" || strings.HasSuffix(it.Type, ":fusion") || len(it.Panels) > 0 || it.Fusion != nil {
			list = append(list, it)
		}
	}
	return list
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) { m.subject = s }

// SetSize implements views.Pane.
func (m *Model) SetSize(width, height int) {
	m.width = max(width, 0)
	m.sheet.SetSize(width, height)
}

// SetFocus implements views.Pane.
func (m *Model) SetFocus(on bool) tea.Cmd {
	m.focused = on
	return nil
}

// settle makes the rows again when an item of the panel has changed.
func (m *Model) settle() {
	x := m.subject.Exchange
	all := items(x)
	now := made{exchange: x, width: m.width, style: m.styles.Version, ready: true}
	if x != nil {
		now.verdict = x.Verdict
	}
	for _, it := range all {
		now.version += it.Version + 1
	}
	if now == m.made {
		return
	}
	m.made = now
	b := &builder{SheetRows: body.SheetRows{Styles: m.styles, Width: m.width}, x: x}
	b.page(all)
	m.sheet.SetRows(b.List)
}

// View implements views.Pane.
func (m *Model) View() string {
	m.settle()
	return m.sheet.View(m.focused)
}

// Scroll implements views.Scroller.
func (m *Model) Scroll(dx, dy int) {
	m.settle()
	m.sheet.Scroll(dx, dy)
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) (views.Intent, tea.Cmd) {
	m.settle()
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			m.sheet.Scroll(0, -3)
		case tea.MouseWheelDown:
			m.sheet.Scroll(0, 3)
		}
		return nil, nil
	case tea.MouseClickMsg:
		m.sheet.Click(msg.Y)
		return nil, nil
	}
	switch action := m.keys.Asked(msg, views.Figures); action {
	case views.ActReadFrame:
		if f, ok := m.event(); ok {
			return views.ShowFrame{Frame: f}, nil
		}
	case views.ActReadCopy:
		if Has(m.subject.Exchange) {
			return views.Copy{What: "fusion", Text: m.sheet.Plain()}, nil
		}
	default:
		m.sheet.Do(action)
	}
	return nil, nil
}

// event is the frame that brought what stands under the cursor.
func (m *Model) event() (int, bool) {
	r, ok := m.sheet.Selected()
	if !ok {
		return 0, false
	}
	f, ok := r.Of.(frame)
	return int(f), ok && f >= 0
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	m.settle()
	if !Has(m.subject.Exchange) {
		return nil
	}
	all := []key.Binding{m.keys.Binding(views.ActReadOpen)}
	if _, ok := m.event(); ok {
		all = append(all, m.keys.Binding(views.ActReadFrame))
	}
	return append(all, m.keys.Binding(views.ActReadCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding { return [][]key.Binding{m.ShortHelp()} }
