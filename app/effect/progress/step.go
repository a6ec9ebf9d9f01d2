package progress

import (
	"path/filepath"

	"gatehouse/state/answer/figures"
)

// Bytes is the unit of a step that counts bytes.
const Bytes = "bytes"

// Step is the current activity of work and its progress.
type Step struct {
	Verb  string // for example "reading"
	What  string // the object; it may name a file, and must be made safe
	Done  int    // in Unit
	Total int    // in Unit; 0: unknown
	Unit  string // plural; empty: nothing is counted
}

// Reading returns the step of reading a file.
func Reading(path string) Step { return Step{Verb: "reading", What: title(path)} }

// Writing returns the step of writing a file.
func Writing(path string) Step { return Step{Verb: "writing", What: title(path)} }

// title returns the name of a file, truncated.
func title(path string) string {
	const maxLength = 28
	name := []rune(filepath.Base(path))
	if len(name) > maxLength {
		return string(name[:maxLength-1]) + "…"
	}
	return string(name)
}

// String returns the step as a line: "reading session.har: 1,204 of 3,000 exchanges".
func (s Step) String() string {
	doing := s.Verb
	if s.What != "" {
		doing += " " + s.What
	}
	if count := s.Count(); count != "" {
		return doing + ": " + count
	}
	return doing + " …"
}

// Count returns the progress: "1,204 of 3,000 exchanges", or "" if nothing is counted.
func (s Step) Count() string {
	switch {
	case s.Unit == "":
		return ""
	case s.Unit == Bytes && s.Total > 0:
		return figures.Size(s.Done) + " of " + figures.Size(s.Total)
	case s.Unit == Bytes:
		return figures.Size(s.Done)
	case s.Total > 0:
		return figures.Thousands(s.Done) + " of " + figures.Thousands(s.Total) + " " + s.Unit
	}
	return figures.Thousands(s.Done) + " " + s.Unit
}

// StoppedError is the error of work that was stopped before its end.
type StoppedError struct {
	Step Step  // the last one
	Why  error // cause of its context
}

func (e *StoppedError) Error() string {
	if count := e.Step.Count(); count != "" {
		return "stopped after " + e.Step.Verb + " " + count
	}
	return "stopped"
}

func (e *StoppedError) Unwrap() error { return e.Why }
