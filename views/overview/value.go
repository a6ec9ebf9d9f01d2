package overview

import (
	"strconv"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// value shows a JSON value in little room, safe to draw.
func value(name string, v []byte) string {
	const most = 300
	switch {
	case v == nil:
		return "–"
	case name == "tools" && scan.KindOf(v) == scan.Array:
		return tools(v)
	}
	words := text.Clip(string(v[:min(len(v), most+1)]), most)
	return text.SanitizeLine(strings.Join(strings.Fields(words), " "))
}

// unixTime shows a moment that came as whole seconds of Unix time in UTC, and anything
// else as it came.
func unixTime(v []byte) string {
	seconds, err := strconv.ParseInt(string(v), 10, 64)
	const most = 253402300799 // the end of the year 9999
	if err != nil || seconds <= 0 || seconds > most {
		return value("", v)
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateTime) + " UTC"
}

// tools counts tools, and names the first of them.
func tools(list []byte) string {
	const most = 6
	n := 0
	var names []string
	for _, tool := range scan.Elements(list) {
		if n++; n > most {
			continue
		}
		name := scan.Text(scan.Get(tool, "name"))
		if name == "" {
			name = scan.Text(scan.Get(tool, "type"))
		}
		names = append(names, text.SafeLine(name))
	}
	if n == 0 {
		return "[]"
	}
	return strings.TrimSuffix(figures.Thousands(n)+": "+strings.Join(names, ", "), ": ")
}
