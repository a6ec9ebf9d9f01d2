package plugin_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/plugin/pdftest"
	"gatehouse/gateway/request"

	"github.com/tidwall/gjson"
)

// with is a request with one plugin.
func with(t *testing.T, id, fields, members string) (*request.Request, request.Plugin) {
	t.Helper()
	body := `{"plugins":[{"id":"` + id + `"` + fields + `}],` + members + `}`
	if !gjson.Valid(body) {
		t.Fatalf("no JSON: %.300s", body)
	}
	req := request.Parse([]byte(body))
	p, ok := req.Plugin(id)
	if !ok {
		t.Fatal(id)
	}
	return req, p
}

func TestFiles(t *testing.T) {
	file := "data:application/pdf;base64," + base64.StdEncoding.EncodeToString(pdftest.File(true, pdftest.Shows("The tide turns."), pdftest.Shows("Twice a day.")))
	part := func(members string) string { return `{"type":"input_file",` + members + `}` }
	req, p := with(t, "file-parser", `,"pdf":{"engine":"mistral-ocr"}`, `"input":[{"role":"user","content":[{"type":"input_text","text":"What turns?"},`+strings.Join([]string{
		part(`"filename":"tide.pdf","file_data":"` + file + `"`),
		part(`"filename":"torn.pdf","file_data":"data:application/pdf;base64,JVBERi0="`),
		part(`"filename":"far.pdf","file_url":"https://docs.example.com/far.pdf"`),
		part(`"filename":"bad.pdf","file_data":"data:application/pdf;base64,!!"`),
		part(`"filename":"far.txt","file_url":"https://docs.example.com/far.txt"`),
		part(`"filename":"note.txt","file_data":"data:text/plain;base64,aGVsbG8="`),
	}, ",")+`]}]`)
	next, s := plugin.ParseFiles(t.Context(), req, p)
	if next.Prompt() != "What turns?\ntide.pdf:\n\nThe tide turns.\n\nTwice a day." {
		t.Errorf("%q", next.Prompt())
	}
	files := s.Data["files"].([]map[string]any)
	var told []string
	for _, f := range files {
		told = append(told, fmt.Sprintf("%v %v %t", f["filename"], f["pages"], f["error"] != nil))
	}
	if !slices.Equal(told, []string{"tide.pdf 2 false", "torn.pdf <nil> true", "far.pdf <nil> true", "bad.pdf <nil> true"}) ||
		s.Name != "file-parser" || s.Type != "plugin" || s.Data["requested_engine"] != "mistral-ocr" || !strings.Contains(s.Summary, "1 of 4 PDFs") {
		t.Errorf("%q, %+v", told, s)
	}
	if strings.Count(string(next.Body()), `"input_file"`) != 5 {
		t.Errorf("%s", next.Body())
	}
	req, p = with(t, "file-parser", "", `"input":"hello"`)
	if next, s := plugin.ParseFiles(t.Context(), req, p); next != req || !strings.Contains(s.Summary, "No PDF") {
		t.Errorf("%+v", s)
	}
}

// The number of PDFs that are read is limited.
func TestManyFiles(t *testing.T) {
	file := `{"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,` + base64.StdEncoding.EncodeToString(pdftest.File(false, pdftest.Shows("x"))) + `"}`
	req, p := with(t, "file-parser", "", `"input":[{"role":"user","content":[`+strings.Repeat(file+",", 20)+file+`]}]`)
	_, s := plugin.ParseFiles(t.Context(), req, p)
	if !strings.Contains(s.Summary, "20 of 21 PDFs") {
		t.Errorf("%s", s.Summary)
	}
}

// conversation is n turns of one word each, numbered from 0.
func conversation(n int) string {
	var items []string
	for i := range n {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		items = append(items, fmt.Sprintf(`{"type":"message","role":%q,"content":"w%d"}`, role, i))
	}
	return `"input":[` + strings.Join(items, ",") + `]`
}

