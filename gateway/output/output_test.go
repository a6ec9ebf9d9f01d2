package output_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

// item draws an item of any kind.
func item(t *rapid.T) output.Item {
	text := rapid.String()
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return output.Message{ID: "msg_1", Text: text.Draw(t, "text")}
	case 1:
		return output.Message{ID: "msg_1", Text: text.Draw(t, "text"), Refusal: true}
	case 2:
		return output.Reasoning{ID: "rs_1", Summary: text.Draw(t, "summary"), Text: text.Draw(t, "text"), Sealed: rapid.Bool().Draw(t, "sealed")}
	case 3:
		return output.FunctionCall{ID: "ctc_1", CallID: "call_1", Name: "c", Namespace: text.Draw(t, "namespace"), Custom: true, Arguments: text.Draw(t, "input")}
	case 4:
		return written("code_interpreter_call", text.Draw(t, "code"))
	case 5:
		return written("apply_patch_call", text.Draw(t, "code"))
	}
	return output.FunctionCall{ID: "fc_1", CallID: "call_1", Name: "f", Arguments: text.Draw(t, "arguments")}
}

// written is a tool's item with a text.
func written(typ, code string) output.ToolCall {
	return output.ToolCall{
		Type: typ, ID: "t_1", Text: code,
		Events: output.Events{Name: "response.x", Before: []string{"in_progress"}, After: []string{"completed"}, Text: "response.x_code", Member: "code"},
		Members: func(b output.JSON, text string, _ bool) output.JSON {
			return output.AppendString(append(b, `,"code":`...), text)
		},
	}
}

// textOf returns all text of an item.
func textOf(b []byte) string {
	d := gjson.ParseBytes(b)
	return d.Get("summary.0.text").Str + d.Get("content.0.text").Str + d.Get("content.0.refusal").Str + d.Get("arguments").Str + d.Get("input").Str + d.Get("code").Str
}

// Every item is JSON with a type, an id and the status; it has as many deltas as tokens, which make
// up its text; a cut is a prefix of them.
func TestItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := item(t)
		full := it.AppendJSON(nil, output.Completed)
		if !json.Valid(full) || gjson.GetBytes(full, "type").Str == "" || gjson.GetBytes(full, "id").Str == "" ||
			gjson.GetBytes(full, "status").Str != output.Completed {
			t.Fatalf("%s", full)
		}
		deltas, words := 0, ""
		stage := &output.Stage{Sequence: &output.Sequence{}, Index: 3, Yield: func(f output.Frame) bool {
			head, data, ok := strings.Cut(string(f.Bytes), "\ndata: ")
			if !ok || head != "event: "+gjson.Get(data, "type").Str || !strings.HasSuffix(data, "\n\n") || !json.Valid([]byte(data)) || gjson.Get(data, "output_index").Int() != 3 {
				t.Fatalf("%q", f.Bytes)
			}
			if f.Delta {
				deltas++
				words += gjson.Get(data, "delta").Str
			}
			return true
		}}
		if !(output.Placed{Item: it, Status: output.Completed}).Play(stage) {
			t.Fatal("it ends early")
		}
		if deltas != it.Tokens() || words != textOf(full) {
			t.Fatalf("%d deltas of %d tokens: %q for %s", deltas, it.Tokens(), words, full)
		}
		if empty := it.Empty().AppendJSON(nil, output.InProgress); !json.Valid(empty) || textOf(empty) != "" {
			t.Fatalf("announced as %s", empty)
		}
		n := rapid.IntRange(0, it.Tokens()).Draw(t, "n")
		cut := it.Cut(n)
		if cut.Tokens() != n || !strings.HasPrefix(textOf(full), textOf(cut.AppendJSON(nil, output.Incomplete))) {
			t.Fatalf("cut after %d: %d tokens, %s", n, cut.Tokens(), cut.AppendJSON(nil, output.Incomplete))
		}
	})
}

// A reader that wants no more gets no more.
func TestPlayStops(t *testing.T) {
	items := output.All(
		output.Reasoning{ID: "r", Summary: "a b", Text: "c d"},
		output.Message{ID: "m", Text: "a b"},
		output.FunctionCall{ID: "f", Arguments: "{} {}"},
		output.FunctionCall{ID: "c", Custom: true, Arguments: "a b"},
		output.Message{ID: "m", Text: "a", Citations: []output.Citation{{End: 1}, {End: 1}}},
		written("code_interpreter_call", "a b"),
		foreign("a b"),
		output.ToolCall{Type: "x", Events: output.Events{Name: "response.x", Image: "aa", After: []string{"completed"}}},
		panel(),
	)
	for _, it := range items {
		total := 0
		it.Play(&output.Stage{Sequence: &output.Sequence{}, Yield: func(output.Frame) bool { total++; return true }})
		for stop := 1; stop <= total; stop++ {
			n := 0
			done := it.Play(&output.Stage{Sequence: &output.Sequence{}, Yield: func(output.Frame) bool { n++; return n < stop }})
			if n != stop || done {
				t.Errorf("%T: %d frames after a stop at %d, done %t", it.Item, n, stop, done)
			}
		}
	}
}

