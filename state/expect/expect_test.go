package expect_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
	"gatehouse/state/cost/receipt"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/expect"
	"gatehouse/state/json/tree"
	"gatehouse/state/report"
	"gatehouse/state/wiretest"
)

// The good exchanges: a routed stream, a plain answer, and a ranking.
const (
	request = `{"model":"service/auto","stream":true,"input":"hi"}`
	stream  = `{"type":"response.created","sequence_number":0,"response":{"id":"r","status":"in_progress"}}
: waiting
{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"m","type":"message","role":"assistant","content":[]}}
{"type":"response.content_part.added","sequence_number":2,"item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}
{"type":"response.output_text.delta","sequence_number":3,"item_id":"m","output_index":0,"content_index":0,"delta":"{\"days\":"}
{"type":"response.output_text.delta","sequence_number":4,"item_id":"m","output_index":0,"content_index":0,"delta":"90}"}
{"type":"response.output_text.done","sequence_number":5,"item_id":"m","output_index":0,"content_index":0,"text":"{\"days\":90}"}
{"type":"response.content_part.done","sequence_number":6,"item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":"{\"days\":90}"}}
{"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"id":"m","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"{\"days\":90}"}]}}
{"type":"response.completed","sequence_number":8,"response":{"id":"r","status":"completed","model":"umbra/large","output":[{"id":"m","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"{\"days\":90}"}]}],"usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":40},"output_tokens":20,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":120,"cost":0.002},"service_metadata":{"requested":"service/auto","strategy":"auto","attempt":2,"attempts":[{"provider":"Atlas","status":503},{"provider":"Helios","status":200}],"endpoints":{"total":2,"available":[{"provider":"Helios","model":"umbra/large","selected":true}]},"pipeline":[{"type":"guardrail","name":"secrets","data":{"action":"flagged","detected":true,"patterns":["sk-*"]}},{"type":"plugin","name":"auto-router","data":{"dropped":[{"provider":"Boreas","model":"umbra/small","by":"context_length"}]}}]}}}
[DONE]`
	rerankRequest = `{"model":"sim/bm25","query":"days","documents":["a","b","c","d"]}`
	rerankBody    = `{"model":"sim/bm25","results":[{"index":3,"relevance_score":0.9},{"index":1,"relevance_score":0.5},{"index":0,"relevance_score":0.1},{"index":2,"relevance_score":0}],"usage":{"total_tokens":4}}`
)

// exchange folds a stream whose lines are its data, with a part of it changed.
func exchange(t *testing.T, old, new string) *state.Exchange {
	t.Helper()
	if !strings.Contains(stream, old) {
		t.Fatalf("the stream has no %s", old)
	}
	x := state.NewExchange("x", []byte(request))
	x.Apply(wiretest.Stream(strings.Split(strings.ReplaceAll(stream, old, new), "\n")...)...)
	x.Apply(wiretest.End(wire.EndClean, ""))
	return x
}

func ranked(t *testing.T, old, new string) *state.Exchange {
	t.Helper()
	if !strings.Contains(rerankBody, old) {
		t.Fatalf("the body has no %s", old)
	}
	x := state.NewRerank("x", []byte(rerankRequest))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, strings.Replace(rerankBody, old, new, 1)))
	return x
}

// readFile returns the files next to the check file.
func readFile(name string) ([]byte, error) {
	files := map[string]string{
		"days.schema.json": `{"type":"object","required":["days"],"properties":{"days":{"type":"integer"}}}`,
		"marks.json":       `[null,1,0,3]`, "third.json": `[null,0,0,3]`, "request.json": `{"model":"m"}`, "list.json": `["one"]`, "broken.json": `{`,
	}
	if text, ok := files[name]; ok {
		return []byte(text), nil
	}
	return nil, os.ErrNotExist
}

