package grammar

import (
	"fmt"
	"regexp"
)

// lexeme is one token of a grammar. kind is n for the end of a line, s for a
// string, r for a regular expression, % for a directive, w for a name, 0 for a
// number, - for "..", > for "->", and else the sign itself.
type lexeme struct {
	kind byte
	text string
}

// kinds is the kinds of the groups of token, in order; the last is any sign.
const kinds = "nsr%w0->"

var (
	blank = regexp.MustCompile(`^(?:[ \t\r\f]+|//[^\n]*|#[^\n]*)`)
	token = regexp.MustCompile(`^(?:(\n)|("(?:\\.|[^"\\\n])*"i?)|(/(?:\\.|[^/\\\n])+/[a-z]*)|(%[a-z]+)` +
		`|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+)|(\.\.)|(->)|([:|()\[\]?*+~.,!]))`)
)

// first is the token that a text begins with.
func first(text string) (t lexeme, ok bool) {
	groups := token.FindStringSubmatch(text)
	if groups == nil {
		return t, false
	}
	for i, group := range groups[1:] {
		if group == "" {
			continue
		}
		t = lexeme{group[0], group}
		if i < len(kinds) {
			t.kind = kinds[i]
		}
	}
	return t, true
}

// lex cuts a grammar into tokens. The end of a line within parentheses, or before
// a further alternative, ends nothing and is left out.
func lex(text string) ([]lexeme, error) {
	var list []lexeme
	depth := 0
	for text != "" {
		if skip := blank.FindString(text); skip != "" {
			text = text[len(skip):]
			continue
		}
		t, ok := first(text)
		if !ok {
			return nil, fmt.Errorf("%.20q is no part of the notation that it knows", text)
		}
		text = text[len(t.text):]
		switch t.kind {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case 'n':
			if depth > 0 {
				continue
			}
		case '|':
			for len(list) > 0 && list[len(list)-1].kind == 'n' {
				list = list[:len(list)-1]
			}
		}
		list = append(list, t)
	}
	return append(list, lexeme{'n', "\n"}), nil
}
