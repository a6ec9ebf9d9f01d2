// Package picker is the list that covers the screen: models, the palette,
// the copy menu, conversations. Typing filters it.
//
// It is not the list of Bubbles, which turns pages of rows of one height, where this one
// scrolls and counts the rows out of sight.
package picker

import (
	"cmp"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Item is one row. Choose is called when it is taken, so that a row may stand
// for something that is costly to make.
type Item struct {
	Label  string              // matched by the filter
	Also   string              // matched too, and not drawn: other names, separated by ", "
	Words  string              // matched too, and drawn after the label
	About  string              // matched last, and drawn below the list while the row is selected
	Dim    bool                // drawn dim: taking it leads elsewhere
	Cells  []string            // drawn in columns after the label; see SetHeads
	Right  string              // at the right end: a key, a state
	Action views.Action        // what the row does; empty: none of the key table
	Choose func() views.Intent // nil: the row cannot be taken
	File   func() views.Intent // writes what the row stands for to a file; nil: it cannot
	Favour func() views.Intent // marks what the row stands for as a favourite; nil: it cannot be
	Mark   func() views.Intent // marks the row, to do something with several; nil: it cannot be
	Verb   string              // what taking it does, in the footer; empty: "choose"
}

// safe returns the row as it may be drawn: names are from the wire and from
// pastes too. What choosing it does stays as it is.
func (i Item) safe() Item {
	i.Label, i.Words, i.Right = text.SanitizeLine(i.Label), text.SanitizeLine(i.Words), text.SanitizeLine(i.Right)
	i.About = text.SanitizeLine(i.About)
	return i
}

// Model is one list. Its rows may be set later.
type Model struct {
	styles    *themes.Styles
	keys      *views.Keys
	items     []Item
	status    string                          // why there are no rows: loading, an error, nothing there
	unmatched string                          // shown if nothing matches what is typed
	free      func(typed string) (Item, bool) // a row made of what was typed

	choices choices // see SetChoices
	columns columns // of the rows' cells; see SetHeads

	query func(filter string) (words string, accepts func(row int) bool) // see SetQuery
	hint  string                                                         // shown while nothing is typed

	about    int // rows below the list that say more of the selected row
	filter   string
	shown    []match
	selected int
	top      int
	column   int // cells of the labels, so that the words begin in one column

	width, height int
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes a list without rows.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Sharing, views.Overlay)}
}

// SetItems sets the rows; the filter and, where it can be, the selection stay.
func (m *Model) SetItems(items []Item) {
	was := ""
	if i, ok := m.current(); ok {
		was = i.Label
	}
	m.items, m.status, m.column = items, "", 0
	for i := range m.items {
		m.items[i] = m.items[i].safe()
		m.column = max(m.column, text.Width(m.items[i].Label))
	}
	m.column = min(m.column, maxColumn)
	m.columns.measure(m.items)
	m.match()
	m.Select(was)
}

// Select puts the selection on the row of that label.
func (m *Model) Select(label string) {
	label = text.SanitizeLine(label)
	for i, s := range m.shown {
		if s.item >= 0 && m.items[s.item].Label == label {
			m.selected = i
		}
	}
	m.show()
}

// Selected returns the label of the selected row; empty where there is none.
func (m *Model) Selected() string {
	i, _ := m.current()
	return i.Label
}

// SetStatus sets the line that explains why there are no rows.
func (m *Model) SetStatus(status string) { m.status = text.SanitizeLine(status) }

// SetFree lets a row be made of what is typed, for lists that cannot name all
// there is.
func (m *Model) SetFree(free func(typed string) (Item, bool)) { m.free = free }

// aboutWidth is the least width that a list with SetAbout wants.
const aboutWidth = 72

// SetAbout reserves rows below the list that describe the selected one.
func (m *Model) SetAbout(rows int) { m.about = rows }

// PreferredSize returns the size that shows all rows, or why there are none: cells of
// the widest row, and rows with the filter line and its gap.
func (m *Model) PreferredSize() (width, height int) {
	width = 48
	if m.about > 0 {
		width = aboutWidth
	}
	for _, i := range m.items {
		width = max(width, m.rowWidth(i))
	}
	width = min(width, maxWidth)
	rows := max(len(m.items), 3)
	if len(m.items) == 0 {
		rows = max(rows, len(wrapped(m.status, width)))
	}
	return width, min(rows, maxRows) + m.head() + m.about
}