// subjectOf is an exchange with a jq that looks at the request alone.
func subjectOf(x *state.Exchange) *expect.Subject {
	return &expect.Subject{
		Exchange: x,
		Object:   func() ([]byte, error) { return fmt.Appendf(nil, `{"status":%q,"text":%q}`, x.Verdict, x.Text()), nil },
		Frames:   func() ([]byte, error) { return fmt.Appendf(nil, `[%d]`, x.Frames), nil },
		Filter: func(doc []byte, filter string) (tree.Filtered, error) {
			return tree.Filter(context.Background(), doc, filter)
		},
		Receipt: func() receipt.Receipt {
			rates := prices.Rates{}
			for kind, usd := range map[usage.Kind]string{usage.Input: "0.00001", usage.CacheRead: "0.000005", usage.Output: "0.00006"} {
				rates[kind] = decimal.RequireFromString(usd)
			}
			return receipt.Of(receipt.Subject{Exchange: x, Book: prices.Book{Overrides: []prices.Override{{Model: "umbra/*", Rates: rates}}}})
		},
	}
}

// checked is what an exchange does not meet, in words.
func checked(t *testing.T, x *state.Exchange, expected string) (words []string) {
	t.Helper()
	checks, err := expect.Parse("c.toml", []byte("[[check]]\nname = \"n\"\nrecorded = \"last\"\n[check.expect]\n"+expected+"\n"), readFile)
	if err != nil {
		t.Fatalf("%s: %v", expected, err)
	}
	r := expect.Result{Check: checks[0], Runs: []expect.Run{{Exchange: "x", Outcomes: checks[0].Evaluate(subjectOf(x))}}}
	for _, f := range r.Failed() {
		words = append(words, report.ExpectedPlace(f)+": "+report.ExpectedWords(f))
	}
	return words
}

// expectation is an expectation that a good exchange meets, what is changed in that, and the message then.
type expectation struct{ expected, old, new, words string }

