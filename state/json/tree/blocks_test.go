package tree

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
)

// wanted is a value of a document as decoding all of it shows it.
type wanted struct {
	from, to     int
	name         string // as it is spelled; empty for an element and the document
	begin        int    // where that begins, else from
	number       int    // index in the same object or array
	parent, next int
	children     []int
}

// listOf lists the values of a document in their order.
func listOf(doc string) []wanted {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	var list []wanted
	open, name, begin := []int{}, "", 0 // name of the next value
	for {
		from := int(d.InputOffset())
		for from < len(doc) && strings.IndexByte(" \n\t\r,:", doc[from]) >= 0 {
			from++
		}
		token, err := d.Token()
		if err != nil {
			return list
		}
		to, top := int(d.InputOffset()), len(open)-1
		if token == json.Delim(']') || token == json.Delim('}') {
			list[open[top]].to, list[open[top]].next = to, len(list)
			open = open[:top]
			continue
		}
		v := wanted{from: from, to: to, begin: from, parent: -1, next: len(list) + 1}
		if top >= 0 {
			v.parent = open[top]
			if doc[list[v.parent].from] == '{' && name == "" {
				name, begin = doc[from:to], from
				continue
			}
			v.number = len(list[v.parent].children)
			list[v.parent].children = append(list[v.parent].children, len(list))
		}
		if name != "" {
			v.name, v.begin, name = name, begin, ""
		}
		list = append(list, v)
		if _, opens := token.(json.Delim); opens {
			open = append(open, len(list)-1)
		}
	}
}

// manyBlocks draws a document of some blocks: of values of any size side by side
// and in each other.
func manyBlocks(t *rapid.T) string {
	var parts []string
	for range rapid.IntRange(1, 6).Draw(t, "parts") {
		part := document(t, 3)
		switch rapid.IntRange(0, 5).Draw(t, "as") {
		case 0:
			part = strings.Repeat(part+",", rapid.IntRange(0, 200).Draw(t, "times")) + "0"
		case 1:
			part = `"` + strings.Repeat(`words \"and\" ]}, `, rapid.SampledFrom([]int{1, 70, 300}).Draw(t, "length")) + `"`
		case 2:
			part = strings.Repeat(" \n", rapid.IntRange(0, 1000).Draw(t, "space")) + part
		case 3:
			deep := rapid.IntRange(0, 1500).Draw(t, "deep")
			part = strings.Repeat(`{"d":[`, deep) + part + strings.Repeat("]}", deep)
		case 4:
			part = `{"` + strings.Repeat("name ", rapid.SampledFrom([]int{1, 300}).Draw(t, "length")) + `" : ` + part + `}`
		}
		parts = append(parts, part)
	}
	return ` {"a": [` + strings.Join(parts, ",") + `], "b":[ ]}`
}

func indexIn(t *rapid.T, doc string) *Index {
	size := rapid.SampledFrom([]uint32{1, 2, 20, blockSize}).Draw(t, "size of a block")
	x, err := build([]byte(doc), size)
	if err != nil {
		t.Fatalf("%.80q: %v", doc, err)
	}
	return x
}

// TestIndexEqualsAListOfAllValues, whatever block a value is in and
// whichever were asked for before.
func TestIndexEqualsAListOfAllValues(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := manyBlocks(rt)
		x, list := indexIn(rt, doc), listOf(doc)
		if x.Len() != len(list) {
			rt.Fatalf("%q: %d values, want %d", doc, x.Len(), len(list))
		}
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "order"), 0)).Perm(len(list))
		if rapid.Bool().Draw(rt, "in order") {
			slices.Sort(order)
		}
		for _, i := range order {
			if wrong := differs(x, list, i); wrong != "" {
				rt.Fatalf("%q, value %d: %s", doc, i, wrong)
			}
		}
		first := rapid.IntRange(0, len(list)-1).Draw(rt, "first")
		for i := range x.all(first) {
			if i != first {
				rt.Fatalf("%q: value %d comes where %d would", doc, i, first)
			}
			first++
		}
		if first != len(list) {
			rt.Fatalf("%q: they end before %d", doc, first)
		}
	})
}

