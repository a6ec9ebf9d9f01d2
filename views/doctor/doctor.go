// Package doctor is the overlay that shows what works on this machine and what does not,
// a row for each thing that was looked at, under the names of the areas.
package doctor

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// Row is one thing that was looked at.
type Row struct {
	Area, Name string
	State      State
	Said       string // what was seen, in a few words
	Detail     string // what that means; may be empty
	Remedy     string // what to do about it; may be empty
	Took       string // a duration; empty: not measured
}

// State is how a thing was found.
type State uint8

// The states.
const (
	Good  State = iota
	Known       // it works, with something to know
	Bad
	Untold // it could not be told
)

func (s State) sign() string { return [...]string{"✓", "!", "✗", "–"}[s] }

func (s State) style(styles *themes.Styles) lipgloss.Style {
	return [...]lipgloss.Style{styles.Good, styles.Warn, styles.Bad, styles.Dim}[s]
}

// Model is the overlay.
type Model struct {
	*page.Text
	styles *themes.Styles
	keys   *views.Keys
	rows   []Row
	ended  bool

	changes int // of what is drawn
	drawn   text.Memo[drawnFor, []string]
}

// drawnFor is what the lines depend on.
type drawnFor struct{ changes, width, style int }

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the overlay, without a row.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Transcript, views.Overlay)}
	m.Text = page.NewText(m.lines)
	return m
}

// Add shows what was found next.
func (m *Model) Add(r Row) {
	m.rows = append(m.rows, r)
	m.changes++
}

// End says that all has been looked at.
func (m *Model) End() {
	m.ended = true
	m.changes++
}

// Wanted returns the size that shows all of it.
func (m *Model) Wanted() (width, height int) { return 100, 40 }

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters work here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose, views.ActListChoose:
		return views.Close{}, nil
	case views.ActTurnResend:
		return views.RunAction{Action: views.ActDoctor}, nil
	case views.ActCopy:
		return views.Copy{What: "findings", Text: m.plain()}, nil
	}
	m.Do(action)
	return nil, nil
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	again, copied := m.keys.Binding(views.ActTurnResend), m.keys.Binding(views.ActCopy)
	again.SetHelp(again.Help().Key, "look again")
	copied.SetHelp(copied.Help().Key, "copy")
	all := []key.Binding{again, copied, m.keys.Binding(views.ActListClose)}
	if above, below := m.Beyond(); above || below {
		all = append(all, m.keys.Binding(views.ActGoPageDown))
	}
	return all
}

func (m *Model) lines() []string {
	return m.drawn.Get(drawnFor{m.changes, m.Width, m.styles.Version}, m.draw)
}

// column is where what was seen begins, in cells.
const column = 17

// draw draws how it is in all, and below it the rows.
func (m *Model) draw() []string {
	out := []string{m.styles.Running.Render("● looking")}
	if m.ended {
		sum, state := m.sum()
		out[0] = state.style(m.styles).Render(sum)
	}
	area := ""
	for _, r := range m.rows {
		if r.Area != area {
			area = r.Area
			out = append(out, "", m.styles.Strong.Render(text.Rows(text.SanitizeLine(area), max(m.Width, 1))[0]))
		}
		out = append(out, m.row(r)...)
	}
	return out
}

// row draws what was found of one thing.
func (m *Model) row(r Row) []string {
	indent := max(min(column, m.Width/3), 6)
	room := max(m.Width-indent, 1)
	name := text.Rows(text.SanitizeLine(r.Name), indent-5)[0]
	name += strings.Repeat(" ", max(indent-4-ansi.StringWidth(name), 0))
	begin := "  " + r.State.style(m.styles).Render(r.State.sign()) + " " + m.styles.Text.Render(name)
	said := r.Said
	if r.Took != "" {
		said += "  " + r.Took
	}
	var out []string
	add := func(words string, style lipgloss.Style) {
		for _, line := range text.Rows(text.SanitizeLine(words), room) {
			out = append(out, begin+style.Render(line))
			begin = strings.Repeat(" ", indent)
		}
	}
	add(said, m.styles.Text)
	if r.Detail != "" {
		add(r.Detail, m.styles.Dim)
	}
	if r.Remedy != "" {
		add("→ "+r.Remedy, m.styles.Accent)
	}
	return out
}

// sum says in a line how it is.
func (m *Model) sum() (words string, state State) {
	counts := map[State]int{}
	var bad []string
	for _, r := range m.rows {
		counts[r.State]++
		if r.State == Bad {
			bad = append(bad, text.SanitizeLine(r.Name))
		}
	}
	words, state = "Everything works", Good
	switch n := counts[Bad]; {
	case n == 1:
		words, state = "1 thing does not work: "+bad[0], Bad
	case n > 1:
		words, state = fmt.Sprintf("%d things do not work: %s", n, strings.Join(bad, ", ")), Bad
	}
	if n := counts[Known]; n > 0 {
		words += "; " + views.Counted(n, "note")
	}
	return words + ".", state
}

// plain writes the rows as text, to be copied.
func (m *Model) plain() string {
	var b strings.Builder
	for _, r := range m.rows {
		fmt.Fprintf(&b, "%s %s, %s: %s\n", r.State.sign(), r.Area, r.Name, r.Said)
		for _, more := range []string{r.Detail, r.Remedy} {
			if more != "" {
				fmt.Fprintf(&b, "  %s\n", more)
			}
		}
	}
	return b.String()
}
