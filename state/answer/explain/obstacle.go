package explain

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/text/spelling"
)

// refusal is what the body of a failed answer says about why nothing served it, read once.
type refusal struct {
	*state.Exchange
	routing     wire.Routing
	drops       []Drop
	constraints []constraint
}

func readRefusal(x *state.Exchange) refusal {
	r := refusal{Exchange: x, routing: read.Routing(x.Routing)}
	r.drops = Drops(r.routing)
	r.constraints = r.readConstraints()
	return r
}

// Obstacle returns in a sentence why a failed request got no answer: the constraint that
// emptied the set of candidates, or the endpoints that were tried. It reads only the body,
// and is empty where that does not say.
func Obstacle(x *state.Exchange) string {
	if x == nil || x.Verdict != state.Failed {
		return ""
	}
	return readRefusal(x).obstacle()
}

func (r refusal) obstacle() string {
	if list := r.emptying(); len(list) > 0 {
		return list[0].words(r.besides(list[0]))
	}
	if words := r.availability(); words != "" {
		return words
	}
	attempts := r.routing.Attempts
	if len(attempts) > 0 && !slices.ContainsFunc(attempts, wire.Attempt.Succeeded) {
		return r.failedEndpoints()
	}
	if slug, ok := r.unknownSlug(); ok {
		return "There is no model " + spelling.Quoted(slug) + ": no provider has an endpoint for it."
	}
	if !r.is404() || r.routing.Total <= 0 || len(r.routing.Endpoints) > 0 || r.routing.Attempt > 0 {
		return ""
	}
	why := "The service does not say why."
	if len(r.Failure.Metadata) > 0 && errorTypes(*r.Failure)[1] == "" {
		why = "The reason is not reported, unless it is in error.metadata."
	}
	switch r.routing.EndpointsAs {
	case wire.Missing:
		return fmt.Sprintf("The service does not say whether any of %d endpoints was left for this request, or why none served it.", r.routing.Total)
	case wire.Listed:
		return fmt.Sprintf("The model has endpoints (%d), but none was left for this request. %s", r.routing.Total, why)
	}
	return ""
}

func (r refusal) is404() bool { return r.Failure != nil && r.Failure.Status == http.StatusNotFound }

// availability returns what the error.availability code means.
func (r refusal) availability() string {
	code := availabilityCode(r.Failure)
	meaning := availabilityMeanings[code]
	if meaning == "" {
		return ""
	}
	var affected []string
	for _, e := range scan.Elements(scan.Get(r.Failure.Available, "affected_providers")) {
		affected = append(affected, named(scan.AnyText(e)))
	}
	if len(affected) > 0 {
		slices.Sort(affected)
		meaning += ": " + strings.Join(affected[:min(len(affected), 6)], ", ")
	}
	return meaning + " (" + code + ")."
}

// unknownSlug returns the requested model when nothing at all was found for it.
func (r refusal) unknownSlug() (slug string, ok bool) {
	absent := availabilityCode(r.Failure) == "model_not_found"
	if !absent && !r.is404() {
		return "", false
	}
	slug = cmp.Or(r.RequestModel, r.routing.Requested)
	known := len(r.routing.Endpoints) > 0 || r.routing.Total > 0 || len(r.routing.Pipeline) > 0 || r.routing.Attempt > 0 || r.routing.EndpointsAs == wire.Malformed
	none := r.routing.Total == 0 || r.routing.EndpointsAs == wire.Listed // that nothing was found must be reported
	return slug, slug != "" && !known && (none || absent)
}

// failedEndpoints returns which endpoints failed, and what had excluded the others before.
func (r refusal) failedEndpoints() string {
	attempts := r.routing.Attempts
	words := attemptsSentence(attempts, r.Failure)
	for _, c := range r.constraints {
		if !c.dropped {
			continue
		}
		allowed := 0 // providers that the list names
		for range scan.Elements(c.value) {
			allowed++
		}
		if a := attempts[0]; len(attempts) == 1 && allowed == 1 && a.Provider != "" && (c.field == "provider.order" || c.field == "provider.only") {
			return fmt.Sprintf("%s, the only provider that %s allows, failed: %s.", named(a.Provider), c.setting(), attemptEnd(a))
		}
		return words + " " + c.setting() + " had excluded others."
	}
	return words
}

func endpointName(a wire.Attempt) string {
	return strings.TrimSpace(named(a.Provider) + " " + named(a.Model))
}

// attemptEnd returns AttemptWords as they may be in a sentence of ours.
func attemptEnd(a wire.Attempt) string {
	if a.Status == wire.None && AttemptStatus(a) != "" {
		return named(AttemptStatus(a))
	}
	return AttemptWords(a)
}

// attemptsSentence returns how the attempts ended. f may be nil.
func attemptsSentence(attempts []wire.Attempt, f *wire.Failure) string {
	var ends []string
	for _, a := range attempts {
		ends = append(ends, endpointName(a)+": "+attemptEnd(a))
	}
	const most = 6
	which := fmt.Sprintf("All %d endpoints tried failed", len(ends))
	switch n := len(ends); {
	case n == 1 && f != nil && attempts[0].Status == f.Status: // the failure's title has the reason
		return "The only endpoint tried, " + endpointName(attempts[0]) + ", failed."
	case n == 1:
		which = "The only endpoint tried failed"
	case n == 2:
		which = "Both endpoints tried failed"
	case n > most:
		ends = append(ends[:most], "…")
	}
	return which + ". " + strings.Join(ends, "; ") + "."
}

