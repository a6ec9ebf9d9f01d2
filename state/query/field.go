package query

import (
	"strings"

	"gatehouse/state/lint"
	"gatehouse/state/receipt"
)

// Kind is what a field's value is.
type Kind int

// The kinds of fields.
const (
	Text     Kind = iota // compared without regard to case; * stands for any run of characters
	Count                // a number
	Duration             // in microseconds
	Moment               // a point in time
)

// Field is something of an exchange that a query can ask for.
type Field struct {
	Name    string
	Kind    Kind
	Part    bool     // of a Text: it is looked for anywhere in what the exchange has
	Values  []string // all that there are; nil: any
	About   string   // for completion
	Example string
}

// Fields are all fields, in the order in which help lists them.
func Fields() []Field {
	return []Field{
		{Name: "model", About: "model that was asked for", Example: "model:borealis/*"},
		{Name: "served", About: "model that answered", Example: "served:*/coder-m"},
		{Name: "provider", About: "provider that ran the model", Example: "provider:atlas"},
		{Name: "verdict", About: "how it ended; blocked: by a guardrail", Example: "verdict:failed", Values: []string{"completed", "incomplete", "failed", "blocked", "truncated", "cancelled", "unknown"}},
		{Name: "reason", About: "why it failed or stopped, in the word that came", Example: "reason:rate_limit*"},
		{Name: "status", Kind: Count, About: "HTTP status; on a WebSocket that of the error", Example: "status:4xx"},
		{Name: "origin", About: "where it comes from", Example: "origin:send", Values: []string{"playground", "send", "rerank", "proxy", "import", "check", "replay"}},
		{Name: "by", About: "who shared it, in the history of a team", Example: "by:ann"},
		{Name: "connection", About: "connection that it went over", Example: "connection:local"},
		{Name: "method", About: "HTTP method of the request; WS: a response on a WebSocket", Example: "method:GET"},
		{Name: "path", Part: true, About: "path of the request, or a part of it", Example: "path:/v1/embeddings"},
		{Name: "caller", Part: true, About: "program that made the request, by User-Agent or address", Example: "caller:codex"},
		{Name: "guardrail", About: "guardrail that acted", Example: "guardrail:*"},
		{Name: "tool", About: "tool that was called", Example: "tool:get_weather"},
		{Name: "warning", About: "warning code", Example: "warning:no_done"},
		{Name: "lint", About: "what lint found: a rule, or a level", Example: "lint:error", Values: append([]string{"error", "warning", "note"}, lint.Named()...)},
		{Name: "cache", About: "why the cache was or was not read", Example: "cache:provider-changed", Values: []string{
			"hit", "partial", "first", "edited", "reordered", "tools-changed", "provider-changed", "model-changed", "expired", "below-minimum", "not-asked", "several", "not-reported", "unknown"}},
		{Name: "receipt", About: "how the cost stands to the prices, or what is wrong with it", Example: "receipt:differs", Values: receipt.Words()},
		{Name: "session", About: "session it belongs to", Example: "session:7k2f*"},
		{Name: "run", About: "run it belongs to: exchanges that go on from one another", Example: "run:12"},
		{Name: "tokens", Kind: Count, About: "tokens in and out", Example: "tokens>1k"},
		{Name: "cost", Kind: Count, About: "cost as reported", Example: "cost>0.01"},
		{Name: "lost", Kind: Count, About: "dollars paid for what was not read from the cache", Example: "lost>0.01"},
		{Name: "ttft", Kind: Duration, About: "time to the first token", Example: "ttft>500ms"},
		{Name: "total", Kind: Duration, About: "time to the last byte", Example: "total>10s"},
		{Name: "lasted", Kind: Duration, About: "time to the end, with a silence after the last byte", Example: "lasted>30s"},
		{Name: "since", Kind: Moment, About: "not before: also today, yesterday, 14:00 or 2026-11-20T14:00", Example: "since:2d"},
		{Name: "until", Kind: Moment, About: "before", Example: "until:2026-11-20"},
	}
}

// Lookup is the field of a name.
func Lookup(name string) (*Field, bool) {
	for _, f := range Fields() {
		if strings.EqualFold(f.Name, name) {
			return &f, true
		}
	}
	return nil, false
}

// Names are the names of all fields, for a message.
func Names() string {
	var names []string
	for _, f := range Fields() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
