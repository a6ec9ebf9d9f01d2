package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/state/check"
	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/form"
	"gatehouse/views/outline"
	"gatehouse/views/source"
)

// builder is the screen on which the next request is built: three lenses on
// one document, which is the body that would be sent next.
type builder struct {
	outline *outline.Model
	form    *form.Model
	source  *source.Model

	first   views.Place  // of the list
	place   views.Place  // what the form shows
	doc     []byte       // what the panes show
	version uint64       // of doc
	of      desk.Version // the document that the panes show
	served  uint64       // counts what was given to the form, as its version
	adding  []byte       // the document in which an element was to be added last

	followed followed
	beside   screen.ID // the form or the JSON, whichever was last used

	unfinished map[*desk.Chat]*source.Unfinished // broken text of conversations that are not shown

	report   check.Report
	checking bool
}

func newBuilder(m *Model) builder {
	groups := field.Groups()
	return builder{
		outline: outline.New(m.Styles, m.Keys, groups),
		form:    form.New(m.Styles, m.Keys),
		source:  source.New(m.Styles, m.Keys),
		first:   views.Place{Group: groups[0].Name},
		place:   views.Place{Group: groups[0].Name},
		beside:  formPane,

		unfinished: map[*desk.Chat]*source.Unfinished{},
	}
}

// showBuild goes to the builder. While a turn is edited it shows the request of
// the branch that its text will begin.
func (m *Model) showBuild() tea.Cmd {
	m.desk.EditUnanswered()
	cmd := m.show(buildScreen)
	if more := m.refresh(); more != nil {
		cmd = tea.Batch(cmd, more)
	}
	if c := m.desk.Shown(); c.Run != nil && c.OnPath(c.Run.Turn) {
		m.Notify("the answer that is coming in joins the items when it has ended")
	}
	return cmd
}

// refresh gives the builder's panes the document as it stands, when it is
// shown and has changed.
func (m *Model) refresh() tea.Cmd {
	b := &m.builder
	if m.screens.shown != buildScreen || b.of == m.desk.Version() {
		return nil
	}
	c := m.desk.Shown()
	doc, err := m.desk.Body()
	was, ended := b.doc, b.of.Chat == c && b.of.Running && c.Run == nil
	b.of = m.desk.Version()
	if err != nil {
		return m.Notify("the request cannot be written: %v", err)
	}
	b.doc, b.version = doc, b.version+1
	b.outline.SetDocument(doc, b.version)
	b.outline.SetWriting(c.Conv.Prompt(m.desk.Text()) != nil)
	b.outline.SetHeaders(c.Headers.Count())
	b.source.SetDocument(doc, b.version)
	b.giveBack(c)
	if ended {
		b.carry(was, doc)
	}
	m.showForm(b.outline.Place())
	m.Redraw()
	if m.Focus() == formPane {
		return tea.Batch(m.SetFocus(formPane), m.check())
	}
	return m.check()
}

// check runs the checks on the shown document beside the screen, one at a time.
func (m *Model) check() tea.Cmd {
	b := &m.builder
	if b.checking {
		return nil
	}
	b.checking = true
	doc, version, word := b.doc, b.version, m.Options.Service
	return func() tea.Msg {
		return checkedDocument{version: version, report: check.For(check.ForResponses, doc, word)}
	}
}

// checkedDocument brings what the checks found in the document of a version.
type checkedDocument struct {
	version uint64
	report  check.Report
}

func (c checkedDocument) apply(m *Model) tea.Cmd {
	b := &m.builder
	b.checking = false
	if b.doc == nil {
		return nil // its conversation was left
	}
	if c.version != b.version {
		return m.check()
	}
	b.report = c.report
	b.outline.SetFindings(c.report)
	b.source.SetFindings(sourceFindings(c.report), c.version)
	m.showFindings()
	return nil
}

// showFindings tells the form what was found; the headers are not checked.
func (m *Model) showFindings() {
	if m.builder.place.Group == views.HeadersGroup {
		m.builder.form.SetFaults(nil)
		return
	}
	m.builder.form.SetFaults(formFindings(m.builder.report))
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
