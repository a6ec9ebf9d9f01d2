package rerank

import (
	"gatehouse/app/screen"
	"gatehouse/views"
)

// Sizes in cells.
const (
	minForFigures = 104 // from this width on the figures are next to the table
	minMeasures   = 30
	maxMeasures   = 40
	measuresShare = 25 // percent of the width
	maxAside      = 52 // of the column aside of the table
	minTable      = 6  // rows
	readingShare  = 26 // percent of the rows
	maxReading    = 6  // rows, while nobody reads more
	asideShare    = 50 // percent of the rows of the column aside of the table that the document has
	belowShare    = 40 // percent of the rows that it has below it, where that is large
)

// wishes are what the panes want of a layout.
type wishes struct {
	query    int       // rows
	table    int       // columns of the terminal, at least
	reading  int       // rows, while the document has the focus; else 0
	figures  bool      // have the focus
	enlarged screen.ID // the pane that has all of the body below the query, as it has the focus; empty for none
	preview  views.PreviewPlace
}

func (s *Screen) Arrange(size screen.Size) screen.Layout {
	w := wishes{query: s.query.Rows(), table: s.list.Roomy(), figures: s.Focus() == MeasuresPane}
	if s.Focus() == s.enlarged {
		w.enlarged = s.enlarged
	}
	if len(s.set.Documents) > 0 {
		w.preview = s.Used.Preview.In(size.Width, size.Height)
	}
	if s.Focus() == ReadingPane {
		w.reading = s.reading.Rows(size.Height)
	}
	return arrange(size, w)
}

// arrange lays out the screen. Figures that do not fit next to the table replace it while they have the focus.
func arrange(size screen.Size, w wishes) screen.Layout {
	l, body := views.Frame(size.Width, size.Height, 3, size.Notice, views.Rules(size.Height))
	pages := map[screen.ID]views.Rect{QueryPane: {}, RankingPane: {}, ReadingPane: {}, MeasuresPane: {}}
	if l.TooSmall {
		return screen.Layout{Layout: l, Pages: pages}
	}
	body.H -= l.Notice.H
	if w.enlarged != "" {
		query := body
		if query.H = 0; w.enlarged == JudgePane {
			query.H = max(min(w.query, body.H/3), min(body.H, 1))
		}
		pages[QueryPane], pages[w.enlarged] = query, views.Rect{X: body.X, Y: body.Y + query.H, W: body.W, H: body.H - query.H}
		return screen.Layout{Layout: l, Pages: pages}
	}
	if w.preview == views.PreviewAside {
		if aside, ok := arrangeAside(l, body, w); ok {
			return aside
		}
		w.preview = views.PreviewBelow.In(0, size.Height)
	}
	measures := min(max(min(size.Width*measuresShare/100, maxMeasures), minMeasures), size.Width-1-w.table)
	adjacent := size.Width >= minForFigures && measures >= minMeasures
	if adjacent {
		body, l.Bars[0], pages[MeasuresPane] = body.Split(size.Width - measures - 1)
	}
	query := body
	query.H = max(min(w.query, body.H/3), min(body.H, 1))
	pages[QueryPane] = query
	body.Y, body.H = body.Y+query.H, body.H-query.H
	if w.figures && !adjacent {
		pages[MeasuresPane] = body
		return screen.Layout{Layout: l, Pages: pages}
	}
	rows := min(body.H*readingShare/100, maxReading)
	if w.preview == views.PreviewBelow {
		rows = body.H * belowShare / 100
	}
	if w.reading > rows {
		rows = min(w.reading, max(body.H-minTable, body.H/2))
	}
	if rows < 3 && w.reading == 0 {
		rows = 0
	}
	table, reading := body, body
	table.H = body.H - rows
	reading.Y, reading.H = body.Y+table.H, rows
	pages[RankingPane], pages[ReadingPane] = table, reading
	return screen.Layout{Layout: l, Pages: pages}
}

// arrangeAside puts the document in a column next to the table and the figures below it; ok is false if the table
// would be too narrow.
func arrangeAside(l views.Layout, body views.Rect, w wishes) (laid screen.Layout, ok bool) {
	list, bar, column := w.preview.Split(body)
	if list.W < w.table {
		list, bar, column = body.Split(w.table)
	}
	if column.W > maxAside { // the words of documents in the table are worth more
		list, bar, column = body.Split(body.W - maxAside - 1)
	}
	if column.W < maxMeasures {
		return laid, false
	}
	l.Bars[0] = bar
	query, table, reading, measures := list, list, column, column
	query.H = max(min(w.query, list.H/3), min(list.H, 1))
	table.Y, table.H = list.Y+query.H, list.H-query.H
	reading.H = column.H * asideShare / 100
	measures.Y, measures.H = column.Y+reading.H, column.H-reading.H
	pages := map[screen.ID]views.Rect{QueryPane: query, RankingPane: table, ReadingPane: reading, MeasuresPane: measures}
	return screen.Layout{Layout: l, Pages: pages}, true
}
