package har

import (
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
	return fmt.Sprintf("%s%s is expected, not %s", where, wanted(e.Type), article(have))
}

func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

func article(kind string) string {
	switch kind {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	}
	return "this " + kind
}
