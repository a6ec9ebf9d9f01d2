package state

import (
	"bytes"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// FuzzFold reads each line as the data of a frame: no bytes crash the fold, and it ends
// with a verdict.
func FuzzFold(f *testing.F) {
	for _, kind := range wiretest.Types() {
		f.Add([]byte(wiretest.Event(kind, `"output_index":0,"item_id":"a","delta":"x"`) + "\n" + wiretest.Completed(wiretest.Message("a", "x")) + "\n[DONE]"))
	}
	f.Add([]byte(`{"type":"response.output_item.done","item":{"type":"message","content":[[],5,"x",{"type":"refusal"}]}}`))
	f.Add([]byte(`{"type":"response.completed","response":{"output":[5,{},{"type":"function_call"}],"usage":{"output_tokens":1}}}`))
	const half = `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"\ud83d"}` + "\n"
	f.Add([]byte(`{"type":"response.output_text.delta","output_index":0,"delta":"\ud83d","delta":"a"}`))
	f.Add([]byte(half + `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"\ude00","delta":1}`))
	f.Fuzz(func(t *testing.T, stream []byte) {
		x := NewExchange("x", []byte(wiretest.StreamRequest))
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		for i, line := range bytes.Split(stream, []byte("\n")) {
			e, err := read.Event(line)
			x.Apply(wire.Arrival{
				Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil,
				Frame: wire.Frame{Kind: wire.FrameEvent, Data: line, AtUS: int64(i)},
			})
		}
		x.Apply(wiretest.End(wire.EndClean, ""))
		if x.Running() {
			t.Error("no verdict")
		}
	})
}

// FuzzAnswer reads bytes as a whole answer.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"", "{", `{"output":[]}`, `{"error":{}}`, `{"status":"failed","error":"x"}`, "<html>", `[1]`, `{"results":[]}`, "\xff"} {
		f.Add(200, []byte(s))
		f.Add(502, []byte(s))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		x := NewExchange("x", nil)
		x.Apply(wiretest.Head(status, "application/json", false))
		end := wiretest.End(wire.EndClean, "")
		end.Body = body
		x.Apply(end)
		if x.Running() || x.Verdict == Failed && x.Failure == nil && x.Response == nil {
			t.Errorf("%q: verdict %q", body, x.Verdict)
		}
		if !(&wire.Head{Status: status}).Success() && x.Verdict != Failed {
			t.Errorf("status %d is %s", status, x.Verdict)
		}
	})
}
