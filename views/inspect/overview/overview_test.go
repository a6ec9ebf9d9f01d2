package overview

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestScreens(t *testing.T) {
	for name, s := range scenes(t) {
		for _, size := range [][2]int{{80, 24}, {120, 35}, {160, 45}} {
			m := pageOf(s, false, size[0], size[1])
			viewstest.Exact(t, m.View(), size[0], size[1])
			viewstest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), screen(m))
		}
		for _, size := range [][2]int{{38, 30}, {52, 40}, {30, 12}} {
			m := pageOf(s, true, size[0], size[1])
			viewstest.Exact(t, m.View(), size[0], size[1])
			viewstest.Golden(t, fmt.Sprintf("column-%s-%dx%d", name, size[0], size[1]), screen(m))
		}
		for _, compact := range []bool{false, true} {
			for _, size := range [][2]int{{0, 0}, {0, 5}, {5, 0}, {1, 1}, {3, 9}, {7, 40}, {400, 2}} {
				viewstest.Exact(t, pageOf(s, compact, size[0], size[1]).View(), size[0], size[1])
			}
		}
	}
}

func TestScrollKeys(t *testing.T) {
	m := pageOf(scenes(t)["routed"], false, 80, 12)
	top := screen(m)
	cases := []struct {
		keys string
		top  int
	}{
		{"j", 1}, {"j k", 0}, {"k", 0}, {"down down up", 1}, {"pgdown", 11}, {"f b", 0}, {"G", len(m.lines()) - 12}, {"G j", len(m.lines()) - 12}, {"G g", 0},
	}
	for _, c := range cases {
		m.Top()
		for name := range strings.FieldsSeq(c.keys) {
			viewstest.Press(m, name)
		}
		if m.Here().Index() != c.top {
			t.Errorf("%s: line %d is on top, want %d", c.keys, m.Here().Index(), c.top)
		}
	}
	viewstest.Press(m, "g")
	if screen(m) != top {
		t.Error("back at the top another screen is drawn")
	}
	viewstest.Press(m, "G")
	m.SetSize(80, 24)
	if viewstest.Exact(t, m.View(), 80, 24); strings.HasSuffix(screen(m), "\n\n\n") {
		t.Error("a larger pane shows blank lines below the end")
	}
	m.SetSize(80, 12)
	m.Top()
	m.Scroll(0, 3)
	then := m.subject
	earlier := *then.Exchange
	then.Exchange = &earlier
	if m.SetSubject(then); m.Here().Index() != 3 {
		t.Error("the same exchange at another time begins at its top")
	}
	other := scenes(t)["failed"]
	other.Exchange.ID = "another"
	m.SetSubject(other)
	if m.Here().Index() != 0 {
		t.Error("another exchange does not begin at its top")
	}
}

func TestCopyTakesTheCompletePage(t *testing.T) {
	for name, s := range scenes(t) {
		if name == "nothing" {
			if _, ok := viewstest.Press(pageOf(s, false, 80, 5), "y").(views.Notify); !ok {
				t.Error("nothing is copied, and nothing says so")
			}
			continue
		}
		m := pageOf(s, false, 40, 5)
		c, ok := viewstest.Press(m, "y").(views.Copy)
		if !ok {
			t.Fatalf("%s: no copy", name)
		}
		for _, want := range []string{"ROUTE", "TIME", "TOKENS", "HEADERS AND IDS", "x7kq2", string(s.Exchange.Verdict)} {
			if !strings.Contains(c.Text, want) {
				t.Errorf("%s: %q is not in the copy\n%s", name, want, c.Text)
			}
		}
		if strings.Contains(c.Text, "\x1b") {
			t.Errorf("%s: colours in the copy", name)
		}
	}
}

func TestKeysAskFor(t *testing.T) {
	all := scenes(t)
	asked := all["plain"]
	asked.Metadata = true
	cases := []struct {
		name string
		s    views.Subject
		key  string
		want views.Intent
	}{
		{"no metadata asked for", all["plain"], "+", views.AskMetadata{}},
		{"asked for already", asked, "+", nil},
		{"it came", all["routed"], "+", nil},
		{"still running", all["running"], "+", nil},
		{"the longest silence", all["routed"], ">", views.ShowFrame{Frame: 39}},
		{"no frames", all["plain"], ">", nil},
		{"nothing there", views.Subject{}, "+", nil},
		{"nothing there", views.Subject{}, ">", nil},
	}
	for _, c := range cases {
		if got := viewstest.Press(pageOf(c.s, false, 80, 24), c.key); got != c.want {
			t.Errorf("%s: %s asks for %#v, want %#v", c.name, c.key, got, c.want)
		}
	}
}

