package transcript

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
)

// shownHit is a hit by the section that it is in: a line of the head, or an offset.
type shownHit struct {
	key    key
	offset int
	head   bool
}

// hits are the hits of the search.
func (s *stage) hits() (hits []shownHit) {
	for _, h := range s.find.Hits() {
		found := shownHit{key: s.find.sections[h.section], offset: int(h.at)}
		if line, ok := h.head(); ok {
			found.offset, found.head = line, true
		}
		hits = append(hits, found)
	}
	return hits
}

// plainly is what matches have to find, found by the simplest means.
func plainly(text, words string) (offsets []int) {
	text, words = strings.ToLower(text), strings.ToLower(words)
	for at := 0; ; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return offsets
		}
		offsets = append(offsets, at+i)
		at += i + len(words)
	}
}

func TestMatchesAreFoundAcrossThePiecesOfABody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text wire.Body
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 9000), 1, 6).Draw(t, "chunks") {
			letters := rapid.SliceOfN(rapid.SampledFrom([]byte("abAB\n ")), 1, 12).Draw(t, "letters")
			text.Append([]byte(strings.Repeat(string(letters), n/len(letters))), 1)
		}
		words := rapid.StringMatching("[abAB]{1,5}").Draw(t, "words")
		var got []int
		matchesOnWire(&text, 0, int(text.Len()), words, func(offset int) { got = append(got, offset) })
		if want := plainly(string(text.All()), words); !slices.Equal(got, want) {
			t.Fatalf("%d matches of %q, want %d", len(got), words, len(want))
		}
	})
}

func TestWordsThatGrowAreFoundAsIfTypedAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[ab\n]{0,60}").Draw(t, "text")
		words := rapid.StringMatching("[ab]{1,5}").Draw(t, "words")
		s := newStage(40, 12)
		s.answered("?", text)
		s.View()
		s.press("/")
		s.write(words)
		var got []int
		for _, h := range s.hits() {
			if h.key.part == partItem && !h.head {
				got = append(got, h.offset)
			}
		}
		if want := plainly(text, words); !slices.Equal(got, want) {
			t.Fatalf("%q in %q is found at %v, want %v", words, text, got, want)
		}
	})
}

// rawBody shows a plain body of that many lines as it was on the wire.
func rawBody(lines int) *stage {
	s := newStage(100, 30)
	x := s.ask("go")
	c := s.conv.Current.Capture
	for i := range lines {
		c.Body.Append(fmt.Appendf(nil, "{\"line\": %d, \"words\": \"some words, 日本\"}\n", i), int64(i))
	}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, AtUS: 5, Header: map[string][]string{"Content-Type": {"application/json"}}}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 9}, Timing: new(wire.NoTiming()), Body: []byte(`{}`)})
	s.View()
	return s
}

// allocated is the least that do allocates in several runs, in bytes: buffers
// that double now and then do not count.
func allocated(do func()) uint64 {
	least := ^uint64(0)
	var before, after runtime.MemStats
	for range 8 {
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

func TestAPlainBodyIsDrawnByWindow(t *testing.T) {
	small, large := rawBody(100), rawBody(40_000)
	has(t, small, "✗")
	toggle := func(s *stage) func() { return func() { s.press("v"); s.View(); s.press("v"); s.View() } }
	if a, b := allocated(toggle(small)), allocated(toggle(large)); b > 3*a+1<<20 { // a segment may have to be unpacked
		t.Errorf("raw and back allocates %d bytes for 5 KB, %d for 2 MB", a, b)
	}
	large.press("v", "/")
	large.write(`"line": 20001,`)
	has(t, large, `{"line": 20001, "words": "some words, 日本"}`)
	has(t, large, "1 of 1")
}

func TestAFrameWithoutNewsIsNotSearched(t *testing.T) {
	frame := func(lines int) func() {
		s := rawBody(lines)
		s.press("v", "/")
		s.write("zebra")
		s.View()
		return func() { s.SetFocus(false); s.View() }
	}
	if a, b := allocated(frame(1000)), allocated(frame(40_000)); b > a*2 {
		t.Errorf("a frame allocates %d bytes over 50 KB that were searched, %d over 2 MB", a, b)
	}
}

func TestFindLooksThroughWhatHasNoBody(t *testing.T) {
	s := newStage(80, 60)
	scene(s)
	s.View()
	for words, want := range map[string]string{"get_weather": "1 of 1", "borealis/coder": "1 of 1", "call_1": "1 of 1", "no stream ended": "no hit"} {
		s.press("/", "ctrl+u")
		s.find.Words = ""
		s.write(words)
		has(t, s, want)
		s.press("esc")
	}
	f := newStage(90, 24)
	x := f.ask("please")
	x.Apply(f.talk.head(403), wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 12000}, Timing: new(wire.NoTiming()),
		Body: []byte(`{"error":{"code":403,"message":"Request blocked: payment card number","metadata":{"patterns":["[0-9]{16}"]}}}`)})
	f.View()
	f.press("/")
	f.write("payment card")
	has(t, f, "1 of 1")
}

