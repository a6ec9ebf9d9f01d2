package themes

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
)

// TestWithoutColoursNothingIsToldByABackgroundAlone: also by a theme that is
// chosen later.
func TestWithoutColoursNothingIsToldByABackgroundAlone(t *testing.T) {
	s := Dark()
	was := s.Version
	s.WithoutColours()
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
