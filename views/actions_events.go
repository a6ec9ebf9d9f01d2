package views

// The actions of the inspector's list of frames, while it has the focus.
const (
	ActFrameUp         Action = "frame-up"
	ActFrameDown       Action = "frame-down"
	ActFramePageUp     Action = "frame-page-up"
	ActFramePageDown   Action = "frame-page-down"
	ActFrameTop        Action = "frame-top"
	ActFrameEnd        Action = "frame-end"
	ActFrameOpen       Action = "frame-open"
	ActFrameIn         Action = "frame-in"
	ActFrameOut        Action = "frame-out"
	ActFrameFilter     Action = "frame-filter"
	ActFrameOnly       Action = "frame-only"
	ActFrameAll        Action = "frame-all"
	ActFrameText       Action = "frame-text"
	ActFrameCopy       Action = "frame-copy"
	ActFrameFirst      Action = "frame-first-token"
	ActFrameLongest    Action = "frame-longest"
	ActFrameWarning    Action = "frame-warning"
	ActFrameWarnBefore Action = "frame-warn-back"
	ActFrameNext       Action = "frame-hit-next"
	ActFrameBefore     Action = "frame-hit-before"
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
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Events, Keys: keys, Group: GroupEvents, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActFrameUp, "up", "Go up by a row.", "k", "up"),
		quiet(ActFrameDown, "down", "Go down by a row.", "j", "down"),
		quiet(ActFramePageUp, "page up", "Go up by a page.", "pgup", "b"),
		quiet(ActFramePageDown, "page down", "Go down by a page.", "pgdown"),
		quiet(ActFrameTop, "top", "Go to the first frame.", "g", "home", "ctrl+home"),
		row(ActFrameEnd, "end", "Go to the last frame and follow the stream; the cursor of time goes to the end too.", "G", "end", "ctrl+end"),
		row(ActFrameOpen, "open", "Unfold the run, or show the frame's data below, or close them.", "enter"),
		quiet(ActFrameIn, "unfold", "Unfold the run, or show the frame's data.", "right", "l"),
		quiet(ActFrameOut, "fold", "Close the data, or fold the run.", "left", "h"),
		row(ActFrameFilter, "filter", "Choose the types of frames that are listed.", "f"),
		row(ActFrameOnly, "only", "List the selected type of frame alone, or all again.", "x"),
		quiet(ActFrameAll, "all", "List the frames of all types again.", "a"),
		row(ActFrameText, "text", "Go to what the frame wrote in the transcript.", "o"),
		row(ActFrameCopy, "copy", "Copy the frame as it was on the wire.", "y"),
		row(ActFrameFirst, "first token", "Go to the frame that brought the first token.", "T"),
		row(ActFrameLongest, "longest gap", "Go to the longest silence: to the frame behind it, to the last one where none came.", "L"),
		row(ActFrameWarning, "warning", "Go to the next frame that stands out: a failure, a gap in the numbers, a long silence (over 250 ms and ten times the usual gap), what nobody can read or knows.", "w"),
		quiet(ActFrameWarnBefore, "before", "Go to the frame before that stands out.", "W"),
		quiet(ActFrameNext, "next", "Go to the next hit.", "n"),
		quiet(ActFrameBefore, "before", "Go to the hit before.", "N"),
		quiet(ActDataUp, "data up", "Scroll the frame's data up.", "K", "ctrl+u"),
		quiet(ActDataDown, "data down", "Scroll the frame's data down.", "J", "ctrl+d"),
		row(ActTimePlay, "play", "Let the exchange run again before your eyes, or pause it there.", "space"),
		row(ActTimeSpeed, "speed", "Play at true speed, ten times as fast, or at a tenth.", "s"),
		row(ActTimeBack, "back", "Step the cursor of time back by a frame: everything but Diff is shown as it was then.", ","),
		row(ActTimeOn, "on", "Step the cursor of time on by a frame.", "."),
		quiet(ActTimeBackTen, "back 10", "Step the cursor of time back by ten frames.", "<"),
		quiet(ActTimeOnTen, "on 10", "Step the cursor of time on by ten frames.", ">"),
		row(ActTimeHere, "time here", "Put the cursor of time behind the selected frame.", "t"),
	}
}
