package fit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
)

// hints is what a prompt holds that an argument may be made of.
type hints struct {
	prompt  string
	numbers []float64
	quoted  string
	name    string // a proper name: the capitalised words after in, for, at, of, to, or anywhere but at the start
}

var (
	numbers   = regexp.MustCompile(`-?\d+(?:\.\d+)?`)
	quotation = regexp.MustCompile("[\"“`]([^\"”`]+)[\"”`]")
	sums      = regexp.MustCompile(`[-(]*\d[\d\s.+*/()^%-]*[+*/^%-][\d\s.+*/()^%-]*[\d)]`)
)

func hintsOf(prompt string) hints {
	const most = 64 << 10 // bytes that are looked at, and copied, for each value
	prompt = strings.ToValidUTF8(prompt[:min(len(prompt), most)], "")
	h := hints{prompt: strings.TrimSpace(prompt)}
	for _, n := range numbers.FindAllString(h.prompt, 8) {
		if f, err := strconv.ParseFloat(n, 64); err == nil {
			h.numbers = append(h.numbers, f)
		}
	}
	if q := quotation.FindStringSubmatch(h.prompt); q != nil {
		h.quoted = q[1]
	}
	h.name = properName(h.prompt)
	return h
}

// properName finds words such as "New York" in "the weather in New York?". The
// first word of a sentence is capitalised anyway and says nothing.
func properName(prompt string) string {
	var found []string
	opening := true
	for word := range strings.FieldsSeq(prompt) {
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

// among chooses from an enum: the value that the prompt names, else the first;
// of several for one array, one after the other.
func (h hints) among(values []gjson.Result, nth int) string {
	if nth > 0 {
		return values[nth%len(values)].Raw
	}
	prompt := strings.ToLower(h.prompt)
	for _, v := range values {
		if v.Type == gjson.String && v.Str != "" && strings.Contains(prompt, strings.ToLower(v.Str)) {
			return v.Raw
		}
	}
	return values[0].Raw
}

// number is the prompt's next number: each is used once, in order.
func (h *hints) number() (n float64, ok bool) {
	if len(h.numbers) == 0 {
		return 0, false
	}
	n, h.numbers = h.numbers[0], h.numbers[1:]
	return n, true
}

// text is what the prompt has to say for a member of this name. Where it has
// nothing, the name itself is written, or nothing unless something is made up.
func (h hints) text(name string, invented bool) string {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(name), w) })
	}
	switch {
	case has("expr", "formula", "calc"):
		if sum := sums.FindString(h.prompt); sum != "" {
			return strings.TrimSpace(sum)
		}
	case has("query", "question", "prompt", "text", "message", "search", "input", "content") || name == "q":
		if h.quoted == "" && h.prompt != "" {
			return h.prompt
		}
	case has("email"):
		return formats("email")
	case has("url", "uri", "link"):
		return formats("uri")
	case has("date", "day"):
		return formats("date")
	case h.quoted == "" && h.name != "":
		return h.name
	}
	switch {
	case h.quoted != "":
		return h.quoted
	case !invented:
		return ""
	case name != "":
		return strings.ReplaceAll(name, "_", " ")
	}
	return "text"
}
