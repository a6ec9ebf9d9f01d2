package main

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"gatehouse/state/output"
	"gatehouse/state/spelling"
	"gatehouse/views/text"
)

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
