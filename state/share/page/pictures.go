package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
	"gatehouse/state/report"
	"gatehouse/state/text/spelling"
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
			w.text(spelling.Fit(b.title, (width-24)/titleGlyph))
			fmt.Fprintf(&w.b, `</text><text x="%d" y="%d" class="note">`, b.x+12, b.y+boxHeight/2+14)
			w.text(spelling.Fit(b.note, (width-24)/noteGlyph))
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

// boxOf returns a node as a box: its name, and what became of it in short.
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
	layers := map[string]int{"free": -2, "failed": -1} // what was chosen is on top
	slices.SortStableFunc(all, func(a, b line) int { return layers[a.class] - layers[b.class] })
	return all
}

// curve leads from one point to another.
func curve(x1, y1, x2, y2 int) string {
	half := (x1 + x2) / 2
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, half, y1, half, y2, x2, y2)
}

// runOf draws the run of exchanges, nothing if they are not of one run.
func runOf(list []Exchange) template.HTML {
	if len(list) < 2 {
		return ""
	}
	var entries []history.Entry
	for i := range list {
		of, listed := &list[i], list[i].Listed
		if listed == nil || listed.Run == 0 || listed.Run != list[0].Listed.Run {
			return ""
		}
		e := history.Of(of.About, of.State, of.Capture) // what was masked is so here too
		e.Key, e.Run, e.Parent, e.Joined = listed.Key, listed.Run, listed.Parent, listed.Joined
		entries = append(entries, e)
	}
	return sections(report.Run(waterfall.Of(entries)))
}

// runWidth is how wide the bars of a run are, in units of their pictures.
const runWidth = 1000

// waterfall draws the exchanges of a run on one axis of time, and the cells of each.
func (w *reportWriter) waterfall(of report.Waterfall) {
	w.b.WriteString(`<p class="legend">`)
	for p := waterfall.Tool; p <= waterfall.Silent; p++ {
		fmt.Fprintf(&w.b, `<span class="w%d"><i></i>%s</span>`, p, p)
	}
	axis := waterfall.NewAxis(of.Rows, runWidth)
	if len(axis.Breaks()) > 0 {
		w.b.WriteString("<span>│ time cut out</span>")
	}
	w.shut("p")
	t := of.Table()
	for _, r := range t.Rows {
		what := len(r.Cells) - 1 // the exchange below shows it completely
		r.Cells[what].Text = spelling.Fit(r.Cells[what].Text, t.Columns[what].MaxWidth)
	}
	w.table(t, func(i int) {
		fmt.Fprintf(&w.b, `<td class="run"><svg viewBox="0 0 %d 10" preserveAspectRatio="none" role="img">`, runWidth)
		for _, at := range axis.Breaks() {
			fmt.Fprintf(&w.b, `<path class="axis" d="M%d 0V10"/>`, at)
		}
		for _, s := range of.Rows[i].Bar() {
			from := axis.At(s.From)
			fmt.Fprintf(&w.b, `<g class="w%d"><title>%s %s</title><rect x="%.1f" width="%.1f" height="10"/></g>`,
				s.Part, s.Part, figures.Duration(s.To-s.From), from, max(axis.At(s.To)-from, 1))
		}
		w.b.WriteString("</svg></td>")
	})
}
