package state

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// journey is a stream in which much of what a fold keeps happens.
func journey() []wire.Arrival {
	all := stream(
		`{"type":"response.created","sequence_number":0,"response":{"model":"m","status":"in_progress"}}`, ":wait",
		added(0, "r", "reasoning"), `{"type":"response.reasoning_text.delta","output_index":0,"item_id":"r","content_index":0,"delta":"hm"}`,
		added(1, "m", "message"), delta(1, "m", "one "), "{torn", delta(1, "m", "two"), `{"type":"response.new","sequence_number":9}`,
		`{"type":"response.completed","sequence_number":12,"response":{"status":"completed","usage":{"output_tokens":3}}}`, "[DONE]")
	return append(all, endOf(wire.EndClean, ""))
}

// TestAFoldToAFrameIsTheLiveFoldThere steps to and fro and compares with what a
// person saw when the frame had just come.
func TestAFoldToAFrameIsTheLiveFoldThere(t *testing.T) {
	arrivals := journey()
	rapid.Check(t, func(t *rapid.T) {
		frame := rapid.IntRange(0, len(arrivals)).Draw(t, "frame")
		live := NewExchange("x", []byte(streamRequest))
		for _, a := range arrivals {
			if live.Frames > frame {
				break
			}
			live.Apply(a)
		}
		if got := NewExchange("x", []byte(streamRequest)).At(slices.Values(arrivals), frame); !reflect.DeepEqual(got, live) {
			t.Fatalf("behind frame %d: %+v, live %+v", frame, got, live)
		}
		start := rapid.IntRange(0, frame).Draw(t, "start")
		x := NewExchange("x", []byte(streamRequest)).At(slices.Values(arrivals), start)
		if x.End == nil {
			x.FoldTo(slices.Values(arrivals[1+x.Frames:]), frame)
		}
		if x.Version != live.Version || x.Text() != live.Text() || x.Frames != live.Frames || x.Verdict != live.Verdict {
			t.Fatalf("from frame %d on to %d: %q at version %d, want %q at %d", start, frame, x.Text(), x.Version, live.Text(), live.Version)
		}
	})
}

func TestNoMoreIsReadThanIsNeeded(t *testing.T) {
	arrivals, taken := journey(), 0
	NewExchange("x", []byte(streamRequest)).At(func(yield func(wire.Arrival) bool) {
		for _, a := range arrivals {
			if taken++; !yield(a) {
				return
			}
		}
	}, 2)
	want(t, "arrivals taken", taken, 4) // the head and three frames
}

// TestTwoTimesOfAStreamTakeTheMemoryOfOne shares the texts of a past exchange with what
// they have become, and leaves alone those that became something else.
func TestTwoTimesOfAStreamTakeTheMemoryOfOne(t *testing.T) {
	const deltas, words = 200_000, "some forty bytes of a text, all the same"
	script := []string{added(0, "changed", "message"), added(1, "m", "message"), delta(0, "changed", strings.Repeat("as it was. ", leastInCommon))}
	for range deltas {
		script = append(script, delta(1, "m", words))
	}
	arrivals := stream(append(script, `{"type":"response.output_text.done","output_index":0,"item_id":"changed","text":"Another."}`)...)
	x := NewExchange("x", []byte(streamRequest)).At(slices.Values(arrivals), len(arrivals))
	past := x.Anew()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	past.FoldTo(slices.Values(arrivals), deltas)
	past.Share(x.Lasting())
	runtime.GC()
	runtime.ReadMemStats(&after)
	size := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	if text := int64(deltas * len(words)); size > text*3/4 { // a quarter is the list of frames
		t.Errorf("the past of %d bytes of text holds %d", text, size)
	}
	past.FoldTo(slices.Values(arrivals[1+past.Frames:]), deltas+1)
	want(t, "what was changed afterwards", past.Items[0].Parts()[0].Text(), strings.Repeat("as it was. ", leastInCommon))
	want(t, "the text", past.Items[1].Parts()[0].Text() == strings.Repeat(words, deltas-1), true)
}

