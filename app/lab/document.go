package lab

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/files"
	"gatehouse/app/effect/progress"
	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
	"gatehouse/views"
	"gatehouse/views/lab/grid"
)

// draftPath is the path of a lab that is in no file yet.
const draftPath = "lab.toml"

// emptyText is the text of a lab without cases and variants.
const emptyText = "repeat = 1\n"

func (s *Screen) File() *screen.File { return &s.file }

func (s *Screen) Over() *screen.Link { return s.Link }

// IsEmpty implements screen.Document.
func (s *Screen) IsEmpty() bool { return len(s.lab.Cases) == 0 && len(s.lab.Variants) == 0 }

// Changed implements screen.Document.
func (s *Screen) Changed() bool { return string(s.lab.Text) != s.saved }

// Unsaved implements screen.Sender.
func (s *Screen) Unsaved() string { return s.UnsavedName(s, "untitled lab", views.ActLab) }

// storedLab is the lab as the next launch restores it.
type storedLab struct {
	Path string `json:",omitempty"`
	Text string
}

func (s *Screen) StateName() string { return "lab" }

func (s *Screen) SavedState() (state []byte, words string) {
	if !s.Storable(s) {
		return nil, ""
	}
	if s.stored.of != s.lab {
		text, _ := s.Secrets().Bytes(s.lab.Text)
		s.stored.of = s.lab
		s.stored.state, _ = json.Marshal(storedLab{s.file.Path, string(text)})
	}
	return s.stored.state, "a lab of " + figures.Counted(len(s.lab.Cases), "case")
}

func (s *Screen) Resume(state []byte) error {
	var stored storedLab
	if err := json.Unmarshal(state, &stored); err != nil {
		return err
	}
	path := stored.Path
	if path == "" {
		path = draftPath
	}
	next, err := files.ReadLab(path, []byte(stored.Text), s.AllowFiles...)
	if err == nil {
		s.replace(next, stored.Path, "")
	}
	return err
}

// replace shows another lab, of a file with a text; an undo restores the one before, without its file.
func (s *Screen) replace(next *files.Lab, path, saved string) {
	s.runs = false
	s.change(next)
	s.file, s.saved, s.at = screen.File{Path: path}, saved, 0
	s.grid.Choose(grid.Choice{})
	s.grid.Select(0)
}

// maxUndo is how many edits can be undone.
const maxUndo = 100

// change shows the lab after an edit.
func (s *Screen) change(next *files.Lab) {
	if !s.IsEmpty() {
		s.undo = append(slices.Clone(s.undo[max(len(s.undo)-maxUndo+1, 0):]), s.lab)
	}
	s.redo = nil
	s.show(next)
}

func (s *Screen) show(next *files.Lab) {
	s.lab, s.judging = next, nil
	s.at = max(min(s.at, len(next.Cases)-1), 0)
	s.version++
}

// open shows a lab of a file.
func (s *Screen) open(l *files.Lab) tea.Cmd {
	rest := ""
	if s.Changed() && !s.IsEmpty() {
		rest = "; " + s.Keys.Name(views.ActUndo) + " restores the previous one (unsaved)"
	}
	stopped := s.stopped()
	s.replace(l, l.Path, string(l.Text))
	cmd := s.SetFocus(GridPane)
	return tea.Batch(cmd, s.prepare(), s.Notify("%sopened %s; %s runs what has no answer%s", stopped, l.Path, s.key(views.ActRankRunAll), rest))
}

// openDraft shows a lab that is in no file.
func (s *Screen) openDraft(of screen.ShowLab) tea.Cmd {
	if s.run != nil {
		return s.Notify("not shown: a lab is running; %s shows it, where %s stops it", s.Keys.Name(views.ActLab), s.Keys.Name(views.ActStop))
	}
	l, err := files.ReadLab(draftPath, of.Text, s.AllowFiles...)
	if err != nil {
		return s.Notify("not shown in the lab: %v", err)
	}
	if s.Changed() && !s.IsEmpty() {
		s.Notify("%s restores the previous lab (unsaved)", s.Keys.Name(views.ActUndo))
	}
	s.replace(l, "", "")
	s.runs = of.Run
	return tea.Batch(s.SetFocus(GridPane), s.prepare())
}

// step undoes the last edit, or redoes it.
func (s *Screen) step(redo bool) tea.Cmd {
	from, to := &s.undo, &s.redo
	if redo {
		from, to = to, from
	}
	if len(*from) == 0 {
		return s.NothingTo(redo)
	}
	next := (*from)[len(*from)-1]
	*from, *to = (*from)[:len(*from)-1], append(*to, s.lab)
	if next.Path != s.lab.Path { // another file had been opened
		s.file, s.saved = screen.File{}, ""
	}
	stopped := s.stopped()
	s.show(next)
	return tea.Batch(s.prepare(), s.Undone(redo, nil, stopped+"an edit of the lab"))
}

// write replaces the text of the lab in the background, as the files that it names are read, and then shows a notice.
func (s *Screen) write(text []byte, notice string) tea.Cmd {
	was := s.lab
	return s.Work(progress.Reading(was.Path), func(*progress.Work) tea.Msg {
		next, err := files.ReadLab(was.Path, text, s.AllowFiles...)
		return screen.EffectFunc(func() tea.Cmd {
			switch {
			case s.lab != was:
				return s.Notify("not changed: the lab has changed meanwhile")
			case err != nil:
				return s.Notify("not changed: %v", err)
			}
			stopped := s.stopped()
			s.change(next)
			return tea.Batch(s.prepare(), s.Notify("%s%s; %s undoes", stopped, notice, s.Keys.Name(views.ActUndo)))
		})
	})
}

// edit opens the text in the user's editor.
func (s *Screen) edit() tea.Cmd {
	return s.InEditor("lab.toml", string(s.lab.Text), func(text string) tea.Cmd {
		if text += "\n"; text == string(s.lab.Text) {
			return nil
		}
		return s.write([]byte(text), "edited")
	})
}

func (s *Screen) toSave() *screen.ToSave {
	path := s.file.Path
	if path == "" {
		path = s.InFolder(draftPath)
	}
	return &screen.ToSave{
		Title: "Save the lab", Path: path, Note: "cases, variants and your marks as TOML, for gatehouse lab too; the answers are in the history", Ext: ".toml",
		Take: func(string) (screen.Contents, error) {
			of := s.lab
			return screen.Contents{Write: func() ([]byte, error) { return slices.Clone(of.Text), nil }, Saved: func(path, said string) tea.Cmd {
				s.file.Path, s.saved = path, string(of.Text)
				return s.Notify("%s", said)
			}}, nil
		},
	}
}

// unique returns a name that no check has, or variant, of those that there are and are being added.
func unique(name string, taken map[string]bool) string {
	name = spelling.Unique(name, func(name string) bool { return taken[name] })
	taken[name] = true
	return name
}
