package preview

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/answer/run"
	"gatehouse/state/request/field"

	"github.com/tidwall/gjson"
)

// MaxCost returns the maximum cost of the answer to a request in USD, by the prices of the
// catalogue: each byte that the model may read counts as a token, and the answer has all the tokens
// that the request allows. With whichever, any of the models may answer if the list lacks that of
// the request. unknown is why there is no such figure, or "".
func (c Catalogue) MaxCost(body []byte, rerank, whichever bool) (usd float64, unknown string) {
	if !scan.Valid(body) {
		return 0, "" // nothing that a model could be asked
	}
	slug := gjson.GetBytes(body, "model").Str
	m, listed := c.Find(slug)
	switch {
	case whichever && !listed:
		return c.dearest(body, rerank)
	case slug == "":
		return 0, "a request names no model"
	case !listed:
		return 0, "the list of models does not name " + slug
	}
	return m.most(body)
}

// dearest returns the most that any of the models asks for an answer.
func (c Catalogue) dearest(body []byte, rerank bool) (usd float64, unknown string) {
	unknown = "the list of models has no prices"
	for _, m := range c.Models {
		if m.Router || m.Other || m.Rerank != rerank || !m.Priced() {
			continue
		}
		one, why := m.most(body)
		if why != "" {
			return 0, why
		}
		usd, unknown = max(usd, one), ""
	}
	return usd, unknown
}

// unread returns the members of a request that no model reads.
func unread() []string {
	return []string{"plugins", "metadata", "user", "session_id", "safety_identifier", "prompt_cache_key"}
}

func (m Model) most(body []byte) (usd float64, unknown string) {
	in, out := m.dearestPrices()
	switch {
	case m.Router:
		return 0, m.Slug + " is a router, without a price"
	case math.IsNaN(in) || !m.Rerank && math.IsNaN(out):
		return 0, "the list of models has no price of " + m.Slug
	case m.Rerank && in == 0 && m.request == 0:
		return 0, "the list of models does not say what a ranking by " + m.Slug + " costs"
	}
	if m.Rerank {
		return ranking(body, in, m.request), ""
	}
	read := len(body)
	for _, name := range unread() {
		read -= len(scan.Get(body, name))
	}
	if why := cmp.Or(extraCost(body), unbounded(body), unknownMember(body)); why != "" {
		return 0, why
	}
	longest := m.longest
	if most := gjson.GetBytes(body, "max_output_tokens"); most.Type == gjson.Number && most.Num >= 1 { // some take 0 for no bound
		longest = most.Num
	}
	if longest < 1 {
		return 0, "a request does not bound its answer by max_output_tokens, nor does the list of models"
	}
	return float64(read)*in/1e6 + m.request + longest*out/1e6, ""
}

// ranking returns the maximum cost of a ranking: the query is read with each document, and services
// count a search for each hundred documents, a long one as several.
func ranking(body []byte, in, search float64) float64 {
	const together, leastLong = 100, 250 // documents; bytes
	documents := len(gjson.GetBytes(body, "documents").Array())
	read := len(body) + documents*len(scan.Get(body, "query"))
	searches := max(math.Ceil(float64(documents+len(body)/leastLong)/together), 1)
	return float64(read)*in/1e6 + searches*search
}

// dearestPrices returns the highest that the list has of the model, at any provider, in USD per
// million input and output tokens.
func (m Model) dearestPrices() (in, out float64) {
	ins, outs := []float64{m.write}, []float64{m.reasoning}
	for _, o := range m.offers {
		ins, outs = append(ins, o.Prompt, o.write), append(outs, o.Completion)
	}
	return highest(m.Prompt, ins), highest(m.Completion, outs)
}

// highest returns the highest of a price and others that are known; NaN if the price is not known.
func highest(price float64, others []float64) float64 {
	for _, other := range others {
		if other > price {
			price = other
		}
	}
	return price
}

// extraCost returns what of a request may cost in addition to the model, or "".
func extraCost(body []byte) string {
	if len(gjson.GetBytes(body, "models").Array()) > 0 {
		return "a request lets other models answer"
	}
	for _, p := range gjson.GetBytes(body, "plugins").Array() {
		if p.Get("enabled").Type != gjson.False {
			return fmt.Sprintf("the plugin %s may cost something by itself", p.Get("id").Str)
		}
	}
	for _, t := range gjson.GetBytes(body, "tools").Array() {
		if kind := t.Get("type").Str; kind != "function" && kind != "custom" {
			return fmt.Sprintf("the tool %s may cost something by itself", kind)
		}
	}
	if tier := gjson.GetBytes(body, "service_tier").Str; tier == "priority" || tier == "scale" {
		return "the service tier " + tier + " has other prices"
	}
	return ""
}

// unknownMember returns that the document does not know a member of a request to /responses, or "": a service may
// take it for more, longer or dearer answers, as n or Max_Output_Tokens are.
func unknownMember(body []byte) string {
	known := map[string]bool{"input": true, "tools": true, "plugins": true}
	for _, g := range field.Groups() {
		for _, f := range g.Fields {
			known[f.Name] = true
		}
	}
	for _, name := range wire.MessageMembers() {
		known[name] = true
	}
	for m := range scan.Members(body) {
		if !known[m.Key] {
			return "what a service takes " + strconv.Quote(m.Key) + " for is not known"
		}
	}
	return ""
}

// unbounded returns what a model reads whose tokens or price do not follow from the bytes of the
// request, or "".
func unbounded(body []byte) string {
	for _, name := range []string{"previous_response_id", "conversation", "prompt"} {
		if !scan.IsNull(scan.Get(body, name)) {
			return "the service adds to the prompt what " + name + " names"
		}
	}
	p, err := run.PromptOf(body)
	if err != nil {
		return "" // nothing is read except the bytes
	}
	for i := range p.Pieces {
		x := &p.Pieces[i]
		_, _, name := x.Author()
		switch {
		case x.Media:
			return "the tokens of the attachment " + x.Path + " do not follow from the request"
		case name == "item_reference":
			return "the service adds to the prompt what " + x.Path + " names"
		case x.Mark > run.Minutes5:
			return "the list of models does not say what it costs to cache " + x.Path + " for more than five minutes"
		}
	}
	if p.Cut {
		return "the request has more parts than are read"
	}
	return ""
}
