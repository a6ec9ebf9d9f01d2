package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/tidwall/sjson"

	"gatehouse/client"
	"gatehouse/client/scan"
	"gatehouse/state/check"
	"gatehouse/state/expect"
	"gatehouse/state/figures"
	"gatehouse/state/preview"
)

// isOwn reports whether a check is one of those that ship in the program.
func isOwn(c *expect.Check) bool { return c.File == expect.DocumentName }

// modelOf is the model that a request is to name instead of its own; empty: its own.
func (k *checking) modelOf(s *asking) string {
	switch {
	case check.Kind(s.Request) == check.ForRerank:
		return k.rerankModel
	case isOwn(s.Check):
		return s.to.settings.Model
	}
	return k.model
}

// modelled leaves out what cannot be asked since no model is named for it: the checks that ship
// in the program name those of the local gateway.
func (k *checking) modelled(h host, all []asking) ([]asking, error) {
	left := len(all)
	all = slices.DeleteFunc(all, func(s asking) bool {
		return isOwn(s.Check) && !s.to.isLocal() && k.modelOf(&s) == "" && check.Kind(s.Request) == check.ForRerank
	})
	for _, s := range all {
		if isOwn(s.Check) && !s.to.isLocal() && k.modelOf(&s) == "" && check.Kind(s.Request) != check.ForRerank {
			return nil, wrongUsage("%s asks for models of the local gateway; name one of %s with --model", expect.DocumentName, s.to.about.BaseURL)
		}
	}
	left -= len(all)
	if left > 0 && len(all) == 0 {
		return nil, wrongUsage("%s asks for a reranker of the local gateway; name another with --rerank-model", expect.DocumentName)
	}
	if left > 0 {
		h.say("%s of /rerank left out; --rerank-model names a model for them", figures.Counted(left, "check"))
	}
	return all, nil
}

// allowed says what will be sent and what it may cost, where that is asked for. The error says
// why nothing is.
func (k *checking) allowed(ctx context.Context, h host, gateways []*checked, all []asking) error {
	sum := 0.0
	for _, t := range gateways {
		own, sent := false, 0
		for _, s := range all {
			if s.to == t {
				own, sent = own || isOwn(s.Check), sent+s.Repeat
			}
		}
		if sent == 0 || !own && k.most == nil {
			continue
		}
		if t.isLocal() {
			h.say("%s to the local gateway, which cost nothing", figures.Counted(sent, "request"))
			continue
		}
		usd, unknown, err := t.mostOf(ctx, all)
		if refused, ok := errors.AsType[*client.StatusError](err); ok && refused.Status == http.StatusUnauthorized {
			return t.keyless()
		}
		sum += usd
		costs := fmt.Sprintf("they cost at most %s by its list of models", figures.PriceOf(usd))
		if unknown != "" {
			costs = "what they may cost is not known: " + unknown
		}
		h.say("%s to %s; %s", figures.Counted(sent, "request"), t.about.BaseURL, costs)
		switch {
		case ctx.Err() != nil:
			return stopOr(ctx, ctx.Err())
		case k.most != nil && unknown != "":
			return wrongUsage("nothing is sent: whether they keep to --max-cost %s is not known", k.maxCost)
		case k.most != nil && sum > *k.most:
			return wrongUsage("nothing is sent: %s is more than --max-cost %s", figures.PriceOf(sum), k.maxCost)
		case own && !k.yes:
			return wrongUsage("nothing is sent; --yes sends them")
		}
	}
	return nil
}

// keyless says that a gateway takes no request of this run, by its answer to GET /models.
func (t *checked) keyless() error {
	what := "the key that was sent"
	if t.key == "" {
		what = "a request without a key"
	}
	remedy := "set GATEHOUSE_API_KEY, or name a profile that has a key with --profile"
	if t.settings.Profile != "" {
		remedy = "set GATEHOUSE_API_KEY and pass --profile " + t.settings.Profile
	}
	return wrongUsage("nothing is sent: %s answers 401 to %s for its list of models; %s", t.about.BaseURL, what, remedy)
}

// mostOf is the most that the answers of a gateway may cost in USD, by its list of models;
// unknown says why that cannot be told, which may be an error of reading the list.
func (t *checked) mostOf(ctx context.Context, all []asking) (usd float64, unknown string, err error) {
	list, err := t.Models(ctx)
	if err != nil {
		return 0, "its list of models cannot be read (" + err.Error() + ")", err
	}
	known := preview.ReadCatalogue(list)
	for _, s := range all {
		if s.to != t || s.err != nil {
			continue
		}
		body := s.body
		if without, err := sjson.DeleteBytes(body, "previous_response_id"); err == nil && isOwn(s.Check) && scan.Valid(body) {
			body = without // the response that it names is nowhere
		}
		one, why := known.MaxCost(body, check.Kind(body) == check.ForRerank, s.Send.FixedModel)
		unknown = cmp.Or(unknown, why)
		usd += one * float64(s.Repeat)
	}
	return usd, unknown, nil
}
