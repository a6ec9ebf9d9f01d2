// Package measures is the figures of the rerank screen: how well two models
// agree, how good each is by a person's marks, and what each run was.
package measures

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// Run is one model with what is known of its run.
type Run struct {
	Name    string
	Asked   bool
	Verdict state.Verdict
	TimeUS  int64
	Used    Usage
	Facts   []string // who served, the id
	Notes   []string // what is odd about the answer
	Failure string   // why there is no order, in words
	Ranked  bool
	Tied    bool           // all documents have the same score
	Judged  rank.Judgement // by the marks of the query that is shown
	Mean    rank.Judgement // over the queries Over
	Over    []int          // queries, from 0, that it ranked for and that have a relevant document
	Aged    []int          // of Over: asked in other words, of other settings, than they would be now
	Earlier string         // it is not what would be asked now: what it was asked; empty where it is
}

// Usage is what an answer says it took, each as a number; empty what it does not
// say.
type Usage struct{ Tokens, Units, Cost string }

// Split is a document that the models place differently.
type Split struct {
	Document int     // from 0
	Places   float64 // between its best and its worst, those of a tie by its mean
	Words    string
}

// Figures are what the pane shows.
type Figures struct {
	Runs      []Run
	A, B      int  // of Runs, whose agreement is shown
	Agreed    bool // Agreement is known
	Agreement rank.Agreement
	Splits    []Split // of the two, where they agree or not; else of all runs
	Depth     int     // k
	Marked    int     // documents with a mark for the query that is shown
	MarkedFor string  // words that the marks were made for, where the query has others now
	Estranged []int   // queries, from 0, whose marks were made for other words
	Queries   int     // over which a Mean may go: those that any was run for and that have a relevant document
	Working   bool
}

// Model is the pane.
type Model struct {
	*page.Text
	styles *themes.Styles
	keys   *views.Keys

	figures Figures
	define  bool // the definitions are shown
	focus   bool
	changes int // of what is drawn
	drawn   text.Memo[drawnFor, []string]
}

// drawnFor is what the lines depend on.
type drawnFor struct{ changes, width, style int }

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes an empty pane.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Rerank)}
	m.Text = page.NewText(m.content)
	return m
}

// SetFigures sets what is shown.
func (m *Model) SetFigures(f Figures) {
	m.figures = f
	m.changed()
}

func (m *Model) changed() { m.changes++ }

// SetFocus implements views.Pane.
func (m *Model) SetFocus(on bool) tea.Cmd {
	if m.focus != on {
		m.focus = on
		m.changed()
	}
	return nil
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.snapshot) }

// snapshot is what a message can change.
type snapshot struct {
	define bool
	window page.State[page.Line]
}

func (m *Model) snapshot() snapshot { return snapshot{m.define, m.State()} }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, views.Perform:
		if m.keys.Asked(msg, views.Global) == views.ActStop {
			if m.define {
				m.toggle()
				return nil, nil
			}
			return views.Cancel{}, nil
		}
		return m.act(m.keys.Asked(msg, views.Rerank)), nil
	}
	return nil, nil
}

// Stops implements views.Stopper.
func (m *Model) Stops() string {
	if m.define {
		return "figures"
	}
	return ""
}

func (m *Model) act(a views.Action) views.Intent {
	if m.Do(a) {
		return nil
	}
	switch a {
	case "":
	case views.ActRankDefine:
		m.toggle()
	default:
		return views.RunAction{Action: a}
	}
	return nil
}

// Home shows the figures from their first line.
func (m *Model) Home() { m.show(false) }

func (m *Model) toggle() { m.show(!m.define) }

func (m *Model) show(define bool) {
	m.define = define
	m.changed()
	m.Top()
}

// View implements views.Pane.
func (m *Model) View() string {
	view := m.Text.View()
	above, rest := m.Here().Block(), len(m.content())
	if rest -= above + m.Height - 1; rest < 2 || m.Height < 2 || m.Width == 0 {
		return view
	}
	last := text.Fit(" "+m.styles.Dim.Render(fmt.Sprintf("%d more below", rest)), m.Width, "")
	return view[:strings.LastIndexByte(view, '\n')+1] + last
}

// content is all lines, as wide as the pane.
func (m *Model) content() []string {
	return m.drawn.Get(drawnFor{m.changes, m.Width, m.styles.Version}, func() []string {
		w := &writer{m: m}
		if m.define {
			w.definitions()
		} else {
			w.figures()
		}
		return w.lines
	})
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	define := m.keys.Binding(views.ActRankDefine)
	if m.define {
		define.SetHelp(define.Help().Key, "figures")
	}
	down := m.keys.Binding(views.ActGoDown)
	down.SetHelp(down.Help().Key, "scroll")
	return []key.Binding{define, m.keys.Binding(views.ActRankPair), m.keys.Binding(views.ActRankDepth), down, views.RunAll(m.keys)}
}
