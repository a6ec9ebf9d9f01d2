package report

import (
	"strconv"
	"strings"
	"time"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// AlertText describes a figure that has passed a bound.
func AlertText(b stats.Bound, l stats.Level) string {
	value, most := ValueOf(b, l)
	switch b.Of {
	case stats.CostHour:
		return "cost " + value + " in the last hour > " + most
	case stats.CostDay:
		return "cost " + value + " today > " + most
	case stats.TTFTP95:
		return "TTFT p95 " + value + " in " + Window(b.Window) + " > " + most
	case stats.TotalP95:
		return "total p95 " + value + " in " + Window(b.Window) + " > " + most
	}
	if l.Value == 1 {
		return "1 failure"
	}
	return value + " failures in a row"
}

// AlertShortText describes it in at most four words, for a narrow line.
func AlertShortText(b stats.Bound, l stats.Level) string {
	value, most := ValueOf(b, l)
	switch b.Of {
	case stats.Failures:
		return value + " failed"
	case stats.TTFTP95, stats.TotalP95:
		return "p95 " + value
	}
	return value + " > " + most
}

// AlertSample returns how many exchanges the figure was computed from, or how many of them reported no
// cost; "" if all did.
func AlertSample(b stats.Bound, l stats.Level) string {
	switch b.Of {
	case stats.CostHour, stats.CostDay:
		if n := l.Count - l.Known; n > 0 {
			return figures.Thousands(n) + " of " + figures.Counted(l.Count, "exchange") + " reported no cost"
		}
	case stats.TTFTP95, stats.TotalP95:
		return "of " + figures.Counted(l.Known, "exchange")
	}
	return ""
}

// AlertFilter returns the query for the exchanges that the figure covers.
func AlertFilter(filter string, l stats.Level) string {
	return query.Narrowed(filter, "since:"+query.Written(l.From))
}

// ValueOf returns a figure and its bound, with enough digits to differ.
func ValueOf(b stats.Bound, l stats.Level) (value, most string) {
	switch b.Of {
	case stats.CostHour, stats.CostDay:
		most = strconv.FormatFloat(float64(b.Most)/stats.Trillion, 'f', -1, 64)
		return "$" + distinctUSD(l.Value, b.Most), "$" + most
	case stats.TTFTP95, stats.TotalP95:
		value, most = figures.Duration(l.Value), figures.Duration(b.Most)
		if value == most && l.Value != b.Most {
			value, most = figures.Moment(l.Value), figures.Moment(b.Most)
		}
		return value, most
	}
	return figures.Thousands(int(l.Value)), figures.Thousands(int(b.Most))
}

// distinctUSD returns v, in trillionths of a dollar, in dollars: in cents, or with as many digits as it
// takes to differ from the bound.
func distinctUSD(v, bound int64) string {
	const unit, cents, digits = stats.Trillion, 2, 12
	for n := cents; ; n++ {
		text := strconv.FormatFloat(float64(v)/unit, 'f', n, 64)
		read, _ := strconv.ParseFloat(text, 64)
		if n == digits || v == bound || v > bound == (read*unit > float64(bound)) && read > 0 {
			return text
		}
	}
}

// Window writes a span of time as a filter does: 30m, 1h, 36h.
func Window(d time.Duration) string {
	text := d.String()
	for _, none := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, none) {
			text = text[:len(text)-2]
		}
	}
	return text
}
