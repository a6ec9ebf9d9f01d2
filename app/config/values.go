package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// keyText writes a path as a key of TOML.
func keyText(path []string) string {
	names := make([]string, len(path))
	for i, name := range path {
		names[i] = name
		if !Word(name) {
			names[i] = quote(name)
		}
	}
	return strings.Join(names, ".")
}

// quote writes a text as a basic string of TOML, whose escapes are those of JSON.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always has a form
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

func list(words []string) string {
	if words == nil {
		return ""
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func table(fields map[string]string) string {
	if len(fields) == 0 {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		all = append(all, quote(name)+" = "+quote(fields[name]))
	}
	return "{ " + strings.Join(all, ", ") + " }"
}
