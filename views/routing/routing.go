// Package routing is the inspector's page of how a request was routed: what was
// asked for, by which strategy, through which stages, to which endpoints, and
// when it was served by none, why.
package routing

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/preview"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	reports "gatehouse/views/report"
)

// Model is the page of one exchange.
type Model struct {
	*page.Sheet
	styles  *themes.Styles
	keys    *views.Keys
	subject views.Subject
	models  preview.Catalogue // that the service lists
	listed  int               // how often that came

	loosen   []explain.Relaxation
	unfolded *state.Exchange // whose body was unfolded at once
}

// made is what the rows were made for.
type made struct {
	routing int // bytes: the metadata comes once
	verdict state.Verdict
	head    bool
	version uint64 // once it has ended: more may come behind an error
	asked   bool
	waited  bool
	listed  int
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page without an exchange.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures)}
	m.Sheet = page.NewSheet(styles, m.keys, m.settle)
	m.Sheet.SeekActing()
	return m
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) { m.subject = s }

// SetModels tells which models the service lists, so that a mistyped one can be told from
// those with a similar name, and at which price each provider serves them.
func (m *Model) SetModels(c preview.Catalogue) { m.models, m.listed = c, m.listed+1 }

// told is what the reports are told of.
func (m *Model) told() report.Subject {
	told := reports.Told(m.subject)
	told.Models = m.models
	told.Ways.ModelsKeys, told.Ways.ConnectKeys, told.Ways.SendKeys = m.keys.Name(views.ActModel), m.keys.Name(views.ActConnections), m.keys.Name(views.ActSendNow)
	told.Read.Routing = report.ReadRouting(m.subject.Exchange)
	return told
}

// settle makes the rows again when something that they tell of has changed.
func (m *Model) settle() {
	x := m.subject.Exchange
	now := made{asked: m.subject.Metadata, waited: m.subject.Waited, listed: m.listed}
	if x != nil {
		now.routing, now.verdict, now.head = len(x.Routing), x.Verdict, x.Head != nil
		if !x.Running() {
			now.version = x.Version
		}
	}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		told := m.told()
		m.loosen = report.Relaxations(told)
		return reports.Rows(rows, m.keys, report.Routing(told), report.RoutingRaw(told))
	})
	if x != nil && x != m.unfolded && x.Failure != nil {
		m.unfolded = x
		if x.Failure.Document && x.Failure.BodySize <= smallBody {
			m.Sheet.Unfold("error/body")
		}
	}
}

// smallBody is the size up to which a body that is no JSON is shown at once, in
// bytes.
const smallBody = 2 << 10

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, ok := m.Took(msg); ok {
		return nil, cmd
	}
	return m.do(m.keys.Asked(msg, views.Figures), msg), nil
}

func (m *Model) do(action views.Action, msg tea.Msg) views.Intent {
	x := m.subject.Exchange
	switch action {
	case views.ActOpenRow:
		switch way, leads := reports.Way(m.Sheet); {
		case leads && way.Number > 0:
			return m.loosened(way.Number - 1)
		case leads:
			return m.do(views.Action(way.Action), msg)
		}
		m.Sheet.Do(action)
	case views.ActReadLoosen:
		return m.loosened(m.number(msg))
	case views.ActReadMetadata:
		if m.subject.Unasked() {
			return views.AskMetadata{}
		}
	case views.ActResend:
		if m.subject.Turn > 0 { // of a saved response too: the answer is why not
			return views.Resend{Turn: m.subject.Turn}
		}
	case views.ActReadEdit:
		if m.subject.Blocked() || x != nil && !x.Known.Request { // for which the answer is why not
			return views.EditResend{Turn: m.subject.Turn}
		}
	case views.ActCopy:
		if x != nil {
			return views.Copy{What: "route", Text: m.Sheet.Plain()}
		}
	default:
		m.Sheet.Do(action)
	}
	return nil
}

// number is which of the numbered changes a key asks for; the first when it was
// asked for by name.
func (m *Model) number(msg tea.Msg) int {
	c, _ := m.keys.Command(views.ActReadLoosen)
	if press, ok := msg.(tea.KeyPressMsg); ok {
		return slices.Index(c.Keys, press.String())
	}
	return 0
}

// loosened asks for one of the changes: the request in the builder, or the same
// one sent again.
func (m *Model) loosened(i int) views.Intent {
	if i < 0 || i >= len(m.loosen) {
		return nil
	}
	r := m.loosen[i]
	if len(r.Edits) == 0 && m.subject.Turn > 0 {
		again := views.Resend{Turn: m.subject.Turn}
		if m.told().Waits(r) {
			again.AfterMS = r.WaitMS
		}
		return again
	}
	return views.RelaxBy(r.Edits)
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
	all := m.keys.Renamed(views.ActOpenRow, m.opens())
	all = append(all, m.loosenHelp()...)
	if m.subject.Blocked() {
		all = append(all, m.keys.Binding(views.ActReadEdit))
	}
	if m.subject.Unasked() {
		all = append(all, m.keys.Binding(views.ActReadMetadata))
	}
	return append(all, m.keys.Binding(views.ActCopy))
}

// opens is what enter does on the selected row, in a word; empty for nothing.
func (m *Model) opens() string {
	switch way, leads := reports.Way(m.Sheet); {
	case leads && way.Number > 0:
		return m.loosens(way.Number - 1)
	case leads:
		return m.keys.Binding(views.Action(way.Action)).Help().Desc
	}
	return m.Sheet.Opens()
}

// loosenHelp names the numbers of the changes, by what they do: those that send
// the same request again come first.
func (m *Model) loosenHelp() []key.Binding {
	c, _ := m.keys.Command(views.ActReadLoosen)
	var all []key.Binding
	for from, to := 0, 0; from < min(len(m.loosen), len(c.Keys)); from = to {
		words := m.loosens(from)
		for to = from + 1; to < min(len(m.loosen), len(c.Keys)) && m.loosens(to) == words; to++ {
		}
		numbers := c.Keys[from]
		if to > from+1 {
			numbers += "-" + c.Keys[to-1]
		}
		b := m.keys.Binding(views.ActReadLoosen)
		b.SetHelp(numbers, words)
		all = append(all, b)
	}
	return all
}

// loosens is what the number of a change does, in a word or two.
func (m *Model) loosens(i int) string {
	switch {
	case i >= len(m.loosen):
		return ""
	case len(m.loosen[i].Edits) == 0:
		return "send again"
	case m.subject.Turn == 0:
		return "change in Rerank"
	}
	return "change in builder"
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActReadFrame, views.ActReadFirst)
}
