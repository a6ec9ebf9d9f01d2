package state

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// arrivals draws the arrivals of an exchange: events of all kinds with right
// and wrong addresses, frames that are no event, any head or none, any end.
func arrivals(t *rapid.T) []wire.Arrival {
	var out []wire.Arrival
	streamed := rapid.Bool().Draw(t, "streamed")
	if rapid.IntRange(0, 9).Draw(t, "head") > 0 {
		status := rapid.SampledFrom([]int{200, 200, 200, 429, 307}).Draw(t, "status")
		media := rapid.SampledFrom([]string{"text/event-stream", "application/json", ""}).Draw(t, "media")
		out = append(out, headOf(status, media, streamed))
	}
	data := rapid.SliceOfN(rapid.Custom(drawFrame), 0, 30).Draw(t, "frames")
	for i, d := range data {
		out = append(out, frameOf(d, int64(1000*i)))
	}
	if rapid.IntRange(0, 9).Draw(t, "ends") > 0 {
		cause := rapid.SampledFrom([]wire.EndCause{wire.EndClean, wire.EndLost, wire.EndCancelled, wire.EndIdle, wire.EndLineCap}).Draw(t, "cause")
		body := rapid.SampledFrom([]string{"", "{", `{"status":"completed","output":[{"type":"message","content":"x"}]}`, `{"error":"e"}`, "<html>"}).Draw(t, "body")
		out = append(out, endOf(cause, body))
	}
	return out
}

func drawFrame(t *rapid.T) string {
	if rapid.IntRange(0, 12).Draw(t, "odd") == 0 {
		return rapid.SampledFrom([]string{":c", "[DONE]", "{", "torn:{}", "torn:x", "[1]", `{"error":{"message":"m"}}`, "null", "torn:[DONE]"}).Draw(t, "frame")
	}
	kind := rapid.SampledFrom(kinds()).Draw(t, "type")
	var members []string
	add := func(name string, values ...string) {
		if v := rapid.SampledFrom(append(values, "")).Draw(t, name); v != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, v))
		}
	}
	add("output_index", "0", "1", "2", "0", "99999999999", "-4", `"x"`)
	add("item_id", `"a"`, `"b"`, `"c"`, `"a"`, "7")
	add("content_index", "0", "1", "0", "5")
	add("summary_index", "0", "1")
	add("delta", `"he"`, `"llo"`, `"\ud800"`, `{"stdout":"o"}`, `""`)
	add("text", `"hello"`, `""`, "3")
	add("arguments", `"{}"`, `{"a":1}`)
	add("model", `"m/1"`, `"m/2"`)
	add("sequence_number", "0", "1", "7")
	add("part", `{"type":"output_text","text":"hello","annotations":[{}]}`, `{"type":"refusal","refusal":"no"}`, `{"type":"odd"}`, "5")
	add("item", drawItem(t), drawItem(t))
	if strings.HasPrefix(kind, "response.c") || strings.HasPrefix(kind, "response.f") || strings.HasPrefix(kind, "response.i") {
		add("response", `{"status":"completed","output":[`+drawItem(t)+`,`+drawItem(t)+`]}`, `{"status":"in_progress","usage":{"output_tokens":3}}`, `{"output":null,"error":{"code":1}}`)
	}
	return ev(kind, strings.Join(members, ","))
}

func drawItem(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		`{"type":"message","id":"a","status":"completed","content":[{"type":"output_text","text":"hello"}]}`,
		`{"type":"message","id":"b","content":"plain"}`, `{"type":"message","content":null}`,
		`{"type":"reasoning","id":"c","summary":["s"],"content":[{"type":"reasoning_text","text":"t"}]}`,
		`{"type":"function_call","id":"a","call_id":"k","name":"f","arguments":"{\"x\":1}"}`,
		`{"type":"service:advisor","id":"b"}`, `{"type":"odd","id":"c"}`, `{}`,
		`{"type":"shell_call","action":{"commands":["ls","pwd"]}}`, `{"type":"apply_patch_call","operation":{"diff":"+"}}`,
	}).Draw(t, "item")
}

