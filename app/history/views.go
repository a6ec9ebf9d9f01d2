package history

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	past "gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
	"gatehouse/views/overlay/ask"
)

func (s *Screen) offerViews() {
	s.filter.SetViews(append(past.BuiltIn(s.Life.Began, s.slowFilter), s.Used.Views...))
	s.Host.Arrange()
}

// findSlow computes in the background what is slow for each model.
func (s *Screen) findSlow() tea.Cmd {
	by, _ := stats.DimensionOf("served")
	from := source{of: s.History}
	return func() tea.Msg {
		a, err := from.open(s.Life.Ctx)
		if err != nil || a == nil {
			return nil // the list reports what is wrong
		}
		all, err := a.Figures(s.Life.Ctx, query.Query{}, by)
		if err != nil {
			return nil
		}
		slow := stats.SlowFilter(by, all.Groups(by, 0, time.Local), past.SlowBounds...)
		return screen.EffectFunc(func() tea.Cmd {
			if slow == s.slowFilter {
				return nil
			}
			shown := s.filter.Chosen() == past.SlowView
			s.slowFilter = slow
			s.offerViews()
			if !shown {
				return nil
			}
			return s.chooseView(past.SlowView)
		})
	}
}

// chooseView filters by a view; -1 is the one after the chosen one.
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
	builtIn := past.BuiltIn(s.Life.Began, s.slowFilter)
	top := s.Overlays.Top()
	switch {
	case text == "":
		return s.Notify("no filter to save; %s to write one", s.Keys.Name(views.ActFind))
	case !s.History.On():
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
	back := func() tea.Cmd { return s.RemoveView(name) }
	if at := s.Used.ViewNamed(name); at >= 0 {
		was := s.Used.Views[at]
		back = func() tea.Cmd { return s.SaveView(was, at) }
	}
	s.undo.Push(func() tea.Cmd { return s.changedViews(back(), "views restored") })
	return s.changedViews(s.SaveView(past.View{Name: name, Filter: text}, len(s.Used.Views)),
		"saved as “"+name+"”; "+s.Keys.Name(views.ActUndo)+" undoes it")
}

func (s *Screen) removeView() tea.Cmd {
	at := s.filter.Chosen() - (len(s.filter.Views()) - len(s.Used.Views))
	if at < 0 {
		return s.Notify("choose one of your own views to remove; built-in views stay")
	}
	was := s.Used.Views[at]
	s.undo.Push(func() tea.Cmd { return s.changedViews(s.SaveView(was, at), "“"+was.Name+"” is restored") })
	return s.changedViews(s.RemoveView(was.Name), "“"+was.Name+"” removed; "+s.Keys.Name(views.ActUndo)+" restores it")
}

// changedViews offers the views after a change, which write saves, and notifies of it.
func (s *Screen) changedViews(write tea.Cmd, notice string) tea.Cmd {
	s.offerViews()
	return tea.Batch(write, s.Notify("%s", notice))
}

// listFilters lists the fields that a filter can ask for, or the values of one that has some.
func (s *Screen) listFilters(name string) tea.Cmd {
	var items []picker.Item
	add := func(label, words, right, condition string) {
		items = append(items, picker.Item{Label: label, Words: words, Right: right, Choose: func() views.Intent { return views.WriteFilter{Condition: condition} }})
	}
	if f, ok := query.Lookup(name); ok {
		for _, v := range f.Values {
			add(v, "", "", f.Name+":"+v+" ")
		}
		if items == nil {
			add(f.Example, "for example", "", f.Example+" ")
		}
		return s.OpenList(f.Name+": "+f.About, items)
	}
	for _, f := range query.Fields() {
		add(f.Name, f.About, f.Example, f.Name+f.Sign())
	}
	return s.OpenList("Fields of a filter", items)
}
