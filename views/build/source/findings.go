package source

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"gatehouse/state/report"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
)

// findings are those of the document in force.
type findings struct {
	reports.Findings
	known bool
	marks []mark // in the order of the text
	at    []int  // where each finding's value begins in the text; -1: nowhere
}

// mark is a part of the text that a finding speaks of.
type mark struct {
	from, to int
	level    report.Level
	sign     string
}

// SetFindings gives what the checks found in the document of a version;
// findings of another version than the last SetDocument's are left out. It
// reads the document once when there are any.
func (m *Model) SetFindings(list []report.Finding, version uint64) {
	if version != m.version {
		return
	}
	m.findings = findings{Findings: m.findings.Findings, known: true}
	m.findings.Set(list)
	m.place()
	m.changed()
}

// place finds the findings' values in the text.
func (m *Model) place() {
	f := &m.findings
	f.at = make([]int, len(f.List))
	if len(f.List) == 0 {
		return
	}
	pointers := make([]string, len(f.List))
	for i, x := range f.List {
		pointers[i] = x.Pointer
	}
	doc := m.bytes()
	places := locate(doc, pointers...)
	for i, x := range f.List {
		at := places[i]
		if !at.found {
			f.at[i] = -1
			continue
		}
		f.at[i] = at.start
		k := mark{at.from, at.to, x.Level, x.Mark()}
		if c := doc[at.from]; !at.exact || c == '{' || c == '[' {
			k = mark{at.start, at.from + 1, x.Level, x.Mark()} // of what holds others the name and the bracket
		}
		f.marks = append(f.marks, k)
	}
	slices.SortStableFunc(f.marks, func(a, b mark) int { return a.from - b.from })
}

func (f *findings) move(to func(int) int) {
	for i := range f.marks {
		f.marks[i].from, f.marks[i].to = to(f.marks[i].from), to(f.marks[i].to)
	}
	for i := range f.at {
		if f.at[i] >= 0 {
			f.at[i] = to(f.at[i])
		}
	}
}

// marksIn returns the marks that reach into [from, to).
func (f *findings) marksIn(from, to int) []mark {
	// Marks may hold others, so those before from are looked at one by one;
	// there are at most some thousands.
	end := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].from >= to })
	var in []mark
	for _, k := range f.marks[:end] {
		if k.to > from {
			in = append(in, k)
		}
	}
	return in
}

// toNext selects the next of some findings (step 1) or the one before (-1), and goes to it.
func (m *Model) toNext(step int, list []report.Finding) {
	if len(list) == 0 {
		return
	}
	f := &m.findings
	at := min(f.Selected, len(list)-1) // all that are asked for come first
	if at < 0 && step < 0 {
		at = 0
	}
	f.Selected = (at + step + len(list)) % len(list)
	m.toFinding()
}

// fix repairs the selected finding; where it has no repair, the first that has one.
func (m *Model) fix() views.Intent {
	f := &m.findings
	if m.verdict != inForce {
		return views.Notify{Text: "the JSON cannot be read; fix it first"}
	}
	list := f.List
	if f.Selected >= 0 && f.Selected < len(list) && len(list[f.Selected].Repair) > 0 {
		list = list[f.Selected : f.Selected+1]
	}
	found, ok := report.FirstRepair(list)
	if !ok {
		return views.Notify{Text: "no hint that can be repaired"}
	}
	return views.Repair{Finding: found}
}

// toFinding goes to the selected finding's value.
func (m *Model) toFinding() {
	f := &m.findings
	f.Reveal(m.width-findingsMargin, m.parts().list-1)
	if at := f.at[f.Selected]; at >= 0 {
		m.ed.GoTo(at)
		m.show(m.parts().text / 3)
	}
}

// findingsMargin is the cells before the list of findings.
const findingsMargin = 1

// drawFindings draws the list: a heading and as many rows as fit.
func (m *Model) drawFindings(height int) []string {
	lines, below := m.findings.Draw(m.styles, m.width-findingsMargin, height-1)
	heading := report.Counted(m.findings.List)
	if m.verdict == broken {
		heading.Text += " in the document in use"
	}
	if below > 0 && height > 1 {
		heading.Text += fmt.Sprintf("   ↓ %d more rows", below)
	}
	lines = append([]string{reports.Pen{Styles: m.styles}.Span(heading)}, lines...)
	for i, line := range lines {
		lines[i] = strings.Repeat(" ", findingsMargin) + line
	}
	return lines
}