// ofStreams are tested on the good stream.
var ofStreams = []expectation{
	{`verdict = "completed"`, `{"type":"response.completed"`, `{"type":"response.incomplete"`, "verdict: expected completed, got incomplete"},
	{`verdict = ["incomplete", "comp*"]`, `response.completed`, `response.failed`, "verdict: expected one of incomplete, comp*, got failed"},
	{`exit = 0`, `response.completed`, `response.failed`, "exit: expected 0, got 1"},
	{`served = "umbra/*"`, `"umbra/large","output"`, `"basalt/large","output"`, "served: expected umbra/*, got basalt/large"},
	{`served = "umbra/large"`, `"model":"umbra/large","output"`, `"output"`, "served: expected umbra/large, got unknown: the answer names no model"},
	{`provider = ["Atlas", "Helios"]`, `{"provider":"Helios","model"`, `{"provider":"Boreas","model"`, "got Boreas"},
	{`warnings = []`, `{"type":"response.output_text.done"`, `{"type":"response.odd"`, "warnings: expected none, got unknown_event"},
	{`lint = ["cache-headers", "event-name-missing"]`, `"text":"{\"days\":90}"}]}],"usage"`, `"text":"no"}]}],"usage"`, "got cache-headers, event-name-missing, final-output-differs, frame 10"},
	{`lint = { max_level = "note" }`, `"text":"{\"days\":90}"}]}],"usage"`, `"text":"no"}]}],"usage"`, "lint.max_level: expected nothing graver than note, got error final-output-differs, frame 10"},
	{`attempts = { max = 2 }`, `"attempts":[`, `"attempts":[{"provider":"Eos","status":500},`, "attempts: expected at most 2, got 3"},
	{`attempts = { max = 2 }`, `"service_metadata"`, `"other"`, "attempts: expected at most 2, got unknown: no routing metadata"},
	{`route.stages = ["guardrail", "auto-router"]`, `"type":"guardrail"`, `"type":"other"`, "route.stages: expected guardrail, auto-router, got other secrets, plugin auto-router"},
	{`route.skipped.Boreas = "context_length"`, `"by":"context_length"`, `"by":"max_price"`, "route.skipped.Boreas: expected context_length, got max_price"},
	{`route.skipped.umbra = "context*"`, `"umbra/small"`, `"eos/small"`, "got not skipped"},
	{`guardrail = { name = "secrets", patterns = ["sk-*"] }`, `"sk-*"`, `"ssn"`, "guardrail.patterns: expected sk-*, got ssn"},
	{`guardrail.name = "secrets"`, `"service_metadata"`, `"other"`, "got unknown: no routing metadata"},
	{`text_contains = ["days", "90"]`, `90}`, `91}`, `text_contains: expected "90" in the text`},
	{`text_not_contains = "91"`, `90}`, `91}`, `text_not_contains: expected no "91" in the text, got "{\"days\":91}"`},
	{`text_matches = '^\{"days":\d+\}$'`, `90}`, `x}`, "text_matches: expected a match of"},
	{`text_schema = "days.schema.json"`, `90}`, `true}`, "text_schema: expected JSON that fits days.schema.json, got days: true, must be integer"},
	{`text_schema = "days.schema.json"`, `90}`, `90}\u00a0`, "got no JSON: "},
	{`cost = { max = 0.002 }`, `"cost":0.002`, `"cost":0.01`, "cost: expected at most 0.002, got 0.01"},
	{`cost = { max = 0.002 }`, `,"cost":0.002`, ``, "got unknown: no price reported"},
	{`receipt = "agrees"`, `"cost":0.002`, `"cost":0.0024`, "receipt: expected agrees, got differs: reported $0.0024, computed $0.002: $0.0004 more (20 %)"},
	{`receipt = ["agrees", "may-differ"]`, `,"cost":0.002`, ``, "got unknown: no cost is reported; computed: $0.002"},
	{`receipt = "agrees"`, `"usage"`, `"used"`, "got unknown: no tokens are reported"},
	{`receipt = "agrees"`, `"umbra/large","output"`, `"basalt/large","output"`, "got unknown: no source has a price of basalt/large"},
	{`input_tokens = { min = 90, max = 110 }`, `"input_tokens":100`, `"input_tokens":111`, "input_tokens: expected 90 to 110, got 111"},
	{`cached_tokens = { min = 1 }`, `"cached_tokens":40`, `"cached_tokens":0`, "cached_tokens: expected at least 1, got 0"},
	{`output_tokens = 20`, `"usage"`, `"used"`, "output_tokens: expected 20, got unknown: no usage reported"},
	{`reasoning_tokens = 5`, `"reasoning_tokens":5`, `"reasoning_tokens":6`, "reasoning_tokens: expected 5, got 6"},
	{`frames = 11`, ": waiting\n", "", "frames: expected 11, got 10"},
	{`ttft_ms = { max = 104 }`, ": waiting\n", ": waiting\n: and waiting\n", "ttft_ms: expected at most 104, got 105"},
	{`events = ["response.created", "response.output_item.added", "response.content_part.added", "response.output_text.delta+", "response.output_text.done", "…", "response.completed"]`,
		`{"type":"response.output_text.done"`, `{"type":"response.odd"`, "got response.odd where response.output_text.delta or response.output_text.done was expected, frame 7"},
	{`events = ["…", "response.completed", "[DONE]"]`, "\n[DONE]", "", "got the end where [DONE] or response.completed was expected, frame 10"},
	{`done_last = true`, "[DONE]", `{"type":"response.odd"}`, "done_last: expected true, got response.odd is last, frame 11"},
	{`sequence = "gapless"`, `"sequence_number":5`, `"sequence_number":7`, "sequence: expected gapless, got sequence_number goes from 4 to 7"},
	{`deltas_equal_final = true`, `"delta":"90}"`, `"delta":"9}"`, "deltas_equal_final: expected true, got they differ (done-differs), frame 7"},
	{`jq = ['.status == "completed"', '.text | test("90")']`, `{"type":"response.completed"`, `{"type":"response.incomplete"`, `jq: expected .status == "completed", got false`},
	{`frames_jq = '.[0] == 11'`, ": waiting\n", "", "frames_jq: expected .[0] == 11, got false"},
}

