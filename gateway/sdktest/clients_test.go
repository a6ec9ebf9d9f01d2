package sdktest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gatehouse/app/effect/relay"
	ours "gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/share/cassette/samples"
)

// measurements is the file that ships in the program.
const measurements = "../../state/dialect/lint/clients.json"

var update = flag.Bool("update", false, "write "+measurements)

// notMeasured returns the rules for which the clients' texts show nothing.
var notMeasured = map[string]string{
	"buffered":      "Times are not played to the clients.",
	"silence":       "Times are not played to the clients.",
	"cache-headers": "There is no cache between the clients and the answers.",
}

// sample is an answer that clients are asked to read.
type sample struct {
	Path string `json:"path"` // the base URL's; that of the good answer, too, ends there
	API  string `json:"api"`
	good bool
	of   *samples.Sample
}

// result is what a client made of an answer.
type result struct {
	Client, Version, Path, API, Form string
	shown
	Error string
}

// shown is what the user sees of an answer, and what a program calls.
type shown struct {
	Text  string
	Calls []called
}

type called struct{ ID, Name, Input string }

// TestClients plays every sample of lint to public clients and compares what each makes of it with
// the file that ships in the program. The npm clients are measured where GATEHOUSE_NODE is the
// command that runs Node.
func TestClients(t *testing.T) {
	running, err := relay.StartReplay(t.Context(), relay.Replaying{
		Options: relay.Options{Address: "127.0.0.1:0", Report: func(err error) { t.Error(err) }}, Answers: samples.Serve(), MaxBody: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := running.Close(); err != nil {
			t.Error(err)
		}
	})
	all, base := asked(), "http://"+running.Address()
	node := strings.Fields(os.Getenv("GATEHOUSE_NODE"))
	npm := make(chan []result, 1)
	go func() { npm <- npmClients(t, node, base, all) }()
	results := append(goClients(t, base, all), <-npm...)
	got := measured(t, all, results)
	if t.Failed() {
		return
	}
	if *update && len(node) > 0 {
		if err := os.WriteFile(measurements, written(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareMeasured(t, got, len(node) > 0)
}

// asked are the answers, each sample's good one before the one that deviates.
func asked() (all []sample) {
	for _, s := range samples.All() {
		if notMeasured[s.Rule] == "" {
			all = append(all, sample{"/" + s.Rule + "/good", s.API.String(), true, &s}, sample{"/" + s.Rule, s.API.String(), false, &s})
		}
	}
	return all
}

// npmClients has the npm clients read the answers.
func npmClients(t *testing.T, node []string, base string, all []sample) (results []result) {
	if len(node) == 0 {
		return nil
	}
	task, err := json.Marshal(map[string]any{"base": base, "asked": all})
	if err != nil {
		t.Error(err)
		return nil
	}
	cmd := exec.CommandContext(t.Context(), node[0], append(node[1:], "clients.mjs")...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = "node", bytes.NewReader(task), os.Stderr
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &results)
	}
	if err != nil {
		t.Errorf("node clients.mjs: %v\n%.2000s", err, out)
	}
	return results
}

// measured judges what the clients made of the answers. Every client must read every good one; a
// good one that holds an error it may overlook, and then nothing is measured.
func measured(t *testing.T, all []sample, results []result) *lint.Measurements {
	m := &lint.Measurements{Versions: map[string]string{}, NotMeasured: notMeasured}
	overlooks := map[string]bool{} // client, form and rule
	for _, one := range all {
		want, failed := holds(one.of, one.good)
		if !one.good && one.of.Rule != "result-count" { // which has fewer by itself
			want, _ = holds(one.of, true)
		}
		row := lint.Measured{Rule: one.of.Rule, API: one.API, Made: map[string]map[string]lint.ClientResult{}}
		for _, r := range results {
			if r.Path != one.Path || r.API != one.API {
				continue
			}
			key, made := r.Client+" "+r.Form+" "+one.of.Rule, r.made(want, failed)
			switch {
			case one.good && made == lint.Unnoticed:
				overlooks[key] = true
			case one.good && made.Lost():
				t.Errorf("%s %s makes of the good %s: %s, %+v %s", r.Client, r.Form, one.Path, made, r.shown, r.Error)
			case !one.good && !overlooks[key]:
				if row.Made[r.Client] == nil {
					row.Made[r.Client] = map[string]lint.ClientResult{}
				}
				row.Made[r.Client][r.Form] = made
			}
			m.Versions[r.Client] = r.Version
		}
		if !one.good && len(row.Made) > 0 {
			m.Rules = append(m.Rules, row)
		}
	}
	return m
}

// holds is what an answer says when all of it is read, and whether it says that it failed.
func holds(s *samples.Sample, good bool) (all shown, failed bool) {
	c := s.Capture(good)
	x := state.New(state.KindOf(c.Sent), c.ID, c.Sent.Body)
	for a := range ours.Replay(c) {
		x.Apply(a)
	}
	all.Text = x.Text()
	for _, it := range x.Items {
		if it.Type == "function_call" {
			all.Calls = append(all.Calls, called{"any", it.Name(), it.Input()})
		}
	}
	if s.API == lint.Rerank {
		var lines []string
		for _, r := range scan.Elements(scan.Get(c.Body.Join(), "results")) {
			lines = append(lines, fmt.Sprintf("%s %s", scan.Get(r, "index"), scan.Get(r, "relevance_score")))
		}
		all.Text = strings.Join(lines, "\n")
	}
	return all, x.Verdict == state.Failed
}

// made judges a result by what a good answer says; failed says that the answer holds an error.
func (r *result) made(want shown, failed bool) lint.ClientResult {
	switch {
	case failed && r.Error != "":
		return lint.Reported
	case failed:
		return lint.Unnoticed
	case r.Error != "":
		return lint.ClientError
	case len(want.Calls) > 0:
		return madeCalls(names(want.Calls), names(r.Calls), slices.ContainsFunc(r.Calls, func(c called) bool { return c.ID == "" }))
	case r.Text == want.Text:
		return lint.Complete
	case r.Text == "":
		return lint.Empty
	case within(r.Text, want.Text):
		return lint.Partial
	}
	return lint.Wrong
}

func madeCalls(want, got []string, unnamed bool) lint.ClientResult {
	switch {
	case len(got) == 0:
		return lint.Empty
	case slices.ContainsFunc(got, func(call string) bool { return !slices.Contains(want, call) }):
		return lint.Wrong
	case len(got) < len(want) || unnamed:
		return lint.Partial
	}
	return lint.Complete
}

// names writes calls in a fixed order, so that they can be compared.
func names(calls []called) (all []string) {
	for _, c := range calls {
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(c.Input)) != nil {
			compact.Reset()
			compact.WriteString(c.Input)
		}
		all = append(all, c.Name+" "+compact.String())
	}
	slices.Sort(all)
	return all
}

// within reports whether a text is another with some of its pieces left out.
func within(text, full string) bool {
	for _, r := range text {
		at := strings.IndexRune(full, r)
		if at < 0 {
			return false
		}
		full = full[at+len(string(r)):]
	}
	return true
}

// written spells measurements with a line for each rule.
func written(m *lint.Measurements) []byte {
	var b bytes.Buffer
	line := func(v any) {
		data, err := json.Marshal(v)
		if err != nil {
			panic(err) // there is nothing in it that has no JSON
		}
		b.Write(data)
	}
	b.WriteString("{\"versions\":")
	line(m.Versions)
	b.WriteString(",\n\"not_measured\":")
	line(m.NotMeasured)
	b.WriteString(",\n\"rules\":[\n")
	for i, row := range m.Rules {
		if i > 0 {
			b.WriteString(",\n")
		}
		line(row)
	}
	b.WriteString("\n]}\n")
	return b.Bytes()
}

// compareMeasured compares measurements with the file, those of all clients or of those in Go.
func compareMeasured(t *testing.T, got *lint.Measurements, all bool) {
	data, err := os.ReadFile(measurements)
	if err != nil {
		t.Fatal(err)
	}
	var want lint.Measurements
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if all && bytes.Equal(written(got), data) {
		return
	}
	before, after := lines(&want, all), lines(got, all)
	for _, line := range before {
		if !slices.Contains(after, line) {
			t.Errorf("the file says, and was not measured: %s", line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			t.Errorf("measured, and not in the file: %s", line)
		}
	}
	if t.Failed() || all {
		t.Errorf("%s is not what the clients make of the samples; .ci/run measure writes it anew", measurements)
	}
}

func lines(m *lint.Measurements, all bool) (lines []string) {
	for _, row := range m.Rules {
		for client, forms := range row.Made {
			for form, made := range forms {
				if all || client == goClient {
					lines = append(lines, fmt.Sprintf("%s in %s: %s %s, %s", row.Rule, row.API, client, m.Versions[client], form+" "+string(made)))
				}
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// goVersion is the version of the Go client, by go.mod.
func goVersion(t *testing.T) string {
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	return string(regexp.MustCompile(`github.com/openai/openai-go/v3 v(\S+)`).FindSubmatch(data)[1])
}
