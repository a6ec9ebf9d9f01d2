package bars

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Tab is a page of a screen, as the line of tabs names it.
type Tab struct {
	Key  string // as the user reads it; empty when none leads there
	Name string
}

// Tabs draws the line of tabs, exactly width cells wide; the shown one stands
// out. Where it gets narrow what is at the right goes first, then each key
// moves into the name if it can be a capital letter of it, then the tabs move
// closer, then go all but the shown one and what fits next to it, and a sign at
// each end where others are.
func Tabs(styles *themes.Styles, width int, tabs []Tab, shown int, right string) string {
	if width <= 0 {
		return ""
	}
	spans := placed(width, tabs, shown)
	var b strings.Builder
	at := 0
	if spans[0].w == 0 {
		b.WriteString(styles.Dim.Render("‹"))
		at = 1
	}
	for i, s := range spans {
		if s.w == 0 {
			continue
		}
		b.WriteString(strings.Repeat(" ", s.x-at))
		name, key := styles.Dim, styles.Key
		if i == shown {
			name, key = styles.Here, styles.Here
		}
		b.WriteString(s.draw(tabs[i], key, name))
		at = s.x + s.w
	}
	if spans[len(spans)-1].w == 0 {
		return text.Fit(b.String(), width-1, "") + styles.Dim.Render("›")
	}
	if text.Width(right) > MaxAside(width, tabs, shown) {
		right = ""
	}
	return spread(b.String(), styles.Dim.Render(right), width)
}

// asideGap is the number of cells between the last tab and the text at the right, which would
// otherwise read as a tab.
const asideGap = 4

// MaxAside returns how wide the text at the right of the tabs may be; a wider one is not drawn.
func MaxAside(width int, tabs []Tab, shown int) int {
	last := placed(width, tabs, shown)[len(tabs)-1]
	if last.w == 0 {
		return 0
	}
	return width - last.x - last.w - asideGap - 1
}

// TabAt is the tab at a cell of the line; -1 where there is none.
func TabAt(width int, tabs []Tab, shown, x int) int {
	for i, s := range placed(width, tabs, shown) {
		if x >= s.x && x < s.x+s.w {
			return i
		}
	}
	return -1
}

// span is where a tab is in the line; the zero value nowhere.
type span struct {
	x, w  int
	keyed bool // the key is before the name
}

func (s span) draw(t Tab, key, name lipgloss.Style) string {
	if s.keyed {
		return key.Render(t.Key) + " " + name.Render(t.Name)
	}
	if at := t.letter(); at >= 0 {
		return name.Render(t.Name[:at]) + key.Render(t.Key) + name.Render(t.Name[at+1:])
	}
	return name.Render(t.Name)
}

// letter is where the key is a letter of the name; -1 where it is none.
func (t Tab) letter() int {
	if len(t.Key) != 1 {
		return -1
	}
	return strings.Index(strings.ToUpper(t.Name), t.Key)
}

// placed puts the tabs in their places.
func placed(width int, tabs []Tab, shown int) []span {
	for _, form := range []struct {
		keyed bool
		gap   int
	}{{true, gap}, {true, narrowGap}, {false, narrowGap}, {false, minGap}} {
		if spans, end := row(tabs, 0, form.keyed, form.gap); end <= width {
			return spans
		}
	}
	for from := 0; ; from++ {
		spans, _ := row(tabs, from, false, narrowGap)
		if cut(spans, width); spans[shown].w > 0 || from >= shown {
			return spans
		}
	}
}

// row puts the tabs from one on after one another. A key that is no letter of its name
// is before it in any case.
func row(tabs []Tab, from int, keyed bool, gap int) (spans []span, end int) {
	spans = make([]span, len(tabs))
	x := 1
	for i := from; i < len(tabs); i++ {
		t, w := tabs[i], text.Width(tabs[i].Name)
		before := t.Key != "" && (keyed || t.letter() < 0)
		if before {
			w += text.Width(t.Key) + 1
		}
		spans[i] = span{x: x, w: w, keyed: before}
		x += w + gap
	}
	return spans, x - gap + 1
}

// Cells between two tabs: normally, and if all tabs fit only with less. One is enough, because
// each tab begins with a capital letter.
const (
	narrowGap = 2
	minGap    = 1
)

// cut drops the tabs that do not fit and marks that with a cell.
func cut(spans []span, width int) {
	if end := spans[len(spans)-1]; end.x+end.w > width {
		width--
	}
	for i, s := range spans {
		if s.x+s.w > width {
			spans[i] = span{}
		}
	}
}
