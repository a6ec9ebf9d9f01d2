package build

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/check"
	"gatehouse/views"
	"gatehouse/views/form"
	"gatehouse/views/source"
)

// check checks the shown document in the background, one version at a time.
func (s *Screen) check() tea.Cmd {
	if s.checking {
		return nil
	}
	s.checking = true
	doc, version, service := s.doc, s.version, s.Link.Service
	return func() tea.Msg {
		return documentChecked{screen: s, version: version, report: check.For(check.ForResponses, doc, service)}
	}
}

// documentChecked brings what the checks found in a version of the document.
type documentChecked struct {
	screen  *Screen
	version uint64
	report  check.Report
}

// Land implements screen.Effect.
func (c documentChecked) Land() tea.Cmd {
	s := c.screen
	s.checking = false
	if s.doc == nil {
		return nil // its conversation was left
	}
	if c.version != s.version {
		return s.check()
	}
	s.report = c.report
	s.outline.SetFindings(c.report)
	s.source.SetFindings(sourceFindings(c.report), c.version)
	s.showFindings()
	return nil
}

// showFindings gives the form what was found; the headers are not checked.
func (s *Screen) showFindings() {
	if s.place.Group == views.HeadersGroup {
		s.form.SetFaults(nil)
		return
	}
	s.form.SetFaults(formFindings(s.report))
}

func formFindings(r check.Report) []form.Finding {
	var out []form.Finding
	for kind, list := range [...][]check.Finding{form.Fault: r.Faults, form.Warning: r.Warnings, form.Hint: r.Hints} {
		for _, f := range list {
			out = append(out, form.Finding{Pointer: f.Pointer, Kind: form.FindingKind(kind), Message: f.Message})
		}
	}
	return out
}

func sourceFindings(r check.Report) []source.Finding {
	var out []source.Finding
	for severity, list := range [...][]check.Finding{source.Fault: r.Faults, source.Warning: r.Warnings, source.Hint: r.Hints} {
		for _, f := range list {
			out = append(out, source.Finding{Severity: source.Severity(severity), Pointer: f.Pointer, Path: f.Path, Message: f.Message})
		}
	}
	return out
}
