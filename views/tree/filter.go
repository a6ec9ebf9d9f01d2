package tree

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/figures"
	jsontree "gatehouse/state/tree"
	"gatehouse/views"
)

// Filterer runs a jq filter on a document; it ends when ctx does. Who runs one
// that a person wrote bounds its memory and its time: state/tree cannot.
type Filterer func(ctx context.Context, doc []byte, filter string) (jsontree.Filtered, error)

// noFilterer stands where nobody said how filters are run.
func noFilterer(context.Context, []byte, string) (jsontree.Filtered, error) {
	return jsontree.Filtered{}, errors.New("jq is not available")
}

// SetFilterer says how filters are run.
func (m *Model) SetFilterer(f Filterer) {
	if f != nil {
		m.filterer = f
	}
}

// running is the filter that runs.
type running struct {
	stop   context.CancelFunc // nil for none
	number int                // counts the filters, so that a late result is known
}

// filters reports whether a filter runs.
func (m *Model) filters() bool { return m.running.stop != nil }

// run runs the filter, unless one runs, on the document on top; where that is the result
// of another filter, on the document of that one.
func (m *Model) run() tea.Cmd {
	if m.filters() {
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

// takeFiltered shows the result of a filter, or what was wrong with it.
func (m *Model) takeFiltered(msg filtered) {
	if msg.number != m.running.number || m.running.stop == nil {
		return
	}
	m.halt()
	switch {
	case errors.Is(msg.err, context.Canceled):
		m.prompt.wrong = "stopped"
	case msg.err != nil:
		m.prompt.wrong = msg.err.Error() + ": change the filter, " + m.keys.Name(views.ActListChoose) + " runs it again"
	default:
		m.prompt = prompt{}
		l := newLayer(m.styles, Content{JSON: msg.result.Doc, Index: msg.index}, nil)
		l.filter, l.below = msg.words, msg.below
		l.title, l.way = filterTitle(msg), filteredWay(msg.below.way, msg.words, msg.result)
		m.layers = m.layers[:msg.layers]
		m.push(l)
	}
}

func filterTitle(msg filtered) string {
	first := ""
	if msg.result.Cut {
		first = "the first "
	}
	return "jq " + msg.words + ": " + first + figures.Counted(msg.result.Count, "result")
}

// halt stops the filter that runs.
func (m *Model) halt() {
	if m.running.stop != nil {
		m.running.stop()
		m.running.stop = nil
	}
}
