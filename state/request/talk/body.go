package talk

import (
	"encoding/json"
	"fmt"
	"slices"

	"gatehouse/client/scan"
)

// MessageModel is the rule for when the model that served an assistant message is written into it.
type MessageModel int

// The rules. Of a message that names a model itself, only ModelNever changes anything.
const (
	ModelWherePinned MessageModel = iota // in requests whose auto-router pins the model
	ModelAlways
	ModelNever
)

// BodyOptions are how a request is written for a service.
type BodyOptions struct{ MessageModel MessageModel }

// resolve decides the rule for the draft: only pin_model uses the member, and strict services refuse
// it.
func (c *Conversation) resolve(o BodyOptions) BodyOptions {
	if o.MessageModel == ModelWherePinned && c.Draft.pinsModel() {
		o.MessageModel = ModelAlways
	}
	return o
}

// pinsModel reports whether the draft has an auto-router plugin with pin_model.
func (d *Draft) pinsModel() bool {
	for _, plugin := range scan.Elements(scan.Get(d.doc, "plugins")) {
		if scan.Text(scan.Get(plugin, "id")) == "auto-router" && string(scan.Get(plugin, "pin_model")) == "true" {
			return true
		}
	}
	return false
}

// Body writes the next request: the draft, the path to the current turn, and the
// composer's text as a user message when there is any (CONTRACT, "The body, the draft, the
// file"). It is indented by two spaces: model, instructions, the draft's other members in
// their order, input last. These very bytes are shown, sent and saved.
//
// store, previous_response_id and all else are sent only when the draft has them. The
// error is that of a document nested too deep to be indented. Turns are indented once and
// cached, so a repeated call costs little more than the copy.
func (c *Conversation) Body(composer string, o BodyOptions) ([]byte, error) {
	o = c.resolve(o)
	size := len(c.Draft.Bytes()) + c.inputSize(composer, o)
	w := jsonWriter{out: append(make([]byte, 0, size+size/8), '{')}
	for _, m := range bodyOrder(c.Draft.Bytes()) {
		w.member(m.Key)
		w.value(m.Value, "  ")
	}
	if err := c.writeInput(&w, composer, o); err != nil {
		return nil, err
	}
	if w.err != nil {
		return nil, fmt.Errorf("write the request: %w", w.err)
	}
	if len(w.out) > len("{") {
		w.out = append(w.out, '\n')
	}
	return append(w.out, '}'), nil
}

// ResendBody returns the request that sends what a turn added once more: as Body, at the place of
// the turn and with the draft as it is now.
func (c *Conversation) ResendBody(t *Turn, o BodyOptions) ([]byte, error) {
	was, attached, edited := c.Current, c.attached, c.edited
	defer func() { c.Current, c.attached, c.edited = was, attached, edited }()
	c.Current, c.attached, c.edited = &Turn{Parent: t.Parent, Input: t.Input, rawInput: t.rawInput, inDocument: t.inDocument}, nil, nil
	return c.Body("", o)
}

// bodyOrder returns the members of a draft in the order of the body.
func bodyOrder(draft []byte) []scan.Member {
	place := map[string]int{"model": -2, "instructions": -1}
	return slices.SortedStableFunc(scan.Members(draft), func(a, b scan.Member) int { return place[a.Key] - place[b.Key] })
}

// writeInput writes the member `input`; nothing when there are no items.
func (c *Conversation) writeInput(w *jsonWriter, composer string, o BodyOptions) error {
	if spelled := c.nonListInput(composer); spelled != nil {
		w.member("input")
		w.value(spelled, "  ")
		return nil
	}
	n := 0
	item := func() {
		if n++; n == 1 {
			w.member("input")
			w.out = append(w.out, '[')
		} else {
			w.out = append(w.out, ',')
		}
		w.out = append(w.out, "\n    "...)
	}
	for _, t := range c.Path() {
		p := t.requestItems(o)
		if len(p.items) == 0 {
			continue
		}
		laid, err := p.indent()
		if err != nil {
			return fmt.Errorf("write the request: %w", err)
		}
		item()
		w.out = append(w.out, laid...)
	}
	for _, one := range c.ComposedItems(composer) {
		item()
		w.value(one, "    ")
	}
	if n > 0 {
		w.out = append(w.out, "\n  ]"...)
	}
	return nil
}

// FirstItem returns the index in input of a turn's first item; ok is false for a turn that
// is not sent or not on the path.
func (c *Conversation) FirstItem(turn *Turn, o BodyOptions) (index int, ok bool) {
	o = c.resolve(o)
	for _, t := range c.Path() {
		items := len(t.requestItems(o).items)
		if t == turn {
			return index, items > 0
		}
		index += items
	}
	return 0, false
}

// nonListInput returns the input when it is not a list of items; nil when it is one, or
// absent.
func (c *Conversation) nonListInput(composer string) json.RawMessage {
	if spelled := c.stringInput(composer); spelled != nil {
		return spelled
	}
	switch t := c.Current; {
	case composer != "" || len(c.attached) > 0:
		return nil
	case t == nil:
		return c.rawInput
	case t.Parent == nil && t.awaitsAnswer():
		return t.rawInput
	}
	return nil
}

// inputSize estimates the length of the input in bytes.
func (c *Conversation) inputSize(composer string, o BodyOptions) int {
	n := len(composer) + len(c.nonListInput(composer)) + 200
	for _, part := range c.attached {
		n += len(part)
	}
	for _, item := range c.itemsBeforeEdited() {
		n += len(item)
	}
	for _, t := range c.Path() {
		n += len(t.requestItems(o).indented)
	}
	return n
}

// jsonWriter writes a JSON object whose members are indented by two spaces.
type jsonWriter struct {
	out []byte
	err error
}

func (w *jsonWriter) member(key string) {
	if len(w.out) > len("{") {
		w.out = append(w.out, ',')
	}
	w.out = append(w.out, "\n  "...)
	w.out = append(append(w.out, scan.Quote(key)...), ": "...)
}

func (w *jsonWriter) value(v []byte, prefix string) {
	if w.err == nil {
		w.out, w.err = scan.AppendIndent(w.out, v, prefix)
	}
}
