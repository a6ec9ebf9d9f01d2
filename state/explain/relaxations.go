package explain

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Edit is a change of the request at a JSON Pointer (RFC 6901). A nil Value deletes.
type Edit struct {
	Pointer string
	Value   []byte
}

// Relaxation is a way to send a request again that may succeed: changed, or unchanged but
// later.
type Relaxation struct {
	Words  string
	Edits  []Edit // none: the same request
	WaitMS int64  // milliseconds to wait from the answer's arrival; 0 for no wait
}

// EchoUpstream returns the edits that make the gateway echo in its stream what it sends
// upstream (API document, debug). Only a stream can carry the echo, so the request becomes
// one.
func EchoUpstream(request []byte) []Edit {
	edit := Edit{"/debug", []byte(`{"echo_upstream_body": true}`)}
	if scan.KindOf(scan.Get(request, "debug")) == scan.Object {
		edit = Edit{"/debug/echo_upstream_body", []byte("true")}
	}
	if string(scan.Get(request, "stream")) == "true" {
		return []Edit{edit}
	}
	return []Edit{edit, {"/stream", []byte("true")}}
}

// maxRelaxations is how many relaxations are offered: each has a key.
const maxRelaxations = 9

// Relaxations lists what could be changed for a failed request to succeed, the smallest
// change first, as far as the body says what the obstacle was. known are the slugs of the
// service's models, to find a mistyped one; it may be nil.
func Relaxations(x *state.Exchange, known []string) []Relaxation {
	if x != nil && x.Verdict == state.Truncated {
		if p, ok := Exchange(x, Context{}); ok && !p.Advises(Resend) {
			return nil // a line that is too long comes again
		}
		return []Relaxation{{Words: resendAdvice().Words}}
	}
	if x == nil || x.Verdict != state.Failed || x.Failure == nil {
		return nil
	}
	var list []Relaxation
	f, routing := x.Failure, read.Routing(x.Routing)
	if f.Retry != nil {
		list = append(list, Relaxation{Words: resendNowHint(*f.Retry, headAt(x)), WaitMS: f.Retry.AfterMS})
	}
	status := f.Status
	if status == 0 { // in the middle of the stream
		status = statusOf(*f)
	}
	if f.Retry == nil && isTemporary(status) {
		words := resendAdvice().Words
		if status == http.StatusTooManyRequests || status == 529 { // so soon it may come to the same
			words = "send the same request again; the key sends it at once, so wait a little first"
		}
		list = append(list, Relaxation{Words: words})
	}
	blocking := constraints(x)
	list = append(list, relaxEach(x, blocking)...)
	if afford := lowerTokenLimit(x); afford != nil {
		list = append(list, *afford)
	}
	if len(blocking) == 0 {
		list = append(list, openProviders(x)...)
	}
	list = append(list, otherModels(x, routing, known)...)
	if contextTooLong(f) {
		list = append(list, compressContext(x.Request))
	}
	return distinct(list)
}

// isTemporary reports whether a status is of a temporary failure, for which the document
// says to retry.
func isTemporary(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout, 524, 529:
		return true
	}
	return false
}

// relaxations returns the ways to relax one constraint.
func (c constraint) relaxations() []Relaxation {
	if c.pointer == "" {
		return nil
	}
	drop := Relaxation{Words: "remove " + named(c.field), Edits: []Edit{{Pointer: c.pointer}}}
	switch {
	case c.name() == "max_price" && c.plugin != "":
		drop.Words = "remove max_price, so that the tier of min_coding_score decides"
		if model, price, _ := c.cheapest(); model != "" {
			words := "raise max_price to " + price + ", the price of " + named(model)
			if score := c.score(model); score != "" {
				words += ", coding score " + score
			}
			return []Relaxation{{
				Words: words,
				Edits: []Edit{{c.pointer, []byte(price)}},
			}, drop}
		}
		if model, price := c.quoted(); price != "" {
			words := "raise max_price to " + price + ": the lowest price that the service names"
			if model != "" {
				words = "raise max_price to " + price + ", the price of " + named(model)
			}
			return []Relaxation{{Words: words, Edits: []Edit{{c.pointer, []byte(price)}}}, drop}
		}
	case c.name() == "allowed_models":
		drop.Words = "remove allowed_models, so that every model ranked for the task is a candidate"
	case c.name() == "excluded_models", c.field == "provider.ignore":
		return append(c.elements("stop excluding "), drop)
	case c.field == "provider.order":
		return []Relaxation{{Words: "allow fallbacks to other providers", Edits: []Edit{{"/provider/allow_fallbacks", []byte("true")}}}, drop}
	case c.field == "provider.data_collection":
		return []Relaxation{{Words: "allow providers that collect data (data_collection allow)", Edits: []Edit{{c.pointer, []byte(`"allow"`)}}}}
	case c.field == "provider.zdr":
		return []Relaxation{{Words: "allow providers that keep prompts (zdr false)", Edits: []Edit{{c.pointer, []byte("false")}}}}
	case string(c.value) == "true":
		return []Relaxation{{Words: "set " + named(c.field) + " to false", Edits: []Edit{{c.pointer, []byte("false")}}}}
	}
	return []Relaxation{drop}
}

