package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway"
)

const labFile = `repeat = 2
required = ["fast"]
[[variant]]
name = "fast"
request = { model = "sim/writer", temperature = 0 }
[[variant]]
name = "broken"
request = { model = "fault/500" }
[[check]]
name = "greets"
request = { input = "hello", temperature = 1 }
[[check]]
name = "names the key"
request = { input = "which key should I rotate first?", temperature = 1 }
[check.expect]
text_contains = ["key"]
`

func writeLab(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lab.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLabReportsEachVariant: figures as JSON, in words, as rows; and its exchanges are in the history.
func TestLabReportsEachVariant(t *testing.T) {
	dir, path := newDataDir(t), writeLab(t, labFile)
	r := inHistory(t, dir, "lab", path, "--format", "json")
	r.wants(t, exitOK)
	var got struct {
		Cases    []string
		Variants []struct {
			Name       string
			Passed, Of int
			Interval   [2]float64
			Failures   map[string]int
			Served     []struct{ Model string }
		}
		Pairs []struct{ Enough bool }
		Cells []struct {
			Runs []struct{ Exchange, Verdict string }
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatalf("%v: %s", err, r.stdout)
	}
	fast, broken := got.Variants[0], got.Variants[1]
	if fast.Passed != 4 || fast.Of != 4 || broken.Passed != 0 || broken.Of != 4 || len(broken.Failures) != 1 || fast.Served[0].Model != "sim/writer" {
		t.Errorf("%+v", got.Variants)
	}
	if len(got.Pairs) != 1 || got.Pairs[0].Enough || len(got.Cells) != 4 || len(got.Cells[0].Runs) != 2 {
		t.Errorf("%+v", got)
	}
	list := inHistory(t, dir, "history", "list", "origin:lab variant:fast case:greets", "--json")
	if n := strings.Count(list.stdout, `"case":"greets","variant":"fast"`); n != 2 {
		t.Errorf("%d exchanges of the case and the variant: %s", n, list.stdout)
	}
	if sent := inHistory(t, dir, "export", got.Cells[0].Runs[0].Exchange, "--as", "json"); !strings.Contains(sent.stdout, `"temperature":0`) {
		t.Errorf("the variant's change was not sent: %s", sent.stdout)
	}
	text := inHistory(t, dir, "lab", path).stdout
	for _, want := range []string{"4 of 4", "MORE THAN CHANCE?", "WHO SERVED", "NOT MET", "verdict: expected completed, got failed"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	rows := inHistory(t, dir, "lab", path, "--format", "csv", "--variant", "fast", "--repeat", "1")
	if lines := strings.Count(rows.stdout, "\ngreets,fast,1,") + strings.Count(rows.stdout, "\nnames the key,fast,1,"); lines != 2 {
		t.Errorf("%s", rows.stdout)
	}
}

// TestLabFailsByItsBounds: a required variant, a figure of --min.
func TestLabFailsByItsBounds(t *testing.T) {
	path := writeLab(t, strings.Replace(labFile, `["fast"]`, `["broken"]`, 1))
	program(t, "", "lab", path).wants(t, exitFailed, "required: broken: greets failed")
	path = writeLab(t, labFile)
	program(t, "", "lab", path, "--min", "pass>=0.9").wants(t, exitFailed, "--min pass>=0.9: of broken it is 0")
	program(t, "", "lab", path, "--variant", "fast", "--min", "pass>=0.9", "--min", "total_p95<60000").wants(t, exitOK)
}

// TestLabNamesWhatIsWrong with its file and its flags.
func TestLabNamesWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"[[check]]\nrequest={input=\"x\"}\n":                    "no variant in it",
		labFile + "[[variant]]\nname=\"fast\"\n":                `two variants are called "fast"`,
		labFile + "[[variant]]\nrequest={}\n":                   "a variant has no name",
		labFile + "[[check]]\nname=\"greets\"\nrequest={}\n":    `two checks are called "greets"`,
		strings.Replace(labFile, `["fast"]`, `["fats"]`, 1):     `required: no variant is called "fats"`,
		strings.Replace(labFile, "repeat = 2", "repeat = 0", 1): "repeat is 0; write a whole number from 1 to 1000",
	} {
		program(t, "", "lab", writeLab(t, text)).wants(t, exitUsage, want)
	}
	path := writeLab(t, labFile)
	program(t, "", "lab", path, "--variant", "fats").wants(t, exitUsage, "no such variant", "fast")
	program(t, "", "lab", path, "--min", "speed>3").wants(t, exitUsage, "write a figure and its bound")
	program(t, "", "check", path).wants(t, exitUsage, "gatehouse lab runs it")
	program(t, "", "lab").wants(t, exitUsage, "no FILE")
}

// TestLabAsksBeforeItCosts: a gateway that is not the embedded one is asked only with --yes.
func TestLabAsksBeforeItCosts(t *testing.T) {
	base := answering(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			t.Errorf("%s was asked", r.URL.Path)
		}
		_, _ = io.WriteString(w, `{"data":[{"id":"sim/writer","pricing":{"prompt":"0.001","completion":"0.001"},"top_provider":{"max_completion_tokens":4096}},{"id":"fault/500","pricing":{"prompt":"0.001","completion":"0.001"},"top_provider":{"max_completion_tokens":4096}}]}`)
	})
	path := writeLab(t, labFile)
	program(t, "", "lab", path, "--base-url", base).wants(t, exitUsage, "8 requests", "nothing is sent; --yes sends them")
	program(t, "", "lab", path, "--base-url", base, "--yes", "--max-cost", "0.0000001").wants(t, exitFailed, "not all was sent", "not sent: 4 requests of fast")
}