func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.show()
}

func (m *Model) SetFocus(bool) tea.Cmd { return nil }

func (m *Model) Typing() bool { return true }

// typed returns the row made of the filter's text.
func (m *Model) typed() (Item, bool) {
	text := strings.TrimSpace(m.filter)
	if m.free == nil || text == "" {
		return Item{}, false
	}
	for _, i := range m.items {
		if i.Label == text {
			return Item{}, false
		}
	}
	item, ok := m.free(text)
	return item.safe(), ok
}

func (m *Model) current() (Item, bool) {
	if m.selected >= len(m.shown) {
		return Item{}, false
	}
	if i := m.shown[m.selected].item; i >= 0 {
		return m.items[i], true
	}
	return m.typed()
}

// rows returns how many rows of the list fit.
func (m *Model) rows() int { return max(m.height-m.head()-m.foot(), 0) }

// minRows is how many rows of the list are shown before any that describe one.
const minRows = 3

// foot returns the number of rows below the list.
func (m *Model) foot() int {
	if m.height-m.head()-m.about < minRows {
		return 0
	}
	return m.about
}

// show moves the window so that the selection is in it.
func (m *Model) show() {
	m.selected = max(min(m.selected, len(m.shown)-1), 0)
	m.top = views.ScrolledTo(m.selected, m.top, m.rows(), len(m.shown))
}

// Scroll implements views.Scroller: it moves the selection.
func (m *Model) Scroll(_, dy int) { m.move(m.selected + dy) }

// move moves the selection to a row, or the nearest.
func (m *Model) move(to int) views.Answer {
	was := m.selected
	m.selected = to
	m.show()
	return views.Answer{Used: m.selected != was}
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return m.setFilter(m.filter + strings.Join(strings.Fields(msg.Content), " "))
	case tea.MouseClickMsg:
		if row := msg.Y - m.head() + m.top; msg.Y >= m.head() && row < min(m.top+m.rows(), len(m.shown)) {
			return m.choose(row)
		}
	case tea.KeyPressMsg, views.Perform:
		return m.press(msg)
	}
	return views.Answer{}
}

func (m *Model) press(msg tea.Msg) views.Answer {
	action := m.keys.Asked(msg, views.Sharing, views.Overlay)
	if by, ok := views.Steps(action, m.rows()); ok {
		return m.move(m.selected + by)
	}
	row, _ := m.current()
	switch action {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return m.choose(m.selected)
	case views.ActShareFile:
		return ask(row.File)
	case views.ActListSwitch:
		return m.switchChoice()
	case views.ActListFavour:
		return ask(row.Favour)
	case views.ActListMark:
		return ask(row.Mark)
	}
	if k, ok := msg.(tea.KeyPressMsg); ok {
		if filter, did := m.keys.EditLine(k, m.filter); did == views.LineEdited {
			return m.setFilter(filter)
		}
	}
	return views.Answer{}
}

// ask asks for the intent that a row has; nil has none.
func ask(intent func() views.Intent) views.Answer {
	if intent == nil {
		return views.Answer{}
	}
	return views.Ask(intent())
}

func (m *Model) setFilter(text string) views.Answer {
	if text = strings.ToValidUTF8(text, ""); text == m.filter {
		return views.Answer{}
	}
	m.filter = text
	m.match()
	m.show()
	return views.Answer{Used: true}
}

// choose selects a row and asks for its intent.
func (m *Model) choose(row int) views.Answer {
	moved := m.move(row)
	item, _ := m.current()
	answer := ask(item.Choose)
	answer.Used = answer.Used || moved.Used
	return answer
}

func (m *Model) ShortHelp() []key.Binding {
	row, _ := m.current()
	keys := m.keys.Renamed(views.ActListChoose, cmp.Or(row.Verb, "choose"))
	if row.File != nil {
		keys = append(keys, m.keys.Binding(views.ActShareFile))
	}
	if m.choices.rows != nil {
		keys = append(keys, m.keys.Renamed(views.ActListSwitch, m.choices.word)...)
	}
	if row.Favour != nil {
		keys = append(keys, m.keys.Binding(views.ActListFavour))
	}
	if row.Mark != nil {
		keys = append(keys, m.keys.Binding(views.ActListMark))
	}
	return append(keys, m.keys.Binding(views.ActListClose))
}
