package text

import "strings"

// Span is a piece of a text, in bytes.
type Span struct{ From, To int }

// Spans breaks a text, which may be unsafe, into at most maxRows rows of width cells, as Wrap breaks what
// is drawn: at spaces if there are any. The spaces and the line feed at the end of a row belong to it,
// though they are not drawn.
func Spans(text string, width, maxRows int) []Span {
	var rows []Span
	for from := 0; from < len(text) && len(rows) < maxRows; {
		to := rowEnd(text[from:], max(width, 1))
		rows = append(rows, Span{from, from + to})
		from += to
	}
	return rows
}

// rowEnd is how much of a text is on its first row.
func rowEnd(text string, width int) int {
	cells, space := 0, 0 // space: what the last space ends
	for i := 0; i < len(text); {
		switch text[i] {
		case '\n':
			return i + 1
		case ' ':
			i++
			cells++
			space = i
			continue
		}
		cluster, wide := drawnCluster(text[i:])
		if cells+wide > width && i > 0 {
			if space > 0 {
				return space
			}
			return i
		}
		cells += wide
		i += len(cluster)
	}
	return len(text)
}

// drawnCluster is the first cluster of a text, and how many cells it has once it is safe.
func drawnCluster(text string) (cluster string, cells int) {
	if c := text[0]; c >= 0x20 && c < 0x7f && (len(text) == 1 || text[1] < 0x80) {
		return text[:1], 1
	}
	cluster, cells = FirstCluster(text)
	if safe := SanitizeLine(cluster); safe != cluster {
		cells = Width(safe)
	}
	return cluster, cells
}

// DrawSpan makes a row safe to draw, without what ends it.
func DrawSpan(row string) string { return SanitizeLine(strings.TrimSuffix(row, "\n")) }
