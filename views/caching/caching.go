// Package caching is the inspector's page of what a provider read of a prompt from its cache, and
// why no more.
package caching

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Sheet
	keys    *views.Keys
	subject views.Subject

	told    report.Caching // of the exchange id
	of      string
	problem string // why nothing is told; empty: it is being worked out
	changes int
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{keys: keys.In(views.Figures)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	return m
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) { m.subject = s }

// Show tells what was found of the exchange with an id, or why nothing can be.
func (m *Model) Show(id string, told report.Caching, problem string) {
	m.of, m.told, m.problem = id, told, problem
	m.changes++
}

// Of is the id of the exchange that is told of; empty for none.
func (m *Model) Of() string { return m.of }

// made is what the rows were made for.
type made struct {
	changes int
	running bool
}

// settle makes the rows again when something else is known.
func (m *Model) settle() {
	x := m.subject.Exchange
	m.Renew(x, made{m.changes, x != nil && x.Running()}, func(rows page.Rows) []page.Row {
		return reports.Rows(rows, m.keys, m.report(x))
	})
}

func (m *Model) report(x *state.Exchange) report.Report {
	quiet := func(words string) report.Report {
		return report.Report{Title: "CACHE", Sum: report.Span{Text: words, Role: report.Quiet}}
	}
	switch {
	case x == nil:
		return report.Report{}
	case x.Running():
		return quiet("Known when the answer has ended.")
	case m.problem != "":
		return quiet(m.problem)
	case m.told.Now == nil:
		return quiet("comparing with the exchanges before …")
	}
	told := m.told
	told.Of = x
	return report.Cache(told)
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	switch action := m.keys.Asked(msg, views.Figures); action {
	case views.ActOpenRow:
		if way, leads := reports.Way(m.Sheet); leads {
			return m.play(way.Number), nil
		}
		if at, ok := m.piece(); ok {
			return views.ShowSent{Offset: at}, nil
		}
		m.Do(action)
	case views.ActReadLoosen:
		return m.play(m.number(msg)), nil
	case views.ActCopy:
		if m.subject.Exchange != nil {
			return views.Copy{What: "cache", Text: m.Plain()}, nil
		}
	default:
		m.Do(action)
	}
	return nil, nil
}

// number is which of the numbered ways a key asks for.
func (m *Model) number(msg tea.Msg) int {
	c, _ := m.keys.Command(views.ActReadLoosen)
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return slices.Index(c.Keys, press.String()) + 1
	}
	return 1
}

// play asks for the run again, with what a way adds to its requests.
func (m *Model) play(number int) views.Intent {
	if m.told.Now == nil || m.told.Play == "" || number < 1 || number > 3 {
		return nil
	}
	return views.PlayCached{Breakpoint: number != 2, Session: number != 1}
}

// piece is where the piece of the prompt under the cursor is in the request, in bytes.
func (m *Model) piece() (at int, ok bool) {
	row, _ := m.Selected()
	path, is := strings.CutPrefix(row.ID, report.PieceRow)
	if !is || m.told.Now == nil {
		return 0, false
	}
	for _, p := range m.told.Now.Prompt.Pieces {
		if p.Path == path {
			return p.At, true
		}
	}
	return 0, false
}

// Verdict is that of the exchange; empty where it is not known.
func (m *Model) Verdict() cache.Verdict { return m.told.Found.Verdict }

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	m.settle()
	switch help := m.SearchHelp(); {
	case help != nil:
		return help
	case m.subject.Exchange == nil:
		return nil
	}
	var all []key.Binding
	if _, ok := m.piece(); ok {
		all = m.keys.Renamed(views.ActOpenRow, "show in request")
	}
	if m.told.Play != "" {
		b := m.keys.Binding(views.ActReadLoosen)
		b.SetHelp("1-3", "what if")
		all = append(all, b)
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadFrame, views.ActReadFirst, views.ActReadEdit, views.ActReadMetadata)
}
