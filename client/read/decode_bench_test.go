package read

import (
	"fmt"
	"testing"
)

func BenchmarkDecodeDelta(b *testing.B) {
	data := []byte(`{"type":"response.output_text.delta","content_index":0,"delta":" word42","item_id":"msg_68a1b2c3d4e5f60718293a4b5c6d7e8f","logprobs":[],"output_index":0,"sequence_number":12345}`)
	var d Decoder
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if e, err := d.Decode(data); err != nil || e.Delta != " word42" {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeLargeItem(b *testing.B) {
	data := fmt.Appendf(nil, `{"type":"response.output_item.done","item":{"result":"%01048576d"}}`, 0)
	var d Decoder
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}
