package views

// RerankFocus says which part of the rerank screen has the keys, as far as the
// layout depends on it.
type RerankFocus int

// The parts that get more room while they have the keys.
const (
	OtherFocus    RerankFocus = iota
	ReadingFocus              // the document that is read
	MeasuresFocus             // the figures
)

// Sizes of the rerank screen, in cells.
const (
	besideTable   = 104 // from this width on the figures stand beside the table
	leastMeasures = 30
	mostMeasures  = 40
	measuresShare = 25 // percent of the width
	leastTable    = 6  // rows
	readingShare  = 26 // percent of the rows
)

// ArrangeRerank is the layout of the rerank screen of width×height cells for a
// query and a notice that would like that many rows. Where the figures do not
// fit beside the table, they take its place while they have the keys; a
// document that is read gets most of the rows.
func ArrangeRerank(width, height, query, notice int, focus RerankFocus) Layout {
	rules := 0
	if height >= 12 {
		rules = 3
	}
	l, body := frame(width, height, 3, notice, rules)
	if l.TooSmall {
		return l
	}
	body.H -= l.Notice.H
	if width >= besideTable {
		measures := max(min(width*measuresShare/100, mostMeasures), leastMeasures)
		body, l.Bars[0], l.Measures = split(body, width-measures-1)
	}
	l.Query = body
	l.Query.H = max(min(query, body.H/3), min(body.H, 1))
	body.Y, body.H = body.Y+l.Query.H, body.H-l.Query.H
	if focus == MeasuresFocus && l.Measures.W == 0 {
		l.Measures = body
		return l
	}
	reading := min(body.H*readingShare/100, 12)
	if focus == ReadingFocus {
		reading = max(body.H-leastTable, body.H/2)
	}
	if reading < 3 && focus != ReadingFocus {
		reading = 0
	}
	l.Ranking, l.Reading = body, body
	l.Ranking.H = body.H - reading
	l.Reading.Y, l.Reading.H = body.Y+l.Ranking.H, reading
	return l
}
