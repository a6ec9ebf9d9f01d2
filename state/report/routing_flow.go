package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/explain"
)

// flow draws the route of a request. The stages that run on the answer follow the attempts.
func (of routed) flow() Flow {
	r := of.Routing
	stages, answer := of.passed()
	endpoints, attempts := of.ends()
	list := []Step{step("requested", cmp.Or(r.Requested, "–"), Value), step("strategy", cmp.Or(r.Strategy, "–"), Value)}
	if r.PipelineAs == wire.Malformed {
		list = append(list, step("stages", explain.UnexpectedType, Quiet))
	} else if len(stages) > 0 {
		list = append(list, Step{Label: "stages", Nodes: stages, InTurn: true})
	}
	if len(endpoints) == 0 {
		none, role := "not reported", Quiet
		switch {
		case r.EndpointsAs == wire.Malformed:
			none = explain.UnexpectedType
		case of.NoneLeft():
			none, role = "none left", Bad
		case r.EndpointsAs == wire.Listed:
			none = "none listed"
		case r.Total != wire.None:
			none = "not listed"
		}
		endpoints = step("", none, role).Nodes
	}
	if len(attempts) == 0 {
		attempts = step("", of.Unlisted(), Quiet).Nodes
	}
	list = append(list, Step{Label: "endpoints", Nodes: endpoints}, Step{Label: "attempts", Nodes: attempts, InTurn: true})
	if len(answer) > 0 {
		list = append(list, Step{Label: "answer", Nodes: answer, InTurn: true})
	}
	list = append(list, Step{Label: "served", Nodes: []Node{of.servedBy()}})
	for i := range list[2:] {
		list[2+i].Detailed = true
	}
	return Flow{Steps: list, Ends: true}
}

// passed returns the stages of the request and those of the answer.
func (of routed) passed() (request, answer []Node) {
	for _, s := range of.Pipeline[:min(len(of.Pipeline), maxListed)] {
		n := Node{Sign: Span{"◆", Mark}, Names: []string{cmp.Or(s.Name, s.Type, "–")}, Outcome: Span{explain.Outcome(s, of.Exchange), OutcomeRole(s)}, About: cmp.Or(s.Summary, s.Type)}
		if explain.OfAnswer(s) {
			answer = append(answer, n)
		} else {
			request = append(request, n)
		}
	}
	return request, answer
}

func (of routed) ends() (endpoints, attempts []Node) {
	r, call := of.Routing, naming(of.Routing)
	for _, e := range r.Endpoints {
		sign, role := of.chosen(e)
		endpoints = append(endpoints, Node{Sign: Span{sign, role}, Names: call(e.Provider, e.Model, false), About: cmp.Or(of.NotChosen(e), "available")})
	}
	for i, a := range r.Attempts[:min(len(r.Attempts), maxListed)] {
		sign, role := AttemptSign(a)
		status := clipped(cmp.Or(explain.AttemptStatus(a), "–"))
		attempts = append(attempts, Node{
			Sign: Span{sign, role}, Names: call(a.Provider, a.Model, true), Did: Span{status, role},
			About: strconv.Itoa(i+1) + ". " + explain.AttemptWords(a),
		})
	}
	return endpoints, attempts
}

// clipped truncates a status.
func clipped(word string) string {
	const limit = 12 // characters
	if runes := []rune(clip(word, 4*limit)); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return word
}

// naming names endpoints and attempts by provider, from short to long names. A provider with several
// models has the model in all its names, shortened to its last part where that is unique; the others
// only in the longest. Attempts with several models always have it, since an attempt with the second
// model would look like one with the first.
func naming(r wire.Routing) func(provider, model string, attempt bool) []string {
	model, twice, ends := map[string]string{}, map[string]bool{}, map[string]string{}
	same := map[string]bool{} // ends of several models
	look := func(of string) {
		end := of[strings.LastIndexByte(of, '/')+1:]
		if was, ok := ends[end]; ok && was != of {
			same[end] = true
		}
		ends[end] = of
	}
	for _, e := range r.Endpoints {
		if was, ok := model[e.Provider]; ok && was != e.Model {
			twice[e.Provider] = true
		}
		model[e.Provider] = e.Model
		look(e.Model)
	}
	for _, a := range r.Attempts {
		look(a.Model)
	}
	several := slices.ContainsFunc(r.Attempts, func(a wire.Attempt) bool { return a.Model != r.Attempts[0].Model })
	return func(provider, model string, attempt bool) []string {
		end := model[strings.LastIndexByte(model, '/')+1:]
		if same[end] {
			end = model
		}
		with := func(model string) string { return strings.TrimSpace(cmp.Or(provider, "–") + " " + model) }
		switch full := with(model); {
		case twice[provider] || provider == "" || attempt && several:
			return []string{with(end), full, full}
		case attempt:
			return []string{provider, provider, provider, full}
		default:
			return []string{provider, provider, full}
		}
	}
}

// servedBy returns the last node: the model with the verdict of its answer.
func (of routed) servedBy() Node {
	model, _, nobody := of.Server()
	n := Node{Sign: Span{"●", Good}, Names: []string{cmp.Or(model, "not reported")}}
	if v := of.Exchange.Verdict; v != state.Completed {
		n.Sign = Span{explain.Sign(v), VerdictRole(v)}
	}
	switch {
	case nobody:
		return Node{Sign: Span{"✗", Bad}, Names: []string{"none"}, Role: Bad}
	case model == "":
		n.Role = Quiet
	}
	return n
}
