// Package trace exports an exchange as spans of a trace, by OpenTelemetry's conventions for generative AI:
// one span for the exchange, a child for each attempt of the gateway, an event for each guardrail. They
// are plain values; package otlp writes them.
package trace

import "gatehouse/state/share/redact"

// TraceID names a trace.
type TraceID [16]byte

// SpanID names a span of a trace; the zero value is none.
type SpanID [8]byte

// Span is one operation. Times are in nanoseconds of Unix time.
type Span struct {
	Trace      TraceID
	ID, Parent SpanID
	Remote     bool   // Parent is a span of another program
	Flags      uint8  // of the trace, as traceparent has them
	State      string // of the trace, as tracestate has it
	Name       string
	Start, End int64
	Attributes []Attribute
	Events     []Event
	Failed     bool
	Message    string // why, where it failed
}

// Event is a moment of a span.
type Event struct {
	Name       string
	At         int64
	Attributes []Attribute
}

// Attribute is a name with its value: string, int64, float64, bool or []string.
type Attribute struct {
	Key   string
	Value any
}

// list collects attributes: what is empty or not known is left out.
type list []Attribute

func (l *list) add(key string, value any) { *l = append(*l, Attribute{key, value}) }

func (l *list) text(key, value string) {
	if value != "" {
		l.add(key, value)
	}
}

func (l *list) texts(key string, values []string) {
	if len(values) > 0 {
		l.add(key, values)
	}
}

// count adds a number that is not negative.
func (l *list) count(key string, n int) {
	if n >= 0 {
		l.add(key, int64(n))
	}
}

func (l *list) yes(key string, value bool) {
	if value {
		l.add(key, true)
	}
}

// Mask masks what the rules find in the texts of spans, as exports mask it. Names and ids that
// the program gave are left alone.
func Mask(rules *redact.Rules, spans []Span) {
	for i := range spans {
		s := &spans[i]
		s.Name, _ = rules.Text(s.Name, "name")
		s.State, _ = rules.Text(s.State, "tracestate")
		s.Message, _ = rules.Text(s.Message, "status")
		mask(rules, s.Attributes)
		for _, e := range s.Events {
			mask(rules, e.Attributes)
		}
	}
}

func mask(rules *redact.Rules, all []Attribute) {
	for i := range all {
		switch v := all[i].Value.(type) {
		case string:
			all[i].Value, _ = rules.Text(v, all[i].Key)
		case []string:
			for j := range v {
				v[j], _ = rules.Text(v[j], all[i].Key)
			}
		}
	}
}
