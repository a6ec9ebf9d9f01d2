package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	conntest "gatehouse/app/connection"
	"gatehouse/app/doctor"
	"gatehouse/views"
	"gatehouse/views/text"
)

// report prints what the doctor finds.
type report interface {
	add(doctor.Finding)
	end(works bool) error
}

// reportText prints each finding as it is made, under the name of its area.
type reportText struct {
	out    io.Writer
	width  int // of a line in cells
	area   string
	counts map[conntest.State]int
	err    error // of the first write that failed
}

func newReportText(h host, width int) *reportText {
	if width <= 0 {
		width = 1000 // nobody looks: a finding is one line for grep
	}
	return &reportText{out: h.stdout, width: width, counts: map[conntest.State]int{}}
}

// signs show how a step went.
var signs = map[conntest.State]string{conntest.OK: "✓", conntest.Warned: "!", conntest.Failed: "✗", conntest.Skipped: "–"}

func (r *reportText) add(f doctor.Finding) {
	r.counts[f.State]++
	if f.Area != r.area {
		if r.area != "" {
			r.line("")
		}
		r.area = f.Area
		r.line(f.Area)
	}
	said := f.Said
	if f.Took > 0 {
		said += "  " + views.Duration(f.Took.Microseconds())
	}
	const indent = 17
	r.block(fmt.Sprintf("  %s %-*s ", signs[f.State], indent-5, f.Name), indent, said)
	r.block("", indent, f.Detail)
	if f.Remedy != "" {
		r.block(strings.Repeat(" ", indent)+"→ ", indent+2, f.Remedy)
	}
}

// block prints words behind a beginning, their further lines indented.
func (r *reportText) block(beginning string, indent int, words string) {
	if words == "" {
		return
	}
	for i, line := range text.Wrap(oneLine(words), text.Layout{Width: max(r.width-indent, 20)}) {
		if i > 0 || beginning == "" {
			beginning = strings.Repeat(" ", indent)
		}
		r.line(beginning + line)
	}
}

func (r *reportText) line(s string) {
	if r.err == nil {
		_, r.err = io.WriteString(r.out, s+"\n")
	}
}

func (r *reportText) end(works bool) error {
	r.line("")
	last := "Everything works"
	if failed := r.counts[conntest.Failed]; failed == 1 {
		last = "1 thing does not work (✗)"
	} else if !works {
		last = fmt.Sprintf("%d things do not work (✗)", failed)
	}
	if n := r.counts[conntest.Warned]; n > 0 {
		last += "; " + views.Counted(n, "note") + " (!)"
	}
	r.line(last + ".")
	return r.err
}

// reportJSON prints all findings as one object.
type reportJSON struct {
	h        host
	findings []findingJSON
}

// findingJSON is a finding in the object; every key is always there.
type findingJSON struct {
	Area   string   `json:"area"`
	Name   string   `json:"name"`
	State  string   `json:"state"` // ok, warning, failed, skipped
	Said   string   `json:"said"`
	Detail *string  `json:"detail"`
	Remedy *string  `json:"remedy"`
	TookMS *float64 `json:"took_ms"`
}

func (r *reportJSON) add(f doctor.Finding) {
	j := findingJSON{Area: f.Area, Name: f.Name, State: string(f.State), Said: f.Said}
	if f.Detail != "" {
		j.Detail = &f.Detail
	}
	if f.Remedy != "" {
		j.Remedy = &f.Remedy
	}
	if f.Took > 0 {
		j.TookMS = new(float64(f.Took.Microseconds()) / 1000)
	}
	r.findings = append(r.findings, j)
}

func (r *reportJSON) end(works bool) error {
	e := json.NewEncoder(r.h.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Works    bool          `json:"works"`
		Findings []findingJSON `json:"findings"`
	}{works, r.findings})
}
