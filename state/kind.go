package state

import (
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/lint"
)

// Kind is what a request asks for, and so how its answer is read.
type Kind uint8

// The kinds.
const (
	Responses Kind = iota // POST /responses
	Rerank                // POST /rerank: the answer is a list of results
	Other                 // anything else: its answer is bytes, and its verdict the transport's
	Chat                  // POST …/chat/completions
	Messages              // POST …/messages, Anthropic's
)

// kindRow says how the answers of a kind are read.
type kindRow struct {
	name   string // as the history has it
	answer string // what an answer is called
	last   string // what its stream ends with
	api    lint.API
	// reader and assembler read another API's answers and put its streams together; nil for
	// our own and for those that are not read.
	reader    func() answers.Reader
	assembler func() assembly.Builder
}

var kinds = [...]kindRow{
	Responses: {name: "responses", answer: "response", last: "final event", api: lint.Responses},
	Rerank:    {name: "rerank", answer: "response", last: "final event", api: lint.Rerank},
	Other:     {name: "other", answer: "response", last: "final event"},
	Chat: {
		name: "chat", answer: "chat completion", last: "finish_reason", api: lint.Chat,
		reader:    func() answers.Reader { return answers.NewChat() },
		assembler: func() assembly.Builder { return assembly.NewChat() },
	},
	Messages: {
		name: "messages", answer: "message", last: "message_stop", api: lint.Messages,
		reader:    func() answers.Reader { return answers.NewMessages() },
		assembler: func() assembly.Builder { return assembly.NewMessages() },
	},
}

// String returns the kind's name, as the history has it.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return kinds[Responses].name
}

// ParseKind reads a kind's name; Responses for one that it does not know.
func ParseKind(name string) Kind {
	for k, row := range kinds {
		if row.name == name {
			return Kind(k)
		}
	}
	return Responses
}

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Kind) UnmarshalText(name []byte) error {
	*k = ParseKind(string(name))
	return nil
}

// New returns an exchange of a kind of which nothing has arrived yet. It shares the
// request's bytes.
func New(k Kind, id string, request []byte) *Exchange {
	x := NewExchange(id, request)
	x.setKind(k)
	x.wantsStream = x.wantsStream && k != Rerank
	return x
}

// NewRerank returns an exchange with POST /rerank of which nothing has arrived yet. Unlike
// NewExchange it accepts as an answer only a list of results, in any of the shapes that
// read.Rerank reads.
func NewRerank(id string, request []byte) *Exchange { return New(Rerank, id, request) }

// Kind returns what the request asks for.
func (x *Exchange) Kind() Kind { return x.kind }

// IsRerank reports whether the request went to POST /rerank.
func (x *Exchange) IsRerank() bool { return x.kind == Rerank }

// KindOf is what a request asks for, by its method and address.
func KindOf(sent wire.Sent) Kind {
	switch sent.Endpoint() {
	case wire.EndpointResponses:
		return Responses
	case wire.EndpointRerank:
		return Rerank
	case wire.EndpointChat:
		return Chat
	case wire.EndpointMessages:
		return Messages
	}
	return Other
}

// IsOwn reports whether requests of the kind are sent from here: see wire.Sent.
func (k Kind) IsOwn() bool { return k == Responses || k == Rerank }

// IsForeign reports whether answers of the kind are another API's, read in the terms of the
// Responses API.
func (k Kind) IsForeign() bool { return kinds[k].reader != nil }

// setKind sets what the request asks for, before anything has arrived.
func (x *Exchange) setKind(k Kind) {
	if x.kind = k; k.IsForeign() {
		x.foreign, x.assembled = kinds[k].reader(), kinds[k].assembler()
	}
	x.linter = lint.New(kinds[k].api, x.Request)
}

// API is whose rules the answers of the kind are held against.
func (k Kind) API() lint.API { return kinds[k].api }

// Linted reports whether lint looks at the answer: it is of an API that it knows, and something
// of it is known.
func (x *Exchange) Linted() bool {
	return x.linter != nil && x.kind != Other && x.Known.Answer && (x.Head != nil || !x.Known.Head)
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
