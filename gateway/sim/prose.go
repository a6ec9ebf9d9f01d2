package sim

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode/utf8"
)

// prose writes seeded markdown, block by block. No block is longer than 900
// bytes.
type prose struct {
	strings.Builder
	rand     *rand.Rand
	words    []string
	sections int
}

// vocabulary is what the text is made of. Some of it is wider than a byte, or
// than a cell, so that a screen has something to measure.
func vocabulary() []string {
	return strings.Fields(`the a gateway request answer token stream frame model route provider latency header event
		delta cursor terminal window colour margin keeper lantern bridge river harbour signal quiet steady narrow
		bright early late carries opens counts waits turns follows holds measures returns crosses between under
		beyond before after without along naïve café Straße 漢字 文字 données señal über Ελλάδα мост 🚀 ✓`)
}

func (p *prose) word() string { return p.words[p.rand.IntN(len(p.words))] }

func (p *prose) sentence(least, more int) {
	for i := range least + p.rand.IntN(more) {
		w := p.word()
		switch {
		case i == 0:
			if w[0] < utf8.RuneSelf {
				w = strings.ToUpper(w[:1]) + w[1:]
			}
		case p.rand.IntN(14) == 0:
			w = "**" + w + "**"
		case p.rand.IntN(18) == 0:
			w = "`" + w + "`"
		}
		if i > 0 {
			p.WriteByte(' ')
		}
		p.WriteString(w)
	}
	p.WriteByte('.')
}

func (p *prose) block() {
	switch p.rand.IntN(9) {
	case 0:
		p.sections++
		fmt.Fprintf(p, "## %d. ", p.sections)
		p.sentence(2, 3)
		p.WriteString("\n\n")
	case 1:
		p.list("- ")
	case 2:
		p.list("1. ")
	case 3:
		p.WriteString("| name | count | note |\n|---|---:|---|\n")
		for range 3 + p.rand.IntN(3) {
			fmt.Fprintf(p, "| %s | %d | %s %s |\n", p.word(), p.rand.IntN(10_000), p.word(), p.word())
		}
		p.WriteByte('\n')
	case 4:
		fmt.Fprintf(p, "```go\nfunc pass%d(n int) int {\n\tfor i := range %d {\n\t\tn += i // %s\n\t}\n\treturn n\n}\n```\n\n",
			p.rand.IntN(1000), 1+p.rand.IntN(100), p.word())
	case 5:
		p.WriteString("> ")
		p.sentence(6, 8)
		p.WriteString("\n\n")
	default:
		for range 2 + p.rand.IntN(3) {
			p.sentence(6, 10)
			p.WriteByte(' ')
		}
		p.WriteString("\n\n")
	}
}

func (p *prose) list(mark string) {
	for range 3 + p.rand.IntN(3) {
		p.WriteString(mark)
		p.sentence(3, 6)
		p.WriteByte('\n')
	}
	p.WriteByte('\n')
}

// filler writes exactly n bytes of plain words.
func (p *prose) filler(n int) {
	for end := p.Len() + n; p.Len() < end; {
		w := p.word()
		if w[0] >= utf8.RuneSelf || len(w) != utf8.RuneCountInString(w) {
			continue // a cut must not go through a character
		}
		w += " "
		if left := end - p.Len(); len(w) >= left {
			w = strings.Repeat(".", left) // the text does not end in white space
		}
		p.WriteString(w)
	}
}
