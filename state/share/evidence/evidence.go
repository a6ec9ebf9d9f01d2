// Package evidence writes the results of checks in the formats that other programs read: JSON
// with every expectation, JUnit XML, SARIF and TAP. Lint writes its findings as SARIF too.
package evidence

import (
	"bytes"
	"encoding/json"
	"time"

	"gatehouse/state/expect"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
)

// Format writes the results of checks.
type Format func([]expect.Result) ([]byte, error)

// Formats returns the formats by their words, in the order in which help names them.
func Formats() []struct {
	Word  string
	Write Format
} {
	return []struct {
		Word  string
		Write Format
	}{{"json", JSON}, {"junit", JUnit}, {"sarif", SARIF}, {"tap", TAP}}
}

// The object of JSON; every key is always there.
type (
	object struct {
		Passed int     `json:"passed"`
		Failed int     `json:"failed"`
		Checks []check `json:"checks"`
	}
	check struct {
		Check  string  `json:"check"`
		File   string  `json:"file"`
		Line   int     `json:"line"`
		Passed bool    `json:"passed"`
		TookMS float64 `json:"took_ms"`
		Runs   []run   `json:"runs"`
	}
	run struct {
		Exchange     string    `json:"exchange"`
		Passed       bool      `json:"passed"`
		TookMS       float64   `json:"took_ms"`
		Expectations []outcome `json:"expectations"`
	}
	outcome struct {
		Expectation string `json:"expectation"`
		Line        int    `json:"line"`
		Passed      bool   `json:"passed"`
		Expected    string `json:"expected"`
		Got         string `json:"got"`
		Frame       *int   `json:"frame"` // counted from 0, as the lines of send --events; null for none
	}
)

// JSON writes one object with every expectation, met or not.
func JSON(all []expect.Result) ([]byte, error) {
	o := object{Checks: []check{}}
	for _, r := range all {
		c := check{r.Name, r.File, r.Line, r.Passed(), milliseconds(r.Took()), []run{}}
		if c.Passed {
			o.Passed++
		} else {
			o.Failed++
		}
		for _, of := range r.Runs {
			one := run{of.Exchange, of.Passed(), milliseconds(of.Took), []outcome{}}
			for _, was := range of.Outcomes {
				result := outcome{was.Name, was.Line, was.OK, was.Want, was.Got, nil}
				if was.Frame >= 0 {
					result.Frame = new(was.Frame)
				}
				one.Expectations = append(one.Expectations, result)
			}
			c.Runs = append(c.Runs, one)
		}
		o.Checks = append(o.Checks, c)
	}
	return encoded(o, "")
}

// encoded returns a value as JSON without commands for a CI system.
func encoded(v any, indent string) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return spelling.InertJSON(out.Bytes()), err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// SARIF writes a log whose rules are the names of expectations.
func SARIF(all []expect.Result) ([]byte, error) {
	var rules []SARIFRule
	known := map[string]bool{}
	var results []SARIFResult
	for _, r := range all {
		level := "error"
		if r.Passed() { // a miss that the check allows
			level = "warning"
		}
		for _, f := range r.Failed() {
			id := "check/" + f.Name
			if !known[id] {
				known[id] = true
				rules = append(rules, SARIFRule{ID: id, Level: "error", Short: "An exchange is not as a check expects: " + f.Name + "."})
			}
			results = append(results, SARIFResult{
				Rule: id, Level: level, Message: r.Name + ": " + report.ExpectedWords(f),
				File: f.Check.File, Line: f.Line, Name: r.Name, Key: f.Want,
			})
		}
	}
	return WriteSARIF(rules, results)
}
