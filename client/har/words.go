package har

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// used reports whether a member of an entry is read: what is wrong with any other changes
// nothing.
func used(field string) bool {
	return slices.ContainsFunc([]string{
		"startedDateTime", "request.method", "request.url", "request.headers", "request.postData", "response.status",
		"response.headers", "response.content", "timings", "_chunks", "_wire", "_capture",
	}, func(name string) bool { return field == name || strings.HasPrefix(field, name+".") })
}

// typeWords says which member has a value of another type than the format asks for. It does
// not repeat the value, which may be long.
func typeWords(e *json.UnmarshalTypeError) string {
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
