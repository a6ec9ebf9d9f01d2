package tree

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
)

// document draws JSON with white space and escapes anywhere, at most depth
// deep, without repeated names in one object.
func document(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "space")
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 || kind == 0 {
		return space + rapid.SampledFrom([]string{"0", "-1.50", "-15e-1", "2e+05", "true", "null", `""`, `"a\"b\\"`, `"\u00e9"`, `"é,]}"`,
			`"\\"`, `"Word"`}).Draw(t, "simple") + space
	}
	names := []string{`"a"`, `"b c"`, `"\u0064"`, `"}/~"`, `""`}
	var parts []string
	for i := range rapid.IntRange(0, 4).Draw(t, "size") {
		part := document(t, depth-1)
		if kind == 1 {
			part = space + names[i] + space + ":" + part
		}
		parts = append(parts, part)
	}
	if kind == 1 {
		return space + "{" + space + strings.Join(parts, ",") + "}" + space
	}
	return "[" + space + strings.Join(parts, ",") + "]"
}

func indexOf(t testing.TB, doc string) *Index {
	t.Helper()
	x, err := New([]byte(doc))
	if err != nil {
		t.Fatalf("%.80q: %v", doc, err)
	}
	return x
}

// TestIndexHoldsTheDocument: the index agrees on every value with
// reading the document by pointer and with decoding it.
func TestIndexHoldsTheDocument(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := document(rt, 4)
		x := indexOf(t, doc)
		for i := range x.Len() {
			var tokens []string
			unescape := strings.NewReplacer("~1", "/", "~0", "~")
			if p := x.Pointer(i); p != "" {
				for _, token := range strings.Split(p[1:], "/") {
					tokens = append(tokens, unescape.Replace(token))
				}
			}
			from, to, ok := scan.Find([]byte(doc), tokens)
			if gotFrom, gotTo := x.Span(i); !ok || gotFrom != from || gotTo != to {
				rt.Fatalf("%q at %q: %d to %d, want %d to %d", doc, tokens, gotFrom, gotTo, from, to)
			}
			if x.Depth(i) != len(tokens) {
				rt.Fatalf("%q at %q: depth %d", doc, tokens, x.Depth(i))
			}
		}
		var want any
		if err := json.Unmarshal([]byte(doc), &want); err != nil {
			rt.Fatal(err)
		}
		if got := rebuild(x, 0); !reflect.DeepEqual(got, want) {
			rt.Fatalf("%q: %v, want %v", doc, got, want)
		}
	})
}

func rebuild(x *Index, i int) any {
	children := x.children(i)
	if x.Count(i, 99) != len(children) {
		return "miscounted"
	}
	switch x.Kind(i) {
	case scan.Object:
		out := map[string]any{}
		for _, c := range children {
			out[scan.Text(x.Name(c))] = rebuild(x, c)
		}
		return out
	case scan.Array:
		out := []any{}
		for n, c := range children {
			if x.Number(c) != n {
				return "misnumbered"
			}
			out = append(out, rebuild(x, c))
		}
		return out
	}
	var v any
	if err := json.Unmarshal(x.Value(i), &v); err != nil {
		return err
	}
	return v
}

func TestPath(t *testing.T) {
	x := indexOf(t, `{"plugins":[{"id":1,"a[0]":{"deep er":[[2]]}}],"é":true,"_x9":0}`)
	want := []string{".", "plugins", "plugins[0]", "plugins[0].id", `plugins[0]["a[0]"]`, `plugins[0]["a[0]"]["deep er"]`,
		`plugins[0]["a[0]"]["deep er"][0]`, `plugins[0]["a[0]"]["deep er"][0][0]`, `["é"]`, "_x9"}
	for i := range x.Len() {
		if got := x.Path(i); got != want[i] {
			t.Errorf("value %d: %s, want %s", i, got, want[i])
		}
	}
}

// TestByteBelongsToTheLatestValue, which begins with its name.
func TestByteBelongsToTheLatestValue(t *testing.T) {
	const doc = ` {"a": [1, {"b": 22}], "c": "d"}`
	x := indexOf(t, doc)
	for before, want := range map[string]int{"": 0, ` {`: 1, ` {"a": `: 1, ` {"a": [`: 2, ` {"a": [1, `: 3, ` {"a": [1, {`: 4, ` {"a": [1, {"b": 2`: 4, doc[:len(doc)-3]: 5} {
		if got := x.At(len(before)); got != want {
			t.Errorf("behind %q: value %d, want %d", before, got, want)
		}
	}
	for i, want := range []string{"{", `"a"`, "1", "{", `"b"`, `"c"`} {
		if from := x.node(i).begin(); !strings.HasPrefix(doc[from:], want) {
			t.Errorf("value %d begins at %d", i, from)
		}
	}
}

