package themes

import (
	"encoding/json"
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
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

func TestEveryTextRoleIsReadable(t *testing.T) {
	for _, name := range Names() {
		s, ok := ByName(name)
		if !ok {
			t.Fatalf("ByName(%q) knows no such theme", name)
		}
		for role, hex := range textRoles(s.Palette) {
			for _, back := range backgrounds(s.Dark) {
				if c := contrast(hex, back); c < 4.5 {
					t.Errorf("%s: %s %s on %s has a contrast of %.2f, want 4.5", name, role, hex, back, c)
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
		}
		for what, pair := range pairs {
			if c := contrast(pair[0], pair[1]); c < 4.5 {
				t.Errorf("%s: %s has a contrast of %.2f, want 4.5", name, what, c)
			}
		}
	}
}

func TestPalettesNameEveryRoleAndNoOther(t *testing.T) {
	kind := reflect.TypeFor[Palette]()
	for _, name := range Names() {
		data, err := palettes.ReadFile("palettes/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		for i := range kind.NumField() {
			role := kind.Field(i).Tag.Get("json")
			value, ok := got[role]
			if hex, isText := value.(string); !ok || isText && role != "name" && !hexColour(hex) {
				t.Errorf("%s: role %s is %v", name, role, value)
			}
			delete(got, role)
		}
		for role := range got {
			t.Errorf("%s: there is no role %s", name, role)
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
		seen := map[string]string{}
		for role, hex := range map[string]string{"good": s.Palette.Good, "warn": s.Palette.Warn, "bad": s.Palette.Bad} {
			if other, twice := seen[hex]; twice {
				t.Errorf("%s: %s and %s are both %s", name, role, other, hex)
			}
			seen[hex] = role
		}
	}
}

func TestDerivedStylesUseTheRoles(t *testing.T) {
	for _, name := range Names() {
		s, _ := ByName(name)
		md := s.Markdown()
		if *md.Document.Color != s.Palette.Text || *md.Code.Color != s.Palette.Code {
			t.Errorf("%s: the markdown style does not take its colours from the palette", name)
		}
		if md.Document.Margin != nil || md.Document.BlockPrefix != "" {
			t.Errorf("%s: the markdown style brings a margin of its own", name)
		}
		for _, entry := range s.Syntax().Types() {
			if s.Syntax().Get(entry).Background.IsSet() {
				t.Errorf("%s: the syntax style colours the background of %s", name, entry)
			}
		}
	}
}

func hexColour(s string) bool {
	return len(s) == 7 && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdef") == ""
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
