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

// led leads to the page that explains more: that of the guardrails, or that of
// the route where the gateway told of the way that the request took, or of what
// stood in it.
func led(x *state.Exchange, p Plain, c Context) Plain {
	found := Sought(x)
	if f := x.Failure; found == Untold && f.Flagged == "" && len(f.Patterns)+len(f.Reasons) > 0 {
		p.Meaning += " Which words it found cannot be told here."
	}
	switch {
	case c.Unsent && x.Failure.Guardrail && c.Guards != "":
		p.Try = append(p.Try, tips(c.Guards+": what it found, as far as that is told")...)
	case c.Unsent && c.Route != "" && len(x.Routing) > 0:
		p.Try = append(p.Try, tips(c.Route+": why this was not served, as far as that is told")...)
	case x.Failure.Guardrail && found == Unmatched:
		p.Meaning += " Nothing in your text matches that."
		p.Try = append(tips("ask those who set up the guardrail what it found"), but(p.Try, Other)...)
		if c.Guards != "" {
			p.Try = append(tips(c.Guards+": what it tells of itself"), p.Try...)
		}
	case x.Failure.Guardrail && c.Guards != "":
		p.Try = append(p.Try, tips(c.Guards+": what it found in your text, as far as that is told")...)
	case !c.Unsent && c.Route != "" && x.HasOutput() && len(x.Routing) > 0:
		p.Try = append(p.Try, tips(c.Route+": who was asked, and who began the answer")...)
	case !c.Unsent && c.Route != "" && (len(x.Routing) > 0 || Obstacle(x) != ""):
		p.Try = append(p.Try, tips(c.Route+": why this was not served"+andChanges(x))...)
	}
	return p
}

// andChanges says what the page of the route offers beside the reason. How the
// service's models are named is known there alone.
func andChanges(x *state.Exchange) string {
	switch _, unknown := unknownSlug(x, read.Routing(x.Routing)); {
	case slices.ContainsFunc(Relaxations(x, nil), func(r Relaxation) bool { return len(r.Edits) > 0 }):
		return ", and what could be changed"
	case unknown:
		return ", and models with a similar name, where there are any"
	}
	return ""
}

// staged says of a model that the local gateway has for its failure alone that
// it is one: what there is to try is for a failure that nobody asked for. A
// service elsewhere may have a model of that name.
func staged(x *state.Exchange, p Plain, c Context) Plain {
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
		rest := but(p.Try, Model)
		if c.Operation == rerank { // a repeat costs again and fails again
			rest = but(rest, Again, Later)
		}
		p.Try = append([]Advice{{x.RequestModel + " fails on purpose: choose another model", Model}}, rest...)
	}
	return p
}

// loopback reports whether the request went to this machine, as it does to the
// local gateway.
func (c Context) loopback() bool {
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
