package read

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// isError reports whether an event is an error: by its type, its event line or its members
// (wire-notes §7).
func isError(e *wire.Event, line string) bool {
	switch kind := kindOf(e, line); {
	case kind == "error", kind == "response.error":
		return true
	case strings.HasPrefix(kind, "response."), Heartbeat(kind):
		return false
	case line == "error":
		return true
	case aboutPart(kind): // a tool's error, which may be sent to the model
		return false
	}
	return hasErrorMembers(e.Data, line, e.Type)
}

// hasErrorMembers reports whether an object is an error: it has a member error, or a message
// and a member that marks that as a fault. The message is about something else if the event
// line names neither a message nor an error, or if kind, the type if it was read already,
// names no error.
func hasErrorMembers(data []byte, line, kind string) bool {
	mayName := bytes.Contains(data, []byte(`"error"`)) || bytes.Contains(data, []byte(`\u`)) // a first look: most chunks have neither
	other := otherType(kind)
	if other && !mayName {
		return false
	}
	other = other || line != "" && line != "message" && !calledError.MatchString(line)
	if other && !mayName {
		return false
	}
	named, empty, words, fault := false, false, false, callsError(line)
	parse(data).ForEach(func(name, v gjson.Result) bool {
		switch key := name.Str; key {
		case "error":
			named, empty = namesError(v), v.Type == gjson.JSON
		case "object", "type":
			fault = fault || callsError(v.Str)
			other = other || key == "type" && otherType(v.Str)
		case "choices", "delta", "output", "content", "response", "results", "item", "part":
			other = other || v.Type != gjson.Null // it is about an answer
		case "data":
			other = other || isFault(v) // an error may be in an envelope with empty data
		case "success", "ok":
			fault = fault || v.Type == gjson.False
		case "status":
			fault = fault || v.Type == gjson.Number && isFault(v) || strings.EqualFold(v.Str, "error")
		case "code", "status_code", "statusCode", "http_status":
			fault = fault || isFault(v)
		case "errors":
			list := isFault(v) && (v.IsArray() || v.Type == gjson.String)
			fault, words = fault || list, words || list
		case "detail", "error_code", "errorCode":
			fault, words = fault || isFault(v), words || isFault(v)
		default:
			message := isFault(v) && slices.Contains(messageMembers(), key)
			words, fault = words || message, fault || message && strings.HasPrefix(key, "error")
		}
		return !named && (mayName || !other)
	})
	return named || !other && (empty || words && fault)
}

// otherType reports whether the type of an object is not that of an error.
func otherType(kind string) bool {
	return kind != "" && !callsError(kind) && !strings.Contains(kind, ":") // RFC 9457 has an address there
}

// NamesError reports whether the value of a member called error holds one.
func NamesError(value []byte) bool { return namesError(parse(value)) }

// namesError is NamesError. Some services send the member empty with each chunk, or with
// empty members.
func namesError(v gjson.Result) (named bool) {
	switch v.Type {
	case gjson.Null, gjson.False:
		return false
	case gjson.String:
		return v.Str != ""
	case gjson.Number:
		return v.Num != 0
	case gjson.JSON:
		v.ForEach(func(_, member gjson.Result) bool {
			named = isFault(member) || member.Type == gjson.Number && member.Num != 0 && member.Num != 200
			return !named
		})
		return named
	}
	return true
}

// calledError matches event lines that may be those of an error.
var calledError = regexp.MustCompile(`(?i)error|exception|fail`)

// callsError reports whether a type is that of an error, such as server_error or
// BadRequestError. An event of an extension, whose type has a dot, is none.
func callsError(kind string) bool {
	if kind == "" || strings.ContainsAny(kind, ".:/") || aboutPart(kind) {
		return false
	}
	kind = strings.ToLower(kind)
	return strings.HasSuffix(kind, "error") || strings.HasSuffix(kind, "exception")
}

// aboutPart reports whether a type is about something that a model calls, as tool_error is:
// then the answer continues.
func aboutPart(kind string) bool {
	kind = strings.ToLower(kind)
	for _, called := range []string{"tool", "function", "search", "plugin", "mcp"} {
		if strings.Contains(kind, called) {
			return true
		}
	}
	return false
}

// isFault reports whether a code or a description of errors is one: no number below 300 is,
// and no word for success.
func isFault(v gjson.Result) bool {
	switch v.Type {
	case gjson.Number:
		return v.Num >= 300 || v.Num < 0
	case gjson.String:
		switch strings.ToLower(v.Str) {
		case "", "0", "200", "ok", "success":
			return false
		}
		return true
	case gjson.JSON:
		return v.Raw != "{}" && v.Raw != "[]"
	}
	return v.Type == gjson.True
}

// messageMembers returns the members in which services send the message of an error, the
// likeliest first.
func messageMembers() []string {
	return []string{"message", "msg", "error_message", "error_msg", "errorMessage", "error_description", "detail", "details", "title", "reason"}
}

// textError matches an error in a stream as plain text.
var textError = regexp.MustCompile(`(?i)^(?:\[error\]|error:)`)

// textFailure reads the failure from the data of a frame that is not one JSON object; ok is
// false if it is none.
func textFailure(f *wire.Frame) (failure wire.Failure, ok bool) {
	text := bytes.TrimSpace(f.Data)
	if f.Kind != wire.FrameEvent || len(text) == 0 || string(text) == wire.Done {
		return wire.Failure{}, false
	}
	failure = wire.Failure{Body: clip(f.Data), BodySize: int64(len(f.Data))}
	root, isObject := failureObject(text)
	switch named := f.Event == "error" || f.Event == "response.error"; {
	case isObject && (named || hasErrorMembers([]byte(root.Raw), f.Event, "")):
		readObject(&failure, root)
	case !named && !textError.Match(text):
		return wire.Failure{}, false
	case root.Type == gjson.String && root.Raw == string(text):
		failure.Document, failure.Message = true, clone(root.Str)
	default:
		failure.Document, failure.Message = true, clone(string(text))
	}
	return failure, true
}
