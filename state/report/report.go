// Package report is what the program tells of what it knows: a title and blocks of facts, in
// words and figures and without any look. A fact is worded here, once; views/report draws any
// report in a pane and as plain text.
package report

import "time"

// Report is what is known of one subject. It is a block too: a report may be made of reports.
type Report struct {
	Title  string
	Sum    Span // the whole of it in one line; the zero Span: there is nothing to sum up
	Blocks []Block
}

// Block is a part of a report.
type Block interface{ block() }

func (Report) block()  {}
func (Finding) block() {}

// Span is text and what it means. It may come from the wire: who draws it makes it safe.
type Span struct {
	Text string
	Role Role
}

// Role is what a text means; how that looks is for who draws it to say.
type Role uint8

// The roles.
const (
	Value   Role = iota // what was found, in the words of the sentence
	Good                // as it should be
	Warn                // it works, with something to know
	Bad                 // it does not work
	Quiet               // what can be skipped
	Running             // it is not over
)

// Finding is one thing that was looked at, and how it was found.
type Finding struct {
	Name   string // a noun: proxy, TLS, key, disk
	Level  Level
	Said   string        // what was seen, in a few words
	Detail string        // what that means, and others' own words; may be empty
	Remedy string        // what to do about it; may be empty
	Took   time.Duration // 0: not measured
}

// Level is how a thing was found.
type Level string

// The levels, by their names in JSON.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, with something to know
	Failed  Level = "failed"
	Skipped Level = "skipped" // it could not be told
)

// Sign is the sign of a level; colour never stands alone.
func (l Level) Sign() string {
	switch l {
	case OK:
		return "✓"
	case Warning:
		return "!"
	case Failed:
		return "✗"
	}
	return "–"
}

// Role is what the sign means.
func (l Level) Role() Role {
	switch l {
	case OK:
		return Good
	case Warning:
		return Warn
	case Failed:
		return Bad
	}
	return Quiet
}
