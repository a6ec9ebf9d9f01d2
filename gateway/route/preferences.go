package route

import (
	"cmp"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
)

// Rank is the order in which endpoints are asked: those in provider.order, then the provider of the
// session, then by provider.sort, by default by price. Endpoints that miss a preferred latency or
// throughput come last, but are not excluded.
type Rank struct {
	request.Preferences
	Session string // the last provider of this session, or ""
}

// sort sorts the endpoints of each group, or of all groups together if the sort goes across
// models, and drops all but the first without fallbacks.
func (k Rank) sort(groups []group) {
	if k.Across {
		merge(groups)
	}
	for i := range groups {
		g := &groups[i]
		slices.SortStableFunc(g.endpoints, k.compare)
		if k.NoFallbacks && len(k.Order) == 0 && len(g.endpoints) > 1 {
			g.endpoints = g.endpoints[:1]
		}
	}
}

// merge moves all endpoints to the first candidate with any.
func merge(groups []group) {
	first := slices.IndexFunc(groups, func(g group) bool { return len(g.endpoints) > 0 })
	for i := first + 1; i < len(groups); i++ {
		if groups[i].Err == nil {
			groups[first].endpoints = append(groups[first].endpoints, groups[i].endpoints...)
			groups[i].endpoints = nil
		}
	}
}

func (k Rank) compare(a, b Endpoint) int {
	pa, pb := a.Provider, b.Provider
	sorted := cmp.Compare(pa.Prompt+pa.Completion, pb.Prompt+pb.Completion)
	switch k.Sort {
	case "throughput":
		sorted = cmp.Compare(pb.Throughput, pa.Throughput)
	case "latency":
		sorted = cmp.Compare(pa.Latency, pb.Latency)
	case "exacto":
		sorted = cmp.Compare(pb.Accuracy, pa.Accuracy)
	}
	return cmp.Or(
		cmp.Compare(index(k.Order, pa), index(k.Order, pb)),
		cmp.Compare(index([]string{k.Session}, pa), index([]string{k.Session}, pb)), // no provider has an empty name
		cmp.Compare(k.slowness(a), k.slowness(b)),
		sorted,
	)
}

// slowness returns 1 for an endpoint that misses a preferred latency or throughput, else 0.
func (k Rank) slowness(e Endpoint) int {
	if k.MaxLatency != nil && e.Provider.Latency > *k.MaxLatency || k.MinThroughput != nil && e.Provider.Throughput < *k.MinThroughput {
		return 1
	}
	return 0
}

// Filter is a constraint on endpoints.
type Filter struct {
	Name   string // the member of the request, or the property
	Allows func(Endpoint) bool
}

// Filters returns the constraints of a request on its providers (the member provider, wire-notes
// §2).
func Filters(p request.Preferences, req *request.Request) []Filter {
	var filters []Filter
	add := func(name string, set bool, allows func(Endpoint) bool) {
		if set {
			filters = append(filters, Filter{name, allows})
		}
	}
	add("provider.only", len(p.Only) > 0, func(e Endpoint) bool { return contains(p.Only, e.Provider) })
	add("provider.ignore", len(p.Ignore) > 0, func(e Endpoint) bool { return !contains(p.Ignore, e.Provider) })
	add("provider.order", p.NoFallbacks && len(p.Order) > 0, func(e Endpoint) bool { return contains(p.Order, e.Provider) })
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

func contains(names []string, p catalogue.Provider) bool { return slices.ContainsFunc(names, p.Is) }

// index returns the index of the provider in a list of names, or the list's length.
func index(words []string, p catalogue.Provider) int {
	if i := slices.IndexFunc(words, p.Is); i >= 0 {
		return i
	}
	return len(words)
}
