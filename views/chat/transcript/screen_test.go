package transcript

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

const lesson = "Rotate in **this order**:\n\n1. keys that are in a repository\n2. keys without an expiry\n3. the rest, oldest first\n\n" +
	"```sh\ngateway keys rotate --older-than 90d\n```\n\n| key | age |\n|--|--:|\n| `a` | 12 d |\n| `b` | 190 d |\n\nSee [the manual](https://e.org/m).\n"

// scene is a conversation in which everything happens that an answer can hold.
func scene(s *stage) {
	x := s.ask("Which of my keys should I rotate first, and how?")
	t := &s.talk
	x.Apply(t.head(200),
		t.event(`{"type":"response.created","response":{"model":"borealis/coder-m"}}`),
		t.event(`{"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"which key comes first, and why"}`),
		t.event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs","summary":[],"content":[{"type":"reasoning_text","text":"which key comes first, and why"}]}}`),
		t.event(`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","name":"get_weather","call_id":"call_1","status":"completed","arguments":"{\"city\":\"Oslo\",\"days\":[1,2]}"}}`),
		t.event(`{"type":"response.output_item.done","output_index":2,"item":{"type":"service:web_search","status":"completed","query":"rotate keys"}}`),
		t.event(`{"type":"response.output_item.done","output_index":3,"item":{"type":"image_generation_call","id":"ig_1","status":"completed","result":%s}}`, quote(onePixel)),
		t.event(`{"type":"response.output_item.done","output_index":4,"item":{"type":"acme:probe","mood":"\u001b[31mred"}}`),
		t.delta(5, lesson), t.completed(), t.done(), t.end(wire.EndClean))
}

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {106, 45}, {40, 30}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := newStage(size[0], size[1])
			scene(s)
			viewstest.Exact(t, s.View(), size[0], size[1])
			viewstest.Golden(t, fmt.Sprintf("scene-%dx%d", size[0], size[1]), s.trimmed())
			s.press("g")
			viewstest.Golden(t, fmt.Sprintf("scene-top-%dx%d", size[0], size[1]), s.trimmed())
		})
	}
}

func TestColours(t *testing.T) {
	for _, name := range themes.Names() {
		s := newStage(60, 40)
		scene(s)
		theme, _ := themes.ByName(name)
		s.styles.Set(theme)
		viewstest.Golden(t, "colours-"+name, strings.ReplaceAll(s.View(), "\x1b", "␛")+"\n")
	}
}

func TestEverySizeIsExact(t *testing.T) {
	for _, build := range []func(*stage){func(*stage) {}, func(s *stage) { s.SetWelcome(welcomeOf("one", "two", "three")) }, scene} {
		s := newStage(0, 0)
		build(s)
		for _, size := range [][2]int{{0, 0}, {1, 1}, {0, 5}, {5, 0}, {2, 3}, {3, 9}, {4, 2}, {7, 40}, {500, 200}} {
			s.SetSize(size[0], size[1])
			viewstest.Exact(t, s.View(), size[0], size[1])
			s.press("g", "J", "/")
			viewstest.Exact(t, s.View(), size[0], size[1])
			s.press("esc", "G")
		}
	}
}

// welcomeOf is what an empty conversation shows that offers something to try.
func welcomeOf(offers ...string) Welcome {
	w := Welcome{Title: "What this is", About: []string{"What one should know of it."}}
	for _, o := range offers {
		w.Offers = append(w.Offers, Offer{Group: "Try", Words: o, Take: views.Send{Text: o}})
	}
	return w
}

func TestEmptyConversationOffersWhatCanBeTried(t *testing.T) {
	s := newStage(60, 16)
	w := welcomeOf("a streamed answer", "a function call")
	w.Offers = append([]Offer{{Group: "Continue", Words: "“What was asked”", Details: "3 turns, a day ago", Take: views.RunAction{Action: views.ActContinue}}}, w.Offers...)
	s.SetWelcome(w)
	viewstest.Golden(t, "empty-60x16", s.trimmed())
}

