package page

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
)

// ranking is the result of a rerank.
type ranking struct {
	Rows []ranked
	More int
}

type ranked struct {
	Rank  int
	Score string
	Width int // of its bar, of 100
	Text  string
}

// maxRanked is how many results are shown.
const maxRanked = 100

// rankingOf is the result of a rerank; nil for none.
func rankingOf(x *state.Exchange) *ranking {
	if x.Ranking == nil {
		return nil
	}
	var documents []string
	for _, d := range scan.Elements(scan.Get(x.Request, "documents")) {
		text := scan.Text(d)
		if scan.KindOf(d) == scan.Object {
			text = scan.Text(scan.Get(d, "text"))
		}
		documents = append(documents, text)
	}
	r := &ranking{}
	best := 0.0
	for _, one := range x.Ranking.Results {
		best = max(best, one.Score)
	}
	for i, one := range x.Ranking.Results {
		if i == maxRanked {
			r.More = len(x.Ranking.Results) - i
			break
		}
		row := ranked{Rank: i + 1, Score: strconv.FormatFloat(one.Score, 'g', 4, 64), Text: one.Text}
		if row.Text == "" && one.Index >= 0 && one.Index < len(documents) {
			row.Text = documents[one.Index]
		}
		row.Text = bounded(strings.TrimSpace(row.Text))
		if best > 0 && one.Score > 0 {
			row.Width = int(100 * one.Score / best)
		}
		r.Rows = append(r.Rows, row)
	}
	return r
}
