package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// anyItem is an item of any kind that an answer can hold, complete.
func anyItem(n int) string {
	text := []string{"words of one line", "say \"hello\" and\n\na needle, and\n\nmore", strings.Repeat("words that are wrapped ", 9), "# head\n\n- a\n- b\n", ""}[n/11%5]
	switch n % 11 {
	case 0, 1:
		return fmt.Sprintf(`{"type":"message","id":"m%d","content":[{"type":"output_text","text":%s}]}`, n, quote(fmt.Sprint(n, " ", text)))
	case 2:
		return fmt.Sprintf(`{"type":"message","content":[{"type":"refusal","refusal":%s},{"type":"output_text","text":%s,"annotations":[{"type":"url_citation","url":"https://e.org/%d"}]},{"type":"odd","x":"needle"}]}`, quote(text), quote(text), n)
	case 3:
		return `{"type":"message","content":[]}`
	case 4:
		return fmt.Sprintf(`{"type":"reasoning","id":"r%d","summary":[{"type":"summary_text","text":%s},{"type":"summary_text","text":"and a needle"}]}`, n, quote(text))
	case 5:
		return `{"type":"reasoning","summary":[],"encrypted_content":"needleABC"}`
	case 6, 7:
		arguments := []string{`{"a":"needle","b":[1,{"c":2}]}`, `not json`, ``}[n/11%3]
		return fmt.Sprintf(`{"type":"function_call","call_id":"call_%d","name":"look_%d","status":"completed","arguments":%s}`, n, n%7, quote(arguments))
	case 8:
		return fmt.Sprintf(`{"type":"computer_call","call_id":"computer_%d","status":"completed","action":{"type":"click","x":%d}}`, n, n)
	case 9:
		return fmt.Sprintf(`{"type":"image_generation_call","id":"ig_%d","status":"completed","result":%s}`, n, quote(onePixel))
	}
	return fmt.Sprintf(`{"type":"service:web_search","id":"w%d","status":"completed","query":"rotate needle %d \u001b[31m"}`, n, n)
}

// delivers returns the arrival of complete items, at their places.
func (w *wireTalk) delivers(from, to int, item func(n int) string) (all []wire.Arrival) {
	for n := from; n < to; n++ {
		all = append(all, w.event(`{"type":"response.output_item.done","output_index":%d,"item":%s}`, n, item(n)))
	}
	return all
}

// TestManyItemsCostAWindow: of very many items only those looked at are made, and
// cached for a while.
func TestManyItemsCostAWindow(t *testing.T) {
	s := newStage(80, 24)
	s.cachedUnits = 40
	x := s.ask("go")
	x.Apply(s.talk.head(200))
	x.Apply(s.talk.delivers(0, 3000, anyItem)...)
	large := 0
	for n := range 20 {
		if n%4 == 0 {
			large++
			x.Apply(s.talk.delta(3000+n, strings.Repeat("a line of a long text\n\n", 1000)))
		} else {
			x.Apply(s.talk.delta(3000+n, "a short text"))
		}
	}
	window := func(when string, most int) {
		t.Helper()
		s.View()
		if n := len(s.turns[1].made); n > most {
			t.Errorf("%s %d of 3,020 items are made", when, n)
		}
	}
	window("at the end", 10)
	for _, k := range []string{"g", "J", "pgdown", "space", "G", "K", "K", "pgup", "g"} {
		s.press(k)
		window("behind "+k, 2*s.cachedUnits)
	}
	for range 400 {
		s.press("pgdown")
		window("on the way down", 2*s.cachedUnits+large)
	}
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	s.press("G", "/")
	s.write("needle")
	window("with a search", 2*s.cachedUnits+large)
	if n := s.find.Count(); n < 1500 {
		t.Errorf("%d hits", n)
	}
	made, sections := 0, len(s.turns[1].sections)
	for _, u := range s.turns[1].made {
		made += len(u.sections)
	}
	if sections > made+len(s.turns[1].before.sections)+len(s.turns[1].after.sections) {
		t.Errorf("%d sections are kept for units with %d", sections, made)
	}
	s.press("esc", "G")
	for range 400 {
		s.press("pgup")
		s.View()
	}
	cached := 0
	for _, u := range s.turns[1].made {
		if u.size() >= largeUnit {
			cached++
		}
	}
	if cached == 0 || cached > large {
		t.Errorf("%d units are kept for good, of %d long texts", cached, large)
	}
}

