package talk

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
)

// The examples of RFC 7386, appendix A, of documents that are objects.
func TestMergePatchDoesAsTheRFCSays(t *testing.T) {
	for _, c := range []struct{ doc, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		{`{"temperature":1.50,"input":"x"}`, `{"model":"m"}`, `{"temperature":1.50,"input":"x","model":"m"}`},
	} {
		got, err := MergePatch([]byte(c.doc), []byte(c.patch))
		var a, b any
		if err != nil || json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(c.want), &b) != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s with %s is %s, %v; want %s", c.doc, c.patch, got, err, c.want)
		}
	}
}

// TestTheDiffOfTwoDocumentsMakesOneOfTheOther, but for members that are null: a patch cannot set these.
func TestTheDiffOfTwoDocumentsMakesOneOfTheOther(t *testing.T) {
	var value func(deep int) *rapid.Generator[any]
	value = func(deep int) *rapid.Generator[any] {
		kinds := []*rapid.Generator[any]{rapid.Int().AsAny(), rapid.String().AsAny(), rapid.Bool().AsAny(), rapid.SliceOfN(rapid.Int(), 0, 3).AsAny()}
		if deep > 0 {
			kinds = append(kinds, rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c/d", "é"}), value(deep-1), 0, 4).AsAny())
		}
		return rapid.OneOf(kinds...)
	}
	object := rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c/d", "é"}), value(3), 0, 4)
	rapid.Check(t, func(t *rapid.T) {
		from, _ := json.Marshal(object.Draw(t, "from"))
		to, _ := json.Marshal(object.Draw(t, "to"))
		patch := MergeDiff(from, to)
		if scan.Check(patch) != nil {
			t.Fatalf("the patch is %s", patch)
		}
		got, err := MergePatch(from, patch)
		var is, want any
		if json.Unmarshal(got, &is) != nil || json.Unmarshal(to, &want) != nil || err != nil || !reflect.DeepEqual(is, want) {
			t.Fatalf("%s patched with %s is %s, not %s: %v", from, patch, got, to, err)
		}
	})
}
