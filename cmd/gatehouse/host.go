package main

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"

	"gatehouse/gateway"
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

// oneLine makes text of any origin safe to print, and one line.
func oneLine(s string) string {
	return text.SanitizeLine(strings.NewReplacer("\r\n", " ", "\n", " ").Replace(strings.TrimSpace(s)))
}
