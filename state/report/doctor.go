package report

import (
	"fmt"
	"strings"
)

// Examined is a finding of the doctor.
type Examined struct {
	Area string // terminal, config, history, connection, recording, proxies, offers
	Finding
}

// Doctor reports the findings so far in their order, so that a later finding changes only the sum and
// the end.
func Doctor(found []Examined, ended bool) Report {
	r := Report{Sum: Span{"● looking", Running}}
	for _, f := range found {
		if n := len(r.Blocks); n > 0 && r.Blocks[n-1].(Report).Title == f.Area {
			last := r.Blocks[n-1].(Report)
			last.Blocks = append(last.Blocks, f.Finding)
			r.Blocks[n-1] = last
			continue
		}
		r.Blocks = append(r.Blocks, Report{Title: f.Area, Blocks: []Block{f.Finding}})
	}
	if ended {
		r.Sum = doctorSum(found)
	}
	return r
}

func doctorSum(found []Examined) Span {
	var failed []string
	notes := 0
	for _, f := range found {
		switch f.Level {
		case Failed:
			failed = append(failed, f.Name)
		case Warning:
			notes++
		}
	}
	sum := Span{"Everything works", Good}
	switch n := len(failed); {
	case n == 1:
		sum = Span{"1 thing does not work: " + failed[0], Bad}
	case n > 1:
		sum = Span{fmt.Sprintf("%d things do not work: %s", n, strings.Join(failed, ", ")), Bad}
	}
	switch {
	case notes == 1:
		sum.Text += "; 1 note"
	case notes > 1:
		sum.Text += fmt.Sprintf("; %d notes", notes)
	}
	sum.Text += "."
	return sum
}
