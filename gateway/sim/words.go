package sim

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
)

// isIntact reports whether the client returned a reasoning item unchanged: by its encrypted_content
// if it has one, even without the text, else by its signature.
func isIntact(it request.Item) bool {
	if it.Encrypted != "" {
		text, ok := output.Unseal(it.ID, it.Encrypted)
		return ok && (it.Text == "" || it.Text == text)
	}
	return it.Signature != "" && it.Signature == output.Signature(it.ID, it.Text)
}

// oneLine returns a text on one line of at most n characters, without control characters and
// markdown.
func oneLine(s string, n int) string { return flatten(s, n, "`|*_<>[]\\") }

// codeLine returns a text for a code span, without characters that end the span or a table's cell.
func codeLine(s string, n int) string { return flatten(s, n, "`|") }

func flatten(s string, n int, without string) string {
	if len(s) > 8*n {
		s = strings.ToValidUTF8(s[:8*n], "") // the rest would be cut
	}
	s = strings.Join(strings.Fields(s), " ")
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(without, r):
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > n {
		s = string(runes[:n]) + "…"
	}
	return s
}

// stopWords returns words that have no meaning for the subject of a text or a tool.
func stopWords() []string {
	return strings.Fields(`a about all am an and any are as ask at be been by call can could current did do does for from
		function get give has have he her his how i if in information into is it its just let like make me my no not now of
		on or our out please results return returns run set she show so some tell than that the their them then there compare first second should some something think
		these they this those to tool up us use used uses using value was we were what when where which who why will
		with would you your`)
}

// Significant returns the words of a text in lower case, each once and in order, without stop
// words. Names are split: getWeather and get_weather are both get and weather.
func Significant(text string) []string {
	const maxText = 64 << 10 // bytes: the start of a book is enough
	text = text[:min(len(text), maxText)]
	var list []string
	stop := stopWords()
	for w := range output.Words(splitNames(text)) {
		if len(w) < 2 || slices.Contains(stop, w) || slices.Contains(list, w) {
			continue
		}
		list = append(list, w)
		if len(list) == 2000 {
			break
		}
	}
	return list
}

// splitNames inserts a space before a capital letter that follows a small one.
func splitNames(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}
