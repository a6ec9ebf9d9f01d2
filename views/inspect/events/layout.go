package events

import (
	"slices"
	"strconv"

	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// places are the parts of the pane: rows of what is above the list, of the list, and
// of the data with its line above, of the scrubber; the last line is the verdict's. Without a preview all are
// as wide as the pane and below one another.
type places struct {
	above, list, data int
	width             int // cells of the list
	preview
}

// minList is how many rows of the list are left before what is above it
// goes.
const minList = 3

// headRows are those above the list: the title, the time and the headings.
const headRows = 3

// scrubberFrom are the rows of the pane from which the scrubber has one, with a preview or without.
const scrubberFrom = 28

func (m *Model) layout() places {
	if p, ok := m.previewed(); ok {
		return p
	}
	rest := max(m.Height-1, 0)
	p := places{above: headRows, width: m.Width}
	if m.Height >= scrubberFrom && m.Width >= scrubberCells && !m.untimed() {
		rest--
		p.scrubber = views.Rect{Y: rest, W: m.Width, H: 1}
	}
	if m.data.open && !m.filter.open {
		p.data = min(rest/2, max(rest-p.above-minList, 0))
		if p.data < 2 {
			p.data = 0
		}
	}
	for p.above > 0 && rest-p.above-p.data < minList {
		p.above--
	}
	p.list = max(rest-p.above-p.data, 0)
	return p
}

// topOf returns the first line in view of a list of a height: the selected line is in view, and
// as much of the list as fits. A target out of view is placed at a third of the height.
func (m *Model) topOf(list int) int {
	n, top := m.line(), m.top
	if m.jumped && (n < top || n >= top+list) {
		top = n - list/3
	}
	top = max(min(top, n), n-list+1)
	return max(min(top, m.rows.Lines()-list), 0)
}

// columns are the widths of the list's columns, in cells: those of figures with the
// cells that part them from what is before, 0 for one that is not there.
type columns struct {
	number, at, gap, sequence, what, size int
}

// minWhat is the width at which the type and the item of a frame are readable.
const minWhat = 23

// columns divides the pane's width. What a frame is has what the figures leave; of
// them one after the other has its column, in the order of their worth, until
// too little would be left.
func (m *Model) columns() columns {
	const mark, sign, margin = 3, 3, 1
	digits := len(strconv.Itoa(m.rows.Frames()))
	c := columns{number: max(2*digits+1, 5)}
	c.what = m.layout().width - mark - c.number - sign - margin
	if c.what < minWhat {
		c.what += c.number - (digits + 1)
		c.number = digits + 1
	}
	latest := min(m.rows.Ref(m.rows.Frames()-1).AtUS, 999_999_000) // what is more, here and below, is written shorter
	largest := min(int(m.subject.Capture.Text().Len()), 999_900)
	least, most := m.list().Sequences()
	sequence := max(len(strconv.FormatInt(least, 10)), len(strconv.FormatInt(most, 10))) // every number fits, the two of a run in a fourth of the pane
	figures := []struct {
		column *int
		cells  int
	}{
		{&c.at, 2 + max(len(figures.Moment(latest)), 7)},
		{&c.gap, 3 + 9}, // its heading is two words; 3 cells separate it from the column before
		{&c.sequence, 1 + max(min(2*sequence+1, m.layout().width/4), sequence+1, 5)},
		{&c.size, 1 + max(len(figures.Size(largest)), 7)},
	}
	if m.untimed() {
		figures = figures[2:]
	}
	for _, f := range figures {
		if c.what-f.cells < minWhat {
			break
		}
		*f.column = f.cells
		c.what -= f.cells
	}
	c.what = max(c.what, 0)
	return c
}

// preview is where the pane shows what the selected frames hold and wrote, next to the list
// or below it, and the scrubber under both.
type preview struct {
	shown              bool
	bar                views.Rect // between the list and the preview aside, or between the two parts below it
	dataRect, textRect views.Rect // the data, and the text; each with its line above
	scrubber           views.Rect
}

const (
	minPreview    = 10  // rows of the list and its preview, below which there is none
	twoParts      = 100 // cells from which the two parts below the list are side by side
	holdsShare    = 50  // percent of the preview's rows that the data has
	scrubberCells = 40  // of the pane at least
)

// previewed divides a pane that has room for a preview; ok is false for another.
func (m *Model) previewed() (p places, ok bool) {
	const above, below = 2, 2 // the title and the time; the scrubber and the verdict
	body := views.Rect{Y: above, W: m.Width, H: m.Height - above - below}
	if m.place == views.PreviewOff || m.place == "" || body.H < minPreview || m.Width < scrubberCells {
		return places{}, false
	}
	list, rule, rest := m.place.Split(body)
	if m.place == views.PreviewBelow { // the lines above its parts are the rule
		rest.Y, rest.H, rule = rule.Y, rest.H+rule.H, views.Rect{}
	}
	p = places{above: headRows, list: list.H - (headRows - above), width: list.W}
	p.preview = preview{shown: true, bar: rule, dataRect: rest, scrubber: views.Rect{Y: m.Height - below, W: m.Width, H: 1}}
	switch {
	case m.data.open: // it alone
	case m.place == views.PreviewBelow && m.Width >= twoParts:
		p.dataRect, p.bar, p.textRect = rest.Split((rest.W - 1) / 2)
	default:
		p.dataRect.H = rest.H * holdsShare / 100
		p.textRect = views.Rect{X: rest.X, Y: rest.Y + p.dataRect.H, W: rest.W, H: rest.H - p.dataRect.H}
	}
	p.data = p.dataRect.H
	return p, true
}

// withPreview adds the preview to the lines of the list, down to the scrubber.
func (m *Model) withPreview(lines []string, p places) []string {
	lines = fitLines(lines, p.scrubber.Y)
	bar := slices.Repeat([]string{m.styles.Rule.Render("│")}, p.bar.H)
	if m.place == views.PreviewBelow && len(bar) > 0 { // a joint at the line above the parts
		bar[0] = m.styles.Rule.Render("┬")
	}
	if p.bar.X < p.dataRect.X {
		m.put(lines, p.bar, bar)
	}
	m.put(lines, p.dataRect, m.dataLines(p.dataRect.H, p.dataRect.W))
	if p.bar.X > p.dataRect.X {
		m.put(lines, p.bar, bar)
	}
	if p.textRect.H > 0 {
		m.put(lines, p.textRect, m.proseLines(p.textRect.W, p.textRect.H))
	}
	return lines
}

// put writes lines into a place, after what is on its rows to the left of it.
func (m *Model) put(lines []string, r views.Rect, drawn []string) {
	for i := range r.H {
		before := lines[r.Y+i]
		if r.X > 0 {
			before = text.Fit(before, r.X, "…")
		}
		lines[r.Y+i] = before + text.Fit(drawn[i], r.W, "…")
	}
}
