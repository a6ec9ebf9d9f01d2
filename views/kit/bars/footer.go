package bars

import (
	"strings"

	"charm.land/bubbles/v2/key"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Footer draws the line of keys that work now, exactly width cells wide. The first hints are the
// most useful; if the line is narrow those before the last ones, pinned of them, are dropped. The text
// at the right, and then the pinned hints, shrink for the first two keys only.
func Footer(styles *themes.Styles, width int, hints []string, pinned int, right string) string {
	if width <= 0 {
		return ""
	}
	available := width
	if w := text.Width(right); w > 0 {
		if taken(hints[:min(2, len(hints))])+w+4 > width {
			right = ""
		} else {
			available = width - w - 2
		}
	}
	first := max(len(hints)-pinned, 0)
	for first < len(hints) && taken(hints[:min(2, first)])+taken(hints[first:]) > available+gap {
		first++
	}
	tail := taken(hints[first:]) - 1
	left, used := " ", 1
	add := func(hints []string, room int) {
		for _, h := range hints {
			if used > 1 {
				h = strings.Repeat(" ", gap) + h
			}
			w := text.Width(h)
			if used+w+1 > room {
				return
			}
			left, used = left+h, used+w
		}
	}
	add(hints[:first], available-tail)
	add(hints[first:], available)
	return spread(left, styles.Dim.Render(right), width)
}

// Hints draws each of the bindings that work: its key and what it does.
func Hints(styles *themes.Styles, bindings []key.Binding) []string {
	out := make([]string, 0, len(bindings))
	seen := make(map[string]bool, len(bindings))
	for _, b := range bindings {
		h := b.Help()
		if !b.Enabled() || h.Key == "" || h.Desc == "" || seen[h.Key] {
			continue
		}
		seen[h.Key] = true
		out = append(out, styles.Key.Render(views.KeyName(h.Key))+" "+styles.Dim.Render(h.Desc))
	}
	return out
}

func taken(hints []string) int {
	w := 1
	for _, h := range hints {
		w += text.Width(h) + gap
	}
	return w
}

// Notice draws lines of notice in a box of width×height cells; what does not
// fit is cut and marked.
func Notice(styles *themes.Styles, width, height int, lines []string) string {
	if width <= 0 || height <= 0 {
		return ""
	}
	out := wrapNotice(width, lines)
	if len(out) > height {
		out = out[:height]
		out[height-1] = text.Truncate(out[height-1], max(width-5, 0), "") + "…"
	}
	for i, l := range out {
		mark := "   "
		if i == 0 {
			mark = " " + styles.Accent.Render("▌") + " "
		}
		out[i] = mark + styles.Text.Render(l)
	}
	return text.Rect(out, width, height)
}

// NoticeRows returns how many rows Notice needs for lines at a width.
func NoticeRows(width int, lines []string) int { return len(wrapNotice(width, lines)) }

func wrapNotice(width int, lines []string) (rows []string) {
	for _, l := range lines {
		rows = append(rows, text.Rows(l, max(width-4, 1))...)
	}
	return rows
}
