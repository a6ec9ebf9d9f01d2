package report

import (
	"slices"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/check"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/preview"
	"gatehouse/state/prices"
)

// Subject is an exchange that is told of, and what is known of it besides.
type Subject struct {
	Exchange *state.Exchange
	Capture  *wire.Capture     // nil before the reader has started
	Target   string            // its name, of several that a proxy forwards to; empty: it has none
	Replayed bool              // the replay answered, and Target is what it played
	Metadata bool              // the request asked for routing metadata
	Service  string            // the word in X-<Word>-Metadata; empty: the document's own
	Models   preview.Catalogue // that the service lists
	Local    bool              // it went to the local gateway
	Prices   prices.Book
	Lost     float64 // USD that were paid because a cache was not read; 0 or less: nothing, or not known
	Alone    bool    // it is of no conversation: it cannot be sent again from here
	Ended    bool    // how it ended is told beside what is told of it
	NowUS    int64   // of a running exchange to which nothing comes, microseconds after its start; else 0
	Ways     Ways
	Read     Read
}

// Ways are how the reader comes further, and what is known of the connection.
type Ways struct {
	explain.Context
	MetadataKeys string // turn routing metadata on; empty for none
	SendKeys     string // send what is in the builder; empty for none
	AskKeys      string // send again with it; empty for none
	FrameKeys    string // show a warning's frame; empty for none
}

// resendable reports whether the request is known and of a conversation, so that it can be
// sent again, and changed before.
func (s Subject) resendable() bool { return s.Exchange.Known.Request && !s.Alone }

// Read is what is read from whole documents: it is kept where an exchange is told of often.
type Read struct {
	Routing  *wire.Routing // nil: no metadata
	Echoes   []figures.Echo
	Unknown  []string // members of the request that the API does not have, as jq writes their paths
	Changes  []explain.Change
	Silences Silences
	Guards   *explain.Searched // nil: not searched yet, or no guardrail is reported
}

// ReadAll reads what an exchange has.
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

// ReadRouting reads the routing metadata; nil for none.
func ReadRouting(x *state.Exchange) *wire.Routing {
	if x == nil || len(x.Routing) == 0 {
		return nil
	}
	routing := read.Routing(x.Routing)
	return &routing
}

// ReadGuards searches an exchange for what its guardrails tell of; nil where none is reported.
func ReadGuards(x *state.Exchange) *explain.Searched {
	stages := explain.Guardrails(x)
	if len(stages) == 0 {
		return nil
	}
	return explain.Search(x.Request, x.Debug, x.Routing, stages)
}

// Parts are the reports of an exchange, in the order of their weight: how it ended, the way
// it took, where the time went, the tokens, whose it was, the events, the settings, the
// headers.
type Parts struct{ Verdict, Route, Time, Tokens, Caller, Events, Settings, Headers Report }

// Exchange tells of an exchange.
func Exchange(s Subject) Parts {
	return Parts{Verdict(s), Route(s), Time(s), Tokens(s), Caller(s), Events(s), Settings(s), Headers(s)}
}

// field is a fact of one span.
func field(label, words string, role Role) Field {
	return Field{Label: label, Value: []Span{{words, role}}}
}

// quiet is a paragraph that can be skipped.
func quiet(words string) Span { return Span{words, Quiet} }

// mostRows bounds the rows of one list: the page of its subject has them all.
const mostRows = 8

// notRecorded is said where the answer would tell, and the file does not hold it.
const notRecorded = "Not known: the answer was not recorded."

// clip cuts a text from the wire to so many bytes, at a whole character.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && s[most]&0xC0 == 0x80 {
		most--
	}
	return s[:most] + "…"
}

// ReadUnknown reads which members of an exchange's request the API does not have.
func ReadUnknown(x *state.Exchange) []string {
	if !x.Kind().IsOwn() || x.Kind() == state.Rerank || !x.Known.Request {
		return nil
	}
	unknown := check.Unknown(x.Request)
	if x.Head.IsSocket() { // whose messages have these beside the members of a request
		unknown = slices.DeleteFunc(unknown, func(name string) bool { return slices.Contains(wire.MessageMembers(), name) })
	}
	return unknown
}
