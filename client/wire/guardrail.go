package wire

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"
)

// judge tells a guardrail's block from a missing permission, and collects what
// it says it found.
func (f *Failure) judge() {
	if f.Message == "" && !f.Document {
		f.Message = "a JSON body that names no error"
	}
	metadata := gjson.ParseBytes(rawObject(gjson.ParseBytes(f.Metadata)))
	f.Patterns = texts(metadata.Get("patterns"))
	f.Reasons, f.Flagged = texts(metadata.Get("reasons")), metadata.Get("flagged_input").Str
	blocked := metadata.Get("patterns").IsArray() || metadata.Get("reasons").IsArray() || f.Flagged != ""
	for _, stage := range gjson.GetBytes(f.Routing, "pipeline").Array() {
		if stage.Get("type").Str != "guardrail" {
			continue
		}
		action := stage.Get("data.action").Str
		if action != "" && !strings.HasPrefix(action, "block") {
			continue
		}
		blocked = true
		if len(f.Patterns) == 0 {
			f.Patterns = texts(stage.Get("data.patterns"))
		}
	}
	f.Guardrail = blocked && (f.Status == http.StatusForbidden || f.Status == 0 && string(f.Code) == "403")
}

// texts returns the strings of an array.
func texts(v gjson.Result) []string {
	var out []string
	if v.IsArray() {
		for _, e := range v.Array() {
			out = append(out, e.String())
		}
	}
	return out
}
