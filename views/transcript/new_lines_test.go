package transcript

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// TestWhatCameWhileThePastWasShownIsCounted plays a stream at random, with and without
// looking at the answer as it was: back in the present as much is new.
func TestWhatCameWhileThePastWasShownIsCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, still := newStage(60, 12), newStage(60, 12)
		x, y := s.ask("go"), still.ask("go")
		all := []wire.Arrival{s.talk.head(200), s.talk.delta(0, long(9)), s.talk.delta(1, "words"), s.talk.delta(2, long(30))}
		x.Apply(all...)
		y.Apply(all...)
		for _, s := range []*stage{s, still} {
			s.View()
			s.Scroll(0, -6)
			s.View()
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			var came []wire.Arrival
			switch rapid.IntRange(0, 4).Draw(t, "what") {
			case 0:
				came = append(came, s.talk.delta(rapid.SampledFrom([]int{0, len(x.Items) - 1}).Draw(t, "at"), long(rapid.IntRange(1, 9).Draw(t, "lines"))))
			case 1:
				came = append(came, s.talk.delta(len(x.Items), "words of another item\n\nand more"))
			case 2:
				came = append(came, s.talk.event(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"message","content":[{"type":"output_text","text":%s}]}}`, len(x.Items)-1, quote(x.Items[len(x.Items)-1].TextBuffers()[0].String()+"its end\n\n")))
			case 3:
				s.SetEarlier(s.conv.Current, x.At(slices.Values(all), rapid.IntRange(0, x.Frames-1).Draw(t, "frame")))
			case 4:
				if s.earlier.of != nil {
					s.Scroll(0, -20)
				}
			}
			x.Apply(came...)
			y.Apply(came...)
			all = append(all, came...)
			s.View()
			still.View()
		}
		s.SetEarlier(nil, nil)
		s.View()
		if got, want := s.newLines+s.growingLines, still.newLines+still.growingLines; got != want {
			t.Fatalf("%d lines are new, want %d:\n%s", got, want, s.trimmed())
		}
	})
}
