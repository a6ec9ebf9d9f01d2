package transcript

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// growing is a running answer of one item that holds size bytes, unfolded.
func growing(kind string, size int) (s *stage, delta func()) {
	s = newStage(100, 40)
	x := s.ask("go")
	more := func(text string) wire.Arrival {
		return s.talk.event(`{"type":"%s","output_index":0,"delta":%s}`, kind, quote(text))
	}
	x.Apply(s.talk.head(200))
	for range size >> 10 {
		x.Apply(more(strings.Repeat("words of some length\n\n", (1<<10)/22)))
	}
	s.View()
	if strings.Contains(kind, "reasoning") {
		s.press("g", "J", "J", "space", "G")
	}
	s.View()
	// Each delta is a line, so that the screen looks the same with each.
	return s, func() { x.Apply(more("words of some length\n\n")); s.View() }
}

func TestADeltaCostsTheSameInALongText(t *testing.T) {
	for _, kind := range []string{"response.output_text.delta", "response.reasoning_text.delta", "response.code_interpreter_call_code.delta", "response.audio.delta"} {
		t.Run(kind, func(t *testing.T) {
			_, short := growing(kind, 300<<10)
			_, long := growing(kind, 3<<20)
			a, b := allocated(short), allocated(long)
			if b*10 > a*12 {
				t.Errorf("a delta allocates %d bytes at 300 KB, %d at 3 MB", a, b)
			}
		})
	}
}

func TestUnfoldedReasoningIsShownPartByPart(t *testing.T) {
	s := newStage(80, 30)
	x := s.ask("why?")
	part := func(n int, text string) wire.Arrival {
		return s.talk.event(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":%d,"delta":%s}`, n, quote(text))
	}
	x.Apply(s.talk.head(200), part(0, "first thought"), part(1, "second"))
	s.View()
	s.press("g", "K", "space")
	x.Apply(part(1, " thought"), part(2, "third thought"))
	got := s.trimmed()
	if !strings.Contains(got, "first thought\n\n     second thought\n\n     third thought") {
		t.Errorf("the parts are drawn as\n%s", got)
	}
	s.press("/")
	s.write("third")
	has(t, s, "1 of 1")
	s.press("esc")
	x.Apply(s.talk.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","content":[{"type":"reasoning_text","text":"only one"}]}}`))
	s.View()
}

func TestCitationsAreReadOnce(t *testing.T) {
	delta := func(citations int) func() {
		s := newStage(100, 40)
		x := s.ask("cite")
		x.Apply(s.talk.head(200), s.talk.delta(0, "words"))
		for i := range citations {
			x.Apply(s.talk.event(`{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":%d,"annotation":{"type":"url_citation","url":"https://e.org/%d"}}`, i, i))
		}
		s.View()
		return func() { x.Apply(s.talk.delta(0, "w")); s.View() }
	}
	if a, b := allocated(delta(20)), allocated(delta(5000)); b > a*2 {
		t.Errorf("a delta allocates %d bytes beside 20 citations, %d beside 5,000", a, b)
	}
}

func TestNewCitationIsAppendedToThoseDrawn(t *testing.T) {
	add := func(citations int) func() {
		s := newStage(100, 40)
		x := s.ask("cite")
		x.Apply(s.talk.head(200), s.talk.delta(0, "words"))
		cite := func() {
			x.Apply(s.talk.event(`{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":%d,"annotation":{"type":"url_citation","url":"https://e.org/%[1]d"}}`, citations))
			citations++
		}
		for n := citations; n > 0; n-- {
			cite()
		}
		s.View()
		return func() { cite(); s.View() }
	}
	if a, b := allocated(add(100)), allocated(add(5000)); b > a*2 {
		t.Errorf("a citation allocates %d bytes after 100 others, %d after 5,000", a, b)
	}
}

func TestReplacedCitationsAreDrawnAnew(t *testing.T) {
	s := newStage(100, 40)
	x := s.ask("cite")
	x.Apply(s.talk.head(200), s.talk.delta(0, "words"))
	for n := range 3 {
		x.Apply(s.talk.event(`{"type":"response.output_text.annotation.added","output_index":0,"content_index":0,"annotation_index":%d,"annotation":{"type":"url_citation","url":"https://e.org/%[1]d"}}`, n))
		has(t, s, fmt.Sprintf("[%d]  https://e.org/%d", n+1, n))
	}
	deliver := func(done string, urls ...string) {
		var all []string
		for _, u := range urls {
			all = append(all, fmt.Sprintf(`{"type":"url_citation","url":"https://e.org/%s"}`, u))
		}
		x.Apply(s.talk.event(`{"type":"response.content_part.%s","output_index":0,"content_index":0,"part":{"type":"output_text","text":"words","annotations":[%s]}}`, done, strings.Join(all, ",")))
	}
	deliver("done", "0", "1", "2", "3") // the same in other memory, and one more
	has(t, s, "[1]  https://e.org/0\n   [2]  https://e.org/1\n   [3]  https://e.org/2\n   [4]  https://e.org/3")
	deliver("done", "0", "other", "2", "3", "4")
	has(t, s, "[1]  https://e.org/0\n   [2]  https://e.org/other\n   [3]  https://e.org/2")
	deliver("done", "last")
	has(t, s, "[1]  https://e.org/last")
	hasNot(t, s, "[2]")
}

func TestFinishedItemsAreNotVisitedAgain(t *testing.T) {
	s := newStage(100, 40)
	x := s.ask("go")
	x.Apply(s.talk.head(200))
	for i := range 50 {
		x.Apply(s.talk.event(`{"type":"response.output_item.done","output_index":%d,"item":{"type":"function_call","name":"f%d","call_id":"c","status":"completed","arguments":"{}"}}`, i, i))
	}
	x.Apply(s.talk.delta(50, "and now words"))
	s.View()
	for i, it := range x.Items[:49] {
		it.Raw = fmt.Appendf(nil, `{"type":"function_call","name":"visited %d","call_id":"c"}`, i) // without a new version: only one who visits it draws this
		if sec := s.turns[1].sections[key{turn: 1, part: partItem, item: i, piece: pieceItem}]; sec != nil {
			sec.version = ^uint64(0)
		}
	}
	x.Apply(s.talk.delta(50, ", more of them"))
	s.View()
	for _, sec := range s.turns[1].sections {
		if strings.Contains(strings.Join(sec.head, ""), "visited") {
			t.Fatal("a finished item was visited for a delta of another")
		}
	}
	has(t, s, "call f49")
}
