package grammar

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The tokens of the notation. What the last group matches stands for itself.
var (
	blank = regexp.MustCompile(`^(?:[ \t\r\f]+|//[^\n]*|#[^\n]*)`)
	token = regexp.MustCompile(`^(?:(\n)|("(?:\\.|[^"\\\n])*"i?)|(/(?:\\.|[^/\\\n])+/[a-z]*)|(%[a-z]+)` +
		`|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+)|(\.\.|->|[:|()\[\]?*+~.,!]))`)
)

// lexeme is one token: kind is n for the end of a line, s for a string, r for an
// expression, % for a directive, w for a name, 0 for a number, and else the first
// byte of the sign itself.
type lexeme struct {
	kind byte
	text string
}

// lex cuts a grammar into tokens. The end of a line within parentheses, or before
// a further alternative, ends nothing and is left out.
func lex(text string) ([]lexeme, error) {
	var list []lexeme
	depth := 0
	for {
		text = text[len(blank.FindString(text)):]
		groups := token.FindStringSubmatch(text)
		switch {
		case text == "":
			return append(list, lexeme{'n', "\n"}), nil
		case groups == nil && blank.MatchString(text):
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

// lark is a grammar in Lark's notation, of which one text is written: of each
// rule the first alternative that comes to an end and deletes nothing, and of
// each element as few as may be.
type lark struct {
	*hints
	rules  map[string][]lexeme
	spaced bool            // white space may stand between two tokens
	open   map[string]bool // the rules that are being written
	within bool            // a terminal, all of which is one token
	left   int             // tokens that may be read, so that the work is bounded
}

func larkText(definition string, h *hints) (string, error) {
	tokens, err := lex(definition)
	if err != nil {
		return "", err
	}
	g := &lark{hints: h, rules: map[string][]lexeme{}, open: map[string]bool{}, left: 200_000}
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t lexeme) bool { return t.kind == 'n' })
		if err := g.statement(tokens[:end]); err != nil {
			return "", err
		}
		tokens = tokens[end+1:]
	}
	return g.rule("start")
}

// statement reads a rule, a terminal or a directive.
func (g *lark) statement(t []lexeme) error {
	for len(t) > 0 && (t[0].kind == '?' || t[0].kind == '!') {
		t = t[1:] // they shape a tree, not the text
	}
	switch {
	case len(t) == 0:
		return nil
	case t[0].text == "%ignore":
		g.spaced = g.spaced || slices.ContainsFunc(t[1:], func(t lexeme) bool {
			return strings.HasPrefix(t.text, "WS") || strings.Contains(t.text, " ") || strings.Contains(t.text, `\s`)
		})
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
		expression, ok := common(from.text)
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

// rule writes a rule, or a terminal, whose name is in capitals and which is one
// token.
func (g *lark) rule(name string) (string, error) {
	body, ok := g.rules[name]
	switch {
	case !ok:
		return "", fmt.Errorf("the rule %s is missing", name)
	case g.open[name]:
		return "", errors.New("its rules recurse without end")
	}
	before := g.within
	g.open[name], g.within = true, before || name == strings.ToUpper(name)
	text, err := g.choice(body)
	g.open[name], g.within = false, before
	return text, err
}

// choice writes the first alternative that can be written and deletes nothing.
func (g *lark) choice(t []lexeme) (text string, err error) {
	if g.left -= len(t) + 1; g.left < 0 {
		return "", errors.New("the text would be too long")
	}
	if len(t) > 0 && t[0].kind == '|' {
		t = t[1:] // one may stand before the first
	}
	for more := true; more; {
		end := beyond(t, '|')
		var failed error
		if text, failed = g.sequence(t[:end]); failed == nil && !deleting.In(text) {
			return text, nil
		}
		if failed == nil {
			failed = errDeletes
		}
		if err == nil || errors.Is(failed, errDeletes) {
			err = failed
		}
		if more = end < len(t); more {
			t = t[end+1:]
		}
	}
	return "", err
}

// beyond is the place of the first token of a kind that lies in no parentheses;
// where there is none, the end.
func beyond(t []lexeme, kind byte) int {
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

// sequence writes elements, one behind the other.
func (g *lark) sequence(t []lexeme) (string, error) {
	var b strings.Builder
	for len(t) > 0 && t[0].kind != '-' { // the name of a branch of the tree
		size := 1
		if close := map[byte]byte{'(': ')', '[': ']'}[t[0].kind]; close != 0 {
			if size = beyond(t[1:], close) + 2; size > len(t) {
				return "", fmt.Errorf("%s is not closed", t[0].text)
			}
		}
		element := t[:size]
		times, rest, err := repeats(t[size:])
		if err != nil {
			return "", err
		}
		if t = rest; element[0].kind == '[' {
			times = 0
		}
		for range times {
			text, err := g.element(element)
			if err != nil {
				return "", err
			}
			if g.spaced && !g.within && text != "" && b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(text)
			if g.left -= 1 + len(text)/16; g.left < 0 {
				return "", errors.New("the text would be too long")
			}
		}
	}
	return b.String(), nil
}

// repeats reads how often an element has to stand at least, and what follows.
func repeats(t []lexeme) (times int, rest []lexeme, err error) {
	for times = 1; len(t) > 0; t = t[1:] {
		switch t[0].kind {
		case '+':
		case '?', '*':
			times = 0
		case '.': // the end of a range, of characters or of a number of times
			t = t[min(1, len(t)-1):]
		case '~':
			const most = 20_000
			if t = t[1:]; len(t) == 0 {
				return 0, nil, errors.New("~ needs a number")
			}
			if times, err = strconv.Atoi(t[0].text); err != nil || times > most {
				return 0, nil, fmt.Errorf("unsupported repetition ~%s", t[0].text)
			}
		default:
			return times, t, nil
		}
	}
	return times, nil, nil
}

// element writes a string, an expression, a rule, or what stands in parentheses.
func (g *lark) element(t []lexeme) (string, error) {
	switch text := t[0].text; t[0].kind {
	case 's':
		text, err := strconv.Unquote(strings.TrimSuffix(text, "i"))
		if err != nil {
			return "", fmt.Errorf("unsupported escape in %s", t[0].text)
		}
		return text, nil
	case 'r':
		end := strings.LastIndexByte(text, '/')
		expression, flags := strings.ReplaceAll(text[1:end], `\/`, `/`), strings.Trim(text[end+1:], "ul")
		if strings.Trim(flags, "ims") != "" {
			return "", fmt.Errorf("unsupported regular expression flags %s", flags)
		}
		if flags != "" {
			expression = "(?" + flags + ":" + expression + ")"
		}
		return g.matching(expression, false)
	case 'w':
		return g.rule(text)
	case '(', '[':
		return g.choice(t[1 : len(t)-1])
	}
	return "", fmt.Errorf("unsupported %q in a rule", t[0].text)
}

// common is the terminals that a grammar may import from Lark's own library,
// or such of their texts as every reader takes.
func common(name string) (expression string, ok bool) {
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
