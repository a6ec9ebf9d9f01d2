package read

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

func TestDecodeEventReadsWhatEveryEventCarries(t *testing.T) {
	data := []byte(` {"type":"response.output_text.delta","sequence_number":41,"output_index":2,"content_index":1,` +
		`"item_id":"msg_1","delta":"a\n\u00e9\ud83d\ude00","logprobs":[],"nested":{"type":"x","delta":"y"}} `)
	e, err := Event(data)
	if err != nil {
		t.Fatal(err)
	}
	e.Data = nil
	want := wire.Event{
		Type: "response.output_text.delta", Sequence: 41, HasSequence: true,
		OutputIndex: 2, ContentIndex: 1, SummaryIndex: wire.None, ItemID: "msg_1", Delta: "a\né😀",
	}
	if fmt.Sprintf("%+v", e) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", e, want)
	}
}

func TestDecodeEventTakesOddValues(t *testing.T) {
	base := wire.Event{OutputIndex: wire.None, ContentIndex: wire.None, SummaryIndex: wire.None}
	for data, set := range map[string]func(*wire.Event){
		`{}`:                                      func(*wire.Event) {},
		`{"type":"a","type":"b"}`:                 func(e *wire.Event) { e.Type = "b" },
		`{"type":"a","type":7}`:                   func(*wire.Event) {},
		`{"\u0074ype":"a"}`:                       func(e *wire.Event) { e.Type = "a" },
		`{"sequence_number":3.0}`:                 func(e *wire.Event) { e.Sequence, e.HasSequence = 3, true },
		`{"sequence_number":3e2}`:                 func(e *wire.Event) { e.Sequence, e.HasSequence = 300, true },
		`{"sequence_number":-3}`:                  func(e *wire.Event) { e.Sequence, e.HasSequence = -3, true },
		`{"sequence_number":3.5}`:                 func(*wire.Event) {},
		`{"sequence_number":"3"}`:                 func(*wire.Event) {},
		`{"sequence_number":1e999}`:               func(*wire.Event) {},
		`{"output_index":-1}`:                     func(*wire.Event) {},
		`{"output_index":null,"item_id":null}`:    func(*wire.Event) {},
		`{"output_index":99999999999}`:            func(*wire.Event) {},
		`{"delta":{"type":"object"}}`:             func(*wire.Event) {},
		"{\"delta\":\"\xff\"}":                    func(e *wire.Event) { e.Delta = "\xff" },
		`{"delta":"\ud83d"}`:                      func(e *wire.Event) { e.Delta, e.Halves.Last = `\ud83d`, true },
		`{"delta":"\ud83d\u0041"}`:                func(e *wire.Event) { e.Delta, e.Halves.Other = `\ud83dA`, true },
		`{"delta":"\ud83d","delta":"a"}`:          func(e *wire.Event) { e.Delta = "a" },
		`{"delta":"\ude00","delta":1}`:            func(*wire.Event) {},
		`{"delta":"x\ud83dx","delta":null}`:       func(*wire.Event) {},
		`{"delta":"a","delta":"\ude00"}`:          func(e *wire.Event) { e.Delta, e.Halves.First = `\ude00`, true },
		`{"delta":"a\/b\\\"\b\f\r\t"}`:            func(e *wire.Event) { e.Delta = "a/b\\\"\b\f\r\t" },
		"\n{\"summary_index\" : 0 ,\r\n\"x\":[]}": func(e *wire.Event) { e.SummaryIndex = 0 },
	} {
		want := base
		set(&want)
		got, err := Event([]byte(data))
		got.Data = nil
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", data, err, got, want)
		}
	}
}

