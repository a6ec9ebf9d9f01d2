// Package chat is the chat: the transcript of the shown conversation, the composer
// in which the next message is written, and the column with the figures of the
// shown exchange. The conversations are in app/desk, which exchange is shown in
// app/look; the panes are in views.
package chat

import (
	"encoding/json"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/look"
	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/chat/composer"
	"gatehouse/views/chat/transcript"
	"gatehouse/views/chat/variant"
	"gatehouse/views/inspect/overview"
	"gatehouse/views/kit/text"
)

// The panes of the screen.
const (
	ComposerPane             = desk.ComposerPane
	TranscriptPane screen.ID = "chat/transcript"
	ColumnPane     screen.ID = "chat/column"
)

// Screen is the chat.
type Screen struct {
	*screen.Host
	desk *desk.Desk
	look *look.Look

	transcript   *transcript.Model
	composer     *composer.Model
	actions      map[views.Action]func() tea.Cmd // that no other screen has
	column       *Column
	variants     [desk.MaxVariants]*variant.Model
	untied       bool          // scrolling one variant leaves the others where they are
	last         screen.ID     // the pane that has the focus, or had it last
	hidden       bool          // the column, because the user hid it
	layout       screen.Layout // as it was arranged last
	composerRows int           // rows that the composer needed then
	shown        shown
	examples     examples
	edit         editOrigin
}

// editOrigin is where the edit of a turn was begun.
type editOrigin struct {
	turn *talk.Turn
	pane screen.ID
}

// shown is what the panes were given last.
type shown struct {
	conv     *talk.Conversation
	started  uint64            // exchanges
	outputs  uint64            // version of their status
	selected int               // turn
	parts    []json.RawMessage // attached
	position look.Position     // of the playback
}

var (
	_ screen.Watcher  = (*Screen)(nil)
	_ screen.Arranged = (*Screen)(nil)
	_ screen.Keyed    = (*Screen)(nil)
	_ screen.Noter    = (*Screen)(nil)
	_ screen.Idler    = (*Screen)(nil)
	_ screen.Observer = (*Screen)(nil)
	_ screen.Starter  = (*Screen)(nil)
)

// New makes the screen.
func New(d *desk.Desk, l *look.Look) *Screen {
	s := &Screen{
		Host: d.Host, desk: d, look: l,
		transcript: transcript.New(d.Styles, d.Keys),
		composer:   d.Composer,
		column:     &Column{Model: overview.NewCompact(d.Styles, d.Keys)},
		last:       ComposerPane,
	}
	for i := range s.variants {
		s.variants[i] = variant.New(d.Styles, d.Keys, s.transcript.NewBranch())
	}
	s.actions = s.actionTable()
	s.transcript.SetCommands(desk.CommandLines(d.Tools))
	return s
}

func (s *Screen) Init() tea.Cmd {
	all := []tea.Cmd{screen.Address(TranscriptPane, s.transcript.LoadLexers(s.Life.Ctx)), s.desk.FindPrevious()}
	if text.SignsOf(s.Getenv) == text.AllSigns {
		all = append(all, screen.Address(TranscriptPane, s.transcript.LoadPictures(s.Life.Ctx)))
	}
	return tea.Batch(all...)
}

func (s *Screen) Pages() []screen.Page {
	pages := []screen.Page{
		{ID: ComposerPane, Scopes: []views.Scope{views.Composer}, Pane: s.composer},
		{ID: TranscriptPane, Scopes: []views.Scope{views.Transcript}, Pane: s.transcript, Paste: ComposerPane, Absent: s.sideBySide()},
	}
	pages = append(pages, s.variantPages()...)
	return append(pages, screen.Page{ID: ColumnPane, Scopes: []views.Scope{views.Figures}, Pane: s.column, Absent: s.sideBySide() || !s.hasColumn()})
}

func (s *Screen) isShown() bool { return s.Focus().Screen() == ComposerPane.Screen() }

func (s *Screen) ModelsChanged() { s.desk.ModelsChanged() }

// build is the screen on which a variant is edited.
const build = "build"

func (s *Screen) FocusMoves(from, to screen.ID) {
	if from.Screen() == build && to.Screen() != build {
		s.desk.TakeVariant()
	}
	if to.Screen() != ComposerPane.Screen() {
		return
	}
	s.last = to
	if v := s.variantOf(to); v != nil {
		s.desk.MakeCurrent(v)
	}
}

// hasColumn reports whether the column is on the screen, or was when the chat was
// shown last.
func (s *Screen) hasColumn() bool { return s.layout.Pages[ColumnPane].W > 0 }

func (s *Screen) Arranged(l screen.Layout) { s.layout, s.composerRows = l, s.composer.Rows() }

