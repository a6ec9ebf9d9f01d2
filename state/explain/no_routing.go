package explain

import (
	"fmt"
	"net/http"
	"strings"

	"gatehouse/state"
)

// NoRouting says why an exchange has no routing metadata: it was not requested, has not
// arrived yet, or is never part of such an answer (wire-notes §6). asked means that the
// request had the header; header is its name. It is empty when there is metadata.
func NoRouting(x *state.Exchange, asked bool, header string) string {
	switch {
	case x == nil || len(x.Routing) > 0:
		return ""
	case !x.Known.Request:
		if words := RoutingPending(x); words != "" {
			return "It " + words + "."
		}
		return "The saved file has none."
	case !x.Kind().IsOwn():
		return "The answer has none."
	case x.IsRerank(): // API document, "POST /rerank": its only headers are the key and the type
		return "It is not available for rerank."
	case !asked:
		return "Not requested: the request had no " + header + ": enabled."
	case x.Running():
		return "Requested; it arrives at the end of the answer."
	case !x.Known.Answer:
		return "Requested; the answer was not recorded."
	case x.Head == nil:
		return "Requested, but no response was received."
	case cached(x.Head.Header):
		return "Requested, but the answer came from the response cache, so nothing was routed."
	case x.Verdict == state.Truncated, x.Verdict == state.Cancelled:
		return "Requested, but it arrives at the end of the answer, which was not received."
	}
	if f := x.Failure; f != nil {
		switch {
		case f.Document:
			return "Requested, but the response did not come from the gateway."
		case f.Status == http.StatusUnauthorized, f.Status == http.StatusPaymentRequired, f.Status == http.StatusForbidden,
			f.Status == http.StatusTooManyRequests, f.Status == http.StatusBadRequest, f.Status == http.StatusRequestEntityTooLarge,
			f.Status == http.StatusUnprocessableEntity:
			return fmt.Sprintf("Requested, but this error (%d) was returned before anything was routed.", f.Status)
		case f.Status == http.StatusInternalServerError:
			return "Requested, but a 500 never includes it."
		}
		return "Requested, but this error does not include it."
	}
	return "Requested, not returned."
}

// RoutingPending says that routing metadata arrives with the end of an answer, for an
// exchange that has not ended; else it is empty.
func RoutingPending(x *state.Exchange) string {
	const words = "arrives at the end of an answer"
	switch {
	case x.Running(): // at an earlier frame
		return words
	case x.Verdict == state.Truncated && x.Known.End:
		return words + ", which was not received"
	case x.Verdict == state.Truncated:
		return words + ", which was not saved"
	}
	return ""
}

// cached reports whether a header shows a hit in the response cache (wire-notes §9).
func cached(h http.Header) bool {
	for name, values := range h {
		if strings.HasSuffix(strings.ToLower(name), "-cache-status") && len(values) > 0 && strings.EqualFold(values[0], "hit") {
			return true
		}
	}
	return false
}

// MetadataHeader returns the name of the header that requests routing metadata, by the
// word for the service (document, "Request header"). An empty word is the document's own.
func MetadataHeader(word string) string {
	if word == "" {
		word = "service"
	}
	return "X-" + strings.ToUpper(word[:1]) + word[1:] + "-Metadata"
}
