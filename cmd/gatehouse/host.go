package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"gatehouse/app/effect/answer"
	"gatehouse/app/effect/progress"
	"gatehouse/gateway"
	"gatehouse/state/history/output"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/kit/text"
)

// host is the environment of a command.
type host struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	local          []gateway.Option // of the embedded gateway, in addition to its defaults
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// say writes one line to stderr, after the program's name. Received text in it is made safe.
func (h host) say(format string, args ...any) {
	h.sayLine(fmt.Sprintf(format, args...))
}

// sayLine is say without a format.
func (h host) sayLine(line string) {
	io.WriteString(h.stderr, "gatehouse: "+oneLine(line)+"\n")
}

// sayLines writes each line that is not empty.
func (h host) sayLines(lines ...string) {
	for _, line := range lines {
		if line != "" {
			h.sayLine(line)
		}
	}
}

// warn writes an error that does not end the command.
func (h host) warn(err error) { h.say("warning: %v", err) }

// print writes to standard output. Its error has the exit code of a failure and names what was to be
// written; that of a reader that has gone is returned as it is, and ends the program without a word.
func (h host) print(what string, out []byte) error {
	_, err := h.stdout.Write(out)
	if err != nil && !answer.ReaderGone(err) {
		return &exit{exitFailed, fmt.Errorf("%s could not be written to standard output: %w", what, err)}
	}
	return err
}

// printReports writes reports to standard output, on a terminal no wider than that.
func (h host) printReports(all ...report.Report) error {
	_, err := io.WriteString(h.stdout, reports.Plain(h.columns(), all...))
	return err
}

// quoted returns received text of several lines as a report quotes it: a bar begins each line, and none
// is a command for a terminal or a CI system.
func quoted(s string) string {
	var out strings.Builder
	quote(&out, s)
	return out.String()
}

// quote writes quoted text. A line may be as long as an endless answer.
func quote(out io.StringWriter, s string) {
	for line := range strings.Lines(text.Sanitize(s)) {
		for _, part := range []string{"│", strings.TrimRight(" "+spelling.OneLine(strings.TrimSuffix(line, "\n")), " "), "\n"} {
			_, _ = out.WriteString(part) // the caller's writer has the error
		}
	}
}

// printable makes text safe if it is written to a terminal.
func printable(h host, s string) string {
	if isTerminal(h.stdout) {
		return text.Sanitize(s)
	}
	return s
}

// oneLine makes text of any origin safe to print, one line, and no command for a CI system.
func oneLine(s string) string {
	return spelling.Inert(text.SanitizeLine(strings.NewReplacer("\r\n", " ", "\n", " ").Replace(strings.TrimSpace(s))))
}

// terminal is standard output or standard error on a terminal. Write removes control sequences of
// received text. The file is hidden: its other methods write too.
type terminal struct{ file *os.File }

// guarded returns a terminal for a file that is one, any other writer unchanged.
func guarded(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok && isTerminal(f) {
		return terminal{f}
	}
	return w
}

// Write returns the last guard, in case a caller forgot to make text safe. Each write is complete characters.
func (t terminal) Write(p []byte) (int, error) {
	return rewriter{t.file, guardLines}.Write(p)
}

func guardLines(p []byte) []byte {
	lines := strings.Split(string(p), "\n")
	for i, line := range lines {
		lines[i] = text.Guard(line)
	}
	return []byte(strings.Join(lines, "\n"))
}

func (t terminal) Fd() uintptr { return t.file.Fd() }

// columns returns the width of standard output in cells; 0 if it is no terminal.
func (h host) columns() int { return terminalWidth(h.stdout) }

// terminalWidth returns the width of a terminal in cells; 0 for any other stream.
func terminalWidth(stream any) int {
	f, ok := stream.(interface{ Fd() uintptr })
	if !ok {
		return 0
	}
	width, _, _ := term.GetSize(int(f.Fd())) // 0 with an error
	return width
}

// colours returns the colours that standard output can show.
func (h host) colours() colorprofile.Profile {
	if t, ok := guarded(h.stdout).(terminal); ok {
		return colorprofile.Detect(t.file, os.Environ())
	}
	return colorprofile.NoTTY
}

// forJSON returns a host whose stdout, on a terminal, escapes what a terminal would obey or hide in JSON.
func (h host) forJSON() host {
	if t, ok := guarded(h.stdout).(terminal); ok {
		h.stdout = rewriter{t.file, output.Escape}
	}
	return h
}

// forReport is forJSON for a report: it contains no command for a CI system, and has the same values.
func (h host) forReport() host {
	h.stdout = rewriter{h.forJSON().stdout, spelling.InertJSON}
	return h
}

// printJSON prints a value as one line of JSON in a report.
func (h host) printJSON(v any) error {
	e := json.NewEncoder(h.forReport().stdout)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// rewriter is a writer that changes what is written. Each write is one or several complete values or lines.
type rewriter struct {
	to      io.Writer
	rewrite func([]byte) []byte
}

func (r rewriter) Write(p []byte) (int, error) {
	if _, err := r.to.Write(r.rewrite(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Controls of a terminal: go to the first column, and clear the rest of the line.
const (
	lineStart = "\r"
	clearRest = "\x1b[K"
)

// statusLine is stderr with a line at its end that is overwritten. Other lines are written above it, from
// any goroutine, complete lines at a time.
type statusLine struct {
	to io.Writer

	mu   sync.Mutex
	line string // that is drawn; may be empty
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

// draw replaces the drawn line; an empty one removes it.
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

// working does something that may take long. On a terminal a line shows its progress after a moment. If
// the signal that ends ctx stops it, the error has its progress and stopped, which describes the result
// of that; "" for nothing to add.
func (h host) working(ctx context.Context, first progress.Step, stopped string, do func(*progress.Work) error) error {
	w := progress.Begin(ctx, first)
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		if s, ok := h.status(); ok {
			drawSteps(s, w, func() int { return cmp.Or(terminalWidth(s.to), 80) })
		}
	}()
	err := do(w)
	w.End()
	<-drawn
	early, ok := errors.AsType[*progress.StoppedError](err)
	if code, signalled := stopCode(ctx); ok && signalled {
		return &exit{code, errors.New(strings.TrimSuffix(early.Error()+"; "+stopped, "; "))}
	}
	return err
}

// status returns stderr if a line of it can be overwritten: not in a file, and not if a screen reader
// would read each version.
func (h host) status() (s *statusLine, ok bool) {
	s, ok = h.stderr.(*statusLine)
	return s, ok && isTerminal(s.to) && !h.wantsPlain()
}

// wantsPlain reports whether the environment requests output that is never overwritten.
func (h host) wantsPlain() bool { return h.getenv("TERM") == "dumb" || h.getenv("ACCESSIBLE") != "" }

// drawSteps draws the progress of work, and removes the line at the end.
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

// lineLog writes lines to stderr on its own goroutine, so that a paused terminal stops nothing else.
type lineLog struct {
	h     host
	ended chan struct{}

	mu     sync.Mutex
	more   sync.Cond // signalled when there are lines, or the log is closed
	lines  []string
	closed bool
}

func newLineLog(h host) *lineLog {
	l := &lineLog{h: h, ended: make(chan struct{})}
	l.more.L = &l.mu
	go l.write()
	return l
}

// say queues a line.
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
			l.h.sayLine(line)
		}
	}
}

// next waits for lines; ok is false after the last ones.
func (l *lineLog) next() (lines []string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.lines) == 0 && !l.closed {
		l.more.Wait()
	}
	lines, l.lines = l.lines, nil
	return lines, len(lines) > 0
}

// close writes the remaining lines, for at most a second.
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
