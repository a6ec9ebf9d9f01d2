package views

import "gatehouse/state/answer/explain"

// The actions of the inspector's screen, whatever its tab.
const (
	ActExchangeBefore Action = "exchange-before"
	ActExchangeAfter  Action = "exchange-after"
	ActChange         Action = "resend-changed"
	ActTabOverview    Action = "tab-overview"
	ActTabFusion      Action = "tab-fusion"
	ActTabLint        Action = "tab-lint"
	ActTabCache       Action = "tab-cache"
	ActTabReceipt     Action = "tab-receipt"
	ActTabRoute       Action = "tab-route"
	ActTabGuardrails  Action = "tab-guardrails"
	ActTabEvents      Action = "tab-events"
	ActTabDiff        Action = "tab-diff"
	ActTabRequest     Action = "tab-request"
	ActTabResponse    Action = "tab-response"
	ActFollow         Action = "follow-proxy"
)

// TabOf returns the action that opens the tab of a topic, which has its name.
func TabOf(t explain.Topic) Action { return Action("tab-" + t) }

// InspectCommands returns the rows of the key table for the inspector's screen.
func InspectCommands() []Command {
	r := rowsIn(Inspect, groupInspect)
	return []Command{
		r.row(ActExchangeBefore, "previous exchange", "Go to the previous exchange, along its run if it is in one.", "[").titled("Previous exchange", "request before"),
		r.row(ActExchangeAfter, "next", "Go to the next exchange, along its run if it is in one; after the last, the next request.", "]").titled("Next exchange", "request after"),
		r.row(ActChange, "change", "Edit the request and send it, then compare the two.", "C").titled("Change and send again", "edit request, modify, experiment"),
		r.row(ActResendSame, "same again", "Send the exchange again unchanged, to the connection that it went to.", "r"),
		r.row(ActRaw, "raw, tree", "Switch between pretty, tree and raw: the body, the selected row's value, or on a page without rows the response.", "v"),
		r.row(ActTabOverview, "overview", "Show outcome, provider, timing and cost.", "O").titled("Overview", "summary, cost, time, tokens, price, usage"),
		r.row(ActTabRoute, "route", "Show how the request was routed, and what to change if no provider served it.", "R").titled("Route", "routing, provider, endpoint, attempts, why this model"),
		r.row(ActTabFusion, "fusion", "Show each fusion panel model's answer and the combined one. Only when fusion was requested.", "F").titled("Fusion", "panel, ensemble"),
		r.row(ActTabGuardrails, "guardrails", "Show what the guardrails detected in the request.", "U").titled("Guardrails", "blocked, safety, filter, moderation"),
		r.row(ActTabRequest, "request", "Show what was sent.", "Q").titled("Request", "sent, body, headers, json"),
		r.row(ActTabResponse, "response", "Show what was returned.", "S").titled("Response", "answer, body, headers, json"),
		r.row(ActTabEvents, "events", "Show every frame with its time, and step through them.", "E").titled("Events", "stream, frames, sse, chunks, timeline"),
		r.row(ActTabLint, "lint", "Show what in the answer breaks other clients, and in which frames.", "V").titled("Lint", "conformance, deviations, compatibility"),
		r.row(ActTabCache, "cache", "Show how much of the prompt was read from the provider's cache, and why no more. Only where that is known.", "I").titled("Cache", "prompt caching, cached tokens, cache miss, breakpoint"),
		r.row(ActTabReceipt, "receipt", "Show what it cost, line by line, and what it would have cost elsewhere.", "$").titled("Receipt", "bill, cost, price, money, otherwise"),
		r.row(ActTabDiff, "diff", "Compare this exchange with another.", "D").titled("Compare exchanges", "diff, difference, versus"),
		r.row(ActTeamMark, "share", "Mark the exchange to share with the team, or unmark it while it waits.", "*").titled("Mark to share with the team", " star, unmark, push, colleagues, outbox"),
		r.row(ActFollow, "follow", "Show each exchange of the proxy as it begins. Press again, or go to another exchange, to stop.", "P").titled("Follow the proxy", "live, newest exchange, other programs"),
	}
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

// groupInspect is the heading of the inspector in F1.
const groupInspect = "Inspect"

func figuresCommands() []Command {
	r := rowsIn(Figures, groupInspect)
	return append(r.inherit(ActGoUp, ActGoDown, ActGoPageUp, ActGoPageDown, ActGoTop, ActGoEnd, ActNextHit, ActPreviousHit), []Command{
		r.row(ActOpenRow, "unfold", "Unfold or fold the row.", "enter", "space"),
		r.row(ActReadLoosen, "change", "Apply the numbered suggestion: resend, or open the changed request in the builder.",
			"1", "2", "3", "4", "5", "6", "7", "8", "9").titled("Do a numbered suggestion", "fix, loosen, relax, retry"),
		r.row(ActReadMetadata, "with metadata", "Resend with routing metadata.", "+").titled("Send again with routing metadata", "trace"),
		r.row(ActReadEdit, "edit", "Edit the text a guardrail flagged.", "e").titled("Edit the blocked text", "guardrail, change prompt"),
		r.row(ActReadFrame, "event", "Go to the row's last event.", ">").titled("Go to this row's event", "frame, source, where from"),
		r.row(ActReadFirst, "first event", "Go to the row's first event.", "<").titled("Go to this row's first event", "frame, source"),
		r.row(ActCopy, "copy", "Copy the page as text.").titled("Copy the page as text", "yank"),
	}...)
}
