package source

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// Severity tells a fault from a warning and a hint.
type Severity uint8

// The severities, the gravest first.
const (
	Fault Severity = iota
	Warning
	Hint
)

// Finding is one thing that a check has to say about the document.
type Finding struct {
	Severity Severity
	Pointer  string // JSON Pointer of the value; of a missing one too
	Path     string // as it is shown
	Message  string
}

// findings are those of the document in force.
type findings struct {
	list     []Finding
	known    bool
	marks    []mark // in the order of the text
	at       []int  // where each finding's value begins in the text; -1: nowhere
	selected int    // -1: none
	rows     []findingRow
	rowsFor  [2]int // width and style version of rows
	top      int    // first row that is shown
}

// mark is a part of the text that a finding speaks of.
type mark struct {
	from, to int
	severity Severity
}

// SetFindings gives what the checks found in the document of a version;
// findings of another version than the last SetDocument's are left out. It
// reads the document once when there are any.
func (m *Model) SetFindings(list []Finding, version uint64) {
	if version != m.version {
		return
	}
	f := &m.findings
	var was Finding
	if f.selected >= 0 && f.selected < len(f.list) {
		was = f.list[f.selected]
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Finding) int { return int(a.Severity) - int(b.Severity) })
	*f = findings{list: list, known: true, selected: -1, top: f.top}
	if was.Message != "" {
		f.selected = slices.Index(list, was)
	}
	m.place()
	m.changed()
}

// place finds the findings' values in the text.
func (m *Model) place() {
	f := &m.findings
	f.at = make([]int, len(f.list))
	if len(f.list) == 0 {
		return
	}
	root := &want{}
	for _, x := range f.list {
		root.add(x.Pointer)
	}
	doc := m.bytes()
	locate(doc, root)
	for i, x := range f.list {
		at, exact := root.find(x.Pointer)
		if !at.found {
			f.at[i] = -1
			continue
		}
		f.at[i] = at.start
		k := mark{at.from, at.to, x.Severity}
		if c := doc[at.from]; !exact || c == '{' || c == '[' {
			k = mark{at.start, at.from + 1, x.Severity} // of what holds others the name and the bracket
		}
		f.marks = append(f.marks, k)
	}
	slices.SortStableFunc(f.marks, func(a, b mark) int { return a.from - b.from })
}

// move moves the marks with a change of the text.
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

// toNext selects the next finding (step 1) or the one before (-1) that is at
// least so grave, and goes to it.
func (m *Model) toNext(step int, least Severity) {
	f := &m.findings
	at := f.selected
	if at < 0 && step < 0 {
		at = 0
	}
	for range f.list {
		at = (at + step + len(f.list)) % len(f.list)
		if f.list[at].Severity <= least {
			f.selected = at
			m.toFinding()
			return
		}
	}
}

// toFinding goes to the selected finding's value.
func (m *Model) toFinding() {
	f := &m.findings
	f.reveal(m.parts().list - 1)
	if at := f.at[f.selected]; at >= 0 {
		m.ed.GoTo(at)
		m.show(m.parts().text / 3)
	}
}

// Counts returns how many faults, warnings and hints there are.
func (m *Model) Counts() (faults, warnings, hints int) {
	for _, x := range m.findings.list {
		switch x.Severity {
		case Fault:
			faults++
		case Warning:
			warnings++
		default:
			hints++
		}
	}
	return faults, warnings, hints
}

// counted writes the counts.
func counted(faults, warnings, hints int) string {
	var parts []string
	for _, c := range []struct {
		n    int
		word string
	}{{faults, "fault"}, {warnings, "warning"}, {hints, "hint"}} {
		if c.n > 0 {
			parts = append(parts, figures.Counted(c.n, c.word))
		}
	}
	if faults == 0 {
		parts = slices.Insert(parts, 0, "no faults ✓")
	}
	return strings.Join(parts, ", ")
}

// findingRow is a row of the list.
type findingRow struct {
	finding int
	text    string
	first   bool
}

// wrapFindings makes the rows of the list.
func (m *Model) wrapFindings() []findingRow {
	f := &m.findings
	if f.rows != nil && f.rowsFor[0] == m.width {
		return f.rows
	}
	f.rows, f.rowsFor[0] = []findingRow{}, m.width
	for i, x := range f.list {
		words := text.SanitizeLine(x.Path + ": " + x.Message)
		for n, line := range text.Rows(words, max(m.width-3, 8)) {
			f.rows = append(f.rows, findingRow{i, strings.TrimLeft(line, " "), n == 0})
		}
	}
	return f.rows
}

// reveal brings the selected finding into the list's window.
func (f *findings) reveal(rows int) {
	first := slices.IndexFunc(f.rows, func(r findingRow) bool { return r.finding == f.selected })
	if first < 0 || rows < 1 {
		return
	}
	last := first
	for last+1 < len(f.rows) && f.rows[last+1].finding == f.selected {
		last++
	}
	f.top = max(f.top, last-rows+1)
	f.top = min(f.top, first)
}

// findingAt returns the finding in a row of the list, counted from its
// heading; -1 for none.
func (m *Model) findingAt(y int) int {
	rows := m.wrapFindings()
	if i := y - 1 + m.findings.top; y >= 1 && i < len(rows) {
		return rows[i].finding
	}
	return -1
}

// drawFindings draws the list: a heading and as many rows as fit.
func (m *Model) drawFindings(height int) []string {
	f := &m.findings
	rows := m.wrapFindings()
	f.top = max(min(f.top, len(rows)-(height-1)), 0)
	faults, warnings, hints := m.Counts()
	style := m.styles.Dim
	switch {
	case faults > 0:
		style = m.styles.Bad
	case warnings > 0:
		style = m.styles.Warn
	}
	heading := counted(faults, warnings, hints)
	if m.verdict == broken {
		heading += " in the document in use"
	}
	if below := len(rows) - f.top - (height - 1); below > 0 && height > 1 {
		heading += fmt.Sprintf("   ↓ %d more rows", below)
	}
	out := []string{" " + style.Render(heading)}
	for _, r := range rows[f.top:min(f.top+height-1, len(rows))] {
		sign, style := m.sign(f.list[r.finding].Severity)
		if !r.first {
			sign = " "
		}
		text := m.styles.Text.Render(r.text)
		if r.finding == f.selected {
			text = m.styles.Selection.Render(r.text)
		}
		out = append(out, " "+style.Render(sign)+" "+text)
	}
	return out
}

func (m *Model) sign(s Severity) (string, lipgloss.Style) {
	switch s {
	case Fault:
		return "✗", m.styles.Bad
	case Warning:
		return "⚠", m.styles.Warn
	}
	return "·", m.styles.Dim
}
