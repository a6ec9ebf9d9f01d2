package events

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// TestTheDataIsScrolledToAHit: a frame may be longer than the screen, and the hit may be
// outside the data or cut by the end of a line.
func TestTheDataIsScrolledToAHit(t *testing.T) {
	members := make([]string, 200)
	for i := range members {
		members[i] = fmt.Sprintf(`"m%d":"value %d"`, i, i)
	}
	members[120] = `"m120":"` + strings.Repeat("x", 63) + `needle"`
	body := "event: odd.name\ndata: {\"type\":\"big\"," + strings.Join(members, ",") + "}\n\n"
	for _, c := range []struct{ words, see string }{
		{"value 150", `"m150"`}, {"xneedle", `"m120"`}, {"odd.name", "event: odd.name"},
	} {
		s := newStage(80, 24)
		s.play([]byte(body), steady, wire.EndClean)
		s.press(append([]string{"/"}, strings.Split(c.words, "")...)...)
		if got := s.trimmed(); !strings.Contains(got, c.see) {
			t.Errorf("%s is out of sight:\n%s", c.words, got)
		}
		s.find.Typing = false
		marked := s.View()
		s.find.Words = ""
		s.view.Forget()
		if marked == s.View() || !s.hasMatch(marked) {
			t.Errorf("%s is not marked", c.words)
		}
	}
}

// TestAHitOnlyInTheRawBytesShowsThem: the data is shown as the user chose again when the
// search continues to another frame, and when it ends.
func TestAHitOnlyInTheRawBytesShowsThem(t *testing.T) {
	body := "event: odd.name\ndata: {\"type\":\"a\"}\n\n" + "data: {\"type\":\"b\",\"is\":\"odd.name\"}\n\n"
	s := newStage(80, 24)
	s.play([]byte(body), steady, wire.EndClean)
	raw := func() bool { return strings.Contains(s.trimmed(), ", bytes") }
	s.press(append([]string{"g", "/"}, strings.Split("odd.name", "")...)...)
	s.press("enter")
	if !raw() {
		t.Fatalf("the hit is not shown:\n%s", s.trimmed())
	}
	if s.press("n"); raw() {
		t.Errorf("the next hit stands in the data:\n%s", s.trimmed())
	}
	if s.press("N"); !raw() {
		t.Errorf("back at the first:\n%s", s.trimmed())
	}
	if s.press("esc"); raw() {
		t.Errorf("the search is over:\n%s", s.trimmed())
	}
	s.press(append([]string{"v", "/"}, strings.Split("odd.name", "")...)...)
	if s.press("esc"); !raw() {
		t.Errorf("it was raw before the search:\n%s", s.trimmed())
	}
}

// TestOnlyWhatARunHolds: of the deltas of a panel, all types that are in it.
func TestOnlyWhatARunHolds(t *testing.T) {
	var b strings.Builder
	b.WriteString("data: {\"type\":\"response.created\"}\n\n")
	for range 10 {
		for _, kind := range []string{"delta", "reasoning.delta"} {
			fmt.Fprintf(&b, "data: {\"type\":\"response.fusion_call.panel.%s\",\"output_index\":0,\"model\":\"a\",\"delta\":\"x\"}\n\n", kind)
		}
	}
	s := newStage(80, 24)
	s.play([]byte(b.String()), steady, wire.EndClean)
	s.press("G", "=")
	if got := s.trimmed(); !strings.Contains(got, "filter: 2 of 3 types") {
		t.Errorf("only the run:\n%s", got)
	}
	if s.press("="); strings.Contains(s.trimmed(), "types") {
		t.Errorf("all again:\n%s", s.trimmed())
	}
}

// TestWhatComesLaterJoinsNoTypeThatIsListedAlone: until all are listed again.
func TestWhatComesLaterJoinsNoTypeThatIsListedAlone(t *testing.T) {
	s := newStage(100, 20)
	s.begin()
	body := answered(t, "sim/writer")
	cut := bytes.LastIndex(body, []byte("event: response.output_text.delta"))
	s.feed(body[:cut], steady)
	s.press("G", "=")
	s.feed(body[cut:], steady)
	s.end(wire.EndClean)
	if got := s.trimmed(); !strings.Contains(got, "filter: 1 of 10 types") || strings.Contains(got, "response.completed") {
		t.Errorf("other types came in:\n%s", got)
	}
	s.press("f", "G", "enter", "f")
	if got := s.trimmed(); !strings.Contains(got, "filter: 2 of 10 types") {
		t.Errorf("another beside it:\n%s", got)
	}
	if s.press("0"); !strings.Contains(s.trimmed(), "filter: all") {
		t.Errorf("all again:\n%s", s.trimmed())
	}
}

// hasMatch reports whether something is drawn as what was searched for, below
// the list.
func (s *stage) hasMatch(view string) bool {
	style, _, _ := strings.Cut(s.styles.MatchHere.Render("·"), "·")
	return strings.Contains(view, style)
}

// TestFailedPanelModelsAreNamed, in addition to what their frames did, at any width; nor is
// a warning truncated.
func TestFailedPanelModelsAreNamed(t *testing.T) {
	const item = `"output_index":1,"item_id":"f"`
	body := `data: {"type":"response.output_item.added","output_index":1,"item":{"type":"service:fusion","id":"f"}}` + "\n\n"
	for _, event := range []string{`panel.added",` + item + `,"model":"vendor/first"`, `panel.failed",` + item + `,"model":"vendor/second","message":"no provider is up"`,
		`panel.completed",` + item + `,"model":"vendor/first"`, `analysis.in_progress",` + item + `,"judge_model":"vendor/third"`} {
		body += `data: {"type":"response.fusion_call.` + event + "}\n\n"
	}
	for _, width := range []int{72, 80, 100, 120, 160} {
		s := newStage(width, 24)
		s.play([]byte(body+": wait\n\n"), func(frame int) int64 {
			if frame == 4 {
				return 4_000_000
			}
			return 9_000
		}, wire.EndClean)
		for _, want := range []string{"added  vendor/first", "failed  vendor/second", "completed  vendor/first", "longest silence", "⚠ silence of 4.0 s before 5"} {
			if got := s.trimmed(); !strings.Contains(got, want) {
				t.Errorf("at %d no %q in\n%s", width, want, got)
			}
		}
	}
}

// TestTheModelsOfAPanelAreNamed: a run has the number of its models, a frame its model.
func TestTheModelsOfAPanelAreNamed(t *testing.T) {
	var b strings.Builder
	for range 10 {
		for _, model := range []string{"sim/a", "sim/b", "sim/c"} {
			fmt.Fprintf(&b, "data: {\"type\":\"response.fusion_call.panel.delta\",\"output_index\":0,\"model\":%q,\"delta\":\"x\"}\n\n", model)
		}
	}
	for _, width := range []int{80, 120, 160} {
		s := newStage(width, 24)
		s.play([]byte(b.String()), steady, wire.EndClean)
		if got := s.trimmed(); !strings.Contains(got, "panel.delta (3 models)") {
			t.Errorf("the run:\n%s", got)
		}
		s.press("g", "enter", "j", "j")
		if got := s.trimmed(); !strings.Contains(got, "panel.delta  sim/b") {
			t.Errorf("a frame of it:\n%s", got)
		}
	}
}
