package report

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Measures is the pane of the rerank screen that shows how well two models agree, how good each is by the
// user's marks, and what each run was.
type Measures struct {
	*page.Page
	styles *themes.Styles
	keys   *views.Keys

	figures report.Rerankers
	define  bool // the definitions are shown
	drawn   text.Memo[text.Shape, []string]
}

var (
	_ views.Pane     = (*Measures)(nil)
	_ views.Scroller = (*Measures)(nil)
)

// NewMeasures makes an empty pane.
func NewMeasures(styles *themes.Styles, keys *views.Keys) *Measures {
	m := &Measures{styles: styles, keys: keys.In(views.Rerank)}
	m.Page = page.OfLines(m.content)
	return m
}

// SetFigures sets what is shown.
func (m *Measures) SetFigures(f report.Rerankers) {
	name := m.keys.Name
	f.Keys = report.RankKeys{Run: name(views.ActSendNow), AddModel: name(views.ActRankAddModel), Mark0: name(views.ActRankMark0), Mark3: name(views.ActRankMark3)}
	m.figures = f
	m.drawn.Forget()
}

func (m *Measures) Update(msg tea.Msg) views.Answer {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		if !m.define {
			return views.Ask(views.Cancel{})
		}
		m.show(false)
		return views.Answer{Used: true}
	}
	action := m.keys.Asked(msg, views.Rerank)
	if answer, ok := m.Do(action); ok {
		return answer
	}
	switch action {
	case "":
		return views.Answer{}
	case views.ActRankDefine:
		m.show(!m.define)
		return views.Answer{Used: true}
	}
	return views.Ask(views.RunAction{Action: action})
}

func (m *Measures) StopWord() string {
	if m.define {
		return "figures"
	}
	return ""
}

// Home shows the figures from their first line.
func (m *Measures) Home() { m.show(false) }

func (m *Measures) show(define bool) {
	m.define = define
	m.drawn.Forget()
	m.Top()
}

func (m *Measures) View() string {
	view := m.Page.View()
	above, rest := m.Here().Index(), len(m.content())
	if rest -= above + m.Height - 1; rest < 2 || m.Height < 2 || m.Width == 0 {
		return view
	}
	last := text.Fit(" "+m.styles.Dim.Render(fmt.Sprintf("%d more below", rest)), m.Width, "")
	return view[:strings.LastIndexByte(view, '\n')+1] + last
}

// content returns all lines, as wide as the pane.
func (m *Measures) content() []string {
	return m.drawn.Get(text.Shape{Width: m.Width, Style: m.styles.Version}, func() []string {
		all := m.figures.All()
		if m.define {
			all = report.RankTerms(m.keys.Name(views.ActRankDisagree))
		}
		lines := (Pen{Styles: m.styles, Width: max(m.Width-2, 1)}).Lines(all...)
		for i, line := range lines {
			lines[i] = " " + line
		}
		return lines
	})
}

func (m *Measures) ShortHelp() []key.Binding {
	define := m.keys.Binding(views.ActRankDefine)
	if m.define {
		define = m.keys.As(views.ActRankDefine, "figures")
	}
	return []key.Binding{define, m.keys.Binding(views.ActRankDepth), m.keys.As(views.ActGoDown, "scroll"), views.RunAll(m.keys)}
}
