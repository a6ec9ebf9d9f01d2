// Package guardrail is the inspector's page of the guardrails that looked at a
// request: what each of them did, the words that it found in the request's own
// text, and what it took out on the way.
package guardrail

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/explain"
	"gatehouse/state/guard"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
)

// Model is the page of one exchange.
type Model struct {
	*page.Sheet
	styles  *themes.Styles
	keys    *views.Keys
	subject views.Subject

	stages []guard.Stage
	of     source
	looked *findings // in the source; nil: not yet
	busy   bool      // with the source, off the UI
	echo   bool      // what went upstream is not known, and could be asked for
}

// made is what the rows were made for.
type made struct {
	of     source
	looked bool
	asked  bool
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
	_ views.Worker    = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	return m
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) { m.subject = s }

// SetFocus implements views.Pane.
func (m *Model) SetFocus(on bool) tea.Cmd {
	m.Sheet.SetFocus(on)
	return m.Work()
}

// settle makes the rows again when something that they tell of has changed.
func (m *Model) settle() {
	x := m.subject.Exchange
	m.look(x)
	now := made{of: m.of, looked: m.looked != nil, asked: m.subject.Metadata}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		m.echo = false
		b := &builder{Rows: rows, m: m, x: x, stages: m.stages}
		b.page()
		return b.List
	})
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	sheet  page.SheetState
	looked *findings
	busy   bool
}

func (m *Model) snapshot() snapshot {
	return snapshot{m.State(), m.looked, m.busy}
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	if msg, ok := msg.(searched); ok {
		if msg.of == m.of {
			m.looked, m.busy = &msg.findings, false
		}
		return nil, m.Work()
	}
	return m.do(m.keys.Asked(msg, views.Figures)), nil
}

func (m *Model) do(action views.Action) views.Intent {
	x := m.subject.Exchange
	switch action {
	case views.ActReadEdit:
		return m.edit()
	case views.ActReadLoosen:
		if m.echo {
			return m.echoed()
		}
	case views.ActReadMetadata:
		if m.subject.Unasked() {
			return views.AskMetadata{}
		}
	case views.ActCopy:
		if x != nil {
			return views.Copy{What: "guardrails", Text: m.Sheet.Plain()}
		}
	default:
		m.Sheet.Do(action)
	}
	return nil
}

// echoed asks for the request with the echo of the upstream body, which only a
// stream carries (API document, debug).
func (m *Model) echoed() views.Intent {
	return views.RelaxBy(explain.EchoUpstream(m.subject.Exchange.Request))
}

// edit goes to the text that the cursor tells of. The message that was sent last
// is edited where it was written; any other place in the builder.
func (m *Model) edit() views.Intent {
	x := m.subject.Exchange
	if x == nil || m.subject.Turn == 0 || len(m.stages) == 0 && x.Known.Request {
		return nil
	}
	if !x.Known.Request {
		return views.EditResend{Turn: m.subject.Turn} // which says why not
	}
	if m.looked == nil {
		return views.Notify{Text: "still searching the request"}
	}
	match, ok := m.match()
	if !ok {
		return views.EditResend{Turn: m.subject.Turn}
	}
	text := m.looked.texts[match.Text]
	if m.last(text) {
		return views.EditResend{Turn: m.subject.Turn, Pointer: text.Pointer, From: match.From, To: match.To}
	}
	return views.ShowPlace{Pointer: text.Pointer}
}

// match is the one under the cursor, else the first of the guardrail that the
// cursor is at, and outside of them the first of all.
func (m *Model) match() (match guard.Match, ok bool) {
	found := m.looked.found
	if r, on := m.Sheet.Selected(); on {
		if match, ok = r.Of.(guard.Match); ok {
			return match, true
		}
		if i, at := stageOf(r.ID); at && i < len(found) {
			found = found[i : i+1]
		}
	}
	for _, f := range found {
		if len(f.Matches) > 0 {
			return f.Matches[0], true
		}
	}
	return guard.Match{}, false
}

// last reports whether a text is of the message that was sent last.
func (m *Model) last(t guard.Text) bool {
	if t.Role != "user" {
		return false
	}
	for _, other := range m.looked.texts {
		if other.Item > t.Item {
			return false
		}
	}
	return true
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	m.settle()
	x := m.subject.Exchange
	switch help := m.SearchHelp(); {
	case help != nil:
		return help
	case x == nil:
		return nil
	}
	all := m.keys.Renamed(views.ActOpenRow, m.Sheet.Opens())
	if len(m.stages) > 0 && m.subject.Resendable() {
		all = append(all, m.keys.Binding(views.ActReadEdit))
	}
	if m.echo {
		all = append(all, m.keys.Renamed(views.ActReadLoosen, "echo upstream")...)
	}
	if m.subject.Unasked() {
		all = append(all, m.keys.Binding(views.ActReadMetadata))
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadFrame, views.ActReadFirst)
}
