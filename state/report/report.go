// Package report describes what the program knows: a report is a title and blocks of facts, in words and
// figures and without a layout. Each fact is written here once; views/kit/report draws any report in a pane
// and as plain text, and state/share/page as HTML.
package report

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gatehouse/state/answer/explain"
	"gatehouse/state/request/validate"
)

// Report describes one subject. It is a block too, so that reports nest.
type Report struct {
	ID     string // begins the IDs of its rows; empty: the title does
	Title  string
	Role   Role   // of the title; Value for the name of a part
	Unit   string // of all its figures; empty: each figure has one
	Sum    Span   // a summary in one line; the zero Span for none
	Step   bool   // it describes a step of the flow before it
	Blocks []Block
}

// Empty reports whether there is nothing to show.
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
func (Action) block()   {}
func (Words) block()    {}
func (Excerpt) block()  {}

// Extra is a block that a small medium leaves out.
type Extra struct{ Block }

// Span is text with a role. The text may be from the wire: whoever draws it makes it safe. As a block it
// is a paragraph.
type Span struct {
	Text string
	Role Role
}

// Role is the meaning of a text; the medium decides how that looks.
type Role uint8

const (
	Value   Role = iota // what was found, in the words of the sentence
	Good                // as it should be
	Warn                // it works, with something to know
	Bad                 // it does not work
	Quiet               // what can be skipped
	Running             // it is not over
	Model               // the model that served
	Advice              // what to do next
	Address             // one line whose ends matter most
	Name                // of a thing; its ends distinguish it
	Title               // the title of a thing
	Mark                // the sign of a thing, or its place in a document
	Removed             // words removed from a text
	Added               // words added to it
	Found               // words that match a search
)

// Quote is text that others wrote.
type Quote struct {
	Before string // an introduction by the program
	Text   string
	Role   Role
	Bare   bool          // without quotation marks, if the author is obvious
	Topic  explain.Topic // that shows all of it
}

// Words are spans that continue as one text after a sign.
type Words struct {
	Sign  Span
	Spans []Span
}

// Excerpt is words found in a text and the text around them, which is truncated to the width of a line.
type Excerpt struct{ Before, Found, After string }

// Action is a next step for the reader. The medium adds its key; without keys it is left out.
type Action struct {
	Words  string
	Places string // of the request that it changes; optional
	Action string // by its name in the key table
	Number int    // of its key among those of the action, from 1; 0: the action has one
}

// Field is a fact with its name. Fields below one another have one width of names.
type Field struct {
	Label string
	Value []Span
	About Span // next to the value if there is space, else below it
}

// List is several things with one name, which appears next to the first.
type List struct {
	Label string
	Items []Item
	More  string // what was left out; "" for nothing
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
	Bare  bool // the value explains itself: the label is only for a list with labels
	Quiet bool // drawn dim
	Size  int  // of Shares: in proportion to the others; 0: not known, or nothing
}

// Shares are the parts of a total, in their order.
type Shares []Number

// Flow is the route from one thing to the next.
type Flow struct {
	Steps []Step
	Ends  bool // the last step was reached
}

// Step is one of a flow: one or several nodes.
type Step struct {
	Label    string
	Nodes    []Node
	Detailed bool // a part of the report describes it in full
	InTurn   bool // its nodes follow one another
}

// Node is a thing on the route.
type Node struct {
	Sign    Span
	Names   []string // from the shortest to the longest; at least one
	Role    Role
	Did     Span   // its outcome in a word or two
	Outcome Span   // its outcome, if there is space
	About   string // its outcome in a sentence
}

// Series is a number over time, at even distances.
type Series struct {
	Label   string
	Values  func(n int) []float64 // in at most n intervals
	Caption string
}

// Chart is figures over time in bars at even distances: stacked counts, and below them the range of a
// value.
type Chart struct {
	Parts     []ChartPart // of each bar, from the bottom up
	Bars      []Bar
	Low, High string // names of the lower and the higher value; empty: there is one
	Label     string // of the values; empty: there are none
	Write     func(value float64) string
	Selected  int // bar; -1: none
	Rows      int // lines of the counts; those of the values are half as many
}

// ChartPart is a part of each bar.
type ChartPart struct {
	Label string
	Role  Role
}