func TestAHitAfterRawViewIsOneOfTheRawView(t *testing.T) {
	s := newStage(80, 30)
	s.answered("first", "a needle")
	s.press("/")
	s.write("needle")
	has(t, s, "1 of 1")
	s.press("enter", "v")
	hasNot(t, s, "1 of 1")
	s.press("v", "n")
	has(t, s, "1 of 1")
}

// TestASearchFindsWhatIsShown: in items that are not made what their sections would show,
// in its order, whatever is folded.
func TestASearchFindsWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStage(rapid.IntRange(20, 100).Draw(t, "width"), 20)
		x := s.ask("go")
		x.Apply(s.talk.head(200))
		x.Apply(s.talk.delivers(0, rapid.IntRange(20, 60).Draw(t, "items"), anyItem)...)
		if rapid.Bool().Draw(t, "ended") {
			x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
		}
		s.View()
		for range rapid.IntRange(0, 3).Draw(t, "folds") {
			s.press("K", "space")
		}
		words := rapid.OneOf(rapid.StringMatching("[a-z1-9_.]{1,3}"), rapid.SampledFrom([]string{"needle", "look_3", "call look", "rotate needle 2", "waits for", "…", "no arguments", "t type the output", "▸ reasoning", "image/png  6"})).Draw(t, "words")
		s.press("/")
		s.write(words)
		found := s.hits()
		var shown []shownHit
		for at, ok := s.first(), true; ok; at, ok = s.adjacentSection(at, 1) {
			sec := s.sectionAt(at)
			for n, line := range sec.head {
				if !x.Running() && len(plainly(ansi.Strip(line), words)) > 0 {
					shown = append(shown, shownHit{key: sec.key, offset: n, head: true})
				}
			}
			s.setFold(sec, false) // what is folded is made now
			if sec = s.sectionAt(at); sec.body == nil {
				continue
			}
			for _, offset := range plainly(sec.body.Source(), words) {
				shown = append(shown, shownHit{key: sec.key, offset: offset})
			}
		}
		if !slices.Equal(found, shown) {
			t.Fatalf("%q is found at\n%v, it is shown at\n%v", words, found, shown)
		}
	})
}

// TestATextIsFoundOnceWhateverTimesWereLookedAt: of a turn that grows, and of one below a
// turn that is shown as it was.
func TestATextIsFoundOnceWhateverTimesWereLookedAt(t *testing.T) {
	s := newStage(80, 24)
	x := s.ask("go")
	all := []wire.Arrival{s.talk.head(200), s.talk.delta(0, "a needle\n\n"), s.talk.delta(0, "a needle\n\n"), s.talk.delta(0, "a needle\n\n")}
	x.Apply(all...)
	s.View()
	s.press("/")
	s.write("needle")
	has(t, s, "1 of 3")
	turn := s.conv.Current
	s.SetEarlier(turn, x.At(slices.Values(all), 0))
	s.View()
	s.SetEarlier(nil, nil)
	has(t, s, "1 of 3")
	x.Apply(s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean))
	s.SetEarlier(turn, x.At(slices.Values(all), 2)) // it holds all, and may grow
	s.ask("again").Apply(s.talk.head(200), s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"a needle"}]}}`), s.talk.end(wire.EndLost))
	has(t, s, "1 of 4")
	s.SetEarlier(nil, nil)
	has(t, s, "1 of 4")
}
