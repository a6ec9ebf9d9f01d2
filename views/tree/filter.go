package tree

import (
	"bytes"
	"context"
	"errors"
	"slices"
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
	again  *layer             // whose document has changed; nil for a filter that the person waits for
	number int                // counts the filters, so that a late result is known
}

// filters reports whether a filter runs that the person waits for.
func (m *Model) filters() bool { return m.running.stop != nil && m.running.again == nil }

// run runs the filter, unless one runs.
func (m *Model) run() tea.Cmd {
	if m.filters() {
		return nil
	}
	if strings.TrimSpace(m.prompt.words) == "" {
		m.prompt.words = everything
	}
	return m.startFilter(m.filterBase().json, m.prompt.words, nil)
}

// filterBase is the layer that a filter works on: not what another one gave.
func (m *Model) filterBase() *layer {
	if n := len(m.layers); m.top().filter != "" {
		return m.layers[n-2]
	}
	return m.top()
}

// filterOn returns the Cmd that runs a filter again whose document has changed: one at
// a time.
func (m *Model) filterOn() tea.Cmd {
	if m.running.stop != nil {
		return nil
	}
	for i, l := range m.layers[1:] {
		if doc := m.layers[i].json; l.filter != "" && doc != nil && !sameBytes(l.of, doc) {
			return m.startFilter(doc, l.filter, l)
		}
	}
	return nil
}

func (m *Model) startFilter(doc []byte, words string, again *layer) tea.Cmd {
	m.halt()
	ctx, stop := context.WithCancel(context.Background())
	number := m.running.number + 1
	m.running = running{stop, again, number}
	filter := m.filterer
	return func() tea.Msg {
		result, err := filter(ctx, doc, words)
		out := filtered{number: number, words: words, of: doc, result: result, err: err}
		if err == nil {
			out.index, _ = jsontree.New(result.Doc)
		}
		return out
	}
}

// filtered is what a filter gave.
type filtered struct {
	number int
	words  string
	of     []byte // the document that it worked on
	result jsontree.Filtered
	index  *jsontree.Index // of the result
	err    error
}

// takeFiltered shows the result of a filter, or what was wrong with it.
func (m *Model) takeFiltered(msg filtered) {
	if msg.number != m.running.number || m.running.stop == nil {
		return
	}
	again := m.running.again
	m.halt()
	switch {
	case again != nil:
		m.takeAgain(msg, slices.Index(m.layers, again))
	case errors.Is(msg.err, context.Canceled):
		m.prompt.wrong = "stopped"
	case msg.err != nil:
		m.prompt.wrong = msg.err.Error() + ": change the filter, " + m.keys.Name(views.ActListChoose) + " runs it again"
	default:
		m.prompt = prompt{}
		base := m.filterBase()
		if m.top() != base {
			m.layers = m.layers[:len(m.layers)-1]
		}
		m.push(m.filterLayer(msg, base, nil))
	}
}

// takeAgain shows the result of a filter whose document has changed in the place of
// the one before, which stays where there is none any more.
func (m *Model) takeAgain(msg filtered, at int) {
	l := m.layers[at]
	switch {
	case msg.err != nil:
		l.of, l.title = msg.of, "jq "+msg.words+": stale; now "+msg.err.Error()
	case bytes.Equal(l.json, msg.result.Doc):
		l.of, l.title = msg.of, filterTitle(msg)
	default:
		m.layers[at] = m.filterLayer(msg, m.layers[at-1], l)
	}
	m.settle()
}

// filterLayer is the layer of what a filter made of the one below, in the place of
// one before it, which may be nil.
func (m *Model) filterLayer(msg filtered, base, before *layer) *layer {
	l := newLayer(m.styles, Content{JSON: msg.result.Doc, Index: msg.index}, before)
	l.filter, l.of = msg.words, msg.of
	l.title, l.way = filterTitle(msg), filteredWay(base.way, msg.words, msg.result)
	return l
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
