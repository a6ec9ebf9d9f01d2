package tree

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn writes a comparison with signs, and brackets around the words that differ.
func drawnLines(d *TextDiff, a, b string) string {
	var out strings.Builder
	for row, side := range d.Lines(0, len(d.Rows)) {
		text, l := a, d.Rows[row].Side(side)
		if side == Added {
			text = b
		}
		out.WriteString(map[ChangeKind]string{Same: " ", Removed: "-", Added: "+"}[side])
		at := l.From
		for _, m := range d.Marks(row, side) {
			out.WriteString(text[at:m.From] + "[" + text[m.From:m.To] + "]")
			at = m.To
		}
		out.WriteString(text[at:l.To] + "\n")
	}
	return out.String()
}

func TestLinesDiffer(t *testing.T) {
	same := "The first line stays as it is.\nThe second line stays too.\n"
	for _, c := range []struct{ name, a, b, want string }{
		{"words of a line", same + "keys in a repository", same + "keys in any repository",
			" The first line stays as it is.\n The second line stays too.\n-keys in [a] repository\n+keys in [any] repository\n"},
		{"an empty line added", "one two three\n\nfour five six", "one two three\n\n\nfour five six", " one two three\n \n+\n four five six\n"},
		{"an empty line gone", "one two three\n\nfour five six", "one two three\nfour five six", " one two three\n-\n four five six\n"},
		{"a line that has nothing of the other", same + "red green", same + "seven words of quite another line here",
			" The first line stays as it is.\n The second line stays too.\n-red green\n+seven words of quite another line here\n"},
		{"a line broken in two", "the quick brown fox jumps over the lazy dog", "the quick brown fox\njumps over the lazy dog",
			"-the quick brown fox[ ]jumps over the lazy dog\n+the quick brown fox[]\n+jumps over the lazy dog\n"},
		{"a line in front", "x y z\n", "new one\nx y z\n", "+new one\n x y z\n \n"},
		{"nothing before", "", "x\ny", "+x\n+y\n"},
		{"CJK", "我们明天去北京看长城。", "我们后天去北京看长城。", "-我们[明]天去北京看长城。\n+我们[后]天去北京看长城。\n"},
		{"an end of another kind", "one two\r\nx", "one two\nx", "-one two[\r]\n+one two\n x\n"},
	} {
		if got := drawnLines(DiffLines(c.a, c.b), c.a, c.b); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestTextsThatShareLittleAreApart: single words, which any two texts have in common, do
// not make them one text; words in another order, and lines broken elsewhere, do not make
// them two.
func TestTextsThatShareLittleAreApart(t *testing.T) {
	words := make([]string, 3000)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", i*i%997)
	}
	broken := func(n int) string {
		var out strings.Builder
		for i, w := range words {
			out.WriteString(w + map[bool]string{true: "\n", false: " "}[i%n == n-1])
		}
		return out.String()
	}
	for _, c := range []struct {
		name, a, b string
		apart      bool
	}{
		{"two subjects", "A lighthouse is a tower with a light at the top.\nIt is built on the coast and it guides ships.", "A windmill has sails, and in the wind they turn.\nIt is used to grind corn.", true},
		{"one word apart", "The capital of France is Paris.", "The capital of France is Lyon.", false},
		{"short", "yes", "no", true},
		{"nothing in one of them", "", "no", false},
		{"broken elsewhere", broken(7), broken(11), false},
		{"another order", "one two three four five\nsix seven eight nine ten", "six seven eight nine ten one two three four five", false},
		{"CJK", "今天天气很好我们去公园散步", "请把这份文件翻译成英文谢谢", true},
	} {
		d := DiffLines(c.a, c.b)
		if d.Apart != c.apart {
			t.Errorf("%s: apart is %v\n%.400s", c.name, d.Apart, drawnLines(d, c.a, c.b))
		}
		for i, r := range d.Rows {
			if d.Apart && (r.Kind == Same || len(d.Marks(i, Removed))+len(d.Marks(i, Added)) > 0) {
				t.Errorf("%s: a line is compared", c.name)
			}
		}
	}
}

// TestManyChangesLeaveTheOtherLinesTheSame: a search that gives up after some steps would take
// all between the first and the last for changed.
func TestManyChangesLeaveTheOtherLinesTheSame(t *testing.T) {
	var a, b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&a, "line %d says one thing\n", i)
		if i%10 == 3 {
			fmt.Fprintf(&b, "line %d says another thing\n", i)
		} else {
			fmt.Fprintf(&b, "line %d says one thing\n", i)
		}
	}
	d := DiffLines(a.String(), b.String())
	if removed, added := d.Counts(); removed != 300 || added != 300 {
		t.Errorf("-%d +%d, want 300 each", removed, added)
	}
}

