package route

import (
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
)

// Filter is a constraint that some endpoints do not meet.
type Filter struct {
	Name string // the member of the request, or the property, that says so
	Keep func(Endpoint) bool
}

// Filters is the constraints that a request puts on its providers (the member
// provider, wire-notes §2).
func Filters(p request.Preferences, req *request.Request) []Filter {
	var filters []Filter
	add := func(name string, set bool, keep func(Endpoint) bool) {
		if set {
			filters = append(filters, Filter{name, keep})
		}
	}
	add("provider.only", len(p.Only) > 0, func(e Endpoint) bool { return names(p.Only, e.Provider) })
	add("provider.ignore", len(p.Ignore) > 0, func(e Endpoint) bool { return !names(p.Ignore, e.Provider) })
	add("provider.order", p.NoFallbacks && len(p.Order) > 0, func(e Endpoint) bool { return names(p.Order, e.Provider) })
	add("provider.quantizations", len(p.Quantizations) > 0, func(e Endpoint) bool {
		return slices.Contains(p.Quantizations, e.Provider.Quantization)
	})
	add("provider.max_price.prompt", p.MaxPrompt != nil, func(e Endpoint) bool { return e.Provider.Prompt <= *p.MaxPrompt })
	add("provider.max_price.completion", p.MaxCompletion != nil, func(e Endpoint) bool { return e.Provider.Completion <= *p.MaxCompletion })
	add("provider.data_collection", p.DenyTraining, func(e Endpoint) bool {
		return !e.Provider.Publishes && !e.Provider.TrainsFree && !e.Provider.TrainsPaid
	})
	add("provider.zdr", p.ZDR, func(e Endpoint) bool { return !e.Provider.Retains })
	add("provider.enforce_distillable_text", p.Distillable, func(e Endpoint) bool { return e.Model.Distillable })
	add("provider.require_parameters", p.Parameters, func(e Endpoint) bool {
		return !slices.ContainsFunc(e.Provider.Lacks, func(name string) bool {
			_, sent := req.Member(name)
			return sent
		})
	})
	return filters
}

// names reports whether one of the words is the provider's name or slug.
func names(words []string, p catalogue.Provider) bool { return place(words, p) < len(words) }

// place is where the provider stands in a list of names; its length when it does
// not.
func place(words []string, p catalogue.Provider) int {
	if i := slices.IndexFunc(words, p.Is); i >= 0 {
		return i
	}
	return len(words)
}
