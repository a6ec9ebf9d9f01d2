package main

import (
	"fmt"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/cassette"
	quoting "gatehouse/state/shell"
)

// ignoring are the flags that leave paths out of the comparison, as a shell takes them.
func ignoring(paths []string) string {
	var flags []string
	for _, path := range paths {
		flags = append(flags, "--ignore "+quoting.Word(path))
	}
	return strings.Join(flags, " ")
}

// newPaths are those of paths that were not proposed yet; from now on they are.
func newPaths(paths []string, proposed map[string]bool) (fresh []string) {
	for _, path := range paths {
		if !proposed[path] {
			proposed[path] = true
			fresh = append(fresh, path)
		}
	}
	return fresh
}

// sayMiss tells of a request that is not recorded.
func sayMiss(h host, sent wire.Sent, miss cassette.Miss, forwarded bool) {
	then := ""
	if forwarded {
		then = " Forwarding."
	}
	near := ""
	if miss.ID != "" {
		near = " The nearest is " + miss.ID + "."
	}
	h.say("%s", oneLine(fmt.Sprintf("not recorded: %s %s. %s%s%s", sent.Method, sent.URL, miss.Words, near, then)))
	for _, line := range miss.Lines {
		h.say("difference: %s", oneLine(line))
	}
	if miss.More > 0 {
		h.say("and %d more differences", miss.More)
	}
}
