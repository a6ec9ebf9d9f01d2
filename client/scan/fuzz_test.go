package scan

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzCheck holds Check against encoding/json, which is laxer about UTF-8 and
// stricter about depth.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"x\n"],"b":null}`, `[true,false]`, `{"a":1,}`, `"\ud83d\ude00"`, "\xff", `1e`, `[[[]]]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		for m := range Members(doc) {
			_ = m.Key
		}
		for range Elements(doc) {
		}
		_, _ = Text(doc), KindOf(doc)
		err := Check(doc)
		if err == nil && !json.Valid(doc) && !bytes.Contains(doc, bytes.Repeat([]byte("["), 1000)) {
			t.Errorf("%q passes, but is not JSON", doc)
		}
		if err != nil && json.Valid(doc) && bytes.Equal(doc, bytes.ToValidUTF8(doc, nil)) {
			t.Errorf("%q is JSON, but: %v", doc, err)
		}
		if err != nil {
			return
		}
		reread(t, doc)
	})
}

// reread holds Members and Elements against encoding/json.
func reread(t *testing.T, doc []byte) {
	if LoneSurrogate(doc) >= 0 {
		return // encoding/json reads something else
	}
	switch KindOf(doc) {
	case Object:
		var want map[string]json.RawMessage
		if json.Unmarshal(doc, &want) != nil {
			return
		}
		got := map[string]json.RawMessage{}
		for m := range Members(doc) {
			got[strings.ToValidUTF8(m.Key, "\ufffd")] = m.Value
		}
		for k, v := range want {
			if string(got[k]) != string(v) {
				t.Errorf("%q: member %q is %q, want %q", doc, k, got[k], v)
			}
		}
	case Array:
		var want []json.RawMessage
		if json.Unmarshal(doc, &want) != nil {
			return
		}
		i := 0
		for _, v := range Elements(doc) {
			if i >= len(want) || string(v) != string(want[i]) {
				t.Fatalf("%q: element %d is %q", doc, i, v)
			}
			i++
		}
		if i != len(want) {
			t.Errorf("%q: %d elements, want %d", doc, i, len(want))
		}
	}
}