func TestFooterShowsTheState(t *testing.T) {
	s := newStage(106, 30)
	x := s.ask("hello")
	steps := []struct {
		come []wire.Arrival
		want string
	}{
		{nil, "● waiting for the first byte"},
		{[]wire.Arrival{s.talk.head(200)}, "● connected, waiting for the first token   TTFB 1 ms"},
		{[]wire.Arrival{s.talk.delta(0, "twelve bytes"), s.talk.delta(0, ", and these")}, "● streaming   out ~6"},
		{[]wire.Arrival{s.talk.completed(), s.talk.done(), s.talk.end(wire.EndClean)},
			"✓ completed   in 34   cached 0   out 212   reasoning 0   TTFT 2 ms   6 ms   $0.0003"},
	}
	for _, step := range steps {
		x.Apply(step.come...)
		if got := s.trimmed(); !strings.Contains(got, step.want) {
			t.Errorf("%q is missing in\n%s", step.want, got)
		}
	}
}

// TestTheFiguresAreOneLine at any width: what is 0 goes first, the total and the cost last.
func TestTheFiguresAreOneLine(t *testing.T) {
	left := map[int]string{
		90: "✓ completed   in 34   cached 0   out 212   reasoning 0   TTFT 3 ms   6 ms   $0.0003",
		80: "✓ completed  in 34  cached 0  out 212  reasoning 0  TTFT 3 ms  6 ms  $0.0003",
		66: "✓ completed   in 34   out 212   TTFT 3 ms   6 ms   $0.0003",
		52: "✓ completed   in 34   out 212   6 ms   $0.0003",
		36: "✓ completed   6 ms   $0.0003",
	}
	for width := 20; width <= 110; width++ {
		s := newStage(width, 30)
		s.answered("hello", "an answer")
		lines := strings.Split(strings.TrimRight(s.trimmed(), "\n"), "\n")
		last := strings.TrimSpace(lines[len(lines)-1])
		if !strings.HasPrefix(last, "✓ completed") || width >= 36 && !strings.HasSuffix(last, "$0.0003") {
			t.Errorf("%d cells: %q", width, last)
		}
		if want, ok := left[width]; ok && last != want {
			t.Errorf("%d cells: %q, not %q", width, last, want)
		}
	}
}

func TestVerdictsCarryASignAndAWord(t *testing.T) {
	cases := []struct {
		want string
		play func(*wireTalk) []wire.Arrival
	}{
		{"◐ cut off at the token limit (max_output_tokens)", func(t *wireTalk) []wire.Arrival {
			return []wire.Arrival{t.event(`{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`), t.done(), t.end(wire.EndClean)}
		}},
		{"✂ truncated", func(t *wireTalk) []wire.Arrival { return []wire.Arrival{t.end(wire.EndClean)} }},
		{"■ cancelled", func(t *wireTalk) []wire.Arrival { return []wire.Arrival{t.end(wire.EndCancelled)} }},
		{"✗ failed", func(t *wireTalk) []wire.Arrival {
			return []wire.Arrival{t.event(`{"type":"error","code":"server_error","message":"it broke","param":null}`), t.end(wire.EndClean)}
		}},
	}
	for _, c := range cases {
		s := newStage(100, 40)
		x := s.ask("hello")
		x.Apply(s.talk.head(200), s.talk.delta(0, "what arrived"))
		x.Apply(c.play(&s.talk)...)
		got := s.trimmed()
		if !strings.Contains(got, c.want) || !strings.Contains(got, "what arrived") {
			t.Errorf("%q or what arrived is missing in\n%s", c.want, got)
		}
	}
}

func TestAFailureIsAScreen(t *testing.T) {
	s := newStage(90, 24)
	x := s.ask("please charge 4111 1111 1111 1111")
	x.Apply(s.talk.head(403), wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean, AtUS: 12000}, Timing: new(wire.NoTiming()),
		Body: []byte(`{"error":{"code":403,"message":"Request blocked: payment card number","metadata":{"patterns":["[0-9]{16}"],"scope":"api-key"}}}`)})
	viewstest.Golden(t, "failure-90x24", s.trimmed())
}

func TestWarningsAreShownWithTheVerdict(t *testing.T) {
	s := newStage(90, 24)
	x := s.ask("hello")
	x.Apply(s.talk.head(200), s.talk.delta(0, "hi"), s.talk.completed(), s.talk.end(wire.EndClean))
	if got := s.trimmed(); !strings.Contains(got, "✓ completed") || !strings.Contains(got, "("+state.WarnNoDone+")") {
		t.Errorf("verdict or warning is missing in\n%s", got)
	}
}
