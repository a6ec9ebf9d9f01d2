package app

import (
	"fmt"
	"strings"

	"gatehouse/state/check"
	"gatehouse/views"
	"gatehouse/views/source"
)

// text is the composer's text as it would be sent: blanks alone are none.
func (m *Model) text() string {
	if m.composer.Blank() {
		return ""
	}
	return m.composer.Text()
}

// textOf is the text that is being written in a conversation, as text is.
func (m *Model) textOf(c *chat) string {
	switch {
	case c == m.desk.chat():
		return m.text()
	case strings.TrimSpace(c.text) == "":
		return ""
	}
	return c.text
}

// settle takes in what was written in the builder and not taken yet, for what
// is about to use the document. wrong says what cannot be taken, and what to do
// about it; empty when all is in.
func (m *Model) settle() (wrong string) {
	if why := m.settleForm(); why != "" {
		return fmt.Sprintf("what is typed in the form%s cannot be taken: %s; %s in it drops it", m.inBuild(), why, m.Keys.Name(views.ActStop))
	}
	if why, broken := m.settleSource(); broken {
		return fmt.Sprintf("the JSON%s is broken: %s; %s there gives the last good document back", m.inBuild(), why, m.Keys.Name(views.ActUndo))
	}
	return ""
}

// inBuild names the builder on the other screens.
func (m *Model) inBuild() string {
	if m.screens.shown == buildScreen {
		return ""
	}
	return " in Build (" + m.Keys.Name(views.ActBuild) + ")"
}

// settleForm takes in what is being typed in the form, and says what cannot be.
func (m *Model) settleForm() (wrong string) {
	b := &m.builder
	if b.madeOf.chat != m.desk.chat() {
		return ""
	}
	intent, wrong := b.form.Settle()
	if intent == nil {
		return wrong
	}
	if err := m.edit(intent); err != nil {
		return err.Error()
	}
	return ""
}

// settleSource takes in raw editing that has not been looked at yet, and tells
// of text that is broken.
func (m *Model) settleSource() (wrong string, broken bool) {
	b, c := &m.builder, m.desk.chat()
	switch {
	case c.unfinished != nil:
		return c.unfinished.Broken(), true
	case b.madeOf.chat != c:
		return "", false
	}
	if r, ok := b.source.Settle().(views.ReplaceDocument); ok {
		m.replace(r)
	}
	return b.source.Broken()
}

// unfinished reports whether the shown conversation has broken text that is
// not in the document.
func (m *Model) unfinished() bool {
	b, c := &m.builder, m.desk.chat()
	if c.unfinished != nil {
		return true
	}
	_, broken := b.source.Broken()
	return broken && b.madeOf.chat == c
}

// leaveDocument makes the builder forget the shown conversation's document
// before another one is shown. Broken text stays with its conversation.
func (m *Model) leaveDocument() {
	b, c := &m.builder, m.desk.chat()
	if b.madeOf.chat != c {
		return
	}
	m.settle()
	if c.unfinished == nil {
		c.unfinished = b.source.Unfinished()
	}
	if b.form.Drop() {
		m.Notify("what was typed in the form of the conversation before was no value, and is dropped")
	}
	b.forget()
	m.screens.rows[buildScreen].focus, b.beside = outlinePane, formPane
}

// forget makes the builder as new. What is still being checked is of a version
// that is no more.
func (b *builder) forget() {
	b.source.Reset()
	b.doc, b.version, b.madeOf = nil, b.version+1, madeOf{}
	b.report = check.Report{}
	b.outline.SetFindings(b.report)
	b.outline.Select(b.first)
}

// takeUp gives text that was unfinished when the conversation was left back.
func (c *chat) takeUp(pane *source.Model) {
	if c.unfinished != nil {
		pane.TakeUp(c.unfinished)
		c.unfinished = nil
	}
}
