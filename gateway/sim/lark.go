package sim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gatehouse/gateway/output"
)

// The tokens of Lark's notation. The last group matches punctuation.
var (
	larkBlank = output.Lazy(`^(?:[ \t\r\f]+|//[^\n]*|#[^\n]*)`)
	larkToken = output.Lazy(`^(?:(\n)|("(?:\\.|[^"\\\n])*"i?)|(/(?:\\.|[^/\\\n])+/[a-z]*)|(%[a-z]+)` +
		`|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+)|(\.\.|->|[:|()\[\]?*+~.,!]))`)
)

// lexeme is one token. kind is n for the end of a line, s for a string, r for an expression, % for
// a directive, w for a name, 0 for a number, and else the punctuation itself.
type lexeme struct {
	kind byte
	text string
}

// lex cuts a grammar into tokens. It omits the end of a line within parentheses or before a further
// alternative.
func lex(text string) ([]lexeme, error) {
	var list []lexeme
	depth := 0
	for {
		text = text[len(larkBlank().FindString(text)):]
		groups := larkToken().FindStringSubmatch(text)
		switch {
		case text == "":
			return append(list, lexeme{'n', "\n"}), nil
		case groups == nil && larkBlank().MatchString(text):
			continue
		case groups == nil:
			return nil, fmt.Errorf("unsupported syntax %.20q", text)
		}
		t := lexeme{groups[0][0], groups[0]}
		for i, kind := range []byte("nsr%w0") {
			if groups[i+1] != "" {
				t.kind = kind
			}
		}
		text = text[len(t.text):]
		switch t.kind {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '|':
			for len(list) > 0 && list[len(list)-1].kind == 'n' {
				list = list[:len(list)-1]
			}
		}
		if t.kind != 'n' || depth <= 0 {
			list = append(list, t)
		}
	}
}

// lark is a grammar in the supported part of Lark's notation. No library is used: those for the
// notation parse texts by a grammar, and none writes one.
type lark struct {
	rules   map[string][]lexeme
	ignored [][]lexeme
}

func readLark(definition string) (*lark, error) {
	tokens, err := lex(definition)
	if err != nil {
		return nil, err
	}
	g := &lark{rules: map[string][]lexeme{}}
	lines := splitOutside(tokens, 'n')
	last := len(lines) - 1
	for _, line := range lines[:last] {
		if err := g.statement(line); err != nil {
			return nil, err
		}
	}
	if len(lines[last]) > 0 {
		return nil, errors.New("a parenthesis is not closed")
	}
	return g, nil
}

func (g *lark) statement(t []lexeme) error {
	for len(t) > 0 && (t[0].kind == '?' || t[0].kind == '!') {
		t = t[1:] // marks for the syntax tree
	}
	switch {
	case len(t) == 0:
		return nil
	case t[0].text == "%ignore":
		g.ignored = append(g.ignored, t[1:])
		return nil
	case t[0].text == "%import":
		return g.imports(t[1:])
	case t[0].kind != 'w':
		return fmt.Errorf("a rule cannot begin with %s", t[0].text)
	}
	name := t[0].text
	if t = t[1:]; len(t) > 1 && t[0].kind == '.' {
		t = t[2:] // the priority
	}
	switch {
	case len(t) == 0 || t[0].kind != ':':
		return fmt.Errorf("the rule %s has no colon", name)
	case g.rules[name] != nil:
		return fmt.Errorf("the rule %s is defined twice", name)
	}
	g.rules[name] = t[1:]
	return nil
}

// imports reads common.NAME, common.NAME -> OTHER or common (NAME, NAME).
func (g *lark) imports(t []lexeme) error {
	if len(t) < 2 || t[0].text != "common" {
		return errors.New("only imports from common are supported")
	}
	for i, from := range t[1:] {
		if from.kind != 'w' || t[i].kind == '-' {
			continue
		}
		expression, ok := commonTerminal(from.text)
		if !ok {
			return fmt.Errorf("common has no %s that can be imported", from.text)
		}
		as := from.text
		if rest := t[i+2:]; len(rest) > 1 && rest[0].kind == '-' {
			as = rest[1].text
		}
		g.rules[as] = []lexeme{{'r', "/" + strings.ReplaceAll(expression, "/", `\/`) + "/"}}
	}
	return nil
}

// splitOutside cuts tokens at those of a kind that are outside parentheses.
func splitOutside(t []lexeme, kind byte) [][]lexeme {
	var parts [][]lexeme
	for {
		end := indexOutside(t, kind)
		parts = append(parts, t[:end])
		if end == len(t) {
			return parts
		}
		t = t[end+1:]
	}
}

// indexOutside returns the index of the first token of a kind outside parentheses, or len(t).
func indexOutside(t []lexeme, kind byte) int {
	depth := 0
	for i, x := range t {
		if depth == 0 && x.kind == kind {
			return i
		}
		switch x.kind {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
	}
	return len(t)
}

// repetition reads the repetition of an element, as a regular expression writes it, and returns the
// tokens after it.
func repetition(t []lexeme) (times string, rest []lexeme, err error) {
	if len(t) == 0 {
		return "", nil, nil
	}
	switch t[0].kind {
	case '?', '*', '+':
		return t[0].text, t[1:], nil
	case '~':
		if len(t) == 1 || t[1].kind != '0' {
			return "", nil, errors.New("~ needs a number")
		}
		times, rest = t[1].text, t[2:]
		if len(rest) > 1 && rest[0].text == ".." && rest[1].kind == '0' {
			times, rest = times+","+rest[1].text, rest[2:]
		}
		return "{" + times + "}", rest, nil
	}
	return "", t, nil
}

func unquote(s string) (string, error) {
	text, err := strconv.Unquote(strings.TrimSuffix(s, "i"))
	if err != nil {
		return "", fmt.Errorf("unsupported escape in %s", s)
	}
	return text, nil
}

// commonTerminal returns a terminal of Lark's library, or a part of its texts that every parser
// accepts.
func commonTerminal(name string) (expression string, ok bool) {
	expression, ok = map[string]string{
		"DIGIT": `[0-9]`, "HEXDIGIT": `[0-9a-fA-F]`, "INT": `[0-9]+`, "SIGNED_INT": `[+-]?[0-9]+`,
		"DECIMAL": `[0-9]+\.[0-9]+`, "FLOAT": `[0-9]+\.[0-9]+`, "SIGNED_FLOAT": `[+-]?[0-9]+\.[0-9]+`,
		"NUMBER": `[0-9]+(?:\.[0-9]+)?`, "SIGNED_NUMBER": `[+-]?[0-9]+(?:\.[0-9]+)?`,
		"ESCAPED_STRING": `"[^"\\\n]*"`, "LCASE_LETTER": `[a-z]`, "UCASE_LETTER": `[A-Z]`, "LETTER": `[A-Za-z]`,
		"WORD": `[A-Za-z]+`, "CNAME": `[A-Za-z_][A-Za-z0-9_]*`,
		"WS_INLINE": `[ \t]+`, "WS": `[ \t\f\r\n]+`, "CR": `\r`, "LF": `\n`, "NEWLINE": `(?:\r?\n)+`,
	}[name]
	return expression, ok
}
