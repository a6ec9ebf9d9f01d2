package source

import (
	"gatehouse/client/scan"
	"gatehouse/state/report"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// actReading does what an action asks for while the text is looked at.
func (m *Model) actReading(a views.Action) views.Answer {
	was := m.position()
	switch a {
	case "":
		return views.Answer{}
	case views.ActSourceEdit:
		m.editing = true
		m.changed()
		return views.Answer{Used: true}
	case views.ActSourceForm:
		path, _ := around(m.bytes(), m.ed.At())
		return views.Ask(views.ShowPlace{Pointer: scan.Pointer(path...)})
	case views.ActCopy:
		return views.Ask(m.copy())
	case views.ActSourcePath:
		path := jqPath(m.bytes(), m.ed.At())
		return views.Ask(views.Copy{What: "path " + text.ClipLine(path, 40), Text: path})
	case views.ActSourceBack:
		return m.restore()
	case views.ActSourceFault:
		m.toNext(1, report.Faults(m.findings.List))
	case views.ActSourceFindingNext:
		m.toNext(1, m.findings.List)
	case views.ActSourceFindingPrev:
		m.toNext(-1, m.findings.List)
	case views.ActSourceFix:
		return views.Ask(m.fix())
	case views.ActFind:
		return m.openFind()
	case views.ActNextHit:
		return m.withUsed(was, m.find.Step(1))
	case views.ActPreviousHit:
		return m.withUsed(was, m.find.Step(-1))
	default:
		m.walk(a)
	}
	return m.withUsed(was, views.Answer{})
}

func (m *Model) walk(a views.Action) {
	switch a {
	case views.ActGoUp, views.ActUp:
		m.rows(-1)
	case views.ActGoDown, views.ActDown:
		m.rows(1)
	case views.ActGoPageUp:
		m.page(-1)
	case views.ActGoPageDown:
		m.page(1)
	case views.ActGoTop:
		m.toRow(m.ed.SpotAt(0))
	case views.ActGoEnd:
		m.toRow(m.ed.SpotAt(m.ed.Buffer().Len()))
	case views.ActGoLeft:
		if path, _ := around(m.bytes(), m.ed.At()); len(path) > 0 {
			m.goToPointer(scan.Pointer(path[:len(path)-1]...))
		}
	case views.ActGoRight:
		m.toNextValue()
	}
}

// toNextValue goes to what follows the value under the cursor.
func (m *Model) toNextValue() {
	doc := m.bytes()
	_, at := around(doc, m.ed.At())
	if !at.found || at.start == 0 {
		return
	}
	off := scan.SkipSpace(doc, at.to)
	if off < len(doc) && doc[off] == ',' {
		off = scan.SkipSpace(doc, off+1)
	}
	if off < len(doc) {
		m.ed.GoTo(off)
	}
}

// Show moves the cursor to the value at a JSON Pointer (RFC 6901), or where it
// is missing to the value around it. It reads the document once.
func (m *Model) Show(pointer string) {
	m.goToPointer(pointer)
	m.changed()
}

// Follow is Show for a pane next to this one that goes from value to value: what is
// missing in the document itself leaves the cursor where it is.
func (m *Model) Follow(pointer string) {
	if m.verdict != inForce {
		return // the cursor is where it is to be fixed
	}
	if at := locate(m.bytes(), pointer)[0]; at.found && (at.exact || at.start > scan.SkipSpace(m.bytes(), 0)) {
		m.ed.GoTo(at.start)
		m.show(m.parts().text / 3)
		m.changed()
	}
}

func (m *Model) goToPointer(pointer string) {
	if at := locate(m.bytes(), pointer)[0]; at.found {
		m.ed.GoTo(at.start)
		m.show(m.parts().text / 3)
	}
}

func (m *Model) copy() views.Intent {
	doc := m.bytes()
	path, at := around(doc, m.ed.At())
	what := scan.Pointer(path...)
	switch {
	case len(doc) == 0:
		return views.Notify{Text: "nothing to copy"}
	case what == "" && (at.found || m.verdict != broken):
		return views.Copy{What: "document", Text: string(doc)}
	case !at.found:
		return views.Notify{Text: "the JSON is broken inside this value; " + m.keys.Name(views.ActSourceEdit) + " to fix it"}
	}
	return views.Copy{What: what, Text: string(doc[at.from:at.to])}
}

// restore restores broken text that was given up.
func (m *Model) restore() views.Answer {
	if m.dropped == nil {
		return views.Answer{}
	}
	m.replace(string(m.dropped.Bytes()))
	return m.edited()
}

// replace replaces all of the text.
func (m *Model) replace(text string) {
	m.ed.Splice(0, m.ed.Buffer().Len(), text)
	m.unfolded = true
	m.refold()
}