// TestEachExpectationPassesAndFails holds each kind against the good stream, and against one
// that is wrong in one place.
func TestEachExpectationPassesAndFails(t *testing.T) {
	for _, c := range ofStreams {
		if failed := checked(t, exchange(t, stream, stream), c.expected); failed != nil {
			t.Errorf("%s on the good stream: %q", c.expected, failed)
		}
		failed := checked(t, exchange(t, c.old, c.new), c.expected)
		if !strings.Contains(strings.Join(failed, "\n"), c.words) || len(failed) == 0 || !strings.HasPrefix(failed[0], "c.toml:5: ") {
			t.Errorf("%s with %s: %q, want %q", c.expected, c.new, failed, c.words)
		}
	}
}

// ofRankings are tested on the good ranking.
var ofRankings = []expectation{
	{`ranking = { order = [3, 1] }`, `0.5`, `0.95`, "ranking.order: expected 3, 1, got 1, 3"},
	{`ranking = { ndcg = { at = 5, min = 0.99, marks = "marks.json" } }`, `0.9}`, `0.01}`, "ranking.ndcg: expected at least 0.99 at 5, got 0."},
	{`ranking.mrr = { min = 1, marks = "third.json" }`, `0.9}`, `0.01}`, "ranking.mrr: expected at least 1, got 0.333"},
	{`ranking.map = { min = 0.9, marks = "third.json" }`, `0.9}`, `0.01}`, "ranking.map: expected at least 0.9, got 0.333"},
	{`ranking.p = { at = 1, min = 1, marks = "third.json" }`, `0.9}`, `0.01}`, "ranking.p: expected at least 1 at 1, got 0.000"},
	{`ranking.recall = { at = 1, min = 0.5, marks = "third.json" }`, `0.9}`, `0.01}`, "ranking.recall: expected at least 0.5 at 1, got 0.000"},
	{`ranking.order = [3]`, `"results"`, `"other"`, "got unknown: the answer ranks nothing"},
}

func TestRankingsPassAndFail(t *testing.T) {
	for _, c := range ofRankings {
		if failed := checked(t, ranked(t, "", ""), c.expected); failed != nil {
			t.Errorf("%s on the good ranking: %q", c.expected, failed)
		}
		if failed := checked(t, ranked(t, c.old, c.new), c.expected); !strings.Contains(strings.Join(failed, "\n"), c.words) || failed == nil {
			t.Errorf("%s with %s: %q, want %q", c.expected, c.new, failed, c.words)
		}
	}
}

// ofOne are expectations that the good ranking meets, others of the same kind that it does not,
// and their messages.
var ofOne = []struct{ meets, misses, words string }{
	{`http_status = "2*"`, `http_status = [400, "5*"]`, "http_status: expected one of 400, 5*, got 200"},
	{`asked = "sim/*"`, `asked = "umbra/*"`, "asked: expected umbra/*, got sim/bm25"},
	{`total_ms = { max = 500 }`, `total_ms = { max = 499 }`, "total_ms: expected at most 499, got 500"},
	{`lasted_ms = { max = 500 }`, `lasted_ms = { max = 499 }`, "lasted_ms: expected at most 499, got 500"},
	{`ttfb_ms = { max = 90 }`, `ttfb_ms = { max = 80 }`, "ttfb_ms: expected at most 80, got 90"},
	{`guardrail.blocked = false`, `guardrail.blocked = true`, "guardrail.blocked: expected true, got false"},
}

func TestOneExchangeMeetsTheOneAndMissesTheOther(t *testing.T) {
	for _, c := range ofOne {
		if failed := checked(t, ranked(t, "", ""), c.meets); failed != nil {
			t.Errorf("%s: %q", c.meets, failed)
		}
		if failed := checked(t, ranked(t, "", ""), c.misses); len(failed) != 1 || !strings.Contains(failed[0], c.words) {
			t.Errorf("%s: %q, want %q", c.misses, failed, c.words)
		}
	}
}

