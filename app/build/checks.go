package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/check"
	"gatehouse/state/report"
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
		return documentChecked{screen: s, version: version, found: report.Checked(check.For(check.ForResponses, doc, service))}
	}
}

// documentChecked brings what the checks found in a version of the document.
type documentChecked struct {
	screen  *Screen
	version uint64
	found   []report.Finding
}

func (c documentChecked) Land() tea.Cmd {
	s := c.screen
	s.checking = false
	if s.doc == nil {
		return nil // its conversation was left
	}
	if c.version != s.version {
		return s.check()
	}
	s.found = c.found
	s.outline.SetFindings(c.found)
	s.source.SetFindings(c.found, c.version)
	s.showFindings()
	return nil
}

// showFindings gives the form what was found; the headers are not checked.
func (s *Screen) showFindings() {
	if s.place.Group == views.HeadersGroup {
		s.form.SetFaults(nil)
		return
	}
	s.form.SetFaults(s.found)
}
