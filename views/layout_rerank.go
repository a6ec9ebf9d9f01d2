package views

// Sizes of the rerank screen, in cells.
const (
	besideTable   = 104 // from this width on the figures stand beside the table
	leastMeasures = 30
	mostMeasures  = 40
	measuresShare = 25 // percent of the width
	leastTable    = 6  // rows
	readingShare  = 26 // percent of the rows
	mostReading   = 6  // rows, while nobody reads more
)

// ArrangeRerank is the layout of the rerank screen of width×height cells for a
// query, a notice and a document that would like that many rows; the document
// wants none of its own while it has not the keys. It gets no more than text, the
// rows that it has, unless that is 0. Where the figures do not fit
// beside the table, which is to have so many columns of the terminal at least,
// they take its place while they have the keys.
func ArrangeRerank(width, height, query, notice, wanted, text, table int, figures bool) Layout {
	l, body := Frame(width, height, 3, notice, Rules(height))
	if l.TooSmall {
		return l
	}
	body.H -= l.Notice.H
	measures := min(max(min(width*measuresShare/100, mostMeasures), leastMeasures), width-1-table)
	if width >= besideTable && measures >= leastMeasures {
		body, l.Bars[0], l.Measures = body.Split(width - measures - 1)
	}
	l.Query = body
	l.Query.H = max(min(query, body.H/3), min(body.H, 1))
	body.Y, body.H = body.Y+l.Query.H, body.H-l.Query.H
	if figures && l.Measures.W == 0 {
		l.Measures = body
		return l
	}
	reading := min(body.H*readingShare/100, mostReading)
	if wanted > reading {
		reading = min(wanted, max(body.H-leastTable, body.H/2))
	}
	if reading < 3 && wanted == 0 {
		reading = 0
	}
	if text > 0 && wanted == 0 {
		reading = min(reading, text)
	}
	l.Ranking, l.Reading = body, body
	l.Ranking.H = body.H - reading
	l.Reading.Y, l.Reading.H = body.Y+l.Ranking.H, reading
	return l
}
