// Package lab is the lab: prompts sent to several models or ways of routing, and what their answers show.
// Lab files are read by state/expect, sent by app/effect/checks, and counted by state/lab.
package lab

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/effect/checks"
	"gatehouse/app/effect/files"
	"gatehouse/app/screen"
	"gatehouse/state/expect"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	"gatehouse/views/lab/answers"
	"gatehouse/views/lab/grid"
)

// The panes of the screen.
const (
	GridPane screen.ID = "lab/grid"
	CasePane screen.ID = "lab/case"
)

// Screen is the lab.
type Screen struct {
	*screen.Host
	desk  *desk.Desk
	grid  *grid.Model
	cases *answers.Model

	lab    *files.Lab // what is shown
	file   screen.File
	saved  string       // the text that is in the file
	undo   []*files.Lab // the last edit last
	redo   []*files.Lab
	stored struct { // as stored for the next launch
		of    *files.Lab
		state []byte
	}

	plan      *checks.Lab  // its requests; nil while they are being prepared
	link      *screen.Link // that it was made with
	preparing *files.Lab   // whose requests are being prepared; nil for none
	planErr   string       // why there is no plan
	run       *running     // nil while nothing is being sent
	allowed   []string     // addresses that only the file names, to which the user agreed
	runs      bool         // it begins once the requests are prepared

	version  uint64 // raised by every change that the panes show
	measured inputs // what the grid was computed from last
	working  bool   // it is being computed
	at       int    // the case that is shown
	shown    struct {
		version uint64
		at      int
	}
	judging *judging // nil while nothing is marked blind
}

// New makes the screen with an empty lab.
func New(d *desk.Desk) *Screen {
	s := &Screen{
		Host: d.Host, desk: d, cases: answers.New(d.Styles, d.Keys), version: 1,
		grid: grid.New(d.Styles, d.Keys, views.Lab, views.ActRankRunAll, views.ActBenchFigure, views.ActBenchFigures, views.ActLabAdd, views.ActLabVariant,
			views.ActRankJudge, views.ActLabPin, views.ActBenchDisagree, views.ActBenchSort, views.ActBenchExport),
	}
	s.lab = &files.Lab{Path: draftPath, Text: []byte(emptyText), Lab: &expect.Lab{}}
	return s
}

func (s *Screen) Pages() []screen.Page {
	return []screen.Page{
		{ID: GridPane, Scopes: []views.Scope{views.Lab}, Pane: s.grid, Absent: s.Focus() == CasePane},
		{ID: CasePane, Scopes: []views.Scope{views.LabCase}, Pane: s.cases, Absent: s.Focus() != CasePane},
	}
}

func (s *Screen) isShown() bool { return s.Focus().Screen() == GridPane.Screen() }

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	pages := map[screen.ID]views.Rect{GridPane: {}, CasePane: {}}
	if body.H -= l.Notice.H; !l.TooSmall && s.Focus() == CasePane {
		pages[CasePane] = body
	} else if !l.TooSmall {
		pages[GridPane] = body
	}
	return screen.Layout{Layout: l, Pages: pages}
}

func (s *Screen) Facts() screen.Facts {
	f := screen.Facts{
		Top:  bars.Facts{Set: true, Title: s.Name(s)},
		Keys: s.Keys.Bindings(views.ActOpen, views.ActSave, views.ActUndo, views.ActQuit),
	}
	if s.run != nil {
		f.StopWord = "stop all"
	}
	return f
}

func (s *Screen) Escapes() []screen.Escape {
	return screen.Escapes(
		screen.EscapeIf(s.run != nil, "stop all", func() tea.Cmd { s.Stop(); return nil }),
		screen.EscapeIf(s.Focus() == CasePane, "grid", s.showGrid),
		s.Back(""),
	)
}

// Notes implements screen.Noter: how far the run is, and how an answer is marked.
func (s *Screen) Notes() (notes []string) {
	if s.run != nil {
		notes = append(notes, s.run.so.String()+" · "+s.Keys.Name(views.ActStop)+" stops all")
	}
	if s.judging != nil {
		notes = append(notes, s.judgeWords())
	}
	return notes
}

func (s *Screen) Refresh() tea.Cmd {
	if !s.isShown() {
		return nil
	}
	s.grid.SetRunning(s.run != nil)
	if s.Focus() == CasePane && (s.shown.version != s.version || s.shown.at != s.at) {
		s.shown.version, s.shown.at = s.version, s.at
		s.showAnswers()
	}
	return s.measure()
}

