package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"

	"gatehouse/app/effect/files"
)

// ErrChanged is the error of a file that another program changed meanwhile.
var ErrChanged = errors.New("the file was changed meanwhile; nothing was written")

// Change is a change of a file, which can be undone.
type Change struct {
	Path          string // where the text is: what a symbolic link leads to
	before, after []byte
	missing       bool // before, there was no file
}

// Apply changes the file at path, which need not exist, atomically. A symbolic link is
// followed. Nothing is written if accept rejects the result, or if the file has a fault.
func Apply(path string, edit Edit, accept func(before, after *File) bool) (*Change, error) {
	target, err := files.Resolve(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	before, err := read(target)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	was, err := Parse(path, before)
	if err != nil {
		return nil, err
	}
	text, marked := bytes.CutPrefix(before, []byte(byteOrderMark))
	after, err := edit(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	if marked {
		after = append([]byte(byteOrderMark), after...)
	}
	now, err := Parse(path, after)
	if err != nil {
		return nil, fmt.Errorf("nothing was written: %w", err)
	}
	if !accept(was, now) {
		return nil, fmt.Errorf("%s: this change cannot be written into the file without touching what else is in it; make it by hand", path)
	}
	c := &Change{Path: target, before: before, after: after, missing: missing}
	return c, c.write(before, after)
}

// Undo writes the text from before the change, unless the file was changed since.
func (c *Change) Undo() error {
	if c.missing {
		if now, err := read(c.Path); err != nil || !bytes.Equal(now, c.after) {
			return fmt.Errorf("%s: %w", c.Path, ErrChanged)
		}
		return os.Remove(c.Path)
	}
	return c.write(c.after, c.before)
}

// write replaces the text of the file if that is still from.
func (c *Change) write(from, to []byte) error {
	if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
		return err
	}
	return files.WriteShown(nil, c.Path, to, true, func() error {
		now, err := read(c.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if !bytes.Equal(now, from) {
			return fmt.Errorf("%s: %w", c.Path, ErrChanged)
		}
		return nil
	})
}

// SaveProfile writes a profile into the file at path.
func SaveProfile(path, name string, p Profile) (*Change, error) {
	if name == "" {
		return nil, errors.New("a profile needs a name")
	}
	if all := p.faults(); len(all) > 0 {
		return nil, fmt.Errorf("%s: %w", all[0].name, all[0].err)
	}
	return Apply(path, SetProfile(name, p), func(before, after *File) bool {
		got, ok := after.Profiles[name]
		return ok && reflect.DeepEqual(got.members(), p.members()) && sameBut(before, after, name)
	})
}

// SaveTool writes the command of a tool into the file at path.
func SaveTool(path, name string, argv []string) (*Change, error) {
	if err := (Tool{Command: argv}).faults(); len(err) > 0 {
		return nil, fmt.Errorf("%s: %w", err[0].name, err[0].err)
	}
	edit := func(data []byte) ([]byte, error) {
		return set(data, []string{"tools", name}, member{"command", list(argv)}), nil
	}
	return Apply(path, edit, func(before, after *File) bool {
		if before.Tools == nil {
			before.Tools = map[string]Tool{}
		}
		tool := before.Tools[name]
		tool.Command = argv
		before.Tools[name] = tool
		return sameBut(before, after, "")
	})
}

// DeleteProfile removes a profile from the file at path.
func DeleteProfile(path, name string) (*Change, error) {
	return Apply(path, RemoveProfile(name), func(before, after *File) bool {
		if before.Profile == name {
			before.Profile = ""
		}
		_, ok := after.Profiles[name]
		return !ok && sameBut(before, after, name)
	})
}

// SaveDefault makes a profile the default of the file at path; "" removes the default.
func SaveDefault(path, name string) (*Change, error) {
	m := member{name: "profile"}
	if name != "" {
		m.text = quote(name)
	}
	return saveMember(path, m, func(f *File) { f.Profile = name })
}

// SaveTheme writes the theme's name into the file at path.
func SaveTheme(path, name string) (*Change, error) {
	return saveMember(path, member{"theme", quote(name)}, func(f *File) { f.Theme = name })
}

// saveMember writes a member of the root into the file at path; change is the wanted change.
func saveMember(path string, m member, change func(*File)) (*Change, error) {
	edit := func(data []byte) ([]byte, error) { return set(data, nil, m), nil }
	return Apply(path, edit, func(before, after *File) bool {
		change(before)
		return sameBut(before, after, "")
	})
}

// sameBut reports whether two files are equal except for the profile name.
func sameBut(before, after *File, name string) bool {
	plain := func(f *File) File {
		c := *f
		c.lines, c.Warnings, c.Profiles = nil, nil, maps.Clone(f.Profiles)
		delete(c.Profiles, name)
		if len(c.Profiles) == 0 {
			c.Profiles = nil
		}
		return c
	}
	return reflect.DeepEqual(plain(before), plain(after))
}
