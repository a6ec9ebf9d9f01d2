package transcript

import (
	"testing"

	"gatehouse/client/wire"
)

func TestTheFooterTellsWhatTheEndReplaced(t *testing.T) {
	for end, told := range map[string]bool{"streamed": false, "brought at the end": true} {
		s := newStage(120, 20)
		x := s.ask("go")
		x.Apply(s.talk.head(200), s.talk.delta(0, "streamed"),
			s.talk.event(`{"type":"response.output_text.done","output_index":0,"content_index":0,"text":%q}`, end),
			s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
		const words = "⚠ 1 item came otherwise at the end than in the stream: what came at the end is shown"
		if told {
			has(t, s, words)
			has(t, s, end)
		} else {
			hasNot(t, s, "otherwise")
		}
	}
}
