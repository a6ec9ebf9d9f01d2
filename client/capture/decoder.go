package capture

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"gatehouse/client/wire"
)

// tap stamps every read of the body.
type tap struct{ r *Recorder }

func (t tap) Read(p []byte) (int, error) {
	n, err := t.r.raw.Read(p)
	if n == 0 {
		t.r.rawErr = err
		return n, err
	}
	t.r.stamp()
	if t.r.compressed {
		// Compressed blocks may hold nothing at all, without end.
		n, err = t.r.capped(&t.r.rawBytes, n, err)
		t.r.appendCompressed(p[:n])
	}
	t.r.rawErr = err
	return n, err
}

// stamp records the time of a read that has bytes.
func (r *Recorder) stamp() {
	r.rawAt = r.Now()
	if r.onBytes != nil {
		r.onBytes()
	}
}

// appendCompressed records compressed bytes, or as many '*' once a secret was found in their
// text.
func (r *Recorder) appendCompressed(p []byte) {
	if r.secretInText {
		p = []byte(strings.Repeat("*", len(p)))
	}
	r.Capture.Body.Append(p, r.rawAt)
}

// Twofold is a body that returns the raw and the decoded bytes of each read, so that a
// recorder does not decode it.
type Twofold interface {
	Next() (raw, text []byte, err error)
}

// twofold stamps and records the raw bytes, and yields their text.
type twofold struct {
	r    *Recorder
	from Twofold
	rest []byte
}

func (t *twofold) Read(p []byte) (int, error) {
	for len(t.rest) == 0 {
		raw, text, err := t.from.Next()
		if len(raw) == 0 && err != nil {
			t.r.rawErr = err
			return 0, err
		}
		t.r.stamp()
		n, err := t.r.capped(&t.r.rawBytes, len(raw), nil)
		t.r.appendCompressed(raw[:n])
		if err != nil {
			return 0, err
		}
		t.rest = text
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// EncodingError is the error of a body that does not match its Content-Encoding.
type EncodingError struct {
	Coding string
	Err    error
}

func (e *EncodingError) Error() string {
	return fmt.Sprintf("the body cannot be decoded as %s: %v", e.Coding, e.Err)
}

func (e *EncodingError) Unwrap() error { return e.Err }

// cutError is the error of a truncated encoded body.
type cutError string

func (c cutError) Error() string { return "the " + string(c) + " body ends in its middle" }

// IsCutShort reports whether an error is that of a truncated encoded body.
func IsCutShort(err error) bool {
	_, cut := errors.AsType[cutError](err)
	return cut
}

// Decoder returns a reader that decodes a body with these codings, listed in the order they
// were applied (RFC 9110, section 8.4). A read returns what can be decoded of the bytes
// that arrived, without waiting for more. A body that only claims to be encoded is not
// changed. Nothing is allocated before the first byte.
func Decoder(codings []string, raw io.Reader) io.Reader {
	for i := len(codings) - 1; i >= 0; i-- {
		raw = &decoder{coding: codings[i], raw: raw}
	}
	return raw
}

type decoder struct {
	coding  string
	encoded bool // the body is known to be encoded
	raw     io.Reader
	plain   io.Reader
}

func (d *decoder) Read(p []byte) (int, error) {
	if d.plain == nil {
		if err := d.open(); err != nil {
			return 0, d.explain(err)
		}
	}
	n, err := d.plain.Read(p)
	return n, d.explain(err)
}

// explain turns a decoder's error into an EncodingError or a cutError. The recorder replaces
// it if the connection failed.
func (d *decoder) explain(err error) error {
	_, explained := errors.AsType[*EncodingError](err)
	switch {
	case err == nil, err == io.EOF, IsCutShort(err), explained:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return cutError(d.coding)
	}
	return &EncodingError{d.coding, err}
}

func (d *decoder) open() error {
	start, rest, err := peek(d.raw)
	if len(start) == 0 {
		return err
	}
	if !d.encoded && !looksEncoded(d.coding, start) {
		d.plain = rest
		return nil
	}
	if d.plain, err = newDecoder(d.coding, start, rest); errors.Is(err, io.EOF) {
		err = cutError(d.coding)
	}
	return err
}

// magicSize is how many bytes of a body show its coding.
const magicSize = 4

// peek returns the first magicSize bytes of a body, and the body with them. A file is not
// buffered, so that its position shows how far a decoder has read.
func peek(raw io.Reader) (start []byte, rest io.Reader, err error) {
	file, ok := raw.(io.ReadSeeker)
	if !ok {
		buffered := bufio.NewReaderSize(raw, bufferSize)
		start, err = buffered.Peek(magicSize)
		return start, buffered, err
	}
	start = make([]byte, magicSize)
	n, err := io.ReadFull(file, start)
	if _, wrong := file.Seek(-int64(n), io.SeekCurrent); wrong != nil {
		return nil, nil, wrong
	}
	return start[:n], file, err
}

// newDecoder returns the decoder of a coding. The window of zstd is limited as RFC 9659
// requires on the web.
func newDecoder(coding string, start []byte, raw io.Reader) (io.Reader, error) {
	switch coding {
	case "br":
		return brotli.NewReader(raw), nil
	case "zstd":
		return zstd.NewReader(raw, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	case "deflate":
		if zlibHeader(start) {
			return zlib.NewReader(raw)
		}
		return flate.NewReader(raw), nil // as many send instead
	}
	return gzip.NewReader(raw)
}

// looksEncoded reports whether a body that begins like this can have the coding it claims.
// If the coding has no magic number, text counts as not encoded.
func looksEncoded(coding string, start []byte) bool {
	switch coding {
	case "br":
		return !looksText(start)
	case "deflate":
		return zlibHeader(start) || !looksText(start)
	case "zstd":
		return wire.CodingOf(start) == coding
	}
	return len(start) > 1 && start[0] == 0x1F && start[1] == 0x8B
}

// zlibHeader reports whether a body begins as zlib's (RFC 1950, section 2.2).
func zlibHeader(start []byte) bool {
	return len(start) > 1 && start[0]&0x0F == 8 && (int(start[0])<<8|int(start[1]))%31 == 0
}

// looksText reports whether a body begins like JSON, an event stream or an HTML page.
func looksText(start []byte) bool {
	if !strings.ContainsRune("{[<\":deir \r\n\t", rune(start[0])) {
		return false
	}
	for _, c := range start[1:] {
		if (c < ' ' || c > '~') && !strings.ContainsRune("\r\n\t", rune(c)) {
			return false
		}
	}
	return true
}
