package foreign

import (
	"strings"
	"unicode"
)

// command is one command of a shell script.
type command struct {
	words []string
	line  int    // of its first word, from 1
	input string // what a here-document, a here-string or the command before it writes to its standard input
	fed   bool   // input is known
	pipe  bool   // its output goes to the next

	powerShell bool // it is written for PowerShell, and was not read
}

// commands reads a script as a POSIX shell does, and the $'…' of bash. Variables and
// command substitutions stay as they are written: what they stand for is not known. The
// error is a *LineError.
func commands(script string) ([]command, error) {
	l := lexer{text: strings.ReplaceAll(script, "\r\n", "\n"), line: 1}
	for l.at < len(l.text) {
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	l.end(false)
	return l.all, nil
}

// lexer cuts a script into commands.
type lexer struct {
	text string
	at   int
	line int

	all  []command
	now  command
	word strings.Builder
	open bool       // there is a word, be it empty
	skip bool       // the next word is the file of a redirection
	docs []*hereDoc // that begin behind the line
}

// hereDoc is a here-document that was announced.
type hereDoc struct {
	end  string // the line that ends it
	tabs bool   // tabs at the beginning of lines are no part of it
	of   int    // the command in all that it belongs to
}

// next reads one character, or what it begins.
func (l *lexer) next() error {
	c := l.text[l.at]
	if c == 'c' && !l.open && !l.skip && len(l.now.words) == 0 && l.powerShell() {
		return nil
	}
	switch c {
	case ' ', '\t':
		l.endWord()
	case '\n':
		l.end(false)
		l.line++
		l.at++
		return l.hereDocs()
	case '#':
		if !l.open {
			line, _, _ := strings.Cut(l.text[l.at:], "\n")
			l.at += len(line)
			return nil
		}
		l.put("#")
	case ';':
		l.end(false)
	case '|', '&':
		return l.operator(c)
	case '<', '>':
		return l.redirection()
	case '(', ')':
		l.endWord()
	default:
		return l.quoted(c)
	}
	l.at++
	return nil
}

// operator reads |, ||, & or &&.
func (l *lexer) operator(c byte) error {
	rest := l.text[l.at:]
	if strings.HasPrefix(rest, "&>") {
		l.endWord()
		l.at++
		return nil
	}
	double := len(rest) > 1 && rest[1] == c
	l.end(c == '|' && !double)
	if l.at++; double {
		l.at++
	}
	return nil
}

// redirection reads <, <<, <<-, <<<, > and their like.
func (l *lexer) redirection() error {
	if isNumber(l.word.String()) { // a file descriptor
		l.word.Reset()
		l.open = false
	}
	l.endWord()
	rest := l.text[l.at:]
	switch {
	case strings.HasPrefix(rest, "<<<"):
		l.at += 3
		word, err := l.oneWord()
		l.now.input, l.now.fed = word+"\n", true
		return err
	case strings.HasPrefix(rest, "<<"):
		doc := &hereDoc{tabs: strings.HasPrefix(rest, "<<-"), of: len(l.all)}
		if l.at += 2; doc.tabs {
			l.at++
		}
		var err error
		doc.end, err = l.oneWord()
		l.docs = append(l.docs, doc)
		return err
	}
	for l.at++; l.at < len(l.text) && strings.IndexByte(">&|", l.text[l.at]) >= 0; {
		l.at++
	}
	l.skip = true
	return nil
}

// oneWord reads the next word.
func (l *lexer) oneWord() (string, error) {
	for l.at < len(l.text) && (l.text[l.at] == ' ' || l.text[l.at] == '\t') {
		l.at++
	}
	for l.at < len(l.text) && strings.IndexByte(" \t\n;|&<>()", l.text[l.at]) < 0 {
		if err := l.quoted(l.text[l.at]); err != nil {
			return "", err
		}
	}
	word := l.word.String()
	l.word.Reset()
	l.open = false
	return word, nil
}

// hereDocs reads the documents that were announced in the line before.
func (l *lexer) hereDocs() error {
	for _, doc := range l.docs {
		begin := l.line
		var text strings.Builder
		for {
			if l.at >= len(l.text) {
				return at(begin, "no line %q ends the document", doc.end)
			}
			line, _, _ := strings.Cut(l.text[l.at:], "\n")
			l.at = min(l.at+len(line)+1, len(l.text))
			l.line++
			if doc.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if line == doc.end {
				break
			}
			text.WriteString(line + "\n")
		}
		if doc.of < len(l.all) {
			l.all[doc.of].input, l.all[doc.of].fed = text.String(), true
		}
	}
	l.docs = nil
	return nil
}

// endWord ends the word, if there is one.
func (l *lexer) endWord() {
	if !l.open {
		return
	}
	if word := l.word.String(); l.skip {
		l.skip = false
	} else {
		if len(l.now.words) == 0 {
			l.now.line = l.line
		}
		l.now.words = append(l.now.words, word)
	}
	l.word.Reset()
	l.open = false
}

// end ends the command, if there is one.
func (l *lexer) end(pipe bool) {
	l.endWord()
	if l.skip = false; len(l.now.words) == 0 && pipe {
		return
	}
	if len(l.now.words) > 0 || l.now.fed {
		l.now.pipe = pipe
		l.all = append(l.all, l.now)
	}
	l.now = command{}
}

func isNumber(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}
