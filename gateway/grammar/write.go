package grammar

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
)

const (
	budget  = 1 << 16 // nodes that are looked at for one text
	maxText = 64 << 10
	shallow = 4 // rules in rules up to which what may be left out is written
)

// endless is the height of what comes to no end, or is not defined.
const endless = math.MaxInt32

// measure finds how many rules stand in each other, at least, in the text of each
// rule.
func (g *grammar) measure() {
	g.heights = map[string]int{}
	for name := range g.rules {
		g.heights[name] = endless
	}
	for changed := true; changed; {
		changed = false
		for name, n := range g.rules {
			if h := g.grow(n); h < g.heights[name] {
				g.heights[name], changed = h, true
			}
		}
	}
}

// grow measures a part by what is known of the rules so far.
func (g *grammar) grow(n *node) int {
	n.height = 0
	switch n.kind {
	case name:
		n.height = endless
		if h, ok := g.heights[n.text]; ok && h < endless {
			n.height = h + 1
		}
	case sequence:
		for _, part := range n.inner {
			n.height = max(n.height, g.grow(part))
		}
	case choice:
		n.height = endless
		for _, part := range n.inner {
			n.height = min(n.height, g.grow(part))
		}
	case repeat:
		n.height = g.grow(n.inner[0])
		if n.least == 0 {
			n.height = 0
		}
	}
	return n.height
}

// text is a text of the grammar.
func (g *grammar) text(words *hints) (string, error) {
	switch h, ok := g.heights["start"]; {
	case !ok:
		return "", errors.New("it has no rule named start")
	case h == endless:
		return "", errors.New("its rule start comes to no end, or names a rule that is not there")
	}
	w := &writer{grammar: g, hints: words, left: budget, spaced: g.ignores(" ")}
	if err := w.write(g.rules["start"], 0); err != nil {
		return "", err
	}
	return string(w.b), nil
}

// ignores reports whether a text may stand between two tokens.
func (g *grammar) ignores(text string) bool {
	for _, n := range g.ignored {
		if g.takes(n, text, 0) {
			return true
		}
	}
	return false
}

// takes reports whether a simple terminal takes a text.
func (g *grammar) takes(n *node, text string, depth int) bool {
	if n == nil || depth > maxNesting {
		return false
	}
	switch n.kind {
	case literal:
		return n.text == text
	case pattern:
		re, err := regexp.Compile(`\A(?:` + n.text + `)\z`)
		return err == nil && re.MatchString(text)
	case name:
		return g.takes(g.rules[n.text], text, depth+1)
	case choice:
		for _, part := range n.inner {
			if g.takes(part, text, depth+1) {
				return true
			}
		}
		return false
	}
	return len(n.inner) == 1 && n.least <= 1 && g.takes(n.inner[0], text, depth+1)
}

// writer writes one text.
type writer struct {
	*grammar
	*hints
	b      []byte
	left   int  // of the budget
	spaced bool // a space stands between two tokens, so that no two become one
	within bool // a terminal, all of which is one token
}

func (w *writer) write(n *node, depth int) error {
	if w.left--; w.left < 0 || len(w.b) > maxText {
		return errors.New("its texts are too long")
	}
	switch n.kind {
	case literal:
		w.emit(n.text)
	case pattern:
		text, err := w.matching(n.text, false)
		if err != nil {
			return err
		}
		w.emit(text)
	case name:
		return w.named(n.text, depth)
	case sequence:
		for _, part := range n.inner {
			if err := w.write(part, depth); err != nil {
				return err
			}
		}
	case choice:
		return w.write(w.choose(n, depth), depth)
	case repeat:
		times := n.least
		if times == 0 && n.open && depth < shallow && n.inner[0].height < endless {
			times = 1
		}
		for range times {
			if err := w.write(n.inner[0], depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// named writes a rule, or a terminal, whose name is in capitals and which is one
// token.
func (w *writer) named(name string, depth int) error {
	n, ok := w.rules[name]
	if !ok {
		return fmt.Errorf("it does not define %s", name)
	}
	if w.within || name != strings.ToUpper(name) {
		return w.write(n, depth+1)
	}
	before := w.b
	w.b, w.within = nil, true
	err := w.write(n, depth+1)
	text := string(w.b)
	w.b, w.within = before, false
	w.emit(text)
	return err
}

// choose takes the alternative that the prompt speaks of, else the one that comes
// to its end soonest.
func (w *writer) choose(n *node, depth int) *node {
	best := n.inner[0]
	w.left -= len(n.inner)
	for _, part := range n.inner {
		if part.height < endless && depth < shallow && w.spokenOf(part) {
			return part
		}
		if part.height < best.height {
			best = part
		}
	}
	return best
}

// spokenOf reports whether a literal of a part stands in the prompt as a word.
func (w *writer) spokenOf(n *node) bool {
	if n.kind == literal {
		return w.mentions(n.text)
	}
	w.left -= len(n.inner)
	for _, part := range n.inner {
		if w.spokenOf(part) {
			return true
		}
	}
	return false
}

func (w *writer) emit(text string) {
	if w.spaced && !w.within && text != "" && len(w.b) > 0 {
		w.b = append(w.b, ' ')
	}
	w.b = append(w.b, text...)
}
