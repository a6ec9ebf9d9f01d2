// Package form is the pane in which the fields of one JSON object of the
// request are read and written: the middle of the builder. It is a lens on the
// document and stores no value but the text that is being typed.
//
// It is not a form of huh, whose fields store values: unknown members, their
// order and the spelling of what was not touched would be lost.
package form

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/state/request/field"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Form names the fields of an object that are shown.
type Form struct {
	Title  string
	Base   string // JSON Pointer of the object; empty for the document itself
	Fields []field.Field
	Intro  []string // lines below the title
	Extra  []Extra
	Others bool     // show also the object's members that no field names, as JSON
	Hide   []string // but these
}

// Extra is a line that is no field: what the fields' values amount to.
type Extra struct {
	After  string // name of the field that it follows; empty: the end
	Name   string
	Text   string
	Choose func() views.Intent // what enter does; nil for nothing
}

// Suggestion is a value that may be chosen.
type Suggestion struct {
	Value string
	Words string // what it is; drawn after the value
	Right string // a figure at the right end
}

// Model is the form.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	form     Form
	doc      []byte
	version  uint64
	findings []report.Finding
	suggest  map[field.Source][]Suggestion
	folds    map[string]bool // by pointer: what the user folded or unfolded

	rows           []*row
	places         map[string]int   // the row of a key; see row.key
	nameWidth      int              // cells of the longest name, with its indent
	objectFindings []report.Finding // findings at no row: of the object itself
	stale          bool             // rows are older than doc, form or folds

	selected   int    // of rows
	top        int    // first row on the screen
	pendingKey string // key of the row to select when there is one
	typed      *typing
	find       page.Finder[int]

	width, height int
	focus         bool
	changes       int                       // raised by all that can change what is drawn
	view          text.Memo[[2]int, string] // by changes and the version of the styles
	cache         cache
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes a form without fields.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{
		styles: styles, keys: keys.In(views.Form),
		suggest: map[field.Source][]Suggestion{}, folds: map[string]bool{}, stale: true,
	}
	m.find = m.newFinder()
	return m
}

// SetForm shows other fields. Selection, folds and the text being typed stay if the form describes
// the same object, whose kind may have changed.
func (m *Model) SetForm(f Form) {
	if f.Base != m.form.Base || f.Base == "" && f.Title != m.form.Title {
		m.selected, m.top, m.typed = 0, 0, nil
		m.find.Close()
		clear(m.folds)
	}
	m.form = f
	m.invalidate()
}

// SetDocument shows another state of the document, which must be valid JSON
// and must not be written to. The same version again costs nothing.
func (m *Model) SetDocument(doc []byte, version uint64) {
	if version == m.version && len(doc) == len(m.doc) && m.doc != nil {
		return
	}
	m.doc, m.version = doc, version
	m.invalidate()
}

// SetFaults shows what the checks have found. Findings at places that are not
// shown are drawn at the nearest place above.
func (m *Model) SetFaults(findings []report.Finding) {
	m.findings = findings
	m.invalidate()
}

// SetSuggestions sets the values that are offered where a field names source.
func (m *Model) SetSuggestions(source field.Source, values []Suggestion) {
	m.suggest[source] = values
	if m.typed != nil && m.typed.source == source && source != field.NoSource {
		m.typed.offer(values)
	}
	m.changed()
}

// Title returns the form's title.
func (m *Model) Title() string { return m.form.Title }

// Selected returns the JSON Pointer of the selected value; of a place for a
// new element that of its list.
func (m *Model) Selected() string {
	m.sync()
	if r := m.row(); r != nil {
		return r.pointer
	}
	return m.form.Base
}

func (m *Model) SetSize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width != m.width || height != m.height {
		m.width, m.height = width, height
		m.changed()
	}
}

func (m *Model) SetFocus(on bool) tea.Cmd {
	m.focus = on
	m.changed()
	return nil
}

func (m *Model) Typing() bool { return m.focus && (m.typed != nil || m.find.Typing) }

func (m *Model) Scroll(_, dy int) {
	m.sync()
	if m.typed == nil {
		m.goTo(m.selected + dy)
	}
}

// changed is called after every change of what is drawn, and by no key without effect:
// Answer.Used follows from it.
func (m *Model) changed() { m.changes++ }

// invalidate marks the rows stale.
func (m *Model) invalidate() {
	m.stale = true
	m.changed()
}

func (m *Model) ShortHelp() []key.Binding {
	switch {
	case m.typed != nil:
		return m.keys.Renamed(views.ActSend, "apply")
	case m.find.Typing:
		return m.keys.Renamed(views.ActListChoose, "find")
	}
	m.sync()
	actions := m.rowActions()
	bindings := m.keys.Bindings(actions...)
	if i := slices.Index(actions, views.ActDelete); i >= 0 && m.row().in == nil {
		bindings[i] = m.keys.As(views.ActDelete, "unset")
	}
	return bindings
}

// rowActions returns the actions that do something on the selected row.
func (m *Model) rowActions() []views.Action {
	r := m.row()
	if r == nil {
		return nil
	}
	var out []views.Action
	if _, ok := report.FirstRepair(m.foundHere()); ok {
		out = append(out, views.ActFormFix)
	}
	if r.kind != rowFixed && (r.kind != rowExtra || r.extra.Choose != nil) {
		out = append(out, views.ActFormEdit)
	}
	if len(r.steps()) > 0 {
		out = append(out, views.ActFormToggle)
	}
	if r.group() != nil || partsOf(r) != nil {
		out = append(out, views.ActFormAdd)
	}
	if r.in != nil && r.kind != rowAdd || r.in == nil && r.value != nil && r.pointer != "" {
		out = append(out, views.ActDelete)
	}
	if r.in != nil && r.in.named() && r.kind != rowAdd {
		out = append(out, views.ActFormRename)
	}
	if r.pointer != "" && r.kind != rowExtra && r.kind != rowAdd && r.kind != rowFixed {
		out = append(out, views.ActFormJSON)
	}
	return out
}

func (m *Model) FullHelp() [][]key.Binding {
	return m.keys.Full([]views.Scope{views.Form})
}
