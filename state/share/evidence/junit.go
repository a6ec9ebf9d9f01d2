package evidence

import (
	"encoding/xml"
	"fmt"
	"strings"

	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

// The elements of a JUnit report that are written.
type (
	suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Time     string   `xml:"time,attr"`
		Suites   []*suite `xml:"testsuite"`
	}
	suite struct {
		Name     string  `xml:"name,attr"`
		Tests    int     `xml:"tests,attr"`
		Failures int     `xml:"failures,attr"`
		Errors   int     `xml:"errors,attr"`
		Skipped  int     `xml:"skipped,attr"`
		Time     string  `xml:"time,attr"`
		Cases    []tcase `xml:"testcase"`
		took     float64
	}
	tcase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		File    string   `xml:"file,attr"`
		Line    int      `xml:"line,attr"`
		Time    string   `xml:"time,attr"`
		Failure *failure `xml:"failure"`
		Output  string   `xml:"system-out,omitempty"`
	}
	failure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes a suite for each file, and a case for each check.
func JUnit(all []expect.Result) ([]byte, error) {
	root := suites{Name: "gatehouse check"}
	byFile := map[string]*suite{}
	total := 0.0
	for _, r := range all {
		s := byFile[r.File]
		if s == nil {
			s = &suite{Name: spelling.OneLine(r.File)}
			byFile[r.File] = s
			root.Suites = append(root.Suites, s)
		}
		took := r.Took().Seconds()
		one := tcase{Name: spelling.OneLine(r.Name), Class: spelling.OneLine(r.File), File: spelling.OneLine(r.File), Line: r.Line, Time: seconds(took)}
		lines := failureLines(r)
		switch {
		case !r.Passed():
			first := r.Failed()[0]
			one.Failure = &failure{Message: report.ExpectedWords(first), Type: first.Name, Text: strings.Join(lines, "\n")}
			if more := len(lines) - 1; more > 0 {
				one.Failure.Message += fmt.Sprintf(" (and %d more)", more)
			}
			s.Failures++
			root.Failures++
		case len(lines) > 0:
			one.Output = strings.Join(lines, "\n")
		}
		s.Cases = append(s.Cases, one)
		s.Tests, s.took = s.Tests+1, s.took+took
		root.Tests, total = root.Tests+1, total+took
	}
	for _, s := range root.Suites {
		s.Time = seconds(s.took)
	}
	root.Time = seconds(total)
	out, err := xml.MarshalIndent(root, "", "  ")
	return append([]byte(xml.Header), append(out, '\n')...), err
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// failureLines returns the failures of a check, each with its place and its exchange.
func failureLines(r expect.Result) (lines []string) {
	for _, f := range r.Failed() {
		line := spelling.OneLine(report.ExpectedPlace(f)) + ": " + report.ExpectedWords(f)
		if f.Run.Exchange != "" {
			line += " (exchange " + f.Run.Exchange + ")"
		}
		lines = append(lines, line)
	}
	return lines
}
