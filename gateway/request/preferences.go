package request

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
)

// Preferences is what a request prefers among providers: the member provider (wire-notes §2) and
// the deprecated route. The document only names both, so an invalid value counts as not sent.
type Preferences struct {
	Order         []string // these first, in this order
	Only          []string // nil: any
	Ignore        []string
	Quantizations []string // nil: any
	NoFallbacks   bool     // only the first choice, or the providers in Order
	Parameters    bool     // only providers that support every parameter of the request
	ZDR           bool     // only providers that retain nothing
	DenyTraining  bool     // data_collection deny
	Distillable   bool     // only models whose text may be used for training
	Sort          string   // price, throughput, latency, exacto; empty: by price, by default
	Across        bool     // sort over all models (partition none), not within each
	MaxPrompt     *float64 // USD per million tokens
	MaxCompletion *float64
	MaxLatency    *float64 // preferred_max_latency in seconds
	MinThroughput *float64 // preferred_min_throughput in tokens a second
}

// Preferences reads provider and route. provider.sort.partition overrides route.
func (r *Request) Preferences() Preferences {
	v, _ := r.Member("provider")
	p := Preferences{
		Order: texts(v.Get("order")), Only: texts(v.Get("only")), Ignore: texts(v.Get("ignore")),
		Quantizations: texts(v.Get("quantizations")),
		NoFallbacks:   v.Get("allow_fallbacks").Type == gjson.False,
		Parameters:    v.Get("require_parameters").Type == gjson.True,
		ZDR:           v.Get("zdr").Type == gjson.True,
		Distillable:   v.Get("enforce_distillable_text").Type == gjson.True,
		DenyTraining:  v.Get("data_collection").Str == "deny",
		MaxPrompt:     amount(v.Get("max_price.prompt")),
		MaxCompletion: amount(v.Get("max_price.completion")),
		MaxLatency:    strictest(v.Get("preferred_max_latency"), math.Min),
		MinThroughput: strictest(v.Get("preferred_min_throughput"), math.Max),
	}
	route, _ := r.Member("route")
	p.Across = route.Str == "sort"
	by := v.Get("sort")
	if by.IsObject() {
		switch by.Get("partition").Str {
		case "none":
			p.Across = true
		case "model":
			p.Across = false
		}
		by = by.Get("by")
	}
	if slices.Contains([]string{"price", "throughput", "latency", "exacto"}, by.Str) {
		p.Sort = by.Str
	}
	return p
}

// texts returns the strings of an array; nil for anything else.
func texts(v gjson.Result) []string {
	if !v.IsArray() {
		return nil
	}
	list := []string{}
	for _, e := range v.Array() {
		if e.Type == gjson.String {
			list = append(list, e.Str)
		}
	}
	return list
}

// amount returns a number, also one in a string; nil for anything else.
func amount(v gjson.Result) *float64 {
	n, err := strconv.ParseFloat(v.Str, 64)
	if v.Type == gjson.Number {
		n, err = v.Num, nil
	}
	if err != nil {
		return nil
	}
	return &n
}

// strictest returns a number, or the strictest of an object with one for each percentile: a
// simulated provider takes the same time for every request.
func strictest(v gjson.Result, stricter func(a, b float64) float64) *float64 {
	if !v.IsObject() {
		return amount(v)
	}
	var limit *float64
	v.ForEach(func(_, each gjson.Result) bool {
		n := amount(each)
		if n != nil && limit != nil {
			*n = stricter(*n, *limit)
		}
		limit = cmp.Or(n, limit)
		return true
	})
	return limit
}