func TestUnified(t *testing.T) {
	a := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	b := strings.Replace(strings.Replace(a, "2\n", "two\n", 1), "12\n", "12\n13\n", 1)
	want := "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -10,4 +10,5 @@\n 10\n 11\n 12\n+13\n \n"
	if got := DiffLines(a, b).Unified(a, b); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := DiffLines(a, a).Unified(a, a); got != "" {
		t.Errorf("one text differs from itself:\n%s", got)
	}
}

// TestLinesMakeUpBothTexts: the rows contain both texts completely, marks are in their line and in
// order, and stretches leave out only what is the same.
func TestLinesMakeUpBothTexts(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab c\n\n,漢é")))
	rapid.Check(t, func(rt *rapid.T) {
		a, b := text.Draw(rt, "a"), text.Draw(rt, "b")
		d := DiffLines(a, b)
		var first, second []string
		marked := 0
		for i, r := range d.Rows {
			if r.Has(Removed) {
				first = append(first, a[r.A.From:r.A.To])
			}
			if r.Has(Added) {
				second = append(second, b[r.B.From:r.B.To])
			}
			if r.Kind == Same && a[r.A.From:r.A.To] != b[r.B.From:r.B.To] {
				rt.Fatalf("%q is not %q", a[r.A.From:r.A.To], b[r.B.From:r.B.To])
			}
			for _, side := range []ChangeKind{Removed, Added} {
				l, marks := r.Side(side), d.Marks(i, side)
				at := l.From
				marked += len(marks)
				for _, m := range marks {
					if m.From < at || m.To < m.From || m.To > l.To {
						rt.Fatalf("mark %v of %v", m, l)
					}
					at = m.To
				}
			}
		}
		if marked != len(d.marks[0])+len(d.marks[1]) {
			rt.Fatalf("%d marks of lines, of %v", marked, d.marks)
		}
		if strings.Join(first, "\n") != a || strings.Join(second, "\n") != b {
			rt.Fatalf("%q and %q", first, second)
		}
		at := 0
		for _, s := range d.Stretches(rapid.IntRange(0, 4).Draw(rt, "around")) {
			if s.From != at || s.To <= at {
				rt.Fatalf("stretch %v begins at %d", s, at)
			}
			for _, r := range d.Rows[s.From:s.To] {
				if (r.Kind == Same) != s.Same || s.Folded && !s.Same {
					rt.Fatalf("%v holds %v", s, r.Kind)
				}
			}
			at = s.To
		}
		if at != len(d.Rows) {
			rt.Fatalf("stretches end at %d of %d", at, len(d.Rows))
		}
	})
}

func BenchmarkDiffLines(b *testing.B) {
	var first, second strings.Builder
	for i := range 25_000 {
		fmt.Fprintf(&first, "line %d of a text of one megabyte, or so\n", i)
		fmt.Fprintf(&second, "line %d of a text of %s megabyte, or so\n", i, map[bool]string{true: "a", false: "one"}[i%50 == 0])
	}
	b.SetBytes(int64(first.Len()))
	for b.Loop() {
		DiffLines(first.String(), second.String())
	}
}

// TestMovedHalvesAreOneWalk: the longest rising part of lines that moved is found without a
// copy of it for each of them, counted in bytes.
func TestMovedHalvesAreOneWalk(t *testing.T) {
	const n = 100_000
	pairs := make([][2]int, n)
	for i := range pairs {
		pairs[i] = [2]int{i, (i + n/2) % n}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := rising(pairs)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > n*500 {
		t.Errorf("%d bytes for %d lines", took, n)
	}
	if len(got) != n/2 {
		t.Errorf("%d lines stay", len(got))
	}
	for i := 1; i < len(got); i++ {
		if got[i][0] <= got[i-1][0] || got[i][1] <= got[i-1][1] {
			t.Fatalf("%v behind %v", got[i], got[i-1])
		}
	}
}
