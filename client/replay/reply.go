package replay

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"unicode/utf8"

	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// reply is the answer to a request. Times are in microseconds after the request; a negative
// one is at once.
type reply struct {
	status  int
	header  http.Header
	headUS  int64
	body    *wire.Body
	maxBody int64 // bytes of the body that are written before the end
	end     proxy.Ending
	endUS   int64
	trailer http.Header
	last    bool           // the body holds the last event of its stream
	refusal *proxy.Refusal // that the body is made of; nil: it is recorded
}

// replyOf returns the reply of a recorded exchange.
func replyOf(c *wire.Capture) reply {
	if c.Lacks.Answer {
		return failure(http.StatusBadGateway, reasonUnanswered, "The answer is not in the record: it was imported from a file without it.", nil)
	}
	if c.Head == nil {
		r := failure(http.StatusBadGateway, reasonUnanswered, "No answer arrived when this was recorded: "+c.End.Message, nil)
		r.headUS = c.End.AtUS
		return r
	}
	if (c.Head.Status < 200 || c.Head.Status > 999) && !c.Head.IsSocket() {
		return failure(http.StatusBadGateway, reasonUnanswered, fmt.Sprintf("The recorded status is %d, which is not a final status.", c.Head.Status), nil)
	}
	r := reply{status: c.Head.Status, header: c.Head.Header.Clone(), headUS: c.Head.AtUS, body: &c.Body, maxBody: math.MaxInt64}
	if r.header == nil {
		r.header = http.Header{}
	}
	if c.Decoded != nil && overwritten(&c.Body) || c.Decoded == nil && decodedBefore(c) {
		// The compressed bytes had a secret, or another program decompressed them.
		r.body = c.Text()
		r.header.Del("Content-Encoding")
	}
	if c.End != nil {
		r.endUS, r.trailer = c.End.AtUS, c.End.Trailer
	}
	if c.Head.IsSocket() {
		r.body = c.Text()
	}
	r.last = done(c)
	r.end = endOf(c, r.last)
	if announced, err := strconv.ParseInt(r.header.Get("Content-Length"), 10, 64); r.end == proxy.Clean && (err != nil || announced != r.body.Len()) && r.body.Len() > 0 {
		r.header.Del("Content-Length")
	}
	return r
}

// overwritten reports whether the bytes of a compressed body were overwritten: with
// asterisks, and more of them than one byte that happens to be one.
func overwritten(b *wire.Body) bool {
	return string(b.Bytes(0, 4)) == "****"
}

// decodedBefore reports whether a body is plain although its header names a coding, as in
// the files of most programs.
func decodedBefore(c *wire.Capture) bool {
	codings := wire.Codings(c.Head.Header)
	return len(codings) > 0 && wire.UnsupportedCoding(c.Head.Header) == "" && c.Body.Len() > 0 && utf8.Valid(c.Body.All())
}

// endOf returns how a recorded answer ends. One that is not recorded completely is cut, so
// that it does not look complete.
func endOf(c *wire.Capture, last bool) proxy.Ending {
	switch {
	case c.End == nil:
		return proxy.Cut
	case c.End.Cause == wire.EndClean:
		return proxy.Clean
	case c.End.Detail == wire.DetailReset:
		return proxy.Reset
	case c.End.Cause == wire.EndHungUp && last:
		return proxy.Clean
	}
	return proxy.Cut
}

// isDelimited reports whether a program knows the end of the body without that of the
// answer: it may then close the connection before.
func (r reply) isDelimited() bool { return r.header.Get("Content-Length") != "" || r.last }

// The reasons of errors that a replay makes.
const (
	reasonUnrecorded = "not_recorded"
	reasonUnanswered = "no_answer_recorded"
	reasonFault      = "fault"
)

// failure returns a reply in the form of an API's error.
func failure(status int, reason, message string, metadata map[string]any) reply {
	f := &proxy.Refusal{Type: proxy.TypeReplay, Status: status, Reason: reason, Message: message, Metadata: metadata}
	r := reply{status: status, header: http.Header{"Content-Type": {"application/json"}}, headUS: -1, endUS: -1, body: &wire.Body{}, maxBody: math.MaxInt64, refusal: f}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		r.header.Set("Retry-After", "2")
	}
	r.body.Append(f.Body(), -1)
	r.header.Set("Content-Length", strconv.FormatInt(r.body.Len(), 10))
	return r
}
