package views

// The actions of the inspector's screen, whatever its tab.
const (
	ActExchangeBefore Action = "exchange-before"
	ActExchangeAfter  Action = "exchange-after"
	ActChange         Action = "resend-changed"
	ActTabOverview    Action = "tab-overview"
	ActTabFusion      Action = "tab-fusion"
	ActTabRoute       Action = "tab-route"
	ActTabGuardrails  Action = "tab-guardrails"
	ActTabEvents      Action = "tab-events"
	ActTabDiff        Action = "tab-diff"
	ActTabRequest     Action = "tab-request"
	ActTabResponse    Action = "tab-response"
	ActTabExchanges   Action = "tab-exchanges"
)

// InspectCommands returns the rows of the key table for the inspector's screen.
func InspectCommands() []Command {
	r := rowsIn(Inspect, GroupInspect)
	return []Command{
		r.row(ActExchangeBefore, "exchange before", "Look at the exchange before.", "["),
		r.row(ActExchangeAfter, "after", "Look at the exchange after; behind the last it is the one that is sent next.", "]"),
		r.row(ActChange, "change", "Open the request in the builder; once it is sent, both are compared.", "C"),
		r.row(ActTreeView, "view", "Show pretty, as a tree, or raw: the body, else what the selected row holds, and on a page without rows the answer.", "r"),
		r.row(ActTabOverview, "overview", "How the exchange ended, who served it, where its time went, what it cost.", "O"),
		r.row(ActTabRoute, "route", "How the request was routed, and what to change when it was served by nobody.", "R"),
		r.row(ActTabFusion, "fusion", "What each model of the panel answered, and what was made of it; there where a fusion was asked for.", "F"),
		r.row(ActTabGuardrails, "guardrails", "What the guardrails found in the request's own text.", "U"),
		r.row(ActTabRequest, "request", "What was sent.", "Q"),
		r.row(ActTabResponse, "response", "What came back.", "S"),
		r.row(ActTabEvents, "events", "Every frame of the stream with its time; the cursor of time goes through them.", "E"),
		r.row(ActTabDiff, "diff", "What differs between this exchange and another.", "D"),
		r.row(ActTabExchanges, "exchanges", "All exchanges of this run: of every conversation and branch, and of Rerank.", "X"),
	}
}

// ExchangesCommands returns the rows of the key table for the list of this run's
// exchanges. The keys of the tabs mean the selected one there.
func ExchangesCommands() []Command {
	r := rowsIn(Exchanges, GroupInspect)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd), []Command{
		r.row(ActOpenRow, "inspect", "Show the exchange in the tab that was shown last."),
		r.row(ActHistoryMark, "mark", "Mark the exchange for a comparison, or unmark it. Two can be marked.", "m"),
		r.row(ActCopy, "copy id", "Copy the id of the exchange."),
	}...)
}

// The actions of the inspector's pages that are read by scrolling, while one of
// them has the focus.
const (
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
	r := rowsIn(Figures, GroupInspect)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "unfold", "Unfold what the row tells of, or fold it.", "enter", "space"),
		r.row(ActReadLoosen, "change", "Do what the route's page says beside the number: send the same request again, or open it in the builder with a change.",
			"1", "2", "3", "4", "5", "6", "7", "8", "9"),
		r.row(ActReadMetadata, "with metadata", "Send the request again and ask for routing metadata.", "m"),
		r.row(ActReadEdit, "edit", "Edit the text in which a guardrail found something, to send it again.", "e"),
		r.row(ActReadFrame, "event", "Go to the event that brought what the row tells of: to the last, where there were more.", "o"),
		r.row(ActReadFirst, "first event", "Go to the first of the events that brought what the row tells of.", "a"),
		r.row(ActCopy, "copy", "Copy what the page shows as text."),
	}...)
}
