package sim

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/gateway/output"
)

// endMark is how a text of a given size ends.
const endMark = "END-OF-ANSWER"

// maxSize is the largest text that is written, in bytes: a stream carries its
// text five times.
const maxSize = 32 << 20

var sizeWords = output.Lazy(`(?i)\b(\d{1,12}(?:[.,]\d{1,6})?)[\s-]*(bytes?|kb|kib|kilobytes?|mb|mib|megabytes?)\b`)

// sizeAsked is the number of bytes that a prompt names, at most [maxSize]; 0 when
// it names none. A KB is 1024 bytes, a MB 1024 KB.
func sizeAsked(prompt string) int {
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

// blockSize is how much of a long text is made at once, in bytes. A text that is
// no longer is made whole.
const blockSize = 32 << 10

// isLong reports whether the answer is a text that is made block by block.
func (t *turn) isLong() bool {
	return t.Subject == aboutSize && !t.structured() && sizeAsked(t.Text) > blockSize
}

// blocks writes markdown of exactly n bytes that ends in the mark. Where the mark
// alone is longer, its end is written. It is the same each time.
func (t *turn) blocks(n int) iter.Seq[string] {
	tail := "\n\n" + endMark
	if n <= len(tail)+40 {
		text := strings.Repeat("word ", n/5+1)[:max(0, n-len(tail))] + tail
		return slices.Values([]string{text[len(text)-n:]})
	}
	return func(yield func(string) bool) {
		p := &prose{rand: seeded(t.seed), words: vocabulary()}
		fmt.Fprintf(p, "# %d simulated bytes\n\n", n)
		for left := n - len(tail); ; { // not in a block yet
			for left-p.Len() > 900 && p.Len() < blockSize {
				p.block()
			}
			if left-p.Len() <= 900 {
				p.filler(left - p.Len())
				yield(p.String() + tail)
				return
			}
			left -= p.Len()
			if !yield(p.String()) {
				return
			}
			p.Reset()
		}
	}
}
