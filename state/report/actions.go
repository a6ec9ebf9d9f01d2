package report

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
)

// Relaxations lists the changes of a request that may make it succeed, or else that ask the gateway what
// a stage forwarded.
func Relaxations(s Subject) []explain.Relaxation {
	x := s.Exchange
	if x == nil || !x.Known.Request {
		return nil
	}
	list := explain.Relaxations(x, s.Models.Slugs())
	if len(list) > 0 || s.Read.Routing == nil {
		return list
	}
	for _, stage := range s.Read.Routing.Pipeline[:min(len(s.Read.Routing.Pipeline), maxListed)] {
		if s.echoes(stage) && explain.StageGaps(stage, x) != "" {
			return []explain.Relaxation{{Words: echoAction.Words, Edits: explain.EchoUpstream(x.Request)}}
		}
	}
	return nil
}

// echoAction asks the gateway to report what it sent upstream.
var echoAction = Action{Words: "open the request in the builder with it on", Action: "read-loosen", Number: 1}

// echoes reports whether the gateway can be asked what a compression left of the request: only a stream
// can return it (API document, debug).
func (s Subject) echoes(stage wire.Stage) bool {
	x := s.Exchange
	return stage.Compressed() && x.Stream && s.resendable() && !explain.EchoesUpstream(x.Request) &&
		len(explain.Relaxations(x, s.Models.Slugs())) == 0
}

// actions lists the changes by number; without changes, the suggestions.
func (of routed) actions(plain explain.Explanation) (blocks []Block) {
	list := Relaxations(of.Subject)
	if of.Guidance.SendKeys == "" { // nothing can be sent from here
		list = nil
	}
	for i, r := range list {
		if len(r.Edits) > 0 && (i == 0 || len(list[i-1].Edits) == 0) {
			blocks = append(blocks, quiet(of.changes()))
		}
		blocks = append(blocks, of.action(i, r))
	}
	blocked := of.resendable() && of.Exchange.Failure != nil && of.Exchange.Failure.Guardrail && of.Guidance.SendKeys != ""
	if blocked {
		words := "edit the text and send it again"
		switch explain.GuardWords(of.Exchange) {
		case explain.Matched:
			words += "; the Guardrails tab highlights the match"
		case explain.Unmatched:
			words += ", although nothing in it matches what the guardrail reported"
		case explain.NotNamed:
			words += "; which words matched is not known"
		default:
			words += "; the Guardrails tab shows what was reported"
		}
		blocks = append(blocks, Action{Words: words, Action: "read-edit"})
	}
	same := len(list) == 1 && len(list[0].Edits) == 0 // the only action, and it changes nothing
	if len(list) > 0 && !same || blocked {
		return blocks
	}
	for _, try := range plain.Suggestions {
		if same && (try.Kind == explain.Resend || try.Kind == explain.ResendLater) {
			continue // it has a key
		}
		blocks = append(blocks, Words{Sign: Span{Text: "· "}, Spans: []Span{{Text: try.Words}}})
	}
	return blocks
}

// changes describes the keys below, which send nothing.
func (s Subject) changes() string {
	where, does := "the builder", "sends"
	if s.Alone { // a rerank run
		where, does = "Rerank", "runs"
	}
	return "opens in " + where + " with the change; " + s.Guidance.SendKeys + " " + does + " it:"
}

// action returns a change as an action with its number.
func (s Subject) action(i int, r explain.Relaxation) Action {
	action := Action{Words: r.Words, Action: "read-loosen", Number: i + 1}
	switch {
	case r.WaitMS > 0 && s.Guidance.WaitOver:
		action.Words = explain.WaitOver(r.WaitMS)
	case s.Waits(r):
		action.Words = "send again after the " + explain.Wait(r.WaitMS) + " wait that the service asked for"
	}
	if len(r.Edits) > 0 {
		action.Places = edited(r.Edits)
	}
	return action
}

// maxWait is the longest wait that is offered, in milliseconds.
const maxWait = 600_000

// Waits reports whether sending again waits as long as the service asked to.
func (s Subject) Waits(r explain.Relaxation) bool {
	return len(r.Edits) == 0 && !s.Alone && r.WaitMS > 0 && r.WaitMS <= maxWait
}

func edited(edits []explain.Edit) string {
	var places []string
	for _, e := range edits {
		list, added := strings.CutSuffix(e.Pointer, "/-")
		switch {
		case added:
			places = append(places, scan.JQOf(list)+" += ["+string(e.Value)+"]")
		case e.Value != nil:
			places = append(places, scan.JQOf(e.Pointer)+" = "+string(e.Value))
		default:
			places = append(places, "– "+scan.JQOf(e.Pointer))
		}
	}
	return "[" + strings.Join(places, "; ") + "]"
}
