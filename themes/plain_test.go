package themes

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// TestWithoutColoursNoMeaningDependsOnABackground: also by a theme that is
// chosen later.
func TestWithoutColoursNoMeaningDependsOnABackground(t *testing.T) {
	s := Dark()
	was := s.Version
	s.Limit(colorprofile.ASCII)
	if s.Version == was {
		t.Error("what was drawn before is still taken for good")
	}
	for range 2 {
		for name, style := range map[string]lipgloss.Style{"selection": s.Selection, "match": s.Match, "match here": s.MatchHere} {
			if !style.GetReverse() {
				t.Errorf("%s: %s is not reversed", s.Name, name)
			}
		}
		if !s.Here.GetUnderline() || s.Key.GetUnderline() || s.Dim.GetUnderline() {
			t.Errorf("%s: the shown tab looks like the others", s.Name)
		}
		if bar := s.Filled("a b", s.Text, s.Fill); !strings.HasPrefix(bar, "\x1b[4m") || !strings.Contains(bar, "a b") || s.Text.GetReverse() {
			t.Errorf("%s: a bar is not to be seen", s.Name)
		}
		s.Set(Light())
	}
}

// TestATerminalOf16ColoursGetsThemesMadeForIt: also for a theme that is chosen later, and
// the theme that was asked for is back once the terminal shows more.
func TestATerminalOf16ColoursGetsThemesMadeForIt(t *testing.T) {
	s := Dark()
	s.Limit(colorprofile.ANSI)
	if !s.Palette.basic() || s.Name != NameDark || !s.Dark {
		t.Errorf("%s has the text colour %q", s.Name, s.Palette.Text)
	}
	s.Set(Light())
	if !s.Palette.basic() || s.Dark {
		t.Errorf("%s has the text colour %q", s.Name, s.Palette.Text)
	}
	s.Limit(colorprofile.TrueColor)
	if s.Palette != Light().Palette {
		t.Errorf("%s has the text colour %q", s.Name, s.Palette.Text)
	}
}

// TestCustomTheme: what it omits is its base's, and its faults are reported.
func TestCustomTheme(t *testing.T) {
	p, err := Parse("mine", []byte("base = \"light\"\naccent = \"#ff0000\"\ndim = \"245\"\n"))
	want := Light().Palette
	want.Name, want.Accent, want.Dim = "mine", "#ff0000", "245"
	if err != nil || p != want {
		t.Errorf("%+v, %v", p, err)
	}
	for written, fault := range map[string]string{
		"base = \"sepia\"":                  "no built-in theme \"sepia\"",
		"text = \"#fff\"\nacent = \"1\"":    "line 2: there is no role \"acent\"",
		"accent = \"red\"":                  "accent: \"red\" is no colour",
		"accent = \"256\"":                  "accent: \"256\" is no colour",
		"acent = \"1\"\ntxt = \"2\"":        "line 1: there is no role \"acent\"; line 2: there is no role \"txt\"",
		"acent = \"1\"\ntext = \"red\"":     "line 1: there is no role \"acent\"; text: \"red\" is no colour",
		"accent = \"red\"\ntext = \"blue\"": "text: \"blue\", accent: \"red\" is no colour",
		"dark = \"yes\"":                    "line 1:",
		"accent = \"#ff0000\"\naccent = 1":  "line 2:",
		"accent":                            "line 1:",
	} {
		if _, err := Parse("mine", []byte(written)); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v, want %s", written, err, fault)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("base = \"light\"\naccent = \"#ff0000\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Parse("mine", data); err == nil {
			Of(p)
		}
	})
}

// TestIn256ColoursARowAndItsBarStandApart: the nearest of 256 colours must not be the same
// for backgrounds that are adjacent.
func TestIn256ColoursARowAndItsBarStandApart(t *testing.T) {
	nearest := func(colour string) string {
		return fmt.Sprint(colorprofile.ANSI256.Convert(lipgloss.Color(colour)))
	}
	for _, name := range []string{NameDark, NameLight, NameDarkContrast, NameLightContrast} {
		p := load(name)
		for _, two := range [][2]string{{p.Selection, p.Fill}, {p.Selection, p.FillHere}, {p.Selection, p.Match}, {p.Fill, p.Match}, {p.Selection, p.Ground},
			{p.Removed, p.Added}, {p.Removed, p.RemovedWord}, {p.Added, p.AddedWord}, {p.Removed, p.Ground}, {p.Added, p.Ground}} {
			if nearest(two[0]) == nearest(two[1]) {
				t.Errorf("%s: %s and %s are both %s", name, two[0], two[1], nearest(two[0]))
			}
		}
	}
}
