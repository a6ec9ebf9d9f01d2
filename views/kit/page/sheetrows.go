package page

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Rows collects the rows of a sheet.
type Rows struct {
	Styles *themes.Styles
	Width  int // cells of the sheet
	List   []Row
}

// textWidth returns the width of a row without its cursor and sign.
func (b *Rows) textWidth() int { return max(b.Width-sheetIndent, 8) }

// Add adds a row.
func (b *Rows) Add(r Row) { b.List = append(b.List, r) }

// Blank adds an empty line, but not a second one nor a first.
func (b *Rows) Blank() {
	if n := len(b.List); n > 0 && (b.List[n-1].ID != "" || b.List[n-1].Of != nil) {
		b.Add(Row{Line: func() string { return "" }})
	}
}

// Heading begins a part of the page; description describes all of it.
func (b *Rows) Heading(title, description string) {
	b.Blank()
	line := b.Styles.Strong.Render(title)
	if description != "" {
		line += "   " + b.Styles.Dim.Render(text.SanitizeLine(description))
	}
	b.Add(Row{Line: func() string { return line }, Of: title})
}

// Styled adds a line that has been drawn and is safe.
func (b *Rows) Styled(id, line string) {
	b.Add(Row{ID: id, Line: func() string { return line }})
}

// Para adds text, wrapped and made safe. The cursor passes over one without an
// id.
func (b *Rows) Para(id string, style lipgloss.Style, indent int, words string) {
	width := max(b.textWidth()-indent, 8)
	for i, line := range strings.Split(text.Sanitize(text.ClipSized(words, sheetValue)), "\n") {
		for j, piece := range text.Rows(line, width) {
			r := Row{Line: func() string { return strings.Repeat(" ", indent) + style.Render(piece) }}
			if id != "" {
				r.ID = id + "/" + strconv.Itoa(i) + "/" + strconv.Itoa(j)
			} else {
				r.Of = piece // a line with words, other than Blank's
			}
			b.Add(r)
		}
	}
}

// maxQuoted is how many lines of received text a page shows; of a longer one only ofMore, before the
// row that unfolds to all.
const (
	maxQuoted = 8
	ofMore    = 4
)

// Quote adds received text as Para does; of a long one the beginning, and a row that unfolds to all
// of it.
func (b *Rows) Quote(id string, style lipgloss.Style, indent int, words string) {
	from := len(b.List)
	b.Para(id, style, indent, words)
	if len(b.List)-from <= maxQuoted {
		return
	}
	b.List = b.List[:from+ofMore]
	full := rope.Plain(words)
	b.Add(Row{ID: id + "/all", Text: func() *rope.Rope { return full }, Line: func() string {
		return b.Styles.Dim.Render("… " + figures.Size(len(words)) + " in total")
	}})
}

// Press adds a line about a key: what it does here.
func (b *Rows) Press(id, key, does string, of any) {
	b.Add(Row{ID: id, Of: of, Line: func() string {
		return b.Styles.Key.Render(views.KeyName(key)) + "  " + b.Styles.Text.Render(text.SanitizeLine(does))
	}})
}

// Unfolding adds a line that unfolds into JSON; words are drawn and safe.
func (b *Rows) Unfolding(id, words string, doc []byte) {
	b.Add(Row{ID: id, JSON: doc, Line: func() string { return words }})
}
