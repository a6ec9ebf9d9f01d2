package evidence_test

import (
	"encoding/xml"
	"os"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/expect"
	"gatehouse/state/share/evidence"
	"gatehouse/state/wiretest"
)

// results are those of a check that passed, and of one with odd characters that failed.
func results(t *testing.T) []expect.Result {
	t.Helper()
	doc := "[[check]]\nname = \"good\"\nrecorded = \"last\"\nexpect.http_status = 200\n" +
		"[[check]]\nname = \"odd # <&> \\\\ \\u0001\"\nrecorded = \"last\"\n[check.expect]\nhttp_status = 404\nverdict = \"failed\"\n"
	checks, err := expect.Parse("checks/c d.toml", []byte(doc), func(string) ([]byte, error) { return nil, os.ErrNotExist })
	if err != nil {
		t.Fatal(err)
	}
	x := state.NewExchange("x", nil)
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"id":"r","object":"response","status":"completed","output":[]}`))
	var all []expect.Result
	for _, c := range checks {
		all = append(all, expect.Result{Check: c, Runs: []expect.Run{{Exchange: "x1", Took: 1500 * time.Millisecond, Outcomes: c.Evaluate(&expect.Subject{Exchange: x})}}})
	}
	return all
}

// TestFormatsHaveEveryFailure looks for both failures and their places in each format.
func TestFormatsHaveEveryFailure(t *testing.T) {
	for _, f := range evidence.Formats() {
		out, err := f.Write(results(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"404", "200", "failed", "completed", "verdict", "http_status", "good"} {
			if want == "good" && f.Word == "sarif" { // it has failures alone
				continue
			}
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: no %s in\n%s", f.Word, want, out)
			}
		}
	}
}

func TestJUnitIsXML(t *testing.T) {
	out, err := evidence.JUnit(results(t))
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Cases    []struct {
			Name string `xml:"name,attr"`
			Line int    `xml:"line,attr"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(out, &read); err != nil || read.Tests != 2 || read.Failures != 1 || read.Cases[1].Line != 5 || !strings.HasPrefix(read.Cases[1].Name, "odd # <&> \\ ") {
		t.Errorf("%v: %+v\n%s", err, read, out)
	}
}

func TestTAPHasALineForEachCheck(t *testing.T) {
	out, _ := evidence.TAP(results(t))
	for _, want := range []string{"TAP version 14\n1..2\nok 1 - good\nnot ok 2 - odd \\# <&> \\\\ ", "    - expectation: \"http_status\"\n      line: 9\n      expected: \"404\"\n      got: \"200\"\n", "\n  ...\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestSARIFHasPathLineAndAFingerprintThatStays(t *testing.T) {
	print := func(all []expect.Result) string {
		out, err := evidence.SARIF(all)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"uri": "checks/c%20d.toml"`, `"ruleId": "check/verdict"`} {
			if !strings.Contains(string(out), want) {
				t.Errorf("no %s in\n%s", want, out)
			}
		}
		_, print, _ := strings.Cut(string(out), "primaryLocationLineHash")
		print, _, _ = strings.Cut(print, "\n")
		return print
	}
	moved := results(t)
	for i := range moved[1].Expect {
		moved[1].Expect[i].Line += 3
	}
	if a, b := print(results(t)), print(moved); a != b || a == "" {
		t.Errorf("%s and %s", a, b)
	}
}