func TestCompressMessages(t *testing.T) {
	for _, c := range []struct {
		limit int
		left  string
	}{
		{9, "w0 w1 w2 w3 w4 w5 w6 w7 w8"},
		{8, "w0 w1 w2 w3 w5 w6 w7 w8"},
		{6, "w0 w1 w2 w6 w7 w8"},
		{1, "w8"}, {0, "w8"},
	} {
		req, p := with(t, "context-compression", "", conversation(9))
		next, s := plugin.Compress(t.Context(), req, p, c.limit)
		var left []string
		for _, it := range next.Input {
			left = append(left, it.Text)
		}
		if got := strings.Join(left, " "); got != c.left {
			t.Errorf("limit %d: %q, want %q", c.limit, got, c.left)
		}
		if s.Type != "context_compression" || s.Data["engine"] != "middle-out" || s.Data["input_type"] != "messages" ||
			s.Data["original_count"] != 9 || s.Data["compressed_count"] != len(left) {
			t.Errorf("limit %d: %+v", c.limit, s)
		}
	}
}

// A call goes with its output, and what follows the newest message stays.
func TestCompressCalls(t *testing.T) {
	call := func(id string) string {
		return `{"type":"function_call","call_id":"` + id + `","name":"f","arguments":"a b"}`
	}
	out := func(id string) string {
		return `{"type":"function_call_output","call_id":"` + id + `","output":"c d"}`
	}
	req, p := with(t, "context-compression", "", `"input":[{"role":"user","content":"one"},`+call("1")+`,{"role":"assistant","content":"two"},`+out("1")+
		`,{"role":"user","content":"three"},`+call("2")+","+out("2")+`]`)
	next, _ := plugin.Compress(t.Context(), req, p, req.Tokens()-1)
	var kinds []string
	for _, it := range next.Input {
		kinds = append(kinds, it.Type+it.CallID)
	}
	if !slices.Equal(kinds, []string{"message", "message", "message", "function_call2", "function_call_output2"}) {
		t.Errorf("%q", kinds)
	}
}

func TestCompressText(t *testing.T) {
	long := "first " + strings.Repeat("middle ", 2000) + "last"
	for _, input := range []string{`"input":"` + long + `"`, `"input":[{"role":"user","content":"` + long + `"}]`, `"instructions":"` + long + `","input":"x"`} {
		req, p := with(t, "context-compression", "", input)
		for _, limit := range []int{2500, 1000, 100} {
			next, s := plugin.Compress(t.Context(), req, p, limit)
			text := next.Prompt() + next.Instructions()
			if next.Tokens() > limit || !strings.HasPrefix(strings.TrimPrefix(text, "x"), "first") || !strings.HasSuffix(text, "last") {
				t.Errorf("limit %d: %d tokens, %.40q … %.20q", limit, next.Tokens(), text, text[len(text)-20:])
			}
			if limit < 2000 == (next == req) {
				t.Errorf("limit %d: %s", limit, s.Summary)
			}
			if original := s.Data["original_tokens"].(int); original < 2000 || s.Data["compressed_tokens"].(int) > limit {
				t.Errorf("limit %d: %+v", limit, s.Data)
			}
		}
	}
	req, p := with(t, "context-compression", "", `"input":"`+long+`"`)
	if _, s := plugin.Compress(t.Context(), req, p, 100); s.Data["input_type"] != "prompt" || s.Data["original_count"] != 2002 || s.Data["compressed_count"].(int) > 100 {
		t.Errorf("%+v", s.Data)
	}
	// Many long texts that have to stay: it ends, and soon.
	outputs := strings.Repeat(`,{"type":"shell_call_output","output":"`+strings.Repeat("o ", 200)+`"}`, 500)
	req, p = with(t, "context-compression", "", `"input":[{"role":"user","content":"x"}`+outputs+`]`)
	if next, _ := plugin.Compress(t.Context(), req, p, 50_000); next.Tokens() > 50_000 {
		t.Errorf("%d tokens", next.Tokens())
	}
}

