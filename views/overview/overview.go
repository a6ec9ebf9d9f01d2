// Package overview is the inspector's first page: how an exchange ended, who
// served it, where its time went, what it cost, and which settings came back
// other than they were asked for. It is also the column beside the transcript,
// which says the same in less room. Both show a running exchange as it grows.
package overview

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// Model is the page, or the column.
type Model struct {
	*page.Text
	styles  *themes.Styles
	keys    *views.Keys
	compact bool
	subject views.Subject

	drawn text.Memo[drawnFor, []string] // all lines
	read  reading
}

// drawnFor is what the page was drawn for.
type drawnFor struct {
	exchange             *state.Exchange
	version              uint64
	nowUS                int64
	width, height, style int
}

// reading keeps what is read from whole documents until others come.
type reading struct {
	routing text.Memo[*byte, *wire.Routing]     // by where the metadata lies
	echoes  text.Memo[*byte, []figures.Echo]    // by where the result lies
	changes text.Memo[uint64, []explain.Change] // by the version of the exchange
	quiet   quiet
}

var (
	_ views.Inspector = (*Model)(nil)
	_ views.Scroller  = (*Model)(nil)
)

// New makes the page.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures)}
	m.Text = page.NewText(m.lines).Searched(styles, m.keys)
	return m
}

// NewCompact makes the column beside the transcript, which is 30 to 60 cells
// wide. What does not fit in its height is left out from the bottom, section by
// section.
func NewCompact(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures), compact: true}
	m.Text = page.NewText(m.lines)
	return m
}

// SetSubject implements views.Inspector.
func (m *Model) SetSubject(s views.Subject) {
	if s.Exchange != m.subject.Exchange {
		if m.read = (reading{}); !s.Of(m.subject) {
			m.Top() // else it is the same exchange at another time
		}
	}
	if s.Capture != m.subject.Capture || s.Turn != m.subject.Turn || s.Metadata != m.subject.Metadata || s.BaseURL != m.subject.BaseURL || s.KeySent != m.subject.KeySent || s.Waited != m.subject.Waited {
		m.drawn.Forget()
	}
	m.subject = s
}

// lines draws the page, once for each state of the exchange that is looked at.
func (m *Model) lines() []string {
	now := drawnFor{exchange: m.subject.Exchange, width: m.Width, style: m.styles.Version, nowUS: m.subject.NowUS}
	if m.compact {
		now.height = m.Height
	}
	if now.exchange != nil {
		now.version = now.exchange.Version
	}
	return m.drawn.Get(now, func() []string { return m.draw(m.Width, m.Height) })
}

// draw draws all lines for a width; the column's also for a height.
func (m *Model) draw(width, height int) []string {
	p := pen{styles: m.styles, keys: m.keys, width: max(width-2, 1)}
	var lines []string
	switch {
	case m.subject.Exchange == nil:
		lines = p.nothing(m.subject.Turn != 0, m.compact)
	case m.compact:
		lines = m.column(p, height)
	default:
		lines = m.full(p)
	}
	for i, l := range lines {
		lines[i] = padded(" "+text.Truncate(l, p.width, "…"), width)
	}
	return lines
}

// nothing is what stands where no exchange is. The column is beside the prompt, to which
// the inspector has to name the way.
func (p pen) nothing(loaded, column bool) []string {
	if loaded {
		lines := []string{"", p.styles.Strong.Render("Not sent from here."), ""}
		return append(lines, p.wrapped("Only the messages were opened: no timings, routing or events. Requests sent from here are captured.", p.styles.Dim)...)
	}
	lines := []string{"", p.styles.Strong.Render("Nothing sent yet."), ""}
	lines = append(lines, p.wrapped("Send a prompt to see how it was routed, where the time went and what came back.", p.styles.Dim)...)
	if column {
		return lines
	}
	return append(lines, "", p.styles.Key.Render(p.keys.Name(views.ActChat))+p.styles.Dim.Render(" goes to the prompt"))
}

