package main

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"

	"gatehouse/gateway"
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
