package explain

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/state"
)

// withMorePage adds a hint to the page that explains more: that of the guardrails, or that
// of the route where the gateway reported the route or an obstacle.
func withMorePage(x *state.Exchange, p Explanation, c Context) Explanation {
	found := GuardWords(x)
	if f := x.Failure; found == NotNamed && f.Flagged == "" && len(f.Patterns)+len(f.Reasons) > 0 {
		p.Meaning += " Which words matched is not known."
	}
	switch {
	case c.NoRequest && x.Failure.Guardrail && c.GuardsKeys != "":
		p.Suggestions = append(p.Suggestions, otherAdvice(c.GuardsKeys+": what it reported")...)
	case c.NoRequest && c.RouteKeys != "" && len(x.Routing) > 0:
		p.Suggestions = append(p.Suggestions, otherAdvice(c.RouteKeys+": why this was not served")...)
	case x.Failure.Guardrail && found == Unmatched:
		p.Meaning += " Nothing in your text matches it."
		p.Suggestions = append(otherAdvice("ask the guardrail's owner what it matched"), withoutKinds(p.Suggestions, Other)...)
		if c.GuardsKeys != "" {
			p.Suggestions = append(otherAdvice(c.GuardsKeys+": what it reported"), p.Suggestions...)
		}
	case x.Failure.Guardrail && c.GuardsKeys != "":
		p.Suggestions = append(p.Suggestions, otherAdvice(c.GuardsKeys+": what it matched in your text")...)
	case !c.NoRequest && c.RouteKeys != "" && x.HasOutput() && len(x.Routing) > 0:
		p.Suggestions = append(p.Suggestions, otherAdvice(c.RouteKeys+": which providers were tried, and which one started the answer")...)
	case !c.NoRequest && c.RouteKeys != "" && (len(x.Routing) > 0 || Obstacle(x) != ""):
		p.Suggestions = append(p.Suggestions, otherAdvice(c.RouteKeys+": why this was not served"+changesHint(x))...)
	}
	return p
}

// changesHint says what the page of the route offers besides the reason. Only that page
// knows the slugs of the service's models.
func changesHint(x *state.Exchange) string {
	switch _, unknown := unknownSlug(x, read.Routing(x.Routing)); {
	case slices.ContainsFunc(Relaxations(x, nil), func(r Relaxation) bool { return len(r.Edits) > 0 }):
		return " and what to change"
	case unknown:
		return ", and models with a similar name"
	}
	return ""
}

// simulatedHint says that a model of the local gateway exists to fail: other suggestions
// are for failures that were not asked for. A service elsewhere may have a model of that
// name.
func simulatedHint(x *state.Exchange, p Explanation, c Context) Explanation {
	if !c.loopback() {
		return p
	}
	const faults = "fault/" // of the local gateway's catalogue
	told := strings.Contains(p.Message, x.RequestModel) || x.Failure != nil && x.Failure.Document && bytes.Contains(x.Failure.Body, []byte(x.RequestModel))
	if x.Verdict == state.Truncated {
		told = slices.Contains([]string{"fault/cut", "fault/reset", "fault/stall"}, x.RequestModel)
	}
	if f := x.Failure; f != nil && f.Status == http.StatusNotFound && x.RequestModel != faults+"404" {
		return p // there is no such model
	}
	if strings.HasPrefix(x.RequestModel, faults) && told {
		rest := withoutKinds(p.Suggestions, OtherModel)
		if c.Operation == rerank { // a repeat costs again and fails again
			rest = withoutKinds(rest, Resend, ResendLater)
		}
		p.Suggestions = append([]Advice{{named(x.RequestModel) + " fails on purpose: choose another model", OtherModel}}, rest...)
	}
	return p
}

// loopback reports whether the request went to this machine, as to the local gateway.
func (c Context) loopback() bool {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
