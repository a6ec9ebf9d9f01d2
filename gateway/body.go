package gateway

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"gatehouse/gateway/failure"
)

// body reads the whole request body. One that is too large is a 413, one that
// does not come within the time limit a 408; one that breaks off is a 400, which
// its sender will hardly see.
func (x *exchange) body() ([]byte, *failure.Failure) {
	if x.timeLimit > 0 {
		// Where the connection knows no deadline, the limit holds after the body.
		_ = http.NewResponseController(x.w).SetReadDeadline(x.start.Add(x.timeLimit))
	}
	body, err := io.ReadAll(io.LimitReader(x.r.Body, x.maxBody+1))
	switch {
	case int64(len(body)) > x.maxBody:
		x.drain()
		return nil, failure.New(http.StatusRequestEntityTooLarge, fmt.Sprintf(
			"Request payload too large: at most %d bytes", x.maxBody))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, failure.New(http.StatusRequestTimeout, fmt.Sprintf(
			"Operation timed out: the request body did not come within %s", x.timeLimit))
	case err != nil:
		return nil, failure.New(http.StatusBadRequest, "The request body broke off: "+err.Error())
	}
	_ = http.NewResponseController(x.w).SetReadDeadline(time.Time{})
	return body, nil
}

// drain reads on for as much again as is allowed: a client that is still writing
// when the connection closes may never see the answer.
func (x *exchange) drain() {
	_, _ = io.CopyN(io.Discard, x.r.Body, x.maxBody)
}
