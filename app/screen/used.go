package screen

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/views"
)

// Used is what the user chose last, the latest first, and what they marked to find it
// again. It is stored in a small file next to the history; if nothing is saved, it is lost
// at the end of the launch.
type Used struct {
	Actions    []views.Action `json:"actions,omitempty"` // from the palette
	Models     []string       `json:"models,omitempty"`
	Favourites []string       `json:"favourite_models,omitempty"`
	Seen       []string       `json:"seen,omitempty"` // explanations that the user closed

	Preview views.PreviewPlace `json:"preview,omitempty"` // where it was put last
	Views   []history.View     `json:"views,omitempty"`   // filters of the history, by name

	file *usedFile
}

// Bounds of the lists and of the file.
const (
	maxUsed     = 12
	maxFavoured = 200
	maxUsedFile = 1 << 20 // bytes
)

// usedFile is the file of Used. Cmds alone read and write it, one at a time.
type usedFile struct {
	path string
	io   sync.Mutex // held while the file is read and written

	mu  sync.Mutex    // guards due
	due []func(*Used) // changes to write, in the order they were made: Cmds run in any
}

func (f *usedFile) takeChanges() []func(*Used) {
	f.mu.Lock()
	defer f.mu.Unlock()
	due := f.due
	f.due = nil
	return due
}

// UseAction notes that an action was chosen from a list.
func (h *Host) UseAction(a views.Action) tea.Cmd {
	return h.changeUsed(func(u *Used) { u.Actions = latest(u.Actions, a, maxUsed) })
}

// UseModel notes that a model was chosen.
func (h *Host) UseModel(slug string) tea.Cmd {
	return h.changeUsed(func(u *Used) { u.Models = latest(u.Models, slug, maxUsed) })
}

// FavourModel marks a model as a favourite, or removes the mark.
func (h *Host) FavourModel(slug string) tea.Cmd {
	on := !slices.Contains(h.Used.Favourites, slug)
	defer h.fillModels()
	return h.changeUsed(func(u *Used) {
		if on {
			u.Favourites = latest(u.Favourites, slug, maxFavoured)
		} else {
			u.Favourites = slices.DeleteFunc(u.Favourites, func(s string) bool { return s == slug })
		}
	})
}

// See notes that an explanation was closed: it is not shown again.
func (h *Host) See(explanation string) tea.Cmd {
	return h.changeUsed(func(u *Used) { u.Seen = latest(u.Seen, explanation, maxUsed) })
}

// latest returns a list of at most n elements with one at its beginning.
func latest[T comparable](list []T, one T, n int) []T {
	list = slices.DeleteFunc(slices.Clone(list), func(o T) bool { return o == one })
	list = slices.Insert(list, 0, one)
	return list[:min(len(list), n)]
}

// SaveView saves a filter of the history under its name; a view of that name is replaced.
// at is the place of a new one.
func (h *Host) SaveView(v history.View, at int) tea.Cmd {
	return h.changeUsed(func(u *Used) {
		u.Views = slices.Clone(u.Views)
		if i := u.ViewNamed(v.Name); i >= 0 {
			u.Views[i] = v
			return
		}
		u.Views = slices.Insert(u.Views, min(at, len(u.Views)), v)
	})
}

// RemoveView removes the view of a name.
func (h *Host) RemoveView(name string) tea.Cmd {
	return h.changeUsed(func(u *Used) {
		u.Views = slices.DeleteFunc(slices.Clone(u.Views), func(v history.View) bool { return v.Name == name })
	})
}

// ViewNamed returns the index of a view; -1 for none.
func (u *Used) ViewNamed(name string) int {
	return slices.IndexFunc(u.Views, func(v history.View) bool { return v.Name == name })
}

// changeUsed makes a change, and makes it in the file too: another program may have
// changed that meanwhile.
func (h *Host) changeUsed(change func(*Used)) tea.Cmd {
	change(&h.Used)
	file := h.Used.file
	if file == nil || !h.History.On() {
		return nil
	}
	file.mu.Lock()
	file.due = append(file.due, change)
	file.mu.Unlock()
	return func() tea.Msg {
		file.io.Lock()
		defer file.io.Unlock()
		due := file.takeChanges()
		if len(due) == 0 {
			return nil // an earlier Cmd wrote it
		}
		stored, err := readUsed(file.path)
		if err == nil {
			for _, one := range due {
				one(&stored)
			}
			err = stored.write(file.path)
		}
		return h.usedStored(err)
	}
}

// LoadUsed reads what earlier launches chose.
func (h *Host) LoadUsed() tea.Cmd {
	if h.Options.UsedFile == "" {
		return nil
	}
	file := &usedFile{path: h.Options.UsedFile}
	h.Used.file = file
	return func() tea.Msg {
		file.io.Lock()
		defer file.io.Unlock()
		stored, err := readUsed(file.path)
		return EffectFunc(func() tea.Cmd {
			h.Used.join(&stored)
			h.Arrange() // the preview may be elsewhere
			return h.usedStored(err).Apply()
		})
	}
}

// readUsed reads the file; there need be none.
func readUsed(path string) (u Used, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return u, nil
	}
	if err == nil && info.Size() > maxUsedFile {
		err = fmt.Errorf("%s: larger than %s", path, figures.Size(maxUsedFile))
	}
	if err != nil {
		return u, err
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &u)
	}
	if err != nil {
		return Used{}, fmt.Errorf("%s: %w", path, err)
	}
	return u, nil
}

func (u *Used) write(path string) error {
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return files.Replace(path, append(text, '\n'))
}

// join adds the choices of earlier launches after those of this launch.
func (u *Used) join(earlier *Used) {
	u.Actions = joined(u.Actions, earlier.Actions, maxUsed)
	u.Models = joined(u.Models, earlier.Models, maxUsed)
	u.Favourites = joined(u.Favourites, earlier.Favourites, maxFavoured)
	u.Seen = joined(u.Seen, earlier.Seen, maxUsed)
	for _, v := range earlier.Views {
		if u.ViewNamed(v.Name) < 0 {
			u.Views = append(u.Views, v)
		}
	}
	u.Preview = cmp.Or(u.Preview, earlier.Preview)
}

func joined[T comparable](first, then []T, most int) []T {
	for _, one := range then {
		if len(first) < most && !slices.Contains(first, one) {
			first = append(first, one)
		}
	}
	return first
}

// usedStored returns the effect of reading or writing the file: after an error it is not written again.
func (h *Host) usedStored(err error) Effect {
	return EffectFunc(func() tea.Cmd {
		if err != nil {
			h.Used.file = nil
			h.Warn(fmt.Sprintf("favourites, views and recent choices are not saved: %v; delete that file to start afresh", err))
		}
		return nil
	})
}

// PreviewPlace returns where the screens show the preview of the selected row.
func (h *Host) PreviewPlace() views.PreviewPlace { return h.Used.Preview.In(h.Width, h.Height) }

// TurnPreview puts the preview aside, below, or away, and stores that for the next launch.
func (h *Host) TurnPreview() tea.Cmd {
	next, ok := h.Used.Preview.Next(h.Width, h.Height)
	if !ok {
		return h.Notify("no room for a preview: it takes %d columns or %d rows, and this terminal has %d × %d",
			views.AsideFrom, views.BelowFrom, h.Width, h.Height)
	}
	stored := h.changeUsed(func(u *Used) { u.Preview = next })
	then, _ := next.Next(h.Width, h.Height)
	return tea.Batch(stored, h.Notify("preview %s; %s again: %s", next, h.Keys.Name(views.ActPreviewPlace), then))
}
