package tree

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	jsontree "gatehouse/state/json/tree"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Filterer runs a jq filter on a document; it ends when ctx does. Who runs one
// that the user wrote bounds its memory and its time: state/json/tree cannot.
type Filterer func(ctx context.Context, doc []byte, filter string) (jsontree.Filtered, error)

// noFilterer is used until SetFilterer is called.
func noFilterer(context.Context, []byte, string) (jsontree.Filtered, error) {
	return jsontree.Filtered{}, errors.New("jq is not available")
}

// SetFilterer sets what runs filters.
func (m *Model) SetFilterer(f Filterer) {
	if f != nil {
		m.filterer = f
	}
}

type running struct {
	stop   context.CancelFunc // nil for none
	number int                // counts the filters, so that a late result is known
}

func (m *Model) isFiltering() bool { return m.running.stop != nil }

// run runs the filter, unless one runs, on the document on top; where that is the result
// of another filter, on the document of that one.
func (m *Model) run() tea.Cmd {
	if m.isFiltering() {
		return nil
	}
	if strings.TrimSpace(m.prompt.words) == "" {
		m.prompt.words = everything
	}
	n := len(m.layers)
	if m.top().filter != "" {
		n--
	}
	ctx, stop := context.WithCancel(context.Background())
	m.running = running{stop, m.running.number + 1}
	filter, out := m.filterer, filtered{number: m.running.number, words: m.prompt.words, layers: n, below: m.layers[n-1]}
	return func() tea.Msg {
		out.result, out.err = filter(ctx, out.below.json, out.words)
		if out.err == nil {
			out.index, _ = jsontree.New(out.result.Doc)
		}
		return out
	}
}

// filtered is what a filter gave.
type filtered struct {
	number int
	words  string
	layers int    // below the result
	below  *layer // the last of them, that the filter worked on
	result jsontree.Filtered
	index  *jsontree.Index // of the result
	err    error
}

func (m *Model) showFiltered(msg filtered) {
	if msg.number != m.running.number || m.running.stop == nil {
		return
	}
	m.stopFilter()
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.prompt.wrong = "stopped"
	case msg.err != nil:
		m.prompt.wrong = msg.err.Error() + ": change the filter, " + m.keys.Name(views.ActListChoose) + " runs it again"
	default:
		m.prompt = prompt{}
		l := newLayer(m.styles, Content{JSON: msg.result.Doc, Index: msg.index}, nil)
		first := ""
		if msg.result.Cut {
			first = "the first "
		}
		l.title = "jq " + msg.words + ": " + first + figures.Counted(msg.result.Count, "result")
		l.filter, l.jq, l.below = msg.words, filteredBy(msg.below.jq, msg.words, msg.result), msg.below
		m.layers = m.layers[:msg.layers]
		m.push(l)
	}
}

func (m *Model) stopFilter() {
	if m.running.stop != nil {
		m.running.stop()
		m.running.stop = nil
	}
}

// prompt is the line at the foot in which a jq filter is written.
type prompt struct {
	typing bool
	words  string // empty is the filter for all
	wrong  string // what is wrong with it
}

// everything is the filter that lets all through: it runs where none was written.
const everything = "."

// openFilter begins a filter of the document; where what one gave is shown, that one
// is changed.
func (m *Model) openFilter() {
	m.closeFind()
	if m.prompt = (prompt{typing: true}); m.top().filter != everything {
		m.prompt.words = m.top().filter
	}
}

// write takes a key or a paste while words are being written.
func (m *Model) write(msg tea.Msg) tea.Cmd {
	switch {
	case m.prompt.typing:
		return m.writeFilter(msg)
	case m.find.Typing:
		return m.writeFind(msg)
	}
	return nil
}

func (m *Model) writeFilter(msg tea.Msg) tea.Cmd {
	p := &m.prompt
	words, did := p.words, views.LineUnchanged
	switch msg := msg.(type) {
	case tea.PasteMsg:
		words, did = words+views.FirstLine(msg.Content), views.LineEdited
	case tea.KeyPressMsg:
		switch m.keys.Asked(msg, views.Overlay) {
		case views.ActListChoose:
			return m.run()
		case views.ActGoDown, views.ActGoUp:
			return nil
		}
		words, did = m.keys.EditLine(msg, words)
	}
	switch did {
	case views.LineEdited:
		m.stopFilter() // nobody waits for the one that is being changed
		p.words, p.wrong = words, ""
	case views.LineLeft:
		*p = prompt{}
	}
	return nil
}

func (m *Model) filterLine() string {
	words := text.SanitizeLine(m.prompt.words)
	line := m.styles.Accent.Render(" |") + m.styles.Text.Render(words)
	if words == "" {
		line += m.styles.Faint.Render(everything)
	}
	switch {
	case m.isFiltering():
		line += m.styles.Running.Render("   running, " + m.keys.Name(views.ActStop) + " stops it")
	case m.prompt.wrong != "":
		width := max(m.width-text.Width(line)-4, 16)
		line += "   " + m.styles.Bad.Render("✗ "+text.Truncate(text.SanitizeLine(m.prompt.wrong), width, "…"))
	default:
		line += m.styles.Dim.Render("   a jq filter, " + m.keys.Name(views.ActListChoose) + " runs it, " + m.keys.Name(views.ActStop) + " leaves")
	}
	if over := text.Width(line) - m.width; over > 0 && m.prompt.wrong != "" {
		line = text.TruncateLeft(line, over, "…")
	}
	return line
}
