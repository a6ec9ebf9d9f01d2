package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// failureBody is the maximum size of a failure's body and of each of its texts, in bytes.
const failureBody = 64 << 10

// Failure reads the body of a response outside 2xx, in any shape that wire-notes
// §7 lists: that of the API document, those of similar services, an error sent
// as an event, HTML, plain text, or nothing. size is the size of the complete body in
// bytes; body may be its beginning. at is when the response arrived: a date in
// Retry-After is relative to it if the response has no Date header.
func Failure(status int, header http.Header, body []byte, size int64, at time.Time) wire.Failure {
	f := wire.Failure{Status: status, BodySize: size, Body: clip(body)}
	text := bytes.TrimSpace(wire.TrimBOM(body))
	root, isJSON := failureObject(text)
	if isJSON {
		readObject(&f, root)
	} else {
		f.Document = true
		f.Message = documentTitle(header, text)
	}
	f.Retry = readRetry(header, gjson.ParseBytes(f.Available), at)
	classifyForbidden(&f)
	return f
}

// BodyFailure reads the failure from a document with a 2xx status: an error
// object instead of a response, or a response whose status is failed or
// whose error is set. ok is false if the body reports no failure.
func BodyFailure(body []byte) (f wire.Failure, ok bool) {
	text := bytes.TrimSpace(body)
	root := parse(text)
	failed := root.Get("status").Str == "failed"
	if !root.IsObject() || !scan.Valid(body) || !failed && !hasErrorMembers(text, "", "") {
		return wire.Failure{}, false
	}
	return objectFailure(body, root), true
}

// eventFailure reads the failure from an event that ends a stream, in any of the shapes (a)
// to (d) of wire-notes §7, or flat.
func eventFailure(e wire.Event) wire.Failure {
	root := parse(e.Data)
	if response := root.Get("response"); response.IsObject() {
		root = response
	}
	return objectFailure(e.Data, root)
}

// ErrorFailure reads the failure from the error object of an answer.
func ErrorFailure(object []byte) wire.Failure {
	return objectFailure(object, parse(scan.MakeObject("error", object)))
}

// objectFailure reads the failure that an object in data reports. Without a message, that
// is the complete object if any other member may give the reason.
func objectFailure(data []byte, root gjson.Result) wire.Failure {
	f := wire.Failure{Body: clip(data), BodySize: int64(len(data))}
	readObject(&f, root)
	if f.Message == "" {
		f.Message = "failed, and no reason was given"
		if root.Get("status").Str != "failed" && len(strings.TrimSpace(root.Raw)) > 0 && hasMore(root) {
			f.Message = clone(root.Raw)
		}
	}
	classifyForbidden(&f)
	return f
}

// hasMore reports whether an error without a message has any other information.
func hasMore(root gjson.Result) (more bool) {
	root.ForEach(func(name, v gjson.Result) bool {
		switch name.Str {
		case "type", "sequence_number", "event_id", "response":
		default:
			more = more || present(v) && v.Raw != "{}" && v.Raw != `""`
		}
		return !more
	})
	return more
}

func clip(body []byte) json.RawMessage { return body[:min(len(body), failureBody)] }

// failureObject finds the JSON object in a failure's body: the body itself, the
// first element of a list, or the data of an event stream. A truncated body counts as one if
// it has an error message.
func failureObject(text []byte) (root gjson.Result, ok bool) {
	if line, isEvent := dataLine(text); isEvent {
		text = line
	}
	root = parse(text)
	if root.IsArray() {
		root = root.Get("0")
	}
	if !root.IsObject() {
		return root, false
	}
	return root, scan.Valid(text) || present(root.Get("error.message"))
}

// dataLine returns the first data of an event stream that is a JSON object.
func dataLine(text []byte) (data []byte, ok bool) {
	for line := range bytes.Lines(text) {
		if rest, found := bytes.CutPrefix(line, []byte("data:")); found {
			rest = bytes.TrimSpace(rest)
			return rest, len(rest) > 0 && rest[0] == '{'
		}
		if len(line) > 0 && line[0] == '{' {
			return nil, false
		}
	}
	return nil, false
}

// readObject reads root into f: the envelope of an HTTP error, a failed response,
// or an error event. It copies texts, at most the first 64 KiB of each, because
// root may share 100 MB.
func readObject(f *wire.Failure, root gjson.Result) {
	inner := root.Get("error")
	if !inner.IsObject() {
		if inner.Type == gjson.String {
			f.Message = inner.Str
		}
		inner = root
	}
	kind := inner.Get("type")
	if kind.Str == "error" || strings.HasPrefix(kind.Str, "response.") {
		kind = gjson.Result{} // the type of the event, not of the error
	}
	f.Code = raw(first(inner, "code", "error_code", "errorCode"))
	for _, of := range []gjson.Result{inner, root} {
		for _, name := range messageMembers() {
			f.Message = firstText(f.Message, of.Get(name))
		}
	}
	f.Message = clone(firstText(f.Message, root.Get("errors.0.message"), root.Get("errors.0"), kind, inner.Get("code")))
	f.Type = clone(firstText("", inner.Get("error_type"), root.Get("error_type"), inner.Get("metadata.error_type"), kind))
	f.Param = clone(inner.Get("param").Str)
	if metadata := inner.Get("metadata"); present(metadata) {
		f.Metadata = raw(metadata)
	}
	f.Available = rawObject(inner.Get("availability"))
	f.Routing = FindRouting([]byte(root.Raw))
	if user := root.Get("user_id"); user.Type == gjson.String {
		f.UserID = new(clone(user.Str))
	}
}

// clone copies a text, at most failureBody bytes of it.
func clone(s string) string {
	if more := len(s) - failureBody; more > 0 {
		return strings.ToValidUTF8(s[:failureBody], "") + fmt.Sprintf("… (and %d bytes more)", more)
	}
	return strings.Clone(s)
}

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
