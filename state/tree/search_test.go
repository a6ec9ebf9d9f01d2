package tree

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSearch(t *testing.T) {
	x := indexOf(t, `{"Model":"a/B","text":"line\nmodel \u00e9","n":12.50,"deep":[{"model":null}],"q":"say \"model\""}`)
	for _, c := range []struct {
		words string
		want  []Hit
	}{
		{"model", []Hit{{1, true}, {2, false}, {6, true}, {7, false}}},
		{"É", []Hit{{2, false}}},
		{"12.5", []Hit{{3, false}}},
		{`"model"`, []Hit{{7, false}}},
		{"\n", []Hit{{2, false}}},
		{"null", []Hit{{6, false}}},
		{"", nil},
		{"nowhere", nil},
	} {
		if got := slices.Collect(x.Search(Words(c.words), 0)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.words, got, c.want)
		}
	}
	p, err := Regexp(`^\d+\.|^DEEP$`)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(x.Search(p, 0)); !slices.Equal(got, []Hit{{3, false}, {4, true}}) {
		t.Errorf("pattern: %v", got)
	}
	if _, err := Regexp("("); err == nil || !strings.Contains(err.Error(), "missing closing )") {
		t.Errorf("an open bracket: %v", err)
	}
}

// TestSearchInSlices: a search that was cut into slices finds what one in one
// go finds.
func TestSearchInSlices(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x := indexOf(t, document(rt, 4))
		p := Words(rapid.SampledFrom([]string{"a", "0", "é", "word", "/"}).Draw(rt, "words"))
		size := rapid.IntRange(0, 20).Draw(rt, "size")
		var got []Hit
		for next := 0; next < x.Len(); {
			var hits []Hit
			hits, next = x.SearchSlice(p, next, size, 2)
			got = append(got, hits...)
		}
		if want := slices.Collect(x.Search(p, 0)); !slices.Equal(got, want) {
			rt.Fatalf("%s: %v, want %v", x.Doc(), got, want)
		}
	})
}
