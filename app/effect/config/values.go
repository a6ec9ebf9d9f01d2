package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// member is a key and its value as TOML; "" is no value.
type member struct{ name, text string }

// members returns the members of a profile in the order in which they are written, also
// those without a value.
func (p Profile) members() []member {
	text := func(s string) string {
		if s == "" {
			return ""
		}
		return quote(s)
	}
	truth := func(b *bool) string {
		if b == nil {
			return ""
		}
		return strconv.FormatBool(*b)
	}
	return []member{
		{"base_url", text(p.BaseURL)}, {"service", text(p.Service)}, {"model", text(p.Model)}, {"persist", truth(p.Persist)},
		{"key_env", text(p.KeyEnv)}, {"key_command", list(p.KeyCommand)}, {"key_keyring", text(p.KeyKeyring)}, {"auth", text(p.Auth)},
		{"headers", table(p.Headers)}, {"ca_file", text(p.CAFile)}, {"proxy", text(p.Proxy)}, {"message_model", truth(p.Messages)},
		{"max_body", text(p.MaxBody)}, {"transport", text(p.Transport)},
	}
}

// keyText returns a path as a key of TOML.
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

// quote returns a text as a basic string of TOML, whose escapes are those of JSON.
func quote(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can always be encoded
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
