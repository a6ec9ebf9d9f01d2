package state

import (
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
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

// String returns the kind's name, as the history has it.
func (k Kind) String() string {
	switch k {
	case Rerank:
		return "rerank"
	case Other:
		return "other"
	case Chat:
		return "chat"
	case Messages:
		return "messages"
	}
	return "responses"
}

// ParseKind reads a kind's name; Responses for one that it does not know.
func ParseKind(name string) Kind {
	for _, k := range [...]Kind{Rerank, Other, Chat, Messages} {
		if k.String() == name {
			return k
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
	x.kind, x.foreign, x.assembled = k, reader(k), assembler(k)
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
func (k Kind) IsForeign() bool { return k == Chat || k == Messages }

// assembler returns what puts a stream of a kind together; nil for a kind without one.
func assembler(k Kind) assembly.Builder {
	switch k {
	case Chat:
		return assembly.NewChat()
	case Messages:
		return assembly.NewMessages()
	}
	return nil
}

// reader returns what reads the answers of a kind in the terms of the Responses API; nil
// for a kind without one.
func reader(k Kind) answers.Reader {
	switch k {
	case Chat:
		return answers.NewChat()
	case Messages:
		return answers.NewMessages()
	}
	return nil
}
