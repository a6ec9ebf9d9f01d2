package scan

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`: "plain", ` "a\nb\u00e9\ud83d\ude00" `: "a\nbé😀", `5`: "", `null`: "", `""`: "", "\"\xff\"": "\xff", `"`: "",
	} {
		if got := Text([]byte(in)); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"<a href=\"x\">&": `"<a href=\"x\">&"`, "line\n": `"line\n"`, "\xff": `"` + "\ufffd" + `"`, "\x1b": `"\u001b"`,
	} {
		got := string(Quote(in))
		if got != want && got != strings.ReplaceAll(want, "\ufffd", `\ufffd`) {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%q: %s is not JSON", in, got)
		}
	}
}

func TestRunes(t *testing.T) {
	for in, want := range map[string]int{`"é😀"`: 2, `"\ud83d\ude00a"`: 2, `""`: 0} {
		if got := Runes([]byte(in)); got != want {
			t.Errorf("%s: %d code points, want %d", in, got, want)
		}
	}
}

// TestTextStart: the beginning of a text is never cut within a character.
func TestTextStart(t *testing.T) {
	for _, tt := range []struct {
		v    string
		most int
		want string
	}{
		{`"plain"`, 3, "pla"}, {`"plain"`, 99, "plain"}, {`"é"`, 1, ""}, {`"a\nb"`, 2, "a"}, {`"a\nb"`, 3, "a\n"},
		{`"\u00e9x"`, 5, ""}, {`"\u00e9x"`, 6, "é"}, {`"\ud83d\ude00"`, 11, ""}, {`"\ud83d\ude00"`, 12, "😀"}, {`5`, 1, ""}, {``, 1, ""},
	} {
		if got := TextStart([]byte(tt.v), tt.most); got != tt.want {
			t.Errorf("%s, %d bytes: %q, want %q", tt.v, tt.most, got, tt.want)
		}
	}
}

func TestLoneSurrogate(t *testing.T) {
	for doc, want := range map[string]int{
		`"\ud83d\ude00"`: -1, `"\ud83d"`: 1, `"\ude00"`: 1, `"\u0041\\ud83d"`: -1, `"\\\ud83dx"`: 3, `"\ud83d\u0041"`: 1, `"\ud83d\ud83d\ude00"`: 1, `[]`: -1,
	} {
		if got := LoneSurrogate([]byte(doc)); got != want {
			t.Errorf("%s: %d, want %d", doc, got, want)
		}
	}
}
