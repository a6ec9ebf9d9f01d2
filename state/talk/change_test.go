package talk

import "testing"

func TestChangedKeepsWhatItDoesNotName(t *testing.T) {
	doc := []byte(`{ "model":"m", "input":[{"role":"user","content":"hi"}], "provider":{"only":["a"],"x":1.50} }`)
	for _, c := range []struct {
		changes []Change
		want    string
	}{
		{nil, string(doc)},
		{[]Change{{Pointer: "/provider/only"}}, `{ "model":"m", "input":[{"role":"user","content":"hi"}], "provider":{"x":1.50} }`},
		{[]Change{{Pointer: "/nothing/there"}}, string(doc)},
		{[]Change{{"/model", []byte(`"n"`)}, {"/input/0/content", []byte(`"ho"`)}},
			`{ "model":"n", "input":[{"role":"user","content":"ho"}], "provider":{"only":["a"],"x":1.50} }`},
	} {
		before := string(doc)
		got, err := Changed(doc, c.changes...)
		if err != nil || string(got) != c.want {
			t.Errorf("%v: got %s, %v, want %s", c.changes, got, err, c.want)
		}
		if string(doc) != before {
			t.Fatalf("%v: the document was written to", c.changes)
		}
	}
	for _, bad := range []Change{{"model", []byte(`"n"`)}, {"/model", []byte(`{`)}, {"/model/0", []byte(`1`)}} {
		if got, err := Changed(doc, bad); err == nil {
			t.Errorf("%v is taken: %s", bad, got)
		}
	}
}
