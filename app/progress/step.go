package progress

import (
	"path/filepath"

	"gatehouse/state/figures"
)

// Bytes is the unit of a step that counts bytes.
const Bytes = "bytes"

// Step is what work is doing, and how far it is.
type Step struct {
	Verb  string // what it does, as "reading"
	What  string // to what; it may name a file, so that whoever draws it makes it safe
	Done  int    // how many of Unit
	Total int    // of them; 0: not known
	Unit  string // what is counted, in the plural; empty: nothing is
}

// Reading is the step of a file that is being read.
func Reading(path string) Step { return Step{Verb: "reading", What: title(path)} }

// Writing is the step of a file that is being written.
func Writing(path string) Step { return Step{Verb: "writing", What: title(path)} }

// title is the name of a file, cut where it is long.
func title(path string) string {
	const most = 28
	name := []rune(filepath.Base(path))
	if len(name) > most {
		return string(name[:most-1]) + "…"
	}
	return string(name)
}

// String is the step as a line: "reading session.har: 1,204 of 3,000 exchanges".
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

// Count is how far the step is: "1,204 of 3,000 exchanges"; empty where nothing is counted.
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
	Step Step  // that it was at
	Why  error // that of its context
}

func (e *StoppedError) Error() string {
	if count := e.Step.Count(); count != "" {
		return "stopped after " + e.Step.Verb + " " + count
	}
	return "stopped"
}

func (e *StoppedError) Unwrap() error { return e.Why }
