package transcript

import (
	"slices"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/tooluse"
	"gatehouse/views"
)

// ShowFrameText scrolls to what a frame of a turn's exchange wrote, marks
// it, and selects and unfolds what holds it. It reports whether the turn is on
// the path that is shown, and the text in it.
func (m *Model) ShowFrameText(turn, frame int, w state.TextPosition) bool {
	m.update()
	if m.place(turn) < 0 {
		return false
	}
	m.changed()
	m.stopFollowing()
	m.raw[turn] = false
	x := m.exchange(turn)
	if x == nil || w.Item < 0 || w.Item >= len(x.Items) {
		return false
	}
	it := x.Items[w.Item]
	if !slices.Contains(x.Answer(), it) { // of another choice than the one that is shown
		return false
	}
	parts := it.Parts()
	k := key{turn: turn, part: partItem, item: it.Serial, piece: pieceItem}
	offset := w.Offset
	u, read := tooluse.Of(it)
	switch {
	case it.Type == "message":
		k.piece = max(w.Part, 0)
	case read && !isCall(it):
		delete(m.spelled, k)
		if at, ok := u.Offset(w.Part, w.Offset); ok {
			offset = at
		}
	case w.Part != wire.None && w.Part < len(parts):
		for _, p := range parts[:w.Part] { // the texts of a section are below each other
			if n := p.TextBuffer().Len(); n > 0 {
				offset += n + len(textGap)
			}
		}
	}
	m.closeFind() // its hits would be marked instead
	m.frameMark = frameMark{key: k, frame: frame, from: offset, to: offset + w.Length}
	m.showFrameMark()
	return true
}

// Selected returns the place in what its turn's exchange wrote at which the
// selected section begins; ok is false for a section that is no part of an
// answer.
func (m *Model) Selected() (turn int, w state.TextPosition, ok bool) {
	m.update()
	sec, turn := m.selection()
	if sec == nil {
		return turn, w, false
	}
	it, at := m.itemOf(sec.key)
	if it == nil {
		return turn, w, false
	}
	w = state.TextPosition{Item: at, Part: sec.key.piece}
	if parts := len(it.Parts()); w.Part < 0 || w.Part >= parts {
		if w.Part = wire.None; parts > 0 {
			w.Part = 0
		}
	}
	return turn, w, true
}

// exchange returns the exchange of a turn; nil for one without, and for a turn that is not on the
// path that is shown.
func (m *Model) exchange(turn int) *state.Exchange {
	if t := m.place(turn); t >= 0 {
		return m.path[t].turn.Exchange
	}
	return nil
}

// itemOf returns the item that a section shows, and its place in its turn's exchange; nil
// for a section without an item.
func (m *Model) itemOf(k key) (it *state.Item, at int) {
	x := m.exchange(k.turn)
	if x == nil || k.part != partItem {
		return nil, 0
	}
	if at = placeIn(x.Items, k.item); at < 0 {
		return nil, 0
	}
	return x.Items[at], at
}

// found returns the place in what its turn's exchange wrote at which the current
// hit of the search begins; ok is false where none is in view, and for one that
// is in no text of an answer.
func (m *Model) found() (turn int, w state.TextPosition, ok bool) {
	h, k, ok := m.find.here()
	if !ok {
		return 0, w, false
	}
	m.update()
	m.layout() // as it is to be seen now
	sec, offset := m.sectionAt(m.positionOf(anchor{key: k})), int(h.at)
	if _, head := h.head(); head || m.selected != k || sec.key != k || sec.body == nil {
		return 0, w, false
	}
	block := min(1+sec.body.Block(offset), sec.blocks()-1)
	if !slices.ContainsFunc(m.rows, func(r row) bool { return r.key == k && r.block == block }) {
		return 0, w, false
	}
	it, item := m.itemOf(k)
	switch {
	case it == nil:
		return 0, w, false
	case it.Type == "message":
		return k.turn, state.TextPosition{Item: item, Part: k.piece, Offset: offset}, true
	case m.spelled[k]:
		return 0, w, false
	}
	if u, ok := tooluse.Of(it); ok && len(u.Blocks) > 0 && !isCall(it) {
		part, at, ok := u.Place(offset)
		return k.turn, state.TextPosition{Item: item, Part: part, Offset: at}, ok
	}
	if it.InputBuffer().Len() > 0 { // it is not drawn as it was written
		return 0, w, false
	}
	at := offset
	for n, p := range it.Parts() { // the texts of a section are below each other
		size := p.TextBuffer().Len()
		if at < size {
			return k.turn, state.TextPosition{Item: item, Part: n, Offset: at}, true
		}
		if size > 0 {
			at = max(at-size-len(textGap), 0)
		}
	}
	return 0, w, false
}

// events leads to the frame that wrote what was found, or whose text is marked,
// else to the one that wrote the selected item.
func (m *Model) events() views.Intent {
	turn, w, ok := m.found()
	if !ok && m.hasFrameMark() {
		return views.ShowFrame{Turn: m.frameMark.key.turn, Frame: m.frameMark.frame}
	}
	if !ok {
		turn, w, ok = m.Selected()
	}
	if !ok {
		return views.Notify{Text: "no event for this; select part of an answer"}
	}
	if x := m.exchange(turn); x != nil {
		if frame, ok := x.FrameAt(w); ok {
			return views.ShowFrame{Turn: turn, Frame: frame}
		}
	}
	return views.Notify{Text: "not a stream: this answer has no events"}
}

// isCall reports whether an item is shown as a call of the user's tools: by its
// arguments, as they were written.
func isCall(it *state.Item) bool { return it.Type == "function_call" || it.Type == "custom_tool_call" }
