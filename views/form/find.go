package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/state/casefold"
	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/edit"
)

// find is a search for a field by its name, or for an element by its text.
type find struct {
	typing bool
	ed     *edit.Editor
	words  string
	from   int // row where it began
	none   bool
}

func (m *Model) openFind() {
	m.find = find{typing: true, ed: edit.New(), from: m.at}
	m.find.ed.SetWidth(1 << 20)
}

// findKey handles a message while the words are being typed: each goes to the
// first hit at or behind the row where the search began.
func (m *Model) findKey(msg tea.Msg) {
	f := &m.find
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		m.at = max(min(f.from, len(m.rows)-1), 0)
		m.find = find{}
		return
	}
	switch action := m.keys.Asked(msg, views.Composer); action {
	case views.ActSend:
		f.typing = false
		return
	case views.ActUp, views.ActDown, views.ActNewLine:
		return
	case "":
		f.ed.Insert(printed(msg, false))
	default:
		f.ed.Do(action)
	}
	if f.words = f.ed.Text(); f.words != "" {
		m.hit(f.from, 1)
	}
}

// toHit goes to the next hit behind or before the selection.
func (m *Model) toHit(by int) {
	if m.find.words == "" {
		m.openFind()
		return
	}
	m.hit(m.at+by, by)
}

// hit selects the first row from one on, in a direction and round the end,
// that the words are found in.
func (m *Model) hit(from, by int) {
	n := len(m.rows)
	words := m.find.words
	for i := range n {
		at := ((from+i*by)%n + n) % n
		if m.rows[at].holds(words) {
			m.at, m.find.none = at, false
			return
		}
	}
	m.find.none = !m.unfoldTo(words)
}

// unfoldTo looks for the words among the names of fields in folded objects; it
// unfolds the first that has them.
func (m *Model) unfoldTo(words string) bool {
	for _, r := range m.rows {
		if r.kind != rowHead || r.open {
			continue
		}
		if under := hidden(r.what.Fields, words, 0); under != "" {
			m.Show(r.pointer + under)
			return true
		}
	}
	return false
}

// hidden returns the pointer, below its object, of the first field whose name
// holds the words; empty for none.
func hidden(fields []field.Field, words string, depth int) string {
	for i := range fields {
		f := &fields[i]
		if casefold.Index(f.Name, words) >= 0 {
			return step("", f.Name)
		}
		if f.Kind == field.Object && depth < maxSchemaDepth {
			if under := hidden(f.Fields, words, depth+1); under != "" {
				return step("", f.Name) + under
			}
		}
	}
	return ""
}

// searched is how much of a value is looked through, in bytes.
const searched = 4 << 10

func (r *row) holds(words string) bool {
	if casefold.Index(r.label, words) >= 0 || casefold.Index(r.name, words) >= 0 {
		return true
	}
	text, _ := start(r.value, searched)
	return r.kind != rowHead && casefold.Index(text, words) >= 0
}

// start returns the beginning of a value for the eye, at most size bytes of
// its source: a string decoded, all else as it is spelled. more tells that
// there is more of it.
func start(value []byte, size int) (text string, more bool) {
	if scan.KindOf(value) != scan.String {
		if len(value) <= size {
			return string(value), false
		}
		return strings.ToValidUTF8(string(value[:size]), ""), true
	}
	if len(value) <= size+2 {
		return scan.Text(value), false
	}
	return scan.TextStart(value, size-len(`"`)), true
}
