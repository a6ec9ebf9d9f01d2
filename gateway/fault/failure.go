package fault

import (
	"cmp"
	"net/http"
	"strconv"

	"gatehouse/gateway/output"
)

// Failure is an error returned to the client.
type Failure struct {
	Status     int    // HTTP status; also error.code
	Message    string // in plain words
	Metadata   map[string]any
	RetryAfter int    // seconds; 0 sends no Retry-After
	Routing    []byte // routing metadata as JSON; nil is written as null
}

func (f *Failure) Error() string { return f.Message }

// NewFailure returns a failure with the error_type of its status (wire-notes §3).
func NewFailure(status int, message string) *Failure {
	f := &Failure{Status: status, Message: message}
	if kind := Kind(status); kind != "" {
		f.Metadata = map[string]any{"error_type": kind}
	}
	return f
}

// Blocked returns a guardrail's 403 ("Errors"), with the matched patterns. Its error_type differs
// from that of a 403 for missing permission.
func Blocked(message string, patterns []string) *Failure {
	return &Failure{Status: http.StatusForbidden, Message: message, Metadata: map[string]any{
		"error_type": "content_policy_violation", "patterns": patterns,
	}}
}

// Kind returns the error_type of the failure, or "".
func (f *Failure) Kind() string {
	kind, _ := f.Metadata["error_type"].(string)
	return kind
}

// Kind returns the error_type for an HTTP status (wire-notes §7), or "" for a status that is not in
// the document.
func Kind(status int) string {
	return map[int]string{
		http.StatusBadRequest:            "invalid_request",
		http.StatusUnauthorized:          "authentication",
		http.StatusPaymentRequired:       "payment_required",
		http.StatusForbidden:             "permission_denied",
		http.StatusNotFound:              "not_found",
		http.StatusRequestTimeout:        "timeout",
		http.StatusRequestEntityTooLarge: "payload_too_large",
		http.StatusUnprocessableEntity:   "unprocessable",
		http.StatusTooManyRequests:       "rate_limit_exceeded",
		http.StatusInternalServerError:   "server",
		http.StatusBadGateway:            "provider_unavailable",
		http.StatusServiceUnavailable:    "provider_overloaded",
		524:                              "timeout",
		529:                              "provider_overloaded",
	}[status]
}

// Recipient is the client that receives a failure: the service's word, for the member <word>_metadata, and
// the account of the key, "" if the key was not accepted.
type Recipient struct{ Word, User string }

// Body returns the error body: error, <word>_metadata and user_id. The last two may be null.
func (f *Failure) Body(to Recipient) []byte {
	type fault struct {
		Code     int            `json:"code"`
		Message  string         `json:"message"`
		Metadata map[string]any `json:"metadata,omitempty"`
	}
	user := "null"
	if to.User != "" {
		user = string(output.AppendString(nil, to.User))
	}
	return output.JSON("{").Value("error", fault{f.Status, f.Message, f.Metadata}).
		Raw(to.Word+"_metadata", cmp.Or(string(f.Routing), "null")).Raw("user_id", user).End()
}

// Write answers with the failure.
func (f *Failure) Write(w http.ResponseWriter, to Recipient) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	_, _ = w.Write(f.Body(to)) // the client may be gone
}
