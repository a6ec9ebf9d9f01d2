package report

import (
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/prices"
	"gatehouse/state/request/preview"
	"gatehouse/state/request/validate"
)

// Subject is an exchange and what is known about it.
type Subject struct {
	Exchange *state.Exchange
	Capture  *wire.Capture     // nil before the reader has started
	Target   string            // name of the proxy's target, if it has several
	Replayed bool              // answered by the replay of Target
	Metadata bool              // the request asked for routing metadata
	Service  string            // the word in X-<Word>-Metadata; empty: the document's
	Models   preview.Catalogue // of the service
	Local    bool              // sent to the local gateway
	Prices   prices.Book
	Lost     float64 // USD lost to a cache miss; 0 or less: nothing, or not known
	Alone    bool    // without a conversation: it cannot be sent again from here
	Ended    bool    // how it ended is shown elsewhere
	NowUS    int64   // of a running exchange that receives nothing, microseconds after its start; else 0
	Guidance Guidance
	Read     Read
}

// Guidance is the keys of the next steps and the facts about the connection.
type Guidance struct {
	explain.Context
	MetadataKeys string // turn routing metadata on; empty for none
	SendKeys     string // send the request in the builder; empty for none
	AskKeys      string // send again with routing metadata; empty for none
	FrameKeys    string // show a warning's frame; empty for none
}

// resendable reports whether the request is known and part of a conversation, so that it can be changed
// and sent again.
func (s Subject) resendable() bool { return s.Exchange.Known.Request && !s.Alone }

// Read is what takes a pass over complete documents, so that a caller can cache it.
type Read struct {
	Routing  *wire.Routing // nil: no metadata
	Echoes   []figures.Echo
	Unknown  []string // members of the request that the API does not have, as jq writes their paths
	Changes  []explain.Change
	Silences Silences
	Guards   *explain.Searched // nil: not searched yet, or no guardrail is reported
}

// ReadAll reads the documents of an exchange.
func ReadAll(x *state.Exchange, c *wire.Capture) Read {
	r := Read{Routing: ReadRouting(x)}
	if len(x.Response) > 0 {
		r.Echoes = figures.EchoesOf(x.Request, x.Response)
	}
	r.Unknown = ReadUnknown(x)
	r.Changes = explain.Changes(x)
	r.Silences.Count(x, c)
	r.Guards = ReadGuards(x)
	return r
}

// ReadRouting parses the routing metadata; nil for none.
func ReadRouting(x *state.Exchange) *wire.Routing {
	if x == nil || len(x.Routing) == 0 {
		return nil
	}
	routing := read.Routing(x.Routing)
	return &routing
}

// ReadGuards searches an exchange for the texts that its guardrails report; nil if none is reported.
func ReadGuards(x *state.Exchange) *explain.Searched {
	stages := explain.Guardrails(x)
	if len(stages) == 0 {
		return nil
	}
	return explain.Search(x.Request, x.Debug, x.Routing, stages)
}

// Parts are the reports of an exchange, the most important first.
type Parts struct{ Verdict, Route, Time, Tokens, Caller, Events, Settings, Headers Report }

// Exchange reports an exchange.
func Exchange(s Subject) Parts {
	return Parts{Verdict(s), Route(s), Time(s), Tokens(s), Caller(s), Events(s), Settings(s), Headers(s)}
}

func field(label, words string, role Role) Field {
	return Field{Label: label, Value: []Span{{words, role}}}
}

// quiet returns a paragraph that can be skipped.
func quiet(words string) Span { return Span{words, Quiet} }

// maxRows bounds the rows of one list; the page of its subject has all.
const maxRows = 8

// notRecorded replaces what the answer would show.
const notRecorded = "Not known: the answer was not recorded."

// ReadUnknown returns the members of an exchange's request that the API does not have.
func ReadUnknown(x *state.Exchange) []string {
	if !x.Kind().IsNative() || x.Kind() == state.Rerank || !x.Known.Request {
		return nil
	}
	unknown := validate.Unknown(x.Request)
	if x.Head.IsSocket() { // its messages have these in addition to the members of a request
		unknown = slices.DeleteFunc(unknown, func(name string) bool { return slices.Contains(wire.MessageMembers(), name) })
	}
	return unknown
}
