package team

import (
	"bytes"
	"crypto/sha256"
	"runtime"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/archive"
)

// FuzzRow reads rows that others wrote: nothing ends the program, is larger than the row states, or takes memory
// beyond that.
func FuzzRow(f *testing.F) {
	var s Store
	pack := func(text string) []byte { return s.packer.Pack([]byte(text)) }
	piece := pack("one piece")
	sum := sha256.Sum256([]byte("one piece"))
	named := append([]byte{bodyPieces}, bytes.Repeat(sum[:hashSize], 40)...)
	f.Add(int64(9), []byte(`{"Sent":{"Method":"POST"}}`), pack("request"), pack("ok"), pack("\x02\x04"), []byte(nil), []byte(nil), piece)
	f.Add(int64(360), []byte(`{"Decoded":true}`), named, pack("ok"), pack("\x02\x04"), named, pack("\xe8\x02\x04"), piece)
	f.Add(int64(1), []byte(`{`), named, named[:9], []byte("z"), []byte("p"), pack("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00"), piece)
	f.Add(int64(1<<62), []byte(`{}`), pack(string(make([]byte, 1<<20))), []byte{}, []byte(nil), []byte(nil), []byte(nil), []byte(nil))
	f.Fuzz(func(t *testing.T, size int64, about, request, response, chunks, raw, rawChunks, piece []byte) {
		c := captured{name: "x", size: size, form: archive.Form{About: about, Chunks: chunks, RawChunks: rawChunks}, bodies: archive.Bodies{Request: request, Response: response, Raw: raw}}
		p := archive.Packer{MaxTimes: 1 << 10}
		_ = p.Pack(nil) // its buffers are no row's
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := c.capture(&p, 1, func(hashes [][]byte) (map[string][]byte, error) {
			parts := map[string][]byte{}
			for _, h := range hashes {
				parts[string(h)] = piece
			}
			return parts, nil
		})
		runtime.ReadMemStats(&after)
		if err == nil && int64(len(got.Sent.Body))+got.Text().Len() > max(size, 0)+rawSize(got) {
			t.Errorf("%d and %d bytes, of %d", len(got.Sent.Body), got.Text().Len(), size)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
			t.Errorf("%d bytes were allocated for %d", n, size)
		}
	})
}

// rawSize is the size of a body that was not decoded: its text is the raw body.
func rawSize(c *wire.Capture) int64 {
	if c.Decoded == nil {
		return c.Body.Len()
	}
	return 0
}