// TestAPastTextIsSpelledAsItCame, whatever came of it, and however that is spelled; also
// where it goes on.
func TestAPastTextIsSpelledAsItCame(t *testing.T) {
	long := strings.Repeat("a </b> ", leastInCommon)
	done := func(text, plain, spelled string) string {
		return `{"type":"response.output_text.done","output_index":0,"item_id":"m","text":"` + strings.ReplaceAll(text, plain, spelled) + `"}`
	}
	json := func(x *Exchange) string {
		s, _ := x.SoFar()
		return string(s.JSON())
	}
	for _, first := range []string{done(long, "<", `\u003c`), done(long, "/", `\/`)} {
		arrivals := stream(added(0, "m", "message"), delta(0, "m", long), first, done(long+long, "<", `\u003C`))
		for frame := range arrivals {
			for now := range arrivals {
				x := NewExchange("x", []byte(streamRequest)).At(slices.Values(arrivals), now)
				past := x.Anew().At(slices.Values(arrivals), frame)
				past.Share(x.Lasting())
				for then := frame; then < len(arrivals); then++ {
					past.FoldTo(slices.Values(arrivals[min(1+past.Frames, len(arrivals)):]), then)
					if got, want := json(past), json(x.Anew().At(slices.Values(arrivals), then)); got != want {
						t.Errorf("behind frame %d, shared with %d at %d: %.150s, want %.150s", then, now, frame, got, want)
					}
				}
			}
		}
	}
}

// TestTheListTellsWhatTheWarningsTell keeps the marks of the list and the
// warnings beside the verdict one.
func TestTheListTellsWhatTheWarningsTell(t *testing.T) {
	x := NewExchange("x", []byte(streamRequest)).At(slices.Values(journey()), 99)
	want(t, "frames in the list", x.FrameList.Len(), x.Frames)
	for _, w := range x.Warnings {
		if m := mark(w.Code); m != 0 {
			want(t, w.Code, x.FrameList.Count(m), w.Count)
		}
	}
	want(t, "codes", codes(x), "undecodable_event sequence_gap unknown_event")
}

// TestItemsThatAreDoneAreOfAllTimes: very many of them take no room for the past.
func TestItemsThatAreDoneAreOfAllTimes(t *testing.T) {
	events := []string{doneMessage(0, "a", "one"), doneMessage(1, "b", "two"), delta(2, "c", "three"), doneMessage(2, "c", "three")}
	x, past := NewExchange("x", nil), NewExchange("x", nil)
	x.Apply(stream(events...)...)
	past.Apply(stream(events[:3]...)...)
	past.Share(x.Lasting())
	for i, shared := range []bool{true, true, false} {
		want(t, fmt.Sprint("item ", i), past.Items[i] == x.Items[i], shared)
	}
	x.Apply(frameOf(ev("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"a","content":[{"type":"output_text","text":"corrected"}]}]}`), 9))
	want(t, "the present", describeAll(x), "message output_text=corrected | message output_text=two | message output_text=three")
	want(t, "the past", describeAll(past), "message output_text=one | message output_text=two | message output_text=three")
}

// TestAResponseThatComesAfterALookBackIsLaidAtOnce over very many items, also where many
// had another type first: one after the other they took half a minute.
func TestAResponseThatComesAfterALookBackIsLaidAtOnce(t *testing.T) {
	const n, most = 20_000, 8 * time.Second
	var events, output []string
	for i := range n {
		item := fmt.Sprintf(`{"type":"advice","id":"m%d","content":"new"}`, i)
		events = append(events, delta(i, "", "x"), ev("response.output_item.done", fmt.Sprintf(`"output_index":%d,"item":%s`, i, item)))
		output = append(output, item)
	}
	x := NewExchange("x", nil)
	x.Apply(stream(events...)...)
	x.Lasting()
	began := time.Now()
	x.Apply(frameOf(ev("response.completed", `"response":{"status":"completed","output":[`+strings.Join(output, ",")+`]}`), 9))
	if took := time.Since(began); took > most {
		t.Errorf("it took %v", took)
	}
	want(t, "items", len(x.Items), n)
}
