package explain

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// statusExplanation explains a status: the 14 of the document, and others that occur.
func statusExplanation(status int) Explanation {
	if p, ok := requestFault(status); ok {
		return p
	}
	if p, ok := serviceFault(status); ok {
		return p
	}
	switch {
	case status >= 400 && status < 500:
		return Explanation{"refused", "The gateway refused the request.", "", otherAdvice("read the message")}
	case status >= 500:
		return Explanation{"the service failed", "Something behind this address failed.", "", []Advice{resendAdvice(), otherModelAdvice()}}
	}
	return Explanation{"unexpected response", "The response status is not part of this API.", "", otherAdvice("check the base URL")}
}

// tlsWords are the answers of Go, nginx and Apache to plain HTTP on a TLS port.
var tlsWords = regexp.MustCompile(`(?i)HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled`)

// asksBasic reports whether the service asks for a user and a password only, and not for a
// bearer key (RFC 9110, section 11.6.1).
func (c Context) asksBasic() bool {
	asks := strings.ToLower(c.Challenge)
	return basicScheme.MatchString(asks) && !strings.Contains(asks, "bearer")
}

// keyMeaning says of a 401 what is known of the key.
func keyMeaning(sent bool) string {
	if sent {
		return "The server does not accept the key that was sent."
	}
	return "No key was sent."
}

var basicScheme = regexp.MustCompile(`(?:^|,)\s*basic(?:\s|,|$)`)

// basicAsked explains a 401 of a service that wants a user and a password.
func basicAsked() Explanation {
	return Explanation{"not authenticated", "The service requires a user and password (Basic auth), not a bearer key.", "", otherAdvice(
		`set auth = "basic" in the profile and give user:password as its key`, "check the user and the password",
	)}
}

// requestFault explains the statuses for faults of the request.
func requestFault(status int) (Explanation, bool) {
	switch status {
	case http.StatusBadRequest:
		return Explanation{"invalid request", "A parameter is invalid or the input is malformed.", "", otherAdvice(
			"fix the field that the message names", "run gatehouse validate on the request",
		)}, true
	case http.StatusUnauthorized:
		return Explanation{"not authenticated", "The key is missing or invalid.", "", otherAdvice(
			"check the key, and that it belongs to this address",
		)}, true
	case http.StatusPaymentRequired:
		return Explanation{"out of credits", "The account's credits or quota do not cover the request.", "", otherAdvice(
			"add credits", "choose a cheaper model or a lower max_output_tokens",
		)}, true
	case http.StatusNotFound:
		return Explanation{"not found", "No such model or path, or no model meets the request's constraints.", "", []Advice{
			{"check the model's slug", CheckSlug}, otherModelAdvice(),
		}}, true
	case http.StatusMethodNotAllowed:
		return Explanation{"method not allowed", "The path exists but does not accept this HTTP method.", "", otherAdvice(
			"check the base URL",
		)}, true
	case http.StatusUpgradeRequired:
		return Explanation{"another protocol is required", "The gateway does not answer over HTTP as it was asked to.", "", otherAdvice(
			"send again from the playground where Upgrade names websocket: it then uses a WebSocket", `set transport = "websocket" in the profile to use one from the start`,
		)}, true
	case http.StatusRequestTimeout:
		return Explanation{"time limit exceeded", "The operation took longer than the gateway allows.", "", []Advice{
			resendAdvice(), {Words: "ask for less: a lower max_output_tokens or less reasoning"},
		}}, true
	case http.StatusPreconditionFailed:
		return Explanation{"precondition failed", "A condition that the request depends on is not met.", "", otherAdvice("read the message")}, true
	case http.StatusRequestEntityTooLarge:
		return Explanation{"request too large", "The request body is larger than the gateway accepts.", "", otherAdvice(
			"send less: shorten the conversation, or attach smaller files",
		)}, true
	case http.StatusUnprocessableEntity:
		return Explanation{"contradictory request", "Each field is valid, but the combination is not.", "", otherAdvice(
			"fix the field that the message names", "run gatehouse validate on the request",
		)}, true
	}
	return Explanation{}, false
}