// TestEachKindIsHeldAgainstBoth: every expectation that a file may have passes and fails above.
func TestEachKindMeetsAndMisses(t *testing.T) {
	var kinds []string
	add := func(expected string) {
		kinds = append(kinds, expected[:strings.IndexAny(expected, ". =")])
	}
	for _, c := range slices.Concat(ofStreams, ofRankings) {
		add(c.expected)
	}
	for _, c := range ofOne {
		add(c.misses)
	}
	for _, name := range expect.Names() {
		if name != "gap_ms" && !slices.Contains(kinds, name) { // TestGapNamesItsFrame has that
			t.Errorf("nothing fails %s", name)
		}
	}
}

// TestWhatIsNotKnownFails: a bound that cannot be evaluated is not met.
func TestWhatIsNotKnownFails(t *testing.T) {
	x := ranked(t, "", "")
	for _, expected := range []string{
		`cost = { max = 1 }`, `output_tokens = { min = 0 }`, `ttft_ms = { max = 1 }`, `gap_ms = { max = 1 }`, `attempts = { max = 9 }`, `provider = "*"`,
		`route.stages = ["*"]`, `route.skipped.umbra = "*"`, `guardrail.name = "*"`, `events = ["…"]`, `done_last = false`, `sequence = "gapless"`, `deltas_equal_final = false`,
	} {
		if failed := checked(t, x, expected); len(failed) != 1 || !strings.Contains(failed[0], "got unknown: ") {
			t.Errorf("%s: %q", expected, failed)
		}
	}
}

// TestNothingIsAsExpectedOfNoAnswer: what must not be there is not there either.
func TestNothingIsAsExpectedOfNoAnswer(t *testing.T) {
	x := state.NewExchange("x", []byte(request))
	x.Apply(wiretest.End(wire.EndConnect, ""))
	for _, expected := range []string{`warnings = []`, `lint = []`, `lint = { max_level = "warning" }`, `text_not_contains = ["x"]`, `guardrail.blocked = false`} {
		if failed := checked(t, x, expected); len(failed) != 1 || !strings.Contains(failed[0], "got unknown: there is no answer") {
			t.Errorf("%s: %q", expected, failed)
		}
	}
}