func TestCut(t *testing.T) {
	items := output.All(output.Reasoning{ID: "r", Text: "one two"}, output.Message{ID: "m", Text: "three four five"})
	for n, want := range []struct {
		texts  string
		status string // of the last
		cut    bool
	}{
		{"", "", true}, {"one", output.Incomplete, true}, {"one two", output.Completed, true}, {"one two|three", output.Incomplete, true},
		{"one two|three four", output.Incomplete, true}, {"one two|three four five", output.Completed, false}, {"one two|three four five", output.Completed, false},
	} {
		head, cut := output.Cut(items, n)
		var texts []string
		for i, it := range head {
			texts = append(texts, textOf(it.Item.AppendJSON(nil, it.Status)))
			if i < len(head)-1 && it.Status != output.Completed || i == len(head)-1 && it.Status != want.status {
				t.Errorf("after %d: item %d is %s", n, i, it.Status)
			}
		}
		if got := strings.Join(texts, "|"); got != want.texts || cut != want.cut {
			t.Errorf("after %d: %q, cut %t", n, got, cut)
		}
	}
}

func TestReasoning(t *testing.T) {
	r := output.Reasoning{ID: "rs_1", Text: "why"}
	if d := gjson.ParseBytes(r.AppendJSON(nil, output.Completed)); d.Get("signature").Str != output.Signature("rs_1", "why") || d.Get("summary").Raw != "[]" {
		t.Errorf("%s", d)
	}
	if output.Signature("rs_1", "why") == output.Signature("rs_1", "why not") || output.Signature("rs_1", "why") == output.Signature("rs_2", "why") {
		t.Error("a signature that fits something else")
	}
	if d := gjson.ParseBytes(r.AppendJSON(nil, output.Incomplete)); d.Get("signature").Exists() {
		t.Errorf("an unfinished item is signed: %s", d)
	}
	if r.Tokens() != output.CountTokens("why") {
		t.Errorf("%d", r.Tokens())
	}
}

// played is the events of an item, as their data.
func played(it output.Item, status string) []gjson.Result {
	var events []gjson.Result
	output.Placed{Item: it, Status: status}.Play(&output.Stage{Sequence: &output.Sequence{}, Yield: func(f output.Frame) bool {
		_, data, _ := strings.Cut(string(f.Bytes), "data: ")
		events = append(events, gjson.Parse(strings.Clone(data)))
		return true
	}})
	return events
}

func TestCitations(t *testing.T) {
	m := output.Message{ID: "msg_1", Text: "über das Meer und die Lampen", Citations: []output.Citation{
		{URL: "https://a.example/", Title: "A \"title\"", Start: 5, End: 13}, {URL: "https://b.example/", Title: "B", Start: 22, End: 28},
	}}
	events := played(m, output.Completed)
	var order []string
	for _, e := range events {
		if typ := e.Get("type").Str; len(order) == 0 || order[len(order)-1] != typ {
			order = append(order, typ)
		}
	}
	want := "output_item.added content_part.added output_text.delta output_text.annotation.added output_text.done content_part.done output_item.done"
	if got := strings.ReplaceAll(strings.Join(order, " "), "response.", ""); got != want {
		t.Errorf("%s", got)
	}
	at := len(events) - 5
	if events[at].Get("annotation_index").Int() != 0 || events[at+1].Get("annotation_index").Int() != 1 ||
		events[at+1].Get("annotation.start_index").Int() != 22 || !events[at].Get("annotation.title").Exists() {
		t.Errorf("%s", events)
	}
	item := events[len(events)-1].Get("item")
	if item.Get("content.0.annotations.#").Int() != 2 || item.Get("content.0.annotations.0.type").Str != "url_citation" {
		t.Errorf("%s", item)
	}
	// The text up to "Meer" has only the first citation.
	for n, want := range map[int]int64{2: 0, 3: 1, 5: 1, 6: 2} {
		if got := gjson.ParseBytes(m.Cut(n).AppendJSON(nil, output.Incomplete)); got.Get("content.0.annotations.#").Int() != want {
			t.Errorf("cut after %d: %s", n, got)
		}
	}
}

