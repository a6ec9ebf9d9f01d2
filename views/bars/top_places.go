package bars

import (
	"strings"

	"gatehouse/themes"
	"gatehouse/views/text"
)

// OnConnection reports whether the connection is named at a cell of the top line.
func OnConnection(styles *themes.Styles, width int, f Facts, x int) bool {
	return on(atConnection, styles, width, f, x)
}

// OnAlert reports whether what has passed a bound is named at a cell of the top line.
func OnAlert(styles *themes.Styles, width int, f Facts, x int) bool {
	return on(atAlert, styles, width, f, x)
}

// on reports whether a segment from the left is at a cell.
func on(segment int, styles *themes.Styles, width int, f Facts, x int) bool {
	if width <= 0 {
		return false
	}
	segs, between := arranged(styles, width, f)
	at := 1
	for i := range segment {
		if w := max(text.Width(segs[i].text()), segs[i].width); w > 0 {
			at += w + between
		}
	}
	return x >= at && x < min(at+text.Width(segs[segment].text()), width)
}

// ScreenAt is the screen that is named at a cell of the top line; -1 where none is.
func ScreenAt(styles *themes.Styles, width int, f Facts, x int) int {
	if width <= 0 || f.Screens[1].Name == "" {
		return -1
	}
	segs, _ := arranged(styles, width, f)
	s := &segs[atScreens]
	at := width - 1 - text.Width(s.text())
	switch {
	case s.form == onlyShown && x >= at && x < width-1:
		return f.Shown
	case s.form >= onlyShown:
		return -1
	}
	for i, one := range f.Screens {
		if one.Name == "" {
			continue
		}
		name := one.Name
		if s.form == withKeys {
			name = strings.TrimSpace(one.Key + " " + one.Name)
		}
		w := text.Width(name)
		if x >= at && x < at+w {
			return i
		}
		at += w + len(screenGap)
	}
	return -1
}

// needed returns the width of all segments with their gaps.
func needed(segs []segment, gap int) int {
	n := 1
	for i := range segs {
		if w := text.Width(segs[i].text()); w > 0 {
			n += w + gap
		}
	}
	return n - gap + 1
}

const gap = 3 // cells between two facts; one less where it is narrow

func join(segs []segment, width, gap int) string {
	var left, right []string
	for i := range segs {
		s := &segs[i]
		if s.text() == "" && s.width == 0 {
			continue
		}
		drawn := s.style.Render(s.text())
		if s.draw != nil {
			drawn = s.draw(s.form)
		}
		blanks := strings.Repeat(" ", max(s.width-text.Width(s.text()), 0))
		if s.atEnd {
			drawn = blanks + drawn
		} else {
			drawn += blanks
		}
		if s.right {
			right = append(right, drawn)
		} else {
			left = append(left, drawn)
		}
	}
	between := strings.Repeat(" ", gap)
	return spread(" "+strings.Join(left, between), strings.Join(right, between), width)
}

// spread puts two drawn strings at both ends of a line of width cells.
func spread(left, right string, width int) string {
	if line, ok := text.Ends(left, right+" ", width, 1); ok && text.Width(right) > 0 {
		return line
	}
	return text.Fit(left, width, "…")
}
