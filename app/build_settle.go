package app

import (
	"fmt"

	"gatehouse/app/desk"
	"gatehouse/state/check"
	"gatehouse/views"
)

// buildPending is what is typed in the builder and not taken into the shown
// document yet.
type buildPending struct{ *Model }

// TakeIn implements desk.Pending.
func (m buildPending) TakeIn() (wrong string) {
	if why := m.takeForm(); why != "" {
		return fmt.Sprintf("what is typed in the form%s cannot be taken: %s; %s in it drops it", m.inBuild(), why, m.Keys.Name(views.ActStop))
	}
	if why, broken := m.takeSource(); broken {
		return fmt.Sprintf("the JSON%s is broken: %s; %s there gives the last good document back", m.inBuild(), why, m.Keys.Name(views.ActUndo))
	}
	return ""
}

// Unfinished implements desk.Pending: it reports whether broken JSON was typed.
func (m buildPending) Unfinished(c *desk.Chat) bool {
	b := &m.builder
	if b.unfinished[c] != nil {
		return true
	}
	if b.of.Chat != c {
		return false
	}
	_, broken := b.source.Broken()
	return broken
}

// Leave implements desk.Pending. The builder forgets the document of the shown
// conversation; broken text stays with that.
func (m buildPending) Leave() {
	b, c := &m.builder, m.desk.Shown()
	if b.of.Chat != c {
		return
	}
	m.TakeIn()
	if u := b.source.Unfinished(); u != nil && b.unfinished[c] == nil {
		b.unfinished[c] = u
	}
	if b.form.Drop() {
		m.Notify("what was typed in the form of the conversation before was no value, and is dropped")
	}
	b.forget()
	m.screens.rows[buildScreen].focus, b.beside = outlinePane, formPane
}

// inBuild names the builder on the other screens.
func (m *Model) inBuild() string {
	if m.screens.shown == buildScreen {
		return ""
	}
	return " in Build (" + m.Keys.Name(views.ActBuild) + ")"
}

// takeForm takes in what is being typed in the form, and says what cannot be.
func (m *Model) takeForm() (wrong string) {
	b := &m.builder
	if b.of.Chat != m.desk.Shown() {
		return ""
	}
	intent, wrong := b.form.Settle()
	if intent == nil {
		return wrong
	}
	if err := m.desk.Edit(intent); err != nil {
		return err.Error()
	}
	return ""
}

// takeSource takes in typed JSON that has not been looked at yet, and tells of
// text that is broken.
func (m *Model) takeSource() (wrong string, broken bool) {
	b, c := &m.builder, m.desk.Shown()
	switch u := b.unfinished[c]; {
	case u != nil:
		return u.Broken(), true
	case b.of.Chat != c:
		return "", false
	}
	if r, ok := b.source.Settle().(views.ReplaceDocument); ok {
		m.replace(r)
	}
	return b.source.Broken()
}

// forget makes the builder as new. What is still being checked is of a version
// that is no more.
func (b *builder) forget() {
	b.source.Reset()
	b.doc, b.version, b.of = nil, b.version+1, desk.Version{}
	b.report = check.Report{}
	b.outline.SetFindings(b.report)
	b.outline.Select(b.first)
}

// giveBack shows the broken text of a conversation again that was left with it.
func (b *builder) giveBack(c *desk.Chat) {
	if u := b.unfinished[c]; u != nil {
		b.source.TakeUp(u)
		delete(b.unfinished, c)
	}
}