// elements removes the elements of a list one by one; a list of one element is removed as
// a whole.
func (c constraint) elements(words string) []Relaxation {
	var list []Relaxation
	n := 0
	for _, e := range scan.Elements(c.value) {
		list = append(list, Relaxation{Words: words + named(textOf(e)), Edits: []Edit{{Pointer: c.pointer + "/" + strconv.Itoa(n)}}})
		n++
	}
	if n < 2 || n > 5 {
		return nil
	}
	return list
}

// openProviders allows more providers, where a provider failed and the request limits
// them.
func openProviders(x *state.Exchange) []Relaxation {
	status := x.Failure.Status
	if status != http.StatusTooManyRequests && status < 500 && status != http.StatusNotFound {
		return nil
	}
	var list []Relaxation
	provider := scan.Get(x.Request, "provider")
	if string(scan.Get(provider, "allow_fallbacks")) == "false" {
		list = append(list, Relaxation{Words: "allow fallbacks to other providers", Edits: []Edit{{"/provider/allow_fallbacks", []byte("true")}}})
	}
	for _, name := range []string{"only", "ignore"} {
		c := constraint{field: "provider." + name, pointer: "/provider/" + name, value: scan.Get(provider, name)}
		if c.value != nil {
			list = append(list, Relaxation{Words: "remove provider." + name + c.spelled(), Edits: []Edit{{Pointer: c.pointer}}})
		}
	}
	return list
}

var affordableTokens = regexp.MustCompile(`can only afford (\d{1,9})`)

// lowerTokenLimit lowers the limit of an answer to what the credits cover, when the
// message gives a number.
func lowerTokenLimit(x *state.Exchange) *Relaxation {
	if x.Failure.Status != http.StatusPaymentRequired {
		return nil
	}
	m := affordableTokens.FindStringSubmatch(x.Failure.Message)
	if m == nil {
		return nil
	}
	return &Relaxation{
		Words: "lower max_output_tokens to " + m[1] + ", which your credits cover",
		Edits: []Edit{{"/max_output_tokens", []byte(m[1])}},
	}
}

// contextTooLong reports whether the request exceeds the model's context.
func contextTooLong(f *wire.Failure) bool {
	for _, word := range []string{f.Type, strings.Trim(string(f.Code), `"`), scan.Text(scan.Get(f.Metadata, "error_type"))} {
		if word == "context_length_exceeded" || word == "token_limit_exceeded" {
			return true
		}
	}
	return false
}

// compressContext adds the plugin that leaves out the middle of a long context.
func compressContext(request []byte) Relaxation {
	edit := Edit{"/plugins", []byte(`[{"id": "context-compression"}]`)}
	if scan.KindOf(scan.Get(request, "plugins")) == scan.Array {
		edit = Edit{"/plugins/-", []byte(`{"id": "context-compression"}`)}
	}
	return Relaxation{Words: "add the context-compression plugin", Edits: []Edit{edit}}
}

// otherModels lists the models that the body names besides the requested one and, for an
// unknown slug, those with a similar name.
func otherModels(x *state.Exchange, r wire.Routing, known []string) []Relaxation {
	var list []Relaxation
	add := func(slug, words string) {
		if slug == "" || slug == x.RequestModel {
			return
		}
		edits := []Edit{{"/model", scan.Quote(slug)}}
		if x.RequestModel == "" && scan.Get(x.Request, "models") != nil {
			edits = append(edits, Edit{Pointer: "/models"})
		}
		list = append(list, Relaxation{Words: fmt.Sprintf(words, named(slug)), Edits: edits})
	}
	for _, e := range scan.Elements(scan.Get(x.Failure.Available, "fallback_models")) {
		add(scan.Text(e), "request %s, suggested by the gateway")
	}
	if slug, ok := unknownSlug(x, r); ok {
		for _, near := range SimilarSlugs(slug, known, 3) {
			add(near, "request %s, which has a similar name")
		}
	}
	if len(constraints(x)) == 0 {
		tried := map[string]bool{}
		for _, a := range r.Attempts {
			tried[a.Model] = true
		}
		for _, e := range r.Endpoints {
			if !tried[e.Model] && len(r.Attempts) > 0 {
				tried[e.Model] = true
				add(e.Model, "request %s, which was available and not tried")
			}
		}
	}
	return list
}

// distinct leaves out duplicates, and relaxations beyond the number of keys.
func distinct(list []Relaxation) []Relaxation {
	seen := map[string]bool{}
	var out []Relaxation
	for _, r := range list {
		key := fmt.Sprintf("%d %q", r.WaitMS, r.Edits)
		if !seen[key] && len(out) < maxRelaxations {
			seen[key] = true
			out = append(out, r)
		}
	}
	return out
}
