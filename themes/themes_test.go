package themes

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
)

// backgrounds are the ones that terminals ship with and people choose.
func backgrounds(dark bool) []string {
	if dark {
		return []string{"#000000", "#0d1117", "#16161e", "#1e1e1e", "#1e1e2e", "#282c34"}
	}
	return []string{"#ffffff", "#fafafa", "#f5f5f5", "#fdf6e3"}
}

// textRoles are the roles in which something is written that must be read.
func textRoles(p Palette) map[string]string {
	return map[string]string{
		"text": p.Text, "strong": p.Strong, "dim": p.Dim, "accent": p.Accent,
		"user": p.User, "model": p.Model, "reasoning": p.Reasoning, "tool": p.Tool,
		"good": p.Good, "warn": p.Warn, "bad": p.Bad, "running": p.Running,
		"escape": p.Escape, "code": p.Code, "keyword": p.Keyword, "string": p.String,
		"number": p.Number, "type": p.Type, "function": p.Function,
	}
}

// minContrast is what text must have on the backgrounds of a theme (WCAG 2.2, 1.4.3 and
// 1.4.6); nothing is known of the 16 colours of the terminal.
var minContrast = map[string]float64{NameDark: 4.5, NameLight: 4.5, NameDarkContrast: 7, NameLightContrast: 7}

func TestEveryTextRoleIsReadable(t *testing.T) {
	for name, least := range minContrast {
		s, ok := ByName(name)
		if !ok {
			t.Fatalf("ByName(%q) knows no such theme", name)
		}
		for role, hex := range textRoles(s.Palette) {
			for _, back := range backgrounds(s.Dark) {
				if c := contrast(hex, back); c < least {
					t.Errorf("%s: %s %s on %s has a contrast of %.2f, want %.1f", name, role, hex, back, c, least)
				}
			}
		}
		for _, back := range backgrounds(s.Dark) {
			if c := contrast(s.Palette.Faint, back); c < 3 {
				t.Errorf("%s: faint on %s has a contrast of %.2f, want 3", name, back, c)
			}
		}
		pairs := map[string][2]string{
			"match":      {s.Palette.OnMatch, s.Palette.Match},
			"match here": {s.Palette.OnMatchHere, s.Palette.MatchHere},
			"fill":       {s.Palette.Text, s.Palette.Fill},
			"fill here":  {s.Palette.Strong, s.Palette.FillHere},
			"selection":  {s.Palette.Strong, s.Palette.Selection},
			"removed":    {s.Palette.Text, s.Palette.Removed},
			"added":      {s.Palette.Text, s.Palette.Added},
			"word gone":  {s.Palette.Strong, s.Palette.RemovedWord},
			"word new":   {s.Palette.Strong, s.Palette.AddedWord},
			"sign gone":  {s.Palette.Bad, s.Palette.Removed},
			"sign new":   {s.Palette.Good, s.Palette.Added},
		}
		for what, pair := range pairs {
			if c := contrast(pair[0], pair[1]); c < least {
				t.Errorf("%s: %s has a contrast of %.2f, want %.1f", name, what, c, least)
			}
		}
	}
}

func TestPalettesNameEveryRoleAndNoOther(t *testing.T) {
	files, err := palettes.ReadDir("palettes")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := palettes.ReadFile("palettes/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(f.Name(), ".toml")
		p, err := Parse(name, data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for role := range p.roles() {
			if !strings.Contains(string(data), "\n"+role+" = ") {
				t.Errorf("%s: role %s is missing", name, role)
			}
		}
		if !slices.Contains(Names(), name) {
			t.Errorf("no theme is named %s", name)
		}
		if strings.HasSuffix(name, "-ansi") != p.basic() {
			t.Errorf("%s: made of the 16 colours: %t", name, p.basic())
		}
	}
}

func TestSetRaisesTheVersion(t *testing.T) {
	s := Dark()
	s.Set(Light())
	s.Set(Dark())
	if s.Version != 3 || s.Name != NameDark {
		t.Fatalf("after two changes: version %d, theme %s; want 3, dark", s.Version, s.Name)
	}
}

func TestUnknownThemeIsRefused(t *testing.T) {
	if _, ok := ByName("sepia"); ok {
		t.Fatal("ByName(sepia) found a theme")
	}
}

func TestVerdictColoursDiffer(t *testing.T) {
	for _, name := range Names() {
		s, _ := ByName(name)
		p := s.Palette
		if name != NameNone && (p.Good == p.Warn || p.Warn == p.Bad || p.Bad == p.Good) {
			t.Errorf("%s: good %s, warn %s, bad %s", name, p.Good, p.Warn, p.Bad)
		}
	}
}

func TestDerivedStylesUseTheRoles(t *testing.T) {
	for _, name := range Names() {
		s, _ := ByName(name)
		if c := s.Token(chroma.LiteralStringDouble).GetForeground(); c != lipgloss.Color(s.Palette.String) {
			t.Errorf("%s: a string in double quotes is drawn in %v", name, c)
		}
	}
}

// contrast is the contrast ratio of WCAG 2.2,
// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
func contrast(a, b string) float64 {
	x, y := luminance(lipgloss.Color(a)), luminance(lipgloss.Color(b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}
