package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// spot is a value's place as a walk down the document finds it.
type spot struct {
	path     []string
	key      int // where its entry begins: at the member's name, else at the value
	from, to int
}

func walk(doc []byte, base, key int, path []string) []spot {
	from := SkipSpace(doc, 0)
	out := []spot{{path, key, base + from, base + ValueEnd(doc, from)}}
	for m := range Members(doc) {
		out = append(out, walk(m.Value, base+m.At, base+m.KeyAt, append(slices.Clone(path), m.Key))...)
	}
	n := 0
	for at, e := range Elements(doc) {
		out = append(out, walk(e, base+at, base+at, append(slices.Clone(path), strconv.Itoa(n)))...)
		n++
	}
	return out
}

// TestFindEqualsAWalk: what is found at a path is what a walk finds there last,
// below the last of every name on the way.
func TestFindEqualsAWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := []byte(drawValue(t, 4))
		for _, s := range walk(doc, 0, 0, nil) {
			want := doc[SkipSpace(doc, 0):]
			want = want[:ValueEnd(want, 0)]
			for _, token := range s.path {
				if KindOf(want) == Object {
					want = Get(want, token)
					continue
				}
				i, list := 0, want
				want = nil
				for _, e := range Elements(list) {
					if strconv.Itoa(i) == token {
						want = e
					}
					i++
				}
			}
			from, to, ok := Find(doc, s.path)
			if ok != (want != nil) || ok && string(doc[from:to]) != string(want) {
				t.Fatalf("%q at %q: %v %q, want %q", doc, s.path, ok, doc[from:to], want)
			}
		}
		if _, _, ok := Find(doc, []string{"no such name"}); ok {
			t.Fatalf("%q: found what is not there", doc)
		}
	})
}

func TestIndentEqualsTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := bytes.TrimSpace([]byte(drawValue(t, 4)))
		prefix := rapid.SampledFrom([]string{"", "  "}).Draw(t, "prefix")
		var want bytes.Buffer
		if err := json.Indent(&want, doc, prefix, "  "); err != nil {
			t.Fatal(err)
		}
		got, err := AppendIndent(nil, doc, prefix)
		if err != nil || string(got) != want.String() {
			t.Fatalf("%q, %v\n%s\nwant\n%s", doc, err, got, &want)
		}
		if !Same(doc, got) || !Same(got, doc) {
			t.Fatalf("not the same:\n%s\n%s", doc, got)
		}
	})
}

func TestIndentDepthIsBounded(t *testing.T) {
	deep := []byte(strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001))
	if _, err := AppendIndent(nil, deep, ""); !errors.Is(err, ErrDepth) {
		t.Errorf("got %v", err)
	}
	if _, err := AppendIndent(nil, deep[1:len(deep)-1], ""); err != nil {
		t.Errorf("one less: %v", err)
	}
}

func TestNotTheSame(t *testing.T) {
	for _, pair := range [][2]string{
		{`1`, `10`}, {`10`, `1`}, {`[1]`, `[1,2]`}, {`"a b"`, `"ab"`}, {`{"a":1}`, `{"b":1}`}, {`"\u00e9"`, `"é"`},
		{`1.0`, `1.00`}, {`[]`, ``}, {``, `[]`}, {`true`, `trues`}, {`{"a":1,"b":2}`, `{"b":2,"a":1}`}, {`[12]`, `[1`},
	} {
		if Same([]byte(pair[0]), []byte(pair[1])) {
			t.Errorf("%s and %s", pair[0], pair[1])
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, doc := range []string{`{"a":[1,{"b":"c"}]}`, `{"a"`, `[1,,]`, `{"a":}`, `}`, `[}`, `"`, `{"a":1 "b":2}`} {
		f.Add([]byte(doc), "a/0/b")
	}
	f.Fuzz(func(t *testing.T, doc []byte, path string) {
		from, to, ok := Find(doc, strings.Split(path, "/"))
		if ok && (from < 0 || from > to || to > len(doc)) {
			t.Fatalf("%d to %d of %d", from, to, len(doc))
		}
		if out, err := AppendIndent(nil, doc, ""); err == nil && Check(doc) == nil && !Same(out, doc) {
			t.Fatalf("%q became %q", doc, out)
		}
	})
}
