package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
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

// errNotEdited is the error of a file that an edit would change in other places too.
var errNotEdited = errors.New("this change cannot be written into the file without touching what else is in it; make it by hand")
