package tree

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// found returns all hits of a search in one slice.
func found(x *Index, p Pattern) []Hit {
	hits, _ := x.SearchSlice(p, 0, len(x.Doc()), len(x.Doc()))
	return hits
}

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
		if got := found(x, Words(c.words)); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.words, got, c.want)
		}
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
		if want := found(x, p); !slices.Equal(got, want) {
			rt.Fatalf("%s: %v, want %v", x.Doc(), got, want)
		}
	})
}
