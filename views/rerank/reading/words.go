package reading

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// wordsOf returns the words of a query that are worth marking.
func wordsOf(query string) []string {
	const most = 40
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(query), isSeparator) {
		if utf8.RuneCountInString(w) > 1 && len(words) < most {
			words = append(words, w)
		}
	}
	return words
}

// marked is a text with the words of a query marked in it. Its blocks are its lines.
type marked struct {
	text.Drawn[int] // by the version of the styles
	styles          *themes.Styles
	source          string
	lines           []string
	words           []string // of the query, in lower case
}

func (m *marked) set(source, query string) {
	m.source, m.words, m.lines = source, wordsOf(query), nil
	m.Forget(0)
	for rest := source; rest != ""; {
		var line string
		line, rest = piece(rest)
		m.lines = append(m.lines, line)
	}
}

func (m *marked) Len() int { return len(m.lines) }

func (m *marked) Source() string { return m.source }

func (m *marked) Lines(i int) []string {
	return m.Get(i, m.styles.Version, func() []string {
		rows := text.Rows(text.Sanitize(strings.TrimRight(m.lines[i], "\r\n")), m.Width)
		for k, row := range rows {
			rows[k] = m.draw(row)
		}
		return rows
	})
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

// draw draws a row with the words of the query marked: those that begin with
// one of them, so that rotate marks rotated.
func (m *marked) draw(row string) string {
	var b strings.Builder
	plain := "" // since the last mark
	flush := func() {
		if plain != "" {
			b.WriteString(m.styles.Text.Render(plain))
		}
		plain = ""
	}
	for row != "" {
		n := wordLen(row)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(row)
		}
		if m.hit(row[:n]) {
			flush()
			b.WriteString(m.styles.Match.Render(row[:n]))
		} else {
			plain += row[:n]
		}
		row = row[n:]
	}
	flush()
	return b.String()
}

// wordLen returns the length of the word that a text begins with.
func wordLen(s string) int {
	if end := strings.IndexFunc(s, isSeparator); end >= 0 {
		return end
	}
	return len(s)
}

func isSeparator(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func (m *marked) hit(word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(m.words, func(w string) bool { return word == w || len(w) > 3 && strings.HasPrefix(word, w) })
}
