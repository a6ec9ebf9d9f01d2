// Package build is the screen on which the next request is built: a list of the
// request's parts, a form of the selected part, and the request as JSON. All
// three edit one document, the shown conversation's next request, through
// app/desk, which stores and sends it. What a field or an element of a list is
// comes from state/request/field, what is wrong with the document from state/request/validate; the
// panes are in views.
package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/cache/fill"
	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/views"
	"gatehouse/views/build/outline"
	"gatehouse/views/build/source"
	"gatehouse/views/kit/form"
	reports "gatehouse/views/kit/report"
)

// The panes of the screen.
const (
	OutlinePane screen.ID = "build/outline"
	FormPane    screen.ID = "build/form"
	SourcePane  screen.ID = "build/source"
	PromptPane  screen.ID = "build/prompt" // instead of the form
)

// Screen is the builder.
type Screen struct {
	*screen.Host
	desk *desk.Desk

	outline *outline.Model
	form    *form.Model
	source  *source.Model
	prompt  *reports.Tab
	first   views.Place // of the list
	last    screen.ID   // the pane that had the focus last
	column  screen.ID   // the form or the JSON, whichever had it last

	doc     []byte       // what the panes show; nil until the screen was shown
	version uint64       // of doc
	written desk.Version // what doc was written from
	outputs uint64       // the version of commands that the form shows
	place   views.Place  // of doc that the form shows
	forms   uint64       // counts the forms that were shown, as the version of their documents

	followed followed
	listed   []byte // the document as it was when the kinds of elements were listed; nil once one was chosen

	broken     map[*desk.Chat]*source.Unfinished // JSON that cannot be parsed, of conversations that are not shown
	found      []report.Finding                  // of doc, or of the version before it
	checking   bool
	promptFill fillWork
}

var (
	_ screen.Watcher = (*Screen)(nil)
	_ screen.Noter   = (*Screen)(nil)
	_ desk.Builder   = (*Screen)(nil)
)

// New makes the screen. The desk will ask it for what is typed in the panes and
// not in the document yet.
func New(d *desk.Desk) *Screen {
	s := &Screen{
		Host: d.Host, desk: d,
		outline:    outline.New(d.Styles, d.Keys, field.Groups()),
		form:       form.New(d.Styles, d.Keys),
		source:     source.New(d.Styles, d.Keys),
		promptFill: fillWork{counter: fill.NewCounter()},
		last:       OutlinePane, column: FormPane,
		broken: map[*desk.Chat]*source.Unfinished{},
	}
	s.prompt = reports.NewTab(d.Styles, d.Keys, s.promptFill.tab())
	s.first = s.outline.Place()
	s.place = s.first
	d.Builder = s
	return s
}

// Pages implements screen.Screen. A form without fields cannot have the focus:
// nothing in it would be selected.
func (s *Screen) Pages() []screen.Page {
	form := screen.Page{ID: FormPane, Scopes: []views.Scope{views.Form}, Pane: s.form}
	prompt := screen.Page{ID: PromptPane, Scopes: []views.Scope{views.Outline}, Pane: s.prompt}
	switch {
	case s.promptSelected():
		form.Instead = PromptPane
	default:
		prompt.Instead = OutlinePane
		if s.form.Empty() {
			form.Instead = OutlinePane
		}
	}
	return []screen.Page{
		{ID: OutlinePane, Scopes: []views.Scope{views.Outline}, Pane: s.outline},
		form,
		prompt,
		{ID: SourcePane, Scopes: []views.Scope{views.Source}, Pane: s.source},
	}
}

func (s *Screen) isShown() bool { return isPage(s.Focus()) }

func isPage(id screen.ID) bool { return id.Screen() == OutlinePane.Screen() }

func (s *Screen) FocusMoves(from, to screen.ID) {
	if from == FormPane {
		if wrong := s.takeForm(); wrong != "" {
			s.Notify("not taken: %s", wrong)
		}
	}
	if isPage(to) {
		s.last = to
		switch to {
		case OutlinePane:
		case PromptPane:
			s.column = FormPane
		default:
			s.column = to
		}
	}
}

func (s *Screen) Facts() screen.Facts {
	c := s.desk.Shown()
	f := screen.Facts{Top: s.desk.TurnFacts(c.Conv.Current, nil)}
	for _, a := range []views.Action{
		views.ActNextPane, views.ActSendNow, views.ActPreview,
		views.ActUndo, views.ActRedo, views.ActQuit,
	} {
		if a == views.ActUndo && !c.Conv.CanUndo() || a == views.ActRedo && !c.Conv.CanRedo() {
			continue
		}
		f.Keys = append(f.Keys, s.Keys.Binding(a))
	}
	if c.Run() != nil {
		f.StopWord = "stop"
	}
	return f
}

func (s *Screen) Notes() []string { return s.desk.Notes() }

func (s *Screen) Escapes() []screen.Escape {
	return screen.Escapes(
		s.desk.LeaveWaiting(),
		screen.EscapeIf(s.Focus() != OutlinePane, "list", func() tea.Cmd { return s.SetFocus(OutlinePane) }),
		s.Back(""),
	)
}

// Document returns the request that the panes show; nil while they show none.
func (s *Screen) Document() []byte { return s.doc }

// Widths of the columns, in cells.
const (
	threeColumns = 100 // from this width of the terminal on all three are drawn
	twoColumns   = 60  // from this width on the list and one other
	listWidth    = 26  // of the list where all three are drawn
	minList      = 20  // of the list where two are drawn
	sourceShare  = 34  // percent of the terminal's width that the JSON gets at least
	maxForm      = 72  // of the form where all three are drawn: its rows are no longer, lines of JSON are
)

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	focus := s.Focus()
	if focus == PromptPane {
		focus = FormPane
	}
	l := arrange(size, focus, s.column)
	if s.promptSelected() {
		l = withPrompt(l)
	}
	return l
}

// arrange lays out the screen. Where all three columns do not fit, the list and
// the one of the other two that had the focus last are drawn; where two do not
// fit, the one with the focus alone.
func arrange(size screen.Size, focus, column screen.ID) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	body.H -= l.Notice.H
	pages := map[screen.ID]views.Rect{OutlinePane: {}, FormPane: {}, SourcePane: {}}
	var rest views.Rect
	switch {
	case l.TooSmall:
	case size.Width >= threeColumns:
		pages[OutlinePane], l.Bars[0], rest = body.Split(listWidth)
		pages[FormPane], l.Bars[1], pages[SourcePane] = rest.Split(min(rest.W-size.Width*sourceShare/100-1, maxForm))
	case size.Width >= twoColumns:
		pages[OutlinePane], l.Bars[0], pages[column] = body.Split(max(listWidth*size.Width/threeColumns, minList))
	default:
		pages[focus] = body
	}
	return screen.Layout{Layout: l, Pages: pages}
}
