package events

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/client/wire"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestPreviewScreens(t *testing.T) {
	body := answered(t, "sim/writer")
	for _, c := range []struct {
		place         views.PreviewPlace
		width, height int
	}{
		{views.PreviewAside, 140, 24}, {views.PreviewAside, 160, 45}, {views.PreviewAside, 200, 60},
		{views.PreviewBelow, 80, 45}, {views.PreviewBelow, 160, 45}, {views.PreviewBelow, 200, 60},
	} {
		s := newStage(c.width, c.height)
		s.SetPreview(c.place)
		s.play(body, stall, wire.EndClean)
		s.press("g", "T", "j", "j", "j")
		viewstest.Exact(t, s.View(), c.width, c.height)
		viewstest.Golden(t, fmt.Sprintf("preview-%s-%dx%d", c.place, c.width, c.height), s.trimmed())
	}
}

// TestTheTextSoFarEndsAtTheSelectedFrames, below a list that leaves room for it.
func TestTheTextSoFarEndsAtTheSelectedFrames(t *testing.T) {
	s := newStage(120, 35)
	s.play(answered(t, "fault/cut"), steady, wire.EndClean)
	for keys, want := range map[string]string{"g": "EVENTS", "G": "─ text of #0 so far ─"} {
		s.press(keys)
		if got := s.trimmed(); !strings.Contains(got, want) || strings.Contains(got, "This text is sent by every fault model of the") != (keys == "G") {
			t.Errorf("%s: no %q in\n%s", keys, want, got)
		}
	}
	s.SetSize(120, 14)
	if got := s.trimmed(); strings.Contains(got, "so far") {
		t.Errorf("there is no room for it:\n%s", got)
	}
}

// withPreview is a stage with the preview aside, on which a stream has ended.
func withPreview(t *testing.T, body []byte) *stage {
	t.Helper()
	s := newStage(160, 40)
	s.SetPreview(views.PreviewAside)
	s.play(body, steady, wire.EndClean)
	s.press("g")
	return s
}

// marked is what is marked in the text of the preview, of one frame.
func (s *stage) marked() string { return s.drawnIn(s.styles.MatchHere) }

func (s *stage) drawnIn(style lipgloss.Style) string {
	var words []string
	open := style.Render("x")
	before, after, _ := strings.Cut(open, "x")
	for rest := s.View(); ; {
		_, from, ok := strings.Cut(rest, before)
		if !ok {
			return strings.Join(words, "|")
		}
		word, behind, _ := strings.Cut(from, after)
		words, rest = append(words, word), behind
	}
}

func TestThePreviewMarksWhatTheFrameWrote(t *testing.T) {
	s := withPreview(t, textStream(20))
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"g"}, ""},                 // response.created
		{[]string{"T"}, "word0 "},           // the first token
		{[]string{"j"}, "word1 "},           // follows the frame
		{[]string{"j", "j", "j", "j"}, ""},  // a comment
		{[]string{"j", "l", "j"}, "word5 "}, // after it
	} {
		if s.press(c.keys...); s.marked() != c.want {
			t.Fatalf("after %q %q is marked, not %q:\n%s", c.keys, s.marked(), c.want, s.trimmed())
		}
	}
	s.press("h") // the run: all of it is marked, less loudly
	if got := s.drawnIn(s.styles.Selection); !strings.HasSuffix(got, "|word5 word6 word7 word8 word9 ") || s.marked() != "" {
		t.Errorf("of the run %q is marked, and %q", got, s.marked())
	}
}

// While a stream runs, the text and the scrubber are at the newest frame, as its data is, though it
// is in a folded group.
func TestThePreviewFollowsTheStream(t *testing.T) {
	s := newStage(160, 40)
	s.SetPreview(views.PreviewAside)
	s.begin()
	stream, _, _ := strings.Cut(string(textStream(300)), `data: {"type":"response.completed"`)
	s.feed([]byte(strings.ReplaceAll(stream, ": wait\n\n", "")), steady)
	if s.marked() != "word299 " || s.cursorMoment() != s.at {
		t.Errorf("%q is marked, and the cursor is at %d of %d:\n%s", s.marked(), s.cursorMoment(), s.at, s.trimmed())
	}
}

// TestAReplacedTextIsNotMarked: the frame did not write the text in that place.
func TestAReplacedTextIsNotMarked(t *testing.T) {
	s := withPreview(t, []byte(`data: {"type":"response.output_text.delta","output_index":0,"item_id":"m","delta":"one two"}

data: {"type":"response.output_text.done","output_index":0,"item_id":"m","text":"three four"}

data: {"type":"response.completed","response":{"status":"completed"}}

`))
	if s.press("T"); s.marked() != "" || !strings.Contains(s.trimmed(), "three four") {
		t.Errorf("%q is marked:\n%s", s.marked(), s.trimmed())
	}
}

func TestAClickOnTheScrubberGoesToThatMoment(t *testing.T) {
	for _, place := range []views.PreviewPlace{views.PreviewAside, views.PreviewOff} {
		clickOnTheScrubber(t, place)
	}
	low := newStage(160, scrubberFrom-1)
	low.play(textStream(40), stall, wire.EndClean)
	if strings.Contains(ansi.Strip(low.View()), "┃") {
		t.Error("a pane with few rows has a scrubber")
	}
}

func clickOnTheScrubber(t *testing.T, place views.PreviewPlace) {
	s := newStage(160, 40)
	s.SetPreview(place)
	s.play(textStream(40), stall, wire.EndClean)
	s.press("g")
	line := []rune(strings.Split(ansi.Strip(s.View()), "\n")[38])
	silence := strings.IndexRune(string(line), '╌')
	if silence < 0 || !strings.Contains(string(line), "┃") {
		t.Fatalf("no silence, or no cursor: %s", string(line))
	}
	for _, c := range []struct{ x, frame int }{
		{80, 19},  // in the silence: the last before it
		{0, 0},    // before the first
		{159, 49}, // the end
	} {
		s.Update(tea.MouseClickMsg{X: c.x, Y: 38})
		if s.selection.frame != c.frame {
			t.Errorf("at %d frame %d is selected, not %d", c.x, s.selection.frame, c.frame)
		}
	}
	s.SetTime(5, 0, 0, nil)
	if got := s.Update(tea.MouseClickMsg{X: 80, Y: 38}).Intent; got != (views.Seek{Frame: 19}) {
		t.Errorf("the cursor of time is not taken along: %v", got)
	}
}

// TestTheDataTakesTheTextsPlace while it is opened, and gives it back.
func TestTheDataTakesTheTextsPlace(t *testing.T) {
	s := withPreview(t, textStream(20))
	s.press("T")
	has := func(want bool, when string) {
		t.Helper()
		if got := strings.Contains(s.trimmed(), "─ text of #0"); got != want {
			t.Errorf("%s the text is shown: %v", when, got)
		}
	}
	has(true, "at first")
	s.press("enter")
	has(false, "enlarged")
	s.press("esc")
	has(true, "after esc")
	if s.press("v"); !strings.Contains(s.trimmed(), "frame 2, bytes") {
		t.Error("raw is not shown")
	}
	has(true, "raw")
}
