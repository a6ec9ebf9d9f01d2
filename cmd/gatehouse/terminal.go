package main

import (
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

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

// escaping writes JSON with each control, bidi, zero-width and format character
// as \uXXXX: the same value, but nothing that a terminal obeys. Each write is
// one or several whole values.
type escaping struct{ w io.Writer }

func (e escaping) Write(p []byte) (int, error) {
	if _, err := e.w.Write(escapeJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escapeJSON(doc []byte) []byte {
	out := make([]byte, 0, len(doc)+16)
	for len(doc) > 0 {
		r, size := utf8.DecodeRune(doc)
		switch {
		case r == '\r': // only between values, where a space says the same
			out = append(out, ' ')
		case r == utf8.RuneError && size == 1:
			out = appendEscape(out, r) // a lone C1 byte would be obeyed, and is U+FFFD to a reader of JSON
		case r != '\n' && r != '\t' && hiddenInJSON(r):
			out = appendEscape(out, r)
		default:
			out = append(out, doc[:size]...)
		}
		doc = doc[size:]
	}
	return out
}

// hiddenInJSON reports whether a terminal would obey r or draw nothing for it.
func hiddenInJSON(r rune) bool {
	return r < 0x20 || r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
}

func appendEscape(out []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return appendEscape(appendEscape(out, high), low)
	}
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
