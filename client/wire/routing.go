package wire

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

// Routing is the routing metadata of a result or an error (API document,
// "Routing metadata object"; wire-notes §6). Every field may be missing: an
// error's object is often partial.
type Routing struct {
	Requested string
	Strategy  string
	Region    string
	Summary   string
	Attempt   int // from 1; 0: no provider was reached; None: not told
	BYOK      bool
	Endpoints []Endpoint // those that were available
	Total     int        // of endpoints considered; None when not told
	Attempts  []Attempt
	Pipeline  []Stage
	Raw       json.RawMessage

	// How the lists came; one that is empty and one that is missing are not the
	// same.
	EndpointsAs, AttemptsAs, PipelineAs Shape
}

// Shape is how a list of the metadata came.
type Shape int

const (
	Untold Shape = iota // it did not, or is null
	Listed
	Bent // it is no list, or what should hold it is no object
)

// Endpoint is one way to serve a request.
type Endpoint struct {
	Provider, Model string
	Selected        bool
	Raw             json.RawMessage
}

// Attempt is one try at an endpoint and its HTTP status.
type Attempt struct {
	Provider, Model string
	Status          int // None when it came as no number
	Raw             json.RawMessage
}

// Stage is one stage of the pipeline: a guardrail, a plugin, server tools,
// healing, compression, or any other type.
type Stage struct {
	Type, Name, Summary string
	GuardrailID, Scope  string          // of guardrails
	Data                json.RawMessage // free
	Raw                 json.RawMessage
}

// FindRouting returns the routing metadata among the members of an object: one
// named service_metadata, or by any other word before _metadata, that has the
// shape of it. It returns nil when there is none.
func FindRouting(object []byte) json.RawMessage {
	var found, partial json.RawMessage
	parse(object).ForEach(func(key, value gjson.Result) bool {
		if !strings.HasSuffix(key.Str, "_metadata") || !value.IsObject() {
			return true
		}
		requested, strategy := value.Get("requested").Exists(), value.Get("strategy").Exists()
		switch {
		case requested && strategy:
			found = json.RawMessage(value.Raw)
			return false
		case requested || strategy || value.Get("pipeline").IsArray() || value.Get("endpoints").IsObject():
			partial = json.RawMessage(value.Raw)
		}
		return true
	})
	if found == nil {
		return partial
	}
	return found
}

// ReadRouting reads a routing metadata object as FindRouting returns it.
func ReadRouting(object json.RawMessage) Routing {
	root := gjson.ParseBytes(object)
	r := Routing{
		Requested: root.Get("requested").String(), Strategy: root.Get("strategy").String(),
		Region: root.Get("region").String(), Summary: root.Get("summary").String(),
		Attempt: number(root.Get("attempt")), BYOK: root.Get("is_byok").Bool(),
		Total: number(root.Get("endpoints.total")), Raw: object,
		EndpointsAs: shape(root.Get("endpoints.available")), AttemptsAs: shape(root.Get("attempts")), PipelineAs: shape(root.Get("pipeline")),
	}
	if whole := root.Get("endpoints"); present(whole) && !whole.IsObject() {
		r.EndpointsAs = Bent
	}
	for _, e := range elements(root.Get("endpoints.available")) {
		r.Endpoints = append(r.Endpoints, Endpoint{
			Provider: e.Get("provider").String(), Model: e.Get("model").String(), Selected: e.Get("selected").Bool(), Raw: json.RawMessage(e.Raw),
		})
	}
	for _, e := range elements(root.Get("attempts")) {
		r.Attempts = append(r.Attempts, Attempt{
			Provider: e.Get("provider").String(), Model: e.Get("model").String(), Status: number(e.Get("status")), Raw: json.RawMessage(e.Raw),
		})
	}
	for _, e := range elements(root.Get("pipeline")) {
		r.Pipeline = append(r.Pipeline, Stage{
			Type: e.Get("type").String(), Name: e.Get("name").String(), Summary: e.Get("summary").String(),
			GuardrailID: e.Get("guardrail_id").String(), Scope: e.Get("guardrail_scope").String(),
			Data: raw(e.Get("data")), Raw: json.RawMessage(e.Raw),
		})
	}
	return r
}

func shape(v gjson.Result) Shape {
	switch {
	case !present(v):
		return Untold
	case v.IsArray():
		return Listed
	}
	return Bent
}
