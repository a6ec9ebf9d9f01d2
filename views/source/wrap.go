package source

import "github.com/charmbracelet/x/ansi"

// wrap fills in the rows.
func (l *layout) wrap(u *unit) {
	start := l.text.lineStart(u.from)
	w := wrapper{width: l.width, rest: start < u.from}
	w.begin(u.from)
	if w.rest {
		for w.indent < maxIndent && l.text.byteAt(start+w.indent) == ' ' {
			w.indent++
		}
		w.begin(u.from)
	}
	for _, seg := range u.segments {
		for i := 0; i < len(seg.s); {
			if seg.s[i] == '\n' {
				w.line(seg.from + i)
				i++
				continue
			}
			c := cellAt(seg.s[i:])
			w.put(seg.from+i, c, seg.s[i] == ' ')
			i += c.size
		}
		if f := seg.fold; f != nil {
			w.put(f.from, f.cell(l.width), false)
		}
	}
	u.rows = w.rows
	if w.at.from < u.to || u.to == l.text.len() && (len(u.rows) == 0 || l.text.byteAt(u.to-1) == '\n') {
		w.at.to, w.at.next = u.to, u.to
		u.rows = append(u.rows, w.at)
	}
}

// maxIndent is how far the rest of a wrapped line is indented at most.
const maxIndent = 40

// cell is what a folded string is drawn as.
func (f *fold) cell(width int) cell {
	label := ansi.Truncate(f.label, width, "")
	return cell{size: f.to - f.from, width: ansi.StringWidth(label), drawn: true, text: label}
}

// wrapper makes rows from cells: a row ends behind the last space that fits,
// and a word longer than a row is cut.
type wrapper struct {
	width  int
	rows   []row
	at     row
	col    int
	brk    int // where the row may end: behind a space; at.from for nowhere
	since  int // cells behind brk
	indent int // spaces at the line's start
	words  bool
	rest   bool
}

func (w *wrapper) begin(from int) {
	lead := 0
	if w.rest {
		lead = min(w.indent+2, w.width/3)
	}
	w.at = row{from: from, lead: lead, rest: w.rest}
	w.col, w.brk, w.since = lead, from, 0
}

func (w *wrapper) put(off int, c cell, space bool) {
	if w.col+c.width > w.width && off > w.at.from {
		end, carried := off, 0
		if w.brk > w.at.from {
			end, carried = w.brk, w.since
		}
		w.end(end, end)
		w.rest = true
		w.begin(end)
		w.col += carried
		if w.col+c.width > w.width && off > w.at.from { // the word and its end do not fit either
			w.end(off, off)
			w.begin(off)
		}
	}
	w.col += c.width
	w.since += c.width
	switch {
	case !space:
		w.words = true
	case !w.words && !w.rest:
		w.indent++
	default:
		w.brk, w.since = off+c.size, 0
	}
}

// line ends a line at its line feed.
func (w *wrapper) line(off int) {
	w.end(off, off+1)
	w.rest, w.words, w.indent = false, false, 0
	w.begin(off + 1)
}

func (w *wrapper) end(to, next int) {
	w.at.to, w.at.next = to, next
	w.rows = append(w.rows, w.at)
}
