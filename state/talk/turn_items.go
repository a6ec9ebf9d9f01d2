package talk

import (
	"bytes"
	"encoding/json"

	"gatehouse/state"
)

// written returns what the turn is in the request: its items, none for a turn
// that is not sent. What was written last is kept while it holds.
func (t *Turn) written(o BodyOptions) *stretch {
	key := stretchKey{written: true, o: o, exchange: t.Exchange}
	running := t.Exchange != nil && t.Exchange.Running()
	if t.Exchange != nil && !running {
		key.version = t.Exchange.Version
	}
	if key.running = running; t.stretch.key == key {
		return &t.stretch
	}
	t.stretch = stretch{key: key}
	if ok, _ := t.Included(); ok {
		t.stretch.items = append(append([]json.RawMessage{}, t.Input...), t.Answer(o)...)
	}
	return &t.stretch
}

// stretch is what a turn is in the request.
type stretch struct {
	key   stretchKey
	items []json.RawMessage
	laid  []byte // the items indented, as they stand between the brackets of input
}

// stretchKey tells whether a stretch still holds. Input and Output of a turn never
// change.
type stretchKey struct {
	written  bool
	o        BodyOptions
	exchange *state.Exchange
	running  bool
	version  uint64 // of the exchange once it has ended
}

// lay returns the items laid out.
func (p *stretch) lay() ([]byte, error) {
	if p.laid != nil {
		return p.laid, nil
	}
	w := writer{}
	for i, item := range p.items {
		if i > 0 {
			w.out = append(w.out, ",\n    "...)
		}
		w.value(item, "    ")
	}
	if w.err != nil {
		return nil, w.err
	}
	p.laid = bytes.Clone(w.out) // without the room to grow
	return p.laid, nil
}
