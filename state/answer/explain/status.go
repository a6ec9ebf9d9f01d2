package explain

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/spelling"
)

// statusRow is what the statuses from first to last mean, and what to try.
type statusRow struct {
	first, last    int
	title, meaning string
	advice         []Advice
	rerank         []Advice // instead, for a request to POST /rerank; nil: the same
}

var (
	fixField  = otherAdvice("fix the field that the message names", "run gatehouse validate on the request")
	checkBase = otherAdvice("check the base URL")
	readIt    = otherAdvice("read the message")
	elsewhere = []Advice{resend, otherModel}
)

// statuses are the 14 of the document, and others that occur; the first row counts.
var statuses = []statusRow{
	{400, 400, "invalid request", "A parameter is invalid or the input is malformed.", fixField, nil},
	{401, 401, "not authenticated", "The key is missing or invalid.", otherAdvice("check the key, and that it belongs to this address"), nil},
	{402, 402, "out of credits", "The account's credits or quota do not cover the request.",
		otherAdvice("add credits", "choose a cheaper model or a lower max_output_tokens"), nil},
	{403, 403, "forbidden", "", nil, nil}, // see forbidden
	{404, 404, "not found", "No such model or path, or no model meets the request's constraints.", []Advice{checkSlug, otherModel},
		otherAdvice("choose another rerank model", checkSlug.Words)},
	{405, 405, "method not allowed", "The path exists but does not accept this HTTP method.", checkBase, nil},
	{407, 407, "the proxy requires credentials", "The proxy did not forward the request: it requires a valid user and password.",
		otherAdvice("put them into {setting} (or into proxy in the profile): http://user:pass@proxy works", "{bypass}"), nil},
	{408, 408, "time limit exceeded", "The operation took longer than the gateway allows.",
		[]Advice{resend, {Words: "ask for less: a lower max_output_tokens or less reasoning"}}, nil},
	{412, 412, "precondition failed", "A condition that the request depends on is not met.", readIt, nil},
	{413, 413, "request too large", "The request body is larger than the gateway accepts.",
		otherAdvice("send less: shorten the conversation, or attach smaller files"), otherAdvice("send fewer or shorter documents")},
	{422, 422, "contradictory request", "Each field is valid, but the combination is not.", fixField, nil},
	{426, 426, "another protocol is required", "The gateway does not answer over HTTP as it was asked to.", otherAdvice(
		"send again from the playground where Upgrade names websocket: it then uses a WebSocket",
		`set transport = "websocket" in the profile to use one from the start`), nil},
	{429, 429, "rate limited", "Too many requests in a short time.", []Advice{resendLater}, nil},
	{400, 499, "refused", "The gateway refused the request.", readIt, nil},
	{500, 500, "unexpected server error", "The gateway or one of its providers failed unexpectedly. The response does not say which.", elsewhere, nil},
	{502, 502, "the provider failed", "The provider behind the gateway returned no usable response.", elsewhere, nil},
	{503, 503, "temporarily unavailable", "The gateway, or one of its providers, cannot take the request right now.", elsewhere, nil},
	{504, 504, "the provider took too long", "The provider did not answer the gateway in time.", elsewhere, nil},
	{524, 524, "timed out at the edge", "The provider's answer did not reach the edge network in time.",
		[]Advice{resend, {"ask for a stream: it keeps the connection alive", AsStream}}, nil},
	{529, 529, "the provider is overloaded", "The provider has more requests than it can handle right now.",
		[]Advice{{"wait a little, then send it again", ResendLater}, otherModel}, nil},
	{520, 526, "no response at the edge network", "The edge network could not reach the gateway or could not parse its response.", elsewhere, nil},
	{500, 1000, "the service failed", "The service at this address failed.", elsewhere, nil},
}

// meaningOf returns the row of a status.
func meaningOf(status int) statusRow {
	for _, r := range statuses {
		if r.first <= status && status <= r.last {
			return r
		}
	}
	return statusRow{title: "unexpected response", meaning: "The response status is not part of this API.", advice: checkBase}
}

