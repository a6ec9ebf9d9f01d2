package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

// long is markdown of n numbered paragraphs, one line each at 60 columns.
func long(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "paragraph number %d\n\n", i)
	}
	return b.String()
}

func has(t *testing.T, s *stage, want string) {
	t.Helper()
	if got := s.trimmed(); !strings.Contains(got, want) {
		t.Errorf("%q is not on the screen:\n%s", want, got)
	}
}

func hasNot(t *testing.T, s *stage, not string) {
	t.Helper()
	if got := s.trimmed(); strings.Contains(got, not) {
		t.Errorf("%q is on the screen:\n%s", not, got)
	}
}

func TestFollowingAndLeaving(t *testing.T) {
	s := newStage(60, 12)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.delta(0, long(50)))
	has(t, s, "paragraph number 49")

	s.Scroll(0, -4)
	if s.Following() {
		t.Fatal("a scroll up did not end following")
	}
	before := s.screen()
	x.Apply(s.talk.delta(0, long(30)))
	after := s.screen()
	for i := range len(before) - 1 { // the last line shows what is new
		if before[i] != after[i] {
			t.Fatalf("line %d moved from %q to %q", i, before[i], after[i])
		}
	}
	has(t, s, "new")
	s.press("end")
	if !s.Following() {
		t.Fatal("end did not follow")
	}
	hasNot(t, s, " new")
	s.Scroll(0, -1)
	s.Scroll(0, 1)
	if !s.Following() {
		t.Fatal("scrolling to the end did not follow")
	}
}

// TestWhatArrivesBelowIsNew, as long as the screen is not at the end, also after a look at
// the answer as it was.
func TestWhatArrivesBelowIsNew(t *testing.T) {
	s := newStage(60, 12)
	x := s.ask("count")
	all := []wire.Arrival{s.talk.head(200), s.talk.delta(0, long(50))}
	x.Apply(all...)
	s.View()
	s.Scroll(0, -4)
	has(t, s, "↓ more")
	s.SetEarlier(s.conv.Current, x.At(slices.Values(all), 0))
	s.View()
	s.SetEarlier(nil, nil)
	has(t, s, "↓ more")
	x.Apply(s.talk.delta(0, "paragraph\n\n"))
	has(t, s, "↓ new")
	s.SetSize(50, 12)
	has(t, s, "↓ new")
	s.press("G")
	hasNot(t, s, "↓")
}

func TestKeysScroll(t *testing.T) {
	s := newStage(60, 12)
	s.answered("first", long(40))
	s.answered("second", long(40))
	s.View()
	s.press("g")
	has(t, s, "first")
	s.press("pgdown")
	has(t, s, "paragraph number 4")
	s.press("]")
	if top := s.screen()[1]; !strings.Contains(s.screen()[0]+top, "You") {
		t.Errorf("] did not go to the second turn:\n%s", s.trimmed())
	}
	has(t, s, "second")
	s.press("[")
	has(t, s, "first")
	s.press("j")
	hasNot(t, s, "You")
	s.press("k")
	has(t, s, "You")
	s.press("G")
	has(t, s, "✓ completed")
}

func TestFoldsAreOpenedByKeyAndClick(t *testing.T) {
	s := newStage(80, 60)
	scene(s)
	s.SetFocus(true)
	hasNot(t, s, "which key comes first")
	y := -1
	for i, line := range s.screen() {
		if strings.Contains(line, "▸ reasoning") {
			y = i
		}
	}
	s.Update(click(4, y))
	has(t, s, "which key comes first")
	s.press("space")
	hasNot(t, s, "which key comes first")
	s.press("J", "enter") // the call is open at first
	hasNot(t, s, `"city"`)
	s.press("J", "enter")
	has(t, s, `"query": "rotate keys"`)
}

func TestWhatKeysAskFor(t *testing.T) {
	s := newStage(80, 60)
	scene(s)
	s.View()
	intents := map[string]views.Intent{}
	for _, k := range []string{"y", "r", "e", "w"} {
		intents[k] = s.press(k)
	}
	if got := intents["r"]; got != (views.Resend{Turn: 1}) {
		t.Errorf("r asks for %#v", got)
	}
	if got := intents["e"]; got != (views.EditResend{Turn: 1}) {
		t.Errorf("e asks for %#v", got)
	}
	if _, ok := intents["w"].(views.Notify); !ok {
		t.Errorf("w on the footer asks for %#v, want a word about why not", intents["w"])
	}
	s.press("K")
	if got := s.press("y"); got != (views.Copy{What: "message", Text: lesson}) {
		t.Errorf("y asks for %#v, want the message's source", got)
	}
	s.press("K", "K")
	got, ok := s.press("w").(views.SaveBinary)
	if !ok || got.Name != "image_generation-ig_1.png" || !strings.HasPrefix(string(got.Data), "\x89PNG") {
		t.Errorf("s asks for %#v, want the picture", got)
	}
}

