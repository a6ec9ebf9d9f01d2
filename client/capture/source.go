package capture

import (
	"compress/gzip"
	"errors"
	"io"
	"strings"
)

// tap is the body as it comes: every read is stamped at once.
type tap struct{ r *Recorder }

func (t tap) Read(p []byte) (int, error) {
	n, err := t.r.raw.Read(p)
	if n == 0 {
		return n, err
	}
	t.r.rawAt = t.r.Now()
	if t.r.onBytes != nil {
		t.r.onBytes()
	}
	if t.r.zipped {
		// Compressed blocks may hold nothing at all, without end.
		n, err = t.r.capped(&t.r.came, n, err)
		t.r.keepZipped(p[:n])
	}
	return n, err
}

// keepZipped keeps compressed bytes, or as many '*' once a secret was found in
// what they hold.
func (r *Recorder) keepZipped(p []byte) {
	if r.hidden {
		p = []byte(strings.Repeat("*", len(p)))
	}
	r.Capture.Body.Append(p, r.rawAt)
}

// unzip decompresses gzip (RFC 1952) as it comes. A body that only claims to be
// gzip is passed on as it is.
type unzip struct {
	raw   io.Reader
	plain io.Reader
}

// errCutGzip is the error of a compressed body that ends in its middle.
var errCutGzip = errors.New("the gzip body ends in its middle")

func (u *unzip) Read(p []byte) (int, error) {
	if u.plain == nil {
		if err := u.open(); err != nil {
			return 0, err
		}
	}
	n, err := u.plain.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutGzip
	}
	return n, err
}

func (u *unzip) open() error {
	magic := make([]byte, 2)
	n, err := io.ReadFull(u.raw, magic)
	rest := io.MultiReader(strings.NewReader(string(magic[:n])), u.raw)
	if err != nil && n == 0 {
		return err
	}
	if err != nil || magic[0] != 0x1f || magic[1] != 0x8b {
		u.plain = rest
		return nil
	}
	z, err := gzip.NewReader(rest)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCutGzip
	}
	u.plain = z
	return err
}
