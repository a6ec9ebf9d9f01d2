package plugin

import (
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/route"

	"github.com/kaptinlin/jsonrepair"
	"github.com/tidwall/gjson"
)

// Heal is the plugin response-healing: where text.format asks for JSON (mode is
// its type) and a message is none, the message is repaired.
func Heal(items []output.Placed, mode string) ([]output.Placed, route.Stage) {
	healed := append([]output.Placed{}, items...)
	s := route.Stage{Type: "response_healing", Name: "response-healing"}
	if mode != "json_schema" && mode != "json_object" {
		s.Summary, s.Data = "Nothing to do: text.format asks for no JSON", map[string]any{"mode": mode, "improved": false}
		return healed, s
	}
	before, after, broken, improved := 0, 0, false, false
	for i, it := range healed {
		m, ok := it.Item.(output.Message)
		if !ok || m.Refusal {
			continue
		}
		before += len(m.Text)
		if !gjson.Valid(m.Text) {
			broken = true
			if text, ok := Repair(m.Text); ok {
				m.Text, m.Citations, improved = text, nil, true
				healed[i].Item = m
			}
		}
		after += len(m.Text)
	}
	switch {
	case improved:
		s.Summary = "Repaired the JSON of the answer"
	case broken:
		s.Summary = "The answer is no JSON, and could not be repaired"
	default:
		s.Summary = "Nothing to repair: the answer is valid JSON"
	}
	s.Data = map[string]any{"mode": mode, "improved": improved, "original_length": before, "healed_length": after}
	return healed, s
}

// Repair makes valid JSON of a text that is nearly JSON: what stands in a fence,
// or from the first bracket on. ok is false when it cannot.
func Repair(text string) (repaired string, ok bool) {
	if _, fenced, found := strings.Cut(text, "```"); found {
		_, fenced, _ = strings.Cut(fenced, "\n") // the language
		text, _, _ = strings.Cut(fenced, "```")
	}
	begin := strings.IndexAny(text, "{[")
	if begin < 0 {
		return "", false
	}
	repaired, err := jsonrepair.Repair(strings.TrimSpace(text[begin:]))
	if err != nil || !gjson.Valid(repaired) {
		return "", false
	}
	return repaired, true
}
