// Package bars draws the one line on top and the one at the bottom. Both are
// pure functions of what they say and how wide they are.
package bars

import (
	"strings"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views/text"
)

// Facts are what the top line says. It is comparable, so that a drawn line can
// be kept until a fact changes.
type Facts struct {
	Connection string // host, or "local gateway"
	Simulated  bool   // nothing behind the connection is a real model
	Unsaved    bool   // nothing is saved in the history, as was asked for
	Proxy      string // port where the recording proxy listens, with its colon; empty: it is off
	ProxyTo    string // the connection that it leads to
	Failed     int    // exchanges that failed there since somebody looked
	Spans      string // host and port that spans of the exchanges go to; empty: nowhere
	Alert      string // what has passed a bound; empty: nothing has
	AlertShort string // the same where it is narrow
	Alerts     int    // how many more have
	Set        bool   // what is shown is no conversation: its title gets the places of model and metadata
	Model      string // of the next request; empty: the server chooses
	Metadata   bool   // the next request asks for routing metadata
	Others     int    // streams that run and are not shown
	InChat     bool   // one of them is of the conversation that is shown, at another turn of it
	Title      string // of the conversation
	Running    bool   // the conversation that is shown has a stream on its way
	Verdict    state.Verdict
	Blocked    bool // it failed because a guardrail blocked the request
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

// Top draws the top line, exactly width cells wide. Where it gets narrow, what is least
// needed gets shorter first. What changes while one works, the title and the verdict, has a
// place of its own size: a short one leaves blanks, and nothing moves.
func Top(styles *themes.Styles, width int, f Facts) string {
	if width <= 0 {
		return ""
	}
	segs, between := arranged(styles, width, f)
	return join(segs, width, between)
}

// shortening is the order in which segments get shorter, by one form a step: the keys of
// the screens and that the gateway is simulated are said for as long as there is room.
var shortening = [...]int{
	atMetadata, atTitle, closer, atProgram, atMetadata, atSpans, atConnection, atProxy, atOthers, atTitle, atVerdict,
	atScreens, atTitle, atTitle, atProxy, atScreens, atConnection, atAlert, atProxy, atVerdict, atOthers, atSpans, atScreens, atAlert,
}

// closer is the step of shortening that takes a cell from every gap.
const closer = -1

// arranged are the segments in the forms for a width, and the cells between two.
func arranged(styles *themes.Styles, width int, f Facts) (segs []segment, between int) {
	room := segments(styles, reserved(f))
	model := &room[atModel]
	model.forms[0] = text.Truncate(model.forms[0], max(width/2, 12), "…")
	between = gap
	for _, step := range shortening {
		if needed(room, between) <= width {
			break
		}
		if step == closer {
			between--
			continue
		}
		s := &room[step]
		s.form = min(s.form+1, len(s.forms)-1)
	}
	title, left := &room[atTitle], width-needed(room, between)
	if title.text() == "" && left >= leastTitle+between { // what went after it left room again
		title.form--
		left -= leastTitle + between
	}
	if left < 0 {
		model.forms[0] = text.Truncate(model.forms[0], max(text.Width(model.forms[0])+left, 0), "…")
	}
	cells := text.Width(title.text()) + max(left, 0)
	segs = segments(styles, f)
	for i := range segs {
		s := &segs[i]
		s.form, s.width = min(room[i].form, len(s.forms)-1), text.Width(room[i].text())
		if f.Set && (i == atModel || i == atMetadata) && s.width > 0 { // the title gets their places
			cells, s.width = cells+s.width+between, 0
		}
	}
	if !f.Set {
		segs[atModel].forms[0] = model.forms[0]
	}
	if title.text() != "" {
		shown, cells := &segs[atTitle], min(cells, titleRooms[0])
		shown.forms[shown.form], shown.width = shortened(f.Title, cells), cells
	}
	return segs, between
}

// titleRooms are the cells that the title gets at least, from a wide terminal to a narrow
// one. It takes what the rest leaves, up to the first.
var titleRooms = [...]int{28, 20, 12, leastTitle, 0}

const leastTitle = len("not saved")

// reserved are facts that need the most room for what changes while one works, and from
// screen to screen.
func reserved(f Facts) Facts {
	f.Set, f.InChat = false, f.InChat || f.Set
	if f.Proxy != "" {
		f.Failed = 99
	}
	f.Title, f.Running, f.Past, f.Verdict = strings.Repeat("t", titleRooms[0]), false, false, state.Incomplete
	return f
}
