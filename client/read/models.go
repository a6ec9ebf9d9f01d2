package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// ErrNotModels is the error of an answer to GET /models that is no list.
var ErrNotModels = errors.New("not a list of models")

// Models reads a list of models: {"data":[…]}, {"models":[…]} or a bare
// array, of objects or of names. Entries without a name are omitted.
func Models(body []byte) ([]wire.Model, error) {
	body = bytes.TrimSpace(body)
	root := gjson.ParseBytes(body)
	list := root
	if root.IsObject() {
		if list = root.Get("data"); !list.IsArray() {
			list = root.Get("models")
		}
	}
	if !scan.Valid(body) || !list.IsArray() {
		return nil, ErrNotModels
	}
	out := make([]wire.Model, 0, 16)
	for _, e := range list.Array() {
		m := wire.Model{ID: e.Str, Context: wire.None, Raw: json.RawMessage(e.Raw)}
		if e.IsObject() {
			m.ID = firstText("", e.Get("id"), e.Get("slug"), e.Get("model"), e.Get("name"))
			m.Name = e.Get("name").String()
			m.Context = firstCount(e, "context_length", "max_model_len", "context_window")
		}
		if m.ID != "" {
			out = append(out, m)
		}
	}
	return out, nil
}

// firstCount reads the first of these members that is a whole number of 0 or more.
func firstCount(object gjson.Result, names ...string) int {
	for _, name := range names {
		if v := object.Get(name); v.Type == gjson.Number && v.Num >= 0 && v.Num <= 1<<53 && v.Num == math.Trunc(v.Num) {
			return int(v.Num)
		}
	}
	return wire.None
}