func TestDecodeEventRejectsAnythingButOneObject(t *testing.T) {
	for _, data := range []string{
		"", " ", "{", "}", "null", "1", `"text"`, "[]", `[{}]`, wire.Done, "data",
		`{"type":"a"}{"type":"b"}`, `{"type":"a"} x`, `{"type":"a"},`, `{"type":"a",}`, `{,}`, `{"a"}`, `{"a":}`, `{"a":1 "b":2}`,
		`{a:1}`, `{'a':1}`, `{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":+1}`, `{"a":-}`, `{"a":NaN}`, `{"a":tru}`, `{"a":truely}`,
		`{"a":"` + "\n" + `"}`, `{"a":"\x"}`, `{"a":"\u12g4"}`, `{"a":"\`, `{"a":"`, `{"a":[1,]}`, `{"a":[}`, `{"a":{"b"}}`, `{"a":[1}}`,
		`: OPENROUTER PROCESSING`, "\uFEFF{}",
	} {
		if e, err := Event([]byte(data)); !errors.Is(err, ErrNotEvent) || e.Data != nil {
			t.Errorf("%q was taken for an event: %+v", data, e)
		}
	}
}

func TestDecodeEventNestedDeepDoesNotOverflow(t *testing.T) {
	nested := func(depth int, open, inner, closing string) []byte {
		return []byte(`{"a":` + strings.Repeat(open, depth) + inner + strings.Repeat(closing, depth) + `}`)
	}
	for _, shape := range [][3]string{{"[", "", "]"}, {`{"a":`, "1", "}"}} {
		for depth, want := range map[int]bool{1: true, 65: true, scan.MaxDepth - 1: true, scan.MaxDepth: false, 1 << 20: false} {
			data := nested(depth, shape[0], shape[1], shape[2])
			if e, err := Event(data); err != nil || e.Deep == want || !scan.Valid(e.Data) {
				t.Errorf("depth %d of %s: deep is %v, %v", depth, shape[0], e.Deep, err)
			}
			if scan.Valid(data) != want {
				t.Errorf("Valid, depth %d of %s: %v", depth, shape[0], !want)
			}
		}
		unclosed := []byte(strings.Repeat(shape[0], 10<<20))
		if scan.Valid(unclosed) {
			t.Error("an unclosed nest is valid")
		}
	}
}

// TestEventNestedTooDeepIsReadWithoutItsDepth: its members, and those of the
// response in it, that do not nest so deep.
func TestEventNestedTooDeepIsReadWithoutItsDepth(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	e, err := Event([]byte(`{"type":"response.completed", "x":` + deep + `,"response":{"output":` + deep + `,"status":"completed", "usage":{"a":[1]}},"sequence_number":7}`))
	want := `{"type":"response.completed","response":{"status":"completed","usage":{"a":[1]}},"sequence_number":7}`
	if err != nil || !e.Deep || e.Type != "response.completed" || e.Sequence != 7 || string(e.Data) != want {
		t.Errorf("%+v, %s, %v", e, e.Data, err)
	}
	if ending, ok := Ending(arrived(e, "")); !ok || ending.Status != "completed" {
		t.Errorf("it ends the stream: %v, %+v", ok, ending)
	}
	for _, data := range []string{`{"a":` + deep, `{"a":` + deep + `}{}`, `{"a":` + deep[1:] + `}`, deep, `{"r":{"a":` + deep + `},}`, `{"r":{"a":` + deep + `,}}`} {
		if _, err := Event([]byte(data)); err == nil {
			t.Errorf("%.12q … %.12q was taken for an event", data, data[len(data)-12:])
		}
	}
}

func TestDecoderRemembersWithoutMixing(t *testing.T) {
	var d Decoder
	for i := range 1000 {
		want := fmt.Sprintf("item_%d", i)
		e, err := d.Decode(fmt.Appendf(nil, `{"type":"t%d","item_id":"%s","delta":"\n%d"}`, i%7, want, i))
		if err != nil || e.ItemID != want || e.Type != fmt.Sprintf("t%d", i%7) || e.Delta != fmt.Sprintf("\n%d", i) {
			t.Fatalf("%d: %+v, %v", i, e, err)
		}
	}
}

// FuzzDecodeEvent compares with encoding/json: what is refused, and what the
// members say.
func FuzzDecodeEvent(f *testing.F) {
	for _, seed := range []string{
		`{"type":"a","sequence_number":1,"delta":"x"}`, `{"type":"a"}{"type":"b"}`, `{"a":[{"b":[[]]},{}],"c":-1.5e+3}`,
		`{"delta":"\ud83d\ude00\ud83dx\u00"}`, "{\"delta\":\"\xff\xfe\"}", `[1,2]`, `{"type":null,"item_id":"\u0000"}`, "{\"a\":\"\x7f\x1f\"}",
		`{"delta":"0123456\"89abcdefg\\"}`, `{"output_index":1.0,"content_index":18446744073709551616}`,
		`{"delta":"\ud83d","delta":"a"}`, `{"delta":"\ude00","delta":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := Event(data)
		valid := json.Valid(data)
		if scan.Valid(data) != valid {
			t.Fatalf("Valid(%q) is %v", data, !valid)
		}
		var members map[string]json.RawMessage
		isObject := valid && json.Unmarshal(data, &members) == nil && members != nil
		if e.Deep { // encoding/json does not read it
			return
		}
		if (err == nil) != isObject {
			t.Fatalf("%q: %v, but object is %v", data, err, isObject)
		}
		if n := len(e.Delta); err == nil && n < scan.HalfSize && e.Halves != (wire.Halves{}) {
			t.Fatalf("%q: a delta of %d bytes has halves: %+v", data, n, e.Halves)
		}
		if err != nil || scan.LoneSurrogate(data) >= 0 { // which encoding/json replaces
			return
		}
		for name, got := range map[string]string{"type": e.Type, "item_id": e.ItemID, "delta": e.Delta} {
			want := ""
			if json.Unmarshal(members[name], &want) != nil {
				want = ""
			}
			// encoding/json replaces bytes that are no UTF-8; we preserve them.
			if string([]rune(got)) != want {
				t.Fatalf("%q: %s is %q, want %q", data, name, got, want)
			}
		}
		for name, got := range map[string]int{"output_index": e.OutputIndex, "content_index": e.ContentIndex, "summary_index": e.SummaryIndex} {
			if want := wantIndex(members[name]); got != want {
				t.Fatalf("%q: %s is %d, want %d", data, name, got, want)
			}
		}
	})
}

func wantIndex(value json.RawMessage) int {
	var n *float64
	if json.Unmarshal(value, &n) != nil || n == nil || *n != math.Trunc(*n) || *n < 0 || *n > math.MaxInt32 {
		return wire.None
	}
	return int(*n)
}
