package sim_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/sim"

	"github.com/tidwall/gjson"
)

// answer asks a model and returns its items.
func answer(t *testing.T, slug, body string) []output.Placed {
	t.Helper()
	c := catalogue.Catalogue(catalogue.Plain())
	model, ok := c.Find(slug)
	if !ok {
		t.Fatalf("no model %s", slug)
	}
	return output.All(allItems(sim.Prompt{Request: request.Parse([]byte(body)), Model: model, Models: c, Word: "service"})...)
}

// allItems returns the reasoning of a model, if any, and then calls or a message.
func allItems(p sim.Prompt) []output.Item {
	return append(sim.Think(p), sim.Act(p)...)
}

// text asks a model and returns the text of its message.
func text(t *testing.T, slug, body string) string {
	t.Helper()
	items := answer(t, slug, body)
	m, ok := items[len(items)-1].Item.(output.Message)
	if !ok {
		t.Fatalf("%s to %s ends in %T", slug, body, items[len(items)-1].Item)
	}
	return m.Text
}

func TestAnEmptyMessageIsAMessage(t *testing.T) {
	for body, want := range map[string]string{
		`{"input":[{"role":"user","content":""}]}`:            "its last user message has no text",
		`{"input":[{"role":"system","content":"Be brief."}]}`: "none of them a user message",
	} {
		if got := text(t, "sim/writer", body); !strings.Contains(got, want) {
			t.Errorf("%s: %q is missing in\n%s", body, want, got)
		}
	}
}

func ask(prompt string) string { return fmt.Sprintf(`{"input":%q,"stream":true}`, prompt) }

// What each prompt is answered with, by a line that no other answer has.
func TestSubjects(t *testing.T) {
	for prompt, want := range map[string]string{
		"What can you do?":                      "## What I can do",
		"Show me a table, a list and some code": "## A table, a list and some code",
		"Show me a table, a list and some code, and tell me what to press next.": "## A table, a list and some code",
		"Think step by step: how does a request reach a model?":                  "## How a request reaches a model",
		"What happens to a request on its way through a gateway?":                "## How a request reaches a model",
		"In two sentences: who are you, and which model answers?":                "## What I can do",
		"Explain server-sent events with a short example.":                       "## How a stream works",
		"Compare two sorting algorithms in a table.":                             "## Side by side",
		"what can go wrong?":                "## What can go wrong",
		"what did I send?":                  "## The request you just sent",
		"write fizzbuzz in JavaScript":      "## FizzBuzz",
		"a poem":                            "256 poems",
		"hello":                             "Worth asking",
		"  ":                                "## There is nothing to answer",
		"Which of my keys should I rotate?": "Key words in your message",
		"say exactly: \"two\nlines\"":       "two\nlines",
		"please refuse":                     "I will not answer that",
	} {
		got := text(t, "sim/writer", ask(prompt))
		if !strings.Contains(got, want) {
			t.Errorf("%q: no %q in\n%s", prompt, want, got)
		}
		if again := text(t, "sim/writer", ask(prompt)); again != got {
			t.Errorf("%q: another answer at the second time", prompt)
		}
		says := strings.Contains(strings.ToLower(got), "simulated")
		if echo := strings.HasPrefix(prompt, "say"); !says && !echo {
			t.Errorf("%q: the answer does not say that it is simulated", prompt)
		}
		for _, key := range []string{"alt+", "ctrl+", "F1", "**esc**", "**Enter**", "PgUp", "ress "} {
			if strings.Contains(got, key) {
				t.Errorf("%q: the key %s in\n%s", prompt, key, got)
			}
		}
		for _, screen := range []string{"F2", "F3", "F4", "F5", "F6", "<no value>", "{{"} {
			if strings.Contains(got, screen) {
				t.Errorf("%q: %s in\n%s", prompt, screen, got)
			}
		}
	}
}

// Two prompts of one subject are not answered in the same words.
func TestVariety(t *testing.T) {
	seen := map[string]bool{}
	for i := range 24 {
		got := text(t, "sim/writer", ask(fmt.Sprintf("tell me about subject %d", i)))
		head, _, _ := strings.Cut(strings.ReplaceAll(got, fmt.Sprint(i), "#"), "| | |")
		_, tail, _ := strings.Cut(got, "### Key words in your message")
		seen[head+tail] = true
	}
	if len(seen) < 12 {
		t.Errorf("24 prompts got %d answers", len(seen))
	}
}

func TestRefusal(t *testing.T) {
	items := answer(t, "sim/writer", ask("please refuse"))
	if m := items[0].Item.(output.Message); !m.Refusal {
		t.Errorf("%+v", m)
	}
}

