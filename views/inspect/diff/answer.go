package diff

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// wordsAtOnce is how large two answers may be together, in bytes, to be compared
// between two frames.
const wordsAtOnce = 32 << 10

// answerPart is the comparison of the answers' texts.
type answerPart struct {
	number int
	a, b   *rope.Rope
	at     [2]uint64 // the versions of the exchanges of a and b
	first  bool      // of several choices the first
	want   bool
	busy   bool
	diff   *tree.TextDiff
	words  string
	view   *text.LineDiff
}

// wordsCompared is what comparing the answers gave.
type wordsCompared struct {
	number int
	diff   *tree.TextDiff
}

// set compares the answers once both have ended: comparing a growing answer would be
// repeated with every word. A failed response may still arrive after the error event.
func (p *answerPart) set(pair bool, a, b *state.Exchange) {
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
	*p = answerPart{number: p.number + 1, a: first, b: second, at: at, first: len(a.Choices()) > 1 || len(b.Choices()) > 1, want: true}
	switch {
	case p.a.Len() == 0 && p.b.Len() == 0:
		p.words = "Neither has text."
	case sameText(p.a, p.b):
		p.words = "Same text, " + figures.Size(int(p.a.Len())) + "."
	case p.a.Len()+p.b.Len() <= wordsAtOnce:
		p.diff = tree.DiffLines(p.a.String(), p.b.String())
	}
}

func sameText(a, b *rope.Rope) bool { return a.Len() == b.Len() && a.Begins(b, a.Len()) }

func (p *answerPart) work() tea.Cmd {
	if !p.want || p.busy || p.diff != nil || p.words != "" {
		return nil
	}
	p.busy = true
	number, a, b := p.number, p.a, p.b
	return func() tea.Msg { return wordsCompared{number, tree.DiffLines(a.String(), b.String())} }
}

func (p *answerPart) setResult(c wordsCompared) {
	if c.number == p.number {
		p.diff, p.busy, p.view = c.diff, false, nil
	}
}

func (p *answerPart) section(styles *themes.Styles, shown text.Shown) section {
	s := section{title: "ANSWER"}
	switch {
	case p.words != "":
		s.setAbout(p.words)
	case p.diff == nil:
		s.setAbout("Comparing " + figures.Size(int(p.a.Len())) + " with " + figures.Size(int(p.b.Len())) + ".")
	default:
		removed, added := p.diff.Counts()
		s.about = text.OnlyA + figures.Thousands(removed) + " " + text.OnlyB + figures.Counted(added, "line")
		if p.view == nil {
			p.view = text.NewLineDiff(styles, p.a, p.b, p.diff, shown)
		}
		p.view.Show(shown)
		s.content = p.view
	}
	if p.first {
		s.about = strings.TrimSuffix("first choice; RESULT compares the others  "+s.about, "  ")
	}
	return s
}
