package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
)

// Tab is a page on a sheet, as the inspector has them: panes embed it, and give it what is their own.
type Tab struct {
	*Sheet
	Keys    *views.Keys
	Subject views.Subject
	own     Own
}

// Own is what a page has for itself.
type Own struct {
	Scope views.Scope                                      // of its keys
	Name  string                                           // of what is copied
	Rows  func()                                           // makes the rows again where they tell of something else by now
	Does  func(views.Action, tea.Msg) (views.Intent, bool) // what an action does here, false: the same as on any sheet; nil: all do
	Help  func() []key.Binding                             // of the short help, what stands before copying; nil: nothing
	Has   func() bool                                      // there is something to copy; nil: where there is an exchange
	Idle  []views.Action                                   // of the scope, which do nothing here
}

// NewTab makes a page without an exchange.
func NewTab(styles *themes.Styles, keys *views.Keys, own Own) *Tab {
	t := &Tab{Keys: keys.In(own.Scope), own: own}
	if t.own.Has == nil {
		t.own.Has = func() bool { return t.Subject.Exchange != nil }
	}
	t.Sheet = NewSheet(styles, t.Keys, own.Rows)
	return t
}

func (t *Tab) SetSubject(s views.Subject) { t.Subject = s }

func (t *Tab) Update(msg tea.Msg) views.Answer {
	if answer, ok := t.Handle(msg); ok {
		return answer
	}
	action := t.Keys.Asked(msg, t.own.Scope)
	if t.own.Does != nil {
		if intent, done := t.own.Does(action, msg); done {
			return views.Ask(intent)
		}
	}
	if action == views.ActCopy && t.own.Has() {
		return views.Ask(views.Copy{What: t.own.Name, Text: t.Plain()})
	}
	answer, _ := t.Do(action)
	return answer
}

func (t *Tab) ShortHelp() (all []key.Binding) {
	t.own.Rows()
	switch help := t.SearchHelp(); {
	case help != nil:
		return help
	case !t.own.Has():
		return nil
	}
	if t.own.Help != nil {
		all = t.own.Help()
	}
	return append(all, t.Keys.Binding(views.ActCopy))
}

func (t *Tab) FullHelp() [][]key.Binding {
	return t.Keys.Full([]views.Scope{t.own.Scope}, t.own.Idle...)
}
