package sim

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// The limits of the work for one text.
const (
	maxDefinition = 64 << 10  // bytes of a grammar
	maxExpression = 512 << 10 // bytes written for its expression
	maxText       = 1 << 10   // bytes of a text to compare
	maxRecursion  = 3         // nested uses of a rule, in a text to compare
)

// FitText returns a text that the grammar of a custom tool allows (wire-notes §2, custom): wanted if
// it fits, else a shortest one. kind is regex or lark. The error is why the grammar is not
// supported.
func FitText(kind, definition, wanted string) (string, error) {
	if len(definition) > maxDefinition {
		return "", fmt.Errorf("it is larger than %d bytes", maxDefinition)
	}
	switch kind {
	case "regex":
		if matches(definition, wanted) {
			return wanted, nil
		}
		return shortest(definition)
	case "lark":
		g, err := readLark(definition)
		if err != nil {
			return "", err
		}
		for depth := maxRecursion; depth > 0 && wanted != ""; depth-- {
			if e, err := g.expression(depth, true); err == nil && matches(e, wanted) {
				return wanted, nil
			}
		}
		e, err := g.expression(1, false)
		if err != nil {
			return "", err
		}
		return shortest(e)
	}
	return "", fmt.Errorf("its syntax is %q, neither regex nor lark", kind)
}

// matches reports whether an expression matches a text completely. Large ones are not tried.
func matches(expression, text string) bool {
	if text == "" || len(text) > maxText {
		return false
	}
	re, err := compileFull(expression)
	return err == nil && re.MatchString(text)
}

func compileFull(expression string) (*regexp.Regexp, error) {
	return compile(`\A(?:` + expression + `)\z`)
}

// shortest returns a shortest text that an expression matches completely.
func shortest(expression string) (string, error) {
	re, err := compileFull(expression)
	if err != nil {
		return "", err
	}
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return "", err
	}
	text, ok := match(parsed, 0)
	if !ok {
		return "", errors.New("no text fits it")
	}
	if !re.MatchString(text) {
		return "", errors.New("its regular expression is too complex")
	}
	return text, nil
}

// never is an expression without a match.
const never = `[^\x00-\x{10FFFF}]`

// expression returns the grammar as one regular expression, in which a rule is nested less than
// depth times: a shortest text needs no such rule. With loose, ignored text may be between any two
// tokens; else a space is there, if a space is ignored.
func (g *lark) expression(depth int, loose bool) (string, error) {
	w := larkWriter{lark: g, depth: depth, open: map[string]int{}, left: maxExpression}
	var ignored []string
	for _, t := range g.ignored {
		w.within = true
		e, err := w.choice(t)
		if err != nil {
			return "", err
		}
		ignored = append(ignored, e)
	}
	w.within = false
	if len(ignored) > 0 {
		all := "(?:" + strings.Join(ignored, "|") + ")"
		if loose {
			w.gap = all + "*"
		} else if re, err := compile(`\A` + all + `+\z`); err == nil && re.MatchString(" ") {
			w.gap = " "
		}
	}
	e, err := w.rule("start")
	if err == nil && loose {
		e = w.gap + e + w.gap
	}
	return e, err
}

type larkWriter struct {
	*lark
	depth  int
	open   map[string]int // nested uses of a rule
	gap    string         // between two tokens
	within bool           // inside a terminal, which is one token
	left   int            // bytes
}

// rule writes a rule or a terminal, whose name is in capitals.
func (w *larkWriter) rule(name string) (string, error) {
	body, ok := w.rules[name]
	switch {
	case !ok:
		return "", fmt.Errorf("the rule %s is missing", name)
	case w.open[name] >= w.depth:
		return never, nil
	}
	before := w.within
	w.open[name]++
	w.within = before || name == strings.ToUpper(name)
	e, err := w.choice(body)
	w.open[name]--
	w.within = before
	return e, err
}

func (w *larkWriter) choice(t []lexeme) (string, error) {
	if len(t) > 0 && t[0].kind == '|' {
		t = t[1:] // one is allowed before the first alternative
	}
	var list []string
	for _, alternative := range splitOutside(t, '|') {
		e, err := w.sequence(alternative)
		if err != nil {
			return "", err
		}
		if e != never {
			list = append(list, e)
		}
	}
	switch len(list) {
	case 0:
		return never, nil
	case 1:
		return list[0], nil
	}
	e := "(?:" + strings.Join(list, "|") + ")"
	if w.left -= len(e); w.left < 0 {
		return "", errors.New("it is too large as a regular expression")
	}
	return e, nil
}

// sequence writes consecutive elements, with the gap between them.
func (w *larkWriter) sequence(t []lexeme) (string, error) {
	var b strings.Builder
	for first := true; len(t) > 0 && t[0].kind != '-'; first = false { // - is before the name of a branch of the tree
		optional := t[0].kind == '['
		e, rest, err := w.element(t)
		if err != nil {
			return "", err
		}
		times, rest, err := repetition(rest)
		if err != nil {
			return "", err
		}
		t = rest
		if times == "" && optional {
			times = "?"
		}
		if e == never {
			if times == "?" || times == "*" {
				continue
			}
			return never, nil
		}
		if !w.within && !(first && times == "") {
			e = w.gap + e
		}
		if times != "" {
			e = "(?:" + e + ")" + times
		}
		if w.left -= len(e); w.left < 0 {
			return "", errors.New("it is too large as a regular expression")
		}
		b.WriteString(e)
	}
	return b.String(), nil
}

