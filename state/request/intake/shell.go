package intake

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// script is a shell script whose curl commands are read.
type script struct {
	text string
	read func(name string) ([]byte, error) // returns the content of a file that the script names

	base    int // offset of the part that is parsed
	counted int // offset up to which lines are counted
	line    int // at counted, from 1
	depth   int // of nodes around the current one

	requests []Request
	faults   []error // a *LineError for each command that cannot be read
	found    bool    // there is a curl command
}

const (
	maxDepth    = 1000     // nodes around a node; syntax.Walk recurses with each
	maxFrames   = 20_000   // of the parser's stack, some ten for each level of nesting
	maxRepeated = 32 << 20 // bytes parsed again after commands that are malformed
)

var (
	errNested    = errors.New("its commands are nested too deeply") // they would overflow the stack
	errMalformed = errors.New("the script is not read from here on: too many of its commands are malformed")
)

// transparent matches a word before curl that changes nothing of the request: a prompt, a command
// that runs the one after it, or a duration of timeout.
const transparent = `\$|exec|sudo|env|nohup|time|timeout|command|[\d.]+[smhd]?`

var (
	// curlLine matches the start of a line that begins with a curl command.
	curlLine    = regexp.MustCompile(`(?m)^[ \t]*(?:(?:` + transparent + `|\w+=\S*)[ \t]+)*curl(?:\.exe)?\s`)
	skippedWord = regexp.MustCompile(`(?s)^(?:` + transparent + `|\w+=.*)$`)
)

// parse reads the text as bash does. After a command that is malformed or written for another
// shell it continues at the next line that begins with curl.
func (s *script) parse() {
	for repeated := 0; s.base < len(s.text); {
		begin, err := s.statements()
		if err == nil {
			return
		}
		for begin < len(s.text) && strings.IndexByte(" \t\n;&", s.text[begin]) >= 0 { // between two statements
			begin++
		}
		if other := otherShellError(s.text[begin:]); other != nil {
			err = &LineError{s.lineAt(begin), other}
		}
		if loc := curlLine.FindStringIndex(s.text[begin:]); loc != nil && loc[0] == 0 {
			s.found = true
			s.faults = append(s.faults, err)
			begin += loc[1]
		}
		next := curlLine.FindStringIndex(s.text[begin:])
		if next == nil {
			return
		}
		s.base = begin + next[0]
		if repeated += len(s.text) - s.base; repeated > maxRepeated {
			s.faults = append(s.faults, &LineError{s.lineAt(s.base), errMalformed})
			return
		}
	}
}

// statements reads the text from base on. With an error, it returns the offset at which the
// statement begins that cannot be read.
func (s *script) statements() (begin int, err error) {
	begin = s.base
	read := syntax.NewParser(syntax.Variant(syntax.LangBash)).StmtsSeq(shallow{strings.NewReader(s.text[s.base:])})
	read(func(stmt *syntax.Stmt, fault error) bool { // no range: the parser can yield once more after it was stopped
		if err == nil {
			begin, err = s.next(begin, stmt, fault)
		}
		return err == nil
	})
	return begin, err
}

// next reads the statement at an offset and returns the offset of its end. err is the parser's. With
// an error, next returns the offset of the statement that cannot be read.
func (s *script) next(begin int, stmt *syntax.Stmt, err error) (int, error) {
	var malformed syntax.ParseError
	switch {
	case errors.As(err, &malformed):
		if quote, ok := strings.CutPrefix(malformed.Text, "reached EOF without closing quote "); ok {
			malformed.Text = "the quote " + strings.Trim(quote, "`") + " that begins here is not closed"
		}
		return begin, &LineError{s.lineAt(s.offset(malformed.Pos)), errors.New(malformed.Text)}
	case err != nil:
		return begin, &LineError{s.lineAt(begin), err}
	}
	start := s.offset(stmt.Pos())
	if err := otherShellError(s.text[start:]); err != nil {
		return start, err
	}
	s.statement(stmt, nil)
	return s.offset(stmt.End()), nil
}

