package state

import (
	"bytes"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// FuzzFold reads each line as the data of a frame: no bytes bring the fold
// down, and it ends with a verdict.
func FuzzFold(f *testing.F) {
	for _, kind := range kinds() {
		f.Add([]byte(ev(kind, `"output_index":0,"item_id":"a","delta":"x"`) + "\n" + completed(message("a", "x")) + "\n[DONE]"))
	}
	f.Add([]byte(`{"type":"response.output_item.done","item":{"type":"message","content":[[],5,"x",{"type":"refusal"}]}}`))
	f.Add([]byte(`{"type":"response.completed","response":{"output":[5,{},{"type":"function_call"}],"usage":{"output_tokens":1}}}`))
	f.Fuzz(func(t *testing.T, stream []byte) {
		x := NewExchange("x", []byte(streamRequest))
		x.Apply(headOf(200, "text/event-stream", true))
		for i, line := range bytes.Split(stream, []byte("\n")) {
			e, err := read.Event(line)
			x.Apply(wire.Arrival{
				Kind: wire.ArrivedFrame, Event: e, Decoded: err == nil,
				Frame: wire.Frame{Kind: wire.FrameEvent, Data: line, AtUS: int64(i)},
			})
		}
		x.Apply(endOf(wire.EndClean, ""))
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
		x.Apply(headOf(status, "application/json", false))
		end := endOf(wire.EndClean, "")
		end.Body = body
		x.Apply(end)
		if x.Running() || x.Verdict == Failed && x.Failure == nil && x.Response == nil {
			t.Errorf("%q: verdict %q", body, x.Verdict)
		}
		if !success(status) && x.Verdict != Failed {
			t.Errorf("status %d is %s", status, x.Verdict)
		}
	})
}
