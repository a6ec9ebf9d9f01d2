package app

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// screenID names a screen, in the order of their keys.
type screenID int

// The screens.
const (
	chatScreen screenID = iota
	buildScreen
	inspectScreen
	rerankScreen
	screenCount
)

// The panes of the screens.
const (
	transcriptPane screen.ID = "chat/transcript"
	composerPane   screen.ID = "chat/composer"
	columnPane     screen.ID = "chat/column"
	outlinePane    screen.ID = "build/outline"
	formPane       screen.ID = "build/form"
	sourcePane     screen.ID = "build/source"
	overviewPane   screen.ID = "inspect/overview"
	routePane      screen.ID = "inspect/route"
	guardrailPane  screen.ID = "inspect/guardrail"
	fusionPane     screen.ID = "inspect/fusion"
	requestPane    screen.ID = "inspect/request"
	responsePane   screen.ID = "inspect/response"
	eventsPane     screen.ID = "inspect/events"
	diffPane       screen.ID = "inspect/diff"
	queryPane      screen.ID = "rerank/query"
	rankingPane    screen.ID = "rerank/ranking"
	readingPane    screen.ID = "rerank/reading"
	measuresPane   screen.ID = "rerank/measures"
)

// panes are those of the shown screen, in the order in which tab goes through
// them.
func (m *Model) panes() []screen.ID {
	switch m.screens.shown {
	case buildScreen:
		return []screen.ID{outlinePane, formPane, sourcePane}
	case inspectScreen:
		var all []screen.ID
		for _, t := range m.tabs() {
			all = append(all, t.pane)
		}
		return all
	case rerankScreen:
		return []screen.ID{queryPane, rankingPane, readingPane, measuresPane}
	}
	if m.layout.Column.W > 0 {
		return []screen.ID{composerPane, transcriptPane, columnPane}
	}
	return []screen.ID{composerPane, transcriptPane}
}

// standing are those of them that stand on the screen at one time.
func (m *Model) standing() []screen.ID {
	if m.screens.shown == inspectScreen {
		return []screen.ID{m.Focus()}
	}
	return m.panes()
}

// name is what the top line calls a screen, action the one that shows it, and
// actions those that the footer names there beside the pane's own.
func (s screenID) name() string { return [...]string{"Chat", "Build", "Inspect", "Rerank"}[s] }

func (s screenID) action() views.Action {
	return [...]views.Action{views.ActChat, views.ActBuild, views.ActInspect, views.ActRerank}[s]
}

func (s screenID) actions() []views.Action {
	switch s {
	case buildScreen:
		return []views.Action{
			views.ActHelp, views.ActPalette, views.ActNextPane, views.ActSendNow, views.ActPreview, views.ActUndo, views.ActRedo, views.ActQuit,
		}
	case rerankScreen:
		return []views.Action{
			views.ActNextPane, views.ActHelp, views.ActPalette, views.ActSave, views.ActOpen, views.ActCopyMenu, views.ActPreview, views.ActUndo, views.ActNew, views.ActQuit,
		}
	case inspectScreen:
		return []views.Action{
			views.ActHelp, views.ActPalette, views.ActNextPane, views.ActExchangeBefore, views.ActExchangeAfter, views.ActResend, views.ActCopyMenu, views.ActQuit,
		}
	}
	return []views.Action{
		views.ActHelp, views.ActPalette, views.ActModel, views.ActBuild, views.ActInspect, views.ActNextPane, views.ActNew, views.ActCopyMenu, views.ActRaw, views.ActQuit,
	}
}

// screenOf is the screen that a pane belongs to.
func screenOf(id screen.ID) screenID {
	name, _, _ := strings.Cut(string(id), "/")
	switch name {
	case "build":
		return buildScreen
	case "rerank":
		return rerankScreen
	case "inspect":
		return inspectScreen
	}
	return chatScreen
}

// screens is which one is shown, and which pane of each has, or had, the keys.
type screens struct {
	shown  screenID
	focus  [screenCount]screen.ID
	beside screen.ID // the builder's form or source, whichever was last used
	from   screenID  // where the inspector was opened; esc leads back to the rerank screen
}

// newScreens begins in the chat, ready to write.
func newScreens() screens {
	return screens{
		focus:  [screenCount]screen.ID{chatScreen: composerPane, buildScreen: outlinePane, inspectScreen: overviewPane, rerankScreen: rankingPane},
		beside: formPane,
	}
}

// focus is the pane of the shown screen that gets keys while no overlay is
// open.
func (m *Model) Focus() screen.ID { return m.screens.focus[m.screens.shown] }

