package evidence_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/expect"
	"gatehouse/state/share/evidence"
	"gatehouse/state/wiretest"
)

// TestReportsHoldNoReceivedLineOrCommand: whatever the name of a check and the words of a server are,
// no line of a report is theirs, and none is a command for a CI system.
func TestReportsHoldNoReceivedLineOrCommand(t *testing.T) {
	command := regexp.MustCompile(`##[\w.-]*\[|\[\[\w+\||[\r\x1b]`)
	ours := regexp.MustCompile(`^(TAP version 14$|1\.\.1$|not ok 1 - |  (---|\.\.\.|(message|file|line|failures):|  - expectation: |    (line|expected|got|exchange|frame): ))`)
	piece := rapid.SampledFrom([]string{"##vso[task.setvariable variable=x]1", "::error::x", "not ok 99 - x", "##teamcity[testFailed name='x']", "##[", "[[ATTACHMENT|/etc/passwd]]", "\n", "\r", "\r\n", "\n  ...\n", "\x1b[0K", "]]>", "</testcase>", "a", " ", `"`, "#", "\u2028"})
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(piece, 1, 6).Draw(t, "pieces"), "") })
	rapid.Check(t, func(t *rapid.T) {
		name, served := "n"+text.Draw(t, "name"), text.Draw(t, "served")
		quoted, _ := json.Marshal(name)
		doc := "[[check]]\nname = " + strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(quoted)) + "\nrecorded = \"last\"\n[check.expect]\nserved = \"other\"\nverdict = \"failed\"\n"
		checks, err := expect.Parse("c.toml", []byte(doc), func(string) ([]byte, error) { return nil, os.ErrNotExist })
		if err != nil {
			t.Fatal(err)
		}
		model, _ := json.Marshal(served)
		x := state.NewExchange("x", nil)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"id":"r","object":"response","status":"completed","model":`+string(model)+`,"output":[]}`))
		all := []expect.Result{{Check: checks[0], Runs: []expect.Run{{Exchange: "x1", Outcomes: checks[0].Evaluate(&expect.Subject{Exchange: x})}}}}
		for _, f := range evidence.Formats() {
			out, err := f.Write(all)
			if err != nil {
				t.Fatal(err)
			}
			if found := command.Find(out); found != nil {
				t.Fatalf("%s: %q in\n%s", f.Word, found, out)
			}
			switch f.Word {
			case "json", "sarif":
				if !json.Valid(out) {
					t.Fatalf("%s: no JSON:\n%s", f.Word, out)
				}
			case "junit":
				for d := xml.NewDecoder(bytes.NewReader(out)); ; {
					token, err := d.Token()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatalf("%v:\n%s", err, out)
					}
					if e, ok := token.(xml.StartElement); ok {
						for _, a := range e.Attr {
							if strings.ContainsAny(a.Value, "\r\n") || command.MatchString(a.Value) {
								t.Fatalf("%s=%q", a.Name.Local, a.Value)
							}
						}
					}
				}
			case "tap":
				for line := range strings.Lines(string(out)) {
					if !ours.MatchString(strings.TrimSuffix(line, "\n")) {
						t.Fatalf("tap: %q in\n%s", line, out)
					}
				}
			}
		}
	})
}
