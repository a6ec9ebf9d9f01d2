package scan

import (
	"bytes"
	"strings"
	"testing"
)

func TestMembersPreserveSpelling(t *testing.T) {
	doc := []byte(" {\"a\" : 1.50 ,\n\"b\\u0022\":{ \"x\":[1,{}] },\"a\":\"\\\"}\", \"e\":{}}")
	var got []string
	for m := range Members(doc) {
		got = append(got, m.Key+"="+string(m.Value))
		if string(doc[m.At:m.End()]) != string(m.Value) || doc[m.KeyAt] != '"' {
			t.Errorf("%s: the offsets do not lead to it", m.Key)
		}
	}
	want := "a=1.50|b\"={ \"x\":[1,{}] }|a=\"\\\"}\"|e={}"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
	if v := Get(doc, "a"); string(v) != `"\"}"` {
		t.Errorf("of a name that stands twice the last counts, got %s", v)
	}
	if v := At(doc, "b\"", "x"); string(v) != "[1,{}]" {
		t.Errorf("At: %s", v)
	}
	if v := At(doc, "nowhere", "x"); v != nil {
		t.Errorf("At of what is not there: %s", v)
	}
}

func TestElements(t *testing.T) {
	doc := []byte(` [ 1 , "a]" ,[ 2 ],{"b":[ ]}, null ]`)
	var got []string
	for at, v := range Elements(doc) {
		got = append(got, string(v))
		if !bytes.HasPrefix(doc[at:], v) {
			t.Errorf("offset %d does not lead to %s", at, v)
		}
	}
	if s := strings.Join(got, "|"); s != `1|"a]"|[ 2 ]|{"b":[ ]}|null` {
		t.Error(s)
	}
	for range Elements([]byte(`{"a":1}`)) {
		t.Error("an object has no elements")
	}
}