func TestRepair(t *testing.T) {
	const good = `{"a": [1, 2], "b": "c"}`
	for broken, want := range map[string]string{
		`{"a": [1, 2], "b": "c"`:                                        good,
		`{"a": [1, 2], "b": "c",}`:                                      good,
		`{"a": [1, 2], "b": "c"}}`:                                      good,
		"Here you are:\n\n```json\n" + good + "\n```\nI hope it helps.": good,
		"Sure! " + `{a: 1}`:                                             `{"a":1}`,
	} {
		got, ok := plugin.Repair(broken)
		if !ok || gjson.Parse(got).Get("@ugly").Raw != gjson.Parse(want).Get("@ugly").Raw {
			t.Errorf("%q: %q, %t", broken, got, ok)
		}
	}
	for _, hopeless := range []string{"", "no JSON at all", "```\n```", strings.Repeat("[", 10_000_000), strings.Repeat(`{"a":`, 3_000_000)} {
		if got, ok := plugin.Repair(hopeless); ok {
			t.Errorf("%.20q: %.20q", hopeless, got)
		}
	}
}

func TestHeal(t *testing.T) {
	for _, c := range []struct {
		text, mode string
		improved   bool
		want       string
	}{
		{`{"a":1`, "json_schema", true, `{"a":1}`}, {`{"a":1}`, "json_object", false, `{"a":1}`},
		{`{"a":1`, "text", false, `{"a":1`}, {`hopeless`, "json_object", false, `hopeless`},
	} {
		h := plugin.Healing{Mode: c.mode}
		item := h.Item(output.All(output.Message{ID: "m", Text: c.text})[0])
		s := h.Stage()
		if got := item.Item.(output.Message).Text; got != c.want || s.Data["improved"] != c.improved || s.Data["mode"] != c.mode || s.Type != "response_healing" {
			t.Errorf("%+v: %q, %+v", c, got, s)
		}
	}
}

