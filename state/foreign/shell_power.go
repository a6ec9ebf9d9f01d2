package foreign

import (
	"regexp"
	"strings"
)

// powerShell matches the first line of a command that only PowerShell reads.
var powerShell = regexp.MustCompile("^curl(?:\\.exe)?[ \\t]+(?:\\S+[ \\t]+)?(?:-(?i:uri|headers|body|method|contenttype)[ \\t]|(?:.*[ \\t])?`[ \\t]*$)")

// powerShell takes a command that was written for PowerShell, up to the end of its last line;
// it reports whether one begins here. Its words are not read, but where it ends is seen: a
// text in quotes or a table may have more lines, and so may all that ends in a backtick.
func (l *lexer) powerShell() bool {
	rest := l.text[l.at:]
	if !strings.HasPrefix(rest, "curl") {
		return false
	}
	if line, _, _ := strings.Cut(rest, "\n"); !powerShell.MatchString(line) {
		return false
	}
	l.all = append(l.all, command{line: l.line, powerShell: true})
	quote, depth := byte(0), 0
	for ; l.at < len(l.text); l.at++ {
		switch c := l.text[l.at]; {
		case c == '\n' && quote == 0 && depth <= 0:
			return true
		case c == '\n':
			l.line++
		case c == '`' && quote != '\'':
			after := strings.TrimLeft(l.text[l.at+1:], " \t")
			if strings.HasPrefix(after, "\n") {
				l.at = len(l.text) - len(after)
				l.line++
			} else {
				l.at++
			}
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '\'' || c == '"':
			quote = c
		case c == '{' || c == '(':
			depth++
		case c == '}' || c == ')':
			depth--
		}
	}
	l.at = len(l.text)
	return true
}
