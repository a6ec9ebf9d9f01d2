package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
)

// Route reports in short who was asked and who served; it is empty for a WebSocket itself, whose
// responses are separate exchanges.
func Route(s Subject) Report {
	x, routing := s.Exchange, s.Read.Routing
	if x.IsConnection() {
		return Report{}
	}
	r := Report{Title: "ROUTE"}
	flow := Flow{Steps: []Step{step("requested", cmp.Or(s.asked(), x.NoModel()), Value)}}
	if served := x.Model; served != "" {
		flow.Steps = append(flow.Steps, step(explain.Part(x), served, Model))
		flow.Ends = explain.Part(x) != explain.Named
	}
	r.Blocks = append(r.Blocks, flow)
	if x.Ranking != nil {
		r.add("provider", x.Ranking.Provider, Name)
	}
	r.add("provider", x.Provider, Name)
	if routing == nil {
		r.Blocks = append(r.Blocks, quiet(s.unrouted()))
		return r
	}
	if e, ok := routing.Selected(); ok {
		by := e.Provider
		if routing.Region != "" {
			by += ", region " + routing.Region
		}
		if routing.BYOK {
			by += ", your own key"
		}
		r.Blocks = append(r.Blocks, field("provider", by, Value))
	}
	if routing.Strategy != "" {
		r.Blocks = append(r.Blocks, Extra{field("strategy", routing.Strategy, Name)})
	}
	if stages := stagesOf(x, routing); len(stages.Items) > 0 {
		r.Blocks = append(r.Blocks, stages)
	}
	if attempts := attemptsOf(x, routing); len(attempts.Items) > 0 {
		r.Blocks = append(r.Blocks, attempts)
	} else if routing.Attempt > 0 {
		r.Blocks = append(r.Blocks, field("attempt", strconv.Itoa(routing.Attempt), Value))
	}
	return r
}

func step(label, name string, role Role) Step {
	return Step{Label: label, Nodes: []Node{{Names: []string{name}, Role: role}}}
}

// unrouted explains in a line why there is no routing metadata, or how to request it.
func (s Subject) unrouted() string {
	if explain.CanAskRouting(s.Exchange) && !s.Metadata && !s.Alone {
		switch {
		case !s.Exchange.Running() && s.Guidance.AskKeys != "":
			return "Routing metadata not requested: " + s.Guidance.AskKeys + " sends again with it."
		case s.Guidance.MetadataKeys != "":
			return "Routing metadata not requested: " + s.Guidance.MetadataKeys + " turns it on."
		}
	}
	why := s.whyWithout()
	return "Routing metadata: " + strings.ToLower(why[:1]) + why[1:]
}

func (s Subject) without() string {
	if s.Exchange.Running() && s.Metadata {
		return "No routing metadata yet"
	}
	return "No routing metadata"
}

func (s Subject) whyWithout() string {
	return explain.NoRouting(s.Exchange, s.Metadata, s.Service)
}

// stagesOf lists the stages of the pipeline: name, outcome, summary.
func stagesOf(x *state.Exchange, r *wire.Routing) List {
	list := List{Label: "stages"}
	for i, s := range r.Pipeline {
		if i == maxRows {
			list.More = figures.Thousands(len(r.Pipeline)-i) + " more stages"
			break
		}
		item := Item{Value: []Span{{"◆ " + cmp.Or(s.Name, s.Type, "unnamed"), Value}}, About: quiet(explain.NewSummary(s, x, len(r.Pipeline)))}
		if did := explain.NewOutcome(s, x); did != "" {
			item.Value = append(item.Value, Span{did, OutcomeRole(s)})
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// OutcomeRole returns the meaning of a stage's outcome: bad if it stopped the request, a warning if it
// changed it.
func OutcomeRole(s wire.Stage) Role {
	switch {
	case s.Blocked(), s.EmptiedBy != "":
		return Bad
	case s.Action == "", s.Passed():
		return Quiet
	}
	return Warn
}

func attemptsOf(x *state.Exchange, r *wire.Routing) List {
	list := List{Label: "attempts"}
	differ := slices.ContainsFunc(r.Attempts, func(a wire.Attempt) bool { return a.Model != r.Attempts[0].Model })
	for i, a := range r.Attempts {
		if i == maxRows {
			list.More = figures.Thousands(len(r.Attempts)-i) + " more attempts"
			break
		}
		sign, role := AttemptSign(a)
		who := a.Provider
		if scan.KindOf(a.Raw) != scan.Object {
			who = string(a.Raw) // of another type: as received
		}
		status := cmp.Or(explain.AttemptStatus(a), "no status") + explain.Interrupted(x, a)
		item := Item{Value: []Span{{sign + " " + who, role}, quiet(status)}}
		if differ {
			item.Value = append(item.Value, quiet(a.Model))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// AttemptSign returns the sign of an attempt's status and its meaning.
func AttemptSign(a wire.Attempt) (string, Role) {
	switch {
	case a.Succeeded():
		return "●", Good
	case a.Status < 0: // how it ended is not reported
		return "○", Quiet
	}
	return "✗", Bad
}
