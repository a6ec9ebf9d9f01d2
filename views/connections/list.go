// Package connections draws the ways to a gateway: the list of them, and the settings and
// the last test of one.
package connections

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Mood is how the state of a connection is drawn.
type Mood uint8

// The moods.
const (
	Quiet Mood = iota
	Good
	Bad
	Offer // something can be taken by a key
)

// List is the list of connections.
type List struct {
	styles *themes.Styles
	keys   *views.Keys

	rows   []Row
	faults []string // below the rows: what is wrong with all of them

	views.Rows
	views.Box
}

var _ views.Scroller = (*List)(nil)

// NewList makes an empty list.
func NewList(styles *themes.Styles, keys *views.Keys) *List {
	return &List{styles: styles, keys: keys.In(views.Connections)}
}

// SetRows replaces the rows. faults say what is wrong with all of them.
func (l *List) SetRows(rows []Row, faults ...string) {
	l.rows, l.faults = rows, faults
	l.Select(l.Row)
}

// Select selects a row.
func (l *List) Select(row int) {
	l.Row = row
	l.Reveal(l.visibleRows(), len(l.rows))
}

func (l *List) SetSize(width, height int) {
	l.Box.SetSize(width, height)
	l.Select(l.Row)
}

// visibleRows returns how many rows show below the heading.
func (l *List) visibleRows() int { return max(l.Height-1-len(l.below()), 1) }

// below returns the faults in rows, few enough that half of the list is in view.
func (l *List) below() []string {
	if len(l.faults) == 0 {
		return nil
	}
	lines := []string{""}
	for _, f := range l.faults {
		lines = append(lines, text.Rows("✗ "+text.SanitizeLine(f), max(l.Width-2, 1))...)
	}
	maxRows := max(l.Height/2, min(l.Height-3, 4), 0)
	if len(lines) <= maxRows || len(l.faults) == 1 {
		return lines[:min(len(lines), max(l.Height-3, 0))]
	}
	return append(lines[:max(maxRows-1, 0)], "… gatehouse doctor names all faults")
}

func (l *List) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		at := l.Top + click.Y - 1
		switch {
		case click.Y == 0 || at >= len(l.rows):
			return views.Answer{}
		case at == l.Row:
			return views.Ask(views.ConnectionDo{Action: views.ActOpenRow})
		}
		return l.goTo(at)
	}
	action := l.keys.Asked(msg, views.Connections)
	if by, ok := views.Steps(action, l.visibleRows()); ok {
		return l.goTo(l.Row + by)
	}
	if action == "" || len(l.rows) == 0 {
		return views.Answer{}
	}
	return views.Ask(views.ConnectionDo{Action: action})
}

func (l *List) goTo(row int) views.Answer {
	was := l.Rows
	if l.Select(row); l.Row == was.Row {
		return views.Answer{Used: l.Top != was.Top}
	}
	return views.Ask(views.SelectConnection{Index: l.Row})
}

func (l *List) Scroll(_, dy int) {
	l.Top = min(max(l.Top+dy, 0), max(len(l.rows)-l.visibleRows(), 0))
}

func (l *List) View() string {
	name := 0
	for _, r := range l.rows {
		name = max(name, text.Width(r.Name))
	}
	name = min(name, max(l.Width/2-2, 8))
	lines := []string{" " + l.styles.Dim.Render("CONNECTIONS")}
	for i := l.Top; i < min(l.Top+l.visibleRows(), len(l.rows)); i++ {
		lines = append(lines, l.row(i, name))
	}
	for _, line := range l.below() {
		lines = append(lines, " "+l.styles.Bad.Render(line))
	}
	return text.Rect(lines, l.Width, l.Height)
}

func (l *List) ShortHelp() []key.Binding {
	actions := []views.Action{views.ActOpenRow, views.ActConnectionTest, views.ActConnectionProxy, views.ActConnectionEdit, views.ActConnectionAdd, views.ActDelete, views.ActConnectionDefault}
	if l.Row < len(l.rows) && l.rows[l.Row].Fixed {
		actions = slices.DeleteFunc(actions, func(a views.Action) bool { return a == views.ActConnectionEdit || a == views.ActDelete })
	}
	if l.Row < len(l.rows) && l.rows[l.Row].Mood == Offer {
		actions = append([]views.Action{views.ActConnectionOffer}, actions...)
	}
	return l.keys.Bindings(actions...)
}

// Row is one connection of the list.
type Row struct {
	Name  string
	State string // in a few words
	Short string // of State, where it does not fit; empty if there is nothing shorter
	Mood  Mood
	Used  bool // the shown conversation goes over it
	First bool // the program begins with it
	Fixed bool // its settings cannot be changed, nor can it be deleted
}

func (l *List) row(i, name int) string {
	r := l.rows[i]
	sign, used := " ", " "
	if i == l.Row {
		sign = "▸"
	}
	if r.Used {
		used = "●"
	}
	first := text.Fit(text.SanitizeLine(r.Name), name, "…")
	state := r.words(l.Width - name - 5)
	if i == l.Row && l.Focused {
		return l.styles.Selection.Render(text.Fit(sign+used+" "+first+"  "+state, l.Width, "…"))
	}
	style := l.styles.Dim
	switch r.Mood {
	case Good:
		style = l.styles.Good
	case Bad:
		style = l.styles.Bad
	case Offer:
		style = l.styles.Accent
	}
	return text.Fit(l.styles.Accent.Render(sign+used)+" "+l.styles.Text.Render(first)+"  "+style.Render(state), l.Width, "…")
}

// words returns the state, in shorter words if it is wider than cells. The mark of the default is never
// dropped.
func (r *Row) words(cells int) string {
	const first = ", default"
	state, short := text.SanitizeLine(r.State), text.SanitizeLine(r.Short)
	width := cells
	if r.First {
		width -= len(first)
	}
	if short != "" && text.Width(state) > width {
		state = short
	}
	state = text.Words(state, width)
	if r.First {
		state = strings.TrimPrefix(state+first, ", ")
	}
	return state
}
