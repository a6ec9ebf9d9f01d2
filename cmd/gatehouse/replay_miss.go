package main

import (
	"fmt"
	"strings"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/cassette"
	quoting "gatehouse/state/spelling"
)

// ignoring are the flags that leave paths out of the comparison, as a shell takes them.
func ignoring(paths []string) string {
	var flags []string
	for _, path := range paths {
		flags = append(flags, "--ignore "+quoting.ShellWord(path))
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

// missedLine is the log's line of a request that is not recorded, with the first difference
// from the nearest that is; the answer lists more. paths are those that may be ignored.
func missedLine(sent wire.Sent, miss cassette.Miss, forwarded bool, paths []string) string {
	parts := []string{time.Now().Format("15:04:05"), sent.Method, sent.URL, "404"}
	if forwarded {
		parts[3] = "forwarded"
	}
	words := "not recorded: " + miss.Words
	if miss.ID != "" {
		words += " The nearest is " + miss.ID
		if len(miss.Lines) > 0 {
			words += "; " + miss.Lines[0]
		}
		if more := len(miss.Lines) - 1 + miss.More; more > 0 {
			words += fmt.Sprintf("; %d more", more)
		}
	}
	parts = append(parts, words)
	if len(paths) > 0 {
		parts = append(parts, ignoring(paths))
	}
	return oneLine(strings.Join(parts, "  "))
}