// Bar is one of a chart.
type Bar struct {
	When      string  // it begins
	Tick      string  // on the axis, where it fits
	Rank      int     // of the tick: the lowest are shown first, and of a rank all or none
	Counts    []int   // of each part
	Low, High float64 // values; below 0: not known
}

// Finding is the result of one check.
type Finding struct {
	Name    string // a noun: proxy, TLS, key, disk; may be empty
	Level   Level
	Sign    string        // empty: the level's
	Message string        // the result in a few words
	Detail  string        // what that means, and texts of others, a paragraph a line; may be empty
	Remedy  string        // may be empty
	Took    time.Duration // 0: not measured
	Quoted  bool          // Message is text of others
	Topic   explain.Topic // that shows more; empty for none

	// Where in a document it is; empty for none.
	Path    string // as jq writes it, without the leading dot; "." for the document
	Pointer string // the same path as a JSON Pointer (RFC 6901)

	Hint   bool            // probably a mistake, but valid
	Repair validate.Repair `json:"-"` // removes the fault from the document; empty if only the user can

	// What it was found in; empty for none.
	Exchange string `json:"-"` // ID
	Frame    int    `json:"-"` // of the exchange; negative: all of it
}

// Same reports whether two findings have the same text and place.
func (f Finding) Same(other Finding) bool {
	return f.Level == other.Level && f.Pointer == other.Pointer && f.Message == other.Message
}

// Mark returns the sign of a finding.
func (f Finding) Mark() string { return cmp.Or(f.Sign, f.Level.Sign()) }

// Words returns the result after its place.
func (f Finding) Words() string {
	if f.Path == "" {
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// Level is the gravity of a finding.
type Level string

// The levels, by their names in JSON.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, with something to know
	Failed  Level = "failed"
	Note    Level = "note"    // as it should be, but may surprise
	Skipped Level = "skipped" // could not be checked
)

// signs are those of the levels, since colour alone is not enough.
var signs = map[Level]Span{OK: {"✓", Good}, Warning: {"!", Warn}, Failed: {"✗", Bad}, Note: {"·", Quiet}, Skipped: {"–", Quiet}}

// Sign returns the sign of a level.
func (l Level) Sign() string { return signs[l].Text }

// Role returns the meaning of the sign.
func (l Level) Role() Role { return signs[l].Role }

// Table is rows of cells. A note appears below its row.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Column is a column of a table.
type Column struct {
	Title    string
	Right    bool // aligned to the right
	Point    bool // with Right, for money: aligned at the decimal point
	Lines    bool // a document has the lines of its texts
	Aside    bool // appears below the row if there is too little space
	MaxWidth int  // cells of the terminal; 0: no limit
	Spare    int  // if the table is too wide, columns with the largest number are dropped first; 0: never
}

// SpareLast is the largest Spare of columns that are dropped only after things next to the table are.
const SpareLast = 2

// Row is a row of a table, or a line by itself. A page can select and unfold it.
type Row struct {
	ID    string // unique while an exchange grows; empty: by its position
	Cells []Span
	JSON  []byte  // what it unfolds to; nil for none
	Text  string  // what it unfolds to, as text; empty for none
	Below []Block // details
	Note  string
}

// AtPoint returns the table with blanks after sums that have fewer decimals than others in their column.
func (t Table) AtPoint(blank string) Table {
	out := Table{Columns: t.Columns, Rows: slices.Clone(t.Rows)}
	for at, c := range t.Columns {
		if !c.Point {
			continue
		}
		longest := 0
		for _, r := range t.Rows {
			longest = max(longest, decimals(r, at))
		}
		for i, r := range t.Rows {
			if n := decimals(r, at); n >= 0 && n < longest {
				out.Rows[i].Cells = slices.Clone(out.Rows[i].Cells)
				out.Rows[i].Cells[at].Text += strings.Repeat(blank, longest-n)
			}
		}
	}
	return out
}

// decimals returns the number of characters of a sum from its decimal point on; -1 if the row has no sum
// there.
func decimals(r Row, at int) int {
	if at >= len(r.Cells) || !strings.ContainsAny(r.Cells[at].Text, "0123456789") {
		return -1
	}
	text := r.Cells[at].Text
	if point := strings.LastIndexByte(text, '.'); point >= 0 {
		return len(text) - point
	}
	return 0
}
