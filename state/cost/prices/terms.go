package prices

import (
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"github.com/tidwall/gjson"

	"gatehouse/state/dialect/usage"
)

// multiple is a term under which a vendor charges a multiple of its list prices.
type multiple struct {
	vendor, term, factor string
	source               string       // of 2026-11
	except               []usage.Kind // whose prices stay
}

var terms = []multiple{
	{"openai", "service_tier flex", "0.5", "https://platform.openai.com/docs/guides/flex-processing", nil},
	{"openai", "batch", "0.5", "https://platform.openai.com/docs/guides/batch", nil},
	{"anthropic", "service_tier batch", "0.5", "https://platform.claude.com/docs/en/build-with-claude/batch-processing", nil},
	{"anthropic", "batch", "0.5", "https://platform.claude.com/docs/en/build-with-claude/batch-processing", nil},
	{"mistral", "batch", "0.5", "https://docs.mistral.ai/capabilities/batch", nil},
	{"anthropic", "inference_geo us", "1.1", "https://platform.claude.com/docs/en/about-claude/pricing", nil},
	{"google", "batch", "0.5", "https://ai.google.dev/gemini-api/docs/batch-api", []usage.Kind{usage.CacheRead, usage.AudioCacheRead}},
}

// incompletePrices are the prices of a vendor that depend on what the table does not have.
var incompletePrices = []struct {
	vendor string
	kind   usage.Kind
	why    string
}{
	// https://docs.perplexity.ai/getting-started/pricing, 2026-11: from $5 to $14 for a thousand requests.
	{"perplexity", usage.Request, "the fee for a request depends on search_context_size"},
}

// termMembers are the members of a request, of an answer and of its usage that name terms of service,
// and the values that mean the standard ones.
var termMembers = []struct {
	name     string
	standard []string
}{
	// OpenAI, Anthropic, Groq, Bedrock and Gemini, which spells it serviceTier.
	{"service_tier", []string{"auto", "default", "standard", "standard_only", "on_demand"}},
	{"serviceTier", []string{"auto", "default", "standard", "unspecified"}},
	{"trafficType", []string{"ON_DEMAND", "TRAFFIC_TYPE_UNSPECIFIED"}}, // Vertex AI
	{"inference_geo", []string{"global", "not_available"}},             // Anthropic
	{"speed", []string{"standard"}},                                    // Anthropic
}

// TermsOf returns under which terms an exchange is charged, such as "service_tier flex": those that the
// usage or tier of its answer reports; asked are those of its request that the answer does not report.
func TermsOf(request, used []byte, tier string) (reported, asked []string) {
	answer, req := gjson.ParseBytes(used), gjson.ParseBytes(request)
	for _, m := range termMembers {
		value := answer.Get(m.name).String()
		if m.name == "service_tier" && tier != "" {
			value = tier
		}
		switch wanted := req.Get(m.name).String(); {
		case value != "":
			if !slices.Contains(m.standard, value) {
				reported = append(reported, m.name+" "+value)
			}
		case wanted != "" && !slices.Contains(m.standard, wanted):
			asked = append(asked, m.name+" "+wanted)
		}
	}
	return reported, asked
}

// withTerms returns a price under terms other than the standard ones: a multiple of it if its vendor publishes
// so, else with the reason why it may not apply.
func (p Price) withTerms(reported, asked []string) Price {
	for _, term := range reported {
		i := slices.IndexFunc(terms, func(t multiple) bool { return t.vendor == p.vendor && t.term == term })
		if i < 0 {
			p = p.Assume("the price of " + strings.Replace(term, "service_tier", "the service tier", 1) + " is not known")
			continue
		}
		p = p.times(terms[i])
		p.Source.Name += ", " + terms[i].factor + "× for " + term
	}
	for _, v := range incompletePrices {
		if _, ok := p.Rates[v.kind]; ok && v.vendor == p.vendor {
			p = p.Assume(v.why)
		}
	}
	for _, term := range asked {
		p = p.Assume(term + " was asked for, and the answer does not report whether it counted")
	}
	return p
}

// Without returns a price that has none of a kind, and whose reason why it may not apply was that.
func (p Price) Without(k usage.Kind) Price {
	p.Rates = maps.Clone(p.Rates)
	delete(p.Rates, k)
	for _, v := range incompletePrices {
		if v.kind == k && v.why == p.Source.Assumed {
			p.Source.Assumed = ""
		}
	}
	return p
}

// times returns a price under a term: the rates of tokens are multiplied, but for those of t.except.
func (p Price) times(t multiple) Price {
	factor := decimal.RequireFromString(t.factor)
	multiply := func(r Rates) Rates {
		r = maps.Clone(r)
		for k, usd := range r {
			if k.Tokens() && !slices.Contains(t.except, k) {
				r[k] = usd.Mul(factor)
			}
		}
		return r
	}
	p.Rates, p.Tiers = multiply(p.Rates), slices.Clone(p.Tiers)
	for i := range p.Tiers {
		p.Tiers[i].Rates = multiply(p.Tiers[i].Rates)
	}
	return p
}
