package cassette

import (
	"slices"
	"strings"
)

// generated reports whether the member at a path looks like one that a program generates in each
// run: an id, a time, a key of a cache, metadata. What a request says or asks for is none: leaving
// that out would make every request the same.
func generated(path string) bool {
	names := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(`.[]"`, r) })
	if len(names) == 0 || names[0] == "tools" { // the names in there are those of parameters
		return false
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(strings.ToLower(name), "metadata") }) {
		return true
	}
	leaf := names[len(names)-1]
	switch strings.ToLower(leaf) {
	case "id", "user", "uuid", "nonce", "timestamp", "time", "date", "created":
		return true
	}
	for _, end := range []string{"_id", "_ids", "_key", "_at", "_uuid", "_timestamp", "Id", "Key", "At"} {
		if strings.HasSuffix(leaf, end) {
			return true
		}
	}
	return false
}
