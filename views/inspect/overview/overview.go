// Package overview is the inspector's first page: how an exchange ended, who
// served it, where its time went, what it cost, and which settings were
// returned other than they were sent. It is also the column next to the transcript,
// which shows the same in less space. Both show a running exchange as it grows.
package overview

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// Model is the page, or the column.
type Model struct {
	*page.Page
	styles  *themes.Styles
	keys    *views.Keys
	compact bool
	subject views.Subject

	drawn text.Memo[drawnFor, []string] // all lines
	read  reading
	runs  frames.Rows // of the list of frames in the column
}

// drawnFor is what the page was drawn for.
type drawnFor struct {
	views.Subject
	version              uint64 // of the exchange
	width, height, style int
}

// reading caches what is parsed from complete documents until they change.
type reading struct {
	routing text.Memo[*byte, *wire.Routing]     // by the address of the metadata
	echoes  text.Memo[*byte, []figures.Echo]    // by the address of the result
	unknown text.Memo[*byte, []string]          // by the address of the request
	changes text.Memo[uint64, []explain.Change] // by the version of the exchange
	stages  text.Memo[*byte, int]               // by the address of the request
	asked   text.Memo[*byte, report.Report]     // by the address of the request
	quiet   report.Silences
}

var _ views.Inspector = (*Model)(nil)

// New makes the page.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures)}
	m.Page = page.OfLines(m.lines).Searched(styles, m.keys)
	return m
}

// NewCompact makes the column next to the transcript, which is 30 to 60 cells
// wide. What does not fit in its height is left out from the bottom, section by
// section.
func NewCompact(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Figures), compact: true}
	m.Page = page.OfLines(m.lines)
	return m
}

func (m *Model) SetSubject(s views.Subject) {
	if s.Exchange != m.subject.Exchange {
		if m.read = (reading{}); !s.Of(m.subject) {
			m.Top() // else it is the same exchange at another time
		}
	}
	m.subject = s
}

// lines draws the page, once for each state of the exchange that is looked at.
func (m *Model) lines() []string {
	now := drawnFor{Subject: m.subject, width: m.Width, height: m.Height, style: m.styles.Version}
	if now.Exchange != nil {
		now.version = now.Exchange.Version
	}
	return m.drawn.Get(now, func() []string { return m.draw(m.Width, m.Height) })
}

// twoColumns is the width from which the parts are in two columns, in cells; between is
// the width of the rule between them with its margins.
const (
	twoColumns = 108
	between    = 5
)

// draw draws all lines for a width; the column's also for a height.
func (m *Model) draw(width, height int) []string {
	pen := reports.Pen{Styles: m.styles, Keys: m.keys, Width: max(width-2, 1), Brief: m.compact}
	var lines []string
	switch {
	case m.subject.Exchange == nil:
		lines = m.nothing(pen)
	case m.compact:
		lines = m.column(pen, height)
	default:
		lines = m.full(pen, height)
	}
	for i, l := range lines {
		lines[i] = text.Fit(" "+text.Truncate(l, pen.Width, "…"), width, "…")
	}
	return lines
}

// full draws the page. If it is wide, what happened is on the left and what it took on the
// right; below both is what was asked for and what was returned, and if there is space the prompt and the answer.
func (m *Model) full(pen reports.Pen, height int) []string {
	of := m.reportSubject()
	r := report.Exchange(of)
	if pen.Width < twoColumns {
		return pen.Lines(r.Verdict, r.Route, r.Time, r.Tokens, r.Caller, r.Events, r.Settings, r.Headers)
	}
	left, right := pen, pen
	left.Width = (pen.Width - between) / 2
	right.Width = pen.Width - between - left.Width
	l, rows := left.Lines(r.Verdict, r.Route, r.Tokens), right.Lines(r.Time, r.Caller, r.Events, r.Headers)
	lines := text.SideBySide(l, rows, left.Width, "  "+m.styles.Rule.Render("│")+"  ")
	if !r.Settings.Empty() {
		lines = append(append(lines, ""), pen.Lines(r.Settings)...)
	}
	if room := height - len(lines) - 1; room >= fewWords && len(of.Exchange.Request) > 0 {
		asked := m.read.asked.Get(&of.Exchange.Request[0], func() report.Report { return report.Asked(of) })
		words := text.SideBySide(left.Lines(asked), right.Lines(report.Answered(of)), left.Width, "  "+m.styles.Rule.Render("│")+"  ")
		lines = append(append(lines, ""), words[:min(len(words), room)]...)
	}
	return lines
}