// shallow is the parser's source. The parser recurses with each level of nesting and has no
// limit; a stack overflow would end the process.
type shallow struct{ *strings.Reader }

func (r shallow) Read(b []byte) (int, error) {
	if runtime.Callers(maxFrames, make([]uintptr, 1)) > 0 {
		return 0, errNested
	}
	return r.Reader.Read(b)
}

// statement reads the curl commands of a statement. The output and the input are nil if they
// are not known.
func (s *script) statement(stmt *syntax.Stmt, input *string) (output *string) {
	for _, r := range stmt.Redirs {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			input = new(s.document(r))
		case syntax.WordHdoc:
			input = new(s.word(r.Word) + "\n")
		}
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.Pipe && s.enter(cmd) {
			defer s.leave()
			return s.statement(cmd.Y, s.statement(cmd.X, input))
		}
	case *syntax.CallExpr:
		if len(cmd.Args) > 0 {
			c := command{line: s.lineAt(s.offset(cmd.Args[0].Pos())), input: input}
			for _, w := range cmd.Args {
				c.words = append(c.words, s.word(w))
			}
			output = s.command(c)
		}
	}
	if stmt.Cmd != nil {
		s.nested(stmt.Cmd)
	}
	return output
}

// nested reads the statements in a command: of loops, groups, lists and substitutions.
func (s *script) nested(of syntax.Node) {
	syntax.Walk(of, func(n syntax.Node) bool {
		if n == nil {
			s.leave()
			return true
		}
		if !s.enter(n) {
			return false
		}
		if inner, ok := n.(*syntax.Stmt); ok {
			s.statement(inner, nil)
			s.leave()
			return false
		}
		return true
	})
}

// enter reports whether a node is read: one that is nested too deeply is a fault.
func (s *script) enter(n syntax.Node) bool {
	if s.depth == maxDepth {
		s.faults = append(s.faults, &LineError{s.lineAt(s.offset(n.Pos())), errNested})
		return false
	}
	s.depth++
	return true
}

func (s *script) leave() { s.depth-- }

// offset returns where a position of the parser is in the text.
func (s *script) offset(p syntax.Pos) int { return s.base + int(p.Offset()) }

// lineAt returns the line of an offset. It counts from the offset asked for last, because the
// parser's positions end at line 262,143.
func (s *script) lineAt(offset int) int {
	if offset < s.counted {
		s.line -= strings.Count(s.text[offset:s.counted], "\n")
	} else {
		s.line += strings.Count(s.text[s.counted:offset], "\n")
	}
	s.counted = offset
	return s.line
}

var (
	// powerShellLine matches the first line of a command that only PowerShell reads: it has
	// names of PowerShell's, or ends in a backtick.
	powerShellLine = regexp.MustCompile("^curl(?:\\.exe)?[ \\t]+(?:\\S+[ \\t]+)?(?:-(?i:uri|headers|body|method|contenttype)[ \\t]|(?:.*[ \\t])?`[ \\t]*(?:\\n|$))")
	cmdLine        = regexp.MustCompile(`^curl(?:\.exe)?[ \t](?:.*[ \t])?\^[ \t]*(?:\n|$)`)

	errPowerShell = errors.New("this is written for PowerShell; copy it as cURL (bash), or write its words in '…' and \\ for ` at line ends")
	errCmd        = errors.New("this is written for cmd.exe; copy it as cURL (bash), or write its words in '…' and \\ for ^ at line ends")
)

// otherShellError returns an error if a text begins with a command for PowerShell or cmd.exe.
func otherShellError(text string) error {
	switch {
	case powerShellLine.MatchString(text):
		return errPowerShell
	case cmdLine.MatchString(text):
		return errCmd
	}
	return nil
}

// typographicError returns an error if words have the quotes or dashes of a word processor.
func typographicError(words []string) error {
	for _, w := range words {
		switch first, _ := utf8.DecodeRuneInString(w); first {
		case '“', '”', '„', '‘', '’', '‚', '«', '–', '—':
			return fmt.Errorf("its quotes or dashes are typographic (%c), as word processors write them; write \", ' and -", first)
		}
	}
	return nil
}
