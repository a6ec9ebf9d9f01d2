package history

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	past "gatehouse/state/history"
	"gatehouse/views"
	"gatehouse/views/ask"
)

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
		in, err := s.file.sync(a.Dir())
		return viewsLoaded{s, in, err}
	}
}

// viewsLoaded brings a person's own views.
type viewsLoaded struct {
	screen *Screen
	in     viewsInFile
	err    error
}

// Land implements screen.Effect.
func (v viewsLoaded) Land() tea.Cmd {
	if v.err != nil {
		return v.screen.Notify("could not read your views: %v", v.err)
	}
	v.screen.showViews(v.in)
	return nil
}

// showViews offers what was in the file, unless a later reading is shown.
func (s *Screen) showViews(in viewsInFile) {
	if in.number > s.read {
		s.read = in.number
		s.setViews(in.list)
	}
}

// chooseView filters by a view; -1 is the one behind the chosen one.
func (s *Screen) chooseView(index int) tea.Cmd {
	all := s.filter.Views()
	if index < 0 {
		index = (s.filter.Chosen() + 1) % len(all)
	}
	if index >= len(all) {
		return s.Notify("no view %d; %s saves the filter as a view", index+1, s.Keys.Name(views.ActHistorySave))
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
		return s.Notify("no filter to save; %s to write one", s.Keys.Name(views.ActFind))
	case s.History.Opened() == nil:
		return s.Notify("not saved: nothing is saved in this run")
	case name == "" && top == nil:
		a := ask.New(s.Styles, s.Keys, func(text string) views.Intent { return views.SaveView{Name: text} }, nil)
		a.SetNote("a short name for " + text)
		return s.OpenOverlay("Save the filter as a view", a)
	case name == "":
		return s.Fault(top, errors.New("a view needs a name"))
	case slices.ContainsFunc(builtIn, func(v past.View) bool { return v.Name == name }):
		return s.Fault(top, errors.New("“"+name+"” is a built-in view; choose another name"))
	}
	s.Overlays.Close()
	back := withoutView(name)
	if at := viewNamed(s.own, name); at >= 0 {
		back = withView(s.own[at], at)
	}
	s.undo.Push(func() tea.Cmd { return s.changeViews(back, "views restored") })
	return s.changeViews(withView(past.View{Name: name, Filter: text}, len(s.own)),
		"saved as “"+name+"”; "+s.Keys.Name(views.ActUndo)+" undoes it")
}

// removeView removes the chosen view.
func (s *Screen) removeView() tea.Cmd {
	at := s.filter.Chosen() - (len(s.filter.Views()) - len(s.own))
	if at < 0 {
		return s.Notify("choose one of your own views to remove; built-in views stay")
	}
	was := s.own[at]
	s.undo.Push(func() tea.Cmd { return s.changeViews(withView(was, at), "“"+was.Name+"” is restored") })
	return s.changeViews(withoutView(was.Name), "“"+was.Name+"” removed; "+s.Keys.Name(views.ActUndo)+" restores it")
}

// changeViews changes a person's own views in their file, and says what was done to them.
func (s *Screen) changeViews(change func([]past.View) []past.View, said string) tea.Cmd {
	a := s.History.Opened()
	if a == nil {
		return s.Notify("not saved: nothing is saved in this run")
	}
	w := viewsWritten{screen: s, change: s.file.queue(change), said: said}
	return func() tea.Msg {
		w.in, w.err = s.file.sync(a.Dir())
		return w
	}
}

// viewsWritten says what became of writing the views.
type viewsWritten struct {
	screen *Screen
	change *viewsChange
	in     viewsInFile
	said   string
	err    error // of reading what is in the file now
}

// Land implements screen.Effect.
func (w viewsWritten) Land() tea.Cmd {
	if w.err == nil {
		w.screen.showViews(w.in)
	}
	switch {
	case w.change.err != nil:
		return w.screen.Notify("views not saved: %v", w.change.err)
	case w.change.aside != "":
		return w.screen.Notify("%s. The previous views could not be read; they are kept in %s", w.said, w.change.aside)
	}
	return w.screen.Notify("%s", w.said)
}
