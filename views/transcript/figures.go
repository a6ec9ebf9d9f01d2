package transcript

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/tidwall/gjson"

	"gatehouse/views/body"
)

// duration writes microseconds as people read them: 212 ms, 2.6 s, 1m 04s.
func duration(us int64) string {
	switch {
	case us < 0:
		return "–"
	case us < 1000:
		return fmt.Sprintf("%d µs", us)
	case us < 1_000_000:
		return fmt.Sprintf("%d ms", us/1000)
	case us < 60_000_000:
		return fmt.Sprintf("%.1f s", float64(us)/1e6)
	}
	return fmt.Sprintf("%dm %02ds", us/60_000_000, us/1_000_000%60)
}

// size writes bytes as people read them: 190 B, 5.0 KB, 1.2 MB.
func size(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// thousands writes a count with a comma at each thousand.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// price writes a cost with the digits that it came with, as far as they tell.
func price(cost string) string {
	v, err := strconv.ParseFloat(cost, 64)
	if err != nil {
		return body.SanitizeLine(cost)
	}
	switch {
	case v == 0 || v >= 0.01:
		return fmt.Sprintf("$%.2f", v)
	case v < 0.000001:
		return "<$0.000001"
	}
	return "$" + strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0")
}

// line joins drawn words and cuts them to the width of the text.
func (b *builder) line(words ...string) string {
	var kept []string
	for _, w := range words {
		if ansi.StringWidth(w) > 0 {
			kept = append(kept, w)
		}
	}
	return ansi.Truncate(strings.Join(kept, "  "), b.width, "…")
}

// wrapped joins drawn words, by three spaces where they fit on one line, else
// by two on as many lines as they need.
func (b *builder) wrapped(words []string) []string {
	if line := strings.Join(words, "   "); ansi.StringWidth(line) <= b.width {
		return []string{line}
	}
	var lines []string
	line := words[0]
	for _, w := range words[1:] {
		if ansi.StringWidth(line)+2+ansi.StringWidth(w) <= b.width {
			line += "  " + w
			continue
		}
		lines = append(lines, line)
		line = w
	}
	return append(lines, line)
}

// sanitized returns s as one safe line, or what to say when there is none.
func sanitized(s, none string) string {
	if s == "" {
		return none
	}
	return body.SanitizeLine(s)
}

// brief shows the members of an object that say most in little room.
func brief(item gjson.Result, width int) string {
	var words []string
	room := width
	item.ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "type", "id", "status", "role", "call_id":
			return true
		}
		text := v.String()
		if v.IsObject() || v.IsArray() {
			text = v.Raw
		}
		if text == "" || v.Type == gjson.Null {
			return true
		}
		if len(text) > 200 {
			text = size(len(text))
		}
		word := body.SanitizeLine(strings.Join(strings.Fields(name.String()+": "+text), " "))
		words = append(words, word)
		room -= len(word)
		return room > 0
	})
	return ansi.Truncate(strings.Join(words, "  "), max(width, 0), "…")
}
