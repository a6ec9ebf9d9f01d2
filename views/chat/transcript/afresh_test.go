package transcript

import (
	"maps"
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/themes"
)

// afresh is a pane that shows what another does, and has made nothing before.
func afresh(m *Model) *Model {
	n := New(m.styles, m.keys)
	n.SetConversation(m.conv)
	n.width, n.height, n.focused, n.lexers = m.width, m.height, m.focused, m.lexers
	n.commands, n.ready, n.earlier = m.commands, m.ready, m.earlier
	n.folds, n.raw, n.spelled = maps.Clone(m.folds), maps.Clone(m.raw), maps.Clone(m.spelled)
	n.follow, n.top, n.read, n.selected = m.follow, m.top, m.read, m.selected
	n.left = m.left
	return n
}

// anyEvents are events that may arrive while an answer runs, also of its known items.
func anyEvents(t *rapid.T, w *wireTalk, known int) []wire.Arrival {
	at := rapid.IntRange(0, known).Draw(t, "at")
	switch rapid.IntRange(0, 7).Draw(t, "of") {
	case 0, 1:
		return w.delivers(at, at+1, func(int) string { return anyItem(rapid.IntRange(0, 54).Draw(t, "item")) })
	case 2:
		return w.delivers(known, known+20, anyItem)
	case 3:
		return []wire.Arrival{w.delta(at, "more, "), w.delta(at, "and\n\nmore")}
	case 4:
		return []wire.Arrival{w.event(`{"type":"response.reasoning_text.delta","output_index":%d,"content_index":0,"delta":"a thought"}`, at)}
	case 5:
		return []wire.Arrival{w.event(`{"type":"response.output_item.added","output_index":%d,"item":{"type":"function_call","name":"look","call_id":"c","arguments":""}}`, at)}
	case 6:
		return []wire.Arrival{w.event(`{"type":"response.in_progress","response":{"model":"borealis/m-%d","usage":{"output_tokens":90,"output_tokens_details":{"reasoning_tokens":%d}}}}`, at%3, at)}
	}
	return []wire.Arrival{w.event(`{"type":"response.output_text.annotation.added","output_index":%d,"content_index":0,"annotation":{"type":"url_citation","url":"https://e.org/%d"}}`, at, at)}
}

// TestItIsDrawnAsIfSeenForTheFirstTime plays at random: nothing that was made before may
// show when what it was made from has changed.
func TestItIsDrawnAsIfSeenForTheFirstTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStage(rapid.IntRange(30, 100).Draw(t, "width"), rapid.IntRange(5, 40).Draw(t, "height"))
		s.ask("first").Apply(blocked(s)...)
		x, all := s.ask("go"), []wire.Arrival{s.talk.head(200)}
		x.Apply(all...)
		for range rapid.IntRange(5, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 13).Draw(t, "what") {
			case 0:
				s.press(rapid.SampledFrom([]string{"g", "G", "K", "J", "[", "]", "pgup", "pgdown", "v"}).Draw(t, "key"))
			case 1:
				s.Update(click(4, rapid.IntRange(0, 40).Draw(t, "row")))
			case 2:
				s.SetSize(rapid.IntRange(30, 100).Draw(t, "width"), rapid.IntRange(5, 40).Draw(t, "height"))
			case 3:
				s.SetFocus(rapid.Bool().Draw(t, "focus"))
			case 4:
				s.SetPendingAnswers(map[string]string{"call_6": rapid.SampledFrom([]string{"", "ready"}).Draw(t, "ready")})
				s.SetCommands(map[string]string{"look_6": rapid.SampledFrom([]string{"", "./look"}).Draw(t, "command")})
			case 5:
				theme, _ := themes.ByName(rapid.SampledFrom(themes.Names()).Draw(t, "theme"))
				s.styles.Set(theme)
			case 6:
				s.SetEarlier(nil, nil)
				if frame := rapid.IntRange(0, 2*x.Frames).Draw(t, "frame"); frame < x.Frames {
					s.SetEarlier(s.conv.Current, x.At(slices.Values(all), frame))
				}
			default:
				if !x.Running() {
					continue
				}
				known := anyEvents(t, &s.talk, len(x.Items))
				switch rapid.IntRange(0, 30).Draw(t, "end") {
				case 0:
					known = []wire.Arrival{s.talk.end(wire.EndLost)}
				case 1:
					known = []wire.Arrival{s.talk.event(`{"type":"response.completed","response":{"status":"completed","output":[%s,%s],"usage":%s}}`, anyItem(2), anyItem(13), usageOfAnswer), s.talk.end(wire.EndClean)}
				}
				x.Apply(known...)
				all = append(all, known...)
			}
			if got, want := s.View(), afresh(s.Model).View(); got != want {
				t.Fatalf("drawn is\n%s\nand afresh\n%s", ansi.Strip(got), ansi.Strip(want))
			}
		}
	})
}
