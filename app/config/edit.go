package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Edit is a change to the text of a config file that leaves all else as it is written:
// comments, order, spelling.
type Edit func(data []byte) ([]byte, error)

// SetProfile writes a profile, or what of it is new.
func SetProfile(name string, p Profile) Edit {
	return func(data []byte) ([]byte, error) {
		old, err := Parse("", data)
		if err != nil {
			return nil, err
		}
		path := []string{"profiles", name}
		if slices.ContainsFunc(statements(data), func(s statement) bool { return !s.table && samePath(s.path, path) }) {
			data = remove(data, path) // an inline table becomes one of its own
			old.Profiles[name] = Profile{}
		}
		was := old.Profiles[name].members()
		for i, m := range p.members() {
			if m.text != was[i].text {
				data = set(data, path, m)
			}
		}
		if p.members().empty() && !there(data, path) {
			data = appendTable(data, path)
		}
		return data, nil
	}
}

// RemoveProfile removes a profile, and its name where it is the default.
func RemoveProfile(name string) Edit {
	return func(data []byte) ([]byte, error) {
		f, err := Parse("", data)
		if err != nil {
			return nil, err
		}
		if f.Profile == name {
			data = remove(data, []string{"profile"})
		}
		return remove(data, []string{"profiles", name}), nil
	}
}

// SetDefault makes a profile the one that is used where none is named; empty: none.
func SetDefault(name string) Edit {
	return func(data []byte) ([]byte, error) {
		m := member{name: "profile"}
		if name != "" {
			m.text = quote(name)
		}
		return set(data, nil, m), nil
	}
}

// member is a key and its value as TOML; an empty text is no value.
type member struct{ name, text string }

type members []member

func (m members) empty() bool {
	return !slices.ContainsFunc(m, func(one member) bool { return one.text != "" })
}

// members are those of a profile, in the order in which they are written, the ones without
// a value too.
func (p Profile) members() members {
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
	return members{
		{"base_url", text(p.BaseURL)}, {"service", text(p.Service)}, {"model", text(p.Model)}, {"persist", truth(p.Persist)},
		{"key_env", text(p.KeyEnv)}, {"key_command", list(p.KeyCommand)}, {"key_keyring", text(p.KeyKeyring)}, {"auth", text(p.Auth)},
		{"headers", table(p.Headers)}, {"ca_file", text(p.CAFile)}, {"proxy", text(p.Proxy)}, {"message_model", truth(p.Messages)},
		{"max_body", text(p.MaxBody)},
	}
}

// set gives a member of a table its value, or takes it away.
func set(data []byte, path []string, m member) []byte {
	at := append(slices.Clone(path), m.name)
	all := statements(data)
	own := slices.IndexFunc(all, func(s statement) bool { return !s.table && samePath(s.path, at) })
	switch {
	case m.text == "":
		return remove(data, at)
	case own >= 0:
		return replace(data, all[own].value, all[own].to, m.text)
	}
	data = remove(data, at) // a table of that name
	line := m.name + " = " + m.text + "\n"
	if len(path) == 0 {
		return insertFirst(data, line)
	}
	if !there(data, path) {
		data = appendTable(data, path)
	}
	last := -1
	for _, s := range statements(data) { // behind the last member that is written in the table itself
		if s.table && samePath(s.path, path) || !s.table && last >= 0 && len(s.path) > len(path) && s.under(path) && !inSubtable(data, s, path) {
			last = s.to
		}
	}
	if last < 0 { // its members are written in a way that has no place for one more
		return data
	}
	end := lineEnd(data, last)
	if end == len(data) {
		return append(append(bytes.Clone(data), '\n'), line...)
	}
	return replace(data, end+1, end+1, line)
}

// inSubtable reports whether a statement is below the heading of another table than that at
// a path.
func inSubtable(data []byte, of statement, path []string) bool {
	heading := statement{}
	for _, s := range statements(data) {
		if s.table && s.from < of.from {
			heading = s
		}
	}
	return !samePath(heading.path, path)
}

// there reports whether a table with a heading of its own is there.
func there(data []byte, path []string) bool {
	return slices.ContainsFunc(statements(data), func(s statement) bool { return s.table && samePath(s.path, path) })
}

// remove takes away all that is at a path or below it: the lines of its members, and from
// a table's heading to its last member.
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
			end++ // the empty line behind it
		}
		data = replace(data, from, end, "")
	}
}

func replace(data []byte, from, to int, with string) []byte {
	return slices.Concat(data[:from], []byte(with), data[to:])
}

// insertFirst puts a line before all that there is.
func insertFirst(data []byte, line string) []byte {
	if len(bytes.TrimSpace(data)) > 0 && !bytes.HasPrefix(data, []byte("\n")) {
		line += "\n"
	}
	return replace(data, 0, 0, line)
}

// appendTable puts the heading of a table behind all that there is.
func appendTable(data []byte, path []string) []byte {
	data = bytes.Clone(data)
	if n := len(data); n > 0 && data[n-1] != '\n' {
		data = append(data, '\n')
	}
	if len(data) > 0 {
		data = append(data, '\n')
	}
	names := make([]string, len(path))
	for i, name := range path {
		names[i] = name
		if !Word(name) {
			names[i] = quote(name)
		}
	}
	return fmt.Appendf(data, "[%s]\n", strings.Join(names, "."))
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

// errNotEdited is the error of a file whose way of writing an edit cannot cope with.
var errNotEdited = errors.New("this change cannot be written into the file without touching what else is in it; make it by hand")
