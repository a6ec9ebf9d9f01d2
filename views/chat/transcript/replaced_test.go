package transcript

import (
	"testing"

	"gatehouse/client/wire"
)

func TestFooterShowsWhatTheEndReplaced(t *testing.T) {
	for end, shown := range map[string]bool{"streamed": false, "brought at the end": true} {
		s := newStage(120, 20)
		x := s.ask("go")
		x.Apply(s.talk.head(200), s.talk.delta(0, "streamed"),
			s.talk.event(`{"type":"response.output_text.done","output_index":0,"content_index":0,"text":%q}`, end),
			s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
		const words = "⚠ the end of the answer replaced text that had been streamed: the final text is shown"
		if shown {
			has(t, s, words)
			has(t, s, end)
		} else {
			hasNot(t, s, "replaced")
		}
	}
}

func TestFooterReportsAnEmptyAnswer(t *testing.T) {
	s := newStage(120, 20)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.event(`{"type":"response.completed","response":{"status":"completed","output":[]}}`), s.talk.done(), s.talk.end(wire.EndClean))
	has(t, s, "✓ completed")
	has(t, s, "⚠ The answer is empty: no text and no call.")
}

// TestTheFooterShowsTheErrorTypeOfACompletedAnswer, and counts that are none.
func TestTheFooterShowsTheErrorTypeOfACompletedAnswer(t *testing.T) {
	s := newStage(120, 20)
	x := s.ask("go")
	x.Apply(s.talk.head(200), s.talk.delta(0, "answer"),
		s.talk.event(`{"type":"response.completed","response":{"status":"completed","error_type":"max_tokens_exceeded","usage":{"output_tokens":"7"}}}`), s.talk.done(), s.talk.end(wire.EndClean))
	has(t, s, "✓ completed")
	has(t, s, "⚠ error_type: max_tokens_exceeded")
	has(t, s, `out ⚠ "7"`)
}
