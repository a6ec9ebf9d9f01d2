package report

import (
	"fmt"
	"strings"

	"gatehouse/state/answer/figures"
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
	for i := 0; i < len(found); {
		area := Report{Title: found[i].Area}
		for ; i < len(found) && found[i].Area == area.Title; i++ {
			area.Blocks = append(area.Blocks, found[i].Finding)
		}
		r.Blocks = append(r.Blocks, area)
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
	if notes > 0 {
		sum.Text += "; " + figures.Counted(notes, "note")
	}
	sum.Text += "."
	return sum
}
