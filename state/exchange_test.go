package state

import (
	"testing"

	"gatehouse/client/scan"
)

func TestStreamedAnswer(t *testing.T) {
	x := fold(t,
		`{"type":"response.created","sequence_number":0,"response":{"id":"r","status":"in_progress","model":"sim/writer","usage":null}}`,
		`{"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m1","status":"in_progress","content":[]}}`,
		`{"type":"response.content_part.added","sequence_number":2,"output_index":0,"item_id":"m1","content_index":0,"part":{"type":"output_text","text":""}}`,
		`{"type":"response.output_text.delta","sequence_number":3,"output_index":0,"item_id":"m1","content_index":0,"delta":"Hello, "}`,
		`: GATEWAY PROCESSING`,
		`{"type":"response.output_text.delta","sequence_number":4,"output_index":0,"item_id":"m1","content_index":0,"delta":"world"}`,
		`{"type":"response.output_text.done","sequence_number":5,"output_index":0,"item_id":"m1","content_index":0,"text":"Hello, world"}`,
		`{"type":"response.output_item.done","sequence_number":6,"output_index":0,"item":{"type":"message","id":"m1","status":"completed","content":[{"type":"output_text","text":"Hello, world"}]}}`,
		`{"type":"response.completed","sequence_number":7,"response":{"id":"r","status":"completed","model":"sim/writer-1","usage":{"input_tokens":3,"input_tokens_details":{"cached_tokens":1},"output_tokens":20,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":23,"cost":0.00030},"output":[{"type":"message","id":"m1","status":"completed","content":[{"type":"output_text","text":"Hello, world"}]}]}}`,
		`[DONE]`,
	)
	want(t, "verdict", x.Verdict, Completed)
	want(t, "warnings", codes(x), "")
	want(t, "text", x.Text(), "Hello, world")
	want(t, "items", len(x.Items), 1)
	want(t, "done", x.Items[0].Done, true)
	want(t, "model", x.Model, "sim/writer-1")
	want(t, "asked", x.RequestModel, "sim/writer")
	want(t, "usage", string(scan.Get(x.Usage, "cost")), "0.00030")
	want(t, "frames", x.Frames, 10)
	want(t, "first delta", x.FirstDeltaUS, int64(103_000))
	want(t, "first byte", x.Timing.FirstByte, int64(90_000))
	want(t, "end", x.Timing.End, int64(500_000))
}