func kinds() []string {
	return []string{
		"response.created", "response.in_progress", "response.completed", "response.incomplete", "response.failed", "error",
		"response.output_item.added", "response.output_item.done", "response.content_part.added", "response.content_part.done",
		"response.output_text.delta", "response.output_text.delta", "response.output_text.done", "response.output_text.annotation.added",
		"response.refusal.delta", "response.reasoning_text.delta", "response.reasoning_summary_text.delta",
		"response.reasoning_summary_part.added", "response.function_call_arguments.delta", "response.function_call_arguments.done",
		"response.custom_tool_call_input.delta", "response.web_search_call.searching", "response.image_generation_call.partial_image",
		"response.shell_call_command.added", "response.shell_call_output_content.delta", "response.audio.delta",
		"response.fusion_call.panel.delta", "response.fusion_call.panel.failed", "response.fusion_call.analysis.completed",
		"response.debug", "keepalive", "response.odd.delta", "odd", "",
	}
}

// snapshot writes all that a reader of an exchange can see.
func snapshot(x *Exchange) string {
	var b strings.Builder
	shown := *x
	if x.Failure != nil { // its body need not be JSON
		f := *x.Failure
		fmt.Fprintf(&b, "%d %s %s %s %s %v\n", f.Status, f.Code, f.Message, f.Type, f.Body, f.Retry != nil)
		shown.Failure = nil
	}
	exported, err := json.Marshal(struct {
		X      *Exchange
		Tokens Tokens
		Text   string
	}{&shown, x.Tokens(), x.Text()})
	if err != nil {
		panic(err)
	}
	b.Write(exported)
	for _, it := range x.Items {
		fmt.Fprintf(&b, "\n%s done=%v input=%v", describe(it), it.Done, it.InputDone())
		for _, p := range it.Panels() {
			fmt.Fprintf(&b, " %s:%s:%s", p.Model, p.Text(), p.Reasoning())
		}
	}
	return b.String()
}

func TestFoldDoesNotDependOnBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := arrivals(t)
		once := NewExchange("x", []byte(streamRequest))
		once.Apply(all...)
		parts := NewExchange("x", []byte(streamRequest))
		for rest := all; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "batch")
			parts.Apply(rest[:n]...)
			rest = rest[n:]
		}
		if a, b := snapshot(once), snapshot(parts); a != b {
			t.Fatalf("one batch:\n%s\nmany:\n%s", a, b)
		}
	})
}

// TestVersionsTellTheTruth: whoever keeps a drawing by an item's version never
// shows an old one, and an item that stays as it was keeps its version.
func TestVersionsTellTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(streamRequest))
		seen := map[*Item]string{}
		version := map[*Item]uint64{}
		for _, a := range arrivals(t) {
			before := x.Version
			x.Apply(a)
			if x.Version <= before {
				t.Fatal("an arrival left the exchange's version as it was")
			}
			touched := 0
			for _, it := range x.Items {
				now := snapshot(&Exchange{Items: []*Item{it}})
				now = strings.ReplaceAll(now, fmt.Sprintf(`"Version":%d`, it.Version), "")
				if seen[it] != "" && seen[it] != now && version[it] == it.Version {
					t.Fatalf("changed without a version:\n%s\n%s", seen[it], now)
				}
				if version[it] != it.Version {
					touched++
				}
				seen[it], version[it] = now, it.Version
			}
			if touched > 1 && a.Kind == wire.ArrivedFrame && !strings.Contains(string(a.Event.Data), `"response":`) {
				t.Fatalf("one event touched %d items", touched)
			}
		}
	})
}

func TestEveryEndHasAVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(streamRequest))
		x.Apply(arrivals(t)...)
		if x.End != nil && x.Running() {
			t.Fatal("the transport ended, but there is no verdict")
		}
		if x.Verdict == Failed && x.Failure == nil && x.Head == nil {
			t.Fatal("failed without a head and without a failure")
		}
		seen := map[string]bool{}
		for _, w := range x.Warnings {
			if w.Message == "" || w.Count < 1 {
				t.Fatalf("empty warning %+v", w)
			}
			seen[w.Code] = true
		}
		for i := 1; i < len(x.Items); i++ {
			if x.Items[i-1].Index > x.Items[i].Index {
				t.Fatal("items out of order")
			}
		}
	})
}

// TestTextNeverShrinksToNothing: what was streamed stays, whatever comes after.
func TestTextNeverShrinksToNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewExchange("x", []byte(streamRequest))
		filled := map[*Item]bool{}
		for _, a := range arrivals(t) {
			x.Apply(a)
			for _, it := range x.Items {
				if filled[it] && !it.content.filled() {
					t.Fatalf("an item lost its content: %s", describe(it))
				}
				filled[it] = it.content.filled()
			}
		}
	})
}
