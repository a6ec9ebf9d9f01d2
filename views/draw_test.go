package views

import (
	"strings"
	"testing"
)

func TestLinesAreDrawnOnce(t *testing.T) {
	drawn := 0
	draw := func(s string) string { drawn++; return strings.ToUpper(s) }
	var l Lines
	for _, c := range []struct {
		frame string
		want  int // lines drawn so far
	}{{"a b c", 3}, {"b c d", 4}, {"b b b", 4}, {"a b", 5}, {"c", 6}} {
		l.Frame()
		for _, line := range strings.Fields(c.frame) {
			if got := l.Line(line, draw); got != strings.ToUpper(line) {
				t.Errorf("%q is drawn as %q", line, got)
			}
		}
		if drawn != c.want {
			t.Errorf("after %q %d lines were drawn, want %d", c.frame, drawn, c.want)
		}
	}
	l.Forget()
	l.Line("c", draw)
	if drawn != 7 {
		t.Error("what was forgotten is known still")
	}
}
