package read

import (
	"net/http"
	"regexp"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

var (
	managementKey    = regexp.MustCompile(`(?i)\bmanagement[\s_-]+(?:api[\s_-]+)?keys?\b`)
	guardrailMessage = regexp.MustCompile(`(?i)\bguard[ -]?rails?\b`)
	blockedMessage   = regexp.MustCompile(`(?i)block|reject|refus|den(?:y|ied)|stopp|violat|trigger|interven|flag|fail`)
)

// statusHooks and hooksFailed are the status and the error type with which one
// gateway reports a guardrail's block.
const (
	statusHooks = 446
	hooksFailed = "hooks_failed"
)

// classifyForbidden classifies a 403, and the 446 of guardrails, as a guardrail's block, a
// missing management key or neither, and collects what a guardrail found. A relay
// between us and the gateway may drop the metadata of a block; then only the
// message identifies it.
func classifyForbidden(f *wire.Failure) {
	if f.Message == "" && !f.Document {
		f.Message = "a JSON body that names no error"
	}
	metadata := gjson.ParseBytes(rawObject(gjson.ParseBytes(f.Metadata)))
	f.Patterns = texts(metadata.Get("patterns"))
	f.Reasons, f.Flagged = texts(metadata.Get("reasons")), metadata.Get("flagged_input").Str
	blocked := metadata.Get("patterns").IsArray() || metadata.Get("reasons").IsArray() || f.Flagged != ""
	for _, stage := range Routing(f.Routing).Pipeline {
		if stage.Type != "guardrail" || stage.Action != "" && !stage.Blocked() {
			continue
		}
		blocked = true
		if len(f.Patterns) == 0 {
			f.Patterns = stage.Patterns
		}
	}
	status := f.Status
	if status == 0 {
		status = int(gjson.ParseBytes(f.Code).Int())
	}
	if status != http.StatusForbidden && status != statusHooks {
		return
	}
	blocked = blocked || f.Type == hooksFailed
	f.Managed = !blocked && !f.Document && managementKey.MatchString(f.Message)
	f.Guardrail = blocked || !f.Document && !f.Managed && guardrailMessage.MatchString(f.Message) && blockedMessage.MatchString(f.Message)
}

// texts returns the strings of an array.
func texts(v gjson.Result) []string {
	var out []string
	for _, e := range elements(v) {
		out = append(out, e.String())
	}
	return out
}
