package state

import (
	"encoding/json"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// within reports whether a text shares the bytes of a document.
func within(doc []byte, text string) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.StringData(text))), uintptr(unsafe.Pointer(unsafe.SliceData(doc)))
	return at >= from && at+uintptr(len(text)) <= from+uintptr(len(doc))
}

// TestTextOfAnAnswerIsNoSecondCopy: what was delivered plainly shares the
// document, and what holds escapes is kept as it is spelled.
func TestTextOfAnAnswerIsNoSecondCopy(t *testing.T) {
	long := strings.Repeat(`line\n`, decodedKept)
	doc := []byte(`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"plain words"},{"type":"output_text","text":"with \"escapes\"\n"},{"type":"output_text","text":"` + long + `"}]},{"type":"function_call","arguments":"{\"a\":1}"},{"type":"function_call","arguments":{"a":1}}]}`)
	x := NewExchange("x", []byte("{}"))
	x.Apply(headOf(200, "application/json", false), wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: doc})
	parts := x.Items[0].Parts
	for i, want := range []string{"plain words", "with \"escapes\"\n", strings.Repeat("line\n", decodedKept)} {
		if got := parts[i].Text(); got != want || parts[i].text.Len() != len(want) {
			t.Errorf("part %d is %.40q of %d bytes, want %.40q of %d", i, got, parts[i].text.Len(), want, len(want))
		}
	}
	if !within(doc, parts[0].Text()) {
		t.Error("a text without escapes is kept twice")
	}
	if parts[1].Spelled() == nil || parts[2].Spelled() == nil {
		t.Error("a text of the answer with escapes is kept decoded")
	}
	var args text
	args.settle([]byte(`"`+long+`"`), false)
	if a, b := args.String(), args.String(); unsafe.StringData(a) != unsafe.StringData(b) {
		t.Error("a long text that nobody reads piece by piece is decoded each time")
	}
	for i, it := range x.Items[1:] {
		if it.Input() != `{"a":1}` {
			t.Errorf("call %d has the input %q", i, it.Input())
		}
	}
}

// TestTextIsWhatCameLast: however deltas and whole texts follow each other, the
// text is what they say, its length is known, and what was delivered is not
// written to.
func TestTextIsWhatCameLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x text
		want, spelled := "", rapid.Bool().Draw(t, "spelled")
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			more := strings.Repeat(rapid.SampledFrom([]string{"", "words", "a \"quote\"\n", "\x01é", "😀\\"}).Draw(t, "more"), rapid.SampledFrom([]int{1, 3, decodedKept / 4}).Draw(t, "times"))
			if rapid.Bool().Draw(t, "delta") {
				x.grow(more)
				want += more
			} else {
				v, err := json.Marshal(more)
				if err != nil {
					t.Fatal(err)
				}
				x.settle(v, spelled)
				if more != "" {
					want = more
				}
				if raw.Text(v) != more {
					t.Fatalf("%q was written to", v)
				}
			}
			if x.String() != want || x.Len() != len(want) {
				t.Fatalf("the text is %.40q of %d bytes, want %.40q of %d", x.String(), x.Len(), want, len(want))
			}
		}
	})
}
