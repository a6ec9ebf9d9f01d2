package gateway

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"gatehouse/gateway/fault"
)

// body reads and decodes the whole request body. Too large is a 413, too slow for the
// time limit a 408, and one that breaks off a 400, which its sender will hardly see.
func (x *exchange) body() ([]byte, *fault.Failure) {
	if x.timeLimit > 0 {
		// A connection without deadlines is checked after the body.
		_ = http.NewResponseController(x.w).SetReadDeadline(x.start.Add(x.timeLimit))
	}
	var body []byte
	from, err := x.decoded()
	if err == nil {
		body, err = io.ReadAll(io.LimitReader(from, x.maxBody+1))
	}
	switch {
	case int64(len(body)) > x.maxBody:
		x.drain()
		return nil, fault.NewFailure(http.StatusRequestEntityTooLarge, fmt.Sprintf(
			"Request payload too large: the limit is %d bytes", x.maxBody))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fault.NewFailure(http.StatusRequestTimeout, fmt.Sprintf(
			"Operation timed out: the request body did not arrive within %s", x.timeLimit))
	case errors.Is(err, errEncoding):
		x.drain()
		return nil, fault.NewFailure(http.StatusBadRequest, fmt.Sprintf(
			"Content-Encoding %q is not supported: send the body uncompressed or with gzip", x.r.Header.Get("Content-Encoding")))
	case err != nil && from != x.r.Body:
		return nil, fault.NewFailure(http.StatusBadRequest, "Content-Encoding is gzip, but the body is not valid gzip: "+err.Error())
	case err != nil:
		return nil, fault.NewFailure(http.StatusBadRequest, "Could not read the request body: "+err.Error())
	}
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{})
	return body, nil
}

// drain reads up to maxBody more: a client that is still writing when the connection
// closes may never see the response.
func (x *exchange) drain() {
	_, _ = io.CopyN(io.Discard, x.r.Body, x.maxBody)
}

// errEncoding is a Content-Encoding that the gateway does not know.
var errEncoding = errors.New("unknown Content-Encoding")

// decoded is the body without its Content-Encoding. The size limit applies to the
// decoded bytes.
func (x *exchange) decoded() (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(strings.Join(x.r.Header.Values("Content-Encoding"), ","))) {
	case "", "identity":
		return x.r.Body, nil
	case "gzip", "x-gzip":
		// The header is read with the body, so that a slow sender is a time-out, not bad gzip.
		return &unzipped{from: x.r.Body}, nil
	}
	return x.r.Body, errEncoding
}

// unzipped is a gzip stream that is opened at the first read.
type unzipped struct {
	from io.Reader
	zip  *gzip.Reader
}

func (u *unzipped) Read(p []byte) (n int, err error) {
	if u.zip == nil {
		if u.zip, err = gzip.NewReader(u.from); err != nil {
			return 0, err
		}
	}
	return u.zip.Read(p)
}
