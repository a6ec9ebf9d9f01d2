package state

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gatehouse/state/raw"
)

// BodyOptions say how a request is written for the service it goes to.
type BodyOptions struct {
	OmitModel bool // leave the model attribute out of assistant messages
}

// UserMessage returns text as a user message item.
func UserMessage(text string) json.RawMessage {
	return object("type", raw.Quote("message"), "role", raw.Quote("user"), "content", raw.Quote(text))
}

// Body writes the request that would be sent next: the draft, the path to the
// current turn, and the composer's text as a user message when there is any
// (CONTRACT, "The body, the draft, the file"). It is indented by two spaces:
// model, instructions, the draft's own order, input last. These very bytes are
// shown, sent and saved.
//
// store, previous_response_id and all else go out only when the draft has
// them. The error is that of a document nested too deep to be indented.
func (c *Conversation) Body(composer string, o BodyOptions) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	member := func(key string, value []byte) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(raw.Quote(key))
		b.WriteByte(':')
		b.Write(value)
	}
	first := []string{"model", "instructions"}
	for _, key := range first {
		for m := range raw.Members(c.Draft.Bytes()) {
			if m.Key == key {
				member(m.Key, m.Value)
			}
		}
	}
	for m := range raw.Members(c.Draft.Bytes()) {
		if m.Key != first[0] && m.Key != first[1] {
			member(m.Key, m.Value)
		}
	}
	if input := c.input(composer, o); input != nil {
		member("input", input)
	}
	b.WriteByte('}')
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	return out.Bytes(), nil
}

// input returns the value of `input`; nil when nothing was said.
func (c *Conversation) input(composer string, o BodyOptions) json.RawMessage {
	path := c.Path()
	if c.spelled != nil && composer == "" && c.asOpened(path) {
		return c.spelled
	}
	var items []json.RawMessage
	for _, t := range path {
		if ok, _ := t.Sent(); ok {
			items = append(items, t.Input...)
			items = append(items, t.Answer(o)...)
		}
	}
	if composer != "" {
		items = append(items, UserMessage(composer))
	}
	if items == nil {
		return nil
	}
	return array(items)
}

// asOpened tells whether the path holds no more than the input that was opened.
func (c *Conversation) asOpened(path []*Turn) bool {
	return len(path) == 0 || len(path) == 1 && path[0].ID == 1 && path[0].Exchange == nil
}

// object writes a JSON object from names and values in turn.
func object(members ...any) json.RawMessage {
	b := []byte{'{'}
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := members[i].(string)
		b = append(append(b, raw.Quote(name)...), ':')
		switch v := members[i+1].(type) {
		case []byte:
			b = append(b, v...)
		case json.RawMessage:
			b = append(b, v...)
		}
	}
	return append(b, '}')
}

func array(items []json.RawMessage) json.RawMessage {
	return append(append([]byte{'['}, bytes.Join(asBytes(items), []byte{','})...), ']')
}

func asBytes(items []json.RawMessage) [][]byte {
	out := make([][]byte, len(items))
	for i, item := range items {
		out[i] = item
	}
	return out
}
