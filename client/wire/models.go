package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/tidwall/gjson"
)

// ErrNotModels is the error of an answer to GET /models that is no list.
var ErrNotModels = errors.New("not a list of models")

// Model is one entry of GET /models. The API document does not show its shape;
// an id is all that every service sends.
type Model struct {
	ID      string
	Name    string
	Context int // context length in tokens; None when not told
	Raw     json.RawMessage
}

// ReadModels reads a list of models: {"data":[…]}, {"models":[…]} or a bare
// array, of objects or of names. Entries without a name are left out.
func ReadModels(body []byte) ([]Model, error) {
	body = bytes.TrimSpace(body)
	root := gjson.ParseBytes(body)
	list := root
	if root.IsObject() {
		if list = root.Get("data"); !list.IsArray() {
			list = root.Get("models")
		}
	}
	if !Valid(body) || !list.IsArray() {
		return nil, ErrNotModels
	}
	out := make([]Model, 0, 16)
	for _, e := range list.Array() {
		m := Model{ID: e.Str, Context: None, Raw: json.RawMessage(e.Raw)}
		if e.IsObject() {
			m.ID = firstText("", e.Get("id"), e.Get("slug"), e.Get("model"), e.Get("name"))
			m.Name = e.Get("name").String()
			m.Context = figure(e, "context_length", "max_model_len", "context_window")
		}
		if m.ID != "" {
			out = append(out, m)
		}
	}
	return out, nil
}
