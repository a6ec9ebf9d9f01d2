package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/report"
	"gatehouse/state/request/validate"
	"gatehouse/views"
)

// check checks the shown document in the background, one version at a time.
func (s *Screen) check() tea.Cmd {
	if s.checking {
		return nil
	}
	s.checking = true
	doc, version, service := s.doc, s.version, s.Link.Known()
	return func() tea.Msg {
		found := report.Checked(validate.For(validate.ForResponses, doc, service))
		return screen.Landing(func() tea.Cmd {
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
