// Package routing is the inspector's page of how a request was routed: what was
// asked for, by which strategy, through which stages, to which endpoints, and
// when it was served by none, why.
package routing

import (
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
	*page.Tab
	models preview.Catalogue // that the service lists
	listed int               // how often that came

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
	m := &Model{}
	m.Tab = page.NewTab(styles, keys, page.Own{
		Scope: views.Figures, Name: "route", Rows: m.settle, Does: m.does, Help: m.help,
		Idle: []views.Action{views.ActReadFrame, views.ActReadFirst},
	})
	m.SeekActing()
	return m
}

// SetModels tells which models the service lists, so that a mistyped one can be told from
// those with a similar name, and at which price each provider serves them.
func (m *Model) SetModels(c preview.Catalogue) { m.models, m.listed = c, m.listed+1 }

// told is what the reports are told of.
func (m *Model) told() report.Subject {
	told := reports.Told(m.Subject)
	told.Models = m.models
	told.Ways.ModelsKeys, told.Ways.ConnectKeys, told.Ways.SendKeys = m.Keys.Name(views.ActModel), m.Keys.Name(views.ActConnections), m.Keys.Name(views.ActSendNow)
	told.Read.Routing = report.ReadRouting(m.Subject.Exchange)
	return told
}

// settle makes the rows again when something that they tell of has changed.
func (m *Model) settle() {
	x := m.Subject.Exchange
	now := made{asked: m.Subject.Metadata, waited: m.Subject.Waited, listed: m.listed}
	if x != nil {
		now.routing, now.verdict, now.head = len(x.Routing), x.Verdict, x.Head != nil
		if !x.Running() {
			now.version = x.Version
		}
	}
	m.Renew(x, now, func(rows page.Rows) []page.Row {
		told := m.told()
		m.loosen = report.Relaxations(told)
		return reports.Rows(rows, m.Keys, report.Routing(told), report.RoutingRaw(told))
	})
	if x != nil && x != m.unfolded && x.Failure != nil {
		m.unfolded = x
		if x.Failure.Document && x.Failure.BodySize <= smallBody {
			m.Unfold("error/body")
		}
	}
}

// smallBody is the size up to which a body that is no JSON is shown at once, in
// bytes.
const smallBody = 2 << 10

func (m *Model) does(action views.Action, msg tea.Msg) (views.Intent, bool) {
	x := m.Subject.Exchange
	switch action {
	case views.ActOpenRow:
		way, leads := reports.Way(m.Sheet)
		switch {
		case !leads:
			return nil, false
		case way.Number > 0:
			return m.loosened(way.Number - 1), true
		}
		intent, _ := m.does(views.Action(way.Action), msg)
		return intent, true
	case views.ActReadLoosen:
		return m.loosened(m.Keys.Number(action, msg)), true
	case views.ActReadMetadata:
		if m.Subject.Unasked() {
			return views.AskMetadata{}, true
		}
	case views.ActResend:
		if m.Subject.Turn > 0 { // of a saved response too: the answer is why not
			return views.Resend{Turn: m.Subject.Turn}, true
		}
	case views.ActReadEdit:
		if m.Subject.Blocked() || x != nil && !x.Known.Request { // for which the answer is why not
			return views.EditResend{Turn: m.Subject.Turn}, true
		}
	}
	return nil, false
}

// loosened asks for one of the changes: the request in the builder, or the same
// one sent again.
func (m *Model) loosened(i int) views.Intent {
	if i < 0 || i >= len(m.loosen) {
		return nil
	}
	r := m.loosen[i]
	if len(r.Edits) == 0 && m.Subject.Turn > 0 {
		again := views.Resend{Turn: m.Subject.Turn}
		if m.told().Waits(r) {
			again.AfterMS = r.WaitMS
		}
		return again
	}
	return views.RelaxBy(r.Edits)
}

func (m *Model) help() []key.Binding {
	all := m.Keys.Renamed(views.ActOpenRow, m.opens())
	all = append(all, m.loosenHelp()...)
	if m.Subject.Blocked() {
		all = append(all, m.Keys.Binding(views.ActReadEdit))
	}
	if m.Subject.Unasked() {
		all = append(all, m.Keys.Binding(views.ActReadMetadata))
	}
	return all
}

// opens is what enter does on the selected row, in a word; empty for nothing.
func (m *Model) opens() string {
	switch way, leads := reports.Way(m.Sheet); {
	case leads && way.Number > 0:
		return m.loosens(way.Number - 1)
	case leads:
		return m.Keys.Binding(views.Action(way.Action)).Help().Desc
	}
	return m.Opens()
}

// loosenHelp names the numbers of the changes, by what they do: those that send
// the same request again come first.
func (m *Model) loosenHelp() []key.Binding {
	c, _ := m.Keys.Command(views.ActReadLoosen)
	var all []key.Binding
	for from, to := 0, 0; from < min(len(m.loosen), len(c.Keys)); from = to {
		words := m.loosens(from)
		for to = from + 1; to < min(len(m.loosen), len(c.Keys)) && m.loosens(to) == words; to++ {
		}
		numbers := c.Keys[from]
		if to > from+1 {
			numbers += "-" + c.Keys[to-1]
		}
		b := m.Keys.Binding(views.ActReadLoosen)
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
	case m.Subject.Turn == 0:
		return "change in Rerank"
	}
	return "change in builder"
}
