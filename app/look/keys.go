package look

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// Key hands a key to a page that is read by scrolling, unless letters are text there;
// ok is false for any other page. Not every such page has a use for all keys that they
// share, nor for those of other pages: then a notice says so, unless the key moves,
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

// refuse says that a page has no use for a key.
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
