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
	switch kind := kindOf(*e, line); {
	case kind == "error", kind == "response.error":
		return true
	case strings.HasPrefix(kind, "response."), Heartbeat(kind):
		return false
	}
	return line == "error" || saysError(parse(e.Data))
}

// saysError reports whether an object is an error by its members: it has one called error,
// or words and something that says that they are about a fault.
func saysError(root gjson.Result) bool {
	var named, other, words, fault bool
	root.ForEach(func(name, v gjson.Result) bool {
		switch key := name.Str; key {
		case "error":
			named = namesError(v)
		case "object", "type":
			fault = fault || callsError(v.Str)
			other = other || key == "type" && v.Str != "" && !callsError(v.Str) && !strings.Contains(v.Str, ":") // RFC 9457 has an address there
		case "choices", "delta", "output", "content", "response", "results", "item", "part":
			other = true // it is about an answer
		case "success", "ok":
			fault = fault || v.Type == gjson.False
		case "status":
			fault = fault || v.Type == gjson.Number && isFault(v) || strings.EqualFold(v.Str, "error")
		case "code", "status_code", "statusCode", "http_status":
			fault = fault || isFault(v)
		case "errors", "detail", "error_code", "errorCode":
			fault, words = fault || isFault(v), words || isFault(v)
		default:
			said := isFault(v) && slices.Contains(wordMembers(), key)
			words, fault = words || said, fault || said && strings.HasPrefix(key, "error")
		}
		return !named
	})
	return named || words && fault && !other
}

// namesError reports whether a member that is called error holds one. Some services send it
// empty with each chunk.
func namesError(v gjson.Result) bool {
	switch v.Type {
	case gjson.Null, gjson.False:
		return false
	case gjson.String:
		return v.Str != ""
	}
	return true
}

// callsError reports whether a name of a type is that of an error, as server_error and
// BadRequestError are. An event of an extension is none, whatever it is called.
func callsError(kind string) bool {
	kind = strings.ToLower(kind)
	return !strings.ContainsAny(kind, ".:/") && (strings.HasSuffix(kind, "error") || strings.HasSuffix(kind, "exception"))
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
	if f.Kind != wire.FrameEvent || len(text) == 0 {
		return wire.Failure{}, false
	}
	failure = wire.Failure{Body: clip(f.Data), BodySize: int64(len(f.Data))}
	root, isObject := failureObject(text)
	switch said := f.Event == "error" || f.Event == "response.error"; {
	case isObject && (said || saysError(root)):
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
