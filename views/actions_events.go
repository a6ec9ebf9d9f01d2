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

func eventsCommands() []Command {
	r := rowsIn(Events, "Inspect: events")
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoTop, ActNextHit, ActPreviousHit), []Command{
		r.quiet(ActGoPageDown, "page down", "Go down a page.", "pgdown"),
		r.row(ActGoEnd, "end", "Go to the end and follow."),
		r.row(ActOpenRow, "open", "Unfold, or show the frame's data."),
		r.quiet(ActGoRight, "unfold", "Unfold, or show the data."),
		r.quiet(ActGoLeft, "fold", "Close the data, or fold."),
		r.row(ActFrameFilter, "filter", "Filter frames by type.", "f"),
		r.row(ActFrameOnly, "only", "Show only this frame's type.", "x"),
		r.quiet(ActFrameAll, "all", "Show frames of all types.", "a"),
		r.row(ActFrameText, "find in chat", "Show the frame's text in the chat.", "o"),
		r.row(ActCopy, "copy", "Copy the raw frame."),
		r.row(ActFrameFirst, "first token", "Go to the first token.", "T"),
		r.row(ActFrameLongest, "longest gap", "Go to the longest gap.", "L"),
		r.row(ActFrameWarning, "warning", "Go to the next warning: a failure, a missing sequence number, a gap over 250 ms and ten times the usual, an unreadable or unknown frame.", "w"),
		r.quiet(ActFrameWarnBefore, "previous warning", "Go to the previous warning.", "W"),
		r.quiet(ActDataUp, "data up", "Scroll the frame's data up.", "K", "ctrl+u"),
		r.quiet(ActDataDown, "data down", "Scroll the frame's data down.", "J", "ctrl+d"),
		r.preview(),
		r.row(ActTimePlay, "play", "Play the exchange, or pause. At the end it plays from the start.", "space"),
		r.row(ActTimeSpeed, "speed", "Change the speed: 1×, 10×, 0.1×.", "s"),
		r.row(ActTimeBack, "back", "Step back one frame in time. Every tab but Diff shows that moment.", ","),
		r.row(ActTimeOn, "forward", "Step forward one frame in time.", "."),
		r.quiet(ActTimeBackTen, "back 10", "Step back ten frames.", "<"),
		r.quiet(ActTimeOnTen, "forward 10", "Step forward ten frames.", ">"),
		r.row(ActTimeHere, "time here", "Go to the moment after the selected frame.", "t"),
	}...)
}