// fewWords is the least number of rows of the prompt and the answer, with their titles.
const fewWords = 4

// roomy is the width from which the column is not narrow, in cells.
const roomy = 46

// maxStageLines bounds the lines below the name of a stage in the column.
const maxStageLines = 4

// reservedRows returns the number of rows that a part of the column has from the start, with its title, so that
// nothing below it moves during an answer or at its end. ROUTE: model, provider, attempt, and the stages that
// the request asks for. TIME: the bar and three rows of its parts, four if it is narrow. TOKENS: two rows of counts (three if it is narrow), the first token and the speed.
func (m *Model) reservedRows(part string, width, height int) int {
	const stageShare = 11 // of the height is a row of each stage
	narrow := min(max(roomy-width, 0), 1)
	switch part {
	case "ROUTE":
		return 4 + m.expectedStages()*min(max(height/stageShare, 2), 1+maxStageLines)
	case "TIME", "TOKENS":
		return 5 + narrow
	}
	return 0
}

// expectedStages counts the stages of the gateway's pipeline that the request asks for: its plugins, and a
// router that is named as the model.
func (m *Model) expectedStages() int {
	x := m.subject.Exchange
	if !m.subject.Metadata || len(x.Request) == 0 {
		return 0
	}
	return m.read.stages.Get(&x.Request[0], func() int {
		n := 0
		for range scan.Elements(scan.Get(x.Request, "plugins")) {
			n++
		}
		if _, name, _ := strings.Cut(x.RequestModel, "/"); slices.Contains([]string{"auto", "auto-beta", "pareto", "fusion"}, name) {
			n = max(n, 1) // one of the plugins may be its settings
		}
		return n
	})
}

// column draws what fits in a height: complete parts from the top, then the last frames. The
// transcript next to it shows the state of the exchange.
func (m *Model) column(pen reports.Pen, height int) []string {
	r := report.Exchange(m.reportSubject())
	lines := pen.Blocks(r.Verdict.Blocks)
	const fewFrames = 5 // the least number of lines for the frames, with their title
	route := m.reservedRows("ROUTE", pen.Width, height)
	pen.MaxAbout = maxStageLines
	for ; pen.MaxAbout > 1 && (len(pen.Lines(r.Route)) > route || len(lines)+len(pen.Lines(r.Route, r.Time, r.Tokens))+2+fewFrames > height); pen.MaxAbout-- {
	}
	for _, part := range []report.Report{r.Route, r.Time, r.Tokens} {
		more := pen.Lines(part)
		if part.Title == "TOKENS" && len(part.Blocks) > 1 && len(pen.Blocks(part.Blocks[:1])) == 1 {
			more = slices.Insert(more, 2, "") // the counts at the end need a second row
		}
		if rows := m.reservedRows(part.Title, pen.Width, height); len(lines)+1+rows <= height {
			more = append(more, make([]string, max(rows-len(more), 0))...)
		}
		if len(lines) > 0 && len(more) > 0 {
			more = append([]string{""}, more...)
		}
		if len(lines)+len(more) > height && len(lines) > 0 {
			return lines[:min(len(lines), height)]
		}
		lines = append(lines, more...)
	}
	const minFrames = 3 // the title and two frames
	if rows := height - len(lines) - 1; rows >= minFrames && m.subject.Capture != nil && !r.Events.Empty() {
		lines = append(append(append(lines, ""), pen.Lines(r.Events)...), m.frames(pen, rows-1)...)
	}
	return lines[:min(len(lines), height)]
}

