package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"gatehouse/app/progress"
	"gatehouse/views/text"
)

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
