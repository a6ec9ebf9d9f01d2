package har

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// isUsed reports whether a member of an entry is read: a fault of any other does not matter.
func isUsed(field string) bool {
	return slices.ContainsFunc([]string{
		"startedDateTime", "request.method", "request.url", "request.headers", "request.postData", "response.status",
		"response.headers", "response.content", "timings", "_chunks", "_wire", "_capture",
	}, func(name string) bool { return field == name || strings.HasPrefix(field, name+".") })
}

// typeFault returns the message that a member has a value of a wrong type. It does not quote
// the value, which may be long.
func typeFault(e *json.UnmarshalTypeError) string {
	have, _, _ := strings.Cut(e.Value, " ")
	where := ""
	if e.Field != "" {
		where = e.Field + ": "
	}
	return fmt.Sprintf("%s%s is expected, not %s", where, expectedKind(e.Type), cmp.Or(kindWords(have), "this "+have))
}

// expectedKind returns the words for the JSON value of a type.
func expectedKind(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return expectedKind(t.Elem())
	}
	return cmp.Or(kindWords(t.Kind().String()), "a whole number")
}

// kindWords returns the words for a kind of Go or JSON; "" for a number.
func kindWords(kind string) string {
	switch kind {
	case "array", "slice":
		return "a list"
	case "object", "struct", "map":
		return "an object"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "float32", "float64":
		return "a number"
	}
	return ""
}
