package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"gatehouse/app/files"
	past "gatehouse/state/history"
)

// viewsFile holds a person's own views, beside the archive.
const viewsFile = "views.json"

// ownViews is the file of a person's own views. Another program may change it too, so
// that each change reads it, and changes what is in it now.
type ownViews struct {
	mu   sync.Mutex
	due  []*viewsChange // in the order in which they were made
	read int            // how often the file was read
}

// viewsChange is a change of the views on its way into the file.
type viewsChange struct {
	change func([]past.View) []past.View
	aside  string // where the file went that could not be read; empty: it could
	err    error
}

// viewsInFile is what is in the file.
type viewsInFile struct {
	list   []past.View
	number int // of the reading; a lower one is older
}

// queue makes a change due. It is called from Update only, whose order counts: the Cmds
// that write run in any.
func (o *ownViews) queue(change func([]past.View) []past.View) *viewsChange {
	c := &viewsChange{change: change}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.due = append(o.due, c)
	return c
}

// sync writes what is due to the file in a folder, and reads what is in it then. The
// error is that of reading; a change has its own.
func (o *ownViews) sync(dir string) (viewsInFile, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	path := filepath.Join(dir, viewsFile)
	list, damaged, err := readViews(path)
	o.read++
	if len(o.due) == 0 {
		return viewsInFile{list, o.read}, err
	}
	aside := ""
	if damaged {
		aside, err = setAside(path)
	}
	if err == nil {
		list, err = o.write(path, list)
	}
	for _, c := range o.due {
		c.aside, c.err = aside, err
	}
	o.due = nil
	return viewsInFile{list, o.read}, err
}

// write writes the views with what is due.
func (o *ownViews) write(path string, list []past.View) ([]past.View, error) {
	next := slices.Clone(list)
	for _, c := range o.due {
		next = c.change(next)
	}
	data, err := json.MarshalIndent(next, "", "  ")
	if err == nil {
		err = files.Write(path, append(data, '\n'), true)
	}
	if err != nil {
		return list, err
	}
	return next, nil
}

// readViews reads the file; one that is not there has no views.
func readViews(path string) (list []past.View, damaged bool, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, true, fmt.Errorf("%s: %w", path, err)
	}
	return list, false, nil
}

// setAside gives a file that cannot be read another name, so that nothing in it is lost.
func setAside(path string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "views-unread-*.json")
	if err != nil {
		return "", err
	}
	return f.Name(), errors.Join(f.Close(), os.Rename(path, f.Name()))
}

// withView puts a view into a list; one of its name is replaced. at is where it goes if
// there is none.
func withView(v past.View, at int) func([]past.View) []past.View {
	return func(list []past.View) []past.View {
		if i := viewNamed(list, v.Name); i >= 0 {
			list[i] = v
			return list
		}
		return slices.Insert(list, min(at, len(list)), v)
	}
}

// withoutView takes a view out of a list.
func withoutView(name string) func([]past.View) []past.View {
	return func(list []past.View) []past.View {
		return slices.DeleteFunc(list, func(v past.View) bool { return v.Name == name })
	}
}

// viewNamed is the index of a view; -1 for none.
func viewNamed(list []past.View, name string) int {
	return slices.IndexFunc(list, func(v past.View) bool { return v.Name == name })
}
