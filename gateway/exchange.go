package gateway

import (
	"bytes"
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

type exchange struct {
	*Gateway
	w      http.ResponseWriter
	r      *http.Request
	user   string // the account; "" until the key is accepted
	start  time.Time
	number int64
	id     string // X-Request-Id of the answer
	warm   bool   // the response is empty: a later request continues it

	// For the log.
	status  int
	model   string
	outcome string
}

// recipient returns the client that receives failures.
func (x *exchange) recipient() fault.Recipient { return fault.Recipient{Word: x.word, User: x.user} }

func (x *exchange) fail(f *fault.Failure) {
	// The message may quote the request, so it is not logged.
	x.status, x.outcome = f.Status, f.Kind()
	f.Write(x.w, x.recipient())
}

// wantsMetadata reports whether the request asks for routing metadata ("POST /responses"): its
// header, or the legacy one if it has no other, is "enabled".
func (x *exchange) wantsMetadata() bool {
	_, value := x.metadataHeader()
	return strings.EqualFold(value, "enabled")
}

// metadataHeader returns the header for routing metadata, with an empty name if the request has
// none.
func (x *exchange) metadataHeader() (name, value string) {
	for _, name := range []string{"X-" + x.word + "-Metadata", "X-" + x.word + "-Experimental-Metadata"} {
		if values := x.r.Header.Values(name); len(values) > 0 {
			return name, strings.TrimSpace(values[0])
		}
	}
	return "", ""
}

// warnOfMetadata reports, in the log and in a header of the answer, a value that the document does
// not allow and that counts as disabled.
func (x *exchange) warnOfMetadata() {
	name, value := x.metadataHeader()
	if name == "" || strings.EqualFold(value, "enabled") || strings.EqualFold(value, "disabled") {
		return
	}
	const problem = "must be enabled or disabled; no routing metadata is returned"
	name = http.CanonicalHeaderKey(name)
	x.logger.Warn(name+" "+problem, "n", x.number) // without the value, which is private
	x.w.Header().Set("Warning", `199 gatehouse "`+name+" "+problem+`"`)
}

func (x *exchange) log() {
	x.logger.Info("request", "n", x.number, "id", x.id, "method", x.r.Method, "path", x.r.URL.Path,
		"status", x.status, "model", x.model, "outcome", x.outcome, "ms", time.Since(x.start).Milliseconds())
}

// body reads and decodes the request body. A body over the size limit is a 413, one over the time
// limit a 408, and an incomplete one a 400.
func (x *exchange) body() ([]byte, *fault.Failure) {
	if x.timeLimit > 0 {
		// Some connections have no deadlines; the handlers check the time after the body too.
		_ = http.NewResponseController(x.w).SetReadDeadline(x.start.Add(x.timeLimit))
	}
	encoding := strings.Join(x.r.Header.Values("Content-Encoding"), ", ")
	body, err := x.readLimited(x.r.Body)
	var invalid error
	switch strings.ToLower(encoding) {
	case "", "identity":
	case "gzip", "x-gzip":
		if err == nil && int64(len(body)) <= x.maxBody {
			body, invalid = x.unzip(body)
		}
	default:
		invalid = fmt.Errorf("Content-Encoding %q is not supported: send the body uncompressed or with gzip", encoding)
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fault.NewFailure(http.StatusRequestTimeout, fmt.Sprintf(
			"Operation timed out: the request body did not arrive within %s", x.timeLimit))
	case err != nil:
		return nil, fault.NewFailure(http.StatusBadRequest, "Could not read the request body: "+err.Error())
	case int64(len(body)) > x.maxBody:
		// A client that still writes when the connection closes may miss the response.
		_, _ = io.CopyN(io.Discard, x.r.Body, x.maxBody)
		return nil, fault.NewFailure(http.StatusRequestEntityTooLarge, fmt.Sprintf(
			"Request payload too large: the limit is %d bytes", x.maxBody))
	case invalid != nil:
		return nil, fault.NewFailure(http.StatusBadRequest, invalid.Error())
	}
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{})
	return body, nil
}

// readLimited reads up to a byte more than the size limit, which applies to the bytes as sent and as
// decoded.
func (x *exchange) readLimited(from io.Reader) ([]byte, error) {
	return io.ReadAll(io.LimitReader(from, x.maxBody+1))
}

func (x *exchange) unzip(zipped []byte) ([]byte, error) {
	var body []byte
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err == nil {
		body, err = x.readLimited(z)
	}
	if err != nil {
		return nil, fmt.Errorf("Content-Encoding is gzip, but the body is not valid gzip: %w", err)
	}
	return body, nil
}
