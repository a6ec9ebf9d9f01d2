package history

import (
	"strings"

	"gatehouse/state/figures"
	"gatehouse/state/history"
)

// barTitle is the title of the column that draws the time of each exchange.
const barTitle = "time"

// timeScale is how long a bar is that has all cells, in microseconds: for the longest of some
// exchanges, and a number that is easily read.
func timeScale(entries []history.Entry) int64 {
	longest := int64(1000)
	for i := range entries {
		longest = max(longest, entries[i].TotalUS)
	}
	scale := int64(1)
	for scale < longest {
		for _, step := range []int64{2, 5, 10} {
			if scale*step >= longest {
				return scale * step
			}
		}
		scale *= 10
	}
	return scale
}

// timeBar draws the time of an exchange in so many cells: the wait for the first token, and
// what followed. Without a first token all of it is wait. Both are empty where the time is not
// known.
func timeBar(e *history.Entry, scale int64, cells int) (wait, stream string) {
	const eighths = "▏▎▍▌▋▊▉█"
	if e.TotalUS < 0 || scale <= 0 {
		return "", ""
	}
	parts := max(int(min(e.TotalUS, scale)*int64(cells)*8/scale), 1) // what took no time is seen too
	first := e.TotalUS
	if e.TTFTUS >= 0 {
		first = min(e.TTFTUS, e.TotalUS)
	}
	waits := min(int((first*int64(cells)+scale/2)/scale), (parts+7)/8)
	wait = strings.Repeat("░", waits)
	rest := parts - 8*waits
	if rest <= 0 {
		if waits == 0 {
			return "", "▏"
		}
		return wait, ""
	}
	stream = strings.Repeat("█", rest/8)
	if rest%8 > 0 {
		stream += string([]rune(eighths)[rest%8-1])
	}
	return wait, stream
}

// barHead is the title of the column, with the length of a complete bar at its end.
func barHead(scale int64, cells int) string {
	end := strings.Replace(figures.Duration(scale), ".0 ", " ", 1)
	return barTitle + strings.Repeat(" ", max(cells-len(barTitle)-len(end), 1)) + end
}
