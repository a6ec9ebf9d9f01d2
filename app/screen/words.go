package screen

import (
	"fmt"
	"strings"
	"time"

	"gatehouse/client/scan"
	"gatehouse/state/talk"
)

// Said is the text of the user messages that a turn added.
func Said(t *talk.Turn) string {
	var texts []string
	for _, item := range t.Input {
		if scan.Text(scan.Get(item, "role")) != "user" {
			continue
		}
		content := scan.Get(item, "content")
		if scan.KindOf(content) != scan.Array {
			texts = append(texts, scan.Text(content))
			continue
		}
		for _, part := range scan.Elements(content) {
			if text := scan.Text(scan.Get(part, "text")); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return strings.Join(texts, "\n")
}

// Some are the first three of some names, and how many more there are.
func Some(names []string) string {
	if more := len(names) - 3; more > 0 {
		return fmt.Sprintf("%s, %d more", strings.Join(names[:3], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Short is the beginning of a text, at most n runes, with an ellipsis where it
// continues.
func Short(s string, n int) string {
	if r := []rune(s[:min(len(s), 4*n+4)]); len(r) > n { // no more of it is counted than may show
		return string(r[:n-1]) + "…"
	}
	return s
}

// FirstLine is the first line of a text that is not empty, at most 60 runes.
func FirstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(s, "\n"), "\n")
	return Short(line, 60)
}

// Ago reports how long ago something was, in one unit.
func Ago(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(d / unit.of); {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
