package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/views"
)

// Enter shows the screen. While a turn is edited it shows the request of the
// branch that its text will begin.
func (s *Screen) Enter() tea.Cmd {
	s.desk.EditUnanswered()
	cmd := s.SetFocus(s.last)
	if more := s.refresh(); more != nil {
		cmd = tea.Batch(cmd, more)
	}
	if c := s.desk.Shown(); c.Run() != nil && c.OnPath(c.Run().Turn) {
		s.Notify("the running answer is added to the items when it ends")
	}
	return cmd
}

func (s *Screen) Refresh() tea.Cmd {
	cmd := s.refresh()
	s.follow()
	if more := s.refreshPrompt(); more != nil {
		cmd = tea.Batch(cmd, more)
	}
	return cmd
}

// refresh gives the panes the document as it is now, when the screen is shown
// and the document has changed.
func (s *Screen) refresh() tea.Cmd {
	if !s.isShown() || s.written == s.desk.Version() && s.outputs == s.desk.OutputsVersion {
		return nil
	}
	s.outputs = s.desk.OutputsVersion
	c := s.desk.Shown()
	doc, err := s.desk.Body()
	was, answered := s.doc, s.written.Chat == c && s.written.Running && c.Run() == nil
	s.written = s.desk.Version()
	if err != nil {
		return s.Notify("the request cannot be written: %v", err)
	}
	s.doc, s.version = doc, s.version+1
	s.outline.SetDocument(doc, s.version)
	s.outline.SetWriting(c.Conv.Prompt(s.desk.Text()) != nil)
	s.outline.SetHeaders(c.Headers.Count())
	s.source.SetDocument(doc, s.version)
	s.restoreBroken(c)
	if answered {
		s.stayAtItem(was, doc)
	}
	s.showForm(s.outline.Place())
	s.Redraw()
	if s.Focus() == FormPane { // which may have become empty
		return tea.Batch(s.SetFocus(FormPane), s.check())
	}
	return s.check()
}

// stayAtItem makes the list and the form stay at the item that they show where an
// answer that ended put others before it.
func (s *Screen) stayAtItem(was, now []byte) {
	p := s.outline.Place()
	if p.Section != views.ItemsSection {
		return
	}
	moved := compareItems(was, now)
	to, ok := moved.item(p.Index)
	if p.Index >= moved.was {
		to, ok = moved.gap(p.Index), true // after the last
	}
	if !ok {
		s.form.Drop()
		return
	}
	p.Index = to
	s.outline.Select(p)
	if s.place.Section == views.ItemsSection {
		s.form.Move(p.Pointer())
	}
}

// followed is what was selected in the form, in which version of the document,
// when the JSON was last scrolled there.
type followed struct {
	pointer string
	version uint64
}

// follow shows in the JSON what is selected in the form. That parses the
// document, so a large one is followed only after an edit, which has parsed it
// too.
func (s *Screen) follow() {
	if s.Focus() != FormPane || s.Overlays.Top() != nil {
		return
	}
	now := followed{s.form.Selected(), s.version}
	if now == s.followed {
		return
	}
	edited := now.version != s.followed.version
	if s.followed = now; edited || len(s.doc) <= screen.MaxSyncBytes {
		s.source.Follow(now.pointer)
	}
}

// check checks the shown document in the background, one version at a time.
func (s *Screen) check() tea.Cmd {
	if s.checking {
		return nil
	}
	s.checking = true
	doc, version, service := s.doc, s.version, s.Link.Known()
	return func() tea.Msg {
		found := report.Checked(validate.For(validate.ForResponses, doc, service))
		return screen.EffectFunc(func() tea.Cmd {
			s.checking = false
			if s.doc == nil {
				return nil // its conversation was left
			}
			if version != s.version {
				return s.check()
			}
			s.found = found
			s.outline.SetFindings(found)
			s.source.SetFindings(found, version)
			s.showFindings()
			return nil
		})
	}
}

// showFindings gives the form what was found; the headers are not checked.
func (s *Screen) showFindings() {
	if s.place.Group == views.HeadersGroup {
		s.form.SetFaults(nil)
		return
	}
	s.form.SetFaults(s.found)
}
