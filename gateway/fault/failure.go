package fault

import (
	"cmp"
	"net/http"
	"strconv"

	"gatehouse/gateway/output"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Failure is an error that is returned to the client.
type Failure struct {
	Status     int    // HTTP status; also error.code
	Message    string // in plain words, for a person
	Metadata   map[string]any
	RetryAfter int    // seconds; 0 sends no Retry-After
	Routing    []byte // routing metadata as JSON; nil is written as null
}

func (f *Failure) Error() string { return f.Message }

// NewFailure returns a failure with the metadata that every failure has: the word for its
// kind (wire-notes §3, error_type).
func NewFailure(status int, message string) *Failure {
	f := &Failure{Status: status, Message: message}
	if kind := Kind(status); kind != "" {
		f.Metadata = map[string]any{"error_type": kind}
	}
	return f
}

// Blocked is a guardrail's 403 ("Errors"), with the patterns that were found. Its
// kind tells it from the 403 of a key that may not do something.
func Blocked(message string, patterns []string) *Failure {
	return &Failure{Status: http.StatusForbidden, Message: message, Metadata: map[string]any{
		"error_type": "content_policy_violation", "patterns": patterns,
	}}
}

// Kind is the error_type of the failure; empty when it has none.
func (f *Failure) Kind() string {
	kind, _ := f.Metadata["error_type"].(string)
	return kind
}

// Kind is the error_type that goes with an HTTP status (wire-notes §7); empty
// for one that is none of the document's.
func Kind(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "invalid_request"
	case http.StatusUnauthorized:
		return "authentication"
	case http.StatusPaymentRequired:
		return "payment_required"
	case http.StatusForbidden:
		return "permission_denied"
	case http.StatusNotFound:
		return "not_found"
	case http.StatusRequestTimeout, 524:
		return "timeout"
	case http.StatusRequestEntityTooLarge:
		return "payload_too_large"
	case http.StatusUnprocessableEntity:
		return "unprocessable"
	case http.StatusTooManyRequests:
		return "rate_limit_exceeded"
	case http.StatusInternalServerError:
		return "server"
	case http.StatusBadGateway:
		return "provider_unavailable"
	case http.StatusServiceUnavailable, 529:
		return "provider_overloaded"
	}
	return ""
}

// To is the client that gets a failure: word is the service's (the member is
// <word>_metadata), user the account that the key belongs to, empty when the
// key was not accepted.
type To struct{ Word, User string }

// Body is the error body: error, <word>_metadata and user_id, of which the last
// two may be null.
func (f *Failure) Body(to To) []byte {
	type fault struct {
		Code     int            `json:"code"`
		Message  string         `json:"message"`
		Metadata map[string]any `json:"metadata,omitempty"`
	}
	told, err := json.Marshal(fault{f.Status, f.Message, f.Metadata}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		// Everything that goes in is made by the gateway.
		panic("fault: " + err.Error())
	}
	b := append([]byte(`{"error":`), told...)
	b = append(output.AppendString(append(b, ','), to.Word+"_metadata"), ':')
	b = append(b, cmp.Or(string(f.Routing), "null")...)
	b = append(b, `,"user_id":`...)
	if to.User == "" {
		b = append(b, "null"...)
	} else {
		b = output.AppendString(b, to.User)
	}
	return append(b, '}')
}

// Write answers with the failure.
func (f *Failure) Write(w http.ResponseWriter, to To) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_, _ = w.Write(f.Body(to)) // a client that is gone needs no answer
}