// element writes a string, a range of characters, an expression, a rule, or a group in parentheses,
// and returns the tokens after it.
func (w *larkWriter) element(t []lexeme) (e string, rest []lexeme, err error) {
	text := t[0].text
	switch t[0].kind {
	case 's':
		first, err := unquote(text)
		if err == nil && len(t) > 2 && t[1].text == ".." && t[2].kind == 's' {
			last, err := unquote(t[2].text)
			return "[" + regexp.QuoteMeta(first) + "-" + regexp.QuoteMeta(last) + "]", t[3:], err
		}
		e = regexp.QuoteMeta(first)
		if strings.HasSuffix(text, "i") {
			e = "(?i:" + e + ")"
		}
		return e, t[1:], err
	case 'r':
		end := strings.LastIndexByte(text, '/')
		flags := strings.Trim(text[end+1:], "ul")
		if strings.Trim(flags, "ims") != "" {
			return "", nil, fmt.Errorf("unsupported regular expression flags %s", flags)
		}
		return "(?" + flags + ":" + strings.ReplaceAll(text[1:end], `\/`, `/`) + ")", t[1:], nil
	case 'w':
		e, err := w.rule(text)
		return e, t[1:], err
	case '(', '[':
		end := indexOutside(t[1:], map[byte]byte{'(': ')', '[': ']'}[t[0].kind]) + 1
		if end >= len(t) {
			return "", nil, fmt.Errorf("%s is not closed", text)
		}
		e, err := w.choice(t[1:end])
		return e, t[end+1:], err
	}
	return "", nil, fmt.Errorf("unsupported %q in a rule", text)
}

const (
	maxPattern = 4 << 10 // bytes of an expression in a JSON schema
	maxStates  = 10_000  // of the automaton of an expression
)

// compile compiles an expression unless its automaton would be large: 40 bytes can mean a million
// states, and each takes time with each character.
func compile(expression string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("its regular expression is not supported by Go: %w", err)
	}
	if states(parsed) > maxStates {
		return nil, errors.New("its regular expressions repeat too often")
	}
	return regexp.Compile(expression)
}

// states estimates the number of states of an expression, up to maxStates+1.
func states(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n = min(n+states(sub), maxStates+1)
	}
	if re.Op == syntax.OpRepeat {
		n = min(n*max(re.Min, re.Max, 1), maxStates+1)
	}
	return n
}

// Match returns the shortest text that a regular expression matches, with at least minLength
// characters if its repetitions allow that. ok is false for an expression that Go does not support
// or that nothing matches.
func Match(pattern string, minLength int) (text string, ok bool) {
	if len(pattern) > maxPattern {
		return "", false
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	return match(re, minLength)
}

func match(re *syntax.Regexp, minLength int) (text string, ok bool) {
	minLength = min(minLength, 1<<12)
	left := 1 << 16 // for all attempts
	for times := 0; ; times = max(1, times*2) {
		w := writer{n: times, left: left}
		if !w.write(re) {
			return "", false
		}
		left = w.left
		if utf8.RuneCount(w.b) >= minLength || times > minLength {
			return string(w.b), true
		}
	}
}

// writer writes a text that an expression matches, with each open repetition at least n times. left
// limits the work, since repetitions can be nested.
type writer struct {
	b       []byte
	n, left int
}

// write reports whether anything matches the expression.
func (w *writer) write(re *syntax.Regexp) bool {
	w.left--
	switch re.Op {
	case syntax.OpNoMatch:
		return false
	case syntax.OpLiteral:
		w.b = append(w.b, string(re.Rune)...)
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return false
		}
		w.b = utf8.AppendRune(w.b, oneOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.b = append(w.b, 'x')
	case syntax.OpStar:
		return w.repeat(re, 0, w.n)
	case syntax.OpQuest:
		return w.repeat(re, 0, min(w.n, 1))
	case syntax.OpPlus:
		return w.repeat(re, 1, w.n)
	case syntax.OpRepeat:
		n := w.n
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		return w.repeat(re, re.Min, n)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			if !w.write(sub) {
				return false
			}
		}
	case syntax.OpAlternate:
		return w.alternate(re)
	}
	return true // anchors and boundaries write nothing
}

// repeat writes a repetition n times, but at least minCount times.
func (w *writer) repeat(re *syntax.Regexp, minCount, n int) bool {
	for i := 0; i < max(minCount, n) && w.left > 0; i++ {
		if at := len(w.b); !w.write(re.Sub[0]) {
			w.b = w.b[:at]
			return i >= minCount
		}
	}
	return true
}

func (w *writer) alternate(re *syntax.Regexp) bool {
	at, found := len(w.b), false
	var best []byte
	for _, sub := range re.Sub {
		if w.write(sub) && (!found || len(w.b)-at < len(best)) {
			best, found = append([]byte(nil), w.b[at:]...), true
		}
		w.b = w.b[:at]
	}
	w.b = append(w.b, best...)
	return found
}

// oneOf returns a character of a class, given as pairs of first and last: a letter or a digit if
// possible.
func oneOf(class []rune) rune {
	for _, nice := range []rune{'a', 'A', '1'} {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= nice && nice <= class[i+1] {
				return nice
			}
		}
	}
	for i := 0; i+1 < len(class); i += 2 {
		if class[i+1] > ' ' {
			return max(class[i], '!')
		}
	}
	return class[0]
}
