package output_test

import (
	"encoding/json"
	"strings"
	"testing"

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
		return output.CustomCall{ID: "ctc_1", CallID: "call_1", Name: "c", Namespace: text.Draw(t, "namespace"), Input: text.Draw(t, "input")}
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
		Members: func(b []byte, text string, _ bool) []byte {
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
			data, ok := strings.CutPrefix(string(f.Bytes), "event: "+f.Type+"\ndata: ")
			if !ok || !strings.HasSuffix(data, "\n\n") || !json.Valid([]byte(data)) || gjson.Get(data, "output_index").Int() != 3 {
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
		output.CustomCall{ID: "c", Input: "a b"},
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
	if r.ReasoningTokens() != output.CountTokens("why") {
		t.Errorf("%d", r.ReasoningTokens())
	}
}
