package bars

import (
	"slices"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

var busy = Facts{
	Connection: "local gateway", Simulated: true, Model: "sim/writer", Metadata: true, Others: 2,
	Title: "3 of 4", Verdict: state.Completed,
}

var fiveScreens = [MaxScreens]Screen{{"F2", "Chat"}, {"F3", "Build"}, {"F4", "Inspect"}, {"F5", "Rerank"}, {"F6", "History"}}

func TestTopShortensLabelsBeforeValues(t *testing.T) {
	styles := themes.Dark()
	cases := []struct {
		width int
		want  string
	}{
		{120, " gatehouse  local gateway (simulated)  sim/writer  ◇ routing  ● 2 more running                     3 of 4  ✓ completed  "},
		{100, " local gateway (simulated)  sim/writer  ● 2 more running                       3 of 4  ✓ completed  "},
		{80, " local (simulated)  sim/writer  ●2                         3 of 4  ✓ completed  "},
		{60, " local (simulated)  sim/writer  ●2                3 of 4  ✓ "},
		{40, " local (simulated)  sim/writer  ●2    ✓ "},
		{24, " simulated  sim/writer  "},
	}
	for _, c := range cases {
		if got := ansi.Strip(Top(&styles, c.width, busy)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
}

func TestTopNamesTheScreensUntilItIsTooNarrow(t *testing.T) {
	styles := themes.Dark()
	f := Facts{Connection: "local gateway", Simulated: true, Model: "sim/writer", Title: "not saved", Verdict: state.Completed, Shown: 1}
	f.Screens = [MaxScreens]Screen{{"F2", "Chat"}, {"F3", "Build"}, {"F4", "Inspect"}}
	cases := []struct {
		width int
		want  string
	}{
		{120, " gatehouse  local gateway (simulated)  sim/writer                not saved  ✓ completed   F2 Chat  F3 Build  F4 Inspect "},
		{80, " local (simulated)  sim/writer      not saved  ✓  F2 Chat  F3 Build  F4 Inspect "},
		{60, " local (simulated)  sim/writer  ✓  2 Chat 3 Build 4 Inspect "},
		{40, " simulated  sim/writer         ✓  Build "},
	}
	for _, c := range cases {
		if got := ansi.Strip(Top(&styles, c.width, f)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
	drawn := Top(&styles, 120, f)
	if !strings.Contains(drawn, styles.Here.Render("Build")) || strings.Contains(drawn, styles.Here.Render("Chat")) {
		t.Errorf("the shown screen does not stand out: %q", drawn)
	}
}

// TestTopShowsWhatNeedsTheUser: a silence with its age, and a call that waits for an output. They take
// cells of the title only.
func TestTopShowsWhatNeedsTheUser(t *testing.T) {
	styles := themes.Dark()
	f := Facts{Connection: "local gateway", Simulated: true, Model: "sim/writer", Title: "3 of 4  a long title of it", Running: true, Screens: fiveScreens}
	for _, width := range []int{80, 120, 160} {
		plain := ansi.Strip(Top(&styles, width, f))
		silent, waits := f, f
		silent.Silence, waits.Waits, waits.Running = "41.5 s", true, false
		waits.Verdict = state.Completed
		for _, c := range []struct {
			facts       Facts
			long, short string
		}{{silent, "● silent 41.5 s", "● 41.5 s"}, {waits, "◆ waits for you", "◆ waits"}} {
			got, want := ansi.Strip(Top(&styles, width, c.facts)), c.long
			if width == 80 {
				want = c.short
			}
			if !strings.Contains(got, want) || text.Width(got) != width || strings.Contains(got, "completed") {
				t.Errorf("at %d: no %q in %q", width, want, got)
			}
			if drawn := Top(&styles, width, c.facts); !strings.Contains(drawn, styles.Warn.Render(want)) {
				t.Errorf("at %d: %q is no warning", width, want)
			}
			if end := strings.Index(plain, "Chat"); !strings.HasSuffix(got, plain[end:]) {
				t.Errorf("at %d the screens moved:\n%s\n%s", width, plain, got)
			}
		}
	}
}

func TestTopAlwaysSaysThatTheGatewayIsSimulated(t *testing.T) {
	styles := themes.Dark()
	named := busy
	named.Screens, named.Unsaved = fiveScreens, true
	for width := views.MinWidth; width < 200; width++ {
		for _, f := range []Facts{busy, named} {
			if got := ansi.Strip(Top(&styles, width, f)); !strings.Contains(got, "simulated") {
				t.Errorf("at %d: %q does not say that the gateway is simulated", width, got)
			}
		}
	}
}

// TestTopNamesTheKeysOfTheScreens: at 120 columns, in a run with nothing special.
func TestTopNamesTheKeysOfTheScreens(t *testing.T) {
	styles := themes.Dark()
	f := Facts{Connection: "local gateway", Simulated: true, Model: "auto-router", Metadata: true, Title: "not saved", Verdict: state.Completed, Screens: fiveScreens}
	cases := []struct {
		width int
		want  string
	}{
		{80, " local (simulated)  auto-router  ✓  2 Chat 3 Build 4 Inspect 5 Rerank 6 History "},
		{120, " local (simulated)  auto-router           not saved  ✓ completed   F2 Chat  F3 Build  F4 Inspect  F5 Rerank  F6 History "},
		{132, " local gateway (simulated)  auto-router               not saved  ✓ completed   F2 Chat  F3 Build  F4 Inspect  F5 Rerank  F6 History "},
	}
	for _, c := range cases {
		if got := ansi.Strip(Top(&styles, c.width, f)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
}

// TestABlockIsCalledOne: as everywhere else.
func TestABlockIsCalledOne(t *testing.T) {
	styles := themes.Dark()
	f := busy
	f.Verdict, f.Blocked = state.Failed, true
	if got := ansi.Strip(Top(&styles, 120, f)); !strings.Contains(got, "✗ blocked") || strings.Contains(got, "failed") {
		t.Error(got)
	}
}

// TestKeysLookTheSameInEveryLine: the key in its colour, a space, the word in another.
func TestKeysLookTheSameInEveryLine(t *testing.T) {
	styles := themes.Dark()
	want := styles.Key.Render("F2") + " " + styles.Dim.Render("Chat")
	f := Facts{Connection: "x", Screens: fiveScreens, Shown: 1}
	if got := Top(&styles, 140, f); !strings.Contains(got, want) {
		t.Errorf("the top line has %q", got)
	}
	if got := Tabs(&styles, 140, []Tab{{Key: "F2", Name: "Chat"}, {Key: "F3", Name: "Build"}}, 1); !strings.Contains(got, want) {
		t.Errorf("the tabs have %q", got)
	}
	if got := Footer(&styles, 140, Hints(&styles, []key.Binding{binding("f2", "Chat")}), 0, ""); !strings.Contains(got, want) {
		t.Errorf("the footer has %q", got)
	}
}

// TestAClickOnTheConnection is one on its words, wherever they are.
func TestAClickOnTheConnection(t *testing.T) {
	styles := themes.Dark()
	f := busy
	f.Screens = fiveScreens
	for width := views.MinWidth; width < 200; width++ {
		line := ansi.Strip(Top(&styles, width, f))
		for _, words := range []string{"local gateway (simulated)", "local (simulated)", "simulated"} {
			at := cellOf(line, words)
			if at < 0 {
				continue
			}
			for x := -1; x <= width; x++ {
				if got, want := OnConnection(&styles, width, f, x), x >= at && x < at+len(words); got != want {
					t.Fatalf("at %d cell %d is the connection: %v\n%s", width, x, got, line)
				}
			}
			break
		}
	}
}

// TestTopStaysAsItIsInThePast: the verdict gives its place up, and nothing else moves.
func TestTopStaysAsItIsInThePast(t *testing.T) {
	styles := themes.Dark()
	past := busy
	past.Verdict, past.Past = state.Running, true
	for width := views.MinWidth; width < 200; width++ {
		now := strings.NewReplacer("✓ completed", "◀ as it was", "✓", "◀").Replace(ansi.Strip(Top(&styles, width, busy)))
		if got := ansi.Strip(Top(&styles, width, past)); got != now {
			t.Errorf("at %d:\n got %q\nwant %q", width, got, now)
		}
	}
}

// TestTopKeepsItsPlaces: neither a title nor a verdict moves anything else, nor does
// another screen, and what is clicked is what is named there.
func TestTopKeepsItsPlaces(t *testing.T) {
	styles := themes.Dark()
	screens := fiveScreens
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(60, 200).Draw(t, "width")
		f := Facts{Connection: "local gateway", Simulated: true, Model: "sim/writer", Screens: screens, Shown: rapid.IntRange(0, 4).Draw(t, "shown")}
		before := ansi.Strip(Top(&styles, width, f))
		f.Title = rapid.SampledFrom([]string{"", "not saved", "2 of 3  a long name of a conversation"}).Draw(t, "title")
		f.Verdict = rapid.SampledFrom([]state.Verdict{state.Running, state.Completed, state.Incomplete, state.Failed, state.Cancelled}).Draw(t, "verdict")
		f.Running, f.Set = rapid.Bool().Draw(t, "running"), rapid.Bool().Draw(t, "set")
		after := ansi.Strip(Top(&styles, width, f))
		for _, s := range screens {
			at := cellOf(before, s.Name)
			if now := cellOf(after, s.Name); now != at {
				t.Fatalf("at %d %s moves from %d to %d:\n%s\n%s", width, s.Name, at, now, before, after)
			}
			if at < 0 {
				continue
			}
			if got := ScreenAt(&styles, width, f, at); got < 0 || screens[got] != s {
				t.Fatalf("at %d a click on %s is screen %d:\n%s", width, s.Name, got, after)
			}
		}
		if now := cellOf(after, "sim/writer"); now != cellOf(before, "sim/writer") && !f.Set || now >= 0 && f.Set {
			t.Fatalf("at %d the model moves:\n%s\n%s", width, before, after)
		}
	})
}

// cellOf is the cell in which a word begins; -1 where it is not.
func cellOf(line, word string) int {
	left, _, ok := strings.Cut(line, word)
	if !ok {
		return -1
	}
	return text.Width(left)
}

func TestTopOfASetSaysNothingOfAConversation(t *testing.T) {
	styles := themes.Dark()
	got := ansi.Strip(Top(&styles, 100, Facts{Connection: "gateway.example", Set: true, Title: "docs.json", Others: 1}))
	if got := strings.Join(strings.Fields(got), " "); got != "gateway.example ● 1 running in Chat docs.json" {
		t.Errorf("%q", got)
	}
}

func TestTopOfAServerThatChooses(t *testing.T) {
	styles := themes.Dark()
	got := ansi.Strip(Top(&styles, 70, Facts{Connection: "gateway.example", Running: true}))
	if want := " gateway.example  server default                         ● streaming  "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func binding(keys, words string) key.Binding {
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, words))
}

func TestFooterKeepsTheMostUsefulKeys(t *testing.T) {
	styles := themes.Dark()
	all := []key.Binding{
		binding("esc", "stop"), binding("enter", "send"), binding("esc", "again"), binding("f1", "keys"),
		key.NewBinding(key.WithKeys("x"), key.WithHelp("x", "not now"), key.WithDisabled()), binding("ctrl+p", "palette"),
	}
	cases := []struct {
		width  int
		want   string
		pinned int
	}{
		{70, " esc stop   enter send   F1 keys   ctrl+p palette    tokens: 34 + 212 ", 0},
		{52, " esc stop   enter send   F1 keys   tokens: 34 + 212 ", 0},
		{34, " esc stop   enter send   F1 keys  ", 0},
		{20, " esc stop           ", 0},
		{44, " esc stop   enter send   ctrl+p palette     ", 1},
		{30, " esc stop   enter send        ", 1},
		{12, " esc stop   ", 1},
	}
	for _, c := range cases {
		if got := ansi.Strip(Footer(&styles, c.width, Hints(&styles, all), c.pinned, "tokens: 34 + 212")); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
}

func TestNoticeWrapsAndMarksWhatIsCut(t *testing.T) {
	styles := themes.Dark()
	lines := []string{"the first warning is long", "the second"}
	if got := NoticeRows(20, lines); got != 3 {
		t.Fatalf("NoticeRows is %d, want 3", got)
	}
	want := " ▌ the first        \n   warning is long  \n   the second       "
	if got := ansi.Strip(Notice(&styles, 20, 3, lines)); got != want {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	if got := ansi.Strip(Notice(&styles, 20, 1, lines)); !strings.Contains(got, "…") {
		t.Errorf("nothing says that there is more: %q", got)
	}
}

func TestBarsFillTheirSizeExactly(t *testing.T) {
	styles := themes.Light()
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(-1, 200).Draw(t, "width")
		f := busy
		f.Model = rapid.StringMatching(`[a-z漢/é.-]{0,60}`).Draw(t, "model")
		f.Connection = rapid.StringMatching(`[a-z.]{1,60}`).Draw(t, "connection")
		f.Simulated = rapid.Bool().Draw(t, "simulated")
		f.Others = rapid.IntRange(0, 300).Draw(t, "others")
		f.Screens = [MaxScreens]Screen{{"F2", "Chat"}, {"", "Build"}, {"F4", "Inspect"}, {"F5", "Rerank"}}
		f.Shown = rapid.IntRange(0, 3).Draw(t, "shown")
		exact(t, Top(&styles, width, f), width, 1)
		exact(t, Footer(&styles, width, Hints(&styles, []key.Binding{binding("enter", "send"), binding("f1", "keys")}), rapid.IntRange(0, 3).Draw(t, "pinned"), "tokens: 1 + 2"), width, 1)
		height := rapid.IntRange(0, 4).Draw(t, "height")
		exact(t, Notice(&styles, width, height, []string{rapid.StringMatching(`[a-z漢 ]{0,90}`).Draw(t, "notice")}), width, height)
	})
}

func exact(t *rapid.T, drawn string, width, height int) {
	if width <= 0 || height <= 0 {
		if drawn != "" {
			t.Fatalf("nothing to draw on, but %q", drawn)
		}
		return
	}
	lines := strings.Split(drawn, "\n")
	if len(lines) != height {
		t.Fatalf("%d lines, want %d: %q", len(lines), height, drawn)
	}
	for _, l := range lines {
		if w := text.Width(l); w != width {
			t.Fatalf("%d cells, want %d: %q", w, width, ansi.Strip(l))
		}
	}
}

func BenchmarkTop(b *testing.B) {
	styles := themes.Dark()
	for b.Loop() {
		Top(&styles, 120, busy)
	}
}

// TestTheProxyNamesWhereItLeads, for as long as there is room for that.
func TestTheProxyNamesWhereItLeads(t *testing.T) {
	styles := themes.Dark()
	f := Facts{Connection: "local gateway", Simulated: true, Model: "sim/writer", Title: "untitled", Screens: fiveScreens, Proxy: ":8089", ProxyTo: "gateway.example"}
	for width, want := range map[int]string{
		160: " (simulated)  proxy :8089 → gateway.example      sim/writer ",
		100: "proxy :8089  ",
	} {
		if got := ansi.Strip(Top(&styles, width, f)); !strings.Contains(got, want) {
			t.Errorf("%d cells: %q lacks %q", width, got, want)
		}
	}
	f.Failed, f.ProxyTo = 3, strings.Repeat("long.", 20)
	if got := ansi.Strip(Top(&styles, 200, f)); !strings.Contains(got, "proxy :8089 → long.long.long.long.lon… ✗3") {
		t.Errorf("%q", got)
	}
}

// TestThePlacesStayForAsLongAsTheyFit: what else could get shorter or go has, before they do.
func TestThePlacesStayForAsLongAsTheyFit(t *testing.T) {
	styles := themes.Dark()
	f := Facts{Connection: "local gateway", Simulated: true, Model: "sim/writer", Title: "untitled", Verdict: state.Completed, Screens: fiveScreens, Shown: 2, Proxy: ":8089", ProxyTo: "gateway.example"}
	long, remote := f, f
	long.Model = "vendor/a-model-with-a-long-name"
	remote.Connection, remote.Simulated, remote.Others = "gateway.example", false, 2
	for _, c := range []struct {
		f     Facts
		width int
		want  string
	}{
		{f, 80, " simulated       sim/writer      ✓  2 Chat 3 Build 4 Inspect 5 Rerank 6 History "},
		{f, 67, " simulated       sim/writer  Chat  Build  Inspect  Rerank  History "},
		{f, 66, " local (simulated)  proxy      sim/writer    untitled  ✓  Inspect "},
		{long, 80, " simulated       vendor/a-model-with…  ✓  Chat  Build  Inspect  Rerank  History "},
		{remote, 80, " gateway.example       sim/writer  ●2  ✓  Chat  Build  Inspect  Rerank  History "},
	} {
		if got := ansi.Strip(Top(&styles, c.width, c.f)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
}

// TestTopSaysWhatPassedABound: the figure if it fits; that a bound was passed is dropped last. A
// click finds it.
func TestTopSaysWhatPassedABound(t *testing.T) {
	styles := themes.Dark()
	f := Facts{
		Connection: "gateway.example", Model: "vendor/model", Title: "not saved", Verdict: state.Completed, Screens: fiveScreens, Proxy: ":8089",
		Alert: "cost $5.02 today > $5", AlertShort: "$5.02 > $5", Alerts: 1,
	}
	for _, c := range []struct {
		width int
		want  string
	}{
		{160, " gateway.example  proxy :8089      ! cost $5.02 today > $5 +1  vendor/model       not saved  ✓ completed   F2 Chat  F3 Build  F4 Inspect  F5 Rerank  F6 History "},
		{120, " gateway.example  proxy      ! cost $5.02 today > $5 +1  vendor/model    ✓  2 Chat 3 Build 4 Inspect 5 Rerank 6 History "},
		{80, " gateway.example  proxy      ! cost $5.02 today > $5 +1  vendor/model   ✓  Chat "},
		{60, " gateway.example       ! $5.02 > $5 +1  vendor/model   Chat "},
		{40, " gateway.example       !  vendor/model  "},
	} {
		got := ansi.Strip(Top(&styles, c.width, f))
		if got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
	for width := 30; width < 200; width++ {
		line := []rune(ansi.Strip(Top(&styles, width, f)))
		at := slices.Index(line, '!')
		if at < 0 || !OnAlert(&styles, width, f, at) || OnAlert(&styles, width, f, at-1) || OnConnection(&styles, width, f, at) {
			t.Fatalf("at %d a click on %d does not find it: %q", width, at, string(line))
		}
	}
}
