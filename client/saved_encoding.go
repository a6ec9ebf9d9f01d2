package client

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// gzipMagic is the beginning of gzip data (RFC 1952, section 2.3.1).
const gzipMagic = "\x1F\x8B"

// savedCodings returns the codings of a saved body: those in its head, unless the body was
// decoded when it was saved, as by curl --compressed; else gzip if it begins like that.
func savedCodings(head *wire.Head, body []byte) []string {
	switch {
	case head == nil:
		return nil
	case wire.UnsupportedCoding(head.Header) == "" && len(wire.Codings(head.Header)) > 0 && !utf8.Valid(body):
		return wire.Codings(head.Header)
	case bytes.HasPrefix(body, []byte(gzipMagic)):
		return []string{"gzip"}
	}
	return nil
}

// maxDecoded is how much of an encoded saved body is decoded, in bytes: as much as is
// opened of a plain one.
const maxDecoded = 256 << 20

// decode decodes the readable part of a body, at most limit bytes. A truncated one was
// cut when it was saved, which is no fault. One that only begins like gzip is not changed.
func decode(c *wire.Capture, codings []string, body []byte, limit int64) {
	packed := bytes.NewReader(body)
	z := capture.Decoder(codings, packed)
	var err error
	decoded := &wire.Body{}
	for buf := make([]byte, 64<<10); err == nil; {
		var n int
		n, err = z.Read(buf)
		if left := limit - decoded.Len(); int64(n) > left {
			n, err = int(left), fmt.Errorf("the answer has more than %d MiB when it is decompressed", limit>>20)
		}
		decoded.Append(buf[:n], unknownUS)
	}
	if errors.Is(err, gzip.ErrHeader) {
		return
	}
	decoded.Trim()
	c.Decoded = decoded
	switch {
	case err == io.EOF, capture.IsCutShort(err):
	case errors.Is(err, gzip.ErrChecksum) && packed.Len() == 0:
		c.End = &wire.End{Cause: wire.EndChecksum, AtUS: unknownUS, Message: "the answer does not match its checksum: it is not what was sent"}
	default:
		c.End = &wire.End{Cause: wire.EndUnread, AtUS: unknownUS, Message: err.Error() + ": the rest was not read"}
	}
}
