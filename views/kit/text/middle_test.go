package text

import (
	"testing"

	"pgregory.net/rapid"
)

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		line  string
		cells int
		want  string
	}{
		{"bm25 top_n 12", 13, "bm25 top_n 12"}, {"bm25 top_n 12", 9, "bm25…n 12"}, {"abcdef", 2, "a…"},
		{"abcdef", 1, "…"}, {"abcdef", 0, ""}, {"漢字漢字漢字", 10, "漢字…漢字"}, {"", 3, ""}, {"AःA", 1, "…"},
	} {
		if got := Middle(c.line, c.cells); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.line, c.cells, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		line, cells := SanitizeLine(rapid.String().Draw(t, "line")), rapid.IntRange(-1, 40).Draw(t, "cells")
		if got := Middle(line, cells); Width(got) > max(cells, 0) {
			t.Errorf("%q in %d cells is %q", line, cells, got)
		}
	})
}