func TestLogprobs(t *testing.T) {
	m := output.Message{ID: "msg_1", Text: "in the sea the sea the land", Alternatives: 2}
	all := gjson.ParseBytes(m.AppendJSON(nil, output.Completed)).Get("content.0.logprobs").Array()
	if len(all) != 7 {
		t.Fatalf("%s", all)
	}
	text := ""
	for _, l := range all {
		text += l.Get("token").Str
		var b []byte
		for _, n := range l.Get("bytes").Array() {
			b = append(b, byte(n.Int()))
		}
		if string(b) != l.Get("token").Str || l.Get("top_logprobs.#").Int() != 2 || l.Get("logprob").Num > 0 ||
			l.Get("top_logprobs.0.logprob").Num < l.Get("logprob").Num {
			t.Errorf("%s", l)
		}
	}
	if text != m.Text {
		t.Errorf("%q", text)
	}
	// "the" is followed twice by "sea" and once by "land".
	last := all[6]
	if last.Get("token").Str != " land" || last.Get("top_logprobs.0.token").Str != " sea" || math.Exp(last.Get("logprob").Num) > 0.5 {
		t.Errorf("%s", last)
	}
	// Streamed, they are the same one by one, and all of them at the end.
	n := 0
	for _, e := range played(m, output.Completed) {
		switch e.Get("type").Str {
		case "response.output_text.delta":
			if e.Get("logprobs.#").Int() != 1 || e.Get("logprobs.0").Raw != all[n].Raw {
				t.Errorf("%s, want %s", e, all[n])
			}
			n++
		case "response.output_text.done":
			if e.Get("logprobs.#").Int() != 7 {
				t.Errorf("%s", e)
			}
		}
	}
	if n != 7 {
		t.Errorf("%d deltas", n)
	}
}

// However many are asked for, the logprobs stay bounded.
func TestLogprobBounds(t *testing.T) {
	var words strings.Builder
	for i := range 5000 {
		words.WriteString(strings.Repeat("a", i%9) + " ")
	}
	for asked, want := range map[int]int64{-1: 0, 0: 0, 1: 1, 20: 20, 21: 20, 1 << 40: 20} {
		m := output.Message{ID: "msg_1", Text: words.String() + strings.Join(strings.Fields("b c d e f g h i j k l m n o p q r s t u v w"), " "), Alternatives: asked}
		m.Text = m.Text[len(m.Text)-60:] + " " + m.Text
		list := gjson.ParseBytes(m.AppendJSON(nil, output.Completed)).Get("content.0.logprobs")
		if got := list.Get("0.top_logprobs.#").Int(); got != want || list.Get("#").Int() > 1024 || asked > 0 && list.Get("#").Int() != 1024 {
			t.Errorf("%d asked: %d, for %d tokens", asked, got, list.Get("#").Int())
		}
	}
}

func all(text string) (tokens []string) {
	for text != "" {
		var tok string
		tok, text = output.NextToken(text)
		tokens = append(tokens, tok)
	}
	return tokens
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"one", []string{"one"}},
		{"one two\n\n three ", []string{"one", " two", "\n\n three", " "}},
		{"extraordinarily", []string{"extraordinar", "ily"}},
		{"漢字漢字漢字", []string{"漢字漢字", "漢字"}},
		{strings.Repeat(" ", 14) + "x", []string{strings.Repeat(" ", 12), "  x"}},
	} {
		if got := all(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Whatever the text, its tokens put together are the text, none is empty, none is too long or cuts
// a character, and Count and Cut agree with Next.
func TestTokensAreTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		tokens := all(text)
		if strings.Join(tokens, "") != text {
			t.Fatalf("%q became %q", text, tokens)
		}
		for _, tok := range tokens {
			if tok == "" || len(tok) > output.MaxTokenBytes || utf8.ValidString(text) && !utf8.ValidString(tok) {
				t.Fatalf("token %q", tok)
			}
		}
		if output.CountTokens(text) != len(tokens) {
			t.Fatalf("Count %d, tokens %d", output.CountTokens(text), len(tokens))
		}
		n := rapid.IntRange(0, len(tokens)+1).Draw(t, "n")
		head, rest := output.CutTokens(text, n)
		if head != strings.Join(tokens[:min(n, len(tokens))], "") || head+rest != text {
			t.Fatalf("Cut(%q, %d) = %q, %q", text, n, head, rest)
		}
	})
}

func TestFirstCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"", 3, ""}, {"雨雪", 0, ""}, {"雨雪", 1, "雨"}, {"雨雪", 2, "雨雪"}, {"rain", 9, "rain"}} {
		if got := output.FirstCharacters(c.text, c.n); got != c.want {
			t.Errorf("%q, %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
