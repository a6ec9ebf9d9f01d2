package connections

import (
	"strings"

	"gatehouse/views/text"
)

// Row is one connection of the list.
type Row struct {
	Name  string
	State string // in a few words
	Short string // of State, where it does not fit; empty if there is nothing shorter
	Mood  Mood
	Used  bool // the shown conversation goes over it
	First bool // the program begins with it
	Fixed bool // its settings cannot be changed, nor can it be deleted
}

// row draws one connection; names take so many cells.
func (l *List) row(i, name int) string {
	r := l.rows[i]
	sign, used := " ", " "
	if i == l.selected {
		sign = "▸"
	}
	if r.Used {
		used = "●"
	}
	first := text.Fit(text.SanitizeLine(r.Name), name, "…")
	state := r.words(l.width - name - 5)
	if i == l.selected && l.focus {
		return l.styles.Selection.Render(text.Fit(sign+used+" "+first+"  "+state, l.width, "…"))
	}
	style := l.styles.Dim
	switch r.Mood {
	case Good:
		style = l.styles.Good
	case Bad:
		style = l.styles.Bad
	case Offer:
		style = l.styles.Accent
	}
	return text.Fit(l.styles.Accent.Render(sign+used)+" "+l.styles.Text.Render(first)+"  "+style.Render(state), l.width, "…")
}

// words are the state in so many cells, shorter where all of it does not fit. That it is the
// default is said in any case.
func (r *Row) words(cells int) string {
	const first = ", default"
	state, short := text.SanitizeLine(r.State), text.SanitizeLine(r.Short)
	room := cells
	if r.First {
		room -= len(first)
	}
	if short != "" && text.Width(state) > room {
		state = short
	}
	state = text.Words(state, room)
	if r.First {
		state = strings.TrimPrefix(state+first, ", ")
	}
	return state
}
