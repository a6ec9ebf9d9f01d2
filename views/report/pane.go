package report

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// Model is a report in an overlay.
type Model struct {
	*page.Text
	styles *themes.Styles
	keys   *views.Keys
	what   string       // what is copied, in a word
	again  views.Action // that makes the report anew
	shown  report.Report
	drawn  text.Memo[text.Shape, []string]
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the overlay of a report that an action makes anew, or none; what names it where it is
// copied.
func New(styles *themes.Styles, keys *views.Keys, what string, again views.Action) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Transcript, views.Overlay), what: what, again: again}
	m.Text = page.NewText(m.lines)
	return m
}

// Show shows another report, or the same with more in it.
func (m *Model) Show(r report.Report) {
	m.shown = r
	m.drawn.Forget()
}

// Wanted returns the size that shows all of it.
func (m *Model) Wanted() (width, height int) { return 100, 40 }

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
		if m.again == "" {
			return nil, nil
		}
		return views.RunAction{Action: m.again}, nil
	case views.ActCopy:
		return views.Copy{What: m.what, Text: Plain(0, report.Report{Blocks: m.shown.Blocks})}, nil
	}
	m.Do(action)
	return nil, nil
}

func (m *Model) ShortHelp() []key.Binding {
	again, copied := m.keys.Binding(views.ActTurnResend), m.keys.Binding(views.ActCopy)
	again.SetHelp(again.Help().Key, "look again")
	copied.SetHelp(copied.Help().Key, "copy")
	all := []key.Binding{copied, m.keys.Binding(views.ActListClose)}
	if m.again != "" {
		all = append([]key.Binding{again}, all...)
	}
	if above, below := m.Beyond(); above || below {
		all = append(all, m.keys.Binding(views.ActGoPageDown))
	}
	return all
}

func (m *Model) lines() []string {
	return m.drawn.Get(text.Shape{Width: m.Width, Style: m.styles.Version}, func() []string {
		pen := Pen{Styles: m.styles, Keys: m.keys, Width: max(m.Width, 1)}
		var lines []string
		if m.shown.Sum.Text != "" {
			lines = append(lines, text.Truncate(pen.Span(m.shown.Sum), m.Width, "…"), "")
		}
		return append(lines, pen.Blocks(m.shown.Blocks)...)
	})
}