// TestItGrowsWithTheStream: the page is drawn again for a new version, and for
// nothing else.
func TestItGrowsWithTheStream(t *testing.T) {
	s := subject(stored(t, "routed"), 60)
	m := pageOf(s, true, 50, 40)
	before := screen(m)
	drawn := &m.lines()[0]
	m.SetSubject(s)
	m.View()
	if &m.lines()[0] != drawn {
		t.Error("the same state was drawn again")
	}
	s2 := subject(stored(t, "routed"), 90)
	s.Exchange, s.Capture = s2.Exchange, s2.Capture
	m.SetSubject(s)
	if after := screen(m); after == before || !strings.Contains(after, "90 frames") || !strings.Contains(before, "60 frames") {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

var frameRow = regexp.MustCompile(`(?m)^ +\d+ \d\.\d{3} s `)

func TestColumnDropsSectionsFromTheBottom(t *testing.T) {
	s := scenes(t)["routed"]
	order := []string{"ROUTE", "TIME", "TOKENS", "EVENTS"}
	for height := 1; height < 50; height++ {
		got := screen(pageOf(s, true, 44, height))
		gone := false
		for _, title := range order {
			has := strings.Contains(got, title)
			if has && gone {
				t.Errorf("height %d: %s is shown, what stands above it is not:\n%s", height, title, got)
			}
			gone = !has
		}
		if strings.Contains(got, "EVENTS") && len(frameRow.FindAllString(got, -1)) < 2 {
			t.Errorf("height %d: frames without a frame\n%s", height, got)
		}
	}
}

func TestEmptyStatesSayWhatToDo(t *testing.T) {
	if got := screen(pageOf(views.Subject{}, false, 80, 24)); !strings.Contains(got, "Send a prompt") || !strings.Contains(got, "F2") {
		t.Errorf("no exchange:\n%s", got)
	}
	s := scenes(t)["plain"]
	if got := screen(pageOf(s, false, 80, 24)); !strings.Contains(got, "+ sends again with it") {
		t.Errorf("no metadata asked for:\n%s", got)
	}
	s.Metadata = true
	if got := screen(pageOf(s, false, 80, 24)); !strings.Contains(got, "requested, not returned") {
		t.Errorf("none came:\n%s", got)
	}
}

func TestHelpNamesEveryKey(t *testing.T) {
	m := pageOf(scenes(t)["routed"], false, 80, 10)
	named := map[string]bool{}
	for _, b := range m.FullHelp()[0] {
		named[b.Help().Key] = b.Enabled() && b.Help().Desc != ""
	}
	for _, key := range []string{"j", "k", "pgup", "pgdown", "g", "G", "y"} {
		if !named[key] {
			t.Errorf("the whole help does not name %s", key)
		}
	}
	if n := len(m.ShortHelp()); n < 2 {
		t.Errorf("a page that scrolls offers %d keys", n)
	}
}

func BenchmarkDraw(b *testing.B) {
	s := scenes(b)["routed"]
	for _, compact := range []bool{false, true} {
		m := pageOf(s, compact, 120, 35)
		b.Run(fmt.Sprintf("compact=%v", compact), func(b *testing.B) {
			for b.Loop() {
				m.drawn.Forget()
				m.View()
			}
		})
	}
}

func TestColours(t *testing.T) {
	for _, name := range themes.Names() {
		for _, compact := range []bool{false, true} {
			m := pageOf(scenes(t)["routed"], compact, 60, 50)
			theme, _ := themes.ByName(name)
			m.styles.Set(theme)
			viewstest.Golden(t, fmt.Sprintf("colours-%s-%v", name, compact), strings.ReplaceAll(m.View(), "\x1b", "␛")+"\n")
		}
	}
}

// TestSilenceBeforeTheEnd: a stream that stalls and is given up has its silence after the
// last byte, next to the total.
func TestSilenceBeforeTheEnd(t *testing.T) {
	c := stored(t, "truncated")
	c.Timing.Reused, c.Timing.ConnectStart, c.Timing.ConnectDone = true, -1, -1
	c.End = &wire.End{Cause: wire.EndIdle, AtUS: c.Timing.End + 60_000_000}
	for _, compact := range []bool{false, true} {
		got := screen(pageOf(subject(c, -1), compact, 60, 50))
		if warned := strings.Contains(got, "⚠ 1m 00s of silence before the end"); warned == compact { // a line more would move those below
			t.Errorf("a warning %v in\n%s", warned, got)
		}
		for _, want := range []string{"TIME in ms", "last byte 324.7, end 60,324.7", "silence"} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is missing in\n%s", want, got)
			}
		}
	}
}

// TestALastingSilenceIsTheLongest: the page leads to the last frame before it, while it lasts
// and after the exchange was ended in it.
func TestTheSilenceThatGoesOnIsTheLongest(t *testing.T) {
	running := paced(85, 20)
	last := running.Timing.End
	running.End, running.Timing.End = nil, wire.None
	ended := paced(85, 20)
	ended.End = &wire.End{Cause: wire.EndCancelled, AtUS: last + 6_900_000}
	for _, c := range []struct {
		capture   *wire.Capture
		nowUS     int64
		says, key string
		frame     int
	}{
		{running, 0, "gap        longest 85 ms, before frame 2", "longest gap", 1},
		{running, last + 3_200_000, "silence    longest 3.2 s, after frame 3", "longest silence", 2},
		{ended, 0, "silence    longest 6.9 s, after frame 3", "longest silence", 2},
	} {
		s := subject(c.capture, -1)
		s.NowUS = c.nowUS
		m := pageOf(s, false, 100, 60)
		if got := screen(m); !strings.Contains(got, c.says) || !strings.Contains(fmt.Sprint(m.ShortHelp()), c.key) {
			t.Errorf("%q or the key of the %s is missing in\n%s", c.says, c.key, got)
		}
		if got := viewstest.Press(m, ">"); got != (views.ShowFrame{Frame: c.frame}) {
			t.Errorf("%s: o leads to %+v, want frame %d", c.says, got, c.frame)
		}
	}
}

// TestTypesEndWithWords: of an event's type the last words are drawn, none of
// them cut but for one that would leave the last alone.
func TestTypesEndWithWords(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells int
		want  string
	}{
		{"output_text.delta", 13, "text.delta"}, {"content_part.done", 9, "part.done"}, {"content_part.done", 8, "done"},
		{"reasoning_summary_text.delta", 20, "summary_text.delta"}, {"completed", 5, "…eted"},
		{"output_text.annotation.added", 16, "annotation.added"}, {"output_text.annotation.added", 15, "…notation.added"},
	} {
		if got := views.TypeEnd(c.name, c.cells); got != c.want {
			t.Errorf("%s in %d cells: %q, want %q", c.name, c.cells, got, c.want)
		}
	}
}
