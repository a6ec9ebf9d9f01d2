// Package look knows which exchange is shown, and which moment of it: in the tabs
// of the inspector and in the column of the chat. Both screens import it, neither
// the other.
package look

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/request/talk"
	"gatehouse/views"
)

// Look is the selection of an exchange and of a moment. Where nothing is selected,
// the last exchange of the shown conversation is shown, to its end.
type Look struct {
	*screen.Host
	desk *desk.Desk

	Inspecting bool             // the inspector is the shown screen
	Complete   bool             // its shown page compares full exchanges, whatever the moment
	Standalone *screen.Exchange // sent by a screen for itself, and shown instead of a turn until the inspector is left

	selected *talk.Turn // nil: the last one
	of       *desk.Chat // the conversation in which it was selected
	started  uint64     // exchanges, when it was checked last: each is shown as it begins

	playback *playback // of the shown exchange; nil: not begun
	clock
	given given
}

// New selects nothing.
func New(d *desk.Desk) *Look {
	return &Look{Host: d.Host, desk: d}
}

// Refresh takes note of what was sent since, and of an exchange that is shown no
// more. The screens call it before they ask for anything else.
func (l *Look) Refresh() {
	if n := l.desk.Started; l.started != n {
		l.started = n
		l.Select(nil)
	}
	if x := l.Exchange(); l.playback != nil && (x == nil || l.playback.exchange != x.State) {
		l.endPlayback()
	}
}

// Exchange is the one that is shown: a standalone one, else that of Turn; nil for
// none.
func (l *Look) Exchange() *screen.Exchange {
	if l.Standalone != nil {
		return l.Standalone
	}
	return l.ExchangeOf(l.Turn())
}

// Turn is the one whose exchange is shown: the selected one, else the last on the
// shown path that was sent or loaded; nil for none, and while a standalone
// exchange is shown.
func (l *Look) Turn() *talk.Turn {
	c := l.desk.Shown()
	if l.Standalone != nil {
		return nil
	}
	if l.selected != nil && l.of == c {
		return l.selected
	}
	return c.LastSent()
}

// ExchangeOf returns the exchange of a turn of the shown conversation; nil for no turn.
func (l *Look) ExchangeOf(t *talk.Turn) *screen.Exchange {
	if t == nil {
		return nil
	}
	return l.desk.ExchangeOf(l.desk.Shown(), t)
}

// Select shows the exchange of a turn; that of the last one, whichever it is, for
// nil and for the one that is last.
func (l *Look) Select(t *talk.Turn) {
	l.Standalone = nil
	if l.selected, l.of = nil, nil; t != nil && t != l.Turn() {
		l.selected, l.of = t, l.desk.Shown()
	}
}

// SelectExchange shows an exchange, of whatever screen.
func (l *Look) SelectExchange(x *screen.Exchange) {
	if x.Turn != nil {
		l.Select(x.Turn)
		return
	}
	l.Standalone = x
}

// Change goes to where the request of the shown exchange is made, and makes some
// edits there. The exchange stays the shown one.
func (l *Look) Change(place string, edits ...views.Edit) tea.Cmd {
	x := l.Exchange()
	if x == nil {
		return l.desk.NoRequest()
	}
	cmd := x.Change(place, edits...)
	if x.Turn != nil {
		l.Select(x.Turn)
	}
	return cmd
}

// Step shows the exchange that is n places after the shown one.
func (l *Look) Step(n int) tea.Cmd {
	if x := l.Exchange(); x != nil {
		return x.Step(n)
	}
	return l.desk.NothingSent()
}

// CopyMenu lists what of an exchange can be copied and exported: all of it comes from the
// exchange, never from the screen.
func (l *Look) CopyMenu(x *screen.Exchange) tea.Cmd {
	words := ""
	if x.Turn != nil {
		words = screen.UserText(x.Turn)
	}
	return l.OpenCopyMenu(l.SharingOf(x, l.Shown(x), words))
}

// Key hands a key to a page that is read by scrolling, unless letters are text there;
// ok is false for any other page. Not every such page has a use for all keys that they
// share, nor for those of other pages: then a notice reports that, unless the key moves,
// which stops at an end.
func (l *Look) Key(page screen.Page, press tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	if t, ok := page.Pane.(views.Typist); ok && t.Typing() || !slices.Contains(page.Scopes, views.Figures) {
		return nil, false
	}
	cmd, used := l.Hand(page.ID, press)
	if !used {
		cmd = tea.Batch(cmd, l.refuse(page, press))
	}
	return cmd, true
}

// refuse reports that a page has no use for a key.
func (l *Look) refuse(page screen.Page, press tea.KeyPressMsg) tea.Cmd {
	elsewhere := []views.Scope{views.Comparison, views.Tree, views.Events}
	c, ok := l.Keys.In(elsewhere...).Command(l.Keys.Asked(press, elsewhere...))
	if ok && !c.Hidden && l.Keys.Asked(press, page.Scopes...) == "" {
		return l.Notify("%s does nothing on this page; %s names the keys that do", views.KeyName(press.String()), l.Keys.Name(views.ActHelp))
	}
	c, ok = l.Keys.In(views.Figures).Command(l.Keys.Asked(press, views.Figures))
	if !ok || c.Hidden {
		return nil
	}
	return l.Notify("%s (%s) does nothing here", views.KeyName(press.String()), c.Short)
}
