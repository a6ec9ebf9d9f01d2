package intake

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1

// Unanswered is a request that a file holds without an answer, as a capture. When it was sent, if
// it was, the file does not say: at is its place in lists.
func Unanswered(r Request, at time.Time) *wire.Capture {
	return &wire.Capture{
		ID: id("request", r.Method, r.URL, string(r.Body)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndUnknown, AtUS: unknownUS, Message: "the request was imported, not sent"}, Lacks: wire.Lacks{Start: true, Answer: true},
	}
}

// Capture is an answer of a batch and its request as a capture; the request may be the
// zero value, for one that is not known. The moment of the exchange is that in the answer;
// without one it is not known, and at is its place in lists.
func (a Answer) Capture(r Request, at time.Time) *wire.Capture {
	c := &wire.Capture{
		ID: id("batch", string(a.Raw)), Start: at, Sent: r.Sent, Timing: wire.NoTiming(),
		End: &wire.End{Cause: wire.EndClean, AtUS: unknownUS}, Lacks: wire.Lacks{Start: true}, Remarks: []string{wire.BatchRemark},
	}
	if a.Status == 0 {
		c.End.Cause, c.End.Message = wire.EndUnknown, a.Error
		return c
	}
	if created, err := strconv.ParseInt(string(scan.Get(a.Body, "created_at")), 10, 64); err == nil && created > 0 && created < 1<<40 {
		c.Start, c.Lacks.Start = time.Unix(created, 0), false
	}
	c.Head = &wire.Head{Status: a.Status, Header: http.Header{"Content-Type": {"application/json"}}, AtUS: unknownUS}
	if a.RequestID != "" {
		c.Head.Header.Set("X-Request-Id", a.RequestID)
	}
	c.Body.Append(a.Body, unknownUS)
	return c
}

// id is an ID that follows from what an exchange is, so that the same one is known again.
func id(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		h.Write([]byte(strconv.Quote(part)))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