// TestDroppingLosesNothing plays at random on an answer of several hundred items, whose
// units are dropped as soon as possible, and never.
func TestDroppingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(30, 100).Draw(t, "width"), rapid.IntRange(5, 40).Draw(t, "height")
		few, all := newStage(width, height), newStage(width, height)
		few.cachedUnits, all.cachedUnits = 1, 1<<20
		both := func(do func(*stage)) {
			do(few)
			do(all)
			if a, b := few.View(), all.View(); a != b {
				t.Fatalf("with few units kept:\n%s\nwith all:\n%s", ansi.Strip(a), ansi.Strip(b))
			}
		}
		items := rapid.IntRange(200, 300).Draw(t, "items")
		arrived := []wire.Arrival{}
		come := func(of func(w *wireTalk) []wire.Arrival) {
			both(func(s *stage) {
				new := of(&s.talk)
				s.conv.Current.Exchange.Apply(new...)
				if s == few {
					arrived = append(arrived, new...)
				}
			})
		}
		both(func(s *stage) { s.SetFocus(true); s.answered("first", long(10)); s.ask("go") })
		come(func(w *wireTalk) []wire.Arrival {
			return append([]wire.Arrival{w.head(200), w.delta(10_000, "this comes first")}, w.delivers(0, items, anyItem)...)
		})
		ended := false
		for range rapid.IntRange(5, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0, 1:
				key := rapid.SampledFrom([]string{"g", "G", "K", "J", "K", "J", "[", "]", "pgup", "pgdown", "space", "v", "y"}).Draw(t, "key")
				both(func(s *stage) { s.press(key) })
			case 2, 3:
				lines := rapid.IntRange(-300, 300).Draw(t, "lines")
				both(func(s *stage) { s.Scroll(0, lines) })
			case 4:
				y := rapid.IntRange(0, 40).Draw(t, "row")
				both(func(s *stage) { s.Update(click(4, y)) })
			case 5:
				words := rapid.SampledFrom([]string{"needle", "call", "look_3", "e", "waits", "zebra"}).Draw(t, "words")
				keys := rapid.SliceOfN(rapid.SampledFrom([]string{"n", "N"}), 0, 3).Draw(t, "hits")
				both(func(s *stage) { s.press("esc", "/"); s.write(words); s.press("enter"); s.press(keys...) })
			case 6:
				if !ended {
					more, end := rapid.IntRange(0, 30).Draw(t, "more"), rapid.IntRange(0, 9).Draw(t, "end") == 0
					from := items
					come(func(w *wireTalk) []wire.Arrival {
						if ended = end; end {
							return []wire.Arrival{w.completed(), w.done(), w.end(wire.EndClean)}
						}
						return append(w.delivers(from, from+more, anyItem), w.delta(from+more, "and words"))
					})
					items += more + 1
				}
			case 7:
				width, height := rapid.IntRange(30, 100).Draw(t, "width"), rapid.IntRange(5, 40).Draw(t, "height")
				both(func(s *stage) { s.SetSize(width, height) })
			case 8:
				frame := rapid.IntRange(0, len(arrived)+100).Draw(t, "frame")
				both(func(s *stage) {
					x := s.conv.Current.Exchange
					if frame >= x.Frames {
						s.SetEarlier(nil, nil)
						return
					}
					s.SetEarlier(s.conv.Current, x.At(slices.Values(arrived), frame))
				})
			case 9:
				item := rapid.IntRange(0, items-1).Draw(t, "item")
				both(func(s *stage) { s.ShowFrameText(s.conv.Current.ID, 0, state.TextPosition{Item: item, Length: 5}) })
			}
		}
	})
}

// TestVeryManyCallsWait: each is shown as waiting, whether it was made before or not, and
// can be answered.
func TestVeryManyCallsWait(t *testing.T) {
	s := newStage(100, 30)
	s.SetFocus(true)
	x := s.ask("go")
	x.Apply(s.talk.head(200))
	x.Apply(s.talk.delivers(0, 2000, func(n int) string {
		return fmt.Sprintf(`{"type":"function_call","call_id":"call_%d","name":"look","arguments":"{}"}`, n)
	})...)
	hasNot(t, s, "waiting for output")
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	has(t, s, "2,000 calls wait")
	s.press("g")
	has(t, s, "call_0")
	has(t, s, "◌ waiting for output")
	for s.selected.item != 2 {
		s.press("K")
	}
	if got := s.press("a"); got != (views.AnswerCall{ID: "call_2"}) {
		t.Errorf("o asks for %#v", got)
	}
}

// TestEmptyItemsAreSteppedOver: very many that say nothing, at once.
func TestEmptyItemsAreSteppedOver(t *testing.T) {
	grown := func(items int) func() {
		s := newStage(60, 12)
		x := s.ask("go")
		x.Apply(s.talk.head(200))
		x.Apply(s.talk.delivers(0, items, func(int) string { return `{"type":"message","content":[]}` })...)
		x.Apply(s.talk.delta(items, "at last"))
		has(t, s, "service/auto\n   at last")
		s.press("K", "K")
		s.press("J")
		return func() { x.Apply(s.talk.delta(items, ".")); s.View() }
	}
	if a, b := allocated(grown(10)), allocated(grown(5000)); b > a*2 {
		t.Errorf("a delta allocates %d bytes behind 10 empty items, %d behind 5,000", a, b)
	}
}
