package figures

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// Header is a response header worth knowing.
type Header struct {
	Name  string // as received, in Go's canonical spelling
	Value string // several joined by commas; not made safe
	About string // its subject in a word or two
}

// kindOf returns a header's subject and its rank in the list (wire-notes §7 and §9; RFC 9110, 9111, 9211).
// Names that contain the service's word are recognised by their ends.
func kindOf(name string) (about string, rank int) {
	n := strings.ToLower(name)
	has, ends := strings.Contains, strings.HasSuffix
	switch {
	case ends(n, "generation-id"):
		return "generation", 0
	case ends(n, "request-id"), n == "cf-ray", n == "x-trace-id", n == "traceparent":
		return "request", 1
	case has(n, "ratelimit"), has(n, "rate-limit"):
		return "rate limit", 2
	case strings.HasPrefix(n, "retry-after"), n == "x-should-retry":
		return "retry", 3
	case ends(n, "-cache"), has(n, "-cache-"), n == "cache-status", n == "age":
		return "cache", 4
	case ends(n, "processing-ms"), n == "server-timing":
		return "time", 5
	case n == "content-type", n == "content-encoding":
		return "content", 6
	case n == "location":
		return "redirect", 7
	case n == "server", n == "via":
		return "server", 8
	}
	return "", -1
}

// HeadersOf returns the headers of an answer that are worth knowing, the most important
// first.
func HeadersOf(h http.Header) []Header {
	type ranked struct {
		Header
		rank int
	}
	var found []ranked
	for name, values := range h {
		if about, rank := kindOf(name); rank >= 0 {
			found = append(found, ranked{Header{Name: name, Value: strings.Join(values, ", "), About: about}, rank})
		}
	}
	slices.SortFunc(found, func(a, b ranked) int {
		return cmp.Or(a.rank-b.rank, cmp.Compare(a.Name, b.Name))
	})
	out := make([]Header, len(found))
	for i, f := range found {
		out[i] = f.Header
	}
	return out
}

// ServedBy returns a model and who ran it, in words; either may be "".
func ServedBy(model, provider string) string { return strings.Trim(model+", "+provider, ", ") }

// Provider returns who ran the model in the end: as the result says, else the endpoint that is
// selected, else the first attempt that succeeded; "" if none is reported.
func Provider(x *state.Exchange, r wire.Routing) string {
	switch {
	case x.Ranking != nil && x.Ranking.Provider != "":
		return x.Ranking.Provider
	case x.Provider != "":
		return x.Provider
	}
	e, ok := r.Selected()
	if i := slices.IndexFunc(r.Attempts, wire.Attempt.Succeeded); !ok && i >= 0 {
		return r.Attempts[i].Provider
	}
	return e.Provider
}