// TestErrorHasNoTextToExpect: an error has no text, so that none of it lacks words; an empty answer does.
func TestErrorHasNoTextToExpect(t *testing.T) {
	failed, empty := state.NewExchange("x", []byte(request)), state.NewExchange("x", []byte(request))
	failed.Apply(wiretest.Head(500, "application/json", false), wiretest.End(wire.EndClean, `{"error":{"code":500,"message":"no"}}`))
	empty.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"object":"response","status":"completed","model":"m","output":[]}`))
	for _, expected := range []string{`text_not_contains = ["x"]`, `text_matches = "^$"`} {
		if missed := checked(t, failed, expected); len(missed) != 1 || !strings.Contains(missed[0], "got unknown: there is no answer") {
			t.Errorf("%s: %q", expected, missed)
		}
		if missed := checked(t, empty, expected); missed != nil {
			t.Errorf("%s: %q", expected, missed)
		}
	}
}

func TestGapNamesItsFrame(t *testing.T) {
	x := state.NewExchange("x", []byte(request))
	x.Apply(wiretest.Head(200, "text/event-stream", true))
	for i, line := range strings.Split(stream, "\n") {
		at := int64(100_000 + i)
		if i >= 5 {
			at += 700_000
		}
		x.Apply(wiretest.Frame(line, at))
	}
	if failed := checked(t, x, "gap_ms = { min = 700, max = 701 }"); failed != nil {
		t.Errorf("%q", failed)
	}
	if failed := checked(t, x, "gap_ms = { max = 100 }"); len(failed) != 1 || !strings.HasSuffix(failed[0], "got 700.001, frame 6") {
		t.Errorf("%q", failed)
	}
}

func TestABlockIsExpected(t *testing.T) {
	x := state.NewExchange("x", []byte(request))
	x.Apply(wiretest.Head(403, "application/json", false), wiretest.End(wire.EndClean, `{"error":{"code":403,"message":"blocked","metadata":{"patterns":["ignore all"]}}}`))
	expected := `guardrail = { blocked = true, patterns = "ignore*" }` + "\nhttp_status = [400, 403]"
	if failed := checked(t, x, expected); failed != nil {
		t.Errorf("%q", failed)
	}
	if failed := checked(t, x, `verdict = "completed"`); len(failed) != 1 || !strings.HasSuffix(failed[0], "got failed (“blocked”)") {
		t.Errorf("%q", failed)
	}
	if failed := checked(t, exchange(t, "", ""), expected); len(failed) != 3 {
		t.Errorf("%q", failed)
	}
}

// TestBrokenFilesNamePlaceAndRemedy: nothing of such a file is run.
func TestBrokenFilesNamePlaceAndRemedy(t *testing.T) {
	const head = "[[check]]\nname = \"n\"\nrecorded = \"last\"\n[check.expect]\n"
	for doc, want := range map[string]string{
		"":                               "c.toml:1: no check in it",
		"x = 1\n[[check]]":               "c.toml:1: unknown key x; known here: check",
		"[check]\nname = \"n\"":          "c.toml:1: write [[check]]",
		"[[check]]\nname = 3":            "c.toml:2: check.name is a number",
		"[[check]]\nrecorded = \"last\"": "c.toml:1: \"check on line 1\" expects nothing",
		"[[check]]\nrecorded = \"last\"\nexpect={}": "c.toml:1: \"check on line 1\" expects nothing",
		"[[check]]\nexpect = { exit = 0 }":          "c.toml:1: \"check on line 1\" has neither a request to send nor recorded",
		"[[check]]\nrequest = \"gone.json\"":        "c.toml:2: check.request: file does not exist",
		"[[check]]\nrepeat = 2\npass = 3":           "c.toml:3: check.pass is 3, more than repeat, 2",
		"[[check]]\nrepeat = 1.5":                   "c.toml:2: check.repeat is 1.5; write a whole number",
		"[[check]]\nname = \"n\nx":                  "c.toml:2:",
		"[[check]]\nkey = \"mine\"":                 "c.toml:2: check.key is \"mine\"; write none or wrong",
		"[[check]]\nmetadata = \"on\"":              "c.toml:2: check.metadata is \"on\"; write enabled or ",
		"[[check]]\nkeep_model = 1":                 "c.toml:2: check.keep_model is a number; write keep_model = true",
		"[[check]]\nrequest_jq = '.x = 1'":          "c.toml:2: check.request_jq changes the request, and there is none",
		"[[check]]\nrequest = {}\nrequest_jq = 'x'": "c.toml:3: check.request_jq: no jq filter",
		"[[check]]\nrequest = {}\nbody = '{'":       "c.toml:3: check.body and request are both set",
		"[[check]]\ngroup = ''":                     "c.toml:2: check.group is empty",
		head + "verdikt = 1":                        "c.toml:5: unknown key check.expect.verdikt; did you mean verdict?",
		head + "receipt = \"same\"":                 "c.toml:5: receipt = \"same\": it is one of agrees, differs, may-differ",
		head + "recept = \"agrees\"":                "c.toml:5: unknown key check.expect.recept; did you mean receipt?",
		head + "verdict = \"complet\"":              "did you mean completed?",
		head + "http_status = \"4xx\"":              "no status; write for example 200",
		head + "lint = [\"no-dun\"]":                "did you mean no-done?",
		head + "lint = { max_level = \"fatal\" }":   "write note, warning or error",
		head + "ttft_ms = { maximum = 1 }":          "unknown key check.expect.ttft_ms.maximum",
		head + "ttft_ms = \"fast\"":                 "ttft_ms is a text; write ttft_ms = { max = 800 }",
		head + "cost = { min = 2, max = 1 }":        "min is more than max",
		head + "route = { }":                        "route is empty",
		head + "text_matches = \"(\"":               "missing closing )",
		head + "text_contains = \"\"":               "an empty text",
		head + "text_schema = \"broken.json\"":      "broken.json is not JSON",
		head + "events = []":                        "events is an empty list",
		head + "receipt = []":                       "receipt is an empty list; write one of agrees, differs, may-differ",
		head + "verdict = []":                       "verdict is an empty list; write what it may be",
		head + "sequence = \"rising\"":              `write "gapless"`,
		head + "done_last = \"yes\"":                "done_last is a text; write done_last = true",
		head + "jq = \".a |\"":                      "it ends where something is missing",
		head + "ranking = { ndcg = { at = 5 } }":    "needs min and marks",
		head + "ranking = { order = [-1] }":         "is no index of a document",
		head + "exit = 1979-05-27":                  "has a date in it",
	} {
		_, err := expect.Parse("c.toml", []byte(doc), readFile)
		var broken *expect.Broken
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", doc, err, want)
		}
	}
}

func TestRequestsAreReadAsSendReadsThem(t *testing.T) {
	for doc, want := range map[string]string{
		`request = "request.json"`: `{"model":"m"}`,
		`request = "list.json"`:    `{"input":["one"]}`,
		`request = { z = 1, a = [0x10, 2.50, true], b = { "x y" = "é\n" } }`:                                           `{"z":1,"a":[16,2.50,true],"b":{"x y":"é\n"}}`,
		"[check.request]\nmodel = \"m\"\n[[check.request.tools]]\ntype = \"t\"\n[[check.request.tools]]\ntype = \"u\"": `{"model":"m","tools":[{"type":"t"},{"type":"u"}]}`,
	} {
		checks, err := expect.Parse("c.toml", []byte("[[check]]\nexpect.exit = 0\n"+doc), readFile)
		if err != nil || string(checks[0].Request) != want {
			t.Errorf("%s: %v, %v", doc, err, checks)
		}
	}
}

func TestMissesAreAllowedUpToPass(t *testing.T) {
	checks, err := expect.Parse("c.toml", []byte("[[check]]\nrequest = {}\nrepeat = 3\npass = 2\nexpect.frames = 11"), readFile)
	if err != nil {
		t.Fatal(err)
	}
	good, bad := checks[0].Evaluate(subjectOf(exchange(t, "", ""))), checks[0].Evaluate(subjectOf(exchange(t, ": waiting\n", "")))
	r := expect.Result{Check: checks[0], Runs: []expect.Run{{Outcomes: good}, {Outcomes: bad}, {Outcomes: good}}}
	if !r.Passed() || r.Missed() != 1 || !strings.Contains(report.Expected(r).Sum.Text, "passed, though 1 of 3 exchanges failed") {
		t.Errorf("%v %d %+v", r.Passed(), r.Missed(), report.Expected(r))
	}
	r.Runs[0].Outcomes = bad
	if r.Passed() {
		t.Error("two misses pass where one is allowed")
	}
}

// FuzzParse: a file from anywhere is read or refused, with a line.
func FuzzParse(f *testing.F) {
	f.Add("[[check]]\nrequest = { a = [1, { b = 2 }] }\n[check.expect]\nevents = [\"a+\", \"…\"]\nranking.ndcg = { min = 1, marks = \"marks.json\" }")
	f.Add("repeat = 2\nrequired = [\"a\"]\n[[variant]]\nname = \"a\"\nrequest = { x = 1 }\n[[check]]\nrequest = {}")
	f.Fuzz(func(t *testing.T, doc string) {
		checks, err := expect.Parse("c.toml", []byte(doc), readFile)
		if (err == nil) != (len(checks) > 0) {
			t.Errorf("%d checks, %v", len(checks), err)
		}
		if l, err := expect.ParseLab("c.toml", []byte(doc), readFile); (err == nil) != (l != nil) {
			t.Errorf("a lab %+v, %v", l, err)
		}
	})
}
