package request

import (
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
)

// Preferences is what a request says about the providers that may serve it: the
// member provider (wire-notes §2) and the deprecated route. The document only
// names both, so a value that makes no sense counts as not sent.
type Preferences struct {
	Order         []string // these first, in this order
	Only          []string // nil: any
	Ignore        []string
	Quantizations []string // nil: any
	NoFallbacks   bool     // only the first choice, or what order names
	Parameters    bool     // only providers that know every parameter of the request
	ZDR           bool     // only providers that keep nothing
	DenyTraining  bool     // data_collection deny
	Distillable   bool     // only models whose text may be used for training
	Sort          string   // price, throughput, latency, exacto; empty: by price, with no word about it
	Across        bool     // sorts over all models (partition none), not model by model
	MaxPrompt     *float64 // USD per million tokens
	MaxCompletion *float64
	Slowest       *float64 // preferred_max_latency in seconds
	Narrowest     *float64 // preferred_min_throughput in tokens a second
}

// Preferences reads provider and route. What provider.sort.partition says counts
// before what route says.
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
		Slowest:       bound(v.Get("preferred_max_latency"), func(a, b float64) bool { return a < b }),
		Narrowest:     bound(v.Get("preferred_min_throughput"), func(a, b float64) bool { return a > b }),
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

// texts is the strings of an array; nil for anything else.
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

// amount is a price: a number, or one in a string.
func amount(v gjson.Result) *float64 {
	n, err := v.Num, error(nil)
	switch v.Type {
	case gjson.Number:
	case gjson.String:
		n, err = strconv.ParseFloat(v.Str, 64)
	default:
		return nil
	}
	if err != nil {
		return nil
	}
	return &n
}

// bound is a number, or the strictest of an object with one for each percentile:
// a simulated provider takes the same time for every request.
func bound(v gjson.Result, stricter func(a, b float64) bool) *float64 {
	if !v.IsObject() {
		return amount(v)
	}
	var most *float64
	v.ForEach(func(_, each gjson.Result) bool {
		if n := amount(each); n != nil && (most == nil || stricter(*n, *most)) {
			most = n
		}
		return true
	})
	return most
}
