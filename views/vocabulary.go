package views

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// The vocabulary: what every pane has in common is one action, wherever it is done.
const (
	ActGoUp        Action = "go-up"
	ActGoDown      Action = "go-down"
	ActGoPageUp    Action = "go-page-up"
	ActGoPageDown  Action = "go-page-down"
	ActGoTop       Action = "go-top"
	ActGoEnd       Action = "go-end"
	ActGoLeft      Action = "go-left"
	ActGoRight     Action = "go-right"
	ActNextHit     Action = "next-hit"
	ActPreviousHit Action = "previous-hit"
	ActOpenRow     Action = "open-row"
	ActCopy        Action = "copy"
	ActDelete      Action = "delete"
	ActMoveUp      Action = "move-up"
	ActMoveDown    Action = "move-down"
)

// commonCommands returns the vocabulary with its keys, as scopes inherit them.
func commonCommands() []Command {
	r := rowsOf{scope: Common, group: "Move, find and copy"}
	return []Command{
		r.quiet(ActGoUp, "up", "Go up a line or row.", "k", "up").titled("Up", "line up, row up"),
		r.quiet(ActGoDown, "down", "Go down a line or row.", "j", "down").titled("Down", "line down, row down"),
		r.quiet(ActGoPageUp, "page up", "Go up a page.", "pgup", "ctrl+b").titled("Page up", "scroll up"),
		r.quiet(ActGoPageDown, "page down", "Go down a page.", "pgdown", "ctrl+f").titled("Page down", "scroll down"),
		r.quiet(ActGoTop, "top", "Go to the first line or row.", "g", "home", "ctrl+home").titled("Go to the top", "first, beginning, home"),
		r.quiet(ActGoEnd, "end", "Go to the last line or row.", "G", "end", "ctrl+end").titled("Go to the end", "last, bottom, follow"),
		r.quiet(ActGoLeft, "left", "Go left, or fold.", "left", "h").titled("Left", "fold, out"),
		r.quiet(ActGoRight, "right", "Go right, or unfold.", "right", "l").titled("Right", "unfold, in"),
		r.quiet(ActNextHit, "next", "Go to the next search hit.", "n").titled("Next hit of the search", "find next"),
		r.quiet(ActPreviousHit, "previous", "Go to the previous search hit.", "N").titled("Previous hit of the search", "find previous"),
		r.row(ActOpenRow, "open", "Open, unfold or fold the row.", "enter").titled("Open or unfold the row", "expand, fold, enter"),
		r.row(ActCopy, "copy", "Copy what is selected.", "y").titled("Copy what is selected", "yank"),
	}
}

// rowsOf makes the rows of one scope.
type rowsOf struct {
	scope  Scope
	group  string
	common []Command // the vocabulary, for the scopes that inherit of it
}

func rowsIn(s Scope, group string) rowsOf { return rowsOf{s, group, commonCommands()} }

// preview makes the row by which a screen with a preview shows and hides it.
func (r rowsOf) preview() Command {
	return r.row(ActPreviewPlace, "preview", "Show the preview next to the list, below it, or not at all. It takes 140 columns or 40 rows.", "|").titled("Show or move the preview", "details, split, side by side, pane, hide preview")
}

// row makes a row; what it lacks of keys and title it has from the vocabulary.
func (r rowsOf) row(a Action, short, help string, keys ...string) Command {
	c := Command{Action: a, Scope: r.scope, Keys: keys, Group: r.group, Short: short, Help: help}
	if i := r.index(a); i >= 0 {
		c.Name, c.Also = r.common[i].Name, r.common[i].Also
		if len(keys) == 0 {
			c.Keys = r.common[i].Keys
		}
	}
	return c
}

// titled returns the row with what people call its action, and other words that they type for it. A row
// without a title has that of the first row of its action.
func (c Command) titled(name, also string) Command {
	c.Name, c.Also = name, also
	return c
}

// quiet makes a row that comes last in the palette.
func (r rowsOf) quiet(a Action, short, help string, keys ...string) Command {
	c := r.row(a, short, help, keys...)
	c.Hidden = true
	return c
}

func (r rowsOf) index(a Action) int {
	return slices.IndexFunc(r.common, func(c Command) bool { return c.Action == a })
}

// inherit makes rows as the vocabulary has them.
func (r rowsOf) inherit(actions ...Action) []Command {
	rows := make([]Command, len(actions))
	for i, a := range actions {
		rows[i] = r.common[r.index(a)]
		rows[i].Scope, rows[i].Group, rows[i].Inherited = r.scope, r.group, true
	}
	return rows
}

// Steps returns how far a movement goes, in rows, for pages of that many rows. To the top
// and to the end is farther than any list is long; ok is false for any other action.
func Steps(a Action, page int) (by int, ok bool) {
	const far = 1 << 40
	page = max(page, 1)
	switch a {
	case ActGoUp:
		return -1, true
	case ActGoDown:
		return 1, true
	case ActGoPageUp:
		return -page, true
	case ActGoPageDown:
		return page, true
	case ActGoTop:
		return -far, true
	case ActGoEnd:
		return far, true
	}
	return 0, false
}

// ScrolledTo returns the first row that a list shows in that many rows, so that one of them is
// in view: the one that it showed first until now, where that can be, and no gap below
// the last row while there are rows above.
func ScrolledTo(row, top, shown, rows int) int {
	shown = max(shown, 1)
	top = max(min(top, row), row-shown+1)
	return max(min(top, rows-shown), 0)
}

// Rows are the selected row of a list and the first one in view.
type Rows struct{ Row, Top int }

// Reveal selects the nearest of the rows that there are, and scrolls to it.
func (r *Rows) Reveal(shown, rows int) {
	r.Row = min(max(r.Row, 0), max(rows-1, 0))
	r.Top = ScrolledTo(r.Row, r.Top, shown, rows)
}

// Scroll moves the window; the selection stays in it.
func (r *Rows) Scroll(by, shown, rows int) {
	r.Top = min(max(r.Top+by, 0), max(rows-shown, 0))
	r.Row = max(min(max(r.Row, r.Top), min(r.Top+shown, rows)-1), 0)
}

// ViewNumber returns which of the saved filters of the history a key means, from 0; -1 for none of
// them.
func ViewNumber(msg tea.Msg) int {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		if n := press.String(); n >= "1" && n <= "9" {
			return int(n[0] - '1')
		}
	}
	return -1
}