// nothing is shown if there is no exchange. The column is next to the prompt; the inspector
// has to name the key for it.
func (m *Model) nothing(pen reports.Pen) []string {
	title, words := "Nothing sent yet.", "Send a prompt to see how it was routed, where the time went and what was returned."
	if m.subject.Turn != 0 {
		title, words = "Not sent from here.", "Only the messages were opened: no timings, routing or events. Requests sent from here are captured."
	}
	lines := append([]string{"", m.styles.Strong.Render(title), ""}, text.Paragraph(m.styles, m.styles.Dim, 0, pen.Width, words)...)
	if m.compact || m.subject.Turn != 0 {
		return lines
	}
	return append(lines, "", m.styles.Key.Render(m.keys.Name(views.ActChat))+m.styles.Dim.Render(" goes to the prompt"))
}

// reportSubject returns the subject of the reports; values of complete documents are read once.
func (m *Model) reportSubject() report.Subject {
	s, x := m.subject, m.subject.Exchange
	subject := reports.SubjectOf(s)
	guidance := &subject.Guidance
	guidance.ModelsKeys, guidance.RouteKeys, guidance.GuardsKeys = m.keys.Name(views.ActModel), m.keys.Name(views.ActTabRoute), m.keys.Name(views.ActTabGuardrails)
	guidance.ConnectKeys, guidance.Chat = m.keys.Name(views.ActConnections), "in the chat, and press "+m.keys.Name(views.ActSend)
	guidance.MetadataKeys, guidance.FrameKeys = m.keys.Name(views.ActMetadata), m.keys.Name(views.ActFrameWarning)
	if !m.compact {
		subject.Guidance.AskKeys = m.keys.Name(views.ActReadMetadata)
	}
	if len(x.Routing) > 0 {
		subject.Read.Routing = m.read.routing.Get(&x.Routing[0], func() *wire.Routing { return report.ReadRouting(x) })
	}
	if m.compact { // it has neither settings nor what was done on the way
		return subject
	}
	if len(x.Response) > 0 {
		subject.Read.Echoes = m.read.echoes.Get(&x.Response[0], func() []figures.Echo { return figures.EchoesOf(x.Request, x.Response) })
	}
	if len(x.Request) > 0 {
		subject.Read.Unknown = m.read.unknown.Get(&x.Request[0], func() []string { return report.ReadUnknown(x) })
	}
	if !x.Running() {
		subject.Read.Changes = m.read.changes.Get(x.Version, func() []explain.Change { return explain.Changes(x) })
	}
	m.read.quiet.Count(x, s.Capture)
	subject.Read.Silences = m.read.quiet
	return subject
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	if answer, ok := m.Handle(msg); ok {
		return answer
	}
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Ask(views.Cancel{})
	}
	action := m.keys.Asked(msg, views.Figures)
	if answer, ok := m.Do(action); ok {
		return answer
	}
	return views.Ask(m.act(action))
}

func (m *Model) act(a views.Action) views.Intent {
	switch a {
	case views.ActCopy:
		return m.copied()
	case views.ActReadMetadata:
		if m.subject.CanRequestMetadata() {
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

// silence returns the longest one: users who wait want to look there.
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
	page := *m
	page.compact = false
	lines := page.draw(copyWidth, 0)
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(ansi.Strip(l), " "), " ")
	}
	return views.Copy{What: "overview", Text: strings.TrimSpace(strings.Join(lines, "\n")) + "\n"}
}

func (m *Model) ShortHelp() []key.Binding {
	if help := m.SearchHelp(); help != nil {
		return help
	}
	var bindings []key.Binding
	if m.subject.CanRequestMetadata() {
		bindings = append(bindings, m.keys.Binding(views.ActReadMetadata))
	}
	if m.subject.Blocked() {
		bindings = append(bindings, m.keys.Binding(views.ActReadEdit))
	}
	if s, ok := m.silence(); ok {
		b := m.keys.Binding(views.ActReadFrame)
		b.SetHelp(b.Help().Key, "longest "+report.GapWord(m.subject.Exchange, s))
		bindings = append(bindings, b)
	}
	if m.subject.Exchange != nil {
		bindings = append(bindings, m.keys.Binding(views.ActCopy))
	}
	if above, below := m.Overflow(); above || below {
		bindings = append(bindings, m.keys.Binding(views.ActGoDown), m.keys.Binding(views.ActGoPageDown))
	}
	return bindings
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Figures}, views.ActOpenRow, views.ActReadLoosen, views.ActReadFirst)
}
