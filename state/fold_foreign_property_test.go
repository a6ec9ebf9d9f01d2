package state

import (
	"bytes"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// foreignFrames are frames of other APIs, right and wrong, to draw from.
func foreignFrames() []string {
	return append([]string{
		delta(`"role":"assistant","content":""`), delta(`"content":"a"`), delta(`"reasoning":"r"`), delta(`"refusal":"n"`),
		delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}},{"index":1,"id":"b","function":{"arguments":"}"}}]`),
		delta(`"tool_calls":[{"id":"c","function":{"name":"g","arguments":{"x":1}}}]`), delta(`"tool_calls":[{"custom":{"name":"c","input":"i"}}]`),
		delta(`"content":[{"type":"text","text":"p"},5,null]`), delta(`"annotations":[{"url_citation":{}},{}]`), delta(`"audio":{"transcript":"t"}`),
		chunk(`{"index":3,"delta":{"content":"other"},"finish_reason":"stop"}`), chunk(`5,null,{"delta":7}`), finish("stop"), finish("length"), finish("error"),
		`{"usage":{"total_tokens":1}}`, `{"error":{"message":"m"}}`, `{}`, `{"choices":{}}`, done, ":c", "{", "torn:{}",
		`{"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"{"}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"compaction_delta","content":"c"}}`,
		`{"type":"content_block_delta","delta":5}`, `{"type":"message_delta","usage":5}`, `{"type":"error"}`, `{"type":"odd"}`,
	}, message("end_turn", block(0, `{"type":"text","text":"t"}`, `{"type":"text_delta","text":"x"}`, `{"type":"citations_delta","citation":{}}`),
		block(1, `{"type":"tool_use","id":"t","name":"f","input":{"x":1}}`, `{"type":"input_json_delta","partial_json":"{}"}`),
		block(2, `{"type":"thinking"}`, `{"type":"thinking_delta","thinking":"h"}`), block(1, `{"type":"odd_tool_result"}`), block(0, `5`))...)
}

func drawForeign(t *rapid.T) (Kind, []wire.Arrival) {
	kind := rapid.SampledFrom([]Kind{Chat, Messages}).Draw(t, "kind")
	all := wiretest.Stream(rapid.SliceOfN(rapid.SampledFrom(foreignFrames()), 0, 25).Draw(t, "frames")...)
	if rapid.Bool().Draw(t, "ends") {
		all = append(all, wiretest.End(rapid.SampledFrom([]wire.EndCause{wire.EndClean, wire.EndLost, wire.EndHungUp}).Draw(t, "cause"), ""))
	}
	return kind, all
}

// TestForeignFoldDoesNotDependOnBatches: however the arrivals are batched, also where the exchange
// is copied on the way, or folded again up to a frame, the state is the same.
func TestForeignFoldDoesNotDependOnBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, all := drawForeign(t)
		once, parts := New(kind, "x", []byte(`{"stream":true}`)), New(kind, "x", []byte(`{"stream":true}`))
		once.Apply(all...)
		for rest := all; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "batch")
			parts.Apply(rest[:n]...)
			if other := parts.Clone(); rapid.Bool().Draw(t, "clone") {
				parts.Apply(rest[n:]...) // must not reach the copy
				parts = other
			}
			rest = rest[n:]
		}
		again := once.At(func(yield func(wire.Arrival) bool) {
			for _, a := range all {
				if !yield(a) {
					return
				}
			}
		}, len(all))
		a := snapshot(once)
		if b := snapshot(parts); a != b {
			t.Fatalf("one batch:\n%s\nmany:\n%s", a, b)
		}
		if b := snapshot(again); a != b {
			t.Fatalf("folded:\n%s\nagain:\n%s", a, b)
		}
		document := once.Document()
		if document != nil && !valid(document) {
			t.Fatalf("put together: %s", document)
		}
		for _, other := range []*Exchange{parts, again} {
			if doc := other.Document(); !bytes.Equal(doc, document) {
				t.Fatalf("put together: %s, and %s", document, doc)
			}
		}
		for frame := range once.Frames {
			if w, ok := once.FramePosition(frame); ok && w.Item >= len(once.Items) {
				t.Fatalf("frame %d wrote to %+v", frame, w)
			}
		}
	})
}

func valid(doc []byte) bool {
	_, err := read.Event(doc)
	return err == nil
}

