package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"

	"gatehouse/gateway/output"
)

const endMark = "END-OF-ANSWER"

// maxSize is the maximum length of a text of a given size, in bytes: a stream contains it five
// times.
const maxSize = 2 << 20

var sizeWords = output.Lazy(`(?i)\b(\d{1,12}(?:[.,]\d{1,6})?)[\s-]*(bytes?|kb|kib|kilobytes?|mb|mib|megabytes?)\b`)

// requestedSize returns the number of bytes that a prompt names, at most [maxSize], or 0. A KB is
// 1024 bytes, a MB 1024 KB.
func requestedSize(prompt string) int {
	found := sizeWords().FindStringSubmatch(prompt[:min(len(prompt), 4000)])
	if found == nil {
		return 0
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(found[1], ",", "."), 64)
	if err != nil {
		return 0
	}
	switch strings.ToLower(found[2])[0] {
	case 'k':
		n *= 1 << 10
	case 'm':
		n *= 1 << 20
	}
	return int(min(math.Round(n), maxSize))
}

// textOfSize writes markdown of n bytes that ends in the mark, or the end of the mark if n is
// smaller. It is the same each time.
func (t *turn) textOfSize(n int) string {
	tail := "\n\n" + endMark
	if n <= len(tail)+40 {
		text := filler(n-len(tail)) + tail
		return text[len(text)-n:]
	}
	p := &prose{rand: newRand(t.Seed), words: vocabulary()}
	fmt.Fprintf(p, "# %d simulated bytes\n\n", n)
	for n-len(tail)-p.Len() > 900 {
		p.block()
	}
	return p.String() + filler(n-len(tail)-p.Len()) + tail
}

// filler returns n bytes of text, which does not end in white space.
func filler(n int) string {
	if n <= 0 {
		return ""
	}
	return strings.Repeat("word ", n/5+1)[:n-1] + "."
}

// prose writes seeded markdown, in blocks of at most 900 bytes.
type prose struct {
	strings.Builder
	rand     *rand.Rand
	words    []string
	sections int
}

// vocabulary returns the words of the text. Some are wider than a byte or a cell, to test a screen.
func vocabulary() []string {
	return strings.Fields(`the a gateway request answer token stream frame model route provider latency header event
		delta cursor terminal window colour margin keeper lantern bridge river harbour signal quiet steady narrow
		bright early late carries opens counts waits turns follows holds measures returns crosses between under
		beyond before after without along naïve café Straße 漢字 文字 données señal über Ελλάδα мост 🚀 ✓`)
}

func (p *prose) word() string { return p.words[p.rand.IntN(len(p.words))] }

func (p *prose) sentence(minWords, more int) {
	for i := range minWords + p.rand.IntN(more) {
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
