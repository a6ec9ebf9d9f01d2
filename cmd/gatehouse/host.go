package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"gatehouse/app/progress"
	"gatehouse/gateway"
	"gatehouse/state/output"
	"gatehouse/state/spelling"
	"gatehouse/views/text"
)

// host is what a command knows of the machine that it runs on.
type host struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	local          []gateway.Option // of the embedded gateway, beside its defaults
}

// isTerminal reports whether stream is one; a pipe, a file or a test's buffer
// is not.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// say writes one line to stderr, prefixed by the program's name and made safe:
// words from the wire or from a file name may stand in it.
func (h host) say(format string, args ...any) {
	io.WriteString(h.stderr, "gatehouse: "+oneLine(fmt.Sprintf(format, args...))+"\n")
}

// sayLine says a line.
func (h host) sayLine(line string) { h.say("%s", line) }

// quoted returns received text of several lines as a report quotes it: a bar begins each line, and none
// is a command for a terminal or a CI system.
func quoted(s string) string {
	var out strings.Builder
	for line := range strings.Lines(text.Sanitize(s)) {
		out.WriteString(strings.TrimRight("│ "+spelling.OneLine(strings.TrimSuffix(line, "\n")), " ") + "\n")
	}
	return out.String()
}

// oneLine makes text of any origin safe to print, one line, and no command for a CI system.
func oneLine(s string) string {
	return spelling.Inert(text.SanitizeLine(strings.NewReplacer("\r\n", " ", "\n", " ").Replace(strings.TrimSpace(s))))
}

// terminal is one that a person looks at, of standard output or standard error. Whatever a
// command writes there goes through Write: nothing in it is obeyed. It hides the file, whose
// other methods write too.
type terminal struct{ file *os.File }

// guarded returns what a command writes to: a terminal behind its guard, anything else as it
// is.
func guarded(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && isTerminal(f) {
		return terminal{f}
	}
	return w
}

