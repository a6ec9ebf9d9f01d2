package report

import (
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/explain"
)

// Relaxations lists what can be done with the request of an exchange, each by a number: what
// could be changed for a failed one to succeed, else how the gateway can be asked what a
// stage left of it.
func Relaxations(s Subject) []explain.Relaxation {
	x := s.Exchange
	if x == nil || !x.Known.Request {
		return nil
	}
	list := explain.Relaxations(x, s.Models.Slugs())
	if len(list) > 0 || s.Read.Routing == nil {
		return list
	}
	for _, stage := range s.Read.Routing.Pipeline[:min(len(s.Read.Routing.Pipeline), mostListed)] {
		if s.echoes(stage) && explain.StageGaps(stage, x) != "" {
			return []explain.Relaxation{{Words: echoWay.Words, Edits: explain.EchoUpstream(x.Request)}}
		}
	}
	return nil
}

// echoWay has the gateway tell what it sent upstream.
var echoWay = Way{Words: "open the request in the builder with it on", Action: "read-loosen", Number: 1}

// echoes reports whether the gateway can be asked what a compression left of the request:
// only a stream carries it (API document, debug).
func (s Subject) echoes(stage wire.Stage) bool {
	x := s.Exchange
	return stage.Compressed() && x.Stream && s.resendable() && !explain.EchoesUpstream(x.Request) &&
		len(explain.Relaxations(x, s.Models.Slugs())) == 0
}

// ways lists the changes by their numbers; where there are none, what can be tried all the
// same.
func (of routed) ways(plain explain.Explanation) (blocks []Block) {
	list := Relaxations(of.Subject)
	if of.Ways.SendKeys == "" { // no key leads anywhere from here
		list = nil
	}
	for i, r := range list {
		if len(r.Edits) > 0 && (i == 0 || len(list[i-1].Edits) == 0) {
			blocks = append(blocks, quiet(of.changes()))
		}
		blocks = append(blocks, of.way(i, r))
	}
	blocked := of.resendable() && of.Exchange.Failure != nil && of.Exchange.Failure.Guardrail && of.Ways.SendKeys != ""
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
		blocks = append(blocks, Way{Words: words, Action: "read-edit"})
	}
	same := len(list) == 1 && len(list[0].Edits) == 0 // the only way there is, which changes nothing
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

// changes says what the numbers below it do: nothing is sent by them.
func (s Subject) changes() string {
	where, does := "the builder", "sends"
	if s.Alone { // of a run of a reranker
		where, does = "Rerank", "runs"
	}
	return "opens in " + where + " with the change; " + s.Ways.SendKeys + " " + does + " it:"
}

// way is a change with its number.
func (s Subject) way(i int, r explain.Relaxation) Way {
	way := Way{Words: r.Words, Action: "read-loosen", Number: i + 1}
	switch {
	case r.WaitMS > 0 && s.Ways.WaitOver:
		way.Words = explain.WaitOver(r.WaitMS)
	case s.Waits(r):
		way.Words = "send again after the " + explain.Wait(r.WaitMS) + " wait that the service asked for"
	}
	if len(r.Edits) > 0 {
		way.Places = edited(r.Edits)
	}
	return way
}

// longestWait is how long a person may want to see a request wait, in milliseconds.
const longestWait = 600_000

// Waits reports whether a request is sent again only when the time is over that the service
// asked to wait.
func (s Subject) Waits(r explain.Relaxation) bool {
	return len(r.Edits) == 0 && !s.Alone && r.WaitMS > 0 && r.WaitMS <= longestWait
}

// edited writes the places that a change touches.
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
