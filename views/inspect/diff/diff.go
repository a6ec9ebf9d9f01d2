// Package diff compares two exchanges: what was sent, the words of the answers, what the
// results say, their figures, and their routing metadata.
package diff

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/history"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Model is the comparison of an exchange A with an exchange B.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	a, b     views.Subject
	versions [2]uint64
	alone    bool // there is no other exchange to choose
	inRun    int  // how many exchanges this run has
	only     bool // only what differs
	complete bool // long values are not truncated
	cut      bool // a header was, as it was drawn last
	request  requestPart
	result   requestPart
	routing  requestPart
	answer   answerPart
	sections *sections
	page     *page.Page
	opening  bool // the page is yet to open on the first difference

	width, height int
	view          text.Memo[int, string] // by the version of the styles
	names         [2]string              // of a and b, by what tells them apart; empty where nothing is known
	words         [2]string              // the first of what each asked
	madeFor       int                    // the version that the sections were made for
}

var (
	_ views.Scroller = (*Model)(nil)
	_ views.Worker   = (*Model)(nil)
)

// New makes a comparison of nothing.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Comparison, views.Figures)}
	m.request.what, m.result.what, m.routing.what = "request", "result", "routing"
	m.makeSections()
	return m
}

// SetPair compares two exchanges; either may be missing, or still run. It
// costs nothing when neither has changed.
func (m *Model) SetPair(a, b views.Subject) {
	if m.a.Same(a, m.versions[0]) && m.b.Same(b, m.versions[1]) && m.a.Turn == a.Turn && m.b.Turn == b.Turn && m.b.Alone == b.Alone {
		return
	}
	another := m.a.Exchange != a.Exchange || m.b.Exchange != b.Exchange
	m.a, m.b = a, b
	m.versions = [2]uint64{version(a), version(b)}
	if another {
		m.words = [2]string{firstWords(a), firstWords(b)}
		m.request.reset()
		m.result.reset()
		m.routing.reset()
		m.answer = answerPart{number: m.answer.number + 1}
	}
	if m.names = [2]string{}; m.pair() || a.Number+b.Number == 0 { // one alone has its number
		m.names = history.Distinguish(history.SideOf(a.Exchange, a.Capture, m.words[0]), history.SideOf(b.Exchange, b.Capture, m.words[1]))
	}
	m.request.setRequests(m.pair(), a, b)
	m.result.setResults(m.pair(), a.Exchange, b.Exchange)
	m.setRouting()
	m.answer.set(m.pair(), a.Exchange, b.Exchange)
	m.opening = m.opening || another
	if another {
		m.page.Top()
	}
	m.makeSections()
}

// SetAlone says that the conversation has no two exchanges to choose from, and how many the list of this
// run has.
func (m *Model) SetAlone(alone bool, inRun int) {
	if m.alone = alone; m.inRun != inRun {
		m.inRun = inRun
		m.view.Forget()
	}
}

func version(s views.Subject) uint64 {
	if s.Exchange == nil {
		return 0
	}
	return s.Exchange.Version
}

func (m *Model) pair() bool { return m.a.Exchange != nil && m.b.Exchange != nil }

func (m *Model) isSame() bool { return m.pair() && m.a.Exchange == m.b.Exchange }

// compares reports whether there are two different exchanges.
func (m *Model) compares() bool { return m.pair() && !m.isSame() }

// makeSections makes the sections again; the window stays where it is.
func (m *Model) makeSections() {
	m.cut = false
	m.view.Forget()
	m.sections = m.newSections()
	if m.page == nil {
		m.page = page.New(m.sections).Searched(m.styles, m.keys)
		return
	}
	m.page.Put(m.sections)
	m.openAtChange()
}

// If the page opens with more than sameAbove unchanged blocks above the first difference,
// only sameBefore of them are in view.
const (
	sameAbove  = 12
	sameBefore = 2
)

// openAtChange goes to what was changed, once the requests are compared: in a long
// conversation that may be far below. Who has scrolled meanwhile stays where they are.
func (m *Model) openAtChange() {
	if !m.opening || m.request.busy || m.request.want && m.request.delta == nil && m.request.words == "" {
		return
	}
	m.opening = false
	one := m.sections.all
	if len(one) == 0 || one[0].content == nil || m.page.Here().Block() != 0 {
		return
	}
	if at := m.request.changeAt(); at > sameAbove {
		m.page.ShowBlock(1 + at - sameBefore)
	}
}

// parts returns the comparisons of two documents.
func (m *Model) parts() []*requestPart {
	return []*requestPart{&m.request, &m.result, &m.routing}
}

// Work implements views.Worker: it compares large documents and answers off the UI.
func (m *Model) Work() tea.Cmd {
	return tea.Batch(m.request.work(), m.result.work(), m.routing.work(), m.answer.work())
}

func (m *Model) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == m.width && height == m.height {
		return
	}
	m.width, m.height = width, height
	m.makeSections()
	m.page.SetSize(width-2, height-1)
	m.cut = false
	m.view.Forget()
}

func (m *Model) SetFocus(bool) tea.Cmd { return m.Work() }

func (m *Model) ShortHelp() []key.Binding {
	if help := m.page.SearchHelp(); help != nil {
		return help
	}
	var actions []views.Action
	if !m.alone {
		actions = append(actions, views.ActDiffFirst, views.ActDiffSecond)
	}
	if m.compares() {
		actions = append(actions, views.ActDiffOnly, views.ActDiffSwap, views.ActDiffSection, views.ActCopy)
	}
	return append(m.keys.Renamed(views.ActOpenRow, m.unfolds()), m.keys.Bindings(actions...)...)
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Comparison, views.Figures}, views.ActReadLoosen, views.ActReadMetadata, views.ActReadEdit, views.ActReadFrame, views.ActReadFirst)
}

// firstWords returns the first words of what an exchange asked; empty if that is unknown.
func firstWords(s views.Subject) string {
	if s.Exchange == nil || s.Capture == nil {
		return ""
	}
	return history.Asked(s.Exchange, s.Capture)
}
