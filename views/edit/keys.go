package edit

import (
	"strings"

	"gatehouse/views"
)

// Do does what one of the composer's keys of the table asks of the text. It
// reports whether the action is one that an editor knows; up and down are so
// only where there is a row to go to.
func (b *Editor) Do(action views.Action) bool {
	cutting := b.cutting
	b.cutting = false
	switch action {
	case views.ActNewLine:
		b.Insert("\n")
	case views.ActYank:
		b.Insert(strings.Join(b.gone, ""))
	case views.ActUp:
		return b.Vertical(-1)
	case views.ActDown:
		return b.Vertical(1)
	case views.ActDeleteBack:
		b.cut(b.before())
	case views.ActDeleteForward:
		b.cut(b.after())
	case views.ActDeleteWordBack, views.ActKillStart, views.ActDeleteWord, views.ActKillEnd:
		b.kill(action, cutting)
	default:
		return b.move(action)
	}
	return true
}

// move places the cursor without changing the text.
func (b *Editor) move(action views.Action) bool {
	switch action {
	case views.ActLeft:
		b.GoTo(b.before())
	case views.ActRight:
		b.GoTo(b.after())
	case views.ActWordLeft:
		b.GoTo(b.wordBefore())
	case views.ActWordRight:
		b.GoTo(b.wordAfter())
	case views.ActLineStart:
		b.GoTo(b.row, 0)
	case views.ActLineEnd:
		b.GoTo(b.row, len(b.lines[b.row].text))
	default:
		return false
	}
	return true
}

// kill cuts and keeps what it cut for yank. Cuts that follow one another
// without another key between them are kept as one, in the text's order.
func (b *Editor) kill(action views.Action, join bool) {
	var gone string
	back := false
	switch action {
	case views.ActDeleteWordBack:
		gone, back = b.cut(b.spaceBefore()), true
	case views.ActDeleteWord:
		gone = b.cut(b.wordAfter())
	case views.ActKillStart:
		gone, back = b.cut(b.row, 0), true
	case views.ActKillEnd:
		if end := len(b.lines[b.row].text); b.off < end {
			gone = b.cut(b.row, end)
		} else {
			gone = b.cut(b.after())
		}
	}
	b.cutting = true
	switch {
	case !join:
		b.gone = []string{gone}
	case back:
		b.gone = append([]string{gone}, b.gone...)
	default:
		b.gone = append(b.gone, gone)
	}
}

// spaceBefore returns the place where readline's ctrl+w cuts to: over white
// space, then over what is none.
func (b *Editor) spaceBefore() (row, off int) {
	if b.off == 0 {
		return b.before()
	}
	s := strings.TrimRight(b.lines[b.row].text[:b.off], " \t")
	return b.row, strings.LastIndexAny(s, " \t") + 1
}
