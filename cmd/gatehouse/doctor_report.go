package main

import (
	"encoding/json"
	"io"
	"strings"

	"gatehouse/state/report"
	reports "gatehouse/views/report"
)

// examined prints what the doctor finds.
type examined interface {
	add(report.Examined)
	end(works bool) error
}

// examinedText prints each finding as it is made: the report grows at its end only.
type examinedText struct {
	out     io.Writer
	width   int // of a line in cells; 0: a finding is one line for grep
	found   []report.Examined
	printed int // lines
	err     error
}

func (p *examinedText) add(f report.Examined) {
	p.found = append(p.found, f)
	lines := strings.SplitAfter(reports.Plain(p.width, report.Report{Blocks: report.Doctor(p.found, false).Blocks}), "\n")
	for _, line := range lines[p.printed:] {
		p.print(line)
	}
	p.printed = len(lines) - 1 // behind the last there is nothing
}

func (p *examinedText) print(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, s)
	}
}

func (p *examinedText) end(bool) error {
	p.print("\n" + report.Doctor(p.found, true).Sum.Text + "\n")
	return p.err
}

// examinedJSON prints all findings as one object.
type examinedJSON struct {
	h        host
	findings []findingJSON
}

// findingJSON is a finding in the object; every key is always there.
type findingJSON struct {
	Area   string       `json:"area"`
	Name   string       `json:"name"`
	State  report.Level `json:"state"`
	Said   string       `json:"said"`
	Detail *string      `json:"detail"`
	Remedy *string      `json:"remedy"`
	TookMS *float64     `json:"took_ms"`
}

func (p *examinedJSON) add(f report.Examined) {
	j := findingJSON{Area: f.Area, Name: f.Name, State: f.Level, Said: f.Message}
	if f.Detail != "" {
		j.Detail = &f.Detail
	}
	if f.Remedy != "" {
		j.Remedy = &f.Remedy
	}
	if f.Took > 0 {
		j.TookMS = new(float64(f.Took.Microseconds()) / 1000)
	}
	p.findings = append(p.findings, j)
}

func (p *examinedJSON) end(works bool) error {
	e := json.NewEncoder(p.h.stdout)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Works    bool          `json:"works"`
		Findings []findingJSON `json:"findings"`
	}{works, p.findings})
}