// setFocus gives a pane the keys, and shows its screen.
func (m *Model) SetFocus(id screen.ID) tea.Cmd {
	was, s := m.Focus(), &m.screens
	if id = m.visible(id); was == id {
		return nil
	}
	m.inspector.left = ""
	if was == formPane {
		if wrong := m.settleForm(); wrong != "" {
			m.Notify("not taken: %s", wrong)
		}
	}
	if s.shown == inspectScreen && screenOf(id) != inspectScreen {
		m.inspector.ranked = nil // a conversation has no part in it
	}
	if s.shown = screenOf(id); s.shown == inspectScreen && screenOf(was) != inspectScreen {
		s.from = screenOf(was)
	}
	s.focus[s.shown] = id
	if id == formPane || id == sourcePane {
		s.beside = id
	}
	cmd := tea.Batch(screen.Address(was, m.pane(was).SetFocus(false)), screen.Address(id, m.pane(id).SetFocus(true)))
	if s.shown != chatScreen || screenOf(was) != screenOf(id) {
		m.Arrange() // which columns stand may depend on the focus
	}
	return cmd
}

// outer is the screen that esc leads to: the comparison for an exchange of its
// own, else the chat.
func (m *Model) outer() screenID {
	if m.screens.shown == inspectScreen && m.screens.from == rerankScreen {
		return rerankScreen
	}
	return chatScreen
}

// toChat goes to the text that is being written.
func (m *Model) toChat() tea.Cmd { return m.SetFocus(composerPane) }

// scope is where the keys of the pane with the focus work.
func (m *Model) scope() views.Scope {
	switch id := m.Focus(); id {
	case transcriptPane:
		return views.Transcript
	case composerPane, queryPane:
		return views.Composer
	case outlinePane:
		return views.Outline
	case formPane:
		return views.Form
	case sourcePane:
		return views.Source
	case rankingPane, readingPane, measuresPane:
		return views.Rerank
	default:
		return scopesOf(id)[0]
	}
}

// paneOf is the builder's pane whose keys a scope holds.
func paneOf(s views.Scope) screen.ID {
	switch s {
	case views.Form:
		return formPane
	case views.Source:
		return sourcePane
	}
	return outlinePane
}

// handToBuild hands an action that every screen has to the builder's pane in
// which it makes sense.
func (m *Model) handToBuild(p views.Perform) tea.Cmd {
	switch p.Action {
	case views.ActRaw: // the document as it is
		return m.SetFocus(sourcePane)
	case views.ActEditor:
		if m.Focus() != formPane {
			return m.Notify("select a text in the form: %s edits it", m.Keys.Name(views.ActEditor))
		}
	}
	return m.Deliver(m.Focus(), p)
}

// show goes to a screen, and to the pane of it that had the focus last.
func (m *Model) show(s screenID) tea.Cmd { return m.SetFocus(m.screens.focus[s]) }

// otherPane moves the focus by step among the panes of the shown screen.
func (m *Model) otherPane(step int) tea.Cmd {
	all := m.panes()
	at := slices.Index(all, m.Focus()) + step + len(all)
	if m.visible(all[at%len(all)]) != all[at%len(all)] {
		at += step
	}
	return m.SetFocus(all[(at+len(all))%len(all)])
}

// place is where a pane of the shown screen is; empty for any other.
func (m *Model) place(id screen.ID) views.Rect {
	l := &m.layout
	switch id {
	case transcriptPane:
		return l.Transcript
	case composerPane:
		return l.Composer
	case outlinePane:
		return l.Outline
	case formPane:
		return l.Form
	case sourcePane:
		return l.Source
	case columnPane:
		return l.Column
	case queryPane:
		return l.Query
	case rankingPane:
		return l.Ranking
	case readingPane:
		return l.Reading
	case measuresPane:
		return l.Measures
	}
	if screenOf(id) == inspectScreen && id == m.Focus() {
		return l.Inspect
	}
	for _, o := range m.Overlays.Open {
		if o.ID == id {
			return o.Rect
		}
	}
	return views.Rect{}
}

// paneAt is the pane of the shown screen at a cell; ok is false where there is
// none.
func (m *Model) paneAt(x, y int) (id screen.ID, ok bool) {
	for _, id := range m.standing() {
		if m.place(id).Contains(x, y) {
			return id, true
		}
	}
	return "", false
}

// layOut makes the layout of the shown screen for a notice of so many rows.
func (m *Model) layOut(notice int) views.Layout {
	l := m.layout
	switch m.screens.shown {
	case chatScreen:
		return views.Arrange(l.Width, l.Height, m.composer.Rows(), notice, !m.inspector.hidden)
	case rerankScreen:
		return m.layOutRerank(notice)
	case inspectScreen:
		return views.ArrangeInspect(l.Width, l.Height, notice)
	}
	return views.ArrangeBuild(l.Width, l.Height, notice, column(m.Focus()), column(m.screens.beside))
}

// column is the builder's column of a pane.
func column(id screen.ID) views.Column {
	switch id {
	case formPane:
		return views.FormColumn
	case sourcePane:
		return views.SourceColumn
	}
	return views.OutlineColumn
}
