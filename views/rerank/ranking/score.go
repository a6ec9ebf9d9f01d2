package ranking

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gatehouse/state/answer/figures"
	"gatehouse/state/rank"
	"gatehouse/views/kit/text"
)

// scale is the range of a column's scores, and how they are written.
type scale struct {
	low, high float64
	power     int // they are written in units of 10 to the power
	decimals  int
}

func scaleOf(scores []float64) scale {
	s := scale{low: math.Inf(1), high: math.Inf(-1)}
	for _, v := range scores {
		if finite(v) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	most := max(math.Abs(s.low), math.Abs(s.high))
	if math.IsInf(most, 0) {
		return s
	}
	first := 2
	switch {
	case most > 0 && most < 0.01, most >= 1e5:
		s.power = max(int(math.Floor(math.Log10(most)/3))*3, -300)
	case most < 1.0005:
		first = 3
	}
	for ; ; s.power += 3 {
		for s.decimals = first; s.decimals >= 0; s.decimals-- {
			if len(s.write(s.low)) <= scoreCell && len(s.write(s.high)) <= scoreCell {
				return s
			}
		}
	}
}

func (s scale) write(v float64) string {
	// Divided by a power of ten that is a float64 exactly: 10^-n hardly ever is.
	if s.power < 0 {
		v *= math.Pow10(-s.power)
	} else {
		v /= math.Pow10(s.power)
	}
	return strconv.FormatFloat(v, 'f', s.decimals, 64)
}

// ends returns which scores are 0 and 1 when they are normalised; empty without any.
func (s scale) ends() string {
	if math.IsInf(s.low, 0) || math.IsInf(s.high, 0) {
		return ""
	}
	return "0 = " + s.write(s.low) + ", 1 = " + s.write(s.high)
}

// unit returns the unit of the scores; empty for ones.
func (s scale) unit() string {
	if s.power == 0 {
		return ""
	}
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return "×10" + raised.Replace(strconv.Itoa(s.power))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// share returns how much of its bar a document fills: of the range from 0, or where
// a score is negative from the least, to the best score; where the columns are
// normalised from the worst score to the best. Where all have one score it is 0.
func (m *Model) share(col *column, doc int) float64 {
	v, low, high := col.Order.Score[doc], col.scale.low, col.scale.high
	if !m.normal {
		low = min(low, 0)
	}
	switch {
	case !finite(v), col.tied, high <= low && !m.normal:
		return 0 // of one score no document is better
	case high <= low:
		return 1
	case math.IsInf(high-low, 0): // the range of the largest numbers is none itself
		v, low, high = v/2, low/2, high/2
	}
	return max(min((v-low)/(high-low), 1), 0)
}

// score writes a document's score.
func (m *Model) score(col *column, doc int) string {
	v, text := col.Order.Score[doc], ""
	switch {
	case !finite(v), m.normal && col.tied:
		text = "–"
	case m.normal:
		text = strconv.FormatFloat(m.share(col, doc), 'f', 3, 64)
	default:
		text = col.scale.write(v)
	}
	return fmt.Sprintf("%*s", scoreCell, text)
}

// tie returns the sign of a score that a neighbour in the column's order has too, or
// nearly has.
func (c *column) tie(place int) string { return rank.TieSign(c.same, c.near, place) }

// bar draws a share of 1 in a number of cells, to an eighth of a cell.
func bar(share float64, cells int) string {
	eighths := 0
	if share > 0 { // false for NaN
		eighths = int(math.Round(min(share, 1) * float64(cells) * 8))
	}
	return text.Fit(figures.Bar(eighths), cells, "")
}
