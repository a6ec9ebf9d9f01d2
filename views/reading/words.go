package reading

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/views/text"
)

// wordsOf are the words of a query that are worth marking.
func wordsOf(query string) []string {
	const most = 40
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(w) > 1 && len(words) < most {
			words = append(words, w)
		}
	}
	return words
}

// again wraps and draws the text anew, as far as it is looked at.
func (m *Model) again() { m.rows, m.rest, m.style = nil, m.doc.Text, m.styles.Version }

// wrap draws rows until there are so many, or the text has ended.
func (m *Model) wrap(rows int) {
	if m.style != m.styles.Version {
		m.again()
	}
	for len(m.rows) < rows && m.rest != "" {
		var line string
		line, m.rest = piece(m.rest)
		for _, row := range text.Rows(text.Sanitize(strings.TrimRight(line, "\r\n")), max(m.width-2, 1)) {
			m.rows = append(m.rows, m.marked(row))
		}
	}
}

// piece cuts a line off a text; one that is very long at a space.
func piece(text string) (line, rest string) {
	const most = 4 << 10
	end := strings.IndexByte(text, '\n') + 1
	if end == 0 {
		end = len(text)
	}
	if end <= most {
		return text[:end], text[end:]
	}
	end = most
	if space := strings.LastIndexByte(text[:most], ' '); space > 0 {
		end = space + 1
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return text[:end], text[end:]
}

// marked draws a row with the words of the query marked: those that begin with
// one of them, so that rotate marks rotated.
func (m *Model) marked(row string) string {
	var b strings.Builder
	from := 0
	flush := func(to int) {
		if to > from {
			b.WriteString(m.styles.Text.Render(row[from:to]))
		}
	}
	for i := 0; i < len(row); {
		n := wordLen(row[i:])
		if n == 0 {
			_, size := utf8.DecodeRuneInString(row[i:])
			i += size
			continue
		}
		if m.hit(row[i : i+n]) {
			flush(i)
			b.WriteString(m.styles.Match.Render(row[i : i+n]))
			from = i + n
		}
		i += n
	}
	flush(len(row))
	return b.String()
}

// wordLen is the length of the word that a text begins with.
func wordLen(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(s)
}

func (m *Model) hit(word string) bool {
	word = strings.ToLower(word)
	for _, w := range m.words {
		if word == w || len(w) > 3 && strings.HasPrefix(word, w) {
			return true
		}
	}
	return false
}