func TestSizes(t *testing.T) {
	for prompt, want := range map[string]int{
		"write 100 KB": 100 << 10, "1 MB": 1 << 20, "20 kb": 20 << 10, "5000 bytes please": 5000, "1.5 KiB": 1536,
		"write 2-kilobyte text": 0, "one byte: 1 byte": 1, "13 bytes": 13, "14 bytes": 14, "15 bytes": 15, "16 bytes": 16,
		"54 bytes": 54, "55 bytes": 55, "56 bytes": 56, "57 bytes": 57, "900 bytes": 900, "9999 bytes": 9999,
	} {
		if strings.Contains(prompt, "2-") {
			want = 2 << 10
		}
		got := text(t, "sim/writer", ask(prompt))
		if len(got) != want || !utf8.ValidString(got) {
			t.Errorf("%q: %d bytes, want %d", prompt, len(got), want)
		}
		if end := "END-OF-ANSWER"; !strings.HasSuffix(got, end[max(0, len(end)-want):]) {
			t.Errorf("%q ends in %q", prompt, got[max(0, len(got)-30):])
		}
		if strings.Count(got, "```")%2 != 0 {
			t.Errorf("%q leaves a code block open", prompt)
		}
	}
	for _, prompt := range []string{"0 bytes", "5 b trees", "the 3 kbps line"} {
		if got := text(t, "sim/writer", ask(prompt)); strings.HasSuffix(got, "END-OF-ANSWER") {
			t.Errorf("%q names no size", prompt)
		}
	}
	if got := text(t, "sim/writer", ask("999999999999 MB")); len(got) != 2<<20 {
		t.Errorf("the bound is %d bytes", len(got))
	}
}

func TestEffort(t *testing.T) {
	reasoning := func(effort string) int {
		items := answer(t, "sim/reasoner", `{"input":"hello","reasoning":{"effort":"`+effort+`"}}`)
		if len(items) == 1 {
			return 0
		}
		r, ok := items[0].Item.(output.Reasoning)
		if !ok || items[0].Item.Tokens() != r.Tokens() {
			t.Fatalf("%s: %T", effort, items[0].Item)
		}
		return r.Tokens()
	}
	before := -1
	for _, effort := range []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"} {
		n := reasoning(effort)
		if n <= before {
			t.Errorf("%s: %d tokens of reasoning after %d", effort, n, before)
		}
		before = n
	}
	if reasoning("medium") != reasoning("unheard-of") {
		t.Error("an unknown effort is not the default")
	}
	if items := answer(t, "sim/reasoner", `{"input":"x","reasoning":{"enabled":false,"effort":"max"}}`); len(items) != 1 {
		t.Error("reasoning that is not enabled")
	}
	if items := answer(t, "sim/writer", `{"input":"x","reasoning":{"effort":"max"}}`); len(items) != 1 {
		t.Error("sim/writer reasons")
	}
	with := answer(t, "sim/reasoner", `{"input":"x","reasoning":{"summary":"auto"}}`)[0].Item.(output.Reasoning)
	if with.Summary == "" {
		t.Error("no summary")
	}
	// "any" is the name of a template, and no subject.
	for _, text := range []string{with.Summary, with.Text, text(t, "sim/structured", `{"input":"x"}`)} {
		if strings.Contains(text, `"any"`) {
			t.Errorf("%s", text)
		}
	}
}

