package plugin

import (
	"encoding/json"
	"strings"

	"gatehouse/gateway/output"
	"gatehouse/gateway/route"

	"github.com/kaptinlin/jsonrepair"
)

// Healing is the plugin response-healing for one answer: it repairs messages that should be JSON by
// text.format but are not.
type Healing struct {
	Mode             string // the type of text.format
	before, after    int    // bytes of the messages
	broken, improved bool
}

func (h *Healing) wantsJSON() bool { return h.Mode == "json_schema" || h.Mode == "json_object" }

// Item returns an item with its JSON repaired.
func (h *Healing) Item(it output.Placed) output.Placed {
	m, ok := it.Item.(output.Message)
	if !ok || m.Refusal || !h.wantsJSON() {
		return it
	}
	h.before += len(m.Text)
	if !json.Valid([]byte(m.Text)) {
		h.broken = true
		if text, ok := Repair(m.Text); ok {
			m.Text, m.Citations, h.improved = text, nil, true
			it.Item = m
		}
	}
	h.after += len(m.Text)
	return it
}

// Stage returns the stage for the items so far.
func (h *Healing) Stage() route.Stage {
	s := route.Stage{
		Type: "response_healing", Name: "response-healing",
		Data: map[string]any{"mode": h.Mode, "improved": h.improved},
	}
	if !h.wantsJSON() {
		s.Summary = "Not needed: text.format does not ask for JSON"
		return s
	}
	s.Data["original_length"], s.Data["healed_length"] = h.before, h.after
	switch {
	case h.improved:
		s.Summary = "Repaired the answer's JSON"
	case h.broken:
		s.Summary = "The answer is not JSON and could not be repaired"
	default:
		s.Summary = "Not needed: the answer is valid JSON"
	}
	return s
}

// maxBrackets is the maximum number of opening brackets in a text to repair: the library recurses
// with each level of nesting and could exhaust the stack.
const maxBrackets = 100_000

// Repair returns valid JSON for a text that is almost JSON: the text in a code fence, or from the
// first bracket on. ok is false if it cannot.
func Repair(text string) (repaired string, ok bool) {
	if _, fenced, found := strings.Cut(text, "```"); found {
		_, fenced, _ = strings.Cut(fenced, "\n") // the language
		text, _, _ = strings.Cut(fenced, "```")
	}
	begin := strings.IndexAny(text, "{[")
	if begin < 0 || strings.Count(text, "{")+strings.Count(text, "[") > maxBrackets {
		return "", false
	}
	repaired, err := jsonrepair.Repair(strings.TrimSpace(text[begin:]))
	if err != nil || !json.Valid([]byte(repaired)) {
		return "", false
	}
	return repaired, true
}