// Write implements io.Writer: the last look, which finds nothing when all before it did its
// work. Each write is whole characters.
func (t terminal) Write(p []byte) (int, error) {
	lines := strings.Split(string(p), "\n")
	for i, line := range lines {
		lines[i] = text.Guard(line)
	}
	if _, err := t.file.WriteString(strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Fd is its file's.
func (t terminal) Fd() uintptr { return t.file.Fd() }

// columns is how many cells of standard output a person sees in a line; 0: nobody looks.
func (h host) columns() int {
	if !isTerminal(h.stdout) {
		return 0
	}
	width, _, _ := term.GetSize(int(h.stdout.(interface{ Fd() uintptr }).Fd()))
	return width
}

// colours are those that standard output shows.
func (h host) colours() colorprofile.Profile {
	if t, ok := guarded(h.stdout).(terminal); ok {
		return colorprofile.Detect(t.file, os.Environ())
	}
	return colorprofile.NoTTY
}

// forJSON returns where JSON is written: stdout itself, or when a person looks at it one that
// escapes what the terminal would obey or hide.
func (h host) forJSON() host {
	if t, ok := guarded(h.stdout).(terminal); ok {
		h.stdout = escaping{t.file}
	}
	return h
}

// forReport is forJSON for a report of ours: it has no command for a CI system, and the same values.
func (h host) forReport() host {
	h.stdout = inert{h.forJSON().stdout}
	return h
}

// inert writes JSON as spelling.InertJSON does. Each write is one or several complete values.
type inert struct{ w io.Writer }

func (i inert) Write(p []byte) (int, error) {
	if _, err := i.w.Write(spelling.InertJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// escaping writes JSON with each control, bidi, zero-width and format character
// as \uXXXX: the same value, but nothing that a terminal obeys. Each write is
// one or several whole values.
type escaping struct{ w io.Writer }

func (e escaping) Write(p []byte) (int, error) {
	if _, err := e.w.Write(output.Escape(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Controls of a terminal: the first column of the line, and no more behind the cursor.
const (
	lineStart = "\r"
	clearRest = "\x1b[K"
)

// statusLine is stderr with a line at its end that is written over. What else is written
// goes above that line, so that the two never stand in one. It may be written to from
// several goroutines, whole lines at a time.
type statusLine struct {
	to io.Writer

	mu   sync.Mutex
	line string // that is drawn; empty for none
}

// Write writes lines above the one that is drawn.
func (s *statusLine) Write(lines []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	words := string(lines)
	if isTerminal(s.to) {
		words = text.Sanitize(words)
	}
	if s.line != "" {
		words = lineStart + clearRest + words + s.line
	}
	if _, err := io.WriteString(s.to, words); err != nil {
		return 0, err
	}
	return len(lines), nil
}

// draw draws a line over the one that is drawn; an empty one takes it away.
func (s *statusLine) draw(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case line != "":
		io.WriteString(s.to, lineStart+line+clearRest)
	case s.line != "":
		io.WriteString(s.to, lineStart+clearRest)
	}
	s.line = line
}

// working does something that may take long. Where somebody looks, a line on stderr says how
// far it is, once it has taken a moment. The signal that ends ctx stops it: then it is said
// how far it came, and what has become of that.
func (h host) working(ctx context.Context, first progress.Step, kept string, do func(*progress.Work) error) error {
	w := progress.Begin(ctx, first)
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		if s, ok := h.status(); ok {
			drawSteps(s, w, terminalWidth(s.to))
		}
	}()
	err := do(w)
	w.End()
	<-drawn
	var early *progress.StoppedError
	if code, ok := stopCode(ctx); ok && errors.As(err, &early) {
		return &exit{code, fmt.Errorf("%w; %s", early, kept)}
	}
	return err
}

// status is stderr where a line of it may be written over: not in a file, and not where each
// version of it would be read aloud.
func (h host) status() (s *statusLine, ok bool) {
	s, ok = h.stderr.(*statusLine)
	return s, ok && isTerminal(s.to) && h.getenv("TERM") != "dumb" && h.getenv("ACCESSIBLE") == ""
}

// drawSteps draws how far work is, and takes the line away at the end.
func drawSteps(s *statusLine, w *progress.Work, width func() int) {
	for w.Next() {
		line := "gatehouse: " + oneLine(w.Step().String()) + " · ctrl+c stops"
		if w.Err() != nil {
			line = "gatehouse: stopping …"
		}
		s.draw(text.Truncate(line, width()-1, "…")) // in the last column a terminal wraps
	}
	s.draw("")
}

// terminalWidth returns what tells how wide a terminal is, in cells: it may be resized.
func terminalWidth(stream any) func() int {
	return func() int {
		if f, ok := stream.(*os.File); ok {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
		}
		return 80
	}
}

// lineLog writes lines to stderr on a goroutine of its own: while a terminal is paused, what
// is logged goes on.
type lineLog struct {
	h     host
	ended chan struct{}

	mu     sync.Mutex
	more   sync.Cond // signalled when there are lines, or no more will come
	lines  []string
	closed bool
}

func newLineLog(h host) *lineLog {
	l := &lineLog{h: h, ended: make(chan struct{})}
	l.more.L = &l.mu
	go l.write()
	return l
}

// say logs a line. It does not wait until it is written.
func (l *lineLog) say(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	l.more.Signal()
}

func (l *lineLog) write() {
	defer close(l.ended)
	for {
		lines, ok := l.next()
		if !ok {
			return
		}
		for _, line := range lines {
			l.h.say("%s", line)
		}
	}
}

// next waits for lines. There are none any more where ok is false.
func (l *lineLog) next() (lines []string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.lines) == 0 && !l.closed {
		l.more.Wait()
	}
	lines, l.lines = l.lines, nil
	return lines, len(lines) > 0
}

// close writes what is left, if it can be written within a second.
func (l *lineLog) close() {
	l.mu.Lock()
	l.closed = true
	l.more.Signal()
	l.mu.Unlock()
	select {
	case <-l.ended:
	case <-time.After(time.Second):
	}
}
