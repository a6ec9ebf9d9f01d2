package gateway

import (
	"net/http"
	"strings"
	"time"

	"gatehouse/gateway/fault"
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
	warm   bool   // the response says nothing: a later one goes on from it

	// For the log.
	status  int
	model   string
	outcome string
}

// to is whom failures are told.
func (x *exchange) to() fault.To { return fault.To{Word: x.word, User: x.user} }

// fail answers with a failure.
func (x *exchange) fail(f *fault.Failure) {
	// The message may quote the request, which is nobody else's business.
	x.status, x.outcome = f.Status, f.Kind()
	f.Write(x.w, x.to())
}

// wantsMetadata reports whether the request asks for routing metadata ("POST
// /responses"): the header with the value enabled, under its name or its legacy
// name. When both came, the first counts. Any other value is disabled.
func (x *exchange) wantsMetadata() bool {
	_, value := x.metadataHeader()
	return strings.EqualFold(value, "enabled")
}

// metadataHeader is the header that asks for routing metadata, as the request has it; the
// value is empty where it has none.
func (x *exchange) metadataHeader() (name, value string) {
	for _, name := range []string{"X-" + x.word + "-Metadata", "X-" + x.word + "-Experimental-Metadata"} {
		if values := x.r.Header.Values(name); len(values) > 0 {
			return name, strings.TrimSpace(values[0])
		}
	}
	return "", ""
}

// warnOfMetadata says in the log and in a header of the answer that a value is neither of
// the two that the document allows, and that it counts as disabled.
func (x *exchange) warnOfMetadata() {
	name, value := x.metadataHeader()
	if name == "" || strings.EqualFold(value, "enabled") || strings.EqualFold(value, "disabled") {
		return
	}
	const words = "must be enabled or disabled; no routing metadata is returned"
	name = http.CanonicalHeaderKey(name)
	x.logger.Warn(name+" "+words, "n", x.number) // the value is the request's business
	x.w.Header().Set("Warning", `199 gatehouse "`+name+" "+words+`"`)
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
