// Package report is what the program tells of what it knows: a title and blocks of facts, in
// words and figures and without any look. A fact is worded here, once; views/report draws any
// report in a pane and as plain text, and state/page as HTML.
package report

import (
	"cmp"
	"time"

	"gatehouse/state/check"
	"gatehouse/state/explain"
)

// Report is what is known of one subject. It is a block too: a report may be made of reports.
type Report struct {
	ID     string // begins those of its rows; empty: the title does
	Title  string
	Role   Role   // of the title; Value for the name of a part
	Unit   string // of all its figures; empty: each has its own
	Sum    Span   // the whole of it in one line; the zero Span: there is nothing to sum up
	Step   bool   // it tells of a step of the flow before it
	Blocks []Block
}

// Empty reports whether there is nothing to tell.
func (r Report) Empty() bool { return len(r.Blocks) == 0 }

// Block is a part of a report.
type Block interface{ block() }

func (Report) block()   {}
func (Finding) block()  {}
func (Span) block()     {}
func (Quote) block()    {}
func (Field) block()    {}
func (List) block()     {}
func (Numbers) block()  {}
func (Shares) block()   {}
func (Table) block()    {}
func (Flow) block()     {}
func (Timeline) block() {}
func (Series) block()   {}
func (Chart) block()    {}
func (Extra) block()    {}
func (Row) block()      {}
func (Way) block()      {}
func (Words) block()    {}
func (Excerpt) block()  {}

// Extra is a block that a medium with little room leaves out.
type Extra struct{ Block }

// Span is text and what it means. It may come from the wire: who draws it makes it safe. As a
// block it is a paragraph.
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
	Model               // the model that served
	Advice              // what to do next
	Address             // one line, of which the ends tell most
	Name                // of a thing, of which the ends tell it apart
	Title               // what a thing is called
	Mark                // the sign of a thing, or its place in a document
	Removed             // words that are gone from a text
	Added               // words that are new in it
	Found               // words that were looked for
)

// Quote is what others wrote.
type Quote struct {
	Before string // ours, in front of it
	Text   string
	Role   Role
	Bare   bool          // whose words it is goes without saying: it needs no marks
	Topic  explain.Topic // that has all of it
}

// Words are spans that run on as one text, behind a sign.
type Words struct {
	Sign  Span
	Spans []Span
}

// Excerpt is words that were found in a text, and what stands before and behind them there: as
// much of that is shown as there is room for on a line.
type Excerpt struct{ Before, Found, After string }

// Way is what the reader can do next. Which key does it is for who draws it to say; where
// there are no keys it is left out.
type Way struct {
	Words  string
	Places string // of the request that it changes, where there is room
	Action string // by its name in the key table
	Number int    // of its key among those of the action, from 1; 0: the action has one
}

// Field is a fact with its name. Fields below one another have one width of names.
type Field struct {
	Label string
	Value []Span
	About Span // beside the value where there is room, else below it
}

// List is several things with one name, which stands at the first of them.
type List struct {
	Label string
	Items []Item
	More  string // what was left out, in words; empty for nothing
}

// Item is a thing of a list.
type Item struct {
	Value []Span
	About Span
}

// Numbers are figures with short names, side by side.
type Numbers []Number

// Number is a figure.
type Number struct {
	Label string
	Value string
	Bare  bool // the value says what it is: the name is for where all have one
}

// Shares are the parts of a whole, in their order.
type Shares []Share

// numbers returns the parts as figures.
func (all Shares) numbers() (list Numbers) {
	for _, s := range all {
		list = append(list, Number{Label: s.Label, Value: s.Value})
	}
	return list
}

// Share is a part of a whole.
type Share struct {
	Label, Value string
	Size         int // 0: not known, or nothing
}

// Flow is the way from one thing to the next.
type Flow struct {
	Steps []Step
	Ends  bool // the last step was reached
}

// Step is one of a flow: a thing, or several beside one another.
type Step struct {
	Label  string
	Nodes  []Node
	Told   bool // a part of the report tells of it in full
	InTurn bool // its nodes come one after the other
}

// Node is a thing on the way.
type Node struct {
	Sign   Span
	Names  []string // from the shortest to the longest; at least one
	Role   Role
	Did    Span   // what became of it, in a word or two
	Beside Span   // the same, where there is room
	About  string // in more words
}

// Series is a number over time, at even distances.
type Series struct {
	Label  string
	Values func(n int) []float64 // in at most n intervals
	Said   string
}

// Chart is figures over time, in bars at even distances: what is counted, stacked, and below that
// how the values of something lie.
type Chart struct {
	Parts    []ChartPart // of each bar, from the bottom up
	Bars     []Bar
	Low      string // what the lower of the values is called, and the higher one; empty: there is one
	High     string
	Label    string // of the values; empty: there are none
	Write    func(value float64) string
	Selected int // bar; -1: none
	Rows     int // lines of the counts; those of the values are half as many
}

// ChartPart is a part of the bars.
type ChartPart struct {
	Label string
	Role  Role
}

// Bar is one of a chart.
type Bar struct {
	When      string  // it begins
	Tick      string  // on the axis, where it has room
	Rank      int     // of the tick: those of the lowest are named first, and of a rank all or none
	Counts    []int   // of each part
	Low, High float64 // values; below 0: not known
}

// Finding is one thing that was looked at, and how it was found.
type Finding struct {
	Name   string // a noun: proxy, TLS, key, disk; empty where what was seen says it
	Level  Level
	Sign   string        // empty: the level's
	Said   string        // what was seen, in a few words
	Detail string        // what that means, and others' own words, a paragraph a line; may be empty
	Remedy string        // what to do about it; may be empty
	Took   time.Duration // 0: not measured
	Quoted bool          // others wrote what was seen
	Topic  explain.Topic // that shows more; empty for none

	// Where in a document it is; empty for none.
	Path    string // as jq writes it, without the leading dot; "." for the document
	Pointer string // the same path as a JSON Pointer (RFC 6901)

	Hint   bool         // what is hardly meant so, and no fault
	Repair check.Repair `json:"-"` // leaves the document without it; empty where only the person knows how
}

// Same reports whether two findings tell the same of the same place.
func (f Finding) Same(other Finding) bool {
	return f.Level == other.Level && f.Pointer == other.Pointer && f.Said == other.Said
}

// Mark is the sign of a finding.
func (f Finding) Mark() string { return cmp.Or(f.Sign, f.Level.Sign()) }

// Words are what was seen, behind its place.
func (f Finding) Words() string {
	if f.Path == "" {
		return f.Said
	}
	return f.Path + ": " + f.Said
}

// Level is how a thing was found.
type Level string

// The levels, by their names in JSON.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, with something to know
	Failed  Level = "failed"
	Note    Level = "note"    // it is as it should be, and may surprise
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
	case Note:
		return "·"
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
