package page

import (
	"cmp"
	"fmt"
	"slices"

	"gatehouse/state/answer/figures"
	"gatehouse/state/report"
)

// Sizes of the picture of a flow, in pixels of its viewBox.
const (
	flowWidth  = 940
	boxHeight  = 48
	boxGap     = 12 // of two below one another
	columnGap  = 44
	widestBox  = 260
	tallest    = 9 // boxes of a column; what is more is counted
	titleGlyph = 8 // about as wide as a letter of it is
	noteGlyph  = 6
)

// box is a rounded rectangle with two lines of text.
type box struct {
	x, y        int
	title, note string
	full        string // both, not shortened
	class       string
}

// stack is a column: the nodes of a step, or the first steps, if nothing more is known of them.
type stack struct {
	boxes  []box
	inTurn bool // one comes after the other
}

// flow draws a way from left to right, the steps side by side.
func (w *reportWriter) flow(f report.Flow) {
	columns, width, height := arranged(f)
	fmt.Fprintf(&w.b, `<svg class="flow" viewBox="0 0 %d %d" role="img" aria-label="flow">`, flowWidth, height)
	for _, l := range lines(columns, width) {
		fmt.Fprintf(&w.b, `<path d="%s" class="way %s"/>`, l.path, l.class)
	}
	for _, c := range columns {
		for _, b := range c.boxes {
			fmt.Fprintf(&w.b, `<g class="box %s"><title>`, b.class)
			w.text(b.full)
			fmt.Fprintf(&w.b, `</title><rect x="%d" y="%d" width="%d" height="%d" rx="8"/><text x="%d" y="%d" class="title">`, b.x, b.y, width, boxHeight, b.x+12, b.y+boxHeight/2-4)
			w.text(cut(b.title, (width-24)/titleGlyph))
			fmt.Fprintf(&w.b, `</text><text x="%d" y="%d" class="note">`, b.x+12, b.y+boxHeight/2+14)
			w.text(cut(b.note, (width-24)/noteGlyph))
			w.b.WriteString("</text></g>")
		}
	}
	w.shut("svg")
}

// arranged puts the boxes in their places: the columns as wide as there is room for, each in
// the middle of the height.
func arranged(f report.Flow) (columns []stack, width, height int) {
	for i, s := range f.Steps {
		if s.Detailed || i == 0 {
			columns = append(columns, stack{inTurn: s.InTurn || !s.Detailed})
		}
		c := &columns[len(columns)-1]
		for j, n := range s.Nodes {
			if j == tallest-1 && len(s.Nodes) > tallest {
				more := figures.Thousands(len(s.Nodes)-j) + " more"
				c.boxes = append(c.boxes, box{title: "…", note: more, full: more, class: "free"})
				break
			}
			c.boxes = append(c.boxes, boxOf(s, n))
		}
	}
	rows := 1
	for _, c := range columns {
		rows = max(rows, len(c.boxes))
	}
	height = rows*(boxHeight+boxGap) - boxGap + 4
	width = min((flowWidth-4-(len(columns)-1)*columnGap)/len(columns), widestBox)
	step := width
	if len(columns) > 1 {
		step = (flowWidth - 4 - width) / (len(columns) - 1)
	}
	for i, c := range columns {
		for j := range c.boxes {
			c.boxes[j].x = 2 + i*step
			c.boxes[j].y = 2 + (rows-len(c.boxes))*(boxHeight+boxGap)/2 + j*(boxHeight+boxGap)
		}
	}
	return columns, width, height
}

// boxOf is a node as a box: its name, and what became of it in short.
func boxOf(s report.Step, n report.Node) box {
	name := n.Names[len(n.Names)-1]
	b := box{title: name, note: cmp.Or(n.Outcome.Text, n.About, s.Label), full: name + ": " + cmp.Or(n.About, s.Label)}
	role := n.Role
	switch {
	case n.Outcome.Role == report.Bad:
		role = report.Bad
	case n.Sign.Text != "":
		role = n.Sign.Role
	}
	b.class = map[report.Role]string{report.Value: "asked", report.Good: "selected", report.Bad: "failed", report.Quiet: "free"}[role]
	return b
}

// line is a line from one box to another.
type line struct{ path, class string }

// lines connects boxes that followed each other downwards, and each column with the next: from the
// chosen box, if any, to the box with its name, if any.
func lines(columns []stack, width int) (all []line) {
	var from []box
	for _, c := range columns {
		if len(c.boxes) == 0 {
			continue
		}
		to := c.boxes
		if c.inTurn {
			for i, b := range c.boxes[1:] {
				all = append(all, line{fmt.Sprintf("M%d %dV%d", b.x+width/2, c.boxes[i].y+boxHeight, b.y), ""})
			}
			to = to[:1]
		}
		for _, a := range from {
			ends := to
			if same := slices.IndexFunc(c.boxes, func(b box) bool { return b.title == a.title }); same >= 0 {
				ends = c.boxes[same : same+1] // the attempt at an endpoint
			}
			for _, b := range ends {
				class := b.class
				if len(from) > 1 {
					class = a.class
				}
				all = append(all, line{curve(a.x+width, a.y+boxHeight/2, b.x, b.y+boxHeight/2), class})
			}
		}
		from = c.boxes
		if c.inTurn {
			from = from[len(from)-1:]
		} else if chosen := slices.DeleteFunc(slices.Clone(from), func(b box) bool { return b.class == "free" }); len(chosen) > 0 {
			from = chosen
		}
	}
	order := []string{"free", "failed"} // and what was chosen on top
	slices.SortStableFunc(all, func(a, b line) int { return place(order, a.class) - place(order, b.class) })
	return all
}

// place returns the position of a class in an order; other classes are last.
func place(order []string, class string) int {
	if i := slices.Index(order, class); i >= 0 {
		return i
	}
	return len(order)
}

// curve leads from one point to another.
func curve(x1, y1, x2, y2 int) string {
	half := (x1 + x2) / 2
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, half, y1, half, y2, x2, y2)
}

// cut shortens a text to a number of characters.
func cut(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
