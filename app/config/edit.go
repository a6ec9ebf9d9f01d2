package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Edit is a change to the text of a config file that leaves all else as it is written:
// comments, order, spelling.
type Edit func(data []byte) ([]byte, error)

// SetProfile writes a profile, or what of it is new.
func SetProfile(name string, p Profile) Edit {
	return func(data []byte) ([]byte, error) {
		old, err := editable(data)
		if err != nil {
			return nil, err
		}
		path := []string{"profiles", name}
		if slices.ContainsFunc(statements(data), func(s statement) bool { return !s.table && slices.Equal(s.path, path) }) {
			data = remove(data, path) // an inline table becomes one of its own
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
		if p.members().empty() && !there(data, path) {
			data = appendTable(data, path)
		}
		return data, nil
	}
}

// RemoveProfile removes a profile, and its name where it is the default.
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

// editable reads a text whose profiles can be edited. The error begins with the line that
// prevents it.
func editable(data []byte) (*File, error) {
	for _, s := range statements(data) {
		if !s.table && slices.Equal(s.path, []string{"profiles"}) {
			return nil, fmt.Errorf("%d: profiles is an inline table, which is not edited here; write its profiles as tables that begin with [profiles.NAME]", 1+bytes.Count(data[:s.from], []byte("\n")))
		}
	}
	return Parse("", data)
}

// SetTheme makes a theme the one that the program draws with.
func SetTheme(name string) Edit {
	return func(data []byte) ([]byte, error) {
		return set(data, nil, member{name: "theme", text: quote(name)}), nil
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

// errNotEdited is the error of a file whose way of writing an edit cannot cope with.
var errNotEdited = errors.New("this change cannot be written into the file without touching what else is in it; make it by hand")
