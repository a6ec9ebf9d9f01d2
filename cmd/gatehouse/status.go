package main

import (
	"io"
	"sync"

	"gatehouse/views/text"
)

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
