package diff

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/request/talk"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/text"
)

func sent(s views.Subject) []byte {
	if s.Capture != nil && len(s.Capture.Sent.Body) > 0 {
		return s.Capture.Sent.Body
	}
	if s.Exchange != nil {
		return s.Exchange.Request
	}
	return nil
}

// requestPart is the comparison of two documents: of the requests, of the results, or
// of the routing metadata.
type requestPart struct {
	requestCompared
	deep  bool // one of a and b lacks what nests too deep to be read
	a, b  []byte
	want  bool
	busy  bool
	paths [2]string // of the requests
	view  *json.Delta
}

// tooDeep is what no comparison of results knows of.
const tooDeep = " values nested deeper than 10,000 levels"

// requestCompared is what comparing two documents gave.
type requestCompared struct {
	what   string // request, result or routing
	number int    // counts the pairs, so that a late comparison is known
	delta  *tree.Delta
	long   map[int]*text.LineDiff // its long texts
	words  string                 // instead of a comparison
	ranked bool                   // they are rankings
	note   string                 // what was done to the requests before they were compared
}

// reset begins the comparison of another pair.
func (p *requestPart) reset() {
	*p = requestPart{requestCompared: requestCompared{what: p.what, number: p.number + 1}}
}

// setNotice shows a notice instead of a comparison.
func (p *requestPart) setNotice(words string) {
	p.reset()
	p.want, p.words = true, words
}

// set compares two documents, unless they are compared already.
func (p *requestPart) set(pair bool, a, b []byte, paths [2]string) {
	if !pair || p.want && bytes.Equal(p.a, a) && bytes.Equal(p.b, b) {
		return
	}
	p.reset()
	p.a, p.b, p.paths, p.want = a, b, paths, true
	if len(a)+len(b) <= json.DeltaAtOnce {
		p.setResult(compareDocuments(p.what, p.number, a, b, paths))
	}
}

// setRequests compares what was sent, where that is known.
func (p *requestPart) setRequests(pair bool, a, b views.Subject) {
	if sides, why := unknown(a, b, func(s views.Subject) bool { return sent(s) != nil }); pair && sides != "" {
		p.setNotice("Not compared: not known for " + sides + why + ".")
		return
	}
	p.set(pair, sent(a), sent(b), [2]string{sentPath(a), sentPath(b)})
}

func (p *requestPart) work() tea.Cmd {
	if !p.want || p.busy || p.delta != nil || p.words != "" {
		return nil
	}
	p.busy = true
	what, number, a, b, paths := p.what, p.number, p.a, p.b, p.paths
	return func() tea.Msg { return compareDocuments(what, number, a, b, paths) }
}

func compareDocuments(what string, number int, a, b []byte, paths [2]string) requestCompared {
	c := requestCompared{what: what, number: number}
	identical := "Identical, byte for byte."
	if what == "result" {
		c.ranked = talk.IsRanking(a) && talk.IsRanking(b)
		if a, b = remaining(a), remaining(b); c.ranked {
			a, b = byDocument(a), byDocument(b)
		}
		identical = "Identical, apart from ids, times and what other sections compare."
	}
	if bytes.Equal(a, b) {
		c.words = identical
		return c
	}
	if what == "request" {
		a, b, c.note = inOneAPI(a, b, paths)
	}
	first, err := tree.New(a)
	if err != nil {
		c.words = "The " + what + " of A is not JSON: " + err.Error()
		return c
	}
	second, err := tree.New(b)
	if err != nil {
		c.words = "The " + what + " of B is not JSON: " + err.Error()
		return c
	}
	c.delta = tree.Diff(first, second)
	c.long = json.LongTexts(c.delta)
	return c
}

func (p *requestPart) setResult(c requestCompared) {
	if c.what == p.what && c.number == p.number {
		p.requestCompared, p.busy, p.view = c, false, nil
	}
}

// changeAt returns the row of the first difference; 0 for none.
func (p *requestPart) changeAt() int {
	for i := range p.view.Len() {
		if p.view.Change(i).Kind > tree.Inside {
			return i
		}
	}
	return 0
}

func (p *requestPart) section(styles *themes.Styles, only, complete bool) section {
	s := section{title: strings.ToUpper(p.what)}
	switch {
	case p.words != "":
		if p.deep {
			s.about = "without" + tooDeep
		}
		s.setAbout(p.words)
	case p.delta == nil:
		s.setAbout("Comparing " + figures.Size(len(p.a)) + " with " + figures.Size(len(p.b)) + ".")
	default:
		differ, respelled := p.delta.Differences()
		s.about = figures.Counted(differ, "difference")
		if respelled > 0 {
			s.about += ", " + figures.Thousands(respelled) + " more written differently"
		}
		if p.note != "" {
			s.about += "; " + p.note
		}
		if p.what == "result" {
			s.about += ", excluding ids, times and what other sections compare"
		}
		if p.deep {
			s.about += ", and" + tooDeep
		}
		if p.ranked {
			s.about += "; by document, with rank"
		}
		shown := json.DeltaShown{OnlyDifferences: only, Folds: true, Complete: complete}
		if p.view == nil {
			p.view = json.NewDelta(styles, p.delta, p.long, shown)
		}
		p.view.Show(shown)
		if s.folded = differ+respelled == 0 && !complete; !s.folded && p.view.Len() > 0 {
			s.content = p.view
		}
	}
	return s
}

// stringAt returns a string of a document, empty where there is none.
func stringAt(object []byte, name string) string { return scan.Text(scan.Get(object, name)) }

// setRouting compares the routing metadata of two exchanges if both have some, else it
// gives the reason that one has none.
func (m *Model) setRouting() {
	if !m.pair() {
		return
	}
	if a, b := m.a.Exchange.Routing, m.b.Exchange.Routing; len(a) > 0 && len(b) > 0 {
		m.routing.set(true, a, b, [2]string{})
	} else {
		m.routing.setNotice(strings.Join(m.unrouted(), " "))
	}
}

// unrouted returns of each side without routing metadata why it has none, and how it is
// asked for where that was not done.
func (m *Model) unrouted() (words []string) {
	a, b := explain.NoRouting(m.a.Exchange, m.a.Metadata, m.a.Service), explain.NoRouting(m.b.Exchange, m.b.Metadata, m.b.Service)
	switch {
	case a == b && a != "":
		words = append(words, "Neither has routing metadata. "+a)
	case a != "":
		words = append(words, "A has no routing metadata. "+a)
	}
	if b != "" && a != b {
		words = append(words, "B has no routing metadata. "+b)
	}
	could := func(why string, s views.Subject) bool {
		return why != "" && !s.Metadata && explain.CanAskRouting(s.Exchange)
	}
	if could(a, m.a) || could(b, m.b) {
		words = append(words, m.keys.Name(views.ActMetadata)+" turns it on for new requests.")
	}
	return words
}