func (s *Screen) Facts() screen.Facts {
	f := screen.Facts{Top: s.look.TopFacts(s.desk.Shown().Conv.Current), Heading: s.heading()}
	if s.drawsOneVariant() {
		f.Name = f.Heading
	}
	if s.sideBySide() {
		f.Keys = append(f.Keys, s.Keys.As(views.ActNextPane, "variant"))
	}
	for _, a := range []views.Action{views.ActModel, views.ActSave, views.ActQuit, views.ActInspect, views.ActBuild} {
		if a != views.ActSave || s.desk.Savable() {
			f.Keys = append(f.Keys, s.Keys.Binding(a))
		}
	}
	f.Keys = append(f.Keys, s.Keys.Renamed(views.ActConnections, "connect")...)
	f.Keys = append(f.Keys, s.Keys.Bindings(views.ActNextPane, views.ActNew, views.ActCopyMenu, views.ActRaw)...)
	if s.Focus() == ComposerPane {
		f.Keys = append(f.Keys, s.Keys.Binding(views.ActNewLine))
	}
	return f
}

// Idle implements screen.Idler.
func (s *Screen) Idle(c views.Command) bool {
	conv := s.desk.Shown().Conv
	switch c.Action {
	case views.ActResend, views.ActResendSame, views.ActMakeCheck:
		return conv.Current == nil || conv.Current.Exchange == nil
	case views.ActAnswer, views.ActCallRun:
		return len(conv.OpenCalls()) == 0
	case views.ActColumn:
		return s.Width < columnFrom
	}
	return (c.Scope == views.Transcript || c.Scope == views.Figures) && conv.Current == nil
}

func (s *Screen) Notes() []string {
	return slices.Concat(s.look.PlaybackNote(), s.desk.Notes(), s.exampleNote())
}

func (s *Screen) Escapes() []screen.Escape {
	chat := s.desk.Shown()
	ends := s.transcript.StopWord()
	return screen.Escapes(
		s.desk.LeaveWaiting(),
		s.look.ToEnd(),
		screen.EscapeIf(ends != "", ends, func() tea.Cmd { s.transcript.EndFind(); return nil }),
		s.stopVariants(),
		screen.EscapeIf(!s.sideBySide() && chat.Run() != nil, "stop", func() tea.Cmd { chat.Run().Cancel(); return nil }),
		s.desk.StopCommands(),
		screen.EscapeIf(chat.Editing != nil, "leave edit", s.leaveEdit),
		screen.EscapeIf(s.Notice.HasWarnings(), "close notice", func() tea.Cmd { s.ClearLine(true); return nil }),
		screen.EscapeIf(s.exampleNote() != nil, "close hint", s.closeHint),
		screen.EscapeIf(s.variantOf(s.Focus()) != nil || s.transcript.Choosing(), "back to prompt", func() tea.Cmd { return s.SetFocus(ComposerPane) }),
	)
}

// Widths in cells.
const (
	columnFrom  = 118 // of the terminal, from which on there is a column
	columnWidth = 38  // of the column at least
)

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	if s.sideBySide() {
		return s.arrangeVariants(arrange(size, s.composer.Rows(), false))
	}
	return arrange(size, s.composer.Rows(), !s.hidden)
}

// arrange lays out the screen for a composer that wants that many rows. The
// composer gets at most a third of the screen; the rules go before the transcript
// gets too low. The column, where it is wanted, is to the right of all of them.
func arrange(size screen.Size, composer int, column bool) screen.Layout {
	composer = min(max(composer, 1), max(size.Height/3, 1))
	rules := min(max((size.Height-composer-5)/2, 0), 3)
	l, body := views.Frame(size.Width, size.Height, composer, size.Notice, rules)
	pages := map[screen.ID]views.Rect{ComposerPane: {}, TranscriptPane: {}}
	if l.TooSmall {
		return screen.Layout{Layout: l, Pages: pages}
	}
	text, figures := widths(size.Width, column)
	rule := size.Width
	if figures > 0 {
		_, l.Bars[0], pages[ColumnPane] = body.Split(text)
		rule = text
	}
	y := body.Y + body.H - composer
	pages[ComposerPane] = views.Rect{Y: y, W: text, H: composer}
	if rules >= 1 {
		y--
		l.Rule = views.Rect{Y: y, W: rule, H: 1}
	}
	y -= l.Notice.H
	l.Notice.Y, l.Notice.W = y, text
	pages[TranscriptPane] = views.Rect{Y: body.Y, W: text, H: max(y-body.Y, 0)}
	return screen.Layout{Layout: l, Pages: pages}
}

// widths returns the widths of the transcript and of the column on a screen of that many
// cells. The transcript gets what text wants, the column the rest; 0 where it does not
// fit, or is not wanted.
func widths(width int, wanted bool) (text, column int) {
	if !wanted || width < columnFrom {
		return min(width, views.MaxColumn), 0
	}
	column = max(width-views.MaxColumn-1, columnWidth)
	return width - column - 1, column
}
