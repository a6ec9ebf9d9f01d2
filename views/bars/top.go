// Package bars draws the one line on top and the one at the bottom. Both are
// pure functions of what they say and how wide they are.
package bars

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

// Facts are what the top line says. It is comparable, so that a drawn line can
// be kept until a fact changes.
type Facts struct {
	Connection string // host, or "local gateway"
	Simulated  bool   // nothing behind the connection is a real model
	Unsaved    bool   // nothing is saved in the history, as was asked for
	Set        bool   // a rerank set is shown: no model, metadata or verdict is that of a conversation
	Model      string // of the next request; empty: the server chooses
	Metadata   bool   // the next request asks for routing metadata
	Others     int    // streams that run and are not shown
	InChat     bool   // one of them is of the conversation that is shown, at another turn of it
	Title      string // of the conversation
	Running    bool   // the conversation that is shown has a stream on its way
	Verdict    state.Verdict
	Past       bool // all of it is shown as it was earlier, the verdict too
	Screens    [MaxScreens]Screen
	Shown      int // which of Screens is shown; -1: none of them
}

// MaxScreens is how many screens the top line can name.
const MaxScreens = 5

// Screen is one of the screens, as the top line names it. One without a name is
// none.
type Screen struct {
	Key  string // as a person reads it; empty when none leads there
	Name string
}

// segment is one fact in its forms, from the longest to the shortest; the last
// form may be empty, then the fact can go.
type segment struct {
	forms []string
	style lipgloss.Style
	form  int
	right bool
	width int                   // cells that it takes at least, blanks included
	atEnd bool                  // of them, blanks before it
	draw  func(form int) string // nil: the form in the style
}

func (s *segment) text() string { return s.forms[s.form] }

// Top draws the top line, exactly width cells wide. Where it gets narrow,
// labels shorten before values do, and what is least needed goes first. What changes while
// one works, the title and the verdict, has a place of its own size: a short one leaves
// blanks, and nothing moves.
func Top(styles *themes.Styles, width int, f Facts) string {
	if width <= 0 {
		return ""
	}
	segs, between := arranged(styles, width, f)
	return join(segs, width, between)
}

// arranged are the segments in the forms for a width, and the cells between two.
func arranged(styles *themes.Styles, width int, f Facts) (segs []segment, between int) {
	segs = segments(styles, reserved(f))
	program, connection, model, metadata, others, title, verdict, screens := &segs[0], &segs[1], &segs[2], &segs[3], &segs[4], &segs[5], &segs[6], &segs[7]
	model.forms[0] = ansi.Truncate(model.forms[0], max(width/2, 12), "…")
	// The order in which things get shorter, by one form a step. The keys of the screens
	// go before the gateway stops saying that it is simulated; where that has to go all the
	// same, they are back, for nothing else on the screen tells them.
	between = gap
	for _, s := range []*segment{
		metadata, screens, program, title, screens, metadata, others, nil, verdict, title, connection, metadata, screens,
		title, screens, verdict, others, screens,
	} {
		if needed(segs, between) <= width {
			break
		}
		if s == nil {
			between--
			continue
		}
		s.form = min(s.form+1, len(s.forms)-1)
		if s == connection {
			screens.form = min(screens.form, 1)
		}
	}
	name := model.forms[0]
	if over := needed(segs, between) - width; over > 0 {
		name = ansi.Truncate(name, max(ansi.StringWidth(name)-over, 0), "…")
	}
	room := segs
	segs = segments(styles, f)
	segs[2].forms[0] = name
	for i := range segs {
		s := &segs[i]
		s.form = min(room[i].form, len(s.forms)-1)
		if w := ansi.StringWidth(room[i].text()); s.right && w > 0 {
			s.width = w
		}
	}
	return segs, between
}

// The cells that the title may take, from a wide terminal to a narrow one.
const titleRoom, middleTitle, shortTitle = 28, 22, 12

// reserved are facts that need the most room for what changes while one works.
func reserved(f Facts) Facts {
	f.Title, f.Running, f.Past, f.Verdict = strings.Repeat("t", titleRoom), false, false, state.Incomplete
	return f
}

// ScreenAt is the screen that is named at a cell of the top line; -1 where none is.
func ScreenAt(styles *themes.Styles, width int, f Facts, x int) int {
	if width <= 0 || f.Screens[1].Name == "" {
		return -1
	}
	segs, _ := arranged(styles, width, f)
	s := &segs[len(segs)-1]
	at := width - 1 - ansi.StringWidth(s.text())
	if s.form == 3 && x >= at && x < width-1 {
		return f.Shown
	}
	if s.form > 2 {
		return -1
	}
	between := 1
	if s.form == 0 {
		between = 2
	}
	for i, one := range f.Screens {
		if one.Name == "" {
			continue
		}
		name := one.Name
		if s.form < 2 {
			name = strings.TrimSpace(one.Key + " " + one.Name)
		}
		w := ansi.StringWidth(name)
		if x >= at && x < at+w {
			return i
		}
		at += w + between
	}
	return -1
}

