// Package variant is the pane of one variant of a prompt that was sent to several: who answered, the
// answer, and its figures. They are drawn side by side; each has the same rows, so that figures can
// be compared across them, and nothing moves while answers arrive.
package variant

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/state/request/talk"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Subject is what a pane shows.
type Subject struct {
	Name    string // what differs from the others
	Current bool   // the next prompt goes after its answer
	Changed bool   // it was changed after it was asked
	From    *talk.Turn
	Tip     *talk.Turn // the last turn; nil: nothing was asked yet
	Best    Figure     // of its figures those that are the best
	Tied    bool       // it scrolls together with the other panes
	NowUS   int64      // the present moment after the start of a running exchange, in µs; 0: not known
}

// exchange returns the last exchange of a subject; nil for none.
func (s *Subject) exchange() *state.Exchange {
	if s.Tip == nil {
		return nil
	}
	return s.Tip.Exchange
}

// Model is the pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	answer Answer
	conv   *talk.Conversation

	subject       Subject
	width, height int
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
	_ views.Worker   = (*Model)(nil)
	_ views.Stopper  = (*Model)(nil)
)

// Answer is the transcript of one branch of a conversation.
type Answer interface {
	views.Pane
	views.Typist
	views.Scroller
	views.Worker
	views.Stopper
	SetBranch(c *talk.Conversation, from, tip *talk.Turn)
	Follow()
}

// New makes a pane that shows the answers of one variant.
func New(styles *themes.Styles, keys *views.Keys, answer Answer) *Model {
	return &Model{styles: styles, keys: keys.In(views.Variant), answer: answer}
}

// SetSubject shows a branch of a conversation.
func (m *Model) SetSubject(c *talk.Conversation, s Subject) {
	if m.conv != c || m.subject.Tip != s.Tip {
		m.answer.SetBranch(c, s.From, s.Tip)
		m.answer.Follow()
	}
	m.conv, m.subject = c, s
}

func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.answer.SetSize(m.width, m.answerRows())
}

func (m *Model) SetFocus(on bool) tea.Cmd { return m.answer.SetFocus(on) }

// Rows around the answer, where the pane is high enough.
const (
	headRows   = 2
	figureRows = 3
	fullHeight = 14 // from which on there are all of them, and the rule
	someHeight = 7  // from which on there are some
)

// around returns how many rows are above the answer and below it.
func (m *Model) around() (head, foot int) {
	switch {
	case m.height >= fullHeight:
		return headRows + 1, figureRows + 1
	case m.height >= someHeight:
		return headRows, figureRows - 1
	}
	return min(1, m.height), 0
}

func (m *Model) answerRows() int {
	head, foot := m.around()
	return max(m.height-head-foot, 0)
}

func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	head, foot := m.around()
	lines := m.head()[:min(head, headRows)]
	if head > headRows {
		lines = append(lines, "")
	}
	if rows := m.answerRows(); rows > 0 {
		lines = append(lines, strings.Split(m.answer.View(), "\n")...)
	}
	if foot > figureRows {
		lines = append(lines, m.styles.Rule.Render(strings.Repeat("─", m.width)))
	}
	lines = append(lines, m.figures()[:min(foot, figureRows)]...)
	for i, line := range lines {
		lines[i] = text.Fit(text.Guard(line), m.width, "…")
	}
	return strings.Join(lines, "\n")
}

// head draws the name with the verdict, and who served.
func (m *Model) head() []string {
	name := m.styles.Strong.Render(text.SanitizeLine(m.subject.Name))
	if m.subject.Current {
		name = m.styles.Accent.Render("▸ ") + name
	}
	x := m.subject.exchange()
	if x == nil {
		return []string{" " + name, m.styles.Dim.Render(" nothing asked yet")}
	}
	verdict := views.VerdictStyle(m.styles, x.Verdict).Render(explain.Sign(x.Verdict))
	name = text.Truncate(name, max(m.width-4, 1), "…")
	if m.subject.Changed {
		return []string{" " + name + "  " + verdict, m.styles.Warn.Render(" variant changed after this answer")}
	}
	return []string{" " + name + "  " + verdict, " " + m.served(x)}
}

// served draws the state of an exchange that did not complete, else who answered it.
func (m *Model) served(x *state.Exchange) string {
	if x.Verdict != state.Completed && x.Verdict != state.Running {
		return views.VerdictStyle(m.styles, x.Verdict).Render(text.SanitizeLine(explain.Standing(x)))
	}
	var words []string
	if p := figures.Provider(x, read.Routing(x.Routing)); p != "" {
		words = append(words, "provider "+p)
	}
	if x.Model != "" && x.Model != x.RequestModel {
		words = append(words, x.Model)
	}
	if len(words) == 0 {
		words = append(words, string(x.Verdict))
	}
	return m.styles.Dim.Render(text.SanitizeLine(strings.Join(words, "  ")))
}

// cells are the figures in their order: two in a row.
var cells = [2 * figureRows]string{"first word", "time", "speed", "out", "cost", "in"}

