// Package guardrail is the inspector's page of the guardrails that looked at a
// request: what each of them did, the words that it found in the request's own
// text, and what it took out on the way.
package guardrail

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Tab
	stages []wire.Stage
	of     source
	looked *explain.Searched // in the source; nil: not yet
	busy   bool              // with the source, off the UI
	echo   bool              // what went upstream is not known, and could be asked for
}

// source is what is looked through, and for what.
type source struct {
	exchange *state.Exchange
	verdict  state.Verdict
	routing  int // bytes: the metadata comes once
	debug    int // events
}

// made is what the rows were made for.
type made struct {
	of     source
	looked bool
	asked  bool
}

// searched brings what was found off the UI.
type searched struct {
	of    source
	found *explain.Searched
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
	_ views.Worker    = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Figures, Name: "guardrails", Rows: m.settle, Does: m.does, Help: m.help,
		Idle: []views.Action{views.ActReadFrame, views.ActReadFirst},
	})
	return m
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.Sheet.SetFocus(on)
	return m.Work()
}

// settle makes the rows again when something that they tell of has changed.
func (m *Model) settle() {
	x := m.Subject.Exchange
	m.look(x)
	now := made{of: m.of, looked: m.looked != nil, asked: m.Subject.Metadata}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		told := reports.Told(m.Subject)
		told.Read.Guards = m.looked
		list := reports.Rows(rows, m.Keys, report.Guardrails(told))
		m.echo = slices.ContainsFunc(list, func(r page.Row) bool {
			way, leads := r.Of.(report.Way)
			return leads && way.Action == string(views.ActReadLoosen)
		})
		return list
	})
}

// atOnce is up to how many bytes a request and what went upstream are looked
// through while the page is drawn; more is looked through off the UI.
const atOnce = 64 << 10

// look takes note of another source, and looks through a small one.
func (m *Model) look(x *state.Exchange) {
	now := source{exchange: x}
	if x != nil {
		now.verdict, now.routing, now.debug = x.Verdict, len(x.Routing), len(x.Debug)
	}
	if now == m.of {
		return
	}
	m.of, m.stages, m.looked, m.busy = now, explain.Guardrails(x), nil, false
	if len(m.stages) == 0 {
		return
	}
	size := len(x.Request) + len(x.Routing)
	if x.Failure != nil {
		size += len(x.Failure.Metadata)
	}
	for _, d := range x.Debug {
		size += len(d)
	}
	if size <= atOnce {
		m.looked = explain.Search(x.Request, x.Debug, x.Routing, m.stages)
	}
}

// Work implements views.Worker: it looks through a large request off the UI.
func (m *Model) Work() tea.Cmd {
	x := m.Subject.Exchange
	m.look(x)
	if len(m.stages) == 0 || m.looked != nil || m.busy {
		return nil
	}
	m.busy = true
	of, request, debug, routing, stages := m.of, x.Request, slices.Clone(x.Debug), x.Routing, m.stages
	return func() tea.Msg { return searched{of, explain.Search(request, debug, routing, stages)} }
}

func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	sheet  page.SheetState
	looked *explain.Searched
	busy   bool
}

func (m *Model) snapshot() snapshot {
	return snapshot{m.State(), m.looked, m.busy}
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if msg, ok := msg.(searched); ok {
		if msg.of == m.of {
			m.looked, m.busy = msg.found, false
		}
		return nil, m.Work()
	}
	return m.Handle(msg)
}

func (m *Model) does(action views.Action, msg tea.Msg) (views.Intent, bool) {
	switch action {
	case views.ActOpenRow:
		if way, leads := reports.Way(m.Sheet); leads {
			intent, _ := m.does(views.Action(way.Action), msg)
			return intent, true
		}
	case views.ActReadEdit:
		return m.edit(), true
	case views.ActReadLoosen:
		if m.echo { // only a stream carries it (API document, debug)
			return views.RelaxBy(explain.EchoUpstream(m.Subject.Exchange.Request)), true
		}
	case views.ActReadMetadata:
		if m.Subject.Unasked() {
			return views.AskMetadata{}, true
		}
	}
	return nil, false
}

// edit goes to the text that the cursor tells of. The message that was sent last
// is edited where it was written; any other place in the builder.
func (m *Model) edit() views.Intent {
	x := m.Subject.Exchange
	if x == nil || m.Subject.Turn == 0 || len(m.stages) == 0 && x.Known.Request {
		return nil
	}
	if !x.Known.Request {
		return views.EditResend{Turn: m.Subject.Turn} // which says why not
	}
	if m.looked == nil {
		return views.Notify{Text: "still searching the request"}
	}
	match, ok := m.match()
	if !ok {
		return views.EditResend{Turn: m.Subject.Turn}
	}
	text := m.looked.Texts[match.Text]
	if m.last(text) {
		return views.EditResend{Turn: m.Subject.Turn, Pointer: text.Pointer, From: match.From, To: match.To}
	}
	return views.ShowPlace{Pointer: text.Pointer}
}

// match is the one under the cursor, else the first of the guardrail that the
// cursor is at, and outside of them the first of all.
func (m *Model) match() (match explain.Match, ok bool) {
	found := m.looked.Found
	if r, on := m.Selected(); on {
		place := strings.Split(r.ID, "/") // stage/0, stage/0/match/1, or a row below one of these
		if i, known := number(place, "stage", 0, len(found)); known {
			found = found[i : i+1]
			if j, known := number(place, "match", 2, len(found[0].Matches)); known {
				return found[0].Matches[j], true
			}
		}
	}
	for _, f := range found {
		if len(f.Matches) > 0 {
			return f.Matches[0], true
		}
	}
	return explain.Match{}, false
}

// number is that behind a name in the ID of a row, of so many things that there are.
func number(place []string, name string, at, of int) (n int, ok bool) {
	if len(place) < at+2 || place[at] != name {
		return 0, false
	}
	n, err := strconv.Atoi(place[at+1])
	return n, err == nil && n < of
}

// last reports whether a text is of the message that was sent last.
func (m *Model) last(t explain.Text) bool {
	if t.Role != "user" {
		return false
	}
	for _, other := range m.looked.Texts {
		if other.Item > t.Item {
			return false
		}
	}
	return true
}

func (m *Model) help() []key.Binding {
	opens := m.Opens()
	if way, leads := reports.Way(m.Sheet); leads {
		opens = m.Keys.Binding(views.Action(way.Action)).Help().Desc
	}
	all := m.Keys.Renamed(views.ActOpenRow, opens)
	if len(m.stages) > 0 && m.Subject.Resendable() {
		all = append(all, m.Keys.Binding(views.ActReadEdit))
	}
	if m.echo {
		all = append(all, m.Keys.As(views.ActReadLoosen, "echo upstream"))
	}
	if m.Subject.Unasked() {
		all = append(all, m.Keys.Binding(views.ActReadMetadata))
	}
	return all
}
