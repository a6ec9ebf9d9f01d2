package scan

import "strings"

// Pointer writes a JSON Pointer (RFC 6901) of reference tokens: member names and
// element numbers.
func Pointer(path ...string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		if strings.ContainsAny(token, "~/") {
			token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
		}
		b.WriteString(token)
	}
	return b.String()
}

// PathOf splits a JSON Pointer into its reference tokens, none for the document
// itself; ok is false for one that does not begin with a slash.
func PathOf(pointer string) (path []string, ok bool) {
	if pointer == "" {
		return nil, true
	}
	rest, ok := strings.CutPrefix(pointer, "/")
	if !ok {
		return nil, false
	}
	path = strings.Split(rest, "/")
	for i, t := range path {
		if strings.Contains(t, "~") {
			path[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(t)
		}
	}
	return path, true
}
