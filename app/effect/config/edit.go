package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Edit changes the text of a config file and preserves comments, order and spelling of
// everything else.
type Edit func(data []byte) ([]byte, error)

// SetProfile returns an edit that writes the members of a profile that changed.
func SetProfile(name string, p Profile) Edit {
	return func(data []byte) ([]byte, error) {
		old, err := editable(data)
		if err != nil {
			return nil, err
		}
		path := []string{"profiles", name}
		if slices.ContainsFunc(statements(data), func(s statement) bool { return !s.table && slices.Equal(s.path, path) }) {
			data = remove(data, path) // an inline table becomes a table with a heading
			old.Profiles[name] = Profile{}
		}
		was := old.Profiles[name].members()
		for i, m := range p.members() {
			switch {
			case m.text == was[i].text:
			case m.name == "headers" && m.text != "" && hasLines(data, append(path, m.name)):
				data = setEach(data, append(path, m.name), old.Profiles[name].Headers, p.Headers)
			default:
				data = set(data, path, m)
			}
		}
		if !slices.ContainsFunc(p.members(), func(m member) bool { return m.text != "" }) && !hasHeading(data, path) {
			data = appendTable(data, path)
		}
		return data, nil
	}
}

// RemoveProfile returns an edit that removes a profile, and the default if it names it.
func RemoveProfile(name string) Edit {
	return func(data []byte) ([]byte, error) {
		f, err := editable(data)
		if err != nil {
			return nil, err
		}
		if f.Profile == name {
			data = remove(data, []string{"profile"})
		}
		return remove(data, []string{"profiles", name}), nil
	}
}

// editable parses a text whose profiles can be edited. The error begins with the number of
// the line that prevents it.
func editable(data []byte) (*File, error) {
	for _, s := range statements(data) {
		if !s.table && slices.Equal(s.path, []string{"profiles"}) {
			return nil, fmt.Errorf("%d: profiles is an inline table, which is not edited here; write its profiles as tables that begin with [profiles.NAME]", 1+bytes.Count(data[:s.from], []byte("\n")))
		}
	}
	return Parse("", data)
}

// set writes the value of a member of a table, or removes the member if there is none.
func set(data []byte, path []string, m member) []byte {
	at := append(slices.Clone(path), m.name)
	all := statements(data)
	old := slices.IndexFunc(all, func(s statement) bool { return !s.table && slices.Equal(s.path, at) })
	switch {
	case m.text == "":
		return remove(data, at)
	case old >= 0:
		return replace(data, all[old].value, all[old].to, m.text)
	}
	data = remove(data, at) // a table of that name
	if len(path) == 0 {
		return insertFirst(data, keyText(at)+" = "+m.text+"\n")
	}
	last, heading := place(data, path)
	if last < 0 {
		data = appendTable(data, path)
		last, heading = place(data, path)
	}
	line := keyText(at[heading:]) + " = " + m.text + "\n"
	end := lineEnd(data, last)
	if end == len(data) {
		return append(append(bytes.Clone(data), '\n'), line...)
	}
	return replace(data, end+1, end+1, line)
}

// setEach writes each member of a table that changed, so that comments on its other lines
// are preserved.
func setEach(data []byte, path []string, was, now map[string]string) []byte {
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, stays := now[name]; !stays {
			data = set(data, path, member{name: name})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if old, there := was[name]; !there || old != now[name] {
			data = set(data, path, member{name, quote(now[name])})
		}
	}
	return data
}

// place returns where a further member of a table is added: after its last one, or else after
// its heading; -1 if it has neither. heading is the number of names in the heading above.
func place(data []byte, path []string) (last, heading int) {
	last = -1
	var above []string
	for _, s := range statements(data) {
		switch {
		case s.table:
			if above = s.path; slices.Equal(above, path) {
				last, heading = s.to, len(above)
			}
		case len(s.path) > len(path) && s.under(path) && len(above) <= len(path):
			last, heading = s.to, len(above)
		}
	}
	return last, heading
}

// hasLines reports whether a table is written on several lines, not as an inline table.
func hasLines(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.under(path) && (s.table || len(s.path) > len(path)) })
}

func hasHeading(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.table && slices.Equal(s.path, path) })
}

// remove removes the lines of all members at a path or below it, and tables from the heading
// to the last member.
func remove(data []byte, path []string) []byte {
	for {
		all := statements(data)
		at := slices.IndexFunc(all, func(s statement) bool { return s.under(path) })
		if at < 0 {
			return data
		}
		to := all[at].to
		for _, s := range all[at+1:] {
			if !all[at].table || s.table || !s.under(path) {
				break
			}
			to = s.to
		}
		from, end := lineStart(data, all[at].from), lineEnd(data, to)
		if end < len(data) {
			end++
		}
		if all[at].table && bytes.HasPrefix(data[end:], []byte("\n")) {
			end++ // the empty line after it
		}
		data = replace(data, from, end, "")
	}
}

func replace(data []byte, from, to int, with string) []byte {
	return slices.Concat(data[:from], []byte(with), data[to:])
}

func insertFirst(data []byte, line string) []byte {
	if len(bytes.TrimSpace(data)) > 0 && !bytes.HasPrefix(data, []byte("\n")) {
		line += "\n"
	}
	return replace(data, 0, 0, line)
}

func appendTable(data []byte, path []string) []byte {
	data = bytes.Clone(data)
	if n := len(data); n > 0 && data[n-1] != '\n' {
		data = append(data, '\n')
	}
	if len(data) > 0 {
		data = append(data, '\n')
	}
	return fmt.Appendf(data, "[%s]\n", keyText(path))
}

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
