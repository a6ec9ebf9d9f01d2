package foreign

import "strings"

// quoted reads a quotation, an escape, a substitution or a plain character.
func (l *lexer) quoted(c byte) error {
	rest := l.text[l.at:]
	switch {
	case c == '\\' && strings.HasPrefix(rest, "\\\n"):
		l.line++
		l.at += 2
	case c == '\\':
		if l.at++; l.at == len(l.text) {
			l.put(`\`)
			return nil
		}
		l.take(l.text[l.at:l.at+1], 1)
	case c == '\'':
		end := strings.IndexByte(rest[1:], '\'')
		if end < 0 {
			return at(l.line, "a ' is never closed")
		}
		l.take(rest[1:1+end], end+2)
	case c == '"':
		l.at++
		return l.doubleQuoted()
	case strings.HasPrefix(rest, "$'"):
		return l.ansiQuoted()
	case strings.HasPrefix(rest, `$"`):
		l.at += 2
		return l.doubleQuoted()
	case c == '`' || strings.HasPrefix(rest, "$("):
		text, err := l.substitution()
		if err != nil {
			return err
		}
		l.take(text, len(text))
	default:
		l.put(rest[:1])
		l.at++
	}
	return nil
}

// put adds to the word.
func (l *lexer) put(s string) {
	l.word.WriteString(s)
	l.open = true
}

// take adds a text to the word, which takes some bytes of the script.
func (l *lexer) take(text string, size int) {
	l.put(text)
	l.line += strings.Count(l.text[l.at:l.at+size], "\n")
	l.at += size
}

// doubleQuoted reads up to the closing quotation mark.
func (l *lexer) doubleQuoted() error {
	begin := l.line
	l.open = true
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == '"':
			l.at++
			return nil
		case strings.HasPrefix(rest, "\\\n"):
			l.line++
			l.at += 2
		case rest[0] == '\\' && len(rest) > 1 && strings.IndexByte("$`\"\\", rest[1]) >= 0:
			l.take(rest[1:2], 2)
		case rest[0] == '`' || strings.HasPrefix(rest, "$("):
			text, err := l.substitution()
			if err != nil {
				return err
			}
			l.take(text, len(text))
		default:
			l.take(rest[:1], 1)
		}
	}
	return at(begin, "a \" is never closed")
}

// substitution returns a command substitution as it is written.
func (l *lexer) substitution() (string, error) {
	rest := l.text[l.at:]
	if rest[0] == '`' {
		if end := strings.IndexByte(rest[1:], '`'); end >= 0 {
			return rest[:end+2], nil
		}
		return "", at(l.line, "a ` is never closed")
	}
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return rest[:i+1], nil
			}
		}
	}
	return "", at(l.line, "a $( is never closed")
}
