package gateway

import (
	"net/http"
	"strings"
	"time"

	"gatehouse/gateway/failure"
)

// exchange is one request and its answer.
type exchange struct {
	*Gateway
	w      http.ResponseWriter
	r      *http.Request
	user   string // the account; empty until the key was accepted
	start  time.Time
	number int64
	id     string // x-request-id of the answer

	// For the log.
	status  int
	model   string
	outcome string
}

// to is whom failures are told.
func (x *exchange) to() failure.To { return failure.To{Word: x.word, User: x.user} }

// fail answers with a failure.
func (x *exchange) fail(f *failure.Failure) {
	// The message may quote the request, which is nobody else's business.
	x.status, x.outcome = f.Status, f.Kind()
	f.Write(x.w, x.to())
}

// metadataAs is the name of the member with the routing metadata.
func (g *Gateway) metadataAs() string { return g.word + "_metadata" }

// wantsMetadata reports whether the request asks for routing metadata ("POST
// /responses"): the header with the value enabled, under its name or its legacy
// name. When both came, the first counts. Any other value is disabled.
func (x *exchange) wantsMetadata() bool {
	values := x.r.Header.Values("X-" + x.word + "-Metadata")
	if len(values) == 0 {
		values = x.r.Header.Values("X-" + x.word + "-Experimental-Metadata")
	}
	return len(values) > 0 && strings.EqualFold(strings.TrimSpace(values[0]), "enabled")
}

func (x *exchange) log() {
	x.logger.Info("request",
		"n", x.number,
		"id", x.id,
		"method", x.r.Method,
		"path", x.r.URL.Path,
		"status", x.status,
		"model", x.model,
		"outcome", x.outcome,
		"ms", time.Since(x.start).Milliseconds(),
	)
}
