package state

import (
	"fmt"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestEveryFrameMapsToItsTextAndBack maps each delta to its position, finds the delta's
// text there, and maps back.
func TestEveryFrameMapsToItsTextAndBack(t *testing.T) {
	var data, words []string
	say := func(kind string, item, content int, text string) {
		data = append(data, fmt.Sprintf(`{"type":"response.%s.delta","output_index":%d,"content_index":%d,"delta":%q}`, kind, item, content, text))
		words = append(words, text)
	}
	other := func(text string) { data, words = append(data, text), append(words, "") }
	other(`{"type":"response.created","response":{}}`)
	other(wiretest.Added(0, "r", "reasoning"))
	for i := range 4 {
		say("reasoning_text", 0, 0, fmt.Sprint("why ", i, " "))
	}
	other(wiretest.Added(1, "m", "message"))
	for part := range 2 {
		for i := range 5 {
			say("output_text", 1, part, fmt.Sprint("word ", part, i, ", "))
			if i%2 == 0 {
				say("function_call_arguments", 2, 0, fmt.Sprint(`{"n":`, part, i, `}`))
			}
		}
	}
	other("[DONE]")
	x := fold(t, data...)
	for frame, text := range words {
		w, ok := x.FramePosition(frame)
		if text == "" {
			if ok && w.Offset != 0 {
				t.Errorf("frame %d, which wrote nothing, leads to %+v", frame, w)
			}
			continue
		}
		if !ok {
			t.Errorf("frame %d leads nowhere", frame)
			continue
		}
		it := x.Items[w.Item]
		received := it.Input()
		if w.Part != wire.None {
			received = it.Parts()[w.Part].Text()
		}
		if w.Offset+len(text) > len(received) || received[w.Offset:w.Offset+len(text)] != text {
			t.Errorf("frame %d leads to %+v of %q, want %q there", frame, w, received, text)
		}
		w.Offset++ // any byte of it
		if back, ok := x.FrameAt(w); !ok || back != frame {
			t.Errorf("%+v leads back to frame %d, want %d", w, back, frame)
		}
	}
}

func TestDeliveredItemMapsToItsFrame(t *testing.T) {
	x := fold(t, `{"type":"response.created","response":{}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"all of it"}]}}`)
	if frame, ok := x.FrameAt(TextPosition{Item: 0, Part: 0, Offset: 4}); !ok || frame != 1 {
		t.Errorf("leads to frame %d, %v", frame, ok)
	}
	x = fold(t, `{"type":"response.output_item.added","output_index":0,"item":{"type":"message","content":[]}}`,
		`{"type":"response.output_text.done","output_index":0,"content_index":0,"text":"all of it"}`)
	if frame, ok := x.FrameAt(TextPosition{Item: 0, Part: 0}); !ok || frame != 1 {
		t.Errorf("the first byte of a text that came at its end alone leads to frame %d, %v", frame, ok)
	}
	if _, ok := x.FrameAt(TextPosition{Item: 3}); ok {
		t.Error("an item that is not there leads to a frame")
	}
	if _, ok := x.FramePosition(99); ok {
		t.Error("a frame that is not there leads to a text")
	}
}

func TestHasDeltaUntilTheTextIsReplaced(t *testing.T) {
	const one, two = "Grüß ", "Gott"
	streamed := []string{wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", one), wiretest.Delta(0, "m", two)}
	arguments := `{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"c","delta":"{}"}`
	tests := []struct {
		name     string
		data     []string
		frame    int
		delta    string
		has      bool
		replaced bool
	}{
		{"as streamed", streamed, 2, two, true, false},
		{"the same at the end", append(streamed, wiretest.DoneMessage(0, "m", one+two)), 2, two, true, false},
		{"a part of it at the end", append(streamed, wiretest.DoneMessage(0, "m", one+"dich")), 1, one, true, true},
		{"another at the end", append(streamed, wiretest.DoneMessage(0, "m", one+"dich")), 2, two, false, true},
		{"a shorter one at the end", append(streamed, wiretest.DoneMessage(0, "m", "G")), 2, two, false, true},
		{"arguments", []string{arguments}, 0, "{}", true, false},
		{"other arguments", []string{arguments, wiretest.Event("response.function_call_arguments.done", `"output_index":0,"item_id":"c","arguments":"[]"`)}, 0, "{}", false, true},
		{"two items at one place that take turns", []string{wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", one), wiretest.Added(0, "n", "message"), wiretest.Delta(0, "n", "Servus"), wiretest.Delta(0, "m", two)}, 3, "Servus", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := fold(t, tt.data...)
			w, ok := x.FramePosition(tt.frame)
			want(t, "it leads to a place", ok, true)
			want(t, "has the delta", x.HasDelta(tt.delta, w), tt.has)
			want(t, "replaced", x.Items[w.Item].Replaced(), tt.replaced)
		})
	}
}

// TestItemsSharingAnOutputIndexAreDistinguished: they were streamed one after the other.
func TestItemsSharingAnOutputIndexAreDistinguished(t *testing.T) {
	call := func(id, arguments string) string {
		return fmt.Sprintf(`{"type":"response.function_call_arguments.delta","output_index":1,"item_id":%q,"delta":%q}`, id, arguments)
	}
	x := fold(t, wiretest.Added(0, "m", "message"), wiretest.Delta(0, "m", "one "), wiretest.DoneMessage(0, "m", "one "), wiretest.Added(0, "n", "message"), wiretest.Delta(0, "n", "two "), wiretest.Delta(0, "n", "three"),
		wiretest.Added(1, "c", "function_call"), call("c", "{}"), wiretest.Added(1, "d", "function_call"), call("d", "[]"))
	for frame, place := range map[int]TextPosition{
		1: {0, 0, 0, 4}, 4: {1, 0, 0, 4}, 5: {1, 0, 4, 5}, 7: {2, wire.None, 0, 2}, 9: {3, wire.None, 0, 2},
	} {
		w, ok := x.FramePosition(frame)
		want(t, fmt.Sprint("frame ", frame, " leads somewhere"), ok, true)
		want(t, fmt.Sprint("what frame ", frame, " wrote"), w, place)
		back, _ := x.FrameAt(place)
		want(t, "and back", back, frame)
	}
}
