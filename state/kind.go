package state

import (
	"gatehouse/client/wire"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/registry"
)

// Kind is what a request asks for, and so how its answer is read: the row of an API in the
// table of state/dialect/registry.
type Kind uint8

// The kinds that programs name.
const (
	Responses Kind = registry.Responses // POST /responses
	Rerank    Kind = registry.Rerank    // POST /rerank: the answer is a list of results
	Other     Kind = registry.Other     // anything else: its answer is bytes, and its verdict the transport's
	Chat      Kind = registry.Chat      // POST …/chat/completions
	Messages  Kind = registry.Messages  // POST …/messages, Anthropic's
)

var kinds = registry.All()

// String returns the kind's name, as the history has it.
func (k Kind) String() string {
	if int(k) >= len(kinds) {
		k = Responses
	}
	return kinds[k].Name
}

// ParseKind reads a kind's name; Responses for one that it does not know.
func ParseKind(name string) Kind {
	for k := range kinds {
		if kinds[k].Name == name {
			return Kind(k)
		}
	}
	return Responses
}

func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

func (k *Kind) UnmarshalText(name []byte) error {
	*k = ParseKind(string(name))
	return nil
}

// New returns an exchange of a kind before anything has arrived. It shares the
// request's bytes.
func New(k Kind, id string, request []byte) *Exchange {
	x := NewExchange(id, request)
	x.setKind(k)
	return x
}

// NewRerank returns an exchange with POST /rerank before anything has arrived. Unlike
// NewExchange it accepts as an answer only a list of results, in any of the shapes that
// read.Rerank reads.
func NewRerank(id string, request []byte) *Exchange { return New(Rerank, id, request) }

// Kind returns what the request asks for.
func (x *Exchange) Kind() Kind { return x.kind }

// IsRerank reports whether the request went to POST /rerank.
func (x *Exchange) IsRerank() bool { return x.kind == Rerank }

// KindOf returns what a request asks for.
func KindOf(sent wire.Sent) Kind { return Kind(registry.Of(sent)) }

// Reads reports whether exchanges with a request are more than bytes.
func Reads(sent wire.Sent) bool { return KindOf(sent) != Other }

// Opens reports whether exchanges with a request open as a conversation or as a ranking.
func Opens(sent wire.Sent) bool {
	return sent.IsNative() || registry.Translates(sent)
}

// IsNative reports whether requests of the kind are sent from here: see wire.Sent.IsNative.
func (k Kind) IsNative() bool { return k == Responses || k == Rerank }

// IsForeign reports whether answers of the kind are another API's, read in the terms of the
// Responses API.
func (k Kind) IsForeign() bool { return kinds[k].Reader != nil }

// Operation returns what a request of the kind asks for, as its API's reference writes it.
func (k Kind) Operation() string { return kinds[k].Operation }

// CallsTool reports whether a request of the kind calls a tool, so that no model answers.
func (k Kind) CallsTool() bool { return kinds[k].CallsTool }

// Asked returns the model that a request asks for; empty where it names none.
func (x *Exchange) Asked(sent wire.Sent) string {
	if model := kinds[x.kind].Model; model != nil {
		return model(sent)
	}
	return x.RequestModel
}

// NoModel explains what it means that a request names no model.
func (x *Exchange) NoModel() string {
	switch {
	case !x.Known.Request:
		return "not reported"
	case kinds[x.kind].Model != nil:
		return "no model"
	}
	return "server default"
}

// OutputLimit names the member of the request that limits the output; empty for none.
func (x *Exchange) OutputLimit() string {
	if limit := kinds[x.kind].Limit; limit != nil {
		return limit(x.Request)
	}
	return ""
}

// setKind sets what the request asks for, before anything has arrived.
func (x *Exchange) setKind(k Kind) {
	if x.kind = k; k.IsForeign() {
		x.foreign = kinds[k].Reader(x.Request)
		if put := kinds[k].Assembler; put != nil {
			x.assembled = put()
		}
	}
	if streams := kinds[k].Streams; streams != nil {
		x.wantsStream = streams(x.Request)
	}
	x.linter = lint.New(kinds[k].Lint, x.Request)
}

// API is whose rules the answers of the kind are held against.
func (k Kind) API() lint.API { return kinds[k].Lint }

// Linted reports whether lint checks the answer: lint knows its API, and something of the answer
// is known.
func (x *Exchange) Linted() bool {
	return x.linter != nil && kinds[x.kind].Lint != lint.Other && x.Known.Answer && (x.Head != nil || !x.Known.Head)
}

// Deviates reports whether there are Findings that clients may not survive.
func (x *Exchange) Deviates() bool { return x.linter != nil && x.linter.Found() }

// Findings returns in which ways the answer deviates so far from what clients rely on; nothing
// once DropItems was called.
func (x *Exchange) Findings() []lint.Finding {
	if x.linter == nil {
		return nil
	}
	return x.linter.Findings()
}
