package transcript

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestThePastIsDrawnAsIfItHadNotGoneOn goes to and fro in an answer with items of many
// kinds: what is cached for one time must not show at another.
func TestThePastIsDrawnAsIfItHadNotGoneOn(t *testing.T) {
	var talk wireTalk
	all := []wire.Arrival{talk.head(200), talk.event(`{"type":"response.created","response":{"model":"borealis/coder-m"}}`)}
	add := func(events ...string) {
		for _, e := range events {
			all = append(all, talk.event("%s", e))
		}
	}
	add(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"first a thought\n"}`,
		`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"and another"}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","content":[{"type":"reasoning_text","text":"all that was thought"}]}}`)
	for range 40 {
		all = append(all, talk.delta(1, "# a head\n\nwords of "), talk.delta(1, "a text\n\n- item\n"), talk.delta(1, "```go\nx := 1\n```\n\n| a | b |\n| - | - |\n"), talk.delta(1, strings.Repeat("| c | d |\n", 200)))
	}
	add(`{"type":"response.output_text.annotation.added","output_index":1,"content_index":0,"annotation_index":0,"annotation":{"type":"url_citation","url":"https://e.org/1"}}`,
		`{"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","name":"look","call_id":"c","status":"in_progress","arguments":""}}`,
		`{"type":"response.function_call_arguments.delta","output_index":2,"delta":"{\"a\":"}`,
		`{"type":"response.function_call_arguments.done","output_index":2,"arguments":"{\"a\":1}"}`,
		`{"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","name":"look","call_id":"c","status":"completed","arguments":"{\"a\":1}"}}`,
		`{"type":"response.web_search_call.searching","output_index":3,"item_id":"w"}`,
		`{"type":"response.hologram.delta","output_index":4,"delta":"?"}`,
		`{"type":"response.refusal.delta","output_index":5,"content_index":0,"delta":"I would rather not"}`,
		`{"type":"response.failed","response":{"model":"aurora/s","status":"failed","error":{"code":"server_error","message":"it broke"}}}`)
	all = append(all, talk.done(), talk.end(wire.EndClean))
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(50, 110).Draw(t, "width"), rapid.SampledFrom([]int{20, 200}).Draw(t, "height")
		s := newStage(width, height)
		x := s.ask("go")
		x.Apply(all...)
		s.View()
		for range rapid.IntRange(1, 6).Draw(t, "moves") {
			frame := rapid.OneOf(rapid.IntRange(-1, x.Frames), rapid.IntRange(x.Frames-12, x.Frames)).Draw(t, "frame")
			var then *state.Exchange
			if frame >= 0 {
				then = x.At(slices.Values(all), frame)
			}
			s.SetEarlier(s.conv.Current, then)
			afresh := newStage(width, height)
			afresh.ask("go").Apply(all...)
			afresh.SetEarlier(afresh.conv.Current, then)
			if got, want := s.View(), afresh.View(); got != want {
				t.Fatalf("behind frame %d of %d:\n%s\nwant\n%s", frame, x.Frames, got, want)
			}
		}
	})
}
