package wire

import (
	"strings"
	"testing"
)

func TestInternGivesOneString(t *testing.T) {
	var n Intern
	first := n.String([]byte("response.output_text.delta"))
	n.String([]byte("another"))
	buf := []byte("response.output_text.delta")
	again := n.String(buf)
	buf[0] = 'X'
	if again != first || again != "response.output_text.delta" {
		t.Errorf("%q, %q", first, again)
	}
	if got := testing.AllocsPerRun(100, func() { n.String([]byte("another")); n.String([]byte("response.output_text.delta")) }); got != 0 {
		t.Errorf("%v allocations for strings that are known", got)
	}
	if n.String(nil) != "" || new(Intern).String(nil) != "" {
		t.Error("an empty string is not empty")
	}
}

// TestAnEventCostsAtMostTwoAllocations is the budget of the decode path.
func TestAnEventCostsAtMostTwoAllocations(t *testing.T) {
	var d Decoder
	for _, data := range []string{
		`{"type":"response.output_text.delta","delta":" word","item_id":"msg_1","output_index":0,"sequence_number":7}`,
		`{"type":"response.output_text.delta","delta":"line\n\u20ac","item_id":"msg_1","output_index":0,"sequence_number":7.0,"logprobs":[{"a":[1]}]}`,
	} {
		got := testing.AllocsPerRun(100, func() {
			if _, err := d.Decode([]byte(data)); err != nil {
				t.Fatal(err)
			}
		})
		if got > 2 {
			t.Errorf("%v allocations for %s", got, data)
		}
	}
}

func TestStringsAreScannedAtEveryAlignment(t *testing.T) {
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

func TestTextOfACapture(t *testing.T) {
	var c Capture
	c.Body.Append([]byte("zipped"), 1)
	if string(c.Text().All()) != "zipped" {
		t.Error("the body is the text when nothing was decompressed")
	}
	c.Decoded = &Body{}
	c.Decoded.Append([]byte("plain"), 1)
	if string(c.Text().All()) != "plain" {
		t.Error("the decompressed body is the text")
	}
	if timing := NoTiming(); timing.DNSStart != -1 || timing.End != -1 || timing.Reused {
		t.Errorf("%+v", timing)
	}
}