func TestInvalidJSON(t *testing.T) {
	for _, doc := range []string{"", "{", "[1,]", "<html>", `{"a":1}x`} {
		if x, err := New([]byte(doc)); err == nil {
			t.Errorf("%q has an index of %d values", doc, x.Len())
		}
	}
}

// TestDepthHasNoBottom: a million brackets are read, walked in both
// directions, searched and compared.
func TestDepthHasNoBottom(t *testing.T) {
	if testing.Short() {
		t.Skip("a document of a million levels, read by one goroutine")
	}
	const deep = 1_000_000
	doc := strings.Repeat(`[{"a":`, deep/2) + `"needle"` + strings.Repeat("}]", deep/2)
	x := indexOf(t, doc)
	if x.Len() != deep+1 || x.Depth(deep) != deep {
		t.Fatalf("%d values, depth %d", x.Len(), x.Depth(deep))
	}
	if from, to := x.Span(0); from != 0 || to != len(doc) {
		t.Fatalf("%d to %d", from, to)
	}
	f := newFolds(x, 2)
	f.SetClosers(true)
	for _, hit := range found(x, Words("NEEDLE")) {
		f.Reveal(hit.Node)
	}
	rows := 0
	for r, ok := f.First(), true; ok; r, ok = f.Next(r) {
		rows++
	}
	if rows != 2*deep+1 {
		t.Fatalf("%d rows", rows)
	}
	if r, ok := f.Prev(f.Last()); !ok || r != (Row{Node: 1, Depth: 1, Close: true}) {
		t.Fatalf("before the last: %v", r)
	}
	other := indexOf(t, strings.Replace(doc, "needle", "straw", 1))
	if differ, _ := Diff(x, other).Differences(); differ != 1 {
		t.Fatalf("%d differences", differ)
	}
}

func FuzzIndex(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":"c"}]}`, `[ ]`, `"\"`, `{"a":{}}`, "[[[[", ` {"\\":[{ }, [ ] ]} `} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		x, err := New(doc)
		if (err == nil) != (scan.Check(doc) == nil) {
			t.Fatalf("%q: %v", doc, err)
		}
		if err != nil {
			return
		}
		small, err := build(doc, 1)
		if err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		var spans []string
		for i := range x.Len() {
			if x.Pointer(i) != small.Pointer(i) || x.Next(i) != small.Next(i) || !bytes.Equal(x.Value(i), small.Value(i)) {
				t.Fatalf("%q: value %d is another in blocks of its own", doc, i)
			}
			if v := x.Value(i); !bytes.Equal(v, bytes.TrimSpace(v)) || scan.Check(v) != nil {
				t.Fatalf("%q: value %d is %q", doc, i, v)
			}
			spans = append(spans, x.Pointer(i)+strconv.Itoa(x.Next(i)))
		}
		f := newFolds(x, AllLevels)
		f.SetClosers(true)
		last := f.First()
		for r, ok := last, true; ok; r, ok = f.Next(r) {
			last = r
		}
		if last != f.Last() || slices.Contains(spans, "") {
			t.Fatalf("%q ends with %v, not %v", doc, last, f.Last())
		}
		if differ, other := Diff(x, x).Differences(); differ+other > 0 {
			t.Fatalf("%q differs from itself", doc)
		}
	})
}

func BenchmarkIndex100MB(b *testing.B) {
	item := `{"type":"message","id":"msg_0123456789","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Rotate them, the oldest first.","annotations":[]}]},`
	doc := []byte("[" + strings.Repeat(item, 100<<20/len(item)) + "0]")
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch100MB(b *testing.B) {
	item := `{"type":"message","id":"msg_0123456789","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Rotate them, the oldest first.","annotations":[]}]},`
	x := indexOf(b, "["+strings.Repeat(item, 100<<20/len(item))+"0]")
	b.SetBytes(int64(len(x.Doc())))
	for b.Loop() {
		for range found(x, Words("nowhere")) {
			b.Fatal("found")
		}
	}
}
