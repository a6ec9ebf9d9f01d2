package transcript

import "gatehouse/views"

// copied is the section that the copy key copies: the selected one, or the last text of the
// answer where a line about the answer is selected. It is nil where there is nothing to copy.
func (m *Model) copied() *section {
	if len(m.path) == 0 {
		return nil
	}
	selected := m.positionOf(anchor{key: m.choice()})
	for at, ok := selected, true; ok && at.turn == selected.turn; at, ok = m.adjacentSection(at, -1) {
		switch sec := m.sectionAt(at); {
		case sec.source != nil && (at == selected || sec.key.part != partInput):
			return sec
		case sec.key.part == partInput:
			return nil
		}
	}
	return nil
}

// copySelected copies the address of a source that is being looked at, else a section.
func (m *Model) copySelected() views.Intent {
	if url, ok := m.address(); ok {
		return views.Copy{What: "address of the source", Text: url}
	}
	if sec := m.copied(); sec != nil {
		return views.Copy{What: sec.what, Text: sec.source()}
	}
	return views.Notify{Text: "nothing to copy here; " + m.keys.Name(views.ActCopyMenu) + " lists what can be copied"}
}