func TestEscapeEndsASearchBeforeItStops(t *testing.T) {
	s := newStage(60, 12)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.delta(0, "one"))
	s.press("/")
	if got := s.press("esc"); got != nil {
		t.Errorf("esc asks for %#v while a search is open", got)
	}
	if got := s.press("esc"); got != (views.Cancel{}) {
		t.Errorf("esc asks for %#v while a stream runs", got)
	}
	x.Apply(s.talk.end(wire.EndCancelled))
	if got := s.press("esc"); got != (views.Cancel{}) { // one may run in another branch
		t.Errorf("esc asks for %#v when nothing runs here", got)
	}
}

// TestOffersAreTaken with the keys of a list and with a click; letters are the next message,
// and above the first row is the composer.
func TestOffersAreTaken(t *testing.T) {
	s := newStage(60, 12)
	s.SetWelcome(welcomeOf("one", "two", "three"))
	s.SetFocus(true)
	s.View()
	if got := s.press("enter"); got != (views.Send{Text: "one"}) {
		t.Errorf("enter asks at first for %#v", got)
	}
	s.press("down", "down", "down")
	if got := s.press("enter"); got != (views.Send{Text: "three"}) {
		t.Errorf("enter asks at the end for %#v", got)
	}
	for y, line := range s.screen() {
		if strings.Contains(line, "two") {
			if got := s.Update(click(5, y)).Intent; got != (views.Send{Text: "two"}) {
				t.Errorf("a click asks for %#v", got)
			}
		}
	}
	for _, letter := range []string{"j", "?", "e"} {
		if got, ok := s.press(letter).(views.Write); !ok {
			t.Errorf("%s asks for %#v", letter, got)
		}
	}
	if got := s.press("up", "up"); got != (views.RunAction{Action: views.ActChat}) {
		t.Errorf("above the first row is %#v", got)
	}
	s.SetFocus(false)
	if s.Typing() {
		t.Error("letters are owned without the focus")
	}
}

func TestResizeKeepsThePlace(t *testing.T) {
	s := newStage(60, 12)
	x := s.ask("count")
	x.Apply(s.talk.head(200), s.talk.delta(0, long(200)))
	s.View()
	s.Scroll(0, -150)
	top := strings.TrimSpace(s.screen()[0] + s.screen()[1])
	for _, width := range []int{30, 100, 26, 60} {
		s.SetSize(width, 12)
		x.Apply(s.talk.delta(0, "more and more\n\n"))
		if got := strings.TrimSpace(s.screen()[0] + s.screen()[1]); got != top {
			t.Errorf("at %d columns the screen begins with %q, not %q", width, got, top)
		}
	}
}

// TestTheAnchorHolds plays at random and looks whether the
// first line stays the same through everything that is no scroll of ours.
func TestTheAnchorHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newStage(60, 15)
		x := s.ask("count")
		x.Apply(s.talk.head(200), s.talk.delta(0, long(60)))
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			before := s.View()
			first, at := strings.Split(ansi.Strip(before), "\n")[0], s.top
			anchored := !s.Following()
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				x.Apply(s.talk.delta(0, rapid.SampledFrom([]string{"word ", "\n\n", "```go\n", "| a |\n|---|\n", "- item\n", "日本語", strings.Repeat("x", 3000), "\x1b[2J"}).Draw(t, "text")))
			case 2:
				s.Scroll(0, rapid.IntRange(-40, 40).Draw(t, "lines"))
				anchored = false
			case 3:
				s.SetSize(rapid.IntRange(0, 120).Draw(t, "width"), rapid.IntRange(0, 40).Draw(t, "height"))
				anchored = false
			case 4:
				s.press(rapid.SampledFrom([]string{"g", "G", "[", "]", "J", "K", "space", "v", "/", "a", "enter", "n", "N", "esc", "y"}).Draw(t, "key"))
				anchored = false
			case 5:
				s.View()
			}
			after := s.View()
			viewstest.Exact(t, after, s.width, s.height)
			if !anchored {
				continue
			}
			if s.top.key != at.key || s.top.block != at.block || s.top.line != at.line {
				t.Fatalf("the screen began at %+v and begins at %+v", at, s.top)
			}
			// The line that grows may itself be the first one; others may not change.
			now := strings.Split(ansi.Strip(after), "\n")[0]
			if strings.Contains(first, "paragraph number") && s.page() > 1 && now != first {
				t.Fatalf("the first line was %q and is %q", first, now)
			}
		}
	})
}
