package app

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
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

	place   views.Place // what the form shows
	doc     []byte      // what the panes show
	version uint64      // of doc
	madeOf  madeOf
	served  uint64 // counts what was given to the form, as its version
	typedAt time.Time

	report   check.Report
	checking bool
}

// madeOf is what the shown document was written from.
type madeOf struct {
	chat            *chat
	draft           *state.Draft
	drafts, version uint64
	text            int // version of the composer's text
	running         bool
}

func newBuilder(m *Model) builder {
	groups := field.Groups()
	return builder{
		outline: outline.New(m.styles, m.keys, groups),
		form:    form.New(m.styles, m.keys),
		source:  source.New(m.styles, m.keys),
		place:   views.Place{Group: groups[0].Name},
	}
}

// showBuild goes to the builder. Text that is being edited there is the next
// message of the branch that it will begin.
func (m *Model) showBuild() tea.Cmd {
	if c := m.desk.chat(); c.edit != nil {
		c.conv.Select(c.edit.Parent)
		m.composer.Remember(c.unsent)
		m.leaveEdit()
	}
	return m.show(buildScreen)
}

// refresh gives the builder's panes the document as it stands, when it is
// shown and has changed.
func (m *Model) refresh() tea.Cmd {
	b := &m.builder
	if m.screens.shown != buildScreen || b.madeOf == m.madeOf() {
		return nil
	}
	c := m.desk.chat()
	doc, err := m.bodyWith(c, m.composer.Text())
	b.madeOf = m.madeOf()
	if err != nil {
		return m.notify("the request cannot be written: %v", err)
	}
	b.doc, b.version = doc, b.version+1
	b.outline.SetDocument(doc, b.version)
	b.outline.SetWriting(c.conv.Prompt(m.composer.Text()) != nil)
	b.outline.SetHeaders(c.headers.set())
	b.source.SetDocument(doc, b.version)
	m.showForm(b.outline.Place())
	m.drawn.ok = false
	return m.check()
}

func (m *Model) madeOf() madeOf {
	c := m.desk.chat()
	return madeOf{
		chat: c, draft: c.conv.Draft, drafts: c.conv.Draft.Version(), version: c.conv.Version,
		text: m.composer.Version(), running: c.run != nil,
	}
}

// check runs the checks on the shown document beside the screen, one at a time.
func (m *Model) check() tea.Cmd {
	b := &m.builder
	if b.checking {
		return nil
	}
	b.checking = true
	doc, version, word := b.doc, b.version, m.opts.Service
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
