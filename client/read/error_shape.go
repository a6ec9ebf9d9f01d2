package read

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// isError reports whether an event that is none of the API's own is an error in the place of
// one: by its event line, by a member that is called error, or by what it says of itself. The
// shapes are those of wire-notes §7 and of services that leave that member out.
func isError(e *wire.Event, line string) bool {
	switch kind := kindOf(e, line); {
	case kind == "error", kind == "response.error":
		return true
	case strings.HasPrefix(kind, "response."), Heartbeat(kind):
		return false
	case line == "error":
		return true
	case aboutPart(kind): // a tool's error, of which the model may be told
		return false
	}
	return saysError(e.Data, line, e.Type)
}

// saysError reports whether an object is an error by its members: it has one called error,
// or words and something that says that they are about a fault. An event line that names
// anything but a message or an error says that they are about something else, and so does
// kind, its type where that has been read, if it is no error's.
func saysError(data []byte, line, kind string) bool {
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
			other = other || isFault(v) // an envelope has it empty around an error
		case "success", "ok":
			fault = fault || v.Type == gjson.False
		case "status":
			fault = fault || v.Type == gjson.Number && isFault(v) || strings.EqualFold(v.Str, "error")
		case "code", "status_code", "statusCode", "http_status":
			fault = fault || isFault(v)
		case "errors":
			said := isFault(v) && (v.IsArray() || v.Type == gjson.String)
			fault, words = fault || said, words || said
		case "detail", "error_code", "errorCode":
			fault, words = fault || isFault(v), words || isFault(v)
		default:
			said := isFault(v) && slices.Contains(wordMembers(), key)
			words, fault = words || said, fault || said && strings.HasPrefix(key, "error")
		}
		return !named && (mayName || !other)
	})
	return named || !other && (empty || words && fault)
}

// otherType reports whether a member called type says that an object is no error.
func otherType(kind string) bool {
	return kind != "" && !callsError(kind) && !strings.Contains(kind, ":") // RFC 9457 has an address there
}

// NamesError reports whether the value of a member that is called error holds one.
func NamesError(value []byte) bool { return namesError(parse(value)) }

// namesError reports whether a member that is called error holds one. Some services send it
// empty with each chunk, or with members that say nothing.
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

// callsError reports whether a name of a type is that of an error, as server_error and
// BadRequestError are. An event of an extension is none, whatever it is called.
func callsError(kind string) bool {
	if kind == "" || strings.ContainsAny(kind, ".:/") || aboutPart(kind) {
		return false
	}
	kind = strings.ToLower(kind)
	return strings.HasSuffix(kind, "error") || strings.HasSuffix(kind, "exception")
}

// aboutPart reports whether a type is about what a model calls on its way to an answer, as
// tool_error is: the answer goes on.
func aboutPart(kind string) bool {
	kind = strings.ToLower(kind)
	for _, called := range []string{"tool", "function", "search", "plugin", "mcp"} {
		if strings.Contains(kind, called) {
			return true
		}
	}
	return false
}

// isFault reports whether a code, or what is said of errors, says that there is one: no
// number below 300 does, and no word for success.
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

// wordMembers are the members in which services give the words of an error, the likeliest
// first.
func wordMembers() []string {
	return []string{"message", "msg", "error_message", "error_msg", "errorMessage", "error_description", "detail", "details", "title", "reason"}
}

// textError is how a stream writes an error as plain text.
var textError = regexp.MustCompile(`(?i)^(?:\[error\]|error:)`)

// textFailure reads the failure from the data of a frame that is no JSON object; ok is false
// where it is none.
func textFailure(f *wire.Frame) (failure wire.Failure, ok bool) {
	text := bytes.TrimSpace(f.Data)
	if f.Kind != wire.FrameEvent || len(text) == 0 || string(text) == wire.Done { // which says nothing of a failure, under any name
		return wire.Failure{}, false
	}
	failure = wire.Failure{Body: clip(f.Data), BodySize: int64(len(f.Data))}
	root, isObject := failureObject(text)
	switch said := f.Event == "error" || f.Event == "response.error"; {
	case isObject && (said || saysError([]byte(root.Raw), f.Event, "")):
		readObject(&failure, root)
	case !said && !textError.Match(text):
		return wire.Failure{}, false
	case root.Type == gjson.String && root.Raw == string(text):
		failure.Document, failure.Message = true, clone(root.Str)
	default:
		failure.Document, failure.Message = true, clone(string(text))
	}
	return failure, true
}