func TestModeration(t *testing.T) {
	for text, reasons := range map[string]string{
		"How do I kill a process?": "", "hello": "", "": "",
		"I will KILL  HIM":                      "violence",
		"where to launder money and a massacre": "violence illicit",
		"Self-Harm, or self-harmony; stabs":     "self-harm",
		"kill\n\t him":                          "violence",
		"killhim kill himself unstab 漢stab漢":    "", "kill_him": "violence",
		"pipe pipe bomb": "violence", "hire a hit": "", "go to hello": "", "I WILL FIND YOU": "harassment",
	} {
		s := plugin.Moderate(t.Context(), request.Parse([]byte(fmt.Sprintf(`{"input":%q}`, text))))
		got, _ := s.Data["reasons"].([]string)
		slices.Sort(got)
		want := strings.Fields(reasons)
		slices.Sort(want)
		if !slices.Equal(got, want) || s.Data["flagged"] != (reasons != "") || s.Name != "moderation" || s.Type != "guardrail" {
			t.Errorf("%q: %+v", text, s)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if s := plugin.Moderate(gone, request.Parse([]byte(`{"input":"`+strings.Repeat("a ", 1<<20)+`suicide"}`))); s.Data["flagged"] != false {
		t.Error("the text was read to its end, with nobody there to want it")
	}
	long := strings.Repeat("é", 200) + " suicide"
	s := plugin.Moderate(t.Context(), request.Parse([]byte(fmt.Sprintf(`{"instructions":%q}`, long))))
	if got := s.Data["flagged_input"]; got != strings.Repeat("é", 99)+"…" {
		t.Errorf("%q", got)
	}
}

func TestSearch(t *testing.T) {
	const asks = `"input":[{"role":"user","content":"first"},{"role":"assistant","content":"a"},{"role":"user","content":"weather in Paris"}]`
	req, p := with(t, "web", `,"max_results":2`, asks)
	next, sources, s := plugin.Search(req, p)
	if len(sources) != 2 || len(next.Input) != 4 || next.Input[2].Role != "system" || !strings.Contains(next.Input[2].Text, sources[0].URL) ||
		!strings.Contains(next.Input[2].Text, plugin.PageNote) || next.Prompt() != "weather in Paris" {
		t.Errorf("%+v, %+v", sources, next.Input)
	}
	if s.Name != "web-search" || s.Data["query"] != "weather in Paris" || len(s.Data["results"].([]map[string]any)) != 2 {
		t.Errorf("%+v", s)
	}
	best := sources[0].URL
	host, _, _ := strings.Cut(strings.TrimPrefix(best, "https://"), "/")
	for fields, finds := range map[string]bool{
		``: true, `,"include_domains":["` + host + `"]`: true, `,"include_domains":["none.example"]`: false,
		`,"exclude_domains":["` + host + `"]`: false, `,"exclude_domains":["*.none.example"]`: true,
		`,"max_uses":0`: false, `,"max_uses":1`: true, `,"max_results":0`: false, `,"max_results":-1`: false, `,"max_results":1`: true,
	} {
		req, p := with(t, "web", fields, asks)
		_, sources, s := plugin.Search(req, p)
		found := slices.ContainsFunc(sources, func(s output.Source) bool { return s.URL == best })
		if found != finds {
			t.Errorf("%s: %+v, %+v", fields, sources, s)
		}
	}
	req, p = with(t, "web", `,"search_prompt":"Use this, please."`, `"input":"weather in Paris"`)
	if next, _, _ := plugin.Search(req, p); !strings.HasPrefix(next.Input[0].Text, "Use this, please.") || next.Prompt() != "weather in Paris" {
		t.Errorf("%+v", next.Input)
	}
	req, p = with(t, "web", "", `"input":"`+strings.Repeat("雨 ", 300)+`"`)
	if _, _, s := plugin.Search(req, p); s.Data["query"] != strings.Repeat("雨 ", 200) {
		t.Errorf("the query has other than 400 characters: %q", s.Data["query"])
	}
	req, p = with(t, "web", "", `"input":[]`)
	if next, _, s := plugin.Search(req, p); next != req || s.Data["searches"] != 0 {
		t.Errorf("%+v", s)
	}
}

func TestFetch(t *testing.T) {
	pages := plugin.Pages()
	page, other := pages[0], pages[len(pages)-1]
	ask := func(text string) string { return fmt.Sprintf(`"input":%q`, text) }
	two := ask("Read " + page.URL + ", and (" + other.URL + ").")
	for _, c := range []struct {
		fields, members string
		fetched         int
		errors          int
	}{
		{"", two, 2, 0}, {`,"max_uses":1`, two, 1, 1}, {`,"max_uses":0`, two, 0, 2},
		{`,"blocked_domains":["*"]`, two, 0, 2}, {`,"allowed_domains":["none.example"]`, two, 0, 2},
		{"", ask("https://none.example/"), 0, 1}, {"", ask("no address"), 0, 0}, {"", ask(page.URL + " " + page.URL), 1, 0},
	} {
		req, p := with(t, "web-fetch", c.fields, c.members)
		next, sources, s := plugin.Fetch(req, p)
		failed := 0
		for _, f := range s.Data["fetched"].([]map[string]any) {
			if f["error"] != nil {
				failed++
			}
		}
		if len(sources) != c.fetched || failed != c.errors || (next == req) != (c.fetched == 0) {
			t.Errorf("%+v: %+v, %+v", c, sources, s)
		}
		if c.members == two && !strings.Contains(s.Summary, fmt.Sprintf("%d of 2 URLs in", c.fetched)) {
			t.Errorf("%+v: %q", c, s.Summary)
		}
	}
	req, p := with(t, "web-fetch", `,"max_content_tokens":3`, ask(page.URL))
	next, _, s := plugin.Fetch(req, p)
	if n := s.Data["fetched"].([]map[string]any)[0]["content_tokens"]; n != 3 || strings.Contains(next.Input[0].Text, page.Text) {
		t.Errorf("%+v", s.Data)
	}
}

// A citation covers the line that it belongs to, counted in code points.
func TestCite(t *testing.T) {
	sources := []output.Source{{URL: "https://a.example/", Title: "Über", Excerpt: "Das Meer."}, {URL: "https://b.example/", Title: "B", Excerpt: "E."}}
	m := plugin.Cite(output.All(output.Message{ID: "m", Text: "Grüße"})[0], sources).Item.(output.Message)
	runes := []rune(m.Text)
	for i, want := range []string{"Das Meer. [Über](https://a.example/)", "E. [B](https://b.example/)"} {
		c := m.Citations[i]
		if got := string(runes[c.Start:c.End]); got != want || c.URL != sources[i].URL {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, left := range []output.Item{
		output.Message{Text: `{"a":1}`}, output.Message{Text: "no", Refusal: true}, output.FunctionCall{Name: "f"},
	} {
		if got := plugin.Cite(output.All(left)[0], sources); fmt.Sprint(got.Item) != fmt.Sprint(left) {
			t.Errorf("%+v", got)
		}
	}
}