// TestForeignItemsChangeWithTheirVersion: a drawing cached by an item's version is never
// stale.
func TestForeignItemsChangeWithTheirVersion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, all := drawForeign(t)
		x, seen := New(kind, "x", nil), map[string]string{}
		for _, a := range all {
			x.Apply(a)
			for _, it := range x.Items {
				key, now := fmt.Sprintf("%d at %d", it.Serial, it.Version), describe(it)
				if was, ok := seen[key]; ok && was != now {
					t.Fatalf("changed without a version: %s, then %s", was, now)
				}
				seen[key] = now
			}
		}
	})
}

// TestForeignStreamsAtEverySplit: bytes in any pieces fold to the same exchange.
func TestForeignStreamsAtEverySplit(t *testing.T) {
	for kind, data := range map[Kind][]string{
		Chat:     {delta(`"role":"assistant","content":""`), delta(`"reasoning":"hm"`), delta(`"content":"Grüße"`), finish("stop"), done},
		Messages: message("end_turn", block(0, `{"type":"text","text":""}`, `{"type":"text_delta","text":"Grüße"}`)),
	} {
		var body bytes.Buffer
		for _, d := range data {
			fmt.Fprintf(&body, "event: x\r\ndata: %s\r\n\r\n", d)
		}
		fold := func(split int) string {
			c := &wire.Capture{Head: wiretest.Head(200, "text/event-stream", true).Head, Timing: wire.NoTiming(), End: &wire.End{Cause: wire.EndClean}}
			c.Body.Append(body.Bytes()[:split], 7)
			c.Body.Append(body.Bytes()[split:], 7)
			x := New(kind, "x", []byte(`{"stream":true}`))
			for a := range client.Replay(c) {
				x.Apply(a)
			}
			if x.Verdict != Completed || len(x.Warnings) > 0 || x.Text() != "Grüße" {
				t.Fatalf("%s split at %d: %s", kind, split, summary(x))
			}
			return snapshot(x)
		}
		unsplit := fold(0)
		for split := range body.Len() {
			if got := fold(split); got != unsplit {
				t.Fatalf("%s split at %d:\n%s\nwhole:\n%s", kind, split, got, unsplit)
			}
		}
	}
}

// FuzzForeign reads each line as a frame, and all as a document: no bytes crash the fold,
// and it ends with a verdict.
func FuzzForeign(f *testing.F) {
	for _, d := range foreignFrames() {
		f.Add(true, []byte(d+"\n"+finish("stop")+"\n[DONE]"))
		f.Add(false, []byte(d+"\n"+`{"type":"message_stop"}`))
	}
	f.Add(true, []byte(`{"choices":[{"message":{"content":"x","tool_calls":[{}]}}]}`))
	f.Add(false, []byte(`{"content":[{"type":"text","text":"x"},{"type":"tool_use","input":[1]}]}`))
	f.Fuzz(func(t *testing.T, chat bool, bytesRead []byte) {
		kind := Messages
		if chat {
			kind = Chat
		}
		x, document := New(kind, "x", nil), New(kind, "x", nil)
		x.Apply(wiretest.Head(200, "text/event-stream", true))
		for i, line := range bytes.Split(bytesRead, []byte("\n")) {
			x.Apply(wiretest.Frame(string(line), int64(i)))
		}
		x.Apply(wiretest.End(wire.EndClean, ""))
		document.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, string(bytesRead)))
		for _, one := range []*Exchange{x, document} {
			if one.Running() {
				t.Error("no verdict")
			}
			if s, ok := one.PartialResponse(); ok && !valid(s.JSON()) {
				t.Errorf("put together: %s", s.JSON())
			}
		}
	})
}

// BenchmarkForeignDelta is the mean cost of a chunk with four bytes of text in an answer of
// 10 KB and in one of 1 MB.
func BenchmarkForeignDelta(b *testing.B) {
	for kind, a := range map[Kind]wire.Arrival{
		Chat:     wiretest.Frame(delta(`"content":"word"`), 1),
		Messages: wiretest.Frame(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"word"}}`, 1),
	} {
		for _, size := range []int{10 << 10, 1 << 20} {
			b.Run(fmt.Sprintf("%s%dKB", kind, size>>10), func(b *testing.B) {
				for b.Loop() {
					x := New(kind, "x", nil)
					for range size / 4 {
						x.Apply(a)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size/4), "ns/delta")
			})
		}
	}
}
