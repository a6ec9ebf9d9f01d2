package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

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

// paneID names a pane in a message: what a pane's own Cmd brings back goes to
// that pane, whatever has the focus by then.
type paneID int

// The panes of the screens. Overlays are numbered from firstOverlay on, each
// with a number of its own, so that a late message finds none but its own.
const (
	transcriptPane paneID = iota
	composerPane
	outlinePane
	formPane
	sourcePane
	overviewPane
	routePane
	guardrailPane
	fusionPane
	requestPane
	responsePane
	eventsPane
	diffPane
	columnPane
	queryPane
	rankingPane
	readingPane
	measuresPane
	firstOverlay
)

// panes are those of the shown screen, in the order in which tab goes through
// them.
func (m *Model) panes() []paneID {
	switch m.screens.shown {
	case buildScreen:
		return []paneID{outlinePane, formPane, sourcePane}
	case inspectScreen:
		var all []paneID
		for _, t := range m.tabs() {
			all = append(all, t.pane)
		}
		return all
	case rerankScreen:
		return []paneID{queryPane, rankingPane, readingPane, measuresPane}
	}
	if m.layout.Column.W > 0 {
		return []paneID{composerPane, transcriptPane, columnPane}
	}
	return []paneID{composerPane, transcriptPane}
}

// standing are those of them that stand on the screen at one time.
func (m *Model) standing() []paneID {
	if m.screens.shown == inspectScreen {
		return []paneID{m.focus()}
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

// screen is the one that a pane belongs to.
func (id paneID) screen() screenID {
	switch {
	case id >= outlinePane && id <= sourcePane:
		return buildScreen
	case id >= queryPane && id <= measuresPane:
		return rerankScreen
	case id >= overviewPane && id <= diffPane:
		return inspectScreen
	}
	return chatScreen
}

// screens is which one is shown, and which pane of each has, or had, the keys.
type screens struct {
	shown  screenID
	focus  [screenCount]paneID
	beside paneID   // the builder's form or source, whichever was last used
	from   screenID // where the inspector was opened; esc leads back to the rerank screen
}

// newScreens begins in the chat, ready to write.
func newScreens() screens {
	return screens{
		focus:  [screenCount]paneID{chatScreen: composerPane, buildScreen: outlinePane, inspectScreen: overviewPane, rerankScreen: rankingPane},
		beside: formPane,
	}
}

// focus is the pane of the shown screen that gets keys while no overlay is
// open.
func (m *Model) focus() paneID { return m.screens.focus[m.screens.shown] }

// setFocus gives a pane the keys, and shows its screen.
func (m *Model) setFocus(id paneID) tea.Cmd {
	was, s := m.focus(), &m.screens
	if id = m.visible(id); was == id {
		return nil
	}
	m.inspector.left = transcriptPane
	if was == formPane {
		if wrong := m.settleForm(); wrong != "" {
			m.notify("not taken: %s", wrong)
		}
	}
	if s.shown == inspectScreen && id.screen() != inspectScreen {
		m.inspector.ranked = nil // a conversation has no part in it
	}
	if s.shown = id.screen(); s.shown == inspectScreen && was.screen() != inspectScreen {
		s.from = was.screen()
	}
	s.focus[s.shown] = id
	if id == formPane || id == sourcePane {
		s.beside = id
	}
	cmd := tea.Batch(address(was, m.pane(was).SetFocus(false)), address(id, m.pane(id).SetFocus(true)))
	if s.shown != chatScreen || was.screen() != id.screen() {
		m.arrange() // which columns stand may depend on the focus
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
func (m *Model) toChat() tea.Cmd { return m.setFocus(composerPane) }

// scope is where the keys of the pane with the focus work.
func (m *Model) scope() views.Scope {
	return [...]views.Scope{
		views.Transcript, views.Composer, views.Outline, views.Form, views.Source,
		views.Figures, views.Figures, views.Figures, views.Figures, views.Tree, views.Tree, views.Events, views.Comparison, views.Figures,
		views.Composer, views.Rerank, views.Rerank, views.Rerank,
	}[m.focus()]
}

// paneOf is the builder's pane whose keys a scope holds.
func paneOf(s views.Scope) paneID { return outlinePane + paneID(s-views.Outline) }

// handToBuild hands an action that every screen has to the builder's pane in
// which it makes sense.
func (m *Model) handToBuild(p views.Perform) tea.Cmd {
	switch p.Action {
	case views.ActRaw: // the document as it is
		return m.setFocus(sourcePane)
	case views.ActEditor:
		if m.focus() != formPane {
			return m.notify("select a text in the form: %s edits it", m.keys.Name(views.ActEditor))
		}
	}
	return m.deliver(m.focus(), p)
}

// show goes to a screen, and to the pane of it that had the focus last.
func (m *Model) show(s screenID) tea.Cmd { return m.setFocus(m.screens.focus[s]) }

// otherPane moves the focus by step among the panes of the shown screen.
func (m *Model) otherPane(step int) tea.Cmd {
	all := m.panes()
	at := slices.Index(all, m.focus()) + step + len(all)
	if m.visible(all[at%len(all)]) != all[at%len(all)] {
		at += step
	}
	return m.setFocus(all[(at+len(all))%len(all)])
}

// place is where a pane of the shown screen is; empty for any other.
func (m *Model) place(id paneID) views.Rect {
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
	if id.screen() == inspectScreen && id == m.focus() {
		return l.Inspect
	}
	for _, o := range m.overlays.open {
		if o.id == id {
			return o.rect
		}
	}
	return views.Rect{}
}

// paneAt is the pane of the shown screen at a cell; ok is false where there is
// none.
func (m *Model) paneAt(x, y int) (id paneID, ok bool) {
	for _, id := range m.standing() {
		if m.place(id).Contains(x, y) {
			return id, true
		}
	}
	return 0, false
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
	return views.ArrangeBuild(l.Width, l.Height, notice, column(m.focus()), column(m.screens.beside))
}

// column is the builder's column of a pane.
func column(id paneID) views.Column { return views.Column(id - outlinePane) }