// A reasoning item that the client returns unchanged is recognized.
func TestSignature(t *testing.T) {
	r := answer(t, "sim/reasoner", ask("hello"))[0].Item
	body := func(item string) string {
		return `{"input":[{"role":"user","content":"hello"},` + item + `,{"role":"user","content":"again"}],"reasoning":{"effort":"max"}}`
	}
	item := string(r.AppendJSON(nil, output.Completed))
	for sent, want := range map[string]string{
		item: "1 with a matching signature",
		strings.Replace(item, "newest", "new", 1): "0 with a matching signature",
	} {
		got := answer(t, "sim/reasoner", body(sent))[0].Item.(output.Reasoning).Text
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestFunctionCalls(t *testing.T) {
	const weather = `{"type":"function","name":"get_weather","description":"The weather at a place","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}`
	const clock = `{"type":"function","name":"readClock","description":"Tells the present time","parameters":{"type":"object","properties":{"zone":{"type":"string"}}}}`
	const asked = `{"role":"user","content":"weather in New York, and what does the clock say?"}`
	const called = `{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"{\"sky\":\"clear\"}"}`
	for _, c := range []struct{ name, body, want string }{
		{"both", `{"input":[` + asked + `],"tools":[` + weather + `,` + clock + `]}`, "get_weather readClock"},
		{"one at a time", `{"input":[` + asked + `],"tools":[` + weather + `,` + clock + `],"parallel_tool_calls":false}`, "get_weather"},
		{"the other after the one", `{"input":[` + asked + `,` + called + `],"tools":[` + weather + `,` + clock + `],"parallel_tool_calls":false}`, "readClock"},
		{"once", `{"input":[` + asked + `,` + called + `],"tools":[` + weather + `]}`, ""},
		{"again, when required", `{"input":[` + asked + `,` + called + `],"tools":[` + weather + `],"tool_choice":"required"}`, "get_weather"},
		{"not asked for", `{"input":"hello","tools":[` + weather + `]}`, ""},
		{"none", `{"input":[` + asked + `],"tools":[` + weather + `],"tool_choice":"none"}`, ""},
		{"required", `{"input":"hello","tools":[` + weather + `,` + clock + `],"tool_choice":"required"}`, "get_weather"},
		{"by name", `{"input":"hello","tools":[` + weather + `,` + clock + `],"tool_choice":{"type":"function","name":"readClock"}}`, "readClock"},
		{"allowed", `{"input":[` + asked + `],"tools":[` + weather + `,` + clock + `],"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"readClock"}]}}`, "readClock"},
		{"again in the next turn", `{"input":[` + asked + `,` + called + `,{"role":"user","content":"and the weather in Rome?"}],"tools":[` + weather + `]}`, "get_weather"},
		{"not by description", `{"input":"what time is it at present?","tools":[` + clock + `]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var names []string
			for _, it := range answer(t, "sim/writer", c.body) {
				if call, ok := it.Item.(output.FunctionCall); ok {
					names = append(names, call.Name)
					if !gjson.Valid(call.Arguments) {
						t.Errorf("arguments %q", call.Arguments)
					}
				}
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("called %q, want %q", got, c.want)
			}
		})
	}
	got := text(t, "sim/writer", `{"input":[`+asked+`,`+called+`],"tools":[`+weather+`]}`)
	if !strings.Contains(got, "`get_weather` answered") || !strings.Contains(got, "| sky | clear |") {
		t.Errorf("the output is not used:\n%s", got)
	}
	call := answer(t, "sim/reasoner", `{"input":[`+asked+`],"tools":[`+weather+`]}`)[1].Item.(output.FunctionCall)
	if call.Arguments != `{"city":"New York"}` {
		t.Errorf("arguments %s", call.Arguments)
	}
}

func TestStructured(t *testing.T) {
	const format = `"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object","properties":{"n":{"type":"integer","minimum":7}},"required":["n"]}}}`
	for _, slug := range []string{"sim/structured", "sim/writer"} {
		got := text(t, slug, `{"input":"x",`+format+`}`)
		if !gjson.Valid(got) || gjson.Get(got, "n").Int() < 7 {
			t.Errorf("%s: %s", slug, got)
		}
	}
	if got := text(t, "sim/structured", `{"input":"x"}`); gjson.Get(got, "words").Raw != "[]" {
		t.Errorf("a prompt without words that say anything: %s", got)
	}
	for slug, body := range map[string]string{
		"sim/structured": `{"input":"x"}`,
		"sim/coder":      `{"input":"x","text":{"format":{"type":"json_object"}}}`,
	} {
		if got := text(t, slug, body); !gjson.Get(got, "simulated").Bool() || !json.Valid([]byte(got)) {
			t.Errorf("%s: %s", slug, got)
		}
	}
}

// Broken JSON is broken, whatever the value was.
func TestBrokenJSON(t *testing.T) {
	var ways []string
	for _, schema := range []string{`{"type":"object"}`, `{"type":"string"}`, `{"type":"integer"}`, `{"const":true}`, `{"type":"array","maxItems":0}`, `{"const":null}`} {
		for i := range 16 {
			got := text(t, "sim/broken-json", fmt.Sprintf(`{"input":"try %d","text":{"format":{"type":"json_schema","schema":%s}}}`, i, schema))
			if json.Valid([]byte(got)) {
				t.Errorf("%s is not broken", got)
			}
			if !slices.Contains(ways, got) {
				ways = append(ways, got)
			}
		}
	}
	if len(ways) < 12 {
		t.Errorf("only %d ways", len(ways))
	}
}

// Nothing that a client sends may make a template fail.
func FuzzAnswer(f *testing.F) {
	f.Add(uint8(0), `{"input":[{"type":"function_call_output","output":[{"text":"a"}]}],"tools":[{"name":1}],"text":1,"reasoning":[]}`)
	f.Add(uint8(2), `{"input":"say \"a\"","instructions":"|\u0000","tool_choice":{"type":"function"},"tools":[{"type":"function","parameters":{"$ref":"#"}}]}`)
	c := catalogue.Catalogue(catalogue.Plain())
	f.Fuzz(func(t *testing.T, n uint8, body string) {
		model := c[int(n)%len(c)]
		if !json.Valid([]byte(body)) || !strings.HasPrefix(body, "{") {
			t.Skip()
		}
		for _, it := range output.All(allItems(sim.Prompt{Request: request.Parse([]byte(body)), Model: model, Models: c, Word: "service"})...) {
			if b := it.Item.AppendJSON(nil, it.Status); !json.Valid(b) {
				t.Errorf("%s", b)
			}
		}
	})
}
