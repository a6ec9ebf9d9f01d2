package talk

import (
	"bytes"
	"encoding/json"

	"gatehouse/state"
)

// requestItems returns the turn's items in the request, none for a turn that is not sent.
// They are cached until the turn or the options change.
func (t *Turn) requestItems(o BodyOptions) *requestItems {
	key := requestItemsKey{written: true, o: o, exchange: t.Exchange}
	running := t.Exchange != nil && t.Exchange.Running()
	if t.Exchange != nil && !running {
		key.version = t.Exchange.Version
	}
	if key.running = running; t.cached.key == key {
		return &t.cached
	}
	t.cached = requestItems{key: key}
	if ok, _ := t.Included(); ok {
		t.cached.items = append(append([]json.RawMessage{}, t.Input...), t.Answer(o)...)
	}
	return &t.cached
}

// requestItems are the items of a turn in the request.
type requestItems struct {
	key      requestItemsKey
	items    []json.RawMessage
	indented []byte // the items as they are written between the brackets of input; nil before the first use
}

// requestItemsKey is what the cached items depend on. Input and Output of a turn never
// change.
type requestItemsKey struct {
	written  bool
	o        BodyOptions
	exchange *state.Exchange
	running  bool
	version  uint64 // of the exchange once it has ended
}

// indent returns the items indented for the body.
func (p *requestItems) indent() ([]byte, error) {
	if p.indented != nil {
		return p.indented, nil
	}
	w := jsonWriter{}
	for i, item := range p.items {
		if i > 0 {
			w.out = append(w.out, ",\n    "...)
		}
		w.value(item, "    ")
	}
	if w.err != nil {
		return nil, w.err
	}
	p.indented = bytes.Clone(w.out) // without the room to grow
	return p.indented, nil
}
