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

// gzipMagic begins what gzip wrote (RFC 1952, section 2.3.1).
const gzipMagic = "\x1F\x8B"

// savedCodings returns how a saved body is encoded: as its head says, unless who saved
// it decoded it, as curl --compressed does; or by gzip, which shows.
func savedCodings(head *wire.Head, body []byte) []string {
	switch {
	case head == nil:
		return nil
	case wire.Undecodable(head.Header) == "" && len(wire.Codings(head.Header)) > 0 && !utf8.Valid(body):
		return wire.Codings(head.Header)
	case bytes.HasPrefix(body, []byte(gzipMagic)):
		return []string{"gzip"}
	}
	return nil
}

// mostDecoded is how much is read of what a saved body holds that came encoded,
// in bytes: as much as may be opened of one that did not.
const mostDecoded = 256 << 20

// decode decodes a body as far as it can be read, at most limit bytes. One that
// ends in its middle was cut as it was saved, as any other may be. One that only
// begins as gzip does is left as it came.
func decode(c *wire.Capture, codings []string, body []byte, limit int64) {
	packed := bytes.NewReader(body)
	z := capture.Decoder(codings, packed)
	var err error
	decoded := &wire.Body{}
	for buf := make([]byte, 64<<10); err == nil; {
		var n int
		n, err = z.Read(buf)
		if room := limit - decoded.Len(); int64(n) > room {
			n, err = int(room), fmt.Errorf("the answer has more than %d MiB when it is decompressed", limit>>20)
		}
		decoded.Append(buf[:n], untold)
	}
	if errors.Is(err, gzip.ErrHeader) {
		return
	}
	decoded.Trim()
	c.Decoded = decoded
	switch {
	case err == io.EOF, capture.Cut(err):
	case errors.Is(err, gzip.ErrChecksum) && packed.Len() == 0:
		c.End = &wire.End{Cause: wire.EndChecksum, AtUS: untold, Message: "the answer does not match its checksum: it is not what was sent"}
	default:
		c.End = &wire.End{Cause: wire.EndUnread, AtUS: untold, Message: err.Error() + ": the rest was not read"}
	}
}
