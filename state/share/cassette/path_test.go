package cassette

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/json/tree"
)

// TestPathsAmongOtherShapes: a value of another kind ends a path there, not everywhere.
func TestPathsAmongOtherShapes(t *testing.T) {
	const body = `{"m":[{"c":"text"},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`
	for path, want := range map[string]string{
		".m[].c[].id":       `{"m":[{"c":"text"},{"c":[{"t":"x"},{}]},7,null,{"c":{"k":{}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		".m[1].c":           `{"m":[{"c":"text"},{},7,null,{"c":{"k":{"id":3}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		".m[]":              `{"m":[],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		`."a b"`:            `{"m":[{"c":"text"},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		`["a[0]"]`:          `{"m":[{"c":"text"},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a b":1,"s":{"seed":[1,{"seed":2}]}}`,
		"..seed":            `{"m":[{"c":"text"},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a b":1,"a[0]":2,"s":{}}`,
		".. | .id?":         `{"m":[{"c":"text"},{"c":[{"t":"x"},{}]},7,null,{"c":{"k":{}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		".s..seed[].seed":   `{"m":[{"c":"text"},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{}]}}`,
		".m | .[0] | .c ":   `{"m":[{},{"c":[{"id":1,"t":"x"},{"id":2}]},7,null,{"c":{"k":{"id":3}}}],"a b":1,"a[0]":2,"s":{"seed":[1,{"seed":2}]}}`,
		".m[9].c, .m":       "refused",
		"..a..b":            "refused",
		"..[]":              "refused",
		".m[-1]":            "refused",
		".m[1:]":            "refused",
		".m.":               "refused",
		".m[":               "refused",
		`.["x`:              "refused",
		".m |":              "refused",
		"..":                "refused",
		"":                  "refused",
		".m | .. | . | ..a": "refused",
	} {
		g, err := Ignore(path)
		if got := "refused"; err == nil {
			if got = string(g.Without([]byte(body))); got != want {
				t.Errorf("%s leaves %s\nwant %s", path, got, want)
			}
		} else if got != want {
			t.Error(err)
		}
	}
}

// TestPathsAreThoseOfJQ: what is left out is what jq deletes.
func TestPathsAreThoseOfJQ(t *testing.T) {
	seed := maphash.MakeSeed()
	var value func(depth int) *rapid.Generator[any]
	value = func(depth int) *rapid.Generator[any] {
		if depth == 0 {
			return rapid.Map(rapid.IntRange(0, 3), func(n int) any { return n })
		}
		return rapid.OneOf(
			rapid.Map(rapid.IntRange(0, 3), func(n int) any { return n }),
			rapid.Map(rapid.SliceOfN(value(depth-1), 0, 3), func(a []any) any { return a }),
			rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "a b"}), value(depth-1), 0, 3), func(m map[string]any) any { return m }))
	}
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.SampledFrom([]string{".a?", ".b?", `."a b"?`, `.["a"]?`, ".[0]?", ".[1]?", ".[]?"}), 1, 4).Draw(t, "steps")
		path := strings.Join(steps, " | ")
		if rapid.Bool().Draw(t, "deep") {
			path = ".. | .a? | " + path
		}
		doc, _ := json.Marshal(value(4).Draw(t, "document"))
		g, err := Ignore(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := tree.Filter(context.Background(), doc, "del("+path+")")
		if err != nil {
			t.Fatal(err)
		}
		got := g.Without(doc)
		a, ok := tree.Meaning(got, seed)
		if b, _ := tree.Meaning(want.Doc, seed); !ok || a != b {
			t.Fatalf("%s of %s: %s, want %s", path, doc, got, want.Doc)
		}
	})
}

// FuzzIgnore: no path and no body stops the program, and JSON stays JSON.
func FuzzIgnore(f *testing.F) {
	f.Add(`.a[].b`, `{"a":[{"b":1},2]}`)
	f.Add(`..a."x y"[3]`, `[[{"a":{"x y":[]}}]]`)
	f.Fuzz(func(t *testing.T, path, body string) {
		g, err := Ignore(path)
		if err != nil {
			return
		}
		if left := g.Without([]byte(body)); json.Valid([]byte(body)) && !json.Valid(left) {
			t.Errorf("%s of %s: %s", path, body, left)
		}
	})
}
