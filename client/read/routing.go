package read

import (
	"encoding/json"
	"strings"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// FindRouting returns the routing metadata among the members of an object: a member named
// service_metadata, or with any other word before _metadata, of the right shape. It returns
// nil if there is none.
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

// Routing reads a routing metadata object as FindRouting returns it.
func Routing(object json.RawMessage) wire.Routing {
	root := gjson.ParseBytes(object)
	r := wire.Routing{
		Requested: root.Get("requested").String(), Strategy: root.Get("strategy").String(),
		Region: root.Get("region").String(), Summary: root.Get("summary").String(),
		Attempt: number(root.Get("attempt")), BYOK: root.Get("is_byok").Bool(),
		Total: number(root.Get("endpoints.total")), Raw: object,
		EndpointsAs: shape(root.Get("endpoints.available")), AttemptsAs: shape(root.Get("attempts")), PipelineAs: shape(root.Get("pipeline")),
	}
	if parent := root.Get("endpoints"); present(parent) && !parent.IsObject() {
		r.EndpointsAs = wire.Malformed
	}
	for _, e := range elements(root.Get("endpoints.available")) {
		r.Endpoints = append(r.Endpoints, wire.Endpoint{
			Provider: e.Get("provider").String(), Model: e.Get("model").String(), Selected: e.Get("selected").Bool(), Raw: json.RawMessage(e.Raw),
		})
	}
	for _, e := range elements(root.Get("attempts")) {
		r.Attempts = append(r.Attempts, wire.Attempt{
			Provider: e.Get("provider").String(), Model: e.Get("model").String(), Status: number(e.Get("status")), Raw: json.RawMessage(e.Raw),
		})
	}
	for _, e := range elements(root.Get("pipeline")) {
		r.Pipeline = append(r.Pipeline, stage(e))
	}
	return r
}

// stage reads a stage of the pipeline with the members of its data.
func stage(e gjson.Result) wire.Stage {
	data := e.Get("data")
	simple := map[string]string{} // the members that are no object and no list
	data.ForEach(func(key, v gjson.Result) bool {
		if v.Type != gjson.JSON && v.Type != gjson.Null {
			simple[key.Str] = v.String()
		}
		return true
	})
	s := wire.Stage{
		Type: e.Get("type").String(), Name: e.Get("name").String(), Summary: e.Get("summary").String(),
		GuardrailID: e.Get("guardrail_id").String(), Scope: e.Get("guardrail_scope").String(),
		Data: raw(data), Raw: json.RawMessage(e.Raw),

		Action: simple["action"], Detected: simple["detected"], Quote: simple["flagged_input"], EmptiedBy: simple["emptied_by"],
		Engines: texts(data.Get("engines")), Patterns: texts(data.Get("patterns")), Reasons: texts(data.Get("reasons")),
		Improved: simple["improved"], Engine: simple["engine"], Steps: simple["steps"],
		Dropped: raw(data.Get("dropped")), Candidates: raw(data.Get("candidates")), Cheapest: raw(data.Get("cheapest")),
	}
	unit := "items"
	if simple["input_type"] == "prompt" {
		unit = "tokens"
	}
	for _, size := range [][3]string{
		{unit, "original_count", "compressed_count"}, {"tokens", "original_tokens", "compressed_tokens"}, {"length", "original_length", "healed_length"},
	} {
		before, after := simple[size[1]], simple[size[2]]
		if before != "" && after != "" && s.Before == s.After { // of several the first that differ
			s.Unit, s.Before, s.After = size[0], before, after
		}
	}
	return s
}

func shape(v gjson.Result) wire.Shape {
	switch {
	case !present(v):
		return wire.Missing
	case v.IsArray():
		return wire.Listed
	}
	return wire.Malformed
}
