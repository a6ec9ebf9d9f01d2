package output_test

import (
	"math"
	"strings"
	"testing"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

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
