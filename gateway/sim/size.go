package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gatehouse/gateway/output"
)

// endMark is how a text of a given size ends.
const endMark = "END-OF-ANSWER"

// maxSize is the largest text that is written, in bytes: a stream carries its
// text five times.
const maxSize = 2 << 20

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

// sized writes markdown of exactly n bytes that ends in the mark. If the mark alone
// is longer, its end is written. It is the same each time.
func (t *turn) sized(n int) string {
	tail := "\n\n" + endMark
	if n <= len(tail)+40 {
		text := strings.Repeat("word ", n/5+1)[:max(0, n-len(tail))] + tail
		return text[len(text)-n:]
	}
	p := &prose{rand: seeded(t.seed), words: vocabulary()}
	fmt.Fprintf(p, "# %d simulated bytes\n\n", n)
	for n-len(tail)-p.Len() > 900 {
		p.block()
	}
	p.filler(n - len(tail) - p.Len())
	return p.String() + tail
}
