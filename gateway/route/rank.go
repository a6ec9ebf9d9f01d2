package route

import (
	"cmp"
	"slices"

	"gatehouse/gateway/request"
)

// Rank is the order in which endpoints are asked: those that provider.order
// names, then the one that the session holds, then by provider.sort, or by price
// where it says nothing. Endpoints that miss a preferred latency or throughput
// come last: a preference excludes nobody.
type Rank struct {
	request.Preferences
	Session string // the provider that served this session before; empty: none
}

// order sorts the endpoints of every group, or of all groups as one where the
// sort goes across models, and keeps the first alone where there is to be no
// fallback. It reports whether the session decided who comes first.
func (k Rank) order(groups []group) (held bool) {
	if k.Across {
		pool(groups)
	}
	for i := range groups {
		g := &groups[i]
		slices.SortStableFunc(g.endpoints, k.compare)
		if k.NoFallbacks && len(k.Order) == 0 && len(g.endpoints) > 1 {
			g.endpoints = g.endpoints[:1]
		}
		if len(g.endpoints) > 0 && k.Session != "" && g.endpoints[0].Provider.Name == k.Session {
			held = held || !names(k.Order, g.endpoints[0].Provider)
		}
	}
	return held
}

// pool moves all endpoints to the first candidate that has any.
func pool(groups []group) {
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
		cmp.Compare(place(k.Order, pa), place(k.Order, pb)),
		cmp.Compare(truth(pa.Name != k.Session), truth(pb.Name != k.Session)), // no provider has the name of no session
		cmp.Compare(truth(k.misses(a)), truth(k.misses(b))),
		sorted,
	)
}

// misses reports whether an endpoint is slower than is preferred.
func (k Rank) misses(e Endpoint) bool {
	return k.Slowest != nil && e.Provider.Latency > *k.Slowest || k.Narrowest != nil && e.Provider.Throughput < *k.Narrowest
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
