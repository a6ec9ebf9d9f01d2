package bars

import (
	"cmp"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Tab is a page of a screen, as the line of tabs names it.
type Tab struct {
	Key   string // as the user reads it; empty when none leads there
	Name  string
	Short string // the name where it is narrow; empty: the same
	Quiet bool   // the page has nothing to show
}

// Tabs draws the line of tabs, exactly width cells wide; the shown one, if
// shown is not -1, stands out. Where it gets narrow each key moves into the
// name if it can be a capital letter of it, then the tabs move closer, then
// names get shorter, then go all but the shown one and what fits next to it,
// and a sign at each end where others are. Places depend on nothing but the
// names.
func Tabs(styles *themes.Styles, width int, tabs []Tab, shown int) string {
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
		switch {
		case i == shown:
			name, key = styles.Here, styles.Here
		case tabs[i].Quiet:
			name, key = styles.Faint, styles.Faint
		}
		b.WriteString(s.draw(tabs[i], key, name))
		at = s.x + s.w
	}
	if spans[len(spans)-1].w == 0 {
		return text.Fit(b.String(), width-1, "") + styles.Dim.Render("›")
	}
	return text.Fit(b.String(), width, "")
}

// TabAt returns the index of the tab at a cell of the line; -1 for none.
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
	name  string
	keyed bool // the key is before the name
}

func (s span) draw(t Tab, key, name lipgloss.Style) string {
	if s.keyed {
		return key.Render(t.Key) + " " + name.Render(s.name)
	}
	if at := letter(t.Key, s.name); at >= 0 {
		return name.Render(s.name[:at]) + key.Render(t.Key) + name.Render(s.name[at+1:])
	}
	return name.Render(s.name)
}

// letter returns the index of a key in a name that has it as a letter, else -1.
func letter(key, name string) int {
	if len(key) != 1 {
		return -1
	}
	return strings.Index(strings.ToUpper(name), key)
}

// form is how a row of tabs is written.
type form struct {
	keyed bool // each key is before its name, not only one that is no letter of the name
	short bool // the names are the short ones
	gap   int  // cells between two tabs
}

// placed returns the places of the tabs: all in the widest form that fits, else those near the shown one.
func placed(width int, tabs []Tab, shown int) []span {
	for _, f := range []form{
		{keyed: true, gap: gap}, {keyed: true, gap: narrowGap}, {gap: narrowGap}, {gap: minGap}, {short: true, gap: minGap},
	} {
		if spans, end := row(tabs, 0, f); end <= width {
			return spans
		}
	}
	shown = max(shown, 0)
	for from := 0; ; from++ {
		spans, _ := row(tabs, from, form{short: true, gap: narrowGap})
		if cut(spans, width); spans[shown].w > 0 || from >= shown {
			return spans
		}
	}
}

// row puts the tabs from one on after one another.
func row(tabs []Tab, from int, f form) (spans []span, end int) {
	spans = make([]span, len(tabs))
	x := 1
	for i := from; i < len(tabs); i++ {
		t, name := tabs[i], tabs[i].Name
		if f.short {
			name = cmp.Or(t.Short, name)
		}
		w, before := text.Width(name), t.Key != "" && (f.keyed || letter(t.Key, name) < 0)
		if before {
			w += text.Width(t.Key) + 1
		}
		spans[i] = span{x: x, w: w, name: name, keyed: before}
		x += w + f.gap
	}
	return spans, x - f.gap + 1
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
