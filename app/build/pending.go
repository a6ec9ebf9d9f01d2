package build

import (
	"fmt"

	"gatehouse/app/desk"
	"gatehouse/views"
)

// CommitEdits applies what is typed and returns why it is invalid, or "".
func (s *Screen) CommitEdits() (wrong string) {
	where := ""
	if !s.isShown() {
		where = " in Build (" + s.Keys.Name(views.ActBuild) + ")"
	}
	if why := s.takeForm(); why != "" {
		return fmt.Sprintf("the value typed in the form%s is invalid: %s; %s in the form discards it", where, why, s.Keys.Name(views.ActStop))
	}
	if why, broken := s.takeSource(); broken {
		return fmt.Sprintf("the JSON%s is broken: %s; %s there restores the last valid document", where, why, s.Keys.Name(views.ActUndo))
	}
	return ""
}

// Unfinished implements desk.Builder: it reports whether broken JSON was typed.
func (s *Screen) Unfinished(c *desk.Chat) bool {
	if s.broken[c] != nil {
		return true
	}
	if s.written.Chat != c {
		return false
	}
	_, broken := s.source.Broken()
	return broken
}

// Leave implements desk.Builder. The panes are reset; broken JSON stays with the
// conversation that is left.
func (s *Screen) Leave() {
	c := s.desk.Shown()
	if s.written.Chat != c {
		return
	}
	s.CommitEdits()
	if u := s.source.Unfinished(); u != nil && s.broken[c] == nil {
		s.broken[c] = u
	}
	if s.form.Drop() {
		s.Notify("the form of the previous conversation had an invalid value, which was discarded")
	}
	s.reset()
}

// takeForm takes in what is being typed in the form, and reports what cannot be.
func (s *Screen) takeForm() (wrong string) {
	if s.written.Chat != s.desk.Shown() {
		return ""
	}
	intent, wrong := s.form.FinishTyping()
	if intent == nil {
		return wrong
	}
	if err := s.desk.Edit(intent); err != nil {
		return err.Error()
	}
	return ""
}

// takeSource takes in typed JSON that has not been parsed yet, and reports whether
// and why it cannot be parsed.
func (s *Screen) takeSource() (wrong string, broken bool) {
	c := s.desk.Shown()
	switch u := s.broken[c]; {
	case u != nil:
		return u.Broken(), true
	case s.written.Chat != c:
		return "", false
	}
	if r, ok := s.source.EnsureChecked().(views.ReplaceDocument); ok {
		s.replace(r)
	}
	return s.source.Broken()
}

// reset makes the screen as new. A check that still runs belongs to a version
// that is no longer shown.
func (s *Screen) reset() {
	s.source.Reset()
	s.doc, s.version, s.written = nil, s.version+1, desk.Version{}
	s.found = nil
	s.outline.SetFindings(nil)
	s.outline.Select(s.first)
	s.last, s.column = OutlinePane, FormPane
}

// restoreBroken shows the broken JSON again that a conversation was left with.
func (s *Screen) restoreBroken(c *desk.Chat) {
	if u := s.broken[c]; u != nil {
		s.source.TakeUp(u)
		delete(s.broken, c)
	}
}
