package views

import (
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cost/prices"
)

// Subject is the exchange that the panes of the inspector look at: running,
// finished, failed, or loaded.
type Subject struct {
	Turn     int             // of the conversation; 0 for an exchange without one
	Number   int             // of the exchange, in the order of sending, from 1; 0 for one without a conversation
	Alone    bool            // the conversation has no other exchange
	Exchange *state.Exchange // the fold; nil for no exchange yet
	Capture  *wire.Capture   // nil until the reader has started
	BaseURL  string          // that the request's path was appended to
	Target   string          // its name, of several that a proxy forwards to; empty: it has none
	Replayed bool            // the replay answered, and Target is what it played
	KeySent  bool            // the request carried a key
	Metadata bool            // the request asked for routing metadata
	NowUS    int64           // of a running exchange that receives nothing, microseconds after its start; else 0
	Waited   bool            // the time is over that the service asked to wait
	Service  string          // the word in X-<Word>-Metadata
	Local    bool            // it went to the local gateway
	Prices   *prices.Book    // that are known; nil: none but those of the table
}

// Same reports whether s and t are one state of one exchange, so that nothing
// needs to be read again.
func (s Subject) Same(t Subject, version uint64) bool {
	return s.Exchange == t.Exchange && (s.Exchange == nil || s.Exchange.Version == version)
}

// Of reports whether s and t show the same exchange, perhaps at different times.
func (s Subject) Of(t Subject) bool {
	if s.Exchange == nil || t.Exchange == nil {
		return s.Exchange == t.Exchange
	}
	return s.Exchange.Identity() == t.Exchange.Identity()
}

// Resendable reports whether the exchange is one of a conversation whose request is
// known, so that it can be sent again, and changed before.
func (s Subject) Resendable() bool {
	return s.Exchange != nil && s.Exchange.Known.Request && s.Turn > 0
}

// CanRequestMetadata reports whether the exchange is over, has no routing metadata and did
// not ask for any, so that its turn can be sent again to ask.
func (s Subject) CanRequestMetadata() bool {
	x := s.Exchange
	return s.Resendable() && !x.Running() && len(x.Routing) == 0 && !s.Metadata
}

// Blocked reports whether a guardrail stopped the request, and there is one to
// edit.
func (s Subject) Blocked() bool {
	x := s.Exchange
	return s.Resendable() && x.Failure != nil && x.Failure.Guardrail
}

// SameExchange reports whether a and b are one exchange, perhaps at different moments.
func SameExchange(a, b *state.Exchange) bool {
	return Subject{Exchange: a}.Of(Subject{Exchange: b})
}

// Inspector is a pane that looks at one exchange. SetSubject is called after
// every batch of a running exchange and costs nothing but a look at the
// exchange's version; all else is done for what is drawn.
type Inspector interface {
	Pane
	SetSubject(Subject)
}
