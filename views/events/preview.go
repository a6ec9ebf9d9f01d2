package events

import (
	"gatehouse/views"
	"gatehouse/views/text"
)

// preview is where the pane shows what the selected frames hold and wrote, beside the list
// or below it, and the scrubber under both.
type preview struct {
	shown        bool
	bar          views.Rect // between the list and what stands aside of it, or between the two parts below it
	holds, wrote views.Rect // the data, and the text; each with its line above
	scrubber     views.Rect
}

const (
	leastPreview  = 10  // rows of the list and its preview, below which there is none
	twoParts      = 100 // cells from which the two parts below the list stand beside each other
	holdsShare    = 50  // percent of the preview's rows that the data has
	scrubberCells = 40  // of the pane at least
)

// previewed divides a pane that has room for a preview; ok is false for another.
func (m *Model) previewed() (p places, ok bool) {
	const above, below = 2, 2 // the title and the time; the scrubber and the verdict
	body := views.Rect{Y: above, W: m.width, H: m.height - above - below}
	if m.place == views.PreviewOff || m.place == "" || body.H < leastPreview || m.width < scrubberCells {
		return places{}, false
	}
	list, rule, rest := m.place.Split(body)
	if m.place == views.PreviewBelow { // the lines above its parts are the rule
		rest.Y, rest.H, rule = rule.Y, rest.H+rule.H, views.Rect{}
	}
	p = places{above: headRows, list: list.H - (headRows - above), width: list.W}
	p.preview = preview{shown: true, bar: rule, holds: rest, scrubber: views.Rect{Y: m.height - below, W: m.width, H: 1}}
	switch {
	case m.data.open: // it alone
	case m.place == views.PreviewBelow && m.width >= twoParts:
		p.holds, p.bar, p.wrote = rest.Split((rest.W - 1) / 2)
	default:
		p.holds.H = rest.H * holdsShare / 100
		p.wrote = views.Rect{X: rest.X, Y: rest.Y + p.holds.H, W: rest.W, H: rest.H - p.holds.H}
	}
	p.data = p.holds.H
	return p, true
}

// withPreview adds the preview to the lines of the list, down to the scrubber.
func (m *Model) withPreview(lines []string, p places) []string {
	for len(lines) < p.scrubber.Y {
		lines = append(lines, "")
	}
	bar := func() { m.put(lines, p.bar, m.barLines(p)) }
	if p.bar.X < p.holds.X {
		bar()
	}
	m.put(lines, p.holds, m.dataLines(p.holds.H, p.holds.W))
	if p.bar.X > p.holds.X {
		bar()
	}
	if p.wrote.H > 0 {
		m.put(lines, p.wrote, m.proseLines(p.wrote.W, p.wrote.H))
	}
	return lines
}

// barLines draw the bar, with a joint where it begins at the line above the parts.
func (m *Model) barLines(p places) []string {
	lines := make([]string, p.bar.H)
	for i := range lines {
		sign := "│"
		if i == 0 && m.place == views.PreviewBelow {
			sign = "┬"
		}
		lines[i] = m.styles.Rule.Render(sign)
	}
	return lines
}

// put writes lines into a place, behind what stands on its rows to the left of it.
func (m *Model) put(lines []string, r views.Rect, drawn []string) {
	for i := range r.H {
		before := lines[r.Y+i]
		if r.X > 0 {
			before = text.Fit(before, r.X, "…")
		}
		lines[r.Y+i] = before + text.Fit(drawn[i], r.W, "…")
	}
}
