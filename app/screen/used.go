package screen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	"gatehouse/state/figures"
	"gatehouse/views"
)

// Used is what the person chose last, the latest first, and what they marked to find it
// again. It is kept in a small file beside the history; where nothing is saved it lasts
// as long as the run.
type Used struct {
	Actions    []views.Action `json:"actions,omitempty"` // from the palette
	Models     []string       `json:"models,omitempty"`
	Favourites []string       `json:"favourite_models,omitempty"`
	Seen       []string       `json:"seen,omitempty"` // explanations that the person closed

	Preview views.PreviewPlace `json:"preview,omitempty"` // where it was put last

	file *usedFile
}

// Bounds of the lists and of the file.
const (
	maxUsed     = 12
	maxFavoured = 200
	maxUsedFile = 1 << 20 // bytes
)

// usedFile is where it is kept. Cmds alone read and write it, one at a time.
type usedFile struct {
	mu   sync.Mutex
	path string
}

// UseAction notes that an action was chosen from a list.
func (h *Host) UseAction(a views.Action) tea.Cmd {
	return h.changeUsed(func(u *Used) { u.Actions = latest(u.Actions, a, maxUsed) })
}

// UseModel notes that a model was chosen.
func (h *Host) UseModel(slug string) tea.Cmd {
	return h.changeUsed(func(u *Used) { u.Models = latest(u.Models, slug, maxUsed) })
}

// FavourModel marks a model as a favourite, or takes the mark away.
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

// latest is a list of at most so many with one at its beginning.
func latest[T comparable](list []T, one T, most int) []T {
	list = slices.DeleteFunc(slices.Clone(list), func(o T) bool { return o == one })
	list = slices.Insert(list, 0, one)
	return list[:min(len(list), most)]
}

// changeUsed makes a change, and makes it in the file too: another program may have
// changed that meanwhile.
func (h *Host) changeUsed(change func(*Used)) tea.Cmd {
	change(&h.Used)
	file := h.Used.file
	if file == nil || !h.History.On() {
		return nil
	}
	return func() tea.Msg {
		file.mu.Lock()
		defer file.mu.Unlock()
		kept, err := readUsed(file.path)
		if err == nil {
			change(&kept)
			err = kept.write(file.path)
		}
		return usedKept{h, err}
	}
}

// LoadUsed reads what earlier runs chose.
func (h *Host) LoadUsed() tea.Cmd {
	if h.Options.UsedFile == "" {
		return nil
	}
	file := &usedFile{path: h.Options.UsedFile}
	h.Used.file = file
	return func() tea.Msg {
		file.mu.Lock()
		defer file.mu.Unlock()
		kept, err := readUsed(file.path)
		return usedLoaded{h, kept, err}
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
	return files.Write(path, append(text, '\n'), true)
}

// usedLoaded brings what earlier runs chose.
type usedLoaded struct {
	host *Host
	kept Used
	err  error
}

// Land implements Effect. What this run has chosen by now comes first.
func (l usedLoaded) Land() tea.Cmd {
	u := &l.host.Used
	u.Actions = joined(u.Actions, l.kept.Actions, maxUsed)
	u.Models = joined(u.Models, l.kept.Models, maxUsed)
	u.Favourites = joined(u.Favourites, l.kept.Favourites, maxFavoured)
	u.Seen = joined(u.Seen, l.kept.Seen, maxUsed)
	if u.Preview == "" && l.kept.Preview != "" {
		u.Preview = l.kept.Preview
		l.host.Arrange()
	}
	return usedKept{l.host, l.err}.Land()
}

func joined[T comparable](first, then []T, most int) []T {
	for _, one := range then {
		if len(first) < most && !slices.Contains(first, one) {
			first = append(first, one)
		}
	}
	return first
}

// usedKept says what became of reading or writing the file.
type usedKept struct {
	host *Host
	err  error
}

// Land implements Effect. The file is left as it is where it cannot be read.
func (k usedKept) Land() tea.Cmd {
	if k.err != nil {
		k.host.Used.file = nil
		k.host.Warn(fmt.Sprintf("favourites and recent choices are not kept: %v; delete that file to start afresh", k.err))
	}
	return nil
}