// routing reads the routing metadata; nil when there is none.
func (m *Model) routing() *wire.Routing {
	x := m.subject.Exchange
	if len(x.Routing) == 0 {
		return nil
	}
	return m.read.routing.Get(&x.Routing[0], func() *wire.Routing {
		r := read.Routing(x.Routing)
		return &r
	})
}

// changes is what was done on the way; nil while it goes on.
func (m *Model) changes() []explain.Change {
	x := m.subject.Exchange
	if x.Running() || m.compact {
		return nil
	}
	return m.read.changes.Get(x.Version, func() []explain.Change { return explain.Changes(x) })
}

// echoes compares the settings with the result's; nil without a result.
func (m *Model) echoes() []figures.Echo {
	x := m.subject.Exchange
	if len(x.Response) == 0 {
		return nil
	}
	return m.read.echoes.Get(&x.Response[0], func() []figures.Echo { return figures.EchoesOf(x.Request, x.Response) })
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer { return views.AnswerTo(msg, m.handle, m.State) }

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if cmd, took := m.Took(msg); took {
		return nil, cmd
	}
	switch msg := msg.(type) {
	case tea.KeyPressMsg, views.Perform:
		if m.keys.Asked(msg, views.Global) == views.ActStop {
			return views.Cancel{}, nil
		}
		return m.act(m.keys.Asked(msg, views.Figures)), nil
	}
	return nil, nil
}

func (m *Model) act(a views.Action) views.Intent {
	if m.Do(a) {
		return nil
	}
	switch a {
	case views.ActCopy:
		return m.copied()
	case views.ActReadMetadata:
		if m.subject.Unasked() {
			return views.AskMetadata{}
		}
	case views.ActReadEdit:
		if x := m.subject.Exchange; m.subject.Blocked() || x != nil && !x.Known.Request { // for which the answer is why not
			return views.EditResend{Turn: m.subject.Turn}
		}
	case views.ActReadFrame:
		if s, ok := m.silence(); ok {
			return views.ShowFrame{Frame: s.Frame}
		}
	}
	return nil
}

// silence is the longest one: where a person who waits wants to look.
func (m *Model) silence() (s state.Silence, ok bool) {
	if m.subject.Exchange == nil {
		return s, false
	}
	return figures.LongestSilence(m.subject.Exchange, m.subject.NowUS)
}

// copyWidth is the width that the page is copied at, in cells, however narrow
// it is on the screen: in one column, so that it can be pasted anywhere.
const copyWidth = 100

// copied copies the page as text; from the column too.
func (m *Model) copied() views.Intent {
	if m.subject.Exchange == nil {
		return views.Notify{Text: "nothing to copy: no exchange is selected"}
	}
	whole := *m
	whole.compact = false
	lines := whole.draw(copyWidth, 0)
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(ansi.Strip(l), " "), " ")
	}
	return views.Copy{What: "overview", Text: strings.TrimSpace(strings.Join(lines, "\n")) + "\n"}
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	if help := m.SearchHelp(); help != nil {
		return help
	}
	var bindings []key.Binding
	if m.subject.Unasked() {
		bindings = append(bindings, m.keys.Binding(views.ActReadMetadata))
	}
	if m.subject.Blocked() {
		bindings = append(bindings, m.keys.Binding(views.ActReadEdit))
	}
	if s, ok := m.silence(); ok {
		b := m.keys.Binding(views.ActReadFrame)
		b.SetHelp(b.Help().Key, "longest "+gapWord(m.subject.Exchange, s))
		bindings = append(bindings, b)
	}
	if m.subject.Exchange != nil {
		bindings = append(bindings, m.keys.Binding(views.ActCopy))
	}
	if above, below := m.Beyond(); above || below {
		bindings = append(bindings, m.keys.Binding(views.ActGoDown), m.keys.Binding(views.ActGoPageDown))
	}
	return bindings
}

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActOpenRow, views.ActReadLoosen, views.ActReadFirst)
}
