package state

import (
	"encoding/json"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// liesIn reports whether a text shares the bytes of a document.
func liesIn(doc []byte, text string) bool {
	at, from := uintptr(unsafe.Pointer(unsafe.StringData(text))), uintptr(unsafe.Pointer(unsafe.SliceData(doc)))
	return at >= from && at+uintptr(len(text)) <= from+uintptr(len(doc))
}

// TestDeliveredTextIsNotCopied: text without escapes shares the document's bytes, and text
// with escapes is stored as spelled.
func TestDeliveredTextIsNotCopied(t *testing.T) {
	doc := []byte(`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"plain words"},{"type":"refusal","refusal":"plain words"}]},` +
		`{"type":"reasoning","content":[{"type":"reasoning_text","text":"plain words"}],"summary":[{"type":"summary_text","text":"plain words"}]},` +
		`{"type":"function_call","arguments":"plain words"},{"type":"function_call","arguments":{"a":1}},{"type":"custom_tool_call","input":"plain words"},` +
		`{"type":"mcp_call","arguments":"plain words"},{"type":"code_interpreter_call","code":"plain words"}]}`)
	escaped := []byte(strings.ReplaceAll(string(doc), "plain words", `with \"escapes\"\n`))
	for text, doc := range map[string][]byte{"plain words": doc, "with \"escapes\"\n": escaped} {
		x := NewExchange("x", []byte("{}"))
		x.Apply(wiretest.Head(200, "application/json", false), wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: doc})
		seen := 0
		for _, it := range x.Items {
			for _, words := range it.TextBuffers() {
				seen++
				switch got := words.String(); {
				case got != text && got != `{"a":1}` || words.Len() != len(got):
					t.Errorf("%s has %q of %d bytes, want %q", it.Type, got, words.Len(), text)
				case words.Rope().InOne() && !liesIn(doc, got):
					t.Errorf("%s: %q is kept twice", it.Type, got)
				}
			}
		}
		if seen != 9 {
			t.Errorf("%d texts, want nine", seen)
		}
	}
}

// TestLatestTextWins: in whatever order deltas and complete texts arrive, the text is the
// latest, its length is known, delivered bytes are not written to, and a reader of a text
// that only grew misses nothing.
func TestLatestTextWins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x TextBuffer
		want := ""
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			more := strings.Repeat(rapid.SampledFrom([]string{"", "words", "a \"quote\"\n", "\x01é", "😀\\"}).Draw(t, "more"), rapid.SampledFrom([]int{1, 3, 20_000}).Draw(t, "times"))
			v, err := json.Marshal(more)
			if err != nil {
				t.Fatal(err)
			}
			before, was := x.Rope(), want
			if rapid.Bool().Draw(t, "delta") {
				x.append(more)
				want += more
			} else {
				x.set(v)
				if more != "" {
					want = more
				}
			}
			if scan.Text(v) != more {
				t.Fatalf("%q was written to", v)
			}
			if now := x.Rope(); now == before && now.Cut(0, int64(len(was))) != was {
				t.Fatalf("%.40q became %.40q, which tells nobody", was, now.String())
			}
			if x.String() != want || x.Len() != len(want) {
				t.Fatalf("the text is %.40q of %d bytes, want %.40q of %d", x.String(), x.Len(), want, len(want))
			}
			if n := rapid.IntRange(0, 30).Draw(t, "tail"); x.Tail(n) != want[max(len(want)-n, 0):] {
				t.Fatalf("its last %d bytes are %q", n, x.Tail(n))
			}
		}
	})
}