// TestCompareShowsTheAnswersThenTheFigures, equal ones once.
func TestCompareShowsTheAnswersThenTheFigures(t *testing.T) {
	r := program(t, "", "compare", "-p", "hello", "-m", "sim/writer", "-m", "sim/coder", "--repeat", "2")
	r.wants(t, exitOK)
	if strings.Count(r.stdout, "── sim/writer · 2 of 2\n") != 1 || strings.Count(r.stdout, "── sim/coder · 2 of 2\n") != 1 || !strings.Contains(r.stdout, "VARIANTS") {
		t.Errorf("%s", r.stdout)
	}
	patch := filepath.Join(t.TempDir(), "cold.json")
	if err := os.WriteFile(patch, []byte(`{"model":"fault/incomplete","temperature":null}`), 0o600); err != nil {
		t.Fatal(err)
	}
	program(t, `{"input":"hello","temperature":1}`, "compare", "-", "-m", "sim/writer", "--variant", patch, "--json").wants(t, exitFailed)
	program(t, "", "compare", "-p", "hello", "-m", "sim/writer").wants(t, exitUsage, "nothing to compare")
	program(t, "", "compare", "-p", "hello", "-m", "a", "-m", "a").wants(t, exitUsage, "two variants are called a")
}

// TestLabPassesAsPromptfoo: 40 cases of three models pass and fail as promptfoo reported of the same prompts and
// assertions. testdata/promptfoo/promptfooconfig.mjs has these, and how its table was made.
func TestLabPassesAsPromptfoo(t *testing.T) {
	table, err := os.ReadFile("testdata/promptfoo/passed.csv")
	if err != nil {
		t.Fatal(err)
	}
	r := program(t, "", "lab", "testdata/promptfoo/lab.toml", "--format", "csv", "--jobs", "32")
	r.wants(t, exitOK)
	want, got := passedOf(t, string(table)), passedOf(t, r.stdout)
	if len(want) != 3*40 || len(got) != len(want) {
		t.Errorf("promptfoo has %d results, the lab %d", len(want), len(got))
	}
	for cell, passed := range want {
		if got[cell] != passed {
			t.Errorf("%s of %s: passed is %q, of promptfoo %q", cell[0], cell[1], got[cell], passed)
		}
	}
}

// passedOf returns the column passed of a table, by case and variant.
func passedOf(t *testing.T, table string) map[[2]string]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := slices.Index(rows[0], "passed")
	passed := map[[2]string]string{}
	for _, row := range rows[1:] {
		passed[[2]string{row[0], row[1]}] = row[column]
	}
	return passed
}

// TestLabCountsWhatItCannotSend as failed: a filter without a result makes no request.
func TestLabCountsWhatItCannotSend(t *testing.T) {
	path := writeLab(t, labFile+"[[check]]\nname = \"no request\"\nrequest = { input = \"x\" }\nrequest_jq = 'empty'\n")
	r := program(t, "", "lab", path, "--variant", "fast", "--min", "pass>=0.9")
	r.wants(t, exitFailed, "--min pass>=0.9", "required: fast: no request failed")
	if !strings.Contains(r.stdout, "the filter gives no result") {
		t.Errorf("%s", r.stdout)
	}
}

// TestLabGoesOnAfterAnExpectedRefusal: a check of a wrong key ends no other one.
func TestLabGoesOnAfterAnExpectedRefusal(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithPace(0), gateway.WithKeys("k1")))
	t.Cleanup(server.Close)
	base := server.URL + "/api/v1"
	path := writeLab(t, "[[variant]]\nname=\"a\"\n[[check]]\nname=\"refused\"\nkey=\"wrong\"\nrequest={model=\"sim/writer\",input=\"x\"}\n[check.expect]\nhttp_status=401\n"+
		"[[check]]\nname=\"taken\"\nrequest={model=\"sim/writer\",input=\"x\"}\n")
	programIn(t, map[string]string{"GATEHOUSE_API_KEY": "k1"}, "", "lab", path, "--base-url", base, "--yes", "--jobs", "1", "--min", "pass>=1").wants(t, exitOK)
}
