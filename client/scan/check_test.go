package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestStringsAreCheckedAtEveryAlignment(t *testing.T) {
	for n := range 40 {
		for _, special := range []string{"", `\n`, `\"`, `\\`, `\u00e9`, "é", "\xff"} {
			plain := strings.Repeat("x", n)
			if !Valid([]byte(`"` + plain + special + plain + `"`)) {
				t.Errorf("%d, %q: refused", n, special)
			}
		}
		for _, wrong := range []string{"\n", "\x00", "\x1f", `\`, `\q`, `\u12`} {
			if Valid([]byte(`"` + strings.Repeat("x", n) + wrong + `"`)) {
				t.Errorf("%d, %q: passed", n, wrong)
			}
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
		{`1.`, 1, 3, "after its point"},
		{`-`, 1, 2, "without digits"},
		{`1e+`, 1, 4, "exponent"},
		{`{} x`, 1, 4, "after the end"},
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

func TestScanPassesTokens(t *testing.T) {
	var got trail
	if err := Scan([]byte(`{"a":[1,"b"],"c":{}}`), &got); err != nil {
		t.Fatal(err)
	}
	want := "(true 1-4:(false 6-7=3 8-11=4 ) 13-16:(true ) ) "
	if got.b.String() != want {
		t.Errorf("got %s, want %s", got.b.String(), want)
	}
}

// damaged draws a document that is JSON, or is no longer.
func damaged(t *rapid.T) []byte {
	doc := []byte(drawValue(t, 3))
	pieces := rapid.SampledFrom([]string{
		"", "{", "}", "[", "]", ",", ":", `"`, `\`, `\u12`, "1", "-", ".", "e", "tru", "x", " ", "\n", "é", "\xff", "\xe2\x82", "\x01", "\xef\xbb\xbf",
	})
	for range rapid.IntRange(0, 3).Draw(t, "faults") {
		from := rapid.IntRange(0, len(doc)).Draw(t, "from")
		to := min(len(doc), from+rapid.IntRange(0, 2).Draw(t, "without"))
		doc = slices.Concat(doc[:from], []byte(pieces.Draw(t, "piece")), doc[to:])
	}
	return doc
}

// TestFastAndSlowChecksAgree, with one another and with encoding/json. The text before a fault is
// the beginning of a document.
func TestFastAndSlowChecksAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc := damaged(t)
		valid := json.Valid(doc)
		if Valid(doc) != valid {
			t.Fatalf("%q: Valid says %v", doc, !valid)
		}
		fast, slow := Check(doc), Scan(doc, silent{})
		if (fast == nil) != (valid && utf8.Valid(doc)) || !reflect.DeepEqual(fast, slow) {
			t.Fatalf("%q: Check says %v, Scan %v", doc, fast, slow)
		}
		var e, before *SyntaxError
		if !errors.As(fast, &e) {
			return
		}
		if errors.As(Check(doc[:e.Offset]), &before) && !before.Unfinished(doc[:e.Offset]) {
			t.Fatalf("%q: %v, but already %v", doc, e, before)
		}
	})
}
