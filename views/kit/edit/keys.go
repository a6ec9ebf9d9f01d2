package edit

import (
	"slices"
	"strings"
	"unicode"

	"gatehouse/views"
)

// Do does what one of the composer's keys of the table asks of the text. It reports whether
// that had an effect.
func (e *Editor) Do(action views.Action) bool {
	was, cutting := e.State(), e.cutting
	e.cutting = false
	switch action {
	case views.ActNewLine:
		e.Insert("\n")
	case views.ActYank:
		e.Insert(strings.Join(e.gone, ""))
	case views.ActUp:
		e.Vertical(-1)
	case views.ActDown:
		e.Vertical(1)
	case views.ActDeleteBack, views.ActDeleteForward, views.ActDeleteWordBack, views.ActKillStart, views.ActDeleteWord, views.ActKillEnd:
		e.delete(action, cutting)
	case views.ActLeft:
		e.GoTo(e.before(e.cursor))
	case views.ActRight:
		e.GoTo(e.after(e.cursor))
	case views.ActWordLeft:
		e.GoTo(e.wordBefore(notWord, isWord))
	case views.ActWordRight:
		e.GoTo(e.wordAfter())
	case views.ActLineStart:
		e.GoTo(e.text.LineStart(e.cursor))
	case views.ActLineEnd:
		e.GoTo(e.text.LineEnd(e.cursor))
	}
	return e.State() != was
}

// delete removes the marked range, else what the key names.
func (e *Editor) delete(action views.Action, cutting bool) {
	switch {
	case !e.marked.empty():
		e.gone = []string{e.takeMarked()}
	case action == views.ActDeleteBack:
		e.Remove(e.before(e.cursor), e.cursor)
	case action == views.ActDeleteForward:
		e.Remove(e.cursor, e.after(e.cursor))
	default:
		e.kill(action, cutting)
	}
}

// EndRun ends a run of cuts: the next one begins another.
func (e *Editor) EndRun() { e.cutting = false }

// kill cuts and stores the text for yank. Cuts without another key between them are joined, in the
// text's order.
func (e *Editor) kill(action views.Action, join bool) {
	from, to, back := e.cursor, e.cursor, false
	switch action {
	case views.ActDeleteWordBack:
		from, back = e.wordBefore(isBlank, func(r rune) bool { return !isBlank(r) }), true
	case views.ActDeleteWord:
		to = e.wordAfter()
	case views.ActKillStart:
		from, back = e.text.LineStart(e.cursor), true
	case views.ActKillEnd:
		if to = e.text.LineEnd(e.cursor); to == e.cursor {
			to = e.after(e.cursor)
		}
	}
	gone := e.Remove(from, to)
	e.cutting = true
	switch {
	case !join:
		e.gone = []string{gone}
	case back:
		e.gone = slices.Insert(e.gone, 0, gone)
	default:
		e.gone = append(e.gone, gone)
	}
}

// wordBefore returns where readline's motion to the left ends: over what skip is true
// for, then over what over is true for, within the line. A word that is longer than a
// piece is passed in steps.
func (e *Editor) wordBefore(skip, over func(rune) bool) int {
	start := max(e.text.LineStart(e.cursor), e.cursor-e.kind.Piece)
	if start == e.cursor {
		return e.before(e.cursor)
	}
	s := strings.TrimRightFunc(e.text.Slice(start, e.cursor), skip)
	return start + len(strings.TrimRightFunc(s, over))
}

func (e *Editor) wordAfter() int {
	end := min(e.text.LineEnd(e.cursor), e.cursor+e.kind.Piece)
	if end == e.cursor {
		return e.after(e.cursor)
	}
	s := strings.TrimLeftFunc(e.text.Slice(e.cursor, end), notWord)
	return end - len(strings.TrimLeftFunc(s, isWord))
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func notWord(r rune) bool { return !isWord(r) }

// isBlank reports what ctrl+w passes over, as readline's unix-word-rubout does.
func isBlank(r rune) bool { return r == ' ' || r == '\t' }