// differs says in what an index and a list differ of a value; nothing where they
// do not.
func differs(x *Index, list []wanted, i int) string {
	v := list[i]
	from, to := x.Span(i)
	text := string(x.doc[v.from:v.to])
	number, depth := v.number, 0
	if v.name != "" || v.parent < 0 {
		number = -1
	}
	for p := v.parent; p >= 0; p = list[p].parent {
		depth++
	}
	switch n := len(v.children); {
	case from != v.from || to != v.to || string(x.Value(i)) != text:
		return "where it lies"
	case x.Kind(i) != scan.KindOf([]byte(text)) || x.Container(i) != (text[0] == '{' || text[0] == '['):
		return "what it is"
	case x.Parent(i) != v.parent || x.Depth(i) != depth:
		return "what it lies in"
	case x.Next(i) != v.next || x.Children(i) != (n > 0):
		return "what comes next"
	case string(x.Name(i)) != v.name || x.Number(i) != number:
		return "its name"
	case x.node(i).begin() != v.begin || x.At(v.begin) != i || i+1 < len(list) && x.At(list[i+1].begin-1) != i:
		return "what bytes belong to it"
	case x.Count(i, 10) != min(n, 10):
		return "how many lie in it"
	case x.nth(i, n) != -1 || n > 0 && x.nth(i, n/2) != v.children[n/2] || n > 0 && x.lastChild(i) != v.children[n-1]:
		return "what lies in it"
	}
	return ""
}

// TestSame: what is at the same place of another document is what walking both
// lists in step finds.
func TestSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		docs := [2]string{manyBlocks(rt), manyBlocks(rt)}
		x, y := indexIn(rt, docs[0]), indexIn(rt, docs[1])
		a, b := listOf(docs[0]), listOf(docs[1])
		place := map[int]int{0: 0} // of values of b that are in a
		for i, v := range b[1:] {
			around, there := place[v.parent]
			for _, c := range a[around].children {
				if there && v.name == a[c].name && (v.name != "" || v.number == a[c].number) {
					place[i+1] = c
				}
			}
		}
		for range 50 {
			i := rapid.IntRange(0, len(b)-1).Draw(rt, "value")
			inner := i
			for _, known := place[inner]; !known; _, known = place[inner] {
				inner = b[inner].parent
			}
			if same, exact := x.Same(y, i); same != place[inner] || exact != (inner == i) {
				rt.Fatalf("%q in %q, value %d: %d, %t, want %d", docs[1], docs[0], i, same, exact, place[inner])
			}
		}
	})
}

// TestIndexIsSafeForConcurrentUse: they replace the blocks that others have.
func TestIndexIsSafeForConcurrentUse(t *testing.T) {
	doc := "[" + strings.Repeat(`{"a":[1,"b",{"c":{}}]},`, 2_000) + "0]"
	x, list := indexOf(t, doc), listOf(doc)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			at := rand.New(rand.NewPCG(uint64(g), 0))
			for range 5_000 {
				i := at.IntN(len(list))
				if wrong := differs(x, list, i); wrong != "" {
					t.Errorf("value %d: %s", i, wrong)
					return
				}
			}
		})
	}
	all.Wait()
}

// size returns the bytes that an index retains, without the document.
func (x *Index) size() int {
	return len(x.blocks)*int(unsafe.Sizeof(block{})) + len(x.outer)*int(unsafe.Sizeof(outer{}))
}

// large are documents of a size, in bytes: as services send them, and of values as
// small as can be.
func large(size int) map[string]string {
	list := func(item string) string { return "[" + strings.Repeat(item+",", size/(len(item)+1)) + "0]" }
	return map[string]string{
		"items": list(`{"type":"message","id":"msg_0123456789","role":"assistant","status":"completed",` +
			`"content":[{"type":"output_text","text":"Rotate them, the oldest first.","annotations":[]}]}`),
		"embedding": list("-0.0123456"),
		"numbers":   list("1"),
		"nested":    list(`{"a":[{},[]]}`),
	}
}

// TestIndexIsSmall compared with its document, even for small values.
func TestIndexIsSmall(t *testing.T) {
	for name, doc := range large(1 << 20) {
		if x := indexOf(t, doc); x.size() > len(doc)/10 {
			t.Errorf("%s: %d bytes for a document of %d", name, x.size(), len(doc))
		}
	}
}

// BenchmarkSize reports the size of an index as a multiple of its document's.
func BenchmarkSize(b *testing.B) {
	for name, doc := range large(16 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				b.ReportMetric(float64(indexOf(b, doc).size())/float64(len(doc)), "held")
			}
		})
	}
}
