package plain

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"gatehouse/client"
	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
)

// mostListed bounds the sentences on one list: the inspector has all of it.
const mostListed = 12

// route says how the last answer was routed.
func (c *chat) route(context.Context, string) {
	_, x := c.last()
	if x == nil {
		c.wrong("Nothing was sent yet.")
		return
	}
	if why := explain.NoRouting(x, c.Connection.Metadata, explain.MetadataHeader(c.Connection.Client.Service())); why != "" {
		c.tell("There is no routing metadata. %s", why)
		return
	}
	for _, line := range routeSentences(x) {
		c.tell("%s", line)
	}
}

// routeSentences tell the routing metadata of an exchange in the order in which it
// happened.
func routeSentences(x *state.Exchange) []string {
	r := read.Routing(x.Routing)
	lines := []string{servedSentence(x, r)}
	if r.Strategy != "" {
		lines = append(lines, "The routing strategy was "+r.Strategy+".")
	}
	if why := explain.WhySelected(r); why != "" {
		lines = append(lines, stopped("Why this provider: "+why))
	}
	for i, s := range r.Pipeline {
		if i == mostListed {
			lines = append(lines, fmt.Sprintf("%s more.", figures.Counted(len(r.Pipeline)-i, "stage")))
			break
		}
		lines = append(lines, stageSentence(s, x, len(r.Pipeline)))
	}
	lines = append(lines, guardSentences(x)...)
	lines = append(lines, endpointsSentence(r)...)
	for i, d := range explain.Drops(x) {
		if i == mostListed {
			lines = append(lines, "More endpoints were excluded.")
			break
		}
		lines = append(lines, at(d.Model, d.Provider)+" was excluded: "+cmp.Or(d.By, "why is not reported")+".")
	}
	for i, a := range r.Attempts {
		if i == mostListed {
			lines = append(lines, fmt.Sprintf("%s more.", figures.Counted(len(r.Attempts)-i, "attempt")))
			break
		}
		lines = append(lines, fmt.Sprintf("Attempt %d, at %s: %s.", i+1, cmp.Or(a.Provider, "a provider that is not reported"), cmp.Or(explain.AttemptWords(a), "status not reported")))
	}
	if why := explain.Obstacle(x); why != "" {
		lines = append(lines, why)
	}
	return lines
}

// servedSentence says who answered what was asked for.
func servedSentence(x *state.Exchange, r wire.Routing) string {
	asked, served, by := cmp.Or(r.Requested, x.RequestModel, "a model of the server's choice"), x.Model, ""
	for _, e := range r.Endpoints {
		if e.Selected {
			served, by = cmp.Or(served, e.Model), e.Provider
			break
		}
	}
	words := "You asked for " + asked + ". "
	switch part := explain.Part(x); {
	case served == "" && x.Verdict == state.Failed && !x.HasOutput():
		return words + "No model answered."
	case served == "":
		return words + "Who answered is not reported."
	case part == explain.Begun:
		words += served + " began the answer"
	case part == explain.Named:
		return words + "No answer began; the service reports the model " + served + "."
	default:
		words += served + " answered"
	}
	if by != "" {
		words += ", run by " + by
	}
	if r.Region != "" {
		words += ", in the region " + r.Region
	}
	if r.BYOK {
		words += ", with your own key"
	}
	return words + "."
}

// stageSentence says what a stage did.
func stageSentence(s wire.Stage, x *state.Exchange, stages int) string {
	words := "Stage " + cmp.Or(s.Name, s.Type, "without a name")
	if did := explain.OutcomeBeside(s, x); did != "" {
		words += ", " + did
	}
	if more := explain.StageWords(s, x, stages); more != "" {
		words += ": " + more
	}
	return stopped(words)
}

// endpointsSentence names the endpoints that were available.
func endpointsSentence(r wire.Routing) []string {
	if len(r.Endpoints) == 0 {
		if r.EndpointsAs == wire.Listed {
			return []string{"No endpoint was available."}
		}
		return nil
	}
	var names []string
	for i, e := range r.Endpoints {
		if i == mostListed {
			names = append(names, fmt.Sprintf("and %d more", len(r.Endpoints)-i))
			break
		}
		name := at(e.Model, e.Provider)
		if e.Selected {
			name += ", selected"
		}
		names = append(names, name)
	}
	verb := " were available: "
	if len(r.Endpoints) == 1 {
		verb = " was available: "
	}
	return []string{figures.Counted(len(r.Endpoints), "endpoint") + verb + strings.Join(names, "; ") + "."}
}

// at names a model at a provider.
func at(model, provider string) string {
	switch {
	case provider == "":
		return cmp.Or(model, "an endpoint without a name")
	case model == "":
		return provider
	}
	return model + " at " + provider
}

// usage says what the last answer and the conversation used.
func (c *chat) usage(context.Context, string) {
	_, x := c.last()
	if x == nil {
		c.wrong("Nothing was sent yet.")
		return
	}
	c.tell("The last answer: %s.", cmp.Or(usageWords(x), "no usage reported"))
	if sent, cost := conversationCost(c.conv); sent > 1 {
		c.tell("The conversation, %s: %s.", figures.Counted(sent, "request"), cost)
	}
}

// metadata is how routing metadata is asked for.
func (c *chat) metadata() client.MetadataMode {
	if c.Connection.Metadata {
		return client.MetadataOn
	}
	return client.MetadataOff
}
