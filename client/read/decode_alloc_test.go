package read

import "testing"

// TestDecodeAllocatesAtMostTwice is the budget of the decode path.
func TestDecodeAllocatesAtMostTwice(t *testing.T) {
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
