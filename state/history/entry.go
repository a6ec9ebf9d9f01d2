// Package history has an exchange as the history lists it, and its searchable text. The
// archive stores both.
package history

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
)

// Origin is where an exchange comes from.
type Origin string

// The origins.
const (
	Playground Origin = "playground"
	Send       Origin = "send"
	Rerank     Origin = "rerank"
	Proxy      Origin = "proxy"
	Import     Origin = "import"
	Check      Origin = "check"
	Replay     Origin = "replay"
	Lab        Origin = "lab"
)

// Local is the connection of an exchange with the embedded gateway.
const Local = "local"

// About is what an exchange's capture does not tell of it.
type About struct {
	Origin     Origin
	Kind       state.Kind
	Connection string // the profile's name, Local, or empty
	BaseURL    string
	Target     string // its name, of several that a proxy forwards to; of a replay the id of what was replayed
	Service    string
	Session    string // empty: it belongs to no session
	Turn       int    // of the session
	Case       string `json:",omitempty"` // of a lab: the name of the check
	Variant    string `json:",omitempty"`
	Repeat     int    `json:",omitempty"` // counted from 1; 0: it is of no lab
	Shared     bool   `json:",omitempty"` // before it is saved: it is to be shared with a team, whatever the rule for others is
}

// Rerank reports whether it went to POST /rerank.
func (a About) Rerank() bool { return a.Kind == state.Rerank }

// Entry is an exchange as lists show it: columns, no bodies.
type Entry struct {
	Key int64  // its place among all, by time; later ones have larger keys
	ID  string // what people call it by
	About
	Request
	Start                   time.Time
	Undated                 bool   // Start is the time of the file that it was imported from: the exchange's is not known
	Asked, Served, Provider string // model, model, and who ran it; empty: not reported
	Verdict                 state.Verdict
	Reason                  string // as received, or ReasonEmpty
	Status                  int    // HTTP; 0: nothing was answered; or StatusUnknown
	ByProxy                 bool   // Status is the proxy's, which got no head to pass on
	TTFBUS, TTFTUS, TotalUS int64  // microseconds after the start; -1: unknown
	LastedUS                int64  // to the end, where TotalUS is to the last byte; -1: unknown
	Tokens                  figures.Tokens
	Rate                    int64   // output tokens a second, in thousandths; -1: unknown, or the tokens are estimated
	Cost                    float64 // -1: not reported
	Guardrails              []string
	Tools                   []string     // function tools that were called, server tools that ran
	Warnings                []string     // codes
	Lint                    []string     // what lint found: the levels, and the rules
	Receipt                 []string     // how its cost compares to its prices: see receipt.Names; the archive knows it
	Size                    int64        // bytes, sent and received
	Run                     int64        // its number; 0: it is in none
	Parent                  int64        // key of the exchange that it continues, which may have been removed; 0: not known
	Joined                  run.Evidence // why it is in its run
	Calls                   int          // of tools, in the answer
	ThoughtUS               int64        // from the first token to the first that is no reasoning; -1: there is none
	Cache                   string       // a cache.Verdict; empty: there is none, or it is not computed yet
	Lost                    float64      // dollars that were paid for what was not read from the cache; -1: not known
	By, Host                string       // who shared it with the team, and from which machine; empty: it belongs to this machine's history
	Sharing                 Sharing      // of one of this machine's history that is to be shared; archive.Sharing reads it
	Purpose                 Purpose
	Changed                 []string // yes, and what changed the request on the way: rule, hand; none: it is as the program sent it
	Fault                   string   // what broke the answer on purpose, by a rule of the proxy: cut, reset, stall, status or slow; answered: the user gave it; empty: nothing
	Waits                   bool     // the request waits in the proxy for the user, and is not sent yet
	Spoken                  bool     // Words were read from the request: the user wrote them
	Words                   string   // first of the request, else of the answer
}

// ReasonEmpty is the reason of a completed exchange whose answer has neither a text nor a call.
const ReasonEmpty = "empty"

// IsEmpty reports whether a completed answer is empty.
func (e *Entry) IsEmpty() bool { return e.Verdict == state.Completed && e.Reason == ReasonEmpty }

