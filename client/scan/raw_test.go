package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestMembersKeepSpelling(t *testing.T) {
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

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`: "plain", ` "a\nb\u00e9\ud83d\ude00" `: "a\nbé😀", `5`: "", `null`: "", `""`: "", "\"\xff\"": "\xff", `"`: "",
	} {
		if got := Text([]byte(in)); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"<a href=\"x\">&": `"<a href=\"x\">&"`, "line\n": `"line\n"`, "\xff": `"` + "\ufffd" + `"`, "\x1b": `"\u001b"`,
	} {
		got := string(Quote(in))
		if got != want && got != strings.ReplaceAll(want, "\ufffd", `\ufffd`) {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("%q: %s is not JSON", in, got)
		}
	}
}

func TestRunes(t *testing.T) {
	for in, want := range map[string]int{`"é😀"`: 2, `"\ud83d\ude00a"`: 2, `""`: 0} {
		if got := Runes([]byte(in)); got != want {
			t.Errorf("%s: %d code points, want %d", in, got, want)
		}
	}
}

func TestCheckSaysWhere(t *testing.T) {
	tests := []struct {
		doc          string
		line, column int
		says         string
	}{
		{``, 1, 1, "empty"},
		{"{\n  \"a\": 1,\n}", 3, 1, "name in double quotes"},
		{`{"é": tru}`, 1, 7, "not true"},
		{`[1,]`, 1, 4, "comma before ]"},
		{`[1 2]`, 1, 4, "'2', where a comma or ] belongs"},
		{`{"a" 1}`, 1, 6, "a colon"},
		{`{"a":1`, 1, 7, "ends where a comma or } belongs"},
		{`{"a":`, 1, 6, "ends where a value belongs"},
		{`{`, 1, 2, "ends where a member's name"},
		{`{"a"`, 1, 5, "ends where a colon"},
		{`"abc`, 1, 5, "ends inside a string"},
		{`"a\`, 1, 4, "ends inside a string"},
		{"\"a\tb\"", 1, 3, "U+0009"},
		{`"\x"`, 1, 2, "escape"},
		{`"\u12g4"`, 1, 2, "hexadecimal"},
		{"\"\xff\"", 1, 2, "no UTF-8"},
		{`01`, 1, 2, "followed by '1'"},
		{`1.`, 1, 3, "behind its point"},
		{`-`, 1, 2, "without digits"},
		{`1e+`, 1, 4, "exponent"},
		{`{} x`, 1, 4, "behind the end"},
		{"\xef\xbb\xbf{}", 1, 1, "byte order mark"},
		{`'a'`, 1, 1, "where a value belongs"},
		{`[}`, 1, 2, "where a value belongs"},
		{`{]`, 1, 2, "name in double quotes"},
	}
	for _, tt := range tests {
		var e *SyntaxError
		if err := Check([]byte(tt.doc)); !errors.As(err, &e) {
			t.Errorf("%q: passes", tt.doc)
		} else if e.Line != tt.line || e.Column != tt.column || !strings.Contains(e.What, tt.says) {
			t.Errorf("%q: %v, want line %d, column %d, %q", tt.doc, e, tt.line, tt.column, tt.says)
		}
	}
}

func TestCheckPasses(t *testing.T) {
	for _, doc := range []string{
		`{}`, ` [ ] `, `null`, `-0.5E+10`, `"\ud800"`, "\r\n\t {\"a\":[{},[],\"\"]}\n", `[[],{"a":{}}]`, `true`, `0`,
	} {
		if err := Check([]byte(doc)); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// TestDeepNesting: nothing recurses, so depth costs no stack.
func TestDeepNesting(t *testing.T) {
	const depth = 5 << 20
	deep := append(bytes.Repeat([]byte("["), depth), bytes.Repeat([]byte("]"), depth)...)
	if err := Check(deep); err != nil {
		t.Error(err)
	}
	n := 0
	for range Elements(deep) {
		n++
	}
	if n != 1 {
		t.Errorf("%d elements", n)
	}
	if err := Check(deep[:depth]); err == nil {
		t.Error("an open array passes")
	}
}

type trail struct{ b strings.Builder }

func (t *trail) Open(_ int, object bool)   { fmt.Fprintf(&t.b, "(%v ", object) }
func (t *trail) Close()                    { t.b.WriteString(") ") }
func (t *trail) Key(at, end int)           { fmt.Fprintf(&t.b, "%d-%d:", at, end) }
func (t *trail) Value(at, end int, k Kind) { fmt.Fprintf(&t.b, "%d-%d=%d ", at, end, k) }

func TestScanTellsTokens(t *testing.T) {
	var got trail
	if err := Scan([]byte(`{"a":[1,"b"],"c":{}}`), &got); err != nil {
		t.Fatal(err)
	}
	want := "(true 1-4:(false 6-7=3 8-11=4 ) 13-16:(true ) ) "
	if got.b.String() != want {
		t.Errorf("got %s, want %s", got.b.String(), want)
	}
}

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
