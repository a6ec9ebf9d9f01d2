// Package intake reads requests and exchanges as other programs write them: curl command
// lines, the files of OpenAI's Batch API, collections of Postman and spans in OTLP JSON. It
// runs nothing, and reads no file but those that it is handed.
package intake

import (
	"fmt"
	"net/url"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// LineError is the error of a line of a file.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// Place returns the method, host and path of a request, without what in its address may be secret.
func Place(sent wire.Sent) string {
	u, err := url.Parse(sent.URL)
	if err != nil || u.Host+u.Path == "" {
		return "an unnamed endpoint"
	}
	return sent.Method + " " + u.Host + u.EscapedPath()
}

// Exchange is a request with its answer, as a file of spans or a collection of requests has it.
type Exchange struct {
	Capture *wire.Capture // without a Start if Lacks has it
	Kind    state.Kind
}

// Exchanges are those of a file.
type Exchanges struct {
	List   []Exchange
	Others []string // requests that are not read: see Place
	Silent int      // spans of model calls without messages
}
