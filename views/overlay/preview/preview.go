// Package preview is the overlay that shows exactly what is sent: method,
// address, header with the key hidden, and the body. Only the lines in view are
// drawn, however long the body is.
package preview

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// Model is the preview of one request.
type Model struct {
	*page.Page
	keys *views.Keys
	body string
	head int // bytes before the body
	fill *filled
	curl func() string
	does string // what sending does
}

// New makes the preview of what is sent, with what the checks found in it. The key in it must
// have been hidden before; curl writes it as a command when that is asked for.
func New(styles *themes.Styles, keys *views.Keys, sent wire.Sent, found []report.Finding, curl func() string) *Model {
	m := &Model{keys: keys.In(views.Preview, views.Overlay), body: string(sent.Body), curl: curl, does: "send"}
	about := head(sent, found)
	content := text.NewPainted(styles, nil, func(s *themes.Styles) text.Paint {
		dim, words := text.PenOf(s.Dim), text.PenOf(s.Text)
		return func(line, _ string, at int, _ *text.Layout) string {
			if at < len(about) {
				return dim.Draw(text.Marked(line))
			}
			return words.Draw(text.Marked(line))
		}
	})
	content.Update(about + m.body)
	m.head, m.fill = len(about), &filled{Plain: content, styles: styles, spaced: len(found) > 0}
	m.Page = page.New(m.fill)
	return m
}

// SetFill shows below the request's line what fills the prompt.
func (m *Model) SetFill(filling report.Filling) {
	m.fill.filling, m.fill.there = filling, true
	m.fill.drawn.Forget()
}

// filled is a text whose first line stands out, with a report of what fills the prompt below that
// line: there it is in sight on a small terminal too.
type filled struct {
	*text.Plain
	styles  *themes.Styles
	spaced  bool // the second line is empty
	filling report.Filling
	there   bool
	drawn   text.Memo[text.Shape, []string]
}

func (f *filled) Lines(i int) []string {
	lines := f.Plain.Lines(i)
	if i > 0 {
		return lines
	}
	lines = append([]string{f.styles.Accent.Render(ansi.Strip(lines[0]))}, lines[1:]...)
	if !f.there {
		return lines
	}
	return append(lines, f.drawn.Get(text.Shape{Width: f.Width, Style: f.styles.Version}, func() []string {
		pen := reports.Pen{Styles: f.styles, Width: min(f.Width, maxFillWidth)}
		brief := append([]string{""}, pen.Lines(report.FillBrief(f.filling))...)
		if !f.spaced {
			brief = append(brief, "")
		}
		return brief
	})...)
}

// maxFillWidth is how wide what fills the prompt is at most, in cells.
const maxFillWidth = 98

// maxFound is how many findings are written out.
const maxFound = 8

// head writes the request's line, what was found in the body, the header, and the body's size.
func head(sent wire.Sent, found []report.Finding) string {
	lines := []string{sent.Method + " " + sent.URL}
	if len(found) > 0 {
		lines = append(lines, "", report.Counted(found).Text)
		for _, f := range found[:min(len(found), maxFound)] {
			lines = append(lines, f.Mark()+" "+text.SanitizeLine(f.Words()))
		}
		if more := len(found) - maxFound; more > 0 {
			lines = append(lines, fmt.Sprintf("… %d more", more))
		}
		lines = append(lines, "")
	}
	for _, name := range slices.Sorted(maps.Keys(sent.Header)) {
		for _, value := range sent.Header[name] {
			lines = append(lines, name+": "+value)
		}
	}
	n := len(sent.Body)
	size := fmt.Sprintf("body, %d bytes", n)
	if n >= 1000 {
		size = fmt.Sprintf("body, %s (%d bytes)", figures.Size(n), n)
	}
	return strings.Join(append(lines, "", size, ""), "\n")
}

// PreferredSize returns the size that a request likes to be read in.
func (m *Model) PreferredSize() (width, height int) {
	return 100, m.Content().Len() + len(m.fill.Lines(0)) - 1
}

// SetDoes sets what sending from here does, if that is more than to send what is shown.
func (m *Model) SetDoes(does string) { m.does = does }

func (m *Model) SetSize(width, height int) {
	m.Page.SetSize(width, height)
	m.Fill()
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch m.keys.Asked(msg, views.Preview) {
	case views.ActPreviewPiece: // one of the largest of the prompt
		top, n := m.Here(), max(m.keys.Number(views.ActPreviewPiece, msg), 0)
		if list := m.fill.filling.Fill.Largest(report.Largest); n < len(list) {
			m.ShowBlock(m.fill.Block(m.head + list[n].At))
		}
		return views.Answer{Used: m.Here() != top}
	case views.ActCopyCurl:
		if m.curl != nil {
			return views.Ask(views.Copy{What: "curl command", Text: m.curl()})
		}
	case views.ActCopy:
		return views.Ask(views.Copy{What: "request JSON", Text: m.body})
	}
	switch m.keys.Asked(msg, views.Global) {
	case views.ActSendNow:
		return views.Ask(views.SendNow{Shown: true})
	case views.ActPreview:
		return views.Ask(views.Close{})
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return views.Ask(views.SendNow{Shown: true})
	}
	answer, _ := m.Do(action)
	return answer
}

func (m *Model) ShortHelp() []key.Binding {
	all := []key.Binding{m.keys.As(views.ActListChoose, m.does)}
	if n := len(m.fill.filling.Fill.Largest(report.Largest)); n > 0 {
		b := m.keys.Binding(views.ActPreviewPiece)
		b.SetHelp(strings.TrimSuffix("1-"+strconv.Itoa(n), "-1"), "go to the piece")
		all = append(all, b)
	}
	all = append(all, m.keys.Bindings(views.ActCopyCurl, views.ActCopy, views.ActListClose)...)
	if above, below := m.Overflow(); above || below {
		all = append(all, m.keys.Binding(views.ActGoPageDown))
	}
	return all
}