// Do implements screen.Screen.
func (s *Screen) Do(intent views.Intent) (cmd tea.Cmd, ok bool) {
	switch i := intent.(type) {
	case screen.ShowFile:
		if i.File.Lab == nil {
			return nil, false
		}
		return s.open(i.File.Lab), true
	case screen.ShowLab:
		return s.openDraft(i), true
	case views.OpenCase:
		if s.isShown() {
			s.at, s.judging = i.Case, nil
			return s.SetFocus(CasePane), true
		}
	}
	return nil, false
}

// Perform implements screen.Screen.
func (s *Screen) Perform(action views.Action) (cmd tea.Cmd, ok bool) {
	c, known := s.Keys.In(views.Lab, views.LabCase).Command(action)
	mine := known && (c.Scope == views.Lab || c.Scope == views.LabCase)
	switch {
	case action == views.ActLab:
		return s.enter(), true
	case s.isShown():
		if do := s.actions()[action]; do != nil {
			return do(), true
		}
		if mark, ok := views.RankMark(action); ok {
			return s.mark(mark), true
		}
		switch {
		case !mine:
			return nil, false
		case strings.HasPrefix(string(action), "bench-"):
			return s.Deliver(GridPane, views.Perform{Action: action}), true
		}
		return s.Deliver(s.Focus(), views.Perform{Action: action}), true
	case mine && strings.HasPrefix(string(action), "lab-"):
		return tea.Batch(s.enter(), s.actions()[action]()), true
	}
	return nil, false
}

// enter shows the grid; the first time, and over another connection, it finds the answers in the history.
func (s *Screen) enter() tea.Cmd {
	cmd := s.SetFocus(GridPane)
	if !s.Link.Models.Loaded {
		cmd = tea.Batch(cmd, s.LoadModels())
	}
	if s.run == nil && (s.plan == nil || s.link != s.Link) {
		cmd = tea.Batch(cmd, s.prepare())
	}
	return cmd
}

func (s *Screen) showGrid() tea.Cmd {
	s.judging = nil
	s.grid.Select(s.at)
	return s.SetFocus(GridPane)
}

func (s *Screen) actions() map[views.Action]func() tea.Cmd {
	return map[views.Action]func() tea.Cmd{
		views.ActRankRunAll: s.start, views.ActSendNow: s.start,
		views.ActRankJudge: s.judge, views.ActRankGrid: s.showGrid,
		views.ActLabNext: func() tea.Cmd { return s.stepCase(1) }, views.ActLabBefore: func() tea.Cmd { return s.stepCase(-1) },
		views.ActLabAdd: s.askAdd, views.ActLabVariant: s.askVariant, views.ActLabPin: s.pin,
		views.ActLabEdit: s.edit, views.ActEditor: s.edit, views.ActBenchExport: s.askExport,
		views.ActUndo: func() tea.Cmd { return s.step(false) }, views.ActRedo: func() tea.Cmd { return s.step(true) },
		views.ActSave: func() tea.Cmd { return s.AskSave(s.toSave()) }, views.ActOpen: s.AskOpen, views.ActNew: func() tea.Cmd { return s.openDraft(screen.ShowLab{Text: []byte(emptyText)}) },
		views.ActOpenRow: s.openRow, views.ActInspect: s.openRow,
	}
}

// openRow shows the selected case, or inspects the selected answer.
func (s *Screen) openRow() tea.Cmd {
	if s.Focus() == GridPane {
		return s.Deliver(GridPane, views.Perform{Action: views.ActOpenRow})
	}
	t, _, ok := s.cases.Selected()
	switch {
	case s.judging != nil:
		return s.Notify("not inspected while marking: it names the variant; %s shows the grid", s.Keys.Name(views.ActStop))
	case !ok || t.ID == "":
		return s.Notify("no answer to inspect yet; %s runs the lab", s.key(views.ActRankRunAll))
	case !s.History.On():
		return s.Notify("not saved, so there is nothing to inspect: the history is off")
	}
	return s.Host.Do(screen.ShowRecorded{ID: t.ID, Then: func() tea.Cmd {
		return s.Notify("%s returns to the lab", s.Keys.Name(views.ActLab))
	}})
}

func (s *Screen) key(a views.Action) string { return s.Keys.In(views.Lab, views.LabCase).Name(a) }
