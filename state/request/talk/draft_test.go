package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/scan"

	"pgregory.net/rapid"
)

func draft(t *testing.T, doc string) *Draft {
	t.Helper()
	d, err := ParseDraft([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestNewDraftIsStreamed(t *testing.T) {
	v, ok := NewDraft().Get("/stream")
	want(t, "stream", string(v), "true")
	want(t, "there", ok, true)
	want(t, "nothing else", strings.Count(string(NewDraft().Bytes()), ":"), 1)
}

func TestDraftEdits(t *testing.T) {
	const doc = `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2}`
	tests := []struct{ name, pointer, value, want string }{
		{"replace", "/temperature", "1.0", `{"temperature": 1.0, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2}`},
		{"a key with a dot and one with a space", "/a.b/c d/1/e", `"<b>"`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<b>"}]}, "x": 1e2}`},
		{"add", "/model", `"a/b"`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2, "model": "a/b"}`},
		{"add below what is missing", "/r/effort", `"low"`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2, "r": {"effort": "low"}}`},
		{"append", "/a.b/c d/-", `2`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}, 2]}, "x": 1e2}`},
		{"append by number", "/a.b/c d/2", `2`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}, 2]}, "x": 1e2}`},
		{"a missing array", "/plugins/-/id", `"web"`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2, "plugins": [{"id": "web"}]}`},
		{"a key with a slash and a tilde", "/a~1b~0", `1`, `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 1e2, "a/b~": 1}`},
		{"a value with space around it", "/x", " 5\n", `{"temperature": 0.20, "a.b": {"c d": [1, {"e": "<&>"}]}, "x": 5}`},
	}
	for _, tt := range tests {
		d := draft(t, doc)
		if err := d.Set(tt.pointer, json.RawMessage(tt.value)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		want(t, tt.name, string(d.Bytes()), tt.want)
		want(t, tt.name+": version", d.Version(), uint64(1))
		v, ok := d.Get(strings.ReplaceAll(strings.ReplaceAll(tt.pointer, "plugins/-", "plugins/0"), "/-", "/2"))
		want(t, tt.name+": read back", string(v), strings.TrimSpace(tt.value))
		want(t, tt.name+": there", ok, true)
	}
}

func TestDraftAddsMembersInTheSameLayout(t *testing.T) {
	d := draft(t, "{\n  \"a\": 1,\n  \"b\": 2\n}")
	if err := d.SetString("/c", "x"); err != nil {
		t.Fatal(err)
	}
	want(t, "layout", string(d.Bytes()), "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": \"x\"\n}")
	d = draft(t, "{}")
	if err := d.SetString("/c", "x"); err != nil {
		t.Fatal(err)
	}
	want(t, "empty", string(d.Bytes()), `{"c": "x"}`)
}

func TestDraftWithARepeatedName(t *testing.T) {
	d := draft(t, `{"a":1,"b":2,"a":3}`)
	v, _ := d.Get("/a")
	want(t, "the last counts", string(v), "3")
	if err := d.Set("/a", json.RawMessage("4")); err != nil {
		t.Fatal(err)
	}
	want(t, "and is the one that changes", string(d.Bytes()), `{"a":1,"b":2,"a":4}`)
}

func TestDraftErrors(t *testing.T) {
	d := draft(t, `{"a":[1],"s":"x"}`)
	for pointer, target := range map[string]error{
		"/input": ErrInput, "/input/0": ErrInput, "/a/7": ErrPath, "/s/x": ErrPath, "a": ErrPath, "/a/x": ErrPath,
	} {
		if err := d.Set(pointer, json.RawMessage("1")); !errors.Is(err, target) {
			t.Errorf("Set %s: %v, want %v", pointer, err, target)
		}
	}
	if err := d.Set("/a", json.RawMessage(`{"b":`)); err == nil {
		t.Error("a value that is no JSON was set")
	}
	if err := d.Set("", json.RawMessage(`[]`)); err == nil {
		t.Error("the draft became an array")
	}
	want(t, "unchanged", string(d.Bytes()), `{"a":[1],"s":"x"}`)
	want(t, "version", d.Version(), uint64(0))
	for _, doc := range []string{``, `[]`, `{"a"`, `{"input":"x"}`, `1 2`} {
		if _, err := ParseDraft([]byte(doc)); err == nil {
			t.Errorf("%q is a draft", doc)
		}
	}
}

func TestDraftDelete(t *testing.T) {
	for pointer, left := range map[string]string{
		"/a": `{"b": [1,2,3], "c": {}}`, "/b": `{"a": 1, "c": {}}`, "/c": `{"a": 1, "b": [1,2,3]}`,
		"/b/0": `{"a": 1, "b": [2,3], "c": {}}`, "/b/2": `{"a": 1, "b": [1,2], "c": {}}`,
	} {
		d := draft(t, `{"a": 1, "b": [1,2,3], "c": {}}`)
		want(t, pointer, d.Delete(pointer), true)
		want(t, pointer, string(d.Bytes()), left)
		want(t, pointer+" again", draft(t, `{"z":1}`).Delete(pointer), false)
	}
}

func TestDraftModel(t *testing.T) {
	d := NewDraft()
	want(t, "none", d.Model(), "")
	for _, slug := range []string{"a/b", "c/d", ""} {
		if err := d.SetModel(slug); err != nil {
			t.Fatal(err)
		}
		want(t, "model", d.Model(), slug)
	}
	if _, ok := d.Get("/model"); ok {
		t.Error("an empty slug leaves the member")
	}
}

// document draws a JSON object in odd spellings and layouts.
func document(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", " ", "\n  "})
	var parts []string
	for i := range rapid.IntRange(0, 4).Draw(t, "members") {
		key := rapid.SampledFrom([]string{"a", "b.c", "d/e", "~", "", "<&>", "é", "0"}).Draw(t, "key") + fmt.Sprint(i)
		parts = append(parts, space.Draw(t, "s")+string(scan.Quote(key))+space.Draw(t, "s")+":"+space.Draw(t, "s")+someValue(t, depth)+space.Draw(t, "s"))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func someValue(t *rapid.T, depth int) string {
	simple := rapid.SampledFrom([]string{"1", "1.50", "1e+2", "-0", "null", "true", `"\u0041"`, `"</script>"`, `"é"`, `[ ]`, `{ }`})
	if depth == 0 {
		return simple.Draw(t, "value")
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return document(t, depth-1)
	case 1:
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			parts = append(parts, " "+someValue(t, depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return simple.Draw(t, "value")
}

// places lists every place of a document in order, with its spelling where it
// holds nothing else.
func listPlaces(v []byte, pointer string) (out [][2]string) {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	switch scan.KindOf(v) {
	case scan.Object:
		out = append(out, [2]string{pointer, "{"})
		for m := range scan.Members(v) {
			out = append(out, listPlaces(m.Value, pointer+"/"+escape.Replace(m.Key))...)
		}
	case scan.Array:
		out = append(out, [2]string{pointer, "["})
		i := 0
		for _, e := range scan.Elements(v) {
			out = append(out, listPlaces(e, fmt.Sprintf("%s/%d", pointer, i))...)
			i++
		}
	default:
		out = append(out, [2]string{pointer, string(v)})
	}
	return out
}

func without(list [][2]string, pointer string) [][2]string {
	return slices.DeleteFunc(slices.Clone(list), func(p [2]string) bool {
		return p[0] == pointer || strings.HasPrefix(p[0], pointer+"/")
	})
}

// TestSetChangesOnlyItsPath: an edit changes nothing outside its path: no
// member, no order, no spelling.
func TestSetChangesOnlyItsPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := ParseDraft([]byte(document(t, 3)))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			before := listPlaces(d.Bytes(), "")
			pointer := rapid.SampledFrom(before).Draw(t, "place")[0]
			if rapid.Bool().Draw(t, "new") {
				pointer += "/new"
			}
			if pointer == "" {
				continue
			}
			value := someValue(t, 1)
			if err := d.Set(pointer, json.RawMessage(value)); err != nil {
				if !errors.Is(err, ErrPath) {
					t.Fatal(err)
				}
				continue
			}
			got, ok := d.Get(pointer)
			if !ok || string(got) != value {
				t.Fatalf("%s: set %s, read %s", pointer, value, got)
			}
			if a, b := without(before, pointer), without(listPlaces(d.Bytes(), ""), pointer); !slices.Equal(a, b) {
				t.Fatalf("setting %s changed\n%v\nto\n%v", pointer, a, b)
			}
		}
	})
}

func TestDeleteChangesOnlyItsPath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := ParseDraft([]byte(document(t, 3)))
		if err != nil {
			t.Fatal(err)
		}
		before := listPlaces(d.Bytes(), "")
		pointer := rapid.SampledFrom(before).Draw(t, "place")[0]
		parent := pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
		if v, _ := d.Get(parent); pointer == "" || scan.KindOf(v) == scan.Array {
			return // later elements move up: no separate place
		}
		if !d.Delete(pointer) {
			t.Fatalf("%s is not there", pointer)
		}
		if err := scan.Check(d.Bytes()); err != nil {
			t.Fatal(err)
		}
		if a, b := without(before, pointer), listPlaces(d.Bytes(), ""); !slices.Equal(a, b) {
			t.Fatalf("deleting %s left\n%v\nof\n%v", pointer, b, a)
		}
	})
}

func TestBodyNestedTooDeep(t *testing.T) {
	deep := make([]byte, 20_000)
	for i := range deep {
		deep[i] = '['
		if i >= len(deep)/2 {
			deep[i] = ']'
		}
	}
	d := NewDraft()
	if err := d.Set("/x", deep); err != nil {
		t.Fatal(err)
	}
	if _, err := NewConversation(d).Body("hi", BodyOptions{}); err == nil {
		t.Error("a body of 10,000 levels was written")
	}
}

// TestEditsDoNotWriteToTheOldDocument: the old bytes stay valid.
func TestEditsDoNotWriteToTheOldDocument(t *testing.T) {
	d := draft(t, `{"a":[1,2,3]}`)
	old := d.Bytes()
	part, _ := d.Get("/a")
	if err := d.SetString("/a/0", "a longer value"); err != nil {
		t.Fatal(err)
	}
	d.Delete("/a/2")
	want(t, "old", string(old), `{"a":[1,2,3]}`)
	want(t, "its part", string(part), `[1,2,3]`)
	want(t, "new", string(d.Bytes()), `{"a":["a longer value",2]}`)
	if err := d.Set("", []byte(` {"b": 1} `)); err != nil {
		t.Fatal(err)
	}
	want(t, "replaced", string(d.Bytes()), `{"b": 1}`)
}

func TestApplyChangesKeepsOtherBytes(t *testing.T) {
	doc := []byte(`{ "model":"m", "input":[{"role":"user","content":"hi"}], "provider":{"only":["a"],"x":1.50} }`)
	for _, c := range []struct {
		changes []Change
		want    string
	}{
		{nil, string(doc)},
		{[]Change{{Pointer: "/provider/only"}}, `{ "model":"m", "input":[{"role":"user","content":"hi"}], "provider":{"x":1.50} }`},
		{[]Change{{Pointer: "/nothing/there"}}, string(doc)},
		{[]Change{{Pointer: "/input/0/content", Name: "text"}}, `{ "model":"m", "input":[{"role":"user","text":"hi"}], "provider":{"only":["a"],"x":1.50} }`},
		{[]Change{{Pointer: "/model", Value: []byte(`"n"`)}, {Pointer: "/input/0/content", Value: []byte(`"ho"`)}},
			`{ "model":"n", "input":[{"role":"user","content":"ho"}], "provider":{"only":["a"],"x":1.50} }`},
	} {
		before := string(doc)
		got, err := ApplyChanges(doc, c.changes...)
		if err != nil || string(got) != c.want {
			t.Errorf("%v: got %s, %v, want %s", c.changes, got, err, c.want)
		}
		if string(doc) != before {
			t.Fatalf("%v: the document was written to", c.changes)
		}
	}
	for _, bad := range []Change{
		{Pointer: "model", Value: []byte(`"n"`)}, {Pointer: "/model", Value: []byte(`{`)}, {Pointer: "/model/0", Value: []byte(`1`)},
		{Pointer: "/model", Name: "input"}, {Pointer: "/none", Name: "n"}, {Pointer: "/input/0", Name: "n"}, {Name: "n"},
	} {
		if got, err := ApplyChanges(doc, bad); err == nil {
			t.Errorf("%v is taken: %s", bad, got)
		}
	}
}

// TestContentsOfADraft: what a conversation without text is listed by.
func TestContentsOfADraft(t *testing.T) {
	for doc, contents := range map[string]string{
		`{}`: "", `{"model":"m","stream":true}`: "",
		`{"plugins":[{"id":"web"},{"id":"fusion"},{"id":"moderation"}]}`:                 "3 plugins",
		`{"plugins":[{"id":"web"}],"tools":[{"type":"x"},{"type":"y"}],"temperature":1}`: "1 plugin, 2 tools, 1 setting",
		`{"plugins":[],"instructions":"a","top_p":1}`:                                    "2 settings",
	} {
		want(t, doc, draft(t, doc).Contents(), contents)
	}
}
