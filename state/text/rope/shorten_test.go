package rope

import (
	"strings"
	"testing"
)

func TestShortenLeavesAllButLongStrings(t *testing.T) {
	long := strings.Repeat(`\"x`, 20)
	doc := `{"` + long + `": [1, "` + long + `", "short\n", {"a" :"` + long + `"}]}`
	var seen []string
	got := string(Shorten([]byte(doc), 30, func(text *Rope) []byte {
		if seen = append(seen, text.String()); len(seen) > 1 {
			return nil
		}
		return []byte(`"…"`)
	}))
	if want := strings.Replace(doc, `1, "`+long+`"`, `1, "…"`, 1); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if want := strings.Repeat(`"x`, 20); len(seen) != 2 || seen[0] != want || seen[1] != want {
		t.Errorf("%q are long", seen)
	}
	for _, doc := range []string{`["` + long, `[1,2]`, `"short"`} {
		if got := Shorten([]byte(doc), 4, func(*Rope) []byte { return nil }); string(got) != doc {
			t.Errorf("%q became %q", doc, got)
		}
	}
}
