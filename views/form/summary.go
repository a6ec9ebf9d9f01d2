package form

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// maxWrapped is how much of a long text is wrapped to show its first lines, in
// bytes of its source.
const maxWrapped = 64 << 10

// firstLines wraps the beginning of a long text. Where there is more, the last
// line says how much.
func firstLines(value []byte, width int) []string {
	first, more := start(value, maxWrapped)
	lines := text.Rows(text.Sanitize(first), max(width, 1))
	switch rest := len(lines) - longLines + 1; {
	case more:
		lines = append(lines[:min(len(lines), longLines-1)], "… "+figures.Size(len(value))+" in all")
	case len(lines) > longLines:
		lines = append(lines[:longLines-1], "… and "+strconv.Itoa(rest)+" more lines")
	}
	return lines
}

// summary is a value in one line of at most width cells: a string as the text
// that it is, all else as JSON.
func summary(value []byte, width int) string {
	if scan.KindOf(value) != scan.String || len(value) == 2 {
		return source(value, width)
	}
	text, _ := start(value, 8*width)
	return cut(text, width)
}

// source is a value in one line of at most width cells, as it is spelled but
// for white space.
func source(value []byte, width int) string {
	text := string(value[:min(len(value), 8*max(width, 1))])
	if scan.KindOf(value) != scan.String {
		text = strings.Join(strings.Fields(text), " ")
	}
	return cut(strings.ToValidUTF8(text, ""), width)
}

// pairSummary is a pair's value in one line, written as it is typed.
func pairSummary(r *row, width int) string {
	if len(r.what.Values) > 0 && len(r.value) < 1000 {
		return cut(pairText(r.what, r.value), width)
	}
	return summary(r.value, width)
}
