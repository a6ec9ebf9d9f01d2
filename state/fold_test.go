package state

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// journey is a stream that exercises most of what a fold records.
func journey() []wire.Arrival {
	all := wiretest.Stream(
		`{"type":"response.created","sequence_number":0,"response":{"model":"m","status":"in_progress"}}`, ":wait",
		wiretest.Added(0, "r", "reasoning"), `{"type":"response.reasoning_text.delta","output_index":0,"item_id":"r","content_index":0,"delta":"hm"}`,
		wiretest.Added(1, "m", "message"), wiretest.Delta(1, "m", "one "), "{torn", wiretest.Delta(1, "m", "two"), `{"type":"response.new","sequence_number":9}`,
		`{"type":"response.completed","sequence_number":12,"response":{"status":"completed","usage":{"output_tokens":3}}}`, "[DONE]")
	return append(all, wiretest.End(wire.EndClean, ""))
}

// TestFoldToAFrameEqualsTheLiveFold compares the exchange folded to any frame, directly
// and by way of another, with the live one right after that frame.
func TestFoldToAFrameEqualsTheLiveFold(t *testing.T) {
	arrivals := journey()
	rapid.Check(t, func(t *rapid.T) {
		frame := rapid.IntRange(0, len(arrivals)).Draw(t, "frame")
		live := NewExchange("x", []byte(wiretest.StreamRequest))
		for _, a := range arrivals {
			if live.Frames > frame {
				break
			}
			live.Apply(a)
		}
		if got := NewExchange("x", []byte(wiretest.StreamRequest)).At(slices.Values(arrivals), frame); !reflect.DeepEqual(got, live) {
			t.Fatalf("behind frame %d: %+v, live %+v", frame, got, live)
		}
		start := rapid.IntRange(0, frame).Draw(t, "start")
		x := NewExchange("x", []byte(wiretest.StreamRequest)).At(slices.Values(arrivals), start)
		if x.End == nil {
			x.FoldTo(slices.Values(arrivals[1+x.Frames:]), frame)
		}
		if x.Version != live.Version || x.Text() != live.Text() || x.Frames != live.Frames || x.Verdict != live.Verdict {
			t.Fatalf("from frame %d on to %d: %q at version %d, want %q at %d", start, frame, x.Text(), x.Version, live.Text(), live.Version)
		}
	})
}

func TestAtReadsNoFurtherThanItsFrame(t *testing.T) {
	arrivals, taken := journey(), 0
	NewExchange("x", []byte(wiretest.StreamRequest)).At(func(yield func(wire.Arrival) bool) {
		for _, a := range arrivals {
			if taken++; !yield(a) {
				return
			}
		}
	}, 2)
	want(t, "arrivals taken", taken, 4) // the head and three frames
}

// TestFrameMarksMatchWarnings: the list counts as many marks as the warning counts
// occurrences.
func TestFrameMarksMatchWarnings(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest)).At(slices.Values(journey()), 99)
	want(t, "frames in the list", x.FrameList.Len(), x.Frames)
	for _, w := range x.Warnings {
		if m := kindOf(w.Code).mark; m != 0 {
			want(t, w.Code, x.FrameList.Count(m), w.Count)
		}
	}
	want(t, "codes", codes(x), "undecodable_event sequence_gap unknown_event")
}

// TestEarlierTextKeepsItsSpelling: whether a text arrived in deltas or as escaped strings, an
// exchange folded to a frame and on from there spells it as received.
func TestEarlierTextKeepsItsSpelling(t *testing.T) {
	long := strings.Repeat("a </b> ", 4<<10)
	done := func(text, plain, spelled string) string {
		return `{"type":"response.output_text.done","output_index":0,"item_id":"m","text":"` + strings.ReplaceAll(text, plain, spelled) + `"}`
	}
	json := func(x *Exchange) string {
		s, _ := x.PartialResponse()
		return string(s.JSON())
	}
	for _, first := range []string{done(long, "<", `\u003c`), done(long, "/", `\/`)} {
		arrivals := wiretest.Stream(wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", long), first, done(long+long, "<", `\u003C`))
		for frame := range arrivals {
			x := NewExchange("x", []byte(wiretest.StreamRequest))
			past := x.At(slices.Values(arrivals), frame).Clone()
			for then := frame; then < len(arrivals); then++ {
				past.FoldTo(slices.Values(arrivals[min(1+past.Frames, len(arrivals)):]), then)
				if got, want := json(past), json(x.At(slices.Values(arrivals), then)); got != want {
					t.Errorf("behind frame %d, on to %d: %.150s, want %.150s", frame, then, got, want)
				}
			}
		}
	}
}

// TestResponseWithVeryManyItemsIsMergedInLinearTime includes items whose type changes;
// merged one by one they took half a minute.
func TestResponseWithVeryManyItemsIsMergedInLinearTime(t *testing.T) {
	const n, most = 20_000, 8 * time.Second
	var events, output []string
	for i := range n {
		item := fmt.Sprintf(`{"type":"advice","id":"m%d","content":"new"}`, i)
		events = append(events, wiretest.Delta(i, "", "x"), wiretest.Event("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, i, item)))
		output = append(output, item)
	}
	x := NewExchange("x", nil)
	x.Apply(wiretest.Stream(events...)...)
	began := time.Now()
	x.Apply(wiretest.Frame(wiretest.Event("response.completed", `"response":{"status":"completed","output":[`+strings.Join(output, ",")+`]}`), 9))
	if took := time.Since(began); took > most {
		t.Errorf("it took %v", took)
	}
	want(t, "items", len(x.Items), n)
}
