package views

// The actions of the inspector's list of frames, while it has the focus.
const (
	ActFrameFilter     Action = "frame-filter"
	ActFrameOnly       Action = "frame-only"
	ActFrameAll        Action = "frame-all"
	ActFrameText       Action = "frame-text"
	ActFrameFirst      Action = "frame-first-token"
	ActFrameLongest    Action = "frame-longest"
	ActFrameWarning    Action = "frame-warning"
	ActFrameWarnBefore Action = "frame-warn-back"
	ActDataUp          Action = "data-up"
	ActDataDown        Action = "data-down"
	ActTimeBack        Action = "time-back"
	ActTimeOn          Action = "time-on"
	ActTimeBackTen     Action = "time-back-10"
	ActTimeOnTen       Action = "time-on-10"
	ActTimeHere        Action = "time-here"
	ActTimePlay        Action = "time-play"
	ActTimeSpeed       Action = "time-speed"
)

// GroupEvents is the heading of the list of frames in F1.
const GroupEvents = "Inspect: events"

// EventsCommands returns the rows of the key table for the list of frames.
func EventsCommands() []Command {
	r := rowsIn(Events, GroupEvents)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoPageDown, "page down", "Go down by a page.", "pgdown"),
		r.row(ActGoEnd, "end", "Go to the last frame and follow the stream; the cursor of time goes to the end too."),
		r.row(ActOpenRow, "open", "Unfold the run, or show the frame's data below, or close them."),
		r.quiet(ActGoRight, "unfold", "Unfold the run, or show the frame's data."),
		r.quiet(ActGoLeft, "fold", "Close the data, or fold the run."),
		r.row(ActFrameFilter, "filter", "Choose the types of frames that are listed.", "f"),
		r.row(ActFrameOnly, "only", "List the selected type of frame alone, or all again.", "x"),
		r.quiet(ActFrameAll, "all", "List the frames of all types again.", "a"),
		r.row(ActFrameText, "text", "Go to what the frame wrote in the transcript.", "o"),
		r.row(ActCopy, "copy", "Copy the frame as it was on the wire."),
		r.row(ActFrameFirst, "first token", "Go to the frame that brought the first token.", "T"),
		r.row(ActFrameLongest, "longest gap", "Go to the longest silence: to the frame behind it, to the last one where none came.", "L"),
		r.row(ActFrameWarning, "warning", "Go to the next frame that stands out: a failure, a gap in the numbers, a long silence (over 250 ms and ten times the usual gap), what nobody can read or knows.", "w"),
		r.quiet(ActFrameWarnBefore, "before", "Go to the frame before that stands out.", "W"),
		r.quiet(ActDataUp, "data up", "Scroll the frame's data up.", "K", "ctrl+u"),
		r.quiet(ActDataDown, "data down", "Scroll the frame's data down.", "J", "ctrl+d"),
		r.row(ActTimePlay, "play", "Let the exchange run again before your eyes, or pause it there.", "space"),
		r.row(ActTimeSpeed, "speed", "Play at true speed, ten times as fast, or at a tenth.", "s"),
		r.row(ActTimeBack, "back", "Step the cursor of time back by a frame: everything but Diff is shown as it was then.", ","),
		r.row(ActTimeOn, "on", "Step the cursor of time on by a frame.", "."),
		r.quiet(ActTimeBackTen, "back 10", "Step the cursor of time back by ten frames.", "<"),
		r.quiet(ActTimeOnTen, "on 10", "Step the cursor of time on by ten frames.", ">"),
		r.row(ActTimeHere, "time here", "Put the cursor of time behind the selected frame.", "t"),
	}...)
}