// Of is the entry of a finished exchange.
func Of(about About, x *state.Exchange, c *wire.Capture) Entry {
	e := Entry{
		ID: c.ID, About: about, Request: RequestOf(c), Start: c.Start, Undated: c.Lacks.Start,
		Asked: x.Asked(c.Sent), Served: x.Model, Verdict: x.Verdict, Reason: x.Reason,
		Tokens: figures.TokensOf(x), Cost: -1, Lost: -1,
		Size: int64(len(c.Sent.Body)) + c.Text().Len(), Purpose: purposeOf(c),
	}
	if e.Tokens.Estimated && e.Tokens.Counts[usage.Output] == 0 {
		e.Tokens.Counts[usage.Output] = -1 // nothing was received that could be estimated
	}
	e.Status, e.ByProxy = StatusOf(x, c)
	e.TTFBUS = known(figures.TTFB(x))
	e.TTFTUS = known(figures.TTFT(x))
	e.TotalUS = known(figures.Total(x))
	e.LastedUS = known(figures.Lasted(x))
	e.Rate = -1
	if perSecond, estimated, ok := figures.RateOf(x); ok && !estimated {
		e.Rate = int64(perSecond*1000 + 0.5)
	}
	if text, ok := figures.CostOf(x); ok {
		if cost, err := strconv.ParseFloat(text, 64); err == nil && cost >= 0 && cost <= MaxCost {
			e.Cost = cost
		}
	}
	e.Provider = figures.Provider(x, read.Routing(x.Routing))
	for _, s := range explain.Guardrails(x) {
		e.Guardrails = add(e.Guardrails, cmp.Or(s.Name, s.Type, "guardrail"))
	}
	for _, it := range x.Items {
		if name := toolName(it); name != "" {
			e.Tools, e.Calls = add(e.Tools, name), e.Calls+1
		}
	}
	for _, w := range x.Warnings {
		e.Warnings = add(e.Warnings, w.Code)
	}
	if e.Lint, e.ThoughtUS = LintOf(x), -1; x.FirstAnswerUS > x.FirstDeltaUS {
		e.ThoughtUS = x.FirstAnswerUS - x.FirstDeltaUS
	}
	if e.Session == "" {
		e.Session = run.IDsOf(c.Sent).Session
	}
	e.Changed, e.Fault, e.Waits = changedBy(c), faultOf(c), x.Waits && x.Running()
	if x.IsEmpty() && e.Purpose != WarmUp {
		e.Reason = ReasonEmpty
	}
	if e.Purpose == Handshake || e.Purpose == CountTokens { // no model answered: its time is LastedUS alone
		e.TTFTUS, e.TotalUS = -1, -1
	} else {
		e.Words = Asked(x, c)
	}
	if x.Made != "" { // no model answered, so its figures are none of a model's
		e.Served, e.Provider, e.TTFTUS, e.TotalUS, e.Rate, e.Cost = "", "", -1, -1, -1, -1
		e.Tokens = figures.Tokens{Counts: usage.None()}
	}
	if e.Spoken = e.Words != ""; !e.Spoken {
		e.Words = answerWords(&e, x, c)
	}
	return e
}

// LintOf is what lint found in an answer, as a query asks for it: the levels, and the rules.
func LintOf(x *state.Exchange) (names []string) {
	list := x.Findings()
	for _, f := range list {
		names = add(names, f.Rule.Level.String())
	}
	for _, f := range list {
		names = add(names, f.Rule.ID)
	}
	return names
}

// TeamPrefix is in front of the id of an exchange of a team's history.
const TeamPrefix = "team:"

// Word is what people call it by, everywhere: its id, and whether it belongs to the team's history.
func (e *Entry) Word() string {
	if e.By == "" {
		return e.ID
	}
	return TeamPrefix + e.ID
}

// WordIs describes what Word is.
func (e *Entry) WordIs() string {
	if e.By == "" {
		return "id of the exchange"
	}
	return "name of the exchange in the team's history"
}

// SharedBy is who shared it with the team, and from where; empty: it belongs to this machine's history.
func (e *Entry) SharedBy() string {
	if e.By == "" || e.Host == "" {
		return e.By
	}
	return e.By + ", on " + e.Host
}

// Sharing is whether an exchange of this machine's history is shared with the team.
type Sharing string

// The states of sharing.
const (
	Unshared Sharing = ""       // it stays on this machine
	Waiting  Sharing = "waits"  // it is to be pushed
	WithTeam Sharing = "shared" // the team has it
	Blocked  Sharing = "held"   // it was to be pushed, and cannot be
)

// RunName is what its run is called; empty where it is in none.
func (e *Entry) RunName() string {
	if e.Run == 0 {
		return ""
	}
	return strconv.FormatInt(e.Run, 10)
}

// minSilence is the shortest silence that a list shows, in microseconds.
const minSilence = 1_000_000

// SilenceAtEnd is how long an exchange stayed open after its last byte, in microseconds; 0
// where that is less than a second, or unknown.
func (e *Entry) SilenceAtEnd() int64 {
	if us := e.LastedUS - e.TotalUS; e.TotalUS >= 0 && us >= minSilence {
		return us
	}
	return 0
}

// Totals are those of the entries that a query holds for.
type Totals struct {
	Count  int
	Tokens int64
	Cost   float64 // as reported
}

func known(us int64, ok bool) int64 {
	if !ok {
		return -1
	}
	return us
}

func add(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// toolName is the name of the tool that an item is a call of; empty for other items.
func toolName(it *state.Item) string {
	switch base, isCall := strings.CutSuffix(it.Type, "_call"); {
	case it.Type == "function_call", it.Type == "custom_tool_call", it.Type == "mcp_call",
		it.Type == "server_tool_use", it.Type == "mcp_tool_use": // of Anthropic messages
		return it.FullName()
	case isCall:
		return base
	}
	if _, tool, ok := strings.Cut(it.Type, ":"); ok {
		return tool
	}
	return ""
}

// Blocked reports whether a guardrail stopped the request.
func (e *Entry) Blocked() bool { return e.Verdict == state.Failed && len(e.Guardrails) > 0 }

// Ended is the word for how it ended, by which a filter finds it too.
func (e *Entry) Ended() string {
	if e.Blocked() {
		return "blocked"
	}
	return string(e.Verdict)
}

// View is a filter with a name.
type View struct{ Name, Filter string }

// SlowBounds are the times from which an exchange is slow whose model has too few others.
var SlowBounds = []string{"ttft>2s", "lasted>30s"}

// SlowView is the place of the view of slow exchanges in BuiltIn.
const SlowView = 3

// BuiltIn are the views that are always there; the last has what was exchanged since the
// program began, by whichever program. The filter of slow exchanges is that of SlowBounds if it is "".
func BuiltIn(began time.Time, slow string) []View {
	return []View{
		{"all", ""},
		{"failed", "verdict:failed or verdict:truncated"},
		{"blocked", "verdict:blocked"},
		{"slow", cmp.Or(slow, strings.Join(SlowBounds, " or "))},
		{"since start", SinceStart(began)},
	}
}

// SinceStart returns the condition of the exchanges since a launch.
func SinceStart(began time.Time) string { return "since:" + began.Format("2006-01-02T15:04:05") }
