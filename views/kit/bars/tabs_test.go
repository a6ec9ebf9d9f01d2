package bars

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

var pages = []Tab{
	{Key: "O", Name: "Overview"}, {Key: "R", Name: "Route"}, {Key: "U", Name: "Guardrails"}, {Key: "Q", Name: "Request"}, {Key: "S", Name: "Response"}, {Key: "E", Name: "Events"}, {Key: "D", Name: "Diff"},
}

func TestNarrowTabsShortenAllButTheShownOne(t *testing.T) {
	styles := themes.Dark()
	for _, c := range []struct {
		width, shown int
		want         string
	}{
		{120, 0, " O Overview   R Route   U Guardrails   Q Request   S Response   E Events   D Diff                                       "},
		{84, 0, " O Overview   R Route   U Guardrails   Q Request   S Response   E Events   D Diff   "},
		{80, 0, " O Overview  R Route  U Guardrails  Q Request  S Response  E Events  D Diff     "},
		{70, 0, " Overview  Route  GUardrails  ReQuest  ReSponse  Events  Diff         "},
		{60, 0, " Overview Route GUardrails ReQuest ReSponse Events Diff     "},
		{54, 0, " Overview  Route  GUardrails  ReQuest  ReSponse      ›"},
		{54, 4, " Overview  Route  GUardrails  ReQuest  ReSponse      ›"},
		{54, 6, "‹Route  GUardrails  ReQuest  ReSponse  Events  Diff   "},
		{30, 0, " Overview  Route  GUardrails ›"},
		{30, 4, "‹ReQuest  ReSponse  Events   ›"},
		{30, 6, "‹ReSponse  Events  Diff       "},
	} {
		if got := ansi.Strip(Tabs(&styles, c.width, pages, c.shown)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
	}
	drawn := Tabs(&styles, 120, pages, 1)
	if !strings.Contains(drawn, styles.Here.Render("Route")) || strings.Contains(drawn, styles.Here.Render("Diff")) {
		t.Errorf("the shown tab does not stand out: %q", drawn)
	}
}

// TestTabsOfOneNameListAreInOnePlace: neither the shown one nor a quiet one moves the others, and a narrow
// line has short names.
func TestTabsOfOneNameListAreInOnePlace(t *testing.T) {
	styles := themes.Dark()
	tabs := slices.Clone(pages)
	tabs[2].Short, tabs[2].Quiet = "Guard", true
	want := ansi.Strip(Tabs(&styles, 55, tabs, -1))
	if want != " Overview Route GUard ReQuest ReSponse Events Diff     " {
		t.Errorf("got %q", want)
	}
	for shown := range tabs {
		if got := ansi.Strip(Tabs(&styles, 55, tabs, shown)); got != want {
			t.Errorf("with %d shown: %q", shown, got)
		}
	}
	if drawn := Tabs(&styles, 120, tabs, 0); !strings.Contains(drawn, styles.Faint.Render("U")+" "+styles.Faint.Render("Guardrails")) {
		t.Errorf("the tab with nothing to show is not quiet: %q", drawn)
	}
}

// TestTabNamesAKeyThatItsNameLacks in every width.
func TestTabNamesAKeyThatItsNameLacks(t *testing.T) {
	styles := themes.Dark()
	tabs := []Tab{{Key: "E", Name: "Events"}, {Key: "V", Name: "Lint"}, {Key: "I", Name: "Cache"}, {Key: "$", Name: "Receipt"}, {Key: "", Name: "Other"}}
	for _, c := range []struct {
		width int
		want  string
	}{
		{60, " E Events   V Lint   I Cache   $ Receipt   Other            "},
		{43, " Events  V Lint  I Cache  $ Receipt  Other "},
		{40, " Events V Lint I Cache $ Receipt Other  "},
		{34, " Events  V Lint  I Cache         ›"},
	} {
		if got := ansi.Strip(Tabs(&styles, c.width, tabs, 0)); got != c.want {
			t.Errorf("at %d:\n got %q\nwant %q", c.width, got, c.want)
		}
		at := strings.Index(c.want, "I Cache")
		if got := TabAt(c.width, tabs, 0, at); got != 2 {
			t.Errorf("at %d a click on the key of Cache is one on %d", c.width, got)
		}
	}
}

func TestTabIsClickedAtItsName(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		width, shown := rapid.IntRange(0, 130).Draw(t, "width"), rapid.IntRange(0, len(pages)-1).Draw(t, "shown")
		line := strings.ToLower(ansi.Strip(Tabs(&styles, width, pages, shown)))
		if text.Width(line) != width {
			t.Fatalf("%d cells, want %d: %q", text.Width(line), width, line)
		}
		for i, p := range pages {
			at := strings.Index(line, strings.ToLower(p.Name))
			if got := TabAt(width, pages, shown, at); at >= 0 && got != i {
				t.Fatal(fmt.Sprintf("%d: a press on %s is one on %d: %q", width, p.Name, got, line))
			}
		}
		if width > 12 && !strings.Contains(line, strings.ToLower(pages[shown].Name)) {
			t.Fatalf("%d: %s is not there: %q", width, pages[shown].Name, line)
		}
	})
}
