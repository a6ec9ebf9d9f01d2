package expect

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// mostInline is how large a request is that is written into a check, in bytes.
const mostInline = 16 << 10

// members are the members of a JSON object as lines of TOML, in their order; ok is false where
// TOML cannot hold them, as it has no null.
func members(object []byte) (lines []line, ok bool) {
	if len(object) > mostInline || !scan.Valid(object) || scan.KindOf(object) != scan.Object {
		return nil, false
	}
	seen := map[string]bool{}
	for m := range scan.Members(object) {
		value, ok := inline(m.Value)
		if !ok || seen[m.Key] {
			return nil, false
		}
		seen[m.Key] = true
		lines = append(lines, line{text: key(m.Key) + " = " + value})
	}
	return lines, true
}

// inline is a JSON value as one of TOML.
func inline(v []byte) (out string, ok bool) {
	switch scan.KindOf(v) {
	case scan.String:
		return quoted(scan.Text(v)), true
	case scan.Bool:
		return string(v), true
	case scan.Number:
		_, err := strconv.ParseInt(string(v), 10, 64)
		_, wrong := strconv.ParseFloat(string(v), 64)
		whole := !strings.ContainsAny(string(v), ".eE")
		return string(v), whole && err == nil || !whole && wrong == nil
	case scan.Array:
		var parts []string
		for _, e := range scan.Elements(v) {
			part, ok := inline(e)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case scan.Object:
		var parts []string
		seen := map[string]bool{}
		for m := range scan.Members(v) {
			part, ok := inline(m.Value)
			if !ok || seen[m.Key] {
				return "", false
			}
			seen[m.Key] = true
			parts = append(parts, key(m.Key)+" = "+part)
		}
		if parts == nil {
			return "{}", true
		}
		return "{ " + strings.Join(parts, ", ") + " }", true
	}
	return "", false
}

// key writes a key of TOML.
func key(name string) string {
	bare := strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
	if bare && name != "" {
		return name
	}
	return quoted(name)
}

// quoted writes a text as a basic string of TOML, whose escapes are those of JSON.
func quoted(s string) string { return strings.ReplaceAll(string(scan.Quote(s)), "\x7f", `\u007f`) }
