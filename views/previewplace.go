package views

// PreviewPlace is where a screen shows the item under its cursor, next to the list: what the
// user chose, or what fits the terminal. The zero value is that nobody chose.
type PreviewPlace string

// The places of a preview.
const (
	PreviewAside PreviewPlace = "aside"
	PreviewBelow PreviewPlace = "below"
	PreviewOff   PreviewPlace = "off"
)

// A preview fits aside from AsideFrom columns on, and below from BelowFrom rows on.
const (
	AsideFrom = 140
	BelowFrom = 40
)

const (
	previewShare = 40  // percent of the width, or of the rows
	minAside     = 50  // cells of a preview aside
	maxAside     = 100 // its lines are not easily read when they are longer
)

// In returns where the preview is in a terminal of some size: where it was chosen, or where alone
// there is room for it.
func (p PreviewPlace) In(width, height int) PreviewPlace {
	aside, below := width >= AsideFrom, height >= BelowFrom
	switch {
	case p == PreviewOff, !aside && !below:
		return PreviewOff
	case p == PreviewBelow && below, !aside:
		return PreviewBelow
	}
	return PreviewAside
}

// Next returns the place after the one in a terminal of some size, in the order aside, below,
// off; ok is false where there is no room for any.
func (p PreviewPlace) Next(width, height int) (next PreviewPlace, ok bool) {
	first := PreviewPlace("").In(width, height)
	switch now := p.In(width, height); {
	case first == PreviewOff:
		return p, false
	case now == PreviewOff:
		return first, true
	case now == PreviewAside && height >= BelowFrom:
		return PreviewBelow, true
	}
	return PreviewOff, true
}

// Split divides the place of a list between the list and its preview, with a rule one cell
// wide between them. Without a preview the list has all of it.
func (p PreviewPlace) Split(r Rect) (list, rule, preview Rect) {
	switch p {
	case PreviewAside:
		return r.Split(r.W - 1 - min(max(r.W*previewShare/100, minAside), maxAside))
	case PreviewBelow:
		list, rule, preview = r, r, r
		preview.H = max(r.H*previewShare/100, 0)
		list.H = max(r.H-1-preview.H, 0)
		rule.Y, rule.H = r.Y+list.H, min(r.H, 1)
		preview.Y = rule.Y + rule.H
		return list, rule, preview
	}
	return r, Rect{}, Rect{}
}