// wordStatuses are the statuses that the words of an error correspond to (wire-notes §7).
var wordStatuses = map[string]int{
	"authentication": 401, "authentication_error": 401,
	"payment_required": 402, "insufficient_quota": 402,
	"permission_denied": 403,
	"not_found":         404, "image_not_found": 404, "model_not_found": 404,
	"precondition_failed": 412,
	"payload_too_large":   413,
	"unprocessable":       422,
	"rate_limit_exceeded": 429,
	"server":              500, "server_error": 500, "unmapped": 500,
	"provider_unavailable": 502,
	"provider_overloaded":  529,
	"timeout":              504,

	"context_length_exceeded": 400, "max_tokens_exceeded": 400, "token_limit_exceeded": 400, "string_too_long": 400,
	"invalid_request": 400, "invalid_request_error": 400, "invalid_prompt": 400, "content_policy_violation": 400, "refusal": 400,
}

// statusOfWord returns the status that a word of an error corresponds to; 0 for none.
func statusOfWord(word string) int {
	if status, ok := wordStatuses[word]; ok {
		return status
	}
	if strings.Contains(word, "image") {
		return http.StatusBadRequest
	}
	return 0
}

// statusOf returns the status that a failure in a stream or a 200 corresponds to: its
// code, or its type. 0 for neither.
func statusOf(f wire.Failure) int {
	word := scan.AnyText(f.Code)
	if n, err := strconv.Atoi(word); err == nil && n >= 400 && n < 600 {
		return n
	}
	ofCode, ofType := statusOfWord(word), statusOfWord(f.Type)
	if word == "server_error" { // the word for all that is no fault of the request; the type says more
		return cmp.Or(ofType, ofCode)
	}
	return cmp.Or(ofCode, ofType)
}

// IsCausedByRequest reports whether sending the same request again would fail in the same way: a 4xx
// that is not about the key, the credits, the number of requests or a timeout.
func IsCausedByRequest(f wire.Failure) bool {
	switch status := cmp.Or(f.Status, statusOf(f)); status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusProxyAuthRequired, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	default:
		return status >= 400 && status < 500
	}
}

// errorTypes returns the error's type and the one in its metadata.
func errorTypes(f wire.Failure) [2]string {
	return [2]string{f.Type, scan.Text(scan.Get(f.Metadata, "error_type"))}
}

// StatusWords returns a status in words with the code: "temporarily unavailable (503)";
// "ok (200)" for a success, "no status" for none.
func StatusWords(status int) string {
	switch {
	case status <= 0:
		return "no status"
	case status < 300:
		return fmt.Sprintf("ok (%d)", status)
	}
	return fmt.Sprintf("%s (%d)", meaningOf(status).title, status)
}

// AttemptStatus returns the status of an attempt in short: the number, else the raw value; empty
// for none.
func AttemptStatus(a wire.Attempt) string {
	v := scan.Get(a.Raw, "status")
	switch {
	case a.Status != wire.None:
		return strconv.Itoa(a.Status)
	case scan.IsNull(v):
		return ""
	}
	return Spelled(v)
}

// Spelled writes a received value in little room.
func Spelled(v []byte) string {
	switch scan.KindOf(v) {
	case scan.Object:
		return "{…}"
	case scan.Array:
		return "[…]"
	case scan.String:
		return spelling.Shorten(scan.Text(v), maxWord)
	}
	return spelling.Shorten(string(v), maxWord)
}

// AttemptWords returns how an attempt ended: StatusWords, or the raw value in place of a
// status.
func AttemptWords(a wire.Attempt) string {
	if odd := AttemptStatus(a); a.Status == wire.None && odd != "" {
		return odd
	}
	return StatusWords(a.Status)
}

// availabilityMeanings are the meanings of the codes of error.availability (wire-notes §7).
var availabilityMeanings = map[string]string{
	"model_not_found":            "There is no such model",
	"wrong_endpoint":             "The model is served at another endpoint of the service",
	"no_endpoints":               "No provider serves the model at the moment",
	"model_deprecated":           "The model has been retired",
	"model_unavailable_upstream": "The provider no longer offers the model",
	"capacity_exhausted":         "The model's providers are out of capacity",
	"temporarily_unavailable":    "The model's providers are temporarily unavailable",
	"region_restricted":          "The model is not available in this region",
	"privacy_restricted":         "The data policy excludes every provider of the model",
	"constraint_filtered":        "The constraints of the request exclude every provider",
	"free_variant_ended":         "The model's free variant has been discontinued",
}

// availabilityCode returns the code of error.availability; empty for none. f may be nil.
func availabilityCode(f *wire.Failure) string {
	if f == nil {
		return ""
	}
	return scan.Text(scan.Get(f.Available, "code"))
}