// shortened is a title in so many cells. The sign of what is not saved stays.
func shortened(title string, cells int) string {
	name, unsaved := strings.CutSuffix(title, "*")
	if !unsaved {
		return ansi.Truncate(title, cells, "…")
	}
	return ansi.Truncate(name, cells-1, "…") + "*"
}

func segments(styles *themes.Styles, f Facts) []segment {
	model := f.Model
	if model == "" && !f.Set {
		model = "server default"
	}
	s := []segment{
		{forms: []string{"gatehouse", ""}, style: styles.Strong},
		{forms: connectionForms(f), style: styles.Dim},
		{forms: []string{model}, style: styles.Model},
		{forms: []string{""}, style: styles.Dim},
		{forms: []string{""}, style: styles.Running},
		{forms: []string{shortened(f.Title, titleRoom), shortened(f.Title, middleTitle), shortened(f.Title, shortTitle), ""}, style: styles.Dim, right: true, atEnd: true},
		{forms: []string{"", "", ""}, style: views.VerdictStyle(styles, f.Verdict), right: true},
		screensSegment(styles, f),
	}
	if f.Metadata {
		s[3].forms = []string{"◇ routing metadata", "◇ routing", "◇", ""}
	}
	if f.Others > 0 {
		more := "more running"
		if f.Set || f.InChat {
			more = "running in Chat"
		}
		s[4].forms = []string{fmt.Sprintf("● %d %s", f.Others, more), fmt.Sprintf("●%d", f.Others), ""}
	}
	switch {
	case f.Running:
		s[6].style = styles.Running
		s[6].forms = []string{"● streaming", "●", ""}
	case f.Verdict != state.Running:
		s[6].forms = []string{views.Sign(f.Verdict) + " " + string(f.Verdict), views.Sign(f.Verdict), ""}
	case f.Past: // as wide as most verdicts, so that the line stays as it is
		s[6].style = styles.Accent
		s[6].forms = []string{"◀ as it was", "◀", ""}
	}
	return s
}

// screensSegment names the screens with their keys, the shown one standing out;
// where it gets narrow closer together, then without the keys, then only the
// shown one.
func screensSegment(styles *themes.Styles, f Facts) segment {
	if f.Screens[1].Name == "" { // one screen needs no name
		return segment{forms: []string{""}}
	}
	s := segment{right: true}
	long, short := make([]string, 0, MaxScreens), make([]string, 0, MaxScreens)
	for _, one := range f.Screens {
		if one.Name != "" {
			long, short = append(long, strings.TrimSpace(one.Key+" "+one.Name)), append(short, one.Name)
		}
	}
	s.forms = []string{strings.Join(long, "  "), strings.Join(long, " "), strings.Join(short, " "), "", ""}
	if f.Shown >= 0 {
		s.forms[3] = f.Screens[f.Shown].Name
	}
	s.draw = func(form int) string {
		names, between := long, "  "
		switch form {
		case 1:
			between = " "
		case 2:
			names, between = short, " "
		case 3:
			return styles.Here.Render(s.forms[3])
		}
		drawn := make([]string, len(names))
		for i, name := range names {
			style := styles.Dim
			if i == f.Shown {
				style = styles.Here
			}
			drawn[i] = style.Render(name)
		}
		return strings.Join(drawn, between)
	}
	return s
}

func connectionForms(f Facts) []string {
	switch {
	case f.Simulated && f.Unsaved:
		return []string{f.Connection + " (simulated, not saved)", f.Connection + " (not saved)"}
	case f.Simulated:
		return []string{f.Connection + " (simulated)", f.Connection}
	case f.Unsaved:
		return []string{f.Connection + " (not saved)", ansi.Truncate(f.Connection, 16, "…") + " (not saved)"}
	}
	return []string{f.Connection, ansi.Truncate(f.Connection, 16, "…")}
}

// needed returns the width of all segments with their gaps.
func needed(segs []segment, gap int) int {
	n := 1
	for i := range segs {
		if w := ansi.StringWidth(segs[i].text()); w > 0 {
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
		blanks := strings.Repeat(" ", max(s.width-ansi.StringWidth(s.text()), 0))
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
	l, r := ansi.StringWidth(left), ansi.StringWidth(right)
	if r > 0 && l+r+2 <= width {
		return left + strings.Repeat(" ", width-l-r-1) + right + " "
	}
	return text.Fit(left, width, "…")
}
