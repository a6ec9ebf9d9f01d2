package request

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"gatehouse/gateway/output"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// structuralMembers returns the members of an item whose strings are not text: names, ids, states,
// and encoded data.
func structuralMembers() []string {
	return []string{
		"type", "id", "call_id", "role", "status", "format", "signature", "encrypted_content", "detail",
		"file_data", "file_id", "image_url", "imageUrl", "imageB64", "screenshotB64", "partial_image_b64",
		"ttl", "mode", "phase", "data", "container_id", "namespace", "approval_request_id", "server_label",
	}
}

// RewriteTexts calls look with every text that a model reads, and replaces it with the result: the
// instructions, and every text of input, including arguments of calls and outputs of tools. The
// body is a JSON object; all its other bytes are preserved.
func RewriteTexts(body []byte, look func(text string) string) []byte {
	w := &textWalk{dec: jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true)), body: body, look: look, skip: structuralMembers()}
	if _, err := w.dec.ReadToken(); err != nil {
		return body // not an object
	}
	for w.dec.PeekKind() == '"' {
		name, err := w.dec.ReadToken()
		if err != nil {
			return body
		}
		if name := name.String(); name != "instructions" && name != "input" {
			err = w.dec.SkipValue()
		} else {
			err = w.value(name)
		}
		if err != nil {
			return body
		}
	}
	if w.out == nil {
		return body
	}
	return append(w.out, body[w.copied:]...)
}

type textWalk struct {
	dec    *jsontext.Decoder
	body   []byte
	look   func(string) string
	skip   []string
	out    []byte // nil while nothing has changed
	copied int    // bytes of body that out covers
}

// value visits the next value: that of a member named name, or an element of an array in it.
func (w *textWalk) value(name string) error {
	switch w.dec.PeekKind() {
	case '"':
		return w.text(name)
	case '[':
		return w.walkInside(']', func() error { return w.value(name) })
	case '{':
		return w.walkInside('}', func() error {
			member, err := w.dec.ReadToken()
			if err != nil {
				return err
			}
			return w.value(member.String())
		})
	}
	return w.dec.SkipValue()
}

func (w *textWalk) walkInside(end jsontext.Kind, each func() error) error {
	if _, err := w.dec.ReadToken(); err != nil {
		return err
	}
	for w.dec.PeekKind() != end {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := w.dec.ReadToken()
	return err
}

func (w *textWalk) text(name string) error {
	if slices.Contains(w.skip, name) {
		return w.dec.SkipValue()
	}
	quoted, err := w.dec.ReadValue()
	if err != nil {
		return err
	}
	end := int(w.dec.InputOffset())
	start := end - len(quoted)
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return err
	}
	if changed := w.look(string(text)); changed != string(text) {
		w.out = append(w.out, w.body[w.copied:start]...)
		w.out = output.AppendString(w.out, changed)
		w.copied = end
	}
	return nil
}

// RawItems returns the raw elements of input. A string is one message of the user.
func RawItems(body []byte) []string {
	input := gjson.GetBytes(body, "input")
	if input.Type == gjson.String {
		return []string{`{"type":"message","role":"user","content":` + input.Raw + `}`}
	}
	var items []string
	input.ForEach(func(_, item gjson.Result) bool {
		items = append(items, item.Raw)
		return true
	})
	return items
}

// WithItems returns the body with these elements as its input.
func WithItems(body []byte, items []string) []byte {
	next, err := sjson.SetRawBytes(body, "input", []byte("["+strings.Join(items, ",")+"]"))
	if err != nil {
		return body // not a JSON object: no items were read from it
	}
	return next
}

// ReplaceParts calls each with every part of a content or an output that has the type, and replaces
// the part with the returned JSON; nil leaves it.
func ReplaceParts(body []byte, typ string, each func(part gjson.Result) []byte) []byte {
	items := RawItems(body)
	changed := false
	for i, raw := range items {
		for _, member := range []string{"content", "output"} {
			for n, part := range gjson.Get(raw, member).Array() {
				if !part.IsObject() || part.Get("type").Str != typ {
					continue
				}
				other := each(part)
				if other == nil {
					continue
				}
				next, err := sjson.SetRaw(items[i], member+"."+strconv.Itoa(n), string(other))
				if err == nil {
					items[i], changed = next, true
				}
			}
		}
	}
	if !changed {
		return body
	}
	return WithItems(body, items)
}
