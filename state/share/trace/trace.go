package trace

import (
	"cmp"
	"crypto/sha256"
	"strconv"
	"strings"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
)

// operations are the conventions' words for what the APIs do, by the names of their kinds.
// They have none for a rerank yet, whose word is the one that is proposed, and none for a compaction.
var operations = map[string]string{
	"responses": "chat", "chat": "chat", "messages": "chat", "ollama": "chat", "gemini": "generate_content",
	"embeddings": "embeddings", "rerank": "rerank", "compact": "compact",
}

// exported is an exchange that is exported as spans.
type exported struct {
	x         *state.Exchange
	c         *wire.Capture
	e         history.Entry
	routing   wire.Routing
	operation string // empty: it is no call of a model, and exported as any HTTP request
	content   bool
}

// Of exports an exchange that has ended: its span, then one for each attempt. Texts of the request and the
// answer are included only with content. Nothing is masked yet: see Mask.
func Of(about history.About, x *state.Exchange, c *wire.Capture, content bool) []Span {
	t := exported{x: x, c: c, e: history.Of(about, x, c), routing: read.Routing(x.Routing), operation: operations[x.Kind().String()], content: content}
	root := t.exchange()
	return append([]Span{root}, t.attempts(&root)...)
}

// exchange returns the span of the exchange, over all its attempts.
func (t *exported) exchange() Span {
	sum := sha256.Sum256([]byte("gatehouse trace " + t.c.ID))
	s := Span{Trace: TraceID(sum[:len(TraceID{})]), ID: spanOf(t.c.ID, 0), Flags: 1, Name: t.name()}
	if p, ok := parentOf(t.c.Sent.Header); ok {
		s.Trace, s.Parent, s.Flags, s.State, s.Remote = p.trace, p.span, p.flags, p.state, true
	}
	s.Start = t.c.Start.UnixNano()
	s.End = s.Start
	if us, ok := figures.Total(t.x); ok {
		s.End += us * int64(time.Microsecond)
	}
	var l list
	if t.operation != "" {
		t.model(&l)
	}
	t.transport(&l)
	t.ours(&l)
	if kind := t.errorType(); kind != "" {
		l.add(errorType, kind)
		s.Failed, s.Message = true, t.why(kind)
	}
	if t.content {
		t.texts(&l)
	}
	s.Attributes = l
	s.Events = t.guardrails(s.End)
	return s
}

// name returns the operation and the model, or for what is no call of a model the method.
func (t *exported) name() string {
	if t.operation == "" {
		return cmp.Or(t.e.Method, "HTTP")
	}
	return strings.TrimSpace(t.operation + " " + t.e.Asked)
}

// model is what the conventions say of a call of a model.
func (t *exported) model(l *list) {
	l.add(operationName, t.operation)
	l.text(providerName, cmp.Or(conventionName(t.e.Provider), guessProvider(t.e.About, t.c.Sent)))
	l.text(requestModel, t.e.Asked)
	l.yes(requestStream, t.x.AsksStream())
	t.settings(l)
	l.text(responseModel, t.e.Served)
	l.text(responseID, t.responseID())
	l.texts(responseFinish, t.finishReasons())
	if us, ok := figures.TTFT(t.x); ok && t.x.Stream {
		l.add(responseFirstChunk, float64(us)/1e6)
	}
	t.usage(l)
	l.text(conversationID, t.e.Session)
}

// transport is where the request went, and the status of the answer.
func (t *exported) transport(l *list) {
	host, port := server(t.c.Sent)
	l.text(serverAddress, host)
	if port > 0 {
		l.add(serverPort, int64(port))
	}
	if t.operation == "" {
		l.text(httpMethod, t.e.Method)
		l.text(urlPath, t.e.Path)
	}
	if t.e.Status > 0 {
		l.add(httpStatus, int64(t.e.Status))
	}
}

// ours is what the conventions have no name for.
func (t *exported) ours(l *list) {
	l.text(exchangeID, t.c.ID)
	l.text(verdict, string(t.x.Verdict))
	l.text(origin, string(t.e.Origin))
	l.text(connection, t.e.Connection)
	l.text(target, t.e.Target)
	l.yes(simulated, t.e.Connection == history.Local)
	if usd, where, ok := figures.ReportedCost(t.x); ok {
		l.add(cost, usd.InexactFloat64())
		l.add(costWhere, where)
	}
	l.texts(warnings, t.e.Warnings)
	var rules []string
	for _, f := range t.x.Findings() {
		rules = append(rules, f.Rule.ID)
	}
	l.texts(lintRules, rules)
	l.texts(toolCalls, t.e.Tools)
	if changed := t.c.ChangedRequest(); changed != nil {
		l.texts(changedBy, changed.By)
	}
	t.ranked(l)
	l.text(routeStrategy, t.routing.Strategy)
	l.text(routeAsked, t.routing.Requested)
	l.text(routeRegion, t.routing.Region)
	if len(t.routing.Raw) > 0 {
		l.count(routeAttempts, t.routing.Attempt)
	}
}

// maxAttempts bounds the children of a span.
const maxAttempts = 128

// attempts returns the spans of the attempts that the routing metadata lists. It does not say when
// they were: each has the bounds within which it was, those of the exchange.
func (t *exported) attempts(root *Span) (spans []Span) {
	for i, a := range t.routing.Attempts[:min(len(t.routing.Attempts), maxAttempts)] {
		s := Span{
			Trace: root.Trace, ID: spanOf(t.c.ID, i+1), Parent: root.ID, Flags: root.Flags, State: root.State,
			Name: strings.TrimSpace("attempt " + cmp.Or(a.Model, a.Provider)), Start: root.Start, End: root.End,
		}
		var l list
		l.text(providerName, conventionName(a.Provider))
		l.text(requestModel, a.Model)
		l.add(attemptNumber, int64(i+1))
		l.text(attemptReason, explain.AttemptWords(a))
		l.add(attemptTimed, false)
		if a.Status > 0 {
			l.add(httpStatus, int64(a.Status))
		}
		if a.Status >= 300 {
			s.Failed, s.Message = true, explain.AttemptWords(a)
			l.add(errorType, strconv.Itoa(a.Status))
		}
		s.Attributes = l
		spans = append(spans, s)
	}
	return spans
}

// guardrails returns the events of the guardrails. Their time is the end, since when they ran is not
// reported.
func (t *exported) guardrails(at int64) (events []Event) {
	if t.c.Head != nil && t.x.Failure != nil && t.c.Head.AtUS >= 0 {
		at = t.c.Start.UnixNano() + t.c.Head.AtUS*int64(time.Microsecond)
	}
	stages := explain.Guardrails(t.x)
	for _, g := range stages[:min(len(stages), maxAttempts)] {
		var l list
		l.text(guardName, g.Name)
		l.text(guardID, g.GuardrailID)
		l.text(guardScope, g.Scope)
		l.text(guardAction, explain.ActionOf(g, t.x))
		l.add(guardBlocked, g.Blocked())
		l.texts(guardEngines, g.Engines)
		l.texts(guardReasons, g.Reasons)
		if t.content {
			l.texts(guardPatterns, g.Patterns)
			l.text(guardFlagged, g.Quote)
		}
		events = append(events, Event{Name: guardrailEvent, At: at, Attributes: l})
	}
	return events
}
