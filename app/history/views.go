package history

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
	past "gatehouse/state/history"
	"gatehouse/views"
	"gatehouse/views/ask"
)

// viewsFile holds a person's own views, beside the archive.
const viewsFile = "views.json"

// setViews offers the built-in views and a person's own.
func (s *Screen) setViews(own []past.View) {
	s.own = own
	s.filter.SetViews(append(past.BuiltIn(s.Life.Began), own...))
	s.Host.Arrange()
}

// loadViews reads a person's own views, once the archive is open.
func (s *Screen) loadViews() tea.Cmd {
	return func() tea.Msg {
		a := s.History.Archive(s.Life.Ctx)
		if a == nil {
			return nil
		}
		v := viewsLoaded{screen: s}
		data, err := os.ReadFile(filepath.Join(a.Dir(), viewsFile))
		if err == nil {
			err = json.Unmarshal(data, &v.own)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			v.err = err
		}
		return v
	}
}

// viewsLoaded brings a person's own views.
type viewsLoaded struct {
	screen *Screen
	own    []past.View
	err    error
}

// Land implements screen.Effect.
func (v viewsLoaded) Land() tea.Cmd {
	if v.err != nil {
		return v.screen.Notify("your views were not read: %v", v.err)
	}
	v.screen.setViews(v.own)
	return nil
}

// chooseView filters by a view; -1 is the one behind the chosen one.
func (s *Screen) chooseView(index int) tea.Cmd {
	all := s.filter.Views()
	if index < 0 {
		index = (s.filter.Chosen() + 1) % len(all)
	}
	if index >= len(all) {
		return s.Notify("there is no view %d; %s saves the filter as one", index+1, s.Keys.Name(views.ActHistorySave))
	}
	s.filter.SetText(all[index].Filter)
	s.Host.Arrange()
	return s.load()
}

// saveView saves the filter under a name, which is asked for where it is empty. A view of
// that name is replaced.
func (s *Screen) saveView(name string) tea.Cmd {
	text := strings.TrimSpace(s.filter.Text())
	name = strings.Join(strings.Fields(name), " ")
	builtIn := past.BuiltIn(s.Life.Began)
	top := s.Overlays.Top()
	switch {
	case text == "":
		return s.Notify("there is no filter to save; %s writes one", s.Keys.Name(views.ActFind))
	case s.History.Opened() == nil:
		return s.Notify("not saved: nothing is saved in this run")
	case name == "" && top == nil:
		a := ask.New(s.Styles, s.Keys, func(text string) views.Intent { return views.SaveView{Name: text} }, nil)
		a.SetNote("a short name for " + text)
		return s.OpenOverlay("Save the filter as a view", a)
	case name == "":
		return s.Fault(top, errors.New("a view needs a name"))
	case slices.ContainsFunc(builtIn, func(v past.View) bool { return v.Name == name }):
		return s.Fault(top, errors.New("“"+name+"” is always there; take another name"))
	}
	s.Overlays.Close()
	was := slices.Clone(s.own)
	own := slices.DeleteFunc(slices.Clone(s.own), func(v past.View) bool { return v.Name == name })
	s.setViews(append(own, past.View{Name: name, Filter: text}))
	s.undo = append(s.undo, func() tea.Cmd { return s.putViews(was, "the views are as they were") })
	return s.writeViews("saved as “" + name + "”; " + s.Keys.Name(views.ActUndo) + " takes it back")
}

// removeView removes the chosen view.
func (s *Screen) removeView() tea.Cmd {
	at := s.filter.Chosen() - (len(s.filter.Views()) - len(s.own))
	if at < 0 {
		return s.Notify("choose one of your own views to remove it; those that are always there stay")
	}
	was, name := slices.Clone(s.own), s.own[at].Name
	s.setViews(slices.Delete(slices.Clone(s.own), at, at+1))
	s.undo = append(s.undo, func() tea.Cmd { return s.putViews(was, "“"+name+"” is back") })
	return s.writeViews("“" + name + "” is removed; " + s.Keys.Name(views.ActUndo) + " brings it back")
}

// putViews makes the views what they were.
func (s *Screen) putViews(own []past.View, said string) tea.Cmd {
	s.setViews(own)
	return s.writeViews(said)
}

// writeViews writes a person's own views, and says what was done to them.
func (s *Screen) writeViews(said string) tea.Cmd {
	a, own := s.History.Opened(), s.own
	return func() tea.Msg {
		w := viewsWritten{screen: s, said: said}
		data, err := json.MarshalIndent(own, "", "  ")
		if err == nil && a != nil {
			err = files.Write(filepath.Join(a.Dir(), viewsFile), append(data, '\n'), true)
		}
		w.err = err
		return w
	}
}

// viewsWritten says what became of writing the views.
type viewsWritten struct {
	screen *Screen
	said   string
	err    error
}

// Land implements screen.Effect.
func (w viewsWritten) Land() tea.Cmd {
	if w.err != nil {
		return w.screen.Notify("the views are not saved: %v", w.err)
	}
	return w.screen.Notify("%s", w.said)
}