// serviceFault explains the statuses for faults of the service.
func serviceFault(status int) (Explanation, bool) {
	switch status {
	case http.StatusTooManyRequests:
		return Explanation{"rate limited", "Too many requests in a short time.", "", []Advice{resendLaterAdvice()}}, true
	case http.StatusInternalServerError:
		return Explanation{"unexpected server error", "The gateway or a provider behind it failed unexpectedly. The response does not say which.", "", []Advice{resendAdvice(), otherModelAdvice()}}, true
	case http.StatusBadGateway:
		return Explanation{"the provider failed", "The provider behind the gateway returned no usable response.", "", []Advice{resendAdvice(), otherModelAdvice()}}, true
	case http.StatusServiceUnavailable:
		return Explanation{"temporarily unavailable", "The gateway, or a provider behind it, cannot take the request right now.", "", []Advice{resendAdvice(), otherModelAdvice()}}, true
	case http.StatusGatewayTimeout:
		return Explanation{"the provider took too long", "The provider did not answer the gateway in time.", "", []Advice{resendAdvice(), otherModelAdvice()}}, true
	case 524:
		return Explanation{"timed out at the edge", "The provider's answer did not reach the edge network in time.", "", []Advice{
			resendAdvice(), streamAdvice(),
		}}, true
	case 529:
		return Explanation{"the provider is overloaded", "The provider has more requests than it can handle right now.", "", []Advice{
			{"wait a little, then send it again", ResendLater}, otherModelAdvice(),
		}}, true
	}
	if status >= 520 && status <= 526 {
		return Explanation{"no response at the edge network", "The edge network could not reach the gateway or could not parse its response.", "", []Advice{resendAdvice(), otherModelAdvice()}}, true
	}
	return Explanation{}, false
}

// statusOf returns the status that a failure in a stream or a 200 corresponds to: its
// code, or its type by the table of wire-notes §7. 0 for neither.
func statusOf(f wire.Failure) int {
	if n, err := strconv.Atoi(string(f.Code)); err == nil && n >= 400 && n < 600 {
		return n
	}
	var word string
	if json.Unmarshal(f.Code, &word) == nil {
		if n, err := strconv.Atoi(word); err == nil && n >= 400 && n < 600 {
			return n
		}
		n := statusOfWord(word)
		if word == "server_error" && statusOfWord(f.Type) != 0 {
			n = 0 // the word for all that is no fault of the request; the type says more
		}
		if n != 0 {
			return n
		}
	}
	return statusOfWord(f.Type)
}

func statusOfWord(word string) int {
	switch word {
	case "authentication", "authentication_error":
		return http.StatusUnauthorized
	case "payment_required", "insufficient_quota":
		return http.StatusPaymentRequired
	case "permission_denied":
		return http.StatusForbidden
	case "not_found", "image_not_found", "model_not_found":
		return http.StatusNotFound
	case "precondition_failed":
		return http.StatusPreconditionFailed
	case "payload_too_large":
		return http.StatusRequestEntityTooLarge
	case "unprocessable":
		return http.StatusUnprocessableEntity
	case "rate_limit_exceeded":
		return http.StatusTooManyRequests
	case "server", "server_error", "unmapped":
		return http.StatusInternalServerError
	case "provider_unavailable":
		return http.StatusBadGateway
	case "provider_overloaded":
		return 529
	case "timeout":
		return http.StatusGatewayTimeout
	case "context_length_exceeded", "max_tokens_exceeded", "token_limit_exceeded", "string_too_long",
		"invalid_request", "invalid_request_error", "invalid_prompt", "content_policy_violation", "refusal":
		return http.StatusBadRequest
	}
	if strings.Contains(word, "image") {
		return http.StatusBadRequest
	}
	return 0
}

// StatusWords returns a status in words with the code: "temporarily unavailable (503)";
// "ok (200)" for a success, "no status" for none.
func StatusWords(status int) string {
	switch {
	case status <= 0:
		return "no status"
	case status < 300:
		return fmt.Sprintf("ok (%d)", status)
	case status == http.StatusForbidden:
		return "forbidden (403)"
	}
	return fmt.Sprintf("%s (%d)", statusExplanation(status).Title, status)
}

// AttemptStatus returns the status of an attempt in short: the number, or the raw value in
// its place; empty for none.
func AttemptStatus(a wire.Attempt) string {
	v := scan.Get(a.Raw, "status")
	switch {
	case a.Status != wire.None:
		return strconv.Itoa(a.Status)
	case scan.IsNull(v):
		return ""
	case scan.KindOf(v) == scan.Object:
		return "{…}"
	case scan.KindOf(v) == scan.Array:
		return "[…]"
	}
	return shortenWord(textOf(v))
}

// AttemptWords says how an attempt ended: StatusWords, or the raw value in place of a
// status.
func AttemptWords(a wire.Attempt) string {
	if odd := AttemptStatus(a); a.Status == wire.None && odd != "" {
		return odd
	}
	return StatusWords(a.Status)
}
