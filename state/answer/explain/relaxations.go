package explain

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/text/spelling"
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

var allowFallbacks = Relaxation{Words: "allow fallbacks to other providers", Edits: []Edit{{"/provider/allow_fallbacks", []byte("true")}}}

// EchoesUpstream reports whether a request asks the gateway to echo what it sends upstream
// (API document, debug).
func EchoesUpstream(request []byte) bool {
	return string(scan.At(request, "debug", "echo_upstream_body")) == "true"
}

// EchoUpstream returns the edits that make the gateway echo in its stream what it sends
// upstream. Only a stream can carry the echo, so the request becomes one.
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

// Relaxations lists what could be changed for a failed request to succeed, the smallest
// change first, if the body names the obstacle. models are the slugs of the
// service's models, to find a mistyped one; it may be nil.
func Relaxations(x *state.Exchange, models []string) []Relaxation {
	switch {
	case x == nil:
		return nil
	case x.Verdict == state.Truncated:
		if p, ok := Exchange(x, Context{}); ok && !p.Advises(Resend) {
			return nil // the line will be too long again
		}
		return []Relaxation{{Words: resend.Words}}
	case x.Verdict != state.Failed || x.Failure == nil:
		return nil
	}
	return readRefusal(x).relaxations(models)
}

func (r refusal) relaxations(models []string) []Relaxation {
	list := r.resendUnchanged()
	list = append(list, r.relaxEach()...)
	list = append(list, r.lowerTokenLimit()...)
	if len(r.constraints) == 0 {
		list = append(list, r.openProviders()...)
	}
	list = append(list, r.otherModels(models)...)
	list = append(list, r.compressContext()...)
	const maxRelaxations = 9 // each has a key
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(r Relaxation) bool {
		key := fmt.Sprintf("%d %q", r.WaitMS, r.Edits)
		drop := seen[key] || len(seen) >= maxRelaxations
		seen[key] = true
		return drop
	})
}

// resendUnchanged offers the same request, where the service says when or the failure is temporary.
func (r refusal) resendUnchanged() []Relaxation {
	f := r.Failure
	if f.Retry != nil {
		at := time.Time{}
		if r.Head != nil {
			at = r.Head.At
		}
		return []Relaxation{{Words: resendNowHint(*f.Retry, at), WaitMS: f.Retry.AfterMS}}
	}
	switch status := cmp.Or(f.Status, statusOf(*f)); {
	case !slices.Contains([]int{408, 429, 500, 502, 503, 504, 524, 529}, status): // the others are temporary
		return nil
	case status == http.StatusTooManyRequests || status == 529: // so soon it may fail again
		return []Relaxation{{Words: resend.Words + "; the key sends it at once, so wait a little first"}}
	}
	return []Relaxation{{Words: resend.Words}}
}

// relaxEach returns the ways to relax the constraints, one by one and, where several may
// have to go, all at once. One change may not be enough where a constraint that excluded
// candidates is not named as the last, and where the request limits providers in other
// ways too.
func (r refusal) relaxEach() []Relaxation {
	left := r.emptying()
	var rest []constraint
	if len(left) > 0 && r.reportsDrops() {
		rest = r.unnamed(r.constraints)
	}
	several := len(left)+len(rest) > 1
	var list []Relaxation
	var words []string
	var edits []Edit
	for i, c := range slices.Concat(r.constraints, rest) {
		relaxed := c.relaxations()
		if len(relaxed) == 0 {
			continue
		}
		last := relaxed[len(relaxed)-1]
		words, edits = append(words, last.Words), append(edits, last.Edits...)
		if i >= len(r.constraints) {
			continue // only together with the others
		}
		for _, one := range relaxed {
			if several && (c.dropped || len(rest) > 0) {
				one.Words += "; this alone may not be enough"
			}
			list = append(list, one)
		}
	}
	if len(list) > 0 && len(words) > 1 && several {
		list = append(list, Relaxation{Words: strings.Join(words, ", and "), Edits: edits})
	}
	return list
}

// relaxations returns the ways to relax one constraint.
func (c constraint) relaxations() []Relaxation {
	if c.pointer == "" {
		return nil
	}
	set := func(words, pointer, value string) Relaxation {
		return Relaxation{Words: words, Edits: []Edit{{pointer, []byte(value)}}}
	}
	l := c.limit()
	remove := Relaxation{Words: cmp.Or(l.remove, "remove "+named(c.field)), Edits: []Edit{{Pointer: c.pointer}}}
	switch {
	case c.capsPrice():
		o := c.cheapestOffer()
		words := "raise max_price to " + o.price
		switch {
		case o.price == "":
			return []Relaxation{remove}
		case o.model == "":
			words += ": the lowest price that the service names"
		case o.score == "":
			words += ", the price of " + named(o.model)
		default:
			words += ", the price of " + named(o.model) + ", coding score " + o.score
		}
		return []Relaxation{set(words, c.pointer, o.price), remove}
	case l.drops != "":
		return append(c.elements(l.drops), remove)
	case l.pointer != "":
		return []Relaxation{set(l.relax, l.pointer, l.value), remove}
	case l.relax != "":
		return []Relaxation{set(l.relax, c.pointer, l.value)}
	case string(c.value) == "true":
		return []Relaxation{set("set "+named(c.field)+" to false", c.pointer, "false")}
	}
	return []Relaxation{remove}
}

