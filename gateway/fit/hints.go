package fit

import (
	"strconv"
	"strings"
	"unicode"

	"gatehouse/gateway/output"
)

// hints is what a message has to offer for values. Each is used once.
type hints struct {
	quoted  []string
	numbers []float64
	name    string // the first capitalised words: New York
}

// maxMessage is how many bytes of a message are looked at.
const maxMessage = 64 << 10

var (
	numbers   = output.Lazy(`-?\d+(?:\.\d+)?`)
	quotation = output.Lazy("`([^`\n]+)`" + `|"([^"\n]+)"|“([^”\n]+)”|(?:^|[\s(:])'([^'\n]+)'`)
)

// Quoted returns the quoted parts of a message in their order: `a`, "b", “c”, 'd'.
func Quoted(message string) []string {
	const maxQuoted = 100
	var list []string
	for _, groups := range quotation().FindAllStringSubmatch(message, maxQuoted) {
		list = append(list, strings.Join(groups[1:], ""))
	}
	return list
}

func hintsOf(message string) hints {
	message = strings.ToValidUTF8(message[:min(len(message), maxMessage)], "")
	h := hints{quoted: Quoted(message), name: properName(message)}
	for _, n := range numbers().FindAllString(message, 8) {
		if f, err := strconv.ParseFloat(n, 64); err == nil {
			h.numbers = append(h.numbers, f)
		}
	}
	return h
}

// properName finds words such as "New York" in "the weather in New York?". The
// first word of a sentence has a capital letter anyway.
func properName(message string) string {
	var found []string
	opening := true
	for word := range strings.FieldsSeq(message) {
		bare := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		first := []rune(bare + " ")[0]
		switch {
		case !opening && unicode.IsUpper(first) && bare != "I":
			found = append(found, bare)
		case len(found) > 0:
			return strings.Join(found, " ")
		}
		opening = strings.ContainsAny(word[len(word)-1:], ".!?:")
		if opening && len(found) > 0 {
			break
		}
	}
	return strings.Join(found, " ")
}

// number returns the message's next number.
func (h *hints) number() (n float64, ok bool) {
	if len(h.numbers) == 0 {
		return 0, false
	}
	n, h.numbers = h.numbers[0], h.numbers[1:]
	return n, true
}
