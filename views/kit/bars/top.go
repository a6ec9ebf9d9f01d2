// Package bars draws the one line on top and the one at the bottom. Both are
// pure functions of what they say and how wide they are.
package bars

import (
	"strings"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Facts are what the top line shows. It is comparable, so that a drawn line can be cached until a
// fact changes.
type Facts struct {
	Connection  string // host, or "local gateway"
	Simulated   bool   // the connection leads to no real model
	Unsaved     bool   // nothing is saved in the history, as was asked for
	Proxy       string // port where the recording proxy listens, with its colon; empty: it is off
	ProxyTo     string // the connection that it leads to
	Failed      int    // exchanges that failed there since somebody looked
	Spans       string // host and port that spans of the exchanges go to; empty: nowhere
	Paused      string // how many requests wait in the proxy for the user, and how long; empty: none does
	PausedShort string // the same, shorter
	Alert       string // what has passed a bound; empty: nothing has
	AlertShort  string // the same where it is narrow
	Alerts      int    // how many more have
	Set         bool   // what is shown is no conversation: its title gets the places of model and metadata
	Model       string // of the next request; empty: the server chooses
	Metadata    bool   // the next request asks for routing metadata
	Others      int    // streams that run and are not shown
	InChat      bool   // one of them is another turn of the shown conversation
	Title       string // of the conversation
	Running     bool   // the conversation that is shown has a stream on its way
	Verdict     state.Verdict
	Blocked     bool   // it failed because a guardrail blocked the request
	Silence     string // how long the stream has sent nothing; empty: it sends
	Waits       bool   // the answer is complete, and a call in it needs an output
	Past        bool   // all of it is shown as it was earlier, the verdict too
	Screens     [MaxScreens]Screen
	Shown       int // which of Screens is shown; -1: none of them
}

// MaxScreens is how many screens the top line can name.
const MaxScreens = 5

// Screen is one of the screens, as the top line names it. One without a name is
// none.
type Screen struct {
	Key  string // as the user reads it; empty when none leads there
	Name string
}

// Top draws the top line, exactly width cells wide. If it gets narrow, the least needed segment is
// shortened first. The title and the verdict, which change all the time, have fixed widths: a short
// one leaves blanks, and nothing moves.
func Top(styles *themes.Styles, width int, f Facts) string {
	if width <= 0 {
		return ""
	}
	segs, between := arranged(styles, width, f)
	return join(segs, width, between)
}

// shortening is the order in which segments are shortened, one form per step. The names of the
// screens and the mark of a simulated gateway are dropped late.
var shortening = [...]int{
	atMetadata, atTitle, closer, atProgram, atMetadata, atSpans, atConnection, atProxy, atOthers, atTitle, atVerdict,
	atScreens, atTitle, atTitle, atProxy, atConnection, atAlert, slimmer, atSpans, atProxy, atScreens, atOthers, atVerdict,
	atScreens, atScreens, atAlert,
}

// The steps of shortening that take a cell from every gap, and as much from a long model as is
// still missing.
const (
	closer  = -1
	slimmer = -2
)

// minModel is the width below which the model is shortened only after everything else.
const minModel = 20

// topLine is how the segments share a line.
type topLine struct {
	segs    []segment
	between int // cells between two
	width   int
}

func (r *topLine) left() int { return r.width - needed(r.segs, r.between) }

// slim makes the model shorter by what is missing, but not below some cells.
func (r *topLine) slim(least int) {
	model := &r.segs[atModel].forms[0]
	if w := text.Width(*model); r.left() < 0 && w > least {
		*model = text.Truncate(*model, max(w+r.left(), least), "…")
	}
}

// shorten shortens segments until they fit in the line. If the screens cannot be named even so, it
// restores what was shortened for their names.
func (r *topLine) shorten() {
	model := r.segs[atModel].forms[0]
	for _, step := range shortening {
		if r.left() >= 0 {
			break
		}
		switch step {
		case closer:
			r.between--
		case slimmer:
			r.slim(minModel)
		default:
			s := &r.segs[step]
			s.form = min(s.form+1, len(s.forms)-1)
		}
	}
	r.segs[atModel].forms[0] = model
	if r.segs[atScreens].form < onlyShown {
		r.slim(minModel) // later steps freed cells
		return
	}
	for _, at := range [...]int{atAlert, atVerdict, atOthers, atProxy, atSpans, atConnection} {
		if s := &r.segs[at]; s.form > 0 {
			if s.form--; r.left() < 0 {
				s.form++
			}
		}
	}
}

// arranged returns the segments in the forms for a width, and the cells between two.
func arranged(styles *themes.Styles, width int, f Facts) (segs []segment, between int) {
	r := topLine{segments(styles, reserved(f)), gap, width}
	model, title := &r.segs[atModel], &r.segs[atTitle]
	model.forms[0] = text.Truncate(model.forms[0], max(width/2, 12), "…")
	r.shorten()
	if title.text() == "" && r.left() >= minTitle+r.between { // later steps freed cells
		title.form--
	}
	r.slim(0)
	cells := text.Width(title.text()) + max(r.left(), 0)
	segs, between = segments(styles, f), r.between
	for i := range segs {
		s, widest := &segs[i], &r.segs[i]
		s.form, s.width = min(widest.form, len(s.forms)-1), text.Width(widest.text())
		if f.Set && (i == atModel || i == atMetadata) && s.width > 0 { // the title gets their places
			cells, s.width = cells+s.width+between, 0
		}
	}
	if v := &segs[atVerdict]; f.Silence != "" || f.Waits { // what needs the user gets cells of the title, then of the connection
		if c := &segs[atConnection]; text.Width(v.forms[1]) > v.width+cells {
			was := text.Width(c.text())
			c.form, c.width = len(c.forms)-1, 0
			cells += was - text.Width(c.text())
		}
		for v.form = 0; v.form < len(v.forms)-1 && text.Width(v.text()) > v.width+cells; v.form++ {
		}
		cells -= max(text.Width(v.text())-v.width, 0)
		v.width = max(text.Width(v.text()), v.width)
	}
	if !f.Set {
		segs[atModel].forms[0] = model.forms[0]
	}
	if title.text() != "" {
		shown, cells := &segs[atTitle], min(cells, titleWidths[0])
		shown.forms[shown.form], shown.width = shortened(f.Title, cells), cells
	}
	return segs, between
}

// titleWidths are the cells that the title gets at least, from a wide terminal to a narrow
// one. It takes what the rest leaves, up to the first.
var titleWidths = [...]int{28, 20, 12, minTitle, 0}

const minTitle = len("not saved")

// reserved are facts that need the most room for what changes while one works, and from
// screen to screen.
func reserved(f Facts) Facts {
	f.Set, f.InChat = false, f.InChat || f.Set
	if f.Proxy != "" {
		f.Failed = 99
	}
	f.Title, f.Running, f.Past, f.Verdict = strings.Repeat("t", titleWidths[0]), false, false, state.Incomplete
	f.Silence, f.Waits = "", false
	return f
}

// OnConnection reports whether the connection is named at a cell of the top line.
func OnConnection(styles *themes.Styles, width int, f Facts, x int) bool {
	return on(atConnection, styles, width, f, x)
}

// OnAlert reports whether what has passed a bound, or what failed in the proxy, is named at a cell of the top
// line.
func OnAlert(styles *themes.Styles, width int, f Facts, x int) bool {
	return on(atAlert, styles, width, f, x) || f.Failed > 0 && on(atProxy, styles, width, f, x)
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

// ScreenAt returns the screen that is named at a cell of the top line; -1 where none is.
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
		w := text.Width(strings.TrimSpace(one.keyIn(s.form) + " " + one.Name))
		if x >= at && x < at+w {
			return i
		}
		at += w + len(screenGaps[s.form])
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