// elements removes the elements of a list one by one; a list of one element is removed as
// a unit.
func (c constraint) elements(words string) []Relaxation {
	var list []Relaxation
	for _, e := range scan.Elements(c.value) {
		edit := Edit{Pointer: c.pointer + "/" + strconv.Itoa(len(list))}
		list = append(list, Relaxation{Words: words + named(scan.AnyText(e)), Edits: []Edit{edit}})
	}
	if n := len(list); n < 2 || n > 5 {
		return nil
	}
	return list
}

// openProviders allows more providers, where a provider failed and the request limits
// them.
func (r refusal) openProviders() []Relaxation {
	status := r.Failure.Status
	if status != http.StatusTooManyRequests && status < 500 && status != http.StatusNotFound {
		return nil
	}
	var list []Relaxation
	provider := scan.Get(r.Request, "provider")
	if string(scan.Get(provider, "allow_fallbacks")) == "false" {
		list = append(list, allowFallbacks)
	}
	for _, name := range []string{"only", "ignore"} {
		if c := (constraint{value: scan.Get(provider, name)}); c.value != nil {
			list = append(list, Relaxation{Words: "remove provider." + name + c.spelled(), Edits: []Edit{{Pointer: "/provider/" + name}}})
		}
	}
	return list
}

var affordableTokens = regexp.MustCompile(`can only afford (\d{1,9})`)

// lowerTokenLimit lowers the limit of an answer to what the credits cover, when the
// message gives a number.
func (r refusal) lowerTokenLimit() []Relaxation {
	m := affordableTokens.FindStringSubmatch(r.Failure.Message)
	if m == nil || r.Failure.Status != http.StatusPaymentRequired {
		return nil
	}
	return []Relaxation{{
		Words: "lower max_output_tokens to " + m[1] + ", which your credits cover",
		Edits: []Edit{{"/max_output_tokens", []byte(m[1])}},
	}}
}

// compressContext adds the plugin that leaves out the middle of a context that is too long.
func (r refusal) compressContext() []Relaxation {
	types := errorTypes(*r.Failure)
	tooLong := func(word string) bool { return word == "context_length_exceeded" || word == "token_limit_exceeded" }
	if !tooLong(types[0]) && !tooLong(types[1]) && !tooLong(scan.AnyText(r.Failure.Code)) {
		return nil
	}
	edit := Edit{"/plugins", []byte(`[{"id": "context-compression"}]`)}
	if scan.KindOf(scan.Get(r.Request, "plugins")) == scan.Array {
		edit = Edit{"/plugins/-", []byte(`{"id": "context-compression"}`)}
	}
	return []Relaxation{{Words: "add the context-compression plugin", Edits: []Edit{edit}}}
}

// otherModels lists the models that the body names besides the requested one and, for an
// unknown slug, those with a similar name.
func (r refusal) otherModels(models []string) []Relaxation {
	var list []Relaxation
	add := func(slug, words string) {
		if slug == "" || slug == r.RequestModel {
			return
		}
		edits := []Edit{{"/model", scan.Quote(slug)}}
		if r.RequestModel == "" && scan.Get(r.Request, "models") != nil {
			edits = append(edits, Edit{Pointer: "/models"})
		}
		list = append(list, Relaxation{Words: fmt.Sprintf(words, named(slug)), Edits: edits})
	}
	for _, e := range scan.Elements(scan.Get(r.Failure.Available, "fallback_models")) {
		add(scan.Text(e), "request %s, suggested by the gateway")
	}
	if slug, ok := r.unknownSlug(); ok {
		for _, near := range SimilarSlugs(slug, models, 3) {
			add(near, "request %s, which has a similar name")
		}
	}
	if len(r.constraints) > 0 || len(r.routing.Attempts) == 0 {
		return list
	}
	tried := map[string]bool{}
	for _, a := range r.routing.Attempts {
		tried[a.Model] = true
	}
	for _, e := range r.routing.Endpoints {
		if !tried[e.Model] {
			tried[e.Model] = true
			add(e.Model, "request %s, which was available and not tried")
		}
	}
	return list
}

// SimilarSlugs returns at most n of the known slugs that are similar to a mistyped one,
// the most similar first.
func SimilarSlugs(slug string, known []string, n int) []string {
	type candidate struct {
		slug     string
		distance int
	}
	var list []candidate
	low := strings.ToLower(slug)
	_, name, _ := strings.Cut(low, "/")
	for _, k := range known {
		if k == slug {
			continue
		}
		other := strings.ToLower(k)
		_, otherName, _ := strings.Cut(other, "/")
		distance := spelling.Distance(low, other)
		if name != "" && name == otherName || low == otherName {
			distance = min(distance, 1) // the vendor alone is wrong or missing
		}
		if distance <= max(2, len(slug)/4) {
			list = append(list, candidate{k, distance})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, c := range list[:min(n, len(list))] {
		out = append(out, c.slug)
	}
	return out
}
