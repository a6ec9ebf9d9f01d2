package views

// The actions of the inspector's screen, whatever its tab.
const (
	ActExchangeBefore Action = "exchange-before"
	ActExchangeAfter  Action = "exchange-after"
	ActTabOverview    Action = "tab-overview"
	ActTabFusion      Action = "tab-fusion"
	ActTabRoute       Action = "tab-route"
	ActTabGuardrails  Action = "tab-guardrails"
	ActTabEvents      Action = "tab-events"
	ActTabDiff        Action = "tab-diff"
	ActTabRequest     Action = "tab-request"
	ActTabResponse    Action = "tab-response"
)

// InspectCommands returns the rows of the key table for the inspector's screen.
func InspectCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Inspect, Keys: keys, Group: GroupInspect, Short: short, Help: help}
	}
	return []Command{
		row(ActExchangeBefore, "exchange before", "Look at the exchange before.", "["),
		row(ActExchangeAfter, "after", "Look at the exchange after; behind the last it is the one that is sent next.", "]"),
		row(ActTreeView, "view", "Show pretty, as a tree, or raw: the body, else what the selected row holds, and on a page without rows the answer.", "r"),
		row(ActTabOverview, "overview", "How the exchange ended, who served it, where its time went, what it cost.", "O"),
		row(ActTabRoute, "route", "How the request was routed, and what to change when it was served by nobody.", "R"),
		row(ActTabFusion, "fusion", "What each model of the panel answered, and what was made of it; there where a fusion was asked for.", "F"),
		row(ActTabGuardrails, "guardrails", "What the guardrails found in the request's own text.", "U"),
		row(ActTabRequest, "request", "What was sent.", "Q"),
		row(ActTabResponse, "response", "What came back.", "S"),
		row(ActTabEvents, "events", "Every frame of the stream with its time; the cursor of time goes through them.", "E"),
		row(ActTabDiff, "diff", "What differs between this exchange and another.", "D"),
	}
}

// The actions of the inspector's pages that are read by scrolling, while one of
// them has the focus.
const (
	ActReadUp       Action = "read-up"
	ActReadDown     Action = "read-down"
	ActReadPageUp   Action = "read-page-up"
	ActReadPageDown Action = "read-page-down"
	ActReadTop      Action = "read-top"
	ActReadEnd      Action = "read-end"
	ActReadNext     Action = "read-hit-next"
	ActReadBefore   Action = "read-hit-before"
	ActReadCopy     Action = "read-copy"
	ActReadOpen     Action = "read-open"
	ActReadEdit     Action = "read-edit"
	ActReadFrame    Action = "read-frame"
	ActReadFirst    Action = "read-first"
	ActReadMetadata Action = "read-metadata"
	ActReadLoosen   Action = "read-loosen"
)

// GroupInspect is the heading of the inspector in F1.
const GroupInspect = "Inspect"

// FiguresCommands returns the rows of the key table for the inspector's pages
// that are read by scrolling.
func FiguresCommands() []Command {
	row := func(a Action, short, help string, keys ...string) Command {
		return Command{Action: a, Scope: Figures, Keys: keys, Group: GroupInspect, Short: short, Help: help}
	}
	quiet := func(a Action, short, help string, keys ...string) Command {
		c := row(a, short, help, keys...)
		c.Hidden = true
		return c
	}
	return []Command{
		quiet(ActReadUp, "up", "Go up by a line.", "k", "up"),
		quiet(ActReadDown, "down", "Go down by a line.", "j", "down"),
		quiet(ActReadPageUp, "page up", "Go up by a page.", "pgup", "b"),
		quiet(ActReadPageDown, "page down", "Go down by a page.", "pgdown", "f"),
		quiet(ActReadTop, "top", "Go to the first line.", "g", "home", "ctrl+home"),
		quiet(ActReadEnd, "end", "Go to the last line.", "G", "end", "ctrl+end"),
		quiet(ActReadNext, "next", "Go to the next line that holds what is searched for.", "n"),
		quiet(ActReadBefore, "before", "Go to the line before that holds it.", "N"),
		row(ActReadOpen, "unfold", "Unfold what the row tells of, or fold it.", "enter", "space"),
		row(ActReadLoosen, "change", "Do what the route's page says beside the number: send the same request again, or open it in the builder with a change.",
			"1", "2", "3", "4", "5", "6", "7", "8", "9"),
		row(ActReadMetadata, "with metadata", "Send the request again and ask for routing metadata.", "m"),
		row(ActReadEdit, "edit", "Edit the text in which a guardrail found something, to send it again.", "e"),
		row(ActReadFrame, "event", "Go to the event that brought what the row tells of: to the last, where there were more.", "o"),
		row(ActReadFirst, "first event", "Go to the first of the events that brought what the row tells of.", "a"),
		row(ActReadCopy, "copy", "Copy what the page shows as text.", "y"),
	}
}