// maxWord is the length of a received word in a sentence, in characters.
const maxWord = 80

// named returns a received name as it may be in a sentence of ours: shortened, and quoted unless it is
// a single word.
func named(s string) string { return spelling.Word(spelling.Shorten(s, maxWord)) }

// failedProvider blames the provider, where the type of the error or the attempts name it.
func (r refusal) failedProvider(p Explanation) Explanation {
	f := r.Failure
	if f.Status != http.StatusInternalServerError && f.Status != http.StatusServiceUnavailable || notFromGateway(*f) {
		return p
	}
	provider := slices.ContainsFunc(r.routing.Attempts, func(a wire.Attempt) bool { return a.Status >= 500 })
	types := errorTypes(*f)
	typed := statusOfWord(types[0])
	if typed == 0 || typed == http.StatusInternalServerError {
		typed = statusOfWord(types[1])
	}
	switch {
	case !provider && typed != http.StatusBadGateway && typed != 529:
	case f.Status == http.StatusInternalServerError:
		p.Title = "the provider failed" + code(*f)
		p.Meaning = "The gateway forwarded the request, and the provider failed."
	default:
		p.Meaning = "The provider behind the gateway cannot take the request right now."
	}
	return p
}

// noPath matches a message that the server has no such path, as the local gateway, OpenAI's and
// Express word it.
var noPath = regexp.MustCompile(`\b(?:no|implement|Cannot|URL \() ?(?:GET|HEAD|POST|PUT|PATCH|DELETE) /`)

// notFound replaces the general meaning of a 404 by what is known: what emptied the set of
// candidates, or why else the request had none.
func (r refusal) notFound(p Explanation) Explanation {
	if !r.is404() {
		return p
	}
	if noPath.MatchString(r.Failure.Message) {
		p.Meaning, p.Suggestions = "The server has no such path; the model is not the reason.", otherAdvice("use a path that the server has", checkBase[0].Words)
		return p
	}
	obstacle := r.obstacle()
	if obstacle != "" {
		p.Meaning = obstacle
	}
	if list := r.emptying(); len(list) > 0 {
		if !list[0].onlyInMessage {
			p.Title = "no model or provider left (404)"
		}
		words := "loosen " + named(list[0].field)
		for _, c := range r.besides(list[0]) {
			words += " or " + named(c.field)
		}
		p.Suggestions = otherAdvice(words + ", or remove it")
		return p
	}
	if _, unknown := r.unknownSlug(); unknown || availabilityCode(r.Failure) == "model_not_found" {
		return p
	}
	if obstacle != "" || len(r.routing.Endpoints) > 0 || r.routing.Total > 0 { // there is such a model
		p.Suggestions = withoutKinds(p.Suggestions, CheckSlug)
	}
	if fields := limitsInRequest(r.Request); len(fields) > 0 {
		p.Suggestions = append(p.Suggestions, otherAdvice("loosen "+strings.Join(fields, " or "))...)
	}
	return p
}

// withMore adds the keys that show more: the guardrails, or the route where the gateway
// reported the route or an obstacle.
func (r refusal) withMore(p Explanation, c Context) Explanation {
	f, found := r.Failure, GuardWords(r.Exchange)
	if found == NotNamed && f.Flagged == "" && len(f.Patterns)+len(f.Reasons) > 0 {
		p.Meaning += " Which words matched is not known."
	}
	if f.Guardrail && found == Unmatched && !c.NoRequest {
		p.Meaning += " Nothing in your text matches it."
		p.Suggestions = append(otherAdvice("ask the guardrail's owner what it matched"), withoutKinds(p.Suggestions, Other)...)
		if c.GuardsKeys != "" {
			p.Suggestions = append(otherAdvice(c.GuardsKeys+": what it reported"), p.Suggestions...)
		}
		return p
	}
	keys, shows := c.RouteKeys, ""
	switch routed := len(r.Routing) > 0; {
	case c.NoRequest && f.Guardrail && c.GuardsKeys != "":
		keys, shows = c.GuardsKeys, "what it reported"
	case c.NoRequest && routed:
		shows = "why this was not served"
	case c.NoRequest:
	case f.Guardrail && c.GuardsKeys != "":
		keys, shows = c.GuardsKeys, "what it matched in your text"
	case c.RouteKeys == "":
	case r.HasOutput() && routed:
		shows = "which providers were tried, and which one started the answer"
	case routed || r.obstacle() != "":
		shows = "why this was not served" + r.changesHint()
	}
	if keys != "" && shows != "" {
		p.Suggestions = append(p.Suggestions, otherAdvice(keys+": "+shows)...)
	}
	return p
}

// changesHint returns what the route offers besides the reason. Only who draws it
// knows the slugs of the service's models.
func (r refusal) changesHint() string {
	switch _, unknown := r.unknownSlug(); {
	case slices.ContainsFunc(r.relaxations(nil), func(r Relaxation) bool { return len(r.Edits) > 0 }):
		return " and what to change"
	case unknown:
		return ", and models with a similar name"
	}
	return ""
}
