package intake

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

var (
	escaped       = regexp.MustCompile(`(?s)\\(\n|.)`)        // outside quotes
	escapedQuoted = regexp.MustCompile("\\\\(\n|[$`\"\\\\])") // in double quotes
	escapedHere   = regexp.MustCompile("\\\\(\n|[$`\\\\])")   // in a here-document
	leadingTabs   = regexp.MustCompile(`(?m)^\t+`)
)

// word returns a word without its quotes. Variables and substitutions remain as written: their
// values are not known.
func (s *script) word(w *syntax.Word) string {
	var b strings.Builder
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(part.Value, escaped))
		case *syntax.SglQuoted:
			if part.Dollar {
				b.WriteString(ansiEscape.ReplaceAllStringFunc(part.Value, ansiText))
			} else {
				b.WriteString(part.Value)
			}
		case *syntax.DblQuoted:
			for _, inner := range part.Parts {
				if lit, ok := inner.(*syntax.Lit); ok {
					b.WriteString(unescape(lit.Value, escapedQuoted))
				} else {
					b.WriteString(s.source(inner))
				}
			}
		default:
			b.WriteString(s.source(part))
		}
	}
	return b.String()
}

// document returns a here-document.
func (s *script) document(r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range r.Hdoc.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		} else {
			b.WriteString(s.source(part))
		}
	}
	text := b.String()
	if r.Op == syntax.DashHdoc {
		text = leadingTabs.ReplaceAllString(text, "")
	}
	if strings.ContainsAny(s.source(r.Word), `'"\`) { // a quoted delimiter: nothing is replaced
		return text
	}
	return unescape(text, escapedHere)
}

// source returns a node as it is written.
func (s *script) source(n syntax.Node) string { return s.text[s.offset(n.Pos()):s.offset(n.End())] }

// unescape removes the backslashes of escapes, and escaped line ends completely.
func unescape(text string, escape *regexp.Regexp) string {
	return escape.ReplaceAllStringFunc(text, func(e string) string { return strings.TrimPrefix(e[1:], "\n") })
}

// ansiEscape matches an escape of bash's $'…' (Bash Reference Manual, "ANSI-C Quoting").
// Browsers write characters beyond the first 65,536 as two surrogates.
var ansiEscape = regexp.MustCompile(`(?s)\\(?:u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2}|x[[:xdigit:]]{1,2}|u[[:xdigit:]]{1,4}|U[[:xdigit:]]{1,8}|[0-7]{1,3}|c.|.)`)

// ansiText returns the text of an escape; one that does not exist remains as written.
func ansiText(escape string) string {
	const names, texts = `abefnrtvE\'"?`, "\a\b\x1b\f\n\r\t\v\x1b\\'\"?"
	if i := strings.IndexByte(names, escape[1]); i >= 0 {
		return texts[i : i+1]
	}
	switch number := escape[2:]; {
	case escape[1] == 'c' && number != "":
		return string(rune(number[0] & 0x1f))
	case escape[1] == 'x' && number != "":
		n, _ := strconv.ParseUint(number, 16, 8)
		return string([]byte{byte(n)})
	case escape[1] >= '0' && escape[1] <= '7':
		n, _ := strconv.ParseUint(escape[1:], 8, 32)
		return string([]byte{byte(n)})
	case len(escape) == len(`\ud83d\ude00`):
		high, _ := strconv.ParseUint(number[:4], 16, 16)
		low, _ := strconv.ParseUint(number[6:], 16, 16)
		return string(utf16.DecodeRune(rune(high), rune(low)))
	case (escape[1] == 'u' || escape[1] == 'U') && number != "":
		n, _ := strconv.ParseUint(number, 16, 32)
		if n > utf8.MaxRune {
			n = utf8.RuneError
		}
		return string(rune(n))
	}
	return escape
}
