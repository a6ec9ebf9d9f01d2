package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text        string
		maxBytes    int
		clip, sized string
	}{
		{"abc", 3, "abc", "abc"},
		{"abcd", 3, "abc…", "abc… (4 B)"},
		{"aé", 2, "a…", "a… (3 B)"},
		{"\xffabc", 2, "\xffa…", "\xffa… (4 B)"}, // what is no character stays, and is made visible
		{"é", 0, "…", "… (2 B)"},
		{"", 0, "", ""},
	} {
		if got := Clip(c.text, c.maxBytes); got != c.clip {
			t.Errorf("%q in %d bytes: %q, want %q", c.text, c.maxBytes, got, c.clip)
		}
		if got := ClipSized(c.text, c.maxBytes); got != c.sized {
			t.Errorf("%q in %d bytes: %q, want %q", c.text, c.maxBytes, got, c.sized)
		}
	}
	if got, want := ClipLine("a\x1bb\ncd", 4), SanitizeLine("a\x1bb\n…"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		line  string
		cells int
		tail  string
		want  string
	}{
		{"ab", 4, "…", "ab  "}, {"abcd", 4, "…", "abcd"}, {"abcde", 4, "…", "abc…"}, {"abcde", 4, "", "abcd"},
		{"漢字", 3, "", "漢 "}, {"a", 0, "…", ""}, {"a", -1, "", ""}, {"", 2, "…", "  "},
	} {
		if got := Fit(c.line, c.cells, c.tail); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.line, c.cells, got, c.want)
		}
	}
}

// TestStart: it is as much of the text as fits, and cuts no character.
func TestStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, maxBytes := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "most")
		got := Start(text, maxBytes)
		if !strings.HasPrefix(text, got) || len(got) > maxBytes || !utf8.ValidString(got) || len(got) < min(len(text), maxBytes-utf8.UTFMax+1) {
			t.Fatalf("%q in %d bytes: %q", text, maxBytes, got)
		}
	})
}

// TestWordsAreNotCut where a line ends, but for a first one that is wider.
func TestWordsAreNotCut(t *testing.T) {
	for _, c := range []struct {
		line  string
		cells int
		want  string
	}{
		{"nothing listens here", 20, "nothing listens here"},
		{"nothing listens here", 19, "nothing listens…"},
		{"nothing listens, here", 17, "nothing listens…"},
		{"nothing listens", 14, "nothing…"},
		{"nothing listens", 8, "nothing…"},
		{"nothing listens", 7, "nothin…"},
		{"nothing", 1, "…"},
		{"nothing", 0, ""},
	} {
		if got := Words(c.line, c.cells); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.line, c.cells, got, c.want)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		line, cells := SanitizeLine(rapid.String().Draw(r, "line")), rapid.IntRange(0, 30).Draw(r, "cells")
		if got := Words(line, cells); Width(got) > cells {
			r.Errorf("%q in %d cells is %q", line, cells, got)
		}
	})
}
