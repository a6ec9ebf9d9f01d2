package tree

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// listed is the rows of a tree as a recursive walk makes them.
func listed(f *Folds, r Row) []Row {
	out := []Row{r}
	if !f.Open(r) {
		return out
	}
	for _, c := range f.x.children(r.Node) {
		out = append(out, listed(f, Row{Node: c, Depth: r.Depth + 1})...)
	}
	if f.closers {
		out = append(out, Row{Node: r.Node, Depth: r.Depth, Close: true})
	}
	return out
}

// TestRows: walking in both directions gives the rows of a recursive walk,
// whatever is folded, with closing brackets and without.
func TestRows(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x := indexOf(t, document(rt, 4))
		f := newFolds(x, rapid.IntRange(0, 5).Draw(rt, "level"))
		f.SetClosers(rapid.Bool().Draw(rt, "closers"))
		for range rapid.IntRange(0, 4).Draw(rt, "flips") {
			i := rapid.IntRange(0, x.Len()-1).Draw(rt, "flip")
			f.Toggle(Row{Node: i, Depth: x.Depth(i)})
		}
		want := listed(f, f.First())
		var down, up []Row
		for r, ok := f.First(), true; ok; r, ok = f.Next(r) {
			down = append(down, r)
		}
		for r, ok := f.Last(), true; ok; r, ok = f.Prev(r) {
			up = append(up, r)
		}
		slices.Reverse(up)
		if !slices.Equal(down, want) || !slices.Equal(up, want) {
			rt.Fatalf("%s\ndown %v\nup   %v\nwant %v", x.Doc(), down, up, want)
		}
		i := rapid.IntRange(0, x.Len()-1).Draw(rt, "value")
		if r := f.Visible(i); !slices.Contains(want, r) || i < r.Node || i >= x.Next(r.Node) {
			rt.Fatalf("%s: value %d is seen at %v", x.Doc(), i, r)
		}
		if r := f.Reveal(i); r.Node != i || !slices.Contains(listed(f, f.First()), r) {
			rt.Fatalf("%s: value %d is still hidden", x.Doc(), i)
		}
	})
}

func TestLevels(t *testing.T) {
	x := indexOf(t, `{"a":{"b":{"c":1}},"d":[]}`)
	for level, want := range []int{1, 3, 4, 5, 5} {
		f := newFolds(x, 9)
		f.Toggle(f.First())
		f.SetLevel(level)
		if got := len(listed(f, f.First())); got != want {
			t.Errorf("level %d: %d rows, want %d", level, got, want)
		}
	}
}
