package registry_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"gatehouse/state/dialect/registry"

	"pgregory.net/rapid"
)

// TestEveryMemberIsTranslatedOrListed: a member of a request that may be deleted without a
// trace in the translation is listed, or without effect.
func TestEveryMemberIsTranslatedOrListed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &drawing{T: t}
		path, body := d.drawn()
		got, err := registry.Translate(path, body)
		if err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		var whole any
		if err := json.Unmarshal(body, &whole); err != nil {
			t.Fatal(err)
		}
		eachMember(whole, "", func(at string, in doc, name string) {
			value := in[name]
			if isLost(at, got.Losses) || withoutEffect(in, name) {
				return
			}
			if delete(in, name); name == "type" { // what the object holds may say it too
				in[name] = "unheard"
			}
			without, _ := json.Marshal(whole)
			in[name] = value
			less, err := registry.Translate(path, without)
			if err == nil && bytes.Equal(less.Body, got.Body) && reflect.DeepEqual(less.Losses, got.Losses) {
				t.Fatalf("%s: %v is neither translated nor listed\n%s\n%s\n%v", at, value, body, got.Body, got.Losses)
			}
		})
	})
}

// eachMember visits the members of all objects in a value, with their places as a dialect.Loss has
// them.
func eachMember(v any, at string, visit func(at string, in doc, name string)) {
	switch v := v.(type) {
	case doc:
		for name, value := range v {
			place := name
			if at != "" {
				place = at + "." + name
			}
			visit(place, v, name)
			eachMember(value, place, visit)
		}
	case []any:
		for i, e := range v {
			eachMember(e, fmt.Sprintf("%s[%d]", at, i), visit)
		}
	}
}

// withoutEffect reports whether a member is empty, or asks for what happens anyway.
func withoutEffect(in doc, name string) bool {
	value := in[name]
	switch v := value.(type) {
	case nil:
		return true
	case string:
		if v == "" {
			return true
		}
	case []any:
		if len(v) == 0 {
			return true
		}
	case doc:
		for inner := range v {
			if !withoutEffect(v, inner) {
				return false
			}
		}
		return true
	}
	if name == "role" && in["parts"] != nil { // of Gemini's: the default, or its calls say it
		return true
	}
	switch fmt.Sprint(name, ":", value) {
	case "logprobs:true":
		return in["top_logprobs"] != nil // which says it
	case "citations:map[enabled:false]", "enabled:false", "name:web_search":
		return true
	case "n:1", "store:false", "logprobs:false", "include:true", "include_usage:true", "include_reasoning:true", "exclude:false",
		"index:0", // the order says it
		"is_error:false", "defer_loading:false", "type:text":
		return true
	}
	return false
}
