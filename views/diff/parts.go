package diff

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/rope"
	"gatehouse/state/talk"
	"gatehouse/state/tree"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/json"
	"gatehouse/views/text"
)

// wordsAtOnce is how large two answers may be together, in bytes, to be compared
// between two frames.
const wordsAtOnce = 32 << 10

// sent returns the bytes that were sent.
func sent(s views.Subject) []byte {
	if s.Capture != nil && len(s.Capture.Sent.Body) > 0 {
		return s.Capture.Sent.Body
	}
	if s.Exchange != nil {
		return s.Exchange.Request
	}
	return nil
}

// requestPart is the comparison of two documents: of the requests, or of the
// results.
type requestPart struct {
	what   string // request or result
	number int    // counts the pairs, so that a late comparison is known
	deep   bool   // one of a and b lacks what nests too deep to be read
	a, b   []byte
	want   bool
	busy   bool
	delta  *tree.Delta
	long   map[int]*text.WordDiff // its long texts
	words  string                 // in the place of a comparison
	ranked bool                   // they are rankings
	note   string                 // what was done to the requests before they were compared
	paths  [2]string              // of the requests
	view   *json.Delta
	only   bool // view leaves out what is the same
	whole  bool // view cuts nothing short
}

// tooDeep is what no comparison of results knows of.
const tooDeep = " values nested deeper than 10,000 levels"

// requestCompared is what comparing two documents gave.
type requestCompared struct {
	what   string
	number int
	delta  *tree.Delta
	long   map[int]*text.WordDiff
	words  string
	ranked bool
	note   string
}

// fresh is the comparison of another pair.
func (p *requestPart) fresh() requestPart {
	return requestPart{what: p.what, number: p.number + 1}
}

func (p *requestPart) take(pair bool, a, b []byte, paths [2]string) {
	if !pair || p.want && bytes.Equal(p.a, a) && bytes.Equal(p.b, b) {
		return
	}
	*p = requestPart{what: p.what, number: p.number + 1, a: a, b: b, paths: paths, want: true}
	if len(a)+len(b) <= json.DeltaAtOnce {
		p.put(compareDocuments(p.what, p.number, a, b, paths))
	}
}

// takeRequests takes what was sent, where that is known.
func (p *requestPart) takeRequests(pair bool, a, b views.Subject) {
	if sides, why := unknown(a, b, func(s views.Subject) bool { return sent(s) != nil }); pair && sides != "" {
		*p = requestPart{what: p.what, number: p.number + 1, want: true, words: "Not compared: not known for " + sides + why + "."}
		return
	}
	p.take(pair, sent(a), sent(b), [2]string{sentPath(a), sentPath(b)})
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
	said := "Identical, byte for byte."
	if what == "result" {
		c.ranked = talk.IsRanking(a) && talk.IsRanking(b)
		if a, b = remaining(a), remaining(b); c.ranked {
			a, b = byDocument(a), byDocument(b)
		}
		said = "Identical, apart from ids, times and what other sections compare."
	}
	if bytes.Equal(a, b) {
		c.words = said
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

func (p *requestPart) put(c requestCompared) {
	if c.what == p.what && c.number == p.number {
		p.delta, p.long, p.words, p.ranked, p.note, p.busy, p.view = c.delta, c.long, c.words, c.ranked, c.note, false, nil
	}
}

// section makes the section of the documents.
func (p *requestPart) section(styles *themes.Styles, only, whole bool) section {
	s := section{title: strings.ToUpper(p.what)}
	switch {
	case p.words != "":
		if s.content = said(styles, p.words); p.deep {
			s.about = "without" + tooDeep
		}
	case p.delta == nil:
		s.content = said(styles, "Comparing "+views.Size(len(p.a))+" with "+views.Size(len(p.b))+".")
	default:
		differ, respelled := p.delta.Differences()
		s.about = counted(differ, "difference")
		if respelled > 0 {
			s.about += ", " + views.Thousands(respelled) + " more written differently"
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
		if p.view == nil || p.only != only {
			p.view, p.only, p.whole = json.NewDelta(styles, p.delta, p.long, only), only, false
		}
		if p.whole != whole {
			p.whole = whole
			p.view.SetWhole(whole)
		}
		if s.content = p.view; p.view.Len() == 0 {
			s.content = said(styles, "No difference in meaning.")
		}
	}
	return s
}

// answerPart is the comparison of the answers' texts.
type answerPart struct {
	number int
	a, b   *rope.Rope
	at     [2]uint64 // the versions of the exchanges that a and b are of
	want   bool
	busy   bool
	pieces []tree.Piece
	words  string
	view   *text.WordDiff
	only   bool // view leaves out what is the same
}

// wordsCompared is what comparing the answers gave.
type wordsCompared struct {
	number int
	pieces []tree.Piece
}

// take takes the answers, once both have ended: a comparison of what still
// grows would be made anew with every word. More may come then: a failed response
// behind the error event.
func (p *answerPart) take(pair bool, a, b *state.Exchange) {
	if !pair {
		return
	}
	at := [2]uint64{a.Version, b.Version}
	switch {
	case p.want && p.at == at:
		return
	case a.Running() || b.Running():
		p.words = "Compared once both have finished."
		return
	}
	first, second := a.TextRope(), b.TextRope()
	if p.want && sameText(p.a, first) && sameText(p.b, second) {
		p.at = at
		return
	}
	*p = answerPart{number: p.number + 1, a: first, b: second, at: at, want: true}
	switch {
	case p.a.Len() == 0 && p.b.Len() == 0:
		p.words = "Neither has text."
	case sameText(p.a, p.b):
		p.words = "Same text, " + views.Size(int(p.a.Len())) + "."
	case p.a.Len()+p.b.Len() <= wordsAtOnce:
		p.pieces = tree.DiffWords(p.a.String(), p.b.String())
	}
}

func sameText(a, b *rope.Rope) bool { return a.Len() == b.Len() && a.Begins(b, a.Len()) }

func (p *answerPart) work() tea.Cmd {
	if !p.want || p.busy || p.pieces != nil || p.words != "" {
		return nil
	}
	p.busy = true
	number, a, b := p.number, p.a, p.b
	return func() tea.Msg { return wordsCompared{number, tree.DiffWords(a.String(), b.String())} }
}

func (p *answerPart) put(c wordsCompared) {
	if c.number == p.number {
		p.pieces, p.busy, p.view = c.pieces, false, nil
	}
}

// section makes the section of the answers.
func (p *answerPart) section(styles *themes.Styles, only bool) section {
	s := section{title: "ANSWER"}
	switch {
	case p.words != "":
		s.content = said(styles, p.words)
	case p.pieces == nil:
		s.content = said(styles, "Comparing "+views.Size(int(p.a.Len()))+" with "+views.Size(int(p.b.Len()))+".")
	default:
		s.about = "[-only A-]  {+only B+}"
		if p.view == nil || p.only != only {
			p.view, p.only = text.NewWordDiff(styles, p.a, p.b, p.pieces, only), only
		}
		s.content = p.view
	}
	return s
}

// said is a sentence, or some, in the place of a comparison.
func said(styles *themes.Styles, words ...string) text.Content {
	return &lines{text: words, draw: func(i, width int) []string {
		out := wrapped(words[i], width)
		for j, line := range out {
			out[j] = styles.Dim.Render(line)
		}
		return out
	}}
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return views.Thousands(n) + " " + thing + "s"
}

// stringAt is a string of a document, empty where there is none.
func stringAt(object []byte, name string) string { return scan.Text(scan.Get(object, name)) }