// figures draws the rows of the figures.
func (m *Model) figures() []string {
	var known map[string]string
	if x := m.subject.exchange(); x != nil {
		known = report.ByLabel(x, m.subject.NowUS)
	}
	left := max(m.width/2+2, 1)
	rows := make([]string, figureRows)
	for i, label := range cells {
		drawn := m.styles.Dim.Render(label + " –")
		if value := text.SanitizeLine(known[label]); value != "" {
			drawn = m.styles.Text.Render(value)
			if label != "speed" { // it names its unit
				drawn = m.styles.Dim.Render(label+" ") + drawn
			}
		}
		if m.subject.Best&(1<<i) != 0 {
			drawn += m.styles.Good.Render(" ◂")
		}
		if i%2 == 0 {
			drawn = text.Fit(" "+drawn, left, "…")
		}
		rows[i/2] += drawn
	}
	return rows
}

// Figure is a set of figures: the bit of a figure is that of its place among the cells.
type Figure uint8

// Best returns for each exchange the figures in which it is the best of those that completed; none while one
// runs, and none of a figure that is written the same for all, or known of one alone.
func Best(all []*state.Exchange) []Figure {
	best := make([]Figure, len(all))
	if slices.ContainsFunc(all, func(x *state.Exchange) bool { return x == nil || x.Running() }) {
		return best
	}
	known := make([]map[string]string, len(all))
	for n, x := range all {
		if x.Verdict == state.Completed {
			known[n] = report.ByLabel(x, 0)
		}
	}
	for i, label := range cells {
		of := worth[label]
		if of == nil {
			continue
		}
		values, written := make([]float64, len(all)), make([]string, len(all))
		for n, x := range all {
			if written[n] = known[n][label]; written[n] == "" {
				values[n] = math.NaN()
			} else {
				values[n] = of(x)
			}
		}
		for n, is := range report.Best(values, written) {
			if is {
				best[n] |= 1 << i
			}
		}
	}
	return best
}

// worth gives the figures a value: the lowest is the best.
var worth = map[string]func(*state.Exchange) float64{
	"first word": func(x *state.Exchange) float64 { return valueOf(x.FirstTextUS, x.FirstTextUS >= 0) },
	"time":       func(x *state.Exchange) float64 { return valueOf(figures.Total(x)) },
	"speed": func(x *state.Exchange) float64 {
		perSecond, _, ok := figures.RateOf(x)
		return -valueOf(perSecond, ok)
	},
	"cost": func(x *state.Exchange) float64 {
		words, ok := figures.CostOf(x)
		usd, err := strconv.ParseFloat(words, 64)
		return valueOf(usd, ok && err == nil)
	},
}

// valueOf returns a figure that is known, else NaN.
func valueOf[T int64 | float64](v T, ok bool) float64 {
	if !ok {
		return math.NaN()
	}
	return float64(v)
}

func (m *Model) ShortHelp() []key.Binding {
	if m.answer.Typing() {
		return m.answer.ShortHelp()
	}
	keys := m.keys.Bindings(views.ActContinueWith, views.ActTurnResend)
	if m.subject.exchange() == nil {
		keys = nil
	}
	return append(keys, m.keys.Bindings(views.ActRepeat, views.ActVariantGrid, views.ActTurnEdit, views.ActTurnCompare, views.ActTie, views.ActSeparate, views.ActVariantLink)...)
}

// Scroll implements views.Scroller.
func (m *Model) Scroll(dx, dy int) { m.answer.Scroll(dx, dy) }

// Typing implements views.Typist: while words are searched.
func (m *Model) Typing() bool { return m.answer.Typing() }

func (m *Model) Cursor() *tea.Cursor {
	c := m.answer.Cursor()
	if c != nil {
		head, _ := m.around()
		c.Y += head
	}
	return c
}

func (m *Model) StopWord() string { return m.answer.StopWord() }

func (m *Model) Work() tea.Cmd { return m.answer.Work() }

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		head, _ := m.around()
		click.Y -= head
		return m.answer.Update(click)
	}
	if m.answer.Typing() {
		return m.answer.Update(msg)
	}
	action := m.keys.Asked(msg, views.Variant)
	switch action {
	case "":
		return m.answer.Update(msg)
	case views.ActContinueWith, views.ActTurnResend, views.ActTurnCompare, views.ActTurnEdit, views.ActVariantAdd,
		views.ActTie, views.ActSeparate, views.ActDelete, views.ActRepeat, views.ActVariantGrid, views.ActVariantLink:
		return views.Ask(views.Vary{Action: action})
	}
	if _, moves := views.Steps(action, 1); moves && m.subject.Tied {
		return views.Ask(views.Vary{Action: action})
	}
	return m.answer.Update(views.Perform{Action: action})
}

// Perform does a movement in the answer.
func (m *Model) Perform(action views.Action) { m.answer.Update(views.Perform{Action: action}) }
