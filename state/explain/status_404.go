package explain

import (
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state"
)

// notFound puts what is known of a 404 in the place of all that it may mean: what
// emptied the set of candidates, or what else left the request without one.
func notFound(x *state.Exchange, p Explanation) Explanation {
	if x.Failure.Status != http.StatusNotFound {
		return p
	}
	list, obstacle := emptyingConstraints(x), Obstacle(x)
	if obstacle != "" {
		p.Meaning = obstacle
	}
	if len(list) > 0 {
		if !list[0].onlyInMessage {
			p.Title = "no model or provider left (404)"
		}
		words := "loosen " + named(list[0].field)
		for _, c := range list[0].otherProviderConstraints(x) {
			words += " or " + named(c.field)
		}
		p.Suggestions = otherAdvice(words + ", or remove it")
		return p
	}
	routing := read.Routing(x.Routing)
	if _, unknown := unknownSlug(x, routing); unknown || codeIs(x, "model_not_found") {
		return p
	}
	if obstacle != "" || len(routing.Endpoints) > 0 || routing.Total > 0 { // there is such a model
		p.Suggestions = withoutKinds(p.Suggestions, CheckSlug)
	}
	if fields := limitsInRequest(x.Request); len(fields) > 0 {
		p.Suggestions = append(p.Suggestions, otherAdvice("loosen "+strings.Join(fields, " or "))...)
	}
	return p
}

// candidateLimits are the members of a request that exclude candidates: those of the
// routing plugins and those of provider.
func candidateLimits() []string {
	return []string{
		"max_price", "allowed_models", "excluded_models", "provider.only", "provider.ignore", "provider.order",
		"provider.max_price", "provider.data_collection", "provider.zdr", "provider.quantizations", "provider.require_parameters",
	}
}

// limitsInRequest lists the candidateLimits that a request has with an effect. It reads
// the request once, which may be large.
func limitsInRequest(request []byte) []string {
	var parts []string
	for m := range scan.Members(request) {
		if m.Key == "plugins" || m.Key == "provider" {
			parts = append(parts, string(scan.Quote(m.Key))+":"+string(m.Value))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	request = []byte("{" + strings.Join(parts, ",") + "}")
	fallbacks := string(scan.At(request, "provider", "allow_fallbacks")) != "false"
	return slices.DeleteFunc(candidateLimits(), func(field string) bool {
		c := constraint{field: field}
		c.locate(request)
		switch {
		case c.pointer == "", scan.IsNull(c.value), field == "max_price" && c.plugin == "": // that is provider's
			return true
		case field == "provider.order":
			return fallbacks
		}
		return string(c.value) == "false" || scan.DecodesTo(c.value, "allow")
	})
}
