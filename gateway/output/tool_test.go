package output_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// foreign is an item whose text is another model's.
func foreign(text string) output.ToolCall {
	return output.ToolCall{
		Type: "service:advisor", ID: "adv_1", Text: text, Foreign: true, Spent: output.Spent{Output: 2},
		Events: output.Events{Text: "response.output_text", Member: "text"},
	}
}

func panel() *output.Fusion {
	return &output.Fusion{
		Type: "service:fusion", ID: "fus_1", Analyst: "a/judge", Analysis: &output.Analysis{Consensus: []string{"yes"}},
		Panel: []output.Panelist{
			{Model: "a/1", Reasoning: "hm so", Content: "one two three"},
			{Model: "a/2", Error: "down", Status: 503},
			{Model: "a/3", Content: "four"},
		},
		Sources: []output.Source{{Title: "T", URL: "https://t.example"}},
	}
}

// A status that a kind does not know is not sent (wire-notes §3).
func TestToolStatus(t *testing.T) {
	for typ, want := range map[string]string{"apply_patch_call": "in_progress", "code_interpreter_call": "incomplete"} {
		cut := output.Placed{Item: written(typ, "a b c").Cut(1), Status: output.Incomplete}
		if got := gjson.ParseBytes(cut.Item.AppendJSON(nil, cut.Status)); got.Get("status").Str != want || got.Get("code").Str != "a" {
			t.Errorf("%s: %s", typ, got)
		}
	}
	if got := gjson.ParseBytes(written("x", "").AppendJSON(nil, "failed")); got.Get("status").Str != "failed" {
		t.Errorf("%s", got)
	}
}

// What a tool has found is not in the announcement.
func TestToolFound(t *testing.T) {
	c := output.ToolCall{Type: "x", ID: "x_1", Members: func(b output.JSON, _ string, found bool) output.JSON {
		if found {
			return append(b, `,"answer":1`...)
		}
		return append(b, `,"question":1`...)
	}}
	for status, want := range map[string]bool{output.InProgress: false, output.Incomplete: false, output.Completed: true, "failed": true} {
		if got := gjson.GetBytes(c.AppendJSON(nil, status), "answer").Exists(); got != want {
			t.Errorf("%s: found %t", status, got)
		}
	}
}

// The words of another model are paced, but count for that model.
func TestForeignText(t *testing.T) {
	it := foreign("ask the sea")
	asides, deltas := 0, 0
	output.Placed{Item: it, Status: output.Completed}.Play(&output.Stage{Sequence: &output.Sequence{}, Yield: func(f output.Frame) bool {
		if f.Foreign {
			asides++
			if !strings.Contains(string(f.Bytes), `"logprobs":[]`) || !strings.Contains(string(f.Bytes), `"content_index":0`) {
				t.Errorf("%s", f.Bytes)
			}
		}
		if f.Delta {
			deltas++
		}
		return true
	}})
	if asides != 3 || deltas != 0 || it.Tokens() != 0 || it.Cut(0).Tokens() != 0 || it.Spending().Output != 2 {
		t.Errorf("%d asides, %d deltas, %d tokens", asides, deltas, it.Tokens())
	}
}

func TestUse(t *testing.T) {
	search := output.ToolCall{Events: output.Events{Name: "response.web_search_call"}}
	if by, searches := search.Use(); by != output.Gateway || !searches {
		t.Errorf("%v %t", by, searches)
	}
	if by, searches := (output.ToolCall{By: output.Caller}).Use(); by != output.Caller || searches {
		t.Errorf("%v %t", by, searches)
	}
	if by, searches := panel().Use(); by != output.Gateway || searches {
		t.Errorf("%v %t", by, searches)
	}
}

// What a panel says is sent as it says it, each event with what a strict reader wants; the item
// lists who answered and who did not.
func TestFusionPlay(t *testing.T) {
	it := panel()
	it.Ask = func(f *output.Fusion, l output.Listener) {
		for _, event := range []output.PanelEvent{
			{Type: output.PanelAdded}, {Type: output.PanelReasoning, Delta: "hm"}, {Type: output.PanelDelta, Delta: "one"},
			{Type: output.PanelCompleted, Panelist: f.Panel[0]}, {Type: output.PanelFailed, Panelist: f.Panel[1]},
			{Type: output.Analysing}, {Type: output.Analysed},
		} {
			event.Model = "a/1"
			if !l.Send(event) || l.Pace != time.Second {
				t.Errorf("%+v %+v", event, l)
			}
		}
	}
	var got []string
	play := func() bool {
		return output.Placed{Item: it, Status: output.Completed}.Play(&output.Stage{Sequence: &output.Sequence{}, Pace: time.Second, Yield: func(f output.Frame) bool {
			head, data, _ := strings.Cut(string(f.Bytes), "\ndata: ")
			if f.Delta || f.Foreign {
				t.Errorf("%s waits for a pace that is not its own", data)
			}
			if name, ok := strings.CutPrefix(head, "event: response.fusion_call."); ok {
				members := []string{name}
				for _, m := range []string{"model", "delta", "content", "error", "status_code", "analyst_model", "judge_model", "analysis.consensus.0"} {
					if v := gjson.Get(data, m); v.Exists() {
						members = append(members, v.String())
					}
				}
				got = append(got, strings.Join(members, " "))
			}
			return true
		}})
	}
	want := []string{
		"in_progress", "panel.added a/1", "panel.reasoning.delta a/1 hm", "panel.delta a/1 one", "panel.completed a/1 one two three",
		"panel.failed a/1 down 503", "analysis.in_progress a/judge a/judge", "analysis.completed yes", "completed",
	}
	if !play() || !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	item := gjson.ParseBytes(panel().AppendJSON(nil, output.Completed))
	if item.Get("responses.#").Int() != 2 || item.Get("failed_models.0.status_code").Int() != 503 || !item.Get("analysis.blind_spots").IsArray() ||
		item.Get("sources.0.title").Str != "T" {
		t.Errorf("%s", item)
	}
	empty := gjson.ParseBytes(panel().Empty().AppendJSON(nil, output.InProgress))
	if empty.Get("responses").Exists() || empty.Get("analysis").Exists() || empty.Get("status").Str != output.InProgress {
		t.Errorf("%s", empty)
	}
}

func TestSeal(t *testing.T) {
	sealed := output.Seal("rs_1", "why")
	if text, ok := output.Unseal("rs_1", sealed); !ok || text != "why" || sealed != output.Seal("rs_1", "why") || strings.Contains(sealed, "why") {
		t.Errorf("%q %t", text, ok)
	}
	for _, c := range []struct{ id, sealed string }{
		{"rs_2", sealed}, {"rs_1", ""}, {"rs_1", "?"}, {"rs_1", "AAAA"}, {"rs_1", sealed[:len(sealed)-4]}, {"rs_1", "AAAA" + sealed[4:]},
	} {
		if text, ok := output.Unseal(c.id, c.sealed); ok {
			t.Errorf("%+v is %q", c, text)
		}
	}
	if text, ok := output.Unseal("", output.Seal("", "")); !ok || text != "" {
		t.Error("nothing is not sealed")
	}
}
