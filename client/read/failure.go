package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// failureBody is how much of a failure's body and of its texts is kept, in bytes.
const failureBody = 64 << 10

// Failure reads the body of a response outside 2xx, in any shape that wire-notes
// §7 lists: that of the API document, those of similar services, an error sent
// as an event, HTML, plain text, or nothing. size is the size of the whole body in
// bytes; body may be its beginning. at is when the response arrived: a date in
// Retry-After counts from it when the response has no Date header.
func Failure(status int, header http.Header, body []byte, size int64, at time.Time) wire.Failure {
	f := wire.Failure{Status: status, BodySize: size, Body: clip(body)}
	text := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")))
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
// object in the place of a response, or a response whose status is failed or
// whose error is set. ok is false when the body reports no failure.
func BodyFailure(body []byte) (f wire.Failure, ok bool) {
	text := bytes.TrimSpace(body)
	root := parse(text)
	if !root.IsObject() || !scan.Valid(body) {
		return wire.Failure{}, false
	}
	if !present(root.Get("error")) && root.Get("status").Str != "failed" {
		return wire.Failure{}, false
	}
	f = wire.Failure{Body: clip(body), BodySize: int64(len(body))}
	readObject(&f, root)
	classifyForbidden(&f)
	return f, true
}

// EventFailure reads the failure from an event, in any of the shapes (a) to (d)
// of wire-notes §7: response.failed, the flat error event, the nested one, and a
// bare error object whose type is missing or does not begin with "response.";
// also from any other terminal event whose response has an error. ok is false
// for every other event; "error": null is no failure.
func EventFailure(e wire.Event) (f wire.Failure, ok bool) {
	switch e.Type {
	case "response.failed", "error", "response.error":
	case "response.completed", "response.incomplete", "response.cancelled":
		if !present(gjson.GetBytes(e.Data, "response.error")) {
			return wire.Failure{}, false
		}
	default:
		if strings.HasPrefix(e.Type, "response.") || !present(gjson.GetBytes(e.Data, "error")) {
			return wire.Failure{}, false
		}
	}
	root := parse(e.Data)
	f = wire.Failure{Body: clip(e.Data), BodySize: int64(len(e.Data))}
	if response := root.Get("response"); response.IsObject() {
		root = response
	}
	readObject(&f, root)
	classifyForbidden(&f)
	return f, true
}

func clip(body []byte) json.RawMessage { return body[:min(len(body), failureBody)] }

// failureObject finds the JSON object in a failure's body: the body itself, the
// first element of a list, or the data of an event stream. A body that was cut
// short counts as one when it has an error message.
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
		f.Message = inner.String()
		inner = root
	}
	kind := inner.Get("type")
	if kind.Str == "error" || strings.HasPrefix(kind.Str, "response.") {
		kind = gjson.Result{} // the type of the event, not of the error
	}
	f.Code = raw(inner.Get("code"))
	f.Message = clone(firstText(f.Message, inner.Get("message"), root.Get("message"), inner.Get("detail"), inner.Get("title"),
		root.Get("errors.0.message"), root.Get("errors.0"), kind, inner.Get("code")))
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
